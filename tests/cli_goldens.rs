//! The program's numbers of real files against golden values.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cli_support;
mod common;

use std::path::{Path, PathBuf};

use cli_support::{Run, rigscope};
use common::Coverage;
use serde_json::Value;

fn run(paths: &[PathBuf], command: &str, options: &[&str]) -> Run {
    let mut args = vec![command.to_owned()];
    args.extend(paths.iter().map(|path| path.to_str().unwrap().to_owned()));
    args.extend(options.iter().map(|&option| option.to_owned()));
    let run = rigscope(&args);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{args:?}");
    run
}

fn floats(value: &Value) -> Vec<f32> {
    let numbers = value.as_array().unwrap().iter();
    numbers
        .map(|number| number.as_f64().unwrap() as f32)
        .collect()
}

fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

#[test]
fn pose_prints_the_joints_and_vertices_of_the_goldens() {
    let Some(shared) = common::shared() else {
        return;
    };
    let golden = common::golden(&shared, "league/skinning.json");
    let data = shared.join("data/league");
    let mut coverage = Coverage::default();
    for (mesh, expected) in golden.as_object().unwrap() {
        let body = [
            data.join(expected["skl"].as_str().unwrap()),
            data.join(mesh),
        ];
        for pose in array(&expected["poses"]) {
            compare_pose(&data, &body, expected, pose, &mut coverage);
            coverage.files += 1;
        }
    }
    coverage.report("skinning.json through the program");
}

fn compare_pose(
    data: &Path,
    body: &[PathBuf; 2],
    expected: &Value,
    pose: &Value,
    coverage: &mut Coverage,
) {
    let clip_file = data.join(pose["anm"].as_str().unwrap());
    let clip = clip_file.file_stem().unwrap().to_str().unwrap().to_owned();
    let what = format!("{} in {clip}", body[1].display());
    let time = pose["t"].to_string();
    let paths = [body[0].clone(), body[1].clone(), clip_file];
    let options = [
        "--only",
        "--clip",
        &clip,
        "--vertices",
        "--json",
        "--times",
        &time,
    ];
    let document = &run(&paths, "pose", &options).json()[0];
    let tracks = array(&document["mapping"]);
    let matched = tracks
        .iter()
        .filter(|track| !track["joint"].is_null())
        .count();
    coverage.equal(&what, tracks.len() as u64, pose["tracks"].as_u64().unwrap());
    coverage.equal(
        &what,
        matched as u64,
        pose["tracks_matched"].as_u64().unwrap(),
    );
    for (joint, expected) in pose["joint_world"].as_object().unwrap() {
        let found = floats(&document["joints"][joint.parse::<usize>().unwrap()]["world"]);
        for (index, (found, expected)) in found.iter().zip(array(expected)).enumerate() {
            let tolerance = if index % 4 == 3 { 0.02 } else { 1e-3 };
            let what = format!("{what}: joint {joint} [{index}]");
            coverage.near(&what, *found, expected.as_f64().unwrap(), tolerance);
        }
    }
    let positions = floats(&document["meshes"][0]["positions"]);
    for (vertex, place) in array(&expected["sample_vertices"])
        .iter()
        .zip(array(&pose["vertices"]))
    {
        let vertex = vertex.as_u64().unwrap() as usize;
        let what = format!("{what}: vertex {vertex}");
        coverage.all_near(&what, &positions[vertex * 3..vertex * 3 + 3], place, 0.05);
    }
}

#[test]
fn map_and_pose_send_each_track_to_the_joint_of_the_goldens() {
    let Some(shared) = common::shared() else {
        return;
    };
    let golden = common::golden(&shared, "league/mapping.json");
    let data = shared.join("data/league");
    let mut coverage = Coverage::default();
    for expected in array(&golden["expected"]) {
        let clip = expected["anm"].as_str().unwrap();
        let paths = [data.join(golden["skl"].as_str().unwrap()), data.join(clip)];
        let name = paths[1].file_stem().unwrap().to_str().unwrap();
        let maps = [
            run(&paths, "map", &["--only", "--clip", name, "--json"]).json(),
            run(&paths, "pose", &["--only", "--clip", name, "--json"]).json(),
        ];
        for map in &maps {
            for (track, joint) in expected["track_to_joint"].as_object().unwrap() {
                let found = &map["mapping"][track.parse::<usize>().unwrap()]["joint"];
                coverage.equal(&format!("{clip}: track {track}"), found, joint);
            }
            for track in expected["unmatched_tracks"]
                .as_array()
                .into_iter()
                .flatten()
            {
                let found = &map["mapping"][track.as_u64().unwrap() as usize];
                coverage.equal(clip, found["rule"].as_str(), Some("no-joint"));
            }
        }
        coverage.files += 1;
    }
    coverage.report("mapping.json through the program");
}

