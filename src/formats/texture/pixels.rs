//! Pixel formats of any container → [`Image`].

use half::f16;

use crate::formats::ReadError;
use crate::model::Image;

use super::block::{BlockFormat, Pixel};

/// The widest texture that graphics adapters take.
const LARGEST_SIDE: u32 = 16_384;
/// 8192 × 4096; four bytes each when decoded.
pub(super) const MOST_PIXELS: u64 = 1 << 25;

/// How pixels are stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PixelFormat {
    /// Blocks of 4×4.
    Block(BlockFormat),
    /// Whole pixels of bit fields.
    Masks(Masks),
    /// Four half floats, clamped to 0…1.
    HalfFloats,
    /// Four floats, clamped to 0…1.
    Floats,
}

/// Where the channels lie in a little-endian pixel. An empty mask is 0, for alpha 255.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Masks {
    /// 1 to 4.
    pub bytes: usize,
    /// Red, green, blue, alpha.
    pub channels: [u32; 4],
}

impl Masks {
    pub const RGBA8: Self = Self {
        bytes: 4,
        channels: [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000],
    };
    pub const BGRA8: Self = Self {
        bytes: 4,
        channels: [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000],
    };
    pub const BGRX8: Self = Self {
        bytes: 4,
        channels: [0xFF_0000, 0xFF00, 0xFF, 0],
    };

    fn pixel(self, stored: &[u8]) -> Pixel {
        let bits = stored
            .iter()
            .rev()
            .fold(0, |bits: u32, &byte| (bits << 8) | u32::from(byte));
        let [r, g, b, a] = self.channels.map(|mask| {
            // An empty mask has 32 trailing zeros.
            let most = mask.checked_shr(mask.trailing_zeros())?;
            let value = (bits & mask) >> mask.trailing_zeros();
            let (value, most) = (u64::from(value), u64::from(most));
            Some(((value * 255 + most / 2) / most) as u8)
        });
        [
            r.unwrap_or(0),
            g.unwrap_or(0),
            b.unwrap_or(0),
            a.unwrap_or(255),
        ]
    }
}

impl PixelFormat {
    /// Bytes of one level; blocks at the edges are stored whole.
    pub fn level_bytes(self, [width, height]: [u32; 2]) -> u64 {
        let (width, height) = (u64::from(width), u64::from(height));
        match self {
            Self::Block(format) => width.div_ceil(4) * height.div_ceil(4) * format.size() as u64,
            _ => width * height * self.pixel_bytes() as u64,
        }
    }

    fn pixel_bytes(self) -> usize {
        match self {
            Self::Block(_) => 0,
            Self::Masks(masks) => masks.bytes,
            Self::HalfFloats => 8,
            Self::Floats => 16,
        }
    }

    /// Decodes one level. `data` must hold [`Self::level_bytes`]; the size must have passed [`check_size`].
    pub fn decode(self, data: &[u8], [width, height]: [u32; 2]) -> Image {
        let rgba = match self {
            Self::Block(format) => decode_blocks(format, data, width as usize, height as usize),
            _ => {
                let stored = data.chunks_exact(self.pixel_bytes());
                let pixels = stored.take(width as usize * height as usize);
                pixels
                    .flat_map(|stored| self.decode_pixel(stored))
                    .collect()
            }
        };
        Image {
            width,
            height,
            rgba,
        }
    }

    fn decode_pixel(self, stored: &[u8]) -> Pixel {
        match self {
            Self::Block(_) => [0; 4],
            Self::Masks(masks) => masks.pixel(stored),
            Self::HalfFloats => std::array::from_fn(|channel| {
                let bytes = [stored[2 * channel], stored[2 * channel + 1]];
                unit_byte(f16::from_le_bytes(bytes).to_f32())
            }),
            Self::Floats => std::array::from_fn(|channel| {
                let mut bytes = [0; 4];
                bytes.copy_from_slice(&stored[4 * channel..4 * channel + 4]);
                unit_byte(f32::from_le_bytes(bytes))
            }),
        }
    }
}

/// NaN becomes 0.
fn unit_byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0).round() as u8
}

fn decode_blocks(format: BlockFormat, data: &[u8], width: usize, height: usize) -> Vec<u8> {
    let mut rgba = vec![0; width * height * 4];
    let columns = width.div_ceil(4);
    for (index, block) in data.chunks_exact(format.size()).enumerate() {
        let (left, top) = (index % columns * 4, index / columns * 4);
        if top >= height {
            break;
        }
        let pixels = format.decode(block);
        let shown = 4.min(width - left);
        for (row, pixels) in pixels.chunks_exact(4).take(height - top).enumerate() {
            let start = ((top + row) * width + left) * 4;
            rgba[start..start + shown * 4].copy_from_slice(pixels[..shown].as_flattened());
        }
    }
    rgba
}

/// Refuses sizes that are none, or too large to be shown. Before anything is allocated.
pub(super) fn check_size([width, height]: [u32; 2], offset: u64) -> Result<(), ReadError> {
    let sides = 1..=LARGEST_SIDE;
    let pixels = u64::from(width) * u64::from(height);
    if sides.contains(&width) && sides.contains(&height) && pixels <= MOST_PIXELS {
        return Ok(());
    }
    Err(ReadError::new(
        offset,
        format!("1 to {LARGEST_SIDE} pixels a side, at most {MOST_PIXELS} together"),
        format!("{width} × {height}"),
    ))
}

/// The size of a smaller level; level 0 is the largest.
pub(super) fn level_size([width, height]: [u32; 2], level: u32) -> [u32; 2] {
    let halved = |side: u32| side.checked_shr(level).unwrap_or(0).max(1);
    [halved(width), halved(height)]
}

/// Levels down to 1×1.
pub(super) fn full_chain([width, height]: [u32; 2]) -> u32 {
    width.max(height).max(1).ilog2() + 1
}
