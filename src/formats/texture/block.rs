//! Formats that store pixels in blocks of 4×4: BC1 to BC7, ETC1 and ETC2.
//!
//! BC1 to BC5 are decoded here, since BC2 and BC3 never use BC1's transparent mode and the signed kinds need a remap.

/// Straight-alpha RGBA.
pub(super) type Pixel = [u8; 4];

/// How a block of 16 pixels is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockFormat {
    Bc1,
    Bc2,
    Bc3,
    Bc4 { signed: bool },
    Bc5 { signed: bool },
    Bc7,
    Etc1,
    Etc2Rgb,
    Etc2Rgba,
}

impl BlockFormat {
    /// Bytes a block.
    pub fn size(self) -> usize {
        match self {
            Self::Bc1 | Self::Bc4 { .. } | Self::Etc1 | Self::Etc2Rgb => 8,
            Self::Bc2 | Self::Bc3 | Self::Bc5 { .. } | Self::Bc7 | Self::Etc2Rgba => 16,
        }
    }

    /// The 16 pixels of a block, row by row. `block` has [`Self::size`] bytes.
    pub fn decode(self, block: &[u8]) -> [Pixel; 16] {
        let (first, second) = block.split_at(8.min(block.len()));
        let (first, second) = (word(first), word(second));
        match self {
            Self::Bc1 => colors(first, true),
            Self::Bc2 => with_alpha(colors(second, false), |pixel| {
                ((first >> (4 * pixel)) & 0xF) as u8 * 17
            }),
            Self::Bc3 => {
                let alpha = ramp(first, false);
                with_alpha(colors(second, false), |pixel| alpha[pixel])
            }
            Self::Bc4 { signed } => {
                let red = ramp(first, signed);
                std::array::from_fn(|pixel| [red[pixel], 0, 0, 255])
            }
            Self::Bc5 { signed } => {
                let (red, green) = (ramp(first, signed), ramp(second, signed));
                std::array::from_fn(|pixel| [red[pixel], green[pixel], 0, 255])
            }
            Self::Bc7 => borrowed(block, texture2ddecoder::decode_bc7_block),
            Self::Etc1 => borrowed(block, texture2ddecoder::decode_etc1_block),
            Self::Etc2Rgb => borrowed(block, texture2ddecoder::decode_etc2_rgb_block),
            Self::Etc2Rgba => borrowed(block, texture2ddecoder::decode_etc2_rgba8_block),
        }
    }
}

fn word(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |word, &byte| (word << 8) | u64::from(byte))
}

/// The library's pixels are BGRA words.
fn borrowed(block: &[u8], decode: impl Fn(&[u8], &mut [u32])) -> [Pixel; 16] {
    let mut pixels = [0xFF00_0000; 16];
    decode(block, &mut pixels);
    pixels.map(|pixel| {
        let [b, g, r, a] = pixel.to_le_bytes();
        [r, g, b, a]
    })
}

fn with_alpha(mut pixels: [Pixel; 16], alpha: impl Fn(usize) -> u8) -> [Pixel; 16] {
    for (index, pixel) in pixels.iter_mut().enumerate() {
        pixel[3] = alpha(index);
    }
    pixels
}

/// Two colours of 5, 6 and 5 bits and, between them, two more; or one more and transparent black where the order of the
/// two says so and the format has that mode.
fn colors(block: u64, has_transparent_mode: bool) -> [Pixel; 16] {
    let (first, second) = (block as u16, (block >> 16) as u16);
    let (a, b) = (expand_565(first), expand_565(second));
    let mix = |share_a: u16, share_b: u16| -> Pixel {
        let whole = share_a + share_b;
        std::array::from_fn(|channel| {
            let sum = share_a * u16::from(a[channel]) + share_b * u16::from(b[channel]);
            ((sum + whole / 2) / whole) as u8
        })
    };
    let palette = if has_transparent_mode && first <= second {
        [a, b, mix(1, 1), [0; 4]]
    } else {
        [a, b, mix(2, 1), mix(1, 2)]
    };
    std::array::from_fn(|pixel| palette[((block >> (32 + 2 * pixel)) & 3) as usize])
}

fn expand_565(color: u16) -> Pixel {
    let (r, g, b) = (color >> 11, (color >> 5) & 0x3F, color & 0x1F);
    let five = |value: u16| ((value << 3) | (value >> 2)) as u8;
    [five(r), ((g << 2) | (g >> 4)) as u8, five(b), 255]
}

/// Two values and six between them, or four between them and the two extremes where the order of the two says so.
/// Signed values −127 to 127 come out as 0 to 255.
fn ramp(block: u64, signed: bool) -> [u8; 16] {
    let value = |byte: u8| {
        if signed {
            f32::from((byte as i8).max(-127))
        } else {
            f32::from(byte)
        }
    };
    let (a, b) = (value(block as u8), value((block >> 8) as u8));
    let (lowest, highest) = if signed {
        (-127.0, 127.0)
    } else {
        (0.0, 255.0)
    };
    let palette: [f32; 8] = std::array::from_fn(|entry| {
        let steps = if a > b { 7.0 } else { 5.0 };
        match entry {
            0 => a,
            1 => b,
            6 if a <= b => lowest,
            7 if a <= b => highest,
            _ => (a * (steps - (entry as f32 - 1.0)) + b * (entry as f32 - 1.0)) / steps,
        }
    });
    let bytes = palette.map(|value| ((value - lowest) / (highest - lowest) * 255.0).round() as u8);
    std::array::from_fn(|pixel| bytes[((block >> (16 + 3 * pixel)) & 7) as usize])
}
