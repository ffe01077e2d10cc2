//! `.skm`: golden values, round trips, and each finding.

use std::collections::BTreeMap;

use rigscope::formats::toee::{FixedText, skm};
use rigscope::model::{BlendIndexing, Finding, Mesh};
use serde_json::Value;

use super::{crc32, data, files_named, goldens, index, list, number, text};
use crate::common::Coverage;

pub const ENDINGS: [&str; 2] = [".skm", ".skm.0"];

#[test]
fn meshes_have_their_golden_values() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for ending in [".skm.json", ".skm.0.json"] {
        for (name, golden) in goldens(ending) {
            let bytes = std::fs::read(data.join(text(&golden["file"]))).unwrap();
            let (file, findings) = skm::read(&bytes).unwrap();
            let (mesh, more) = skm::mesh(&file);
            assert!(
                findings.is_empty() && more.is_empty(),
                "{name}: {findings:?} {more:?}"
            );
            compare_file(&name, &file, &golden, &mut coverage);
            compare_mesh(&name, &mesh, &golden, &mut coverage);
            coverage.files += 1;
        }
    }
    coverage.report("skm goldens");
}

fn compare_file(name: &str, file: &skm::Skm, golden: &Value, coverage: &mut Coverage) {
    let header = &golden["header"];
    let counts = [
        ("bone_count", file.bones.len()),
        ("material_count", file.materials.len()),
        ("vertex_count", file.vertices.len()),
        ("triangle_count", file.triangles.len()),
    ];
    for (key, count) in counts {
        coverage.equal(&format!("{name}: {key}"), count, index(&header[key]));
    }
    let materials: Vec<String> = file.materials.iter().map(FixedText::text).collect();
    let wanted: Vec<String> = list(&golden["materials"])
        .iter()
        .map(|m| text(m).into())
        .collect();
    coverage.equal(name, materials, wanted);
    let written = skm::write(file).unwrap();
    for (block, size) in [("bone", 100), ("vertice", 80), ("triangle", 8)] {
        let header_name = if block == "vertice" { "vertex" } else { block };
        let at = index(&header[format!("{header_name}_offset")]);
        let count = index(&header[format!("{header_name}_count")]);
        let crc = crc32(&written[at..at + count * size]);
        coverage.equal(
            name,
            crc,
            number(&golden["crc32"][format!("{block}s")]) as u64,
        );
    }
    let mut histogram = BTreeMap::new();
    for vertex in &file.vertices {
        *histogram.entry(vertex.count.to_string()).or_insert(0) += 1;
    }
    let wanted = golden["weight_count_histogram"].as_object().unwrap();
    let wanted = wanted
        .iter()
        .map(|(key, count)| (key.clone(), index(count)))
        .collect();
    coverage.equal(name, histogram, wanted);
    let mut per_material = vec![0; file.materials.len()];
    for triangle in &file.triangles {
        per_material[usize::from(triangle.material)] += 1;
    }
    let wanted: Vec<usize> = list(&golden["triangles_per_material"])
        .iter()
        .map(index)
        .collect();
    coverage.equal(name, per_material, wanted);
}

