//! What The Temple of Elemental Evil does of its own: meshes paired with skeletons by name, clips that fade into each
//! other, events (toee-formats §5, §6, §9).

pub mod events;
pub mod fade;
pub mod pairing;

pub use fade::{Fade, Movement, Running};
pub use pairing::{Pair, Pairing};
