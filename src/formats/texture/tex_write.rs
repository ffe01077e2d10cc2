//! Writes `.tex` of formats 10 and 20 (league-formats §10).

use crate::formats::WriteError;
use crate::formats::writer::Writer;
use crate::model::Image;

use super::bc1_encode::{self, pixel_at};
use super::tex::{FORMAT_BC1, FORMAT_BGRA8, MIP_CHAIN};

/// Encodes a picture with all its smaller levels, each the mean of 2×2 pixels of the one above.
///
/// # Errors
/// Where a side is nothing or more than 65 535 pixels, or the pixels are not as many as the size says.
pub fn write_bgra8(image: &Image) -> Result<Vec<u8>, WriteError> {
    write(image, FORMAT_BGRA8, |level, writer| {
        for pixel in level.rgba.chunks_exact(4) {
            writer.u8(pixel[2]).u8(pixel[1]).u8(pixel[0]).u8(pixel[3]);
        }
    })
}

/// Encodes an opaque picture in an eighth of the room, with losses: 16 pixels share four colours on one line. Alpha is
/// lost. Levels as in [`write_bgra8`].
///
/// # Errors
/// As [`write_bgra8`].
pub fn write_bc1(image: &Image) -> Result<Vec<u8>, WriteError> {
    write(image, FORMAT_BC1, |level, writer| {
        for block in bc1_encode::blocks(level) {
            writer.bytes(&bc1_encode::encode(&block));
        }
    })
}

/// Header and levels, smallest first.
fn write(
    image: &Image,
    format: u8,
    encode: impl Fn(&Image, &mut Writer),
) -> Result<Vec<u8>, WriteError> {
    let sides = (u16::try_from(image.width), u16::try_from(image.height));
    let (Ok(width @ 1..), Ok(height @ 1..)) = sides else {
        let (width, height) = (image.width, image.height);
        return Err(WriteError(format!(
            "{width} × {height} pixels do not fit a .tex: a side has 1 to 65535"
        )));
    };
    let pixels = image.width as usize * image.height as usize;
    if image.rgba.len() != pixels * 4 {
        let bytes = image.rgba.len();
        return Err(WriteError(format!(
            "{bytes} bytes are not the {pixels} pixels of four bytes that the size says"
        )));
    }
    let mut levels = Vec::new();
    let mut level = image.clone();
    while (level.width, level.height) != (1, 1) {
        let next = halved(&level);
        levels.push(std::mem::replace(&mut level, next));
    }
    levels.push(level);

    let mut writer = Writer::new();
    writer.bytes(b"TEX\0").u16(width).u16(height);
    writer.u8(1).u8(format).u8(0).u8(MIP_CHAIN);
    for level in levels.iter().rev() {
        encode(level, &mut writer);
    }
    Ok(writer.finish())
}

fn halved(image: &Image) -> Image {
    let (width, height) = ((image.width / 2).max(1), (image.height / 2).max(1));
    // An odd or single row or column stands for both.
    let stored = |x: u32, y: u32, channel: usize| u32::from(pixel_at(image, x, y)[channel]);
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    for y in 0..height {
        for x in 0..width {
            for channel in 0..4 {
                let sum = stored(2 * x, 2 * y, channel)
                    + stored(2 * x + 1, 2 * y, channel)
                    + stored(2 * x, 2 * y + 1, channel)
                    + stored(2 * x + 1, 2 * y + 1, channel);
                rgba.push(((sum + 2) / 4) as u8);
            }
        }
    }
    Image {
        width,
        height,
        rgba,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tex;
    use super::*;

    #[test]
    #[allow(clippy::unwrap_used)]
    fn blocks_over_the_edge_come_back_in_their_places() {
        let colors = [[200, 40, 30, 255], [30, 40, 200, 255]];
        let mut image = Image {
            width: 10,
            height: 5,
            rgba: Vec::new(),
        };
        for pixel in 0..50 {
            let right = pixel % 10 >= 4;
            image.rgba.extend(colors[usize::from(right)]);
        }
        let (texture, findings) = tex::read(&write_bc1(&image).unwrap()).unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        assert_eq!((texture.size, texture.mips), ([10, 5], 4));
        let back = texture.image.unwrap();
        let pairs = image.rgba.iter().zip(&back.rgba);
        let worst = pairs.map(|(a, b)| a.abs_diff(*b)).max();
        assert!(worst <= Some(4), "{worst:?}");
    }
}
