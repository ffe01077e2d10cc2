//! Poses and skinned vertices against their goldens, and the ways that a person may choose.

use std::path::{Path, PathBuf};

use glam::{Affine3A, Quat, Vec3};
use rigscope::formats::lostsaga::Text;
use rigscope::model::{Bounds, Slerp};
use rigscope::pose::Reason;
use rigscope::pose::pairing::PairReason;
use rigscope::scene::Item;
use serde_json::Value;

use super::files::matrix_near;
use super::{
    chain, data, file_named, goldens, integer, list, number, playing, swing, text, track, triangle,
    written,
};
use crate::common::Coverage;

fn files_of(data: &Path, golden: &Value) -> Vec<PathBuf> {
    let names = ["skeleton", "mesh", "animation"];
    let names = names.iter().filter_map(|key| golden.get(key));
    names.map(|name| file_named(data, text(name))).collect()
}

#[test]
fn poses_have_their_golden_worlds() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for (name, golden) in goldens(".json") {
        if !name.contains("/pose/") {
            continue;
        }
        let mut item = playing(&files_of(&data, &golden));
        compare_bindings(&name, &item, &golden["track_bindings"], &mut coverage);
        for moment in list(&golden["times"]) {
            let milliseconds = number(&moment["t_ms"]);
            item.set_time(milliseconds / 1000.0);
            let worlds = moment["world_row_major"].as_object().unwrap();
            coverage.equal(&name, worlds.len(), item.pose().worlds.len());
            for (bone, golden) in worlds {
                let joints = &item.skeleton().unwrap().joints;
                let joint = joints.iter().position(|joint| joint.name == *bone).unwrap();
                let name = format!("{name}, {bone} at {milliseconds} ms");
                matrix_near(&name, &item.pose().worlds[joint], golden, &mut coverage);
            }
        }
        coverage.files += 1;
    }
    coverage.report("poses of Lost Saga");
}

/// Tracks that are not bound exactly, as the golden lists them.
fn compare_bindings(name: &str, item: &Item, golden: &Value, coverage: &mut Coverage) {
    let mapping = item.mapping().unwrap();
    let tracks = item.clip().unwrap().tracks.iter().zip(&mapping.tracks);
    let word = |reason: Reason| match reason {
        Reason::OtherCase => "case",
        Reason::NoJoint => "missing",
        _ => "",
    };
    let found: Vec<(String, i64, &str)> = tracks
        .filter(|(_, mapped)| !word(mapped.reason).is_empty())
        .map(|(track, mapped)| {
            let joint = mapped.joint.map_or(-1, |joint| joint as i64);
            (track.name.clone().unwrap(), joint, word(mapped.reason))
        })
        .collect();
    let wanted = list(golden).iter().map(|binding| {
        let index = integer(&binding["bone_index"]);
        (
            text(&binding["track"]).to_owned(),
            index,
            text(&binding["match"]),
        )
    });
    coverage.equal(name, found, wanted.collect());
}

#[test]
fn skinned_vertices_have_their_golden_places() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for (name, golden) in goldens(".json") {
        if !name.contains("/skin/") {
            continue;
        }
        let mut item = playing(&files_of(&data, &golden));
        compare_pairs(&name, &item, &golden["bindings"], &mut coverage);
        let clip = item.picks().2;
        for moment in list(&golden["poses"]) {
            let time = &moment["t"];
            item.pick_clip(clip.filter(|_| time.is_number()));
            item.set_time(time.as_f64().unwrap_or(0.0) / 1000.0);
            compare_vertices(&format!("{name} at {time}"), &item, moment, &mut coverage);
        }
        coverage.files += 1;
    }
    coverage.report("skins of Lost Saga");
}

fn compare_pairs(name: &str, item: &Item, golden: &Value, coverage: &mut Coverage) {
    let pairing = item.pairing().unwrap();
    for (bone, golden) in list(golden).iter().enumerate() {
        let pair = pairing.pair_of(bone);
        let joint = pair.map_or(-1, |pair| pair.joint as i64);
        coverage.equal(name, joint, integer(&golden["index"]));
        let word = pair.map_or("missing", |pair| pair.reason.word());
        coverage.equal(name, word, text(&golden["match"]));
    }
}

