//! How the selected joint moves over the pass that plays, sampled for drawing.
//!
//! Sampling is spread over frames, so that a heavy character does not hold up the window.

use std::time::{Duration, Instant};

use super::joint_keys::Channel;
use super::{Item, Scene};
use crate::model::Transform;
use crate::pose::spine::playback::MOST_STEPS;
use crate::pose::spine::{Local, Player, Stepping};

/// Samples of a curve, at most.
pub const MOST_SAMPLES: usize = 512;
/// Time that sampling takes of a frame.
const BUDGET: Duration = Duration::from_millis(3);
/// Components of a channel, at most.
const MOST_COMPONENTS: usize = 4;

impl Channel {
    /// The components that are drawn: of flat characters degrees where it is an angle, else a quaternion. None of what is
    /// no number.
    pub fn components(self, is_flat: bool) -> &'static [&'static str] {
        match (self, is_flat) {
            (Self::Translation | Self::Scale, false) => &["x", "y", "z"],
            (Self::Rotation, false) => &["x", "y", "z", "w"],
            (Self::Rotation, true) => &["°"],
            (Self::Translation | Self::Scale | Self::Shear, true) => &["x", "y"],
            (Self::Shear, false) | (Self::Inherit, _) => &[],
        }
    }
}

/// A joint relative to its parent at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Of the pass.
    pub seconds: f64,
    values: [[f64; MOST_COMPONENTS]; Channel::Inherit as usize],
}

impl Sample {
    /// One of [`Channel::components`].
    pub fn value(&self, channel: Channel, component: usize) -> Option<f64> {
        let values = self.values.get(channel as usize)?;
        values.get(component).copied()
    }

    fn of_transform(seconds: f64, local: &Transform) -> Self {
        let wide = |v: glam::Vec3| [v.x, v.y, v.z, 0.0].map(f64::from);
        let rotation = local.rotation.to_array().map(f64::from);
        let none = [0.0; MOST_COMPONENTS];
        Self {
            seconds,
            values: [wide(local.translation), rotation, wide(local.scale), none],
        }
    }

    fn of_local(seconds: f64, local: &Local) -> Self {
        let two = |x: f64, y: f64| [x, y, 0.0, 0.0];
        Self {
            seconds,
            values: [
                two(local.x, local.y),
                two(local.rotation, 0.0),
                two(local.scale_x, local.scale_y),
                two(local.shear_x, local.shear_y),
            ],
        }
    }

    /// Takes the one of several ways to write the same rotation that lies nearest to the sample before.
    fn follow(&mut self, before: &Self, is_flat: bool) {
        let rotation = Channel::Rotation as usize;
        let (now, before) = (&mut self.values[rotation], before.values[rotation]);
        if is_flat {
            now[0] -= ((now[0] - before[0]) / 360.0).round() * 360.0;
        } else if now.iter().zip(before).map(|(a, b)| a * b).sum::<f64>() < 0.0 {
            *now = now.map(|component| -component);
        }
    }
}

/// The samples of one joint.
#[derive(Clone, Debug, Default)]
pub struct JointCurves {
    samples: Vec<Sample>,
    revision: u64,
    is_complete: bool,
}

impl JointCurves {
    /// Ascending.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Another number whenever the samples are others, or more.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether no more samples come.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Between two samples straight, at the first or last beyond them; `None` without any.
    pub fn value(&self, channel: Channel, component: usize, seconds: f64) -> Option<f64> {
        let after = self.samples.partition_point(|at| at.seconds <= seconds);
        let a = self.samples.get(after.saturating_sub(1))?;
        let b = self.samples.get(after).unwrap_or(a);
        let (from, to) = (a.value(channel, component)?, b.value(channel, component)?);
        let span = b.seconds - a.seconds;
        if span <= 0.0 {
            return Some(from);
        }
        let share = ((seconds - a.seconds) / span).clamp(0.0, 1.0);
        Some(from + (to - from) * share)
    }

    fn push(&mut self, mut sample: Sample, is_flat: bool) {
        if !sample
            .values
            .iter()
            .flatten()
            .all(|value| value.is_finite())
        {
            return;
        }
        if let Some(before) = self.samples.last() {
            sample.follow(before, is_flat);
        }
        self.samples.push(sample);
    }
}

/// What the curves depend on: the joint, revisions of what is played and mapped, the skeleton, the seconds sampled.
type Cause = (usize, [u64; 3], Option<usize>, [f64; 2]);

