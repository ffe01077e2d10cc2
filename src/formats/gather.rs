//! Which files belong together: from the paths a person names to sets of files, one set a character.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::sniff::{self, Kind};
use super::{OpenError, Progress};

/// Folders nested deeper than this below a named one are not searched.
const DEEPEST: usize = 16;
/// Entries looked at below one named folder, so that a dropped disk does not keep the loader busy for ever.
const MOST_ENTRIES: usize = 200_000;
/// No file of these kinds comes near this size.
const LARGEST_FILE: u64 = 512 << 20;

/// A file that will be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where.
    pub path: PathBuf,
    /// By content.
    pub kind: Kind,
    /// Named by the person, as against found beside what was named.
    pub named: bool,
}

/// Files of one character.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSet {
    /// The folder that holds the skeleton and the mesh.
    pub home: PathBuf,
    /// Named files first.
    pub files: Vec<Found>,
}

impl FileSet {
    /// Adds a file unless it is there already.
    pub fn add(&mut self, found: Found) {
        if !self
            .files
            .iter()
            .any(|file| same_path(&file.path, &found.path))
        {
            self.files.push(found);
        }
    }

    fn has_body(&self) -> bool {
        self.files
            .iter()
            .any(|file| matches!(file.kind, Kind::LeagueSkeleton | Kind::LeagueMesh))
    }
}

/// What gathering found.
#[derive(Debug, Default)]
pub struct Gathered {
    /// One a character.
    pub sets: Vec<FileSet>,
    /// Named paths that show nothing.
    pub refused: Vec<OpenError>,
    /// Files of no known kind below the named folders, sorted.
    pub unknown: Vec<PathBuf>,
}

/// Sorts the named paths, and unless `only` what lies beside them, into sets.
///
/// All files that are named outright make one set, since the person put them together; each folder that holds a
/// skeleton or a mesh makes one of its own.
pub fn gather(paths: &[PathBuf], only: bool, progress: &Progress) -> Result<Gathered, OpenError> {
    let mut gathered = Gathered::default();
    let mut named = FileSet::default();
    for path in paths {
        progress.check()?;
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) => {
                gathered.refused.push(unreadable(path, &error));
                continue;
            }
        };
        if metadata.is_dir() {
            let below = files_below(path, progress)?;
            gathered.sets.extend(sets_of(&below, &mut gathered.unknown));
        } else {
            match sniff_file(path) {
                Ok(kind) => named.add(Found {
                    path: path.clone(),
                    kind,
                    named: true,
                }),
                Err(error) => gathered.refused.push(error),
            }
        }
    }
    if !named.files.is_empty() {
        if !only {
            add_siblings(&mut named, progress)?;
        }
        gathered.sets.insert(0, named);
    }
    gathered.sets = with_loose_sets_joined(gathered.sets);
    Ok(gathered)
}

/// The kind of a file, by its first bytes.
pub fn sniff_file(path: &Path) -> Result<Kind, OpenError> {
    let unreadable = |error: std::io::Error| unreadable(path, &error);
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(OpenError::Unreadable {
            path: path.into(),
            reason: "neither a file nor a folder".into(),
            advice: "name a file or a folder".into(),
        });
    }
    let mut head = Vec::with_capacity(512);
    fs::File::open(path)
        .map_err(unreadable)?
        .take(512)
        .read_to_end(&mut head)
        .map_err(unreadable)?;
    match sniff::kind(&head) {
        Some(kind) if metadata.len() > LARGEST_FILE => Err(OpenError::Unreadable {
            path: path.into(),
            reason: format!(
                "begins like a {} but is {} MiB large",
                kind.title(),
                metadata.len() >> 20
            ),
            advice: "no file of this kind is larger than a few MiB: extract it again".into(),
        }),
        Some(kind) => Ok(kind),
        None => {
            let (found, advice) = sniff::describe_unknown(&head);
            Err(OpenError::Unknown {
                path: path.into(),
                found,
                advice,
            })
        }
    }
}

pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> OpenError {
    let (reason, advice) = match error.kind() {
        std::io::ErrorKind::NotFound => (
            "there is no such file or folder",
            "check the spelling of the path",
        ),
        std::io::ErrorKind::PermissionDenied => {
            ("reading it is not permitted", "change its permissions")
        }
        _ => {
            return OpenError::Unreadable {
                path: path.into(),
                reason: format!("it cannot be read ({error})"),
                advice: "copy it to a local disk and try again".into(),
            };
        }
    };
    OpenError::Unreadable {
        path: path.into(),
        reason: reason.into(),
        advice: advice.into(),
    }
}

