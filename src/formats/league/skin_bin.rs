//! Skins and materials out of property bins (league-formats §7.1). Fields are read by name and coerced, for their kinds
//! changed over the years.

use std::path::PathBuf;
use std::sync::Arc;

use super::bin::{elsewhere, names};
use super::skin_files::skin_number;
use super::tree::fit;
use crate::model::league::bin::{Bin, BinFile, BinName, Object, Struct, Value, field};
use crate::model::league::skin::{MaterialOverride, Skin};
use crate::model::{Character, Finding};

/// The skins of a bin, in file order, and what is odd about them. `index` is the bin's place in its character.
pub fn skins(bin: &Bin, index: usize) -> (Vec<Skin>, Vec<Finding>) {
    let mut findings = Vec::new();
    let skins = bin
        .of_class(names::SKIN_CHARACTER_DATA_PROPERTIES)
        .map(|object| skin(object, index, &mut findings))
        .collect();
    (skins, findings)
}

fn skin(object: &Object, bin: usize, findings: &mut Vec<Finding>) -> Skin {
    let inside = |name| object.field(name).and_then(Value::as_struct);
    let animation = inside(names::SKIN_ANIMATION_PROPERTIES);
    let mut skin = Skin {
        bin,
        object: object.path,
        name: object
            .field(names::CHAMPION_SKIN_NAME)
            .and_then(Value::as_str)
            .map(str::to_owned),
        scale: 1.0,
        graph: animation.and_then(|fields| link(fields, names::ANIMATION_GRAPH_DATA)),
        ..Skin::default()
    };
    let Some(mesh) = inside(names::SKIN_MESH_PROPERTIES) else {
        return skin;
    };
    skin.skeleton = name(mesh, names::SKELETON);
    skin.mesh = name(mesh, names::SIMPLE_SKIN);
    skin.texture = name(mesh, names::TEXTURE);
    skin.material = link(mesh, names::MATERIAL);
    skin.hidden = mesh
        .field(names::INITIAL_SUBMESH_TO_HIDE)
        .and_then(Value::as_str)
        .map(submesh_names)
        .unwrap_or_default();
    let overrides = mesh.field(names::MATERIAL_OVERRIDE).map(Value::as_items);
    skin.overrides = overrides
        .unwrap_or_default()
        .iter()
        .filter_map(Value::as_struct)
        .map(|fields| MaterialOverride {
            submesh: name(fields, names::SUBMESH),
            texture: name(fields, names::TEXTURE),
            material: link(fields, names::MATERIAL),
        })
        .collect();
    if let Some(scale) = mesh.field(names::SKIN_SCALE) {
        match scale.as_f32().filter(|scale| is_usable(*scale)) {
            Some(scale) => skin.scale = scale,
            None => findings.push(
                Finding::warning(
                    "league.skin-scale",
                    format!(
                        "the skin's scale is {}: no number between 0.001 and 1000",
                        told(scale)
                    ),
                    "shown at scale 1; correct skinScale in the bin",
                )
                .at(object.offset),
            ),
        }
    }
    skin
}

/// A value that should have been a number, in words.
fn told(value: &Value) -> String {
    match (value.as_f32(), value.as_str()) {
        (Some(number), _) if number.is_nan() => "not a number (NaN)".into(),
        (Some(number), _) if number.is_infinite() => "infinite".into(),
        (Some(number), _) => number.to_string(),
        (None, Some(text)) => format!("the text {text:?}"),
        (None, None) => "a value of another kind".into(),
    }
}

/// Beyond this a character is nowhere to be seen.
fn is_usable(scale: f32) -> bool {
    (0.001..=1000.0).contains(&scale)
}

fn name(fields: &Struct, field: u32) -> Option<BinName> {
    let empty = BinName::Text(String::new());
    fields
        .field(field)
        .and_then(Value::as_name)
        .filter(|name| *name != empty)
}

/// A link to an object; some tools write the object's path in full.
fn link(fields: &Struct, field: u32) -> Option<u32> {
    let hash = match fields.field(field)?.as_name()? {
        BinName::Hash(hash) => hash,
        BinName::Text(path) => super::hash::fnv1a(&path),
        BinName::File(_) => return None,
    };
    (hash != 0).then_some(hash)
}