#[test]
fn the_rule_on_the_command_line_moves_the_head_of_the_case_colliding_rig() {
    let Some(shared) = common::shared() else {
        return;
    };
    let data = shared.join("data/league/synthetic");
    let paths = [data.join("case_dup.skl"), data.join("case_dup_single.anm")];
    let worlds = |rule: &str| {
        let options = [
            "--only",
            "--clip",
            "case_dup_single",
            "--mapping",
            rule,
            "--time",
            "0.5",
        ];
        let document = run(&paths, "pose", &options).json();
        [2, 6].map(|joint: usize| floats(&document["joints"][joint]["world"]))
    };
    let bind = run(&paths, "pose", &["--only"]).json();
    let [stub, head] = [2, 6].map(|joint: usize| floats(&bind["joints"][joint]["world"]));
    // The root's rotation, rounded to 48 bits, is felt by the stub too.
    let moved = |a: &[f32], b: &[f32]| a.iter().zip(b).any(|(a, b)| (a - b).abs() > 0.05);
    let [game, two_pass, naive] = ["game", "two-pass", "naive"].map(worlds);
    assert_eq!(
        [moved(&game[0], &stub), moved(&game[1], &head)],
        [false, true]
    );
    assert!(moved(&two_pass[0], &stub), "the older walk moves the stub");
    assert_eq!(naive, game, "here the last joint happens to be the head");
}

#[test]
fn inspect_prints_the_counts_of_the_goldens() {
    let Some(shared) = common::shared() else {
        return;
    };
    let data = shared.join("data/league");
    let mut coverage = Coverage::default();
    for (path, expected) in common::golden(&shared, "league/skl.json")
        .as_object()
        .unwrap()
    {
        let document = run(&[data.join(path)], "inspect", &["--only", "--json"]).json();
        let joints = array(&document["joints"]);
        coverage.equal(path, &document["influences"], &expected["influences"]);
        coverage.equal(path, joints.len(), array(&expected["joints"]).len());
        for (joint, expected) in joints.iter().zip(array(&expected["joints"])) {
            let parent = joint["parent"].as_i64().unwrap_or(-1);
            coverage.equal(path, Some(parent), expected[1].as_i64());
            coverage.equal(path, &joint["name"], &expected[2]);
            coverage.equal(path, &joint["hash"], &expected[3]);
        }
        coverage.files += 1;
    }
    for (path, expected) in common::golden(&shared, "league/skn.json")
        .as_object()
        .unwrap()
    {
        let document = run(&[data.join(path)], "inspect", &["--only", "--json"]).json();
        let mesh = &document["meshes"][0];
        for key in [
            "version",
            "vertex_count",
            "index_count",
            "max_blend_index",
            "vertex_size",
        ] {
            coverage.equal(&format!("{path}: {key}"), &mesh[key], &expected[key]);
        }
        let ranges: Vec<Value> = array(&mesh["submeshes"]).iter().map(range).collect();
        coverage.equal(path, Value::Array(ranges), expected["ranges"].clone());
        coverage.files += 1;
    }
    coverage.report("skl.json and skn.json through the program");
}

fn range(submesh: &Value) -> Value {
    let keys = [
        "name",
        "start_vertex",
        "vertex_count",
        "start_index",
        "index_count",
    ];
    keys.map(|key| submesh[key].clone()).into_iter().collect()
}

#[test]
fn inspect_prints_the_clips_of_the_goldens() {
    let Some(shared) = common::shared() else {
        return;
    };
    let data = shared.join("data/league");
    let mut coverage = Coverage::default();
    for golden in common::files_ending(&shared.join("goldens/league/anm"), &["json"]) {
        let text = std::fs::read_to_string(golden).unwrap();
        let files: Value = serde_json::from_str(&text).unwrap();
        for (path, expected) in files.as_object().unwrap() {
            let document = run(&[data.join(path)], "inspect", &["--only", "--json"]).json();
            let clip = &document["clips"][0];
            let hashes: Vec<&Value> = array(&clip["tracks"])
                .iter()
                .map(|track| &track["hash"])
                .collect();
            let expected_hashes: Vec<&Value> = array(&expected["track_hashes_in_file_order"])
                .iter()
                .collect();
            coverage.equal(path, hashes, expected_hashes);
            for key in ["duration", "fps"] {
                let found = clip[key].as_f64().unwrap() as f32;
                coverage.near(
                    &format!("{path}: {key}"),
                    found,
                    expected[key].as_f64().unwrap(),
                    1e-3,
                );
            }
            coverage.files += 1;
        }
    }
    coverage.report("anm/*.json through the program");
}

#[test]
fn every_real_folder_is_one_document_without_errors() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = Coverage::default();
    for entry in std::fs::read_dir(shared.join("data/league"))
        .unwrap()
        .flatten()
    {
        if entry.path().is_dir() {
            let document = run(&[entry.path()], "inspect", &["--json"]).json();
            coverage.equal("family", document["family"].as_str(), Some("league"));
            coverage.files += 1;
        }
    }
    coverage.report("folders through the program");
}
