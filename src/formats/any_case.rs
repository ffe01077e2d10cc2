//! Paths that a game writes in any case and with either slash, on disks that heed both.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::siblings::here_if_empty;

/// Finds files whatever the case of their names. Each folder is listed once.
#[derive(Debug, Default)]
pub struct AnyCase {
    listings: HashMap<PathBuf, Vec<OsString>>,
}

impl AnyCase {
    /// The file that a path of the game names below a folder. `None` where there is none, and for paths that lead out
    /// of the folder.
    pub fn file_below(&mut self, root: &Path, path: &str) -> Option<PathBuf> {
        let mut found = root.to_path_buf();
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

    /// The file of a name in a folder.
    pub fn file_in(&mut self, folder: &Path, name: &str) -> Option<PathBuf> {
        let found = self.entry(folder, name)?;
        found.is_file().then_some(found)
    }

    /// All that lies in a folder, sorted.
    pub fn entries_in(&mut self, folder: &Path) -> Vec<PathBuf> {
        let names = self.listing(folder).iter();
        names.map(|name| folder.join(name)).collect()
    }

    /// Every file in a folder, sorted.
    pub fn files_in(&mut self, folder: &Path) -> Vec<PathBuf> {
        let mut entries = self.entries_in(folder);
        entries.retain(|path| path.is_file());
        entries
    }

    /// The entry spelled just so, else the first one that differs in case alone.
    pub fn entry(&mut self, folder: &Path, name: &str) -> Option<PathBuf> {
        let names = self.listing(folder);
        let exact = names.iter().find(|entry| *entry == name);
        let found = exact.or_else(|| names.iter().find(|entry| entry.eq_ignore_ascii_case(name)));
        found.map(|entry| folder.join(entry))
    }

    fn listing(&mut self, folder: &Path) -> &[OsString] {
        let list = || {
            let entries = fs::read_dir(here_if_empty(folder)).into_iter();
            let entries = entries.flatten().flatten();
            let mut names: Vec<OsString> = entries.map(|entry| entry.file_name()).collect();
            names.sort();
            names
        };
        self.listings
            .entry(folder.to_path_buf())
            .or_insert_with(list)
    }
}

/// Where a path of a game would be below a folder, spelled as the game spells it: for messages.
pub(super) fn spelled_below(root: &Path, path: &str) -> PathBuf {
    let names = path.split(['/', '\\']);
    let below: PathBuf = names
        .filter(|name| !matches!(*name, "" | "." | ".."))
        .collect();
    root.join(below)
}

/// The last part of a path of a game.
pub(super) fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The nearest folder above a file of which `is_it` holds: as the person named the path, where that leads up far enough,
/// since messages then show known paths; else on the path behind all links.
pub(super) fn folder_above(file: &Path, is_it: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    let absolute = super::gather::canonical(file);
    let as_named = file.ancestors().skip(1).find(|folder| is_it(folder));
    as_named
        .or_else(|| absolute.ancestors().skip(1).find(|folder| is_it(folder)))
        .map(Path::to_path_buf)
}

/// Whether a folder's own name is this one, in any case.
pub(super) fn is_called(folder: &Path, name: &str) -> bool {
    let own = folder.file_name();
    own.is_some_and(|own| own.eq_ignore_ascii_case(name))
}
