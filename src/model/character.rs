//! Everything that was opened together.

use std::path::PathBuf;

use super::{Basis, Clip, Finding, Influences, Material, Mesh, Skeleton, Texture};

/// A game whose files are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// League of Legends.
    League,
}

impl Family {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::League => "league",
        }
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::League => "League of Legends",
        }
    }

    /// Axes and unit of the family's files.
    pub fn basis(self) -> Basis {
        match self {
            Self::League => Basis::LEAGUE,
        }
    }
}

/// A set of files that belong together. Any list may be empty: half a character is shown as half a character.
#[derive(Clone, Debug, PartialEq)]
pub struct Character {
    /// Which game.
    pub family: Family,
    /// What a title bar calls it.
    pub name: String,
    /// Every file that was read, in the order of reading.
    pub files: Vec<PathBuf>,
    /// To pick from.
    pub skeletons: Vec<Skeleton>,
    /// To pick from.
    pub meshes: Vec<Mesh>,
    /// For each mesh one material for each of its submeshes.
    pub materials: Vec<Vec<Material>>,
    /// To pick from.
    pub clips: Vec<Clip>,
    /// What materials refer to.
    pub textures: Vec<Texture>,
    /// What was found while reading.
    pub findings: Vec<Finding>,
    /// What to show first.
    pub start: Start,
}

/// What was named outright, and is therefore shown first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Index of a skeleton.
    pub skeleton: Option<usize>,
    /// Index of a mesh.
    pub mesh: Option<usize>,
    /// Index of a clip.
    pub clip: Option<usize>,
}

impl Character {
    /// Nothing opened yet.
    pub fn empty(family: Family, name: impl Into<String>) -> Self {
        Self {
            family,
            name: name.into(),
            files: Vec::new(),
            skeletons: Vec::new(),
            meshes: Vec::new(),
            materials: Vec::new(),
            clips: Vec::new(),
            textures: Vec::new(),
            findings: Vec::new(),
            start: Start::default(),
        }
    }

    /// The skeleton that was named outright, else the one whose stem is the mesh's, ignoring case, else the first.
    pub fn skeleton_for_mesh(&self, mesh: usize) -> Option<usize> {
        if self.start.skeleton.is_some() {
            return self.start.skeleton;
        }
        let wanted = &self.meshes.get(mesh)?.name;
        let same_stem = self
            .skeletons
            .iter()
            .position(|skeleton| skeleton.name.eq_ignore_ascii_case(wanted));
        same_stem.or(if self.skeletons.is_empty() {
            None
        } else {
            Some(0)
        })
    }
}

/// A mesh tied to a skeleton: whose joints move which vertices by how much.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Binding {
    /// `bone` is a joint's index. A vertex without influences stays where it is.
    pub influences: Influences,
    /// For each joint: does it move any vertex by more than nothing?
    pub joint_skins: Vec<bool>,
}
