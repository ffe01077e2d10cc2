//! From the stored file to the model.

use std::ops::Range;

use glam::{Affine3A, Vec2, Vec3};

use super::{Msh, SKINNED, Weights, component, vertices};
use crate::formats::lostsaga::{EXPORT_AGAIN, long_names, trailing, vec3};
use crate::formats::tally::{Tally, counted};
use crate::model::mesh::ControlPoint;
use crate::model::{
    BlendIndexing, Bounds, Finding, Influence, Influences, Mesh, MeshBone, Subject, Submesh,
};

/// From this number of vertices or triangles on the client is known to be in trouble (lostsaga-formats §4).
const MANY: usize = 20_000;
/// Indices of 16 bits reach no further.
const MOST_VERTICES: usize = 65_536;
/// How far from 1 the weights of a vertex may sum.
const SUM_TOLERANCE: f32 = 0.01;

/// The mesh of a file, in file space. What could not be drawn as stored is mended, and among the findings.
///
/// Its bones are names alone: what moves their vertices is the skeleton's own inverse bind. Influences that name no bone
/// of the list follow one more bone, without a name, that no joint moves.
pub fn mesh(msh: &Msh) -> (Mesh, Vec<Finding>) {
    let mut findings = Vec::new();
    let bytes = vertices::bytes_of(msh.mask) as u32;
    let [min, max] = msh.bounds.map(Vec3::from_array);
    let is_skinned = msh.mask & component::WEIGHTS != 0;
    let mut mesh = Mesh {
        version: msh.version.to_string(),
        flags: msh.mask,
        vertex_layout: (msh.kind as u32, bytes),
        indexing: is_skinned.then_some(BlendIndexing::OwnBones),
        bones: msh.bones.iter().map(|name| bone(name.text())).collect(),
        stated_bounds: Some(Bounds { min, max }),
        control_points: msh.control_points.iter().map(control_point).collect(),
        ..Mesh::default()
    };
    put_vertices(msh, &mut mesh, &mut findings);
    put_triangles(msh, &mut mesh, &mut findings);
    if mesh.normals.is_empty() {
        mesh.normals = face_normals(&mesh.positions, &mesh.indices);
    }
    if is_skinned {
        put_influences(msh, &mut mesh, &mut findings);
    }
    findings.extend(doubts(msh));
    let points = msh.control_points.iter();
    let names = points.flat_map(|point| [&point.name, &point.bone, &point.extra]);
    findings.extend(long_names(msh.bones.iter().chain(names)));
    findings.extend(trailing(&msh.trailing));
    (mesh, findings)
}

fn bone(name: String) -> MeshBone {
    MeshBone {
        name,
        parent: None,
        inverse_bind: Affine3A::IDENTITY,
    }
}

/// `trailstart_1` is the first `trailstart` (lostsaga-formats §4).
fn control_point(stored: &super::ControlPoint) -> ControlPoint {
    let name = stored.name.text();
    let (kind, number) = match name.split_once('_') {
        Some((kind, number)) => (kind.to_owned(), number.parse().ok()),
        None => (name.clone(), None),
    };
    ControlPoint {
        kind,
        number,
        bone: stored.bone.text(),
        extra: stored.extra.text(),
        point: vec3(stored.point).unwrap_or(Vec3::ZERO),
    }
}

