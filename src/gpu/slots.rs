//! The pass of 2D slots: in the packet's order, each with its own way of meeting what lies behind.

use std::collections::HashMap;
use std::ops::Range;

use super::buffers::Growing;
use super::cache::Cache;
use super::context::GpuContext;
use super::halves::Halves;
use super::layout::SlotRecord;
use super::pipelines::slot as buffer_slot;
use super::resources::Resources;
use super::skin::{Posed, Skinner};
use super::texture;
use crate::pose::palette::rows_of;
use crate::scene::frame::{
    Copies, FramePacket, ResourceId, Sampling, SlotBlend, SlotDraw, SlotVertices,
};

/// What a page is uploaded as. One picture may be used in several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PageKey {
    id: ResourceId,
    premultiplied: bool,
    sampling: Sampling,
}

/// Where a draw has its vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Corners {
    /// In the pass's own buffers.
    Own,
    /// A mesh, where it was posed.
    Mesh(ResourceId, Posed),
}

/// Slots that follow each other and are painted alike.
#[derive(Debug)]
struct Draw {
    indices: Range<u32>,
    corners: Corners,
    page: Option<PageKey>,
    blend: SlotBlend,
    /// Of a wiped picture: it is seen right of the line alone.
    is_second: bool,
}

/// Pages, and the draws of a frame. Keeps its memory from frame to frame.
#[derive(Debug)]
pub(super) struct SlotPass {
    pages: Cache<PageKey, wgpu::BindGroup>,
    samplers: HashMap<Sampling, wgpu::Sampler>,
    vertices: Growing,
    uvs: Growing,
    indices: Growing,
    record_buffer: Growing,
    /// One a draw.
    records: Vec<SlotRecord>,
    draws: Vec<Draw>,
}

impl SlotPass {
    pub fn new(context: &GpuContext) -> Self {
        let vertex = wgpu::BufferUsages::VERTEX;
        Self {
            pages: Cache::default(),
            samplers: HashMap::new(),
            vertices: Growing::new(context, "slot vertices", vertex),
            uvs: Growing::new(context, "slot uvs", vertex),
            indices: Growing::new(context, "slot indices", wgpu::BufferUsages::INDEX),
            record_buffer: Growing::new(context, "slot records", vertex),
            records: Vec::new(),
            draws: Vec::new(),
        }
    }

    /// Uploads what the packet's slots need, and lists their draws. `posed` tells where the packet's locals are.
    pub fn prepare(
        &mut self,
        context: &GpuContext,
        packet: &FramePacket,
        posed: &[Option<Posed>],
        layout: &wgpu::BindGroupLayout,
    ) {
        self.records.clear();
        self.draws.clear();
        let second = packet.wipe.map_or(usize::MAX, |wipe| wipe.slots);
        for (index, slot) in packet.slots.iter().enumerate() {
            if let Some(corners) = corners(packet, posed, slot) {
                let page = self.page(context, slot, layout);
                self.add((slot, index >= second), corners, page);
            }
        }
        for (buffer, bytes) in [
            (
                &mut self.vertices,
                bytemuck::cast_slice(&packet.slot_vertices),
            ),
            (&mut self.uvs, bytemuck::cast_slice(&packet.slot_uvs)),
            (
                &mut self.indices,
                bytemuck::cast_slice(&packet.slot_indices),
            ),
            (&mut self.record_buffer, bytemuck::cast_slice(&self.records)),
        ] {
            buffer.write(context, bytes, u64::MAX);
        }
    }

    /// The slot's page, where it has one that can be uploaded.
    fn page(
        &mut self,
        context: &GpuContext,
        slot: &SlotDraw,
        layout: &wgpu::BindGroupLayout,
    ) -> Option<PageKey> {
        let page = slot.page.as_ref()?;
        let key = PageKey {
            id: page.id,
            premultiplied: slot.premultiplied,
            sampling: slot.sampling,
        };
        let sampler = self
            .samplers
            .entry(slot.sampling)
            .or_insert_with(|| texture::page_sampler(context, slot.sampling));
        let upload = || {
            let mips = slot.sampling.copies != Copies::None;
            let premultiplied = key.premultiplied;
            texture::upload_page(context, layout, sampler, &page.image, premultiplied, mips)
        };
        self.pages.want(key, upload).then_some(key)
    }

    /// Lists a slot, together with the last one where they are painted alike.
    fn add(
        &mut self,
        (slot, is_second): (&SlotDraw, bool),
        corners: Corners,
        page: Option<PageKey>,
    ) {
        let missing = page.is_none();
        let record = SlotRecord {
            world_from_file: rows_of(&slot.world_from_file).map(|row| row.to_array()),
            light: slot.light,
            dark: slot.dark,
            flags: if missing { SlotRecord::MISSING } else { 0 },
        };
        if let (Some(draw), Some(last)) = (self.draws.last_mut(), self.records.last())
            && draw.indices.end == slot.indices.start
            && draw.is_second == is_second
            && (draw.page, draw.blend, draw.corners, *last) == (page, slot.blend, corners, record)
        {
            draw.indices.end = slot.indices.end;
            return;
        }
        self.records.push(record);
        self.draws.push(Draw {
            indices: slot.indices.clone(),
            corners,
            page,
            blend: slot.blend,
            is_second,
        });
    }