fn compare_vertices(name: &str, item: &Item, golden: &Value, coverage: &mut Coverage) {
    let posed = item.posed_vertices();
    let positions = || posed.iter().map(|vertex| Vec3::from(vertex.position));
    let bounds = Bounds::of(positions());
    coverage.all_near(name, &bounds.min.to_array(), &golden["bbox"][0], 1e-3);
    coverage.all_near(name, &bounds.max.to_array(), &golden["bbox"][1], 1e-3);
    let center = positions().map(|at| at.as_dvec3()).sum::<glam::DVec3>() / posed.len() as f64;
    let center = center.as_vec3().to_array();
    coverage.all_near(name, &center, &golden["centroid"], 1e-3);
    let stored = &item.mesh().unwrap().positions;
    let moves = positions()
        .zip(stored)
        .map(|(now, &then)| now.distance(then));
    let most = moves.fold(0.0, f32::max);
    coverage.near(name, most, number(&golden["max_move_from_file"]), 1e-3);
    for (vertex, golden) in golden["vertices"].as_object().unwrap() {
        let name = format!("{name}, vertex {vertex}");
        let vertex: usize = vertex.parse().unwrap();
        coverage.all_near(&name, &posed[vertex].position, &golden["pos"], 1e-3);
        let normal = summed_normal(item, vertex).to_array();
        coverage.all_near(&name, &normal, &golden["normal"], 2e-4);
    }
}

/// A normal as the weighted sum of its turned ones, which is what the goldens hold.
fn summed_normal(item: &Item, vertex: usize) -> Vec3 {
    let (mesh, pairing) = (item.mesh().unwrap(), item.pairing().unwrap());
    let list = mesh.influences.of(vertex).iter();
    let turned = list.map(|influence| {
        let matrix = pairing.skin_matrix(item.pose(), influence.bone as usize);
        matrix.transform_vector3(mesh.normals[vertex]) * influence.weight
    });
    turned.sum::<Vec3>().normalize()
}

#[test]
fn a_moment_does_not_depend_on_what_was_shown_before() {
    let Some(data) = data() else { return };
    let names = [
        "normal_reconstructed.skl",
        "lights_camera_action_30fps_w_music.ani",
    ];
    let mut item = playing(&names.map(|name| file_named(&data, name)));
    item.set_time(9.0);
    let worlds = item.pose().worlds.clone();
    for other in [0.0, 18.0, 3.3] {
        item.set_time(other);
        item.set_time(9.0);
        assert_eq!(item.pose().worlds, worlds);
    }
}

#[test]
fn the_games_own_slerp_is_off_by_a_little_and_can_be_left_again() {
    let Some(data) = data() else { return };
    let names = [
        "normal_reconstructed.skl",
        "lights_camera_action_30fps_w_music.ani",
    ];
    let mut item = playing(&names.map(|name| file_named(&data, name)));
    let worlds = |item: &mut Item| {
        item.set_time(5.017);
        item.pose().worlds.clone()
    };
    let exact = worlds(&mut item);
    item.set_slerp(Slerp::Game);
    assert_eq!(item.slerp(), Slerp::Game);
    let game = worlds(&mut item);
    let distance = |(a, b): (&Affine3A, &Affine3A)| a.translation.distance(b.translation);
    let most = exact.iter().zip(&game).map(distance).fold(0.0, f32::max);
    // lostsaga-formats §6 measured at most 2.4 units over the whole clip.
    assert!((0.05..2.5).contains(&most), "{most}");
    item.set_slerp(Slerp::Exact);
    assert_eq!(worlds(&mut item), exact);
}

