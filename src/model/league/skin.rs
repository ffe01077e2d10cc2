//! What a skin's property bin says of a character's look (league-formats §7.1).

use super::bin::BinName;

/// One skin, by whatever of it was stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// Index of its bin in [`crate::model::Character::bins`].
    pub bin: usize,
    /// FNV-1a of its object's path.
    pub object: u32,
    /// What the game calls it.
    pub name: Option<String>,
    /// The skeleton's file.
    pub skeleton: Option<BinName>,
    /// The mesh's file.
    pub mesh: Option<BinName>,
    /// The texture of every submesh that has none of its own.
    pub texture: Option<BinName>,
    /// The material of every submesh that has none of its own, by FNV-1a of its object's path; wins over `texture`.
    pub material: Option<u32>,
    /// Submeshes with a look of their own.
    pub overrides: Vec<MaterialOverride>,
    /// Names of submeshes that are hidden until an event shows them.
    pub hidden: Vec<String>,
    /// Uniform scale of the whole model; 1 where none is stored.
    pub scale: f32,
    /// FNV-1a of the path of the graph of its clips.
    pub graph: Option<u32>,
    /// Index of the skeleton that it names, where that was opened.
    pub of_skeleton: Option<usize>,
    /// Index of the mesh that it names, or that belongs to its skeleton, where that was opened.
    pub of_mesh: Option<usize>,
}

/// The look of one submesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaterialOverride {
    /// The submesh's name.
    pub submesh: Option<BinName>,
    /// Its texture's file.
    pub texture: Option<BinName>,
    /// Its material, by FNV-1a of its object's path; wins over `texture`.
    pub material: Option<u32>,
}
