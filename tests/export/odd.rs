//! What glTF does not take as it is.

use std::ops::ControlFlow;

use glam::{Affine3A, DVec3, Quat, Vec3};
use gltf::animation::Property;
use rigscope::export::{ClipSource, ExportError, Exported, Figure, LARGEST_ERROR, export};
use rigscope::model::{
    Basis, Clip, Curve, Finding, Influence, Influences, Joint, Mesh, Severity, Skeleton, Track,
};
use rigscope::pose::{MappingRule, Pose, mapping};

use super::viewer::Viewer;
use super::{cli_support, go_on};

fn figure<'a>(
    skeleton: &'a Skeleton,
    mesh: Option<&'a Mesh>,
    influences: &'a Influences,
) -> Figure<'a> {
    Figure {
        name: "figure",
        family: "test",
        basis: Basis::LEAGUE,
        scale: 1.0,
        skeleton: Some(skeleton),
        mesh,
        influences,
        materials: &[],
        textures: &[],
        visible: &[],
        bones: None,
        worn: &[],
        held: &[],
    }
}

fn export_mesh(
    skeleton: &Skeleton,
    mesh: &Mesh,
    influences: &Influences,
) -> (Viewer, Vec<Finding>) {
    let exported = export(
        &figure(skeleton, Some(mesh), influences),
        &[],
        &[],
        &mut go_on,
    )
    .unwrap();
    (Viewer::open(&exported.glb), exported.findings)
}

fn export_clip(skeleton: &Skeleton, clip: &Clip) -> Exported {
    let source = source(skeleton, clip);
    let none = Influences::default();
    export(&figure(skeleton, None, &none), &[source], &[], &mut go_on).unwrap()
}

fn source<'a>(skeleton: &'a Skeleton, clip: &'a Clip) -> ClipSource<'a> {
    let mapping = mapping::map(MappingRule::Game, skeleton, &[], &clip.tracks);
    ClipSource::stored(skeleton, clip, mapping)
}

/// Every vertex of the figure gets these.
fn influences(mesh: &Mesh, list: &[(u32, f32)]) -> Influences {
    let mut influences = Influences::default();
    for _ in &mesh.positions {
        let list = list
            .iter()
            .map(|&(bone, weight)| Influence { bone, weight });
        influences.push(list);
    }
    influences
}

fn codes(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.code).collect()
}

/// A chain of joints, each a unit above the one before.
fn chain(joints: usize) -> Skeleton {
    let template = cli_support::skeleton().joints.swap_remove(1);
    let joint = |index: usize| Joint {
        name: format!("joint {index}"),
        hash: Some(index as u32),
        parent: index.checked_sub(1),
        local: rigscope::model::Transform {
            translation: Vec3::Y,
            ..template.local
        },
        inverse_bind: Affine3A::from_translation(Vec3::Y * -(index as f32 + 1.0)),
        radius: 1.0,
    };
    Skeleton {
        joints: (0..joints).map(joint).collect(),
        ..Skeleton::default()
    }
}

#[test]
fn six_influences_take_two_sets_and_many_joints_wide_numbers() {
    let mesh = cli_support::mesh();
    for joints in [255, 256, 300] {
        let skeleton = chain(joints);
        let last = joints as u32 - 1;
        let six = [0, 1, 2, 3, 4, last].map(|bone| (bone, 1.0 / 6.0));
        let (viewer, findings) = export_mesh(&skeleton, &mesh, &influences(&mesh, &six));
        assert!(findings.is_empty(), "{findings:?}");
        for primitive in &viewer.primitives {
            for shares in &primitive.shares {
                let mut bones: Vec<usize> = shares.iter().map(|(joint, _)| *joint).collect();
                bones.sort_unstable();
                assert_eq!(bones, [0, 1, 2, 3, 4, joints - 1]);
            }
        }
        let worlds = viewer.worlds(None, 0.0);
        let source = mesh.positions[5].as_dvec3() * DVec3::new(-1.0, 1.0, 1.0);
        assert!(viewer.skinned(&worlds, 0, 5).distance(source) < 1e-3);
    }
}

#[test]
fn weights_that_do_not_sum_to_one_are_normalised_and_spoken_of() {
    let (skeleton, mesh) = (cli_support::skeleton(), cli_support::mesh());
    let (viewer, findings) =
        export_mesh(&skeleton, &mesh, &influences(&mesh, &[(1, 0.5), (2, 0.25)]));
    assert_eq!(codes(&findings), ["export.weights-normalised"]);
    let shares = &viewer.primitives[0].shares[0];
    assert!((shares[0].1 - 2.0 / 3.0).abs() < 1e-6, "{shares:?}");
}

