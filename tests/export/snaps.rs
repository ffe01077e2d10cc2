//! Joints that events snap to others.

use glam::{Affine3A, DVec3, Quat, Vec3};
use gltf::animation::Property;
use rigscope::export::{ClipSource, Exported, Figure, LARGEST_ERROR, export};
use rigscope::model::{Basis, Clip, Curve, Influences, Joint, Skeleton, Transform};
use rigscope::pose::{MappingRule, Pose, mapping};

use super::viewer::Viewer;
use super::{cli_support, go_on};

const HEAD: usize = 2;
const STUB: usize = 3;
const HAIR: usize = 4;
const WINDOW: [f64; 2] = [0.3, 0.7];

/// Root, Spine, Head, the stub head, and hair on the head.
fn skeleton() -> Skeleton {
    let mut skeleton = cli_support::skeleton();
    skeleton.joints.push(Joint {
        name: "Hair".into(),
        parent: Some(HEAD),
        local: Transform {
            translation: Vec3::new(0.0, 20.0, 5.0),
            ..Transform::IDENTITY
        },
        ..skeleton.joints[HEAD].clone()
    });
    skeleton.joints[HAIR].hash = Some(1);
    skeleton
}

/// The spine turns right round in a second, the head nods against it.
fn clip(skeleton: &Skeleton) -> Clip {
    let mut clip = cli_support::clip(40.0);
    clip.name = "spin".into();
    clip.duration = 1.0;
    clip.tracks[0].hash = skeleton.joints[1].hash;
    clip.tracks[0].translation = Some(Curve::Frames(vec![Vec3::Y * 50.0]));
    let turns = (0..30).map(|frame| Quat::from_rotation_z(frame as f32 * 0.2));
    clip.tracks[0].rotation = Some(Curve::Frames(turns.collect()));
    let nods = (0..30).map(|frame| Quat::from_rotation_x((frame as f32 * 0.3).sin()));
    clip.tracks[1].rotation = Some(Curve::Frames(nods.collect()));
    clip
}

/// Where the head is put: at one place, or along a curve.
fn target(seconds: f64, moving: bool) -> Affine3A {
    let phase = if moving { seconds as f32 * 5.0 } else { 0.7 };
    Affine3A::from_rotation_translation(
        Quat::from_rotation_y(phase),
        Vec3::new(30.0 * phase.sin(), 3.0, 60.0),
    )
}

/// The clip as it is stored, with the head put elsewhere in the window, and the hair with it.
fn snapped<'a>(skeleton: &'a Skeleton, clip: &'a Clip, moving: bool) -> ClipSource<'a> {
    let stored = plain(skeleton, clip);
    let sample = stored.sample;
    ClipSource {
        name: "snapped".into(),
        steps: WINDOW.to_vec(),
        sample: Box::new(move |seconds, pose: &mut Pose| {
            sample(seconds, pose);
            if (WINDOW[0]..WINDOW[1]).contains(&seconds) {
                pose.worlds[HEAD] = target(seconds, moving);
                pose.worlds[HAIR] = pose.worlds[HEAD] * pose.locals[HAIR].to_affine();
            }
        }),
        ..stored
    }
}

fn plain<'a>(skeleton: &'a Skeleton, clip: &'a Clip) -> ClipSource<'a> {
    let mapping = mapping::map(MappingRule::Game, skeleton, &[], &clip.tracks);
    ClipSource::stored(skeleton, clip, mapping)
}

