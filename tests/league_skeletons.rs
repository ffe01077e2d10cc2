//! `.skl`, current and legacy: golden values, round trips and damage.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::path::Path;

use common::Coverage;
use glam::{Affine3A, Quat, Vec3};
use proptest::prelude::*;
use rigscope::formats::league::{hash, skl};
use rigscope::formats::writer::Writer;
use rigscope::model::{Joint, Severity, Skeleton, Transform, transform};
use serde_json::Value;

fn league(shared: &Path) -> std::path::PathBuf {
    shared.join("data/league")
}

// ---- golden values ----

#[test]
fn joints_match_the_goldens() {
    let Some(shared) = common::shared() else {
        return;
    };
    let golden = common::golden(&shared, "league/skl.json");
    let mut coverage = Coverage::default();
    for (path, expected) in golden.as_object().unwrap() {
        let bytes = std::fs::read(league(&shared).join(path)).unwrap();
        let (skeleton, findings) =
            skl::read(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(
            findings
                .iter()
                .all(|finding| finding.severity < Severity::Error),
            "{path}: {findings:#?}"
        );
        compare_skeleton(path, &skeleton, expected, &mut coverage);
        coverage.files += 1;
    }
    coverage.report("skl.json");
}

fn compare_skeleton(path: &str, skeleton: &Skeleton, expected: &Value, coverage: &mut Coverage) {
    let kind = match expected["kind"].as_str().unwrap() {
        "new" => "skl",
        "legacy" => "r3d2sklt",
        other => panic!("{path}: kind {other}"),
    };
    coverage.equal(path, skeleton.kind, kind);
    coverage.equal(
        path,
        Some(skeleton.version.into()),
        expected["version"].as_u64(),
    );
    coverage.equal(
        path,
        serde_json::json!(skeleton.influences),
        expected["influences"].clone(),
    );
    let roots: Vec<usize> = skeleton.roots().collect();
    coverage.equal(path, serde_json::json!(roots), expected["roots"].clone());
    let joints = expected["joints"].as_array().unwrap();
    coverage.equal(path, skeleton.joints.len(), joints.len());
    for (index, (joint, expected)) in skeleton.joints.iter().zip(joints).enumerate() {
        compare_joint(
            &format!("{path} joint {index}"),
            index,
            joint,
            expected,
            coverage,
        );
    }
    let worst = largest_bind_error(skeleton);
    coverage.near(
        path,
        worst,
        expected["max_bind_error"].as_f64().unwrap(),
        2e-4,
    );
}

fn compare_joint(
    what: &str,
    index: usize,
    joint: &Joint,
    expected: &Value,
    coverage: &mut Coverage,
) {
    coverage.equal(what, Some(index as u64), expected[0].as_u64());
    let parent = joint.parent.map_or(-1, |parent| parent as i64);
    coverage.equal(what, Some(parent), expected[1].as_i64());
    coverage.equal(what, Some(joint.name.as_str()), expected[2].as_str());
    coverage.equal(what, joint.hash.map(u64::from), expected[3].as_u64());
    coverage.near(what, joint.radius, expected[4].as_f64().unwrap(), 1e-4);
    near_numbers(
        &format!("{what} translation"),
        &joint.local.translation.to_array(),
        &expected[5],
        coverage,
    );
    let rotation = numbers(&expected[6]);
    let found = joint.local.rotation.to_array();
    let dot: f64 = rotation
        .iter()
        .zip(found)
        .map(|(a, b)| a * f64::from(b))
        .sum();
    // A rotation and its negative are the same; legacy files store matrices, so that the sign is free.
    let found = found.map(|number| if dot < 0.0 { -number } else { number });
    near_numbers(&format!("{what} rotation"), &found, &expected[6], coverage);
    near_numbers(
        &format!("{what} scale"),
        &joint.local.scale.to_array(),
        &expected[7],
        coverage,
    );
    near_numbers(
        &format!("{what} inverse bind"),
        &transform::rows(&joint.inverse_bind),
        &expected[8],
        coverage,
    );
}

fn numbers(value: &Value) -> Vec<f64> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_f64().unwrap())
        .collect()
}

/// 1e-4, or the rounding of a single for large numbers.
fn near_numbers(what: &str, found: &[f32], expected: &Value, coverage: &mut Coverage) {
    let expected = numbers(expected);
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        coverage.near(what, *found, expected, 1e-4_f64.max(1e-5 * expected.abs()));
    }
}

