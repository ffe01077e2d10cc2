//! What a rig gives to pickers and overlays that know joints and clips, and which atlas belongs to which rig.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use glam::{Affine3A, EulerRot, Quat, Vec3};

use crate::formats::open::stem;
use crate::formats::sniff::Kind;
use crate::model::finding::counted;
use crate::model::spine::{Animation, Rig};
use crate::model::{AtlasFile, Character, Clip, Family, Finding, Joint, Skeleton, Transform};

/// Adds a rig, and its bones and animations for pickers and overlays.
pub fn add_rig(character: &mut Character, rig: Rig, kind: Kind, path: &Path) {
    let kind = match kind {
        Kind::SpineJson => "spine json",
        _ => "spine skel",
    };
    // Only a set without a skeleton of another family becomes a Spine character.
    if character.rigs.len() == character.skeletons.len() {
        character.family = Family::Spine;
    }
    if character.clips.is_empty() {
        character.clips = clips(&rig);
    }
    let mut skeleton = skeleton(&rig, kind);
    skeleton.name = stem(path);
    skeleton.file = Some(path.into());
    character.skeletons.push(skeleton);
    character.rigs.push(rig);
}

/// Reads the pages of every atlas that belongs to a rig, and says what is missing. `read` reads one picture and gives its
/// index, or reports why not.
pub fn dress(
    character: &mut Character,
    read: &mut impl FnMut(&mut Character, &Path) -> Option<usize>,
) {
    let mut looked_at = vec![false; character.atlases.len()];
    let of_rigs: Vec<Option<usize>> = (0..character.rigs.len())
        .map(|rig| atlas_for(character, rig))
        .collect();
    for atlas in of_rigs
        .iter()
        .copied()
        .chain([character.start.atlas])
        .flatten()
    {
        if !std::mem::replace(&mut looked_at[atlas], true) {
            read_pages(character, atlas, read);
        }
    }
    // Nobody draws with these, so that their pages need not be read.
    let mut nothing = |_: &mut Character, _: &Path| None;
    for (atlas, _) in looked_at
        .iter()
        .enumerate()
        .filter(|(_, looked_at)| !**looked_at)
    {
        read_pages(character, atlas, &mut nothing);
    }
    for (rig, atlas) in of_rigs.into_iter().enumerate() {
        let rig_file = character.skeletons.get(rig).and_then(|it| it.file.clone());
        let file = rig_file.unwrap_or_default();
        let findings = match atlas {
            Some(atlas) => missing_regions(&character.rigs[rig], &character.atlases[atlas]),
            None => vec![no_atlas(&file, &character.atlases)],
        };
        let findings = findings.into_iter().map(|finding| finding.in_file(&file));
        character.findings.extend(findings);
    }
}

fn read_pages(
    character: &mut Character,
    atlas: usize,
    read: &mut impl FnMut(&mut Character, &Path) -> Option<usize>,
) {
    for page in 0..character.atlases[atlas].pages.len() {
        if character.atlases[atlas].pages[page].is_some() {
            continue;
        }
        let file = character.atlases[atlas].file.clone();
        let name = character.atlases[atlas].atlas.pages[page].name.clone();
        let paths = page_paths(&file, &name);
        match paths.iter().find(|path| path.is_file()) {
            Some(path) => character.atlases[atlas].pages[page] = read(character, path),
            None => {
                let tried: Vec<String> = paths
                    .iter()
                    .map(|path| path.display().to_string())
                    .collect();
                let message = format!(
                    "the page {name:?} is missing; looked at {}",
                    tried.join(", ")
                );
                let fix = "put the picture beside the atlas";
                let finding = Finding::error("spine.page-missing", message, fix);
                character.findings.push(finding.in_file(file));
            }
        }
    }
}

/// The bones of a rig as joints: names, parents and the setup pose without its shears.
pub fn skeleton(rig: &Rig, kind: &'static str) -> Skeleton {
    let joint = |bone: &crate::model::spine::Bone| Joint {
        name: bone.name.clone(),
        hash: None,
        parent: bone.parent,
        local: Transform {
            translation: Vec3::new(bone.x as f32, bone.y as f32, 0.0),
            rotation: Quat::from_euler(
                EulerRot::XYZ,
                0.0,
                0.0,
                (bone.rotation as f32).to_radians(),
            ),
            scale: Vec3::new(bone.scale_x as f32, bone.scale_y as f32, 1.0),
        },
        inverse_bind: Affine3A::IDENTITY,
        radius: bone.length as f32,
    };
    Skeleton {
        kind,
        version: 43,
        joints: rig.bones.iter().map(joint).collect(),
        ..Skeleton::default()
    }
}