#[test]
fn a_vertex_that_nothing_moves_stays_where_it_is() {
    let (skeleton, mesh) = (cli_support::skeleton(), cli_support::mesh());
    let mut turning = cli_support::clip(0.0);
    turning.duration = 1.0;
    turning.tracks[0].translation = Some(Curve::Frames(vec![Vec3::X * 100.0]));
    let none = influences(&mesh, &[]);
    let exported = export(
        &figure(&skeleton, Some(&mesh), &none),
        &[source(&skeleton, &turning)],
        &[],
        &mut go_on,
    )
    .unwrap();
    let viewer = Viewer::open(&exported.glb);
    let worlds = viewer.worlds(Some(0), 0.5);
    assert!(worlds[0].w_axis.x < -99.0, "the root moves");
    for vertex in 0..8 {
        let source = mesh.positions[vertex].as_dvec3() * DVec3::new(-1.0, 1.0, 1.0);
        assert_eq!(viewer.skinned(&worlds, 0, vertex), source);
    }
}

#[test]
fn missing_normals_are_left_out_and_empty_ones_made_from_the_triangles() {
    let skeleton = cli_support::skeleton();
    let mut mesh = cli_support::mesh();
    let weights = influences(&mesh, &[(1, 1.0)]);
    let whole = mesh.normals.clone();
    // Wound as game files are: outward when the numbers are taken for right-handed ones.
    mesh.indices.reverse();
    mesh.normals[3] = Vec3::ZERO;
    mesh.normals[4] = Vec3::NAN;
    mesh.normals[5] *= 40.0;
    let (viewer, _) = export_mesh(&skeleton, &mesh, &weights);
    let normals = viewer.primitives[0].normals.as_ref().unwrap();
    for (vertex, normal) in normals.iter().enumerate() {
        let outward = whole[vertex].as_dvec3() * DVec3::new(-1.0, 1.0, 1.0);
        assert!((normal.length() - 1.0).abs() < 1e-6);
        assert!(normal.dot(outward) > 0.5, "normal {vertex}: {normal}");
    }
    mesh.normals.clear();
    let (viewer, _) = export_mesh(&skeleton, &mesh, &weights);
    assert!(viewer.primitives[0].normals.is_none());
}

#[test]
fn what_is_no_number_does_not_get_into_the_file() {
    let mut skeleton = cli_support::skeleton();
    skeleton.joints[1].local.translation.x = f32::NAN;
    skeleton.joints[2].inverse_bind.translation.y = f32::INFINITY;
    let mut mesh = cli_support::mesh();
    mesh.positions[0].z = f32::INFINITY;
    mesh.uvs[1].x = f32::NAN;
    let (viewer, findings) = export_mesh(&skeleton, &mesh, &influences(&mesh, &[(1, 1.0)]));
    assert_eq!(codes(&findings), ["export.vertex-not-finite"]);
    assert!(
        viewer.primitives[0]
            .positions
            .iter()
            .all(|position| position.is_finite())
    );
    assert!(
        viewer
            .worlds(None, 0.0)
            .iter()
            .all(|world| world.is_finite())
    );
    let mut clip = cli_support::clip(9.0);
    clip.duration = 1.0;
    clip.tracks[0].translation = Some(Curve::Frames(vec![Vec3::NAN; 30]));
    let viewer = Viewer::open(&export_clip(&skeleton, &clip).glb);
    assert!(
        viewer
            .worlds(Some(0), 0.5)
            .iter()
            .all(|world| world.is_finite())
    );
}

#[test]
fn a_clip_that_stands_still_has_one_key_a_channel_and_its_own_length() {
    let skeleton = cli_support::skeleton();
    let mut clip = cli_support::clip(0.0);
    clip.duration = 1.0;
    let exported = export_clip(&skeleton, &clip);
    let animation = &Viewer::open(&exported.glb).animations[0];
    assert_eq!(animation.duration(), 1.0);
    let keys: usize = animation
        .channels
        .iter()
        .map(|channel| channel.times.len())
        .sum();
    assert_eq!(keys, animation.channels.len() + 1);
    assert_eq!(
        (exported.clips[0].keys, exported.clips[0].channels),
        (keys, 4)
    );
    assert!(
        animation.channel(1, Property::Translation).is_none(),
        "the spine has no track"
    );
    assert!(
        animation.channel(2, Property::Scale).is_none(),
        "nothing is scaled"
    );
}

