//! Animations and their timelines.

use super::keys::{
    AttachmentKey, DeformKey, DrawOrderKey, EventKey, IkKey, InheritKey, Key, Keys, SequenceKey,
};
use super::{Rgba, WHITE};

/// A named list of timelines.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// Never empty.
    pub name: String,
    /// Time of the last key of all, in seconds.
    pub duration: f64,
    /// In the order of application.
    pub timelines: Vec<Timeline>,
    /// Editor colour (nonessential).
    pub color: Rgba,
}

impl Animation {
    /// Seconds of an animation that a viewer plays: no real one is as long, and with physics each moment is played to.
    pub const LONGEST_PLAYED: f64 = 600.0;

    /// An animation that lasts up to its last key.
    pub fn new(name: impl Into<String>, timelines: Vec<Timeline>) -> Self {
        Self {
            name: name.into(),
            duration: timelines.iter().map(Timeline::end).fold(0.0, f64::max),
            timelines,
            color: WHITE,
        }
    }
}

/// Keys for one thing.
#[derive(Clone, Debug, PartialEq)]
pub enum Timeline {
    /// Of a slot.
    Slot {
        /// Its index.
        slot: usize,
        /// What is keyed.
        timeline: SlotTimeline,
    },
    /// Of a bone.
    Bone {
        /// Its index.
        bone: usize,
        /// What is keyed.
        timeline: BoneTimeline,
    },
    /// Of an inverse kinematics constraint.
    Ik {
        /// Its index.
        constraint: usize,
        /// Mix, softness, and what changes at once.
        keys: Vec<IkKey>,
    },
    /// Of a transform constraint: the mixes by [`super::TransformProperty`].
    Transform {
        /// Its index.
        constraint: usize,
        /// The mixes.
        keys: Keys<6>,
    },
    /// Of a path constraint.
    Path {
        /// Its index.
        constraint: usize,
        /// What is keyed.
        timeline: PathTimeline,
    },
    /// Of one physics constraint, or of all.
    Physics {
        /// Its index; `None`: all whose [`super::PhysicsGlobals`] say so (a reset: all).
        constraint: Option<usize>,
        /// What is keyed.
        timeline: PhysicsTimeline,
    },
    /// Of a slider.
    Slider {
        /// Its index.
        constraint: usize,
        /// What is keyed.
        timeline: SliderTimeline,
    },
    /// Moves vertices of an attachment.
    Deform {
        /// The slot named; it works in the attachment's `timeline_slots` as well.
        slot: usize,
        /// Index into [`super::Rig::attachments`].
        attachment: usize,
        /// Offsets.
        keys: Vec<DeformKey>,
    },
    /// Picks frames of an attachment's sequence.
    Sequence {
        /// The slot named; it works in the attachment's `timeline_slots` as well.
        slot: usize,
        /// Index into [`super::Rig::attachments`].
        attachment: usize,
        /// Frames.
        keys: Vec<SequenceKey>,
    },
    /// Of all slots.
    DrawOrder(Vec<DrawOrderKey>),
    /// Of some slots among themselves.
    DrawOrderFolder {
        /// The folder's slots.
        slots: Vec<usize>,
        /// Orders of places in `slots`.
        keys: Vec<DrawOrderKey>,
    },
    /// What happens.
    Event(Vec<EventKey>),
}

/// What is keyed of a slot. Colour channels go from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub enum SlotTimeline {
    /// What it shows.
    Attachment(Vec<AttachmentKey>),
    /// Light red, green, blue, alpha.
    Rgba(Keys<4>),
    /// Light red, green, blue.
    Rgb(Keys<3>),
    /// Light red, green, blue, alpha; dark red, green, blue.
    Rgba2(Keys<7>),
    /// Light red, green, blue; dark red, green, blue.
    Rgb2(Keys<6>),
    /// Alpha.
    Alpha(Keys<1>),
}

