//! Paths of the game, on disks that may heed case (toee-formats §1).

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder that holds `art`, and what was listed below it.
#[derive(Debug, Default)]
pub struct DataRoot {
    root: Option<PathBuf>,
    listings: HashMap<PathBuf, Vec<OsString>>,
}

impl DataRoot {
    /// The nearest folder above a file that the file's path leads out of by `art`, in any case. Without one, nothing is
    /// found.
    pub fn above(file: &Path) -> Self {
        let absolute = fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
        let is_art = |folder: &&Path| {
            folder
                .file_name()
                .is_some_and(|name| name.eq_ignore_ascii_case("art"))
        };
        // Kept as the person named it, where that leads up far enough: messages then show known paths.
        let art = file.ancestors().skip(1).find(is_art);
        let art = art.or_else(|| absolute.ancestors().skip(1).find(is_art));
        Self {
            root: art.and_then(Path::parent).map(Path::to_path_buf),
            listings: HashMap::new(),
        }
    }

    /// The folder above a table's `rules`.
    pub fn of_table(table: &Path) -> Self {
        let is_rules = |folder: &&Path| {
            let name = folder.file_name();
            name.is_some_and(|name| name.eq_ignore_ascii_case("rules"))
        };
        let rules = table.ancestors().skip(1).find(is_rules);
        Self {
            root: rules.and_then(Path::parent).map(Path::to_path_buf),
            listings: HashMap::new(),
        }
    }

    /// What lies in a folder that a path of the game names, sorted; nothing where there is none.
    pub fn list(&mut self, path: &str) -> Vec<PathBuf> {
        let Some(mut folder) = self.root.clone() else {
            return Vec::new();
        };
        for name in path.split('/') {
            match self.entry(&folder, name) {
                Some(entry) => folder = entry,
                None => return Vec::new(),
            }
        }
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        entries.sort();
        entries
    }

    /// The folder itself.
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// The file that a path of the game names, whatever its slashes and case. `None` where there is none, and for paths
    /// that lead out of the root.
    pub fn find(&mut self, path: &str) -> Option<PathBuf> {
        let mut found = self.root.clone()?;
        let mut is_empty = true;
        for name in path.split(['/', '\\']) {
            match name {
                "" | "." => continue,
                ".." => return None,
                _ if name.contains(':') => return None,
                _ => {}
            }
            found = self.entry(&found, name)?;
            is_empty = false;
        }
        (!is_empty && found.is_file()).then_some(found)
    }

    /// The file of a name in a folder, whatever its case.
    pub fn find_in(&mut self, folder: &Path, name: &str) -> Option<PathBuf> {
        let found = self.entry(folder, name)?;
        found.is_file().then_some(found)
    }

    /// Where a path would be, spelled as the game spells it: for messages.
    pub fn wanted(&self, path: &str) -> PathBuf {
        let below: PathBuf = path
            .split(['/', '\\'])
            .filter(|name| !matches!(*name, "" | "." | ".."))
            .collect();
        self.root.as_deref().unwrap_or(Path::new("")).join(below)
    }

    /// The entry spelled just so, else the first one that differs in case alone.
    fn entry(&mut self, folder: &Path, name: &str) -> Option<PathBuf> {
        let names = self
            .listings
            .entry(folder.to_path_buf())
            .or_insert_with(|| {
                let shown = match folder.as_os_str().is_empty() {
                    true => Path::new("."),
                    false => folder,
                };
                let entries = fs::read_dir(shown).into_iter().flatten().flatten();
                let mut names: Vec<OsString> = entries.map(|entry| entry.file_name()).collect();
                names.sort();
                names
            });
        let exact = names.iter().find(|entry| *entry == name);
        let found = exact.or_else(|| names.iter().find(|entry| entry.eq_ignore_ascii_case(name)));
        found.map(|entry| folder.join(entry))
    }
}

/// The last part of a path of the game.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
