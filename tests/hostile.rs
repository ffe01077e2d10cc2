//! Files that lie: none panics, hangs, or takes more than 256 MB.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cli_support;
mod common;
mod harm;

use std::fs;
use std::time::{Duration, Instant};

use common::Coverage;
use rigscope::formats::league::{anm, skl, skn};
use rigscope::formats::texture::{dds, tex};
use rigscope::formats::writer::Writer;
use rigscope::formats::{OpenOptions, Progress, open, sniff};
use rigscope::model::{Character, Clip, Family, Skeleton};
use rigscope::scene::Item;

/// Reads by content and takes what came out through binding, mapping and posing, as the program does.
fn take_in(bytes: &[u8], beside: &Beside) {
    let mut character = Character::empty(Family::League, "hostile");
    character.skeletons.extend(beside.skeleton.clone());
    character.clips.extend(beside.clip.clone());
    match sniff::kind(bytes) {
        Some(sniff::Kind::LeagueSkeleton) => match skl::read(bytes) {
            Ok((skeleton, _)) => character.skeletons = vec![skeleton],
            Err(error) => return assert!(!error.to_string().is_empty()),
        },
        Some(sniff::Kind::LeagueMesh) => match skn::read(bytes) {
            Ok((mesh, _)) => character.meshes.push(mesh),
            Err(error) => return assert!(!error.to_string().is_empty()),
        },
        Some(sniff::Kind::LeagueClip) => match anm::read(bytes) {
            Ok((clip, _)) => character.clips = vec![clip],
            Err(error) => return assert!(!error.to_string().is_empty()),
        },
        Some(sniff::Kind::Dds) => return drop(dds::read(bytes)),
        Some(sniff::Kind::Tex) => return drop(tex::read(bytes)),
        _ => return,
    }
    pose(character);
}

fn pose(character: Character) {
    let has_clip = !character.clips.is_empty();
    let mut item = Item::new(character);
    item.pick_clip(has_clip.then_some(0));
    let duration = item.clip().map_or(0.0, |clip| clip.duration);
    assert!(
        duration.is_finite() && duration >= 0.0,
        "a clip of {duration} seconds"
    );
    for time in [0.0, duration / 2.0, duration, f32::MAX] {
        item.set_time(f64::from(time));
        assert_eq!(
            item.pose().worlds.len(),
            item.skeleton().map_or(0, |s| s.joints.len())
        );
        let vertices = item.mesh().map_or(0, |mesh| mesh.positions.len());
        assert_eq!(item.posed_vertices().len(), vertices);
    }
    assert!(item.findings().all(|finding| !finding.message.is_empty()));
}

/// What goes with a damaged file.
#[derive(Default)]
struct Beside {
    skeleton: Option<Skeleton>,
    clip: Option<Clip>,
}

fn figure_beside() -> Beside {
    Beside {
        skeleton: Some(cli_support::skeleton()),
        clip: Some(cli_support::clip(1.0)),
    }
}

#[test]
fn every_word_of_every_small_file_may_be_anything() {
    let beside = figure_beside();
    let mut coverage = Coverage::default();
    for (name, bytes) in harm::small_files() {
        let begun = Instant::now();
        for place in 0..bytes.len().saturating_sub(3).min(4096) {
            for word in [u32::MAX, 0x7FFF_FFFF, 0x8000_0000, 0x7F80_0000, 0xFFFF, 0] {
                let mut damaged = bytes.clone();
                damaged[place..place + 4].copy_from_slice(&word.to_le_bytes());
                take_in(&damaged, &beside);
                coverage.values += 1;
            }
        }
        coverage.files += 1;
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(120), "{name}: {took:?}");
    }
    coverage.report("words replaced");
}

#[test]
fn every_small_file_may_end_anywhere() {
    let beside = figure_beside();
    let mut coverage = Coverage::default();
    for (_, bytes) in harm::small_files() {
        for end in 0..bytes.len().min(4096) {
            take_in(&bytes[..end], &beside);
            coverage.values += 1;
        }
        coverage.files += 1;
    }
    coverage.report("ends cut off");
}

#[test]
fn a_token_and_a_few_bytes_are_refused_and_so_are_words_of_all_ones() {
    let tokens: [&[u8]; 9] = [
        b"r3d2sklt",
        &[0, 0, 0, 0, 0xC3, 0x4F, 0xFD, 0x22],
        &[0x33, 0x22, 0x11, 0x00],
        b"r3d2anmd",
        b"r3d2canm",
        b"TEX\0",
        b"DDS ",
        b"PROP",
        b"PTCH",
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let refused = |bytes: &[u8], version: bool| {
        fs::write(&path, bytes).unwrap();
        let opened = open(
            std::slice::from_ref(&path),
            &OpenOptions { only: true },
            &Progress::default(),
        );
        assert!(opened.is_err(), "{bytes:?} {version}");
    };
    for token in tokens {
        for length in [0, 1, 7, 8, 11, 12] {
            let mut bytes = token.to_vec();
            bytes.resize(length.max(4), 0);
            bytes.truncate(length);
            if length >= token.len() {
                refused(&bytes, false);
            } else {
                take_in(&bytes, &Beside::default());
            }
        }
        for version in [0, 1, 2, 3, 4, 5, 0x0001_0000, 0x0001_0004, u32::MAX] {
            let mut bytes = token.to_vec();
            bytes.extend(version.to_le_bytes());
            bytes.resize(4096, 0xFF);
            take_in(&bytes, &figure_beside());
        }
    }
}

#[test]
fn a_chain_of_32767_joints_is_posed_without_recursion_or_squares() {
    let mut skeleton = Skeleton::default();
    let link = cli_support::skeleton().joints[1].clone();
    for index in 0..32_767_usize {
        let mut joint = link.clone();
        joint.name = format!("j{index}");
        joint.hash = None;
        joint.parent = index.checked_sub(1);
        skeleton.joints.push(joint);
    }
    let bytes = skl::write(&skeleton).unwrap();
    let begun = Instant::now();
    take_in(&bytes, &figure_beside());
    // The same, each joint before its parent.
    for (index, joint) in skeleton.joints.iter_mut().enumerate() {
        joint.parent = (index < 32_766).then_some(index + 1);
    }
    take_in(&skl::write(&skeleton).unwrap(), &figure_beside());
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
}

/// Where it takes the square of a number of joints or tracks, this takes minutes, or all memory.
#[test]
fn many_tracks_on_many_joints_are_mapped_in_time() {
    const JOINTS: u32 = 30_000;
    const TRACKS: u32 = 60_000;
    let one = |_: u32| 7;
    let each = |index: u32| index;
    let backwards = |index: u32| JOINTS - index % JOINTS;
    let hashes: [fn(u32) -> u32; 3] = [one, each, backwards];
    let parents: [fn(u32) -> Option<u32>; 3] = [
        |index| index.checked_sub(1),
        |index| (index > 0).then_some(0),
        |_| None,
    ];
    for joint_hash in hashes {
        for track_hash in hashes {
            for parent in parents {
                let begun = Instant::now();
                pose(harm::many(JOINTS, joint_hash, parent, TRACKS, track_hash));
                let took = begun.elapsed();
                assert!(took < Duration::from_secs(30), "{took:?}");
            }
        }
    }
}

#[test]
fn a_texture_that_claims_every_size_takes_no_memory_for_it() {
    let mut writer = Writer::new();
    writer
        .bytes(b"TEX\0")
        .u16(65_535)
        .u16(65_535)
        .bytes(&[1, 20, 0, 1]);
    writer.zeros(1000);
    assert!(tex::read(&writer.finish()).is_err());
}
