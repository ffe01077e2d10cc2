//! `rigscope inspect`: what the files are.

use std::fmt::Write;
use std::sync::Arc;

use serde::Serialize;

use super::args::InspectArgs;
use super::cloth::ClothJson;
use super::graph_json::GraphJson;
use super::inspect_bin::{self, BinJson, SkinJson};
use super::inspect_lostsaga::{ControlPointJson, LinkJson};
use super::inspect_spine::{self, SpineJson};
use super::json::{self, FindingJson};
use super::worn::WornJson;
use super::{Failure, Outcome, hashes, inspect_text, print, print_json, visit};
use crate::formats::league::bin::names::Names;
use crate::formats::league::graph;
use crate::formats::{OpenError, Textures};
use crate::model::transform::rows;
use crate::model::{
    BlendIndexing, Character, Clip, Curve, Finding, Material, Mesh, Severity, Skeleton, Texture,
    Transform,
};
use crate::scene::Item;

/// One character. Further ones follow under `further`; files of other kinds under `unknown`.
#[derive(Serialize)]
struct Document {
    family: &'static str,
    name: String,
    basis: &'static str,
    files: Vec<String>,
    /// Of the skeleton shown first; `skeletons` has them all.
    joints: Vec<JointJson>,
    influences: Vec<usize>,
    skeletons: Vec<SkeletonJson>,
    meshes: Vec<MeshJson>,
    materials: Vec<MaterialJson>,
    textures: Vec<TextureJson>,
    clips: Vec<ClipJson>,
    /// League: skins out of the bins, and the bins with all their values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skins: Vec<SkinJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bins: Vec<BinJson>,
    /// League: what plays these clips under names of the game's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    graphs: Vec<GraphJson>,
    /// The Temple of Elemental Evil: what is worn and held.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    worn: Vec<WornJson>,
    /// The Temple of Elemental Evil: vertices that hang, and what is in their way.
    #[serde(skip_serializing_if = "Option::is_none")]
    cloth: Option<ClothJson>,
    /// Spine: slots, skins, attachments, constraints, events, atlases.
    #[serde(flatten)]
    spine: Option<SpineJson>,
    findings: Vec<serde_json::Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    further: Vec<Document>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<String>,
}

#[derive(Serialize)]
struct SkeletonJson {
    name: String,
    file: Option<String>,
    kind: &'static str,
    version: u32,
    rig_name: Option<String>,
    asset_name: Option<String>,
    joint_count: usize,
    roots: Vec<usize>,
    influences: Vec<usize>,
    joints: Vec<JointJson>,
    /// Lost Saga: the skeleton that it is linked to.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<LinkJson>,
}

#[derive(Clone, Serialize)]
struct JointJson {
    index: usize,
    name: String,
    hash: Option<u32>,
    parent: Option<usize>,
    radius: f32,
    translation: [f32; 3],
    rotation: [f32; 4],
    scale: [f32; 3],
    inverse_bind: [f32; 12],
}

#[derive(Serialize)]
struct MeshJson {
    name: String,
    file: Option<String>,
    version: String,
    flags: u32,
    vertex_type: u32,
    vertex_size: u32,
    vertex_count: usize,
    index_count: usize,
    triangle_count: usize,
    /// Vertices with 0, 1, 2 … influences.
    influences_per_vertex: Vec<usize>,
    blend_indices: Option<&'static str>,
    max_blend_index: Option<u32>,
    bounds: Option<[[f32; 3]; 2]>,
    stated_bounds: Option<[[f32; 3]; 2]>,
    stated_sphere: Option<[f32; 4]>,
    /// Its own bones, of meshes that list them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bones: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    control_points: Vec<ControlPointJson>,
    submeshes: Vec<SubmeshJson>,
}

#[derive(Serialize)]
struct SubmeshJson {
    index: usize,
    name: String,
    start_vertex: u32,
    vertex_count: u32,
    start_index: u32,
    index_count: u32,
}

#[derive(Serialize)]
struct MaterialJson {
    mesh: String,
    submesh: String,
    texture: Option<String>,
    /// Not drawn until an event or a person shows it.
    hidden: bool,
    reason: String,
    looked_for: Vec<String>,
}

#[derive(Serialize)]
struct TextureJson {
    name: String,
    file: Option<String>,
    container: &'static str,
    format: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    format_number: Option<u32>,
    flags: u32,
    width: u32,
    height: u32,
    mips: u32,
    decoded: bool,
}

#[derive(Serialize)]
struct ClipJson {
    name: String,
    file: Option<String>,
    kind: &'static str,
    version: u32,
    duration: f32,
    fps: f32,
    frame_count: Option<u32>,
    key_count: Option<u32>,
    jump_caches: Option<u32>,
    flags: u32,
    skeleton_id: Option<u32>,
    /// What carries the clip, where that need not be time.
    #[serde(skip_serializing_if = "Option::is_none")]
    drive: Option<DriveJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loops: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<EventJson>,
    track_count: usize,
    tracks: Vec<TrackJson>,
}

