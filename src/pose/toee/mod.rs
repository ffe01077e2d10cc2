//! What The Temple of Elemental Evil does of its own: clips that fade into each
//! other, events (toee-formats §5, §9).

pub mod events;
pub mod fade;

pub use super::pairing::{Pair, Pairing};
pub use fade::{Fade, Movement, Running};
