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
    /// A joint is held by another.
    Snap,
    /// Submeshes appear or vanish.
    Visibility,
    /// An effect is shown.
    Particle,
    /// A sound is heard.
    Sound,
}

impl MarkKind {
    /// What lasts is drawn in one of this many lanes, so that things of different kinds do not lie on each other.
    pub const LANES: usize = 3;

    /// Which of them.
    pub fn lane(self) -> usize {
        match self {
            Self::Snap => 0,
            Self::Visibility => 1,
            _ => 2,
        }
    }
}

/// Something that happens at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where it is on the time line, in clip seconds.
    pub seconds: f64,
    /// When it ends, exclusive but at the end of the clip; `None` of a moment.
    pub until: Option<f64>,
    /// What sort of thing it is.
    pub kind: MarkKind,
    /// For people, without the time.
    pub label: String,
    /// It happens there in every pass; else the marks are those of one pass.
    pub every_pass: bool,
}

impl Mark {
    /// Whether it lasts, and the clock is inside.
    pub fn is_active(&self, clock: &Clock) -> bool {
        let last_moment = clock.seconds >= clock.duration;
        // Windows of clip graphs are rounded to single precision.
        let now = clock.seconds + 1e-5 + clock.seconds * f64::from(f32::EPSILON);
        self.until.is_some_and(|until| {
            let is_open = now < until || last_moment && until >= clock.duration - TINY;
            self.seconds <= now && is_open
        })
    }

    /// How bright it is: what lasts is bright all the time; of a moment see [`light`].
    pub fn light(&self, clock: &Clock) -> f32 {
        if self.until.is_some() {
            return f32::from(u8::from(self.is_active(clock)));
        }
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

/// What the marks depend on: revisions of what is played, skeleton and mesh, the pass, its length.
type Cause = ([u64; 3], [Option<usize>; 2], f64);

/// The marks last asked for.
#[derive(Default)]
pub(super) struct Marks {
    of: Option<Cause>,
    all: Vec<Mark>,
}

impl Scene {
    /// What happens in the present pass of all that plays, by time. They are found anew only when that changes.
    pub fn marks(&mut self) -> &[Mark] {
        let Some(item) = &self.item else { return &[] };
        let spine = item.spine();
        let of_spine = spine.map_or(0, |(spine, _)| spine.revision());
        let (skeleton, mesh, _) = item.picks();
        let revisions = [item.revision(), of_spine, self.clock.passes];
        let of = Some((revisions, [skeleton, mesh], self.clock.duration));
        if self.marks.of != of {
            self.marks.of = of;
            self.marks.all.clear();
            match (spine, &self.item) {
                (Some((spine, rig)), _) => {
                    spine.add_marks(rig, &self.clock, &mut self.marks.all);
                }
                (None, Some(item)) => {
                    item.add_cue_marks(&mut self.marks.all);
                    item.add_clip_marks(&mut self.marks.all);
                }
                (None, None) => {}
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
            until: None,
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
    #[test]
    fn what_lasts_is_lit_from_its_start_until_before_its_end_and_at_the_last_moment() {
        let mut mark = Mark {
            seconds: 0.5,
            until: Some(1.0),
            kind: MarkKind::Snap,
            label: String::new(),
            every_pass: false,
        };
        let lit = |mark: &Mark, seconds| {
            let clock = Clock {
                seconds,
                duration: 2.0,
                ..Clock::default()
            };
            mark.light(&clock)
        };
        let all = [0.4, 0.5, 0.9, 1.0, 2.0].map(|seconds| lit(&mark, seconds));
        assert_eq!(all, [0.0, 1.0, 1.0, 0.0, 0.0]);
        mark.until = Some(2.0);
        assert_eq!(lit(&mark, 2.0), 1.0);
    }
}
