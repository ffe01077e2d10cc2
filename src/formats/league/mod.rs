//! League of Legends: `.skl`, `.skn`, `.anm`, `.bin` (league-formats §1–7). Each format's folder holds its reader and its encoder.

pub mod anm;
pub mod bin;
pub mod bind;
pub mod graph;
pub mod hash;
pub mod materials;
pub mod routing;
pub mod skin_bin;
pub(super) mod skin_files;
mod skin_textures;
pub mod skl;
pub mod skn;
pub mod tree;

use super::tally;
