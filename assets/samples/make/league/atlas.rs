//! What Pip wears: the pictures, and where on them each part lies.

use glam::Vec2;
use rigscope::model::Image;

use super::canvas::{Canvas, Color, Pixels, blend, ellipse, hex, ramp, stroke};
use super::math::wave;
use super::shapes::{Area, Strip};

const SIDE: u32 = 128;
/// Columns of colour below the pictures: each is 8 pixels wide.
const COLUMNS_TOP: u32 = 58;
const COLUMNS_HEIGHT: u32 = 70;

const SCREEN_AT: Pixels = Pixels(0, 0, 84, 56);
const BADGE_AT: Pixels = Pixels(86, 22, 42, 32);
const RIGHT_AT: Pixels = Pixels(86, 0, 20, 20);
const LEFT_AT: Pixels = Pixels(107, 0, 20, 20);
const EYE_AT: Pixels = Pixels(106, 60, 18, 24);
const BUCKLE_AT: Pixels = Pixels(106, 88, 18, 14);

pub const SCREEN: Area = area(SCREEN_AT);
pub const BADGE: Area = area(BADGE_AT);
pub const EYE: Area = area(EYE_AT);
pub const BUCKLE: Area = area(BUCKLE_AT);

pub const TORSO: Strip = column(0);
pub const SLEEVE: Strip = column(1);
pub const GLOVE: Strip = column(2);
pub const TROUSERS: Strip = column(3);
pub const BOOT: Strip = column(4);
pub const BOOT_SHAFT: Strip = column(5);
pub const SHELL: Strip = column(6);
pub const EAR: Strip = column(7);
pub const ANTENNA: Strip = column(8);
pub const BULB: Strip = column(9);
pub const BRASS: Strip = column(10);
pub const RIM: Strip = column(11);

/// On the wrench's picture.
pub const STEEL: Strip = half_width_strip(0.25);
pub const GRIP: Strip = half_width_strip(0.75);
/// On the scarf's picture: the cloth about the neck, and a tail.
pub const CLOTH: Strip = Strip {
    from: Vec2::new(0.5, 0.05),
    to: Vec2::new(0.5, 0.05),
};
pub const TAIL: Area = Area {
    from: Vec2::new(0.0, 0.0),
    to: Vec2::new(1.0, 1.0),
};

/// The letter of a side.
pub fn letter(sign: f32) -> Area {
    area(if sign > 0.0 { RIGHT_AT } else { LEFT_AT })
}

const fn area(Pixels(left, top, width, height): Pixels) -> Area {
    let side = SIDE as f32;
    Area {
        from: Vec2::new((left as f32 + 0.5) / side, (top as f32 + 0.5) / side),
        to: Vec2::new(
            ((left + width) as f32 - 0.5) / side,
            ((top + height) as f32 - 0.5) / side,
        ),
    }
}

const fn column(index: u32) -> Strip {
    let (side, x) = (SIDE as f32, (index * 8 + 4) as f32);
    let bottom = (COLUMNS_TOP + COLUMNS_HEIGHT) as f32 - 1.5;
    Strip {
        from: Vec2::new(x / side, (COLUMNS_TOP as f32 + 1.5) / side),
        to: Vec2::new(x / side, bottom / side),
    }
}

const fn half_width_strip(x: f32) -> Strip {
    Strip {
        from: Vec2::new(x, 0.03),
        to: Vec2::new(x, 0.97),
    }
}

const CREAM: Color = hex(0xF6EAD2);
const CREAM_DARK: Color = hex(0xD9C4A0);
const TEAL: Color = hex(0x2E8C97);
const TEAL_DARK: Color = hex(0x1D6275);
const NAVY: Color = hex(0x3A4465);
const NAVY_DARK: Color = hex(0x2A3049);
const LEATHER: Color = hex(0x8C5230);
const LEATHER_DARK: Color = hex(0x5E3420);
const MUSTARD: Color = hex(0xF2B23E);
const MUSTARD_DARK: Color = hex(0xD08A28);
const BRASS_LIGHT: Color = hex(0xF3CF72);
const BRASS_DARK: Color = hex(0xB98434);
const RED: Color = hex(0xD8452F);
const RED_DARK: Color = hex(0xA52C26);
const GLOW: Color = hex(0x9DF6FF);
const INK: Color = hex(0x16263F);

