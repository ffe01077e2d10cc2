//! When the selected joint is keyed in the pass that plays, for the time line.

use super::spine::SpineItem;
use super::spine_marks::places;
use super::{Clock, Item, Scene};
use crate::model::Clip;
use crate::model::spine::{BoneTimeline, Rig, Timeline};
use crate::pose::graph::Action;
use crate::pose::key_times::key_times;

/// Of one channel; more could not be told from each other, and a pass may play one file very often.
const MOST: usize = 200_000;
/// A key this near the edge of a part of a pass, in seconds, is inside: times of parts are rounded to single precision.
const TINY: f64 = 1e-5;

/// What can be keyed of a joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Channel {
    /// Where it is.
    Translation,
    /// How it is turned.
    #[default]
    Rotation,
    /// How large it is.
    Scale,
    /// How far its axes lean: flat characters only.
    Shear,
    /// What it takes from its parent: flat characters only.
    Inherit,
}

impl Channel {
    /// All of them; `ALL[channel as usize] == channel`.
    pub const ALL: [Self; 5] = [
        Self::Translation,
        Self::Rotation,
        Self::Scale,
        Self::Shear,
        Self::Inherit,
    ];

    /// Those that joints of flat characters have, or of others.
    pub fn of(is_flat: bool) -> &'static [Self] {
        if is_flat { &Self::ALL } else { &Self::ALL[..3] }
    }

    /// For people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Translation => "Translation",
            Self::Rotation => "Rotation",
            Self::Scale => "Scale",
            Self::Shear => "Shear",
            Self::Inherit => "Inheritance",
        }
    }
}

/// The keys of one joint in one pass.
#[derive(Clone, Debug, Default)]
pub struct JointKeys {
    times: [Vec<f64>; Channel::ALL.len()],
    revision: u64,
}

impl JointKeys {
    /// Seconds on the time line, ascending, each moment once.
    pub fn of(&self, channel: Channel) -> &[f64] {
        self.times.get(channel as usize).map_or(&[], Vec::as_slice)
    }

    /// All moments, channel by channel.
    pub fn all(&self) -> impl Iterator<Item = f64> + '_ {
        self.times.iter().flatten().copied()
    }

    /// Another number whenever the keys are others.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    fn add(&mut self, channel: Channel, times: impl Iterator<Item = f64>) {
        if let Some(list) = self.times.get_mut(channel as usize) {
            let room = MOST.saturating_sub(list.len());
            list.extend(times.take(room));
        }
    }

    fn find(&mut self, item: &Item, clock: &Clock, joint: usize) {
        self.times.iter_mut().for_each(Vec::clear);
        match item.spine() {
            Some((spine, rig)) => spine.add_bone_keys(rig, clock, joint, self),
            None => item.add_track_keys(joint, self),
        }
        for list in &mut self.times {
            list.sort_by(f64::total_cmp);
            list.dedup();
        }
        self.revision += 1;
    }
}

/// What the keys depend on: the joint, revisions of what is played and mapped, the pass, its length.
type Cause = (usize, [u64; 4], [Option<usize>; 2], f64);

/// The keys last asked for.
#[derive(Default)]
pub(super) struct Kept {
    of: Option<Cause>,
    keys: JointKeys,
}

impl Scene {
    /// The keys of the selected joint in the present pass; none without one. They are found anew only when that changes.
    pub fn joint_keys(&mut self) -> &JointKeys {
        let cause = self.joint_cause();
        if self.keys.of != cause {
            self.keys.of = cause;
            match (&self.item, self.selected_joint) {
                (Some(item), Some(joint)) => self.keys.keys.find(item, &self.clock, joint),
                _ => {
                    self.keys.keys = JointKeys {
                        revision: self.keys.keys.revision + 1,
                        ..JointKeys::default()
                    };
                }
            }
        }
        &self.keys.keys
    }

    fn joint_cause(&self) -> Option<Cause> {
        let (item, joint) = (self.item.as_ref()?, self.selected_joint?);
        let (skeleton, mesh, _) = item.picks();
        // Only what remembers plays on in the next pass; elsewhere the plan tells of another pass.
        let of_rig = item
            .spine()
            .map_or([0, 0], |(spine, _)| [spine.revision(), self.clock.passes]);
        let revisions = [item.revision(), item.playing.revision, of_rig[0], of_rig[1]];
        Some((joint, revisions, [skeleton, mesh], self.clock.duration))
    }
}

