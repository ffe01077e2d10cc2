//! Which row of a frame belongs to which track (league-formats §5.2).

use std::collections::{HashMap, VecDeque};

use crate::model::Finding;

/// Version 4 repeats every track's hash in every frame, so a frame may order its rows unlike the first.
pub(super) struct RowOrder<'a> {
    hashes: &'a [u32],
    row_size: usize,
    /// For each track its row in the present frame; `None` while that is its own index.
    rows: Option<Vec<Option<usize>>>,
    reordered: usize,
    first_reordered: Option<usize>,
    unmatched: usize,
}

impl<'a> RowOrder<'a> {
    /// `hashes` are those of frame 0.
    pub fn new(hashes: &'a [u32], row_size: usize) -> Self {
        Self {
            hashes,
            row_size,
            rows: None,
            reordered: 0,
            first_reordered: None,
            unmatched: 0,
        }
    }

    /// Finds the rows of the next frame.
    pub fn turn_to(&mut self, frame: usize, rows: &[u8]) {
        let found = || rows.chunks_exact(self.row_size).map(row_hash);
        if found().eq(self.hashes.iter().copied()) {
            self.rows = None;
            return;
        }
        let mut by_hash: HashMap<u32, VecDeque<usize>> = HashMap::new();
        for (row, hash) in found().enumerate() {
            by_hash.entry(hash).or_default().push_back(row);
        }
        // Equal hashes are told apart by their order among each other.
        let matched: Vec<Option<usize>> = self
            .hashes
            .iter()
            .map(|hash| by_hash.get_mut(hash).and_then(VecDeque::pop_front))
            .collect();
        self.reordered += 1;
        self.first_reordered.get_or_insert(frame);
        self.unmatched += matched.iter().filter(|row| row.is_none()).count();
        self.rows = Some(matched);
    }

    /// A track's row among those of the present frame.
    pub fn row<'r>(&self, track: usize, rows: &'r [u8]) -> Option<&'r [u8]> {
        let row = match &self.rows {
            None => track,
            Some(matched) => (*matched.get(track)?)?,
        };
        rows.chunks_exact(self.row_size).nth(row)
    }

    /// One finding for all frames that were ordered otherwise.
    pub fn finding(&self) -> Option<Finding> {
        let (frames, first, unmatched) = (self.reordered, self.first_reordered?, self.unmatched);
        Some(Finding::warning(
            "league.anm-row-order",
            format!(
                "{frames} frames order their rows unlike frame 0, the first is frame {first}; rows are matched by \
                 hash, and {unmatched} without a partner hold the value before"
            ),
            "export the animation again",
        ))
    }
}

/// The hash that a row of version 4 begins with.
pub(super) fn row_hash(row: &[u8]) -> u32 {
    row.iter()
        .take(4)
        .rev()
        .fold(0, |hash, &byte| (hash << 8) | u32::from(byte))
}
