//! Where exactly a clip jumps: an export has keys on both sides of a jump and none in between.

use glam::Affine3A;

use super::ClipSource;
use crate::pose::Pose;

/// A jump lies this near to where it is announced, in seconds: times of events are rounded to whole frames.
const NEAR: f32 = 2e-4;
/// The same as a share of the time itself, which is in single precision.
const NEAR_SHARE: f32 = 2e-6;
/// Poses nearer than this, in units, are no jump.
const SMALLEST: f64 = 1e-4;
/// A jump may have others beside it: an event that ends a hair before its clip gives way to another.
const MOST_NEIGHBOURS: u32 = 2;

/// For every jump the last number before it, and the first one after it. glTF has no other way for a value to jump in a
/// linear curve, and nothing can be sampled between the two.
pub(super) fn find(clip: &ClipSource<'_>, duration: f32, pose: &mut Pose) -> Vec<[f32; 2]> {
    let mut finder = Finder {
        clip,
        pose,
        found: Vec::new(),
    };
    let mut steps: Vec<f32> = clip.steps.iter().map(|&step| step as f32).collect();
    steps.retain(|step| (0.0..=duration).contains(step));
    steps.sort_by(f32::total_cmp);
    steps.dedup();
    for step in steps {
        let near = NEAR.max(step * NEAR_SHARE);
        let [before, after] = [(step - near).max(0.0), (step + near).min(duration)];
        let [before, after] = [before, after].map(|time| finder.shot(time));
        finder.between(before, after, MOST_NEIGHBOURS);
    }
    let mut found = finder.found;
    found.sort_by(|a, b| a[0].total_cmp(&b[0]));
    found.dedup();
    found
}

struct Finder<'a, 'b> {
    clip: &'a ClipSource<'b>,
    pose: &'a mut Pose,
    found: Vec<[f32; 2]>,
}

/// All worlds at one moment.
#[derive(Clone)]
struct Shot {
    time: f32,
    worlds: Vec<Affine3A>,
}

impl Shot {
    fn distance(&self, other: &Self) -> f64 {
        let pairs = self.worlds.iter().zip(&other.worlds);
        let offs = pairs.flat_map(|(one, other)| {
            let [one, other] = [one, other].map(Affine3A::to_cols_array);
            std::array::from_fn::<f64, 12, _>(|at| f64::from(one[at]) - f64::from(other[at]))
        });
        let squares = offs
            .map(|off| off * off)
            .filter(|square| square.is_finite());
        squares.sum::<f64>().sqrt()
    }
}

impl Finder<'_, '_> {
    fn shot(&mut self, time: f32) -> Shot {
        (self.clip.sample)(f64::from(time), self.pose);
        Shot {
            time,
            worlds: self.pose.worlds.clone(),
        }
    }

    /// Halves towards the greatest jump, down to two neighbouring numbers; then looks on both sides of it.
    fn between(&mut self, start: Shot, end: Shot, neighbours: u32) {
        let (mut before, mut after) = (start.clone(), end.clone());
        if before.distance(&after) <= SMALLEST {
            return;
        }
        loop {
            let time = before.time.midpoint(after.time);
            if time <= before.time || time >= after.time {
                break;
            }
            let middle = self.shot(time);
            if middle.distance(&before) <= middle.distance(&after) {
                before = middle;
            } else {
                after = middle;
            }
        }
        if before.time >= after.time || before.distance(&after) <= SMALLEST {
            return;
        }
        self.found.push([before.time, after.time]);
        if neighbours > 0 {
            self.between(start, before, neighbours - 1);
            self.between(after, end, neighbours - 1);
        }
    }
}
