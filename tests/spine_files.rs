//! Binary Spine skeletons: every real file to its last byte.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::{Coverage, files_ending, shared};
use rigscope::formats::spine::skel;

#[test]
fn every_binary_skeleton_is_read_to_its_last_byte_without_a_word() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/spine"), &["skel"]) {
        let bytes = std::fs::read(&path).unwrap();
        let (rig, findings) =
            skel::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if !findings.is_empty() {
            println!("{} {findings:#?}", path.display());
        }
        coverage.values += rig.bones.len();
        coverage.files += 1;
    }
    coverage.report("binary skeletons");
}
