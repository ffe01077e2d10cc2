//! `.png`, by the `image` crate.

use std::io::Cursor;
use std::sync::Arc;

use image::{ImageFormat, ImageReader, Limits};

use crate::formats::ReadError;
use crate::model::{Finding, Image, Texture};

/// Pixels a side, as for the other textures.
const LARGEST_SIDE: u32 = 16_384;
/// Bytes of decoded pixels.
const LARGEST_IMAGE: u64 = 256 << 20;

/// Reads a PNG as 8-bit RGBA. Whether its colours are multiplied by alpha, only an atlas can say.
///
/// # Errors
/// Content that is no PNG, or one that is damaged or too large.
pub fn read(bytes: &[u8]) -> Result<(Texture, Vec<Finding>), ReadError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST_SIDE);
    limits.max_image_height = Some(LARGEST_SIDE);
    limits.max_alloc = Some(LARGEST_IMAGE);
    reader.limits(limits);
    let decoded = reader.decode().map_err(|error| {
        ReadError::new(0, "a PNG picture", error.to_string()).advise("export the picture again")
    })?;
    let color = decoded.color();
    let rgba = decoded.into_rgba8();
    let (width, height) = rgba.dimensions();
    let texture = Texture {
        name: String::new(),
        file: None,
        container: "png",
        format: format!("{color:?}"),
        format_number: None,
        flags: 0,
        size: [width, height],
        mips: 1,
        image: Some(Arc::new(Image {
            width,
            height,
            rgba: rgba.into_raw(),
        })),
    };
    Ok((texture, Vec::new()))
}
