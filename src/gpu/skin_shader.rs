//! The compute pipelines of `shaders/skin.wgsl`, and what they bind.

use tracing::warn;

use super::buffers::{Growing, filled};
use super::context::GpuContext;
use super::layout::SkinJob;
use super::shaders;

/// Both ways of skinning. Their layouts are one: what differs is how the two buffers of a mesh are read.
#[derive(Debug)]
pub(super) struct SkinShader {
    pub bind: wgpu::ComputePipeline,
    pub local: wgpu::ComputePipeline,
    frame_layout: wgpu::BindGroupLayout,
    mesh_layout: wgpu::BindGroupLayout,
    pub output_layout: wgpu::BindGroupLayout,
}

impl SkinShader {
    pub fn new(context: &GpuContext) -> Self {
        let device = &context.device;
        let storage = |read_only| wgpu::BufferBindingType::Storage { read_only };
        let frame_layout = layout(
            device,
            &[
                (wgpu::BufferBindingType::Uniform, true),
                (storage(true), false),
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
        let pipeline = |entry_point| {
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(entry_point),
                layout: Some(&pipeline_layout),
                module: &module,
                entry_point: Some(entry_point),
                compilation_options: Default::default(),
                cache: None,
            })
        };
        Self {
            bind: pipeline("skin"),
            local: pipeline("skin_local"),
            frame_layout,
            mesh_layout,
            output_layout,
        }
    }

    pub fn bind_frame(
        &self,
        context: &GpuContext,
        jobs: &Growing,
        palette: &Growing,
        offsets: &Growing,
    ) -> wgpu::BindGroup {
        let job = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: jobs.buffer(),
            offset: 0,
            size: std::num::NonZero::new(size_of::<SkinJob>() as u64),
        });
        let resources = [
            job,
            palette.buffer().as_entire_binding(),
            offsets.buffer().as_entire_binding(),
        ];
        bind(context, "skin frame", &self.frame_layout, resources)
    }

    /// Uploads the two buffers of a mesh; `None`, with a warning, where they are more than a binding may hold.
    pub fn bind_mesh(&self, context: &GpuContext, bytes: [&[u8]; 2]) -> Option<wgpu::BindGroup> {
        let limit = context.limits.max_storage_buffer_binding_size;
        if let Some(large) = bytes.iter().find(|bytes| bytes.len() as u64 > limit) {
            let size = large.len();
            warn!(
                "a mesh is skinned on the processor: {size} bytes are above the adapter's limit of {limit} for one binding"
            );
            return None;
        }
        let usage = wgpu::BufferUsages::STORAGE;
        let vertices = filled(context, "skin vertices", usage, bytes[0])?;
        let influences = filled(context, "influences", usage, bytes[1])?;
        let resources = [vertices.as_entire_binding(), influences.as_entire_binding()];
        Some(bind(context, "skin inputs", &self.mesh_layout, resources))
    }
}

fn bind<const N: usize>(
    context: &GpuContext,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    resources: [wgpu::BindingResource<'_>; N],
) -> wgpu::BindGroup {
    let mut binding = 0;
    let entries = resources.map(|resource| {
        let entry = wgpu::BindGroupEntry { binding, resource };
        binding += 1;
        entry
    });
    context
        .device
        .create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(label),
            layout,
            entries: &entries,
        })
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