fn compare_mesh(name: &str, mesh: &Mesh, golden: &Value, coverage: &mut Coverage) {
    assert_eq!(mesh.indexing, Some(BlendIndexing::OwnBones));
    let bounds = mesh.bounds();
    coverage.all_near(name, &bounds.min.to_array(), &golden["bbox"]["min"], 1e-4);
    coverage.all_near(name, &bounds.max.to_array(), &golden["bbox"]["max"], 1e-4);
    let sums = &golden["sums"];
    let sum = |values: &dyn Fn(usize) -> [f32; 3]| {
        let add = |sum: [f64; 3], vertex| {
            let value = values(vertex);
            std::array::from_fn(|axis| sum[axis] + f64::from(value[axis]))
        };
        (0..mesh.positions.len())
            .fold([0.0; 3], add)
            .map(|sum| sum as f32)
    };
    let near = |coverage: &mut Coverage, found: [f32; 3], key: &str| {
        let scale = number(&sums["abs_pos"][0]).max(1.0);
        coverage.all_near(&format!("{name}: {key}"), &found, &sums[key], 1e-3 * scale);
    };
    near(coverage, sum(&|v| mesh.positions[v].to_array()), "pos");
    near(coverage, sum(&|v| mesh.normals[v].to_array()), "normal");
    let weights: f32 = mesh.influences.entries.iter().map(|i| i.weight).sum();
    coverage.near(name, weights, number(&sums["weights"]), 1e-2);
    for sample in list(&golden["sample_vertices"]) {
        let vertex = index(&sample["i"]);
        coverage.all_near(
            name,
            &mesh.positions[vertex].to_array(),
            &sample["pos"],
            1e-4,
        );
        coverage.all_near(
            name,
            &mesh.normals[vertex].to_array(),
            &sample["normal"],
            1e-4,
        );
        let [u, v] = mesh.uvs[vertex].to_array();
        coverage.all_near(name, &[u, 1.0 - v], &sample["uv"], 1e-4);
        let list = mesh.influences.of(vertex);
        let bones: Vec<f32> = list.iter().map(|influence| influence.bone as f32).collect();
        let weights: Vec<f32> = list.iter().map(|influence| influence.weight).collect();
        coverage.all_near(name, &bones, &sample["bones"], 0.0);
        coverage.all_near(name, &weights, &sample["weights"], 1e-4);
    }
    for (bone, golden) in mesh.bones.iter().zip(list(&golden["bones"])) {
        coverage.equal(name, bone.name.as_str(), text(&golden["name"]));
        let parent = bone.parent.map_or(-1, |parent| parent as i64);
        coverage.equal(name, Some(parent), golden["parent"].as_i64());
        let rows = |matrix| rigscope::model::transform::rows(matrix);
        coverage.all_near(
            name,
            &rows(&bone.inverse_bind),
            &golden["world_inverse"],
            1e-4,
        );
        coverage.all_near(
            name,
            &rows(&bone.inverse_bind.inverse()),
            &golden["bind_world"],
            2e-3,
        );
    }
}

#[test]
fn meshes_are_written_as_they_were_stored() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for path in files_named(&data, &ENDINGS) {
        let bytes = std::fs::read(&path).unwrap();
        assert!(skm::is_skm(&bytes[..40]), "{}", path.display());
        let (file, _) = skm::read(&bytes).unwrap();
        let name = path.display().to_string();
        coverage.equal(&name, skm::write(&file).unwrap() == bytes, true);
        coverage.files += 1;
    }
    coverage.report("skm round trips");
}

/// A square of two triangles on two bones.
pub fn square() -> skm::Skm {
    let vertex = |x: f32, y: f32, weights: [f32; 2]| skm::Vertex {
        position: [x, y, 0.0, 0.0],
        normal: [0.0, 0.0, 1.0, 0.0],
        uv: [x, y],
        count: 2,
        bones: [0, 1, 0, 0, 0, 0],
        weights: [weights[0], weights[1], 0.0, 0.0, 0.0, 0.0],
        ..skm::Vertex::default()
    };
    let bone = |name: &str, parent, height: f32| skm::Bone {
        parent,
        name: FixedText::new(name),
        world_inverse: [
            1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -height, 0.0, 0.0, 1.0, 0.0,
        ],
        ..skm::Bone::default()
    };
    skm::Skm {
        bones: vec![bone("root", -1, 0.0), bone("tip", 0, 1.0)],
        materials: vec![FixedText::new("art/meshes/square.mdf")],
        vertices: vec![
            vertex(0.0, 0.0, [1.0, 0.0]),
            vertex(1.0, 0.0, [0.75, 0.25]),
            vertex(1.0, 1.0, [0.5, 0.5]),
            vertex(0.0, 1.0, [0.25, 0.75]),
        ],
        triangles: [[0, 1, 2], [0, 2, 3]]
            .map(|vertices| skm::Triangle {
                material: 0,
                vertices,
            })
            .to_vec(),
        ..skm::Skm::default()
    }
}

