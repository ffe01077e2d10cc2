//! Where the playhead is.

/// Parts shorter than this, in seconds, are not looped.
const SHORTEST_RANGE: f64 = 1e-3;

/// A playhead. Seconds are kept in double precision, so that hours of looping do not drift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// The playhead, in clip seconds.
    pub seconds: f64,
    /// How many times it has been played through: what remembers goes on where the clip begins again.
    pub passes: u64,
    /// Length of the clip, seconds.
    pub duration: f64,
    /// Whether time passes.
    pub playing: bool,
    /// Clip seconds per second; negative plays backwards.
    pub speed: f64,
    /// At the end, begin again.
    pub looping: bool,
    /// See [`Self::range`].
    pub(super) range: Option<(f64, f64)>,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            seconds: 0.0,
            passes: 0,
            duration: 0.0,
            playing: true,
            speed: 1.0,
            looping: true,
            range: None,
        }
    }
}

impl Clock {
    /// Lets `passed` seconds of real time pass. What does not loop stops at its end. A loop range is left by no playing,
    /// and a playhead outside of it goes there; the pass stays the same, for the clip does not begin again.
    pub fn advance(&mut self, passed: f64) {
        if !self.playing || self.duration <= 0.0 {
            return;
        }
        let target = self.seconds + passed * self.speed;
        let (from, until) = self.bounds();
        if self.looping && self.range.is_some() {
            let is_inside = (from..=until).contains(&self.seconds);
            self.seconds = match is_inside {
                true => from + (target - from).rem_euclid(until - from),
                false => self.beginning(),
            };
        } else if self.looping {
            self.seconds = target.rem_euclid(self.duration);
            let through = ((target - self.seconds) / self.duration).round();
            // Before the first pass there is none: it is played backwards again and again.
            self.passes = (self.passes as f64 + through).max(0.0) as u64;
        } else {
            self.seconds = target.clamp(from, until);
            self.playing = !self.is_at_end();
        }
    }

    /// Plays or pauses; at the end of a clip that does not loop, playing begins again.
    pub fn toggle_playing(&mut self) {
        self.playing = !self.playing;
        if self.playing && !self.looping && self.is_at_end() {
            self.seek(self.beginning());
        }
    }

    /// Where playing begins: the start of what is played, or its end when played backwards.
    fn beginning(&self) -> f64 {
        let (from, until) = self.bounds();
        if self.speed < 0.0 { until } else { from }
    }

    /// Whether playing has come to where it leads.
    fn is_at_end(&self) -> bool {
        let (from, until) = self.bounds();
        if self.speed < 0.0 {
            self.seconds <= from
        } else {
            self.seconds >= until
        }
    }

    /// The part of the clip that playing stays within, seconds; `None` for the whole clip. The playhead can be moved out
    /// of it by hand.
    pub fn range(&self) -> Option<(f64, f64)> {
        self.range
    }

    /// Start and end of what is played, seconds: of the loop range, else of the clip.
    pub fn bounds(&self) -> (f64, f64) {
        self.range.unwrap_or((0.0, self.duration))
    }

    /// Plays only between two moments, in either order. The whole clip, and a part too short to be seen, is no range.
    pub fn set_range(&mut self, range: Option<(f64, f64)>) {
        self.range = range.and_then(|(a, b)| {
            let inside = |seconds: f64| seconds.max(0.0).min(self.duration);
            let (from, until) = (inside(a.min(b)), inside(a.max(b)));
            let is_whole = from <= 0.0 && until >= self.duration;
            (!is_whole && until - from >= SHORTEST_RANGE).then_some((from, until))
        });
    }

    /// Plays only from a moment on: up to where it played before, if that is later, else to the end.
    pub fn play_from(&mut self, seconds: f64) {
        let (_, until) = self.bounds();
        let until = if until > seconds {
            until
        } else {
            self.duration
        };
        self.set_range(Some((seconds, until)));
    }

    /// Plays only up to a moment: from where it played before, if that is earlier, else from the start.
    pub fn play_until(&mut self, seconds: f64) {
        let (from, _) = self.bounds();
        let from = if from < seconds { from } else { 0.0 };
        self.set_range(Some((from, seconds)));
    }

    /// Seconds since the clip was begun, all passes counted.
    pub fn total(&self) -> f64 {
        self.passes as f64 * self.duration + self.seconds
    }

