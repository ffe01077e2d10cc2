//! Pictures made of shapes with soft edges, straight alpha.

use glam::{Vec2, vec2};

/// Red, green, blue, alpha: 0 to 1.
pub type Color = [f32; 4];

/// An opaque colour from its six hexadecimal digits.
pub const fn hex(rgb: u32) -> Color {
    [
        ((rgb >> 16) & 255) as f32 / 255.0,
        ((rgb >> 8) & 255) as f32 / 255.0,
        (rgb & 255) as f32 / 255.0,
        1.0,
    ]
}

/// The outline's colour; that of transparent texels too, so that none of another shines through at edges.
pub const INK: Color = hex(0x1E2A44);
const OUTLINE: f32 = 3.0;

/// A picture; its points are pixels from the middle, y upwards, as in the space of the bone that carries it.
pub struct Picture {
    pub name: &'static str,
    pub width: u32,
    pub height: u32,
    /// Rows from the top.
    pub colors: Vec<Color>,
}

impl Picture {
    pub fn new(name: &'static str, width: u32, height: u32) -> Self {
        let clear = [INK[0], INK[1], INK[2], 0.0];
        Self {
            name,
            width,
            height,
            colors: vec![clear; (width * height) as usize],
        }
    }

    /// Lays a colour over what is there, inside a shape: its distance from a point is negative there.
    pub fn paint(mut self, shape: impl Fn(Vec2) -> f32, color: impl Fn(Vec2) -> Color) -> Self {
        let middle = vec2(self.width as f32, self.height as f32) / 2.0;
        for row in 0..self.height {
            for column in 0..self.width {
                let at = vec2(column as f32 + 0.5 - middle.x, middle.y - row as f32 - 0.5);
                let color = color(at);
                let cover = (0.5 - shape(at)).clamp(0.0, 1.0) * color[3];
                lay(
                    &mut self.colors[(row * self.width + column) as usize],
                    color,
                    cover,
                );
            }
        }
        self
    }

    /// The same with an outline about it.
    pub fn inked(self, shape: impl Fn(Vec2) -> f32, color: impl Fn(Vec2) -> Color) -> Self {
        self.paint(|at| shape(at) - OUTLINE, flat(INK))
            .paint(shape, color)
    }
}

fn lay(under: &mut Color, color: Color, cover: f32) {
    if cover <= 0.0 {
        return;
    }
    let alpha = cover + under[3] * (1.0 - cover);
    for channel in 0..3 {
        under[channel] += (color[channel] - under[channel]) * cover / alpha;
    }
    under[3] = alpha;
}

pub fn flat(color: Color) -> impl Fn(Vec2) -> Color {
    move |_| color
}

/// From one colour at a height to another further up.
pub fn upward(low: (f32, Color), high: (f32, Color)) -> impl Fn(Vec2) -> Color {
    move |at| {
        let share = ((at.y - low.0) / (high.0 - low.0)).clamp(0.0, 1.0);
        std::array::from_fn(|n| low.1[n] + (high.1[n] - low.1[n]) * share)
    }
}

/// A rectangle about `middle` with round corners.
pub fn slab(middle: Vec2, half: Vec2, radius: f32) -> impl Fn(Vec2) -> f32 + Copy {
    move |at| {
        let out = (at - middle).abs() - half + radius;
        out.max(Vec2::ZERO).length() + out.max_element().min(0.0) - radius
    }
}

/// Roughly the distance from an ellipse.
pub fn oval(middle: Vec2, half: Vec2) -> impl Fn(Vec2) -> f32 + Copy {
    move |at| (((at - middle) / half).length() - 1.0) * half.min_element()
}

/// A thick line whose radius goes from one number to another.
pub fn pill(from: Vec2, to: Vec2, radii: [f32; 2]) -> impl Fn(Vec2) -> f32 + Copy {
    move |at| {
        let along = to - from;
        let share = ((at - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        at.distance(from + along * share) - radii[0] - (radii[1] - radii[0]) * share
    }
}

/// What two shapes share.
pub fn both(
    a: impl Fn(Vec2) -> f32 + Copy,
    b: impl Fn(Vec2) -> f32 + Copy,
) -> impl Fn(Vec2) -> f32 + Copy {
    move |at| a(at).max(b(at))
}

/// What either covers.
pub fn either(
    a: impl Fn(Vec2) -> f32 + Copy,
    b: impl Fn(Vec2) -> f32 + Copy,
) -> impl Fn(Vec2) -> f32 + Copy {
    move |at| a(at).min(b(at))
}
