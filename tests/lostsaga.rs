//! Lost Saga: readers, encoders, poses and findings against golden values, and what damage does to them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cli_support;
mod common;
mod lostsaga_support;