#[test]
fn names_of_another_case_bind_here_and_to_bone_0_as_in_the_game() {
    let mut mesh = triangle();
    mesh.bones[2] = Text::new("Tip");
    mesh.bones[1] = Text::new("midle");
    let mut clip = swing();
    clip.tracks[0].bone = Text::new("MIDDLE");
    let (_folder, paths) = written(&chain(), &mesh, &clip);
    let mut item = playing(&paths);
    let reasons = |item: &Item| {
        let pairing = item.pairing().unwrap();
        let of = |bone| pairing.pair_of(bone).map(|pair| (pair.joint, pair.reason));
        let track = item.mapping().unwrap().tracks[0].clone();
        (of(1), of(2), (track.joint, track.reason))
    };
    assert_eq!(
        reasons(&item),
        (
            None,
            Some((2, PairReason::OtherCase)),
            (Some(1), Reason::OtherCase)
        )
    );
    item.set_time(1.0);
    let tip = Vec3::from(item.posed_vertices()[2].position);
    // The middle has turned the tip a quarter about itself: from above it to the side.
    assert!(tip.abs_diff_eq(Vec3::new(-2.0, 4.0, 0.0), 1e-4), "{tip}");
    let unbound = Vec3::from(item.posed_vertices()[1].position);
    assert_eq!(unbound, Vec3::new(1.0, 4.0, 0.0));
    item.set_as_in_game(true);
    let first = Some((0, PairReason::FirstJoint));
    assert_eq!(
        reasons(&item),
        (first, first, (Some(0), Reason::FirstJoint))
    );
    item.set_time(1.0);
    assert!(item.pose().locals[0].rotation.z > 0.7);
    let tip = Vec3::from(item.posed_vertices()[2].position);
    assert!(tip.abs_diff_eq(Vec3::new(-4.0, 2.0, 0.0), 1e-4), "{tip}");
    item.set_as_in_game(false);
    assert!(!item.is_as_in_game());
    assert_eq!(reasons(&item).1, Some((2, PairReason::OtherCase)));
}

#[test]
fn two_tracks_of_a_bone_are_blended_by_their_weights_and_one_without_weight_moves_nothing() {
    let angle = |item: &mut Item| {
        item.set_time(1.0);
        let (axis, angle) = item.pose().locals[1].rotation.to_axis_angle();
        angle * axis.z.signum()
    };
    let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let mut clip = swing();
    let mut over = track("middle", &[(0, Quat::IDENTITY.to_array())]);
    over.weight = 3.0;
    clip.tracks.push(over);
    let (_folder, paths) = written(&chain(), &triangle(), &clip);
    let mut item = playing(&paths);
    let found = angle(&mut item);
    let expected = quarter.to_axis_angle().1 / 4.0;
    assert!((found - expected).abs() < 1e-4, "{found} {expected}");
    let mapping = item.mapping().unwrap();
    assert_eq!(mapping.moved_by(0), Some(1));
    assert_eq!(mapping.moved_by(1), Some(1));
    clip.tracks[1].weight = 0.0;
    let (_folder, paths) = written(&chain(), &triangle(), &clip);
    let mut item = playing(&paths);
    assert!((angle(&mut item) - std::f32::consts::FRAC_PI_2).abs() < 1e-4);
    assert_eq!(item.mapping().unwrap().tracks[1].reason, Reason::Weightless);
}

#[test]
fn keys_hold_before_the_first_and_after_the_last_and_run_straight_between() {
    let mut clip = swing();
    let half = std::f32::consts::FRAC_PI_4;
    clip.tracks[0] = track(
        "middle",
        &[
            (200, [0.0, 0.0, 0.0, 2.0]),
            (700, [0.0, 0.0, -0.5 * half.sin(), -0.5 * half.cos()]),
        ],
    );
    clip.tracks[0].keys[1].translation = [5.0, 2.0, 0.0];
    let (_folder, paths) = written(&chain(), &triangle(), &clip);
    let mut item = playing(&paths);
    for (time, share) in [(0.0, 0.0), (0.2, 0.0), (0.45, 0.5), (0.7, 1.0), (1.0, 1.0)] {
        item.set_time(time);
        let local = item.pose().locals[1];
        assert!((local.translation.x - 5.0 * share).abs() < 1e-5, "{time}");
        let (axis, angle) = local.rotation.to_axis_angle();
        let turned = angle * axis.z;
        // Neither sign nor length of the stored quaternions counts: the shorter way is a quarter to the left.
        let wrapped = (turned - 2.0 * half * share).rem_euclid(std::f32::consts::TAU);
        assert!(
            !(1e-4..std::f32::consts::TAU - 1e-4).contains(&wrapped),
            "{time}: {turned}"
        );
    }
}

#[test]
fn a_clip_of_one_key_or_of_no_length_holds_its_pose() {
    let mut clip = swing();
    clip.total = 0;
    clip.tracks[0].keys.truncate(1);
    clip.tracks[0].keys[0].translation = [9.0, 0.0, 0.0];
    let (_folder, paths) = written(&chain(), &triangle(), &clip);
    let mut item = playing(&paths);
    for time in [0.0, 1.0, f64::NAN] {
        item.set_time(time);
        assert_eq!(item.pose().locals[1].translation.x, 9.0);
    }
    assert_eq!(item.duration(), 0.0);
}
