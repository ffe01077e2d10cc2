//! What a file of Lost Saga does not take as it is.

use glam::{Affine3A, Quat, Vec2, Vec3};
use rigscope::export::lostsaga::Wanted;
use rigscope::export::{ClipSource, ExportError, Held, Piece, SkinBone};
use rigscope::formats::lostsaga::msh::Msh;
use rigscope::formats::lostsaga::skl;
use rigscope::model::{Influence, Influences, Joint, Mesh, Skeleton, Submesh, Transform};
use rigscope::pose::Pose;

use super::{clips_of, codes, figure, kind, meshes_of, set, skeleton_of};

/// A chain of joints that stand above each other.
fn chain(names: &[&str]) -> Skeleton {
    let joint = |(index, name): (usize, &&str)| Joint {
        name: (*name).into(),
        hash: None,
        parent: index.checked_sub(1),
        local: Transform {
            translation: Vec3::Y * 10.0,
            ..Transform::IDENTITY
        },
        inverse_bind: Affine3A::from_translation(Vec3::Y * -10.0 * (index + 1) as f32),
        radius: 0.0,
    };
    Skeleton {
        joints: names.iter().enumerate().map(joint).collect(),
        ..Skeleton::default()
    }
}

/// Triangles with vertices of their own.
fn triangles(count: u32) -> Mesh {
    let corner = |at: u32| Vec3::new((at % 3) as f32, (at / 3) as f32, (at % 2) as f32);
    Mesh {
        name: "cloth".into(),
        positions: (0..count * 3).map(corner).collect(),
        uvs: vec![Vec2::new(0.25, 0.75); 3 * count as usize],
        indices: (0..count * 3).collect(),
        submeshes: vec![Submesh {
            name: "all".into(),
            vertices: 0..count * 3,
            indices: 0..count * 3,
        }],
        ..Mesh::default()
    }
}

fn tied(mesh: &Mesh, list: &[(u32, f32)]) -> Influences {
    let mut influences = Influences::default();
    for _ in &mesh.positions {
        influences.push(
            list.iter()
                .map(|&(bone, weight)| Influence { bone, weight }),
        );
    }
    influences
}

fn moving<'a>(
    skeleton: &'a Skeleton,
    change: impl Fn(f32, &mut [Transform]) + 'a,
) -> ClipSource<'a> {
    ClipSource {
        name: "moving".into(),
        duration: 0.5,
        moved: vec![true; skeleton.joints.len()],
        frames: Vec::new(),
        steps: Vec::new(),
        events: Vec::new(),
        sample: Box::new(move |seconds, pose: &mut Pose| {
            let mut locals = skeleton.bind_locals();
            change(seconds as f32, &mut locals);
            pose.set_locals(skeleton, &locals);
        }),
    }
}

fn weights_of(mesh: &Msh) -> Vec<(&str, f32)> {
    let stored = mesh.weights[0];
    let pairs = stored.weights.into_iter().zip(stored.bones);
    let used = pairs.filter(|(weight, _)| *weight > 0.0);
    let name = |bone: f32| std::str::from_utf8(&mesh.bones[bone as usize].0).unwrap();
    used.map(|(weight, bone)| (name(bone), weight)).collect()
}

#[test]
fn a_skeleton_has_child_lists_both_binds_and_an_empty_tail() {
    let skeleton = chain(&["hip", "spine", "head"]);
    let written = set(&figure(Some(&skeleton), None, &Influences::default()), &[]);
    let skl = skeleton_of(&written.unwrap());
    let texts = |names: &[rigscope::formats::lostsaga::Text]| -> Vec<String> {
        names.iter().map(|name| name.text()).collect()
    };
    assert_eq!(
        (skl.version, skl.link.clone().unwrap().text()),
        (1000, String::new())
    );
    let parents: Vec<String> = skl.bones.iter().map(|bone| bone.parent.text()).collect();
    assert_eq!(parents, ["NoParent", "hip", "spine"]);
    assert_eq!(texts(&skl.bones[0].children), ["spine"]);
    assert_eq!(texts(&skl.bones[2].children), [""; 0]);
    assert_eq!(skl.bones[2].object[12..], [0.0, 30.0, 0.0, 1.0]);
    assert_eq!(skl.bones[2].inverse_position, [0.0, -30.0, 0.0]);
    let findings = skl::skeleton(&skl).1;
    assert!(
        findings
            .iter()
            .all(|finding| finding.code == "lostsaga.bone-not-listed"),
        "{findings:?}"
    );
}

