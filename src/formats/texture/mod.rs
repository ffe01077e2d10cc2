//! Textures shared by the families: `.dds` and `.tex` (league-formats §10, §11), told apart by content.

pub mod dds;
pub mod tex;
