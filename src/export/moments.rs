//! The moments at which a clip is sampled.

use super::{ClipSource, jumps};
use crate::pose::Pose;

/// Samples a second.
pub(super) const RATE: f64 = 120.0;

/// Moments of one clip, ascending.
pub(super) struct Moments {
    pub times: Vec<f32>,
    /// The last moment before each jump, and the first one after it.
    sides: Vec<[f32; 2]>,
}

impl Moments {
    /// 120 Hz, the stored frames, both sides of every jump, and the end. `None` where these would be more than `most`.
    /// `pose` is of the clip's skeleton.
    pub fn of(clip: &ClipSource<'_>, most: usize, pose: &mut Pose) -> Option<Self> {
        let duration = if clip.duration.is_finite() {
            clip.duration.max(0.0) as f32
        } else {
            0.0
        };
        let samples = (f64::from(duration) * RATE).floor();
        if samples + (clip.frames.len() + 2 * clip.steps.len()) as f64 > most as f64 {
            return None;
        }
        let sides = jumps::find(clip, duration, pose);
        let inside = |time: &f32| (0.0..=duration).contains(time);
        let grid = (0..=samples as u64).map(|sample| (sample as f64 / RATE) as f32);
        let frames = clip.frames.iter().map(|&frame| frame as f32);
        let mut times: Vec<f32> = grid
            .chain(frames)
            .chain(sides.iter().flatten().copied())
            .chain([0.0, duration])
            .filter(inside)
            .collect();
        times.sort_by(f32::total_cmp);
        times.dedup();
        Some(Self { times, sides })
    }

    /// Indices of the moments at both sides of each jump, ascending.
    pub fn edges(&self) -> Vec<usize> {
        let index = |side: &f32| self.times.binary_search_by(|time| time.total_cmp(side));
        let mut edges: Vec<usize> = self
            .sides
            .iter()
            .flatten()
            .filter_map(|side| index(side).ok())
            .collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}
