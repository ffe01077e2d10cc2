//! `.skn`: round trips and damage.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use std::path::{Path, PathBuf};

use common::Coverage;
use glam::{Vec2, Vec3, Vec4};
use proptest::prelude::*;
use rigscope::formats::league::skn;
use rigscope::formats::writer::Writer;
use rigscope::model::{BlendIndexing, Influence, Influences, Mesh, Submesh};

fn league(shared: &Path) -> PathBuf {
    shared.join("data/league")
}

// ---- round trips ----

#[test]
fn every_mesh_survives_writing() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = Coverage::default();
    let mut same_bytes = 0;
    for path in common::files_ending(&league(&shared), &["skn"]) {
        let what = path.display().to_string();
        let bytes = std::fs::read(&path).unwrap();
        let (read, findings) = skn::read(&bytes).unwrap();
        let written = skn::write(&read).unwrap();
        let (again, _) = skn::read(&written).unwrap();
        let old = read.version != "4.1";
        let expected = Mesh {
            version: "4.1".into(),
            // Old files state neither box nor sphere; new ones must.
            stated_bounds: if old {
                Some(read.bounds())
            } else {
                read.stated_bounds
            },
            stated_sphere: if old {
                again.stated_sphere
            } else {
                read.stated_sphere
            },
            ..read
        };
        assert_eq!(again, expected, "{what}");
        if !old
            && !findings
                .iter()
                .any(|finding| finding.code == "league.direct-blend-block")
        {
            assert!(written == bytes, "{what}: the bytes differ");
            same_bytes += 1;
        }
        coverage.values += expected.positions.len();
        coverage.files += 1;
    }
    println!("of these {same_bytes} came back byte for byte");
    assert!(same_bytes > 0);
    coverage.report("meshes written and read again");
}

#[test]
fn the_computed_sphere_holds_every_vertex() {
    let mesh = square(0);
    let (read, _) = skn::read(&skn::write(&mesh).unwrap()).unwrap();
    let (center, radius) = read.stated_sphere.unwrap();
    assert!(
        mesh.positions
            .iter()
            .all(|point| point.distance(center) <= radius + 1e-5)
    );
    assert_eq!(read.stated_bounds, Some(mesh.bounds()));
}

/// A square of two triangles in one range.
fn square(flags: u32) -> Mesh {
    let mut influences = Influences::default();
    for _ in 0..4 {
        influences.push([
            Influence {
                bone: 0,
                weight: 0.75,
            },
            Influence {
                bone: 1,
                weight: 0.25,
            },
        ]);
    }
    Mesh {
        version: "4.1".into(),
        flags,
        vertex_layout: (0, 52),
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y],
        normals: vec![Vec3::Z; 4],
        uvs: vec![Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y],
        indices: vec![0, 1, 2, 0, 2, 3],
        influences,
        indexing: Some(BlendIndexing::InfluenceTable),
        submeshes: vec![Submesh {
            name: "ns:Body".into(),
            vertices: 0..4,
            indices: 0..6,
        }],
        ..Mesh::default()
    }
}

#[test]
fn a_range_name_keeps_its_colon_and_loses_what_follows_the_nul() {
    let mut bytes = skn::write(&square(0)).unwrap();
    // Names begin at 12; "ns:Body" and its NUL take 8 bytes.
    bytes[20..24].copy_from_slice(b"junk");
    let (mesh, findings) = skn::read(&bytes).unwrap();
    assert_eq!(mesh.submeshes[0].name, "ns:Body");
    assert_eq!(findings, []);
}

#[test]
fn more_vertices_than_16_bits_are_written_relative_to_their_ranges() {
    let half = 40_000_u32;
    let positions: Vec<Vec3> = (0..2 * half)
        .map(|vertex| Vec3::X * vertex as f32)
        .collect();
    let submesh = |name: &str, part: u32| Submesh {
        name: name.into(),
        vertices: part * half..(part + 1) * half,
        indices: part * 3..(part + 1) * 3,
    };
    let mut mesh = Mesh {
        positions,
        indices: vec![0, 1, 39_999, 40_000, 40_001, 79_999],
        submeshes: vec![submesh("a", 0), submesh("b", 1)],
        indexing: Some(BlendIndexing::InfluenceTable),
        ..Mesh::default()
    };
    let (read, findings) = skn::read(&skn::write(&mesh).unwrap()).unwrap();
    assert_eq!((read.flags, &read.indices), (2, &mesh.indices));
    assert!(
        findings
            .iter()
            .all(|finding| finding.code == "league.normal-not-unit"),
        "{findings:?}"
    );

    mesh.submeshes = vec![Submesh {
        name: "all".into(),
        vertices: 0..2 * half,
        indices: 0..6,
    }];
    assert!(
        skn::write(&mesh)
            .unwrap_err()
            .to_string()
            .contains("smaller ranges")
    );
}

