//! Small whole `.anm` files, one of each kind.
#![allow(dead_code, clippy::unwrap_used, missing_docs)]

use glam::{Quat, Vec3};
use rigscope::formats::league::anm;
use rigscope::formats::writer::Writer;
use rigscope::model::{Clip, Curve, Track};

/// Two tracks, three frames.
pub fn v3(names: [&str; 2]) -> Vec<u8> {
    let mut writer = Writer::new();
    writer
        .bytes(b"r3d2anmd")
        .u32(3)
        .u32(77)
        .u32(2)
        .u32(3)
        .u32(30);
    for name in names {
        writer.fixed_string(name, 32).u32(0);
        for frame in 0..3 {
            writer.quat(Quat::IDENTITY).vec3(Vec3::splat(frame as f32));
        }
    }
    writer.finish()
}

/// Two tracks; `rows` are hash, translation, scale and rotation index.
pub fn v4(rows: &[(u32, [u16; 3])]) -> Vec<u8> {
    let mut writer = Writer::new();
    writer
        .bytes(b"r3d2anmd")
        .u32(4)
        .u32(0)
        .u32(0xBE07_94D3)
        .u32(0)
        .u32(0);
    writer.u32(2).u32(rows.len() as u32 / 2).f32(1.0 / 30.0);
    writer
        .zeros(12)
        .u32(64)
        .u32(64 + 36)
        .u32(64 + 36 + 16)
        .zeros(12);
    writer
        .vec3(Vec3::ONE)
        .vec3(Vec3::X)
        .vec3(Vec3::Y)
        .quat(Quat::IDENTITY);
    for (hash, [translation, scale, rotation]) in rows {
        writer
            .u32(*hash)
            .u16(*translation)
            .u16(*scale)
            .u16(*rotation)
            .u16(0xABCD);
    }
    let size = writer.len() as u32;
    writer.patch_u32(12, size);
    writer.finish()
}

/// Tracks 1 and 2, three frames: the one moves, the other rests.
pub fn v5() -> Vec<u8> {
    let track = |hash, translation: Vec<Vec3>| Track {
        hash: Some(hash),
        name: None,
        joint: None,
        weight: None,
        translation: Some(Curve::Frames(translation)),
        rotation: Some(Curve::Frames(vec![Quat::IDENTITY])),
        scale: Some(Curve::Frames(vec![Vec3::ONE])),
    };
    let clip = Clip {
        fps: 30.0,
        frame_count: Some(3),
        tracks: vec![
            track(1, vec![Vec3::X, Vec3::Y, Vec3::Z]),
            track(2, vec![Vec3::ZERO]),
        ],
        ..Clip::default()
    };
    anm::write_v5(&clip).unwrap()
}

/// Two tracks with 4 + 4 + 4 keys and one with 5 keys of translation alone.
pub fn canm() -> Vec<u8> {
    let vectors = |ticks: &[u16]| {
        Some(Curve::Cubic {
            ticks: ticks.to_vec(),
            values: ticks
                .iter()
                .map(|&tick| Vec3::splat(f32::from(tick)))
                .collect(),
            time_based: true,
        })
    };
    let still = [0, 0, 65_535, 65_535];
    let rotation = Some(Curve::Cubic {
        ticks: still.to_vec(),
        values: vec![Quat::IDENTITY; 4],
        time_based: true,
    });
    let full = |hash| Track {
        hash: Some(hash),
        name: None,
        joint: None,
        weight: None,
        translation: vectors(&still),
        rotation: rotation.clone(),
        scale: vectors(&still),
    };
    let part = Track {
        hash: Some(3),
        translation: vectors(&[0, 0, 9000, 65_535, 65_535]),
        ..Track::default()
    };
    let clip = Clip {
        duration: 2.0,
        fps: 30.0,
        tracks: vec![full(1), full(2), part],
        ..Clip::default()
    };
    anm::write_compressed(&clip).unwrap()
}

pub const CANM_KEYS: usize = 29;
