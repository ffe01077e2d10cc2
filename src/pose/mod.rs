//! Time → matrices. Pure functions: the same model, clip and time give the same pose, whatever was shown before.

pub mod arc;
pub mod checkpoints;
pub mod evaluate;
pub mod graph;
pub mod key_times;
pub mod mapping;
pub mod names;
pub mod pairing;
pub mod palette;
pub mod sample;
pub mod skin_cpu;
pub mod skin_local;
pub mod snap;
pub mod spine;
pub mod toee;

pub use evaluate::Pose;
pub use mapping::{Candidate, Mapping, MappingRule, Reason, TrackMapping};