    /// Draws what was listed, with one pipeline a blend mode.
    pub fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        pipelines: &[wgpu::RenderPipeline; 4],
        resources: &Resources,
        (skinner, halves): (&Skinner, Halves),
    ) {
        if self.draws.is_empty() {
            return;
        }
        let (indices, records) = (self.indices.buffer(), self.record_buffer.buffer());
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        let (mut blend, mut page, mut corners) = (None, None, None);
        for (draw, index) in self.draws.iter().zip(0..) {
            let record = index * size_of::<SlotRecord>() as u64;
            let record = record..record + size_of::<SlotRecord>() as u64;
            // A frame may have more than could be uploaded.
            if record.end > records.size() || u64::from(draw.indices.end) * 4 > indices.size() {
                break;
            }
            if corners.replace(draw.corners) != Some(draw.corners) {
                let Some([posed, uvs]) = self.vertex_buffers(draw.corners, resources, skinner)
                else {
                    corners = None;
                    continue;
                };
                pass.set_vertex_buffer(buffer_slot::POSED, posed);
                pass.set_vertex_buffer(buffer_slot::UVS, uvs);
            }
            if blend.replace(draw.blend) != Some(draw.blend) {
                let [normal, additive, multiply, screen] = pipelines;
                pass.set_pipeline(match draw.blend {
                    SlotBlend::Normal => normal,
                    SlotBlend::Additive => additive,
                    SlotBlend::Multiply => multiply,
                    SlotBlend::Screen => screen,
                });
            }
            if page.replace(draw.page) != Some(draw.page) {
                let texture = draw.page.and_then(|key| self.pages.get(key));
                pass.set_bind_group(1, texture.unwrap_or(&resources.blank.group), &[]);
            }
            // A slice, not a first instance: the oldest adapters know no first instance.
            pass.set_vertex_buffer(buffer_slot::RECORD, records.slice(record));
            halves.cut(pass, draw.is_second);
            pass.draw_indexed(draw.indices.clone(), 0, 0..1);
        }
        halves.uncut(pass);
    }

    fn vertex_buffers<'a>(
        &'a self,
        corners: Corners,
        resources: &'a Resources,
        skinner: &'a Skinner,
    ) -> Option<[wgpu::BufferSlice<'a>; 2]> {
        Some(match corners {
            Corners::Own => [
                self.vertices.buffer().slice(..),
                self.uvs.buffer().slice(..),
            ],
            Corners::Mesh(id, posed) => {
                let start = posed.place.offset;
                let vertices = skinner.buffer(posed)?.slice(start..start + posed.bytes);
                [vertices, resources.locals.get(id)?.uvs.slice(..)]
            }
        })
    }

    /// Pages held.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Draw calls of the last frame.
    pub fn draws(&self) -> usize {
        self.draws.len()
    }

    /// Drops pages that were not named in the last `keep` frames.
    pub fn end_frame(&mut self, keep: u64) {
        self.pages.end_frame(keep);
    }
}

/// Where a slot's corners are; `None` for a slot without triangles, and where some of its corners are missing.
fn corners(packet: &FramePacket, posed: &[Option<Posed>], slot: &SlotDraw) -> Option<Corners> {
    let (corners, count) = match slot.vertices {
        SlotVertices::Posed => {
            let count = packet.slot_vertices.len().min(packet.slot_uvs.len());
            (Corners::Own, count)
        }
        SlotVertices::Local(index) => {
            let posed = posed.get(index).copied().flatten()?;
            let mesh = &packet.locals.get(index)?.mesh;
            (Corners::Mesh(mesh.id, posed), mesh.vertices.len())
        }
    };
    let (start, end) = (slot.indices.start as usize, slot.indices.end as usize);
    let indices = packet.slot_indices.get(start..end)?;
    let good = !indices.is_empty() && indices.iter().all(|&index| (index as usize) < count);
    good.then_some(corners)
}

/// How premultiplied colours meet what the target holds (spine-runtime-semantics §18). Additive light covers nothing, so
/// that a transparent background stays so behind it.
pub(super) fn blend_state(blend: SlotBlend) -> wgpu::BlendState {
    use wgpu::BlendFactor::{Dst, One, OneMinusSrc, OneMinusSrcAlpha, Zero};
    let add = |src_factor, dst_factor| wgpu::BlendComponent {
        src_factor,
        dst_factor,
        operation: wgpu::BlendOperation::Add,
    };
    let cover = add(One, OneMinusSrcAlpha);
    let (color, alpha) = match blend {
        SlotBlend::Normal => (cover, cover),
        SlotBlend::Additive => (add(One, One), add(Zero, One)),
        SlotBlend::Multiply => (add(Dst, OneMinusSrcAlpha), cover),
        SlotBlend::Screen => (add(One, OneMinusSrc), cover),
    };
    wgpu::BlendState { color, alpha }
}
