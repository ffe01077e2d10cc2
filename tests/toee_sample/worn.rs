//! Models that a character wears and holds.

use std::path::Path;

use glam::{Affine3A, Mat3A, Vec3};
use rigscope::formats::toee::{FixedText, ska, skm};
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::Character;
use rigscope::scene::frame::FramePacket;
use rigscope::scene::worn::{Fit, orthonormal};
use rigscope::scene::{Item, Scene};

use super::{folder, joint, place, playing};

pub fn opened(path: &Path) -> Character {
    let opened = open(
        &[path.into()],
        &OpenOptions::default(),
        &Progress::default(),
    );
    opened.unwrap().characters.remove(0)
}

pub fn tock() -> skm::Skm {
    let bytes = std::fs::read(folder().join("art/meshes/tock/tock.skm")).unwrap();
    skm::read(&bytes).unwrap().0
}

/// An add-mesh of Tock's own triangles, with a list of bones of its own order, none of them a joint's number.
pub fn hat(folder: &Path) -> std::path::PathBuf {
    let mut hat = tock();
    let kept = [
        "Bip01",
        "Bip01 Pelvis",
        "Bip01 Spine",
        "Bip01 Spine1",
        "Bip01 Neck",
        "Bip01 Head",
    ];
    let bones: Vec<usize> = (0..hat.bones.len())
        .filter(|&bone| kept.contains(&hat.bones[bone].name.text().as_str()))
        .collect();
    let place = |bone: usize| bones.iter().position(|&kept| kept == bone);
    let head = bones
        .iter()
        .find(|&&bone| hat.bones[bone].name.text() == "Bip01 Head");
    let head = *head.unwrap() as u16;
    let is_head = |vertex: &skm::Vertex| vertex.bones[0] == head && vertex.weights[0] == 1.0;
    hat.triangles.retain(|triangle| {
        triangle
            .vertices
            .iter()
            .all(|&corner| is_head(&hat.vertices[usize::from(corner)]))
    });
    for vertex in &mut hat.vertices {
        vertex.count = 1;
        vertex.bones = [place(usize::from(head)).unwrap() as u16; 6];
        vertex.weights = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        // Vertices that belong to no triangle.
        if !is_head(&skm::Vertex {
            bones: [head; 6],
            ..*vertex
        }) {
            vertex.position = [0.0; 4];
        }
    }
    let kept = |bone: usize| skm::Bone {
        parent: match usize::try_from(hat.bones[bone].parent) {
            Ok(parent) => place(parent).map_or(-1, |parent| parent as i16),
            Err(_) => -1,
        },
        ..hat.bones[bone]
    };
    hat.bones = bones.iter().map(|&bone| kept(bone)).collect();
    // Its maker's root, which nobody else has and which moves nothing.
    hat.bones.push(skm::Bone {
        parent: -1,
        name: FixedText::new("human_male_base"),
        ..hat.bones[0]
    });
    let path = folder.join("hat.skm");
    std::fs::write(&path, skm::write(&hat).unwrap()).unwrap();
    path
}

/// A stick of one triangle, ten long, with a skeleton of its own.
pub fn stick(folder: &Path) -> std::path::PathBuf {
    let vertex = |x: f32, y: f32| skm::Vertex {
        position: [x, y, 0.0, 0.0],
        normal: [0.0, 0.0, 1.0, 0.0],
        count: 1,
        weights: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        ..skm::Vertex::default()
    };
    let name = FixedText::new("stick");
    let stick = skm::Skm {
        bones: vec![skm::Bone {
            parent: -1,
            name,
            world_inverse: [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
            ..skm::Bone::default()
        }],
        materials: vec![FixedText::new("art/stick.mdf")],
        vertices: vec![vertex(0.0, 0.0), vertex(10.0, 0.0), vertex(0.0, 1.0)],
        triangles: vec![skm::Triangle {
            material: 0,
            vertices: [0, 1, 2],
        }],
        ..skm::Skm::default()
    };
    let bone = ska::Bone {
        parent: -1,
        name,
        scale: [1.0, 1.0, 1.0, 0.0],
        rotation: [0.0, 0.0, 0.0, 1.0],
        ..ska::Bone::default()
    };
    let skeleton = ska::Ska {
        bones: vec![bone],
        ..ska::Ska::default()
    };
    let path = folder.join("stick.skm");
    std::fs::write(&path, skm::write(&stick).unwrap()).unwrap();
    std::fs::write(folder.join("stick.ska"), ska::write(&skeleton).unwrap()).unwrap();
    path
}

fn wearing(clip: &str, path: &Path, fit: Fit) -> Scene {
    let mut scene = playing(clip);
    let item = scene.item.as_mut().unwrap();
    assert!(item.wear(opened(path), fit));
    scene
}

fn held(on: &str) -> Fit {
    Fit::Held { on: on.into() }
}

#[test]
fn an_add_mesh_moves_with_the_wearers_bones_whatever_the_order_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = hat(folder.path());
    let mut scene = wearing("rattack", &path, Fit::Worn);
    let item = scene.item.as_mut().unwrap();
    let mut compared = 0;
    for step in 0..10 {
        item.set_time(f64::from(step) / 10.0);
        let (own, worn) = (item.posed_vertices(), item.worn()[0].posed_vertices());
        let mesh = item.worn()[0].item.mesh().unwrap();
        for &corner in &mesh.indices {
            let [a, b] = [&own, &worn].map(|all| Vec3::from(all[corner as usize].position));
            assert!(a.distance(b) < 1e-3, "step {step}: {a} {b}");
            compared += 1;
        }
    }
    assert!(compared > 1000);
    assert_eq!(
        item.worn()[0]
            .findings()
            .filter(|it| it.code == "toee.bone-without-joint")
            .count(),
        0
    );
}

