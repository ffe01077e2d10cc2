//! The encoder of `.tga`.

use super::{TOP_FIRST, Tga};
use crate::formats::{WriteError, writer::Writer};
use crate::model::Image;

/// Writes a file as it was stored.
///
/// # Errors
/// An image id of more than 255 bytes.
pub fn write(tga: &Tga) -> Result<Vec<u8>, WriteError> {
    let id_length = u8::try_from(tga.id.len())
        .map_err(|_| WriteError("a TGA's image id has at most 255 bytes".into()))?;
    let mut writer = Writer::new();
    writer
        .u8(id_length)
        .u8(tga.map_kind)
        .u8(tga.kind)
        .u16(tga.map_first)
        .u16(tga.map_length)
        .u8(tga.map_bits);
    for number in tga.place.into_iter().chain(tga.size) {
        writer.u16(number);
    }
    writer.u8(tga.bits).u8(tga.descriptor);
    writer.bytes(&tga.id).bytes(&tga.map);
    writer.bytes(&tga.pixels).bytes(&tga.tail);
    Ok(writer.finish())
}

/// A picture as an uncompressed 32-bit file, top row first.
///
/// # Errors
/// Sides of more than 65535 pixels.
pub fn of_rgba(image: &Image) -> Result<Tga, WriteError> {
    let side = |side: u32| {
        u16::try_from(side)
            .map_err(|_| WriteError("a TGA's sides have at most 65535 pixels".into()))
    };
    let pixels = image.rgba.chunks_exact(4);
    Ok(Tga {
        kind: 2,
        size: [side(image.width)?, side(image.height)?],
        bits: 32,
        descriptor: 8 | TOP_FIRST,
        pixels: pixels.flat_map(|p| [p[2], p[1], p[0], p[3]]).collect(),
        ..Tga::default()
    })
}