/// What is keyed of a bone.
#[derive(Clone, Debug, PartialEq)]
pub enum BoneTimeline {
    /// Degrees from the setup.
    Rotate(Keys<1>),
    /// Distance from the setup.
    Translate(Keys<2>),
    /// Distance from the setup.
    TranslateX(Keys<1>),
    /// Distance from the setup.
    TranslateY(Keys<1>),
    /// Factors of the setup.
    Scale(Keys<2>),
    /// Factor of the setup.
    ScaleX(Keys<1>),
    /// Factor of the setup.
    ScaleY(Keys<1>),
    /// Degrees from the setup.
    Shear(Keys<2>),
    /// Degrees from the setup.
    ShearX(Keys<1>),
    /// Degrees from the setup.
    ShearY(Keys<1>),
    /// What it takes from its parent.
    Inherit(Vec<InheritKey>),
}

/// What is keyed of a path constraint.
#[derive(Clone, Debug, PartialEq)]
pub enum PathTimeline {
    /// Of the first bone.
    Position(Keys<1>),
    /// Between bones.
    Spacing(Keys<1>),
    /// Shares of rotation, X and Y.
    Mix(Keys<3>),
}

/// A value of a physics constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PhysicsProperty {
    /// Inertia.
    Inertia,
    /// Strength.
    Strength,
    /// Damping.
    Damping,
    /// Mass, not its inverse.
    Mass,
    /// Wind.
    Wind,
    /// Gravity.
    Gravity,
    /// Mix.
    Mix,
}

/// What is keyed of a physics constraint.
#[derive(Clone, Debug, PartialEq)]
pub enum PhysicsTimeline {
    /// A value.
    Value(PhysicsProperty, Keys<1>),
    /// It starts anew at these times, in seconds.
    Reset(Vec<f64>),
}

/// What is keyed of a slider.
#[derive(Clone, Debug, PartialEq)]
pub enum SliderTimeline {
    /// Seconds.
    Time(Keys<1>),
    /// Share of the result.
    Mix(Keys<1>),
}

impl Timeline {
    /// Time of the last key, in seconds; 0 without keys.
    pub fn end(&self) -> f64 {
        self.times().last().copied().unwrap_or(0.0)
    }

    /// Times of all keys, in seconds.
    pub fn times(&self) -> Vec<f64> {
        match self {
            Self::Slot { timeline, .. } => timeline.times(),
            Self::Bone { timeline, .. } => timeline.times(),
            Self::Ik { keys, .. } => list(keys, |key| key.key.time),
            Self::Transform { keys, .. } => times(keys),
            Self::Path { timeline, .. } => match timeline {
                PathTimeline::Position(keys) | PathTimeline::Spacing(keys) => times(keys),
                PathTimeline::Mix(keys) => times(keys),
            },
            Self::Physics { timeline, .. } => match timeline {
                PhysicsTimeline::Value(_, keys) => times(keys),
                PhysicsTimeline::Reset(times) => times.clone(),
            },
            Self::Slider { timeline, .. } => match timeline {
                SliderTimeline::Time(keys) | SliderTimeline::Mix(keys) => times(keys),
            },
            Self::Deform { keys, .. } => list(keys, |key| key.time),
            Self::Sequence { keys, .. } => list(keys, |key| key.time),
            Self::DrawOrder(keys) | Self::DrawOrderFolder { keys, .. } => {
                list(keys, |key| key.time)
            }
            Self::Event(keys) => list(keys, |key| key.time),
        }
    }
}

impl SlotTimeline {
    fn times(&self) -> Vec<f64> {
        match self {
            Self::Attachment(keys) => list(keys, |key| key.time),
            Self::Rgba(keys) => times(keys),
            Self::Rgb(keys) => times(keys),
            Self::Rgba2(keys) => times(keys),
            Self::Rgb2(keys) => times(keys),
            Self::Alpha(keys) => times(keys),
        }
    }
}

impl BoneTimeline {
    fn times(&self) -> Vec<f64> {
        match self {
            Self::Rotate(keys)
            | Self::TranslateX(keys)
            | Self::TranslateY(keys)
            | Self::ScaleX(keys)
            | Self::ScaleY(keys)
            | Self::ShearX(keys)
            | Self::ShearY(keys) => times(keys),
            Self::Translate(keys) | Self::Scale(keys) | Self::Shear(keys) => times(keys),
            Self::Inherit(keys) => list(keys, |key| key.time),
        }
    }
}

fn list<T>(keys: &[T], time: impl Fn(&T) -> f64) -> Vec<f64> {
    keys.iter().map(time).collect()
}

fn times<const N: usize>(keys: &[Key<N>]) -> Vec<f64> {
    list(keys, |key| key.time)
}
