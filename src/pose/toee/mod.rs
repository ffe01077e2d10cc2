//! What The Temple of Elemental Evil does of its own: meshes paired with skeletons by name, clips that fade into each
//! other, events, cloth (toee-formats §5, §6, §9, §12).

pub mod cloth;
pub mod events;
pub mod fade;
pub mod pairing;

pub use cloth::{Cloth, ClothState, Draping, Surroundings};
pub use fade::{Fade, Movement, Running};
pub use pairing::{Pair, Pairing};
