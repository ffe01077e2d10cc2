//! Which part of the clip the time line shows, and where a moment lies on it.

use egui::{Rangef, Rect};

use crate::scene::Clock;
use crate::scene::graph::Pick;

/// Frames that fill the time line when it is enlarged most.
const FEWEST_FRAMES: f64 = 4.0;
/// Places farther off than this, in points, are as good as there.
const FAR: f64 = 1e5;

/// A span of time laid over a span of points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) struct Axis {
    /// In points.
    pub x: Rangef,
    /// The moments at its ends, seconds; the second is later.
    pub seconds: (f64, f64),
}

impl Axis {
    /// Where a moment lies, perhaps far outside.
    pub fn x_of(&self, seconds: f64) -> f32 {
        let (from, until) = self.seconds;
        let share = (seconds - from) / (until - from);
        let offset = share * f64::from(self.x.span());
        self.x.min + offset.clamp(-FAR, FAR) as f32
    }

    /// The moment at a place, perhaps outside.
    pub fn seconds_at(&self, x: f32) -> f64 {
        let (from, until) = self.seconds;
        let share = f64::from(x - self.x.min) / f64::from(self.x.span().max(1.0));
        from + share * (until - from)
    }

    /// The moment at a place, or at the end that is nearest to it.
    pub fn clamped_at(&self, x: f32) -> f64 {
        self.seconds_at(x.clamp(self.x.min, self.x.max.max(self.x.min)))
    }

    /// Whether a moment is shown.
    pub fn shows(&self, seconds: f64) -> bool {
        (self.seconds.0..=self.seconds.1).contains(&seconds)
    }

    /// Seconds in a number of points.
    pub fn length(&self, points: f32) -> f64 {
        let (from, until) = self.seconds;
        f64::from(points) * (until - from) / f64::from(self.x.span().max(1.0))
    }
}

/// The part that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::ui) struct View {
    /// Seconds; `None` is the whole clip.
    part: Option<(f64, f64)>,
    /// What was picked when it was chosen.
    of: Pick,
    /// Whether the playhead was in it.
    had_head: bool,
}

impl View {
    /// Keeps to the clip: another one is shown whole. While time passes the part turns over with the playhead.
    pub fn settle(&mut self, pick: Pick, clock: &Clock) {
        if self.of != pick {
            *self = Self {
                of: pick,
                ..Self::default()
            };
        }
        let Some((from, until)) = self.part else {
            return;
        };
        let has_head = (from..=until).contains(&clock.seconds);
        if clock.playing && self.had_head && !has_head {
            self.pan(clock.seconds - from, clock.duration);
        } else {
            // The clip may have become shorter.
            self.pan(0.0, clock.duration);
        }
        let (from, until) = self.shown(clock.duration);
        self.had_head = (from..=until).contains(&clock.seconds);
    }

    /// Start and end of what is shown, seconds.
    pub fn shown(&self, duration: f64) -> (f64, f64) {
        self.part.unwrap_or((0.0, duration))
    }

    /// Whether all of the clip is shown.
    pub fn is_whole(&self) -> bool {
        self.part.is_none()
    }

    /// Shows all of the clip.
    pub fn show_all(&mut self) {
        self.part = None;
    }

    /// Enlarges by a factor; the moment `around` stays where it is.
    pub fn zoom(&mut self, factor: f64, around: f64, duration: f64, fps: f32) {
        let (from, until) = self.shown(duration);
        let length = until - from;
        let shortest = (FEWEST_FRAMES / f64::from(fps.max(1e-3))).min(duration);
        let wanted = (length / factor).max(shortest);
        if !wanted.is_finite() || length <= 0.0 {
            return;
        }
        let share = ((around - from) / length).clamp(0.0, 1.0);
        let from = from + share * (length - wanted);
        self.part = Some((from, from + wanted));
        self.pan(0.0, duration);
    }

    /// Moves by some seconds, inside the clip.
    pub fn pan(&mut self, by: f64, duration: f64) {
        let Some((from, until)) = self.part else {
            return;
        };
        let length = until - from;
        let from = (from + by).min(duration - length).max(0.0);
        let is_part = length > 0.0 && length < duration;
        self.part = is_part.then_some((from, from + length));
    }

    /// Over the points of a rectangle.
    pub fn axis(&self, rect: Rect, duration: f64) -> Axis {
        let (from, until) = self.shown(duration);
        Axis {
            x: rect.x_range(),
            seconds: (from, if until > from { until } else { from + 1.0 }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(seconds: f64, playing: bool) -> Clock {
        let mut clock = Clock::default();
        clock.restart(10.0);
        clock.seek(seconds);
        clock.playing = playing;
        clock
    }

    fn zoomed() -> View {
        let mut view = View::default();
        view.zoom(5.0, 5.0, 10.0, 30.0);
        view
    }

    #[test]
    fn places_and_moments_are_each_others_inverse() {
        let axis = Axis {
            x: Rangef::new(20.0, 1020.0),
            seconds: (2.0, 4.0),
        };
        for seconds in [2.0, 2.5, 4.0, 1.0, 9.0] {
            assert!((axis.seconds_at(axis.x_of(seconds)) - seconds).abs() < 1e-5);
        }
        assert_eq!(
            (axis.clamped_at(-50.0), axis.clamped_at(5000.0)),
            (2.0, 4.0)
        );
        assert!(axis.x_of(1e300).is_finite());
        assert_eq!(axis.length(500.0), 1.0);
    }

    #[test]
    fn enlarging_keeps_the_moment_under_the_pointer_and_stays_in_the_clip() {
        let mut view = View::default();
        view.zoom(2.0, 2.5, 10.0, 30.0);
        assert_eq!(view.shown(10.0), (1.25, 6.25));
        view.zoom(1e9, 2.5, 10.0, 30.0);
        let (from, until) = view.shown(10.0);
        assert!((until - from - 4.0 / 30.0).abs() < 1e-9);
        view.zoom(1e-9, 2.5, 10.0, 30.0);
        assert!(view.is_whole());
        view.zoom(2.0, 0.0, 10.0, 30.0);
        assert_eq!(view.shown(10.0), (0.0, 5.0));
        view.pan(99.0, 10.0);
        assert_eq!(view.shown(10.0), (5.0, 10.0));
        view.zoom(f64::NAN, 1.0, 10.0, 30.0);
        let (from, until) = view.shown(10.0);
        assert!(0.0 <= from && from < until && until <= 10.0);
    }

    #[test]
    fn the_part_turns_over_with_the_playhead_only_while_time_passes() {
        let mut view = zoomed();
        view.settle(Pick::Bind, &clock(5.0, true));
        assert_eq!(view.shown(10.0), (4.0, 6.0));
        view.settle(Pick::Bind, &clock(6.25, true));
        assert_eq!(view.shown(10.0), (6.25, 8.25));
        // It was moved away from the playhead by hand.
        view.pan(-9.0, 10.0);
        view.settle(Pick::Bind, &clock(6.25, false));
        view.settle(Pick::Bind, &clock(7.0, true));
        assert_eq!(view.shown(10.0), (0.0, 2.0));
    }

    #[test]
    fn another_clip_is_shown_whole_and_a_shorter_pass_keeps_the_part() {
        let mut view = zoomed();
        view.settle(Pick::Bind, &clock(5.0, false));
        let mut shorter = clock(0.0, false);
        shorter.set_duration(5.0);
        view.settle(Pick::Bind, &shorter);
        assert_eq!(view.shown(5.0), (3.0, 5.0));
        view.settle(Pick::File(1), &shorter);
        assert!(view.is_whole());
    }
}