#[test]
fn twins_are_told_apart_and_said() {
    let skeleton = chain(&["arm", "arm", "Ärmel"]);
    let written = set(&figure(Some(&skeleton), None, &Influences::default()), &[]).unwrap();
    let names: Vec<String> = skeleton_of(&written)
        .bones
        .iter()
        .map(|bone| bone.name.text())
        .collect();
    assert_eq!(names[..2], ["arm", "arm_2"]);
    assert_eq!(
        codes(&written.findings),
        ["export.joint-renamed", "export.name-not-ascii"]
    );
}

#[test]
fn a_cycle_is_opened_and_children_come_after_their_parents() {
    let mut skeleton = chain(&["a", "b", "c"]);
    skeleton.joints[0].parent = Some(2);
    let written = set(&figure(Some(&skeleton), None, &Influences::default()), &[]).unwrap();
    let (read, findings) = skl::skeleton(&skeleton_of(&written));
    assert!(!read.is_circular, "{findings:?}");
    skeleton.joints[0].parent = Some(1);
    skeleton.joints[1].parent = None;
    let written = set(&figure(Some(&skeleton), None, &Influences::default()), &[]).unwrap();
    let names: Vec<String> = skeleton_of(&written)
        .bones
        .iter()
        .map(|bone| bone.name.text())
        .collect();
    assert_eq!(names[0], "b");
}

#[test]
fn numbers_that_are_none_are_replaced() {
    let mut skeleton = chain(&["a", "b"]);
    skeleton.joints[1].local.translation.x = f32::NAN;
    skeleton.joints[1].inverse_bind = Affine3A::from_scale(Vec3::splat(f32::NAN));
    let mut mesh = triangles(1);
    mesh.positions[1].y = f32::INFINITY;
    let influences = tied(&mesh, &[(1, 1.0), (0, f32::NAN)]);
    let clip = moving(&skeleton, |seconds, locals| {
        locals[0].rotation = Quat::from_rotation_x(seconds / 0.0)
    });
    let written = set(&figure(Some(&skeleton), Some(&mesh), &influences), &[clip]).unwrap();
    assert!(codes(&written.findings).contains(&"export.vertex-not-finite"));
    let numbers = |floats: &[f32]| floats.iter().all(|number| number.is_finite());
    for bone in skeleton_of(&written).bones {
        assert!(
            numbers(&bone.object) && numbers(&bone.position) && numbers(&bone.inverse_position)
        );
    }
    assert!(numbers(meshes_of(&written)[0].positions.as_flattened()));
    let clips = clips_of(&written);
    let mut keys = clips[0].tracks.iter().flat_map(|track| &track.keys);
    assert!(keys.all(|key| numbers(&key.translation) && key.rotation.unpack().is_finite()));
}

#[test]
fn the_four_greatest_influences_are_kept_and_the_rest_is_told() {
    let skeleton = chain(&["a", "b", "c", "d", "e"]);
    let mesh = triangles(1);
    let influences = tied(&mesh, &[(0, 0.1), (1, 0.2), (2, 0.3), (3, 0.25), (4, 0.15)]);
    let written = set(&figure(Some(&skeleton), Some(&mesh), &influences), &[]).unwrap();
    let meshes = meshes_of(&written);
    let mesh = &meshes[0];
    assert_eq!((mesh.version, mesh.kind, mesh.mask), (2000, 1, 0x139));
    let found = weights_of(mesh);
    let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["c", "d", "b", "e"]);
    assert!((found[0].1 - 0.3 / 0.9).abs() < 1e-6, "{found:?}");
    let finding = written
        .findings
        .iter()
        .find(|finding| finding.code == "export.influences-cut")
        .unwrap();
    assert!(
        finding.message.contains("3 vertices") && finding.message.contains("10.0 %"),
        "{}",
        finding.message
    );
}

