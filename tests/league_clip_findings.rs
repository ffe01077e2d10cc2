//! Odd `.anm`: each oddity is named, and what is good is shown.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod league_anm_files;

use glam::{Quat, Vec3};
use league_anm_files::{CANM_KEYS, canm, v3, v4, v5};
use rigscope::formats::ReadError;
use rigscope::formats::league::{anm, hash};
use rigscope::model::{Clip, Curve, Finding, Severity, Subject, Track};
use rigscope::pose::sample::sample_track;

fn read(bytes: &[u8]) -> (Clip, Vec<Finding>) {
    anm::read(bytes).unwrap()
}

fn refused(bytes: &[u8]) -> ReadError {
    anm::read(bytes).unwrap_err()
}

/// Reads what must give exactly one finding of this code.
#[track_caller]
fn found(bytes: &[u8], code: &str) -> (Clip, Finding) {
    let (clip, mut findings) = read(bytes);
    let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [code]);
    (clip, findings.remove(0))
}

fn patch(mut bytes: Vec<u8>, at: usize, value: &[u8]) -> Vec<u8> {
    bytes[at..at + value.len()].copy_from_slice(value);
    bytes
}

fn float(value: f32) -> [u8; 4] {
    value.to_le_bytes()
}

fn word(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

fn translation(track: &Track) -> Vec<Vec3> {
    match &track.translation {
        Some(Curve::Frames(values) | Curve::Cubic { values, .. }) => values.clone(),
        Some(Curve::Spans { .. } | Curve::Keys { .. }) | None => Vec::new(),
    }
}

#[test]
fn whole_files_have_no_findings() {
    let same_order = [
        (1, [0, 0, 0]),
        (2, [1, 0, 0]),
        (1, [0, 0, 0]),
        (2, [2, 0, 0]),
    ];
    for bytes in [v3(["a", "b"]), v4(&same_order), v5(), canm()] {
        assert_eq!(read(&bytes).1, []);
    }
    let (clip, _) = read(&v3(["Root", "b"]));
    assert_eq!(clip.tracks[0].hash, Some(hash::elf("root")));
    assert_eq!(
        (clip.tracks[0].name.as_deref(), clip.skeleton_id),
        (Some("Root"), Some(77))
    );
    let (clip, _) = read(&v4(&same_order));
    assert_eq!(translation(&clip.tracks[1]), [Vec3::X, Vec3::Y]);
    assert_eq!(
        translation(&clip.tracks[0]),
        [Vec3::ONE],
        "equal frames are held as one value"
    );
}

#[test]
fn unknown_versions_and_magics_are_refused_by_name() {
    let unknown = refused(&patch(v5(), 8, &[6]));
    assert_eq!((unknown.offset, unknown.found.as_str()), (8, "version 6"));
    assert!(unknown.expected.contains("3, 4 and 5"));
    let unknown = refused(&patch(canm(), 8, &[9]));
    assert!(unknown.expected.contains("1, 2 and 3") && unknown.found.contains('9'));
    assert!(
        refused(&patch(v5(), 0, b"riff"))
            .expected
            .contains("r3d2anmd")
    );
    assert!(refused(b"r3d2").found.contains("4 bytes"));
}

#[test]
fn versions_2_and_3_of_compressed_files_are_read_with_a_note() {
    for version in [2, 3] {
        let (clip, finding) = found(&patch(canm(), 8, &[version]), "league.canm-version");
        assert_eq!(clip.tracks, read(&canm()).0.tracks);
        assert_eq!(finding.severity, Severity::Note);
    }
}

#[test]
fn duplicate_tracks_stay_and_both_are_named() {
    let bytes = v5();
    let hashes = word(&bytes, 40) + 12;
    let (clip, finding) = found(
        &patch(bytes, hashes + 4, &[1]),
        "league.anm-duplicate-track",
    );
    assert_eq!(clip.tracks.len(), 2);
    assert!(finding.message.contains("0 and 1"), "{}", finding.message);
    assert_eq!(finding.subject, Some(Subject::Track(1)));
    found(&v3(["head", "HEAD"]), "league.anm-duplicate-track");
}

#[test]
fn thousands_of_duplicates_are_a_short_list() {
    let track = Track {
        hash: Some(5),
        name: None,
        joint: None,
        weight: None,
        translation: Some(Curve::Frames(vec![Vec3::ONE])),
        rotation: Some(Curve::Frames(vec![Quat::IDENTITY])),
        scale: Some(Curve::Frames(vec![Vec3::ONE])),
    };
    let clip = Clip {
        fps: 30.0,
        frame_count: Some(1),
        tracks: vec![track; 3000],
        ..Clip::default()
    };
    let (_, findings) = read(&anm::write_v5(&clip).unwrap());
    assert_eq!(findings.len(), 17);
    assert!(findings[16].message.contains("2999"));
}

#[test]
fn an_index_outside_a_palette_holds_the_value_before() {
    let bytes = v5();
    let rows = word(&bytes, 60) + 12;
    // Frame 1 of track 0: rows are frame-major, two tracks of six bytes.
    let (clip, finding) = found(
        &patch(bytes, rows + 12, &[0xFF, 0xFF]),
        "league.anm-palette-index",
    );
    assert_eq!(translation(&clip.tracks[0]), [Vec3::X, Vec3::X, Vec3::Z]);
    assert!(
        finding.message.contains("1 rows") && finding.message.contains("track 0"),
        "{}",
        finding.message
    );
    let rows = [(1, [9, 0, 9]), (2, [0, 9, 0])];
    let (clip, finding) = found(&v4(&rows), "league.anm-palette-index");
    assert_eq!(translation(&clip.tracks[0]), [Vec3::ZERO]);
    assert_eq!(
        clip.tracks[0].rotation,
        Some(Curve::Frames(vec![Quat::IDENTITY]))
    );
    assert_eq!(clip.tracks[1].scale, Some(Curve::Frames(vec![Vec3::ONE])));
    assert!(finding.message.contains("2 rows"));
}

#[test]
fn what_stands_in_the_unused_offset_of_version_4_does_no_harm() {
    let whole = v4(&[(1, [0, 1, 0]), (2, [1, 2, 0])]);
    // Into the middle of the vector palette.
    let odd = patch(whole.clone(), 40, &70_u32.to_le_bytes());
    assert_eq!(read(&odd), read(&whole));
}

#[test]
fn rows_in_another_order_are_matched_by_hash() {
    let rows = [
        (1, [1, 0, 0]),
        (2, [2, 0, 0]),
        (2, [2, 0, 0]),
        (1, [0, 0, 0]),
    ];
    let (clip, finding) = found(&v4(&rows), "league.anm-row-order");
    assert_eq!(translation(&clip.tracks[0]), [Vec3::X, Vec3::ONE]);
    assert_eq!(translation(&clip.tracks[1]), [Vec3::Y]);
    assert!(finding.message.contains("1 frames") && finding.message.contains("frame 1"));
    let stranger = [
        (1, [1, 0, 0]),
        (2, [2, 0, 0]),
        (1, [0, 0, 0]),
        (9, [1, 0, 0]),
    ];
    let (clip, finding) = found(&v4(&stranger), "league.anm-row-order");
    assert_eq!(
        translation(&clip.tracks[1]),
        [Vec3::Y],
        "held, since frame 1 has no row for it"
    );
    assert!(finding.message.contains("1 without a partner"));
    let twins = [
        (1, [1, 0, 0]),
        (1, [2, 0, 0]),
        (1, [0, 0, 0]),
        (1, [1, 0, 0]),
    ];
    let (clip, _) = found(&v4(&twins), "league.anm-duplicate-track");
    assert_eq!(
        translation(&clip.tracks[1]),
        [Vec3::Y, Vec3::X],
        "by position"
    );
}

#[test]
fn numbers_that_are_none_hold_the_value_before() {
    let first_row = 28 + 36;
    for nonsense in [f32::NAN, f32::INFINITY, 1e30] {
        let bytes = patch(v3(["a", "b"]), first_row + 28 + 16, &float(nonsense));
        let (clip, finding) = found(&bytes, "league.anm-not-a-number");
        assert_eq!(
            translation(&clip.tracks[0]),
            [Vec3::ZERO, Vec3::ZERO, Vec3::splat(2.0)]
        );
        assert_eq!(finding.severity, Severity::Error);
        assert!(
            finding.message.contains("frame or key 1"),
            "{}",
            finding.message
        );
    }
    let (clip, _) = found(
        &patch(v3(["a", "b"]), first_row, &float(f32::NAN)),
        "league.anm-not-a-number",
    );
    assert_eq!(
        sample_track(&clip, &clip.tracks[0], 0.0).rotation,
        Some(Quat::IDENTITY)
    );
}

#[test]
fn rotations_that_are_not_of_unit_length_are_named() {
    let bytes = patch(v3(["a", "b"]), 28 + 36 + 12, &float(1.5));
    let (clip, finding) = found(&bytes, "league.anm-not-unit");
    assert!(finding.message.starts_with("1 rotations"));
    let between = sample_track(&clip, &clip.tracks[0], 0.4 / 30.0)
        .rotation
        .unwrap();
    assert!((between.length() - 1.0).abs() < 1e-6);
}

#[test]
fn cut_frames_are_shown_as_far_as_they_go() {
    let bytes = v5();
    let short = &bytes[..bytes.len() - 1];
    let (clip, findings) = read(short);
    assert_eq!(clip.frame_count, Some(2));
    assert_eq!(translation(&clip.tracks[0]), [Vec3::X, Vec3::Y]);
    let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["league.anm-size", "league.anm-cut"]);
    assert_eq!(findings[1].severity, Severity::Error);
    let none = refused(&bytes[..word(&bytes, 60) + 12 + 3]);
    assert!(none.expected.contains("a frame of 12 bytes") && none.found.contains("3 bytes"));

    let bytes = v3(["a", "b"]);
    let (clip, finding) = found(&bytes[..bytes.len() - 1], "league.anm-cut");
    assert_eq!(
        (translation(&clip.tracks[1]).len(), clip.frame_count),
        (2, Some(3))
    );
    assert!(finding.message.contains("track 1"));
    let (clip, finding) = found(&bytes[..28 + 36 + 3 * 28 + 5], "league.anm-cut");
    assert_eq!(clip.tracks.len(), 1);
    assert!(finding.message.contains("2 tracks"));
    assert!(refused(&bytes[..40]).expected.contains("36 bytes"));
}

