//! Paths → characters.

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::gather::{self, FileSet, Found};
use super::sniff::Kind;
use super::{OpenError, Progress, ReadError, league, lostsaga, spine, texture, toee};
use crate::model::finding::counted;
use crate::model::league::bin::BinFile;
use crate::model::{AtlasFile, Character, Family, Finding, Texture};

/// How to open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenOptions {
    /// Take exactly what is named, nothing beside it.
    pub only: bool,
}

/// What opening gave.
#[derive(Clone, Debug, Default)]
pub struct Opened {
    /// At least one; the one made of files named outright comes first.
    pub characters: Vec<Character>,
    /// Files below the named folders that are of no known kind.
    pub unknown: Vec<PathBuf>,
}

/// Which textures to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Textures {
    /// Those that were named or that a submesh wears.
    Worn,
    /// Every one, and the pixels of none are kept: to check files.
    All,
}

/// What one visit leaves over.
#[derive(Debug, Default)]
pub struct Visited {
    /// Paths of which nothing could be shown.
    pub refused: Vec<OpenError>,
    /// Files below the named folders that are of no known kind.
    pub unknown: Vec<PathBuf>,
    /// Homes of the characters that were left unread.
    pub unread: Vec<PathBuf>,
}

/// Opens files and folders of any mix. A character that can be shown in part is shown in part, with findings for the rest.
///
/// # Errors
/// When nothing at all can be shown, or `progress` was cancelled: the first named path's refusal.
pub fn open(
    paths: &[PathBuf],
    options: &OpenOptions,
    progress: &Progress,
) -> Result<Opened, OpenError> {
    let mut characters = Vec::new();
    let keep = |character| {
        characters.push(character);
        ControlFlow::Continue(())
    };
    let visited = visit(paths, options, Textures::Worn, progress, keep)?;
    if let Some(first) = characters.first_mut() {
        let findings = visited.refused.iter().map(OpenError::to_finding);
        first.findings.extend(findings);
    }
    Ok(Opened {
        characters,
        unknown: visited.unknown,
    })
}

/// Opens files and folders of any mix and hands over one character after the other, so that a whole game's worth need
/// not fit in memory at once. Breaking off leaves the rest unread.
///
/// # Errors
/// As [`open`].
pub fn visit(
    paths: &[PathBuf],
    options: &OpenOptions,
    textures: Textures,
    progress: &Progress,
    mut each: impl FnMut(Character) -> ControlFlow<()>,
) -> Result<Visited, OpenError> {
    let gathered = gather::gather(paths, options.only, progress)?;
    progress.expect(gathered.sets.iter().map(|set| set.files.len()).sum());
    let mut refused = gathered.refused;
    let mut is_empty = true;
    let mut sets = gathered.sets.iter();
    for set in sets.by_ref() {
        let (character, mut errors) = read_set(set, options.only, textures, progress)?;
        if character.files.is_empty() {
            refused.append(&mut errors);
            continue;
        }
        is_empty = false;
        if each(character).is_break() {
            break;
        }
    }
    refused.extend(gathered.belied);
    if is_empty {
        return Err(match refused.is_empty() {
            true => nothing_there(paths),
            false => refused.swap_remove(0),
        });
    }
    Ok(Visited {
        refused,
        unknown: gathered.unknown,
        unread: sets.map(|set| set.home.clone()).collect(),
    })
}

