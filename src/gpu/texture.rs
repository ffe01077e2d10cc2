//! A texture in the adapter's memory.

use tracing::warn;

use super::context::GpuContext;
use super::mips::mip_chain;
use crate::model::Image;
use crate::scene::frame::{Copies, Sampling};

/// A picture, bound alone and to be bound with others.
#[derive(Debug)]
pub(super) struct GpuTexture {
    pub group: wgpu::BindGroup,
    pub view: wgpu::TextureView,
}

/// What surfaces are sampled with: repeats, mixes between texels and between levels.
pub(super) fn surface_sampler(context: &GpuContext) -> wgpu::Sampler {
    context.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("surface"),
        address_mode_u: wgpu::AddressMode::Repeat,
        address_mode_v: wgpu::AddressMode::Repeat,
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        // The processor pays dearly for it.
        anisotropy_clamp: if context.is_software() { 1 } else { 8 },
        ..Default::default()
    })
}

/// What the pages of slots are sampled with.
pub(super) fn page_sampler(context: &GpuContext, sampling: Sampling) -> wgpu::Sampler {
    let filter = |smooth| {
        if smooth {
            wgpu::FilterMode::Linear
        } else {
            wgpu::FilterMode::Nearest
        }
    };
    let [repeat_u, repeat_v] = sampling.repeat.map(|repeats| {
        if repeats {
            wgpu::AddressMode::Repeat
        } else {
            wgpu::AddressMode::ClampToEdge
        }
    });
    context.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("page"),
        address_mode_u: repeat_u,
        address_mode_v: repeat_v,
        mag_filter: filter(sampling.smooth_when_large),
        min_filter: filter(sampling.smooth_when_small),
        mipmap_filter: match sampling.copies {
            Copies::None | Copies::Nearest => wgpu::MipmapFilterMode::Nearest,
            Copies::Blended => wgpu::MipmapFilterMode::Linear,
        },
        ..Default::default()
    })
}

pub(super) fn layout(context: &GpuContext) -> wgpu::BindGroupLayout {
    context
        .device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("surface"),
            entries: &[texture_entry(0), sampler_entry(1)],
        })
}

pub(super) fn texture_entry(binding: u32) -> wgpu::BindGroupLayoutEntry {
    let ty = wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: true },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    entry(binding, ty)
}

pub(super) fn sampler_entry(binding: u32) -> wgpu::BindGroupLayoutEntry {
    let ty = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
    entry(binding, ty)
}

fn entry(binding: u32, ty: wgpu::BindingType) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty,
        count: None,
    }
}

/// Uploads a surface's picture with its mip chain, starting at the largest level that the adapter takes. `None`, with a
/// warning, where it is no picture.
pub(super) fn upload(
    context: &GpuContext,
    layout: &wgpu::BindGroupLayout,
    sampler: &wgpu::Sampler,
    image: &Image,
    cut_out: bool,
) -> Option<GpuTexture> {
    is_picture(image)
        .then(|| mip_chain(image, cut_out))
        .and_then(|levels| upload_levels(context, layout, sampler, levels))
}

/// Uploads a page of slots: premultiplied, before anything is mixed, unless the picture is already. Without `mips` only
/// its largest level.
pub(super) fn upload_page(
    context: &GpuContext,
    layout: &wgpu::BindGroupLayout,
    sampler: &wgpu::Sampler,
    image: &Image,
    premultiplied: bool,
    mips: bool,
) -> Option<wgpu::BindGroup> {
    if !is_picture(image) {
        return None;
    }
    let mut image = image.clone();
    if !premultiplied {
        premultiply(&mut image.rgba);
    }
    let largest = context.limits.max_texture_dimension_2d;
    let fits = |level: &Image| level.width.max(level.height) <= largest;
    let levels = if mips {
        mip_chain(&image, false)
    } else if fits(&image) {
        vec![image]
    } else {
        mip_chain(&image, false)
            .into_iter()
            .filter(fits)
            .take(1)
            .collect()
    };
    upload_levels(context, layout, sampler, levels).map(|page| page.group)
}

/// True, or a warning.
fn is_picture(image: &Image) -> bool {
    let (width, height, bytes) = (image.width, image.height, image.rgba.len());
    let good = bytes > 0 && bytes as u64 == u64::from(width) * u64::from(height) * 4;
    if !good {
        warn!("a texture is not shown: {bytes} bytes are not {width} × {height} pixels");
    }
    good
}

fn premultiply(rgba: &mut [u8]) {
    for [red, green, blue, alpha] in rgba.as_chunks_mut::<4>().0 {
        for channel in [red, green, blue] {
            *channel = ((u32::from(*channel) * u32::from(*alpha) + 127) / 255) as u8;
        }
    }
}

fn upload_levels(
    context: &GpuContext,
    layout: &wgpu::BindGroupLayout,
    sampler: &wgpu::Sampler,
    mut levels: Vec<Image>,
) -> Option<GpuTexture> {
    let largest = context.limits.max_texture_dimension_2d;
    levels.retain(|level| level.width <= largest && level.height <= largest);
    let first = levels.first()?;
    let texture = context.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("surface"),
        size: extent(first),
        mip_level_count: levels.len() as u32,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        // Games of this kind mix and light in gamma space, and so do we: no conversion from sRGB.
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for (mip_level, level) in (0..).zip(&levels) {
        context.queue.write_texture(
            wgpu::TexelCopyTextureInfo {
                mip_level,
                ..texture.as_image_copy()
            },
            &level.rgba,
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(level.width * 4),
                rows_per_image: None,
            },
            extent(level),
        );
    }
    let view = texture.create_view(&Default::default());
    let group = context
        .device
        .create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("surface"),
            layout,
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(&view),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::Sampler(sampler),
                },
            ],
        });
    Some(GpuTexture { group, view })
}

fn extent(image: &Image) -> wgpu::Extent3d {
    wgpu::Extent3d {
        width: image.width,
        height: image.height,
        depth_or_array_layers: 1,
    }
}