fn largest_bind_error(skeleton: &Skeleton) -> f32 {
    let mut worlds = vec![Affine3A::IDENTITY; skeleton.joints.len()];
    let mut worst = 0.0_f32;
    for index in skeleton.breadth_first() {
        let joint = &skeleton.joints[index];
        let parent = joint
            .parent
            .map_or(Affine3A::IDENTITY, |parent| worlds[parent]);
        worlds[index] = parent * joint.local.to_affine();
        let product = (worlds[index] * joint.inverse_bind).matrix3.to_cols_array();
        let identity = glam::Mat3::IDENTITY.to_cols_array();
        worst = product
            .iter()
            .zip(identity)
            .fold(worst, |worst, (a, b)| worst.max((a - b).abs()));
    }
    worst
}

// ---- round trips ----

/// Equal but for what the encoder states as lost: inverse binds within rounding, and the kind and version.
fn assert_same(what: &str, found: &Skeleton, expected: &Skeleton) {
    assert_eq!((found.kind, found.version), ("skl", 0), "{what}");
    assert_eq!(found.influences, expected.influences, "{what}");
    assert_eq!(found.rig_name, expected.rig_name, "{what}");
    assert_eq!(found.asset_name, expected.asset_name, "{what}");
    assert_eq!(found.joints.len(), expected.joints.len(), "{what}");
    for (index, (found, expected)) in found.joints.iter().zip(&expected.joints).enumerate() {
        let same = Joint {
            inverse_bind: found.inverse_bind,
            ..expected.clone()
        };
        assert_eq!(found, &same, "{what}: joint {index}");
        let size = expected
            .inverse_bind
            .to_cols_array()
            .into_iter()
            .fold(1.0, |a: f32, b| a.max(b.abs()));
        assert!(
            found
                .inverse_bind
                .abs_diff_eq(expected.inverse_bind, 2e-6 * size),
            "{what}: joint {index}: {:?} {:?}",
            found.inverse_bind,
            expected.inverse_bind
        );
    }
}

#[test]
fn every_skeleton_survives_writing() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = Coverage::default();
    for path in common::files_ending(&league(&shared), &["skl"]) {
        let what = path.display().to_string();
        let bytes = std::fs::read(&path).unwrap();
        let (read, _) = skl::read(&bytes).unwrap();
        let written = skl::write(&read).unwrap();
        let (again, findings) = skl::read(&written).unwrap();
        assert_same(&what, &again, &read);
        // What is odd about the rig itself stays; what was odd about the file's layout is gone.
        assert!(
            findings
                .iter()
                .all(|finding| finding.code == "league.duplicate-joint-hash"),
            "{what}: {findings:#?}"
        );
        coverage.values += read.joints.len();
        coverage.files += 1;
    }
    coverage.report("skeletons written and read again");
}

#[test]
fn game_files_are_written_back_to_the_same_length() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = Coverage::default();
    for name in [
        "aatrox/aatrox.skl",
        "mordekaiser/mordekaiser_base.skl",
        "xayah_skin04/xayah_skin04.skl",
        "synthetic/case_dup.skl",
    ] {
        let bytes = std::fs::read(league(&shared).join(name)).unwrap();
        let written = skl::write(&skl::read(&bytes).unwrap().0).unwrap();
        coverage.equal(name, written.len(), bytes.len());
        coverage.equal(name, &written[..64], &bytes[..64]);
        coverage.files += 1;
    }
    coverage.report("layout of game skeletons");
}

fn any_transform() -> impl Strategy<Value = Transform> {
    let vector = prop::array::uniform3(-300.0_f32..300.0);
    let rotation = prop::array::uniform3(-3.1_f32..3.1);
    let scale = prop::array::uniform3(0.25_f32..4.0);
    (vector, rotation, scale).prop_map(|(t, [x, y, z], s)| Transform {
        translation: t.into(),
        rotation: Quat::from_euler(glam::EulerRot::XYZ, x, y, z),
        scale: s.into(),
    })
}

fn any_joint() -> impl Strategy<Value = (String, Option<u32>, u16, Transform, Transform, f32)> {
    let hash = prop::option::of(0_u32..1 << 28);
    let radius = 0.0_f32..10.0;
    (
        "[A-Za-z0-9_:é]{1,20}",
        hash,
        any::<u16>(),
        any_transform(),
        any_transform(),
        radius,
    )
}

