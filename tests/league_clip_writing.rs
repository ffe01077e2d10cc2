//! League `.anm` encoders: round trips of game files and of anything, and what they refuse.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::path::Path;

use common::{Coverage, files_ending, shared};
use glam::{Quat, Vec3, Vec4};
use proptest::prelude::*;
use rigscope::formats::league::anm;
use rigscope::model::{Clip, Curve, Finding, Track};
use rigscope::pose::sample::sample_track;

fn read(path: &Path) -> (Clip, Vec<Finding>) {
    let bytes = std::fs::read(path).unwrap();
    anm::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The largest distances between two clips' values, rotations up to sign; shapes must be equal.
fn distances(a: &Clip, b: &Clip) -> (f32, f32) {
    assert_eq!(a.tracks.len(), b.tracks.len());
    let (mut vectors, mut rotations) = (0.0f32, 0.0f32);
    for (a, b) in a.tracks.iter().zip(&b.tracks) {
        assert_eq!(a.hash, b.hash);
        for (a, b) in [(&a.translation, &b.translation), (&a.scale, &b.scale)] {
            for (a, b) in same_shape(a, b) {
                vectors = vectors.max((a - b).abs().max_element());
            }
        }
        for (a, b) in same_shape(&a.rotation, &b.rotation) {
            let a = Vec4::from(a);
            let b = Vec4::from(b);
            rotations = rotations.max((a - b).abs().max_element().min((a + b).abs().max_element()));
        }
    }
    (vectors, rotations)
}

/// Pairs of values; ticks equal, a held single value repeated.
fn same_shape<T: Copy>(a: &Option<Curve<T>>, b: &Option<Curve<T>>) -> Vec<(T, T)> {
    match (a, b) {
        (None, None) => Vec::new(),
        (Some(Curve::Frames(a)), Some(Curve::Frames(b))) => {
            let count = a.len().max(b.len());
            assert!([1, count].contains(&a.len()) && [1, count].contains(&b.len()));
            let at = |values: &[T], frame: usize| *values.get(frame).unwrap_or(&values[0]);
            (0..count)
                .map(|frame| (at(a, frame), at(b, frame)))
                .collect()
        }
        (
            Some(Curve::Cubic {
                ticks: a_ticks,
                values: a,
                time_based: a_time,
            }),
            Some(Curve::Cubic {
                ticks: b_ticks,
                values: b,
                time_based: b_time,
            }),
        ) => {
            assert_eq!((a_ticks, a_time), (b_ticks, b_time));
            a.iter().copied().zip(b.iter().copied()).collect()
        }
        _ => panic!("one curve is missing or of another kind"),
    }
}

#[test]
fn clips_stored_by_frame_survive_writing_as_version_5() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/league"), &["anm"]) {
        let (clip, _) = read(&path);
        if clip.frame_count.is_none() {
            continue;
        }
        let (back, findings) = anm::read(&anm::write_v5(&clip).unwrap()).unwrap();
        let (vectors, rotations) = distances(&clip, &back);
        assert!(
            vectors == 0.0 && rotations <= 7e-5,
            "{}: {rotations}",
            path.display()
        );
        assert_eq!((back.frame_count, back.fps), (clip.frame_count, clip.fps));
        assert!(
            findings
                .iter()
                .all(|finding| finding.code == "league.anm-duplicate-track"),
            "{findings:?}"
        );
        coverage.files += 1;
        coverage.values += clip.tracks.len();
    }
    coverage.report("league/anm as version 5");
}

#[test]
fn compressed_clips_survive_writing_key_for_key() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/league"), &["anm"]) {
        let (clip, _) = read(&path);
        if clip.kind != "canm" {
            continue;
        }
        let (back, _) = anm::read(&anm::write_compressed(&clip).unwrap()).unwrap();
        let (vectors, rotations) = distances(&clip, &back);
        let reach = clip
            .tracks
            .iter()
            .flat_map(|track| match &track.translation {
                Some(Curve::Cubic { values, .. }) => values.as_slice(),
                _ => &[],
            });
        let quantum = reach.map(|v| v.abs().max_element()).fold(1.0, f32::max) * 2.0 / 65_535.0;
        assert!(
            vectors <= quantum,
            "{}: off by {vectors}, a step is {quantum}",
            path.display()
        );
        assert!(rotations <= 7e-5, "{}: {rotations}", path.display());
        assert_eq!((back.key_count, back.flags), (clip.key_count, clip.flags));
        assert_eq!((back.duration, back.fps), (clip.duration, clip.fps));
        coverage.files += 1;
        coverage.values += clip.key_count.unwrap() as usize;
    }
    coverage.report("league/anm compressed again");
}

