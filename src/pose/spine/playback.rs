//! Any moment of a playing skeleton, the same whether it was played to or jumped to.

use crate::model::spine::Rig;

use super::{Fired, Player};

/// Moments nearer than this are one.
const TINY: f64 = 1e-9;
/// A step that would keep a player busy for ever is taken for this.
const SHORTEST_STEP: f64 = 1e-4;
/// Steps that are played for one moment; beyond them the player stays behind.
const MOST_STEPS: u64 = 10_000_000;

/// How time passes from the reset: physics and crossfades remember, so equal steps give an equal pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stepping {
    /// Seconds of the first step.
    pub start: f64,
    /// Seconds of each later one.
    pub step: f64,
}

impl Default for Stepping {
    fn default() -> Self {
        Self {
            start: 1.0 / 60.0,
            step: 1.0 / 60.0,
        }
    }
}

impl Stepping {
    /// Seconds after a number of whole steps.
    pub fn seconds(&self, steps: u64) -> f64 {
        match steps {
            0 => 0.0,
            steps => self.start + (steps - 1) as f64 * self.step,
        }
    }

    /// Whole steps up to a moment.
    fn steps(&self, seconds: f64) -> u64 {
        if seconds + TINY < self.start {
            return 0;
        }
        1 + ((seconds - self.start + TINY) / self.step.max(SHORTEST_STEP)) as u64
    }
}

/// A player that can be asked for any moment since its reset.
#[derive(Clone, Debug)]
pub struct Playback {
    /// At the reset.
    start: Player,
    stepping: Stepping,
    /// At the last whole step.
    stepped: Player,
    steps: u64,
    /// At the moment asked for.
    shown: Player,
    shown_at: Option<f64>,
    fired: Vec<Fired>,
}

impl Playback {
    /// Plays what `start` has on its tracks; it is at second 0.
    pub fn new(start: Player, stepping: Stepping) -> Self {
        Self {
            stepped: start.clone(),
            shown: start.clone(),
            start,
            stepping,
            steps: 0,
            shown_at: None,
            fired: Vec::new(),
        }
    }

    /// Shows a moment, seconds from the reset, which depends on that moment alone: whole steps, and a shorter one for what
    /// is left. Going back, and far ahead, takes as long as the steps to be taken.
    pub fn show(&mut self, rig: &Rig, seconds: f64) -> &Player {
        let seconds = seconds.max(0.0);
        if self.shown_at != Some(seconds) {
            self.play(rig, self.stepping.steps(seconds));
            let left = seconds - self.stepping.seconds(self.steps);
            // The first moment is posed even if no time has passed.
            if left > TINY || self.steps == 0 {
                self.shown.step(rig, left.max(0.0));
            }
            self.shown_at = Some(seconds);
        }
        &self.shown
    }

    /// Shows the moment after a number of whole steps.
    pub fn show_step(&mut self, rig: &Rig, steps: u64) -> &Player {
        self.play(rig, steps);
        self.shown_at = None;
        &self.shown
    }

    fn play(&mut self, rig: &Rig, steps: u64) {
        if steps < self.steps {
            self.stepped = self.start.clone();
            self.steps = 0;
            self.fired.clear();
        }
        while self.steps < steps.min(MOST_STEPS) {
            let first = self.steps == 0;
            let seconds = if first {
                self.stepping.start
            } else {
                self.stepping.step
            };
            self.stepped.step(rig, seconds);
            self.fired.append(&mut self.stepped.fired);
            self.steps += 1;
        }
        self.shown = self.stepped.clone();
    }

    /// What was asked for last; the reset before that.
    pub fn shown(&self) -> &Player {
        &self.shown
    }

    /// What has fired from the reset up to the moment shown, in the order of firing.
    pub fn fired(&self) -> impl Iterator<Item = &Fired> {
        self.fired.iter().chain(&self.shown.fired)
    }
}
