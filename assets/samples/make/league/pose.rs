//! A pose under construction, and clips made of poses.

use glam::{Affine3A, Quat, Vec3};
use rigscope::model::{Clip, Curve, Track, Transform};

use super::math::{corner_angle, rounded, rx, rz};
use super::rig::{ANKLE, HIP, Rig, SHIN, SIDES, Side, THIGH};

/// Local transforms of all joints, starting at rest: the bind pose with hanging arms.
pub struct Pose<'a> {
    rig: &'a Rig,
    pub locals: Vec<Transform>,
}

impl<'a> Pose<'a> {
    pub fn rest(rig: &'a Rig) -> Self {
        let mut pose = Self {
            rig,
            locals: rig.skeleton.bind_locals(),
        };
        for side in SIDES {
            pose.turn(&side.joint("Shoulder"), rz(side.sign * 10.0) * rx(2.0));
            pose.turn(&side.joint("Elbow"), rx(-14.0));
        }
        pose
    }

    /// Sets a joint's rotation.
    pub fn turn(&mut self, joint: &str, rotation: Quat) {
        self.locals[self.rig.joint(joint)].rotation = rotation;
    }

    /// Moves a joint away from its bind translation.
    pub fn shift(&mut self, joint: &str, by: Vec3) {
        let joint = self.rig.joint(joint);
        self.locals[joint].translation = self.rig.skeleton.joints[joint].local.translation + by;
    }

    /// Sets a joint's scale.
    pub fn scale(&mut self, joint: &str, scale: Vec3) {
        self.locals[self.rig.joint(joint)].scale = scale;
    }

    /// The joint's place in the figure's space.
    pub fn world(&self, joint: &str) -> Affine3A {
        let mut world = Affine3A::IDENTITY;
        let mut at = Some(self.rig.joint(joint));
        while let Some(joint) = at {
            world = self.locals[joint].to_affine() * world;
            at = self.rig.skeleton.joints[joint].parent;
        }
        world
    }

    /// Bends a leg so that the ankle comes to a point on the ground, which turns with the root but does not move with it,
    /// and the foot to a pitch in degrees, toes down being positive.
    pub fn stand(&mut self, side: Side, ankle: Vec3, pitch: f32) {
        let pelvis = self.world("Pelvis");
        let root = self.locals[self.rig.joint("Root")].rotation;
        let hip =
            pelvis.transform_point3(self.locals[self.rig.joint(&side.joint("Hip"))].translation);
        let wanted = root * ankle - hip;
        let reach = wanted.length().min(THIGH + SHIN - 0.15);
        let bend = 180.0 - corner_angle(THIGH, SHIN, reach);
        let lead = corner_angle(THIGH, reach, SHIN);
        let toward = pelvis.inverse().transform_vector3(wanted).normalize();
        let hip_turn = Quat::from_rotation_arc(Vec3::NEG_Y, toward) * rx(-lead);
        self.turn(&side.joint("Hip"), hip_turn);
        self.turn(&side.joint("Knee"), rx(bend));
        let shin = Transform::from_affine(&self.world(&side.joint("Knee"))).rotation;
        let sole = root * rx(pitch);
        self.turn(&side.joint("Foot"), shin.inverse() * sole);
    }
}

/// The ankle of a foot that stands flat, `forward` of the figure's middle.
pub fn standing(side: Side, forward: f32, spread: f32) -> Vec3 {
    side.of_left(HIP) * Vec3::X + Vec3::new(side.sign * spread, ANKLE, forward)
}

/// Names of all joints that a clip moves: everything but attachments that follow their parents.
pub fn moved<'a>(rig: &'a Rig, poses: &[Pose<'_>]) -> Vec<&'a str> {
    let moves = |&index: &usize| {
        let bind = &rig.skeleton.joints[index].local;
        index == 0 || poses.iter().any(|pose| pose.locals[index] != *bind)
    };
    (0..rig.skeleton.joints.len())
        .filter(moves)
        .map(|index| rig.skeleton.joints[index].name.as_str())
        .collect()
}

/// A clip stored by frame.
pub fn by_frame(name: &str, rig: &Rig, poses: &[Pose<'_>]) -> Clip {
    let track = |&name: &&str| {
        let locals: Vec<Transform> = poses
            .iter()
            .map(|pose| pose.locals[rig.joint(name)])
            .collect();
        let values = |part: fn(&Transform) -> Vec3| locals.iter().map(part).collect();
        Track {
            hash: rig.skeleton.joints[rig.joint(name)].hash,
            translation: Some(Curve::Frames(values(|local| rounded(local.translation)))),
            rotation: Some(Curve::Frames(
                locals.iter().map(|local| local.rotation).collect(),
            )),
            scale: Some(Curve::Frames(values(|local| rounded(local.scale)))),
            ..Track::default()
        }
    };
    Clip {
        name: name.into(),
        kind: "v5",
        version: 5,
        duration: poses.len() as f32 / FPS,
        fps: FPS,
        frame_count: Some(poses.len() as u32),
        tracks: moved(rig, poses).iter().map(track).collect(),
        ..Clip::default()
    }
}

/// Frames a second of every clip.
pub const FPS: f32 = 30.0;
