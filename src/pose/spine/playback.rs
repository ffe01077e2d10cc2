//! Any time of a playing skeleton, the same whether it was played to or jumped to.

use crate::model::spine::Rig;

use super::{Fired, Player};

/// The clock's grid: physics and crossfades remember, so every time is reached by whole steps of this many seconds and
/// the rest of one.
pub const STEP: f64 = 1.0 / 60.0;

/// A player that can be asked for any time since its start.
#[derive(Clone, Debug)]
pub struct Playback {
    start: Player,
    /// The last whole step before the time that is shown.
    grid: Player,
    steps: u64,
    /// Events of all steps of the grid.
    fired_on_grid: u64,
    /// Events that were told, or jumped over.
    told: u64,
    shown: Player,
}

impl Playback {
    /// Plays what `start` has on its tracks; it is at second 0.
    pub fn new(start: Player) -> Self {
        Self {
            grid: start.clone(),
            shown: start.clone(),
            start,
            steps: 0,
            fired_on_grid: 0,
            told: 0,
        }
    }

    /// Shows a time in seconds since the start, which depends on that time alone. [`Player::fired`] of the result holds
    /// what happened since the time shown before, and nothing after a step back. Steps back, and far ahead, take as long as
    /// the steps to be taken.
    pub fn show(&mut self, rig: &Rig, seconds: f64) -> &Player {
        let seconds = seconds.max(0.0);
        let steps = (seconds / STEP).floor() as u64;
        let back = steps < self.steps;
        if back {
            self.grid = self.start.clone();
            (self.steps, self.fired_on_grid) = (0, 0);
        }
        let mut fired: Vec<(u64, Fired)> = Vec::new();
        while self.steps < steps {
            self.grid.step(rig, STEP);
            self.steps += 1;
            for event in self.grid.fired.drain(..) {
                fired.push((self.fired_on_grid, event));
                self.fired_on_grid += 1;
            }
        }
        self.shown = self.grid.clone();
        self.shown.step(rig, seconds - steps as f64 * STEP);
        let rest = self.shown.fired.drain(..);
        fired.extend((self.fired_on_grid..).zip(rest));
        let last = fired
            .last()
            .map_or(self.fired_on_grid, |(number, _)| number + 1);
        if !back {
            let news = fired.into_iter().filter(|(number, _)| *number >= self.told);
            self.shown.fired.extend(news.map(|(_, event)| event));
        }
        self.told = if back { last } else { self.told.max(last) };
        &self.shown
    }

    /// What the last call of [`Self::show`] showed.
    pub fn shown(&self) -> &Player {
        &self.shown
    }
}