/// The body's picture.
pub fn body() -> Image {
    let mut canvas = Canvas::new(SIDE, SIDE, NAVY_DARK);
    paint_columns(&mut canvas);
    paint_screen(&mut canvas);
    paint_badge(&mut canvas);
    paint_letter(
        &mut canvas,
        RIGHT_AT,
        &letter_r(Vec2::new(10.0, 10.0), 10.0),
    );
    paint_letter(&mut canvas, LEFT_AT, &letter_l(Vec2::new(10.0, 10.0), 10.0));
    canvas.fill(EYE_AT, |at| blend(hex(0xD8FDFF), hex(0x63E3F5), at.y));
    canvas.paint(EYE_AT, hex(0xFFFFFF), 1.5, |at| {
        ellipse(Vec2::new(6.0, 7.5), Vec2::new(2.6, 3.4), at)
    });
    canvas.fill(BUCKLE_AT, |at| blend(BRASS_LIGHT, BRASS_DARK, at.y));
    canvas.paint(BUCKLE_AT, LEATHER_DARK, 1.2, |at| {
        let outside = (at - Vec2::new(9.0, 7.0)).abs() - Vec2::new(4.6, 3.0);
        outside.max_element()
    });
    canvas.finish()
}

fn paint_columns(canvas: &mut Canvas) {
    let columns: [&[(f32, Color)]; 12] = [
        // Torso: collar, jacket, hem, belt, trousers.
        &[
            (0.0, TEAL_DARK),
            (0.10, TEAL),
            (0.40, TEAL),
            (0.575, TEAL_DARK),
            (0.576, CREAM),
            (0.615, CREAM_DARK),
            (0.616, LEATHER),
            (0.72, LEATHER_DARK),
            (0.721, NAVY_DARK),
            (0.80, NAVY),
            (1.0, NAVY_DARK),
        ],
        // Sleeve: yoke, stripe, sleeve, cuff.
        &[
            (0.0, TEAL_DARK),
            (0.2, TEAL),
            (0.34, TEAL),
            (0.341, CREAM),
            (0.40, CREAM),
            (0.401, TEAL),
            (0.80, TEAL_DARK),
            (0.82, MUSTARD),
            (0.93, MUSTARD),
            (1.0, MUSTARD_DARK),
        ],
        &[(0.0, MUSTARD), (0.6, MUSTARD), (1.0, MUSTARD_DARK)],
        &[
            (0.0, NAVY_DARK),
            (0.25, NAVY),
            (0.52, NAVY),
            (0.58, hex(0x46517A)),
            (0.66, NAVY),
            (1.0, NAVY_DARK),
        ],
        // Boot: leather, welt, sole.
        &[
            (0.0, LEATHER),
            (0.66, LEATHER_DARK),
            (0.68, CREAM_DARK),
            (0.76, CREAM_DARK),
            (0.78, hex(0x33221C)),
            (1.0, hex(0x33221C)),
        ],
        &[
            (0.0, hex(0xB0703F)),
            (0.30, hex(0xA0623A)),
            (0.32, LEATHER),
            (1.0, LEATHER),
        ],
        // Head: a seam above the brow.
        &[
            (0.0, CREAM),
            (0.22, CREAM),
            (0.225, CREAM_DARK),
            (0.245, CREAM_DARK),
            (0.25, CREAM),
            (0.65, CREAM),
            (1.0, CREAM_DARK),
        ],
        &[
            (0.0, TEAL),
            (0.5, TEAL),
            (0.52, TEAL_DARK),
            (1.0, TEAL_DARK),
        ],
        &[(0.0, hex(0x8E97A6)), (1.0, hex(0x5C6474))],
        &[
            (0.0, hex(0xFF9A6B)),
            (0.5, hex(0xF25C3B)),
            (1.0, hex(0xC23A26)),
        ],
        &[(0.0, BRASS_LIGHT), (1.0, BRASS_DARK)],
        &[(0.0, TEAL), (1.0, TEAL)],
    ];
    for (index, stops) in columns.into_iter().enumerate() {
        let at = Pixels(index as u32 * 8, COLUMNS_TOP, 8, COLUMNS_HEIGHT);
        canvas.fill(at, |at| ramp(stops, at.y));
    }
}

/// A dark glass with faint lines, blushing cheeks and a smile; the eyes are parts of their own.
fn paint_screen(canvas: &mut Canvas) {
    canvas.fill(SCREEN_AT, |at| {
        let line = 0.03 * wave(at.y * 14.0);
        let vignette = (at - 0.5).length();
        let [r, g, b, _] = blend(hex(0x234064), INK, (vignette * 1.6).min(1.0));
        [r + line, g + line, b + line, 1.0]
    });
    let middle = Vec2::new(42.0, 28.0);
    for side in [-1.0, 1.0] {
        let cheek = middle + Vec2::new(26.5 * side, 9.0);
        canvas.paint(SCREEN_AT, hex(0xFF7D8A), 3.0, |at| {
            ellipse(cheek, Vec2::new(5.0, 3.0), at)
        });
    }
    let smile = |step: i32| {
        let x = step as f32 / 6.0;
        middle + Vec2::new(8.5 * x, 14.5 - 4.5 * x * x)
    };
    let smile: Vec<Vec2> = (-6..=6).map(smile).collect();
    canvas.paint(SCREEN_AT, [0.39, 0.89, 0.96, 0.35], 5.0, |at| {
        stroke(&smile, 1.5, at)
    });
    canvas.paint(SCREEN_AT, GLOW, 1.2, |at| stroke(&smile, 1.3, at));
}

