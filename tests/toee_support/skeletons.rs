//! `.ska`: golden values, poses and round trips.

use rigscope::formats::toee::ska;
use rigscope::model::transform::rows;
use rigscope::model::{Clip, Curve, DriveKind, Skeleton, Track};
use rigscope::pose::mapping::{self, MappingRule};
use rigscope::pose::{Mapping, Pose};
use serde_json::Value;

use super::{data, files_named, goldens, index, list, number, text};
use crate::common::Coverage;

pub const ENDINGS: [&str; 2] = [".ska", ".ska.0"];

/// A real skeleton and its clips.
pub fn open(path: &std::path::Path) -> (Skeleton, Vec<Clip>) {
    let (file, _) = ska::read(&std::fs::read(path).unwrap()).unwrap();
    let (skeleton, _) = ska::skeleton(&file);
    let (clips, _) = ska::clips(&file, &skeleton);
    (skeleton, clips)
}

pub fn map(skeleton: &Skeleton, clip: &Clip) -> Mapping {
    mapping::map(MappingRule::Game, skeleton, &[], &clip.tracks)
}

#[test]
fn skeletons_and_clips_have_their_golden_values() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for ending in [".ska.json", ".ska.0.json"] {
        for (name, golden) in goldens(ending) {
            let bytes = std::fs::read(data.join(text(&golden["file"]))).unwrap();
            let (file, findings) = ska::read(&bytes).unwrap();
            let (skeleton, more) = ska::skeleton(&file);
            let (clips, rest) = ska::clips(&file, &skeleton);
            let all = [findings, more, rest].concat();
            assert!(all.is_empty(), "{name}: {all:?}");
            compare_bones(&name, &file, &skeleton, &golden, &mut coverage);
            for (clip, golden) in list(&golden["animations"]).iter().enumerate() {
                let name = format!("{name}: {}", clips[clip].name);
                compare_clip(&name, &file, clip, &clips[clip], golden, &mut coverage);
                compare_samples(&name, &skeleton, &clips[clip], golden, &mut coverage);
            }
            coverage.equal(
                &name,
                clips.len(),
                index(&golden["header"]["animation_count"]),
            );
            coverage.files += 1;
        }
    }
    coverage.report("ska goldens");
}

fn compare_bones(
    name: &str,
    file: &ska::Ska,
    skeleton: &Skeleton,
    golden: &Value,
    coverage: &mut Coverage,
) {
    let bones = list(&golden["bones"]);
    coverage.equal(name, skeleton.joints.len(), bones.len());
    for ((joint, bone), golden) in skeleton.joints.iter().zip(&file.bones).zip(bones) {
        coverage.equal(name, joint.name.as_str(), text(&golden["name"]));
        let parent = joint.parent.map_or(-1, |parent| parent as i64);
        coverage.equal(name, Some(parent), golden["parent"].as_i64());
        coverage.equal(name, Some(i64::from(bone.flags)), golden["flags"].as_i64());
        compare_local(name, &joint.local, golden, coverage);
    }
}

fn compare_local(
    name: &str,
    local: &rigscope::model::Transform,
    golden: &Value,
    coverage: &mut Coverage,
) {
    coverage.all_near(name, &local.scale.to_array(), &golden["scale"], 1e-4);
    coverage.all_near(name, &local.translation.to_array(), &golden["trans"], 1e-4);
    let wanted: Vec<f64> = list(&golden["rot"]).iter().map(number).collect();
    let found = local.rotation.to_array();
    let dot: f64 = found
        .iter()
        .zip(&wanted)
        .map(|(a, b)| f64::from(*a) * b)
        .sum();
    let sign = if dot < 0.0 { -1.0 } else { 1.0 };
    coverage.all_near(name, &found.map(|x| x * sign), &golden["rot"], 1e-4);
}

