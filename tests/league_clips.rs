//! League `.anm`: golden values, independence from history, and round trips through our own encoders.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::path::Path;

use common::{Coverage, files_ending, golden, shared};
use glam::{Quat, Vec3};
use rigscope::formats::league::anm;
use rigscope::model::{Clip, Curve, Finding, Track};
use rigscope::pose::sample::{SampledTransform, sample_track};
use serde_json::Value;

fn read(path: &Path) -> (Clip, Vec<Finding>) {
    let bytes = std::fs::read(path).unwrap();
    anm::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_clip_has_the_golden_header_tracks_and_values() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for file in files_ending(&shared.join("goldens/league/anm"), &["json"]) {
        let name = format!("league/anm/{}", file.file_name().unwrap().to_str().unwrap());
        for (path, expected) in golden(&shared, &name).as_object().unwrap() {
            let (clip, _) = read(&shared.join("data/league").join(path));
            check_header(&mut coverage, path, &clip, expected);
            for sample in expected["samples"].as_array().unwrap() {
                check_sample(&mut coverage, path, &clip, sample);
            }
            coverage.files += 1;
        }
    }
    coverage.report("league/anm goldens");
}

fn check_header(coverage: &mut Coverage, path: &str, clip: &Clip, expected: &Value) {
    let number = |key: &str| expected.get(key).and_then(Value::as_u64).map(|n| n as u32);
    coverage.equal(path, Some(clip.kind), expected["kind"].as_str());
    coverage.equal(path, Some(clip.version), number("version"));
    coverage.near(path, clip.fps, expected["fps"].as_f64().unwrap(), 0.0);
    coverage.near(
        path,
        clip.duration,
        expected["duration"].as_f64().unwrap(),
        1e-5,
    );
    coverage.equal(path, clip.frame_count, number("frame_count"));
    coverage.equal(path, Some(clip.tracks.len() as u32), number("track_count"));
    coverage.equal(path, clip.key_count, number("key_count"));
    coverage.equal(path, clip.jump_caches, number("jump_caches"));
    coverage.equal(path, clip.flags, number("flags").unwrap_or(0));
    let hashes: Vec<u64> = clip
        .tracks
        .iter()
        .map(|track| track.hash.unwrap().into())
        .collect();
    coverage.equal(
        path,
        Value::from(hashes),
        expected["track_hashes_in_file_order"].clone(),
    );
}

fn check_sample(coverage: &mut Coverage, path: &str, clip: &Clip, sample: &Value) {
    let seconds = unrounded_time(clip, sample);
    let pose = sample["pose"].as_array().unwrap();
    // A golden pose of a long rig lists some of its tracks, in order.
    let mut tracks = clip.tracks.iter().enumerate();
    for row in pose {
        let hash = row[0].as_u64().unwrap() as u32;
        let (index, track) = tracks.find(|(_, track)| track.hash == Some(hash)).unwrap();
        let found = sample_track(clip, track, seconds);
        let what = format!("{path} {} track {index}", sample["at"]);
        let rotation = found
            .rotation
            .map(|rotation| same_sign(rotation, &row[1]).to_array());
        component(
            coverage,
            &format!("{what} rotation"),
            rotation,
            &row[1],
            1e-4,
        );
        let translation = found.translation.map(|vector| vector.to_array());
        component(
            coverage,
            &format!("{what} translation"),
            translation,
            &row[2],
            2e-4,
        );
        let one = Value::from(vec![1.0, 1.0, 1.0]);
        let scale = found.scale.map(|vector| vector.to_array());
        component(
            coverage,
            &format!("{what} scale"),
            scale,
            row.get(3).unwrap_or(&one),
            2e-4,
        );
    }
}

/// The goldens print times in six decimals, which a fast joint notices: the rule in `at` gives all of them.
fn unrounded_time(clip: &Clip, sample: &Value) -> f32 {
    let (at, printed) = (
        sample["at"].as_str().unwrap(),
        sample["t"].as_f64().unwrap(),
    );
    let (fps, duration) = (f64::from(clip.fps), f64::from(clip.duration));
    let seconds = match at.split_once(' ') {
        Some(("frac", share)) => share.parse::<f64>().unwrap() * duration,
        Some(("frame", frame)) => frame.parse::<f64>().unwrap() / fps,
        Some(_) => (printed * fps * 100.0).round() / 100.0 / fps,
        None if at == "end" => duration,
        None => (printed * fps).round() / fps,
    };
    assert!(
        (seconds - printed).abs() < 1e-6,
        "{at}: {seconds} is not the printed {printed}"
    );
    seconds as f32
}

fn component<const N: usize>(
    coverage: &mut Coverage,
    what: &str,
    found: Option<[f32; N]>,
    expected: &Value,
    tolerance: f64,
) {
    match found {
        Some(found) => coverage.all_near(what, &found, expected, tolerance),
        None => coverage.equal(what, &Value::Null, expected),
    }
}

fn same_sign(rotation: Quat, expected: &Value) -> Quat {
    let Some(expected) = expected.as_array() else {
        return rotation;
    };
    let expected: Vec<f32> = expected
        .iter()
        .map(|n| n.as_f64().unwrap() as f32)
        .collect();
    if rotation.dot(Quat::from_slice(&expected)) < 0.0 {
        -rotation
    } else {
        rotation
    }
}

