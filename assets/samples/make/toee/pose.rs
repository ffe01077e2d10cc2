//! A pose under construction.

use glam::{Affine3A, Quat, Vec3};
use rigscope::model::Transform;

use super::rig::{ANKLE, CALF, HIP, Rig, Side, THIGH};
use crate::league::math::{corner_angle, rx, ry};

/// Local transforms of all bones, starting at rest.
pub struct Pose<'a> {
    rig: &'a Rig,
    pub locals: Vec<Transform>,
}

impl<'a> Pose<'a> {
    pub fn rest(rig: &'a Rig) -> Self {
        Self {
            rig,
            locals: rig.bones.iter().map(|bone| bone.rest).collect(),
        }
    }

    /// Sets a bone's rotation.
    pub fn turn(&mut self, bone: &str, rotation: Quat) {
        self.locals[self.rig.bone(bone)].rotation = rotation;
    }

    /// Moves a bone away from its rest.
    pub fn shift(&mut self, bone: &str, by: Vec3) {
        self.locals[self.rig.bone(bone)].translation += by;
    }

    /// The bone's place in the figure's space. No bone with a scale has children.
    fn world(&self, bone: &str) -> Affine3A {
        let mut world = Affine3A::IDENTITY;
        let mut at = Some(self.rig.bone(bone));
        while let Some(bone) = at {
            world = self.locals[bone].to_affine() * world;
            at = self.rig.bones[bone].parent;
        }
        world
    }

    /// Bends a leg so that the ankle comes to a point of the figure's space, and the foot to a turn and a pitch in
    /// degrees: to the left, and toes down.
    pub fn stand(&mut self, side: Side, ankle: Vec3, yaw: f32, pitch: f32) {
        let pelvis = self.world("Bip01 Pelvis");
        let thigh = side.bone("Thigh");
        let hip = pelvis.transform_point3(self.locals[self.rig.bone(&thigh)].translation);
        let wanted = ankle - hip;
        let reach = wanted.length().min(THIGH + CALF - 0.05);
        let bend = 180.0 - corner_angle(THIGH, CALF, reach);
        let lead = corner_angle(THIGH, reach, CALF);
        let toward = pelvis.inverse().transform_vector3(wanted).normalize();
        let turn = Quat::from_rotation_arc(Vec3::NEG_Y, toward) * ry(yaw) * rx(-lead);
        self.turn(&thigh, turn);
        self.turn(&side.bone("Calf"), rx(bend));
        let calf = Transform::from_affine(&self.world(&side.bone("Calf"))).rotation;
        self.turn(&side.bone("Foot"), calf.inverse() * ry(yaw) * rx(pitch));
    }
}

/// The ankle of a foot that stands flat.
pub fn standing(side: Side, forward: f32) -> Vec3 {
    Vec3::new(side.of_left(HIP).x, ANKLE, forward)
}