/// Reads one character again, and nothing of the others that were opened with it: of the sets that `paths` make now the
/// one that has most of `files`. Findings tell of refused files that are among `files`.
///
/// # Errors
/// As [`open`].
pub fn reopen(
    paths: &[PathBuf],
    options: &OpenOptions,
    files: &[PathBuf],
    progress: &Progress,
) -> Result<Character, OpenError> {
    let gathered = gather::gather(paths, options.only, progress)?;
    let files: HashSet<&Path> = files.iter().map(PathBuf::as_path).collect();
    let shared = |set: &&FileSet| {
        let found = set.files.iter();
        found.filter(|it| files.contains(it.path.as_path())).count()
    };
    let mut refused = gathered.refused;
    refused.extend(gathered.belied);
    // The first of those that have as many.
    if let Some(set) = gathered.sets.iter().rev().max_by_key(shared) {
        progress.expect(set.files.len());
        let (mut character, mut errors) = read_set(set, options.only, Textures::Worn, progress)?;
        if !character.files.is_empty() {
            let findings = refused.iter().map(OpenError::to_finding);
            let is_ours = |finding: &Finding| {
                let file = finding.file.as_deref();
                file.is_some_and(|file| files.contains(file) || gathered.sets.len() == 1)
            };
            character.findings.extend(findings.filter(is_ours));
            return Ok(character);
        }
        refused.append(&mut errors);
    }
    Err(match refused.is_empty() {
        true => nothing_there(paths),
        false => refused.swap_remove(0),
    })
}

fn nothing_there(paths: &[PathBuf]) -> OpenError {
    OpenError::Unknown {
        path: paths.first().cloned().unwrap_or_default(),
        found: "no file of a known kind is here".into(),
        advice: "name a League .skl, .skn or .anm file, a Spine .skel, a Temple of Elemental Evil .skm or .ska, \
                 a Lost Saga .skl, .msh or .ani, or a folder that holds some"
            .into(),
    }
}

/// Reads every file of a set. Files that are refused become findings, and are returned too.
fn read_set(
    set: &FileSet,
    only: bool,
    wanted: Textures,
    progress: &Progress,
) -> Result<(Character, Vec<OpenError>), OpenError> {
    let mut character = Character::empty(Family::League, "");
    let mut errors = Vec::new();
    let (textures, others): (Vec<&Found>, Vec<&Found>) =
        set.files.iter().partition(|found| found.kind.is_texture());
    let mut bins = Bins::default();
    for found in others {
        progress.check()?;
        progress.begin(found.path.display().to_string());
        match read_into(&mut character, found) {
            Ok(()) if found.kind == Kind::LeagueBin => bins.keep_or_drop(&mut character, found),
            Ok(()) => {}
            Err(error) => {
                character.findings.push(error.to_finding());
                errors.push(error);
            }
        }
        progress.finish_one();
    }
    character.findings.extend(bins.report());
    let mut shelf = Shelf::default();
    let beside: Vec<PathBuf> = textures.iter().map(|found| found.path.clone()).collect();
    for found in textures {
        progress.check()?;
        if found.named || wanted == Textures::All {
            progress.begin(found.path.display().to_string());
            shelf.take(&mut character, &found.path);
        }
        if wanted == Textures::All {
            character.textures.iter_mut().for_each(|t| t.image = None);
        }
    }
    let mut take = |character: &mut Character, path: &Path| {
        progress.begin(path.display().to_string());
        shelf.take(character, path)
    };
    let of_toee = |found: &Found| matches!(found.kind, Kind::ToeeMaterial | Kind::ToeeTable);
    let is_unclaimed = character.family == Family::League && character.bins.is_empty();
    if is_unclaimed && set.files.iter().any(of_toee) {
        claim(&mut character, Family::Toee);
    }
    match character.family {
        Family::League => {
            let patched = league::bin::apply_patches(&mut character.bins);
            character.findings.extend(patched);
            league::skin_bin::attach(&mut character);
            let at_hand = league::materials::AtHand {
                beside: &beside,
                in_tree: !only,
            };
            league::materials::assign(&mut character, &at_hand, take);
            league::graph::attach(&mut character);
        }
        Family::Spine => spine::character::dress(&mut character, &mut take),
        Family::Toee => {
            toee::character::dress(&mut character, &mut take);
            let is_named = |found: &&Found| found.named && found.kind == Kind::ToeeMaterial;
            for found in set.files.iter().filter(is_named) {
                toee::character::add_loose(&mut character, &found.path, &mut take);
            }
        }
        Family::LostSaga => {
            lostsaga::dress::dress(&mut character, &mut take);
            lostsaga::character::dress(&mut character, only);
            lostsaga::person::dress(&mut character, set);
        }
    }
    if wanted == Textures::All {
        character.textures.iter_mut().for_each(|t| t.image = None);
    }
    errors.extend(shelf.errors);
    beside.iter().for_each(|_| progress.finish_one());
    character.name = name_of(&character, set);
    Ok((character, errors))
}

