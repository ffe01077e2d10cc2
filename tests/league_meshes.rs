//! `.skn`: golden values.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::path::{Path, PathBuf};

use common::Coverage;
use glam::{Vec2, Vec3, Vec4};
use rigscope::formats::league::skn;
use rigscope::model::{BlendIndexing, Bounds, Mesh, Severity, Submesh};
use serde_json::{Value, json};

fn league(shared: &Path) -> PathBuf {
    shared.join("data/league")
}

#[test]
fn meshes_match_the_goldens() {
    let Some(shared) = common::shared() else {
        return;
    };
    let golden = common::golden(&shared, "league/skn.json");
    let mut coverage = Coverage::default();
    for (path, expected) in golden.as_object().unwrap() {
        let bytes = std::fs::read(league(&shared).join(path)).unwrap();
        let (mesh, findings) = skn::read(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(
            findings
                .iter()
                .all(|finding| finding.severity == Severity::Note),
            "{path}: {findings:#?}"
        );
        compare_counts(path, &mesh, expected, &mut coverage);
        compare_numbers(path, &mesh, expected, &mut coverage);
        compare_influences(path, &mesh, expected, &mut coverage);
        compare_checksums(path, &bytes, &mesh, expected, &mut coverage);
        coverage.files += 1;
    }
    coverage.report("skn.json");
}

fn compare_counts(path: &str, mesh: &Mesh, expected: &Value, coverage: &mut Coverage) {
    coverage.equal(
        path,
        Some(mesh.version.as_str()),
        expected["version"].as_str(),
    );
    coverage.equal(path, json!(mesh.flags), expected["flags"].clone());
    coverage.equal(
        path,
        json!(mesh.vertex_layout.0),
        expected["vertex_type"].clone(),
    );
    coverage.equal(
        path,
        json!(mesh.vertex_layout.1),
        expected["vertex_size"].clone(),
    );
    coverage.equal(
        path,
        json!(mesh.indices.len()),
        expected["index_count"].clone(),
    );
    coverage.equal(
        path,
        json!(mesh.positions.len()),
        expected["vertex_count"].clone(),
    );
    let range = |submesh: &Submesh| {
        let (vertices, indices) = (&submesh.vertices, &submesh.indices);
        json!([
            submesh.name,
            vertices.start,
            vertices.len(),
            indices.start,
            indices.len()
        ])
    };
    let ranges: Vec<Value> = mesh.submeshes.iter().map(range).collect();
    coverage.equal(path, json!(ranges), expected["ranges"].clone());
    let indexing = if mesh.flags & 1 == 1 {
        BlendIndexing::Joints
    } else {
        BlendIndexing::InfluenceTable
    };
    coverage.equal(path, mesh.indexing, Some(indexing));
}

fn compare_numbers(path: &str, mesh: &Mesh, expected: &Value, coverage: &mut Coverage) {
    let corners = |bounds: Bounds| [bounds.min.to_array(), bounds.max.to_array()].concat();
    coverage.all_near(
        path,
        &corners(mesh.bounds()),
        &expected["bbox_computed"],
        1e-3,
    );
    match mesh.stated_bounds {
        Some(bounds) => coverage.all_near(path, &corners(bounds), &expected["bbox_file"], 1e-3),
        None => coverage.equal(path, &Value::Null, &expected["bbox_file"]),
    }
    match mesh.stated_sphere {
        Some((center, radius)) => {
            coverage.all_near(
                path,
                &[center.to_array().as_slice(), &[radius]].concat(),
                &expected["sphere_file"],
                1e-3,
            );
        }
        None => coverage.equal(path, &Value::Null, &expected["sphere_file"]),
    }
    compare_sums(
        path,
        mesh.positions.iter().map(Vec3::to_array),
        &expected["sum_pos"],
        coverage,
    );
    compare_sums(
        path,
        mesh.normals.iter().map(Vec3::to_array),
        &expected["sum_normal"],
        coverage,
    );
    compare_sums(
        path,
        mesh.uvs.iter().map(Vec2::to_array),
        &expected["sum_uv"],
        coverage,
    );
    for (vertex, expected) in expected["first_vertices"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
    {
        let what = format!("{path} vertex {vertex}");
        coverage.all_near(
            &what,
            &mesh.positions[vertex].to_array(),
            &expected[0],
            1e-3,
        );
        coverage.all_near(&what, &mesh.normals[vertex].to_array(), &expected[3], 1e-3);
        coverage.all_near(&what, &mesh.uvs[vertex].to_array(), &expected[4], 1e-3);
    }
}

/// Sums are rounded to one decimal in the golden.
fn compare_sums<const N: usize>(
    path: &str,
    rows: impl Iterator<Item = [f32; N]>,
    expected: &Value,
    coverage: &mut Coverage,
) {
    let mut sums = [0.0_f64; N];
    for row in rows {
        sums.iter_mut()
            .zip(row)
            .for_each(|(sum, number)| *sum += f64::from(number));
    }
    for (axis, sum) in sums.into_iter().enumerate() {
        let expected = expected[axis].as_f64().unwrap();
        assert!(
            (sum - expected).abs() <= 0.06 + 1e-6 * expected.abs(),
            "{path}: sum {sum}, expected {expected}"
        );
        coverage.values += 1;
    }
}

fn compare_influences(path: &str, mesh: &Mesh, expected: &Value, coverage: &mut Coverage) {
    let mut histogram = [0; 5];
    for vertex in 0..mesh.influences.len() {
        histogram[mesh.influences.of(vertex).len()] += 1;
    }
    coverage.equal(
        path,
        json!(histogram),
        expected["influences_per_vertex"].clone(),
    );
    let most = mesh
        .influences
        .entries
        .iter()
        .map(|influence| influence.bone)
        .max();
    coverage.equal(
        path,
        json!(most.unwrap_or(0)),
        expected["max_blend_index"].clone(),
    );
    for (vertex, expected) in expected["first_vertices"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
    {
        // By joint, since the golden lists unused slots and rounds the smallest weights to 0.
        for bone in expected[1].as_array().unwrap() {
            let slots = expected[1]
                .as_array()
                .unwrap()
                .iter()
                .zip(expected[2].as_array().unwrap());
            let wanted: f64 = slots
                .filter(|slot| slot.0 == bone)
                .map(|slot| slot.1.as_f64().unwrap())
                .sum();
            let found = mesh.influences.of(vertex).iter();
            let found = found.filter(|found| Some(u64::from(found.bone)) == bone.as_u64());
            coverage.near(path, found.map(|found| found.weight).sum(), wanted, 1e-4);
        }
    }
}

fn compare_checksums(
    path: &str,
    bytes: &[u8],
    mesh: &Mesh,
    expected: &Value,
    coverage: &mut Coverage,
) {
    let indices: Vec<u8> = mesh
        .indices
        .iter()
        .flat_map(|index| index.to_le_bytes())
        .collect();
    coverage.equal(
        path,
        json!(crc32(&indices)),
        expected["abs_index_u32_crc32"].clone(),
    );
    let tail = if mesh.version.starts_with(['2', '4']) {
        12
    } else {
        0
    };
    let end = bytes.len() - tail;
    let size = mesh.positions.len() * mesh.vertex_layout.1 as usize;
    coverage.equal(
        path,
        json!(crc32(&bytes[end - size..end])),
        expected["vertex_bytes_crc32"].clone(),
    );
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc: u32, _| {
            let carry = crc & 1;
            (crc >> 1) ^ (carry * 0xEDB8_8320)
        })
    })
}

