//! When joints are keyed and how they move, as the time line tells it, against the poses that are shown.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::path::{Path, PathBuf};

use common::Coverage;
use rigscope::model::spine::{BoneTimeline, Timeline};
use rigscope::pose::MappingRule;
use rigscope::scene::joint_curves::MOST_SAMPLES;
use rigscope::scene::joint_keys::Channel;
use rigscope::scene::jump::Stop;
use rigscope::scene::{Item, Pick, Scene};

fn sample(path: &str) -> Scene {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/samples")
        .join(path);
    common::paused(&path)
}

/// Our own characters, and those of the folder of real files, where that is there.
fn characters() -> Vec<(String, Scene)> {
    let samples = ["league", "toee", "spine/dot.skel"];
    let mut all: Vec<(String, Scene)> = samples
        .iter()
        .map(|path| ((*path).to_owned(), sample(path)))
        .collect();
    let real: Vec<PathBuf> = common::shared()
        .map(|shared| {
            ["data/league/gwen", "data/toee/icelizard"]
                .map(|path| shared.join(path))
                .to_vec()
        })
        .unwrap_or_default();
    for path in real.into_iter().filter(|path| path.is_dir()) {
        all.push((path.display().to_string(), common::paused(&path)));
    }
    all
}

fn item(scene: &Scene) -> &Item {
    scene.item.as_ref().unwrap()
}

/// Plays each of the first few things that can be played, with a joint selected that is keyed in it.
fn for_each_pick(mut look: impl FnMut(&str, &mut Scene)) {
    let mut coverage = Coverage::default();
    for (name, mut scene) in characters() {
        let picks: Vec<Pick> = item(&scene)
            .playables()
            .iter()
            .map(|line| line.pick)
            .take(12)
            .collect();
        for pick in picks {
            scene.pick(pick);
            scene.clock.playing = false;
            scene.pose_now();
            let joints = item(&scene).skeleton().unwrap().joints.len();
            let keyed = (0..joints).filter(|joint| {
                scene.selected_joint = Some(*joint);
                scene.joint_keys().all().next().is_some()
            });
            let keyed: Vec<usize> = keyed.collect();
            for joint in keyed.iter().step_by(keyed.len().div_ceil(4).max(1)) {
                scene.selected_joint = Some(*joint);
                look(&format!("{name} {pick:?} joint {joint}"), &mut scene);
                coverage.values += 1;
            }
        }
        coverage.files += 1;
    }
    assert!(coverage.values > 10);
    coverage.report("joints of clips");
}

#[test]
fn keys_lie_in_the_pass_in_order_each_once() {
    for_each_pick(|what, scene| {
        let duration = scene.clock.duration;
        for channel in Channel::ALL {
            let times = scene.joint_keys().of(channel).to_vec();
            assert!(
                times.windows(2).all(|pair| pair[0] < pair[1]),
                "{what} {channel:?}"
            );
            assert!(
                times.iter().all(|at| (0.0..=duration).contains(at)),
                "{what} {channel:?}"
            );
        }
    });
}

#[test]
fn curves_are_the_locals_that_are_shown() {
    for_each_pick(|what, scene| {
        if scene.clock.duration <= 0.0 {
            return;
        }
        let (joint, duration) = (scene.selected_joint.unwrap(), scene.clock.duration);
        let mut calls = 0;
        while !scene.joint_curves(0.0, duration).is_complete() {
            calls += 1;
            assert!(calls < 100_000, "{what}: sampling does not end");
        }
        let samples = scene.joint_curves(0.0, duration).samples().to_vec();
        assert!((2..=MOST_SAMPLES).contains(&samples.len()), "{what}");
        assert!(
            samples
                .windows(2)
                .all(|pair| pair[0].seconds < pair[1].seconds),
            "{what}"
        );
        for sample in samples.iter().step_by(samples.len().div_ceil(9)) {
            scene.clock.seek(sample.seconds);
            scene.pose_now();
            let value = |channel, component| sample.value(channel, component).unwrap();
            let near = |channel: Channel, component: usize, wanted: f64| {
                let found = value(channel, component);
                let apart = (found - wanted).abs();
                assert!(
                    apart <= 1e-4 * wanted.abs().max(1.0),
                    "{what} at {}: {channel:?} {component} is {found}, not {wanted}",
                    sample.seconds
                );
            };
            let item = item(scene);
            if let Some((spine, _)) = item.spine() {
                let mut shown = spine.shown().clone();
                let local = shown.pose.applied_local(joint).unwrap();
                near(Channel::Translation, 0, local.x);
                near(Channel::Translation, 1, local.y);
                near(Channel::Scale, 0, local.scale_x);
                near(Channel::Shear, 1, local.shear_y);
                let turned = (value(Channel::Rotation, 0) - local.rotation) / 360.0;
                assert!((turned - turned.round()).abs() < 1e-5, "{what}");
                continue;
            }
            let local = item.pose().locals[joint];
            let lists = [
                (Channel::Translation, local.translation),
                (Channel::Scale, local.scale),
            ];
            for (channel, vector) in lists {
                for (component, wanted) in vector.to_array().into_iter().enumerate() {
                    near(channel, component, f64::from(wanted));
                }
            }
            let rotation = local.rotation.to_array().map(f64::from);
            let same: f64 = (0..4)
                .map(|at| rotation[at] * value(Channel::Rotation, at))
                .sum();
            assert!(
                (same.abs() - 1.0).abs() < 1e-3,
                "{what} at {}",
                sample.seconds
            );
        }
    });
}