#[test]
fn the_last_frame_is_held_over_the_last_interval() {
    let skeleton = cli_support::skeleton();
    let mut clip = cli_support::clip(40.0);
    clip.duration = 1.0;
    let viewer = Viewer::open(&export_clip(&skeleton, &clip).glb);
    let head = |seconds| viewer.worlds(Some(0), seconds)[2].w_axis.x;
    assert_eq!(viewer.animations[0].duration(), 1.0);
    for seconds in [29.0 / 30.0 + 1e-6, 0.98, 1.0] {
        assert!(
            (head(seconds) + 40.0).abs() < 1e-3,
            "at {seconds}: {}",
            head(seconds)
        );
    }
    assert!((head(0.5) + 40.0 * 15.0 / 29.0).abs() <= f64::from(LARGEST_ERROR));
}

#[test]
fn cubic_curves_are_followed_closely_with_far_fewer_keys_than_samples() {
    let skeleton = chain(12);
    let ticks = [0_u16, 0, 9000, 20000, 20010, 47000, 65535, 65535];
    let bend = |joint: usize, key: usize| Quat::from_rotation_z((joint * key) as f32 * 0.7);
    let track = |joint: usize| Track {
        hash: Some(joint as u32),
        rotation: Some(Curve::Cubic {
            ticks: ticks.to_vec(),
            values: (0..8).map(|key| bend(joint, key)).collect(),
            time_based: true,
        }),
        ..Track::default()
    };
    let clip = Clip {
        duration: 3.0,
        fps: 30.0,
        tracks: (0..12).map(track).collect(),
        ..Clip::default()
    };
    let exported = export_clip(&skeleton, &clip);
    let report = &exported.clips[0];
    assert!(report.worst_error <= LARGEST_ERROR, "{report:?}");
    assert!(report.worst_error > 0.0);
    assert!(report.keys < 12 * 361, "{report:?}");
}

#[test]
fn clips_that_move_nothing_or_never_end_are_left_out_and_spoken_of() {
    let skeleton = cli_support::skeleton();
    let mut stranger = cli_support::clip(1.0);
    stranger
        .tracks
        .iter_mut()
        .for_each(|track| track.hash = Some(77));
    let mut endless = cli_support::clip(1.0);
    endless.duration = 80_000.0;
    endless.fps = 1e-3;
    let sources = [&stranger, &endless].map(|clip| source(&skeleton, clip));
    let none = Influences::default();
    let exported = export(&figure(&skeleton, None, &none), &sources, &[], &mut go_on).unwrap();
    assert!(exported.clips.is_empty());
    let expected = ["export.clip-moves-nothing", "export.clip-too-long"];
    assert_eq!(codes(&exported.findings), expected);
    assert_eq!(exported.findings[1].severity, Severity::Error);
    assert!(Viewer::open(&exported.glb).animations.is_empty());
}

/// The head, snapped, with vertices on it, turned below a spine of some scale.
fn snapped_below(scale: Vec3) -> Exported {
    let mut skeleton = cli_support::skeleton();
    skeleton.joints[1].local.scale = scale;
    let mut clip = cli_support::clip(0.0);
    clip.duration = 1.0;
    let turns = (0..30).map(|frame| Quat::from_rotation_z(0.8 - 0.05 * frame as f32));
    clip.tracks[1].rotation = Some(Curve::Frames(turns.collect()));
    let mesh = cli_support::mesh();
    let weights = influences(&mesh, &[(2, 1.0)]);
    export(
        &figure(&skeleton, Some(&mesh), &weights),
        &[source(&skeleton, &clip)],
        &[2],
        &mut go_on,
    )
    .unwrap()
}

#[test]
fn the_shear_of_a_snapped_joint_is_kept_by_a_node_of_its_own() {
    let sheared = snapped_below(Vec3::new(1.0, 3.0, 1.0));
    assert!(
        sheared.worst_error() <= LARGEST_ERROR,
        "{:?}",
        sheared.clips
    );
    assert!(sheared.findings.is_empty(), "{:?}", sheared.findings);
    let viewer = Viewer::open(&sheared.glb);
    let stretch = viewer.nodes[2].parent.unwrap();
    assert_eq!(
        viewer.nodes[stretch].name,
        format!("{} stretch", viewer.nodes[2].name)
    );
    assert_eq!(viewer.nodes[stretch].parent, Some(4), "the armature");
    let stretched = viewer.worlds(Some(0), 0.5)[2];
    let angle = stretched
        .x_axis
        .normalize()
        .dot(stretched.y_axis.normalize());
    assert!(angle.abs() > 0.1, "nothing is sheared: {angle}");
    // Where nothing is sheared there is no such node.
    let even = Viewer::open(&snapped_below(Vec3::splat(3.0)).glb);
    assert_eq!(even.nodes[2].parent, Some(4));
}

