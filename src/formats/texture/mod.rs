//! Textures shared by the families: `.dds` and `.tex` (league-formats §10, §11), told apart by content.

mod block;
pub mod dds;
mod pixels;
pub mod tex;
mod tex_write;
