//! Which events a clip raises in a step (toee-formats §9).

use crate::model::{Clip, ClipEvent};

/// Something raised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Raised<'a> {
    /// An event of the clip.
    Event(&'a ClipEvent),
    /// A clip that does not repeat has ended.
    End,
}

/// Hands over what a clip raises in a step of its drive from `at` to `at + by`, both in the drive's units, in file order,
/// the end last.
///
/// As in the game, a clip that stands at its end raises what lies there in every further step; [`super::Fade`] raises it
/// once.
pub fn raised<'a>(clip: &'a Clip, at: f32, by: f32, mut each: impl FnMut(Raised<'a>)) {
    let Some(drive) = clip.drive else { return };
    let loops = clip.loops.unwrap_or(false);
    let is_hit = |time: f32| {
        let again = at - drive.length;
        (at <= time && time < at + by) || (loops && again <= time && time < again + by)
    };
    for event in &clip.events {
        if is_hit((event.frame as f32 / drive.rate).min(drive.length)) {
            each(Raised::Event(event));
        }
    }
    if !loops && is_hit(drive.length) {
        each(Raised::End);
    }
}
