//! Files that lie: none panics, hangs, or takes more than 256 MB.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cli_support;
mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::Coverage;
use rigscope::formats::league::{anm, skl, skn};
use rigscope::formats::texture::{dds, tex};
use rigscope::formats::writer::Writer;
use rigscope::formats::{OpenOptions, Progress, open, sniff};
use rigscope::model::{Character, Clip, Curve, Family, Skeleton, Track};
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
        Some(sniff::Kind::LeagueBin) | None => return,
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
        item.set_time(time);
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

/// The figure's files, and every small real one.
fn small_files() -> Vec<(String, Vec<u8>)> {
    let mut files = vec![
        (
            "figure.skl".into(),
            skl::write(&cli_support::skeleton()).unwrap(),
        ),
        (
            "figure.skn".into(),
            skn::write(&cli_support::mesh()).unwrap(),
        ),
        (
            "nod.anm".into(),
            anm::write_v5(&cli_support::clip(9.0)).unwrap(),
        ),
    ];
    if let Some(shared) = common::shared() {
        for path in common::files_below(&shared.join("data/league/synthetic")) {
            files.push((path.display().to_string(), fs::read(&path).unwrap()));
        }
    }
    files
}

#[test]
fn every_word_of_every_small_file_may_be_anything() {
    let beside = figure_beside();
    let mut coverage = Coverage::default();
    for (name, bytes) in small_files() {
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
    for (_, bytes) in small_files() {
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
        let is_bin = bytes.starts_with(b"PROP") || bytes.starts_with(b"PTCH");
        assert_eq!(opened.is_err(), !is_bin, "{bytes:?} {version}");
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

#[test]
fn a_hundred_thousand_tracks_and_as_many_of_one_hash_are_mapped_in_time() {
    let still = |hash| Track {
        hash: Some(hash),
        translation: Some(Curve::Frames(vec![glam::Vec3::ZERO])),
        rotation: Some(Curve::Frames(vec![glam::Quat::IDENTITY])),
        scale: Some(Curve::Frames(vec![glam::Vec3::ONE])),
        ..Track::default()
    };
    let head = cli_support::skeleton().joints[2].hash.unwrap();
    for hash_of in [|index: u32, _: u32| index, |_: u32, head: u32| head] {
        let clip = Clip {
            fps: 30.0,
            frame_count: Some(1),
            tracks: (0..100_000)
                .map(|index| still(hash_of(index, head)))
                .collect(),
            ..Clip::default()
        };
        let bytes = anm::write_v5(&clip).unwrap();
        let begun = Instant::now();
        take_in(&bytes, &figure_beside());
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "{:?}",
            begun.elapsed()
        );
    }
}

/// A current skeleton whose joints all bear one name, with a clip of as many tracks of its hash.
#[test]
fn a_thousand_joints_of_one_hash_under_a_thousand_tracks_are_mapped_in_time() {
    let mut skeleton = cli_support::skeleton();
    let stub = skeleton.joints[3].clone();
    skeleton.joints.extend(vec![stub; 1000]);
    let mut clip = cli_support::clip(1.0);
    let head = clip.tracks[1].clone();
    clip.tracks.extend(vec![head; 1000]);
    let begun = Instant::now();
    let mut character = Character::empty(Family::League, "many");
    character.skeletons.push(skeleton);
    character.clips.push(clip);
    pose(character);
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
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

// ---- memory ----

/// Runs the program with 256 MB of address space, more than which its memory cannot be: an allocation beyond ends it.
fn rigscope_in_256_mb(command: &str, path: &Path) -> std::process::Output {
    Command::new("sh")
        .args([
            "-c",
            "ulimit -v 262144 && exec \"$0\" \"$@\"",
            env!("CARGO_BIN_EXE_rigscope"),
            command,
        ])
        .arg(path)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn every_real_file_and_folder_opens_or_is_refused_within_256_mb() {
    let Some(shared) = common::shared() else {
        return;
    };
    let data = shared.join("data/league");
    let mut paths: Vec<PathBuf> = common::files_below(&data);
    paths.extend(
        fs::read_dir(&data)
            .unwrap()
            .map(|entry| entry.unwrap().path()),
    );
    paths.push(data);
    let mut coverage = Coverage::default();
    for path in paths {
        for command in ["inspect", "check"] {
            let begun = Instant::now();
            let output = rigscope_in_256_mb(command, &path);
            let stderr = String::from_utf8(output.stderr).unwrap();
            let what = format!("{command} {}: {:?} {stderr}", path.display(), output.status);
            match output.status.code() {
                Some(0 | 1) => assert!(stderr.is_empty() && !output.stdout.is_empty(), "{what}"),
                Some(2) => assert_eq!(stderr.lines().count(), 1, "{what}"),
                _ => panic!("{what}"),
            }
            assert!(
                begun.elapsed() < Duration::from_secs(30),
                "{what}: {:?}",
                begun.elapsed()
            );
            coverage.values += 1;
        }
        coverage.files += 1;
    }
    coverage.report("files within 256 MB");
}

#[cfg(target_os = "linux")]
#[test]
fn damage_to_the_counts_of_real_files_takes_no_memory_either() {
    let folder = tempfile::tempdir().unwrap();
    let mut coverage = Coverage::default();
    for (name, bytes) in small_files() {
        // Headers, where the counts and offsets are.
        let places: Vec<usize> = (4..bytes.len().saturating_sub(3).min(96))
            .step_by(4)
            .collect();
        for place in places {
            let mut damaged = bytes.clone();
            damaged[place..place + 4].fill(0xFF);
            let path = folder.path().join("damaged");
            fs::write(&path, &damaged).unwrap();
            let output = rigscope_in_256_mb("check", &path);
            let status = output.status.code();
            assert!(
                matches!(status, Some(0..=2)),
                "{name} at {place}: {:?}",
                output.status
            );
            coverage.values += 1;
        }
        coverage.files += 1;
    }
    coverage.report("damaged headers within 256 MB");
}

#[cfg(target_os = "linux")]
#[test]
fn the_limit_of_memory_is_felt() {
    // Zeros that claim to be a mesh, more than may be held: the check above would see it.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.skn");
    fs::write(&path, [0x33, 0x22, 0x11, 0x00]).unwrap();
    fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(400 << 20)
        .unwrap();
    let output = rigscope_in_256_mb("check", &path);
    assert!(
        !matches!(output.status.code(), Some(0 | 1)),
        "{:?}",
        output.status
    );
}
