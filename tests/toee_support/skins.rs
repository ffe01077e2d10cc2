//! Meshes on skeletons: pairing by name, golden vertices, bind and rest pose.

use glam::Vec3;
use rigscope::formats::toee::skm;
use rigscope::model::{Bounds, Mesh};
use rigscope::pose::Pose;
use rigscope::pose::palette::rows_of;
use rigscope::pose::skin_cpu;
use rigscope::pose::toee::Pairing;
use serde_json::Value;

use super::skeletons::{map, open};
use super::{data, goldens, index, list, number, text};
use crate::common::Coverage;

fn open_mesh(path: &std::path::Path) -> Mesh {
    let (file, _) = skm::read(&std::fs::read(path).unwrap()).unwrap();
    skm::mesh(&file).0
}

/// Posed positions, and normals as a plain weighted sum, which is what the goldens hold.
fn posed(mesh: &Mesh, pairing: &Pairing, pose: &Pose) -> (Vec<Vec3>, Vec<Vec3>) {
    let matrices: Vec<_> = (0..mesh.bones.len())
        .map(|bone| pairing.skin_matrix(pose, bone))
        .collect();
    let palette: Vec<_> = matrices.iter().map(rows_of).collect();
    let mut skinned = Vec::new();
    skin_cpu::skin(
        &mesh.positions,
        &mesh.normals,
        &mesh.influences,
        &palette,
        &mut skinned,
    );
    let normal = |vertex: usize| {
        let list = mesh.influences.of(vertex).iter();
        list.map(|influence| {
            let matrix = &matrices[influence.bone as usize];
            matrix.transform_vector3(mesh.normals[vertex]) * influence.weight
        })
        .sum()
    };
    let positions = skinned
        .iter()
        .map(|vertex| vertex.position.into())
        .collect();
    (positions, (0..skinned.len()).map(normal).collect())
}

#[test]
fn skinned_vertices_have_their_golden_places() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for (name, golden) in goldens(".skin.json") {
        let mesh = open_mesh(&data.join(text(&golden["skm"])));
        let (skeleton, clips) = open(&data.join(text(&golden["ska"])));
        let pairing = Pairing::new(&mesh.bones, &skeleton);
        compare_pairs(&name, &pairing, &golden, &mut coverage);
        let mut pose = Pose::bind(&skeleton);
        for animation in list(&golden["animations"]) {
            let clip = &clips[index(&animation["i"])];
            let mapping = map(&skeleton, clip);
            for sample in list(&animation["samples"]) {
                let frame = number(&sample["frame"]) as f32;
                let name = format!("{name}: {} at frame {frame}", clip.name);
                pose.set(&skeleton, Some((clip, &mapping)), clip.seconds(frame));
                compare_vertices(&name, posed(&mesh, &pairing, &pose), sample, &mut coverage);
            }
        }
        coverage.files += 1;
    }
    coverage.report("skin goldens");
}

fn compare_pairs(name: &str, pairing: &Pairing, golden: &Value, coverage: &mut Coverage) {
    let map = list(&golden["bone_map"]);
    coverage.equal(name, pairing.pairs.len(), map.len());
    for (pair, golden) in pairing.pairs.iter().zip(map) {
        let number = |found: Option<usize>| Some(found.map_or(-1, |index| index as i64));
        coverage.equal(name, number(pair.map(|p| p.joint)), golden["ska"].as_i64());
        let bone = number(pair.map(|p| p.bone));
        coverage.equal(name, bone, golden["effective_skm"].as_i64());
    }
}