fn export_clips(skeleton: &Skeleton, clips: &[ClipSource<'_>], victims: &[usize]) -> Exported {
    let figure = Figure {
        name: "figure",
        family: "test",
        basis: Basis::LEAGUE,
        scale: 1.0,
        skeleton: Some(skeleton),
        mesh: None,
        influences: &Influences::default(),
        materials: &[],
        textures: &[],
        visible: &[],
        bones: None,
        worn: &[],
        held: &[],
    };
    export(&figure, clips, victims, &mut go_on).unwrap()
}

fn at(viewer: &Viewer, animation: usize, seconds: f64, node: usize) -> DVec3 {
    viewer.worlds(Some(animation), seconds)[node]
        .w_axis
        .truncate()
}

fn assert_follows(viewer: &Viewer, animation: usize, source: &ClipSource<'_>, skeleton: &Skeleton) {
    let mut pose = Pose::bind(skeleton);
    for sample in 0..=120 {
        let time = (f64::from(sample) / 120.0) as f32;
        (source.sample)(f64::from(time), &mut pose);
        for (joint, own) in pose.worlds.iter().enumerate() {
            let own = own.translation.as_dvec3() * DVec3::new(-1.0, 1.0, 1.0);
            let off = at(viewer, animation, f64::from(time), joint).distance(own);
            assert!(
                off <= f64::from(LARGEST_ERROR) + 1e-4,
                "joint {joint} at {time}: {off}"
            );
        }
    }
}

#[test]
fn only_a_snapped_joint_hangs_at_the_root_and_it_rests_at_its_bind_place() {
    let skeleton = skeleton();
    let clip = clip(&skeleton);
    let sources = [snapped(&skeleton, &clip, false), plain(&skeleton, &clip)];
    let viewer = Viewer::open(&export_clips(&skeleton, &sources, &[HEAD]).glb);
    let armature = viewer.node("figure");
    let parents: Vec<Option<usize>> = (0..5).map(|joint| viewer.nodes[joint].parent).collect();
    let expected = [armature, 0, armature, 0, HEAD].map(Some);
    assert_eq!(parents, expected);
    let rest = viewer.worlds(None, 0.0);
    let bind = Pose::bind(&skeleton).worlds;
    for joint in 0..5 {
        let own = bind[joint].translation.as_dvec3();
        assert!(rest[joint].w_axis.truncate().distance(own) < 1e-4);
    }
    // Nothing snaps: nothing moves house.
    let viewer = Viewer::open(&export_clips(&skeleton, &sources[1..], &[]).glb);
    assert_eq!(viewer.nodes[HEAD].parent, Some(1));
}

#[test]
fn a_snapped_joint_stands_still_between_keys_and_jumps_at_the_edges() {
    let skeleton = skeleton();
    let clip = clip(&skeleton);
    let sources = [snapped(&skeleton, &clip, false)];
    let exported = export_clips(&skeleton, &sources, &[HEAD]);
    let viewer = Viewer::open(&exported.glb);
    let place = target(0.0, false).translation.as_dvec3() * DVec3::new(-1.0, 1.0, 1.0);
    for sample in 0..96 {
        let seconds = WINDOW[0] + 1e-6 + f64::from(sample) / 240.0;
        let off = at(&viewer, 0, seconds, HEAD).distance(place);
        assert!(off < 1e-4, "at {seconds} the head is off by {off}");
        let hair = at(&viewer, 0, seconds, HAIR).distance(place);
        assert!((hair - 425.0_f64.sqrt()).abs() < 1e-3);
    }
    for edge in WINDOW {
        let [before, after] = [edge - 1e-6, edge + 1e-6].map(|time| at(&viewer, 0, time, HEAD));
        assert!(before.distance(after) > 20.0, "{before} {after}");
    }
    assert_follows(&viewer, 0, &sources[0], &skeleton);
}

#[test]
fn in_a_clip_without_the_event_the_joint_moves_as_its_own_chain_does() {
    let skeleton = skeleton();
    let clip = clip(&skeleton);
    let sources = [snapped(&skeleton, &clip, true), plain(&skeleton, &clip)];
    let exported = export_clips(&skeleton, &sources, &[HEAD]);
    let viewer = Viewer::open(&exported.glb);
    for (animation, source) in sources.iter().enumerate() {
        assert_follows(&viewer, animation, source, &skeleton);
        assert!(exported.clips[animation].worst_error <= LARGEST_ERROR);
    }
}

#[test]
fn a_snapped_joint_without_a_track_gets_one_in_every_clip() {
    let skeleton = skeleton();
    let clip = clip(&skeleton);
    let sources = [plain(&skeleton, &clip)];
    let viewer = Viewer::open(&export_clips(&skeleton, &sources, &[STUB, HAIR]).glb);
    let animation = &viewer.animations[0];
    for joint in [STUB, HAIR] {
        assert!(animation.channel(joint, Property::Translation).is_some());
    }
    // The root has no track and is not snapped.
    assert!(animation.channel(0, Property::Translation).is_none());
    assert_follows(&viewer, 0, &sources[0], &skeleton);
}
