//! Two characters side by side in numbers: what only one has, and how far their joints are apart and when.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cli_support;
mod common;

use std::fs;
use std::path::Path;

use cli_support::{figure, rigscope, words};
use glam::{Quat, Vec3};
use rigscope::formats::league::{anm, hash};
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::{Character, Clip, Curve, Family, Track};
use rigscope::pose::MappingRule;
use rigscope::scene::difference::{
    Difference, Part, Tolerance, Wanted, What, When, common_passes, compare,
};
use rigscope::scene::{Item, Pick};
use serde_json::Value;

/// The figure of the command-line tests, with the clips given.
fn character(clips: Vec<Clip>) -> Character {
    let mut character = Character::empty(Family::League, "figure");
    character.skeletons.push(cli_support::skeleton());
    character.meshes.push(cli_support::mesh());
    character.clips = clips;
    character
}

/// The spine turns about z, from nothing to `degrees` in a second of 30 frames, and stays there for one frame.
fn bow(degrees: f32) -> Clip {
    let turn = |frame: u16| Quat::from_rotation_z(degrees.to_radians() * f32::from(frame) / 30.0);
    Clip {
        name: "bow".into(),
        fps: 30.0,
        duration: 31.0 / 30.0,
        frame_count: Some(31),
        tracks: vec![Track {
            hash: Some(hash::elf("Spine")),
            rotation: Some(Curve::Frames((0..31).map(turn).collect())),
            ..Track::default()
        }],
        ..Clip::default()
    }
}

fn difference(a: Character, b: Character, passes: &[(Pick, Pick)]) -> Difference {
    let (mut a, mut b) = (Item::new(a), Item::new(b));
    let wanted = Wanted {
        passes: passes.to_vec(),
        curves: true,
        ..Wanted::default()
    };
    compare(&mut a, &mut b, &wanted, &Progress::default()).unwrap()
}

const FIRST_CLIP: [(Pick, Pick); 1] = [(Pick::File(0), Pick::File(0))];

#[track_caller]
fn near(found: f32, expected: f32) {
    assert!((found - expected).abs() < 0.01, "{found}, not {expected}");
}

#[test]
fn a_known_turn_is_found_at_its_joint_and_carried_to_those_below() {
    let (a, b) = (character(vec![bow(0.0)]), character(vec![bow(60.0)]));
    let found = difference(a, b, &FIRST_CLIP);
    assert!(!found.is_equal());
    let pass = &found.passes[0];
    let names: Vec<&str> = pass
        .differing(Tolerance::default())
        .map(|joint| joint.name.as_str())
        .collect();
    assert_eq!(names, ["Head", "Spine"], "worst first");
    let (head, spine) = (&pass.joints[0], &pass.joints[1]);
    near(spine.angle.amount, 60.0);
    near(spine.angle.time as f32, 1.0);
    near(spine.distance.amount, 0.0);
    near(head.angle.amount, 60.0);
    // The chord of an arc of 60° with the spine's 50 units for radius.
    near(head.distance.amount, 50.0);
    assert!(spine.differs_itself(found.tolerance) && !head.differs_itself(found.tolerance));
    let half = pass.times.iter().position(|time| (time - 0.5).abs() < 1e-6);
    near(head.angles[half.unwrap()], 30.0);
    assert_eq!(head.distances.len(), pass.times.len());
}

#[test]
fn what_is_the_same_is_equal_and_keeps_no_course() {
    let same = || character(vec![bow(60.0)]);
    let (a, b) = (Item::new(same()), Item::new(same()));
    let passes = common_passes(&a, &b);
    assert_eq!(
        passes,
        [(Pick::Bind, Pick::Bind), (Pick::File(0), Pick::File(0))]
    );
    let found = difference(same(), same(), &passes);
    assert!(found.is_equal(), "{found:?}");
    assert_eq!(found.joints, 4);
    assert!(found.passes[1].joints.iter().all(|it| it.angles.is_empty()));
}