#[test]
fn a_cut_palette_is_one_finding_of_its_own() {
    // The palette of vectors claims to begin past the end.
    let (clip, findings) = read(&patch(v5(), 52, &100_000u32.to_le_bytes()));
    let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["league.anm-cut", "league.anm-palette-index"]);
    assert!(findings[0].message.contains("palette of vectors"));
    assert_eq!(translation(&clip.tracks[0]), [Vec3::ZERO]);
}

#[test]
fn sizes_and_bytes_left_over_are_notes() {
    let mut longer = v5();
    longer.extend([0; 5]);
    let (_, findings) = read(&longer);
    let codes: Vec<(&str, Severity)> = findings
        .iter()
        .map(|finding| (finding.code, finding.severity))
        .collect();
    assert_eq!(
        codes,
        [
            ("league.anm-size", Severity::Note),
            ("league.anm-trailing", Severity::Note)
        ]
    );
    assert!(findings[1].message.starts_with("5 bytes"));
    let mut longer = v3(["a", "b"]);
    longer.push(0);
    found(&longer, "league.anm-trailing");
    let len = v5().len() as u32;
    assert_eq!(
        read(&patch(v5(), 12, &len.to_le_bytes())).1,
        [],
        "some exporters count the whole file"
    );
    let mut longer = canm();
    longer.push(0);
    assert_eq!(read(&longer).1.len(), 2);
}

