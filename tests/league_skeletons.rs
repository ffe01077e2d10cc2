//! `.skl`, current and legacy: golden values, round trips, damage, and the findings it leads to.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::path::Path;

use common::Coverage;
use glam::{Affine3A, Quat, Vec3};
use proptest::prelude::*;
use rigscope::formats::league::{hash, skl};
use rigscope::model::{Finding, Joint, Severity, Skeleton, Subject, Transform, transform};
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