#[test]
fn what_only_one_has_and_what_lies_elsewhere_is_named() {
    let (a, mut b) = (
        character(vec![bow(0.0), named("wave", bow(1.0))]),
        character(vec![named("Bow", bow(0.0)), named("jump", bow(0.0))]),
    );
    b.clips[0].duration = 2.0;
    b.clips[0].fps = 15.0;
    let skeleton = &mut b.skeletons[0];
    skeleton.joints[2].parent = Some(0);
    skeleton.joints[1].local.translation.y += 2.0;
    skeleton.joints[3].name = "tail".into();
    let mesh = &mut b.meshes[0];
    mesh.positions[3].x += 4.0;
    mesh.positions[5].y -= 7.0;
    mesh.uvs[1].x = 0.75;
    mesh.submeshes[1].name = "Crown".into();
    let found = difference(a, b, &[]);
    let told = |part: Part, name: &str, field: Option<&str>| {
        found.changes.iter().any(|change| {
            let is = match &change.what {
                What::Differs { field: it, .. } => Some(*it),
                _ => None,
            };
            (change.part, change.name.as_str(), is) == (part, name, field)
        })
    };
    for (part, name, field) in [
        (Part::Joint, "head", None),
        (Part::Joint, "tail", None),
        (Part::Joint, "Head", Some("parent")),
        (Part::Joint, "Spine", Some("bind")),
        (Part::Clip, "wave", None),
        (Part::Clip, "jump", None),
        (Part::Clip, "bow", Some("duration")),
        (Part::Clip, "bow", Some("fps")),
        (Part::Submesh, "Hat", None),
        (Part::Submesh, "Crown", None),
    ] {
        assert!(told(part, name, field), "{part:?} {name} {field:?}");
    }
    let mesh = found.mesh.unwrap();
    assert_eq!((mesh.moved, mesh.uvs, mesh.weights), (2, 1, 0));
    assert_eq!((mesh.worst, mesh.worst_vertex), (7.0, Some(5)));
}

fn named(name: &str, clip: Clip) -> Clip {
    Clip {
        name: name.into(),
        duration: clip.duration.max(1.0),
        ..clip
    }
}

#[test]
fn two_rules_differ_at_the_track_and_at_the_joints_it_moves() {
    let nod = || character(vec![named("nod", cli_support::clip(40.0))]);
    let (mut a, mut b) = (Item::new(nod()), Item::new(nod()));
    b.set_rule(MappingRule::Naive);
    let wanted = Wanted {
        passes: FIRST_CLIP.to_vec(),
        ..Wanted::default()
    };
    let found = compare(&mut a, &mut b, &wanted, &Progress::default()).unwrap();
    let pass = &found.passes[0];
    let joint = pass.changes.iter().find_map(|change| match &change.what {
        What::Differs { field, a, b } => Some((*field, a.as_str(), b.as_str())),
        _ => None,
    });
    assert_eq!(joint, Some(("joint", "Head", "head")));
    let differing = pass.differing(found.tolerance);
    assert_eq!(differing.count(), 2);
}

#[test]
fn moments_may_be_chosen_and_a_cancelled_comparison_gives_nothing() {
    let (mut a, mut b) = (
        Item::new(character(vec![bow(0.0)])),
        Item::new(character(vec![bow(60.0)])),
    );
    let mut wanted = Wanted {
        passes: FIRST_CLIP.to_vec(),
        when: When::At(vec![0.5, 0.25, f64::NAN, 99.0]),
        ..Wanted::default()
    };
    let found = compare(&mut a, &mut b, &wanted, &Progress::default()).unwrap();
    assert_eq!(found.passes[0].times, [0.25, 0.5, 99.0]);
    wanted.when = When::Rate(4.0);
    let found = compare(&mut a, &mut b, &wanted, &Progress::default()).unwrap();
    assert_eq!(found.passes[0].times.len(), 6);
    let progress = Progress::default();
    progress.cancel();
    assert_eq!(compare(&mut a, &mut b, &wanted, &progress), None);
}