#[test]
fn game_files_have_no_findings_worse_than_a_known_warning() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/league"), &["anm"]) {
        let (_, findings) = read(&path);
        let synthetic = path
            .components()
            .any(|part| part.as_os_str() == "synthetic");
        let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
        if synthetic {
            let known =
                |code: &&str| code.starts_with("league.anm-") || code.starts_with("league.canm-");
            assert!(codes.iter().all(known), "{}: {codes:?}", path.display());
        } else {
            assert!(codes.is_empty(), "{}: {codes:?}", path.display());
        }
        coverage.files += 1;
        coverage.values += 1;
    }
    coverage.report("league/anm findings");
}

fn bits(sampled: &SampledTransform) -> Vec<Option<Vec<u32>>> {
    let vector = |v: Option<Vec3>| v.map(|v| v.to_array().map(f32::to_bits).to_vec());
    let rotation = sampled
        .rotation
        .map(|q| q.to_array().map(f32::to_bits).to_vec());
    vec![vector(sampled.translation), rotation, vector(sampled.scale)]
}

#[test]
fn a_value_does_not_depend_on_what_was_sampled_before() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/league"), &["anm"]) {
        let (clip, _) = read(&path);
        for track in &clip.tracks {
            let times = [0.0, 1.0, clip.duration * 0.371];
            let fresh = times.map(|time| bits(&sample_track(&clip, track, time)));
            let backwards = [2, 1, 0].map(|time| bits(&sample_track(&clip, track, times[time])));
            assert_eq!(fresh[0], backwards[2], "{}", path.display());
            assert_eq!(fresh[1], backwards[1], "{}", path.display());
            assert_eq!(fresh[2], backwards[0], "{}", path.display());
            coverage.values += 3;
        }
        coverage.files += 1;
    }
    coverage.report("league/anm history");
}

#[test]
fn times_outside_the_clip_hold_its_ends_and_nan_is_the_start() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/league"), &["anm"]) {
        let (clip, _) = read(&path);
        let Some(track) = clip.tracks.last() else {
            continue;
        };
        let at = |seconds| bits(&sample_track(&clip, track, seconds));
        for before in [-1.0, f32::NEG_INFINITY, f32::NAN] {
            coverage.equal("before the start", at(before), at(0.0));
        }
        for after in [clip.duration + 1.0, 1e30, f32::INFINITY] {
            coverage.equal("after the end", at(after), at(clip.duration));
        }
        coverage.files += 1;
    }
    coverage.report("league/anm ends");
}

#[test]
fn every_whole_frame_is_the_stored_value_bit_for_bit() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/league"), &["anm"]) {
        let (clip, _) = read(&path);
        let Some(frames) = clip.frame_count else {
            continue;
        };
        for track in &clip.tracks {
            let Some(Curve::Frames(rotations)) = &track.rotation else {
                panic!("no frames")
            };
            for frame in 0..frames {
                let stored = rotations.get(frame as usize).unwrap_or(&rotations[0]);
                let found = sample_track(&clip, track, clip.seconds(frame as f32));
                coverage.equal("whole frame", found.rotation.unwrap(), *stored);
            }
        }
        coverage.files += 1;
    }
    coverage.report("league/anm whole frames");
}

#[test]
fn a_frame_far_into_a_long_clip_is_still_met() {
    let values: Vec<Vec3> = (0..60_000).map(|frame| Vec3::splat(frame as f32)).collect();
    let track = Track {
        translation: Some(Curve::Frames(values)),
        ..Track::default()
    };
    let clip = Clip {
        duration: 2000.0,
        fps: 30.0,
        frame_count: Some(60_000),
        ..Clip::default()
    };
    for frame in [0.0, 1.0, 7.0, 29_999.0, 59_999.0] {
        let found = sample_track(&clip, &track, clip.seconds(frame));
        assert_eq!(found.translation, Some(Vec3::splat(frame)));
    }
}

/// The cubic of league-formats §5.5 runs through keys that are all turned to the first one's side. Where two neighbours
/// still lay on opposite sides it would take the long way round, through a rotation that no key has.
#[test]
fn between_two_keys_of_a_game_file_a_rotation_takes_the_short_way() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    let mut widest = 0.0_f32;
    for path in files_ending(&shared.join("data/league"), &["anm"]) {
        let (clip, _) = read(&path);
        let mut keys = 0;
        for track in &clip.tracks {
            let Some(Curve::Cubic { ticks, values, .. }) = &track.rotation else {
                continue;
            };
            for (ticks, values) in ticks.windows(2).zip(values.windows(2)) {
                let [start, end] = [ticks[0], ticks[1]].map(f32::from);
                let between = |share: f32| {
                    let tick = start + (end - start) * share + 0.5;
                    let seconds = (tick / 65_535.0 * clip.duration).min(clip.duration);
                    sample_track(&clip, track, seconds).rotation.unwrap()
                };
                let whole = values[0].normalize().angle_between(values[1].normalize());
                // Not far beyond the arc between the two, at any of a few places.
                for share in [0.25, 0.5, 0.75] {
                    let off = between(share).angle_between(values[0].normalize());
                    assert!(
                        off <= whole * 1.2 + 0.35,
                        "{path:?}: {off} of {whole} at {start}"
                    );
                }
                widest = widest.max(whole);
                keys += 1;
            }
        }
        coverage.files += usize::from(keys > 0);
        coverage.values += keys;
    }
    println!(
        "neighbouring keys lie up to {:.0}° apart",
        widest.to_degrees()
    );
    coverage.report("rotations between keys");
}
