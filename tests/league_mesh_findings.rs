//! What the `.skn` reader and the binding say about odd files: for each kind of finding a good one with one thing wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::Coverage;
use glam::{Vec2, Vec3};
use rigscope::formats::ReadError;
use rigscope::formats::league::{bind, skl, skn};
use rigscope::model::BlendIndexing::{InfluenceTable, Joints};
use rigscope::model::{
    Binding, BlendIndexing, Finding, Influence, Influences, Joint, Mesh, Severity, Skeleton,
    Subject, Submesh, Transform,
};

/// Two squares, each in a range of its own.
fn mesh() -> Mesh {
    let square = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y];
    let mut influences = Influences::default();
    for _ in 0..8 {
        influences.push(list(&[(0, 0.75), (1, 0.25)]));
    }
    let submesh = |name: &str, part: u32| Submesh {
        name: name.into(),
        vertices: part * 4..part * 4 + 4,
        indices: part * 6..part * 6 + 6,
    };
    Mesh {
        positions: [square, square.map(|corner| corner + Vec3::Z)].concat(),
        normals: vec![Vec3::Z; 8],
        uvs: vec![Vec2::ZERO; 8],
        indices: vec![0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7],
        influences,
        indexing: Some(InfluenceTable),
        submeshes: vec![submesh("Body", 0), submesh("Sword", 1)],
        ..Mesh::default()
    }
}

fn list(pairs: &[(u32, f32)]) -> Vec<Influence> {
    pairs
        .iter()
        .map(|&(bone, weight)| Influence { bone, weight })
        .collect()
}

const RANGES: usize = 12;
const RANGE: usize = 80;
/// Behind two ranges.
const FLAGS: usize = RANGES + 2 * RANGE;
const INDEX_COUNT: usize = FLAGS + 4;
const VERTEX_SIZE: usize = FLAGS + 12;
const BOX: usize = FLAGS + 20;
const INDICES: usize = FLAGS + 60;
const VERTICES: usize = INDICES + 24;
const VERTEX: usize = 52;

fn good() -> Vec<u8> {
    skn::write(&mesh()).unwrap()
}

fn patched(at: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = good();
    bytes[at..at + with.len()].copy_from_slice(with);
    bytes
}

/// The two ranges with these `[first vertex, vertices, first index, indices]`.
fn with_ranges(ranges: [[i32; 4]; 2]) -> Vec<u8> {
    let mut bytes = good();
    for (index, range) in ranges.iter().enumerate() {
        let at = RANGES + RANGE * index + 64;
        let numbers: Vec<u8> = range
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        bytes[at..at + 16].copy_from_slice(&numbers);
    }
    bytes
}

#[track_caller]
fn only(findings: &[Finding], code: &str) -> Finding {
    let mut matching = findings.iter().filter(|finding| finding.code == code);
    let finding = matching
        .next()
        .unwrap_or_else(|| panic!("no {code} in {findings:#?}"));
    assert_eq!(matching.next(), None, "{code} was found twice");
    assert!(!finding.message.is_empty() && !finding.fix.is_empty());
    assert_eq!(finding.file, None);
    finding.clone()
}

#[track_caller]
fn read_with(bytes: &[u8], code: &str) -> (Mesh, Finding) {
    let (mesh, findings) = skn::read(bytes).unwrap();
    (mesh, only(&findings, code))
}

fn refusal(bytes: &[u8]) -> ReadError {
    skn::read(bytes).unwrap_err()
}

#[test]
fn a_good_file_has_no_findings() {
    let (read, findings) = skn::read(&good()).unwrap();
    assert_eq!(findings, []);
    assert_eq!((read.name.as_str(), &read.file), ("", &None));
    assert_eq!(read.submeshes, mesh().submeshes);
}

#[test]
fn other_content_and_versions_are_refused() {
    let error = refusal(&patched(0, b"DDS "));
    assert!(error.expected.contains("0x00112233") && error.advice.contains(".skn"));
    for version in [[3, 0, 1, 0], [4, 0, 0, 0], [5, 0, 1, 0], [0, 0, 0, 0]] {
        let error = refusal(&patched(4, &version));
        assert_eq!(error.offset, 4);
        assert_eq!(error.expected, "version 0.1, 1.1, 2.1 or 4.1");
        assert_eq!(
            error.found,
            format!("version {}.{}", version[0], version[2])
        );
    }
}

