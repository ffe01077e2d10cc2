//! Submeshes → primitives, each with the vertices it uses.

use glam::{Vec2, Vec3};
use serde_json::{Value, json};

use super::ExportError;
use super::axes::Axes;
use super::binary::{Binary, Component, Target, pairs, vectors};
use super::material::Materials;
use super::piece::Piece;
use super::skin::Skin;
use super::weights::{Normaliser, Shares};
use crate::model::finding::counted;
use crate::model::{Bounds, Finding, Mesh, Submesh};

/// Joints are stored in 16 bits at most, one number of which stands for the joint that never moves.
const MOST_JOINTS: usize = u16::MAX as usize;

pub(super) struct Built {
    pub primitives: Vec<Value>,
    /// Some vertices hang at no joint.
    pub has_still_vertices: bool,
}

/// Every submesh that has a triangle, hidden ones too. Without a skin the mesh stands still.
pub(super) fn build(
    out: &mut Binary,
    piece: &Piece<'_>,
    skin: Option<&Skin>,
    axes: &Axes,
    materials: &mut Materials,
    findings: &mut Vec<Finding>,
) -> Result<Built, ExportError> {
    let mesh = piece.mesh;
    let joints = match skin.map(Skin::still) {
        Some(joints) if joints > MOST_JOINTS => {
            return Err(ExportError::TooLarge("65535 joints, the most of a skin"));
        }
        joints => joints,
    };
    let mut normaliser = Normaliser::new(joints.unwrap_or(0) as u16);
    let mut primitives = Vec::new();
    let mut broken = 0;
    for (index, submesh) in mesh.submeshes.iter().enumerate() {
        let Some(part) = Part::of(mesh, submesh, axes, &mut broken) else {
            continue;
        };
        let mut attributes = part.write_shape(out)?;
        if let Some(skin) = skin {
            let vertices = part.vertices.iter().map(|&vertex| vertex as usize);
            let shares: Vec<Shares> = vertices
                .map(|vertex| normaliser.shares(vertex, skin.of_vertex(piece, vertex)))
                .collect();
            write_shares(out, &shares, skin.still(), &mut attributes)?;
        }
        let mut primitive = json!({"attributes": attributes, "indices": part.write_indices(out)?});
        if let Some(material) = piece.materials.get(index) {
            let on = (part.uvs.as_slice(), part.triangles.as_slice());
            let added = materials.add(out, material, piece.textures, on, findings)?;
            primitive["material"] = json!(added);
        }
        let hidden = piece.visible.get(index) == Some(&false);
        primitive["extras"] = json!({"submesh": submesh.name, "hidden": hidden});
        primitives.push(primitive);
    }
    findings.extend(normaliser.finding());
    findings.extend((broken > 0).then(|| no_numbers(broken)));
    Ok(Built {
        primitives,
        has_still_vertices: normaliser.used_still,
    })
}

fn no_numbers(vertices: usize) -> Finding {
    Finding::warning(
        "export.vertex-not-finite",
        format!(
            "{} no number in position or texture coordinates: zero was written instead",
            counted(vertices, "vertex has", "vertices have")
        ),
        "export the mesh again from its source",
    )
}

/// The vertices of one submesh, in glTF's axes.
struct Part {
    /// Of the mesh, ascending.
    vertices: Vec<u32>,
    /// Of `vertices`, wound for glTF.
    triangles: Vec<[u32; 3]>,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    uvs: Vec<Vec2>,
}

impl Part {
    fn of(mesh: &Mesh, submesh: &Submesh, axes: &Axes, broken: &mut usize) -> Option<Self> {
        let range = submesh.indices.start as usize..submesh.indices.end as usize;
        let (corners, _) = mesh.indices.get(range)?.as_chunks::<3>();
        let mut vertices = corners.as_flattened().to_vec();
        vertices.sort_unstable();
        vertices.dedup();
        let last = *vertices.last()? as usize;
        if last >= mesh.positions.len() {
            return None;
        }
        let place = |vertex: &u32| vertices.binary_search(vertex).unwrap_or(0) as u32;
        let triangles = corners.iter().map(|[a, b, c]| {
            let [a, b, c] = [place(a), place(b), place(c)];
            if axes.mirrors() { [a, c, b] } else { [a, b, c] }
        });
        let triangles: Vec<[u32; 3]> = triangles.collect();
        let mut number = |vector: Vec3| {
            if vector.is_finite() {
                vector
            } else {
                *broken += 1;
                Vec3::ZERO
            }
        };
        let at = vertices.iter().map(|&vertex| vertex as usize);
        let positions: Vec<Vec3> = at
            .clone()
            .map(|vertex| axes.vector(number(mesh.positions[vertex])))
            .collect();
        let uvs = if mesh.uvs.len() > last {
            let uv = |vertex: usize| number(mesh.uvs[vertex].extend(0.0)).truncate();
            at.clone().map(uv).collect()
        } else {
            Vec::new()
        };
        let mut normals: Vec<Vec3> = Vec::new();
        if mesh.normals.len() > last {
            normals.extend(at.map(|vertex| axes.vector(mesh.normals[vertex])));
            fill_normals(&mut normals, &positions, &triangles);
        }
        Some(Self {
            vertices,
            triangles,
            positions,
            normals,
            uvs,
        })
    }

