//! Binary Spine skeletons: every real file to its last byte.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;
mod spine_support;

use common::{Coverage, files_ending, shared};
use spine_support::{differences, essential, read};

#[test]
fn every_binary_skeleton_is_read_to_its_last_byte_without_a_word() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/spine"), &["skel", "json"]) {
        let (rig, findings) = read(&path);
        if !findings.is_empty() {
            println!("{} {findings:#?}", path.display());
        }
        coverage.values += rig.bones.len();
        coverage.files += 1;
    }
    coverage.report("binary skeletons");
}

#[test]
fn json_is_the_same() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/spine"), &["json"]) {
        let (json, _) = read(&path);
        let binary = path.with_extension("skel");
        if !binary.exists() {
            continue;
        }
        let (skel, _) = read(&binary);
        let (lines, d) = differences(&essential(json), &essential(skel), 0.02);
        println!("{}: {} of {lines}", path.display(), d.len());
        for d in d.iter().take(12) {
            println!("   {d}");
        }
        coverage.files += 1;
    }
}