#[test]
fn a_vertex_size_that_is_not_its_types_is_refused() {
    let error = refusal(&patched(VERTEX_SIZE, &[56]));
    assert_eq!(error.offset, VERTEX_SIZE as u64);
    assert_eq!(error.found, "type 0 with 56 bytes");
    let error = refusal(&patched(VERTEX_SIZE + 4, &[4]));
    assert_eq!(error.found, "type 4 with 52 bytes");
}

#[test]
fn an_unknown_flag_is_said() {
    let (mesh, finding) = read_with(&patched(FLAGS, &[16]), "league.unknown-flags");
    assert_eq!(mesh.flags, 16);
    assert!(finding.message.contains("0x00000010"));
}

#[test]
fn the_content_of_the_direct_blend_block_is_noted_and_a_cut_one_refused() {
    let direct = Mesh {
        indexing: Some(Joints),
        ..mesh()
    };
    let mut bytes = skn::write(&direct).unwrap();
    let (read, findings) = skn::read(&bytes).unwrap();
    assert_eq!((read.indexing, read.flags), (Some(Joints), 1));
    assert_eq!(findings, []);

    bytes.splice(INDICES..INDICES + 2, [3, 0, 7, 7, 7]);
    let (read, finding) = read_with(&bytes, "league.direct-blend-block");
    assert_eq!(read.indices, direct.indices);
    assert_eq!(
        (finding.severity, finding.offset),
        (Severity::Note, Some(INDICES as u64))
    );
    assert!(finding.message.contains("3 bytes"));

    bytes[INDICES..INDICES + 2].copy_from_slice(&[0xFF, 0xFF]);
    assert!(
        refusal(&bytes)
            .expected
            .contains("direct-blend block (65535 bytes)")
    );
}

#[test]
fn a_triangle_of_a_missing_vertex_keeps_its_place_without_area() {
    let (read, finding) = read_with(
        &patched(INDICES + 2 * 7, &[8, 0]),
        "league.index-beyond-vertices",
    );
    assert_eq!(read.indices, [0, 1, 2, 0, 2, 3, 0, 0, 0, 4, 6, 7]);
    assert_eq!(read.submeshes, mesh().submeshes);
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(finding.offset, Some(INDICES as u64 + 14));
    assert!(finding.message.starts_with("1 triangle") && finding.message.contains("vertex 8 of 8"));
}

#[test]
fn an_index_in_two_ranges_counts_from_the_earlier() {
    let mut bytes = with_ranges([[1, 3, 0, 6], [4, 4, 0, 12]]);
    bytes[FLAGS] = 2;
    bytes[INDICES..VERTICES].fill(0);
    let (read, _) = read_with(&bytes, "league.range-overlap");
    assert_eq!(read.indices, [1, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 4]);
}

#[test]
fn an_index_count_between_triangles_is_said() {
    // One index fewer is counted, so the last one is read as part of the first vertex: give that index back to the file.
    let mut bytes = patched(INDEX_COUNT, &[11]);
    bytes.drain(VERTICES - 2..VERTICES);
    let (read, finding) = read_with(&bytes, "league.index-count");
    assert_eq!(read.indices, [0, 1, 2, 0, 2, 3, 4, 5, 6]);
    assert_eq!(read.submeshes[1].indices, 6..9);
    assert!(finding.message.contains("11 indices") && finding.message.contains("last 2"));
    read_with(&bytes, "league.range-out-of-bounds");
}

#[test]
fn ranges_outside_the_file_are_cut() {
    let bytes = with_ranges([[-1, 5, 0, 6], [4, 4, 6, i32::MAX]]);
    let (read, finding) = read_with(&bytes, "league.range-out-of-bounds");
    assert_eq!(
        (&read.submeshes[0].vertices, &read.submeshes[1].indices),
        (&(0..4), &(6..12))
    );
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(
        (finding.subject, finding.offset),
        (Some(Subject::Submesh(0)), Some(RANGES as u64))
    );
    assert!(
        finding.message.starts_with("2 ranges")
            && finding.message.contains("\"Body\": 5 vertices from -1")
    );

    let (read, _) = read_with(
        &with_ranges([[0, 4, 0, 6], [4, -4, i32::MIN, i32::MIN]]),
        "league.range-out-of-bounds",
    );
    assert_eq!(
        (&read.submeshes[1].vertices, &read.submeshes[1].indices),
        (&(4..4), &(0..0))
    );
}

