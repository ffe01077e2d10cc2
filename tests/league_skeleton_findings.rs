//! What the `.skl` reader says about odd files: for each kind of finding a good file with one thing wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use glam::{Affine3A, Quat, Vec3};
use rigscope::formats::ReadError;
use rigscope::formats::league::{hash, skl};
use rigscope::formats::writer::Writer;
use rigscope::model::{Finding, Joint, Severity, Skeleton, Subject, Transform, transform};

const RECORDS: usize = 64;
const RECORD: usize = 100;

fn joint(name: &str, parent: Option<usize>, height: f32) -> Joint {
    Joint {
        name: name.into(),
        hash: Some(hash::elf(name)),
        parent,
        local: Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        },
        inverse_bind: Affine3A::from_translation(Vec3::NEG_Y * height),
        radius: 2.1,
    }
}

/// Four joints in a chain, one unit apart, of which the upper three skin.
fn rig() -> Skeleton {
    Skeleton {
        joints: vec![
            joint("Root", None, 1.0),
            joint("Pelvis", Some(0), 2.0),
            joint("Spine", Some(1), 3.0),
            joint("Head", Some(2), 4.0),
        ],
        influences: vec![1, 2, 3],
        ..Skeleton::default()
    }
}

fn good() -> Vec<u8> {
    skl::write(&rig()).unwrap()
}

fn patched(at: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = good();
    bytes[at..at + with.len()].copy_from_slice(with);
    bytes
}

fn patched_joint(joint: usize, field: usize, with: &[u8]) -> Vec<u8> {
    patched(RECORDS + RECORD * joint + field, with)
}

fn header_offset(field: usize) -> usize {
    u32::from_le_bytes(good()[field..field + 4].try_into().unwrap()) as usize
}

/// Reads it and gives the only finding with this code.
#[track_caller]
fn read_with(bytes: &[u8], code: &str) -> (Skeleton, Finding) {
    let (skeleton, findings) = skl::read(bytes).unwrap();
    let mut matching = findings.iter().filter(|finding| finding.code == code);
    let finding = matching
        .next()
        .unwrap_or_else(|| panic!("no {code} in {findings:#?}"));
    assert_eq!(matching.next(), None, "{code} was found twice");
    assert!(!finding.message.is_empty() && !finding.fix.is_empty());
    assert_eq!(finding.file, None);
    (skeleton, finding.clone())
}

fn refusal(bytes: &[u8]) -> ReadError {
    skl::read(bytes).unwrap_err()
}

#[test]
fn a_good_file_has_no_findings() {
    let (skeleton, findings) = skl::read(&good()).unwrap();
    assert_eq!(findings, []);
    assert_eq!(skeleton.joints, rig().joints);
    assert_eq!((skeleton.name.as_str(), skeleton.file), ("", None));
}

#[test]
fn other_content_is_refused_with_the_token() {
    let error = refusal(&patched(4, &[1, 2, 3, 4]));
    assert_eq!(error.offset, 4);
    assert!(error.expected.contains("0x22fd4fc3") && error.found.contains("0x04030201"));
    assert!(error.advice.contains(".skl"));
}

#[test]
fn joints_outside_the_file_are_refused() {
    for offset in [-4_i32, 100_000] {
        let error = refusal(&patched(20, &offset.to_le_bytes()));
        assert!(error.found.contains(&offset.to_string()), "{error}");
    }
}

#[test]
fn a_wrong_size_field_is_said() {
    let (_, finding) = read_with(&patched(0, &1_u32.to_le_bytes()), "league.skl-size");
    assert_eq!(
        (finding.severity, finding.offset),
        (Severity::Warning, Some(0))
    );
    assert!(finding.message.contains("states 1 bytes"));
}

#[test]
fn an_unknown_version_or_flag_is_said() {
    let (skeleton, finding) = read_with(&patched(8, &[7]), "league.skl-version");
    assert_eq!((skeleton.version, finding.offset), (7, Some(8)));
    let (_, finding) = read_with(&patched(12, &[2]), "league.unknown-flags");
    assert!(finding.message.contains("0x0002"));
}

