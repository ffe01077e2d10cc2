//! What a clip does to the bones at whole milliseconds, of which keys can be made (lostsaga-formats §6).
//!
//! A clip's own frames seldom lie on whole milliseconds. Between two keys a value runs straight, and so the corner of a
//! motion at 33⅓ ms cannot be written; the keys around such a moment are moved so that the moment itself is right.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Quat, Vec3};

use super::rig::Rig;
use super::space::{Rigid, Space};
use crate::export::keys::Value;
use crate::export::moments::RATE;
use crate::export::{ClipSource, jumps};
use crate::model::transform::unit_or_identity;
use crate::pose::Pose;

/// Local transforms of all bones together: 192 MB of them.
const MOST_SAMPLES: usize = 6 << 20;
/// Milliseconds by which a moment counts as a whole one.
const NEAR: f64 = 1e-4;
/// Milliseconds that a duration in single precision may be off.
pub(super) const ROUNDING: f64 = 1e-2;
/// Between two keys curves of keys move in small stairs (league-formats §5.5), which no file can follow: it is also right
/// at these parts of a clip, at which people compare.
const EVEN_PARTS: [u32; 2] = [9, 20];
/// What lies between two keys is looked at more closely where it is off by more than this, in units.
const WORTH_A_LOOK: f32 = 5e-4;
/// Moments that share keys pull at each other; after so often they are at rest.
const MOST_PULLS: usize = 4;

/// A transform relative to the parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Local {
    pub translation: Vec3,
    pub rotation: Quat,
}

impl Local {
    pub fn of(rigid: &Rigid) -> Self {
        Self {
            translation: rigid.origin.as_vec3(),
            rotation: rigid.rotation.as_quat(),
        }
    }

    pub fn mix(&self, other: &Self, share: f32) -> Self {
        Self {
            translation: self.translation.lerp(other.translation, share),
            rotation: self.rotation.slerp(other.rotation, share),
        }
    }

    /// In units, of what lies `reach` away.
    pub fn distance(&self, other: &Self, reach: f32) -> f32 {
        let turned = Value::distance(self.rotation, other.rotation) * reach;
        self.translation.distance(other.translation).max(turned)
    }
}

/// The bones of a rig over one clip.
pub(super) struct Motion {
    /// Milliseconds, ascending.
    pub times: Vec<i32>,
    /// For each time one for each bone.
    pub rows: Vec<Vec<Local>>,
    /// Places in `times` at both sides of each jump.
    pub edges: Vec<[usize; 2]>,
    /// Milliseconds within which the clip jumps and the file runs.
    pub blind: Vec<[f64; 2]>,
    /// Seconds at which the file is compared with the clip.
    pub moments: Vec<f64>,
    /// Length in milliseconds.
    pub total: i32,
}

impl Motion {
    /// Whether a moment lies between the two keys of a jump.
    pub fn is_blind(&self, seconds: f64) -> bool {
        let at = seconds * 1000.0;
        self.blind
            .iter()
            .any(|&[from, until]| from < at && at < until - NEAR)
    }
}

pub(super) struct Sampler<'a> {
    pub rig: &'a Rig,
    pub space: &'a Space,
    pub clip: &'a ClipSource<'a>,
    /// For each bone the units by which a turn of one radian moves what hangs at it.
    pub reach: &'a [f32],
    pub pose: &'a mut Pose,
    pub worlds: Vec<Rigid>,
}

