//! What happens at a moment of what plays, for the time line.

use super::{Clock, Scene};

/// Seconds, of the clip, in which the light of what happened fades.
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
    /// How bright it is: see [`light`].
    pub fn light(&self, clock: &Clock) -> f32 {
        let since = clock.seconds - self.seconds;
        let before = since < -TINY && self.every_pass && clock.passes > 0;
        light(if before {
            since + clock.duration
        } else {
            since
        })
    }
}

/// How bright what happened some seconds ago is: from 1, as it happens, down to 0.
pub fn light(seconds_ago: f64) -> f32 {
    if (-TINY..LIT).contains(&seconds_ago) {
        (1.0 - seconds_ago / LIT).min(1.0) as f32
    } else {
        0.0
    }
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
            } else if let Some(item) = &self.item {
                item.add_clip_marks(&mut self.marks.all);
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
            let light = mark.light(&Clock {
                passes,
                seconds,
                duration: 2.0,
                ..Clock::default()
            });
            light > 0.0
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
        assert_eq!(
            [0.0, 0.25, 0.5, 1.0, -0.1].map(light),
            [1.0, 0.5, 0.0, 0.0, 0.0]
        );
        mark.every_pass = false;
        assert!(!lit(&mark, 1, 0.1));
        assert!(lit(&mark, 1, 1.9));
    }
}
