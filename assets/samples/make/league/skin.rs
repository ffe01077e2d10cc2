//! Shapes and weights → the mesh.

use std::collections::BTreeSet;

use glam::Vec3;
use rigscope::model::{BlendIndexing, Influence, Influences, Mesh, Submesh};

use super::math::{rounded, smooth};
use super::rig::Rig;
use super::shapes::Shape;

/// Joints and their shares in a vertex.
pub type Weights = Vec<(usize, f32)>;

/// Collects shapes, submesh by submesh.
pub struct MeshBuilder<'a> {
    pub rig: &'a Rig,
    mesh: Mesh,
    weights: Vec<Weights>,
}

impl<'a> MeshBuilder<'a> {
    pub fn new(rig: &'a Rig) -> Self {
        Self {
            rig,
            mesh: Mesh::default(),
            weights: Vec::new(),
        }
    }

    /// What is added from here on belongs to this submesh.
    pub fn begin(&mut self, name: &str) {
        let (vertices, indices) = (
            self.mesh.positions.len() as u32,
            self.mesh.indices.len() as u32,
        );
        self.mesh.submeshes.push(Submesh {
            name: name.into(),
            vertices: vertices..vertices,
            indices: indices..indices,
        });
    }

    /// Adds a shape whose points have the weights that `weights` gives for their place.
    pub fn add(&mut self, shape: &Shape, weights: impl Fn(Vec3) -> Weights) {
        let first = self.mesh.positions.len() as u32;
        self.mesh
            .positions
            .extend(shape.points.iter().map(|&point| rounded(point)));
        self.mesh
            .normals
            .extend(shape.normals().into_iter().map(rounded));
        self.mesh.uvs.extend(&shape.uvs);
        self.weights
            .extend(shape.points.iter().map(|&point| settled(weights(point))));
        self.mesh
            .indices
            .extend(shape.triangles.iter().flatten().map(|index| first + index));
        if let Some(submesh) = self.mesh.submeshes.last_mut() {
            submesh.vertices.end = self.mesh.positions.len() as u32;
            submesh.indices.end = self.mesh.indices.len() as u32;
        }
    }

    /// Adds a shape that one joint moves.
    pub fn add_rigid(&mut self, shape: &Shape, joint: &str) {
        let joint = self.rig.joint(joint);
        self.add(shape, |_| vec![(joint, 1.0)]);
    }

    /// The joints that move vertices, ascending: the skeleton's influence list.
    pub fn influences(&self) -> Vec<usize> {
        let used: BTreeSet<usize> = self
            .weights
            .iter()
            .flatten()
            .map(|&(joint, _)| joint)
            .collect();
        used.into_iter().collect()
    }

    /// The mesh; its blend indices are places in [`Self::influences`].
    pub fn finish(self) -> Mesh {
        let table = self.influences();
        let place = |joint: usize| table.binary_search(&joint).unwrap_or_default() as u32;
        let mut influences = Influences::default();
        for weights in &self.weights {
            let entry = |&(joint, weight): &(usize, f32)| Influence {
                bone: place(joint),
                weight,
            };
            influences.push(weights.iter().map(entry));
        }
        Mesh {
            influences,
            indexing: Some(BlendIndexing::InfluenceTable),
            ..self.mesh
        }
    }
}

/// The four largest in 256ths that sum to exactly 1, the largest first.
pub fn settled(mut weights: Weights) -> Weights {
    weights.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    weights.truncate(4);
    let sum: f32 = weights.iter().map(|&(_, weight)| weight).sum();
    for (_, weight) in &mut weights {
        *weight = (*weight / sum * 256.0).round() / 256.0;
    }
    weights.retain(|&(_, weight)| weight > 0.0);
    let rest: f32 = weights.iter().skip(1).map(|&(_, weight)| weight).sum();
    if let Some((_, largest)) = weights.first_mut() {
        *largest = 1.0 - rest;
    }
    weights
}

/// Weights along a chain of joints: each holds from its own place to the next one's, and they blend over `softness` to
/// both sides. `links` are joints and places, ascending; `at` is the place along the chain.
pub fn chain(links: &[(usize, f32)], softness: f32, at: f32) -> Weights {
    let reached = |index: usize| match links.get(index) {
        Some(&(_, place)) if index > 0 => smooth(place - softness, place + softness, at),
        Some(_) => 1.0,
        None => 0.0,
    };
    let weight = |index: usize| reached(index) - reached(index + 1);
    (0..links.len())
        .map(|index| (links[index].0, weight(index).max(0.0)))
        .filter(|&(_, weight)| weight > 0.0)
        .collect()
}

/// Gives `share` of a vertex to one more joint.
pub fn shared(mut weights: Weights, joint: usize, share: f32) -> Weights {
    weights
        .iter_mut()
        .for_each(|(_, weight)| *weight *= 1.0 - share);
    weights.push((joint, share));
    weights
}