/// Bins of one character that are kept: a champion with all its skins has hundreds of megabytes of values, of which its
/// look needs little.
#[derive(Default)]
struct Bins {
    bytes: u64,
    dropped: usize,
}

impl Bins {
    /// In the files; values take several times as much.
    const MOST_BYTES: u64 = 16 << 20;

    /// After the last bin was read.
    fn keep_or_drop(&mut self, character: &mut Character, found: &Found) {
        let bytes = fs::metadata(&found.path).map_or(0, |metadata| metadata.len());
        if self.bytes + bytes > Self::MOST_BYTES && !found.named {
            character.bins.pop();
            self.dropped += 1;
        } else {
            self.bytes += bytes;
        }
    }

    fn report(&self) -> Option<Finding> {
        let dropped = counted(self.dropped, "bin was", "bins were");
        (self.dropped > 0).then(|| {
            Finding::note(
                "league.bins-dropped",
                format!("{dropped} read and not kept, for all together are too large"),
                "name the bin of the skin that you want to see",
            )
        })
    }
}

/// Textures are read once, when they are first wanted, and refused once.
#[derive(Default)]
struct Shelf {
    refused: HashSet<PathBuf>,
    errors: Vec<OpenError>,
}

impl Shelf {
    fn take(&mut self, character: &mut Character, path: &Path) -> Option<usize> {
        if self.refused.contains(path) {
            return None;
        }
        match read_texture(character, path) {
            Ok(index) => Some(index),
            Err(error) => {
                character.findings.push(error.to_finding());
                self.refused.insert(path.into());
                self.errors.push(error);
                None
            }
        }
    }
}

/// Called after what is shown first: the mesh, else the skeleton, else the first file.
fn name_of(character: &Character, set: &FileSet) -> String {
    let first = |list: usize| if list == 0 { None } else { Some(0) };
    let skeleton = character
        .start
        .skeleton
        .or(first(character.skeletons.len()));
    let mesh = match skeleton {
        Some(skeleton) => character.mesh_for_skeleton(skeleton),
        None => character.start.mesh.or(first(character.meshes.len())),
    };
    let mesh = mesh.map(|mesh| character.meshes[mesh].name.clone());
    let skeleton = skeleton.map(|skeleton| character.skeletons[skeleton].name.clone());
    let file = set.files.first().map(|found| stem(&found.path));
    mesh.or(skeleton).or(file).unwrap_or_default()
}

pub(super) fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Reads one file into its list.
fn read_into(character: &mut Character, found: &Found) -> Result<(), OpenError> {
    let bytes = fs::read(&found.path).map_err(|error| gather::unreadable(&found.path, &error))?;
    parse_into(character, found.kind, &found.path, found.named, &bytes)
}