prop_compose! {
    fn any_skeleton()(
        parts in prop::collection::vec(any_joint(), 1..24),
        influences in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
        rig_name in prop::option::of("[a-z]{1,9}"),
        asset_name in prop::option::of("[a-z]{1,9}"),
    ) -> Skeleton {
        let joint = |(index, part): (usize, _)| {
            let (name, hash, parent, local, inverse_bind, radius): (String, Option<u32>, u16, Transform, Transform, f32) = part;
            Joint {
                hash: Some(hash.unwrap_or_else(|| hash::elf(&name))),
                name,
                parent: (usize::from(parent) % (index + 1)).checked_sub(1),
                local,
                inverse_bind: inverse_bind.to_affine(),
                radius,
            }
        };
        let joints: Vec<Joint> = parts.into_iter().enumerate().map(joint).collect();
        let influences = influences.iter().map(|index| index.index(joints.len())).collect();
        Skeleton { rig_name, asset_name, joints, influences, ..Skeleton::default() }
    }
}

proptest! {
    #[test]
    fn made_up_skeletons_survive_writing(skeleton in any_skeleton()) {
        let written = skl::write(&skeleton).unwrap();
        let (read, findings) = skl::read(&written).unwrap();
        assert_same("made up", &read, &skeleton);
        prop_assert!(findings.iter().all(|finding| finding.severity < Severity::Error), "{:?}", findings);
        prop_assert!(!findings.iter().any(|finding| finding.code.starts_with("league.joint-index-table")));
    }

    #[test]
    fn noise_is_survived(mut bytes in prop::collection::vec(any::<u8>(), 0..400), legacy: bool) {
        let head: &[u8] = if legacy { b"r3d2sklt\x02\0\0\0" } else { b"\0\0\0\0\xC3\x4F\xFD\x22\0\0\0\0" };
        let length = head.len().min(bytes.len());
        bytes[..length].copy_from_slice(&head[..length]);
        if let Some(count) = bytes.get_mut(14..20) {
            count.copy_from_slice(&[1, 0, 0, 0, 0, 0]);
        }
        assert_survives(&bytes);
    }
}

#[test]
fn what_the_format_cannot_hold_is_refused() {
    let joint = |name: &str| Joint {
        name: name.into(),
        hash: None,
        parent: None,
        local: Transform::IDENTITY,
        inverse_bind: Affine3A::IDENTITY,
        radius: 1.0,
    };
    let refusal = |joints: Vec<Joint>, influences: Vec<usize>| {
        let skeleton = Skeleton {
            joints,
            influences,
            ..Skeleton::default()
        };
        skl::write(&skeleton).unwrap_err().to_string()
    };
    assert!(refusal(vec![joint("a"); 40_000], vec![]).contains("32767"));
    assert!(refusal(vec![joint("a\0b")], vec![]).contains("NUL"));
    assert!(refusal(vec![joint(&"a".repeat(256))], vec![]).contains("255"));
    assert!(refusal(vec![joint("a")], vec![1]).contains("influences"));
    let orphan = Joint {
        parent: Some(7),
        ..joint("a")
    };
    assert!(refusal(vec![orphan], vec![]).contains("parent"));
    let mut sheared = joint("a");
    sheared.inverse_bind.matrix3.y_axis.x = 1.0;
    assert!(refusal(vec![sheared], vec![]).contains("product"));
}

#[test]
fn a_joint_without_hash_gets_that_of_its_name() {
    let joint = Joint {
        name: "Maya:Root".into(),
        hash: None,
        parent: None,
        local: Transform::IDENTITY,
        inverse_bind: Affine3A::from_translation(Vec3::X),
        radius: 2.1,
    };
    let skeleton = Skeleton {
        joints: vec![joint],
        ..Skeleton::default()
    };
    let (read, _) = skl::read(&skl::write(&skeleton).unwrap()).unwrap();
    assert_eq!(read.joints[0].name, "Maya:Root");
    assert_eq!(read.joints[0].hash, Some(hash::elf("maya:root")));
}

// ---- damage ----

