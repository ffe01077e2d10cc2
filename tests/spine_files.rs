//! Spine skeletons as files: every real one to its last byte, and what other versions are told.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;
mod spine_support;

use std::path::Path;

use common::{Coverage, files_ending, golden, shared};
use rigscope::formats::spine;
use rigscope::model::Severity;
use rigscope::model::spine::Rig;
use spine_support::{assert_sound, differences, essential, is_ours, read, without_default_curves};

#[test]
fn every_skeleton_is_read_without_a_word() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/spine"), &["skel", "json"]) {
        let (rig, findings) = read(&path);
        assert!(findings.is_empty(), "{}: {findings:#?}", path.display());
        assert_sound(&rig);
        coverage.values += rig.bones.len() + rig.attachments.len() + rig.animations.len();
        coverage.files += 1;
    }
    coverage.report("Spine skeletons");
}

/// Names, order and durations as the editor's own runtime has them.
fn compare_head(coverage: &mut Coverage, name: &str, rig: &Rig, golden: &serde_json::Value) {
    let names = |key: &str| -> Vec<String> {
        let list = golden[key].as_array().unwrap().iter();
        list.map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    let found: Vec<_> = rig.bones.iter().map(|it| it.name.clone()).collect();
    coverage.equal(&format!("{name}: bones"), found, names("bones"));
    let found: Vec<_> = rig.slots.iter().map(|it| it.name.clone()).collect();
    coverage.equal(&format!("{name}: slots"), found, names("slots"));
    let found: Vec<_> = rig.skins.iter().map(|it| it.name.clone()).collect();
    coverage.equal(&format!("{name}: skins"), found, names("skins"));
    let found: Vec<_> = rig.constraints.iter().map(|it| it.name.clone()).collect();
    coverage.equal(&format!("{name}: constraints"), found, names("constraints"));
    let animations = golden["animations"].as_array().unwrap();
    assert_eq!(rig.animations.len(), animations.len(), "{name}: animations");
    for (found, expected) in rig.animations.iter().zip(animations) {
        let what = format!("{name}: animation {}", found.name);
        coverage.equal(&what, found.name.as_str(), expected[0].as_str().unwrap());
        let duration = (found.duration * 1e4).round() / 1e4;
        coverage.equal(&what, duration, expected[1].as_f64().unwrap());
    }
    let mut found: Vec<(String, usize, String)> = Vec::new();
    for skin in &rig.skins {
        let entries = skin.entries.iter();
        found.extend(entries.map(|it| (skin.name.clone(), it.slot, it.placeholder.clone())));
    }
    let expected = golden["attachments"].as_array().unwrap().iter();
    let mut expected: Vec<_> = expected
        .map(|it| {
            let text = |index: usize| it[index].as_str().unwrap().to_owned();
            (text(0), it[1].as_u64().unwrap() as usize, text(2))
        })
        .collect();
    found.sort();
    expected.sort();
    coverage.equal(&format!("{name}: attachments"), found, expected);
}

#[test]
fn names_order_and_durations_are_the_runtimes() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/spine"), &["skel", "json"]) {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let golden = golden(
            &shared,
            &format!("spine/{}.json", stem.trim_end_matches("-min")),
        );
        compare_head(&mut coverage, stem, &read(&path).0, &golden);
        coverage.files += 1;
    }
    coverage.report("heads of the Spine goldens");
}

/// Compares two exports of one project.
fn compare_exports(coverage: &mut Coverage, path: &Path, other: &Path) {
    // Editor JSON is rounded; alpha keys of ours are bytes in the binary, whose deform keys have been added to vertices
    // and taken from them again in single precision.
    let tolerance = match (is_ours(path), path.to_string_lossy().contains("t-color")) {
        (true, true) => 0.51 / 255.0,
        (true, false) => 2e-5,
        (false, _) => 0.02,
    };
    let rig = |path: &Path| match is_ours(path) {
        true => essential(read(path).0),
        false => without_default_curves(essential(read(path).0)),
    };
    let (lines, differences) = differences(&rig(path), &rig(other), tolerance);
    assert!(
        differences.is_empty(),
        "{} is not {}: {:#?}",
        path.display(),
        other.display(),
        &differences[..differences.len().min(10)]
    );
    coverage.values += lines;
    coverage.files += 1;
}

