//! Both encoders give back what was read.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;
mod spine_support;

use common::{Coverage, files_ending, shared};
use rigscope::formats::spine::{json, skel};
use rigscope::model::spine::{Bone, Rig};
use spine_support::{differences, is_ours, read};

#[test]
fn binary_skeletons_are_written_as_they_were() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    let mut same_bytes = 0;
    for path in files_ending(&shared.join("data/spine"), &["skel"]) {
        let bytes = std::fs::read(&path).unwrap();
        let (rig, _) = read(&path);
        let written = skel::write(&rig).unwrap();
        let (again, findings) = skel::read(&written).unwrap();
        assert!(again == rig && findings.is_empty(), "{}", path.display());
        // The editor's own files repeat strings in their table and state some defaults.
        let edited = !is_ours(&path) && !path.to_string_lossy().contains("-min");
        if !edited {
            assert!(written == bytes, "{}: other bytes", path.display());
        }
        same_bytes += usize::from(written == bytes);
        coverage.files += 1;
        coverage.values += bytes.len();
    }
    println!("{same_bytes} of {} byte by byte", coverage.files);
    coverage.report("binary Spine round trips");
}

#[test]
fn json_is_written_so_that_it_reads_the_same() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/spine"), &["skel", "json"]) {
        let (rig, _) = read(&path);
        let text = json::write(&rig).unwrap();
        let (again, findings) = json::read(text.as_bytes()).unwrap();
        assert!(findings.is_empty(), "{}: {findings:?}", path.display());
        let (lines, differences) = differences(&again, &rig, 0.0);
        assert!(again == rig, "{}: {differences:#?}", path.display());
        coverage.files += 1;
        coverage.values += lines;
    }
    coverage.report("JSON Spine round trips");
}

#[test]
fn what_json_says_can_be_said_in_binary() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/spine"), &["json"]) {
        let (mut rig, _) = read(&path);
        let (mut again, findings) = skel::read(&skel::write(&rig).unwrap()).unwrap();
        assert!(findings.is_empty(), "{}: {findings:?}", path.display());
        // Ours are called by their name, which is no hash.
        (rig.hash, again.hash) = (None, None);
        // Alpha keys become bytes; a physics X scale with a Y scale mode loses its last digit.
        let (lines, differences) = differences(&again, &rig, 0.51 / 255.0);
        assert!(
            differences.is_empty(),
            "{}: {differences:#?}",
            path.display()
        );
        coverage.files += 1;
        coverage.values += lines;
    }
    coverage.report("Spine JSON through binary");
}

#[test]
fn what_a_format_cannot_say_is_refused() {
    let mut rig = Rig {
        version: "4.3.23".into(),
        bones: vec![Bone::new("root", None), Bone::new("root", Some(0))],
        ..Rig::default()
    };
    assert!(
        json::write(&rig)
            .unwrap_err()
            .0
            .contains("names of their own")
    );
    assert!(skel::write(&rig).is_ok());
    rig.bones[1] = Bone::new("other", None);
    assert!(skel::write(&rig).unwrap_err().0.contains("root"));
    assert!(json::write(&rig).is_ok());
    rig.bones[1] = Bone::new("", Some(0));
    assert!(skel::write(&rig).unwrap_err().0.contains("no name"));
    rig.bones[1] = Bone::new("late", Some(7));
    assert!(
        skel::write(&rig)
            .unwrap_err()
            .0
            .contains("7 is not one of 1")
    );
    assert!(json::write(&rig).unwrap_err().0.contains("no bone 7"));
}
