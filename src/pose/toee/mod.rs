//! What The Temple of Elemental Evil does of its own: clips that fade into each other, events, cloth (toee-formats §5, §9,
//! §12).

pub mod cloth;
pub mod events;
pub mod fade;

pub use super::pairing::{Pair, Pairing};
pub use cloth::{Cloth, ClothState, Draping, Surroundings};
pub use fade::{Fade, Movement, Running};
