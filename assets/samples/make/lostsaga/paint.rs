//! What Wick wears: two pictures, and where on the first each part lies.

use glam::Vec2;
use rigscope::formats::WriteError;
use rigscope::formats::texture::dds;

use crate::league::atlas::{letter_l, letter_r};
use crate::league::canvas::{Canvas, Pixels, blend, hex, ramp, stroke};
use crate::league::math::wave;
use crate::league::shapes::{Area, Strip};

const SIDE: u32 = 64;
/// Columns of colour lie below the letters.
const COLUMNS_TOP: u32 = 20;
const LETTER: u32 = 16;

pub const COAT: Strip = column(0);
pub const TROUSERS: Strip = column(1);
pub const BOOTS: Strip = column(2);
pub const SKIN: Strip = column(3);
pub const CAP: Strip = column(4);
pub const BRASS: Strip = column(5);
pub const DARK: Strip = column(6);
pub const GLASS: Strip = column(7);

const COLUMNS: [[u32; 4]; 8] = [
    [0xB8473C, 0xA63A32, 0x8E2F2A, 0xD9B25A],
    [0x3C4A6B, 0x35415F, 0x2E3852, 0x272F45],
    [0x5A3B28, 0x4A3020, 0x3C261A, 0x2C1C13],
    [0xF2CFA8, 0xEBC095, 0xE2B084, 0xD39C70],
    [0x2F6B62, 0x2A5F57, 0xE0C26A, 0x21493F],
    [0xF0CC72, 0xDDB255, 0xC6953A, 0xA87928],
    [0x2A2F3A, 0x23262F, 0x1D2028, 0x17191F],
    [0xFFF3C0, 0xFFE28A, 0xFFD05A, 0xF2B640],
];

const fn column(index: u32) -> Strip {
    let (side, x) = (SIDE as f32, (index * 8 + 4) as f32);
    Strip {
        from: Vec2::new(x / side, (COLUMNS_TOP as f32 + 2.0) / side),
        to: Vec2::new(x / side, (side - 2.0) / side),
    }
}

/// The letter of a side: 1 is left.
pub fn letter(sign: f32) -> Area {
    let left = if sign > 0.0 { LETTER as f32 } else { 0.0 };
    let (side, size) = (SIDE as f32, LETTER as f32);
    Area {
        from: Vec2::new(left + 0.5, 0.5) / side,
        to: Vec2::new(left + size - 0.5, size - 0.5) / side,
    }
}

/// The first picture, as a file.
pub fn body() -> Result<Vec<u8>, WriteError> {
    let mut canvas = Canvas::new(SIDE, SIDE, hex(0x2A2F3A));
    for (index, stops) in COLUMNS.iter().enumerate() {
        let stop = |(place, &color): (usize, &u32)| (place as f32 / 3.0, hex(color));
        let stops: Vec<_> = stops.iter().enumerate().map(stop).collect();
        let area = Pixels(index as u32 * 8, COLUMNS_TOP, 8, SIDE - COLUMNS_TOP);
        canvas.fill(area, |at| ramp(&stops, at.y));
    }
    let middle = Vec2::splat(LETTER as f32 * 0.5);
    for (left, lines) in [
        (0, letter_r(middle, 10.0)),
        (LETTER, letter_l(middle, 10.0)),
    ] {
        let area = Pixels(left, 0, LETTER, LETTER);
        canvas.fill(area, |_| hex(0xF2E4C0));
        for line in &lines {
            canvas.paint(area, hex(0x26334D), 1.1, |at| stroke(line, 1.4, at));
        }
    }
    dds::write_dxt3(&canvas.finish())
}

/// A pattern of light that can go round without a seam, as a file.
pub fn glow() -> Result<Vec<u8>, WriteError> {
    let mut canvas = Canvas::new(16, 16, hex(0));
    canvas.fill(Pixels(0, 0, 16, 16), |at| {
        let light = 0.5 + 0.3 * wave(at.x + at.y) + 0.2 * wave(2.0 * at.y - at.x);
        blend(hex(0), hex(0x804010), light)
    });
    dds::write_dxt3(&canvas.finish())
}
