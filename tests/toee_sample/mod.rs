//! Tock, the sample of The Temple of Elemental Evil, and what the program shows of such a character.

#[path = "../../assets/samples/make/toee/mod.rs"]
mod toee;

mod dressing;
mod shown;
mod worn;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use glam::Vec3;
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::{Character, DriveKind, Severity};
use rigscope::scene::{Item, Pick, Scene};

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/toee")
}

pub fn character() -> Character {
    let mut opened = open(&[folder()], &OpenOptions::default(), &Progress::default()).unwrap();
    assert_eq!(opened.characters.len(), 1);
    assert!(opened.unknown.is_empty());
    opened.characters.remove(0)
}

/// The sample in one of its clips, paused at its start.
pub fn playing(clip: &str) -> Scene {
    let mut scene = Scene::default();
    scene.show(character());
    scene.clock.playing = false;
    let item = scene.item.as_ref().unwrap();
    let mut clips = item.character.clips.iter();
    let clip = clips.position(|found| found.name.ends_with(clip)).unwrap();
    scene.pick(Pick::File(clip));
    scene
}

pub fn joint(item: &Item, name: &str) -> usize {
    let mut joints = item.skeleton().unwrap().joints.iter();
    joints.position(|joint| joint.name == name).unwrap()
}

/// Where a joint is in the world.
pub fn place(item: &Item, name: &str) -> Vec3 {
    let world = item.pose().worlds[joint(item, name)];
    item.world_from_file()
        .transform_point3a(world.translation)
        .into()
}

#[test]
fn the_committed_files_are_what_the_program_writes() {
    let mut total = 0;
    let mut written = BTreeSet::new();
    for (path, bytes) in toee::files().unwrap() {
        let committed = std::fs::read(folder().join(&path)).unwrap();
        let name = path.display();
        assert!(
            committed == bytes,
            "{name}: run `cargo run --example make-samples`"
        );
        total += bytes.len();
        written.insert(folder().join(path));
    }
    let models = folder().join("art/meshes/tock");
    let there = std::fs::read_dir(models).unwrap();
    let there: BTreeSet<PathBuf> = there.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(there, written);
    assert!(total < 200_000, "{total} bytes");
}

#[test]
fn every_clip_opens_and_plays_without_a_finding() {
    let character = character();
    assert_eq!(character.clips.len(), 5);
    let mut item = Item::new(character);
    for clip in 0..5 {
        item.pick_clip(Some(clip));
        let bad: Vec<_> = item
            .findings()
            .filter(|finding| finding.severity >= Severity::Warning)
            .collect();
        assert!(bad.is_empty(), "{bad:?}");
        item.set_time(0.0);
        let start = item.pose().worlds.clone();
        item.set_time(0.4);
        assert_ne!(item.pose().worlds, start, "clip {clip}");
        assert!(item.pose().worlds.iter().all(|world| world.is_finite()));
    }
    let drives = item.character.clips.iter();
    let drives: BTreeSet<&str> = drives.map(|clip| clip.drive.unwrap().kind.word()).collect();
    assert_eq!(
        drives.into_iter().collect::<Vec<_>>(),
        ["distance", "rotation", "time"]
    );
    let textures = item.character.materials[0].iter();
    assert!(textures.clone().count() == 2 && textures.clone().all(|it| it.texture.is_some()));
}

#[test]
fn the_meshs_bones_stand_in_another_order_than_the_skeletons() {
    let item = Item::new(character());
    let (mesh, pairing) = (item.mesh().unwrap(), item.pairing().unwrap());
    let joints: Vec<usize> = (0..mesh.bones.len())
        .map(|bone| pairing.joint_of(bone).unwrap())
        .collect();
    assert!(!joints.is_sorted(), "{joints:?}");
    let skeleton = item.skeleton().unwrap();
    for (bone, &joint) in mesh.bones.iter().zip(&joints) {
        assert!(bone.name.eq_ignore_ascii_case(&skeleton.joints[joint].name));
    }
    assert!(skeleton.joints.len() > joints.len());
}