fn compare_vertices(
    name: &str,
    (positions, normals): (Vec<Vec3>, Vec<Vec3>),
    sample: &Value,
    coverage: &mut Coverage,
) {
    let bounds = Bounds::of(positions.iter().copied());
    coverage.all_near(name, &bounds.min.to_array(), &sample["bbox_min"], 2e-3);
    coverage.all_near(name, &bounds.max.to_array(), &sample["bbox_max"], 2e-3);
    let sum = |all: &[Vec3]| all.iter().map(|v| v.as_dvec3()).sum::<glam::DVec3>();
    let sum_abs: f64 = positions
        .iter()
        .map(|v| v.as_dvec3().abs().element_sum())
        .sum();
    let sum_pos = sum(&positions).as_vec3().to_array();
    coverage.all_near(name, &sum_pos, &sample["sum_pos"], 1e-3 * sum_abs);
    let sum_normal = sum(&normals).as_vec3().to_array();
    coverage.all_near(
        name,
        &sum_normal,
        &sample["sum_normal"],
        1e-3 * normals.len() as f64,
    );
    for golden in list(&sample["verts"]) {
        let vertex = index(&golden["i"]);
        let name = format!("{name}, vertex {vertex}");
        coverage.all_near(&name, &positions[vertex].to_array(), &golden["pos"], 2e-3);
        coverage.all_near(&name, &normals[vertex].to_array(), &golden["normal"], 2e-4);
    }
}

const LIZARD: &str = "icelizard/art/meshes/Monsters/Icelizard/icelizard";

#[test]
fn pairing_is_by_name_and_not_by_index() {
    let Some(data) = data() else { return };
    let mesh = open_mesh(&data.join(format!("{LIZARD}.skm")));
    let (skeleton, clips) = open(&data.join(format!("{LIZARD}.ska")));
    let by_name = Pairing::new(&mesh.bones, &skeleton);
    let mut by_index = by_name.clone();
    for (index, pair) in by_index.pairs.iter_mut().enumerate() {
        *pair = Some(rigscope::pose::toee::Pair {
            joint: index,
            bone: index,
            inverse_bind: mesh.bones[index].inverse_bind,
            reason: rigscope::pose::pairing::PairReason::Namesake,
        });
    }
    let mut pose = Pose::bind(&skeleton);
    pose.set(
        &skeleton,
        Some((&clips[0], &map(&skeleton, &clips[0]))),
        0.0,
    );
    let (named, _) = posed(&mesh, &by_name, &pose);
    let (indexed, _) = posed(&mesh, &by_index, &pose);
    let moved = named
        .iter()
        .zip(&indexed)
        .filter(|(a, b)| a.distance(**b) > 1e-2);
    assert!(
        moved.count() > 300,
        "the two files list the same bones in different orders"
    );
    assert!(by_name.findings(&mesh).is_empty());
}

#[test]
fn the_bind_pose_leaves_vertices_as_stored_and_the_rest_pose_does_not() {
    let Some(data) = data() else { return };
    let mesh = open_mesh(&data.join(format!("{LIZARD}.skm")));
    let (skeleton, _) = open(&data.join(format!("{LIZARD}.ska")));
    let pairing = Pairing::new(&mesh.bones, &skeleton);
    let mut pose = Pose::bind(&skeleton);
    let farthest = |pose: &Pose| {
        let (positions, _) = posed(&mesh, &pairing, pose);
        let pairs = positions.iter().zip(&mesh.positions);
        pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
    };
    assert!(farthest(&pose) > 10.0, "the rest pose is another");
    pose.worlds = pairing.bind_worlds(&mesh, &skeleton);
    assert!(farthest(&pose) < 1e-2, "{}", farthest(&pose));
}

#[test]
fn bones_without_a_namesake_follow_their_parent_and_say_so() {
    let Some(data) = data() else { return };
    let mesh =
        open_mesh(&data.join("kyton_head/art/meshes/Helms/Kyton_Head/Kyton_head_addmesh.SKM"));
    let hulk = data.join("umberhulk/art/meshes/Monsters/UmberHulk_Revised/umberhulk_fbeetle.SKA");
    let pairing = Pairing::new(&mesh.bones, &open(&hulk).0);
    let codes: Vec<&str> = pairing.findings(&mesh).iter().map(|f| f.code).collect();
    assert_eq!(
        codes,
        ["toee.bone-follows-parent", "toee.bone-without-joint"]
    );
}