#[test]
fn colours_tangents_and_further_coordinates_are_read() {
    let Some(shared) = common::shared() else {
        return;
    };
    let read = |name: &str| {
        skn::read(&std::fs::read(league(&shared).join("synthetic").join(name)).unwrap())
            .unwrap()
            .0
    };
    let mut coverage = Coverage::default();
    let colored = read("skn_v4_color.skn");
    // The file holds 0A 14 1E FF for vertex 1: blue, green, red, alpha.
    coverage.equal("colour", colored.colors[1], [0x1E, 0x14, 0x0A, 0xFF]);
    coverage.equal("tangents", colored.tangents.len(), 0);
    let tangents = read("skn_v4_tangent_normidx.skn");
    coverage.equal("colours", tangents.colors.len(), 8);
    coverage.equal("tangents", tangents.tangents.len(), 8);
    assert!(
        tangents
            .tangents
            .iter()
            .all(|tangent| tangent.truncate().is_normalized()),
        "{:?}",
        tangents.tangents
    );
    let extended = read("skn_v4_ext104.skn");
    coverage.equal("further sets", extended.further_uvs.len(), 4);
    // Stored as 01 02 03 04, behind the further coordinates.
    coverage.equal("colours", extended.colors.clone(), vec![[3, 2, 1, 4]; 8]);
    let tangent = Vec4::new(1.0, 0.0, 0.0, 1.0);
    coverage.equal("tangents", extended.tangents.clone(), vec![tangent; 8]);
    coverage.files = 3;
    coverage.report("vertex types");
}
