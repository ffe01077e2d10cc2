//! Which files belong together: from the paths a person names to sets of files, one set a character.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::league::skin_files;
use super::lostsaga::model_parts;
use super::siblings;
use super::sniff::{self, Kind};
use super::{OpenError, Progress};

/// Folders nested deeper than this below a named one are not searched.
const DEEPEST: usize = 16;
/// Entries looked at below one named folder, so that a dropped disk does not keep the loader busy for ever.
const MOST_ENTRIES: usize = 200_000;

/// Bytes by which a file's kind is told: tables may begin with a page of comments.
const HEAD: usize = 4096;

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
    /// Places in `files`, by the path behind all links.
    known: HashMap<PathBuf, usize>,
}

impl FileSet {
    /// Adds a file; one that is there already, under whatever path, stays once.
    pub fn add(&mut self, found: Found) {
        let place = *self
            .known
            .entry(canonical(&found.path))
            .or_insert(self.files.len());
        match self.files.get_mut(place) {
            Some(file) => file.named |= found.named,
            None => self.files.push(found),
        }
    }

    /// Whether a file is there already, under whatever path.
    pub fn holds(&self, path: &Path) -> bool {
        self.known.contains_key(&canonical(path))
    }

    /// The first skeleton or mesh.
    pub fn body(&self) -> Option<&Found> {
        self.files.iter().find(|file| file.kind.is_body())
    }

    pub(super) fn take_in(&mut self, other: Self) {
        other.files.into_iter().for_each(|found| self.add(found));
    }
}

/// What gathering found.
#[derive(Debug, Default)]
pub struct Gathered {
    /// One a character.
    pub sets: Vec<FileSet>,
    /// Named paths that show nothing.
    pub refused: Vec<OpenError>,
    /// Files beside or below the named ones that are not what their own name says, and folders that cannot be read.
    pub belied: Vec<OpenError>,
    /// Files of no known kind below the named folders, sorted.
    pub unknown: Vec<PathBuf>,
    refused_paths: HashSet<PathBuf>,
}

impl Gathered {
    /// Keeps the refusal of a named path, once.
    fn refuse(&mut self, path: &Path, error: OpenError) {
        if self.refused_paths.insert(canonical(path)) {
            self.refused.push(error);
        }
    }

    /// Keeps the refusal of a path that nobody named, once.
    fn belie(&mut self, path: &Path, error: OpenError) {
        if self.refused_paths.insert(canonical(path)) {
            self.belied.push(error);
        }
    }

    /// The kind of a file that nobody named outright. One that is called `.skl` and is no skeleton is worth a word; a
    /// readme is not.
    pub(super) fn sniff(&mut self, path: &Path) -> Option<Kind> {
        match sniff_file(path) {
            Ok(kind) => return Some(kind),
            Err(error) if sniff::promises_a_known_kind(path) => self.belie(path, error),
            Err(_) => self.unknown.push(path.into()),
        }
        None
    }
}

/// Sorts the named paths, and unless `only` what lies beside them, into sets.
///
/// All files that are named outright make one set, since the person put them together; each folder that holds a
/// skeleton or a mesh makes one of its own.
pub fn gather(paths: &[PathBuf], only: bool, progress: &Progress) -> Result<Gathered, OpenError> {
    let mut gathered = Gathered::default();
    let mut named = FileSet::default();
    let mut sets = Vec::new();
    for path in paths {
        progress.check()?;
        match fs::metadata(path) {
            Err(error) => gathered.refuse(path, unreadable(path, &error)),
            Ok(metadata) if metadata.is_dir() => {
                let below = files_below(path, &mut gathered, progress)?;
                sets.extend(sets_of(&below, &mut gathered));
            }
            Ok(_) => match sniff_file(path) {
                Ok(kind) => named.add(Found {
                    path: path.clone(),
                    kind,
                    named: true,
                }),
                Err(error) => gathered.refuse(path, error),
            },
        }
    }
    let names_a_file = !named.files.is_empty();
    // Clips and bins that are named together with one character's folder are that character's.
    let bodies = sets.iter().filter(|set| set.body().is_some()).count();
    let belongs_to_folder = named.body().is_none() && bodies == 1;
    if names_a_file {
        named.home = siblings::home_of_set(&named);
        if !only && !belongs_to_folder {
            complete(&mut named, &mut gathered, progress)?;
        }
        sets.insert(0, named);
    }
    sets = with_homes_joined(sets);
    sets = with_loose_sets_joined(super::lostsaga::beside::joined(sets));
    if !only && (!names_a_file || belongs_to_folder) {
        sets = completed(sets, &mut gathered, progress)?;
    }
    gathered.sets = sets;
    Ok(gathered)
}

/// Adds to a set what lies beside it, and what its bins bring.
fn complete(
    set: &mut FileSet,
    gathered: &mut Gathered,
    progress: &Progress,
) -> Result<(), OpenError> {
    skin_files::add_body(set, progress)?;
    model_parts::add(set, progress)?;
    siblings::add(set, gathered, progress)?;
    skin_files::add_bins(set, progress)
}