#[test]
fn what_the_format_cannot_hold_is_refused() {
    let refusal = |change: fn(&mut Mesh)| {
        let mut mesh = square(0);
        change(&mut mesh);
        skn::write(&mesh).unwrap_err().to_string()
    };
    assert!(
        refusal(|mesh| {
            mesh.normals.pop();
        })
        .contains("4 vertices and 3 normals")
    );
    assert!(refusal(|mesh| mesh.further_uvs = vec![vec![Vec2::ZERO; 4]; 5]).contains("at most 4"));
    assert!(refusal(|mesh| mesh.influences.entries[3].bone = 256).contains("vertex 1 has 256"));
    assert!(
        refusal(|mesh| {
            mesh.influences = Influences::default();
            (0..4).for_each(|_| {
                mesh.influences.push(
                    [Influence {
                        bone: 0,
                        weight: 0.2,
                    }; 5],
                )
            });
        })
        .contains("4 influences")
    );
    assert!(refusal(|mesh| mesh.submeshes[0].name = "n".repeat(64)).contains("63 bytes"));
    assert!(refusal(|mesh| mesh.submeshes[0].name = "a\0b".into()).contains("NUL"));
    assert!(refusal(|mesh| mesh.submeshes[0].indices = 0..7).contains("0 to 7 of 6"));
}

fn any_vector<const N: usize>() -> impl Strategy<Value = [f32; N]> {
    prop::array::uniform(-500.0_f32..500.0)
}

prop_compose! {
    fn any_vertex()(
        position in any_vector::<3>(),
        normal in any_vector::<3>(),
        uv in any_vector::<2>(),
        further in prop::array::uniform4(any_vector::<2>()),
        tangent in any_vector::<4>(),
        color in any::<[u8; 4]>(),
        influences in prop::collection::vec((any::<u8>(), 0.01_f32..1.0), 0..=4),
    ) -> (Mesh, Vec<Influence>) {
        let vertex = Mesh {
            positions: vec![position.into()],
            normals: vec![normal.into()],
            uvs: vec![uv.into()],
            further_uvs: further.map(|uv| vec![Vec2::from(uv)]).into(),
            tangents: vec![Vec4::from(tangent)],
            colors: vec![color],
            ..Mesh::default()
        };
        let influence = |(bone, weight): (u8, f32)| Influence { bone: bone.into(), weight };
        (vertex, influences.into_iter().map(influence).collect())
    }
}

prop_compose! {
    /// Two ranges of one to nine vertices, of every vertex type, with and without both flags.
    fn any_mesh()(
        parts in prop::array::uniform2(prop::collection::vec(any_vertex(), 1..10)),
        corners in prop::array::uniform2(prop::collection::vec(any::<[prop::sample::Index; 3]>(), 0..12)),
        names in prop::array::uniform2("[A-Za-z_:é]{0,20}"),
        vertex_type in 0_u32..4,
        direct: bool,
        relative: bool,
    ) -> Mesh {
        let mut mesh = Mesh {
            version: "4.1".into(),
            flags: u32::from(direct) + 2 * u32::from(relative),
            vertex_layout: (vertex_type, [52, 56, 72, 104][vertex_type as usize]),
            indexing: Some(if direct { BlendIndexing::Joints } else { BlendIndexing::InfluenceTable }),
            further_uvs: vec![Vec::new(); if vertex_type == 3 { 4 } else { 0 }],
            influences: Influences::with_capacity(0, 0),
            ..Mesh::default()
        };
        for ((vertices, corners), name) in parts.into_iter().zip(corners).zip(names) {
            let (first_vertex, first_index) = (mesh.positions.len() as u32, mesh.indices.len() as u32);
            let corner = |index: prop::sample::Index| first_vertex + index.index(vertices.len()) as u32;
            mesh.indices.extend(corners.into_iter().flatten().map(corner));
            for (vertex, influences) in vertices {
                push_vertex(&mut mesh, vertex, influences, vertex_type);
            }
            mesh.submeshes.push(Submesh {
                name,
                vertices: first_vertex..mesh.positions.len() as u32,
                indices: first_index..mesh.indices.len() as u32,
            });
        }
        mesh.stated_bounds = Some(mesh.bounds());
        mesh.stated_sphere = Some((Vec3::X, 2.0));
        mesh
    }
}

fn push_vertex(mesh: &mut Mesh, vertex: Mesh, influences: Vec<Influence>, vertex_type: u32) {
    mesh.positions.extend(vertex.positions);
    mesh.normals.extend(vertex.normals);
    mesh.uvs.extend(vertex.uvs);
    mesh.influences.push(influences);
    if vertex_type >= 1 {
        mesh.colors.extend(vertex.colors);
    }
    if vertex_type >= 2 {
        mesh.tangents.extend(vertex.tangents);
    }
    for (set, more) in mesh.further_uvs.iter_mut().zip(vertex.further_uvs) {
        set.extend(more);
    }
}

