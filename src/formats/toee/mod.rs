//! The Temple of Elemental Evil: `.skm` meshes, `.ska` skeletons with clips, `.mdf` materials, `.mes` tables
//! (toee-formats). Each reader gives the file as it is stored, which its encoder writes again byte for byte, and makes
//! the model from that.

pub mod character;
pub mod data_root;
mod fixed_text;
pub mod mdf;
pub mod mes;
pub mod ska;
pub mod skm;
mod text;

pub use fixed_text::FixedText;

/// Vertices, bones and matrices with numbers beyond this are damage.
const HUGE: f32 = 1e6;

/// Whether all numbers can be drawn.
fn usable(numbers: &[f32]) -> bool {
    numbers.iter().all(|number| number.abs() <= HUGE)
}

/// A stored parent, if it names a bone before its own: in every known file it does, and that rules out circles
/// (toee-formats §13).
fn parent_before(stored: i16, own: usize) -> Option<usize> {
    usize::try_from(stored).ok().filter(|&parent| parent < own)
}
