//! What is drawn into.

use super::context::GpuContext;

/// Gamma-space colour with premultiplied alpha.
pub const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Depth 0 at the near plane, 1 at the far plane.
pub const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// An offscreen picture with its depth and its samples.
#[derive(Debug)]
pub struct Target {
    size: [u32; 2],
    color: wgpu::Texture,
    view: wgpu::TextureView,
    /// `None` where the adapter takes one sample a pixel.
    pub(super) samples: Option<wgpu::TextureView>,
    pub(super) depth: wgpu::TextureView,
}

impl Target {
    /// Sides are brought between 1 and the adapter's largest texture.
    pub fn new(context: &GpuContext, width: u32, height: u32) -> Self {
        let size = allowed(context, width, height);
        let texture = |label, format, sample_count, usage| {
            context.device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d {
                    width: size[0],
                    height: size[1],
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            })
        };
        let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let color = texture(
            "target",
            COLOR_FORMAT,
            1,
            attachment | wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_SRC,
        );
        let depth = texture("target depth", DEPTH_FORMAT, context.samples, attachment);
        let samples = (context.samples > 1).then(|| {
            texture("target samples", COLOR_FORMAT, context.samples, attachment)
                .create_view(&Default::default())
        });
        Self {
            size,
            view: color.create_view(&Default::default()),
            color,
            samples,
            depth: depth.create_view(&Default::default()),
        }
    }

    /// True where the size changed: then [`Self::view`] is a new one.
    pub fn resize(&mut self, context: &GpuContext, width: u32, height: u32) -> bool {
        let changed = allowed(context, width, height) != self.size;
        if changed {
            *self = Self::new(context, width, height);
        }
        changed
    }

    /// Pixels across and down.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Width over height.
    pub fn aspect(&self) -> f32 {
        self.size[0] as f32 / self.size[1] as f32
    }

    /// The finished picture: not sRGB, premultiplied alpha, may be bound as a texture.
    pub fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// The finished picture, to copy from.
    pub fn texture(&self) -> &wgpu::Texture {
        &self.color
    }
}

fn allowed(context: &GpuContext, width: u32, height: u32) -> [u32; 2] {
    let largest = context.limits.max_texture_dimension_2d.max(1);
    [width.clamp(1, largest), height.clamp(1, largest)]
}