/// Names parted by spaces, commas or both.
fn submesh_names(list: &str) -> Vec<String> {
    list.split(|letter: char| letter == ',' || letter.is_whitespace())
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A material's colour texture.
#[derive(Clone, Debug, PartialEq)]
pub struct Diffuse {
    /// The sampler's name.
    pub sampler: String,
    /// The texture's file.
    pub texture: BinName,
}

/// Why a material gives no texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDiffuse {
    /// No bin at hand defines it.
    NotAtHand,
    /// It has no sampler with a texture.
    NoSampler,
}

/// The colour texture of a material: the sampler named `Diffuse_Texture`, else one whose name begins so, else one of a
/// main colour, else the first. `Alt_Diffuse_Texture` is another picture.
///
/// # Errors
/// Where there is no such material, or no sampler.
pub fn diffuse(bins: &[Arc<BinFile>], material: u32) -> Result<Diffuse, NoDiffuse> {
    let object = bins
        .iter()
        .filter_map(|file| file.bin.object(material))
        .find(|object| object.field(names::SAMPLER_VALUES).is_some())
        .or_else(|| {
            bins.iter()
                .find_map(|file| file.bin.object(material))
                .filter(|object| object.class == names::STATIC_MATERIAL_DEF)
        })
        .ok_or(NoDiffuse::NotAtHand)?;
    let samplers = object.field(names::SAMPLER_VALUES).map(Value::as_items);
    let samplers = samplers.unwrap_or_default().iter().filter_map(sampler);
    samplers
        .enumerate()
        .min_by_key(|(index, found)| (rank(&found.sampler), *index))
        .map(|(_, found)| found)
        .ok_or(NoDiffuse::NoSampler)
}

/// Both shapes: the newer has the texture's file in texturePath and the sampler's name in textureName.
fn sampler(value: &Value) -> Option<Diffuse> {
    let fields = &value.as_struct()?.fields;
    let (sampler, texture) = match field(fields, names::TEXTURE_PATH) {
        Some(path) => (field(fields, names::TEXTURE_NAME), path),
        None => (
            field(fields, names::SAMPLER_NAME),
            field(fields, names::TEXTURE_NAME)?,
        ),
    };
    Some(Diffuse {
        sampler: sampler
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        texture: texture.as_name()?,
    })
}

fn rank(sampler: &str) -> u8 {
    let name = sampler.to_ascii_lowercase();
    match name.as_str() {
        "diffuse_texture" => 0,
        _ if name.starts_with("diffuse") => 1,
        _ if name.contains("main") || name.contains("color") => 2,
        _ => 3,
    }
}

/// Reads the skins out of a character's bins and ties each to the mesh and the skeleton that it names.
pub fn attach(character: &mut Character) {
    let elsewhere = elsewhere(&character.bins);
    for index in 0..character.bins.len() {
        let file = character.bins[index].clone();
        let (skins, findings) = skins(&file.bin, index);
        let findings = findings.into_iter().map(|found| found.in_file(&file.path));
        character.findings.extend(findings);
        for mut skin in skins {
            if file.bin.is_patch() && elsewhere.contains(&skin.object) {
                continue;
            }
            let meshes = character.meshes.iter().map(|mesh| &mesh.file);
            skin.of_mesh = best_fit(&skin.mesh, meshes);
            let skeletons = character.skeletons.iter().map(|skeleton| &skeleton.file);
            skin.of_skeleton = best_fit(&skin.skeleton, skeletons);
            if let (None, Some(skeleton)) = (skin.of_mesh, skin.of_skeleton) {
                skin.of_mesh = character.mesh_for_skeleton(skeleton);
            }
            character.skins.push(skin);
        }
    }
    character.skins_of_meshes = (0..character.meshes.len())
        .map(|mesh| skin_of_mesh(character, mesh))
        .collect();
    report_lost_bodies(character);
    report_lost_skeletons(character);
    report_lone_graph(character);
}

/// The index of the file that fits a name best.
fn best_fit<'a>(
    name: &Option<BinName>,
    files: impl Iterator<Item = &'a Option<PathBuf>>,
) -> Option<usize> {
    let name = name.as_ref()?;
    let fits = files.enumerate().filter_map(|(index, file)| {
        let fit = fit(name, file.as_deref()?);
        (fit > 0).then_some((fit, std::cmp::Reverse(index)))
    });
    fits.max().map(|(_, std::cmp::Reverse(index))| index)
}

