//! One finding for each kind of oddity, however often it occurs.

use crate::model::Finding;
pub(in crate::formats) use crate::model::finding::counted;

/// Counts the cases of one oddity and keeps the first as the example.
#[derive(Debug)]
pub(super) struct Tally<T> {
    count: usize,
    first: Option<T>,
}

impl<T> Default for Tally<T> {
    fn default() -> Self {
        Self {
            count: 0,
            first: None,
        }
    }
}

impl<T> Tally<T> {
    /// One more case.
    pub(super) fn add(&mut self, case: T) {
        self.count += 1;
        self.first.get_or_insert(case);
    }

    /// Cases so far.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// True before the first case.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Says it, unless there was no case. `say` gets the count and the first case.
    pub(super) fn report(self, findings: &mut Vec<Finding>, say: impl FnOnce(usize, T) -> Finding) {
        if let Some(first) = self.first {
            findings.push(say(self.count, first));
        }
    }
}