fn compare_clip(
    name: &str,
    file: &ska::Ska,
    place: usize,
    clip: &Clip,
    golden: &Value,
    coverage: &mut Coverage,
) {
    let drive = clip.drive.unwrap();
    coverage.equal(name, clip.name.as_str(), text(&golden["name"]));
    coverage.equal(name, drive.kind.word(), text(&golden["drive"]));
    coverage.equal(name, clip.loops, Some(golden["loopable"] == 1));
    coverage.equal(
        name,
        clip.frame_count,
        Some(index(&golden["frames"]) as u32),
    );
    coverage.near(name, drive.rate, number(&golden["rate"]), 1e-3);
    coverage.near(name, drive.length, number(&golden["duration"]), 1e-3);
    if drive.kind == DriveKind::Time {
        coverage.near(name, clip.duration, number(&golden["duration"]), 1e-3);
    } else {
        let dps = number(&golden["dps"]);
        coverage.near(name, drive.per_second, dps, 1e-3);
        let natural = number(&golden["duration"]) / dps.abs();
        coverage.near(name, clip.duration, natural, natural * 1e-3);
    }
    let events = list(&golden["events"]);
    coverage.equal(name, clip.events.len(), events.len());
    for (event, golden) in clip.events.iter().zip(events) {
        coverage.equal(name, Some(i64::from(event.frame)), golden["frame"].as_i64());
        coverage.equal(name, event.name.as_str(), text(&golden["type"]));
        coverage.equal(name, event.text.as_str(), text(&golden["action"]));
    }
    let stream = &file.streams[file.animations[place].streams[0].stream.unwrap()];
    let data = &golden["data"];
    coverage.equal(name, stream.initial.len(), index(&data["initial_bones"]));
    coverage.equal(name, stream.frames.len(), index(&data["frame_headers"]));
    let near = |coverage: &mut Coverage, found: f32, key: &str| {
        let wanted = number(&data[key]);
        coverage.near(name, found, wanted, wanted * 1e-6);
    };
    near(coverage, stream.scale_factor, "scale_factor");
    near(coverage, stream.translation_factor, "translation_factor");
    let count = |has: fn(&ska::Record) -> bool| stream.records.iter().filter(|r| has(r)).count();
    coverage.equal(
        name,
        count(|r| r.scale.is_some()),
        index(&data["scale_keys"]),
    );
    coverage.equal(
        name,
        count(|r| r.rotation.is_some()),
        index(&data["rotation_keys"]),
    );
    coverage.equal(
        name,
        count(|r| r.translation.is_some()),
        index(&data["translation_keys"]),
    );
}

fn compare_samples(
    name: &str,
    skeleton: &Skeleton,
    clip: &Clip,
    golden: &Value,
    coverage: &mut Coverage,
) {
    let mapping = map(skeleton, clip);
    let mut pose = Pose::bind(skeleton);
    for sample in list(&golden["samples"]) {
        let frame = number(&sample["frame"]) as f32;
        let name = format!("{name} at frame {frame}");
        pose.set(skeleton, Some((clip, &mapping)), clip.seconds(frame));
        for golden in list(&sample["bones"]) {
            let joint = index(&golden["i"]);
            let name = format!("{name}, joint {joint}");
            compare_local(&name, &pose.locals[joint], golden, coverage);
            compare_world(&name, &pose.worlds[joint], &golden["world"], coverage);
        }
        let sum_abs = number(&sample["sum_abs"]);
        let add = |sum: [f64; 3], world: &glam::Affine3A| {
            let at = world.translation.to_array();
            std::array::from_fn(|axis| sum[axis] + f64::from(at[axis]))
        };
        let sum = pose.worlds.iter().fold([0.0; 3], add).map(|sum| sum as f32);
        coverage.all_near(
            &name,
            &sum,
            &sample["sum_translation"],
            1e-3 * sum_abs.max(1.0),
        );
    }
}

pub fn compare_world(name: &str, world: &glam::Affine3A, golden: &Value, coverage: &mut Coverage) {
    for (place, (found, wanted)) in rows(world).iter().zip(list(golden)).enumerate() {
        let tolerance = if place % 4 == 3 { 2e-3 } else { 2e-4 };
        coverage.near(name, *found, number(wanted), tolerance);
    }
}