#[test]
fn jumping_forward_visits_every_key_once() {
    for_each_pick(|what, scene| {
        scene.clock.looping = false;
        scene.clock.seek(0.0);
        let mut keys: Vec<f64> = scene.joint_keys().all().filter(|at| *at > 1e-6).collect();
        keys.sort_by(f64::total_cmp);
        keys.dedup_by(|b, a| *b - *a <= 1e-6);
        let most = 2000.min(keys.len());
        for (count, wanted) in keys.iter().take(most).enumerate() {
            assert!(scene.jump(Stop::Key, true), "{what}: {count}");
            let here = scene.clock.seconds;
            assert!(
                (here - wanted).abs() <= 2e-6,
                "{what}: {count} is {here}, not {wanted}"
            );
        }
        scene.clock.looping = true;
    });
}

#[test]
fn the_keys_follow_the_joint_that_the_rule_gives_the_track_to() {
    let Some(shared) = common::shared() else {
        eprintln!("covered: nothing, the folder of real files is not there");
        return;
    };
    let mut scene = common::paused(&shared.join("data/league/synthetic/case_dup.skl"));
    let lines = item(&scene).playables().to_vec();
    let mut moved = 0;
    for line in &lines {
        scene.pick(line.pick);
        for rule in MappingRule::ALL {
            scene.item.as_mut().unwrap().set_rule(rule);
            let joints = item(&scene).skeleton().unwrap().joints.len();
            for joint in 0..joints {
                scene.selected_joint = Some(joint);
                let is_keyed = scene.joint_keys().all().next().is_some();
                // Several files at once have a mapping each.
                let is_one = item(&scene).plan().nodes.len() == 1;
                let Some(mapping) = item(&scene).mapping().filter(|_| is_one) else {
                    continue;
                };
                let track = mapping.track_of_joint[joint];
                let clip = item(&scene).clip().unwrap();
                let has_keys = track.is_some_and(|track| {
                    let track = &clip.tracks[track];
                    let is_some = |curve: &Option<_>| {
                        curve
                            .as_ref()
                            .is_some_and(|_: &rigscope::model::Curve<glam::Vec3>| true)
                    };
                    is_some(&track.translation) || is_some(&track.scale) || track.rotation.is_some()
                });
                assert_eq!(is_keyed, has_keys, "{} {rule:?} joint {joint}", line.name);
                moved += usize::from(is_keyed);
            }
        }
    }
    assert!(moved > 0, "covered: no keyed joint");
    eprintln!("covered: {moved} keyed joints");
}

#[test]
fn keys_of_a_bone_are_those_of_its_timelines() {
    let mut scene = sample("spine/dot.skel");
    let rig = item(&scene).character.rigs[0].clone();
    let mut covered = 0;
    for (index, animation) in rig.animations.iter().enumerate() {
        scene.pick_animation(0, Some(index));
        for bone in 0..rig.bones.len() {
            scene.selected_joint = Some(bone);
            let mut turned: Vec<f64> = animation
                .timelines
                .iter()
                .filter(|it| {
                    matches!(it, Timeline::Bone { bone: of, timeline: BoneTimeline::Rotate(_) } if *of == bone)
                })
                .flat_map(Timeline::times)
                .collect();
            turned.dedup();
            let found = scene.joint_keys().of(Channel::Rotation);
            assert_eq!(found.len(), turned.len(), "{} bone {bone}", animation.name);
            assert!(found.iter().zip(&turned).all(|(a, b)| (a - b).abs() < 1e-6));
            covered += turned.len();
        }
    }
    assert!(covered > 0);
}

#[test]
fn a_loop_range_of_a_rig_shows_the_same_poses_in_every_round() {
    let mut scene = sample("spine/dot.skel");
    let lines = item(&scene).playables().to_vec();
    let longest = lines.iter().max_by(|a, b| {
        let seconds = |line: &rigscope::scene::graph::Playable| line.seconds.unwrap_or(0.0);
        seconds(a).total_cmp(&seconds(b))
    });
    scene.pick(longest.unwrap().pick);
    let duration = scene.clock.duration;
    scene
        .clock
        .set_range(Some((duration * 0.25, duration * 0.5)));
    scene.clock.playing = true;
    scene.clock.seek(duration * 0.25);
    let mut round = || {
        let mut shown = Vec::new();
        for _ in 0..8 {
            scene.clock.advance(duration * 0.25 / 8.0);
            scene.pose_now();
            let at = (scene.clock.total() * 1e6).round();
            shown.push((at as i64, item(&scene).pose().worlds.clone()));
        }
        shown.sort_by_key(|(at, _)| *at);
        shown
    };
    let first = round();
    for _ in 0..3 {
        let again = round();
        for ((a, one), (b, other)) in first.iter().zip(&again) {
            assert!((a - b).abs() <= 1, "{a} {b}");
            let same = one
                .iter()
                .zip(other)
                .all(|(one, other)| one.abs_diff_eq(*other, 1e-3));
            assert!(same, "at {a}");
        }
    }
}
