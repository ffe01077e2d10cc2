//! The state of each drawing pass.

use std::mem::offset_of;

use super::context::GpuContext;
use super::layout::{DrawRecord, SlotRecord};
use super::shaders;
use super::slots;
use super::stages::StagedPass;
use super::target::{COLOR_FORMAT, DEPTH_FORMAT};
use crate::scene::frame::{Segment, SkinnedVertex, SlotBlend};

/// Vertex buffer slots of everything that draws meshes.
pub(super) mod slot {
    pub const POSED: u32 = 0;
    pub const UVS: u32 = 1;
    pub const RECORD: u32 = 2;
    pub const HEAT: u32 = 3;
}

/// In drawing order.
#[derive(Debug)]
pub(super) struct Pipelines {
    pub background: wgpu::RenderPipeline,
    pub opaque: wgpu::RenderPipeline,
    /// Opaque fragments of surfaces that a file describes.
    pub staged: wgpu::RenderPipeline,
    pub heat: wgpu::RenderPipeline,
    pub segments: wgpu::RenderPipeline,
    pub blended: wgpu::RenderPipeline,
    /// By [`StagedPass`].
    pub staged_passes: [wgpu::RenderPipeline; 3],
    pub wire_shadow: wgpu::RenderPipeline,
    pub wire: wgpu::RenderPipeline,
    /// By [`SlotBlend`].
    pub slots: [wgpu::RenderPipeline; 4],
    pub overlay: wgpu::RenderPipeline,
}

/// One pipeline in words.
struct Recipe<'a> {
    label: &'a str,
    module: &'a wgpu::ShaderModule,
    layout: &'a wgpu::PipelineLayout,
    vertex: &'a str,
    fragment: &'a str,
    buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    constants: &'a [(&'a str, f64)],
    topology: wgpu::PrimitiveTopology,
    depth_test: bool,
    depth_write: bool,
    blend: Option<wgpu::BlendState>,
}

const SEE_THROUGH: Option<wgpu::BlendState> = Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING);

