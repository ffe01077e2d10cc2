//! Paths → characters.

use std::fs;
use std::path::{Path, PathBuf};

use super::gather::{self, FileSet, Found};
use super::sniff::Kind;
use super::{OpenError, Progress, ReadError, league, texture};
use crate::model::{Character, Family, Finding, Texture};

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

/// Opens files and folders of any mix. A character that can be shown in part is shown in part, with findings for the rest.
///
/// # Errors
/// When nothing at all can be shown, or `progress` was cancelled: the first named path's refusal.
pub fn open(
    paths: &[PathBuf],
    options: &OpenOptions,
    progress: &Progress,
) -> Result<Opened, OpenError> {
    let mut gathered = gather::gather(paths, options.only, progress)?;
    progress.expect(gathered.sets.iter().map(|set| set.files.len()).sum());
    let mut characters = Vec::new();
    let mut refused = std::mem::take(&mut gathered.refused);
    for set in &gathered.sets {
        let (character, mut errors) = read_set(set, progress)?;
        let nothing_read = character.files.is_empty();
        if nothing_read {
            refused.append(&mut errors);
        } else {
            characters.push(character);
        }
    }
    let Some(first) = characters.first_mut() else {
        return Err(if refused.is_empty() {
            nothing_there(paths)
        } else {
            refused.swap_remove(0)
        });
    };
    first
        .findings
        .extend(refused.iter().map(OpenError::to_finding));
    Ok(Opened {
        characters,
        unknown: gathered.unknown,
    })
}

fn nothing_there(paths: &[PathBuf]) -> OpenError {
    OpenError::Unknown {
        path: paths.first().cloned().unwrap_or_default(),
        found: "no file of a known kind is here".into(),
        advice: "name a League .skl, .skn or .anm file, or a folder that holds some".into(),
    }
}

/// Reads every file of a set. Files that are refused become findings, and are returned too.
fn read_set(set: &FileSet, progress: &Progress) -> Result<(Character, Vec<OpenError>), OpenError> {
    let mut character = Character::empty(Family::League, "");
    let mut errors = Vec::new();
    let (textures, others): (Vec<&Found>, Vec<&Found>) = set
        .files
        .iter()
        .partition(|found| matches!(found.kind, Kind::Dds | Kind::Tex));
    for found in others {
        progress.check()?;
        progress.begin(found.path.display().to_string());
        if let Err(error) = read_into(&mut character, found) {
            character.findings.push(error.to_finding());
            errors.push(error);
        }
        progress.finish_one();
    }
    let named: Vec<PathBuf> = textures
        .iter()
        .filter(|found| found.named)
        .map(|found| found.path.clone())
        .collect();
    let beside: Vec<PathBuf> = textures.iter().map(|found| found.path.clone()).collect();
    for path in &named {
        if let Err(error) = read_texture(&mut character, path) {
            character.findings.push(error.to_finding());
            errors.push(error);
        }
    }
    league::materials::assign(&mut character, &beside, |character, path| {
        progress.begin(path.display().to_string());
        read_texture(character, path)
            .map_err(|error| character.findings.push(error.to_finding()))
            .ok()
    });
    beside.iter().for_each(|_| progress.finish_one());
    character.name = name_of(&character, set);
    Ok((character, errors))
}

fn name_of(character: &Character, set: &FileSet) -> String {
    let start = character.start;
    let mesh = character
        .meshes
        .get(start.mesh.unwrap_or(0))
        .map(|mesh| mesh.name.clone());
    let skeleton = character
        .skeletons
        .get(start.skeleton.unwrap_or(0))
        .map(|skeleton| skeleton.name.clone());
    let file = set.files.first().map(|found| stem(&found.path));
    mesh.or(skeleton).or(file).unwrap_or_default()
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Reads one file into its list. The first named one of a list is what is shown first.
fn read_into(character: &mut Character, found: &Found) -> Result<(), OpenError> {
    let path = &found.path;
    if found.kind == Kind::LeagueBin {
        character.findings.push(
            Finding::note(
                "league.bin-not-read",
                "property bins are not read yet: textures are matched by the submeshes' names",
                "nothing to do; hide submeshes that the game hides by hand",
            )
            .in_file(path),
        );
        character.files.push(path.clone());
        return Ok(());
    }
    let bytes = fs::read(path).map_err(|error| gather::unreadable(path, &error))?;
    let refused = |error: ReadError| OpenError::Refused {
        path: path.clone(),
        kind: found.kind.title(),
        error,
    };
    let named_first = |start: &mut Option<usize>, index: usize| {
        if found.named {
            start.get_or_insert(index);
        }
    };
    let findings = match found.kind {
        Kind::LeagueSkeleton => {
            let (mut skeleton, findings) = league::skl::read(&bytes).map_err(refused)?;
            skeleton.name = stem(path);
            skeleton.file = Some(path.clone());
            named_first(&mut character.start.skeleton, character.skeletons.len());
            character.skeletons.push(skeleton);
            findings
        }
        Kind::LeagueMesh => {
            let (mut mesh, findings) = league::skn::read(&bytes).map_err(refused)?;
            mesh.name = stem(path);
            mesh.file = Some(path.clone());
            named_first(&mut character.start.mesh, character.meshes.len());
            character.meshes.push(mesh);
            findings
        }
        Kind::LeagueClip => {
            let (mut clip, findings) = league::anm::read(&bytes).map_err(refused)?;
            clip.name = stem(path);
            clip.file = Some(path.clone());
            named_first(&mut character.start.clip, character.clips.len());
            character.clips.push(clip);
            findings
        }
        Kind::LeagueBin | Kind::Dds | Kind::Tex => Vec::new(),
    };
    character
        .findings
        .extend(findings.into_iter().map(|finding| finding.in_file(path)));
    character.files.push(path.clone());
    Ok(())
}

/// Reads a texture once and gives its index.
fn read_texture(character: &mut Character, path: &Path) -> Result<usize, OpenError> {
    let known = |texture: &Texture| texture.file.as_deref() == Some(path);
    if let Some(index) = character.textures.iter().position(known) {
        return Ok(index);
    }
    let bytes = fs::read(path).map_err(|error| gather::unreadable(path, &error))?;
    let is_tex = super::sniff::kind(&bytes) == Some(Kind::Tex);
    let kind = if is_tex { Kind::Tex } else { Kind::Dds };
    let read = if is_tex {
        texture::tex::read(&bytes)
    } else {
        texture::dds::read(&bytes)
    };
    let (mut texture, findings) = read.map_err(|error| OpenError::Refused {
        path: path.into(),
        kind: kind.title(),
        error,
    })?;
    texture.name = stem(path);
    texture.file = Some(path.to_path_buf());
    character
        .findings
        .extend(findings.into_iter().map(|finding| finding.in_file(path)));
    character.files.push(path.to_path_buf());
    character.textures.push(texture);
    Ok(character.textures.len() - 1)
}
