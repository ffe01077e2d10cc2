//! The Temple of Elemental Evil: `.skm` meshes, `.ska` skeletons with clips, `.mdf` materials, `.mes` tables
//! (toee-formats). Each reader gives the file as it is stored, which its encoder writes again byte for byte, and makes
//! the model from that.

pub mod character;
pub mod data_root;
mod fixed_text;
pub mod helper_bones;
pub mod mdf;
pub mod mes;
pub mod ska;
pub mod skm;
mod stages;
pub mod tables;
mod text;

use super::ReadError;

pub use fixed_text::FixedText;

/// Vertices, bones and matrices with numbers beyond this are damage.
const HUGE: f32 = 1e6;

/// Bones that a parent's index can name. More are refused.
const MOST_BONES: usize = i16::MAX as usize;

/// Refuses a number of bones that no parent's index could name. `at` is the offset of their count.
fn check_bones(count: u32, at: u64) -> Result<(), ReadError> {
    if count as usize <= MOST_BONES {
        return Ok(());
    }
    Err(ReadError::new(
        at,
        format!("at most {MOST_BONES} bones"),
        count.to_string(),
    ))
}

/// Whether all numbers can be drawn.
fn usable(numbers: &[f32]) -> bool {
    numbers.iter().all(|number| number.abs() <= HUGE)
}

/// A stored parent, if it names a bone before its own: in every known file it does, and that rules out circles
/// (toee-formats §13).
fn parent_before(stored: i16, own: usize) -> Option<usize> {
    usize::try_from(stored).ok().filter(|&parent| parent < own)
}