/// Puts the content of one file into its list. The first named one of a list is what is shown first.
pub(super) fn parse_into(
    character: &mut Character,
    kind: Kind,
    path: &Path,
    named: bool,
    bytes: &[u8],
) -> Result<(), OpenError> {
    let refused = |error: ReadError| OpenError::Refused {
        path: path.into(),
        kind: kind.title(),
        error: error.into(),
    };
    let named_first = |start: &mut Option<usize>, index: usize| {
        if named {
            start.get_or_insert(index);
        }
    };
    let findings = match kind {
        Kind::LeagueSkeleton => {
            let (mut skeleton, findings) = league::skl::read(bytes).map_err(refused)?;
            skeleton.name = stem(path);
            skeleton.file = Some(path.into());
            named_first(&mut character.start.skeleton, character.skeletons.len());
            character.skeletons.push(skeleton);
            findings
        }
        Kind::LeagueMesh => {
            let (mut mesh, findings) = league::skn::read(bytes).map_err(refused)?;
            mesh.name = stem(path);
            mesh.file = Some(path.into());
            named_first(&mut character.start.mesh, character.meshes.len());
            character.meshes.push(mesh);
            findings
        }
        Kind::LeagueClip => {
            let (mut clip, findings) = league::anm::read(bytes).map_err(refused)?;
            clip.name = stem(path);
            clip.file = Some(path.into());
            named_first(&mut character.start.clip, character.clips.len());
            character.clips.push(clip);
            findings
        }
        Kind::LeagueBin => {
            let (bin, findings) = league::bin::read(bytes).map_err(refused)?;
            named_first(&mut character.start.bin, character.bins.len());
            let path = path.into();
            character.bins.push(Arc::new(BinFile { path, bin }));
            findings
        }
        Kind::LeagueRouting => {
            let (mut routing, findings) = league::routing::read(bytes).map_err(refused)?;
            routing.file = Some(path.into());
            character.routings.push(routing);
            findings
        }
        Kind::SpineBinary | Kind::SpineJson => {
            let read = match kind {
                Kind::SpineBinary => spine::skel::read(bytes),
                _ => spine::json::read(bytes),
            };
            let (rig, findings) = read.map_err(refused)?;
            named_first(&mut character.start.skeleton, character.skeletons.len());
            spine::character::add_rig(character, rig, kind, path);
            findings
        }
        Kind::SpineAtlas => {
            let (atlas, findings) = spine::atlas::read(bytes).map_err(refused)?;
            named_first(&mut character.start.atlas, character.atlases.len());
            if character.skeletons.is_empty() && character.meshes.is_empty() {
                character.family = Family::Spine;
            }
            character.atlases.push(AtlasFile {
                name: stem(path),
                file: path.into(),
                pages: vec![None; atlas.pages.len()],
                atlas,
            });
            findings
        }
        Kind::ToeeMesh => {
            let (file, mut findings) = toee::skm::read(bytes).map_err(refused)?;
            named_first(&mut character.start.mesh, character.meshes.len());
            findings.extend(toee::character::add_mesh(character, &file, path));
            findings
        }
        Kind::ToeeSkeleton => {
            let (file, mut findings) = toee::ska::read(bytes).map_err(refused)?;
            named_first(&mut character.start.skeleton, character.skeletons.len());
            findings.extend(toee::character::add_skeleton(character, &file, path));
            findings
        }
        Kind::LostSagaSkeleton => {
            let file = lostsaga::skl::read(bytes).map_err(refused)?;
            named_first(&mut character.start.skeleton, character.skeletons.len());
            lostsaga::character::add_skeleton(character, &file, path)
        }
        Kind::LostSagaMesh => {
            let file = lostsaga::msh::read(bytes).map_err(refused)?;
            named_first(&mut character.start.mesh, character.meshes.len());
            lostsaga::character::add_mesh(character, &file, path)
        }
        Kind::LostSagaClip => {
            let file = lostsaga::ani::read(bytes).map_err(refused)?;
            named_first(&mut character.start.clip, character.clips.len());
            lostsaga::character::add_clip(character, &file, path)
        }
        Kind::ToeeMaterial => toee::mdf::read(bytes).map_err(refused)?.1,
        Kind::ToeeTable => {
            let (table, findings) = toee::mes::read(bytes).map_err(refused)?;
            toee::tables::take(&mut character.wardrobe, &table, path);
            if named {
                toee::tables::keep(&mut character.wardrobe, &table, path);
            }
            findings
        }
        Kind::LostSagaCollision => {
            let file = lostsaga::collision::read(bytes).map_err(refused)?;
            let (mut mesh, findings) = lostsaga::collision::mesh(&file);
            // A mesh that is seen may have the same stem.
            mesh.name = format!("{}.cms", stem(path));
            mesh.file = Some(path.into());
            named_first(&mut character.start.mesh, character.meshes.len());
            claim(character, Family::LostSaga);
            character.meshes.push(mesh);
            findings
        }
        Kind::LostSagaMaterial => {
            let (_, findings) = lostsaga::material::read(bytes).map_err(refused)?;
            if named {
                claim(character, Family::LostSaga);
            }
            findings
        }
        Kind::LostSagaModel => {
            if named {
                claim(character, Family::LostSaga);
            }
            let (model, mut findings) = lostsaga::model_text::read(bytes).map_err(refused)?;
            findings.extend(lostsaga::model_parts::parts(path, &model).1);
            findings
        }
        Kind::Dds | Kind::Tex | Kind::Png | Kind::Tga | Kind::Lsc => Vec::new(),
    };
    character
        .findings
        .extend(findings.into_iter().map(|finding| finding.in_file(path)));
    character.files.push(path.into());
    Ok(())
}