impl Pipelines {
    /// Made inside the caller's error scope.
    pub fn new(
        context: &GpuContext,
        frame_layout: &wgpu::BindGroupLayout,
        texture_layout: &wgpu::BindGroupLayout,
        stages_layout: &wgpu::BindGroupLayout,
    ) -> Self {
        let device = &context.device;
        let module = |label, source: &'static str| {
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(label),
                source: wgpu::ShaderSource::Wgsl(source.into()),
            })
        };
        let layout = |label, groups: &[Option<&wgpu::BindGroupLayout>]| {
            device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(label),
                bind_group_layouts: groups,
                immediate_size: 0,
            })
        };
        let plain_layout = layout("frame", &[Some(frame_layout)]);
        let surface_layout = layout("surface", &[Some(frame_layout), Some(texture_layout)]);
        let (mesh, wire) = (module("mesh", shaders::MESH), module("wire", shaders::WIRE));
        let stages_module = module("stages", shaders::STAGES);
        let staged_layout = layout("stages", &[Some(frame_layout), Some(stages_layout)]);
        let slot = module("slot", shaders::SLOT);
        let segment = module("segment", shaders::SEGMENT);
        let background = module("background", shaders::BACKGROUND);

        let surface_buffers = [Some(posed()), Some(uvs()), Some(record()), None];
        let staged_buffers = [Some(posed()), Some(uvs()), Some(staged_record()), None];
        let heat_buffers = [Some(posed()), Some(uvs()), Some(record()), Some(heat())];
        let wire_buffers = [Some(posed()), None, Some(record())];
        let slot_buffers = [Some(posed()), Some(uvs()), Some(slot_record())];
        let segment_buffers = [Some(segments())];

        let opaque = Recipe {
            label: "opaque",
            module: &mesh,
            layout: &surface_layout,
            vertex: "vs_surface",
            fragment: "fs_opaque",
            buffers: &surface_buffers,
            constants: &[],
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth_test: true,
            depth_write: true,
            blend: None,
        };
        let staged = Recipe {
            label: "staged",
            module: &stages_module,
            layout: &staged_layout,
            vertex: "vs_staged",
            fragment: "fs_staged_opaque",
            buffers: &staged_buffers,
            ..opaque
        };
        let wire = Recipe {
            label: "wire",
            module: &wire,
            layout: &plain_layout,
            vertex: "vs_wire",
            fragment: "fs_wire",
            buffers: &wire_buffers,
            topology: wgpu::PrimitiveTopology::LineList,
            depth_write: false,
            blend: SEE_THROUGH,
            ..opaque
        };
        let segments = Recipe {
            label: "segments",
            module: &segment,
            vertex: "vs_segment",
            fragment: "fs_segment",
            buffers: &segment_buffers,
            constants: &[("FADES", 1.0)],
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            ..wire
        };
        Self {
            background: build(
                context,
                &Recipe {
                    label: "background",
                    module: &background,
                    vertex: "vs_background",
                    fragment: "fs_background",
                    buffers: &[],
                    constants: &[],
                    depth_test: false,
                    ..segments
                },
            ),
            heat: build(
                context,
                &Recipe {
                    label: "heat",
                    vertex: "vs_heat",
                    fragment: "fs_heat",
                    buffers: &heat_buffers,
                    ..opaque
                },
            ),
            blended: build(
                context,
                &Recipe {
                    label: "blended",
                    fragment: "fs_blended",
                    depth_write: false,
                    blend: SEE_THROUGH,
                    ..opaque
                },
            ),
            staged_passes: StagedPass::ALL.map(|pass| {
                build(
                    context,
                    &Recipe {
                        label: "staged pass",
                        fragment: match pass {
                            StagedPass::SeeThrough => "fs_staged_blended",
                            StagedPass::Whole | StagedPass::OnTop => "fs_staged_whole",
                        },
                        depth_test: pass != StagedPass::OnTop,
                        // As the game does: most of its see-through textures are all but opaque, and their own
                        // triangles must hide each other.
                        depth_write: pass == StagedPass::SeeThrough,
                        blend: SEE_THROUGH,
                        ..staged
                    },
                )
            }),
            staged: build(context, &staged),
            wire_shadow: build(
                context,
                &Recipe {
                    constants: &[("SHADOW", 1.0)],
                    ..wire
                },
            ),
            slots: SlotBlend::ALL.map(|blend| {
                build(
                    context,
                    &Recipe {
                        label: "slots",
                        module: &slot,
                        vertex: "vs_slot",
                        fragment: "fs_slot",
                        buffers: &slot_buffers,
                        depth_test: false,
                        depth_write: false,
                        blend: Some(slots::blend_state(blend)),
                        ..opaque
                    },
                )
            }),
            overlay: build(
                context,
                &Recipe {
                    label: "overlay",
                    constants: &[],
                    depth_test: false,
                    ..segments
                },
            ),
            opaque: build(context, &opaque),
            wire: build(context, &wire),
            segments: build(context, &segments),
        }
    }
}

fn build(context: &GpuContext, recipe: &Recipe<'_>) -> wgpu::RenderPipeline {
    let compilation_options = wgpu::PipelineCompilationOptions {
        constants: recipe.constants,
        ..Default::default()
    };
    let depth_compare = if recipe.depth_test {
        wgpu::CompareFunction::LessEqual
    } else {
        wgpu::CompareFunction::Always
    };
    context
        .device
        .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(recipe.label),
            layout: Some(recipe.layout),
            vertex: wgpu::VertexState {
                module: recipe.module,
                entry_point: Some(recipe.vertex),
                compilation_options: compilation_options.clone(),
                buffers: recipe.buffers,
            },
            primitive: wgpu::PrimitiveState {
                topology: recipe.topology,
                // Files do not agree on a winding, and mirrored ones turn it: both sides are drawn.
                cull_mode: None,
                ..Default::default()
            },
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(recipe.depth_write),
                depth_compare: Some(depth_compare),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: wgpu::MultisampleState {
                count: context.samples,
                ..Default::default()
            },
            fragment: Some(wgpu::FragmentState {
                module: recipe.module,
                entry_point: Some(recipe.fragment),
                compilation_options,
                targets: &[Some(wgpu::ColorTargetState {
                    format: COLOR_FORMAT,
                    blend: recipe.blend,
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        })
}

const fn attribute(
    shader_location: u32,
    offset: usize,
    format: wgpu::VertexFormat,
) -> wgpu::VertexAttribute {
    wgpu::VertexAttribute {
        format,
        offset: offset as u64,
        shader_location,
    }
}

fn posed() -> wgpu::VertexBufferLayout<'static> {
    const ATTRIBUTES: [wgpu::VertexAttribute; 2] = [
        attribute(
            0,
            offset_of!(SkinnedVertex, position),
            wgpu::VertexFormat::Float32x3,
        ),
        attribute(
            1,
            offset_of!(SkinnedVertex, normal),
            wgpu::VertexFormat::Float32x3,
        ),
    ];
    vertices(
        size_of::<SkinnedVertex>(),
        wgpu::VertexStepMode::Vertex,
        &ATTRIBUTES,
    )
}

fn uvs() -> wgpu::VertexBufferLayout<'static> {
    const ATTRIBUTES: [wgpu::VertexAttribute; 1] = [attribute(2, 0, wgpu::VertexFormat::Float32x2)];
    vertices(8, wgpu::VertexStepMode::Vertex, &ATTRIBUTES)
}

fn heat() -> wgpu::VertexBufferLayout<'static> {
    const ATTRIBUTES: [wgpu::VertexAttribute; 1] = [attribute(8, 0, wgpu::VertexFormat::Float32)];
    vertices(4, wgpu::VertexStepMode::Vertex, &ATTRIBUTES)
}

