//! Where the blocks of an `.anm` lie. Most store no length: a block ends where the next begins (league-formats §5.2).

/// Offsets inside an `.anm` are relative to this byte.
const BASE: i64 = 12;

/// The starts of all blocks of one file.
pub(super) struct Blocks<'a> {
    bytes: &'a [u8],
    starts: Vec<usize>,
}

/// The part of a block that the file holds.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    /// Bytes from the start of the file.
    pub start: usize,
    /// Up to the next block or the end of the file. Empty where the block is absent or lies past the end.
    pub bytes: &'a [u8],
    /// True where the file ends before the block begins, or before the block after it does.
    pub cut: bool,
}

impl<'a> Blocks<'a> {
    /// `offsets` are all block offsets of a header as stored; zero and less mean an absent block.
    pub fn new(bytes: &'a [u8], offsets: &[i32]) -> Self {
        let starts = offsets
            .iter()
            .filter_map(|&offset| absolute(offset))
            .collect();
        Self { bytes, starts }
    }

    /// The block at a stored offset.
    pub fn at(&self, offset: i32) -> Block<'a> {
        let len = self.bytes.len();
        let Some(start) = absolute(offset) else {
            return Block {
                start: 0,
                bytes: &[],
                cut: false,
            };
        };
        let next = self
            .starts
            .iter()
            .copied()
            .filter(|&other| other > start)
            .min();
        let end = next.unwrap_or(len);
        Block {
            start,
            bytes: &self.bytes[start.min(len)..end.min(len)],
            cut: start > len || end > len,
        }
    }

    /// Bytes after `end` that belong to no block.
    pub fn trailing(&self, end: usize) -> usize {
        if self.starts.iter().any(|&start| start >= end) {
            return 0;
        }
        self.bytes.len().saturating_sub(end)
    }
}

fn absolute(offset: i32) -> Option<usize> {
    if offset <= 0 {
        return None;
    }
    usize::try_from(i64::from(offset) + BASE).ok()
}
