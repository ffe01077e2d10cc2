//! A clip as the exporter sees it: a pose at any moment.

use crate::model::{Clip, ClipEvent, Curve, Skeleton, Track};
use crate::pose::{Mapping, Pose};

/// Poses a skeleton at a moment in seconds.
pub type Sample<'a> = dyn Fn(f64, &mut Pose) + 'a;

/// One clip, by what it does to the skeleton.
pub struct ClipSource<'a> {
    /// What the animation is called.
    pub name: String,
    /// Seconds. The last frame is held up to here.
    pub duration: f64,
    /// For each joint whether the clip moves it by a track of its own. Joints that are snapped need none.
    pub moved: Vec<bool>,
    /// Moments in seconds between which the motion runs straight, where it does: stored frames.
    pub frames: Vec<f64>,
    /// Moments in seconds near which the motion jumps. Where exactly is looked for.
    pub steps: Vec<f64>,
    /// What it says, of formats that keep it: see [`super::lostsaga`].
    pub events: Vec<ClipEvent>,
    /// Poses the skeleton at a moment in seconds: locals, and worlds with every event applied. A pure function of time.
    pub sample: Box<Sample<'a>>,
}

impl<'a> ClipSource<'a> {
    /// A clip as it is stored, without any event.
    pub fn stored(skeleton: &'a Skeleton, clip: &'a Clip, mapping: Mapping) -> Self {
        let moved = mapping.track_of_joint.iter().map(Option::is_some).collect();
        Self {
            name: clip.name.clone(),
            duration: f64::from(clip.duration),
            moved,
            frames: frames(clip),
            steps: Vec::new(),
            events: clip.events.clone(),
            sample: Box::new(move |seconds, pose| {
                pose.set(skeleton, Some((clip, &mapping)), seconds as f32);
            }),
        }
    }
}

/// The times of the frames of a clip that is stored by frame, in seconds of the file.
pub(super) fn frames(clip: &Clip) -> Vec<f64> {
    let most = clip.tracks.iter().map(frames_of).max().unwrap_or(0);
    let fps = f64::from(clip.fps);
    if most < 2 || fps.is_nan() || fps <= 0.0 {
        return Vec::new();
    }
    (0..most).map(|frame| frame as f64 / fps).collect()
}

fn frames_of(track: &Track) -> usize {
    fn of<T>(curve: &Option<Curve<T>>) -> usize {
        match curve {
            Some(Curve::Frames(values)) => values.len(),
            _ => 0,
        }
    }
    let scale = of(&track.scale);
    of(&track.translation).max(of(&track.rotation)).max(scale)
}
