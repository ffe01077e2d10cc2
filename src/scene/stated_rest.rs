//! Where a file states that joints rest, beside where their local transforms put them: the object matrices of Lost Saga
//! (lostsaga-formats §3, §9).

use glam::{Affine3A, Quat, Vec3};

use super::frame::FramePacket;
use super::overlay::{SELECTED_JOINT, segment};
use super::{Item, Scene};
use crate::pose::Pose;

const GHOST: [u8; 4] = [205, 140, 255, 220];
/// From a ghost to where its joint rests by the local transforms.
const APART: [u8; 4] = [255, 96, 96, 220];
/// What is nearer is at one place: a thousandth of a unit.
pub const NEAR: f32 = 1e-3;

/// How far a joint's stated rest pose is from what the local transforms make of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    /// The joint.
    pub joint: usize,
    /// Units of the file; infinite where a number is none.
    pub distance: f32,
    /// Radians.
    pub angle: f32,
}

/// The same of every joint, in order; empty where the file states nothing.
pub fn all_apart(item: &Item) -> Vec<Apart> {
    let Some(skeleton) = item.skeleton().filter(|it| !it.stated_rest.is_empty()) else {
        return Vec::new();
    };
    let rest = Pose::bind(skeleton).worlds;
    let pairs = skeleton.stated_rest.iter().zip(&rest).enumerate();
    let apart = |(joint, (stated, rest)): (usize, (&Affine3A, &Affine3A))| {
        let distance = (stated.translation - rest.translation).length();
        let rotation = |of: &Affine3A| Quat::from_mat3a(&of.matrix3).normalize();
        let angle = rotation(stated).angle_between(rotation(rest));
        Apart {
            joint,
            distance: if distance.is_finite() {
                distance
            } else {
                f32::INFINITY
            },
            angle: if angle.is_finite() { angle } else { 0.0 },
        }
    };
    pairs.map(apart).collect()
}

/// Ghosts of all joints, with lines to their parents' and to where the local transforms put them.
pub(super) fn add(scene: &Scene, item: &Item, scale: f32, packet: &mut FramePacket) {
    let Some(skeleton) = item.skeleton().filter(|_| scene.view.stated_rest) else {
        return;
    };
    if skeleton.stated_rest.is_empty() {
        return;
    }
    let world = item.world_from_file();
    let rest = Pose::bind(skeleton).worlds;
    let place = |of: Option<&Affine3A>| -> Option<Vec3> {
        let at: Vec3 = world.transform_point3a(of?.translation).into();
        at.is_finite().then_some(at)
    };
    for (index, joint) in skeleton.joints.iter().enumerate() {
        let Some(at) = place(skeleton.stated_rest.get(index)) else {
            continue;
        };
        let parent = joint
            .parent
            .and_then(|parent| skeleton.stated_rest.get(parent));
        if let Some(parent) = place(parent) {
            packet.overlay.push(segment(parent, at, GHOST, 1.2 * scale));
        }
        if let Some(local) = place(rest.get(index)).filter(|local| local.distance(at) > NEAR) {
            packet.overlay.push(segment(at, local, APART, 1.5 * scale));
        }
        let color = match scene.selected_joint == Some(index) {
            true => SELECTED_JOINT,
            false => GHOST,
        };
        packet.overlay.push(segment(at, at, color, 7.0 * scale));
    }
}
