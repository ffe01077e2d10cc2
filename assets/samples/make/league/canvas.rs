//! A picture to paint on, with soft edges.

use glam::Vec2;
use rigscope::model::Image;

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

/// A rectangle of pixels: left, top, width, height.
#[derive(Clone, Copy)]
pub struct Pixels(pub u32, pub u32, pub u32, pub u32);

pub struct Canvas {
    width: u32,
    height: u32,
    colors: Vec<Color>,
}

impl Canvas {
    pub fn new(width: u32, height: u32, color: Color) -> Self {
        Self {
            width,
            height,
            colors: vec![color; (width * height) as usize],
        }
    }

    /// Replaces every pixel of a rectangle; `color` gets its middle, 0 to 1 over the rectangle.
    pub fn fill(
        &mut self,
        Pixels(left, top, width, height): Pixels,
        color: impl Fn(Vec2) -> Color,
    ) {
        for y in 0..height {
            for x in 0..width {
                let share = Vec2::new(
                    (x as f32 + 0.5) / width as f32,
                    (y as f32 + 0.5) / height as f32,
                );
                self.colors[((top + y) * self.width + left + x) as usize] = color(share);
            }
        }
    }

    /// Lays a colour over what is there. `distance` tells how many pixels a point, from the rectangle's corner, lies
    /// outside of the shape; negative inside. The edge is `softness` pixels wide.
    pub fn paint(
        &mut self,
        Pixels(left, top, width, height): Pixels,
        color: Color,
        softness: f32,
        distance: impl Fn(Vec2) -> f32,
    ) {
        for y in 0..height {
            for x in 0..width {
                let inside = 0.5 - distance(Vec2::new(x as f32 + 0.5, y as f32 + 0.5)) / softness;
                let cover = inside.clamp(0.0, 1.0) * color[3];
                let under = &mut self.colors[((top + y) * self.width + left + x) as usize];
                for channel in 0..3 {
                    under[channel] += (color[channel] - under[channel]) * cover;
                }
            }
        }
    }

    pub fn finish(self) -> Image {
        let byte = |number: &f32| (number.clamp(0.0, 1.0) * 255.0).round() as u8;
        Image {
            width: self.width,
            height: self.height,
            rgba: self.colors.as_flattened().iter().map(byte).collect(),
        }
    }
}

/// The mix of two colours.
pub fn blend(a: Color, b: Color, t: f32) -> Color {
    std::array::from_fn(|channel| a[channel] + (b[channel] - a[channel]) * t)
}

/// The colour at a place of a run of stops, ascending; equal neighbours make a hard edge.
pub fn ramp(stops: &[(f32, Color)], at: f32) -> Color {
    let after = stops.partition_point(|&(place, _)| place <= at);
    match (
        after.checked_sub(1).map(|index| stops[index]),
        stops.get(after),
    ) {
        (Some((from, a)), Some(&(to, b))) => blend(a, b, (at - from) / (to - from)),
        (Some((_, color)), None) | (None, Some(&(_, color))) => color,
        (None, None) => [0.0; 4],
    }
}

/// Distance from a line through `points`, as thick as twice `radius`.
pub fn stroke(points: &[Vec2], radius: f32, at: Vec2) -> f32 {
    let to_segment = |pair: &[Vec2]| {
        let (from, along) = (pair[0], pair[1] - pair[0]);
        let share = ((at - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        at.distance(from + along * share)
    };
    points
        .windows(2)
        .map(to_segment)
        .fold(f32::INFINITY, f32::min)
        - radius
}

/// Roughly the distance from an ellipse.
pub fn ellipse(center: Vec2, half: Vec2, at: Vec2) -> f32 {
    (((at - center) / half).length() - 1.0) * half.min_element()
}
