//! Points along a path: cubic Béziers in world space, measured or not (spine-runtime-semantics §10).

/// A place on a path and the direction there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PathPoint {
    pub x: f64,
    pub y: f64,
    /// Radians.
    pub angle: f64,
}

type Point = (f64, f64);

/// One piece of a path: point, its out handle, the next point's in handle, the next point.
#[derive(Clone, Copy)]
struct Cubic([Point; 4]);

impl Cubic {
    fn at(&self, t: f64) -> Point {
        let [p0, p1, p2, p3] = self.0;
        let u = 1.0 - t;
        let (w0, w1, w2, w3) = (u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t);
        (
            w0 * p0.0 + w1 * p1.0 + w2 * p2.0 + w3 * p3.0,
            w0 * p0.1 + w1 * p1.1 + w2 * p2.1 + w3 * p3.1,
        )
    }

    /// Length of `pieces` chords, and what each adds up to.
    fn chords(&self, pieces: usize, mut each: impl FnMut(f64)) -> f64 {
        let mut before = self.0[0];
        let mut sum = 0.0;
        for piece in 1..=pieces {
            let point = self.at(piece as f64 / pieces as f64);
            sum += (point.0 - before.0).hypot(point.1 - before.1);
            each(sum);
            before = point;
        }
        sum
    }

    fn point(&self, t: f64) -> PathPoint {
        let [p0, p1, p2, _] = self.0;
        if t == 0.0 || t.is_nan() {
            return PathPoint {
                x: p0.0,
                y: p0.1,
                angle: (p1.1 - p0.1).atan2(p1.0 - p0.0),
            };
        }
        let (x, y) = self.at(t);
        let angle = if t < 0.001 {
            (p1.1 - p0.1).atan2(p1.0 - p0.0)
        } else {
            let u = 1.0 - t;
            let blend = |a: f64, b: f64, c: f64| u * u * a + 2.0 * u * t * b + t * t * c;
            (y - blend(p0.1, p1.1, p2.1)).atan2(x - blend(p0.0, p1.0, p2.0))
        };
        PathPoint { x, y, angle }
    }
}

/// A path attachment in world space.
pub(super) struct WorldPath {
    cubics: Vec<Cubic>,
    /// What the lengths of the cubics add up to, one each.
    lengths: Vec<f64>,
    closed: bool,
    measured: bool,
}

impl WorldPath {
    /// `vertices`: per point its in handle, itself, its out handle, each x and y. `stored`: the file's lengths, used
    /// unless the path has constant speed; `None` for constant speed.
    pub(super) fn new(vertices: &[f64], stored: Option<&[f64]>, closed: bool) -> Option<Self> {
        let cubics = cubics(vertices, closed);
        let count = cubics.len();
        let lengths: Vec<f64> = match stored {
            Some(stored) => stored.iter().copied().take(count).collect(),
            None => {
                let mut sum = 0.0;
                let add = |cubic: &Cubic| {
                    sum += cubic.chords(4, |_| {});
                    sum
                };
                cubics.iter().map(add).collect()
            }
        };
        let usable = !cubics.is_empty() && lengths.len() == cubics.len();
        usable.then_some(Self {
            cubics,
            lengths,
            closed,
            measured: stored.is_none(),
        })
    }

    /// Of the whole path.
    pub(super) fn length(&self) -> f64 {
        self.lengths.last().copied().unwrap_or_default()
    }

    /// The place at a distance from the start. An open path goes on straight beyond its ends.
    pub(super) fn at(&self, distance: f64) -> PathPoint {
        let total = self.length();
        let mut distance = distance;
        if self.closed {
            distance %= total;
            if distance < 0.0 {
                distance += total;
            }
        } else if distance < 0.0 {
            let [point, out, ..] = self.cubics[0].0;
            return beyond(point, (out.1 - point.1).atan2(out.0 - point.0), distance);
        } else if distance > total {
            let [_, _, into, point] = self.cubics[self.cubics.len() - 1].0;
            let angle = (point.1 - into.1).atan2(point.0 - into.0);
            return beyond(point, angle, distance - total);
        }
        let curve = self
            .lengths
            .partition_point(|length| *length < distance)
            .min(self.cubics.len() - 1);
        let before = if curve == 0 {
            0.0
        } else {
            self.lengths[curve - 1]
        };
        let fraction = (distance - before) / (self.lengths[curve] - before);
        let cubic = &self.cubics[curve];
        if self.measured {
            cubic.point(parameter_at(cubic, fraction))
        } else {
            cubic.point(fraction)
        }
    }
}

/// The pieces of a path, none if it has too few points; `vertices` as in [`WorldPath::new`].
fn cubics(vertices: &[f64], closed: bool) -> Vec<Cubic> {
    let points: Vec<Point> = vertices
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1]))
        .collect();
    let knots = points.len() / 3;
    let count = knots.saturating_sub(usize::from(!closed));
    let at = |index: usize| points[index % (knots * 3)];
    (0..count)
        .map(|curve| Cubic([1, 2, 3, 4].map(|offset| at(curve * 3 + offset))))
        .collect()
}

/// A path as a line through its points, with `chords` for each piece; a closed one ends where it begins.
pub(super) fn polyline(vertices: &[f64], closed: bool, chords: usize, out: &mut Vec<[f64; 2]>) {
    for (index, cubic) in cubics(vertices, closed).iter().enumerate() {
        let first = usize::from(index > 0);
        let point = |chord: usize| <[f64; 2]>::from(cubic.at(chord as f64 / chords as f64));
        out.extend((first..=chords).map(point));
    }
}

fn beyond(point: Point, angle: f64, distance: f64) -> PathPoint {
    let (sin, cos) = angle.sin_cos();
    PathPoint {
        x: point.0 + distance * cos,
        y: point.1 + distance * sin,
        angle,
    }
}

/// The parameter where ten chords have reached `fraction` of their length.
fn parameter_at(cubic: &Cubic, fraction: f64) -> f64 {
    let mut sums = [0.0; 11];
    let mut index = 0;
    let total = cubic.chords(10, |sum| {
        index += 1;
        sums[index] = sum;
    });
    let target = fraction * total;
    let chord = sums[1..].partition_point(|sum| *sum < target).min(9);
    let inside = (target - sums[chord]) / (sums[chord + 1] - sums[chord]);
    (chord as f64 + inside) / 10.0
}
