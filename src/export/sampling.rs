//! What a clip does to its joints, at 120 Hz and more closely where it is faster than that.
//!
//! Compressed clips of the game need it. Their keys lie down to half a frame apart, and from one to the next a joint turns
//! by up to 172° or moves by hundreds of units: two samples of 120 Hz, between which the cubic (league-formats §5.5) bulges
//! by up to 16 units. That is its true shape. No sign of a quaternion is at fault: in every official file all four keys of
//! a window lie on one side.

use glam::{Affine3A, Quat};

use super::ClipSource;
use super::joints::Hierarchy;
use super::keys::{self, Value};
use super::moments::Moments;
use super::shear;
use crate::model::Transform;
use crate::pose::Pose;

/// What lies between two samples is looked at more closely where it is off by more than this, in units. Less is not
/// worth it: curves of keys move in small stairs (league-formats §5.5), which nobody wants to have as keys.
const WORTH_A_LOOK: f32 = 0.1;
/// The same of joints that an event snaps to others: beside what holds them a wobble is seen.
const WORTH_A_LOOK_IF_SNAPPED: f32 = 0.01;
/// So often an interval of 1/120 s is halved: down to half a millisecond.
const MOST_HALVINGS: u32 = 4;

/// One joint at every moment.
pub(super) struct Samples {
    /// What stands in its node; of a joint that has a node between it and the armature what stands in that one.
    pub locals: Vec<Transform>,
    /// Of such a joint the rotation in its own node.
    pub inner: Option<Vec<Quat>>,
}

/// Samples the joints of one clip at its moments, and adds moments where joints turn about between two of them:
/// a curve of rotations may do so within milliseconds. `most` moments at most.
pub(super) struct Sampler<'a> {
    pub hierarchy: &'a Hierarchy<'a>,
    /// For each joint the units by which a turn of one radian moves what hangs at it.
    pub reach: &'a [f32],
    pub clip: &'a ClipSource<'a>,
    /// Indices.
    pub joints: &'a [usize],
    pub pose: &'a mut Pose,
}

/// The joints' local transforms at one moment.
struct Row {
    time: f32,
    locals: Vec<Transform>,
    /// Of the joints that have nodes between them and the armature.
    worlds: Vec<Affine3A>,
}

impl Sampler<'_> {
    pub fn sample(mut self, moments: &mut Moments, most: usize) -> Vec<Samples> {
        let mut rows: Vec<Row> = moments.times.iter().map(|&time| self.row(time)).collect();
        let mut spans: Vec<[usize; 2]> = (1..rows.len()).map(|row| [row - 1, row]).collect();
        for _ in 0..MOST_HALVINGS {
            spans = self.halve(&spans, &mut rows, most);
        }
        rows.sort_by(|a, b| a.time.total_cmp(&b.time));
        moments.times = rows.iter().map(|row| row.time).collect();
        let mut stretched = 0..;
        let column = |(place, &joint): (usize, &usize)| match self.hierarchy.stretch[joint] {
            Some(_) => factors(&rows, stretched.next().unwrap_or_default()),
            None => Samples {
                locals: rows.iter().map(|row| row.locals[place]).collect(),
                inner: None,
            },
        };
        self.joints.iter().enumerate().map(column).collect()
    }

    /// Adds the middle of every span in which joints leave the straight way; gives the halves of these spans.
    fn halve(&mut self, spans: &[[usize; 2]], rows: &mut Vec<Row>, most: usize) -> Vec<[usize; 2]> {
        let mut halves = Vec::new();
        for &[before, after] in spans {
            let [start, end] = [rows[before].time, rows[after].time];
            let time = start.midpoint(end);
            if time <= start || time >= end || rows.len() >= most {
                continue;
            }
            let middle = self.row(time);
            if self.is_straight(&rows[before], &middle, &rows[after]) {
                continue;
            }
            halves.extend([[before, rows.len()], [rows.len(), after]]);
            rows.push(middle);
        }
        halves
    }

    fn row(&mut self, time: f32) -> Row {
        (self.clip.sample)(f64::from(time), self.pose);
        let local = |&joint: &usize| self.hierarchy.local(self.pose, joint);
        Row {
            time,
            locals: self.joints.iter().map(local).collect(),
            worlds: self
                .joints
                .iter()
                .filter(|&&joint| self.hierarchy.stretch[joint].is_some())
                .map(|&joint| self.pose.worlds[joint])
                .collect(),
        }
    }

    fn is_straight(&self, before: &Row, middle: &Row, after: &Row) -> bool {
        let share = keys::share(before.time, after.time, middle.time);
        self.joints.iter().enumerate().all(|(place, &joint)| {
            let [a, m, b] = [before, middle, after].map(|row| &row.locals[place]);
            let moved = a
                .translation
                .mix(b.translation, share)
                .distance(m.translation);
            let turned = Value::distance(a.rotation.mix(b.rotation, share), m.rotation);
            let scaled = a.scale.mix(b.scale, share).distance(m.scale);
            let worth = match self.hierarchy.is_victim[joint] {
                true => WORTH_A_LOOK_IF_SNAPPED,
                false => WORTH_A_LOOK,
            };
            moved.max(turned.max(scaled) * self.reach[joint]) <= worth
        })
    }
}

/// Each moment's factors follow upon those of the moment before.
fn factors(rows: &[Row], place: usize) -> Samples {
    let mut inner = Quat::IDENTITY;
    let factors = rows.iter().map(|row| {
        let factors = shear::factor(&row.worlds[place], inner);
        inner = factors.inner;
        (factors.outer, factors.inner)
    });
    let (locals, inner) = factors.unzip();
    Samples {
        locals,
        inner: Some(inner),
    }
}
