//! Whether a surface is see-through: by the texels that its triangles lie on.

use glam::Vec2;

use crate::model::Image;

/// Alphas from here on are opaque, and alphas to the other limit are holes: block compression is off by some.
const OPAQUE: u8 = 250;
const HOLE: u8 = 5;

/// glTF's `alphaMode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AlphaMode {
    Opaque,
    Mask,
    Blend,
}

impl AlphaMode {
    pub fn word(self) -> &'static str {
        match self {
            Self::Opaque => "OPAQUE",
            Self::Mask => "MASK",
            Self::Blend => "BLEND",
        }
    }

    /// Looks at corners, middles of edges and middle of every triangle. Soft edges of holes count as holes: blending
    /// costs a viewer the order of depth. A texture's alpha outside the triangles means nothing.
    pub fn of(image: &Image, uvs: &[Vec2], triangles: &[[u32; 3]]) -> Self {
        let (mut opaque, mut holes, mut between) = (0_usize, 0_usize, 0_usize);
        for triangle in triangles {
            let [a, b, c] = triangle.map(|index| uvs.get(index as usize).copied());
            let (Some(a), Some(b), Some(c)) = (a, b, c) else {
                continue;
            };
            let middles = [(a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0];
            for at in [a, b, c, (a + b + c) / 3.0].into_iter().chain(middles) {
                match alpha_at(image, at) {
                    OPAQUE.. => opaque += 1,
                    ..=HOLE => holes += 1,
                    _ => between += 1,
                }
            }
        }
        if holes + between == 0 {
            return Self::Opaque;
        }
        if between * 4 <= holes + between || between * 50 <= opaque {
            Self::Mask
        } else {
            Self::Blend
        }
    }
}

/// The nearest texel of a repeated texture.
fn alpha_at(image: &Image, uv: Vec2) -> u8 {
    let texel = |part: f32, size: u32| {
        let inside = if part.is_finite() {
            part.rem_euclid(1.0)
        } else {
            0.0
        };
        ((inside * size as f32) as usize).min(size.saturating_sub(1) as usize)
    };
    let (x, y) = (texel(uv.x, image.width), texel(uv.y, image.height));
    let at = (y * image.width as usize + x) * 4 + 3;
    image.rgba.get(at).copied().unwrap_or(255)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Left half opaque, then holes, then glass.
    fn image() -> Image {
        let row = [255, 255, 0, 128].map(|alpha| [9, 9, 9, alpha]).concat();
        Image {
            width: 4,
            height: 4,
            rgba: row.repeat(4),
        }
    }

    fn mode(from: f32, to: f32) -> AlphaMode {
        let uvs = [
            Vec2::new(from, 0.1),
            Vec2::new(to, 0.1),
            Vec2::new(from, 0.9),
        ];
        AlphaMode::of(&image(), &uvs, &[[0, 1, 2]])
    }

    #[test]
    fn only_the_texels_under_the_triangles_count() {
        assert_eq!(mode(0.0, 0.4), AlphaMode::Opaque);
        assert_eq!(mode(0.1, 0.7), AlphaMode::Mask);
        assert_eq!(mode(0.8, 0.9), AlphaMode::Blend);
        assert_eq!(mode(1.8, 1.9), AlphaMode::Blend);
    }
}
