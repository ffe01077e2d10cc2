//! What is uploaded once and drawn many times.

use std::collections::HashMap;
use std::hash::Hash;

/// Frames for which something that is not drawn is kept.
pub const KEPT_FRAMES: u64 = 120;

/// Uploaded things by name; those that were not asked for lately are dropped.
#[derive(Debug)]
pub struct Cache<K, T> {
    entries: HashMap<K, Entry<T>>,
    frame: u64,
}

#[derive(Debug)]
struct Entry<T> {
    /// `None` remembers that it could not be uploaded, so that it is tried and reported once.
    value: Option<T>,
    last_used: u64,
}

impl<K, T> Default for Cache<K, T> {
    fn default() -> Self {
        Self {
            entries: HashMap::new(),
            frame: 0,
        }
    }
}

impl<K: Copy + Eq + Hash, T> Cache<K, T> {
    /// Uploads `key` unless it is there; true where it can be drawn.
    pub fn want(&mut self, key: K, upload: impl FnOnce() -> Option<T>) -> bool {
        let entry = self.entries.entry(key).or_insert_with(|| Entry {
            value: upload(),
            last_used: 0,
        });
        entry.last_used = self.frame;
        entry.value.is_some()
    }

    /// What was uploaded.
    pub fn get(&self, key: K) -> Option<&T> {
        self.entries.get(&key)?.value.as_ref()
    }

    /// What was uploaded, to add to it.
    pub fn get_mut(&mut self, key: K) -> Option<&mut T> {
        self.entries.get_mut(&key)?.value.as_mut()
    }

    /// A frame is done: drops what was not asked for in the last `keep` frames.
    pub fn end_frame(&mut self, keep: u64) {
        let frame = self.frame;
        self.entries
            .retain(|_, entry| frame - entry.last_used < keep);
        self.frame += 1;
    }

    /// How many are held.
    pub fn len(&self) -> usize {
        self.entries.len()
    }
}