#[test]
fn a_name_outside_the_file_becomes_a_number() {
    let bytes = patched_joint(2, 96, &1_000_000_i32.to_le_bytes());
    let (skeleton, finding) = read_with(&bytes, "league.joint-name-unreadable");
    assert_eq!(skeleton.joints[2].name, "joint 2");
    assert_eq!(skeleton.joints[2].hash, Some(hash::elf("Spine")));
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(finding.subject, Some(Subject::Joint(2)));
    assert_eq!(finding.offset, Some(264));
}

#[test]
fn an_empty_name_is_said() {
    let at = header_offset(40);
    let (skeleton, finding) = read_with(&patched(at, &[0]), "league.joint-unnamed");
    assert_eq!(skeleton.joints[0].name, "");
    assert_eq!(finding.subject, Some(Subject::Joint(0)));
}

#[test]
fn bytes_behind_a_names_nul_are_ignored() {
    // "Root", its NUL and three bytes of padding.
    let at = header_offset(40) + 5;
    let (skeleton, findings) = skl::read(&patched(at, b"xyz")).unwrap();
    assert_eq!(skeleton.joints[0].name, "Root");
    assert_eq!(findings, []);
}

#[test]
fn a_stored_hash_wins_over_the_name() {
    let bytes = patched_joint(1, 8, &77_u32.to_le_bytes());
    let (skeleton, finding) = read_with(&bytes, "league.joint-hash");
    assert_eq!(skeleton.joints[1].hash, Some(77));
    assert!(finding.message.contains("1 \"Pelvis\"") && finding.message.contains("0x0000004d"));
}

#[test]
fn an_id_other_than_the_place_is_said() {
    let (skeleton, finding) = read_with(&patched_joint(3, 2, &[9]), "league.joint-id");
    assert_eq!(skeleton.joints[3].parent, Some(2));
    assert!(finding.message.contains("joint 3 with id 9"));
}

#[test]
fn a_parent_that_does_not_exist_makes_a_root() {
    for parent in [4_i16, -2] {
        let bytes = patched_joint(3, 4, &parent.to_le_bytes());
        let (skeleton, finding) = read_with(&bytes, "league.joint-parent");
        assert_eq!(skeleton.joints[3].parent, None);
        assert_eq!(finding.severity, Severity::Error);
        assert!(
            finding
                .message
                .contains(&format!("3 \"Head\" with parent {parent}"))
        );
    }
}

#[test]
fn a_self_parent_makes_a_root() {
    let (skeleton, finding) = read_with(&patched_joint(2, 4, &[2]), "league.joint-self-parent");
    assert_eq!(skeleton.joints[2].parent, None);
    assert_eq!(finding.subject, Some(Subject::Joint(2)));
}

#[test]
fn a_cycle_is_broken_at_its_lowest_joint() {
    // Pelvis hangs from Head, which hangs from it by way of Spine.
    let (skeleton, finding) = read_with(&patched_joint(1, 4, &[3]), "league.joint-cycle");
    let parents: Vec<_> = skeleton.joints.iter().map(|joint| joint.parent).collect();
    assert_eq!(parents, [None, None, Some(1), Some(2)]);
    assert!(finding.message.contains("3 joints") && finding.message.contains("1 \"Pelvis\""));
}

#[test]
fn a_parent_may_come_after_its_child() {
    let mut rig = rig();
    rig.joints.swap(1, 2);
    rig.joints[1].parent = Some(2);
    rig.joints[2].parent = Some(0);
    rig.joints[3].parent = Some(1);
    let (read, findings) = skl::read(&skl::write(&rig).unwrap()).unwrap();
    assert_eq!(read.joints, rig.joints);
    assert_eq!(findings, []);
}

#[test]
fn names_that_differ_in_case_collide() {
    let mut rig = rig();
    rig.joints.push(joint("head", Some(3), 5.0));
    rig.influences.push(4);
    let bytes = skl::write(&rig).unwrap();
    let (_, finding) = read_with(&bytes, "league.duplicate-joint-hash");
    assert!(finding.message.contains("3 \"Head\"") && finding.message.contains("4 \"head\""));
    assert!(!finding.message.contains("stub"));
}

