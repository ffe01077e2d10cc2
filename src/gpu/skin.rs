//! The skin pass: palettes and bind vertices in, posed vertices out.

use std::ops::Range;

use tracing::warn;

use super::buffers::{Growing, Pages, Place};
use super::context::GpuContext;
use super::layout::SkinJob;
use super::local_mesh::GpuLocalMesh;
use super::mesh::GpuMesh;
use super::resources::Resources;
use super::skin_shader::SkinShader;
use crate::pose::palette::PaletteRows;
use crate::pose::skin_cpu;
use crate::pose::skin_local::skin_local;
use crate::scene::frame::{FramePacket, Instance, LocalInstance, ResourceId, SkinnedVertex};

/// Vertices that one workgroup skins; the shader's `@workgroup_size`.
pub(super) const GROUP_SIZE: u32 = 64;
const VERTEX: u64 = size_of::<SkinnedVertex>() as u64;

/// Where an instance's posed vertices are this frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Posed {
    /// True where the shader writes them; else they are written from here.
    pub by_shader: bool,
    pub place: Place,
    pub bytes: u64,
}

/// Where the vertices of all that a frame names are; `None` for what cannot be drawn.
#[derive(Debug, Default)]
pub(super) struct PosedFrame {
    /// One for each of the packet's instances.
    pub instances: Vec<Option<Posed>>,
    /// One for each of the packet's locals.
    pub locals: Vec<Option<Posed>>,
}

/// The one compute pass of a frame, and the vertices that come from the processor instead.
#[derive(Debug)]
pub(super) struct Skinner {
    shader: Option<SkinShader>,
    palette: Growing,
    /// Of all deforms.
    offsets: Growing,
    offset_list: Vec<[f32; 2]>,
    jobs: Growing,
    job_bytes: Vec<u8>,
    frame_group: Option<wgpu::BindGroup>,
    dispatches: Vec<Dispatch>,
    computed: Pages,
    uploaded: Pages,
    twin_output: Vec<SkinnedVertex>,
    warned: bool,
}

/// What is to be skinned.
#[derive(Clone, Copy, Debug)]
enum Input {
    Bind(ResourceId),
    Local(ResourceId),
}

#[derive(Debug)]
struct Dispatch {
    input: Input,
    page: usize,
    /// Into the job buffer, bytes.
    job_offset: u32,
    groups: [u32; 2],
}

impl Skinner {
    /// Made inside the caller's error scope. Without compute shaders all vertices come from the processor.
    pub fn new(context: &GpuContext) -> Self {
        let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_SRC;
        let storage = wgpu::BufferUsages::STORAGE;
        let binding_limit = context.limits.max_storage_buffer_binding_size & !(VERTEX - 1);
        Self {
            shader: context.can_compute().then(|| SkinShader::new(context)),
            palette: Growing::new(context, "palette arena", storage),
            offsets: Growing::new(context, "deform offsets", storage),
            offset_list: Vec::new(),
            jobs: Growing::new(context, "skin jobs", wgpu::BufferUsages::UNIFORM),
            job_bytes: Vec::new(),
            frame_group: None,
            dispatches: Vec::new(),
            computed: Pages::new("skinned", usage | storage, binding_limit),
            uploaded: Pages::new("skinned by cpu", usage, context.limits.max_buffer_size),
            twin_output: Vec::new(),
            warned: false,
        }
    }

    /// Uploads palettes and vertices, and plans the dispatches.
    pub fn prepare(
        &mut self,
        context: &GpuContext,
        packet: &FramePacket,
        resources: &mut Resources,
        posed: &mut PosedFrame,
    ) {
        self.computed.clear();
        self.uploaded.clear();
        self.dispatches.clear();
        self.job_bytes.clear();
        self.offset_list.clear();
        let PosedFrame { instances, locals } = posed;
        instances.clear();
        instances.extend(packet.instances.iter().map(|instance| {
            let mesh = resources.meshes.get_mut(instance.mesh.id)?;
            self.place(context, packet, instance, mesh)
        }));
        locals.clear();
        locals.extend(packet.locals.iter().map(|local| {
            let mesh = resources.locals.get_mut(local.mesh.id)?;
            self.place_local(context, packet, local, mesh)
        }));
        self.upload(context, packet);
    }

