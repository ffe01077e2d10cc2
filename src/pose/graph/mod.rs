//! Clip graphs at play (league-formats §7.2): a clip and its controls → a [`Plan`] of one pass; the plan at a time →
//! local transforms, active events, visible submeshes. Each is a pure function, so that scrubbing equals playing.

mod beside;
mod build;
pub mod controls;
pub mod cues;
mod evaluate;
mod plan;
mod sequence;

pub use build::{Lead, plan, plan_of_file, seconds_of};
pub use controls::{Choice, Controls};
pub use evaluate::{LocalPose, Scratch, Sources, evaluate, mix};
pub use plan::{Action, Layer, Node, NodeId, Plan, Play, Span, Step};
