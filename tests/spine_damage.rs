//! Spine files that are cut off, damaged or made to harm: refused with a reason, or opened with findings.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;
mod spine_support;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{Coverage, files_ending, shared};
use rigscope::formats::ReadError;
use rigscope::formats::spine::{atlas, json, skel};
use rigscope::model::Finding;
use rigscope::model::spine::Rig;
use spine_support::assert_sound;

type Read = Result<(Rig, Vec<Finding>), ReadError>;

/// Reads what may be bad, and checks what comes out. Gives whether it was opened.
fn survive(bytes: &[u8], is_json: bool) -> bool {
    let read: Read = match is_json {
        true => json::read(bytes),
        false => skel::read(bytes),
    };
    match read {
        Ok((rig, _)) => {
            assert_sound(&rig);
            true
        }
        Err(error) => {
            assert!(error.offset <= bytes.len() as u64, "{error}");
            assert!(!error.expected.is_empty() && !error.found.is_empty());
            assert!(!error.advice.is_empty());
            false
        }
    }
}

/// A sequence of numbers that is the same in every run.
struct Chance(u64);

impl Chance {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json")
}

#[test]
fn no_beginning_of_a_file_passes_for_the_whole() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/spine"), &["skel", "json"]) {
        let bytes = std::fs::read(&path).unwrap();
        let whole = match is_json(&path) {
            true => bytes.trim_ascii_end().len(),
            false => bytes.len(),
        };
        // Every length of small files; of large ones some forty.
        let step = if whole <= 4096 { 1 } else { whole / 40 };
        for length in (0..whole).step_by(step).chain([whole - 1]) {
            let opened = survive(&bytes[..length], is_json(&path));
            assert!(!opened, "{} at {length} of {whole}", path.display());
            coverage.values += 1;
        }
        coverage.files += 1;
    }
    coverage.report("cut Spine files");
}

#[test]
fn changed_bytes_are_refused_or_lead_to_a_sound_rig() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    let mut chance = Chance(1);
    let mut opened = 0;
    for path in files_ending(&shared.join("data/spine"), &["skel", "json"]) {
        let bytes = std::fs::read(&path).unwrap();
        // Reading takes time, and large files are much like small ones.
        let rounds = if bytes.len() < 30_000 { 200 } else { 10 };
        for _ in 0..rounds {
            let mut damaged = bytes.clone();
            for _ in 0..=chance.next(6) {
                let at = chance.next(damaged.len());
                damaged[at] = match chance.next(4) {
                    0 => 0xff,
                    1 => 0,
                    2 => damaged[at] ^ 1 << chance.next(8),
                    _ => chance.next(256) as u8,
                };
            }
            opened += usize::from(survive(&damaged, is_json(&path)));
            coverage.values += 1;
        }
        coverage.files += 1;
    }
    println!("{opened} of {} opened", coverage.values);
    assert!(opened > 100 && opened < coverage.values);
    coverage.report("damaged Spine files");
}

#[test]
fn every_byte_of_a_small_file_may_be_any_other() {
    let Some(shared) = shared() else { return };
    let bytes = std::fs::read(shared.join("data/spine/t-event/t-event.skel")).unwrap();
    for at in 0..bytes.len() {
        for value in [
            0,
            1,
            0x7f,
            0x80,
            0xff,
            bytes[at] ^ 0xff,
            bytes[at].wrapping_add(1),
        ] {
            let mut damaged = bytes.clone();
            damaged[at] = value;
            survive(&damaged, false);
        }
    }
}

#[test]
fn malformed_files_are_refused_with_a_reason_or_opened_with_findings() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("data/spine-malformed");
    let refusal = |name: &str| {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        skel::read(&bytes).unwrap_err()
    };
    for (name, found) in [
        ("empty.skel", "an empty file"),
        ("one-byte.skel", "1 bytes in all"),
        ("half.skel", "bytes to the end"),
        ("minus-one-byte.skel", "bytes to the end"),
        ("header-only.skel", "bytes to the end"),
        ("huge-string-table.skel", "bytes to the end"),
        ("overlong-varint.skel", "a sixth"),
        ("future-4.4.skel", "Spine 4.4"),
        ("json-inside.skel", "JSON"),
        ("png-inside.skel", "89 50 4e 47"),
        ("text.skel", "where hash and version should be"),
    ] {
        let error = refusal(name);
        assert!(error.found.contains(found), "{name}: {error}");
    }
    assert!(json::read(&std::fs::read(folder.join("json-inside.skel")).unwrap()).is_ok());
    let bytes = std::fs::read(folder.join("trailing-bytes.skel")).unwrap();
    let (_, findings) = skel::read(&bytes).unwrap();
    assert_eq!(findings[0].code, "spine.trailing-bytes");
    assert_eq!(findings[0].offset, Some(2854));
    for index in 0..5 {
        let bytes = std::fs::read(folder.join(format!("flip-{index}.skel"))).unwrap();
        survive(&bytes, false);
    }
}

#[test]
fn damaged_atlases_are_survived() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    let mut chance = Chance(2);
    for path in files_ending(&shared.join("data"), &["atlas", "png", "skel"]) {
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.truncate(2048);
        for length in 0..bytes.len() {
            let _ = atlas::read(&bytes[..length]);
        }
        for _ in 0..200 {
            let mut damaged = bytes.clone();
            if let Some(last) = damaged.len().checked_sub(1) {
                let at = chance.next(last + 1);
                damaged[at] = chance.next(256) as u8;
            }
            if let Ok((atlas, _)) = atlas::read(&damaged) {
                assert!(atlas.regions.iter().all(|it| it.page < atlas.pages.len()));
            }
            coverage.values += 1;
        }
        coverage.files += 1;
    }
    coverage.report("damaged atlases");
}

#[test]
fn files_made_to_harm_take_neither_time_nor_memory() {
    let started = Instant::now();
    let header = r#"{"skeleton": {"spine": "4.3.23"}"#;
    // Lists within lists.
    let deep = format!("{header}, \"bones\": {}", "[".repeat(1_000_000));
    assert!(json::read(deep.as_bytes()).is_err());
    // Draw orders of many slots under many keys.
    let slots: Vec<String> = (0..20_000)
        .map(|index| format!(r#"{{"name": "s{index}", "bone": "root"}}"#))
        .collect();
    let key = r#"{"offsets": [{"slot": "s0", "offset": 1}]}"#;
    let bomb = format!(
        r#"{header}, "bones": [{{"name": "root"}}], "slots": [{}], "animations": {{"a": {{"drawOrder": [{}]}}}}}}"#,
        slots.join(","),
        vec![key; 20_000].join(","),
    );
    let error = json::read(bomb.as_bytes()).unwrap_err();
    assert!(error.found.contains("places in all draw orders"), "{error}");
    assert!(
        error.expected.contains("animations.a.drawOrder["),
        "{error}"
    );
    // A sequence of four thousand million frames.
    let frames = format!(
        r#"{header}, "bones": [{{"name": "root"}}], "slots": [{{"name": "s", "bone": "root"}}],
        "skins": [{{"name": "default", "attachments": {{"s": {{"a": {{"width": 1, "height": 1,
        "sequence": {{"count": 4000000000, "digits": 4000000000}}}}}}}}}}]}}"#
    );
    let (rig, findings) = json::read(frames.as_bytes()).unwrap();
    assert_eq!(findings[0].code, "spine.sequence-length");
    assert_eq!(rig.attachments[0].region_names().count(), 1);
    assert!(started.elapsed() < Duration::from_secs(20));
}
