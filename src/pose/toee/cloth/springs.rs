//! Which vertices are cloth, what they hang by, and what holds them together.

use std::collections::HashSet;

use super::{Cloth, Shape};
use crate::model::{Influences, Mesh};

impl Cloth {
    /// The cloth of the vertices that are free. `influences` are what moves the mesh's vertices without the cloth bone.
    pub(super) fn new(
        mesh: &Mesh,
        influences: &Influences,
        is_free: &[bool],
        shapes: &[Shape],
    ) -> Self {
        let is_free = |vertex: u32| is_free.get(vertex as usize) == Some(&true);
        let triangles = || {
            let (all, _) = mesh.indices.as_chunks::<3>();
            all.iter()
                .filter(|corners| corners.iter().any(|&corner| is_free(corner)))
        };
        let count = mesh.positions.len() as u32;
        let mut is_anchor = vec![false; mesh.positions.len()];
        for &corner in triangles().flatten().filter(|&&corner| !is_free(corner)) {
            if let Some(is_anchor) = is_anchor.get_mut(corner as usize) {
                *is_anchor = true;
            }
        }
        let anchors = (0..count).filter(|&vertex| is_anchor[vertex as usize]);
        let mut vertices: Vec<u32> = anchors.collect();
        let anchors = vertices.len();
        vertices.extend((0..count).filter(|&vertex| is_free(vertex)));
        let mut place = vec![0; mesh.positions.len()];
        let mut of_particles = Influences::with_capacity(vertices.len(), vertices.len());
        for (particle, &vertex) in vertices.iter().enumerate() {
            place[vertex as usize] = particle as u32;
            of_particles.push(influences.of(vertex as usize).iter().copied());
        }
        let place = |vertex: u32| place.get(vertex as usize).copied().unwrap_or(0);
        let triangles: Vec<[u32; 3]> = triangles().map(|corners| corners.map(place)).collect();
        let mut cloth = Self {
            positions: vertices
                .iter()
                .map(|&vertex| mesh.positions[vertex as usize])
                .collect(),
            springs: springs(&triangles, anchors),
            vertices,
            anchors,
            influences: of_particles,
            triangles,
            turned: Vec::new(),
            shapes: shapes.to_vec(),
        };
        cloth.find_turned(&mesh.normals);
        cloth
    }
}

/// Each edge once, as its first triangle has it, if either end is free.
fn springs(triangles: &[[u32; 3]], anchors: usize) -> Vec<[u32; 2]> {
    let mut known = HashSet::new();
    let edges = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let is_spring = |&[a, b]: &[u32; 2]| {
        let is_held = a.max(b) < anchors as u32;
        a != b && !is_held && known.insert([a.min(b), a.max(b)])
    };
    edges.filter(is_spring).collect()
}
