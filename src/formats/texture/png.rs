//! `.png`, by the `image` crate.

use std::io::Cursor;
use std::sync::Arc;

use image::{ImageError, ImageFormat, ImageReader, Limits};

use super::pixels::{MOST_PIXELS, check_size};
use crate::formats::ReadError;
use crate::model::{Finding, Image, Texture};

/// Where a PNG states its size.
const SIZE_AT: u64 = 16;
/// Bytes of decoded pixels: what the largest picture takes with 8 bits a channel.
const LARGEST_IMAGE: u64 = 4 * MOST_PIXELS;

/// Reads a PNG as 8-bit RGBA. Whether its colours are multiplied by alpha, only an atlas can say.
///
/// # Errors
/// Content that is no PNG, or one that is damaged or too large.
pub fn read(bytes: &[u8]) -> Result<(Texture, Vec<Finding>), ReadError> {
    let damaged = |error: ImageError| {
        ReadError::new(0, "a PNG picture", error.to_string()).advise("export the picture again")
    };
    let open = || ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
    let (width, height) = open().into_dimensions().map_err(damaged)?;
    check_size([width, height], SIZE_AT)?;
    let mut reader = open();
    let mut limits = Limits::default();
    limits.max_alloc = Some(LARGEST_IMAGE);
    reader.limits(limits);
    let decoded = reader.decode().map_err(damaged)?;
    let color = decoded.color();
    let rgba = decoded.into_rgba8();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A PNG of one pixel whose header states another size, its checksum made right again.
    fn stating(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let pixel = image::RgbaImage::from_pixel(1, 1, image::Rgba([9, 8, 7, 6]));
        pixel
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
            .unwrap();
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        let checksum = bytes[12..29].iter().fold(!0_u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
                (crc >> 1) ^ (0xEDB8_8320 * (crc & 1))
            })
        });
        bytes[29..33].copy_from_slice(&(!checksum).to_be_bytes());
        bytes
    }

    #[test]
    fn a_pixel_is_read_and_a_size_beyond_the_other_textures_is_refused_at_its_place() {
        let (texture, findings) = read(&stating(1, 1)).unwrap();
        assert_eq!(texture.image.unwrap().rgba, [9, 8, 7, 6]);
        assert!(findings.is_empty());
        for (width, height) in [(16_384, 16_384), (16_385, 1)] {
            let error = read(&stating(width, height)).unwrap_err();
            assert_eq!(error.offset, SIZE_AT);
            assert!(error.found.contains(&width.to_string()), "{error}");
        }
    }
}
