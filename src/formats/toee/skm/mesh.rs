//! From the stored file to the model: bones, influences, one submesh a material.

use glam::{Affine3A, Vec2, Vec3};

use super::{Bone, MOST_INFLUENCES, Skm, Vertex};
use crate::formats::tally::{Tally, counted};
use crate::formats::toee::{parent_before, usable};
use crate::model::transform::from_rows;
use crate::model::{
    BlendIndexing, Finding, Influence, Influences, Mesh, MeshBone, Subject, Submesh,
};

/// A weight beyond this is damage.
const LARGEST_WEIGHT: f32 = 1e3;

/// The mesh of a file, in file space, all six influences of a vertex kept. Triangles are sorted by material; v counts
/// from the top. What could not be drawn as stored is mended, and among the findings.
pub fn mesh(skm: &Skm) -> (Mesh, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut mesh = Mesh {
        version: "1".into(),
        vertex_layout: (0, super::VERTEX as u32),
        indexing: Some(BlendIndexing::OwnBones),
        bones: bones(&skm.bones, &mut findings),
        ..Mesh::default()
    };
    put_vertices(skm, &mut mesh, &mut findings);
    put_triangles(skm, &mut mesh, &mut findings);
    (mesh, findings)
}

fn bones(stored: &[Bone], findings: &mut Vec<Finding>) -> Vec<MeshBone> {
    let (mut bad_parent, mut bad_matrix) = (Tally::default(), Tally::default());
    let bone = |(index, bone): (usize, &Bone)| {
        let parent = parent_before(bone.parent, index);
        if parent.is_none() && bone.parent != -1 {
            bad_parent.add((index, bone.parent));
        }
        let is_usable = usable(&bone.world_inverse);
        if !is_usable {
            bad_matrix.add(index);
        }
        MeshBone {
            name: bone.name.text(),
            parent,
            inverse_bind: match is_usable {
                true => from_rows(bone.world_inverse),
                false => Affine3A::IDENTITY,
            },
        }
    };
    let bones = stored.iter().enumerate().map(bone).collect();
    let fix = "export the mesh again";
    bad_parent.report(findings, |count, (bone, parent)| {
        let message = format!(
            "{} a parent that does not come before it, and counts as a root; the first is bone {bone} with parent {parent}",
            counted(count, "bone names", "bones name")
        );
        Finding::warning("toee.bad-parent", message, fix)
    });
    bad_matrix.report(findings, |count, bone| {
        let message = format!(
            "{} a matrix with numbers that are not finite or beyond 1e6, which counts as no movement; the first is bone {bone}",
            counted(count, "bone has", "bones have")
        );
        Finding::error("toee.bad-bone-matrix", message, fix)
    });
    bones
}

#[derive(Default)]
struct Odd {
    number: Tally<usize>,
    count: Tally<(usize, u16)>,
    bone: Tally<(usize, u16)>,
    weight: Tally<(usize, f32)>,
}

fn put_vertices(skm: &Skm, mesh: &mut Mesh, findings: &mut Vec<Finding>) {
    let mut odd = Odd::default();
    let count = skm.vertices.len();
    mesh.positions.reserve_exact(count);
    mesh.normals.reserve_exact(count);
    mesh.uvs.reserve_exact(count);
    mesh.influences = Influences::with_capacity(count, count);
    for (index, vertex) in skm.vertices.iter().enumerate() {
        let Vertex {
            position,
            normal,
            uv,
            ..
        } = vertex;
        let mut drawn = |numbers: &[f32]| {
            let is_usable = usable(numbers);
            if !is_usable {
                odd.number.add(index);
            }
            is_usable
        };
        let vec3 = |[x, y, z, _]: [f32; 4]| Vec3::new(x, y, z);
        let is_placed = drawn(&position[..3]);
        let has_normal = drawn(&normal[..3]);
        let has_uv = drawn(uv);
        let or_zero = |is: bool, value: Vec3| if is { value } else { Vec3::ZERO };
        mesh.positions.push(or_zero(is_placed, vec3(*position)));
        mesh.normals.push(or_zero(has_normal, vec3(*normal)));
        let [u, v] = if has_uv { *uv } else { [0.0, 1.0] };
        mesh.uvs.push(Vec2::new(u, 1.0 - v));
        let list = influences(index, vertex, skm.bones.len(), &mut odd);
        mesh.influences.push(list.into_iter().flatten());
    }
    report_vertices(odd, findings);
}

