//! Wick, the sample of Lost Saga: it is what its program writes, opens cleanly, and shows what it was made to show.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::surface::{Combine, UvSource};
use rigscope::model::{Character, Family, Finding, Severity};
use rigscope::scene::Item;
use rigscope::scene::camera::Camera;
use rigscope::scene::frame::FramePacket;

use crate::common::files_below;
use crate::gpu_support::{assert_snapshot, picture};
use crate::lostsaga;

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/lostsaga")
}

pub fn opened(path: &Path) -> Character {
    let opened = open(
        &[path.into()],
        &OpenOptions::default(),
        &Progress::default(),
    );
    let mut characters = opened.unwrap().characters;
    assert_eq!(characters.len(), 1, "{}", path.display());
    characters.remove(0)
}

/// One item for each mesh of these names, in a clip at a moment, in one packet.
pub fn together(character: &Character, meshes: &[&str], clip: &str, seconds: f64) -> FramePacket {
    let mut packet = FramePacket {
        textured: true,
        ..FramePacket::default()
    };
    let mut corners = Vec::new();
    for name in meshes {
        let mut item = Item::new(character.clone());
        let named = |mesh: &rigscope::model::Mesh| mesh.name == *name;
        item.pick_mesh(character.meshes.iter().position(named));
        let mut clips = character.clips.iter();
        item.pick_clip(clips.position(|found| found.name.starts_with(clip)));
        item.set_time(seconds);
        let to_world = item.world_from_file();
        let vertices = item.posed_vertices().into_iter();
        corners.extend(vertices.map(|it| to_world.transform_point3(it.position.into())));
        item.add_to_frame(
            &mut packet.palette,
            &mut packet.instances,
            Default::default(),
        );
    }
    let mut camera = Camera::default();
    camera.fit(&corners, 1.0);
    packet.camera = camera.matrices(1.0);
    packet
}

#[test]
fn the_committed_files_are_what_the_program_writes() {
    let mut total = 0;
    let mut written = BTreeSet::new();
    for (path, bytes) in lostsaga::files().unwrap() {
        let path = folder().join(path);
        let committed = std::fs::read(&path).unwrap();
        let name = path.display();
        assert!(
            committed == bytes,
            "{name}: run `cargo run --example make-samples`"
        );
        total += bytes.len();
        written.insert(path);
    }
    let there: BTreeSet<PathBuf> = files_below(&folder()).into_iter().collect();
    assert_eq!(there, written);
    assert!(total < 150_000, "{total} bytes");
}

#[test]
fn every_clip_moves_every_mesh_and_nothing_is_wrong_with_them() {
    let character = opened(&folder());
    assert_eq!(character.family, Family::LostSaga);
    let counts = (
        character.skeletons.len(),
        character.meshes.len(),
        character.clips.len(),
    );
    assert_eq!(counts, (2, 4, 3));
    assert_eq!(
        character.meshes[3].name, "wick.cms",
        "behind those that are seen"
    );
    let mut item = Item::new(character);
    assert_eq!(
        item.mesh().unwrap().name,
        "wick_body",
        "what is shown first"
    );
    for mesh in 0..3 {
        item.pick_mesh(Some(mesh));
        let bones = item.mesh().unwrap().bones.len();
        let pairing = item.pairing().unwrap();
        assert!((0..bones).all(|bone| pairing.joint_of(bone).is_some()));
        for clip in 0..3 {
            item.pick_clip(Some(clip));
            let is_bad = |finding: &&Finding| finding.severity >= Severity::Warning;
            let bad: Vec<_> = item.findings().filter(is_bad).collect();
            assert!(bad.is_empty(), "{bad:?}");
            item.set_time(0.0);
            let start = item.posed_vertices();
            item.set_time(0.6);
            let now = item.posed_vertices();
            assert!(
                start
                    .iter()
                    .zip(&now)
                    .any(|(a, b)| a.position != b.position)
            );
            assert!(
                now.iter()
                    .all(|it| it.position.iter().all(|number| number.is_finite()))
            );
        }
    }
}

