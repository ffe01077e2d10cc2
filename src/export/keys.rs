//! Which samples of a curve become keys, so that glTF's interpolation between them stays within a tolerance.

use glam::{Quat, Vec3};

/// Splits at the worst sample find the corners of a curve; after so many nested ones splits in the middle bound the work.
const DEEPEST_WORST_SPLIT: u32 = 40;

/// What a channel animates.
pub(super) trait Value: Copy {
    /// As glTF interpolates (glTF 2.0, appendix C): straight, or along the shorter arc.
    fn mix(self, other: Self, share: f32) -> Self;
    /// In units, or in radians.
    fn distance(self, other: Self) -> f32;
}

impl Value for Vec3 {
    fn mix(self, other: Self, share: f32) -> Self {
        self.lerp(other, share)
    }

    fn distance(self, other: Self) -> f32 {
        Vec3::distance(self, other)
    }
}

impl Value for Quat {
    fn mix(self, other: Self, share: f32) -> Self {
        self.slerp(other, share)
    }

    fn distance(self, other: Self) -> f32 {
        // Of the two signs of a rotation the nearer; by the chord, because a cosine near 1 has no digits left.
        let chord = (self - other).length().min((self + other).length());
        4.0 * (chord * 0.5).min(1.0).asin()
    }
}

/// How far along `after − before` a time lies.
pub(super) fn share(before: f32, after: f32, time: f32) -> f32 {
    let span = f64::from(after) - f64::from(before);
    if span > 0.0 {
        ((f64::from(time) - f64::from(before)) / span) as f32
    } else {
        0.0
    }
}

/// Indices of the samples that become keys: one for a curve that stays within `tolerance`, else the first, the last, all
/// of `edges` (ascending), and as many as it takes.
pub(super) fn choose<T: Value>(
    times: &[f32],
    values: &[T],
    edges: &[usize],
    tolerance: f32,
) -> Vec<usize> {
    let Some((&first, rest)) = values.split_first() else {
        return Vec::new();
    };
    if rest.iter().all(|value| first.distance(*value) <= tolerance) {
        return vec![0];
    }
    let last = values.len().min(times.len()) - 1;
    let mut keys = vec![0, last];
    keys.extend(edges.iter().copied().filter(|&edge| edge < last));
    keys.sort_unstable();
    keys.dedup();
    let mut spans: Vec<(usize, usize, u32)> =
        keys.windows(2).map(|pair| (pair[0], pair[1], 0)).collect();
    while let Some((before, after, depth)) = spans.pop() {
        let Some(worst) = worst(times, values, before, after, tolerance) else {
            continue;
        };
        let split = if depth < DEEPEST_WORST_SPLIT {
            worst
        } else {
            before.midpoint(after)
        };
        keys.push(split);
        spans.extend([(before, split, depth + 1), (split, after, depth + 1)]);
    }
    keys.sort_unstable();
    keys
}

/// The sample between two keys that is farthest off, if any is off by more than `tolerance`.
fn worst<T: Value>(
    times: &[f32],
    values: &[T],
    before: usize,
    after: usize,
    tolerance: f32,
) -> Option<usize> {
    let (mut worst, mut distance) = (None, tolerance);
    for index in before + 1..after {
        let share = share(times[before], times[after], times[index]);
        let off = values[before]
            .mix(values[after], share)
            .distance(values[index]);
        if off > distance {
            (worst, distance) = (Some(index), off);
        }
    }
    worst
}

/// Turns signs so that each rotation lies on the side of the one before: then even a viewer that knows nothing of the
/// shorter arc takes it.
pub(super) fn same_side(rotations: &mut [Quat]) {
    for index in 1..rotations.len() {
        if rotations[index - 1].dot(rotations[index]) < 0.0 {
            rotations[index] = -rotations[index];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(count: u16) -> Vec<f32> {
        (0..count).map(|index| f32::from(index) / 120.0).collect()
    }

    #[test]
    fn a_straight_line_needs_its_ends_and_a_corner_a_key() {
        let times = times(101);
        let line: Vec<Vec3> = times.iter().map(|&time| Vec3::X * time).collect();
        assert_eq!(choose(&times, &line, &[], 1e-4), [0, 100]);
        assert_eq!(choose(&times, &[Vec3::Y; 101], &[40], 0.0), [0]);
        let bent: Vec<Vec3> = (0..101).map(|i| Vec3::X * (i.min(37) as f32)).collect();
        assert_eq!(choose(&times, &bent, &[], 1e-4), [0, 37, 100]);
        assert_eq!(choose(&times, &bent, &[50, 51], 1e-4), [0, 37, 50, 51, 100]);
    }

    #[test]
    fn between_keys_a_turning_curve_stays_within_the_tolerance() {
        let times = times(240);
        let turn: Vec<Quat> = times
            .iter()
            .map(|&time| Quat::from_euler(glam::EulerRot::XYZ, time.sin() * 9.0, time * 4.0, 0.3))
            .collect();
        for tolerance in [0.1, 0.01, 0.001] {
            let keys = choose(&times, &turn, &[], tolerance);
            assert!(keys.len() < 240, "{}", keys.len());
            for pair in keys.windows(2) {
                assert_eq!(worst(&times, &turn, pair[0], pair[1], tolerance), None);
            }
        }
    }

    #[test]
    fn a_curve_that_splits_at_its_end_each_time_is_done_soon() {
        let count = 40_000;
        let times: Vec<f32> = (0..count).map(|index| index as f32).collect();
        let steep: Vec<Vec3> = times.iter().map(|t| Vec3::X * (-t / 30.0).exp()).collect();
        let keys = choose(&times, &steep, &[], 0.0);
        assert!(keys.len() > 100);
    }
}