#[test]
fn a_huge_mesh_becomes_several() {
    let (skeleton, mesh) = (chain(&["a"]), triangles(30_000));
    let influences = tied(&mesh, &[(0, 1.0)]);
    let figure = figure(Some(&skeleton), Some(&mesh), &influences);
    let written = kind(&figure, &[], Wanted::Mesh, "out/big.msh").unwrap();
    assert_eq!(codes(&written.findings), ["export.mesh-split"]);
    let names: Vec<String> = written
        .files
        .iter()
        .map(|(path, _)| path.display().to_string())
        .collect();
    assert_eq!(names, ["out/big_1.msh", "out/big_2.msh"]);
    let meshes = meshes_of(&written);
    assert!(meshes.iter().all(|mesh| mesh.vertex_count <= 65_536));
    assert_eq!(
        meshes
            .iter()
            .map(|mesh| mesh.triangles.len())
            .sum::<usize>(),
        30_000
    );
}

#[test]
fn submeshes_have_their_own_vertices_one_after_the_other() {
    let mut mesh = triangles(2);
    // The second triangle shares a corner with the first, and comes first in the list.
    mesh.indices = vec![2, 4, 5, 0, 1, 2];
    mesh.submeshes = vec![
        Submesh {
            name: "one".into(),
            vertices: 3..6,
            indices: 0..3,
        },
        Submesh {
            name: "two".into(),
            vertices: 0..3,
            indices: 3..6,
        },
    ];
    let written = set(&figure(None, Some(&mesh), &Influences::default()), &[]).unwrap();
    let written = meshes_of(&written).remove(0);
    let runs: Vec<[i32; 4]> = written
        .submeshes
        .iter()
        .map(|run| {
            [
                run.first_vertex,
                run.vertices,
                run.first_index,
                run.triangles,
            ]
        })
        .collect();
    // Vertex 3 belongs to nobody's triangle and keeps its place.
    assert_eq!(runs, [[0, 4, 0, 1], [4, 3, 3, 1]]);
    assert_eq!(written.triangles, [[0, 2, 3], [4, 5, 6]]);
    assert_eq!((written.kind, written.mask), (0, 0x121));
    let diagonal = Vec3::from(written.bounds[1]) - Vec3::from(written.bounds[0]);
    assert!((written.radius - diagonal.length() / 2.0).abs() < 1e-6);
}

#[test]
fn lost_scale_is_told_with_the_joint_and_how_far() {
    let (skeleton, mesh) = (chain(&["a", "b"]), triangles(4));
    let influences = tied(&mesh, &[(1, 1.0)]);
    let grows = moving(&skeleton, |seconds, locals| {
        locals[1].scale = Vec3::splat(1.0 + seconds)
    });
    let still = moving(&skeleton, |_, _| {});
    let figure = figure(Some(&skeleton), Some(&mesh), &influences);
    let written = set(&figure, &[grows]).unwrap();
    let lost = written
        .findings
        .iter()
        .find(|finding| finding.code == "export.scale-lost")
        .unwrap();
    assert!(
        lost.message.contains("b (") && lost.message.contains("moving at 0.500 s"),
        "{}",
        lost.message
    );
    let written = set(&figure, &[still]).unwrap();
    assert!(
        codes(&written.findings).is_empty(),
        "{:?}",
        written.findings
    );
    assert!(clips_of(&written)[0].tracks.is_empty());
}

#[test]
fn a_flat_joint_keeps_its_place() {
    let skeleton = chain(&["a", "b"]);
    let hides = moving(&skeleton, |_, locals| locals[1].scale = Vec3::ZERO);
    let written = set(
        &figure(Some(&skeleton), None, &Influences::default()),
        &[hides],
    )
    .unwrap();
    assert!(clips_of(&written)[0].tracks.is_empty());
    assert!(written.clips[0].worst_error < 1e-4);
}