#[test]
fn a_jump_cache_written_again_is_the_game_s() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/league"), &["anm"]) {
        let original = std::fs::read(&path).unwrap();
        let (clip, _) = anm::read(&original).unwrap();
        let again = clip
            .key_count
            .and_then(|_| anm::write_compressed(&clip).ok());
        let Some(again) = again else { continue };
        let key_order = |bytes: &[u8]| -> Vec<(u16, u16)> {
            let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
            (0..clip.key_count.unwrap() as usize)
                .map(|key| (word(128 + 10 * key), word(130 + 10 * key)))
                .collect()
        };
        // Among keys needed from the same time on the order is free: where it is equal, so must the caches be.
        let same_caches =
            u32::from_le_bytes(original[32..36].try_into().unwrap()) == back_caches(&again);
        if key_order(&original) == key_order(&again) && same_caches {
            let caches = 128 + 10 * clip.key_count.unwrap() as usize..;
            assert_eq!(
                original[caches.clone()],
                again[caches],
                "{}",
                path.display()
            );
            coverage.files += 1;
            coverage.values += 1;
        }
    }
    coverage.report("league/anm jump caches");
}

fn back_caches(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes[32..36].try_into().unwrap())
}

#[test]
fn a_curve_without_doubled_ends_gets_them() {
    let curve = |ticks: Vec<u16>| Curve::Cubic {
        values: ticks
            .iter()
            .map(|&tick| Vec3::splat(f32::from(tick)))
            .collect(),
        ticks,
        time_based: true,
    };
    let track = |hash, ticks| Track {
        hash: Some(hash),
        translation: Some(curve(ticks)),
        ..Track::default()
    };
    let clip = Clip {
        duration: 2.0,
        fps: 30.0,
        tracks: vec![
            track(1, vec![30_000]),
            track(2, vec![0, 500, 65_535]),
            track(3, vec![0, 0, 65_535, 65_535]),
        ],
        ..Clip::default()
    };
    let (back, findings) = anm::read(&anm::write_compressed(&clip).unwrap()).unwrap();
    let ticks: Vec<&[u16]> = back
        .tracks
        .iter()
        .map(|track| match &track.translation {
            Some(Curve::Cubic { ticks, .. }) => ticks.as_slice(),
            _ => &[],
        })
        .collect();
    assert_eq!(ticks[0], [0, 0, 30_000, 65_535, 65_535]);
    assert_eq!(ticks[1], [0, 0, 500, 65_535, 65_535]);
    assert_eq!(ticks[2], [0, 0, 65_535, 65_535]);
    assert_eq!(findings, []);
    assert_eq!(back.tracks[0].rotation, None);
}

#[test]
fn encoders_refuse_in_a_sentence_what_their_format_cannot_hold() {
    let frames = |values: Vec<Vec3>| Some(Curve::Frames(values));
    let full = Track {
        hash: Some(1),
        name: None,
        joint: None,
        weight: None,
        translation: frames(vec![Vec3::ZERO]),
        rotation: Some(Curve::Frames(vec![Quat::IDENTITY])),
        scale: frames(vec![Vec3::ONE]),
    };
    let clip = |track: Track| Clip {
        duration: 1.0,
        fps: 30.0,
        frame_count: Some(3),
        tracks: vec![track],
        ..Clip::default()
    };
    assert!(anm::write_v5(&clip(full.clone())).is_ok());
    let refused = |track: Track| anm::write_v5(&clip(track)).unwrap_err().to_string();
    assert!(
        refused(Track {
            hash: None,
            ..full.clone()
        })
        .contains("neither hash nor name")
    );
    assert!(
        refused(Track {
            scale: None,
            ..full.clone()
        })
        .contains("no scale")
    );
    assert!(
        refused(Track {
            scale: frames(vec![Vec3::ONE; 2]),
            ..full.clone()
        })
        .contains("2 frames of scale")
    );
    let zero = Some(Curve::Frames(vec![Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)]));
    assert!(
        refused(Track {
            rotation: zero,
            ..full.clone()
        })
        .contains("without a direction")
    );
    let by_frame = anm::write_compressed(&clip(full)).unwrap_err().to_string();
    assert!(by_frame.contains("stored by frame"), "{by_frame}");
    let cubic = |ticks: Vec<u16>, time_based, x| Curve::Cubic {
        values: vec![Vec3::splat(x); ticks.len()],
        ticks,
        time_based,
    };
    let compressed = |translation, scale| {
        let track = Track {
            hash: Some(1),
            translation,
            scale,
            ..Track::default()
        };
        anm::write_compressed(&clip(track)).unwrap_err().to_string()
    };
    assert!(compressed(Some(cubic(vec![5, 4], true, 0.0)), None).contains("go back"));
    assert!(
        compressed(
            Some(cubic(vec![0], true, 0.0)),
            Some(cubic(vec![0], false, 0.0))
        )
        .contains("tangents")
    );
    assert!(compressed(Some(cubic(vec![0], true, f32::NAN)), None).contains("no number"));
    let no_length = Clip {
        duration: 0.0,
        fps: 30.0,
        ..Clip::default()
    };
    assert!(
        anm::write_compressed(&no_length)
            .unwrap_err()
            .to_string()
            .contains("duration")
    );
}

fn any_vector() -> impl Strategy<Value = Vec3> {
    (-500.0f32..500.0, -500.0f32..500.0, -500.0f32..500.0).prop_map(Vec3::from)
}