/// Reads a material and its textures, for a slot of somebody's (toee-formats §8.4).
///
/// # Errors
/// Where the file is no material.
pub fn open_material(path: &Path) -> Result<Character, OpenError> {
    let mut character = Character::empty(Family::Toee, stem(path));
    let mut shelf = Shelf::default();
    let mut take = |character: &mut Character, path: &Path| shelf.take(character, path);
    toee::character::read_filling(&mut character, path, &mut take)?;
    Ok(character)
}

/// Whether a file is a mesh to be worn or held, or a text that names some.
///
/// # Errors
/// What it is instead.
pub fn check_mesh(path: &Path) -> Result<(), OpenError> {
    let what = match path.is_dir() {
        true => "folder",
        false => match gather::sniff_file(path)? {
            kind if kind.is_mesh() => return Ok(()),
            kind => kind.title(),
        },
    };
    Err(OpenError::Unknown {
        path: path.into(),
        found: format!("a {what}, no mesh to wear or hold"),
        advice: "name the file of a mesh, as .skm, .msh or .skn".into(),
    })
}

/// Only a set without anything of another family becomes one of this.
pub(super) fn claim(character: &mut Character, family: Family) {
    let bodies = character.skeletons.is_empty() && character.meshes.is_empty();
    if bodies && character.clips.is_empty() {
        character.family = family;
    }
}

/// Reads a texture once and gives its index.
pub(crate) fn read_texture(character: &mut Character, path: &Path) -> Result<usize, OpenError> {
    let known = |texture: &Texture| texture.file.as_deref() == Some(path);
    if let Some(index) = character.textures.iter().position(known) {
        return Ok(index);
    }
    let bytes = fs::read(path).map_err(|error| gather::unreadable(path, &error))?;
    parse_texture(character, path, &bytes)
}

/// Adds the content of a texture file and gives its index.
pub(super) fn parse_texture(
    character: &mut Character,
    path: &Path,
    bytes: &[u8],
) -> Result<usize, OpenError> {
    let kind = super::sniff::kind(bytes).filter(|kind| kind.is_texture());
    let Some(kind) = kind else {
        let (found, advice) = super::sniff::describe_unknown(bytes);
        let path = path.into();
        return Err(OpenError::Unknown {
            path,
            found,
            advice,
        });
    };
    let read = match kind {
        Kind::Tex => texture::tex::read(bytes),
        Kind::Png => texture::png::read(bytes),
        Kind::Tga => texture::tga::read(bytes),
        Kind::Lsc => texture::dds::read(&lostsaga::lsc::decode(bytes)),
        _ => texture::dds::read(bytes),
    };
    let (mut texture, findings) = read.map_err(|error| OpenError::Refused {
        path: path.into(),
        kind: kind.title(),
        error: error.into(),
    })?;
    if kind == Kind::Lsc {
        texture.container = "lsc";
    }
    texture.name = stem(path);
    texture.file = Some(path.to_path_buf());
    character
        .findings
        .extend(findings.into_iter().map(|finding| finding.in_file(path)));
    character.files.push(path.to_path_buf());
    character.textures.push(texture);
    Ok(character.textures.len() - 1)
}
