//! Records and submits a frame.

use std::ops::Range;
use std::sync::Arc;

use egui::epaint::text::{FontInsert, FontProvider};

use super::buffers::Growing;
use super::cache::KEPT_FRAMES;
use super::context::{GpuContext, GpuError};
use super::draw_list::{Draw, DrawList};
use super::halves::Halves;
use super::layout::{DrawRecord, FrameUniform};
use super::pipelines::{Pipelines, slot};
use super::readback;
use super::resources::Resources;
use super::skin::{Posed, PosedFrame, Skinner};
use super::slots::SlotPass;
use super::target::Target;
use super::text::LabelPainter;
use crate::scene::frame::{FramePacket, Segment, SkinnedVertex};

/// What a frame came to, for the status bar and for tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameStats {
    /// Instances skinned by the compute shader.
    pub skinned_by_shader: usize,
    /// Instances whose vertices came from the processor.
    pub skinned_by_cpu: usize,
    /// Instances that were not drawn: empty, or too large for the adapter.
    pub skipped: usize,
    /// Draw calls for surfaces, edges and slots.
    pub draws: usize,
}

/// What is held in the adapter's memory from frame to frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Meshes.
    pub meshes: usize,
    /// Textures, the pages of slots among them; one used in two ways counts twice.
    pub textures: usize,
    /// Heat maps.
    pub heat_maps: usize,
}

/// Draws frame packets. Belongs to one [`GpuContext`].
pub struct Renderer {
    pipelines: Pipelines,
    resources: Resources,
    skinner: Skinner,
    frame_uniform: wgpu::Buffer,
    frame_group: wgpu::BindGroup,
    records: Growing,
    slots: SlotPass,
    segments: Growing,
    overlay: Growing,
    posed: PosedFrame,
    list: DrawList,
    labels: Option<LabelPainter>,
    /// Fonts and memory of the labels.
    egui: egui::Context,
}

impl std::fmt::Debug for Renderer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Renderer")
            .field("held", &self.held())
            .finish_non_exhaustive()
    }
}

impl Renderer {
    /// Builds all pipelines: some tenths of a second on a software adapter.
    pub fn new(context: &GpuContext) -> Result<Self, GpuError> {
        let scope = context
            .device
            .push_error_scope(wgpu::ErrorFilter::Validation);
        let made = Self::build(context);
        match pollster::block_on(scope.pop()) {
            Some(error) => Err(GpuError::Pipelines(error.to_string())),
            None => made.ok_or_else(|| GpuError::Pipelines("it has no textures".to_owned())),
        }
    }

