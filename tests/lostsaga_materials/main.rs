//! Lost Saga: what is around a model. Material and model texts, collision meshes, hidden textures, and where they lie.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod dressing;
mod files;
mod knight;
mod sample;
mod set;
mod surfaces;
mod texts;

#[path = "../cli_support/mod.rs"]
mod cli_support;
#[path = "../common/mod.rs"]
mod common;
#[path = "../gpu_support/mod.rs"]
mod gpu_support;
// What Wick is made with.
#[allow(dead_code)]
#[path = "../../assets/samples/make/league/mod.rs"]
mod league;
#[path = "../../assets/samples/make/lostsaga/mod.rs"]
mod lostsaga;

use rigscope::model::Finding;

fn codes<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Vec<&'static str> {
    let findings = findings.into_iter();
    findings.map(|finding| finding.code).collect()
}
