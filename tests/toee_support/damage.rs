//! What damage does to meshes and skeletons: nothing but findings and refusals.

use rigscope::formats::toee::{FixedText, ska, skm};
use rigscope::pose::Pose;
use rigscope::pose::toee::Pairing;

use super::meshes::square;
use super::skeletons::map;
use super::{data, files_named};
use crate::common::{Coverage, damage};

fn survive_skm(bytes: &[u8]) {
    if let Ok((file, _)) = skm::read(bytes) {
        let (mesh, _) = skm::mesh(&file);
        assert!(mesh.positions.iter().all(|position| position.is_finite()));
        assert!(
            mesh.indices
                .iter()
                .all(|&index| (index as usize) < mesh.positions.len())
        );
        let bones = mesh.bones.len();
        assert!(
            mesh.influences
                .entries
                .iter()
                .all(|i| (i.bone as usize) < bones)
        );
    }
}

fn survive_ska(bytes: &[u8]) {
    let Ok((file, _)) = ska::read(bytes) else {
        return;
    };
    let (skeleton, _) = ska::skeleton(&file);
    let (clips, _) = ska::clips(&file, &skeleton);
    let mut pose = Pose::bind(&skeleton);
    for clip in clips.iter().take(4) {
        let mapping = map(&skeleton, clip);
        for share in [0.0, 0.3, 1.0] {
            pose.set(&skeleton, Some((clip, &mapping)), clip.duration * share);
        }
    }
    let (mesh, _) = skm::mesh(&square());
    Pairing::new(&mesh.bones, &skeleton).bind_worlds(&mesh, &skeleton);
}

#[test]
fn every_prefix_and_changed_byte_of_small_files_is_survived() {
    let mut coverage = Coverage::default();
    coverage.values += damage(&skm::write(&square()).unwrap(), survive_skm);
    coverage.values += damage(&ska::write(&swing()).unwrap(), survive_ska);
    coverage.files += 2;
    if let Some(data) = data() {
        for path in files_named(&data, &super::skeletons::ENDINGS) {
            let bytes = std::fs::read(&path).unwrap();
            if bytes.len() < 5000 {
                coverage.values += damage(&bytes, survive_ska);
                coverage.files += 1;
            }
        }
    }
    coverage.report("damaged .skm and .ska");
}

/// Two bones, of which the second swings for two seconds and says so.
pub fn swing() -> ska::Ska {
    let bone = |name: &str, parent| ska::Bone {
        parent,
        name: FixedText::new(name),
        scale: [1.0, 1.0, 1.0, 0.0],
        rotation: [0.0, 0.0, 0.0, 1.0],
        translation: [0.0, if parent < 0 { 0.0 } else { 1.0 }, 0.0, 0.0],
        ..ska::Bone::default()
    };
    let mut animation = ska::Animation {
        name: FixedText::new("swing"),
        loopable: 1,
        stream_count: 1,
        events: vec![ska::Event {
            frame: 15,
            kind: FixedText::new("action"),
            argument: FixedText::new("tip"),
        }],
        ..ska::Animation::default()
    };
    animation.streams[0] = ska::StreamSlot {
        frames: 61,
        variation: -1,
        rate: 30.0,
        per_second: 0.0,
        stream: Some(0),
    };
    let key = |next, z: f32| {
        let half = z / 2.0;
        let step = |value: f32| (value * 32_767.0).round() as i16;
        Some(ska::RotationKey {
            next,
            value: [0, 0, step(half.sin()), step(half.cos())],
        })
    };
    let record = |rotation| ska::Record {
        bone: 1,
        rotation,
        ..ska::Record::default()
    };
    ska::Ska {
        bones: vec![bone("root", -1), bone("tip", 0)],
        animations: vec![animation],
        streams: vec![ska::Stream {
            end_of_initial: -2,
            frames: vec![
                ska::Frame { number: 0, end: 1 },
                ska::Frame { number: 30, end: 2 },
            ],
            records: vec![record(key(30, 1.0)), record(key(60, 0.0))],
            ..ska::Stream::default()
        }],
        ..ska::Ska::default()
    }
}

#[test]
fn a_stream_that_is_cut_off_is_played_as_far_as_it_goes() {
    let bytes = ska::write(&swing()).unwrap();
    let (whole, findings) = ska::read(&bytes).unwrap();
    assert!(findings.is_empty());
    assert_eq!(whole, swing());
    let (cut, findings) = ska::read(&bytes[..bytes.len() - 6]).unwrap();
    assert_eq!(findings[0].code, "toee.stream-cut");
    assert!(findings[0].offset.is_some());
    assert_eq!(cut.streams[0].records.len(), 1);
    let (skeleton, _) = ska::skeleton(&cut);
    let (clips, _) = ska::clips(&cut, &skeleton);
    assert_eq!(clips[0].duration, 2.0);
    let mut pose = Pose::bind(&skeleton);
    pose.set(
        &skeleton,
        Some((&clips[0], &map(&skeleton, &clips[0]))),
        2.0,
    );
    let angle = pose.locals[1].rotation.to_axis_angle().1;
    assert!((angle - 1.0).abs() < 1e-3, "{angle}: the first key holds");
}

