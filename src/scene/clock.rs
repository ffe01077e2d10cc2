//! Where the playhead is.

/// A playhead. Seconds are kept in double precision, so that hours of looping do not drift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// The playhead, in clip seconds.
    pub seconds: f64,
    /// Length of the clip, seconds.
    pub duration: f64,
    /// Whether time passes.
    pub playing: bool,
    /// Clip seconds per second; negative plays backwards.
    pub speed: f64,
    /// At the end, begin again.
    pub looping: bool,
    /// How often it has begun again since the clip was picked.
    pub passes: u64,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            seconds: 0.0,
            duration: 0.0,
            playing: true,
            speed: 1.0,
            looping: true,
            passes: 0,
        }
    }
}

impl Clock {
    /// Lets `passed` seconds of real time pass. A clip that does not loop stops at its end.
    pub fn advance(&mut self, passed: f64) {
        if !self.playing || self.duration <= 0.0 {
            return;
        }
        let target = self.seconds + passed * self.speed;
        if self.looping {
            self.seconds = target.rem_euclid(self.duration);
            self.pass(target);
        } else {
            self.seconds = target.clamp(0.0, self.duration);
            self.playing = !self.is_at_end();
        }
    }

    /// Counts how often a time beyond the clip has begun again; played backwards, a pass is taken back.
    fn pass(&mut self, target: f64) {
        let passes = (target / self.duration).floor();
        if passes < 0.0 {
            self.passes = self.passes.saturating_sub(-passes as u64);
        } else {
            self.passes = self.passes.saturating_add(passes as u64);
        }
    }

    /// Plays or pauses; at the end of a clip that does not loop, playing begins again.
    pub fn toggle_playing(&mut self) {
        self.playing = !self.playing;
        if self.playing && !self.looping && self.is_at_end() {
            self.seconds = if self.speed < 0.0 { self.duration } else { 0.0 };
        }
    }

    /// Where playing leads: the end, or the start when played backwards.
    fn is_at_end(&self) -> bool {
        if self.speed < 0.0 {
            self.seconds <= 0.0
        } else {
            self.seconds >= self.duration
        }
    }

    /// Moves the playhead, inside the clip.
    pub fn seek(&mut self, seconds: f64) {
        self.seconds = if seconds.is_finite() {
            seconds.clamp(0.0, self.duration.max(0.0))
        } else {
            0.0
        };
    }

    /// Begins another clip: from its start. A length that is no number is none.
    pub fn restart(&mut self, duration: f32) {
        self.set_duration(duration);
        self.seconds = 0.0;
        self.passes = 0;
    }

    /// The same clip has become longer or shorter.
    pub fn set_duration(&mut self, duration: f32) {
        self.duration = if duration.is_finite() {
            f64::from(duration).max(0.0)
        } else {
            0.0
        };
        self.seconds = self.seconds.min(self.duration);
    }

    /// Pauses on the next whole frame in the direction of `frames`, wrapping where the clip loops.
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
            self.seconds = target.rem_euclid(self.duration);
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
