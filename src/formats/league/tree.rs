//! Files in an extracted tree, by the paths that bins have for them (league-formats §7.1).

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use super::super::gather::canonical;
use super::super::siblings::{entries, up};
use super::hash::{fnv1a, xxh64};
use crate::model::league::bin::BinName;

/// A tree's top is looked for in this many folders upwards.
const HIGHEST: usize = 16;

/// Where paths out of bins may begin: the folders above some file.
#[derive(Debug, Default)]
pub struct Tree {
    above: Vec<PathBuf>,
    /// For the first part of a path the places where there is such a folder.
    first: HashMap<String, Vec<PathBuf>>,
}

impl Tree {
    /// The folders from `folder` upwards.
    pub fn around(folder: &Path) -> Self {
        let mut above = vec![folder.to_path_buf()];
        let mut absolute = canonical(folder);
        // A path may run out before the disk does, and stays relative where the person was relative. A game's files never
        // lie at the very top, where a path in a damaged file would lead to the system's.
        while above.len() < HIGHEST && absolute.pop() && absolute.parent().is_some() {
            let next = above.last().map(|folder| up(folder)).unwrap_or_default();
            above.push(next);
        }
        Self {
            above,
            first: HashMap::new(),
        }
    }

    /// The file or folder of this path, ignoring case: the nearest of the folders above that, joined with the path, holds
    /// it.
    pub fn find(&mut self, path: &str) -> Option<PathBuf> {
        let mut parts = parts(path)?.into_iter();
        let first = parts.next()?.to_owned();
        let above = &self.above;
        let starts = self
            .first
            .entry(first.to_ascii_lowercase())
            .or_insert_with(|| above.iter().flat_map(|top| below(top, &first)).collect());
        let rest: Vec<&str> = parts.collect();
        starts.iter().find_map(|start| {
            let start = start.clone();
            rest.iter()
                .try_fold(start, |at, part| below(&at, part).pop())
        })
    }

    /// The same for a file that may be stored as `.dds` where the bin says `.tex`, or the other way about.
    pub fn find_texture(&mut self, path: &str) -> Option<PathBuf> {
        either_ending(path).iter().find_map(|path| {
            let found = self.find(path)?;
            found.is_file().then_some(found)
        })
    }
}

/// The parts of a bin's path; `None` for one that would lead out of the tree.
fn parts(path: &str) -> Option<Vec<&str>> {
    let parts = path.split(['/', '\\']).filter(|part| !part.is_empty());
    let is_plain = |part: &&str| {
        let mut components = Path::new(part).components();
        matches!(components.next(), Some(Component::Normal(_))) && components.next().is_none()
    };
    parts.map(|part| is_plain(&part).then_some(part)).collect()
}

/// What is called so in a folder, ignoring case where it is not there exactly.
fn below(folder: &Path, name: &str) -> Vec<PathBuf> {
    let exact = folder.join(name);
    if exact.exists() {
        return vec![exact];
    }
    let is_called = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    let mut found: Vec<PathBuf> = entries(folder).filter(is_called).collect();
    found.sort();
    found.truncate(1);
    found
}

/// A texture's path as it stands, and with the other ending.
pub fn either_ending(path: &str) -> Vec<String> {
    let mut both = vec![path.to_owned()];
    if let Some((stem, ending)) = path.rsplit_once('.') {
        if ending.eq_ignore_ascii_case("dds") {
            both.push(format!("{stem}.tex"));
        } else if ending.eq_ignore_ascii_case("tex") {
            both.push(format!("{stem}.dds"));
        }
    }
    both
}

/// How well a file on the disk fits a name out of a bin: the number of parts of the path that agree from the end on, 0
/// where it is another file. Files whose name is the hash of their path, as archives without names give them, fit fully.
pub fn fit(name: &BinName, file: &Path) -> usize {
    let text = file.to_string_lossy().replace('\\', "/");
    let on_disk: Vec<&str> = text.split('/').filter(|part| !part.is_empty()).collect();
    match name {
        BinName::Text(path) => {
            if is_hash_of(file, xxh64(path)) {
                return usize::MAX;
            }
            let stated = path.split(['/', '\\']).filter(|part| !part.is_empty());
            let pairs = stated.rev().zip(on_disk.iter().rev());
            pairs
                .take_while(|(stated, found)| stated.eq_ignore_ascii_case(found))
                .count()
        }
        BinName::Hash(hash) => ends_with(&on_disk, |path| fnv1a(path) == *hash),
        BinName::File(hash) if is_hash_of(file, *hash) => usize::MAX,
        BinName::File(hash) => ends_with(&on_disk, |path| xxh64(path) == *hash),
    }
}

/// Parts of the end of a path that satisfy `is_it`; 0 for none.
fn ends_with(parts: &[&str], is_it: impl Fn(&str) -> bool) -> usize {
    (1..=parts.len())
        .find(|count| is_it(&parts[parts.len() - count..].join("/")))
        .unwrap_or(0)
}

fn is_hash_of(file: &Path, hash: u64) -> bool {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    stem.len() == 16 && u64::from_str_radix(&stem, 16) == Ok(hash)
}

/// The same for a texture, which may lie there with the other ending.
pub fn fit_texture(name: &BinName, file: &Path) -> usize {
    let text = file.to_string_lossy();
    let by_stem = match name {
        BinName::Text(path) => either_ending(path)
            .into_iter()
            .map(|path| fit(&BinName::Text(path), file))
            .max(),
        _ => either_ending(&text)
            .iter()
            .map(|file| fit(name, Path::new(file)))
            .max(),
    };
    by_stem.unwrap_or(0)
}
