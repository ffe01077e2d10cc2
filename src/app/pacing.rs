//! When to draw again.

use std::time::{Duration, Instant};

/// No frame lets more clip time pass than this: after a standstill a clip goes on, it does not leap.
const LONGEST_STEP: f64 = 0.25;
/// The shown rate changes this seldom.
const RATE_INTERVAL: Duration = Duration::from_millis(500);

/// When the next redraw comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Now,
    At(Instant),
    /// Only by an event.
    Never,
}

/// Measures redraws.
#[derive(Debug, Default)]
pub(super) struct Pacing {
    last: Option<Instant>,
    counted_since: Option<(Instant, u32)>,
    rate: Option<f32>,
}

impl Pacing {
    /// Begins a redraw, and gives the seconds that passed for a clip that was playing.
    pub fn begin(&mut self, now: Instant, moving: bool) -> f64 {
        if !moving {
            self.pause();
            return 0.0;
        }
        let passed = self.last.map_or(0.0, |last| (now - last).as_secs_f64());
        self.last = Some(now);
        self.count(now);
        passed.min(LONGEST_STEP)
    }

    fn count(&mut self, now: Instant) {
        match &mut self.counted_since {
            Some((since, frames)) => {
                *frames += 1;
                let passed = now - *since;
                if passed >= RATE_INTERVAL {
                    self.rate = Some(*frames as f32 / passed.as_secs_f32());
                    self.counted_since = Some((now, 0));
                }
            }
            None => self.counted_since = Some((now, 0)),
        }
    }

    /// Time stands still until the next [`Self::begin`].
    pub fn pause(&mut self) {
        *self = Self::default();
    }

    /// Redraws a second, while playing.
    pub fn rate(&self) -> Option<f32> {
        self.rate
    }

    /// When to draw after a redraw that began at `started`. Presenting waits for the screen on most systems; where it
    /// did not, the next redraw waits for the `interval` of the screen here. `moving` asks for every frame; `repaint_after`
    /// is what the panels ask for.
    pub fn next(
        &self,
        started: Instant,
        interval: Duration,
        moving: bool,
        repaint_after: Duration,
    ) -> Next {
        let now = Instant::now();
        let wanted = if moving {
            Some(Duration::ZERO)
        } else {
            Some(repaint_after).filter(|after| *after < Duration::from_secs(3600))
        };
        let Some(after) = wanted else {
            return Next::Never;
        };
        if !after.is_zero() {
            return Next::At(now + after);
        }
        let waited_for_screen = now - started >= interval / 2;
        if waited_for_screen {
            Next::Now
        } else {
            Next::At(started + interval)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_to_do_waits_for_an_event() {
        let next = Pacing::default().next(Instant::now(), Duration::ZERO, false, Duration::MAX);
        assert_eq!(next, Next::Never);
    }

    #[test]
    fn a_playing_clip_draws_no_faster_than_the_screen() {
        let started = Instant::now();
        let interval = Duration::from_secs(60);
        let next = Pacing::default().next(started, interval, true, Duration::MAX);
        assert_eq!(next, Next::At(started + interval));
    }

    #[test]
    fn after_a_standstill_time_goes_on_without_a_leap() {
        let mut pacing = Pacing::default();
        let start = Instant::now();
        assert_eq!(pacing.begin(start, true), 0.0);
        assert_eq!(
            pacing.begin(start + Duration::from_secs(9), true),
            LONGEST_STEP
        );
        pacing.pause();
        assert_eq!(pacing.begin(start + Duration::from_secs(10), true), 0.0);
    }
}
