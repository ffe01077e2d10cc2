//! Time → matrices. Pure functions: the same model, clip and time give the same pose, whatever was shown before.

pub mod palette;
pub mod sample;
pub mod skin_cpu;
