//! Where the files of a character lie: its home, and the folders beside it.

use std::fs;
use std::path::{Path, PathBuf};

use super::gather::{FileSet, Found, Gathered, canonical, sniff_file};
use super::{OpenError, Progress, lostsaga};

/// Completes a set with what lies in and beside its home.
pub(super) fn add(
    set: &mut FileSet,
    gathered: &mut Gathered,
    progress: &Progress,
) -> Result<(), OpenError> {
    if set.files.iter().any(|found| found.kind.is_lost_saga()) {
        return lostsaga::beside::add(set, progress);
    }
    // Files of other kinds are listed below named folders only: what else lies beside a named file is nobody's question.
    let unknown = gathered.unknown.len();
    let names_a_spine_skeleton = set
        .files
        .iter()
        .any(|file| file.named && file.kind.is_spine_skeleton());
    // Of the same family, a named mesh or skeleton has a namesake beside it; the others are other models.
    let named_bodies = set
        .files
        .iter()
        .filter(|file| file.named && file.kind.is_toee_body());
    let toee_bodies: Vec<String> = named_bodies.map(|file| stem_of(&file.path)).collect();
    for folder in folders_of_a_home(&set.home) {
        progress.check()?;
        for path in files_in(&folder) {
            if set.holds(&path) {
                continue;
            }
            if let Some(kind) = gathered.sniff(&path) {
                // A Spine skeleton that is named is a character of its own, however many lie beside it.
                if kind.is_spine_skeleton() && names_a_spine_skeleton {
                    continue;
                }
                if kind.is_toee_body()
                    && !toee_bodies.is_empty()
                    && !toee_bodies.contains(&stem_of(&path))
                {
                    continue;
                }
                set.add(Found {
                    path,
                    kind,
                    named: false,
                });
            }
        }
    }
    gathered.unknown.truncate(unknown);
    Ok(())
}

/// The home of the first skeleton or mesh, or, where there is none, of the first file.
pub(super) fn home_of_set(set: &FileSet) -> PathBuf {
    match set.body().or(set.files.first()) {
        Some(found) => home_of(found),
        None => set.home.clone(),
    }
}

/// A clip or a texture may lie in a folder below its character's: the nearest of three folders upwards that holds a
/// skeleton or a mesh, else its own.
pub(super) fn home_of(found: &Found) -> PathBuf {
    if found.kind.is_lost_saga() {
        return lostsaga::beside::home_of(&found.path);
    }
    let own = folder_of(&found.path);
    if found.kind.is_body() {
        return own;
    }
    let absolute = canonical(&own);
    let holds_body = |folder: &Path| {
        files_in(folder)
            .iter()
            .any(|path| sniff_file(path).is_ok_and(|kind| kind.is_body()))
    };
    let mut as_named = own.clone();
    for home in absolute.ancestors().take(3) {
        if holds_body(home) {
            // Kept relative where the person was relative: messages then name paths as the person knows them. Behind a
            // link, the folder above is another.
            let same = canonical(&as_named) == home;
            return if same { as_named } else { home.into() };
        }
        as_named = up(&as_named);
    }
    own
}

pub(super) fn up(folder: &Path) -> PathBuf {
    match folder.file_name() {
        Some(_) => folder_of(folder),
        None => folder.join(".."),
    }
}

/// The folders in which a character's files lie: its own, `animations`, `textures` and `bins` below it, and the base
/// skin's `animations`, which other skins share.
fn folders_of_a_home(home: &Path) -> Vec<PathBuf> {
    let own_clips = folders_below(home, "animations");
    let base_clips = if own_clips.is_empty() && is_skin(home) {
        folders_below(&up(home), "base")
            .iter()
            .flat_map(|base| folders_below(base, "animations"))
            .collect()
    } else {
        Vec::new()
    };
    let mut folders = vec![home.to_path_buf()];
    folders.extend(own_clips);
    folders.extend(folders_below(home, "textures"));
    folders.extend(folders_below(home, "bins"));
    folders.extend(base_clips);
    folders
}

fn is_skin(home: &Path) -> bool {
    let named_skin = |folder: &Path| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        name.to_ascii_lowercase().starts_with("skin")
    };
    named_skin(home) || home.file_name().is_none() && named_skin(&canonical(home))
}

/// The folders of this name, ignoring case, in a folder.
pub(super) fn folders_below(folder: &Path, name: &str) -> Vec<PathBuf> {
    let is_called = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|n| n.eq_ignore_ascii_case(name))
    };
    let mut found: Vec<PathBuf> = entries(folder)
        .filter(is_called)
        .filter(|path| path.is_dir())
        .collect();
    found.sort();
    found
}

pub(super) fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = entries(folder).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

pub(super) fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + '_ {
    fs::read_dir(here_if_empty(folder))
        .into_iter()
        .flatten()
        .flatten()
        .map(move |entry| folder.join(entry.file_name()))
}

fn stem_of(path: &Path) -> String {
    super::open::stem(path).to_ascii_lowercase()
}

/// The folder that a path lies in; empty for the current one.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    path.parent().map(Path::to_path_buf).unwrap_or_default()
}

pub(super) fn here_if_empty(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}
