//! A mesh in the adapter's memory.

use std::collections::HashMap;
use std::ops::Range;

use glam::Vec2;
use tracing::warn;

use super::buffers::filled;
use super::center::PartCenter;
use super::context::GpuContext;
use super::layout::{BindVertex, InfluenceEntry};
use super::skin_shader::SkinShader;
use crate::pose::skin_cpu::influences_of;
use crate::scene::frame::SkinnableMesh;

/// What draws and skinning read of one mesh.
#[derive(Debug)]
pub(super) struct GpuMesh {
    pub uvs: wgpu::Buffer,
    pub indices: wgpu::Buffer,
    /// Outer `None`: not asked for yet; inner: more than a binding may hold.
    skin_inputs: Option<Option<wgpu::BindGroup>>,
    parts: HashMap<Range<u32>, PartExtras>,
}

/// What is worked out for a part when first asked for.
#[derive(Debug, Default)]
struct PartExtras {
    center: Option<PartCenter>,
    /// Unique edges as a line list, and how many indices it has; `None` inside where it could not be uploaded.
    edges: Option<Option<(wgpu::Buffer, u32)>>,
}

impl GpuMesh {
    /// `None`, with a warning, where the mesh cannot be drawn.
    pub fn upload(context: &GpuContext, mesh: &SkinnableMesh) -> Option<Self> {
        let vertices = mesh.positions.len();
        if let Some(beyond) = mesh
            .indices
            .iter()
            .find(|&&index| index as usize >= vertices)
        {
            warn!("a mesh is not drawn: index {beyond} is beyond its {vertices} vertices");
            return None;
        }
        let mut uvs = mesh.uvs.clone();
        uvs.resize(vertices, Vec2::ZERO);
        let uvs = bytemuck::cast_slice(&uvs);
        let indices = bytemuck::cast_slice(&mesh.indices);
        let uploaded = filled(context, "uvs", wgpu::BufferUsages::VERTEX, uvs).zip(filled(
            context,
            "indices",
            wgpu::BufferUsages::INDEX,
            indices,
        ));
        if uploaded.is_none() {
            warn!(
                "a mesh is not drawn: its {vertices} vertices are more than the graphics adapter takes"
            );
        }
        let (uvs, indices) = uploaded?;
        Some(Self {
            uvs,
            indices,
            skin_inputs: None,
            parts: HashMap::new(),
        })
    }

    /// Uploads what a dispatch reads, unless that was done; false where it is more than a binding may hold.
    pub fn want_skin_inputs(
        &mut self,
        context: &GpuContext,
        shader: &SkinShader,
        mesh: &SkinnableMesh,
    ) -> bool {
        self.skin_inputs
            .get_or_insert_with(|| skin_inputs(context, shader, mesh))
            .is_some()
    }

    pub fn skin_inputs(&self) -> Option<&wgpu::BindGroup> {
        self.skin_inputs.as_ref()?.as_ref()
    }

    pub fn center(&mut self, mesh: &SkinnableMesh, part: &Range<u32>) -> &PartCenter {
        let extras = self.parts.entry(part.clone()).or_default();
        extras
            .center
            .get_or_insert_with(|| PartCenter::new(mesh, part.clone()))
    }

    /// Builds the edges of a part, unless that was done.
    pub fn want_edges(&mut self, context: &GpuContext, mesh: &SkinnableMesh, part: &Range<u32>) {
        let extras = self.parts.entry(part.clone()).or_default();
        extras.edges.get_or_insert_with(|| {
            let edges = unique_edges(mesh.indices.get(part.start as usize..part.end as usize)?);
            let bytes = bytemuck::cast_slice(&edges);
            let buffer = filled(context, "edges", wgpu::BufferUsages::INDEX, bytes)?;
            Some((buffer, edges.len() as u32))
        });
    }

    pub fn edges(&self, part: &Range<u32>) -> Option<&(wgpu::Buffer, u32)> {
        self.parts.get(part)?.edges.as_ref()?.as_ref()
    }
}

fn skin_inputs(
    context: &GpuContext,
    shader: &SkinShader,
    mesh: &SkinnableMesh,
) -> Option<wgpu::BindGroup> {
    let mut stream: Vec<InfluenceEntry> = Vec::with_capacity(mesh.influences.entries.len());
    let mut vertices = Vec::with_capacity(mesh.positions.len());
    for (index, position) in mesh.positions.iter().enumerate() {
        let list = influences_of(&mesh.influences, index);
        vertices.push(BindVertex {
            position: position.to_array(),
            influence_start: stream.len() as u32,
            normal: mesh
                .normals
                .get(index)
                .map_or([0.0; 3], |normal| normal.to_array()),
            influence_count: list.len() as u32,
        });
        stream.extend(list.iter().map(|influence| InfluenceEntry {
            bone: influence.bone,
            weight: influence.weight,
        }));
    }
    let (vertices, stream) = (
        bytemuck::cast_slice(&vertices),
        bytemuck::cast_slice(&stream),
    );
    shader.bind_mesh(context, [vertices, stream])
}

/// Both ends of each edge of a triangle list, every edge once.
fn unique_edges(indices: &[u32]) -> Vec<u32> {
    let mut edges: Vec<[u32; 2]> = indices
        .as_chunks::<3>()
        .0
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .map(|[from, to]| [from.min(to), from.max(to)])
        .filter(|[from, to]| from != to)
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges.into_flattened()
}

#[cfg(test)]
mod tests {
    use super::unique_edges;

    #[test]
    fn two_triangles_share_an_edge() {
        let edges = unique_edges(&[0, 1, 2, 2, 1, 3, 3, 3, 3]);
        assert_eq!(edges, [0, 1, 0, 2, 1, 2, 1, 3, 2, 3]);
    }
}