proptest! {
    #[test]
    fn made_up_meshes_survive_writing(mesh in any_mesh()) {
        let (read, findings) = skn::read(&skn::write(&mesh).unwrap()).unwrap();
        prop_assert_eq!(&read, &mesh);
        let odd: Vec<_> = findings.iter().map(|finding| finding.code).collect();
        let expected = ["league.normal-not-unit", "league.range-name-duplicate"];
        prop_assert!(odd.iter().all(|code| expected.contains(code)), "{:?}", odd);
    }

    #[test]
    fn noise_is_survived(mut bytes in prop::collection::vec(any::<u8>(), 0..600), major in 0_u8..5) {
        let head = [0x33, 0x22, 0x11, 0, major, 0, 1, 0, 1, 0, 0, 0];
        let length = head.len().min(bytes.len());
        bytes[..length].copy_from_slice(&head[..length]);
        // Small counts, where they stand in versions 1 and 2.
        if let Some(counts) = bytes.get_mut(92..100) {
            counts.copy_from_slice(&[30, 0, 0, 0, 6, 0, 0, 0]);
        }
        assert_survives(&bytes);
    }
}

// ---- damage ----

/// Reads it; whatever comes out is consistent and not much larger than what went in.
fn assert_survives(bytes: &[u8]) {
    let Ok((mesh, findings)) = skn::read(bytes) else {
        return;
    };
    let vertices = mesh.positions.len();
    assert_eq!(mesh.indices.len() % 3, 0);
    assert!(
        mesh.indices
            .iter()
            .all(|&index| (index as usize) < vertices)
    );
    for submesh in &mesh.submeshes {
        assert!(
            submesh.vertices.start <= submesh.vertices.end
                && submesh.vertices.end as usize <= vertices
        );
        assert!(
            submesh.indices.start <= submesh.indices.end
                && submesh.indices.end as usize <= mesh.indices.len()
        );
    }
    assert!(
        mesh.positions
            .iter()
            .chain(&mesh.normals)
            .all(|vector| vector.is_finite())
    );
    assert_eq!(
        [mesh.normals.len(), mesh.uvs.len(), mesh.influences.len()],
        [vertices; 3]
    );
    let held = 12 * (mesh.positions.capacity() + mesh.normals.capacity())
        + 8 * (mesh.uvs.capacity() + mesh.influences.entries.capacity())
        + 4 * (mesh.indices.capacity()
            + mesh.influences.starts.capacity()
            + mesh.colors.capacity())
        + 16 * mesh.tangents.capacity()
        + mesh.submeshes.capacity() * size_of::<Submesh>();
    assert!(
        held <= 8 * bytes.len() + 4096,
        "{held} bytes held for a file of {}",
        bytes.len()
    );
    assert!(findings.len() < 24, "{} findings", findings.len());
}

#[test]
fn a_damaged_small_file_never_panics() {
    let Some(shared) = common::shared() else {
        return;
    };
    common::damage_small_files(&league(&shared), "skn", assert_survives);
}

#[test]
fn a_damaged_made_up_file_never_panics() {
    for flags in 0..4 {
        let mut mesh = square(flags);
        if flags & 1 == 1 {
            mesh.indexing = Some(BlendIndexing::Joints);
        }
        let bytes = skn::write(&mesh).unwrap();
        assert_eq!(skn::read(&bytes).unwrap().0.flags, flags);
        assert!(common::damage(&bytes, assert_survives) > 1000);
    }
}

#[test]
fn a_cut_vertex_block_is_refused() {
    let bytes = skn::write(&square(0)).unwrap();
    let error = skn::read(&bytes[..bytes.len() - 100]).unwrap_err();
    assert!(error.expected.contains("4 vertices of 52 bytes"), "{error}");
}

#[test]
fn counts_that_lie_are_refused_before_anything_is_allocated() {
    let mut out = Writer::new();
    out.u32(0x0011_2233).u16(1).u16(1).u32(u32::MAX).zeros(200);
    let error = skn::read(&out.finish()).unwrap_err();
    assert_eq!(error.offset, 12);
    assert!(error.expected.contains("4294967295 ranges"), "{error}");

    for (indices, vertices, what) in [(u32::MAX, 0, "indices"), (0, u32::MAX, "vertices")] {
        let mut out = Writer::new();
        out.u32(0x0011_2233)
            .u16(0)
            .u16(1)
            .u32(indices)
            .u32(vertices)
            .zeros(200);
        let error = skn::read(&out.finish()).unwrap_err();
        assert_eq!(error.offset, 16);
        assert!(
            error.expected.contains(&format!("4294967295 {what}")),
            "{error}"
        );
    }
}
