//! No file takes more than 256 MB: the program opens it, or refuses it, with no more than that to live in.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cli_support;
mod common;
mod harm;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::Coverage;
use rigscope::formats::league::{anm, skl};
use rigscope::formats::toee::{ska, skm};
use rigscope::formats::writer::Writer;
use rigscope::model::Curve;

/// Runs the program with 256 MB of address space, more than which its memory cannot be: an allocation beyond ends it.
fn rigscope_in_256_mb(command: &str, path: &Path, options: &[&str]) -> std::process::Output {
    Command::new("sh")
        .args([
            "-c",
            "ulimit -v 262144 && exec \"$0\" \"$@\"",
            env!("CARGO_BIN_EXE_rigscope"),
            command,
        ])
        .arg(path)
        .args(options)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn every_real_file_and_folder_opens_or_is_refused_within_256_mb() {
    let Some(shared) = common::shared() else {
        return;
    };
    let families = ["league", "toee"].map(|family| shared.join("data").join(family));
    let mut coverage = Coverage::default();
    let mut run = |command: &str, path: &Path, options: &[&str]| {
        let begun = Instant::now();
        let output = rigscope_in_256_mb(command, path, options);
        let stderr = String::from_utf8(output.stderr).unwrap();
        let what = format!("{command} {}: {:?} {stderr}", path.display(), output.status);
        match output.status.code() {
            Some(0 | 1) => assert!(stderr.is_empty() && !output.stdout.is_empty(), "{what}"),
            Some(2) => assert_eq!(stderr.lines().count(), 1, "{what}"),
            _ => panic!("{what}"),
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{what}");
        coverage.values += 1;
    };
    for data in families {
        let files = common::files_below(&data);
        for file in &files {
            run("check", file, &["--only"]);
        }
        for folder in fs::read_dir(&data).unwrap().flatten() {
            run("inspect", &folder.path(), &["--json"]);
        }
        run("check", &data, &[]);
        run("inspect", &data, &["--json"]);
        coverage.files += files.len();
    }
    coverage.report("files within 256 MB");
}

#[test]
fn damage_to_the_counts_of_real_files_takes_no_memory_either() {
    let folder = tempfile::tempdir().unwrap();
    let mut coverage = Coverage::default();
    for (name, bytes) in harm::small_files() {
        // Headers, where the counts and offsets are.
        let places: Vec<usize> = (4..bytes.len().saturating_sub(3).min(96))
            .step_by(4)
            .collect();
        for place in places {
            let mut damaged = bytes.clone();
            damaged[place..place + 4].fill(0xFF);
            let path = folder.path().join("damaged");
            fs::write(&path, &damaged).unwrap();
            let output = rigscope_in_256_mb("check", &path, &[]);
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

#[test]
fn many_tracks_of_one_hash_on_many_joints_of_it_fit_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let many = harm::many(30_000, |_| 7, |index| index.checked_sub(1), 30_000, |_| 7);
    let mut clip = many.clips[0].clone();
    clip.frame_count = Some(1);
    for track in &mut clip.tracks {
        track.rotation = Some(Curve::Frames(vec![glam::Quat::IDENTITY]));
        track.scale = Some(Curve::Frames(vec![glam::Vec3::ONE]));
    }
    let skeleton = skl::write(&many.skeletons[0]).unwrap();
    fs::write(folder.path().join("many.skl"), skeleton).unwrap();
    fs::write(
        folder.path().join("many.anm"),
        anm::write_v5(&clip).unwrap(),
    )
    .unwrap();
    for command in ["inspect", "check", "map", "pose"] {
        let begun = Instant::now();
        let output = rigscope_in_256_mb(command, folder.path(), &[]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{command}: {:?}",
            output.status
        );
        assert!(begun.elapsed() < Duration::from_secs(30), "{command}");
    }
}

/// The largest of each kind that are read at all.
#[test]
fn files_as_large_as_may_be_fit_in_memory_and_larger_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = vec![
        ("frames.anm", v3_of_one_track(24 << 20)),
        ("joints.skl", legacy_chain(24 << 20)),
        ("wide.tex", tex_of(8192, 4096, 10, 8192 * 4096 / 2)),
        ("full.tex", tex_of(4800, 4800, 20, 4800 * 4800 * 4)),
    ];
    for (name, bytes) in &files {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let output = rigscope_in_256_mb("check", &path, &["--only"]);
        assert_eq!(output.status.code(), Some(0), "{name}: {:?}", output.status);
    }
    files[0].1.resize((24 << 20) + 1, 0);
    files[1].1.resize((24 << 20) + 1, 0);
    files[3].1.resize((88 << 20) + 1, 0);
    for (name, bytes) in [&files[0], &files[1], &files[3]] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let output = rigscope_in_256_mb("check", &path, &["--only"]);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {stderr}");
        assert!(stderr.contains("MiB large"), "{stderr}");
    }
}

#[test]
fn large_files_of_the_temple_fit_in_memory_too() {
    let folder = tempfile::tempdir().unwrap();
    let most = 24 << 20;
    let files = [
        ("vertices.skm", skm_of_vertices(most)),
        ("keys.ska", ska_of(1, (most - 1000) / 12)),
        ("clips.ska", ska_of(most / 500, 1)),
    ];
    for (name, bytes) in &files {
        assert!(bytes.len() <= most, "{name}");
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let output = rigscope_in_256_mb("check", &path, &["--only"]);
        let text = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code();
        assert!(
            matches!(code, Some(0 | 1)),
            "{name}: {:?} {text}",
            output.status
        );
    }
}

fn skm_of_vertices(size: usize) -> Vec<u8> {
    let vertex = skm::Vertex {
        count: 6,
        weights: [0.1; skm::MOST_INFLUENCES],
        ..skm::Vertex::default()
    };
    skm::write(&skm::Skm {
        bones: vec![skm::Bone::default()],
        vertices: vec![vertex; (size - 200) / 80],
        ..skm::Skm::default()
    })
    .unwrap()
}

/// A bone, this many clips with a stream each, and this many keys in each.
fn ska_of(clips: usize, keys: usize) -> Vec<u8> {
    let record = ska::Record {
        rotation: Some(ska::RotationKey::default()),
        ..ska::Record::default()
    };
    let stream = ska::Stream {
        end_of_initial: -2,
        frames: vec![ska::Frame {
            number: 0,
            end: keys as u32,
        }],
        records: vec![record; keys],
        ..ska::Stream::default()
    };
    let clip = |index| {
        let mut animation = ska::Animation {
            stream_count: 1,
            ..ska::Animation::default()
        };
        animation.streams[0] = ska::StreamSlot {
            frames: 100,
            rate: 30.0,
            stream: Some(index),
            ..ska::StreamSlot::default()
        };
        animation
    };
    ska::write(&ska::Ska {
        bones: vec![ska::Bone::default()],
        animations: (0..clips).map(clip).collect(),
        streams: vec![stream; clips],
        ..ska::Ska::default()
    })
    .unwrap()
}

fn v3_of_one_track(size: usize) -> Vec<u8> {
    let frames = (size - 64) / 28;
    let mut writer = Writer::new();
    writer
        .bytes(b"r3d2anmd")
        .u32(3)
        .u32(0)
        .u32(1)
        .u32(frames as u32)
        .u32(30);
    writer.fixed_string("head", 32).u32(0);
    for _ in 0..frames {
        writer.quat(glam::Quat::IDENTITY).vec3(glam::Vec3::ONE);
    }
    writer.finish()
}

fn legacy_chain(size: usize) -> Vec<u8> {
    let joints = (size - 20) / 88;
    let mut writer = Writer::new();
    writer.bytes(b"r3d2sklt").u32(1).u32(0).u32(joints as u32);
    for index in 0..joints as u32 {
        writer
            .fixed_string(&format!("j{index}"), 32)
            .u32(index.wrapping_sub(1))
            .f32(1.0);
        for value in [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0] {
            writer.f32(value);
        }
    }
    writer.finish()
}

fn tex_of(width: u16, height: u16, format: u8, size: usize) -> Vec<u8> {
    let mut writer = Writer::new();
    writer
        .bytes(b"TEX\0")
        .u16(width)
        .u16(height)
        .bytes(&[1, format, 0, 0]);
    writer.zeros(size);
    writer.finish()
}

#[test]
fn bins_of_the_smallest_values_fit_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("skin0.bin");
    // Items of an eight-megabyte list: the fewest bytes in the file for the most in memory.
    let items: [(u8, &[u8]); 5] = [
        (3, &[7]),
        (16, &[0, 0]),
        (16, &[1, 0, b'x']),
        (0x85, &[0, 1]),
        (0x82, &[0, 0, 0, 0]),
    ];
    for (kind, item) in items {
        let count = ((8 << 20) - 64) / item.len();
        let content = item.repeat(count);
        let mut file = Writer::new();
        file.bytes(b"PROP").u32(1).u32(1).u32(1);
        // The object: its path, one field, a list.
        file.u32(content.len() as u32 + 20).u32(1);
        file.bytes(&[1, 0]).u32(1).u8(0x80).u8(kind);
        file.u32(content.len() as u32 + 4).u32(count as u32);
        file.bytes(&content);
        fs::write(&path, file.finish()).unwrap();
        for (command, options) in [
            ("check", &[][..]),
            ("inspect", &[]),
            ("inspect", &["--json"]),
        ] {
            let output = rigscope_in_256_mb(command, &path, options);
            let stderr = String::from_utf8_lossy(&output.stderr);
            let status = output.status;
            let code = status.code();
            assert!(
                matches!(code, Some(0 | 1)),
                "{command} {kind:#x}: {status} {stderr}"
            );
        }
    }
}
