//! The textures of surfaces that a file describes, bound together.

use super::context::GpuContext;
use super::layout::DrawRecord;
use super::resources::{Resources, TextureKey};
use super::texture::{sampler_entry, texture_entry};
use crate::model::surface::{MOST_STAGES, Outline, SurfaceBlend};
use crate::scene::frame::{PartStage, PartSurface};

/// Where in the group each stage's texture is: the first two bindings are those of a plain surface.
const BINDINGS: [u32; MOST_STAGES] = [0, 2, 3, 4];

/// A surface's textures; `None` where one is missing, and beyond the last.
pub(super) type StagesKey = [Option<TextureKey>; MOST_STAGES];

/// In which way a surface's fragments are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StagedPass {
    /// Those that are not opaque, over what is opaque.
    SeeThrough,
    /// All of them in one pass, for surfaces that add light or hide nothing.
    Whole,
    /// The same, seen through all that is in front.
    OnTop,
}

impl StagedPass {
    /// Each of them, in order of their numbers.
    pub const ALL: [Self; 3] = [Self::SeeThrough, Self::Whole, Self::OnTop];
}

/// The pass of the opaque fragments, and the pass of those that are sorted, for those that have one.
pub(super) fn passes(surface: &PartSurface) -> (bool, Option<StagedPass>) {
    if !surface.depth_test {
        return (false, Some(StagedPass::OnTop));
    }
    match surface.blend {
        SurfaceBlend::Opaque if surface.depth_write => (true, None),
        SurfaceBlend::Alpha if surface.depth_write => (true, Some(StagedPass::SeeThrough)),
        _ => (false, Some(StagedPass::Whole)),
    }
}

pub(super) fn layout(context: &GpuContext) -> wgpu::BindGroupLayout {
    let [a, b, c, d] = BINDINGS.map(texture_entry);
    context
        .device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("stages"),
            entries: &[a, sampler_entry(1), b, c, d],
        })
}

impl Resources {
    /// Uploads the textures of a surface and binds them together, unless that was done.
    pub(super) fn want_stages(&mut self, context: &GpuContext, surface: &PartSurface) {
        for stage in surface.stages.iter().flatten() {
            if let Some(texture) = &stage.texture {
                self.upload_texture(context, texture, stage.is_opacity);
            }
        }
        let key = self.stages_of(surface);
        let view = |key: Option<TextureKey>| {
            let texture = key.and_then(|key| self.textures.get(key));
            &texture.unwrap_or(&self.blank).view
        };
        let views = key.map(view);
        self.stages.want(key, || {
            let sampler = wgpu::BindGroupEntry {
                binding: 1,
                resource: wgpu::BindingResource::Sampler(&self.sampler),
            };
            let [a, b, c, d] = std::array::from_fn(|stage| wgpu::BindGroupEntry {
                binding: BINDINGS[stage],
                resource: wgpu::BindingResource::TextureView(views[stage]),
            });
            Some(
                context
                    .device
                    .create_bind_group(&wgpu::BindGroupDescriptor {
                        label: Some("stages"),
                        layout: &self.stages_layout,
                        entries: &[a, sampler, b, c, d],
                    }),
            )
        });
    }

    /// Names the textures of a surface that could be uploaded.
    pub(super) fn stages_of(&self, surface: &PartSurface) -> StagesKey {
        let key = |stage: &PartStage| {
            let key = (stage.texture.as_ref()?.id, stage.is_opacity);
            self.textures.get(key).map(|_| key)
        };
        surface
            .stages
            .each_ref()
            .map(|stage| stage.as_ref().and_then(key))
    }
}

/// The record of what is drawn around a surface: its backs alone, swollen, in one colour that no light shades.
pub(super) fn around(plain: DrawRecord, outline: &Outline, is_mirrored: bool) -> DrawRecord {
    // Backs are the fronts of the other winding.
    let backs = if is_mirrored { 0 } else { DrawRecord::MIRRORED };
    DrawRecord {
        tint: outline.color,
        flags: DrawRecord::UNLIT | DrawRecord::ONE_SIDED | backs,
        swelling: outline.thickness,
        ..plain
    }
}

/// Adds to a draw's record what the shader reads of its surface.
pub(super) fn describe(
    record: &mut DrawRecord,
    surface: &PartSurface,
    found: &StagesKey,
    is_mirrored: bool,
) {
    let adds = matches!(surface.blend, SurfaceBlend::Add | SurfaceBlend::AlphaAdd);
    let by_alpha = matches!(surface.blend, SurfaceBlend::Alpha | SurfaceBlend::AlphaAdd);
    record.flags = 0;
    for (set, bit) in [
        (by_alpha, DrawRecord::BLEND),
        (adds, DrawRecord::ADD),
        (!surface.two_sided, DrawRecord::ONE_SIDED),
        (!surface.lit, DrawRecord::UNLIT),
        (surface.clamp, DrawRecord::CLAMP),
        (is_mirrored, DrawRecord::MIRRORED),
    ] {
        record.flags |= if set { bit } else { 0 };
    }
    record.alpha_test = surface.alpha_test;
    for (index, (stage, found)) in surface.stages.iter().zip(found).enumerate() {
        let Some(stage) = stage else { continue };
        record.phases[index] = stage.phase;
        let kind = DrawRecord::PRESENT
            | found.map_or(0, |_| DrawRecord::FOUND)
            | (stage.uv as u32) << DrawRecord::UV_SHIFT
            | (stage.combine as u32) << DrawRecord::COMBINE_SHIFT;
        record.kinds |= kind << (index * 8);
    }
}