#[test]
fn skeletons_are_written_as_they_were_stored() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for path in files_named(&data, &ENDINGS) {
        let bytes = std::fs::read(&path).unwrap();
        assert!(ska::is_ska(&bytes), "{}", path.display());
        let (file, findings) = ska::read(&bytes).unwrap();
        if !findings.is_empty() {
            assert!(
                path.ends_with("leather_faulds_brown_ground.SKA"),
                "{findings:?}"
            );
            assert_eq!(findings[0].code, "toee.stream-missing");
            assert_eq!(file.bones.len(), 1);
            assert_eq!(file.animations.len(), 1);
            continue;
        }
        let name = path.display().to_string();
        coverage.equal(&name, ska::write(&file).unwrap() == bytes, true);
        coverage.files += 1;
    }
    coverage.report("ska round trips");
}

#[test]
fn clips_that_share_a_stream_share_it_when_written() {
    let Some(data) = data() else { return };
    let path = data.join("dragonblack/art/meshes/Monsters/DragonBlack/DragonBlack.SKA");
    let (file, _) = ska::read(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!(file.animations.len(), 34);
    assert_eq!(file.streams.len(), 27);
}

#[test]
fn a_pose_does_not_depend_on_what_was_posed_before() {
    let Some(data) = data() else { return };
    let path = data.join("umberhulk/art/meshes/Monsters/UmberHulk_Revised/umberhulk_fbeetle.SKA");
    let (skeleton, clips) = open(&path);
    let clip = &clips[0];
    let mapping = map(&skeleton, clip);
    let mut wandered = Pose::bind(&skeleton);
    for step in 0..40 {
        let seconds = clip.duration * ((step * 7) % 40) as f32 / 39.0;
        wandered.set(&skeleton, Some((clip, &mapping)), seconds);
        let mut fresh = Pose::bind(&skeleton);
        fresh.set(&skeleton, Some((clip, &mapping)), seconds);
        assert_eq!(wandered.worlds, fresh.worlds);
    }
}

#[test]
fn a_clip_of_another_skeleton_finds_its_joints_by_name() {
    let Some(data) = data() else { return };
    let hulk = data.join("umberhulk/art/meshes/Monsters/UmberHulk_Revised/umberhulk_fbeetle.SKA");
    let (skeleton, clips) = open(&hulk);
    let mut turned = skeleton.clone();
    turned.joints.reverse();
    turned
        .joints
        .iter_mut()
        .for_each(|joint| joint.parent = None);
    let by_name = map(&turned, &clips[0]);
    for (track, mapped) in clips[0].tracks.iter().zip(&by_name.tracks) {
        let joint = mapped.joint.unwrap();
        let name = track.name.as_deref().unwrap();
        assert!(turned.joints[joint].name.eq_ignore_ascii_case(name));
    }
    turned.joints.truncate(10);
    let few = map(&turned, &clips[0]);
    let findings = mapping::findings(&few, &turned, &clips[0]);
    assert_eq!(findings[0].code, "toee.track-without-joint");
}

#[test]
fn tracks_hold_before_their_first_span_and_after_their_last() {
    use rigscope::model::Span;
    use rigscope::pose::sample::sample_track;
    let span = |from, until, x: f32| Span {
        from,
        until,
        value: glam::Vec3::splat(x),
    };
    let clip = Clip {
        fps: 10.0,
        duration: 2.0,
        ..Clip::default()
    };
    let track = Track {
        translation: Some(Curve::Spans {
            start: glam::Vec3::ZERO,
            spans: vec![span(2, 4, 10.0), span(8, 8, 30.0), span(10, 12, 50.0)],
        }),
        ..Track::default()
    };
    let at = |frame: f32| {
        let sampled = sample_track(&clip, &track, frame / 10.0);
        sampled.translation.unwrap().x
    };
    for (frame, value) in [
        (0.0, 0.0),
        (2.0, 0.0),
        (3.0, 5.0),
        (3.5, 7.5),
        (4.0, 10.0),
        (7.9, 10.0),
        (8.0, 30.0),
        (9.0, 30.0),
        (11.0, 40.0),
        (12.0, 50.0),
        (20.0, 50.0),
        (99.0, 50.0),
        (-1.0, 0.0),
    ] {
        assert!(
            (at(frame) - value).abs() < 1e-4,
            "frame {frame}: {}",
            at(frame)
        );
    }
}
