//! All that is uploaded once and drawn many times.

use tracing::warn;

use super::buffers::filled;
use super::cache::Cache;
use super::context::GpuContext;
use super::local_mesh::GpuLocalMesh;
use super::mesh::GpuMesh;
use super::stages::{self, StagesKey};
use super::texture::{self, GpuTexture};
use crate::scene::frame::{FramePacket, Instance, Part, ResourceId, TextureImage};

/// A picture's mip chain depends on what its alpha means, so that one picture may be held twice.
pub(super) type TextureKey = (ResourceId, bool);

/// The caches, and what binds textures.
#[derive(Debug)]
pub(super) struct Resources {
    pub meshes: Cache<ResourceId, GpuMesh>,
    pub locals: Cache<ResourceId, GpuLocalMesh>,
    pub textures: Cache<TextureKey, GpuTexture>,
    /// Textures of [`Self::textures`], bound together.
    pub stages: Cache<StagesKey, wgpu::BindGroup>,
    pub heat_maps: Cache<ResourceId, wgpu::Buffer>,
    pub texture_layout: wgpu::BindGroupLayout,
    pub stages_layout: wgpu::BindGroupLayout,
    pub(super) sampler: wgpu::Sampler,
    /// Bound where a part has no texture: one white texel.
    pub blank: GpuTexture,
}

impl Resources {
    pub fn new(context: &GpuContext) -> Option<Self> {
        let texture_layout = texture::layout(context);
        let sampler = texture::surface_sampler(context);
        let white = crate::model::Image {
            width: 1,
            height: 1,
            rgba: vec![255; 4],
        };
        Some(Self {
            meshes: Cache::default(),
            locals: Cache::default(),
            textures: Cache::default(),
            stages: Cache::default(),
            heat_maps: Cache::default(),
            blank: texture::upload(context, &texture_layout, &sampler, &white, false)?,
            texture_layout,
            stages_layout: stages::layout(context),
            sampler,
        })
    }

    /// Uploads what the packet names and is not there yet.
    pub fn upload(&mut self, context: &GpuContext, packet: &FramePacket) {
        for local in &packet.locals {
            let mesh = &local.mesh;
            self.locals
                .want(mesh.id, || GpuLocalMesh::upload(context, mesh));
        }
        for instance in &packet.instances {
            let mesh = &instance.mesh;
            self.meshes.want(mesh.id, || GpuMesh::upload(context, mesh));
            self.upload_heat(context, instance);
            for part in &instance.parts {
                if let Some(surface) = &part.surface {
                    self.want_stages(context, surface);
                } else if let Some(texture) = &part.texture {
                    self.upload_texture(context, texture, part.blend);
                }
                if instance.wire
                    && let Some(gpu_mesh) = self.meshes.get_mut(mesh.id)
                {
                    gpu_mesh.want_edges(context, mesh, &part.indices);
                }
            }
        }
    }

    pub(super) fn upload_texture(
        &mut self,
        context: &GpuContext,
        texture: &TextureImage,
        cut_out: bool,
    ) {
        self.textures.want((texture.id, cut_out), || {
            texture::upload(
                context,
                &self.texture_layout,
                &self.sampler,
                &texture.image,
                cut_out,
            )
        });
    }

    fn upload_heat(&mut self, context: &GpuContext, instance: &Instance) {
        let Some(heat) = &instance.heat else { return };
        self.heat_maps.want(heat.id, || {
            let (weights, vertices) = (heat.weights.len(), instance.mesh.positions.len());
            if weights < vertices {
                warn!("a heat map is not shown: {weights} weights for {vertices} vertices");
                return None;
            }
            let bytes = bytemuck::cast_slice(&heat.weights);
            filled(context, "heat map", wgpu::BufferUsages::VERTEX, bytes)
        });
    }

    /// The texture of a part, where it has one that could be uploaded.
    pub fn texture_of(&self, part: &Part) -> Option<TextureKey> {
        let key = (part.texture.as_ref()?.id, part.blend);
        self.textures.get(key).map(|_| key)
    }

    /// Drops what was not named in the last `keep` frames.
    pub fn end_frame(&mut self, keep: u64) {
        self.meshes.end_frame(keep);
        self.locals.end_frame(keep);
        self.textures.end_frame(keep);
        self.stages.end_frame(keep);
        self.heat_maps.end_frame(keep);
    }
}
