//! Closed, rounded surfaces: rings joined to a skin, and patches that lie on such a skin.

use std::collections::HashMap;

use glam::{Affine3A, Vec2, Vec3};

use super::math::{power, sin_cos};

/// Vertices and triangles without weights. Triangles turn counter-clockwise as the raw numbers have it, seen from
/// outside (league-formats §9).
#[derive(Clone, Default)]
pub struct Shape {
    pub points: Vec<Vec3>,
    pub uvs: Vec<Vec2>,
    pub triangles: Vec<[u32; 3]>,
}

/// One cross-section.
#[derive(Clone, Copy)]
pub struct Ring {
    pub center: Vec3,
    /// Half axes. The first point lies at `-z`, the next ones towards `x`.
    pub x: Vec3,
    pub z: Vec3,
    /// Texture coordinate of all its points.
    pub uv: Vec2,
}

/// How rings are joined.
#[derive(Clone, Copy)]
pub struct Joining {
    /// Points on a ring.
    pub sides: usize,
    /// 2 for ellipses, more for rounded boxes.
    pub squareness: f32,
    /// The last ring is joined to the first; else both ends are closed.
    pub endless: bool,
}

/// Ellipses with closed ends.
pub fn round(sides: usize) -> Joining {
    Joining {
        sides,
        squareness: 2.0,
        endless: false,
    }
}

/// Joins rings in their order.
pub fn join(rings: &[Ring], joining: Joining) -> Shape {
    let Joining {
        sides,
        squareness,
        endless,
    } = joining;
    let mut shape = Shape::default();
    for ring in rings {
        for side in 0..sides {
            let (x, z) = on_superellipse(side as f32 / sides as f32, squareness);
            shape.points.push(ring.center + ring.x * x + ring.z * z);
            shape.uvs.push(ring.uv);
        }
    }
    let gaps = if endless {
        rings.len()
    } else {
        rings.len() - 1
    };
    for ring in 0..gaps {
        let next = (ring + 1) % rings.len();
        for side in 0..sides {
            let beside = (side + 1) % sides;
            let at = |ring: usize, side: usize| (ring * sides + side) as u32;
            let (a, b, c, d) = (
                at(ring, side),
                at(ring, beside),
                at(next, beside),
                at(next, side),
            );
            shape.triangles.extend([[a, c, b], [a, d, c]]);
        }
    }
    if !endless {
        for (ring, turned) in [(0, false), (rings.len() - 1, true)] {
            let pole = shape.points.len() as u32;
            shape.points.push(rings[ring].center);
            shape.uvs.push(rings[ring].uv);
            for side in 0..sides {
                let (a, b) = (ring * sides + side, ring * sides + (side + 1) % sides);
                let (a, b) = if turned { (b, a) } else { (a, b) };
                shape.triangles.push([pole, a as u32, b as u32]);
            }
        }
    }
    shape.turned_outward()
}

/// A point on the unit superellipse, counted in turns from −z over +x.
pub fn on_superellipse(turns: f32, squareness: f32) -> (f32, f32) {
    let (sin, cos) = sin_cos(turns * 360.0);
    let bent = |value: f32| power(value.abs(), 2.0 / squareness).copysign(value);
    (bent(sin), -bent(cos))
}

/// Rings of an upright body: `(height, half width, half depth, shift forward)`. Texture coordinates run down `strip` from
/// the first height to the last.
pub fn upright(profile: &[(f32, f32, f32, f32)], strip: Strip) -> Vec<Ring> {
    let (first, last) = (profile[0].0, profile[profile.len() - 1].0);
    let ring = |&(y, x, z, forward): &(f32, f32, f32, f32)| Ring {
        center: Vec3::new(0.0, y, forward),
        x: Vec3::X * x,
        z: Vec3::Z * z,
        uv: strip.at((y - first) / (last - first)),
    };
    profile.iter().map(ring).collect()
}

/// Rings along a path of `(point, half width across, half width along the binormal)`, square to it. `across` is
/// roughly the direction of the rings' x.
pub fn along(path: &[(Vec3, f32, f32)], across: Vec3, endless: bool, strip: Strip) -> Vec<Ring> {
    let count = path.len();
    let ring = |index: usize| {
        let (before, after) = if endless {
            ((index + count - 1) % count, (index + 1) % count)
        } else {
            (index.saturating_sub(1), (index + 1).min(count - 1))
        };
        let (center, width, depth) = path[index];
        let forward = (path[after].0 - path[before].0).normalize();
        let x = (across - forward * across.dot(forward)).normalize();
        Ring {
            center,
            x: x * width,
            z: x.cross(forward) * depth,
            uv: strip.at(index as f32 / (count - 1) as f32),
        }
    };
    (0..count).map(ring).collect()
}