/// The animations of a rig as clips without tracks: a rig's own timelines move its bones.
pub fn clips(rig: &Rig) -> Vec<Clip> {
    let clip = |animation: &Animation| Clip {
        name: animation.name.clone(),
        kind: "spine",
        duration: animation.duration as f32,
        fps: if rig.fps > 0.0 { rig.fps as f32 } else { 30.0 },
        ..Clip::default()
    };
    rig.animations.iter().map(clip).collect()
}

/// The atlas that belongs to a rig: the one named outright, else the namesake, else the one whose name the rig's begins
/// with (`coin.atlas` for `coin-pro.skel`), else the only one, else the one that has more of its pictures than any other.
pub fn atlas_for(character: &Character, rig: usize) -> Option<usize> {
    if character.start.atlas.is_some() {
        return character.start.atlas;
    }
    let own = character.skeletons.get(rig)?.name.to_lowercase();
    let names: Vec<String> = character
        .atlases
        .iter()
        .map(|atlas| atlas.name.to_lowercase())
        .collect();
    let namesake = names.iter().position(|name| *name == own);
    let begins = (0..names.len())
        .filter(|&index| own.starts_with(&names[index]))
        .max_by_key(|&index| names[index].len());
    match names.len() {
        0 => None,
        1 => Some(0),
        _ => namesake
            .or(begins)
            .or_else(|| fullest(character.rigs.get(rig)?, &character.atlases)),
    }
}

/// The atlas that has more of a rig's pictures than any other.
fn fullest(rig: &Rig, atlases: &[AtlasFile]) -> Option<usize> {
    let wanted: HashSet<String> = rig
        .attachments
        .iter()
        .filter_map(|attachment| attachment.region_names().next())
        .collect();
    let held = |atlas: &AtlasFile| {
        let regions = atlas
            .atlas
            .regions
            .iter()
            .map(|region| region.name.as_str());
        let names: HashSet<&str> = regions.collect();
        names
            .into_iter()
            .filter(|name| wanted.contains(*name))
            .count()
    };
    let counts: Vec<usize> = atlases.iter().map(held).collect();
    let most = counts.iter().copied().max().filter(|&most| most > 0)?;
    let mut best = (0..counts.len()).filter(|&index| counts[index] == most);
    best.next().filter(|_| best.next().is_none())
}

/// Where a page's picture may lie, likeliest first: beside the atlas under its own name, then without its folders.
pub fn page_paths(atlas: &Path, page: &str) -> Vec<PathBuf> {
    let folder = atlas.parent().unwrap_or(Path::new(""));
    let page = Path::new(page);
    let mut paths = vec![folder.join(page)];
    if let Some(name) = page.file_name().filter(|name| Path::new(name) != page) {
        paths.push(folder.join(name));
    }
    paths
}

fn no_atlas(rig: &Path, atlases: &[AtlasFile]) -> Finding {
    let wanted = rig.with_extension("atlas");
    let found = match atlases {
        [] => "no other atlas lies beside the skeleton".to_owned(),
        _ => {
            let names: Vec<&str> = atlases.iter().map(|atlas| atlas.name.as_str()).collect();
            let names = some_of(&names);
            format!(
                "neither is one of these called after it, nor has one more of its pictures than the others: {names}"
            )
        }
    };
    let wanted = wanted.display();
    Finding::warning(
        "spine.no-atlas",
        format!("its pictures are not shown: there is no {wanted}, and {found}"),
        "put the .atlas and its .png pages beside it, under the skeleton's name, or name the atlas outright",
    )
}

/// The first few names, and how many more.
fn some_of(names: &[impl AsRef<str>]) -> String {
    const NAMED: usize = 6;
    let named = names.iter().take(NAMED);
    let named: Vec<String> = named.map(|name| format!("{:?}", name.as_ref())).collect();
    match names.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// What is missing of a rig's pictures.
fn missing_regions(rig: &Rig, atlas: &AtlasFile) -> Vec<Finding> {
    let drawn = rig
        .attachments
        .iter()
        .filter(|attachment| attachment.picture().is_some());
    let names = atlas
        .atlas
        .regions
        .iter()
        .map(|region| region.name.as_str());
    let known: HashSet<&str> = names.collect();
    let mut missing: Vec<String> = drawn
        .flat_map(|attachment| attachment.region_names())
        .filter(|name| !known.contains(name.as_str()))
        .collect();
    missing.sort();
    missing.dedup();
    if missing.is_empty() {
        return Vec::new();
    }
    let message = format!(
        "{} not in the atlas {}: {}",
        counted(missing.len(), "picture is", "pictures are"),
        atlas.file.display(),
        some_of(&missing),
    );
    vec![Finding::error(
        "spine.region-missing",
        message,
        "pack the atlas again with all pictures",
    )]
}
