//! Paths of the game, on disks that may heed case (toee-formats §1).

use std::path::{Path, PathBuf};

use crate::formats::any_case::{AnyCase, folder_above, is_called, spelled_below};

/// The folder that holds `art`, and what was listed below it.
#[derive(Debug, Default)]
pub struct DataRoot {
    root: Option<PathBuf>,
    names: AnyCase,
}

impl DataRoot {
    /// The nearest folder above a file that the file's path leads out of by `art`, in any case. Without one, nothing is
    /// found.
    pub fn above(file: &Path) -> Self {
        let art = folder_above(file, |folder| is_called(folder, "art"));
        Self {
            root: art.and_then(|art| art.parent().map(Path::to_path_buf)),
            names: AnyCase::default(),
        }
    }

    /// The folder above a table's `rules`.
    pub fn of_table(table: &Path) -> Self {
        let rules = folder_above(table, |folder| is_called(folder, "rules"));
        Self {
            root: rules.and_then(|rules| rules.parent().map(Path::to_path_buf)),
            names: AnyCase::default(),
        }
    }

    /// What lies in a folder that a path of the game names, sorted; nothing where there is none.
    pub fn list(&mut self, path: &str) -> Vec<PathBuf> {
        let Some(mut folder) = self.root.clone() else {
            return Vec::new();
        };
        for name in path.split('/') {
            match self.names.entry(&folder, name) {
                Some(entry) => folder = entry,
                None => return Vec::new(),
            }
        }
        self.names.entries_in(&folder)
    }

    /// The folder itself.
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// The file that a path of the game names, whatever its slashes and case. `None` where there is none, and for paths
    /// that lead out of the root.
    pub fn find(&mut self, path: &str) -> Option<PathBuf> {
        self.names.file_below(self.root.as_deref()?, path)
    }

    /// The file of a name in a folder, whatever its case.
    pub fn find_in(&mut self, folder: &Path, name: &str) -> Option<PathBuf> {
        self.names.file_in(folder, name)
    }

    /// Where a path would be, spelled as the game spells it: for messages.
    pub fn wanted(&self, path: &str) -> PathBuf {
        spelled_below(self.root.as_deref().unwrap_or(Path::new("")), path)
    }
}
