//! Which files a skin's bin and the files it names bring together (league-formats §7.1): from a bin to the character, from
//! the character to its bin, from there along the links.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

use super::super::gather::{FileSet, Found, canonical, sniff_file};
use super::super::siblings::{entries, files_in, folder_of};
use super::super::sniff::Kind;
use super::super::{OpenError, Progress};
use super::bin::{self, names};
use super::hash::xxh64;
use super::skin_bin::skins;
use super::tree::{Tree, fit};
use crate::model::league::bin::{Bin, BinName, Field, Value, field};
use crate::model::league::skin::Skin;

/// Links are followed to at most so many bins.
const MOST_LINKED: usize = 64;
/// Paths in one bin that are looked for on the disk: a made file could name a million.
const MOST_LINKS: usize = 256;
const MOST_CLIPS: usize = 4096;
/// A character has seldom a hundred skins.
const MOST_SKINS: usize = 400;

/// Gives a set that has bins and neither skeleton nor mesh those that its first skin names; a clip graph's skin is looked
/// for first. The home moves there.
pub(in crate::formats) fn add_body(
    set: &mut FileSet,
    progress: &Progress,
) -> Result<(), OpenError> {
    if set.body().is_some() {
        return Ok(());
    }
    for path in bins_of(set) {
        progress.check()?;
        let Some(mut bin) = read(&path) else { continue };
        let mut tree = Tree::around(&folder_of(&path));
        let mut path = path;
        if let Some(skin) = skin_of_graph(&path, &bin, &mut tree, progress)? {
            add(set, skin.0.clone(), |kind| kind == Kind::LeagueBin);
            (path, bin) = skin;
            tree = Tree::around(&folder_of(&path));
        }
        for skin in skins(&bin, 0).0.iter().take(MOST_SKINS) {
            for name in [&skin.mesh, &skin.skeleton].into_iter().flatten() {
                if let Some(found) = body_in_tree(name, &path, &mut tree) {
                    add(set, found, Kind::is_body);
                }
            }
        }
        if let Some(body) = set.body() {
            set.home = folder_of(&body.path);
            return Ok(());
        }
    }
    Ok(())
}

/// The skin's bin that plays a bin's clip graph: of `characters/x/animations/skin4.bin` first `characters/x/skins/skin4.bin`,
/// then any of the character's.
fn skin_of_graph(
    path: &Path,
    bin: &Bin,
    tree: &mut Tree,
    progress: &Progress,
) -> Result<Option<(PathBuf, Bin)>, OpenError> {
    let mut graphs = bin.of_class(names::ANIMATION_GRAPH_DATA).peekable();
    if graphs.peek().is_none() || !skins(bin, 0).0.is_empty() {
        return Ok(None);
    }
    let graphs: Vec<u32> = graphs.map(|graph| graph.path).collect();
    let plays = |bin: &Bin| {
        let mut played = skins(bin, 0).0.into_iter().filter_map(|skin| skin.graph);
        played.any(|graph| graphs.contains(&graph))
    };
    for skin in bins_of_character(path, skin_number(path), tree) {
        progress.check()?;
        if let Some(bin) = read(&skin)
            && plays(&bin)
        {
            return Ok(Some((skin, bin)));
        }
    }
    Ok(None)
}

/// A mesh or a skeleton by the name that the bin at `path` has for it. One that is named by a hash is looked for among
/// the files beside the bin, those of the character's skins, and those that are called by their hash.
fn body_in_tree(name: &BinName, path: &Path, tree: &mut Tree) -> Option<PathBuf> {
    let hash = match name {
        BinName::Text(text) => match tree.find(text) {
            Some(found) => return Some(found),
            None => Some(xxh64(text)),
        },
        BinName::File(hash) => Some(*hash),
        BinName::Hash(_) => None,
    };
    let called = hash.and_then(|hash| {
        let mut names = ["skn", "skl"]
            .map(|end| format!("{hash:016x}.{end}"))
            .into_iter();
        names.find_map(|name| tree.find(&name))
    });
    if called.is_some() || matches!(name, BinName::Text(_)) {
        return called;
    }
    let mut folders = vec![folder_of(path)];
    let character = character_of(path);
    let skins =
        character.and_then(|character| tree.find(&format!("assets/characters/{character}/skins")));
    if let Some(skins) = skins {
        folders.extend(
            entries(&skins)
                .filter(|entry| entry.is_dir())
                .take(MOST_SKINS),
        );
    }
    let files = folders.iter().flat_map(|folder| files_in(folder));
    let fits = files.map(|file| (fit(name, &file), file));
    fits.filter(|(fit, _)| *fit > 0).max().map(|(_, file)| file)
}

/// Completes a set that has a mesh or a skeleton: its skin's bin out of the tree around it, the bins that are linked, and
/// the clips that those name.
pub(in crate::formats) fn add_bins(
    set: &mut FileSet,
    progress: &Progress,
) -> Result<(), OpenError> {
    let bodies: Vec<PathBuf> = set
        .files
        .iter()
        .filter(|found| found.kind.is_body())
        .map(|found| found.path.clone())
        .collect();
    let mut queue: VecDeque<PathBuf> = bins_of(set).into();
    let mut is_named = false;
    let mut followed = 0;
    loop {
        // One bin at a time: several may be large.
        while let Some(path) = queue.pop_front() {
            progress.check()?;
            let Some(bin) = read(&path) else { continue };
            is_named |= names_any(&bin, &bodies);
            for linked in follow(&path, &bin, set) {
                if followed < MOST_LINKED {
                    followed += 1;
                    add(set, linked.clone(), |kind| kind == Kind::LeagueBin);
                    queue.push_back(linked);
                }
            }
        }
        let body = bodies.first().filter(|_| !is_named);
        is_named = true;
        let Some(found) = body.map(|body| bin_in_tree(body, &bodies, progress)) else {
            return Ok(());
        };
        if let Some(found) = found? {
            add(set, found.clone(), |kind| kind == Kind::LeagueBin);
            queue.push_back(found);
        }
    }
}