    fn build(context: &GpuContext) -> Option<Self> {
        let device = &context.device;
        let frame_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("frame"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
                ty: wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            }],
        });
        let frame_uniform = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("frame"),
            size: size_of::<FrameUniform>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let frame_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &frame_layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: frame_uniform.as_entire_binding(),
            }],
        });
        let resources = Resources::new(context)?;
        let vertex = wgpu::BufferUsages::VERTEX;
        Some(Self {
            pipelines: Pipelines::new(
                context,
                &frame_layout,
                &resources.texture_layout,
                &resources.stages_layout,
            ),
            resources,
            skinner: Skinner::new(context),
            frame_uniform,
            frame_group,
            records: Growing::new(context, "draw records", vertex),
            slots: SlotPass::new(context),
            segments: Growing::new(context, "segments", vertex),
            overlay: Growing::new(context, "overlay", vertex),
            posed: PosedFrame::default(),
            list: DrawList::default(),
            labels: None,
            egui: egui::Context::default(),
        })
    }

    /// Where fonts are looked for that have letters of labels which the bundled ones lack.
    pub fn set_font_provider(&self, provider: Arc<dyn FontProvider>) {
        self.egui.add_font_provider(provider);
    }

    /// Draws labels with one more font.
    pub fn add_font(&self, font: FontInsert) {
        self.egui.add_font(font);
    }

    /// Draws a packet into a target. Nothing happens once the device is lost.
    pub fn render(
        &mut self,
        context: &GpuContext,
        packet: &FramePacket,
        target: &Target,
    ) -> FrameStats {
        if context.is_lost() {
            return FrameStats::default();
        }
        self.upload(context, packet, target);
        let mut encoder = context.device.create_command_encoder(&Default::default());
        self.skinner.record(&mut encoder, &self.resources);
        self.record(&mut encoder, packet, target);
        if !packet.labels.is_empty() {
            self.labels
                .get_or_insert_with(|| LabelPainter::new(context, self.egui.clone()))
                .record(context, packet, target, &mut encoder);
        }
        context.queue.submit([encoder.finish()]);
        self.resources.end_frame(KEPT_FRAMES);
        self.slots.end_frame(KEPT_FRAMES);
        self.stats()
    }

    /// The posed vertices of one instance as the skin pass writes them, file space: to look at and to compare. Waits
    /// for the adapter. Empty for an instance that cannot be drawn.
    pub fn skinned_vertices(
        &mut self,
        context: &GpuContext,
        packet: &FramePacket,
        instance: usize,
    ) -> Result<Vec<SkinnedVertex>, GpuError> {
        self.skin_only(context, packet);
        self.read_posed(context, self.posed.instances.get(instance).copied())
    }

    /// The same of one of the packet's [locals](FramePacket::locals).
    pub fn skinned_local_vertices(
        &mut self,
        context: &GpuContext,
        packet: &FramePacket,
        local: usize,
    ) -> Result<Vec<SkinnedVertex>, GpuError> {
        self.skin_only(context, packet);
        self.read_posed(context, self.posed.locals.get(local).copied())
    }

    fn skin_only(&mut self, context: &GpuContext, packet: &FramePacket) {
        self.resources.upload(context, packet);
        self.skinner
            .prepare(context, packet, &mut self.resources, &mut self.posed);
        let mut encoder = context.device.create_command_encoder(&Default::default());
        self.skinner.record(&mut encoder, &self.resources);
        context.queue.submit([encoder.finish()]);
    }

    fn read_posed(
        &self,
        context: &GpuContext,
        posed: Option<Option<Posed>>,
    ) -> Result<Vec<SkinnedVertex>, GpuError> {
        let posed = posed.flatten();
        let Some((posed, buffer)) = posed.and_then(|it| Some((it, self.skinner.buffer(it)?)))
        else {
            return Ok(Vec::new());
        };
        let bytes = readback::read_buffer(context, buffer, posed.place.offset, posed.bytes)?;
        Ok(bytemuck::pod_collect_to_vec(&bytes))
    }

    /// What is held from frame to frame.
    pub fn held(&self) -> Held {
        Held {
            meshes: self.resources.meshes.len() + self.resources.locals.len(),
            textures: self.resources.textures.len() + self.slots.pages(),
            heat_maps: self.resources.heat_maps.len(),
        }
    }

    /// Drops everything that the last frame did not name.
    pub fn trim(&mut self) {
        self.resources.end_frame(2);
        self.slots.end_frame(2);
    }

    fn stats(&self) -> FrameStats {
        let posed = || self.posed.instances.iter().chain(&self.posed.locals);
        let by = |shader: bool| {
            let posed = posed().flatten();
            posed.filter(|posed| posed.by_shader == shader).count()
        };
        let list = &self.list;
        FrameStats {
            skinned_by_shader: by(true),
            skinned_by_cpu: by(false),
            skipped: posed().filter(|posed| posed.is_none()).count(),
            draws: list.opaque.len()
                + list.staged.len()
                + list.blended.len()
                + list.heat.len()
                + list.wire.len()
                + self.slots.draws(),
        }
    }

    fn upload(&mut self, context: &GpuContext, packet: &FramePacket, target: &Target) {
        self.resources.upload(context, packet);
        self.skinner
            .prepare(context, packet, &mut self.resources, &mut self.posed);
        self.list
            .build(packet, &self.posed.instances, &mut self.resources);
        let layout = &self.resources.texture_layout;
        self.slots
            .prepare(context, packet, &self.posed.locals, layout);
        let uniform = frame_uniform(packet, target);
        context
            .queue
            .write_buffer(&self.frame_uniform, 0, bytemuck::bytes_of(&uniform));
        for (buffer, bytes) in [
            (&mut self.records, bytemuck::cast_slice(&self.list.records)),
            (&mut self.segments, bytemuck::cast_slice(&packet.segments)),
            (&mut self.overlay, bytemuck::cast_slice(&packet.overlay)),
        ] {
            buffer.write(context, bytes, u64::MAX);
        }
    }

    fn record(&self, encoder: &mut wgpu::CommandEncoder, packet: &FramePacket, target: &Target) {
        let mut pass = begin(encoder, target);
        pass.set_bind_group(0, &self.frame_group, &[]);
        if packet.background.iter().any(|color| color.w > 0.0) {
            pass.set_pipeline(&self.pipelines.background);
            pass.draw(0..3, 0..1);
        }
        let halves = Halves::new(packet.wipe, target.size());
        for (pipeline, draws) in [
            (&self.pipelines.opaque, &self.list.opaque),
            (&self.pipelines.staged, &self.list.staged),
            (&self.pipelines.heat, &self.list.heat),
        ] {
            self.draw_surfaces(&mut pass, pipeline, draws, halves);
        }
        draw_segments(
            &mut pass,
            &self.pipelines.segments,
            &self.segments,
            0..packet.segments.len(),
        );
        self.draw_sorted(&mut pass, halves);
        self.draw_edges(&mut pass, &self.pipelines.wire_shadow, halves);
        self.draw_edges(&mut pass, &self.pipelines.wire, halves);
        self.slots.draw(
            &mut pass,
            &self.pipelines.slots,
            &self.resources,
            (&self.skinner, halves),
        );
        let all = packet.overlay.len();
        let second = packet.wipe.map_or(all, |wipe| wipe.overlay.min(all));
        for (range, is_second) in [(0..second, false), (second..all, true)] {
            halves.cut(&mut pass, is_second);
            draw_segments(&mut pass, &self.pipelines.overlay, &self.overlay, range);
        }
        halves.uncut(&mut pass);
    }

    /// Runs of parts that are drawn alike, far to near.
    fn draw_sorted(&self, pass: &mut wgpu::RenderPass<'_>, halves: Halves) {
        let kind = |draw: &Draw| draw.staged.map(|(_, pass)| pass);
        for run in self.list.blended.chunk_by(|a, b| kind(a) == kind(b)) {
            let pipeline = match run.first().and_then(kind) {
                Some(pass) => &self.pipelines.staged_passes[pass as usize],
                None => &self.pipelines.blended,
            };
            self.draw_surfaces(pass, pipeline, run, halves);
        }
    }

    fn draw_surfaces(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        pipeline: &wgpu::RenderPipeline,
        draws: &[Draw],
        halves: Halves,
    ) {
        if draws.is_empty() {
            return;
        }
        pass.set_pipeline(pipeline);
        for draw in draws {
            let Some(mesh) = self.resources.meshes.get(draw.mesh) else {
                continue;
            };
            if !self.set_vertices(pass, draw) {
                continue;
            }
            if let Some(heat) = draw
                .heat
                .and_then(|heat| self.resources.heat_maps.get(heat))
            {
                pass.set_vertex_buffer(slot::HEAT, heat.slice(..));
            }
            let Some(textures) = self.textures_of(draw) else {
                continue;
            };
            pass.set_bind_group(1, textures, &[]);
            pass.set_vertex_buffer(slot::UVS, mesh.uvs.slice(..));
            pass.set_index_buffer(mesh.indices.slice(..), wgpu::IndexFormat::Uint32);
            halves.cut(pass, draw.is_second);
            pass.draw_indexed(draw.indices.clone(), 0, 0..1);
        }
        halves.uncut(pass);
    }

    fn textures_of(&self, draw: &Draw) -> Option<&wgpu::BindGroup> {
        let resources = &self.resources;
        if let Some((key, _)) = draw.staged {
            return resources.stages.get(key);
        }
        let texture = draw.texture.and_then(|key| resources.textures.get(key));
        Some(&texture.unwrap_or(&resources.blank).group)
    }

    fn draw_edges(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        pipeline: &wgpu::RenderPipeline,
        halves: Halves,
    ) {
        if self.list.wire.is_empty() {
            return;
        }
        pass.set_pipeline(pipeline);
        for draw in &self.list.wire {
            let mesh = self.resources.meshes.get(draw.mesh);
            if let Some((edges, count)) = mesh.and_then(|mesh| mesh.edges(&draw.part))
                && self.set_vertices(pass, draw)
            {
                pass.set_index_buffer(edges.slice(..), wgpu::IndexFormat::Uint32);
                halves.cut(pass, draw.is_second);
                pass.draw_indexed(0..*count, 0, 0..1);
            }
        }
        halves.uncut(pass);
    }

    /// Binds the posed vertices and the draw's record; false where the frame has more than could be uploaded.
    fn set_vertices(&self, pass: &mut wgpu::RenderPass<'_>, draw: &Draw) -> bool {
        let record = u64::from(draw.record) * size_of::<DrawRecord>() as u64;
        let record = record..record + size_of::<DrawRecord>() as u64;
        let Some(posed) = self.skinner.buffer(draw.posed) else {
            return false;
        };
        if record.end > self.records.buffer().size() {
            return false;
        }
        let start = draw.posed.place.offset;
        pass.set_vertex_buffer(slot::POSED, posed.slice(start..start + draw.posed.bytes));
        // A slice, not a first instance: the oldest adapters know no first instance.
        pass.set_vertex_buffer(slot::RECORD, self.records.buffer().slice(record));
        true
    }
}