fn influences(
    index: usize,
    vertex: &Vertex,
    bones: usize,
    odd: &mut Odd,
) -> [Option<Influence>; MOST_INFLUENCES] {
    if usize::from(vertex.count) > MOST_INFLUENCES {
        odd.count.add((index, vertex.count));
    }
    std::array::from_fn(|place| {
        let (bone, weight) = (vertex.bones[place], vertex.weights[place]);
        if place >= usize::from(vertex.count) || weight == 0.0 {
            return None;
        }
        if usize::from(bone) >= bones {
            odd.bone.add((index, bone));
            return None;
        }
        if !(0.0..=LARGEST_WEIGHT).contains(&weight) {
            odd.weight.add((index, weight));
            return None;
        }
        Some(Influence {
            bone: bone.into(),
            weight,
        })
    })
}

fn report_vertices(odd: Odd, findings: &mut Vec<Finding>) {
    let fix = "export the mesh again";
    odd.number.report(findings, |count, vertex| {
        let message = format!(
            "{} not finite or beyond 1e6 and set to 0; the first is in vertex {vertex}",
            counted(
                count,
                "position, normal or texture coordinate is",
                "positions, normals or texture coordinates are"
            )
        );
        Finding::error("toee.bad-vertex", message, fix).about(Subject::Vertex(vertex))
    });
    odd.count.report(findings, |count, (vertex, stated)| {
        let message = format!(
            "{} more than {MOST_INFLUENCES} influences, of which there is no room for more; the first is vertex {vertex} with {stated}",
            counted(count, "vertex states", "vertices state")
        );
        Finding::error("toee.too-many-influences", message, fix).about(Subject::Vertex(vertex))
    });
    odd.bone.report(findings, |count, (vertex, bone)| {
        let message = format!(
            "{} a bone that the mesh does not have and left out; the first is bone {bone} on vertex {vertex}",
            counted(count, "influence names", "influences name")
        );
        Finding::error("toee.influence-without-bone", message, fix).about(Subject::Vertex(vertex))
    });
    odd.weight.report(findings, |count, (vertex, weight)| {
        let message = format!(
            "{} negative, huge or not finite and left out; the first is {weight} on vertex {vertex}",
            counted(count, "weight is", "weights are")
        );
        Finding::error("toee.bad-weight", message, fix).about(Subject::Vertex(vertex))
    });
}

/// Triangles of one material become one submesh, as the game draws them.
fn put_triangles(skm: &Skm, mesh: &mut Mesh, findings: &mut Vec<Finding>) {
    let (mut beyond, mut bare) = (Tally::default(), Tally::default());
    let materials = skm.materials.len();
    let mut of_material = vec![Vec::new(); materials + 1];
    for (index, triangle) in skm.triangles.iter().enumerate() {
        let corners = triangle.vertices.map(u32::from);
        if corners
            .iter()
            .any(|&corner| corner as usize >= mesh.positions.len())
        {
            beyond.add(index);
            continue;
        }
        let material = usize::from(triangle.material);
        if material >= materials {
            bare.add((index, material));
        }
        of_material[material.min(materials)].extend(corners);
    }
    for (material, indices) in of_material.into_iter().enumerate() {
        if indices.is_empty() {
            continue;
        }
        let start = mesh.indices.len() as u32;
        let low = indices.iter().copied().min().unwrap_or(0);
        let high = indices.iter().copied().max().map_or(0, |high| high + 1);
        mesh.indices.extend(indices);
        let name = skm.materials.get(material);
        mesh.submeshes.push(Submesh {
            name: name.map_or_else(|| "(no material)".into(), |name| name.text()),
            vertices: low..high,
            indices: start..mesh.indices.len() as u32,
        });
    }
    let fix = "export the mesh again";
    beyond.report(findings, |count, triangle| {
        let message = format!(
            "{} a vertex that the mesh does not have and left out; the first is triangle {triangle}",
            counted(count, "triangle names", "triangles name")
        );
        Finding::error("toee.triangle-beyond-vertices", message, fix)
    });
    bare.report(findings, |count, (triangle, material)| {
        let message = format!(
            "{} a material that the mesh does not have; the first is triangle {triangle} with material {material}",
            counted(count, "triangle names", "triangles name")
        );
        Finding::error("toee.triangle-without-material", message, fix)
    });
}
