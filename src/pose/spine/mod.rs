//! Spine 4.3: a rig, animations and a clock → world matrices, vertices and what is drawn.
//!
//! Everything is evaluated in `f64`. A [`SpinePose`] is the state of one skeleton: it holds three [`Settings`] (the setup
//! pose, the pose that animations set, and the pose that constraints make of it), the bones' world matrices, and what
//! physics remembers. [`Player`] advances tracks and the pose together, one frame at a time.

mod apply;
pub mod bones;
mod cache;
pub mod clip;
mod curve;
pub mod draw;
pub mod events;
mod ik;
mod path;
pub mod physics;
pub mod pictures;
pub mod playback;
pub mod player;
pub mod settings;
mod skeleton;
mod skins;
mod slider;
pub mod state;
mod timeline;
mod transform;
pub mod vertices;

pub use bones::{Local, Placement, World};
pub use draw::{Drawn, Shown};
pub use events::Fired;
pub use physics::PhysicsMode;
pub use pictures::Pictures;
pub use playback::{Playback, Stepping};
pub use player::Player;
pub use settings::{ConstraintPose, Settings, SlotPose};
pub use skeleton::SpinePose;
pub use state::{AnimationState, Entry};
