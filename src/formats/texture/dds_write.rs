//! Writes DirectDraw surfaces as Lost Saga's are: DXT3, one level (lostsaga-formats §8).

use super::bc1_encode::{blocks, encode};
use super::block::Pixel;
use crate::formats::WriteError;
use crate::formats::writer::Writer;
use crate::model::Image;

/// Caps, height, width, pixel format, size of the data.
const FLAGS: u32 = 0x1 | 0x2 | 0x4 | 0x1000 | 0x8_0000;
const FOURCC: u32 = 0x4;
const CAPS_TEXTURE: u32 = 0x1000;

/// Encodes a picture, with losses: 16 pixels share four colours on one line, and have 16 steps of alpha each.
///
/// # Errors
/// Where a side is nothing or more than 16 384 pixels, or the pixels are not as many as the size says.
pub fn write_dxt3(image: &Image) -> Result<Vec<u8>, WriteError> {
    let (width, height) = (image.width, image.height);
    let sides = 1..=16_384;
    let pixels = width as usize * height as usize;
    if !sides.contains(&width) || !sides.contains(&height) || image.rgba.len() != pixels * 4 {
        let bytes = image.rgba.len();
        return Err(WriteError(format!(
            "{width} × {height} pixels in {bytes} bytes are no picture for a .dds"
        )));
    }
    let size = width.div_ceil(4) * height.div_ceil(4) * 16;
    let mut writer = Writer::new();
    writer
        .bytes(b"DDS ")
        .u32(124)
        .u32(FLAGS)
        .u32(height)
        .u32(width);
    // The data's size, depth, levels, and what is reserved.
    writer.u32(size).u32(0).u32(0).zeros(44);
    writer.u32(32).u32(FOURCC).bytes(b"DXT3").zeros(20);
    writer.u32(CAPS_TEXTURE).zeros(16);
    for block in blocks(image) {
        writer.bytes(&alphas(&block)).bytes(&encode(&block));
    }
    Ok(writer.finish())
}

/// Four bits a pixel, the first in the low half of its byte.
fn alphas(block: &[Pixel; 16]) -> [u8; 8] {
    let step = |pixel: &Pixel| ((u32::from(pixel[3]) * 15 + 127) / 255) as u8;
    std::array::from_fn(|pair| step(&block[pair * 2]) | step(&block[pair * 2 + 1]) << 4)
}