fn put_vertices(msh: &Msh, mesh: &mut Mesh, findings: &mut Vec<Finding>) {
    let mut bad = Tally::default();
    let mut vectors = |list: &[[f32; 3]]| -> Vec<Vec3> {
        let or_zero = |(vertex, stored): (usize, &[f32; 3])| {
            vec3(*stored).unwrap_or_else(|| {
                bad.add(vertex);
                Vec3::ZERO
            })
        };
        list.iter().enumerate().map(or_zero).collect()
    };
    mesh.positions = vectors(&msh.positions);
    mesh.normals = vectors(&msh.normals);
    let tangents = vectors(&msh.tangents);
    let binormals = vectors(&msh.binormals);
    let mut coordinates = |list: &[[f32; 2]]| -> Vec<Vec2> {
        let or_zero = |(vertex, stored): (usize, &[f32; 2])| {
            let uv = Vec2::from_array(*stored);
            if uv.is_finite() {
                return uv;
            }
            bad.add(vertex);
            Vec2::ZERO
        };
        list.iter().enumerate().map(or_zero).collect()
    };
    mesh.uvs = coordinates(&msh.uvs);
    if !msh.second_uvs.is_empty() {
        mesh.further_uvs.push(coordinates(&msh.second_uvs));
    }
    let handed = |(vertex, tangent): (usize, Vec3)| {
        let normal = mesh.normals.get(vertex).copied().unwrap_or(Vec3::ZERO);
        let binormal = binormals.get(vertex).copied().unwrap_or(Vec3::ZERO);
        let is_turned = normal.cross(tangent).dot(binormal) < 0.0;
        tangent.extend(if is_turned { -1.0 } else { 1.0 })
    };
    mesh.tangents = tangents.into_iter().enumerate().map(handed).collect();
    let rgba = |color: &u32| {
        let [blue, green, red, alpha] = color.to_le_bytes();
        [red, green, blue, alpha]
    };
    mesh.colors = msh.colors.iter().map(rgba).collect();
    bad.report(findings, |count, vertex| {
        let message = format!(
            "{} not finite and set to 0; the first is in vertex {vertex}",
            counted(count, "number of a vertex is", "vectors of vertices are")
        );
        Finding::warning("lostsaga.bad-vertex", message, EXPORT_AGAIN)
            .about(Subject::Vertex(vertex))
    });
}

/// Submeshes follow each other through the list of triangles. One that goes back over an earlier one gets what is left of
/// its run, and triangles that no submesh has get one of their own: each is drawn once.
fn put_triangles(msh: &Msh, mesh: &mut Mesh, findings: &mut Vec<Finding>) {
    let (mut beyond, mut outside) = (Tally::default(), Tally::default());
    let vertices = mesh.positions.len();
    let mut take = |mesh: &mut Mesh, range: Range<usize>, name: String, owned: Range<u32>| {
        let start = mesh.indices.len() as u32;
        for triangle in range {
            let corners = msh.triangles[triangle].map(u32::from);
            match corners.iter().all(|&corner| (corner as usize) < vertices) {
                true => mesh.indices.extend(corners),
                false => beyond.add(triangle),
            }
        }
        mesh.submeshes.push(Submesh {
            name,
            vertices: owned,
            indices: start..mesh.indices.len() as u32,
        });
    };
    let mut next = 0;
    let mut gaps = Vec::new();
    for (index, stored) in msh.submeshes.iter().enumerate() {
        let run = run_of(stored, msh.triangles.len());
        let is_whole = run.as_ref().is_some_and(|run| run.start >= next);
        if !is_whole {
            outside.add(index);
        }
        let run = run.unwrap_or(next..next);
        let run = run.start.max(next)..run.end.max(next);
        if run.start > next {
            gaps.push(next..run.start);
        }
        next = run.end;
        let first = u32::try_from(stored.first_vertex).unwrap_or(0);
        let count = u32::try_from(stored.vertices).unwrap_or(0);
        let owned = first..first.saturating_add(count);
        take(mesh, run, format!("submesh {index}"), owned);
    }
    gaps.push(next..msh.triangles.len());
    for gap in gaps.into_iter().filter(|gap| !gap.is_empty()) {
        let name = format!("submesh {}", mesh.submeshes.len());
        if !msh.submeshes.is_empty() {
            outside.add(mesh.submeshes.len());
        }
        take(mesh, gap, name, 0..vertices as u32);
    }
    beyond.report(findings, |count, triangle| {
        let message = format!(
            "{} a vertex that the mesh does not have and left out; the first is triangle {triangle}",
            counted(count, "triangle names", "triangles name")
        );
        Finding::error("lostsaga.index-out-of-range", message, EXPORT_AGAIN)
    });
    outside.report(findings, |count, submesh| {
        let message = format!(
            "{} a run of triangles that does not follow the one before it inside the list; the first is submesh {submesh}",
            counted(count, "submesh has", "submeshes have")
        );
        Finding::warning("lostsaga.bad-submesh", message, EXPORT_AGAIN)
            .about(Subject::Submesh(submesh))
    });
}

