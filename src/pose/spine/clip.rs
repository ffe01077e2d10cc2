//! Cutting triangles by a polygon (spine-runtime-semantics §16).

/// Polygons are drawn by hand; one with more vertices is a damaged file, which must not take minutes to cut up.
const MOST_VERTICES: usize = 256;

/// A position and its texture coordinate.
#[derive(Clone, Copy, Debug)]
struct Vertex {
    at: [f64; 2],
    uv: [f64; 2],
}

impl Vertex {
    fn between(self, other: Self, share: f64) -> Self {
        let mix = |a: [f64; 2], b: [f64; 2]| [0, 1].map(|n| a[n] + (b[n] - a[n]) * share);
        Self {
            at: mix(self.at, other.at),
            uv: mix(self.uv, other.uv),
        }
    }
}

type Point = [f64; 2];

/// Positive where `c` lies left of the way from `a` to `b`.
fn side(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// A clipping polygon in world space, in convex pieces that do not overlap.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipPolygon {
    /// Each counter-clockwise.
    pieces: Vec<Vec<Point>>,
    inverse: bool,
}

impl ClipPolygon {
    /// Of world vertices, x and y in turn; `None` with fewer than three. With `convex` or `inverse` the polygon's hull is
    /// meant.
    pub fn new(vertices: &[f64], convex: bool, inverse: bool) -> Option<Self> {
        let mut points: Vec<Point> = vertices
            .chunks_exact(2)
            .map(|point| [point[0], point[1]])
            .collect();
        if points.len() < 3 {
            return None;
        }
        if area(&points) < 0.0 {
            points.reverse();
        }
        let pieces = if is_convex(&points) {
            vec![points]
        } else if convex || inverse || points.len() > MOST_VERTICES {
            vec![hull(points)]
        } else {
            ears(points)
        };
        Some(Self { pieces, inverse })
    }

    /// Cuts triangles; what is left has new vertices.
    pub fn cut(
        &self,
        positions: &mut Vec<Point>,
        uvs: &mut Vec<Point>,
        triangles: &mut Vec<[usize; 3]>,
    ) {
        let mut left: Vec<Vec<Vertex>> = Vec::new();
        for corners in triangles.iter() {
            let vertex = |index: usize| {
                Some(Vertex {
                    at: *positions.get(index)?,
                    uv: *uvs.get(index)?,
                })
            };
            let Some(triangle) = corners.iter().map(|&index| vertex(index)).collect() else {
                continue;
            };
            if self.inverse {
                self.outside(triangle, &mut left);
            } else {
                let inside = |piece: &Vec<Point>| inside(&triangle, piece);
                left.extend(self.pieces.iter().map(inside));
            }
        }
        positions.clear();
        uvs.clear();
        triangles.clear();
        for polygon in left.iter().filter(|polygon| polygon.len() >= 3) {
            let first = positions.len();
            positions.extend(polygon.iter().map(|vertex| vertex.at));
            uvs.extend(polygon.iter().map(|vertex| vertex.uv));
            let fan = 1..polygon.len() - 1;
            triangles.extend(fan.map(|n| [first, first + n, first + n + 1]));
        }
    }

    /// The parts of a triangle outside of the (only, convex) piece: beyond its first edge, beyond its second edge but not
    /// its first, and so on.
    fn outside(&self, triangle: Vec<Vertex>, left: &mut Vec<Vec<Vertex>>) {
        let mut rest = triangle;
        for piece in &self.pieces {
            for (a, b) in edges(piece) {
                left.push(half(&rest, b, a));
                rest = half(&rest, a, b);
            }
        }
    }
}

fn edges(polygon: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(a, b)| (*a, *b))
}

/// Twice the signed area, positive where counter-clockwise.
fn area(polygon: &[Point]) -> f64 {
    edges(polygon).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum()
}

fn is_convex(polygon: &[Point]) -> bool {
    let count = polygon.len();
    (0..count).all(|n| {
        side(
            polygon[n],
            polygon[(n + 1) % count],
            polygon[(n + 2) % count],
        ) >= 0.0
    })
}

fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && side(a, b, point) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter().copied());
    hull.extend(half(&mut points.iter().rev().copied()));
    hull
}

/// Cuts a counter-clockwise polygon into triangles, ear by ear.
fn ears(mut points: Vec<Point>) -> Vec<Vec<Point>> {
    let mut triangles = Vec::new();
    while points.len() > 3 {
        let count = points.len();
        let corner = |n: usize| {
            let before = points[(n + count - 1) % count];
            (before, points[n], points[(n + 1) % count])
        };
        let is_ear = |&n: &usize| {
            let (a, b, c) = corner(n);
            let holds = |p: &&Point| {
                let outside = **p == a || **p == b || **p == c;
                !outside
                    && side(a, b, **p) >= 0.0
                    && side(b, c, **p) >= 0.0
                    && side(c, a, **p) >= 0.0
            };
            side(a, b, c) > 0.0 && !points.iter().any(|p| holds(&p))
        };
        // A corner that lies straight, or a spike, cuts nothing off; one of a polygon that crosses itself must go anyway.
        let flat = (0..count).find(|&n| {
            let (a, b, c) = corner(n);
            side(a, b, c) == 0.0
        });
        let next = flat.or_else(|| (0..count).find(is_ear)).unwrap_or(0);
        let (a, b, c) = corner(next);
        if side(a, b, c) > 0.0 {
            triangles.push(vec![a, b, c]);
        }
        points.remove(next);
    }
    if area(&points) > 0.0 {
        triangles.push(points);
    }
    triangles
}