#[test]
fn unknown_flags_are_notes() {
    found(&patch(v5(), 24, &[1]), "league.anm-flags");
    found(&patch(canm(), 20, &[0b11_1100]), "league.anm-flags");
    found(&patch(v3(["a", "b"]), 28 + 32, &[4]), "league.anm-flags");
    assert_eq!(
        read(&patch(v3(["a", "b"]), 28 + 32, &[2])).1,
        [],
        "2 marks a root"
    );
}

#[test]
fn rates_and_durations_that_are_none_are_replaced() {
    for (bytes, expected) in [
        (patch(v3(["a", "b"]), 24, &[0; 4]), 0.1),
        (patch(v5(), 36, &float(f32::NAN)), 0.1),
        (patch(v5(), 36, &float(-1.0)), 0.1),
        (patch(canm(), 40, &float(0.0)), 2.0),
        (patch(canm(), 40, &float(1e9)), 2.0),
    ] {
        let (clip, finding) = found(&bytes, "league.anm-fps");
        assert_eq!((clip.fps, clip.duration), (30.0, expected));
        assert!(finding.fix.contains("export"));
    }
    for nonsense in [f32::NAN, 0.0, -3.0, 1e9, f32::INFINITY] {
        let (clip, _) = found(&patch(canm(), 36, &float(nonsense)), "league.anm-duration");
        // The longest curve has 5 keys, the ends doubled.
        assert_eq!(clip.duration, 2.0 / 30.0);
    }
}