/// The triangles of a submesh, if they are whole ones of the list.
fn run_of(stored: &super::Submesh, triangles: usize) -> Option<Range<usize>> {
    let first = usize::try_from(stored.first_index).ok()?;
    let count = usize::try_from(stored.triangles).ok()?;
    let run = first / 3..(first / 3).checked_add(count)?;
    (first % 3 == 0 && run.end <= triangles).then_some(run)
}

/// The average of the faces at each vertex, weighed by their areas (lostsaga-formats §4).
fn face_normals(positions: &[Vec3], indices: &[u32]) -> Vec<Vec3> {
    let mut normals = vec![Vec3::ZERO; positions.len()];
    for triangle in indices.chunks_exact(3) {
        let [a, b, c] = [triangle[0], triangle[1], triangle[2]].map(|corner| corner as usize);
        let face = (positions[b] - positions[a]).cross(positions[c] - positions[a]);
        for corner in [a, b, c] {
            normals[corner] += face;
        }
    }
    normals.into_iter().map(Vec3::normalize_or_zero).collect()
}

#[derive(Default)]
struct Odd {
    bone: Tally<(usize, f32)>,
    weight: Tally<usize>,
    gap: Tally<usize>,
    sum: Tally<(usize, f32)>,
    all_four: Tally<usize>,
    none: Tally<usize>,
}

fn put_influences(msh: &Msh, mesh: &mut Mesh, findings: &mut Vec<Finding>) {
    let mut odd = Odd::default();
    let bones = msh.bones.len();
    mesh.influences = Influences::with_capacity(msh.weights.len(), msh.weights.len());
    for (vertex, stored) in msh.weights.iter().enumerate().take(mesh.positions.len()) {
        let list = influences(vertex, stored, bones, &mut odd);
        let sum: f32 = list.clone().map(|influence| influence.weight).sum();
        match list.clone().count() {
            0 => odd.none.add(vertex),
            4 => odd.all_four.add(vertex),
            _ => {}
        }
        if sum > 0.0 && (sum - 1.0).abs() > SUM_TOLERANCE {
            odd.sum.add((vertex, sum));
        }
        mesh.influences.push(list);
    }
    if !odd.bone.is_empty() {
        mesh.bones.push(bone(String::new()));
    }
    report_influences(odd, findings);
}

/// The influences of a vertex up to the first weight that is not above zero, where the client stops
/// (lostsaga-formats §4).
fn influences<'a>(
    vertex: usize,
    stored: &'a Weights,
    bones: usize,
    odd: &mut Odd,
) -> impl Iterator<Item = Influence> + Clone + use<'a> {
    let is_used = |weight: &f32| *weight > 0.0 && weight.is_finite();
    let used = stored.weights.iter().take_while(|weight| is_used(weight));
    let used = used.count();
    if stored.weights.iter().any(|weight| !weight.is_finite()) {
        odd.weight.add(vertex);
    } else if stored.weights[used..].iter().any(is_used) {
        odd.gap.add(vertex);
    }
    let is_bone =
        move |number: f32| number >= 0.0 && number.fract() == 0.0 && number < bones as f32;
    for &number in stored.bones[..used]
        .iter()
        .filter(|&&number| !is_bone(number))
    {
        odd.bone.add((vertex, number));
    }
    let pairs = stored.weights[..used].iter().zip(&stored.bones);
    pairs.map(move |(&weight, &number)| Influence {
        bone: if is_bone(number) {
            number as u32
        } else {
            bones as u32
        },
        weight,
    })
}