#[test]
fn what_gltf_cannot_hold_is_measured_and_reported() {
    let flat = snapped_below(Vec3::new(1.0, 0.0, 1.0));
    assert!(flat.worst_error() > 1.0, "{:?}", flat.clips);
    assert_eq!(codes(&flat.findings), ["export.off"]);
}

#[test]
fn an_export_stops_when_it_is_told_to_and_refuses_nothing_at_all() {
    let skeleton = cli_support::skeleton();
    let clip = cli_support::clip(1.0);
    let sources = [source(&skeleton, &clip), source(&skeleton, &clip)];
    let none = Influences::default();
    let mut told = Vec::new();
    let stopped = export(
        &figure(&skeleton, None, &none),
        &sources,
        &[],
        &mut |index, count, name| {
            told.push((index, count, name.to_owned()));
            if index == 1 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    assert!(matches!(stopped, Err(ExportError::Cancelled)));
    assert_eq!(told.len(), 2);
    let nothing = Figure {
        skeleton: None,
        ..figure(&skeleton, None, &none)
    };
    assert!(matches!(
        export(&nothing, &[], &[], &mut go_on),
        Err(ExportError::Nothing)
    ));
}

#[test]
fn a_jump_between_two_samples_does_not_become_a_ramp() {
    let skeleton = chain(1);
    let [low, high] = [0.0, 100.0].map(|height| Vec3::Y * height);
    let clip = Clip {
        duration: 3.0,
        tracks: vec![Track {
            hash: Some(0),
            translation: Some(Curve::Cubic {
                ticks: vec![0, 0, 20_000, 29_980, 29_990, 40_000, 65_535, 65_535],
                values: vec![low, low, low, low, high, high, high, high],
                time_based: true,
            }),
            ..Track::default()
        }],
        ..Clip::default()
    };
    let viewer = Viewer::open(&export_clip(&skeleton, &clip).glb);
    let (source, mut pose) = (source(&skeleton, &clip), Pose::bind(&skeleton));
    let jump = 3.0 * 29_985.0 / 65_535.0;
    for away in [0.001, 0.002, 0.003, 0.005, 0.007] {
        for (seconds, height) in [(jump - away, 0.0), (jump + away, 100.0)] {
            (source.sample)(seconds, &mut pose);
            let own = f64::from(pose.worlds[0].translation.y);
            assert!(
                (own - height).abs() < 2.0,
                "our own jump is at {jump}: {own}"
            );
            let found = viewer.worlds(Some(0), seconds)[0].w_axis.y;
            assert!((found - own).abs() < 0.2, "at {seconds}: {found} {own}");
        }
    }
}

#[test]
fn the_skins_scale_stands_on_the_armature_alone() {
    let skeleton = cli_support::skeleton();
    let mesh = cli_support::mesh();
    let weights = influences(&mesh, &[(2, 1.0)]);
    let export =
        |figure: Figure<'_>| Viewer::open(&export(&figure, &[], &[], &mut go_on).unwrap().glb);
    let plain = export(figure(&skeleton, Some(&mesh), &weights));
    let scaled = export(Figure {
        scale: 1.5,
        ..figure(&skeleton, Some(&mesh), &weights)
    });
    let armature = skeleton.joints.len();
    assert_eq!(scaled.json["nodes"][armature]["extras"]["skinScale"], 1.5);
    assert!(plain.json["nodes"][armature].get("extras").is_none());
    let [small, large] = [&plain, &scaled].map(|viewer| {
        let worlds = viewer.worlds(None, 0.0);
        viewer.skinned(&worlds, 0, 1)
    });
    assert!(large.distance(small * 1.5) < 1e-6, "{small} {large}");
    // Without a skeleton the mesh itself bears it.
    let none = Influences::default();
    let alone = export(Figure {
        scale: 1.5,
        skeleton: None,
        ..figure(&skeleton, Some(&mesh), &none)
    });
    assert_eq!(alone.json["nodes"][0]["scale"][0], 1.5);
}
