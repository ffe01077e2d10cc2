//! Rigscope: a skeletal viewer that shows what the game shows, and why.
//!
//! The way of a file: [`formats`] turns bytes into the neutral [`model`]; [`pose`] turns model and time into matrices;
//! [`scene`] holds what is open and playing and builds the frame packet; [`gpu`] draws that packet and knows no file
//! format; [`export`] writes glTF; [`ui`], [`app`] (the window) and [`cli`] stand on top.

#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

pub mod app;
pub mod cli;
pub mod export;
pub mod formats;
pub mod gpu;
pub mod model;
pub mod pose;
pub mod scene;
pub mod ui;