#[test]
fn json_and_binary_are_the_same_skeleton() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/spine"), &["json"]) {
        compare_exports(&mut coverage, &path, &path.with_extension("skel"));
    }
    coverage.report("Spine JSON against binary");
}

#[test]
fn exports_without_nonessential_data_are_the_same_skeleton() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/spine"), &["skel"]) {
        let name = path.to_string_lossy().into_owned();
        let Some(whole) = name.strip_suffix("-min.skel") else {
            continue;
        };
        assert!(!read(&path).0.nonessential, "{name}");
        let whole = format!("{whole}.skel");
        assert!(read(Path::new(&whole)).0.nonessential, "{whole}");
        compare_exports(&mut coverage, &path, Path::new(&whole));
    }
    coverage.report("minimal Spine exports");
}

#[test]
fn other_versions_are_refused_by_name() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    let folder = shared.join("data/spine-other-versions");
    for path in files_ending(&folder, &["skel", "json"]) {
        let version = path.strip_prefix(&folder).unwrap().iter().next().unwrap();
        let version = version.to_str().unwrap();
        if version.starts_with("4.3") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let is_json = path.extension().unwrap() == "json";
        let error = match is_json {
            true => spine::json::read(&bytes).unwrap_err(),
            false => spine::skel::read(&bytes).unwrap_err(),
        };
        let said = error.to_string();
        let found = format!("found Spine {version}.");
        assert!(said.contains(&found), "{}: {said}", path.display());
        assert!(
            said.contains("Spine 4.3") && said.contains("export it again"),
            "{said}"
        );
        assert_eq!(spine::is_json(&bytes), is_json);
        assert_eq!(spine::is_binary(&bytes), !is_json);
        coverage.files += 1;
        coverage.values += 1;
    }
    coverage.report("other Spine versions");
}

#[test]
fn an_early_beta_is_read_in_its_own_layout() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("data/spine-other-versions/4.3.39-beta/spineboy");
    let (skel, findings) = read(&folder.join("spineboy-pro.skel"));
    let codes: Vec<_> = findings.iter().map(|it| (it.severity, it.code)).collect();
    assert_eq!(codes, [(Severity::Warning, "spine.early-beta")]);
    let (json, findings) = read(&folder.join("spineboy-pro.json"));
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!((skel.bones.len(), skel.slots.len()), (67, 52));
    assert_eq!(skel.animations.len(), 11);
    let rig = |rig: Rig| without_default_curves(essential(rig));
    let (lines, differences) = differences(&rig(json), &rig(skel), 0.02);
    assert!(lines > 10_000 && differences.is_empty(), "{differences:#?}");
}

#[test]
fn content_tells_what_a_file_is() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(
        &shared.join("data"),
        &["skel", "json", "atlas", "png", "skl", "anm", "tex", "md"],
    ) {
        let bytes = std::fs::read(&path).unwrap();
        let is = (
            spine::is_binary(&bytes),
            spine::is_json(&bytes),
            spine::is_atlas(&bytes),
        );
        let ending = path.extension().unwrap().to_str().unwrap();
        let broken = path.to_string_lossy().contains("malformed");
        let in_spine = path.to_string_lossy().contains("data/spine");
        let expected = match ending {
            _ if broken => continue,
            "skel" if in_spine => (true, false, false),
            "json" if in_spine => (false, true, false),
            "atlas" => (false, false, true),
            _ => (false, false, false),
        };
        coverage.equal(&path.display().to_string(), is, expected);
        coverage.files += 1;
    }
    coverage.report("kinds of Spine files");
}
