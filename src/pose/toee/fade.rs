//! Clips that run at once, the newest fading in over the older ones (toee-formats §9).

use super::events::{Raised, raised};
use crate::model::{Clip, Drive, DriveKind, Skeleton};
use crate::pose::{Mapping, Pose};

/// The weight that a clip starts with.
const FIRST_WEIGHT: f32 = 0.0001;
/// Weight gained in a second: a fade takes half of one.
const WEIGHT_A_SECOND: f32 = 2.0;
/// Clips that run at once.
const MOST_RUNNING: usize = 10;

/// The weight of a clip that was started some seconds ago.
pub fn weight_after(seconds: f32) -> f32 {
    (FIRST_WEIGHT + WEIGHT_A_SECOND * seconds.max(0.0)).min(1.0)
}

/// How far a character moved in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Movement {
    /// Seconds.
    pub seconds: f32,
    /// File units; `None` where nothing but the clip's own speed says.
    pub distance: Option<f32>,
    /// Radians; the same.
    pub rotation: Option<f32>,
}

impl Movement {
    /// Time passes, and every clip goes at its natural speed.
    pub fn natural(seconds: f32) -> Self {
        Self {
            seconds,
            ..Self::default()
        }
    }

    fn of(&self, drive: &Drive) -> f32 {
        let moved = match drive.kind {
            DriveKind::Time => Some(self.seconds),
            DriveKind::Distance => self.distance,
            DriveKind::Rotation => self.rotation,
        };
        moved.map_or_else(|| drive.units(self.seconds), f32::abs)
    }
}

/// One running clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Running {
    /// Its index.
    pub clip: usize,
    /// Where it stands, in units of its drive.
    pub at: f32,
    /// 0 to 1: its share over all older ones.
    pub weight: f32,
    has_ended: bool,
}

/// All that run, the oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fade {
    running: Vec<Running>,
}

impl Fade {
    /// The running clips, the oldest first.
    pub fn running(&self) -> &[Running] {
        &self.running
    }

    /// Starts a clip over what runs. It fades in over half a second; over nothing, from the rest pose.
    pub fn start(&mut self, clip: usize) {
        if self.running.len() == MOST_RUNNING {
            self.running.remove(0);
        }
        self.running.push(Running {
            clip,
            at: 0.0,
            weight: FIRST_WEIGHT,
            has_ended: false,
        });
    }

    /// Shows a moment of one clip alone, at once: for scrubbing. `at` in units of its drive.
    pub fn switch(&mut self, clip: usize, at: f32) {
        self.running.clear();
        self.running.push(Running {
            clip,
            at,
            weight: 1.0,
            has_ended: false,
        });
    }

    /// Lets everything run on. Hands over what the newest clip raises; the end of a clip, and what lies there, once.
    pub fn advance<'a>(
        &mut self,
        clips: &'a [Clip],
        movement: Movement,
        mut each: impl FnMut(Raised<'a>),
    ) {
        let newest = self.running.len().saturating_sub(1);
        for (index, running) in self.running.iter_mut().enumerate() {
            let Some((clip, drive)) = clips.get(running.clip).and_then(|c| Some((c, c.drive?)))
            else {
                continue;
            };
            let by = movement.of(&drive);
            if index == newest && !running.has_ended {
                raised(clip, running.at, by, |what| {
                    running.has_ended |= what == Raised::End;
                    each(what);
                });
            }
            running.at = moved(running.at + by, drive.length, clip.loops.unwrap_or(false));
            running.weight = (running.weight + WEIGHT_A_SECOND * movement.seconds).min(1.0);
        }
        if self.running.last().is_some_and(|last| last.weight >= 1.0) {
            self.running.drain(..newest);
        }
    }

    /// Poses a skeleton: the rest pose, then each clip over it by its weight. `mapping` gives a clip's.
    pub fn pose<'a>(
        &self,
        pose: &mut Pose,
        skeleton: &Skeleton,
        clips: &[Clip],
        mapping: impl Fn(usize) -> Option<&'a Mapping>,
    ) {
        pose.rest(skeleton);
        for running in &self.running {
            let Some((clip, mapping)) = clips.get(running.clip).zip(mapping(running.clip)) else {
                continue;
            };
            let per_second = clip.drive.map_or(1.0, |drive| drive.per_second.abs());
            let seconds = if per_second > 0.0 {
                running.at / per_second
            } else {
                0.0
            };
            pose.mix(skeleton, (clip, mapping), seconds, running.weight);
        }
        pose.compose(skeleton);
    }
}

/// Past the end a clip that repeats goes back by its length once; what is still past it stands at the end.
fn moved(at: f32, length: f32, loops: bool) -> f32 {
    let at = if loops && at > length {
        at - length
    } else {
        at
    };
    at.min(length)
}