/// A rig on its way to the next sample.
struct Run {
    player: Box<Player>,
    stepping: Stepping,
    steps: u64,
    /// In all.
    last: u64,
    /// Between two samples.
    every: u64,
}

/// The curves last asked for.
#[derive(Default)]
pub(super) struct Kept {
    of: Option<Cause>,
    curves: JointCurves,
    /// Of moments: the next one's number.
    next: usize,
    run: Option<Run>,
}

impl Scene {
    /// Curves of the selected joint between two moments of the pass; those of a Spine rig are of its whole first pass, for
    /// it is played through. Each call samples for a few milliseconds at most: ask again until they are complete.
    pub fn joint_curves(&mut self, from: f64, until: f64) -> &JointCurves {
        let mut kept = std::mem::take(&mut self.curves);
        let cause = self.curve_cause(from, until);
        if kept.of != cause {
            kept.begin(self, cause);
        }
        if !kept.curves.is_complete
            && let (Some(item), Some(joint)) = (&mut self.item, self.selected_joint)
        {
            kept.curves.revision += 1;
            let started = Instant::now();
            while !kept.curves.is_complete {
                kept.advance(item, joint, [from, until]);
                if started.elapsed() >= BUDGET {
                    break;
                }
            }
        }
        self.curves = kept;
        &self.curves.curves
    }

    fn curve_cause(&self, from: f64, until: f64) -> Option<Cause> {
        let (item, joint) = (self.item.as_ref()?, self.selected_joint?);
        let (of_rig, between) = match item.spine() {
            Some((spine, _)) => (spine.revision(), [0.0, self.clock.duration]),
            None => (0, [from, until]),
        };
        let revisions = [item.revision(), item.playing.revision, of_rig];
        let plays = self.clock.duration > 0.0 && between.iter().all(|at| at.is_finite());
        plays.then_some((joint, revisions, item.picks().0, between))
    }
}

impl Kept {
    fn begin(&mut self, scene: &Scene, cause: Option<Cause>) {
        self.of = cause;
        self.curves.samples.clear();
        self.curves.revision += 1;
        self.curves.is_complete = cause.is_none();
        self.next = 0;
        let spine = scene.item.as_ref().and_then(Item::spine);
        self.run = spine.filter(|_| cause.is_some()).map(|(spine, _)| {
            let stepping = spine.stepping;
            let last = stepping.steps(scene.clock.duration).min(MOST_STEPS);
            Run {
                player: Box::new(spine.start().clone()),
                stepping,
                steps: 0,
                last,
                every: last.div_ceil(MOST_SAMPLES as u64 - 1).max(1),
            }
        });
    }

    /// Takes one sample, or one step towards it.
    fn advance(&mut self, item: &mut Item, joint: usize, [from, until]: [f64; 2]) {
        if let Some(run) = &mut self.run {
            let Some((_, rig)) = item.spine() else {
                self.curves.is_complete = true;
                return;
            };
            let step = match run.steps {
                _ if self.next == 0 => 0.0,
                0 => run.stepping.start,
                _ => run.stepping.step,
            };
            run.player.step(rig, step);
            // The first moment is posed even if no time has passed.
            run.steps += u64::from(self.next > 0);
            if run.steps.is_multiple_of(run.every) || run.steps >= run.last {
                let seconds = run.stepping.seconds(run.steps);
                let local = run.player.pose.applied_local(joint);
                let sample = local.map(|local| Sample::of_local(seconds, &local));
                sample
                    .into_iter()
                    .for_each(|sample| self.curves.push(sample, true));
            }
            self.next = 1;
            self.curves.is_complete = run.steps >= run.last;
            return;
        }
        let share = self.next as f64 / (MOST_SAMPLES - 1) as f64;
        let seconds = from + (until - from) * share;
        if let Some(local) = item.local_at(joint, seconds as f32) {
            self.curves
                .push(Sample::of_transform(seconds, &local), false);
        }
        self.next += 1;
        self.curves.is_complete = self.next >= MOST_SAMPLES;
    }
}

impl Item {
    /// A joint relative to its parent at a moment of the pass, as tracks move it.
    fn local_at(&mut self, joint: usize, seconds: f32) -> Option<Transform> {
        let skeleton = self
            .skeleton
            .and_then(|index| self.character.skeletons.get(index))?;
        self.playing
            .local(&self.character, skeleton, joint, seconds)
    }
}