#[test]
fn ranges_that_leave_something_out_are_said() {
    let (_, finding) = read_with(
        &with_ranges([[0, 3, 0, 3], [4, 4, 6, 6]]),
        "league.range-gap",
    );
    assert_eq!(finding.severity, Severity::Warning);
    assert!(
        finding
            .message
            .starts_with("3 of 12 indices and 1 of 8 vertices")
    );
    let (_, finding) = read_with(
        &with_ranges([[0, 4, 0, 6], [4, 2, 6, 3]]),
        "league.range-gap",
    );
    assert!(
        finding
            .message
            .starts_with("3 of 12 indices and 2 of 8 vertices")
    );
}

#[test]
fn ranges_that_overlap_are_said() {
    let (_, finding) = read_with(
        &with_ranges([[0, 8, 0, 9], [4, 4, 6, 6]]),
        "league.range-overlap",
    );
    assert!(
        finding
            .message
            .starts_with("3 of 12 indices and 4 of 8 vertices")
    );
}

#[test]
fn ranges_between_triangles_are_said() {
    let (_, finding) = read_with(
        &with_ranges([[0, 4, 0, 5], [4, 4, 5, 7]]),
        "league.range-not-triangles",
    );
    assert!(finding.message.starts_with("2 ranges") && finding.message.contains("indices 0 to 5"));
}

#[test]
fn range_names_that_differ_only_in_case_are_said() {
    let bytes = patched(RANGES + RANGE, b"bODY\0");
    let (read, finding) = read_with(&bytes, "league.range-name-duplicate");
    assert_eq!(read.submeshes[1].name, "bODY");
    assert_eq!(finding.subject, Some(Subject::Submesh(1)));
}

#[test]
fn numbers_that_cannot_be_drawn_become_zero() {
    for (field, number, what) in [
        (0, f32::NAN, "position"),
        (32, f32::INFINITY, "normal"),
        (44, -1e7, "texture coordinate"),
    ] {
        let at = VERTICES + 5 * VERTEX;
        let (read, finding) = read_with(
            &patched(at + field, &number.to_le_bytes()),
            "league.bad-number",
        );
        assert!(
            finding.message.contains(&format!("the {what} of vertex 5")),
            "{}",
            finding.message
        );
        assert_eq!(finding.subject, Some(Subject::Vertex(5)));
        assert_eq!(
            (finding.severity, finding.offset),
            (Severity::Error, Some(at as u64))
        );
        let zeroed = [
            read.positions[5] == Vec3::ZERO,
            read.normals[5] == Vec3::ZERO,
            read.uvs[5] == Vec2::ZERO,
        ];
        assert!(match what {
            "position" => zeroed[0],
            "normal" => zeroed[1],
            _ => zeroed[2],
        });
    }
}

#[test]
fn odd_normals_are_counted() {
    let mut odd = mesh();
    odd.normals[2] = Vec3::ZERO;
    odd.normals[3] = Vec3::Z * 2.0;
    let (read, finding) = read_with(&skn::write(&odd).unwrap(), "league.normal-not-unit");
    assert_eq!(read.normals, odd.normals);
    assert_eq!(
        (finding.severity, finding.subject),
        (Severity::Note, Some(Subject::Vertex(2)))
    );
    assert!(finding.message.starts_with("2 normals") && finding.message.contains("1 of them zero"));
}

#[test]
fn a_stated_box_that_is_not_the_vertices_is_noted() {
    let (read, finding) = read_with(
        &patched(BOX, &(-5.0_f32).to_le_bytes()),
        "league.stated-box",
    );
    assert_eq!(finding.severity, Severity::Note);
    assert_eq!(read.stated_bounds.unwrap().min.x, -5.0);
    let (read, _) = read_with(&patched(BOX, &f32::NAN.to_le_bytes()), "league.stated-box");
    assert_eq!(read.stated_bounds, None);
}

