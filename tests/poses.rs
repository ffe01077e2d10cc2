//! Poses of real characters against golden values, by the way a file takes in the program.

mod common;

use std::path::Path;

use common::Coverage;
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::transform::rows;
use rigscope::model::{Bounds, Character};
use rigscope::pose::MappingRule;
use rigscope::pose::mapping::{Reason, disagreements, map};
use rigscope::scene::Item;

fn open_only(paths: &[std::path::PathBuf]) -> Character {
    let opened = open(paths, &OpenOptions { only: true }, &Progress::default());
    opened
        .unwrap_or_else(|error| panic!("{paths:?}: {error}"))
        .characters
        .swap_remove(0)
}

#[test]
fn posed_joints_and_vertices_are_those_of_the_goldens() {
    let Some(shared) = common::shared() else {
        return;
    };
    let golden = common::golden(&shared, "league/skinning.json");
    let data = shared.join("data/league");
    let mut coverage = Coverage::default();
    for (mesh, expected) in golden.as_object().unwrap() {
        let skeleton = expected["skl"].as_str().unwrap();
        let samples: Vec<usize> = expected["sample_vertices"]
            .as_array()
            .unwrap()
            .iter()
            .map(|v| v.as_u64().unwrap() as usize)
            .collect();
        for pose in expected["poses"].as_array().unwrap() {
            let clip = pose["anm"].as_str().unwrap();
            let item = Item::new(open_only(&[
                data.join(skeleton),
                data.join(mesh),
                data.join(clip),
            ]));
            compare_pose(
                &mut coverage,
                item,
                pose,
                &samples,
                &format!("{mesh} in {clip}"),
            );
            coverage.files += 1;
        }
    }
    coverage.report("skinning.json");
}

fn compare_pose(
    coverage: &mut Coverage,
    mut item: Item,
    pose: &serde_json::Value,
    samples: &[usize],
    what: &str,
) {
    item.pick_clip(Some(0));
    item.set_time(pose["t"].as_f64().unwrap());
    let mapping = item.mapping().expect("a clip is picked");
    let matched = mapping
        .tracks
        .iter()
        .filter(|track| track.joint.is_some())
        .count();
    coverage.equal(
        &format!("{what}: tracks"),
        mapping.tracks.len() as u64,
        pose["tracks"].as_u64().unwrap(),
    );
    coverage.equal(
        &format!("{what}: matched"),
        matched as u64,
        pose["tracks_matched"].as_u64().unwrap(),
    );
    let still = mapping
        .track_of_joint
        .iter()
        .filter(|track| track.is_none())
        .count();
    coverage.equal(
        &format!("{what}: still joints"),
        still as u64,
        pose["joints_unanimated"].as_u64().unwrap(),
    );
    for (joint, expected) in pose["joint_world"].as_object().unwrap() {
        let found = rows(&item.pose().worlds[joint.parse::<usize>().unwrap()]);
        for (index, (found, expected)) in found.iter().zip(expected.as_array().unwrap()).enumerate()
        {
            let tolerance = if index % 4 == 3 { 0.02 } else { 1e-3 };
            coverage.near(
                &format!("{what}: joint {joint} [{index}]"),
                *found,
                expected.as_f64().unwrap(),
                tolerance,
            );
        }
    }
    let posed = item.posed_vertices();
    for (&vertex, expected) in samples.iter().zip(pose["vertices"].as_array().unwrap()) {
        coverage.all_near(
            &format!("{what}: vertex {vertex}"),
            &posed[vertex].position,
            expected,
            0.05,
        );
    }
    let bounds = Bounds::of(posed.iter().map(|vertex| vertex.position.into()));
    let found: Vec<f32> = bounds
        .min
        .to_array()
        .into_iter()
        .chain(bounds.max.to_array())
        .collect();
    coverage.all_near(&format!("{what}: box"), &found, &pose["bbox"], 0.05);
}

#[test]
fn tracks_go_to_the_joints_of_the_goldens() {
    let Some(shared) = common::shared() else {
        return;
    };
    let golden = common::golden(&shared, "league/mapping.json");
    let data = shared.join("data/league");
    let mut coverage = Coverage::default();
    for expected in golden["expected"].as_array().unwrap() {
        let clip = expected["anm"].as_str().unwrap();
        let character = open_only(&[data.join(golden["skl"].as_str().unwrap()), data.join(clip)]);
        let mapping = map(
            MappingRule::Game,
            &character.skeletons[0],
            &[],
            &character.clips[0].tracks,
        );
        for (track, joint) in expected["track_to_joint"].as_object().unwrap() {
            let track: usize = track.parse().unwrap();
            let found = mapping.tracks[track].joint.map(|joint| joint as u64);
            coverage.equal(&format!("{clip}: track {track}"), found, joint.as_u64());
        }
        for track in expected["unmatched_tracks"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let mapped = &mapping.tracks[track.as_u64().unwrap() as usize];
            coverage.equal(
                &format!("{clip}: track {track}"),
                mapped.reason,
                Reason::NoJoint,
            );
        }
        coverage.files += 1;
    }
    coverage.report("mapping.json");
}