    /// Positions, normals and texture coordinates.
    fn write_shape(&self, out: &mut Binary) -> Result<Value, ExportError> {
        let count = self.positions.len();
        let mut list = |bytes: &[u8], kind| {
            let list = out.list(bytes, count, Component::F32, kind, Target::Vertices)?;
            Ok::<usize, ExportError>(list)
        };
        let positions = list(&vectors(&self.positions), "VEC3")?;
        let mut attributes = json!({"POSITION": positions});
        if !self.normals.is_empty() {
            attributes["NORMAL"] = json!(list(&vectors(&self.normals), "VEC3")?);
        }
        if !self.uvs.is_empty() {
            attributes["TEXCOORD_0"] = json!(list(&pairs(&self.uvs), "VEC2")?);
        }
        let bounds = Bounds::of(self.positions.iter().copied());
        out.bound(positions, &bounds.min.to_array(), &bounds.max.to_array());
        Ok(attributes)
    }

    fn write_indices(&self, out: &mut Binary) -> Result<usize, ExportError> {
        let indices = self.triangles.as_flattened();
        // The largest number of a type is kept free (glTF 2.0 §3.7.2.1).
        let (bytes, component): (Vec<u8>, _) = if self.vertices.len() < usize::from(u16::MAX) {
            let short = indices.iter().map(|&index| index as u16);
            (short.flat_map(u16::to_le_bytes).collect(), Component::U16)
        } else {
            let long = indices.iter().copied();
            (long.flat_map(u32::to_le_bytes).collect(), Component::U32)
        };
        out.list(&bytes, indices.len(), component, "SCALAR", Target::Indices)
    }
}

/// Makes every normal one unit long; where there is none to make longer, the triangles around the vertex say where out is.
pub(super) fn fill_normals(normals: &mut [Vec3], positions: &[Vec3], triangles: &[[u32; 3]]) {
    let mut missing = false;
    for normal in normals.iter_mut() {
        *normal = normal.try_normalize().unwrap_or(Vec3::ZERO);
        missing |= *normal == Vec3::ZERO;
    }
    if !missing {
        return;
    }
    let mut around = vec![Vec3::ZERO; positions.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|index| positions[index as usize]);
        let outward = (b - a).cross(c - a);
        for &index in triangle {
            around[index as usize] += outward;
        }
    }
    for (normal, around) in normals.iter_mut().zip(around) {
        if *normal == Vec3::ZERO {
            *normal = around.try_normalize().unwrap_or(Vec3::Y);
        }
    }
}

/// Joints and weights, in as many sets of four as the busiest vertex needs.
fn write_shares(
    out: &mut Binary,
    shares: &[Shares],
    joints: usize,
    attributes: &mut Value,
) -> Result<(), ExportError> {
    let most = shares.iter().map(Vec::len).max().unwrap_or(0);
    // The joint that never moves comes on top.
    let wide = joints > usize::from(u8::MAX);
    for set in 0..most.div_ceil(4) {
        let (mut indices, mut weights) = (Vec::new(), Vec::new());
        for list in shares {
            for slot in set * 4..set * 4 + 4 {
                let (joint, weight) = list.get(slot).copied().unwrap_or_default();
                match wide {
                    true => indices.extend_from_slice(&joint.to_le_bytes()),
                    false => indices.push(joint as u8),
                }
                weights.extend_from_slice(&weight.to_le_bytes());
            }
        }
        let component = if wide { Component::U16 } else { Component::U8 };
        let (count, target) = (shares.len(), Target::Vertices);
        let indices = out.list(&indices, count, component, "VEC4", target)?;
        let weights = out.list(&weights, count, Component::F32, "VEC4", target)?;
        attributes[format!("JOINTS_{set}")] = json!(indices);
        attributes[format!("WEIGHTS_{set}")] = json!(weights);
    }
    Ok(())
}
