//! Clip graphs: read from bins, played, and what their events do.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../cli_support/mod.rs"]
mod cli_support;
#[path = "../common/mod.rs"]
mod common;
mod controls;
mod events;
mod goldens;
mod hand;
mod nested;
mod playing;
mod program;
mod reading;
mod snaps;
