//! Everything that was opened together.

use std::path::PathBuf;
use std::sync::Arc;

use super::league::bin::BinFile;
use super::league::skin::Skin;
use super::spine::{Atlas, Rig};
use super::{
    Basis, Clip, ClipGraph, Finding, Influences, Material, Mesh, Routing, Skeleton, Texture,
    Wardrobe,
};

/// A game whose files are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// League of Legends.
    League,
    /// Spine 4.3.
    Spine,
    /// The Temple of Elemental Evil.
    Toee,
    /// Lost Saga.
    LostSaga,
}

impl Family {
    /// Each of them.
    pub const ALL: [Self; 4] = [Self::League, Self::Spine, Self::Toee, Self::LostSaga];

    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::League => "league",
            Self::Spine => "spine",
            Self::Toee => "toee",
            Self::LostSaga => "lostsaga",
        }
    }

    /// The family of a word in JSON.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.word() == word)
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::League => "League of Legends",
            Self::Spine => "Spine",
            Self::Toee => "The Temple of Elemental Evil",
            Self::LostSaga => "Lost Saga",
        }
    }

    /// Axes and unit of the family's files.
    pub fn basis(self) -> Basis {
        match self {
            Self::League => Basis::LEAGUE,
            Self::Spine => Basis::SPINE,
            Self::Toee => Basis::TOEE,
            Self::LostSaga => Basis::LOST_SAGA,
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
    /// What materials and atlases refer to.
    pub textures: Vec<Texture>,
    /// Lost Saga: the meshes that one person wears at once, as indices of `meshes`; empty where nothing says so.
    pub together: Vec<usize>,
    /// League: property bins, those that were found by following links among them.
    pub bins: Vec<Arc<BinFile>>,
    /// League: what the bins say of looks.
    pub skins: Vec<Skin>,
    /// League: for each mesh the index of the skin that it wears. May be shorter than `meshes`.
    pub skins_of_meshes: Vec<Option<usize>>,
    /// League: the clip graphs in `bins`. The first is the one that plays.
    pub graphs: Vec<ClipGraph>,
    /// Spine: one for each of `skeletons`, which holds their bones for pickers and overlays.
    pub rigs: Vec<Rig>,
    /// Spine: to pick from.
    pub atlases: Vec<AtlasFile>,
    /// The Temple of Elemental Evil: what tables offer it to wear.
    pub wardrobe: Wardrobe,
    /// Routes chosen by hand, of one skeleton or another.
    pub routings: Vec<Routing>,
    /// What was found while reading.
    pub findings: Vec<Finding>,
    /// What to show first.
    pub start: Start,
}

/// An atlas and the pictures of its pages.
#[derive(Clone, Debug, PartialEq)]
pub struct AtlasFile {
    /// The file's stem.
    pub name: String,
    /// Where it was read from.
    pub file: PathBuf,
    /// As it was read.
    pub atlas: Atlas,
    /// For each page the index of its texture; `None` where there is no such file, or none that can be read.
    pub pages: Vec<Option<usize>>,
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
    /// Index of an atlas.
    pub atlas: Option<usize>,
    /// Index of a property bin.
    pub bin: Option<usize>,
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
            together: Vec::new(),
            bins: Vec::new(),
            skins: Vec::new(),
            skins_of_meshes: Vec::new(),
            graphs: Vec::new(),
            rigs: Vec::new(),
            atlases: Vec::new(),
            wardrobe: Wardrobe::default(),
            routings: Vec::new(),
            findings: Vec::new(),
            start: Start::default(),
        }
    }

    /// One of the meshes and what it looks like, as a character of its own without skeleton and clips. `None` where there
    /// is no such mesh.
    pub fn of_mesh(&self, mesh: usize) -> Option<Self> {
        let alone = self.meshes.get(mesh)?.clone();
        Some(Self {
            files: alone.file.iter().cloned().collect(),
            materials: self.materials.get(mesh).cloned().into_iter().collect(),
            textures: self.textures.clone(),
            skins: self.skins.clone(),
            skins_of_meshes: self
                .skins_of_meshes
                .get(mesh)
                .copied()
                .into_iter()
                .collect(),
            ..Self::empty(self.family, alone.name.clone())
        })
        .map(|character| Self {
            meshes: vec![alone],
            ..character
        })
    }

    /// The skin that a mesh wears.
    pub fn skin_of_mesh(&self, mesh: usize) -> Option<&Skin> {
        self.skins.get((*self.skins_of_meshes.get(mesh)?)?)
    }

    /// The skeleton that was named outright, else that of the mesh's skin, else the mesh's namesake, ignoring case, else the only one there is. `None`
    /// where several skeletons and several meshes lie together and nothing says which belong to each other.
    pub fn skeleton_for_mesh(&self, mesh: usize) -> Option<usize> {
        let wanted = &self.meshes.get(mesh)?.name;
        let names = self.skeletons.iter().map(|skeleton| &skeleton.name);
        self.start
            .skeleton
            .or_else(|| self.skin_of_mesh(mesh)?.of_skeleton)
            .or_else(|| partner(wanted, names, self.meshes.len()))
    }

    /// The mesh that was named outright, else the skeleton's namesake, ignoring case, else the only one there is, else
    /// the first where there is but one skeleton. `None` as in [`Self::skeleton_for_mesh`].
    pub fn mesh_for_skeleton(&self, skeleton: usize) -> Option<usize> {
        let wanted = &self.skeletons.get(skeleton)?.name;
        let names = self.meshes.iter().map(|mesh| &mesh.name);
        self.start
            .mesh
            .or_else(|| partner(wanted, names, self.skeletons.len()))
    }
}

/// The index of a namesake; else the first of `names`, where either side has but one to choose from.
fn partner<'a>(
    wanted: &str,
    names: impl ExactSizeIterator<Item = &'a String> + Clone,
    others: usize,
) -> Option<usize> {
    let namesake = names
        .clone()
        .position(|name| name.eq_ignore_ascii_case(wanted));
    let no_choice = names.len() == 1 || names.len() > 1 && others == 1;
    namesake.or(if no_choice { Some(0) } else { None })
}

/// A mesh tied to a skeleton: whose joints move which vertices by how much.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Binding {
    /// `bone` is a joint's index. A vertex without influences stays where it is.
    pub influences: Influences,
    /// For each joint: does it move any vertex by more than nothing?
    pub joint_skins: Vec<bool>,
}
