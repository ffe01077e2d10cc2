//! A track's value at a time. Pure: nothing is remembered from one call to the next, nothing is allocated.
//!
//! Formulas: league-formats §5.5, toee-formats §4.

use std::ops::{Add, Mul};

use glam::{Quat, Vec3};

use crate::model::transform::unit_or_identity;
use crate::model::{Clip, Curve, Slerp, Span, Track, Transform};

use super::arc::{game_arc, shorter_arc};

/// The components that a track states; `None` leaves the joint's own bind component.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SampledTransform {
    /// In the parent's space, file unit.
    pub translation: Option<Vec3>,
    /// At a stored frame as stored, of unit length in between.
    pub rotation: Option<Quat>,
    /// Per axis.
    pub scale: Option<Vec3>,
}

impl SampledTransform {
    /// Puts what the track states in the place of a bind component.
    pub fn put_on(self, local: &mut Transform) {
        local.translation = self.translation.unwrap_or(local.translation);
        local.rotation = self.rotation.unwrap_or(local.rotation);
        local.scale = self.scale.unwrap_or(local.scale);
    }
}

/// Evaluates one track. `seconds` from the clip's start; times outside the clip give its first or last value, NaN
/// gives the first.
///
/// Curves of frames are exact at whole frames; between them translation and scale run straight and the rotation takes
/// the shorter arc at even speed. Curves of keys follow their cubic.
pub fn sample_track(clip: &Clip, track: &Track, seconds: f32) -> SampledTransform {
    let moment = Moment::new(clip, seconds);
    SampledTransform {
        translation: track
            .translation
            .as_ref()
            .and_then(|curve| vector(curve, moment)),
        rotation: track
            .rotation
            .as_ref()
            .and_then(|curve| rotation(curve, moment, clip.slerp)),
        scale: track.scale.as_ref().and_then(|curve| vector(curve, moment)),
    }
}

/// A duration written in six decimals still means the clip's end.
const END_ROUNDING: f64 = 1e-6;

/// One time in the units of both kinds of curves.
#[derive(Clone, Copy)]
struct Moment {
    /// Frames from the start, fraction included.
    frame: f64,
    /// Whole 65535ths of the clip.
    tick: u16,
    /// The same as `frame`, but not past the clip's end.
    inner_frame: f64,
    /// From the start.
    seconds: f64,
}

impl Moment {
    fn new(clip: &Clip, seconds: f32) -> Self {
        // NaN and times before the start become 0; so does every time in a clip without length.
        let seconds = f64::from(seconds).max(0.0);
        let duration = f64::from(clip.duration);
        let share = if duration <= 0.0 {
            0.0
        } else if seconds + END_ROUNDING >= duration {
            1.0
        } else {
            seconds / duration
        };
        let fps = f64::from(clip.fps);
        let frame = whole_if_near((seconds * fps).max(0.0));
        Self {
            frame,
            tick: (share * 65_535.0).floor() as u16,
            inner_frame: frame.min(whole_if_near(duration * fps)),
            // Keys are stored at whole milliseconds.
            seconds: whole_if_near(seconds * 1000.0) / 1000.0,
        }
    }
}

/// A frame's time is rounded to single precision; that must not take it off the frame.
fn whole_if_near(frame: f64) -> f64 {
    let whole = frame.round();
    let rounding = whole * f64::from(f32::EPSILON);
    if (frame - whole).abs() <= rounding.max(1e-4) {
        whole
    } else {
        frame
    }
}

fn vector(curve: &Curve<Vec3>, moment: Moment) -> Option<Vec3> {
    match curve {
        Curve::Frames(values) => between(values, moment.frame, Vec3::lerp),
        Curve::Cubic {
            ticks,
            values,
            time_based,
        } => {
            let window = Window::at(ticks, moment.tick)?;
            let keys = window.values(values)?;
            Some(blend(window.weights(*time_based), keys))
        }
        Curve::Spans { start, spans } => Some(along(*start, spans, moment.inner_frame, Vec3::lerp)),
        Curve::Keys { times, values } => keyed(times, values, moment.seconds, Vec3::lerp),
    }
}

fn rotation(curve: &Curve<Quat>, moment: Moment, slerp: Slerp) -> Option<Quat> {
    match curve {
        Curve::Frames(values) => between(values, moment.frame, |a, b, share| {
            unit_or_identity(a).slerp(unit_or_identity(b), share)
        }),
        Curve::Cubic {
            ticks,
            values,
            time_based,
        } => {
            let window = Window::at(ticks, moment.tick)?;
            let keys = window.values(values)?;
            // A quaternion and its negative are one rotation: the cubic must not run between the two.
            let same_side = keys.map(|key| if keys[0].dot(key) < 0.0 { -key } else { key });
            Some(unit_or_identity(blend(
                window.weights(*time_based),
                same_side,
            )))
        }
        Curve::Spans { start, spans } => {
            Some(along(*start, spans, moment.inner_frame, shorter_arc))
        }
        Curve::Keys { times, values } => {
            let arc = match slerp {
                Slerp::Exact => shorter_arc,
                Slerp::Game => game_arc,
            };
            keyed(times, values, moment.seconds, arc)
        }
    }
}

