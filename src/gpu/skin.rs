//! The skin pass: palettes and bind vertices in, posed vertices out.

use tracing::warn;

use super::buffers::{Growing, Pages, Place};
use super::cache::Cache;
use super::context::GpuContext;
use super::layout::SkinJob;
use super::mesh::GpuMesh;
use super::shaders;
use crate::pose::palette::PaletteRows;
use crate::pose::skin_cpu;
use crate::scene::frame::{FramePacket, Instance, ResourceId, SkinnedVertex};

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

/// The one compute pass of a frame, and the vertices that come from the processor instead.
#[derive(Debug)]
pub(super) struct Skinner {
    shader: Option<SkinShader>,
    palette: Growing,
    jobs: Growing,
    job_bytes: Vec<u8>,
    frame_group: Option<wgpu::BindGroup>,
    dispatches: Vec<Dispatch>,
    computed: Pages,
    uploaded: Pages,
    twin_output: Vec<SkinnedVertex>,
    warned: bool,
}

#[derive(Debug)]
struct SkinShader {
    pipeline: wgpu::ComputePipeline,
    frame_layout: wgpu::BindGroupLayout,
    mesh_layout: wgpu::BindGroupLayout,
    output_layout: wgpu::BindGroupLayout,
}

#[derive(Debug)]
struct Dispatch {
    mesh: ResourceId,
    page: usize,
    /// Into the job buffer, bytes.
    job_offset: u32,
    groups: [u32; 2],
}

impl Skinner {
    /// Made inside the caller's error scope. Without compute shaders all vertices come from the processor.
    pub fn new(context: &GpuContext) -> Self {
        let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_SRC;
        let binding_limit = context.limits.max_storage_buffer_binding_size & !(VERTEX - 1);
        Self {
            shader: context.can_compute().then(|| SkinShader::new(context)),
            palette: Growing::new(context, "palette arena", wgpu::BufferUsages::STORAGE),
            jobs: Growing::new(context, "skin jobs", wgpu::BufferUsages::UNIFORM),
            job_bytes: Vec::new(),
            frame_group: None,
            dispatches: Vec::new(),
            computed: Pages::new(
                "skinned",
                usage | wgpu::BufferUsages::STORAGE,
                binding_limit,
            ),
            uploaded: Pages::new("skinned by cpu", usage, context.limits.max_buffer_size),
            twin_output: Vec::new(),
            warned: false,
        }
    }

    /// Uploads palettes and vertices, and plans the dispatches. `posed` gets one entry an instance: `None` where it
    /// cannot be drawn.
    pub fn prepare(
        &mut self,
        context: &GpuContext,
        packet: &FramePacket,
        meshes: &mut Cache<ResourceId, GpuMesh>,
        posed: &mut Vec<Option<Posed>>,
    ) {
        self.computed.clear();
        self.uploaded.clear();
        self.dispatches.clear();
        self.job_bytes.clear();
        posed.clear();
        for instance in &packet.instances {
            let place = if meshes.get(instance.mesh.id).is_some() {
                self.place(context, packet, instance, meshes)
            } else {
                None
            };
            posed.push(place);
        }
        self.upload(context, packet);
    }

    fn place(
        &mut self,
        context: &GpuContext,
        packet: &FramePacket,
        instance: &Instance,
        meshes: &mut Cache<ResourceId, GpuMesh>,
    ) -> Option<Posed> {
        let vertices = instance.mesh.positions.len();
        if vertices == 0 {
            return None;
        }
        if instance.skinned.len() == vertices {
            return self.upload_vertices(context, &instance.skinned);
        }
        if let Some(posed) = self.plan_dispatch(context, packet, instance, meshes) {
            return Some(posed);
        }
        let mesh = &instance.mesh;
        let mut twin_output = std::mem::take(&mut self.twin_output);
        skin_cpu::skin(
            &mesh.positions,
            &mesh.normals,
            &mesh.influences,
            palette_of(packet, instance),
            &mut twin_output,
        );
        let posed = self.upload_vertices(context, &twin_output);
        self.twin_output = twin_output;
        posed
    }

