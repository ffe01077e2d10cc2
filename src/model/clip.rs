//! Animation clips: tracks of curves over time.

use std::path::PathBuf;

use glam::{Quat, Vec3};

/// How one component of one track runs over the clip.
#[derive(Clone, Debug, PartialEq)]
pub enum Curve<T> {
    /// One value a frame, exact at whole frames; the frame is `seconds · Clip::fps`.
    /// A single value holds over the whole clip; the last value holds after the last frame.
    Frames(Vec<T>),
    /// Quantised keys joined by a cubic (league-formats §5.5).
    Cubic {
        /// 0 to 65535 over the clip's duration, ascending, repeats allowed.
        ticks: Vec<u16>,
        /// One for each tick.
        values: Vec<T>,
        /// Tangents weighed by the keys' distances in time instead of uniform.
        time_based: bool,
    },
    /// Spans of frames over which the value runs from what it was to a new one (toee-formats §4).
    Spans {
        /// Before the first span.
        start: T,
        /// Ascending by `from`.
        spans: Vec<Span<T>>,
    },
    /// Keys at times of their own, with straight ways and shorter arcs between them (lostsaga-formats §6).
    Keys {
        /// Seconds from the clip's start, ascending; of two of one time the later counts.
        times: Vec<f64>,
        /// One for each time.
        values: Vec<T>,
    },
}

/// The way between two rotations of [`Curve::Keys`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Slerp {
    /// The shorter arc at even speed.
    #[default]
    Exact,
    /// What the game's client takes for it (lostsaga-formats §6).
    Game,
}

/// The value runs to `value` between two frames, and stays there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span<T> {
    /// The frame from which it leaves its former value.
    pub from: u16,
    /// The frame at which it arrives.
    pub until: u16,
    /// Where it arrives.
    pub value: T,
}

impl<T> Curve<T> {
    /// Number of stored values.
    pub fn len(&self) -> usize {
        match self {
            Self::Frames(values) | Self::Cubic { values, .. } | Self::Keys { values, .. } => {
                values.len()
            }
            Self::Spans { spans, .. } => spans.len() + 1,
        }
    }

    /// True without any value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What moves one joint. A missing component leaves the joint's own bind component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// The joint's hash, where the family names joints by hash.
    pub hash: Option<u32>,
    /// The joint's name, where the file spells it.
    pub name: Option<String>,
    /// The joint's index in the skeleton of the same file, of families that keep both in one.
    pub joint: Option<usize>,
    /// Its share where several tracks move one joint, of families whose files say so. One that is not above zero moves
    /// nothing.
    pub weight: Option<f32>,
    /// In the parent's space, file unit.
    pub translation: Option<Curve<Vec3>>,
    /// Sign-arbitrary quaternions.
    pub rotation: Option<Curve<Quat>>,
    /// Per axis.
    pub scale: Option<Curve<Vec3>>,
}

/// What carries a clip forward in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriveKind {
    /// Seconds.
    Time,
    /// The distance that the character walks, in file units.
    Distance,
    /// The angle that it turns, in radians.
    Rotation,
}

impl DriveKind {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Distance => "distance",
            Self::Rotation => "rotation",
        }
    }
}

/// How far a clip is carried, and by what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// By what.
    pub kind: DriveKind,
    /// Frames for each unit of it.
    pub rate: f32,
    /// Units a second that the clip was made for: 1 for time, negative for turns to the left.
    pub per_second: f32,
    /// Units from the first frame to the last.
    pub length: f32,
}

impl Drive {
    /// Units that pass in a time at the clip's own natural speed.
    pub fn units(&self, seconds: f32) -> f32 {
        seconds * self.per_second.abs()
    }
}

/// Something that a clip says at a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipEvent {
    /// As stored: not necessarily inside the clip.
    pub frame: i32,
    /// From the clip's start, at its natural speed, not past its end.
    pub seconds: f32,
    /// What kind of event.
    pub name: String,
    /// What it says. Scripts are shown, never run.
    pub text: String,
}

/// One animation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    /// The file's stem, until a graph names it.
    pub name: String,
    /// Where it was read from.
    pub file: Option<PathBuf>,
    /// The file format, for people and JSON: `"v3"`, `"v4"`, `"v5"`, `"canm"`.
    pub kind: &'static str,
    /// The file format's version number.
    pub version: u32,
    /// Seconds from the first to past the last frame: `frames / fps` for clips stored by frame, as stored otherwise.
    pub duration: f32,
    /// Frames a second.
    pub fps: f32,
    /// Stored frames, for clips stored by frame.
    pub frame_count: Option<u32>,
    /// Stored keys, for clips stored by key.
    pub key_count: Option<u32>,
    /// Windows in the file's jump cache, for clips that have one.
    pub jump_caches: Option<u32>,
    /// The file's flag word.
    pub flags: u32,
    /// The number by which the file names its skeleton, where it does.
    pub skeleton_id: Option<u32>,
    /// What carries the clip, of families whose clips may follow a movement. [`Self::duration`] and [`Self::fps`] are
    /// those of its natural speed.
    pub drive: Option<Drive>,
    /// Whether the game repeats it, where the file says so.
    pub loops: Option<bool>,
    /// How rotations run between [`Curve::Keys`].
    pub slerp: Slerp,
    /// In file order, which need not be that of time.
    pub events: Vec<ClipEvent>,
    /// In file order.
    pub tracks: Vec<Track>,
}

impl Track {
    /// Whether its file gives it no weight: it then moves nothing.
    pub fn is_weightless(&self) -> bool {
        self.weight
            .is_some_and(|weight| weight.is_nan() || weight <= 0.0)
    }
}

impl Clip {
    /// The time of a frame, as the command line and the panel count them.
    pub fn seconds(&self, frame: f32) -> f32 {
        if self.fps > 0.0 {
            frame / self.fps
        } else {
            0.0
        }
    }

    /// The frame at a time.
    pub fn frame(&self, seconds: f32) -> f32 {
        seconds * self.fps.max(0.0)
    }
}