#[derive(Serialize)]
struct DriveJson {
    kind: &'static str,
    /// Frames a unit.
    rate: f32,
    per_second: f32,
    length: f32,
}

#[derive(Serialize)]
struct EventJson {
    time: f32,
    frame: i32,
    name: String,
    string: String,
}

#[derive(Serialize)]
struct TrackJson {
    index: usize,
    hash: Option<u32>,
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f32>,
    /// Stored values for each component; absent components are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    translation: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<usize>,
}

pub fn run(args: &InspectArgs) -> Result<Outcome, Failure> {
    let listed = hashes::names(&args.names)?;
    let mut has_errors = false;
    let (mut is_first, mut put_on) = (true, Ok(()));
    let mut documents = Vec::new();
    let mut text = String::new();
    let visited = visit(&args.input, Textures::Worn, |character| {
        let mut item = Item::new(character);
        if is_first {
            put_on = super::worn::put_on(&mut item, &args.worn)
                .and_then(|()| super::material::pick(&mut item, &args.materials));
        }
        is_first = false;
        has_errors |= item
            .findings()
            .any(|finding| finding.severity == Severity::Error);
        let names = Arc::new(hashes::with_character(&listed, &item.character));
        for graph in &mut item.character.graphs {
            graph::name(graph, &|hash| names.of(hash).map(Into::into));
        }
        match args.json {
            true => documents.push(document(&item, &names)),
            false => inspect_text::write(&item, &names, &mut text),
        }
    })?;
    put_on?;
    let refused: Vec<Finding> = visited.refused.iter().map(OpenError::to_finding).collect();
    has_errors |= !refused.is_empty();
    if args.json {
        let mut documents = documents.into_iter();
        if let Some(mut first) = documents.next() {
            first
                .findings
                .extend(findings_json(&explained(&refused, &listed)));
            first.further = documents.collect();
            first.unknown = visited
                .unknown
                .iter()
                .map(|path| json::path(path))
                .collect();
            print_json(&first)?;
        }
    } else {
        refused
            .iter()
            .for_each(|finding| inspect_text::write_finding(finding, &listed, &mut text));
        for path in &visited.unknown {
            let _ = writeln!(text, "of another kind, passed over: {}", path.display());
        }
        print(&text)?;
    }
    Ok(if has_errors {
        Outcome::Findings
    } else {
        Outcome::Good
    })
}

fn document(item: &Item, names: &Arc<Names>) -> Document {
    let character = &item.character;
    let skeletons: Vec<SkeletonJson> = character.skeletons.iter().map(skeleton_json).collect();
    let shown = item.picks().0.and_then(|index| skeletons.get(index));
    Document {
        family: character.family.word(),
        name: character.name.clone(),
        basis: character.family.basis().description,
        files: json::files(character),
        joints: shown
            .map(|skeleton| skeleton.joints.clone())
            .unwrap_or_default(),
        influences: shown
            .map(|skeleton| skeleton.influences.clone())
            .unwrap_or_default(),
        meshes: character.meshes.iter().map(mesh_json).collect(),
        materials: materials_json(character),
        textures: character.textures.iter().map(texture_json).collect(),
        clips: character.clips.iter().map(clip_json).collect(),
        skins: inspect_bin::skins(character, names),
        bins: inspect_bin::bins(character, names),
        graphs: GraphJson::all(item),
        findings: findings_json(&explained(item.findings(), names)),
        worn: super::worn::json(item),
        cloth: super::cloth::json(item),
        spine: inspect_spine::document(item),
        further: Vec::new(),
        unknown: Vec::new(),
        skeletons,
    }
}

fn explained<'a>(findings: impl IntoIterator<Item = &'a Finding>, names: &Names) -> Vec<Finding> {
    let findings = findings.into_iter();
    findings
        .map(|finding| hashes::explained(names, finding))
        .collect()
}

fn findings_json<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Vec<serde_json::Value> {
    FindingJson::all(findings)
        .iter()
        .filter_map(|finding| serde_json::to_value(finding).ok())
        .collect()
}

fn skeleton_json(skeleton: &Skeleton) -> SkeletonJson {
    let joint = |(index, joint): (usize, &crate::model::Joint)| {
        let Transform {
            translation,
            rotation,
            scale,
        } = joint.local;
        JointJson {
            index,
            name: joint.name.clone(),
            hash: joint.hash,
            parent: joint.parent,
            radius: joint.radius,
            translation: translation.to_array(),
            rotation: rotation.to_array(),
            scale: scale.to_array(),
            inverse_bind: rows(&joint.inverse_bind),
        }
    };
    SkeletonJson {
        name: skeleton.name.clone(),
        file: skeleton.file.as_deref().map(json::path),
        kind: skeleton.kind,
        version: skeleton.version,
        rig_name: skeleton.rig_name.clone(),
        asset_name: skeleton.asset_name.clone(),
        joint_count: skeleton.joints.len(),
        roots: skeleton.roots().collect(),
        influences: skeleton.influences.clone(),
        joints: skeleton.joints.iter().enumerate().map(joint).collect(),
        link: skeleton.link.as_deref().map(LinkJson::new),
    }
}

