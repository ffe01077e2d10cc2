//! Lost Saga: `.cms` collision meshes, `.lsc` textures, material and model texts, and where they lie
//! (lostsaga-formats).

pub mod collision;
pub mod dress;
pub mod lsc;
pub mod material;
pub(in crate::formats) mod model_parts;
pub mod model_text;
pub mod resource_tree;
mod surface;
mod words;
