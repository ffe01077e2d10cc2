//! League of Legends: `.skl`, `.skn`, `.anm` (league-formats §1–5). Each format's folder holds its reader and its encoder.

pub mod anm;
pub mod bind;
pub mod hash;
pub mod materials;
pub mod routing;
pub mod skl;
pub mod skn;

use super::tally;
