//! What belongs to named files and lies beside them: in their own folder, or in the folders of the game's `resource` tree
//! (lostsaga-formats §8). Only names of bones say what belongs together.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::resource_tree::Folder;
use super::{ani, msh, skl};
use crate::formats::gather::{FileSet, Found, canonical, sniff_file};
use crate::formats::siblings::{files_in, folder_of, folders_below, up};
use crate::formats::sniff::Kind;
use crate::formats::{OpenError, Progress};

/// Skeletons of one folder that are looked into for the one that fits.
const MOST_SKELETONS: usize = 64;
/// Clips of one folder that are looked into.
const MOST_CLIPS: usize = 256;

/// The home of a file: the folder above the tree's own folder, else the folder that it lies in.
pub fn home_of(path: &Path) -> PathBuf {
    let own = folder_of(path);
    root_above(&own).unwrap_or(own)
}

/// The folder that holds the tree, if a folder is one of the tree's.
fn root_above(folder: &Path) -> Option<PathBuf> {
    let whole = canonical(folder);
    let name = folder.file_name().or(whole.file_name())?;
    let mut known = Folder::ALL.iter().map(|folder| folder.name());
    known
        .any(|known| name.eq_ignore_ascii_case(known))
        .then(|| up(folder))
}

/// Adds the skeleton that has most of the bones wanted, where there is none, and then the clips that move its bones, where
/// there are none. Meshes are a person's choice.
pub fn add(set: &mut FileSet, progress: &Progress) -> Result<(), OpenError> {
    let has = |set: &FileSet, kind: Kind| set.files.iter().any(|found| found.kind == kind);
    if !has(set, Kind::LostSagaSkeleton) {
        let wanted = wanted_bones(set);
        let skeletons = candidates(
            set,
            Folder::Skeleton,
            Kind::LostSagaSkeleton,
            MOST_SKELETONS,
        );
        let mut best: Option<(usize, PathBuf)> = None;
        for path in skeletons {
            progress.check()?;
            let count = bones_of(&path).intersection(&wanted).count();
            if count > best.as_ref().map_or(0, |(most, _)| *most) {
                best = Some((count, path));
            }
        }
        if let Some((_, path)) = best {
            put(set, path, Kind::LostSagaSkeleton);
        }
    }
    if has(set, Kind::LostSagaClip) {
        return Ok(());
    }
    let skeletons = set.files.iter();
    let skeletons = skeletons.filter(|found| found.kind == Kind::LostSagaSkeleton);
    let bones: HashSet<Vec<u8>> = skeletons.flat_map(|found| bones_of(&found.path)).collect();
    for path in candidates(set, Folder::Animation, Kind::LostSagaClip, MOST_CLIPS) {
        progress.check()?;
        let tracks = tracks_of(&path);
        if !tracks.is_empty() && 2 * tracks.intersection(&bones).count() >= tracks.len() {
            put(set, path, Kind::LostSagaClip);
        }
    }
    Ok(())
}

fn put(set: &mut FileSet, path: PathBuf, kind: Kind) {
    let named = false;
    set.add(Found { path, kind, named });
}

/// Files of a kind beside those of a set, each once, those of the tree's folder first.
fn candidates(set: &FileSet, tree_folder: Folder, kind: Kind, most: usize) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for found in set.files.iter().filter(|found| found.kind.is_lost_saga()) {
        let own = folder_of(&found.path);
        let of_tree = root_above(&own).map(|root| folders_below(&root, tree_folder.name()));
        for folder in of_tree.into_iter().flatten().chain([own]) {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
    }
    let files = folders.iter().flat_map(|folder| files_in(folder));
    let is_wanted =
        |path: &PathBuf| !set.holds(path) && sniff_file(path).is_ok_and(|it| it == kind);
    files.filter(is_wanted).take(most).collect()
}

/// The bones that meshes and clips of a set name.
fn wanted_bones(set: &FileSet) -> HashSet<Vec<u8>> {
    let mut wanted = HashSet::new();
    for found in &set.files {
        match found.kind {
            Kind::LostSagaMesh => {
                let mesh = fs::read(&found.path).ok();
                let mesh = mesh.and_then(|bytes| msh::read(&bytes).ok());
                let bones = mesh.into_iter().flat_map(|mesh| mesh.bones);
                wanted.extend(bones.map(|bone| bone.0));
            }
            Kind::LostSagaClip => wanted.extend(tracks_of(&found.path)),
            _ => {}
        }
    }
    wanted
}

fn bones_of(path: &Path) -> HashSet<Vec<u8>> {
    let file = fs::read(path).ok();
    let file = file.and_then(|bytes| skl::read(&bytes).ok());
    let bones = file.into_iter().flat_map(|file| file.bones);
    bones.map(|bone| bone.name.0).collect()
}

fn tracks_of(path: &Path) -> HashSet<Vec<u8>> {
    let file = fs::read(path).ok();
    let file = file.and_then(|bytes| ani::read(&bytes).ok());
    let tracks = file.into_iter().flat_map(|file| file.tracks);
    tracks.map(|track| track.bone.0).collect()
}

/// Meshes and clips of sets without a skeleton join the only set that has one: what a person names together is worn
/// together, wherever it lies.
pub fn joined(mut sets: Vec<FileSet>) -> Vec<FileSet> {
    let has_skeleton = |set: &FileSet| {
        let mut files = set.files.iter();
        files.any(|found| found.kind == Kind::LostSagaSkeleton)
    };
    let all_of_game = sets.iter().all(|set| {
        let mut bodies = set.files.iter().filter(|found| found.kind.is_body());
        bodies.all(|found| found.kind.is_lost_saga())
    });
    if !all_of_game || sets.iter().filter(|set| has_skeleton(set)).count() != 1 {
        return sets;
    }
    let Some(place) = sets.iter().position(has_skeleton) else {
        return sets;
    };
    let mut whole = sets.remove(place);
    sets.into_iter().for_each(|set| whole.take_in(set));
    vec![whole]
}