/// The first five are those of a plain surface.
const RECORD: [wgpu::VertexAttribute; 10] = {
    use wgpu::VertexFormat::{Float32, Float32x4, Uint32};
    const ROWS: usize = offset_of!(DrawRecord, world_from_file);
    const PHASES: usize = offset_of!(DrawRecord, phases);
    [
        attribute(3, ROWS, Float32x4),
        attribute(4, ROWS + 16, Float32x4),
        attribute(5, ROWS + 32, Float32x4),
        attribute(6, offset_of!(DrawRecord, tint), Float32x4),
        attribute(7, offset_of!(DrawRecord, flags), Uint32),
        attribute(9, PHASES, Float32x4),
        attribute(10, PHASES + 16, Float32x4),
        attribute(11, offset_of!(DrawRecord, kinds), Uint32),
        attribute(12, offset_of!(DrawRecord, alpha_test), Float32),
        attribute(13, offset_of!(DrawRecord, swelling), Float32),
    ]
};

fn record() -> wgpu::VertexBufferLayout<'static> {
    let (plain, _) = const { RECORD.split_at(5) };
    vertices(
        size_of::<DrawRecord>(),
        wgpu::VertexStepMode::Instance,
        plain,
    )
}

fn staged_record() -> wgpu::VertexBufferLayout<'static> {
    vertices(
        size_of::<DrawRecord>(),
        wgpu::VertexStepMode::Instance,
        &RECORD,
    )
}

fn slot_record() -> wgpu::VertexBufferLayout<'static> {
    const ROWS: usize = offset_of!(SlotRecord, world_from_file);
    const ATTRIBUTES: [wgpu::VertexAttribute; 6] = [
        attribute(3, ROWS, wgpu::VertexFormat::Float32x4),
        attribute(4, ROWS + 16, wgpu::VertexFormat::Float32x4),
        attribute(5, ROWS + 32, wgpu::VertexFormat::Float32x4),
        attribute(
            6,
            offset_of!(SlotRecord, light),
            wgpu::VertexFormat::Float32x4,
        ),
        attribute(7, offset_of!(SlotRecord, flags), wgpu::VertexFormat::Uint32),
        attribute(
            8,
            offset_of!(SlotRecord, dark),
            wgpu::VertexFormat::Float32x3,
        ),
    ];
    vertices(
        size_of::<SlotRecord>(),
        wgpu::VertexStepMode::Instance,
        &ATTRIBUTES,
    )
}

fn segments() -> wgpu::VertexBufferLayout<'static> {
    const ATTRIBUTES: [wgpu::VertexAttribute; 4] = [
        attribute(0, offset_of!(Segment, from), wgpu::VertexFormat::Float32x3),
        attribute(1, offset_of!(Segment, width), wgpu::VertexFormat::Float32),
        attribute(2, offset_of!(Segment, to), wgpu::VertexFormat::Float32x3),
        attribute(3, offset_of!(Segment, color), wgpu::VertexFormat::Unorm8x4),
    ];
    vertices(
        size_of::<Segment>(),
        wgpu::VertexStepMode::Instance,
        &ATTRIBUTES,
    )
}

fn vertices(
    stride: usize,
    step_mode: wgpu::VertexStepMode,
    attributes: &'static [wgpu::VertexAttribute],
) -> wgpu::VertexBufferLayout<'static> {
    wgpu::VertexBufferLayout {
        array_stride: stride as u64,
        step_mode,
        attributes,
    }
}
