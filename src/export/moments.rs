//! The moments at which a clip is sampled.

use super::ClipSource;

/// Samples a second.
pub(super) const RATE: f64 = 120.0;

/// Moments of one clip, ascending.
pub(super) struct Moments {
    pub times: Vec<f32>,
    /// The last moment before each step, and the first one after it.
    sides: Vec<f32>,
}

impl Moments {
    /// 120 Hz, the stored frames, both sides of every step, and the end. `None` where these would be more than `most`.
    pub fn of(clip: &ClipSource<'_>, most: usize) -> Option<Self> {
        let duration = if clip.duration.is_finite() {
            clip.duration.max(0.0) as f32
        } else {
            0.0
        };
        let samples = (f64::from(duration) * RATE).floor();
        if samples + (clip.frames.len() + 2 * clip.steps.len()) as f64 > most as f64 {
            return None;
        }
        let inside = |time: &f32| (0.0..=duration).contains(time);
        let grid = (0..=samples as u64).map(|sample| (sample as f64 / RATE) as f32);
        let frames = clip.frames.iter().map(|&frame| frame as f32);
        let steps = || clip.steps.iter().filter_map(|&step| sides(step));
        let mut times: Vec<f32> = grid
            .chain(frames)
            .chain(steps().flatten())
            .chain([0.0, duration])
            .filter(inside)
            .collect();
        times.sort_by(f32::total_cmp);
        times.dedup();
        let sides = steps().flatten().collect();
        Some(Self { times, sides })
    }

    /// Indices of the moments at both sides of each step, ascending.
    pub fn edges(&self) -> Vec<usize> {
        let index = |side: &f32| self.times.binary_search_by(|time| time.total_cmp(side));
        let mut edges: Vec<usize> = self
            .sides
            .iter()
            .filter_map(|side| index(side).ok())
            .collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}

/// The last number before a step, and the first one at or after it: glTF has no other way for a value to jump in a
/// linear curve, and nothing can be sampled between the two. `None` for a step at the very start, which nobody sees.
fn sides(step: f64) -> Option<[f32; 2]> {
    let near = step as f32;
    let after = if f64::from(near) < step {
        near.next_up()
    } else {
        near
    };
    (after > 0.0 && after.is_finite()).then(|| [after.next_down(), after])
}