#[test]
fn nothing_sinks_into_the_ground_and_clips_that_repeat_end_where_they_begin() {
    let mut item = Item::new(opened(&folder()));
    for clip in 0..3 {
        item.pick_clip(Some(clip));
        let duration = f64::from(item.clip().unwrap().duration);
        let mut ends = Vec::new();
        for step in 0..=24 {
            item.set_time(duration * f64::from(step) / 24.0);
            let lowest = item
                .posed_vertices()
                .iter()
                .map(|it| it.position[1])
                .fold(f32::MAX, f32::min);
            assert!(
                (-1.5..4.0).contains(&lowest),
                "clip {clip}, step {step}: {lowest}"
            );
            if step % 24 == 0 {
                ends.push(item.pose().worlds[4].translation);
            }
        }
        assert!(ends[0].distance(ends[1]) < 0.05, "clip {clip}: {ends:?}");
    }
}

#[test]
fn the_tall_skeleton_plays_clips_and_wears_meshes_of_the_short_one_that_it_is_linked_to() {
    let mut item = Item::new(opened(&folder()));
    let walk = item
        .character
        .clips
        .iter()
        .position(|clip| clip.name == "wick_walk");
    let mut shape = |skeleton: usize| {
        item.pick_skeleton(Some(skeleton));
        item.pick_clip(walk);
        item.set_time(0.3);
        let heights = item.posed_vertices().into_iter().map(|it| it.position[1]);
        let (low, high) = heights.fold((f32::MAX, f32::MIN), |(low, high), at| {
            (low.min(at), high.max(at))
        });
        (item.link().is_some(), low, high)
    };
    let (is_linked, low, high) = shape(0);
    let (tall_is_linked, tall_low, tall_high) = shape(1);
    assert!(!is_linked && tall_is_linked);
    assert!(
        (low - tall_low).abs() < 2.5,
        "{low}, {tall_low}: both stand on the ground"
    );
    assert!(tall_high > high + 20.0, "{high}, {tall_high}");
}

#[test]
fn a_model_text_opens_the_character_that_it_describes_and_says_what_is_not_there() {
    let character = opened(&folder().join("resource/model/animodel/wick.txt"));
    let counts = (
        character.skeletons.len(),
        character.meshes.len(),
        character.clips.len(),
    );
    assert_eq!(counts, (1, 4, 3), "without the tall skeleton");
    assert_eq!(character.skeletons[0].name, "wick");
    let copy = tempfile::tempdir().unwrap();
    for (path, bytes) in lostsaga::files().unwrap() {
        if path.ends_with("wick_lamp.msh") {
            continue;
        }
        let path = copy.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let character = opened(&copy.path().join("resource/model/animodel/wick.txt"));
    assert_eq!(character.meshes.len(), 3);
    let mut findings = character.findings.iter();
    let missing = findings.find(|finding| finding.code == "lostsaga.model-part-missing");
    assert!(missing.unwrap().message.contains("wick_lamp.msh"));
}

#[test]
fn body_and_cap_have_an_outline_and_light_moves_over_the_glass() {
    let character = opened(&folder());
    let surface =
        |mesh: usize, submesh: usize| character.materials[mesh][submesh].surface.clone().unwrap();
    assert_eq!(character.meshes[2].name, "wick_lamp");
    for (mesh, submesh) in [(0, 0), (1, 0), (2, 0)] {
        let surface = surface(mesh, submesh);
        assert!(surface.outline.is_some() && surface.lit && surface.two_sided);
        assert_eq!(surface.stages.len(), 1);
    }
    let glass = surface(2, 1);
    assert!(glass.outline.is_none() && !glass.lit && !glass.two_sided);
    let [base, light] = &glass.stages[..] else {
        panic!("{:?}", glass.stages);
    };
    assert_eq!(character.textures[base.texture.unwrap()].container, "dds");
    assert_eq!(character.textures[light.texture.unwrap()].container, "lsc");
    assert_eq!((light.combine, light.uv), (Combine::Add, UvSource::Drift));
    let tells = |name: &str| {
        let mut clips = character.clips.iter();
        let clip = clips.find(|clip| clip.name == name).unwrap();
        clip.events
            .iter()
            .map(|event| event.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(tells("wick_bow"), ["hide_mesh", "show_mesh"]);
    assert_eq!(tells("wick_walk"), ["motion_sound"; 2]);
}

#[test]
fn wick_walks_with_cap_and_lamp() {
    let character = opened(&folder());
    let meshes = ["wick_body", "wick_cap", "wick_lamp"];
    let packet = together(&character, &meshes, "wick_walk", 0.4);
    assert_snapshot(&picture(&packet, 320, 320), "lostsaga_wick");
}
