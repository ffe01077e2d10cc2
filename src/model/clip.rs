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
}

impl<T> Curve<T> {
    /// Number of stored values.
    pub fn len(&self) -> usize {
        match self {
            Self::Frames(values) | Self::Cubic { values, .. } => values.len(),
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
    /// In the parent's space, file unit.
    pub translation: Option<Curve<Vec3>>,
    /// Sign-arbitrary quaternions.
    pub rotation: Option<Curve<Quat>>,
    /// Per axis.
    pub scale: Option<Curve<Vec3>>,
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
    /// In file order.
    pub tracks: Vec<Track>,
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