fn any_rotation() -> impl Strategy<Value = Quat> {
    (-1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0, 0.1f32..1.0)
        .prop_map(|(x, y, z, w)| Quat::from_xyzw(x, y, z, w).normalize())
}

fn any_frames() -> impl Strategy<Value = Clip> {
    (1usize..12, 0usize..6).prop_flat_map(|(frames, tracks)| {
        let track = (
            any::<u32>(),
            prop::collection::vec(any_vector(), frames),
            prop::collection::vec(any_rotation(), frames),
        );
        prop::collection::vec(track, tracks).prop_map(move |tracks| Clip {
            fps: 24.0,
            frame_count: Some(frames as u32),
            tracks: tracks
                .into_iter()
                .map(|(hash, vectors, rotations)| Track {
                    hash: Some(hash),
                    name: None,
                    joint: None,
                    weight: None,
                    translation: Some(Curve::Frames(vectors)),
                    rotation: Some(Curve::Frames(rotations)),
                    scale: Some(Curve::Frames(vec![Vec3::ONE])),
                })
                .collect(),
            ..Clip::default()
        })
    })
}

fn any_keys<T: std::fmt::Debug>(
    value: impl Strategy<Value = T>,
    time_based: bool,
) -> impl Strategy<Value = Option<Curve<T>>> {
    prop::collection::vec((any::<u16>(), value), 0..9).prop_map(move |mut keys| {
        keys.sort_by_key(|(tick, _)| *tick);
        let (ticks, values): (Vec<u16>, Vec<T>) = keys.into_iter().unzip();
        (!ticks.is_empty()).then_some(Curve::Cubic {
            ticks,
            values,
            time_based,
        })
    })
}

fn any_compressed() -> impl Strategy<Value = Clip> {
    any::<bool>().prop_flat_map(|time_based| {
        let track = (
            any::<u32>(),
            any_keys(any_vector(), time_based),
            any_keys(any_rotation(), time_based),
            any_keys(any_vector(), time_based),
        );
        prop::collection::vec(track, 0..6).prop_map(|tracks| Clip {
            duration: 1.5,
            fps: 30.0,
            tracks: tracks
                .into_iter()
                .map(|(hash, translation, rotation, scale)| Track {
                    hash: Some(hash),
                    name: None,
                    joint: None,
                    weight: None,
                    translation,
                    rotation,
                    scale,
                })
                .collect(),
            ..Clip::default()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_clip_of_frames_survives_version_5(clip in any_frames()) {
        let (back, _) = anm::read(&anm::write_v5(&clip).unwrap()).unwrap();
        let (vectors, rotations) = distances(&clip, &back);
        prop_assert!(vectors == 0.0 && rotations <= 7e-5);
        prop_assert_eq!(back.fps, 24.0);
    }

    #[test]
    fn any_compressed_clip_keeps_its_values_at_its_keys(clip in any_compressed()) {
        let (back, _) = anm::read(&anm::write_compressed(&clip).unwrap()).unwrap();
        prop_assert_eq!(back.tracks.len(), clip.tracks.len());
        for (original, track) in clip.tracks.iter().zip(&back.tracks) {
            prop_assert_eq!(original.hash, track.hash);
            prop_assert_eq!(original.rotation.is_some(), track.rotation.is_some());
            let (Some(Curve::Cubic { ticks, values, .. }), Some(written)) = (&original.translation, &track.translation) else {
                prop_assert_eq!(original.translation.is_some(), track.translation.is_some());
                continue;
            };
            let Curve::Cubic { ticks: new_ticks, values: new_values, .. } = written else { panic!("frames") };
            prop_assert!(new_ticks.starts_with(&[0, 0]) && new_ticks.ends_with(&[65_535, 65_535]));
            let added = new_ticks.len() - ticks.len();
            let before = (0..=added).find(|&before| new_ticks[before..].starts_with(ticks)).unwrap();
            for (value, new) in values.iter().zip(&new_values[before..]) {
                prop_assert!((value - new).abs().max_element() <= 1000.0 / 65_535.0);
            }
        }
        let twice = anm::write_compressed(&back).unwrap();
        prop_assert_eq!(anm::read(&twice).unwrap().0.key_count, back.key_count);
    }

    #[test]
    fn a_cubic_runs_through_its_keys(clip in any_compressed()) {
        for track in &clip.tracks {
            let Some(Curve::Cubic { ticks, values, .. }) = &track.translation else { continue };
            for (key, (&tick, &value)) in ticks.iter().zip(values).enumerate() {
                if ticks.get(key + 1) == Some(&tick) {
                    continue;
                }
                let seconds = (f64::from(tick) + 0.5) / 65_535.0 * f64::from(clip.duration);
                let single = Track { translation: Some(Curve::Cubic { ticks: vec![tick], values: vec![value], time_based: true }), ..Track::default() };
                let found = sample_track(&clip, track, seconds as f32).translation.unwrap();
                prop_assert!((found - value).abs().max_element() < 1e-3);
                prop_assert_eq!(sample_track(&clip, &single, 0.7).translation, Some(value));
            }
        }
    }
}