#[test]
fn the_end_is_twelve_zero_bytes() {
    let end = good().len();
    let mut longer = good();
    longer.push(0);
    let (_, finding) = read_with(&longer, "league.trailing-bytes");
    assert_eq!(
        (finding.severity, finding.offset),
        (Severity::Warning, Some(end as u64 - 12))
    );
    read_with(&patched(end - 1, &[1]), "league.trailing-bytes");
    let (_, finding) = read_with(&good()[..end - 4], "league.missing-tail");
    assert!(finding.message.starts_with("8 bytes"));
}

#[test]
fn a_mesh_without_vertices_is_shown_empty() {
    let empty = Mesh {
        influences: Influences::with_capacity(0, 0),
        ..Mesh::default()
    };
    let (read, finding) = read_with(&skn::write(&empty).unwrap(), "league.empty-mesh");
    assert!(read.positions.is_empty() && read.indices.is_empty());
    assert_eq!(finding.severity, Severity::Warning);
}

// ---- binding ----

/// Three joints of which the influence list names the last two, in reverse.
fn rig() -> Skeleton {
    let joint = |name: &str| Joint {
        name: name.into(),
        hash: None,
        parent: None,
        local: Transform::IDENTITY,
        inverse_bind: glam::Affine3A::IDENTITY,
        radius: 1.0,
    };
    Skeleton {
        joints: vec![joint("a"), joint("b"), joint("c")],
        influences: vec![2, 1],
        ..Skeleton::default()
    }
}

/// Binds a mesh of vertices with these influences.
fn bound(lists: &[&[(u32, f32)]], indexing: BlendIndexing) -> (Binding, Vec<Finding>) {
    let mut influences = Influences::default();
    lists.iter().for_each(|pairs| influences.push(list(pairs)));
    let mesh = Mesh {
        positions: vec![Vec3::ZERO; lists.len()],
        influences,
        indexing: Some(indexing),
        ..Mesh::default()
    };
    bind::bind(&mesh, &rig())
}

#[test]
fn blend_indices_go_through_the_influence_list_or_name_joints() {
    let lists: [&[(u32, f32)]; 2] = [&[(0, 0.75), (1, 0.25)], &[(0, 1.0)]];
    let (binding, findings) = bound(&lists, InfluenceTable);
    assert_eq!(findings, []);
    assert_eq!(binding.influences.of(0), list(&[(2, 0.75), (1, 0.25)]));
    assert_eq!(binding.influences.of(1), list(&[(2, 1.0)]));
    assert_eq!(binding.joint_skins, [false, true, true]);

    let (binding, findings) = bound(&lists, Joints);
    assert_eq!(findings, []);
    assert_eq!(binding.influences.of(0), list(&[(0, 0.75), (1, 0.25)]));
    assert_eq!(binding.joint_skins, [true, true, false]);
}

#[test]
fn a_blend_index_beyond_the_table_is_left_out_and_the_rest_kept() {
    let (binding, findings) = bound(
        &[&[(0, 1.0)], &[(0, 0.75), (2, 0.25)], &[(9, 1.0)]],
        InfluenceTable,
    );
    let finding = only(&findings, "league.blend-index-beyond-influences");
    assert_eq!(findings.len(), 1, "{findings:#?}");
    assert_eq!(
        (finding.severity, finding.subject),
        (Severity::Error, Some(Subject::Vertex(1)))
    );
    assert!(
        finding
            .message
            .starts_with("2 blend indices are beyond the 2 influences")
    );
    assert!(finding.message.contains("the first is 2 on vertex 1"));
    assert_eq!(binding.influences.of(1), list(&[(2, 0.75)]));
    assert_eq!(binding.influences.of(2), []);

    let (_, findings) = bound(&[&[(3, 1.0)]], Joints);
    assert!(
        only(&findings, "league.blend-index-beyond-influences")
            .message
            .contains("3 joints")
    );
}

#[test]
fn a_blend_index_beyond_the_table_without_weight_is_no_finding() {
    let (binding, findings) = bound(&[&[(0, 1.0), (200, 0.0)]], InfluenceTable);
    assert_eq!(findings, []);
    assert_eq!(binding.influences.of(0), list(&[(2, 1.0)]));
}

