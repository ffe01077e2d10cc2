//! Damaged `.anm`: no bytes at all make the reader panic, or bring anything but numbers into a pose.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;
mod league_anm_files;

use common::{Coverage, files_ending, shared};
use glam::{Quat, Vec3};
use league_anm_files::{canm, v3, v4, v5};
use rigscope::formats::league::anm;
use rigscope::pose::sample::sample_track;

/// What must hold of any bytes at all: a refusal in words, or a clip whose every pose is made of numbers.
fn survive(bytes: &[u8]) {
    let (clip, findings) = match anm::read(bytes) {
        Ok(read) => read,
        Err(error) => {
            assert!(!error.expected.is_empty() && !error.found.is_empty());
            return;
        }
    };
    assert!(clip.duration.is_finite() && clip.fps > 0.0);
    assert!(findings.len() < 200, "{} findings", findings.len());
    for track in &clip.tracks {
        for seconds in [0.0, clip.duration * 0.4, clip.duration] {
            let sampled = sample_track(&clip, track, seconds);
            assert!(sampled.translation.is_none_or(Vec3::is_finite));
            assert!(sampled.rotation.is_none_or(Quat::is_finite));
            assert!(sampled.scale.is_none_or(Vec3::is_finite));
        }
    }
}

fn every_prefix_and_flip(bytes: &[u8]) {
    for end in 0..bytes.len() {
        survive(&bytes[..end]);
    }
    for at in 0..bytes.len() {
        for mask in [0x01, 0x80, 0xFF] {
            let mut damaged = bytes.to_vec();
            damaged[at] ^= mask;
            survive(&damaged);
        }
    }
}

#[test]
fn every_prefix_and_every_flipped_byte_of_our_own_files_is_survived() {
    let rows = [
        (1, [0, 0, 0]),
        (2, [1, 0, 0]),
        (1, [0, 0, 0]),
        (2, [2, 0, 0]),
    ];
    for bytes in [v3(["a", "b"]), v4(&rows), v5(), canm()] {
        every_prefix_and_flip(&bytes);
    }
}

#[test]
fn every_prefix_and_every_flipped_byte_of_small_game_files_is_survived() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/league"), &["anm"]) {
        let bytes = std::fs::read(&path).unwrap();
        if bytes.len() < 2600 {
            every_prefix_and_flip(&bytes);
            coverage.files += 1;
            coverage.values += bytes.len() * 4;
        }
    }
    coverage.report("damaged small .anm");
}

#[test]
fn two_hundred_damages_of_every_large_game_file_are_survived() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    let mut random = 0x2545_F491_4F6C_DD1Du64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    for path in files_ending(&shared.join("data/league"), &["anm"]) {
        let original = std::fs::read(&path).unwrap();
        if original.len() < 2600 {
            continue;
        }
        for round in 0..200 {
            let mut damaged = original.clone();
            // Half of the damages hit the header, where they do most.
            let reach = if round % 2 == 0 { 128 } else { original.len() };
            for _ in 0..=next(4) {
                damaged[next(reach)] = next(256) as u8;
            }
            if round % 8 == 0 {
                damaged.truncate(next(original.len()));
            }
            survive(&damaged);
            coverage.values += 1;
        }
        coverage.files += 1;
    }
    coverage.report("damaged large .anm");
}