/// A stretch of a pass in which a file runs.
#[derive(Clone, Copy)]
struct Stretch {
    /// Index among the character's clips.
    file: usize,
    /// Seconds of the pass.
    start: f64,
    /// Seconds of the pass.
    end: f64,
    /// Seconds of the file at the stretch's start.
    file_start: f64,
    /// Seconds of the file in a second of the pass.
    rate: f64,
}

impl Stretch {
    /// The time of the pass at a time of the file, if that is played.
    fn place(&self, file_seconds: f64) -> Option<f64> {
        let at = self.start + (file_seconds - self.file_start) / self.rate;
        let inside = self.start - TINY..=self.end + TINY;
        inside
            .contains(&at)
            .then(|| at.clamp(self.start, self.end.max(self.start)))
    }
}

impl Item {
    /// Which file runs when in a pass.
    fn stretches(&self) -> Vec<Stretch> {
        let plan = self.plan();
        let root = plan.root.and_then(|root| plan.nodes.get(root));
        if let Some(Action::Play(play)) = root.map(|root| &root.action) {
            let stretch = |file| Stretch {
                file,
                start: 0.0,
                end: f64::from(plan.duration),
                file_start: f64::from(play.start),
                rate: f64::from(play.rate),
            };
            return play.clip.map(stretch).into_iter().collect();
        }
        let of_span = |span: &crate::pose::graph::Span| {
            let file = span.plays?;
            let clip = self.character.clips.get(file)?;
            // A frame of the file lasts a tick of the pass (league-formats §7.2).
            let fps = if clip.fps > 0.0 { clip.fps } else { 30.0 };
            Some(Stretch {
                file,
                start: f64::from(span.start),
                end: f64::from(span.end),
                file_start: f64::from(span.first_frame) / f64::from(fps),
                rate: 1.0 / (f64::from(span.tick) * f64::from(fps)),
            })
        };
        plan.spans.iter().filter_map(of_span).collect()
    }

    fn add_track_keys(&self, joint: usize, keys: &mut JointKeys) {
        for stretch in self.stretches() {
            let clip = self.character.clips.get(stretch.file);
            let track = self.playing.track_of(stretch.file, joint);
            let Some((clip, track)) = clip.zip(track) else {
                continue;
            };
            for (channel, times) in track_times(clip, track) {
                keys.add(
                    channel,
                    times.into_iter().filter_map(|at| stretch.place(at)),
                );
            }
        }
    }
}

/// Times of a track's keys, in seconds of its clip.
fn track_times(clip: &Clip, track: usize) -> Vec<(Channel, Vec<f64>)> {
    let Some(track) = clip.tracks.get(track) else {
        return Vec::new();
    };
    let vectors = [
        (Channel::Translation, &track.translation),
        (Channel::Scale, &track.scale),
    ];
    let mut found: Vec<(Channel, Vec<f64>)> = vectors
        .into_iter()
        .filter_map(|(channel, curve)| Some((channel, key_times(clip, curve.as_ref()?))))
        .collect();
    let rotation = track.rotation.as_ref();
    found.extend(rotation.map(|curve| (Channel::Rotation, key_times(clip, curve))));
    found
}

impl SpineItem {
    /// Adds what all tracks key of a bone in the clock's present pass.
    fn add_bone_keys(&self, rig: &Rig, clock: &Clock, of_bone: usize, keys: &mut JointKeys) {
        let state = &self.start().state;
        for entry in (0..state.track_count()).filter_map(|track| state.current(track)) {
            let animation = entry.animation.and_then(|index| rig.animations.get(index));
            let Some(animation) = animation else {
                continue;
            };
            for timeline in &animation.timelines {
                if let Timeline::Bone { bone, timeline: of } = timeline
                    && *bone == of_bone
                {
                    let channel = channel(of);
                    for key in timeline.times() {
                        keys.add(channel, places(entry, animation.duration, key, clock));
                    }
                }
            }
        }
    }
}

fn channel(timeline: &BoneTimeline) -> Channel {
    match timeline {
        BoneTimeline::Rotate(_) => Channel::Rotation,
        BoneTimeline::Translate(_) | BoneTimeline::TranslateX(_) | BoneTimeline::TranslateY(_) => {
            Channel::Translation
        }
        BoneTimeline::Scale(_) | BoneTimeline::ScaleX(_) | BoneTimeline::ScaleY(_) => {
            Channel::Scale
        }
        BoneTimeline::Shear(_) | BoneTimeline::ShearX(_) | BoneTimeline::ShearY(_) => {
            Channel::Shear
        }
        BoneTimeline::Inherit(_) => Channel::Inherit,
    }
}