#[test]
fn weights_off_one_are_kept_and_the_worst_named() {
    let lists: [&[(u32, f32)]; 4] = [
        &[(0, 0.9995)],
        &[(0, 0.5), (1, 0.25)],
        &[(0, 2.0), (1, 2.0)],
        &[(0, 0.4)],
    ];
    let (binding, findings) = bound(&lists, InfluenceTable);
    let finding = only(&findings, "league.weights-not-one");
    assert_eq!(findings.len(), 1);
    assert_eq!(
        (finding.severity, finding.subject),
        (Severity::Warning, Some(Subject::Vertex(2)))
    );
    assert!(finding.message.contains("3 vertices") && finding.message.contains("vertex 2 with 4"));
    for (vertex, kept) in [
        list(&[(2, 0.9995)]),
        list(&[(2, 0.5), (1, 0.25)]),
        list(&[(2, 2.0), (1, 2.0)]),
        list(&[(2, 0.4)]),
    ]
    .iter()
    .enumerate()
    {
        assert_eq!(binding.influences.of(vertex), kept, "vertex {vertex}");
    }
}

#[test]
fn a_vertex_without_weight_stays_where_it_is() {
    let (binding, findings) = bound(&[&[(0, 1.0)], &[], &[(1, 0.0)]], InfluenceTable);
    let finding = only(&findings, "league.vertex-without-weight");
    assert_eq!(
        (finding.severity, finding.subject),
        (Severity::Warning, Some(Subject::Vertex(1)))
    );
    assert!(finding.message.starts_with("2 vertices"));
    assert_eq!(
        (binding.influences.of(1), binding.influences.of(2)),
        (&[][..], &[][..])
    );
    assert_eq!(binding.joint_skins, [false, false, true]);
}

#[test]
fn negative_huge_and_unfinite_weights_are_left_out() {
    let lists: [&[(u32, f32)]; 3] = [
        &[(0, 1.0), (1, -0.5)],
        &[(0, f32::NAN), (1, 1.0)],
        &[(0, f32::MAX), (1, 1.0)],
    ];
    let (binding, findings) = bound(&lists, InfluenceTable);
    let finding = only(&findings, "league.bad-weight");
    assert_eq!(findings.len(), 1);
    assert_eq!(
        (finding.severity, finding.subject),
        (Severity::Error, Some(Subject::Vertex(0)))
    );
    assert!(finding.message.starts_with("3 weights"));
    assert_eq!(binding.influences.of(0), list(&[(2, 1.0)]));
    assert_eq!(binding.influences.of(1), list(&[(1, 1.0)]));
    assert_eq!(binding.influences.of(2), list(&[(1, 1.0)]));
}

#[test]
fn a_mesh_that_nothing_moves_gets_empty_lists() {
    let still = Mesh {
        indexing: None,
        ..mesh()
    };
    let (binding, findings) = bind::bind(&still, &rig());
    assert_eq!(findings, []);
    assert_eq!(
        (binding.influences.len(), binding.influences.entries.len()),
        (8, 0)
    );
}

#[test]
fn game_meshes_bind_to_their_skeletons_without_findings() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = Coverage::default();
    for (folder, rig, mesh, skinning) in [
        ("aatrox", "aatrox.skl", "aatrox.skn", 79),
        ("akali_mod", "akali.skl", "akali.skn", 100),
        ("jinx_mod", "jinx.skl", "jinx.skn", 76),
        ("annie_legacy", "Annie.skl", "Annie.skn", 33),
    ] {
        let folder = shared.join("data/league").join(folder);
        let (skeleton, _) = skl::read(&std::fs::read(folder.join(rig)).unwrap()).unwrap();
        let (mesh, _) = skn::read(&std::fs::read(folder.join(mesh)).unwrap()).unwrap();
        let (binding, findings) = bind::bind(&mesh, &skeleton);
        assert_eq!(findings, [], "{rig}");
        coverage.equal(
            rig,
            binding.joint_skins.iter().filter(|&&skins| skins).count(),
            skinning,
        );
        coverage.equal(
            rig,
            binding.influences.entries.len(),
            mesh.influences.entries.len(),
        );
        coverage.files += 1;
    }
    coverage.report("bindings");
}