#[test]
fn a_stub_below_the_root_is_told_from_the_skinned_joint() {
    let mut rig = rig();
    rig.joints.push(joint("SPINE", Some(2), 4.0));
    rig.joints.push(joint("head", Some(0), 2.0));
    let bytes = skl::write(&rig).unwrap();
    let (_, finding) = read_with(&bytes, "league.duplicate-joint-hash");
    assert!(finding.message.starts_with("2 joints have"));
    assert!(
        finding.message.contains("Joint 5 \"head\" is a stub"),
        "{}",
        finding.message
    );
    assert_eq!(finding.subject, Some(Subject::Joint(5)));
}

#[test]
fn numbers_that_cannot_be_drawn_are_replaced_part_by_part() {
    type Part = fn(&Joint) -> bool;
    let parts: [(usize, f32, &str, Part); 7] = [
        (12, f32::NAN, "radius", |joint| joint.radius == 0.0),
        (20, f32::NAN, "local translation", |joint| {
            joint.local.translation == Vec3::ZERO
        }),
        (28, f32::INFINITY, "local scale", |joint| {
            joint.local.scale == Vec3::ONE
        }),
        (40, 1e7, "local rotation", |joint| {
            joint.local.rotation == Quat::IDENTITY
        }),
        (60, f32::NAN, "inverse bind translation", |joint| {
            joint.inverse_bind == Affine3A::IDENTITY
        }),
        (68, -2e6, "inverse bind scale", |joint| {
            joint.inverse_bind.matrix3.x_axis.x == 1.0
        }),
        (80, f32::NEG_INFINITY, "inverse bind rotation", |joint| {
            joint.inverse_bind.is_finite()
        }),
    ];
    for (field, number, part, replaced) in parts {
        let bytes = patched_joint(2, field, &number.to_le_bytes());
        let (skeleton, finding) = read_with(&bytes, "league.bad-number");
        assert!(replaced(&skeleton.joints[2]), "{part}");
        assert!(
            finding
                .message
                .contains(&format!("the {part} of joint 2 \"Spine\"")),
            "{}",
            finding.message
        );
        assert_eq!(
            (finding.severity, finding.offset),
            (Severity::Error, Some(264))
        );
    }
}

#[test]
fn a_rotation_off_unit_length_is_said_and_kept() {
    let bytes = patched_joint(1, 52, &1.5_f32.to_le_bytes());
    let (skeleton, finding) = read_with(&bytes, "league.rotation-not-unit");
    assert_eq!(skeleton.joints[1].local.rotation.w, 1.5);
    assert!(
        finding
            .message
            .contains("local rotation of joint 1 \"Pelvis\", of length 1.5")
    );
}

#[test]
fn a_zero_or_negative_scale_is_noted() {
    for scale in [0.0_f32, -1.0] {
        let bytes = patched_joint(1, 28, &scale.to_le_bytes());
        let (_, finding) = read_with(&bytes, "league.joint-scale");
        assert_eq!(finding.severity, Severity::Note);
    }
}

#[test]
fn influences_outside_the_file_are_left_out() {
    for bytes in [
        patched(28, &(-1_i32).to_le_bytes()),
        patched(16, &u32::MAX.to_le_bytes()),
    ] {
        let (skeleton, finding) = read_with(&bytes, "league.influences-unreadable");
        assert!(skeleton.influences.is_empty(), "{:?}", skeleton.influences);
        assert_eq!(skeleton.joints.len(), 4);
        assert_eq!(finding.severity, Severity::Error);
    }
}

#[test]
fn an_influence_without_joint_keeps_the_places_of_the_others() {
    let at = header_offset(28);
    let (skeleton, finding) = read_with(&patched(at + 2, &[200]), "league.influence-out-of-range");
    assert_eq!(skeleton.influences, [1, 0, 3]);
    assert_eq!(finding.offset, Some(at as u64 + 2));
    assert!(finding.message.contains("entry 1: joint 200 of 4"));
}