    fn place(
        &mut self,
        context: &GpuContext,
        packet: &FramePacket,
        instance: &Instance,
        gpu_mesh: &mut GpuMesh,
    ) -> Option<Posed> {
        let mesh = &*instance.mesh;
        let vertices = mesh.positions.len();
        if instance.skinned.len() == vertices {
            return self.upload_vertices(context, &instance.skinned);
        }
        let shader = self.shader.as_ref();
        if shader.is_some_and(|shader| gpu_mesh.want_skin_inputs(context, shader, mesh))
            && let Some(posed) = self.plan(
                context,
                Input::Bind(mesh.id),
                vertices,
                rows_of(packet, &instance.palette),
                SkinJob::NO_OFFSETS,
            )
        {
            return Some(posed);
        }
        let mut output = std::mem::take(&mut self.twin_output);
        let palette = palette_of(packet, &instance.palette);
        let (positions, normals) = (&mesh.positions, &mesh.normals);
        skin_cpu::skin(positions, normals, &mesh.influences, palette, &mut output);
        let posed = self.upload_vertices(context, &output);
        self.twin_output = output;
        posed
    }

    fn place_local(
        &mut self,
        context: &GpuContext,
        packet: &FramePacket,
        local: &LocalInstance,
        gpu_mesh: &mut GpuLocalMesh,
    ) -> Option<Posed> {
        let mesh = &*local.mesh;
        let vertices = mesh.vertices.len();
        if local.skinned.len() == vertices {
            return self.upload_vertices(context, &local.skinned);
        }
        let shader = self.shader.as_ref();
        if shader.is_some_and(|shader| gpu_mesh.want_skin_inputs(context, shader, mesh)) {
            let rows = rows_of(packet, &local.palette);
            let offsets = self.add_offsets(context, local);
            let input = Input::Local(mesh.id);
            let posed =
                offsets.and_then(|offsets| self.plan(context, input, vertices, rows, offsets));
            if posed.is_some() {
                return posed;
            }
        }
        let mut output = std::mem::take(&mut self.twin_output);
        output.clear();
        output.resize(vertices, SkinnedVertex::default());
        let palette = palette_of(packet, &local.palette);
        skin_local(
            &mesh.vertices,
            palette,
            &local.offsets,
            0..vertices,
            &mut output,
        );
        let posed = self.upload_vertices(context, &output);
        self.twin_output = output;
        posed
    }

    /// Where the deforms of an instance start; `None` where they are more than the adapter can bind.
    fn add_offsets(&mut self, context: &GpuContext, local: &LocalInstance) -> Option<u32> {
        // The shader reads one for each influence, or none at all.
        if local.offsets.len() != local.mesh.vertices.influences.len() || local.offsets.is_empty() {
            return Some(SkinJob::NO_OFFSETS);
        }
        let start = self.offset_list.len();
        let end = (start + local.offsets.len()) * size_of::<[f32; 2]>();
        if end as u64 > context.limits.max_storage_buffer_binding_size {
            return None;
        }
        self.offset_list.extend_from_slice(&local.offsets);
        u32::try_from(start).ok()
    }

    fn upload_vertices(
        &mut self,
        context: &GpuContext,
        vertices: &[SkinnedVertex],
    ) -> Option<Posed> {
        if vertices.is_empty() {
            return None;
        }
        let bytes: &[u8] = bytemuck::cast_slice(vertices);
        let place = self.uploaded.allocate(context, bytes.len() as u64);
        if place.is_none() && !std::mem::replace(&mut self.warned, true) {
            warn!(
                "a mesh is not drawn: its {} vertices are more than the graphics adapter takes",
                vertices.len()
            );
        }
        let place = place?;
        let page = self.uploaded.buffer(place.page)?;
        context.queue.write_buffer(page, place.offset, bytes);
        Some(Posed {
            by_shader: false,
            place,
            bytes: bytes.len() as u64,
        })
    }

    /// `None` where something is more than the adapter can bind.
    fn plan(
        &mut self,
        context: &GpuContext,
        input: Input,
        vertices: usize,
        rows: Range<u32>,
        offset_start: u32,
    ) -> Option<Posed> {
        let palette_end = u64::from(rows.end) * size_of::<PaletteRows>() as u64;
        if palette_end > context.limits.max_storage_buffer_binding_size || vertices == 0 {
            return None;
        }
        let vertex_count = u32::try_from(vertices).ok()?;
        let groups = grid(
            vertex_count.div_ceil(GROUP_SIZE),
            context.limits.max_compute_workgroups_per_dimension,
        )?;
        let bytes = u64::from(vertex_count) * VERTEX;
        let place = self.computed.allocate(context, bytes)?;
        let job = SkinJob {
            vertex_count,
            output_start: u32::try_from(place.offset / VERTEX).ok()?,
            palette_start: rows.start,
            palette_count: rows.end - rows.start,
            row_width: groups[0] * GROUP_SIZE,
            offset_start,
        };
        let job_offset = u32::try_from(self.job_bytes.len()).ok()?;
        let stride = size_of::<SkinJob>()
            .next_multiple_of(context.limits.min_uniform_buffer_offset_alignment.max(4) as usize);
        self.job_bytes.extend_from_slice(bytemuck::bytes_of(&job));
        self.job_bytes.resize(job_offset as usize + stride, 0);
        self.dispatches.push(Dispatch {
            input,
            page: place.page,
            job_offset,
            groups,
        });
        Some(Posed {
            by_shader: true,
            place,
            bytes,
        })
    }