fn mesh_json(mesh: &Mesh) -> MeshJson {
    let corners = |bounds: crate::model::Bounds| [bounds.min.to_array(), bounds.max.to_array()];
    let mut influences_per_vertex = vec![0; mesh.most_influences() + 1];
    for vertex in 0..mesh.influences.len() {
        influences_per_vertex[mesh.influences.of(vertex).len()] += 1;
    }
    let submesh = |(index, submesh): (usize, &crate::model::Submesh)| SubmeshJson {
        index,
        name: submesh.name.clone(),
        start_vertex: submesh.vertices.start,
        vertex_count: submesh.vertices.end - submesh.vertices.start,
        start_index: submesh.indices.start,
        index_count: submesh.indices.end - submesh.indices.start,
    };
    let bounds = mesh.bounds();
    MeshJson {
        name: mesh.name.clone(),
        file: mesh.file.as_deref().map(json::path),
        version: mesh.version.clone(),
        flags: mesh.flags,
        vertex_type: mesh.vertex_layout.0,
        vertex_size: mesh.vertex_layout.1,
        vertex_count: mesh.positions.len(),
        index_count: mesh.indices.len(),
        triangle_count: mesh.indices.len() / 3,
        influences_per_vertex,
        blend_indices: mesh.indexing.map(|indexing| match indexing {
            BlendIndexing::InfluenceTable => "influence-table",
            BlendIndexing::Joints => "joints",
            BlendIndexing::OwnBones => "own-bones",
        }),
        max_blend_index: mesh
            .influences
            .entries
            .iter()
            .map(|influence| influence.bone)
            .max(),
        bounds: (!bounds.is_empty()).then(|| corners(bounds)),
        stated_bounds: mesh.stated_bounds.map(corners),
        stated_sphere: mesh
            .stated_sphere
            .map(|(center, radius)| [center.x, center.y, center.z, radius]),
        bones: mesh.bones.iter().map(|bone| bone.name.clone()).collect(),
        control_points: mesh
            .control_points
            .iter()
            .map(ControlPointJson::new)
            .collect(),
        submeshes: mesh.submeshes.iter().enumerate().map(submesh).collect(),
    }
}

fn materials_json(character: &Character) -> Vec<MaterialJson> {
    let of_mesh = |(mesh, materials): (&Mesh, &Vec<Material>)| {
        let material = |material: &Material| MaterialJson {
            mesh: mesh.name.clone(),
            submesh: material.name.clone(),
            texture: texture_of(character, material),
            hidden: material.hidden,
            reason: material.reason.clone(),
            looked_for: material
                .looked_for
                .iter()
                .map(|path| json::path(path))
                .collect(),
        };
        materials.iter().map(material).collect::<Vec<_>>()
    };
    character
        .meshes
        .iter()
        .zip(&character.materials)
        .flat_map(of_mesh)
        .collect()
}

pub(super) fn texture_of(character: &Character, material: &Material) -> Option<String> {
    let texture = character.textures.get(material.texture?)?;
    Some(
        texture
            .file
            .as_deref()
            .map_or_else(|| texture.name.clone(), json::path),
    )
}

fn texture_json(texture: &Texture) -> TextureJson {
    TextureJson {
        name: texture.name.clone(),
        file: texture.file.as_deref().map(json::path),
        container: texture.container,
        format: texture.format.clone(),
        format_number: texture.format_number,
        flags: texture.flags,
        width: texture.size[0],
        height: texture.size[1],
        mips: texture.mips,
        decoded: texture.image.is_some(),
    }
}

fn clip_json(clip: &Clip) -> ClipJson {
    fn length<T>(curve: &Option<Curve<T>>) -> Option<usize> {
        curve.as_ref().map(Curve::len)
    }
    let track = |(index, track): (usize, &crate::model::Track)| TrackJson {
        index,
        hash: track.hash,
        name: track.name.clone(),
        weight: track.weight,
        translation: length(&track.translation),
        rotation: length(&track.rotation),
        scale: length(&track.scale),
    };
    let event = |event: &crate::model::ClipEvent| EventJson {
        time: event.seconds,
        frame: event.frame,
        name: event.name.clone(),
        string: event.text.clone(),
    };
    ClipJson {
        name: clip.name.clone(),
        file: clip.file.as_deref().map(json::path),
        kind: clip.kind,
        version: clip.version,
        duration: clip.duration,
        fps: clip.fps,
        frame_count: clip.frame_count,
        key_count: clip.key_count,
        jump_caches: clip.jump_caches,
        flags: clip.flags,
        skeleton_id: clip.skeleton_id,
        drive: clip.drive.map(|drive| DriveJson {
            kind: drive.kind.word(),
            rate: drive.rate,
            per_second: drive.per_second,
            length: drive.length,
        }),
        loops: clip.loops,
        events: clip.events.iter().map(event).collect(),
        track_count: clip.tracks.len(),
        tracks: clip.tracks.iter().enumerate().map(track).collect(),
    }
}
