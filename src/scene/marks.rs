//! What happens at a moment of what plays, for the time line.

use super::{Clock, Scene};

/// Seconds, of the clip, for which a mark stays lit.
const LIT: f64 = 0.5;
/// Moments nearer than this are one.
const TINY: f64 = 1e-6;

/// What sort of thing happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// Something is told to the game.
    Event,
    /// Slots change places.
    DrawOrder,
}

/// Something that happens at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where it is on the time line, in clip seconds.
    pub seconds: f64,
    /// What sort of thing it is.
    pub kind: MarkKind,
    /// For people, without the time.
    pub label: String,
    /// It happens there in every pass; else the marks are those of one pass.
    pub every_pass: bool,
}

impl Mark {
    /// Whether it has just happened.
    pub fn is_lit(&self, clock: &Clock) -> bool {
        let since = clock.seconds - self.seconds;
        let before = since < -TINY && self.every_pass && clock.passes > 0;
        is_lit(if before {
            since + clock.duration
        } else {
            since
        })
    }
}

/// Whether what happened some seconds ago has just happened.
pub fn is_lit(seconds_ago: f64) -> bool {
    (-TINY..LIT).contains(&seconds_ago)
}

/// The marks last asked for, and what they depend on.
#[derive(Default)]
pub(super) struct Marks {
    of: Option<(u64, u64, f64)>,
    all: Vec<Mark>,
}

impl Scene {
    /// What happens in the present pass of all that plays, by time. They are found anew only when that changes.
    pub fn marks(&mut self) -> &[Mark] {
        let spine = self.item.as_ref().and_then(super::Item::spine);
        let revision = spine.map_or(0, |(spine, _)| spine.revision());
        let of = Some((revision, self.clock.passes, self.clock.duration));
        if self.marks.of != of {
            self.marks.of = of;
            self.marks.all.clear();
            if let Some((spine, rig)) = spine {
                spine.add_marks(rig, &self.clock, &mut self.marks.all);
            }
            let by_time = |a: &Mark, b: &Mark| a.seconds.total_cmp(&b.seconds);
            self.marks.all.sort_by(by_time);
        }
        &self.marks.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_lit_for_half_a_second_of_the_clip_also_past_its_end() {
        let mut mark = Mark {
            seconds: 1.8,
            kind: MarkKind::Event,
            label: String::new(),
            every_pass: true,
        };
        let lit = |mark: &Mark, passes, seconds| {
            mark.is_lit(&Clock {
                passes,
                seconds,
                duration: 2.0,
                ..Clock::default()
            })
        };
        for (passes, seconds, wanted) in [
            (0, 1.79, false),
            (0, 1.8, true),
            (0, 2.0, true),
            (0, 0.1, false),
            (1, 0.1, true),
            (1, 0.31, false),
        ] {
            assert_eq!(lit(&mark, passes, seconds), wanted, "{passes} {seconds}");
        }
        mark.every_pass = false;
        assert!(!lit(&mark, 1, 0.1));
        assert!(lit(&mark, 1, 1.9));
    }
}