#[test]
fn poses_that_are_no_numbers_and_characters_without_joints_are_survived() {
    let mut broken = bow(60.0);
    broken.tracks[0].translation = Some(Curve::Frames(vec![Vec3::NAN]));
    let found = difference(
        character(vec![bow(0.0)]),
        character(vec![broken]),
        &FIRST_CLIP,
    );
    assert_eq!(found.passes[0].joints[0].distance.amount, f32::MAX);
    let empty = || Character::empty(Family::League, "nothing");
    let passes = [(Pick::Bind, Pick::Bind), (Pick::File(7), Pick::Graph(9))];
    assert!(difference(empty(), empty(), &passes).is_equal());
    assert!(!difference(character(Vec::new()), empty(), &passes).is_equal());
}

fn opened(path: &Path) -> Character {
    let paths = [path.to_path_buf()];
    let opened = open(&paths, &OpenOptions::default(), &Progress::default()).unwrap();
    opened.characters.into_iter().next().unwrap()
}

fn sample(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/samples")
        .join(path)
}

#[test]
fn slots_of_a_spine_character_differ_in_what_they_show_in_colour_and_in_order() {
    let a = opened(&sample("spine/dot.json"));
    let mut b = a.clone();
    let rig = &mut b.rigs[0];
    rig.bones[1].rotation += 10.0;
    let shown = rig.slots.iter().position(|slot| slot.attachment.is_some());
    let shown = shown.unwrap();
    let name = rig.slots[shown].name.clone();
    rig.slots[shown].attachment = None;
    let other = rig.slots.len() - 1;
    let tinted = rig.slots[other].name.clone();
    rig.slots[other].color = [0.5, 1.0, 1.0, 1.0];
    let bone = rig.bones[1].name.clone();
    let found = difference(a, b, &[(Pick::Bind, Pick::Bind)]);
    let pass = &found.passes[0];
    let turned = pass.joints.iter().find(|joint| joint.name == bone).unwrap();
    near(turned.own_angle.amount, 10.0);
    let state = |name: &str, field: &str| {
        let mut states = pass.states.iter();
        states.find(|state| state.name == name && state.field == field)
    };
    assert_eq!(state(&name, "attachment").unwrap().b, "none");
    assert_eq!(state(&tinted, "color").unwrap().amount, Some(0.5));
}