fn report_influences(odd: Odd, findings: &mut Vec<Finding>) {
    odd.bone.report(findings, |count, (vertex, bone)| {
        let message = format!(
            "{} a bone number that the mesh's list does not have, and moves nothing; the first is {bone} on vertex {vertex}",
            counted(count, "influence has", "influences have")
        );
        Finding::warning("lostsaga.bone-index-out-of-range", message, EXPORT_AGAIN)
            .about(Subject::Vertex(vertex))
    });
    odd.weight.report(findings, |count, vertex| {
        let message = format!(
            "{} a weight that is not finite, which ends its list; the first is vertex {vertex}",
            counted(count, "vertex has", "vertices have")
        );
        Finding::warning("lostsaga.bad-weight", message, EXPORT_AGAIN)
            .about(Subject::Vertex(vertex))
    });
    odd.gap.report(findings, |count, vertex| {
        let message = format!(
            "{} a weight behind one that is not above zero, where the client stops reading; the first is vertex {vertex}",
            counted(count, "vertex has", "vertices have")
        );
        let fix = "export with the weights in front";
        Finding::warning("lostsaga.weight-gap", message, fix).about(Subject::Vertex(vertex))
    });
    odd.sum.report(findings, |count, (vertex, sum)| {
        let message = format!(
            "the weights of {} do not sum to 1, and nobody normalises them; the first is vertex {vertex} with {sum}",
            counted(count, "vertex", "vertices")
        );
        let fix = "normalise the weights before exporting";
        Finding::note("lostsaga.weight-sum", message, fix).about(Subject::Vertex(vertex))
    });
    odd.all_four.report(findings, |count, vertex| {
        let message = format!(
            "{} four influences, of which the client counts three where the processor skins; the first is vertex {vertex}",
            counted(count, "vertex has", "vertices have")
        );
        let fix = "limit the weights to three bones a vertex";
        Finding::warning("lostsaga.four-influences", message, fix).about(Subject::Vertex(vertex))
    });
    odd.none.report(findings, |count, vertex| {
        let message = format!(
            "{} no weight above zero, and nothing moves {}; the first is vertex {vertex}",
            counted(count, "vertex has", "vertices have"),
            if count == 1 { "it" } else { "them" }
        );
        let fix = "give every vertex a bone";
        Finding::note("lostsaga.vertex-without-weight", message, fix).about(Subject::Vertex(vertex))
    });
}

/// What the header says that the client may not cope with.
fn doubts(msh: &Msh) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut doubt = |code, message: String, fix: &str| {
        findings.push(Finding::warning(code, message, fix));
    };
    let has = |bit: u32| msh.mask & bit != 0;
    if has(component::WEIGHTS) && !has(component::INDICES) {
        let message = "the mask has weights and not the bit of bone numbers, from which the client's shaders make their stream of them";
        let fix = "export with the mask 0x139; some releases of the add-on write 0x129";
        doubt("lostsaga.mask-weights-without-indices", message.into(), fix);
    }
    if has(component::WEIGHTS) != (msh.kind == SKINNED) {
        let message = format!(
            "the mesh type is {}, and the mask has {} weights: the client moves vertices in type {SKINNED} alone",
            msh.kind,
            if has(component::WEIGHTS) { "" } else { "no" }
        );
        let message = message.replace("  ", " ");
        doubt("lostsaga.type-and-mask-disagree", message, EXPORT_AGAIN);
    }
    if msh.bones.iter().any(|name| name.is_empty()) {
        let message = "the mesh's list of bones has an empty name, which the client skips: all later numbers mean another bone there";
        doubt("lostsaga.empty-bone-name", message.into(), EXPORT_AGAIN);
    }
    for (count, what) in [
        (msh.vertex_count, "vertices"),
        (msh.triangles.len(), "triangles"),
    ] {
        if count > MANY {
            let message = format!(
                "{count} {what}: from about {MANY} on meshes are known not to load in the game"
            );
            let fix = "split it into several meshes";
            doubt("lostsaga.many-vertices", message, fix);
        }
    }
    if msh.vertex_count > MOST_VERTICES {
        let message = format!(
            "{} vertices, of which indices of 16 bits reach {MOST_VERTICES}",
            msh.vertex_count
        );
        let fix = "split it into several meshes";
        findings.push(Finding::error("lostsaga.too-many-vertices", message, fix));
    }
    findings
}