#[test]
fn on_the_case_colliding_rig_the_three_rules_part_at_the_head() {
    let Some(shared) = common::shared() else {
        return;
    };
    let data = shared.join("data/league/synthetic");
    let character = open_only(&[data.join("case_dup.skl"), data.join("case_dup_single.anm")]);
    let (skeleton, clip) = (&character.skeletons[0], &character.clips[0]);
    let mappings = MappingRule::ALL.map(|rule| map(rule, skeleton, &[], &clip.tracks));
    let differing = disagreements(&mappings, skeleton);
    assert_eq!(differing.len(), 1, "{differing:?}");
    let head = &differing[0];
    // Joint 2 is the stub `head` at the root, joint 6 the skinned `Head`: the two-pass walk meets the stub first; the
    // table keyed by hash keeps the last joint, which here happens to be the right one.
    assert_eq!((head.track, head.joints), (4, [Some(6), Some(2), Some(6)]));
    assert!(head.reasons[1].contains("\"head\""), "{}", head.reasons[1]);
}

#[test]
fn a_pose_depends_on_the_moment_alone_for_every_clip() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = Coverage::default();
    for folder in std::fs::read_dir(shared.join("data/league"))
        .unwrap()
        .flatten()
    {
        if !folder.path().is_dir() {
            continue;
        }
        let Ok(opened) = open(
            &[folder.path()],
            &OpenOptions::default(),
            &Progress::default(),
        ) else {
            continue;
        };
        for character in opened
            .characters
            .into_iter()
            .filter(|character| !character.skeletons.is_empty())
        {
            let clips = character.clips.len();
            let mut item = Item::new(character);
            for clip in 0..clips {
                item.pick_clip(Some(clip));
                item.set_time(0.0);
                let fresh = bits(&item);
                item.set_time(1.0);
                item.set_time(0.0);
                coverage.equal("pose at 0 after 1", bits(&item), fresh);
                coverage.files += 1;
            }
        }
    }
    coverage.report("independence from history");
}

fn bits(item: &Item) -> Vec<u32> {
    item.pose()
        .worlds
        .iter()
        .flat_map(rows)
        .map(f32::to_bits)
        .collect()
}

#[test]
fn a_clip_of_another_character_leaves_the_bind_pose_and_says_so() {
    let Some(shared) = common::shared() else {
        return;
    };
    let data = shared.join("data/league");
    let paths = [
        data.join("turret_ionia"),
        data.join("gwen/animations/idle.gwen.anm"),
    ];
    let skeleton = common::files_ending(&paths[0], &["skl"]).swap_remove(0);
    let mut item = Item::new(open_only(&[skeleton, paths[1].clone()]));
    let bind = bits(&item);
    item.pick_clip(Some(0));
    item.set_time(0.5);
    let moved = item
        .mapping()
        .unwrap()
        .tracks
        .iter()
        .filter(|track| track.joint.is_some())
        .count();
    if moved == 0 {
        assert_eq!(bits(&item), bind);
        assert!(
            item.findings()
                .any(|finding| finding.code == "league.no-track-matches")
        );
    } else {
        assert!(
            item.findings()
                .any(|finding| finding.code == "league.track-without-joint")
        );
    }
}

#[test]
fn every_set_of_the_shared_folder_is_found_whole_from_any_one_of_its_files() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = Coverage::default();
    for set in ["gwen", "mordekaiser", "annie_legacy", "turret_ionia"] {
        let folder = shared.join("data/league").join(set);
        let whole = counts(&folder);
        for file in common::files_ending(&folder, &["skl", "skn", "anm", "dds"]) {
            let found = counts(&file);
            coverage.equal(&format!("{}", file.display()), found, whole);
            coverage.files += 1;
        }
    }
    coverage.report("siblings");
}

/// Skeletons, meshes and clips, and whether every submesh has a texture: named textures may be read beside those worn.
fn counts(path: &Path) -> (usize, usize, usize, bool) {
    let paths = [path.to_path_buf()];
    let opened = open(&paths, &OpenOptions::default(), &Progress::default()).unwrap();
    let character = &opened.characters[0];
    let textured = character
        .materials
        .iter()
        .flatten()
        .all(|material| material.texture.is_some());
    (
        character.skeletons.len(),
        character.meshes.len(),
        character.clips.len(),
        textured,
    )
}
