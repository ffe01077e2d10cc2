//! The vertices of a 2D character in the adapter's memory.

use tracing::warn;

use super::buffers::filled;
use super::context::GpuContext;
use super::skin_shader::SkinShader;
use crate::scene::frame::LocalMesh;

/// What slots and skinning read of one mesh.
#[derive(Debug)]
pub(super) struct GpuLocalMesh {
    pub uvs: wgpu::Buffer,
    /// Outer `None`: not asked for yet; inner: more than a binding may hold.
    skin_inputs: Option<Option<wgpu::BindGroup>>,
}

impl GpuLocalMesh {
    /// `None`, with a warning, where the mesh cannot be drawn.
    pub fn upload(context: &GpuContext, mesh: &LocalMesh) -> Option<Self> {
        let vertices = mesh.vertices.len();
        let mut uvs = mesh.uvs.clone();
        uvs.resize(vertices, [0.0; 2]);
        let bytes = bytemuck::cast_slice(&uvs);
        let uvs = filled(context, "uvs", wgpu::BufferUsages::VERTEX, bytes);
        if uvs.is_none() {
            warn!(
                "slots are not drawn: their {vertices} vertices are more than the graphics adapter takes"
            );
        }
        Some(Self {
            uvs: uvs?,
            skin_inputs: None,
        })
    }

    /// Uploads what a dispatch reads, unless that was done; false where it is more than a binding may hold.
    pub fn want_skin_inputs(
        &mut self,
        context: &GpuContext,
        shader: &SkinShader,
        mesh: &LocalMesh,
    ) -> bool {
        let upload = || {
            let vertices = &mesh.vertices;
            let starts = bytemuck::cast_slice(&vertices.starts);
            let influences = bytemuck::cast_slice(&vertices.influences);
            shader.bind_mesh(context, [starts, influences])
        };
        self.skin_inputs.get_or_insert_with(upload).is_some()
    }

    pub fn skin_inputs(&self) -> Option<&wgpu::BindGroup> {
        self.skin_inputs.as_ref()?.as_ref()
    }
}