#[test]
fn a_repeated_influence_is_said() {
    let at = header_offset(28);
    let (skeleton, finding) = read_with(&patched(at + 2, &[1]), "league.influence-duplicate");
    assert_eq!(skeleton.influences, [1, 1, 3]);
    assert_eq!(finding.subject, Some(Subject::Joint(1)));
}

#[test]
fn the_joint_index_table_is_checked_and_never_used() {
    let at = header_offset(24);
    let (skeleton, finding) =
        read_with(&patched(at + 4, &[1]), "league.joint-index-table-mismatch");
    assert_eq!(skeleton.joints, rig().joints);
    assert_eq!(finding.offset, Some(at as u64));
    read_with(&patched(at, &[77]), "league.joint-index-table-mismatch");

    let mut bytes = good();
    let (first, second): (Vec<u8>, Vec<u8>) =
        (bytes[at..at + 8].into(), bytes[at + 8..at + 16].into());
    bytes[at..at + 8].copy_from_slice(&second);
    bytes[at + 8..at + 16].copy_from_slice(&first);
    let (skeleton, finding) = read_with(&bytes, "league.joint-index-table-unsorted");
    assert_eq!(skeleton.joints, rig().joints);
    assert_eq!(finding.offset, Some(at as u64 + 8));

    let bytes = patched(24, &(-1_i32).to_le_bytes());
    let (skeleton, finding) = read_with(&bytes, "league.joint-index-table-unreadable");
    assert_eq!(skeleton.joints, rig().joints);
    assert_eq!(finding.severity, Severity::Note);
}

#[test]
fn a_visible_bind_error_names_the_worst_joint() {
    let mut rig = rig();
    rig.joints[1].inverse_bind *= Affine3A::from_rotation_x(0.05);
    rig.joints[2].inverse_bind *= Affine3A::from_rotation_x(0.2);
    rig.joints[3].inverse_bind *= Affine3A::from_rotation_x(0.003);
    let (_, finding) = read_with(&skl::write(&rig).unwrap(), "league.bind-not-identity");
    assert_eq!(finding.severity, Severity::Note);
    assert_eq!(finding.subject, Some(Subject::Joint(2)));
    assert!(
        finding.message.contains("2 joints") && finding.message.contains("0.199"),
        "{}",
        finding.message
    );
}

#[test]
fn trailing_bytes_are_noted() {
    let mut bytes = good();
    let end = bytes.len();
    bytes.extend([1, 2, 3]);
    let (_, finding) = read_with(&bytes, "league.trailing-bytes");
    assert_eq!(finding.offset, Some(end as u64));
    assert!(finding.message.starts_with("3 bytes"));
}

#[test]
fn labels_are_read_and_unreadable_ones_said() {
    let rig = Skeleton {
        rig_name: Some("rig".into()),
        asset_name: Some("asset".into()),
        ..rig()
    };
    let mut bytes = skl::write(&rig).unwrap();
    let (read, findings) = skl::read(&bytes).unwrap();
    assert_eq!(
        (read.rig_name, read.asset_name),
        (rig.rig_name, rig.asset_name)
    );
    assert_eq!(findings, []);

    bytes[32..36].copy_from_slice(&0_i32.to_le_bytes());
    bytes[36..40].copy_from_slice(&9_999_i32.to_le_bytes());
    let (read, finding) = read_with(&bytes, "league.rig-name-unreadable");
    assert_eq!((read.rig_name, read.asset_name), (None, None));
    assert!(finding.message.contains("asset name at byte 9999"));
}

#[test]
fn a_skeleton_without_joints_is_shown_empty() {
    let bytes = skl::write(&Skeleton::default()).unwrap();
    let (skeleton, finding) = read_with(&bytes, "league.empty-skeleton");
    assert!(skeleton.joints.is_empty());
    assert_eq!(finding.severity, Severity::Warning);
}

// ---- legacy ----