fn found(change: impl FnOnce(&mut skm::Skm)) -> (Mesh, Vec<Finding>) {
    let mut file = square();
    change(&mut file);
    let written = skm::write(&file).unwrap();
    let (read, mut findings) = skm::read(&written).unwrap();
    assert_eq!(skm::write(&read).unwrap(), written);
    let (mesh, more) = skm::mesh(&read);
    findings.extend(more);
    (mesh, findings)
}

#[track_caller]
fn only(findings: &[Finding], code: &str, says: &str) {
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].code, code);
    assert!(
        findings[0].message.contains(says),
        "{}",
        findings[0].message
    );
}

#[test]
fn all_six_influences_are_kept() {
    let (mesh, findings) = found(|file| {
        file.vertices[0].count = 6;
        file.vertices[0].bones = [0, 1, 0, 1, 0, 1];
        file.vertices[0].weights = [0.5, 0.1, 0.1, 0.1, 0.1, 0.1];
    });
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(mesh.influences.of(0).len(), 6);
    assert_eq!(mesh.most_influences(), 6);
}

#[test]
fn what_lies_behind_a_name_is_kept_and_not_read() {
    let mut file = square();
    file.materials[0].0[40..].fill(0xCC);
    let (read, _) = skm::read(&skm::write(&file).unwrap()).unwrap();
    assert_eq!(read.materials[0].text(), "art/meshes/square.mdf");
    assert_eq!(skm::write(&read).unwrap(), skm::write(&file).unwrap());
}

#[test]
fn odd_meshes_are_shown_and_named() {
    let (mesh, findings) = found(|file| file.bones[1].parent = 1);
    only(&findings, "toee.bad-parent", "bone 1 with parent 1");
    assert_eq!(mesh.bones[1].parent, None);
    let (mesh, findings) = found(|file| file.bones[1].world_inverse[3] = f32::NAN);
    only(&findings, "toee.bad-bone-matrix", "bone 1");
    assert!(mesh.bones[1].inverse_bind.is_finite());
    let (mesh, findings) = found(|file| file.vertices[2].position[1] = f32::INFINITY);
    only(&findings, "toee.bad-vertex", "vertex 2");
    assert!(mesh.positions.iter().all(|position| position.is_finite()));
    let (mesh, findings) = found(|file| file.vertices[3].count = 7);
    only(&findings, "toee.too-many-influences", "vertex 3 with 7");
    assert_eq!(mesh.influences.of(3).len(), 2);
    let (mesh, findings) = found(|file| file.vertices[1].bones[1] = 9);
    only(
        &findings,
        "toee.influence-without-bone",
        "bone 9 on vertex 1",
    );
    assert_eq!(mesh.influences.of(1).len(), 1);
    let (_, findings) = found(|file| file.vertices[1].weights[0] = -1.0);
    only(&findings, "toee.bad-weight", "-1 on vertex 1");
    let (mesh, findings) = found(|file| file.triangles[1].vertices[2] = 4);
    only(&findings, "toee.triangle-beyond-vertices", "triangle 1");
    assert_eq!(mesh.indices, [0, 1, 2]);
    let (mesh, findings) = found(|file| file.triangles[0].material = 3);
    only(
        &findings,
        "toee.triangle-without-material",
        "triangle 0 with material 3",
    );
    assert_eq!(mesh.submeshes.len(), 2);
    assert_eq!(mesh.indices.len(), 6);
    let (_, findings) = found(|file| {
        let bone = file.bones[1];
        file.bones.resize(1025, bone);
    });
    only(&findings, "toee.beyond-game-limit", "1025 bones");
}

#[test]
fn a_mesh_that_is_cut_off_in_its_triangles_is_shown_without_the_rest() {
    let bytes = skm::write(&square()).unwrap();
    let (file, findings) = skm::read(&bytes[..bytes.len() - 1]).unwrap();
    only(&findings, "toee.mesh-cut", "1 of 2 triangles");
    assert_eq!(file.triangles.len(), 1);
    let error = skm::read(&bytes[..bytes.len() - 17]).unwrap_err();
    assert!(error.expected.contains("vertices of 80 bytes"), "{error}");
}
