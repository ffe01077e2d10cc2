//! What is open and playing, and the frame packet that the GPU reads of it.

pub mod camera;
pub mod frame;
