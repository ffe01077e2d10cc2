//! The events of a plan: which there are, and what those that are active at a time do.

use super::plan::{Plan, Span, rounding};
use crate::model::clip_graph::{BoundClip, BoundGraph, BoundSnap, ClipGraph, Window};
use crate::pose::snap::ActiveSnap;

/// Seconds by which a moment counts as the frame that follows it.
const NEAR: f32 = 1e-5;

/// One event in one pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cue {
    /// Index of its clip in the graph.
    pub clip: usize,
    /// Index of the event in its clip.
    pub event: usize,
    /// Seconds of the pass, inclusive.
    pub from: f32,
    /// Seconds of the pass, exclusive but at the pass's end.
    pub until: f32,
    /// It begins only after its clip has ended; it fires all the same where the file says so.
    pub is_late: bool,
}

impl Cue {
    /// Whether it is active at a time of a pass of this length.
    pub fn is_active(&self, seconds: f32, duration: f32) -> bool {
        let last_moment = seconds >= duration && self.until >= duration;
        // Times are rounded; on a frame the event of that frame has begun, as its snap or change has.
        let seconds = seconds + NEAR + seconds.abs() * f32::EPSILON;
        !self.is_late && self.from <= seconds && (seconds < self.until || last_moment)
    }
}

/// Every event of a pass, by its start.
pub fn cues(plan: &Plan, graph: &ClipGraph) -> Vec<Cue> {
    let of_span = |span: &Span| {
        let events = graph.clips.get(span.clip).map(|clip| &clip.events);
        let span = *span;
        let cue = move |(event, found): (usize, &crate::model::clip_graph::ClipEvent)| Cue {
            clip: span.clip,
            event,
            from: span.seconds(found.window.start),
            until: span.seconds(found.window.until()),
            is_late: found.window.start > span.frame(span.end),
        };
        events
            .into_iter()
            .flatten()
            .enumerate()
            .map(cue)
            .collect::<Vec<_>>()
    };
    let mut cues: Vec<Cue> = plan.spans.iter().flat_map(of_span).collect();
    cues.sort_by(|a, b| a.from.total_cmp(&b.from));
    cues
}

/// A window that holds a time, in seconds of the pass.
fn active(window: &Window, span: &Span, seconds: f32) -> Option<(f32, f32)> {
    let frame = [window.start, window.until()]
        .into_iter()
        .fold(span.frame(seconds), on_if_near);
    // At the very end of a pass a window that ends with it is still open: there is no moment after it.
    let is_open =
        window.holds(frame) || span.seconds(window.until()) >= span.end && window.start <= frame;
    is_open.then(|| (span.seconds(window.start), span.seconds(window.until())))
}

/// A window may begin and end between two frames; seconds are rounded, and the moment of its edge is the edge.
fn on_if_near(frame: f32, edge: f32) -> f32 {
    let is_near = edge.is_finite() && f64::from((frame - edge).abs()) <= rounding(edge.into());
    if is_near { edge } else { frame }
}

/// The snaps that are active at a time, in the order in which later ones win over earlier ones (league-formats §8): by
/// start, then by their place in the file. Refills `snaps`.
pub fn snaps_at(plan: &Plan, bound: &BoundGraph, seconds: f32, snaps: &mut Vec<ActiveSnap>) {
    snaps.clear();
    for span in plan.active(seconds) {
        let clip: Option<&BoundClip> = bound.clips.get(span.clip);
        for snap in clip.iter().flat_map(|clip| &clip.snaps) {
            if let Some((from, until)) = active(&snap.window, span, seconds) {
                snaps.push(ActiveSnap {
                    clip: span.clip,
                    event: snap.event,
                    victim: snap.victim,
                    target: snap.target,
                    offset: snap.offset,
                    from,
                    until,
                    begins: span.begins(&snap.window),
                });
            }
        }
    }
    // Stable, and without memory of its own for the few that there are.
    snaps.sort_by(|a, b| a.begins.total_cmp(&b.begins));
}

/// A joint that is snapped in a pass, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnapWindow {
    /// Index of the joint that is moved.
    pub victim: usize,
    /// Seconds of the pass, inclusive.
    pub from: f32,
    /// Seconds of the pass, exclusive but at the pass's end.
    pub until: f32,
}

/// Every snap that is active at any moment of a pass: one whose window lies outside its clip is not.
pub fn snap_windows(plan: &Plan, bound: &BoundGraph) -> Vec<SnapWindow> {
    let of_span = |span: &Span| {
        let snaps = bound.clips.get(span.clip).map(|clip| &clip.snaps);
        let (duration, span) = (plan.duration, *span);
        let opens = move |snap: &BoundSnap| {
            // Nothing of a window is open where its first moment is not.
            let from = span.seconds(snap.window.start);
            let (from, until) = active(&snap.window, &span, from)?;
            let is_there = from < span.end || span.end >= duration;
            is_there.then_some(SnapWindow {
                victim: snap.victim,
                from,
                until,
            })
        };
        snaps
            .into_iter()
            .flatten()
            .filter_map(opens)
            .collect::<Vec<_>>()
    };
    plan.spans.iter().flat_map(of_span).collect()
}

/// A change of visibility that is active: when it begins, its clip and its place there.
pub type Change = (f32, usize, usize);

/// Which submeshes a plan shows at a time, from those that are shown at its start. Each clip's pass starts afresh, an
/// event takes its change back where it ends (league-formats §8). Of changes that are active together the later wins.
///
/// Refills `changes` and `visible`.
pub fn visible_at(
    plan: &Plan,
    bound: &BoundGraph,
    seconds: f32,
    initial: &[bool],
    changes: &mut Vec<Change>,
    visible: &mut Vec<bool>,
) {
    changes.clear();
    for span in plan.active(seconds) {
        let clip: Option<&BoundClip> = bound.clips.get(span.clip);
        for (place, change) in clip.iter().flat_map(|clip| &clip.visibility).enumerate() {
            if active(&change.window, span, seconds).is_some() {
                changes.push((span.begins(&change.window), span.clip, place));
            }
        }
    }
    changes.sort_by(|a, b| a.0.total_cmp(&b.0));
    visible.clear();
    visible.extend_from_slice(initial);
    for &(_, clip, place) in changes.iter() {
        let change = bound
            .clips
            .get(clip)
            .and_then(|clip| clip.visibility.get(place));
        let Some(change) = change else { continue };
        for (submeshes, shown) in [(&change.hide, false), (&change.show, true)] {
            for &submesh in submeshes {
                if let Some(visible) = visible.get_mut(submesh) {
                    *visible = shown;
                }
            }
        }
    }
}
