//! Atomic clips → the character's animation files. A graph names a file by its path in the game, or by the hash of that
//! path (league-formats §7); on the disk it lies anywhere.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use super::super::hash::xxh64;
use crate::model::clip_graph::{Animation, ClipKind};
use crate::model::{Character, ClipGraph};

/// Paths that are tried for a file that is named by hash alone.
const MOST_FOLDERS: usize = 512;

/// Finds the file of every atomic clip that has one among the character's clips.
pub(super) fn find(graph: &mut ClipGraph, character: &Character) {
    let files = Files::new(graph, character);
    for clip in &mut graph.clips {
        if let ClipKind::Atomic(animation) = &mut clip.kind {
            animation.clip = files.of(animation);
        }
    }
}

struct Files {
    /// For each of the character's clips the parts of its path, last first, in small letters.
    parts: Vec<Vec<String>>,
    by_name: HashMap<String, Vec<usize>>,
    by_stem: HashMap<String, Vec<usize>>,
    by_hash: HashMap<u64, usize>,
}

impl Files {
    fn new(graph: &ClipGraph, character: &Character) -> Self {
        let paths = character.clips.iter().map(|clip| {
            let path = clip.file.as_deref().map(Path::to_string_lossy);
            parts(&path.unwrap_or_else(|| clip.name.as_str().into()))
        });
        let mut files = Self {
            parts: paths.collect(),
            by_name: HashMap::new(),
            by_stem: HashMap::new(),
            by_hash: HashMap::new(),
        };
        let folders = folders(graph, character);
        for (index, parts) in files.parts.iter().enumerate() {
            let Some(name) = parts.first() else { continue };
            files.by_name.entry(name.clone()).or_default().push(index);
            let stem = stem(name);
            files.by_stem.entry(stem.into()).or_default().push(index);
            // Tools that do not know a file's path call it by its hash.
            if let Ok(hash) = u64::from_str_radix(stem, 16) {
                files.by_hash.entry(hash).or_insert(index);
            }
            let mut own = String::new();
            for part in parts {
                own = if own.is_empty() {
                    part.clone()
                } else {
                    format!("{part}/{own}")
                };
                files.by_hash.entry(xxh64(&own)).or_insert(index);
            }
            for folder in &folders {
                let path = xxh64(&format!("{folder}/{name}"));
                files.by_hash.entry(path).or_insert(index);
            }
        }
        files
    }

    fn of(&self, animation: &Animation) -> Option<usize> {
        if let Some(hash) = animation.path_hash {
            return self.by_hash.get(&hash).copied();
        }
        let path = animation.path.as_deref()?;
        let wanted = parts(path);
        let name = wanted.first()?;
        let named = self
            .by_name
            .get(name)
            .or_else(|| self.by_stem.get(stem(name)));
        match named {
            // Of several files of one name, the one in the folder most like the wanted one.
            Some(all) => all.iter().copied().max_by_key(|&index| {
                let alike = self.parts[index].iter().zip(&wanted);
                let alike = alike.take_while(|(a, b)| a == b).count();
                (alike, std::cmp::Reverse(index))
            }),
            None => self.by_hash.get(&xxh64(path)).copied(),
        }
    }
}

/// The parts of a path, last first, in small letters.
fn parts(path: &str) -> Vec<String> {
    let parts = path.rsplit(['/', '\\']).filter(|part| !part.is_empty());
    parts.map(str::to_ascii_lowercase).collect()
}

/// A file's name up to its first dot: builds put their own words between it and the ending.
fn stem(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// Folders of the game in which the character's animations may lie: those that the graph spells, and those that the names
/// of skeletons and meshes suggest.
fn folders(graph: &ClipGraph, character: &Character) -> BTreeSet<String> {
    let mut folders = BTreeSet::new();
    for clip in &graph.clips {
        if let ClipKind::Atomic(Animation {
            path: Some(path), ..
        }) = &clip.kind
            && let Some((folder, _)) = path.replace('\\', "/").rsplit_once('/')
        {
            folders.insert(folder.to_ascii_lowercase());
        }
    }
    let names = character
        .skeletons
        .iter()
        .map(|skeleton| &skeleton.name)
        .chain(character.meshes.iter().map(|mesh| &mesh.name));
    for name in names {
        let name = stem(name).to_ascii_lowercase();
        for (at, _) in name.match_indices('_').chain([(name.len(), "")]) {
            let (hero, skin) = (&name[..at], name.get(at + 1..).unwrap_or_default());
            for skin in [skin, "base"].into_iter().filter(|skin| !skin.is_empty()) {
                folders.insert(format!("assets/characters/{hero}/skins/{skin}/animations"));
            }
        }
    }
    folders.into_iter().take(MOST_FOLDERS).collect()
}