/// A folder that holds one character is completed like any file of it, and so are folders of clips and textures alone.
/// A tree of many characters has its own order.
fn completed(
    mut sets: Vec<FileSet>,
    gathered: &mut Gathered,
    progress: &Progress,
) -> Result<Vec<FileSet>, OpenError> {
    let alone = sets.len() == 1;
    if alone || sets.iter().all(|set| set.body().is_none()) {
        for set in &mut sets {
            set.home = siblings::home_of_set(set);
            complete(set, gathered, progress)?;
        }
        return Ok(with_loose_sets_joined(with_homes_joined(sets)));
    }
    for set in sets.iter_mut().filter(|set| set.body().is_some()) {
        skin_files::add_bins(set, progress)?;
    }
    Ok(without_taken(sets))
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
    let mut head = Vec::with_capacity(HEAD);
    fs::File::open(path)
        .map_err(unreadable)?
        .take(HEAD as u64)
        .read_to_end(&mut head)
        .map_err(unreadable)?;
    match sniff::kind(&head) {
        Some(kind) if metadata.len() > kind.most_bytes() => Err(OpenError::Unreadable {
            path: path.into(),
            reason: format!(
                "begins like a {} but is {} MiB large, and at most {} are read",
                kind.title(),
                metadata.len() >> 20,
                kind.most_bytes() >> 20
            ),
            advice: "extract or export the file again; it may be several files in one".into(),
        }),
        Some(kind) => Ok(kind),
        None => {
            if let Some((kind, error)) = super::lostsaga::token::wrong(path, &head) {
                return Err(OpenError::Refused {
                    path: path.into(),
                    kind: kind.title(),
                    error: error.into(),
                });
            }
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

/// Every regular file below a folder, sorted. Folders behind links are left out: they may lead in circles, or to the
/// whole disk. What is left out for its depth or number is refused aloud.
fn files_below(
    named: &Path,
    gathered: &mut Gathered,
    progress: &Progress,
) -> Result<Vec<PathBuf>, OpenError> {
    let mut files = Vec::new();
    let mut folders = vec![(named.to_path_buf(), 0)];
    let mut entries = 0;
    let mut left_out = None;
    'folders: while let Some((folder, depth)) = folders.pop() {
        progress.check()?;
        let listing = match fs::read_dir(&folder) {
            Ok(listing) => listing,
            Err(error) => {
                gathered.belie(&folder, unreadable(&folder, &error));
                continue;
            }
        };
        for entry in listing.flatten() {
            entries += 1;
            if entries > MOST_ENTRIES {
                left_out = Some(format!("holds more than {MOST_ENTRIES} files and folders"));
                break 'folders;
            }
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_dir() && depth == DEEPEST {
                left_out = Some(format!("holds folders nested more than {DEEPEST} deep"));
            } else if kind.is_dir() {
                folders.push((entry.path(), depth + 1));
            } else if kind.is_file() || kind.is_symlink() && entry.path().is_file() {
                files.push(entry.path());
            }
        }
    }
    if let Some(reason) = left_out {
        let error = OpenError::Unreadable {
            path: named.into(),
            reason: format!("{reason}; the rest was not looked at"),
            advice: "name a folder further down".into(),
        };
        gathered.refuse(named, error);
    }
    files.sort();
    Ok(files)
}

/// Groups files by home: the nearest folder upwards that holds a skeleton or a mesh, else their own folder.
fn sets_of(files: &[PathBuf], gathered: &mut Gathered) -> Vec<FileSet> {
    let known: Vec<Found> = files
        .iter()
        .filter_map(|path| {
            Some(Found {
                kind: gathered.sniff(path)?,
                path: path.clone(),
                named: false,
            })
        })
        .collect();
    let homes: HashSet<PathBuf> = known
        .iter()
        .filter(|found| found.kind.is_body())
        .map(siblings::home_of)
        .collect();
    let mut sets: BTreeMap<PathBuf, FileSet> = BTreeMap::new();
    for found in known {
        let own = siblings::folder_of(&found.path);
        let home = own
            .ancestors()
            .find(|folder| homes.contains(*folder))
            .unwrap_or(&own);
        let set = sets.entry(home.to_path_buf()).or_default();
        set.home = home.to_path_buf();
        set.add(found);
    }
    sets.into_values().collect()
}

/// One set for each home: a file may be named together with its folder, a folder twice.
fn with_homes_joined(sets: Vec<FileSet>) -> Vec<FileSet> {
    let mut joined: Vec<FileSet> = Vec::new();
    let mut place_of: HashMap<PathBuf, usize> = HashMap::new();
    for set in sets {
        let place = *place_of.entry(canonical(&set.home)).or_insert(joined.len());
        match joined.get_mut(place) {
            Some(first) => first.take_in(set),
            None => joined.push(set),
        }
    }
    joined
}

/// Sets without skeleton and mesh (a folder of clips, say) join the first set that has one.
fn with_loose_sets_joined(sets: Vec<FileSet>) -> Vec<FileSet> {
    let bodies = sets.iter().filter(|set| set.body().is_some()).count();
    let is_named = |set: &FileSet| set.files.iter().any(|file| file.named);
    let first_is_named_body = sets
        .first()
        .is_some_and(|set| set.body().is_some() && is_named(set));
    // Only for a character that was named outright or stands alone: a tree of many has its own order.
    if bodies != 1 && !first_is_named_body {
        return sets;
    }
    let (mut whole, loose): (Vec<FileSet>, Vec<FileSet>) =
        sets.into_iter().partition(|set| set.body().is_some());
    if let Some(first) = whole.first_mut() {
        loose.into_iter().for_each(|set| first.take_in(set));
    }
    whole
}

/// In a tree of many characters, bins and clips that went to their character are no character of their own.
fn without_taken(mut sets: Vec<FileSet>) -> Vec<FileSet> {
    let whole = sets.iter().filter(|set| set.body().is_some());
    let taken: HashSet<PathBuf> = whole.flat_map(|set| set.known.keys().cloned()).collect();
    sets.retain(|set| {
        let is_left = |path: &PathBuf| !taken.contains(path);
        set.body().is_some() || set.known.keys().any(is_left)
    });
    sets
}

/// The path behind all links; as it is where there is nothing.
pub(super) fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(siblings::here_if_empty(path)).unwrap_or_else(|_| path.to_path_buf())
}