/// A cream shield that says PIP.
fn paint_badge(canvas: &mut Canvas) {
    canvas.fill(BADGE_AT, |at| blend(CREAM, CREAM_DARK, at.y * 0.5));
    let (middle, half) = (Vec2::new(21.0, 16.0), Vec2::new(19.0, 14.0));
    canvas.paint(BADGE_AT, RED, 1.2, |at| {
        let share = ((at - middle) / half).abs();
        let reach = (share.x.powi(4) + share.y.powi(4)).sqrt().sqrt();
        ((reach - 0.93).abs() - 0.05) * half.y
    });
    for (x, letter) in [(11.5, 'p'), (21.0, 'i'), (30.5, 'p')] {
        let at = Vec2::new(x, 16.0);
        let lines = if letter == 'p' {
            letter_p(at, 12.0)
        } else {
            vec![vec![at - Vec2::new(0.0, 6.0), at + Vec2::new(0.0, 6.0)]]
        };
        for line in lines {
            canvas.paint(BADGE_AT, INK, 1.1, |at| stroke(&line, 1.45, at));
        }
    }
}

fn paint_letter(canvas: &mut Canvas, pixels: Pixels, lines: &[Vec<Vec2>]) {
    canvas.fill(pixels, |_| CREAM);
    let color = if pixels.0 == RIGHT_AT.0 {
        RED_DARK
    } else {
        TEAL_DARK
    };
    for line in lines {
        canvas.paint(pixels, color, 1.1, |at| stroke(line, 1.4, at));
    }
}

/// A stem on the left and a bowl at its top; letters are as high as told.
fn letter_p(middle: Vec2, height: f32) -> Vec<Vec<Vec2>> {
    let unit = height / 10.0;
    let at = |x: f32, y: f32| middle + Vec2::new(x, y) * unit;
    let bowl = [
        (-2.4, -5.0),
        (0.6, -5.0),
        (2.3, -4.2),
        (2.8, -2.4),
        (2.3, -0.6),
        (0.6, 0.2),
        (-2.4, 0.2),
    ];
    vec![
        vec![at(-2.4, -5.0), at(-2.4, 5.0)],
        bowl.into_iter().map(|(x, y)| at(x, y)).collect(),
    ]
}

/// The lines of an R.
pub fn letter_r(middle: Vec2, height: f32) -> Vec<Vec<Vec2>> {
    let unit = height / 10.0;
    let mut lines = letter_p(middle, height);
    lines.push(vec![
        middle + Vec2::new(0.2, 0.2) * unit,
        middle + Vec2::new(3.0, 5.0) * unit,
    ]);
    lines
}

/// The lines of an L.
pub fn letter_l(middle: Vec2, height: f32) -> Vec<Vec<Vec2>> {
    let unit = height / 10.0;
    let corner = [(-2.2, -5.0), (-2.2, 5.0), (2.8, 5.0)];
    vec![
        corner
            .into_iter()
            .map(|(x, y)| middle + Vec2::new(x, y) * unit)
            .collect(),
    ]
}

/// Steel on the left, the grip's bands on the right.
pub fn wrench() -> Image {
    let mut canvas = Canvas::new(16, 32, hex(0xAEB7C4));
    canvas.fill(Pixels(0, 0, 8, 32), |at| {
        blend(hex(0xD5DCE6), hex(0x8893A4), at.y)
    });
    canvas.fill(Pixels(8, 0, 8, 32), |at| {
        let band = (at.y * 5.0).fract() < 0.25;
        if band {
            RED_DARK
        } else {
            blend(hex(0xE2553A), RED, at.y)
        }
    });
    canvas.finish()
}

/// A cloth that gets thinner downwards, with two light stripes and a fringe. Its alpha is opacity.
pub fn scarf() -> Image {
    let mut canvas = Canvas::new(16, 64, RED);
    canvas.fill(Pixels(0, 0, 16, 64), |at| {
        let stripe = (0.60..0.66).contains(&at.y) || (0.71..0.77).contains(&at.y);
        let [r, g, b, _] = if stripe {
            CREAM
        } else {
            blend(RED, RED_DARK, at.y * 0.7)
        };
        let gauze = 1.0 - 0.45 * ((at.y - 0.35) / 0.5).clamp(0.0, 1.0);
        let strand = 0.5 - 0.5 * wave(at.x * 4.0 + 0.25);
        let fringe = if at.y > 0.86 { strand } else { 1.0 };
        [r, g, b, gauze * fringe]
    });
    canvas.finish()
}
