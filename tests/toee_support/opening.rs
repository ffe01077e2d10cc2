//! Files and folders as the program opens them.

use std::path::{Path, PathBuf};

use rigscope::formats::toee::data_root::DataRoot;
use rigscope::formats::toee::{ska, skm};
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::{Character, Family};
use rigscope::scene::Item;
use rigscope::scene::Pick;
use rigscope::scene::toee::Unposed;

use super::damage::swing;
use super::data;
use super::meshes::square;
use crate::common::{Coverage, files_below};

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

#[test]
fn every_file_is_opened_or_refused_with_a_reason() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for path in files_below(&data) {
        let options = OpenOptions { only: true };
        match open(std::slice::from_ref(&path), &options, &Progress::default()) {
            Ok(opened) => assert!(!opened.characters[0].files.is_empty()),
            Err(error) => {
                let name = path.to_string_lossy().to_lowercase();
                let may_be_refused = [".txt", ".md", ".mes"]
                    .iter()
                    .any(|end| name.ends_with(end));
                assert!(may_be_refused, "{error}");
            }
        }
        coverage.files += 1;
        coverage.values += 1;
    }
    coverage.report("toee files opened");
}

#[test]
fn a_skeleton_brings_its_mesh_and_a_mesh_its_skeleton_and_both_their_pictures() {
    let Some(data) = data() else { return };
    for ending in ["skm", "ska"] {
        let path = data.join(format!(
            "icelizard/art/meshes/Monsters/Icelizard/icelizard.{ending}"
        ));
        let character = opened(&path);
        assert_eq!(character.family, Family::Toee);
        assert_eq!(character.meshes.len(), 1);
        assert_eq!(character.skeletons.len(), 1);
        assert_eq!(character.clips.len(), 24);
        assert_eq!(character.clips[0].name, "unarmed_unarmed_rturn");
        // The paths in the files are spelled `icelizard/IceLizard.tga`, the folder `Icelizard`.
        let worn: Vec<&str> = character.materials[0]
            .iter()
            .map(|material| character.textures[material.texture.unwrap()].name.as_str())
            .collect();
        assert_eq!(worn, ["IceLizard", "IceLizardwing"]);
        assert!(character.findings.is_empty(), "{:?}", character.findings);
    }
}

#[test]
fn a_named_model_leaves_the_others_of_its_folder_alone_and_a_folder_holds_them_all() {
    let Some(data) = data() else { return };
    let folder = data.join("portals/art/meshes/Scenery/Portals");
    let one = opened(&folder.join("portcullis.ska"));
    assert_eq!(
        (one.meshes.len(), one.skeletons.len(), one.clips.len()),
        (1, 1, 4)
    );
    let all = opened(&folder);
    assert_eq!(
        (all.meshes.len(), all.skeletons.len(), all.clips.len()),
        (4, 4, 16)
    );
    let mut item = Item::new(all);
    let wanted = item
        .character
        .clips
        .iter()
        .position(|clip| clip.name == "demon_arch3/open");
    item.pick_clip(wanted);
    assert_eq!(item.skeleton().unwrap().name, "demon_arch3");
    assert_eq!(item.mesh().unwrap().name, "demon_arch3");
    assert_eq!(item.picks().2, wanted);
}

#[test]
fn a_mesh_without_a_skeleton_stands_on_its_own_bones() {
    let Some(data) = data() else { return };
    let path = data.join("kyton_head/art/meshes/Helms/Kyton_Head/Kyton_head_addmesh.SKM");
    let mut item = Item::new(opened(&path));
    assert_eq!(item.skeleton().unwrap().joints.len(), 91);
    item.set_time(0.0);
    let mesh = item.mesh().unwrap().positions.clone();
    for (posed, stored) in item.posed_vertices().iter().zip(mesh) {
        assert!(stored.distance(posed.position.into()) < 1e-3);
    }
    let codes: Vec<&str> = item.findings().map(|finding| finding.code).collect();
    assert_eq!(codes, ["toee.material-missing"]);
}

#[test]
fn without_a_clip_the_bind_pose_is_shown_or_on_request_the_rest_pose() {
    let Some(data) = data() else { return };
    let path = data.join("icelizard/art/meshes/Monsters/Icelizard/icelizard.skm");
    let mut item = Item::new(opened(&path));
    let farthest = |item: &Item| {
        let stored = &item.mesh().unwrap().positions;
        let posed = item.posed_vertices();
        let pairs = posed.iter().zip(stored);
        pairs
            .map(|(posed, stored)| stored.distance(posed.position.into()))
            .fold(0.0, f32::max)
    };
    item.pick_clip(None);
    item.set_time(0.0);
    assert!(farthest(&item) < 1e-2);
    item.unposed = Unposed::Rest;
    item.set_time(0.0);
    assert!(farthest(&item) > 10.0);
}