impl Sampler<'_> {
    /// `None` of a clip that is too long.
    pub fn sample(mut self) -> Option<Motion> {
        let duration = if self.clip.duration.is_finite() {
            self.clip.duration.max(0.0)
        } else {
            0.0
        };
        let most = MOST_SAMPLES / self.rig.bones.len().max(1);
        let guess = duration * RATE * 3.0 + 4.0 * self.clip.frames.len() as f64;
        if guess > most as f64 || duration * 1000.0 > f64::from(1 << 24) {
            return None;
        }
        let total = (duration * 1000.0 - ROUNDING).ceil().max(0.0) as i32;
        let moments = self.moments(duration);
        let mut wanted = BTreeSet::from([0, total]);
        for (seconds, is_frame) in &moments {
            let at = seconds * 1000.0;
            match whole(at) {
                Some(at) => wanted.extend([at]),
                None => {
                    let (first, more) = (at.floor() as i32, i32::from(*is_frame));
                    wanted.extend(first - more..=first + 1 + more);
                }
            }
        }
        let jumps = self.jumps(duration);
        wanted.extend(
            jumps
                .iter()
                .flat_map(|&(after, _)| [after - 1, after, after + 1]),
        );
        wanted.retain(|at| (0..=total).contains(at));
        let shown_at: BTreeMap<i32, f64> = jumps.iter().copied().collect();
        let seconds = |at: i32| {
            shown_at
                .get(&at)
                .copied()
                .unwrap_or((f64::from(at) / 1000.0).min(duration))
        };
        let mut rows: BTreeMap<i32, Vec<Local>> = BTreeMap::new();
        for &at in &wanted {
            rows.insert(at, self.row(seconds(at)));
        }
        self.refine(&mut rows, most, seconds);
        let (times, rows): (Vec<i32>, Vec<Vec<Local>>) = rows.into_iter().unzip();
        let place = |at: i32| times.binary_search(&at).ok();
        let edges = jumps
            .iter()
            .filter_map(|&(after, _)| Some([place(after - 1)?, place(after)?]));
        let mut motion = Motion {
            edges: edges.collect(),
            blind: jumps
                .iter()
                .map(|&(at, after)| [f64::from(at - 1), after * 1000.0])
                .collect(),
            times,
            rows,
            moments: moments.into_iter().map(|(seconds, _)| seconds).collect(),
            total,
        };
        self.pull(&mut motion);
        Some(motion)
    }

    /// 120 Hz, stored frames, even parts of the clip, and the end; ascending, and whether each is a frame.
    fn moments(&self, duration: f64) -> Vec<(f64, bool)> {
        let grid =
            (0..=(duration * RATE).floor() as u64).map(|sample| (sample as f64 / RATE, false));
        let frames = self.clip.frames.iter().map(|&frame| (frame, true));
        let parts = |count: u32| {
            (0..=count).map(move |part| (duration * f64::from(part) / f64::from(count), false))
        };
        let mut moments: Vec<(f64, bool)> = frames
            .chain(grid)
            .chain(EVEN_PARTS.into_iter().flat_map(parts))
            .filter(|(seconds, _)| (0.0..=duration).contains(seconds))
            .collect();
        moments.sort_by(|a, b| a.0.total_cmp(&b.0));
        moments.dedup_by(|later, kept| {
            let is_one = later.0 - kept.0 < 1e-7;
            kept.1 |= is_one && later.1;
            is_one
        });
        moments
    }

    /// The first whole millisecond that shows what is after each jump, and the moment that it shows. The frame of a jump
    /// shows what is after it, and so the key lies before the moment rather than behind it.
    fn jumps(&mut self, duration: f64) -> Vec<(i32, f64)> {
        let sides = jumps::find(self.clip, duration as f32, self.pose);
        let mut jumps: Vec<(i32, f64)> = sides
            .iter()
            .map(|&[_, after]| {
                (
                    ((f64::from(after) * 1000.0) + NEAR).floor() as i32,
                    f64::from(after),
                )
            })
            .filter(|(at, _)| *at > 0)
            .collect();
        // Of two jumps within one millisecond the later is seen.
        jumps.reverse();
        jumps.dedup_by_key(|(at, _)| *at);
        jumps.reverse();
        jumps
    }

    fn row(&mut self, seconds: f64) -> Vec<Local> {
        (self.clip.sample)(seconds, self.pose);
        self.rig.worlds(self.pose, self.space, &mut self.worlds);
        let local = |bone| Local::of(&self.rig.local(&self.worlds, bone));
        (0..self.rig.bones.len()).map(local).collect()
    }

    /// Adds times where bones leave the straight way.
    fn refine(
        &mut self,
        rows: &mut BTreeMap<i32, Vec<Local>>,
        most: usize,
        seconds: impl Fn(i32) -> f64,
    ) {
        let times: Vec<i32> = rows.keys().copied().collect();
        let mut spans: Vec<[i32; 2]> = times.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        while let Some([before, after]) = spans.pop() {
            let middle = before.midpoint(after);
            if middle <= before || rows.len() >= most {
                continue;
            }
            let row = self.row(seconds(middle));
            let share = (middle - before) as f32 / (after - before) as f32;
            let is_straight = match (rows.get(&before), rows.get(&after)) {
                (Some(a), Some(b)) => (0..row.len()).all(|bone| {
                    let mixed = a[bone].mix(&b[bone], share);
                    mixed.distance(&row[bone], self.reach[bone]) <= WORTH_A_LOOK
                }),
                _ => true,
            };
            if !is_straight {
                rows.insert(middle, row);
                spans.extend([[before, middle], [middle, after]]);
            }
        }
    }

    /// Moves the keys around moments between whole milliseconds, each as little as may be.
    fn pull(&mut self, motion: &mut Motion) {
        let between =
            |&seconds: &f64| whole(seconds * 1000.0).is_none() && !motion.is_blind(seconds);
        let moments: Vec<f64> = motion.moments.iter().copied().filter(between).collect();
        let targets: Vec<(f64, Vec<Local>)> =
            moments.into_iter().map(|at| (at, self.row(at))).collect();
        for _ in 0..MOST_PULLS {
            for (seconds, target) in &targets {
                let at = seconds * 1000.0;
                let Ok(first) = motion.times.binary_search(&(at.floor() as i32)) else {
                    continue;
                };
                let share = at.fract() as f32;
                if let Some([before, after]) = motion
                    .rows
                    .get_mut(first..first + 2)
                    .and_then(|rows| rows.as_mut_array())
                {
                    for ((before, after), target) in before.iter_mut().zip(after).zip(target) {
                        pull(before, after, share, target);
                    }
                }
            }
        }
    }
}

/// Shares out what the mix of two lacks of a third.
fn pull(before: &mut Local, after: &mut Local, share: f32, target: &Local) {
    let mixed = before.mix(after, share);
    let weights = [1.0 - share, share];
    let squares: f32 = weights.iter().map(|weight| weight * weight).sum();
    let moved = target.translation - mixed.translation;
    let turned = unit_or_identity(target.rotation * mixed.rotation.inverse());
    let turned = if turned.w < 0.0 { -turned } else { turned };
    let turned = turned.to_scaled_axis();
    for (local, weight) in [before, after].into_iter().zip(weights) {
        local.translation += moved * (weight / squares);
        let turn = Quat::from_scaled_axis(turned * (weight / squares));
        local.rotation = unit_or_identity(turn * local.rotation);
    }
}

/// The millisecond that a moment is.
fn whole(milliseconds: f64) -> Option<i32> {
    let near = milliseconds.round();
    ((milliseconds - near).abs() <= NEAR).then_some(near as i32)
}
