//! Where the joints of two skeletons are, moment by moment.

use glam::Affine3A;

use super::apart::{Apart, Tolerance};
use super::pairs::Pairs;
use crate::model::Joint;

/// The largest of several values, and when it was first reached.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worst {
    /// The value.
    pub amount: f32,
    /// Seconds.
    pub time: f64,
}

impl Worst {
    pub(super) fn take(&mut self, amount: f32, time: f64) {
        if amount > self.amount {
            *self = Self { amount, time };
        }
    }
}

/// A joint that both skeletons have, over one clip.
#[derive(Clone, Debug, PartialEq)]
pub struct JointDifference {
    /// Its name in the first.
    pub name: String,
    /// Its index in the first.
    pub a: usize,
    /// Its index in the second.
    pub b: usize,
    /// Between the two places in the world; file units.
    pub distance: Worst,
    /// Between the two orientations in the world; degrees.
    pub angle: Worst,
    /// Between the lengths of axes in the world.
    pub scale: Worst,
    /// Between the two places below its parent: what the parent does left out. File units.
    pub own_distance: Worst,
    /// Between the two orientations below its parent; degrees.
    pub own_angle: Worst,
    /// For each moment the distance, where that is asked for and the joint differs.
    pub distances: Vec<f32>,
    /// The same of the angle.
    pub angles: Vec<f32>,
}

impl JointDifference {
    fn new(a: usize, b: usize, name: &str) -> Self {
        Self {
            name: name.to_owned(),
            a,
            b,
            distance: Worst::default(),
            angle: Worst::default(),
            scale: Worst::default(),
            own_distance: Worst::default(),
            own_angle: Worst::default(),
            distances: Vec::new(),
            angles: Vec::new(),
        }
    }

    fn worst(&self) -> Apart {
        Apart {
            distance: self.distance.amount,
            degrees: self.angle.amount,
            scale: self.scale.amount,
        }
    }

    /// Whether it is anywhere else at any moment.
    pub fn differs(&self, tolerance: Tolerance) -> bool {
        self.worst().exceeds(tolerance)
    }

    /// Whether it would be where it is though its parent were alike: it is not merely carried along.
    pub fn differs_itself(&self, tolerance: Tolerance) -> bool {
        let own = Apart {
            distance: self.own_distance.amount,
            degrees: self.own_angle.amount,
            scale: 0.0,
        };
        own.exceeds(tolerance)
    }

    /// When it is worst: farthest away, else turned most, else stretched most.
    pub fn worst_time(&self, tolerance: Tolerance) -> f64 {
        if self.distance.amount > tolerance.distance {
            self.distance.time
        } else if self.angle.amount > tolerance.degrees {
            self.angle.time
        } else {
            self.scale.time
        }
    }
}

/// The joints of one skeleton at one moment.
#[derive(Clone, Copy)]
pub(super) struct Posed<'a> {
    pub joints: &'a [Joint],
    pub worlds: &'a [Affine3A],
}

impl Posed<'_> {
    fn own(&self, joint: usize) -> Option<Affine3A> {
        let world = self.worlds.get(joint)?;
        let parent = self.joints.get(joint)?.parent;
        Some(match parent.and_then(|parent| self.worlds.get(parent)) {
            Some(parent) => parent.inverse() * *world,
            None => *world,
        })
    }
}

/// Joints that are measured moment by moment.
pub(super) struct Measured {
    pub joints: Vec<JointDifference>,
}

impl Measured {
    pub fn new(pairs: &Pairs, a: &[Joint]) -> Self {
        let joint = |&(one, other): &(usize, usize)| {
            let name = a.get(one).map_or("", |joint| &joint.name);
            JointDifference::new(one, other, name)
        };
        Self {
            joints: pairs.both.iter().map(joint).collect(),
        }
    }

    pub fn measure(&mut self, a: Posed<'_>, b: Posed<'_>, time: f64) {
        for joint in &mut self.joints {
            let worlds = a.worlds.get(joint.a).zip(b.worlds.get(joint.b));
            let apart = worlds.map(|(a, b)| Apart::of(a, b)).unwrap_or_default();
            joint.distance.take(apart.distance, time);
            joint.angle.take(apart.degrees, time);
            joint.scale.take(apart.scale, time);
            joint.distances.push(apart.distance);
            joint.angles.push(apart.degrees);
            let own = a.own(joint.a).zip(b.own(joint.b));
            let own = own.map(|(a, b)| Apart::of(&a, &b)).unwrap_or_default();
            joint.own_distance.take(own.distance, time);
            joint.own_angle.take(own.degrees, time);
        }
    }

    /// The joints, worst first; with `curves` the course of those that differ.
    pub fn ranked(mut self, tolerance: Tolerance, curves: bool) -> Vec<JointDifference> {
        for joint in &mut self.joints {
            if !curves || !joint.differs(tolerance) {
                (joint.distances, joint.angles) = Default::default();
            }
        }
        self.joints.sort_by(|one, other| {
            let key = |joint: &JointDifference| {
                let real = |amount: f32, least: f32| if amount > least { amount } else { 0.0 };
                (
                    real(joint.distance.amount, tolerance.distance),
                    real(joint.angle.amount, tolerance.degrees),
                    real(joint.scale.amount, tolerance.distance),
                )
            };
            let (one, other) = (key(one), key(other));
            let by_distance = other.0.total_cmp(&one.0);
            let by_angle = other.1.total_cmp(&one.1);
            by_distance.then(by_angle).then(other.2.total_cmp(&one.2))
        });
        self.joints
    }
}