fn begin<'a>(encoder: &'a mut wgpu::CommandEncoder, target: &Target) -> wgpu::RenderPass<'a> {
    let (view, resolve_target, store) = match &target.samples {
        Some(samples) => (samples, Some(target.view()), wgpu::StoreOp::Discard),
        None => (target.view(), None, wgpu::StoreOp::Store),
    };
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("frame"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                store,
            },
        })],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: &target.depth,
            depth_ops: Some(wgpu::Operations {
                load: wgpu::LoadOp::Clear(1.0),
                store: wgpu::StoreOp::Discard,
            }),
            stencil_ops: None,
        }),
        ..Default::default()
    })
}

fn draw_segments(
    pass: &mut wgpu::RenderPass<'_>,
    pipeline: &wgpu::RenderPipeline,
    buffer: &Growing,
    segments: Range<usize>,
) {
    let size = size_of::<Segment>() as u64;
    let held = buffer.buffer().size() / size;
    let (start, end) = (segments.start as u64, held.min(segments.end as u64));
    if start < end {
        pass.set_pipeline(pipeline);
        // A slice, not a first instance: the oldest adapters know no first instance.
        pass.set_vertex_buffer(0, buffer.buffer().slice(start * size..));
        pass.draw(0..4, 0..(end - start) as u32);
    }
}

fn frame_uniform(packet: &FramePacket, target: &Target) -> FrameUniform {
    let camera = &packet.camera;
    // Shaders need not know infinity.
    let fade_distance = packet.fade_distance.clamp(1e-6, 1e30);
    FrameUniform {
        clip_from_world: camera.clip_from_world.to_cols_array_2d(),
        eye: camera.eye.to_array(),
        fade_distance,
        right: camera.right.to_array(),
        lit: u32::from(packet.lit),
        up: camera.up.to_array(),
        textured: u32::from(packet.textured),
        back: camera.back.to_array(),
        padding: 0.0,
        viewport: target.size().map(|side| side as f32),
        padding_2: [0.0; 2],
        background_top: packet.background[0].to_array(),
        background_bottom: packet.background[1].to_array(),
    }
}
