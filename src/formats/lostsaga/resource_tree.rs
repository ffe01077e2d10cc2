//! Files of the game in the folders that it keeps them in, whatever their case (lostsaga-formats §2, §8).

use std::path::{Path, PathBuf};

use crate::formats::any_case::{AnyCase, folder_above, is_called, last_part, spelled_below};
use crate::formats::siblings::folder_of;

/// The folder above all others in an extracted game.
const ROOT: &str = "resource";

/// A folder of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Folder {
    /// `.skl`.
    Skeleton,
    /// `.msh`, `.cms`.
    Mesh,
    /// `.ani`, `.ant`.
    Animation,
    /// Material texts.
    Material,
    /// Pictures.
    Texture,
    /// Model texts, in folders below it.
    Model,
    /// Effects, which are not read.
    Effect,
}

impl Folder {
    /// Each of them.
    pub const ALL: [Self; 7] = [
        Self::Skeleton,
        Self::Mesh,
        Self::Animation,
        Self::Material,
        Self::Texture,
        Self::Model,
        Self::Effect,
    ];

    /// The folder's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Skeleton => "skeleton",
            Self::Mesh => "mesh",
            Self::Animation => "animation",
            Self::Material => "material",
            Self::Texture => "texture",
            Self::Model => "model",
            Self::Effect => "effect",
        }
    }
}

/// The tree that a file lies in, and the folder beside it. Only folders of the tree are listed, never what is below them.
#[derive(Debug, Default)]
pub struct ResourceTree {
    root: Option<PathBuf>,
    beside: PathBuf,
    names: AnyCase,
}

impl ResourceTree {
    /// The tree around a file: the nearest folder above it that is called `resource`, else the parent of the nearest that
    /// has the name of a folder of the tree. A loose file has no tree; what belongs to it lies beside it.
    pub fn around(file: &Path) -> Self {
        let resource = folder_above(file, |folder| is_called(folder, ROOT));
        let is_of_tree = |folder: &Path| {
            let mut names = Folder::ALL.iter().map(|folder| folder.name());
            names.any(|name| is_called(folder, name))
        };
        let by_folder = || {
            let folder = folder_above(file, is_of_tree)?;
            let root = folder.parent().map(Path::to_path_buf)?;
            // At the top of the disk lie the system's own folders.
            crate::formats::gather::canonical(&root).parent()?;
            Some(root)
        };
        Self {
            root: resource.or_else(by_folder),
            beside: folder_of(file),
            names: AnyCase::default(),
        }
    }

    /// The folder that holds the others.
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// The file that a path below a folder of the tree names, else the file of its name beside. Every place that was
    /// looked at goes into `looked_for`, the one where it was found last.
    pub fn find(
        &mut self,
        folder: Folder,
        path: &str,
        looked_for: &mut Vec<PathBuf>,
    ) -> Option<PathBuf> {
        if let Some(root) = &self.root {
            let own = self.names.entry(root, folder.name());
            let own = own.unwrap_or_else(|| root.join(folder.name()));
            let found = self.names.file_below(&own, path);
            looked_for.push(found.clone().unwrap_or_else(|| spelled_below(&own, path)));
            if found.is_some() {
                return found;
            }
        }
        let name = last_part(path);
        let found = self.names.file_in(&self.beside, name);
        let place = found.clone().unwrap_or_else(|| self.beside.join(name));
        if looked_for.last() != Some(&place) {
            looked_for.push(place);
        }
        found
    }

    /// Every file of a folder of the tree, sorted; of a loose file those beside it.
    pub fn files(&mut self, folder: Folder) -> Vec<PathBuf> {
        let own = match &self.root {
            Some(root) => self.names.entry(root, folder.name()),
            None => Some(self.beside.clone()),
        };
        own.map(|own| self.names.files_in(&own)).unwrap_or_default()
    }
}