/// A legacy file of joints 10 units above their parents; the influence list is written for version 2.
fn legacy(version: u32, joints: &[(&str, i32)], influences: &[u32]) -> Vec<u8> {
    let mut out = Writer::new();
    out.bytes(b"r3d2sklt")
        .u32(version)
        .u32(0x1234)
        .u32(joints.len() as u32);
    for (index, (name, parent)) in joints.iter().enumerate() {
        out.fixed_string(name, 32).i32(*parent).f32(0.1);
        let world = Affine3A::from_translation(Vec3::Y * 10.0 * index as f32);
        for number in transform::rows(&world) {
            out.f32(number);
        }
    }
    if version == 2 {
        out.u32(influences.len() as u32);
        for &joint in influences {
            out.u32(joint);
        }
    }
    out.finish()
}

const CHAIN: [(&str, i32); 3] = [("ns:root", -1), ("spine", 0), ("head", 1)];

#[test]
fn a_good_legacy_file_has_no_findings() {
    let (skeleton, findings) = skl::read(&legacy(2, &CHAIN, &[2, 0])).unwrap();
    assert_eq!(findings, []);
    assert_eq!((skeleton.kind, skeleton.version), ("r3d2sklt", 2));
    assert_eq!(skeleton.influences, [2, 0]);
    let head = &skeleton.joints[2];
    assert_eq!(head.local.translation, Vec3::Y * 10.0);
    assert_eq!(
        head.inverse_bind,
        Affine3A::from_translation(Vec3::Y * -20.0)
    );
    assert_eq!(skeleton.joints[0].name, "ns:root");
    assert_eq!(skeleton.joints[0].hash, Some(hash::elf("NS:Root")));
}

#[test]
fn version_1_skins_with_every_joint() {
    let (skeleton, findings) = skl::read(&legacy(1, &CHAIN, &[])).unwrap();
    assert_eq!(skeleton.influences, [0, 1, 2]);
    assert_eq!(findings, []);
}

#[test]
fn an_unknown_legacy_version_is_refused() {
    let error = refusal(&legacy(3, &CHAIN, &[]));
    assert_eq!(error.offset, 8);
    assert!(error.expected.contains("1 or 2") && error.found.contains('3'));
}

#[test]
fn cut_legacy_influences_leave_none() {
    let bytes = legacy(2, &CHAIN, &[0, 1, 2]);
    for cut in [2, 12, 14] {
        let (skeleton, finding) =
            read_with(&bytes[..bytes.len() - cut], "league.influences-unreadable");
        assert_eq!((skeleton.joints.len(), skeleton.influences.len()), (3, 0));
        assert_eq!(finding.severity, Severity::Error);
    }
}

#[test]
fn legacy_bind_matrices_that_cannot_be_used_stand_at_the_parent() {
    // The spine's matrix: 20 bytes of header, one record, then name, parent and radius.
    let matrix = 20 + 88 + 40;
    let mut bytes = legacy(2, &CHAIN, &[]);
    bytes[matrix..matrix + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    let (skeleton, finding) = read_with(&bytes, "league.bad-number");
    assert!(finding.message.contains("bind matrix of joint 1 \"spine\""));
    assert_eq!(skeleton.joints[1].local, Transform::IDENTITY);
    assert_eq!(skeleton.joints[2].local.translation, Vec3::Y * 20.0);

    let mut bytes = legacy(2, &CHAIN, &[]);
    bytes[matrix..matrix + 4].fill(0);
    let (skeleton, finding) = read_with(&bytes, "league.bind-matrix-singular");
    assert_eq!(finding.subject, Some(Subject::Joint(1)));
    assert_eq!(skeleton.joints[1].local, Transform::IDENTITY);
}

#[test]
fn legacy_parents_names_and_ends_are_checked_too() {
    let (skeleton, _) = read_with(&legacy(2, &[("a", 1), ("b", 0)], &[]), "league.joint-cycle");
    assert_eq!(skeleton.joints[0].parent, None);
    read_with(&legacy(2, &[("", -1)], &[]), "league.joint-unnamed");
    read_with(&legacy(2, &CHAIN, &[9]), "league.influence-out-of-range");
    let mut bytes = legacy(2, &CHAIN, &[0]);
    bytes.push(0);
    read_with(&bytes, "league.trailing-bytes");
}