#[test]
fn clips_without_frames_or_tracks_are_empty_and_say_so() {
    let empty = Clip {
        fps: 30.0,
        frame_count: Some(4),
        ..Clip::default()
    };
    let (clip, finding) = found(&anm::write_v5(&empty).unwrap(), "league.anm-empty");
    assert!(clip.tracks.is_empty() && finding.message.contains("no tracks"));
    let track = Track {
        hash: Some(1),
        ..Track::default()
    };
    let still = Clip {
        fps: 30.0,
        frame_count: Some(0),
        tracks: vec![track],
        ..Clip::default()
    };
    let (clip, finding) = found(&anm::write_v5(&still).unwrap(), "league.anm-empty");
    assert_eq!(
        (clip.duration, clip.frame_count, clip.tracks.len()),
        (0.0, Some(0), 1)
    );
    assert_eq!(finding.severity, Severity::Warning);
    assert_eq!(
        sample_track(&clip, &clip.tracks[0], 0.0),
        Default::default()
    );
    let no_keys = Clip {
        duration: 1.0,
        ..still
    };
    found(
        &anm::write_compressed(&no_keys).unwrap(),
        "league.anm-empty",
    );
    let mut v3 = v3(["a", "b"]);
    v3.truncate(28);
    found(&patch(v3, 16, &[0; 4]), "league.anm-empty");
}

#[test]
fn keys_of_no_joint_or_component_are_left_out() {
    let first_id = 128 + 2;
    let (clip, finding) = found(
        &patch(canm(), first_id, &[0x05, 0x40]),
        "league.canm-key-joint",
    );
    assert_eq!(
        (clip.key_count, finding.offset),
        (Some(CANM_KEYS as u32), Some(128))
    );
    assert!(finding.message.contains("the table's 3"));
    found(
        &patch(canm(), first_id, &[0x00, 0xC0]),
        "league.canm-key-component",
    );
}