#[test]
fn bound_with_spread_arms_and_at_rest_with_hanging_ones() {
    use rigscope::scene::toee::Unposed;
    let mut item = Item::new(character());
    let mut hand = |unposed| {
        item.unposed = unposed;
        item.set_time(0.0);
        [
            place(&item, "Bip01 L Hand"),
            place(&item, "Bip01 R Hand"),
            place(&item, "Staff"),
        ]
    };
    let [left, right, staff] = hand(Unposed::Bind);
    assert!(
        left.x > 18.0 && right.x < -18.0 && staff.x < -18.0,
        "{left} {right}"
    );
    let [left, right, _] = hand(Unposed::Rest);
    assert!(
        (9.0..15.0).contains(&left.x) && (-15.0..-9.0).contains(&right.x),
        "{left} {right}"
    );
}

#[test]
fn clips_that_repeat_end_where_they_begin_and_nothing_sinks_into_the_ground() {
    let mut item = Item::new(character());
    for index in 0..5 {
        item.pick_clip(Some(index));
        let clip = &item.character.clips[index];
        let (repeats, duration) = (clip.loops == Some(true), clip.duration);
        let kind = clip.drive.unwrap().kind;
        let mut ends = Vec::new();
        for step in 0..=60 {
            item.set_time(f64::from(duration) * f64::from(step) / 60.0);
            let vertices = item.posed_vertices();
            let lowest = vertices.iter().map(|vertex| vertex.position[1]);
            let lowest = lowest.fold(f32::INFINITY, f32::min);
            assert!(
                lowest > -0.8,
                "{kind:?} {index} at step {step}: lowest at {lowest}"
            );
            if step % 60 == 0 {
                ends.push(place(&item, "Staff"));
            }
        }
        let gap = ends[0].distance(ends[1]);
        assert!(!repeats || gap < 0.05, "clip {index}: {gap}");
    }
    assert_eq!(
        item.character.clips[1].drive.unwrap().kind,
        DriveKind::Distance
    );
}

#[test]
fn the_skirt_swings_around_the_legs_and_keeps_off_them() {
    let mut item = Item::new(character());
    let (mesh, shapes) = {
        let (_, cloth) = item.cloths().next().unwrap();
        let free = cloth.vertices()[cloth.anchor_count()..].to_vec();
        (free, item.cloth_shapes().len())
    };
    assert_eq!((mesh.len(), shapes), (80, 7));
    let legs = item.cloth_shapes()[..4].iter();
    let legs: Vec<usize> = legs.map(|it| it.joint).collect();
    let places = |item: &Item| -> Vec<Vec3> {
        let posed = item.posed_vertices();
        let at = mesh.iter().map(|&vertex| posed[vertex as usize].position);
        at.map(Vec3::from_array).collect()
    };
    let walk = item.character.clips.iter();
    let walk = walk
        .map(|clip| clip.name.as_str())
        .position(|name| name.ends_with("walk"));
    item.pick_clip(walk);
    let (mut deepest, mut swings) = (0.0_f32, 0.0_f32);
    // At the start of the clip it is where its bones have it, and not out of the legs yet.
    for step in 1..=60 {
        item.set_time(f64::from(step) / 60.0);
        let hanging = places(&item);
        for &leg in &legs {
            let into = item.pose().worlds[leg].inverse();
            for &at in &hanging {
                let at = into.transform_point3(at);
                if (0.0..=9.5).contains(&at.z) {
                    deepest = deepest.max(1.0 - at.truncate().length() / 4.4);
                }
            }
        }
        item.set_cloth(false);
        item.set_time(f64::from(step) / 60.0);
        let rigid = places(&item);
        item.set_cloth(true);
        let moved = hanging.iter().zip(&rigid).map(|(a, b)| a.distance(*b));
        swings = moved.fold(swings, f32::max);
    }
    println!("deepest {deepest} of a leg's radius; swings {swings}");
    assert!(deepest < 0.01, "{deepest}");
    assert!((1.0..15.0).contains(&swings), "{swings}");
}
