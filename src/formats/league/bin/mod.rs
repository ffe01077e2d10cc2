//! Property bins (league-formats §7): [`read()`], [`write()`], and the names behind their hashes.

mod container;
mod faults;
mod kinds;
mod known;
pub mod names;
mod read;
mod write;

pub use read::read;
pub use write::{write, write_value};

use super::hash::{fnv1a, xxh64};
use crate::model::Finding;
use crate::model::finding::counted;
use crate::model::league::bin::{Bin, BinName};

/// Whether a stored name, in whichever way, means `candidate`. Case does not count, nor does the way slashes lean.
pub fn means(name: &BinName, candidate: &str) -> bool {
    match name {
        BinName::Text(text) => fnv1a(text) == fnv1a(candidate) || xxh64(text) == xxh64(candidate),
        BinName::Hash(hash) => *hash == fnv1a(candidate),
        BinName::File(hash) => *hash == xxh64(candidate),
    }
}

/// Objects of a patch that are told one by one.
const MOST_TOLD: usize = 4;

/// That a patch's changes are listed and change nothing, for one that has any.
pub fn not_applied(bin: &Bin) -> Option<Finding> {
    let (replaced, deleted) = (bin.patches.len(), bin.deletions.len());
    if replaced + deleted == 0 {
        return None;
    }
    let changed = bin.patches.iter().map(|patch| patch.object);
    let mut objects: Vec<u32> = changed.chain(bin.deletions.iter().copied()).collect();
    objects.sort_unstable();
    objects.dedup();
    let told: Vec<String> = objects
        .iter()
        .take(MOST_TOLD)
        .map(|object| format!("{object:#010x}"))
        .collect();
    let more = match objects.len() - told.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!(
        "the patch replaces {} and deletes {}, which is not applied; of the {} {}{more}",
        counted(replaced, "value", "values"),
        counted(deleted, "object", "objects"),
        if objects.len() == 1 {
            "object"
        } else {
            "objects"
        },
        told.join(", "),
    );
    Some(Finding::note(
        "league.patch-not-applied",
        message,
        "nothing to do; inspect --json lists the changes, and the bins are shown as they are without them",
    ))
}
