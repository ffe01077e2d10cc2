//! Files and characters made to do harm.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs
)]

use std::fs;

use rigscope::formats::league::{anm, skl, skn};
use rigscope::model::{Character, Clip, Curve, Family, Joint, Skeleton, Track};

use crate::{cli_support, common};

/// The figure's files, and every small real one.
pub fn small_files() -> Vec<(String, Vec<u8>)> {
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

/// A character of this many joints and tracks, whose hashes and parents follow rules.
pub fn many(
    joints: u32,
    joint_hash: fn(u32) -> u32,
    parent: fn(u32) -> Option<u32>,
    tracks: u32,
    track_hash: fn(u32) -> u32,
) -> Character {
    let model = &cli_support::skeleton().joints[1];
    let joint = |index: u32| Joint {
        hash: Some(joint_hash(index)),
        parent: parent(index).map(|parent| parent as usize),
        ..model.clone()
    };
    let track = |index: u32| Track {
        hash: Some(track_hash(index)),
        translation: Some(Curve::Frames(vec![glam::Vec3::ONE])),
        ..Track::default()
    };
    let mut character = Character::empty(Family::League, "many");
    character.skeletons.push(Skeleton {
        joints: (0..joints).map(joint).collect(),
        influences: (0..joints as usize).step_by(2).collect(),
        ..Skeleton::default()
    });
    character.clips.push(Clip {
        fps: 30.0,
        duration: 1.0,
        tracks: (0..tracks).map(track).collect(),
        ..Clip::default()
    });
    character
}