/// Reads it; whatever comes out is consistent and not much larger than what went in.
fn assert_survives(bytes: &[u8]) {
    let Ok((skeleton, findings)) = skl::read(bytes) else {
        return;
    };
    let count = skeleton.joints.len();
    assert!(skeleton.influences.iter().all(|&joint| joint < count));
    assert!(
        skeleton
            .joints
            .iter()
            .all(|joint| joint.parent.is_none_or(|parent| parent < count))
    );
    assert!(
        skeleton
            .joints
            .iter()
            .all(|joint| joint.local.is_finite() && joint.inverse_bind.is_finite())
    );
    let order = skeleton.breadth_first();
    let mut place = vec![0; count];
    order
        .iter()
        .enumerate()
        .for_each(|(at, &joint)| place[joint] = at);
    for (index, joint) in skeleton.joints.iter().enumerate() {
        assert!(
            joint
                .parent
                .is_none_or(|parent| place[parent] < place[index]),
            "a cycle is left"
        );
    }
    let names: usize = skeleton
        .joints
        .iter()
        .map(|joint| joint.name.capacity())
        .sum();
    let held = names
        + skeleton.joints.capacity() * size_of::<Joint>()
        + skeleton.influences.capacity() * size_of::<usize>();
    assert!(
        held <= 16 * bytes.len() + 4096,
        "{held} bytes held for a file of {}",
        bytes.len()
    );
    assert!(findings.len() < 32, "{} findings", findings.len());
}

#[test]
fn a_damaged_small_file_never_panics() {
    let Some(shared) = common::shared() else {
        return;
    };
    common::damage_small_files(&league(&shared), "skl", assert_survives);
}

#[test]
fn a_damaged_made_up_file_never_panics() {
    let joint = |name: &str, parent| Joint {
        name: name.into(),
        hash: None,
        parent,
        local: Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        },
        inverse_bind: Affine3A::from_translation(Vec3::NEG_Y),
        radius: 2.1,
    };
    let skeleton = Skeleton {
        joints: vec![
            joint("root", None),
            joint("spine", Some(0)),
            joint("head", Some(1)),
        ],
        influences: vec![0, 2, 1],
        rig_name: Some("rig".into()),
        ..Skeleton::default()
    };
    assert!(common::damage(&skl::write(&skeleton).unwrap(), assert_survives) > 1000);
}

#[test]
fn a_file_cut_in_its_names_keeps_its_joints() {
    let Some(shared) = common::shared() else {
        return;
    };
    let bytes = std::fs::read(league(&shared).join("synthetic/case_dup.skl")).unwrap();
    let (whole, _) = skl::read(&bytes).unwrap();
    // The name block is the last; its offset stands at 40.
    let names = u32::from_le_bytes(bytes[40..44].try_into().unwrap()) as usize;
    let (cut, findings) = skl::read(&bytes[..names + 10]).unwrap();
    assert_eq!(cut.joints.len(), whole.joints.len());
    assert_eq!(cut.joints[0].name, "Root");
    assert_eq!(cut.joints[9].name, "joint 9");
    assert_eq!(cut.joints[9].hash, whole.joints[9].hash);
    assert_eq!(cut.influences, whole.influences);
    assert!(
        findings
            .iter()
            .any(|finding| finding.code == "league.joint-name-unreadable")
    );
}

#[test]
fn counts_that_lie_are_refused_before_anything_is_allocated() {
    let mut out = Writer::new();
    out.bytes(b"r3d2sklt")
        .u32(2)
        .u32(0)
        .u32(u32::MAX)
        .zeros(200);
    let error = skl::read(&out.finish()).unwrap_err();
    assert_eq!(error.offset, 20);
    assert!(error.found.contains("200 bytes"), "{error}");

    let mut out = Writer::new();
    out.u32(84)
        .u32(0x22FD_4FC3)
        .u32(0)
        .u16(0)
        .u16(u16::MAX)
        .u32(u32::MAX)
        .i32(64)
        .zeros(60);
    let error = skl::read(&out.finish()).unwrap_err();
    assert_eq!(error.offset, 64);
    assert!(error.expected.contains("65535 joints"), "{error}");
}

#[test]
fn many_joints_cannot_share_one_endless_name() {
    let joint = Joint {
        name: "a".into(),
        hash: None,
        parent: None,
        local: Transform::IDENTITY,
        inverse_bind: Affine3A::IDENTITY,
        radius: 1.0,
    };
    let count = 2000;
    let skeleton = Skeleton {
        joints: vec![joint; count],
        ..Skeleton::default()
    };
    let mut bytes = skl::write(&skeleton).unwrap();
    let text_at = bytes.len();
    bytes.resize(text_at + 1_000_000, b'x');
    bytes.push(0);
    for index in 0..count {
        let field = 64 + 100 * index + 96;
        bytes[field..field + 4].copy_from_slice(&((text_at - field) as u32).to_le_bytes());
    }
    let (read, findings) = skl::read(&bytes).unwrap();
    assert!(read.joints.iter().all(|joint| joint.name.len() < 256));
    assert!(
        findings
            .iter()
            .any(|finding| finding.code == "league.joint-name-unreadable")
    );
}