/// Every regular file below a folder, sorted. Folders behind links are left out: they may lead in circles.
fn files_below(folder: &Path, progress: &Progress) -> Result<Vec<PathBuf>, OpenError> {
    let mut files = Vec::new();
    let mut folders = vec![(folder.to_path_buf(), 0)];
    let mut entries = 0;
    while let Some((folder, depth)) = folders.pop() {
        progress.check()?;
        let Ok(listing) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in listing.flatten() {
            entries += 1;
            if entries > MOST_ENTRIES {
                files.sort();
                return Ok(files);
            }
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_dir() && depth < DEEPEST {
                folders.push((entry.path(), depth + 1));
            } else if kind.is_file() || kind.is_symlink() && entry.path().is_file() {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Groups files by home: the nearest folder upwards that holds a skeleton or a mesh, else their own folder.
fn sets_of(files: &[PathBuf], unknown: &mut Vec<PathBuf>) -> Vec<FileSet> {
    let mut known = Vec::new();
    for path in files {
        match sniff_file(path) {
            Ok(kind) => known.push(Found {
                path: path.clone(),
                kind,
                named: false,
            }),
            Err(_) => unknown.push(path.clone()),
        }
    }
    let is_body = |found: &&Found| matches!(found.kind, Kind::LeagueSkeleton | Kind::LeagueMesh);
    let homes: Vec<PathBuf> = known
        .iter()
        .filter(is_body)
        .filter_map(|found| parent(&found.path))
        .collect();
    let mut sets: BTreeMap<PathBuf, FileSet> = BTreeMap::new();
    for found in known {
        let own = parent(&found.path).unwrap_or_default();
        let home = own
            .ancestors()
            .find(|folder| homes.iter().any(|home| home == folder))
            .unwrap_or(&own);
        let set = sets.entry(home.to_path_buf()).or_default();
        set.home = home.to_path_buf();
        set.add(found);
    }
    sets.into_values().collect()
}

/// Sets without skeleton and mesh (a folder of clips, say) join the first set that has one.
fn with_loose_sets_joined(sets: Vec<FileSet>) -> Vec<FileSet> {
    let bodies = sets.iter().filter(|set| set.has_body()).count();
    let first_has_body = sets.first().is_some_and(FileSet::has_body);
    // Only for a character that was named outright or stands alone: a tree of many has its own order.
    if bodies == 0
        || !(first_has_body && sets[0].files.iter().any(|file| file.named) || bodies == 1)
    {
        return sets;
    }
    let (mut whole, loose): (Vec<FileSet>, Vec<FileSet>) =
        sets.into_iter().partition(FileSet::has_body);
    for found in loose.into_iter().flat_map(|set| set.files) {
        whole[0].add(found);
    }
    whole
}

/// Completes a set of named files with what lies beside the first skeleton or mesh of it, or, where none is named,
/// beside or above the first file.
fn add_siblings(set: &mut FileSet, progress: &Progress) -> Result<(), OpenError> {
    let is_body = |found: &&Found| matches!(found.kind, Kind::LeagueSkeleton | Kind::LeagueMesh);
    let home = match set.files.iter().find(is_body).or(set.files.first()) {
        Some(found) => home_of(found),
        None => return Ok(()),
    };
    set.home = home.clone();
    for folder in folders_of_a_home(&home) {
        progress.check()?;
        for path in files_in(&folder) {
            if let Ok(kind) = sniff_file(&path) {
                set.add(Found {
                    path,
                    kind,
                    named: false,
                });
            }
        }
    }
    Ok(())
}

/// A clip or a texture may lie in a folder below its character's: the nearest of three folders upwards that holds a
/// skeleton or a mesh, else its own.
fn home_of(found: &Found) -> PathBuf {
    let own = parent(&found.path).unwrap_or_default();
    if matches!(found.kind, Kind::LeagueSkeleton | Kind::LeagueMesh) {
        return own;
    }
    let holds_body = |folder: &&Path| {
        files_in(folder).iter().any(|path| {
            matches!(
                sniff_file(path),
                Ok(Kind::LeagueSkeleton | Kind::LeagueMesh)
            )
        })
    };
    let absolute = fs::canonicalize(&own).unwrap_or(own.clone());
    match absolute
        .ancestors()
        .take(3)
        .position(|folder| holds_body(&folder))
    {
        // Kept relative where the person was relative: messages then name paths as the person knows them.
        Some(0) => own,
        Some(levels) => (0..levels).fold(own, |folder, _| up(&folder)),
        None => own,
    }
}

fn up(folder: &Path) -> PathBuf {
    match folder.file_name() {
        Some(_) => parent(folder).unwrap_or_default(),
        None => folder.join(".."),
    }
}

/// The folders in which a character's files lie: its own, `animations` and `textures` below it, and the base skin's
/// `animations`, which other skins share.
fn folders_of_a_home(home: &Path) -> Vec<PathBuf> {
    let mut folders = vec![home.to_path_buf()];
    let below = |folder: &Path, wanted: &[&str]| -> Vec<PathBuf> {
        let mut found: Vec<PathBuf> = fs::read_dir(here_if_empty(folder))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| folder.join(entry.file_name()))
            .filter(|path| path.is_dir())
            .filter(|path| {
                wanted.iter().any(|name| {
                    path.file_name()
                        .is_some_and(|n| n.eq_ignore_ascii_case(name))
                })
            })
            .collect();
        found.sort();
        found
    };
    folders.extend(below(home, &["animations", "textures"]));
    let has_own_clips = folders.len() > 1
        && folders[1..].iter().any(|folder| {
            folder
                .file_name()
                .is_some_and(|name| name.eq_ignore_ascii_case("animations"))
        });
    let is_skin = home.file_name().is_some_and(|name| {
        name.to_string_lossy()
            .to_ascii_lowercase()
            .starts_with("skin")
    });
    if is_skin && !has_own_clips {
        for base in below(&up(home), &["base"]) {
            folders.extend(below(&base, &["animations"]));
        }
    }
    folders
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let listing = fs::read_dir(here_if_empty(folder))
        .into_iter()
        .flatten()
        .flatten();
    let mut files: Vec<PathBuf> = listing
        .map(|entry| folder.join(entry.file_name()))
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    files
}

fn here_if_empty(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}

fn parent(path: &Path) -> Option<PathBuf> {
    path.parent().map(Path::to_path_buf)
}

fn same_path(a: &Path, b: &Path) -> bool {
    a == b || matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}