#[test]
fn every_shorter_file_keeps_what_is_whole() {
    let bytes = ska::write(&swing()).unwrap();
    let (bones, header, event) = (24 + 200, 24 + 200 + 236, 24 + 200 + 236 + 178);
    for length in 0..bytes.len() {
        match ska::read(&bytes[..length]) {
            Err(_) => assert!(length < bones, "{length}"),
            Ok((file, findings)) => {
                assert!(length >= bones && !findings.is_empty(), "{length}");
                assert_eq!(file.bones.len(), 2);
                assert_eq!(file.animations.len(), usize::from(length >= header));
                let events: usize = file.animations.iter().map(|a| a.events.len()).sum();
                assert_eq!(events, usize::from(length >= event));
            }
        }
    }
}

fn codes(change: impl FnOnce(&mut ska::Ska)) -> Vec<&'static str> {
    let mut file = swing();
    change(&mut file);
    let (read, findings) = ska::read(&ska::write(&file).unwrap()).unwrap();
    let (skeleton, more) = ska::skeleton(&read);
    let (_, rest) = ska::clips(&read, &skeleton);
    [findings, more, rest]
        .concat()
        .iter()
        .map(|f| f.code)
        .collect()
}

#[test]
fn odd_skeletons_and_clips_are_shown_and_named() {
    assert!(codes(|_| {}).is_empty());
    assert_eq!(codes(|file| file.bones[0].parent = 1), ["toee.bad-parent"]);
    assert_eq!(
        codes(|file| file.bones[1].scale[0] = f32::NAN),
        ["toee.bad-rest-state"]
    );
    assert_eq!(
        codes(|file| file.animations[0].drive = 3),
        ["toee.unknown-drive"]
    );
    assert_eq!(
        codes(|file| file.animations[0].streams[0].rate = 0.0),
        ["toee.bad-rate"]
    );
    assert_eq!(
        codes(|file| file.animations[0].drive = 1),
        ["toee.no-natural-speed"]
    );
    let second = |file: &mut ska::Ska| {
        file.animations[0].stream_count = 2;
        file.animations[0].streams[1] = file.animations[0].streams[0];
    };
    assert_eq!(codes(second), ["toee.more-streams"]);
    assert_eq!(
        codes(|file| file.streams[0].scale_factor = f32::NAN),
        ["toee.bad-factor"]
    );
    let backward = |file: &mut ska::Ska| {
        if let Some(key) = &mut file.streams[0].records[1].rotation {
            key.next = 30;
        }
    };
    assert_eq!(codes(backward), ["toee.key-goes-back"]);
    assert_eq!(
        codes(|file| file.streams[0].records[1].bone = 7),
        ["toee.stream-cut"]
    );
    assert_eq!(
        codes(|file| file.streams[0].frames[1].number = 0),
        ["toee.stream-cut"]
    );
}

#[test]
fn animations_that_all_claim_one_large_stream_do_not_multiply_it() {
    let mut file = swing();
    let records = &mut file.streams[0].records;
    let record = records[0];
    records.resize(50_000, record);
    file.streams[0].frames = vec![ska::Frame {
        number: 0,
        end: 50_000,
    }];
    let animation = file.animations[0].clone();
    file.animations.resize(1000, animation);
    let (skeleton, _) = ska::skeleton(&file);
    let (clips, findings) = ska::clips(&file, &skeleton);
    assert!(
        findings
            .iter()
            .any(|finding| finding.code == "toee.too-many-keys")
    );
    let keys: u32 = clips.iter().filter_map(|clip| clip.key_count).sum();
    assert!(keys <= 3_000_000, "{keys}");
}

#[test]
fn sizes_beyond_the_file_are_refused_or_cut_before_memory_is_taken() {
    let mut bytes = skm::write(&square()).unwrap();
    for at in [0, 8, 16] {
        let kept = bytes.clone();
        bytes[at..at + 4].fill(0xFF);
        assert!(skm::read(&bytes).is_err());
        bytes = kept;
    }
    let mut bytes = ska::write(&swing()).unwrap();
    let error = ska::read(&[&40_000_u32.to_le_bytes(), &bytes[4..]].concat()).unwrap_err();
    assert!(error.expected.contains("at most 32767 bones"), "{error}");
    bytes[16..20].fill(0xFF);
    let (file, findings) = ska::read(&bytes).unwrap();
    assert!(file.animations.len() <= 2);
    assert_eq!(findings[0].code, "toee.animations-cut");
    bytes[0..4].fill(0xFF);
    assert!(ska::read(&bytes).is_err());
}