/// A game's folder in a mix of cases, with a model that is written by the encoders.
pub fn game() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("data/ART/Meshes/Squares");
    std::fs::create_dir_all(&models).unwrap();
    let mut mesh = square();
    let material = "art\\meshes/squares\\SQUARE.mdf";
    mesh.materials[0] = rigscope::formats::toee::FixedText::new(material);
    std::fs::write(models.join("square.skm"), skm::write(&mesh).unwrap()).unwrap();
    std::fs::write(models.join("SQUARE.SKA"), ska::write(&swing()).unwrap()).unwrap();
    let text = "Textured\nTexture \"art\\Meshes\\squares/Paint.TGA\"";
    std::fs::write(models.join("Square.MDF"), text).unwrap();
    let image = rigscope::model::Image {
        width: 1,
        height: 1,
        rgba: vec![1, 2, 3, 255],
    };
    let tga = rigscope::formats::texture::tga::of_rgba(&image).unwrap();
    let tga = rigscope::formats::texture::tga::write(&tga).unwrap();
    std::fs::write(models.join("paint.tga"), tga).unwrap();
    (folder, models)
}

#[test]
fn paths_are_found_whatever_their_case_and_slashes() {
    let (_folder, models) = game();
    let character = opened(&models.join("square.skm"));
    assert!(character.findings.is_empty(), "{:?}", character.findings);
    assert_eq!(character.textures[0].name, "paint");
    assert_eq!(character.clips[0].events[0].seconds, 0.5);
}

#[test]
fn a_bare_backslash_in_a_general_material_is_taken_for_a_slash() {
    let (_folder, models) = game();
    let text = "General\nTexture 0 \"art\\meshes\\squares\\paint.tga\"";
    std::fs::write(models.join("Square.MDF"), text).unwrap();
    let character = opened(&models.join("square.skm"));
    assert!(character.findings.is_empty(), "{:?}", character.findings);
    assert_eq!(character.materials[0][0].texture, Some(0));
}

#[test]
fn while_playing_a_clip_fades_into_the_next_and_scrubbing_switches_at_once() {
    let (_folder, models) = game();
    let mut still = swing();
    let mut clip = still.animations[0].clone();
    clip.name = rigscope::formats::toee::FixedText::new("still");
    clip.streams[0].stream = Some(1);
    still.animations.push(clip);
    still.streams.push(ska::Stream {
        end_of_initial: -2,
        ..ska::Stream::default()
    });
    std::fs::write(models.join("SQUARE.SKA"), ska::write(&still).unwrap()).unwrap();
    let mut scene = rigscope::scene::Scene::default();
    scene.show(opened(&models.join("square.skm")));
    scene.clock.seek(1.0);
    let mut packet = rigscope::scene::frame::FramePacket::default();
    let mut angle = |scene: &mut rigscope::scene::Scene| {
        scene.build_frame([64, 64], 1.0, true, &mut packet);
        let local = scene.item.as_ref().unwrap().pose().locals[1];
        local.rotation.to_axis_angle().1
    };
    assert!((angle(&mut scene) - 1.0).abs() < 1e-3);
    scene.fade_to(Pick::File(1));
    scene.clock.advance(0.25);
    // The swing goes on to 0.75 of a radian while half of it fades.
    let halfway = angle(&mut scene);
    assert!((0.3..0.45).contains(&halfway), "{halfway}");
    scene.clock.advance(0.25);
    assert!(angle(&mut scene) < 1e-3, "over after half a second");
    scene.pick_clip(Some(0));
    scene.clock.seek(1.0);
    angle(&mut scene);
    scene.fade_to(Pick::File(1));
    scene.clock.advance(0.1);
    assert!(angle(&mut scene) > 0.5);
    scene.clock.playing = false;
    scene.clock.seek(0.2);
    assert!(angle(&mut scene) < 1e-3, "a scrubbed clip stands alone");
}

#[test]
fn paths_do_not_lead_out_of_the_data_root() {
    let (folder, models) = game();
    std::fs::write(folder.path().join("secret.tga"), "x").unwrap();
    let mut root = DataRoot::above(&models.join("square.skm"));
    assert_eq!(root.root(), Some(folder.path().join("data").as_path()));
    assert!(root.find("art/meshes/squares/paint.tga").is_some());
    assert!(root.find("/art//meshes/./squares/paint.tga").is_some());
    for path in [
        "../secret.tga",
        "art/../../secret.tga",
        "c:/secret.tga",
        "",
        "art",
        "art/none.tga",
    ] {
        assert_eq!(root.find(path), None, "{path}");
    }
}

#[test]
fn missing_files_are_named_with_where_they_were_looked_for() {
    let (_folder, models) = game();
    std::fs::remove_file(models.join("paint.tga")).unwrap();
    let character = opened(&models.join("square.skm"));
    let codes: Vec<&str> = character
        .findings
        .iter()
        .map(|finding| finding.code)
        .collect();
    assert_eq!(codes, ["toee.texture-missing"]);
    assert!(!character.materials[0][0].looked_for.is_empty());
    std::fs::remove_file(models.join("Square.MDF")).unwrap();
    let character = opened(&models.join("square.skm"));
    assert_eq!(character.findings[0].code, "toee.material-missing");
}
