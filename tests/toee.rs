//! The Temple of Elemental Evil: readers, encoders and poses against golden values, and what damage does to them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cli_support;
mod common;
mod gpu_support;
mod toee_support;
