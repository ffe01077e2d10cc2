//! League of Legends: `.skl`, `.skn`, `.anm` (league-formats §1–5). Each file holds one format's reader and encoder.

pub mod anm;
mod anm_blocks;
mod anm_checks;
mod anm_compressed;
mod anm_frames;
mod anm_legacy;
mod anm_row_order;
mod anm_write_compressed;
mod anm_write_v5;
pub mod bind;
pub mod hash;
pub mod materials;
pub mod packed_quaternion;
pub mod skl;
mod skl_check;
mod skl_index_table;
mod skl_legacy;
mod skl_whole;
mod skl_write;
pub mod skn;
mod skn_check;
mod skn_ranges;
mod skn_write;
mod tally;