    fn upload(&mut self, context: &GpuContext, packet: &FramePacket) {
        let Some(shader) = &self.shader else { return };
        if self.dispatches.is_empty() {
            return;
        }
        let rows = bytemuck::cast_slice(&packet.palette);
        let offsets = bytemuck::cast_slice(&self.offset_list);
        let binding_limit = context.limits.max_storage_buffer_binding_size;
        let moved = self.palette.write(context, rows, binding_limit)
            | self.offsets.write(context, offsets, binding_limit)
            | self.jobs.write(context, &self.job_bytes, u64::MAX);
        if moved || self.frame_group.is_none() {
            let group = shader.bind_frame(context, &self.jobs, &self.palette, &self.offsets);
            self.frame_group = Some(group);
        }
        self.computed.bind(context, &shader.output_layout);
    }

    /// One pass, one dispatch an instance.
    pub fn record(&self, encoder: &mut wgpu::CommandEncoder, resources: &Resources) {
        let (Some(shader), Some(frame_group)) = (&self.shader, &self.frame_group) else {
            return;
        };
        if self.dispatches.is_empty() {
            return;
        }
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("skin"),
            timestamp_writes: None,
        });
        for dispatch in &self.dispatches {
            let (pipeline, inputs) = match dispatch.input {
                Input::Bind(id) => {
                    let mesh = resources.meshes.get(id);
                    (&shader.bind, mesh.and_then(GpuMesh::skin_inputs))
                }
                Input::Local(id) => {
                    let mesh = resources.locals.get(id);
                    (&shader.local, mesh.and_then(GpuLocalMesh::skin_inputs))
                }
            };
            let output = self.computed.bind_group(dispatch.page);
            if let (Some(inputs), Some(output)) = (inputs, output) {
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, frame_group, &[dispatch.job_offset]);
                pass.set_bind_group(1, inputs, &[]);
                pass.set_bind_group(2, output, &[]);
                let [across, down] = dispatch.groups;
                pass.dispatch_workgroups(across, down, 1);
            }
        }
    }

    /// The buffer that holds posed vertices.
    pub fn buffer(&self, posed: Posed) -> Option<&wgpu::Buffer> {
        let pages = if posed.by_shader {
            &self.computed
        } else {
            &self.uploaded
        };
        pages.buffer(posed.place.page)
    }
}

/// The rows of an instance; fewer than it says where the packet has fewer.
fn rows_of(packet: &FramePacket, rows: &Range<u32>) -> Range<u32> {
    let end = rows.end.min(packet.palette.len() as u32);
    rows.start.min(end)..end
}

/// The same rows themselves.
pub(super) fn palette_of<'a>(packet: &'a FramePacket, rows: &Range<u32>) -> &'a [PaletteRows] {
    let rows = rows_of(packet, rows);
    &packet.palette[rows.start as usize..rows.end as usize]
}

/// The workgroups of a dispatch in two dimensions, each within the limit; `None` where even that is too few.
fn grid(groups: u32, limit: u32) -> Option<[u32; 2]> {
    let limit = limit.max(1);
    let down = groups.div_ceil(limit);
    let across = groups.div_ceil(down.max(1));
    (down <= limit && across.checked_mul(GROUP_SIZE).is_some()).then_some([across, down])
}

#[cfg(test)]
mod tests {
    use super::grid;

    #[test]
    fn many_workgroups_go_into_a_second_dimension() {
        assert_eq!(grid(1, 65_535), Some([1, 1]));
        assert_eq!(grid(65_535, 65_535), Some([65_535, 1]));
        assert_eq!(grid(65_536, 65_535), Some([32_768, 2]));
        assert_eq!(grid(7, 3), Some([3, 3]));
        assert_eq!(grid(10, 3), None);
    }
}