/// An ellipsoid along y; `squareness` bends its outline.
pub fn ellipsoid(center: Vec3, half: Vec3, rings: usize, joining: Joining, strip: Strip) -> Shape {
    let ring = |index: usize| {
        let share = (index as f32 + 0.35) / (rings as f32 - 0.3);
        let (radius, height) = on_superellipse(0.5 - 0.5 * share, joining.squareness);
        Ring {
            center: center + Vec3::Y * half.y * height,
            x: Vec3::X * half.x * radius,
            z: Vec3::Z * half.z * radius,
            uv: strip.at(share),
        }
    };
    let mut shape = join(&(0..rings).map(ring).collect::<Vec<_>>(), joining);
    // The poles bulge a little beyond the first and last ring.
    let poles = shape.points.len() - 2;
    shape.points[poles] = center + Vec3::Y * half.y;
    shape.points[poles + 1] = center - Vec3::Y * half.y;
    shape
}

/// A straight line of an atlas, in texture coordinates.
#[derive(Clone, Copy)]
pub struct Strip {
    pub from: Vec2,
    pub to: Vec2,
}

impl Strip {
    pub fn at(self, share: f32) -> Vec2 {
        self.from.lerp(self.to, share)
    }
}

/// A rectangle of an atlas, in texture coordinates.
#[derive(Clone, Copy)]
pub struct Area {
    pub from: Vec2,
    pub to: Vec2,
}

impl Area {
    /// −1 to 1 over the area: x to the right, y up.
    pub fn at(self, x: f32, y: f32) -> Vec2 {
        self.from + (self.to - self.from) * Vec2::new(0.5 + 0.5 * x, 0.5 - 0.5 * y)
    }
}

/// Rings of a patch, from its middle to its rim: size, and depth below the surface.
pub type PatchRings<'a> = &'a [(f32, f32)];

/// For small patches.
pub const FLAT: PatchRings = &[(0.93, 0.0), (1.0, 1.0)];
/// For patches over which the surface bends.
pub const DOMED: PatchRings = &[(0.4, 0.0), (0.72, 0.0), (0.95, 0.0), (1.0, 1.0)];

/// A superelliptic patch that `place` lays on a surface: it gets x to the right as the picture has it and y up, both
/// −1 to 1, and the ring's depth.
pub fn patch(
    joining: Joining,
    rings: PatchRings,
    area: Area,
    place: impl Fn(f32, f32, f32) -> Vec3,
) -> Shape {
    let sides = joining.sides;
    let mut shape = Shape::default();
    shape.points.push(place(0.0, 0.0, 0.0));
    shape.uvs.push(area.at(0.0, 0.0));
    for &(size, depth) in rings {
        for side in 0..sides {
            let (x, y) = on_superellipse(side as f32 / sides as f32, joining.squareness);
            shape.points.push(place(x * size, y * size, depth));
            shape.uvs.push(area.at(x * size, y * size));
        }
    }
    // Counter-clockwise in the picture is clockwise in left-handed numbers.
    for ring in 0..rings.len() {
        for side in 0..sides {
            let at = |ring: usize, side: usize| (1 + ring * sides + side % sides) as u32;
            let (a, b) = (at(ring, side), at(ring, side + 1));
            if ring == 0 {
                shape.triangles.push([0, b, a]);
            } else {
                let (c, d) = (at(ring - 1, side), at(ring - 1, side + 1));
                shape.triangles.extend([[c, b, a], [c, d, b]]);
            }
        }
    }
    shape
}

impl Shape {
    /// Moved and turned.
    pub fn placed(mut self, place: Affine3A) -> Self {
        for point in &mut self.points {
            *point = place.transform_point3(*point);
        }
        if place.matrix3.determinant() < 0.0 {
            self.turned_over()
        } else {
            self
        }
    }

    /// Texture coordinates run down `strip` from one height to another.
    pub fn painted_by_height(mut self, strip: Strip, top: f32, bottom: f32) -> Self {
        for (uv, point) in self.uvs.iter_mut().zip(&self.points) {
            *uv = strip.at(((top - point.y) / (top - bottom)).clamp(0.0, 1.0));
        }
        self
    }

    /// With every triangle turned over.
    pub fn turned_over(mut self) -> Self {
        self.triangles
            .iter_mut()
            .for_each(|triangle| triangle.swap(1, 2));
        self
    }

    fn turned_outward(self) -> Self {
        let corner = |index: u32| self.points[index as usize] - self.points[0];
        let volume: f32 = self
            .triangles
            .iter()
            .map(|&[a, b, c]| corner(a).dot(corner(b).cross(corner(c))))
            .sum();
        if volume < 0.0 {
            self.turned_over()
        } else {
            self
        }
    }

    /// Smooth over the whole shape: weighed by the triangles' areas, points at one place count as one.
    pub fn normals(&self) -> Vec<Vec3> {
        let place = |point: Vec3| {
            point
                .to_array()
                .map(|number| (number * 256.0).round() as i32)
        };
        let mut sums: HashMap<[i32; 3], Vec3> = HashMap::new();
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|index| self.points[index as usize]);
            let normal = (b - a).cross(c - a);
            for corner in [a, b, c] {
                *sums.entry(place(corner)).or_default() += normal;
            }
        }
        let normal = |&point: &Vec3| sums[&place(point)].normalize_or(Vec3::Y);
        self.points.iter().map(normal).collect()
    }
}
