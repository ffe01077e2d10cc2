//! What Tock wears: two pictures, and where on the first each part lies.

use glam::Vec2;
use rigscope::formats::WriteError;
use rigscope::formats::texture::tga::{self, Tga};
use rigscope::model::Image;

use crate::league::atlas::{letter_l, letter_r};
use crate::league::canvas::{Canvas, Color, Pixels, blend, hex, ramp, stroke};
use crate::league::math::wave;
use crate::league::shapes::{Area, Strip};

const SIDE: u32 = 64;
/// Columns of colour below the letters: each is 8 pixels wide.
const COLUMNS_TOP: u32 = 18;
const LETTER: u32 = 16;

pub const TUNIC: Strip = column(0);
pub const STEEL: Strip = column(1);
pub const LEATHER: Strip = column(2);
pub const WOOD: Strip = column(3);
pub const HELMET: Strip = column(4);
pub const BRASS: Strip = column(5);
pub const FACE: Strip = column(6);
pub const GLOW: Strip = column(7);

const COLUMNS: [[u32; 4]; 8] = [
    [0x3F6B4A, 0x3F6B4A, 0x2E5038, 0xC9A24A],
    [0xC8D0DA, 0x9AA6B6, 0x7F8B9C, 0x69748A],
    [0x7A4B2C, 0x6B4026, 0x58331E, 0x3A2317],
    [0xA2784A, 0x8C6239, 0x8C6239, 0x6C4A2A],
    [0xB9C2CE, 0x8E99AA, 0xC9A24A, 0x6E788A],
    [0xF0CC72, 0xDDB255, 0xC6953A, 0xA87928],
    [0x2A2F3A, 0x23262F, 0x1D2028, 0x17191F],
    [0xC8FFF2, 0x7DF2DC, 0x4BD8C4, 0x2FB3A6],
];

const fn column(index: u32) -> Strip {
    let (side, x) = (SIDE as f32, (index * 8 + 4) as f32);
    Strip {
        from: Vec2::new(x / side, (COLUMNS_TOP as f32 + 1.0) / side),
        to: Vec2::new(x / side, (side - 1.0) / side),
    }
}

/// The letter of a side: 1 is left.
pub fn letter(sign: f32) -> Area {
    let left = if sign > 0.0 { LETTER as f32 } else { 0.0 };
    let (side, size) = (SIDE as f32, LETTER as f32);
    Area {
        from: Vec2::new((left + 0.5) / side, 0.5 / side),
        to: Vec2::new((left + size - 0.5) / side, (size - 0.5) / side),
    }
}

/// The picture of all that is solid, as a file.
pub fn body() -> Result<Vec<u8>, WriteError> {
    let mut canvas = Canvas::new(SIDE, SIDE, hex(0x2A2F3A));
    for (index, colors) in (0..).zip(COLUMNS) {
        let stops: Vec<(f32, Color)> = (0..)
            .zip(colors)
            .map(|(at, rgb)| (at as f32 / 3.0, hex(rgb)))
            .collect();
        let area = Pixels(index * 8, COLUMNS_TOP, 8, SIDE - COLUMNS_TOP);
        canvas.fill(area, |at| ramp(&stops, at.y));
    }
    let middle = Vec2::splat(LETTER as f32 * 0.5);
    for (left, lines) in [
        (0, letter_r(middle, 10.0)),
        (LETTER, letter_l(middle, 10.0)),
    ] {
        let area = Pixels(left, 0, LETTER, LETTER);
        canvas.fill(area, |_| hex(0xE9DFC6));
        for line in &lines {
            canvas.paint(area, hex(0x7C2620), 1.1, |at| stroke(line, 1.3, at));
        }
    }
    file(&canvas.finish())
}

/// A pattern of light that can go round in both directions without a seam, as a file.
pub fn glow() -> Result<Vec<u8>, WriteError> {
    let mut canvas = Canvas::new(16, 16, hex(0));
    canvas.fill(Pixels(0, 0, 16, 16), |at| {
        let light = 0.5 + 0.25 * wave(at.x + at.y) + 0.25 * wave(2.0 * at.y - at.x);
        blend(hex(0x001410), hex(0x5CE6D0), light * light)
    });
    file(&canvas.finish())
}

/// 24 bits a pixel, the lowest row first, with the footer of version 2: as the game's own (toee-formats §10).
fn file(image: &Image) -> Result<Vec<u8>, WriteError> {
    let rows = image.rgba.chunks_exact(image.width as usize * 4).rev();
    let pixels = rows.flat_map(|row| {
        row.chunks_exact(4)
            .flat_map(|pixel| [pixel[2], pixel[1], pixel[0]])
    });
    tga::write(&Tga {
        kind: 2,
        size: [image.width as u16, image.height as u16],
        bits: 24,
        pixels: pixels.collect(),
        tail: [&[0; 8][..], b"TRUEVISION-XFILE.\0"].concat(),
        ..Tga::default()
    })
}
