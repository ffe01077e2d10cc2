//! Any skeleton and any clip without scale pose as they did.

use glam::{Affine3A, DMat3, Quat, Vec3};
use proptest::prelude::*;
use rigscope::export::ClipSource;
use rigscope::formats::lostsaga::{ani, skl};
use rigscope::model::{Clip, Curve, Influences, Joint, Names, Skeleton, Track, Transform};
use rigscope::pose::{MappingRule, Pose, mapping};

use super::{clips_of, figure, set, skeleton_of};

fn turn() -> impl Strategy<Value = Quat> {
    prop::array::uniform4(-1.0_f32..1.0).prop_map(|numbers| {
        let turn = Quat::from_array(numbers);
        if turn.length() > 0.1 {
            turn.normalize()
        } else {
            Quat::IDENTITY
        }
    })
}

fn place() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-30.0_f32..30.0).prop_map(Vec3::from_array)
}

fn joint() -> impl Strategy<Value = (usize, Transform)> {
    (0..8_usize, place(), turn()).prop_map(|(parent, translation, rotation)| {
        let local = Transform {
            translation,
            rotation,
            ..Transform::IDENTITY
        };
        (parent, local)
    })
}

fn skeleton(joints: Vec<(usize, Transform)>) -> Skeleton {
    let joint = |(index, (parent, local)): (usize, (usize, Transform))| Joint {
        name: format!("joint {index}"),
        hash: None,
        parent: (parent < index).then_some(parent),
        local,
        inverse_bind: Affine3A::IDENTITY,
        radius: 0.0,
    };
    Skeleton {
        names: Names::ExactFirst,
        joints: joints.into_iter().enumerate().map(joint).collect(),
        ..Skeleton::default()
    }
}

fn track(index: usize, frames: Vec<(Vec3, Quat)>) -> Track {
    let (places, turns) = frames.into_iter().unzip();
    Track {
        name: Some(format!("joint {index}")),
        translation: Some(Curve::Frames(places)),
        rotation: Some(Curve::Frames(turns)),
        ..Track::default()
    }
}

/// Few frames of each joint, so far apart that they are nowhere near each other.
fn frames() -> impl Strategy<Value = Vec<(Vec3, Quat)>> {
    prop::collection::vec((place(), turn()), 4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_is_read_back_poses_as_the_clip_did(
        joints in prop::collection::vec(joint(), 1..7),
        motions in prop::collection::vec(frames(), 1..7),
        fps in prop::sample::select(vec![24.0_f32, 25.0, 30.0, 60.0]),
    ) {
        let source = skeleton(joints);
        let clip = Clip {
            name: "any".into(),
            fps,
            duration: 4.0 / fps,
            tracks: motions.into_iter().enumerate().map(|(index, frames)| track(index, frames)).collect(),
            ..Clip::default()
        };
        let mapping = mapping::map(MappingRule::Game, &source, &[], &clip.tracks);
        let played = ClipSource::stored(&source, &clip, mapping.clone());
        let none = Influences::default();
        let written = set(&figure(Some(&source), None, &none), &[played]).unwrap();
        prop_assert!(written.clips[0].worst_error <= 1e-3, "{:?}", written.clips);
        let (own, _) = skl::skeleton(&skeleton_of(&written));
        let (own_clip, _) = ani::clip(&clips_of(&written)[0]);
        let own_mapping = mapping::map(MappingRule::Game, &own, &[], &own_clip.tracks);
        let (mut pose, mut own_pose) = (Pose::bind(&source), Pose::bind(&own));
        let turned = DMat3::from_diagonal([-1.0, 1.0, -1.0].into());
        for frame in 0..4 {
            let seconds = frame as f32 / fps;
            pose.set(&source, Some((&clip, &mapping)), seconds);
            own_pose.set(&own, Some((&own_clip, &own_mapping)), seconds);
            for (world, own) in pose.worlds.iter().zip(&own_pose.worlds) {
                let wanted = turned * world.translation.as_dvec3();
                let off = wanted.distance(own.translation.as_dvec3());
                prop_assert!(off < 1e-3, "off by {off} at {seconds}");
            }
        }
    }
}
