//! Moving the playhead to where something happens.

use super::Scene;

/// Moments nearer than this are one.
const TINY: f64 = 1e-6;

/// What the playhead is moved to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A key of the selected joint.
    Key,
    /// The start of something marked on the time line.
    Event,
}

impl Scene {
    /// Pauses on the next stop, or the one before, wrapping where the clip loops. False where there is none.
    pub fn jump(&mut self, to: Stop, forward: bool) -> bool {
        let (now, wraps) = (self.clock.seconds, self.clock.looping);
        let place = match to {
            Stop::Key => neighbour(self.joint_keys().all(), now, forward, wraps),
            Stop::Event => {
                let starts = self.marks().iter().map(|mark| mark.seconds);
                neighbour(starts, now, forward, wraps)
            }
        };
        if let Some(place) = place {
            self.clock.playing = false;
            self.clock.seek(place);
        }
        place.is_some()
    }
}

/// The nearest of some moments after `now`, or before it; where there is none the first of all, or the last, if `wraps`.
fn neighbour(
    moments: impl Iterator<Item = f64>,
    now: f64,
    forward: bool,
    wraps: bool,
) -> Option<f64> {
    let sign = if forward { 1.0 } else { -1.0 };
    let ahead = |at: f64| (at - now) * sign > TINY;
    // All that lies ahead comes before all that does not.
    let order = |at: f64| (!ahead(at), at * sign);
    moments
        .filter(|&at| ahead(at) || wraps && (at - now).abs() > TINY)
        .min_by(|&a, &b| {
            let (a, b) = (order(a), order(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_neighbour_is_the_nearest_ahead_and_wraps_only_where_it_may() {
        let moments = [0.5, 0.0, 1.0, 0.5, 0.25];
        let ask = |now, forward, wraps| neighbour(moments.into_iter(), now, forward, wraps);
        for (now, next, before) in [
            (0.0, Some(0.25), None),
            (0.3, Some(0.5), Some(0.25)),
            (0.5, Some(1.0), Some(0.25)),
            (1.0, None, Some(0.5)),
        ] {
            assert_eq!(ask(now, true, false), next, "after {now}");
            assert_eq!(ask(now, false, false), before, "before {now}");
        }
        assert_eq!(ask(1.0, true, true), Some(0.0));
        assert_eq!(ask(0.0, false, true), Some(1.0));
        assert_eq!(neighbour([0.5].into_iter(), 0.5, true, true), None);
        assert_eq!(neighbour(std::iter::empty(), 0.5, true, true), None);
    }
}