/// Adds the clips that a bin names, and gives the bins that it links to and the set has not.
fn follow(path: &Path, bin: &Bin, set: &mut FileSet) -> Vec<PathBuf> {
    let mut trees = [Tree::around(&folder_of(path)), Tree::around(&set.home)];
    let mut find = |path: &str| trees.iter_mut().find_map(|tree| tree.find(path));
    for clip in clip_paths(bin).into_iter().take(MOST_CLIPS) {
        if let Some(found) = find(clip) {
            add(set, found, |kind| kind == Kind::LeagueClip);
        }
    }
    let linked = bin.linked.iter().take(MOST_LINKS);
    let linked = linked.filter_map(|link| find(link));
    linked.filter(|path| !set.holds(path)).collect()
}

/// Adds a file that nobody named, if it is what it should be.
fn add(set: &mut FileSet, path: PathBuf, fits: impl Fn(Kind) -> bool) {
    let kind = sniff_file(&path).ok().filter(|kind| fits(*kind));
    if let Some(kind) = kind {
        set.add(Found {
            path,
            kind,
            named: false,
        });
    }
}

fn bins_of(set: &FileSet) -> Vec<PathBuf> {
    let bins = set.files.iter().filter(|f| f.kind == Kind::LeagueBin);
    bins.map(|found| found.path.clone()).collect()
}

/// A bin, if it can be read: what is wrong with it is said when the set is read.
fn read(path: &Path) -> Option<Bin> {
    let is_bin = sniff_file(path).is_ok_and(|kind| kind == Kind::LeagueBin);
    let bytes = is_bin.then(|| fs::read(path).ok())??;
    bin::read(&bytes).ok().map(|(bin, _)| bin)
}

fn names_any(bin: &Bin, bodies: &[PathBuf]) -> bool {
    skins(bin, 0).0.iter().any(|skin| names_one(skin, bodies))
}

fn names_one(skin: &Skin, bodies: &[PathBuf]) -> bool {
    [&skin.mesh, &skin.skeleton]
        .into_iter()
        .flatten()
        .any(|name| bodies.iter().any(|body| fit(name, body) > 0))
}

/// The bin of a skeleton's or mesh's skin, at its usual place in an extracted tree: of `assets/characters/x/skins/skin04`
/// first `data/characters/x/skins/skin4.bin`, then any that names the file.
fn bin_in_tree(
    body: &Path,
    bodies: &[PathBuf],
    progress: &Progress,
) -> Result<Option<PathBuf>, OpenError> {
    let mut tree = Tree::around(&folder_of(body));
    for path in bins_of_character(body, skin_number(&folder_of(body)), &mut tree) {
        progress.check()?;
        if let Some(bin) = read(&path)
            && names_any(&bin, bodies)
        {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// The bins of the skins of the character that a file belongs to, the skin of number `own` first.
fn bins_of_character(file: &Path, own: Option<u32>, tree: &mut Tree) -> Vec<PathBuf> {
    let Some(character) = character_of(file) else {
        return Vec::new();
    };
    let skins = tree.find(&format!("data/characters/{character}/skins"));
    let mut bins = skins.map(|folder| files_in(&folder)).unwrap_or_default();
    bins.retain(|path| {
        path.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("bin"))
    });
    bins.sort_by_key(|path| (skin_number(path) != own || own.is_none(), skin_number(path)));
    bins.truncate(MOST_SKINS);
    bins
}

/// The folder's name below `characters`.
fn character_of(body: &Path) -> Option<String> {
    let absolute = canonical(body);
    let mut parts = absolute.iter();
    parts.rfind(|part| part.eq_ignore_ascii_case("characters"))?;
    let below = absolute.iter().nth(parts.count() + 1)?;
    Some(below.to_string_lossy().into_owned())
}

/// The number of a skin in the name of its folder or bin: `base` and `skin0` are 0, `Skin04` is 4.
pub(super) fn skin_number(path: &Path) -> Option<u32> {
    let name = super::super::open::stem(path).to_ascii_lowercase();
    match name.as_str() {
        "base" => Some(0),
        _ => name.strip_prefix("skin")?.parse().ok(),
    }
}

/// The files of the clips that a bin's graphs name.
fn clip_paths(bin: &Bin) -> Vec<&str> {
    let graphs = bin.of_class(names::ANIMATION_GRAPH_DATA);
    let clips = graphs
        .filter_map(|graph| graph.field(names::CLIP_DATA_MAP))
        .flat_map(Value::as_pairs);
    clips
        .filter_map(|(_, clip)| {
            let resource = clip
                .as_struct()?
                .field(names::ANIMATION_RESOURCE_DATA_FIELD)?;
            let fields: &[Field] = &resource.as_struct()?.fields;
            field(fields, names::ANIMATION_FILE_PATH)?.as_str()
        })
        .collect()
}
