//! Property bins (league-formats §7): [`read()`], [`write()`], and the names behind their hashes.

mod container;
mod faults;
mod kinds;
mod known;
pub mod list;
pub mod names;
mod patch;
mod read;
mod write;

pub use patch::{apply as apply_patches, elsewhere};
pub use read::read;
pub use write::{write, write_value};

use super::hash::{fnv1a, xxh64};
use crate::model::league::bin::BinName;

/// Whether a stored name, in whichever way, means `candidate`. Case does not count, nor does the way slashes lean.
pub fn means(name: &BinName, candidate: &str) -> bool {
    match name {
        BinName::Text(text) => fnv1a(text) == fnv1a(candidate) || xxh64(text) == xxh64(candidate),
        BinName::Hash(hash) => *hash == fnv1a(candidate),
        BinName::File(hash) => *hash == xxh64(candidate),
    }
}
