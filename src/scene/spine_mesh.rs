//! The attachments of a rig as one mesh for the skinning shader.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::frame::{LocalInfluence, LocalMesh, LocalVertices, ResourceId};
use crate::model::spine::{Rig, Vertices};
use crate::pose::spine::Pictures;

/// Rigs come nowhere near; a damaged file must not take all memory. What is beyond is posed on the processor.
const MOST_INFLUENCES: usize = 1 << 22;

/// One frame of an attachment in one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    slot: usize,
    attachment: usize,
    frame: usize,
}

/// Where a part lies in the mesh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its vertices.
    pub vertices: Range<usize>,
    /// Their influences.
    pub influences: Range<usize>,
}

/// Everything that some skins may show, in one mesh.
#[derive(Debug)]
pub struct RigMesh {
    /// For the skinning shader; palette rows are the rig's bones.
    pub mesh: Arc<LocalMesh>,
    parts: HashMap<Key, Part>,
}

impl RigMesh {
    /// All that is drawn of the default skin and of others (indices).
    pub fn new(rig: &Rig, pictures: &Pictures, skins: &[usize]) -> Self {
        let mut vertices = LocalVertices::default();
        let mut uvs = Vec::new();
        let mut parts = HashMap::new();
        let worn = rig.default_skin.iter().chain(skins);
        for entry in worn
            .flat_map(|&skin| rig.skins.get(skin))
            .flat_map(|skin| &skin.entries)
        {
            let Some(slot) = rig.slots.get(entry.slot) else {
                continue;
            };
            for (index, frame) in pictures.frames(entry.attachment).iter().enumerate() {
                let key = Key {
                    slot: entry.slot,
                    attachment: entry.attachment,
                    frame: index,
                };
                if parts.contains_key(&key) || vertices.influences.len() > MOST_INFLUENCES {
                    continue;
                }
                let (first, first_influence) = (vertices.len(), vertices.influences.len());
                match rig.mesh(entry.attachment) {
                    Some(mesh) => add_vertices(&mesh.vertices, slot.bone, &mut vertices),
                    None => add_plain(&frame.corners, slot.bone, &mut vertices),
                }
                uvs.extend(frame.uvs.iter().map(|uv| uv.map(|axis| axis as f32)));
                uvs.resize(vertices.len(), [0.0; 2]);
                let part = Part {
                    vertices: first..vertices.len(),
                    influences: first_influence..vertices.influences.len(),
                };
                parts.insert(key, part);
            }
        }
        let mesh = LocalMesh {
            id: ResourceId::new(),
            vertices,
            uvs,
        };
        Self {
            mesh: Arc::new(mesh),
            parts,
        }
    }

    /// Where what a slot shows lies; `None` for what the skins do not have.
    pub fn part(&self, slot: usize, attachment: usize, frame: usize) -> Option<&Part> {
        self.parts.get(&Key {
            slot,
            attachment,
            frame,
        })
    }
}

fn add_plain(positions: &[[f64; 2]], bone: usize, vertices: &mut LocalVertices) {
    for position in positions {
        vertices.push([LocalInfluence {
            position: position.map(|axis| axis as f32),
            bone: bone as u32,
            weight: 1.0,
        }]);
    }
}

fn add_vertices(from: &Vertices, bone: usize, vertices: &mut LocalVertices) {
    match from {
        Vertices::Plain(positions) => add_plain(positions, bone, vertices),
        Vertices::Weighted(weighted) => {
            for range in weighted.ranges() {
                let list = weighted.influences().get(range).unwrap_or_default();
                vertices.push(list.iter().map(|influence| LocalInfluence {
                    position: [influence.x as f32, influence.y as f32],
                    bone: influence.bone as u32,
                    weight: influence.weight as f32,
                }));
            }
        }
    }
}