#[test]
fn keys_that_go_back_in_time_are_sorted() {
    let bytes = canm();
    // The first curve's four keys come first: 0, 0, end, end. Turn the last two's order around.
    let (clip, finding) = found(
        &patch(bytes, 128 + 30, &[0x10, 0x00]),
        "league.canm-key-order",
    );
    let Some(Curve::Cubic { ticks, .. }) = &clip.tracks[0].rotation else {
        panic!("no keys")
    };
    assert_eq!(ticks, &[0, 0, 16, 65_535]);
    assert_eq!(finding.severity, Severity::Warning);
}

#[test]
fn a_curve_without_a_key_at_its_ends_is_a_note() {
    let (clip, finding) = found(&patch(canm(), 128 + 30, &[0xFE]), "league.canm-key-order");
    assert_eq!(
        (clip.tracks.len(), finding.severity),
        (3, Severity::Warning)
    );
    let both = patch(patch(canm(), 128 + 20, &[0xFE]), 128 + 30, &[0xFE]);
    let (_, finding) = found(&both, "league.canm-open-end");
    assert!(finding.message.starts_with("1 curves") && finding.severity == Severity::Note);
}

#[test]
fn ranges_that_span_nothing_are_named() {
    let (clip, finding) = found(&patch(canm(), 68, &float(f32::NAN)), "league.canm-range");
    assert!(
        clip.tracks
            .iter()
            .all(|track| track.translation.is_none() && track.hash.is_some())
    );
    assert_eq!(finding.severity, Severity::Error);
    let (clip, finding) = found(&patch(canm(), 92, &float(1e6)), "league.canm-range");
    assert!(clip.tracks[0].scale.is_some());
    assert_eq!(finding.severity, Severity::Warning);
}

#[test]
fn a_jump_cache_that_does_not_fit_is_a_note() {
    for count in [i32::MAX, -1] {
        let (clip, _) = found(
            &patch(canm(), 32, &count.to_le_bytes()),
            "league.canm-jump-cache",
        );
        assert_eq!(clip.jump_caches, Some(count.max(0) as u32));
        assert_eq!(clip.tracks, read(&canm()).0.tracks);
    }
}

#[test]
fn cut_tables_of_compressed_files_are_shown_as_far_as_they_go() {
    let bytes = canm();
    let (clip, findings) = read(&bytes[..bytes.len() - 4]);
    assert_eq!(clip.tracks.len(), 2);
    let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(
        codes,
        ["league.anm-size", "league.anm-cut", "league.canm-key-joint"]
    );
    let (_, finding) = found(&patch(canm(), 28, &30u32.to_le_bytes()), "league.anm-cut");
    assert!(finding.message.contains("30 keys") && finding.message.contains("29"));
    assert!(
        refused(&bytes[..word(&bytes, 124) + 12])
            .expected
            .contains("joint hashes")
    );
    let no_keys = patch(canm(), 116, &1_000_000u32.to_le_bytes());
    assert!(refused(&no_keys).expected.contains("29 keys"));
}

#[test]
fn counts_no_file_can_hold_are_refused_before_anything_is_allocated() {
    let huge = u32::MAX.to_le_bytes();
    assert!(
        refused(&patch(v3(["a", "b"]), 16, &huge))
            .expected
            .contains("65535 tracks")
    );
    assert!(
        refused(&patch(v5(), 28, &huge))
            .expected
            .contains("65535 tracks")
    );
    assert!(
        refused(&patch(canm(), 24, &huge))
            .expected
            .contains("16384 tracks")
    );
    assert!(
        refused(&patch(v5(), 28, &60_000u32.to_le_bytes()))
            .expected
            .contains("bytes")
    );
    let frames = read(&patch(v5(), 32, &huge));
    assert_eq!(
        (frames.0.frame_count, frames.1[0].code),
        (Some(3), "league.anm-cut")
    );
    let frames = read(&patch(v3(["a", "b"]), 20, &huge));
    assert!(
        frames
            .1
            .iter()
            .any(|finding| finding.code == "league.anm-cut")
    );
}
