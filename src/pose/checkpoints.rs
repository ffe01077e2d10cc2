//! States of something that remembers, kept while it is played in whole steps, so that going back is no replay from the
//! start.

use std::collections::VecDeque;

/// Checkpoints kept of each kind; with one more, every other far one goes.
pub const MOST_CHECKPOINTS: usize = 64;
/// Steps from one checkpoint to the next, at first.
pub const FIRST_DISTANCE: u64 = 32;

/// States by the number of whole steps after which they were. Their number is bounded, however long it plays.
#[derive(Clone, Debug)]
pub struct Checkpoints<T> {
    /// By steps; every one is a multiple of `distance`.
    far: Vec<(u64, T)>,
    distance: u64,
    /// The last that were passed, at the first distance, while the others stand farther apart: where it was played last,
    /// it is most likely to be played backwards and scrubbed.
    near: VecDeque<(u64, T)>,
}

impl<T> Default for Checkpoints<T> {
    fn default() -> Self {
        Self {
            far: Vec::new(),
            distance: FIRST_DISTANCE,
            near: VecDeque::new(),
        }
    }
}

impl<T> Checkpoints<T> {
    /// All that are kept, in no order.
    pub fn all(&self) -> impl Iterator<Item = &(u64, T)> {
        self.far.iter().chain(&self.near)
    }

    /// The last one up to a number of steps.
    pub fn before(&self, steps: u64) -> Option<&(u64, T)> {
        let before = self.all().filter(|(at, _)| *at <= steps);
        before.max_by_key(|(at, _)| *at)
    }

    /// Forgets those after a number of steps.
    pub fn forget_after(&mut self, steps: u64) {
        self.far.retain(|(at, _)| *at <= steps);
        self.near.retain(|(at, _)| *at <= steps);
    }

    /// Keeps the state after a number of steps, where one is due.
    pub fn keep(&mut self, steps: u64, state: impl FnOnce() -> T) {
        if !steps.is_multiple_of(FIRST_DISTANCE) {
            return;
        }
        let last = self.far.last().map_or(0, |(last, _)| *last);
        if !steps.is_multiple_of(self.distance) {
            self.near.retain(|(at, _)| *at != steps);
            self.near.push_back((steps, state()));
            if self.near.len() > MOST_CHECKPOINTS {
                self.near.pop_front();
            }
        } else if steps > last {
            self.far.push((steps, state()));
            if self.far.len() > MOST_CHECKPOINTS {
                self.distance *= 2;
                let distance = self.distance;
                self.far.retain(|(at, _)| at.is_multiple_of(distance));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_are_few_and_none_is_far_from_the_next() {
        let mut checkpoints = Checkpoints::default();
        let mut played = 0;
        for steps in [100, 3_000, 20_000] {
            for step in played + 1..=steps {
                checkpoints.keep(step, || step);
            }
            played = steps;
            assert!(checkpoints.far.len() <= MOST_CHECKPOINTS);
            assert!(checkpoints.near.len() <= MOST_CHECKPOINTS);
            let mut at: Vec<u64> = checkpoints.far.iter().map(|(at, _)| *at).collect();
            at.insert(0, 0);
            at.push(steps);
            let most = steps / (MOST_CHECKPOINTS as u64 / 2) + FIRST_DISTANCE;
            let widest = at.windows(2).map(|pair| pair[1] - pair[0]).max();
            assert!(widest.is_some_and(|widest| widest <= most), "{widest:?}");
        }
        assert!(checkpoints.all().all(|(at, state)| at == state));
        checkpoints.forget_after(500);
        assert!(checkpoints.all().all(|(at, _)| *at <= 500));
        assert!(checkpoints.before(600) == checkpoints.before(500));
        assert_eq!(checkpoints.before(0), None);
    }
}
