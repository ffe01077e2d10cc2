//! What a set of files makes of a character, and what belongs to it.

use std::fs;
use std::path::{Path, PathBuf};

use super::ani::{self, Ani, external_events};
use super::link;
use super::msh::{self, Msh};
use super::skl::{self, Skl};
use crate::formats::open::{claim, stem};
use crate::formats::siblings;
use crate::model::finding::counted;
use crate::model::{Character, Family, Finding, Mesh, Skeleton};

/// Bytes of the largest text of events that is read.
const LONGEST_EVENTS: u64 = 1 << 20;

/// Adds the skeleton of a file, tied to the one that it is linked with.
pub fn add_skeleton(character: &mut Character, file: &Skl, path: &Path) -> Vec<Finding> {
    claim(character, Family::LostSaga);
    let (mut skeleton, mut findings) = skl::skeleton(file);
    findings.extend(link::link(file, &mut skeleton, path));
    skeleton.name = stem(path);
    skeleton.file = Some(path.into());
    character.skeletons.push(skeleton);
    findings
}

/// Adds the mesh of a file.
pub fn add_mesh(character: &mut Character, file: &Msh, path: &Path) -> Vec<Finding> {
    claim(character, Family::LostSaga);
    let (mut mesh, findings) = msh::mesh(file);
    mesh.name = stem(path);
    mesh.file = Some(path.into());
    character.meshes.push(mesh);
    findings
}

/// Adds the clip of a file.
pub fn add_clip(character: &mut Character, file: &Ani, path: &Path) -> Vec<Finding> {
    claim(character, Family::LostSaga);
    let (mut clip, findings) = ani::clip(file);
    clip.name = stem(path);
    clip.file = Some(path.into());
    character.clips.push(clip);
    findings
}

/// Gives clips the events that lie beside them unless `only` named files count, and picks the
/// skeleton that has most of the bones wanted where several lie together and none was named.
pub fn dress(character: &mut Character, only: bool) {
    if !only {
        take_external_events(character);
    }
    pick_skeleton(character);
    if character.skeletons.is_empty() {
        let wanted = character.meshes.iter().filter_map(needs_skeleton);
        let findings: Vec<Finding> = wanted.collect();
        character.findings.extend(findings);
    }
}

/// A mesh that bones move is drawn as stored where there is no skeleton (lostsaga-formats §10).
fn needs_skeleton(mesh: &Mesh) -> Option<Finding> {
    const MOST_LISTED: usize = 64;
    let mut names = bones_of(mesh);
    names.retain(|name| !name.is_empty());
    if names.is_empty() {
        return None;
    }
    let count = names.len();
    names.truncate(MOST_LISTED);
    let more = if names.len() < count { " …" } else { "" };
    let message = format!(
        "no skeleton is open, and the mesh stands as stored; it needs {}: {}{more}",
        counted(count, "bone", "bones"),
        names.join(", ")
    );
    let fix = "open a .skl with these bones beside it";
    let finding = Finding::note("lostsaga.no-skeleton", message, fix);
    Some(finding.in_file(mesh.file.clone().unwrap_or_default()))
}

/// Events of `name.ant` replace those of `name.ani` (lostsaga-formats §6).
fn take_external_events(character: &mut Character) {
    for clip in &mut character.clips {
        let Some(path) = clip.file.as_deref().and_then(events_beside) else {
            continue;
        };
        let size = fs::metadata(&path).map_or(0, |metadata| metadata.len());
        let bytes = match size <= LONGEST_EVENTS {
            true => fs::read(&path).map_err(|error| error.to_string()),
            false => Err(format!("it has {size} bytes")),
        };
        let read = bytes.map(|bytes| external_events::read(&bytes));
        let findings = match read {
            Ok(Ok(events)) => {
                let (events, findings) = ani::clip_events(&events);
                clip.events = events;
                character.files.push(path.clone());
                findings
            }
            Ok(Err(error)) => {
                let code = error.code.unwrap_or("lostsaga.bad-events");
                let message = format!(
                    "the events beside the clip cannot be read: expected {}, found {}; those inside it are shown",
                    error.expected, error.found
                );
                vec![Finding::error(code, message, error.advice).at(error.offset)]
            }
            Err(reason) => {
                let message = format!("the events beside the clip cannot be read: {reason}");
                let fix = "make the file readable, or remove it";
                vec![Finding::error("lostsaga.bad-events", message, fix)]
            }
        };
        let findings = findings.into_iter().map(|finding| finding.in_file(&path));
        character.findings.extend(findings);
    }
}

fn events_beside(clip: &Path) -> Option<PathBuf> {
    let wanted = clip.with_extension("ant");
    let wanted = wanted.file_name()?;
    let files = siblings::files_in(&siblings::folder_of(clip));
    let is_it = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|own| own.eq_ignore_ascii_case(wanted))
    };
    files.into_iter().find(is_it)
}

/// Nothing in a file says which skeleton it was made for but the names of its bones.
fn pick_skeleton(character: &mut Character) {
    if character.start.skeleton.is_some() || character.skeletons.len() < 2 {
        return;
    }
    let start = character.start;
    let mesh = character.meshes.get(start.mesh.unwrap_or(0));
    let mesh = mesh.filter(|mesh| start.mesh.is_some() || !mesh.bones.is_empty());
    let wanted: Vec<&str> = match (mesh, character.clips.get(start.clip.unwrap_or(0))) {
        (Some(mesh), _) => bones_of(mesh),
        (None, Some(clip)) => {
            let tracks = clip.tracks.iter();
            tracks.filter_map(|track| track.name.as_deref()).collect()
        }
        (None, None) => return,
    };
    let has = |skeleton: &Skeleton| {
        let named = |name: &&&str| skeleton.joints.iter().any(|joint| joint.name == **name);
        wanted.iter().filter(named).count()
    };
    let counts: Vec<usize> = character.skeletons.iter().map(has).collect();
    let most = counts.iter().copied().max().unwrap_or(0);
    if most > 0 && (start.mesh.is_some() || start.clip.is_some()) {
        character.start.skeleton = counts.iter().position(|&count| count == most);
    }
}

fn bones_of(mesh: &Mesh) -> Vec<&str> {
    mesh.bones.iter().map(|bone| bone.name.as_str()).collect()
}