    /// Moves the playhead, inside the clip, in its first pass.
    pub fn seek(&mut self, seconds: f64) {
        self.passes = 0;
        self.seconds = if seconds.is_finite() {
            seconds.clamp(0.0, self.duration.max(0.0))
        } else {
            0.0
        };
    }

    /// Begins another clip: from its start, the whole of it. A length that is no number is none.
    pub fn restart(&mut self, duration: f64) {
        self.range = None;
        self.set_duration(duration);
        self.seek(0.0);
    }

    /// The same clip has become longer or shorter.
    pub fn set_duration(&mut self, duration: f64) {
        self.duration = if duration.is_finite() {
            duration.max(0.0)
        } else {
            0.0
        };
        self.seconds = self.seconds.min(self.duration);
        self.set_range(self.range);
    }

    /// Pauses on the next whole frame in the direction of `frames`, in the first pass, wrapping where the clip loops.
    pub fn step(&mut self, frames: i32, fps: f32) {
        self.playing = false;
        let fps = f64::from(fps);
        if fps <= 0.0 || self.duration <= 0.0 {
            return;
        }
        // Nudged, so that a playhead on a frame counts as on it despite rounding.
        let here = self.seconds * fps;
        let frame = if frames >= 0 {
            (here + 1e-6).floor()
        } else {
            (here - 1e-6).ceil()
        };
        let target = (frame + f64::from(frames)) / fps;
        if self.looping && !(0.0..=self.duration).contains(&target) {
            self.seek(target.rem_euclid(self.duration));
        } else {
            self.seek(target);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock() -> Clock {
        Clock {
            duration: 2.0,
            ..Clock::default()
        }
    }

    #[test]
    fn looping_wraps_both_ways_and_not_looping_stops_at_the_end() {
        let mut clock = clock();
        clock.advance(4.5);
        assert!((clock.seconds - 0.5).abs() < 1e-12);
        clock.speed = -1.0;
        clock.advance(1.0);
        assert!((clock.seconds - 1.5).abs() < 1e-12);
        let mut once = Clock {
            looping: false,
            speed: 1.0,
            seconds: 0.0,
            ..clock
        };
        once.advance(9.0);
        assert_eq!((once.seconds, once.playing), (2.0, false));
    }

    #[test]
    fn a_loop_range_is_played_again_and_again_both_ways_in_the_same_pass() {
        let mut clock = Clock {
            passes: 3,
            seconds: 0.75,
            ..clock()
        };
        clock.set_range(Some((0.5, 1.5)));
        for (passed, seconds) in [(0.5, 1.25), (0.5, 0.75), (7.25, 1.0), (-0.75, 1.25)] {
            clock.advance(passed);
            assert_eq!((clock.seconds, clock.passes), (seconds, 3), "{passed}");
        }
        clock.speed = -1.0;
        clock.advance(1.0);
        assert_eq!((clock.seconds, clock.passes), (1.25, 3));
        // What remembers is played to the same total again: it does not drift away.
        assert_eq!(clock.total(), 7.25);
    }

    #[test]
    fn a_playhead_outside_the_loop_range_goes_there_when_time_passes() {
        for (speed, begins) in [(1.0, 0.5), (-1.0, 1.5)] {
            for outside in [0.0, 0.25, 1.75, 2.0] {
                let mut clock = Clock { speed, ..clock() };
                clock.set_range(Some((0.5, 1.5)));
                clock.seek(outside);
                assert_eq!(clock.seconds, outside, "moved by hand it stays");
                clock.advance(0.01);
                assert_eq!(clock.seconds, begins, "{speed} {outside}");
            }
        }
    }

    #[test]
    fn a_loop_range_that_does_not_loop_stops_at_its_end_and_begins_again() {
        for (speed, begins, ends) in [(1.0, 0.5, 1.5), (-1.0, 1.5, 0.5)] {
            let mut clock = Clock {
                looping: false,
                seconds: 1.0,
                speed,
                ..clock()
            };
            clock.set_range(Some((0.5, 1.5)));
            clock.advance(9.0);
            assert_eq!((clock.seconds, clock.playing), (ends, false));
            clock.toggle_playing();
            assert_eq!((clock.seconds, clock.playing), (begins, true));
        }
    }

    #[test]
    fn a_loop_range_is_ordered_stays_inside_and_is_none_where_it_is_the_whole() {
        let mut clock = clock();
        let whole_or_nothing = [
            Some((0.0, 2.0)),
            Some((-3.0, 9.0)),
            Some((1.0, 1.0)),
            Some((f64::NAN, f64::NAN)),
            None,
        ];
        for range in whole_or_nothing {
            clock.set_range(Some((0.5, 1.0)));
            clock.set_range(range);
            assert_eq!(clock.range(), None, "{range:?}");
            assert_eq!(clock.bounds(), (0.0, 2.0));
        }
        clock.set_range(Some((1.5, -1.0)));
        assert_eq!(clock.range(), Some((0.0, 1.5)));
        clock.play_from(0.5);
        assert_eq!(clock.range(), Some((0.5, 1.5)));
        clock.play_from(1.75);
        assert_eq!(clock.range(), Some((1.75, 2.0)));
        clock.play_until(0.25);
        assert_eq!(clock.range(), Some((0.0, 0.25)));
    }

    #[test]
    fn a_loop_range_ends_with_its_clip_and_shrinks_with_it() {
        let mut clock = clock();
        clock.set_range(Some((0.5, 1.5)));
        clock.set_duration(1.0);
        assert_eq!(clock.range(), Some((0.5, 1.0)));
        clock.set_duration(0.25);
        assert_eq!(clock.range(), None);
        clock.set_duration(2.0);
        clock.set_range(Some((0.5, 1.5)));
        clock.restart(2.0);
        assert_eq!(clock.range(), None);
    }

    #[test]
    fn passes_are_counted_both_ways_and_the_first_is_the_first() {
        let mut clock = clock();
        for (passed, passes, seconds) in [
            (1.5, 0, 1.5),
            (0.5, 1, 0.0),
            (5.0, 3, 1.0),
            (-1.5, 2, 1.5),
            (-4.0, 0, 1.5),
            (-2.0, 0, 1.5),
            (0.75, 1, 0.25),
        ] {
            clock.advance(passed);
            assert_eq!((clock.passes, clock.seconds), (passes, seconds), "{passed}");
            assert_eq!(clock.total(), passes as f64 * 2.0 + seconds);
        }
    }

    #[test]
    fn moving_the_playhead_by_hand_leads_to_the_first_pass() {
        let moves: [fn(&mut Clock); 4] = [
            |clock| clock.seek(0.5),
            |clock| clock.step(1, 30.0),
            |clock| clock.step(-1, 30.0),
            |clock| clock.restart(2.0),
        ];
        for by_hand in moves {
            let mut clock = Clock {
                passes: 7,
                ..clock()
            };
            by_hand(&mut clock);
            assert_eq!(clock.passes, 0);
        }
    }

    #[test]
    fn hours_of_looping_do_not_drift() {
        let mut clock = Clock {
            duration: 1.1,
            ..clock()
        };
        let frames = 3 * 60 * 60 * 60;
        for _ in 0..frames {
            clock.advance(1.0 / 60.0);
        }
        let wanted = f64::from(frames) / 60.0;
        assert!((clock.total() - wanted).abs() < 1e-6, "{}", clock.total());
    }

    #[test]
    fn a_clip_that_does_not_loop_stops_at_either_end_and_begins_again() {
        for (speed, start, end) in [(1.0, 0.0, 2.0), (-1.0, 2.0, 0.0)] {
            let mut clock = Clock {
                looping: false,
                seconds: start,
                speed,
                ..clock()
            };
            clock.advance(1.0);
            assert!(clock.playing, "{speed}");
            clock.advance(9.0);
            assert_eq!((clock.seconds, clock.playing), (end, false));
            clock.toggle_playing();
            assert_eq!((clock.seconds, clock.playing), (start, true));
        }
    }

    #[test]
    fn stepping_lands_on_whole_frames_and_pauses() {
        let mut clock = Clock {
            seconds: 0.51,
            ..clock()
        };
        clock.step(1, 30.0);
        assert!((clock.seconds - 16.0 / 30.0).abs() < 1e-9);
        assert!(!clock.playing);
        clock.step(-1, 30.0);
        assert!((clock.seconds - 15.0 / 30.0).abs() < 1e-9);
        clock.seek(0.0);
        clock.step(-1, 30.0);
        assert!((clock.seconds - 59.0 / 30.0).abs() < 1e-9);
    }

    #[test]
    fn seeking_to_nonsense_stays_inside() {
        let mut clock = clock();
        for (wanted, found) in [
            (-1.0, 0.0),
            (9.0, 2.0),
            (f64::NAN, 0.0),
            (f64::INFINITY, 0.0),
        ] {
            clock.seek(wanted);
            assert_eq!(clock.seconds, found);
        }
    }
}