    fn upload_vertices(
        &mut self,
        context: &GpuContext,
        vertices: &[SkinnedVertex],
    ) -> Option<Posed> {
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
    fn plan_dispatch(
        &mut self,
        context: &GpuContext,
        packet: &FramePacket,
        instance: &Instance,
        meshes: &mut Cache<ResourceId, GpuMesh>,
    ) -> Option<Posed> {
        let shader = self.shader.as_ref()?;
        let mesh = meshes.get_mut(instance.mesh.id)?;
        let palette_end = u64::from(instance.palette.end) * size_of::<PaletteRows>() as u64;
        if palette_end > context.limits.max_storage_buffer_binding_size
            || !mesh.want_skin_inputs(context, &shader.mesh_layout, &instance.mesh)
        {
            return None;
        }
        let vertex_count = u32::try_from(instance.mesh.positions.len()).ok()?;
        let groups = grid(
            vertex_count.div_ceil(GROUP_SIZE),
            context.limits.max_compute_workgroups_per_dimension,
        )?;
        let bytes = u64::from(vertex_count) * VERTEX;
        let place = self.computed.allocate(context, bytes)?;
        let job = SkinJob {
            vertex_count,
            output_start: u32::try_from(place.offset / VERTEX).ok()?,
            palette_start: instance.palette.start,
            palette_count: palette_of(packet, instance).len() as u32,
            row_width: groups[0] * GROUP_SIZE,
        };
        let job_offset = u32::try_from(self.job_bytes.len()).ok()?;
        let stride = size_of::<SkinJob>()
            .next_multiple_of(context.limits.min_uniform_buffer_offset_alignment.max(4) as usize);
        self.job_bytes.extend_from_slice(bytemuck::bytes_of(&job));
        self.job_bytes.resize(job_offset as usize + stride, 0);
        self.dispatches.push(Dispatch {
            mesh: instance.mesh.id,
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
        let binding_limit = context.limits.max_storage_buffer_binding_size;
        let moved = self.palette.write(context, rows, binding_limit)
            | self.jobs.write(context, &self.job_bytes, u64::MAX);
        if moved || self.frame_group.is_none() {
            self.frame_group = Some(shader.bind_frame(context, &self.jobs, &self.palette));
        }
        self.computed.bind(context, &shader.output_layout);
    }

    /// One pass, one dispatch an instance.
    pub fn record(&self, encoder: &mut wgpu::CommandEncoder, meshes: &Cache<ResourceId, GpuMesh>) {
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
        pass.set_pipeline(&shader.pipeline);
        for dispatch in &self.dispatches {
            let inputs = meshes.get(dispatch.mesh).and_then(GpuMesh::skin_inputs);
            let output = self.computed.bind_group(dispatch.page);
            if let (Some(inputs), Some(output)) = (inputs, output) {
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
pub(super) fn palette_of<'a>(packet: &'a FramePacket, instance: &Instance) -> &'a [PaletteRows] {
    let rows = packet.palette.len();
    let end = (instance.palette.end as usize).min(rows);
    let start = (instance.palette.start as usize).min(end);
    &packet.palette[start..end]
}

/// The workgroups of a dispatch in two dimensions, each within the limit; `None` where even that is too few.
fn grid(groups: u32, limit: u32) -> Option<[u32; 2]> {
    let limit = limit.max(1);
    let down = groups.div_ceil(limit);
    let across = groups.div_ceil(down.max(1));
    (down <= limit && across.checked_mul(GROUP_SIZE).is_some()).then_some([across, down])
}

impl SkinShader {
    fn new(context: &GpuContext) -> Self {
        let device = &context.device;
        let storage = |read_only| wgpu::BufferBindingType::Storage { read_only };
        let frame_layout = layout(
            device,
            &[
                (wgpu::BufferBindingType::Uniform, true),
                (storage(true), false),
            ],
        );
        let mesh_layout = layout(device, &[(storage(true), false), (storage(true), false)]);
        let output_layout = layout(device, &[(storage(false), false)]);
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("skin"),
            source: wgpu::ShaderSource::Wgsl(shaders::SKIN.into()),
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("skin"),
            bind_group_layouts: &[
                Some(&frame_layout),
                Some(&mesh_layout),
                Some(&output_layout),
            ],
            immediate_size: 0,
        });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("skin"),
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some("skin"),
            compilation_options: Default::default(),
            cache: None,
        });
        Self {
            pipeline,
            frame_layout,
            mesh_layout,
            output_layout,
        }
    }

    fn bind_frame(
        &self,
        context: &GpuContext,
        jobs: &Growing,
        palette: &Growing,
    ) -> wgpu::BindGroup {
        context
            .device
            .create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("skin frame"),
                layout: &self.frame_layout,
                entries: &[
                    wgpu::BindGroupEntry {
                        binding: 0,
                        resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                            buffer: jobs.buffer(),
                            offset: 0,
                            size: std::num::NonZero::new(size_of::<SkinJob>() as u64),
                        }),
                    },
                    wgpu::BindGroupEntry {
                        binding: 1,
                        resource: palette.buffer().as_entire_binding(),
                    },
                ],
            })
    }
}

fn layout(
    device: &wgpu::Device,
    bindings: &[(wgpu::BufferBindingType, bool)],
) -> wgpu::BindGroupLayout {
    let entries: Vec<_> = (0..)
        .zip(bindings)
        .map(
            |(binding, &(ty, has_dynamic_offset))| wgpu::BindGroupLayoutEntry {
                binding,
                visibility: wgpu::ShaderStages::COMPUTE,
                ty: wgpu::BindingType::Buffer {
                    ty,
                    has_dynamic_offset,
                    min_binding_size: None,
                },
                count: None,
            },
        )
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("skin"),
        entries: &entries,
    })
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