#[test]
fn a_joint_that_two_meshes_tie_otherwise_gets_a_twin_and_free_vertices_a_bone_that_stands() {
    let (skeleton, mesh) = (chain(&["a", "b"]), triangles(1));
    let tie = |offset: f32| {
        [
            SkinBone {
                joint: Some(1),
                inverse_bind: Affine3A::from_translation(Vec3::Y * offset),
            },
            SkinBone {
                joint: None,
                inverse_bind: Affine3A::IDENTITY,
            },
        ]
    };
    let (one, other) = (tie(-20.0), tie(-5.0));
    let (first, second) = (tied(&mesh, &[(0, 1.0)]), tied(&mesh, &[(0, 0.5), (1, 0.5)]));
    let piece = Piece {
        name: "hat",
        mesh: &mesh,
        influences: &second,
        bones: Some(&other),
        materials: &[],
        textures: &[],
        visible: &[false],
    };
    let held = Held {
        piece: Piece {
            name: "lamp",
            ..piece
        },
        joint: Some(0),
        joint_from_own: Affine3A::from_translation(Vec3::X),
    };
    let mut figure = figure(Some(&skeleton), Some(&mesh), &first);
    let (worn, held) = ([piece], [held]);
    (figure.bones, figure.worn, figure.held) = (Some(one.as_slice()), &worn, &held);
    let written = set(&figure, &[]).unwrap();
    let names: Vec<String> = skeleton_of(&written)
        .bones
        .iter()
        .map(|bone| bone.name.text())
        .collect();
    assert_eq!(names, ["a", "b", "b twin", "still"]);
    let found = codes(&written.findings);
    for code in [
        "export.twin-bone",
        "export.still-bone",
        "export.hidden-submesh",
    ] {
        assert!(found.contains(&code), "{found:?}");
    }
    let meshes = meshes_of(&written);
    assert_eq!(weights_of(&meshes[1]), [("b twin", 0.5), ("still", 0.5)]);
    assert_eq!(weights_of(&meshes[2]), [("a", 1.0)]);
    // The lamp is stored where the joint is at rest; x is turned round between the games.
    assert_eq!(meshes[2].positions[0], [-1.0, 10.0, -0.0]);
}

#[test]
fn a_jump_is_right_from_its_frame_on() {
    let skeleton = chain(&["a", "b"]);
    let jump = 1.0 / 3.0;
    let mut clip = moving(&skeleton, move |seconds, locals| {
        locals[1].translation.x = if seconds >= jump { 50.0 } else { 0.0 };
    });
    clip.steps = vec![f64::from(jump)];
    let written = set(
        &figure(Some(&skeleton), None, &Influences::default()),
        &[clip],
    )
    .unwrap();
    assert!(written.clips[0].worst_error < 1e-3, "{:?}", written.clips);
    let clips = clips_of(&written);
    let keys: Vec<(i32, f32)> = clips[0].tracks[0]
        .keys
        .iter()
        .map(|key| (key.time, key.translation[0]))
        .collect();
    assert!(
        keys.contains(&(332, 0.0)) && keys.contains(&(333, -50.0)),
        "{keys:?}"
    );
}

#[test]
fn lengths_are_rounded_up_and_clips_too_long_left_out() {
    let skeleton = chain(&["a"]);
    let clip = |duration| ClipSource {
        duration,
        ..moving(&skeleton, |seconds, locals| {
            locals[0].translation.x = seconds
        })
    };
    let none = Influences::default();
    let figure = figure(Some(&skeleton), None, &none);
    let written = set(&figure, &[clip(1.0 / 3.0), clip(0.5)]).unwrap();
    let totals: Vec<i32> = clips_of(&written).iter().map(|clip| clip.total).collect();
    assert_eq!(totals, [334, 500]);
    assert_eq!(codes(&written.findings), ["export.duration-rounded"]);
    let written = set(&figure, &[clip(1e9)]).unwrap();
    assert_eq!(codes(&written.findings), ["export.clip-too-long"]);
}

#[test]
fn nothing_is_refused() {
    let none = Influences::default();
    let nothing = figure(None, None, &none);
    assert!(matches!(set(&nothing, &[]), Err(ExportError::Nothing)));
    for wanted in [Wanted::Skeleton, Wanted::Mesh, Wanted::Clips] {
        let refused = kind(&nothing, &[], wanted, "out/a");
        assert!(
            matches!(refused, Err(ExportError::Missing(..))),
            "{wanted:?}"
        );
    }
}