#[test]
fn both_forms_of_the_spine_sample_say_the_same() {
    let skel = sample("spine/dot.skel");
    let json = sample("spine/dot.json");
    let run = rigscope(&["diff", skel.to_str().unwrap(), json.to_str().unwrap()]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert!(run.stdout.contains("no difference"), "{}", run.stdout);
}

#[test]
fn a_folder_is_like_itself_whatever_its_family() {
    for family in ["league", "spine", "toee"] {
        let folder = sample(family);
        let folder = folder.to_str().unwrap();
        let run = rigscope(&["diff", folder, folder, "--json"]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        let document = run.json();
        assert_eq!(document["equal"], true, "{family}");
        assert_eq!(document["poses"].as_array().unwrap().len(), 0);
        assert!(document["clips"].as_array().unwrap().len() > 1, "{family}");
    }
}

fn keys(value: &Value) -> Vec<&str> {
    let keys = value.as_object().unwrap().keys();
    keys.map(String::as_str).collect()
}

#[test]
fn two_clips_are_compared_on_the_skeleton_beside_them() {
    let (_guard, folder) = figure();
    let line = "diff {}/animations/nod.anm {}/animations/still.anm --json --curves";
    let run = rigscope(&words(line, &folder));
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    let document = run.json();
    assert_eq!(
        keys(&document),
        [
            "a",
            "angle_tolerance",
            "b",
            "changes",
            "clips",
            "common_joints",
            "equal",
            "family",
            "mesh",
            "poses",
            "tolerance"
        ]
    );
    let clip = &document["clips"][0];
    assert_eq!(
        (&clip["clip_a"], &clip["clip_b"]),
        (&"nod".into(), &"still".into())
    );
    let worst = &document["poses"][0];
    assert_eq!(
        keys(worst),
        [
            "a",
            "angle",
            "angle_time",
            "angles",
            "b",
            "clip",
            "distance",
            "distance_time",
            "distances",
            "frame",
            "itself",
            "joint",
            "own_angle",
            "own_distance",
            "scale",
            "time"
        ]
    );
    assert_eq!(worst["joint"], "Head");
    near(worst["distance"].as_f64().unwrap() as f32, 40.0);
    near(worst["time"].as_f64().unwrap() as f32, 29.0 / 30.0);
    near(worst["frame"].as_f64().unwrap() as f32, 29.0);
    let moments = clip["times"].as_array().unwrap().len();
    assert_eq!(worst["distances"].as_array().unwrap().len(), moments);
}

#[test]
fn options_choose_clip_rule_tolerance_and_moments() {
    let (_guard, folder) = figure();
    for (options, status, told) in [
        ("--clip nod", 0, "no difference: 1 pose or clip"),
        ("--clip nod --clip-b still", 1, "nod and still"),
        (
            "--clip nod --clip-b still --tolerance 41",
            0,
            "no difference but how it is stored",
        ),
        ("--clip nod --clip-b still --times 0", 0, "no difference"),
        ("--clip nod --clip-b still --fps 2", 1, "at 3 moments"),
        (
            "--clip nod --mapping-b naive",
            1,
            "joint: Head in A, head in B",
        ),
        (
            "--clip nod --mapping naive",
            1,
            "joint: head in A, Head in B",
        ),
    ] {
        let options = options.replace("--mapping naive", "--mapping naive --mapping-b game");
        let run = rigscope(&words(&format!("diff {{}} {{}} {options}"), &folder));
        assert_eq!(
            run.status, status,
            "{options}: {}{}",
            run.stdout, run.stderr
        );
        assert!(run.stdout.contains(told), "{options}: {}", run.stdout);
    }
}

#[test]
fn a_clip_that_lies_alone_is_played_on_the_others_skeleton() {
    let (_guard, folder) = figure();
    let away = tempfile::tempdir().unwrap();
    // Deep enough that no skeleton is found by chance in a folder that others use.
    let deep = away.path().join("a/b");
    fs::create_dir_all(&deep).unwrap();
    let lone = deep.join("nod.anm");
    fs::write(&lone, anm::write_v5(&cli_support::clip(20.0)).unwrap()).unwrap();
    let nod = folder.join("animations/nod.anm");
    let run = rigscope(&["diff", nod.to_str().unwrap(), lone.to_str().unwrap()]);
    assert_eq!(run.status, 1);
    assert!(
        run.stderr.contains("no skeleton lies beside"),
        "{}",
        run.stderr
    );
    assert!(run.stdout.contains("20.0000"), "{}", run.stdout);
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let (_guard, folder) = figure();
    let spine = sample("spine");
    let spine = spine.to_str().unwrap();
    for (line, about) in [
        (format!("diff {{}} {spine}"), "one family"),
        ("diff {} {}/nowhere".into(), "no such file"),
        ("diff {} {} --clip dance".into(), "dance"),
        ("diff {} {} --clip nod --clip-b dance".into(), "dance"),
        ("diff {} {} --tolerance -1".into(), "tolerance"),
        ("diff {} {} --fps 0".into(), "--fps"),
        ("diff {} {} --skin gold".into(), "only Spine"),
        (format!("diff {spine} {spine} --skin nothing"), "nothing"),
    ] {
        let line = line.replace("--tolerance -1", "--tolerance=-1");
        rigscope(&words(&line, &folder)).assert_refused(about);
    }
    let run = rigscope(&words("diff {}", &folder));
    assert_eq!(run.status, 2);
}