/// Of the skins of one mesh that of the bin which was named, else that of the number in the mesh's folder, else the
/// first: recoloured skins share a mesh.
fn skin_of_mesh(character: &Character, mesh: usize) -> Option<usize> {
    let folder = character.meshes[mesh].file.as_deref()?.parent();
    let number = folder.and_then(skin_number);
    let rank = |skin: &Skin| {
        let file = character.bins.get(skin.bin);
        let own = file.and_then(|file| skin_number(&file.path));
        let is_named = character.start.bin == Some(skin.bin);
        (!is_named, own != number || number.is_none())
    };
    let skins = character.skins.iter().enumerate();
    skins
        .filter(|(_, skin)| skin.of_mesh == Some(mesh))
        .min_by_key(|(index, skin)| (rank(skin), *index))
        .map(|(index, _)| index)
}

/// A bin that was opened for a character which is not there.
fn report_lost_bodies(character: &mut Character) {
    let lost = character.skins.iter().filter(|skin| {
        let wanted = character.start.bin == Some(skin.bin) || character.meshes.is_empty();
        // A patch alone says itself what it lacks: the bins that it changes.
        let is_patch = |file: &Arc<BinFile>| file.bin.is_patch();
        wanted && skin.of_mesh.is_none() && !character.bins.get(skin.bin).is_some_and(is_patch)
    });
    let finding = |skin: &Skin| {
        let (mesh, fix) = what_lacks(skin.mesh.as_ref()?, "skn");
        let file = character.bins.get(skin.bin)?.path.clone();
        Some(
            Finding::warning(
                "league.skin-without-mesh",
                format!("the skin's mesh {mesh} is not at hand"),
                fix,
            )
            .in_file(file),
        )
    };
    let findings: Vec<Finding> = lost.filter_map(finding).collect();
    character.findings.extend(findings);
}

/// A mesh that stands still because its skeleton is not there.
fn report_lost_skeletons(character: &mut Character) {
    if !character.skeletons.is_empty() {
        return;
    }
    let worn = character.skins_of_meshes.iter().flatten();
    let worn: Vec<&Skin> = worn.filter_map(|&skin| character.skins.get(skin)).collect();
    let lone = character.start.bin.filter(|_| character.meshes.is_empty());
    let lone = character
        .skins
        .iter()
        .filter(|skin| Some(skin.bin) == lone && skin.mesh.is_none());
    let finding = |skin: &Skin| {
        let file = character
            .bins
            .get(skin.bin)
            .filter(|file| !file.bin.is_patch())?;
        let (skeleton, fix) = what_lacks(skin.skeleton.as_ref()?, "skl");
        Some(
            Finding::warning(
                "league.skin-without-skeleton",
                format!("the skin's skeleton {skeleton} is not at hand, so nothing moves"),
                fix,
            )
            .in_file(file.path.clone()),
        )
    };
    let findings: Vec<Finding> = worn.into_iter().chain(lone).filter_map(finding).collect();
    character.findings.extend(findings);
}

/// What a file that is not at hand is called, and what to do.
fn what_lacks(name: &BinName, ending: &str) -> (String, String) {
    match name {
        BinName::Text(path) => (
            path.clone(),
            "extract it to that path below the folder that holds data, or put it beside the bin"
                .into(),
        ),
        BinName::File(hash) => (
            format!("(a file whose path has the hash {hash:016x})"),
            format!(
                "open the .{ending} together with the bin, or put it beside the bin as {hash:016x}.{ending}"
            ),
        ),
        BinName::Hash(hash) => (
            format!("(a file whose path has the hash {hash:08x})"),
            format!("open the .{ending} together with the bin"),
        ),
    }
}

/// A clip graph that was opened, and nothing to play it on.
fn report_lone_graph(character: &mut Character) {
    let is_bare = character.skeletons.is_empty() && character.meshes.is_empty();
    let opened = character.start.bin.and_then(|bin| character.bins.get(bin));
    let Some(file) = opened.filter(|_| is_bare && character.skins.is_empty()) else {
        return;
    };
    if let Some(graph) = file.bin.of_class(names::ANIMATION_GRAPH_DATA).next() {
        let finding = Finding::note(
            "league.graph-without-skeleton",
            "the clip graph has no skeleton to play on: no skin's bin in data/characters/…/skins plays it",
            "open the skin's bin or the .skl together with it",
        );
        let finding = finding.at(graph.offset).in_file(file.path.clone());
        character.findings.push(finding);
    }
}