/// The value at a frame; the last one is held.
fn between<T: Copy>(values: &[T], frame: f64, mix: impl Fn(T, T, f32) -> T) -> Option<T> {
    let last = values.len().checked_sub(1)?;
    let frame = frame.min(last as f64);
    let before = frame.floor();
    let share = (frame - before) as f32;
    let &a = values.get(before as usize)?;
    if share == 0.0 {
        return Some(a);
    }
    let &b = values.get(before as usize + 1)?;
    Some(mix(a, b, share))
}

/// The value at a time between keys; the first holds before its time, the last after.
fn keyed<T: Copy>(
    times: &[f64],
    values: &[T],
    seconds: f64,
    mix: impl Fn(T, T, f32) -> T,
) -> Option<T> {
    let begun = times.partition_point(|&time| time <= seconds);
    let Some(before) = begun.checked_sub(1) else {
        return values.first().copied();
    };
    let &a = values.get(before)?;
    let (Some(&from), Some(&until), Some(&b)) =
        (times.get(before), times.get(begun), values.get(begun))
    else {
        return Some(a);
    };
    Some(mix(a, b, ((seconds - from) / (until - from)) as f32))
}

/// The value at a frame of a curve of spans: over a span it runs from what it was before to the span's value, and stays
/// there until the next one begins.
fn along<T: Copy>(start: T, spans: &[Span<T>], frame: f64, mix: impl Fn(T, T, f32) -> T) -> T {
    let whole = frame.floor();
    let begun = spans.partition_point(|span| f64::from(span.from) <= whole);
    let Some(span) = begun.checked_sub(1).and_then(|last| spans.get(last)) else {
        return start;
    };
    let before = begun.checked_sub(2).and_then(|before| spans.get(before));
    let before = before.map_or(start, |before| before.value);
    let (from, until) = (f64::from(span.from), f64::from(span.until));
    if frame >= until {
        return span.value;
    }
    if frame <= from {
        return before;
    }
    mix(before, span.value, ((frame - from) / (until - from)) as f32)
}

/// Four keys around a tick, the second at or before it, the third after it; indices are clamped at the ends.
struct Window {
    keys: [usize; 4],
    ticks: [f32; 4],
    tick: f32,
}

impl Window {
    fn at(ticks: &[u16], tick: u16) -> Option<Self> {
        let last = ticks.len().checked_sub(1)?;
        let after = ticks.partition_point(|&key| key <= tick);
        let keys = [0, 1, 2, 3].map(|neighbour| (after + neighbour).saturating_sub(2).min(last));
        let ticks = keys.map(|key| ticks.get(key).copied().map_or(0.0, f32::from));
        Some(Self {
            keys,
            ticks,
            tick: f32::from(tick),
        })
    }

    fn values<T: Copy>(&self, values: &[T]) -> Option<[T; 4]> {
        let [k0, k1, k2, k3] = self.keys;
        Some([
            *values.get(k0)?,
            *values.get(k1)?,
            *values.get(k2)?,
            *values.get(k3)?,
        ])
    }

    /// The share of each key, league-formats §5.5; together 1.
    fn weights(&self, time_based: bool) -> [f32; 4] {
        let [t0, t1, t2, t3] = self.ticks;
        let span = t2 - t1;
        let a = if span == 0.0 {
            0.0
        } else {
            (self.tick - t1) / span
        };
        let (ease_in, ease_out) = if time_based {
            (span / (t2 - t0 + 1e-6), span / (t3 - t1 + 1e-6))
        } else {
            (0.5, 0.5)
        };
        [
            a * ((2.0 - a) * a - 1.0) * ease_in,
            1.0 + a * a * ((2.0 - ease_out) * a + (ease_out - 3.0)),
            a * (ease_in + a * ((3.0 - 2.0 * ease_in) + a * (ease_in - 2.0))),
            a * a * (a - 1.0) * ease_out,
        ]
    }
}

fn blend<T: Copy + Add<Output = T> + Mul<f32, Output = T>>(weights: [f32; 4], keys: [T; 4]) -> T {
    keys[0] * weights[0] + keys[1] * weights[1] + keys[2] * weights[2] + keys[3] * weights[3]
}