#[test]
fn a_held_model_stands_where_its_bone_stands_and_keeps_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = wearing("rattack", &stick(folder.path()), held("HANDR_REF"));
    let item = scene.item.as_mut().unwrap();
    for step in 0..10 {
        item.set_time(f64::from(step) / 10.0);
        let corners = item.worn()[0].posed_vertices();
        let [hilt, tip, _] = [0, 1, 2].map(|corner: usize| Vec3::from(corners[corner].position));
        assert!(hilt.distance(place(item, "HandR_ref")) < 1e-4);
        // The bone's scale is 0.27.
        let scale = item.pose().worlds[joint(item, "HandR_ref")]
            .matrix3
            .x_axis
            .length();
        assert!((scale - 0.27).abs() < 1e-3, "{scale}");
        assert!((hilt.distance(tip) - 10.0).abs() < 1e-3);
    }
    // It turns with a character that travels, and is drawn beside it.
    let mut scene = wearing("rturn", &stick(folder.path()), held("HandL_ref"));
    scene.view.travel = true;
    scene.clock.seek(1.3);
    let mut packet = FramePacket::default();
    scene.build_frame([64, 64], 1.0, true, &mut packet);
    assert_eq!(packet.instances.len(), 2);
    let drawn = &packet.instances[1];
    let hilt = drawn
        .world_from_file
        .transform_point3(drawn.skinned[0].position.into());
    let hand = place(scene.item.as_ref().unwrap(), "HandL_ref");
    assert!(hilt.distance(hand) < 1e-3, "{hilt} {hand}");
    scene.item.as_mut().unwrap().worn_mut()[0].shown = false;
    scene.build_frame([64, 64], 1.0, true, &mut packet);
    assert_eq!(packet.instances.len(), 1);
    scene.item.as_mut().unwrap().take_off(0);
    assert!(scene.item.as_ref().unwrap().worn().is_empty());
}

#[test]
fn a_bone_that_is_not_there_is_told_and_other_families_wear_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = stick(folder.path());
    let scene = wearing("idle", &path, held("Tail"));
    let codes: Vec<&str> = scene
        .item
        .as_ref()
        .unwrap()
        .findings()
        .map(|it| it.code)
        .collect();
    assert!(codes.contains(&"toee.no-bone-to-hold"), "{codes:?}");
    let pip = rigscope::formats::bundled::league().characters.remove(0);
    let mut pip = Item::new(pip);
    assert!(!pip.wear(opened(&path), Fit::Worn) && pip.worn().is_empty());
    let mut tock = Item::new(super::character());
    let pip = rigscope::formats::bundled::league().characters.remove(0);
    assert!(!tock.wear(pip, Fit::Worn));
}

#[test]
fn scale_and_shear_are_taken_out_of_a_matrix_and_its_first_axis_stays() {
    let skewed = Affine3A {
        matrix3: Mat3A::from_cols(
            Vec3::new(0.0, 0.27, 0.0).into(),
            Vec3::new(-2.0, 1.0, 0.0).into(),
            Vec3::new(1.0, 1.0, 3.0).into(),
        ),
        translation: Vec3::new(1.0, 2.0, 3.0).into(),
    };
    let wanted = Mat3A::from_cols(Vec3::Y.into(), Vec3::NEG_X.into(), Vec3::Z.into());
    let found = orthonormal(&skewed);
    assert!(found.matrix3.abs_diff_eq(wanted, 1e-6), "{found:?}");
    assert_eq!(found.translation, skewed.translation);
    let flat = Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0));
    assert_eq!(orthonormal(&flat), Affine3A::IDENTITY);
}
