//! Blocks of 4×4 opaque pixels → BC1: two colours of 5, 6 and 5 bits, and for each pixel one of the four on the line
//! between them (league-formats §10).

use glam::Vec3;

use super::block::Pixel;
use crate::model::Image;

/// The blocks of a picture, row after row. They reach over the edge: the edge's pixels go on there.
pub(super) fn blocks(image: &Image) -> impl Iterator<Item = [Pixel; 16]> {
    let corners = (0..image.height).step_by(4).flat_map(|top| {
        let lefts = (0..image.width).step_by(4);
        lefts.map(move |left| (left, top))
    });
    corners.map(|(left, top)| {
        std::array::from_fn(|pixel| {
            let (x, y) = (left + pixel as u32 % 4, top + pixel as u32 / 4);
            pixel_at(image, x, y)
        })
    })
}

/// A pixel; outside of the picture the nearest one at its edge.
pub(super) fn pixel_at(image: &Image, x: u32, y: u32) -> Pixel {
    let (x, y) = (x.min(image.width - 1), y.min(image.height - 1));
    let at = (y as usize * image.width as usize + x as usize) * 4;
    std::array::from_fn(|channel| image.rgba[at + channel])
}

/// Encodes a block, row by row. Alpha is lost.
pub(super) fn encode(pixels: &[Pixel; 16]) -> [u8; 8] {
    let colors = pixels.map(|[r, g, b, _]| Vec3::new(r.into(), g.into(), b.into()));
    let (low, high) = ends(&colors);
    let mut block = Block::new(&colors, pack(high), pack(low));
    // The ends that fit the chosen places best may fit better than the outermost colours.
    if let Some((first, second)) = block.fitted_ends(&colors) {
        let fitted = Block::new(&colors, pack(first), pack(second));
        if fitted.error < block.error {
            block = fitted;
        }
    }
    block.bytes()
}

/// The outermost colours along the direction in which the block's colours spread most.
fn ends(colors: &[Vec3; 16]) -> (Vec3, Vec3) {
    let mean = colors.iter().sum::<Vec3>() / 16.0;
    let spread = colors.map(|color| color - mean);
    let widest = |a: &Vec3, b: &Vec3| a.length_squared().total_cmp(&b.length_squared());
    let mut axis = spread.into_iter().max_by(widest).unwrap_or(Vec3::ZERO);
    // Power iteration on the covariance; a few rounds are plenty for 16 colours.
    for _ in 0..4 {
        let next: Vec3 = spread.iter().map(|color| *color * color.dot(axis)).sum();
        axis = next.normalize_or_zero();
    }
    let along = |a: &&Vec3, b: &&Vec3| a.dot(axis).total_cmp(&b.dot(axis));
    let low = colors.iter().min_by(along).copied().unwrap_or(mean);
    let high = colors.iter().max_by(along).copied().unwrap_or(mean);
    (low, high)
}

fn pack(color: Vec3) -> u16 {
    let channel = |value: f32, most: f32| (value.clamp(0.0, 255.0) * most / 255.0).round() as u16;
    channel(color.x, 31.0) << 11 | channel(color.y, 63.0) << 5 | channel(color.z, 31.0)
}

fn unpack(packed: u16) -> Vec3 {
    let channel = |value: u16, most: f32| f32::from(value) * 255.0 / most;
    let (r, g, b) = (packed >> 11, packed >> 5 & 63, packed & 31);
    Vec3::new(channel(r, 31.0), channel(g, 63.0), channel(b, 31.0))
}

/// Share of the second colour, by the two bits of a pixel.
const SHARES: [f32; 4] = [0.0, 1.0, 1.0 / 3.0, 2.0 / 3.0];

struct Block {
    ends: [u16; 2],
    places: [usize; 16],
    error: f32,
}

impl Block {
    fn new(colors: &[Vec3; 16], a: u16, b: u16) -> Self {
        // The larger number first: the other order has only three colours.
        let ends = [a.max(b), a.min(b)];
        let (first, second) = (unpack(ends[0]), unpack(ends[1]));
        let palette = SHARES.map(|share| first.lerp(second, share));
        let usable = if ends[0] == ends[1] { 1 } else { 4 };
        let distance = |color: Vec3, place: usize| palette[place].distance_squared(color);
        let places = colors.map(|color| {
            let nearer = |a: &usize, b: &usize| distance(color, *a).total_cmp(&distance(color, *b));
            (0..usable).min_by(nearer).unwrap_or(0)
        });
        let error = (0..16).map(|pixel| distance(colors[pixel], places[pixel]));
        Self {
            ends,
            places,
            error: error.sum(),
        }
    }

    /// Least squares; `None` where all pixels have one place.
    fn fitted_ends(&self, colors: &[Vec3; 16]) -> Option<(Vec3, Vec3)> {
        let (mut aa, mut ab, mut bb) = (0.0, 0.0, 0.0);
        let (mut a_color, mut b_color) = (Vec3::ZERO, Vec3::ZERO);
        for (color, &place) in colors.iter().zip(&self.places) {
            let b = SHARES[place];
            let a = 1.0 - b;
            aa += a * a;
            ab += a * b;
            bb += b * b;
            a_color += *color * a;
            b_color += *color * b;
        }
        let determinant = aa * bb - ab * ab;
        (determinant > 1e-3).then(|| {
            let first = (a_color * bb - b_color * ab) / determinant;
            let second = (b_color * aa - a_color * ab) / determinant;
            (first, second)
        })
    }

    fn bytes(&self) -> [u8; 8] {
        let places = self.places.iter().rev();
        let bits = places.fold(0, |bits: u32, &place| bits << 2 | place as u32);
        let [a, b] = self.ends.map(u16::to_le_bytes);
        let [c, d, e, f] = bits.to_le_bytes();
        [a[0], a[1], b[0], b[1], c, d, e, f]
    }
}

#[cfg(test)]
mod tests {
    use super::super::block::BlockFormat;
    use super::*;

    fn worst(pixels: &[Pixel; 16]) -> u8 {
        let back = BlockFormat::Bc1.decode(&encode(pixels));
        let differences = pixels.iter().zip(&back).flat_map(|(pixel, back)| {
            assert_eq!(back[3], 255);
            (0..3).map(|channel| pixel[channel].abs_diff(back[channel]))
        });
        differences.max().unwrap_or(0)
    }

    #[test]
    fn plain_blocks_keep_their_colour_within_the_rounding_of_five_bits() {
        for color in [
            [0, 0, 0, 255],
            [255; 4],
            [46, 140, 151, 255],
            [1, 254, 77, 0],
        ] {
            assert!(worst(&[color; 16]) <= 4, "{color:?}");
        }
    }

    #[test]
    fn two_colours_and_even_ramps_survive() {
        let (ink, cream) = ([22, 38, 63, 255], [246, 234, 210, 255]);
        let letters = std::array::from_fn(|pixel| if pixel % 3 == 0 { ink } else { cream });
        assert!(worst(&letters) <= 5);
        let ramp = std::array::from_fn(|pixel| {
            let step = (pixel / 4) as u8 * 24;
            [100 + step, 80 + step, 200 - step, 255]
        });
        assert!(worst(&ramp) <= 6);
    }

    #[test]
    fn outliers_cost_no_more_than_their_distance_from_the_line() {
        let mut pixels = [[40, 60, 80, 255]; 16];
        pixels[5] = [200, 220, 240, 255];
        pixels[9] = [120, 140, 160, 255];
        assert!(worst(&pixels) <= 32);
    }
}
