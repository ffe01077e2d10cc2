//! Textures shared by the families: `.dds` and `.tex` (league-formats §10, §11), `.png` and `.tga` (toee-formats §10),
//! told apart by content.

mod bc1_encode;
mod block;
pub mod dds;
mod dds_write;
mod pixels;
pub mod png;
pub mod tex;
mod tex_write;
pub mod tga;