fn inside(triangle: &[Vertex], piece: &[Point]) -> Vec<Vertex> {
    let mut rest = triangle.to_vec();
    for (a, b) in edges(piece) {
        rest = half(&rest, a, b);
    }
    rest
}

/// The part of a convex polygon left of the way from `a` to `b`.
fn half(polygon: &[Vertex], a: Point, b: Point) -> Vec<Vertex> {
    let mut left = Vec::with_capacity(polygon.len() + 1);
    let next = polygon.iter().cycle().skip(1);
    for (from, to) in polygon.iter().zip(next) {
        let (before, after) = (side(a, b, from.at), side(a, b, to.at));
        if before >= 0.0 {
            left.push(*from);
        }
        if (before > 0.0 && after < 0.0) || (before < 0.0 && after > 0.0) {
            left.push(from.between(*to, before / (before - after)));
        }
    }
    left
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const SQUARE: [f64; 8] = [0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 4.0, 0.0];
    /// A square with a notch from above that is two wide and three deep.
    const NOTCHED: [f64; 16] = [
        0.0, 0.0, 4.0, 0.0, 4.0, 4.0, 3.0, 4.0, 3.0, 1.0, 1.0, 1.0, 1.0, 4.0, 0.0, 4.0,
    ];

    /// Area that is left of the rectangle from `low` to `high`; its texture coordinates must be its positions still.
    fn left(polygon: &ClipPolygon, low: Point, high: Point) -> f64 {
        let mut positions = vec![low, [low[0], high[1]], high, [high[0], low[1]]];
        let mut uvs = positions.clone();
        let mut triangles = vec![[0, 1, 2], [2, 3, 0]];
        polygon.cut(&mut positions, &mut uvs, &mut triangles);
        for (position, uv) in positions.iter().zip(&uvs) {
            assert!((position[0] - uv[0]).abs() < 1e-9 && (position[1] - uv[1]).abs() < 1e-9);
        }
        let triangle = |corners: &[usize; 3]| area(&corners.map(|index| positions[index])).abs();
        triangles.iter().map(triangle).sum::<f64>() / 2.0
    }

    #[track_caller]
    fn assert_left(polygon: &ClipPolygon, low: Point, high: Point, wanted: f64) {
        let found = left(polygon, low, high);
        assert!(
            (found - wanted).abs() < 1e-9,
            "left {found}, wanted {wanted}"
        );
    }

    #[test]
    fn a_convex_polygon_keeps_what_lies_in_it() {
        let polygon = ClipPolygon::new(&SQUARE, false, false).unwrap();
        assert_left(&polygon, [1.0, 1.0], [2.0, 3.0], 2.0);
        assert_left(&polygon, [2.0, 2.0], [9.0, 9.0], 4.0);
        assert_left(&polygon, [-1.0, -1.0], [9.0, 9.0], 16.0);
        assert_left(&polygon, [5.0, 5.0], [9.0, 9.0], 0.0);
    }

    #[test]
    fn a_concave_polygon_keeps_nothing_in_its_notch_in_either_direction() {
        let reversed: Vec<f64> = NOTCHED.chunks(2).rev().flatten().copied().collect();
        for vertices in [&NOTCHED[..], &reversed] {
            let polygon = ClipPolygon::new(vertices, false, false).unwrap();
            assert_left(&polygon, [-1.0, -1.0], [9.0, 9.0], 10.0);
            assert_left(&polygon, [1.0, 1.0], [3.0, 4.0], 0.0);
        }
    }

    #[test]
    fn with_the_convex_flag_the_hull_is_meant() {
        let polygon = ClipPolygon::new(&NOTCHED, true, false).unwrap();
        assert_left(&polygon, [-1.0, -1.0], [9.0, 9.0], 16.0);
    }

    #[test]
    fn an_inverse_polygon_keeps_the_rest() {
        let polygon = ClipPolygon::new(&SQUARE, false, true).unwrap();
        assert_left(&polygon, [1.0, 1.0], [2.0, 3.0], 0.0);
        assert_left(&polygon, [2.0, 2.0], [9.0, 9.0], 45.0);
        assert_left(&polygon, [5.0, 5.0], [9.0, 9.0], 16.0);
    }

    #[test]
    fn less_than_a_triangle_clips_nothing() {
        assert_eq!(ClipPolygon::new(&SQUARE[..4], false, false), None);
    }
}
