//! The pose of a skeleton at one moment.

use glam::{Affine3A, Quat};

use crate::model::{Clip, Composition, Skeleton, Transform};

use super::arc::shorter_arc;
use super::{Mapping, graph, sample};

/// Below this a clip's weight counts as nothing, and as much below 1 as everything (toee-formats §9).
const WEIGHT_STEP: f32 = 0.001;

/// Local and world matrices of every joint, in file space. Kept and refilled, so that playing allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Pose {
    /// Relative to the parent.
    pub locals: Vec<Transform>,
    /// By the skeleton's [`Composition`] (league-formats §2.1, toee-formats §5).
    pub worlds: Vec<Affine3A>,
    parents_first: Vec<usize>,
    /// World rotations, of [`Composition::Quaternions`] alone.
    rotations: Vec<Quat>,
}

impl Pose {
    /// The bind pose.
    pub fn bind(skeleton: &Skeleton) -> Self {
        let mut pose = Self {
            locals: skeleton.bind_locals(),
            worlds: vec![Affine3A::IDENTITY; skeleton.joints.len()],
            parents_first: skeleton.breadth_first(),
            rotations: Vec::new(),
        };
        pose.compose(skeleton);
        pose
    }

    /// Poses `skeleton`, the one that this pose was made for. Joints without a track, and components that a track
    /// lacks, keep the bind pose. The result depends on the arguments alone, never on what was posed before.
    pub fn set(&mut self, skeleton: &Skeleton, clip: Option<(&Clip, &Mapping)>, seconds: f32) {
        for (index, (local, joint)) in self.locals.iter_mut().zip(&skeleton.joints).enumerate() {
            *local = match clip {
                Some(clip) => local_at(skeleton, index, clip, seconds),
                None => joint.local,
            };
        }
        self.compose(skeleton);
    }

    /// The locals of `skeleton` without a clip. Worlds follow by [`Self::compose`].
    pub fn rest(&mut self, skeleton: &Skeleton) {
        self.locals.clear();
        self.locals
            .extend(skeleton.joints.iter().map(|joint| joint.local));
    }

    /// Mixes a moment of a clip over the locals: scale and translation straight, rotations on the shorter arc. Worlds
    /// follow by [`Self::compose`].
    pub fn mix(&mut self, skeleton: &Skeleton, clip: (&Clip, &Mapping), seconds: f32, weight: f32) {
        if weight < WEIGHT_STEP {
            return;
        }
        for (index, (local, _)) in self.locals.iter_mut().zip(&skeleton.joints).enumerate() {
            let over = local_at(skeleton, index, clip, seconds);
            *local = if weight > 1.0 - WEIGHT_STEP {
                over
            } else {
                Transform {
                    translation: local.translation.lerp(over.translation, weight),
                    rotation: shorter_arc(local.rotation, over.rotation, weight),
                    scale: local.scale.lerp(over.scale, weight),
                }
            };
        }
    }

    /// Poses `skeleton`, the one that this pose was made for, by one local transform for each joint.
    pub fn set_locals(&mut self, skeleton: &Skeleton, locals: &[Transform]) {
        self.locals.clear();
        self.locals.extend_from_slice(locals);
        self.locals.resize(self.worlds.len(), Transform::IDENTITY);
        self.compose(skeleton);
    }

    /// Makes the worlds from the locals.
    pub fn compose(&mut self, skeleton: &Skeleton) {
        if skeleton.composition == Composition::Quaternions {
            return self.compose_quaternions(skeleton);
        }
        let is_plain = skeleton.composition == Composition::Plain;
        for &index in &self.parents_first {
            let local = &self.locals[index];
            let parent = skeleton.joints[index]
                .parent
                .filter(|&parent| parent != index);
            self.worlds[index] = match parent {
                Some(parent) if is_plain => self.worlds[parent] * local.to_affine(),
                Some(parent) => {
                    self.worlds[parent] * local.to_affine_compensated(self.locals[parent].scale)
                }
                None if is_plain => local.to_affine(),
                None => local.to_affine_as_stored(),
            };
        }
    }

    fn compose_quaternions(&mut self, skeleton: &Skeleton) {
        self.rotations.clear();
        self.rotations.resize(self.worlds.len(), Quat::IDENTITY);
        for &index in &self.parents_first {
            let mut world = self.locals[index];
            let parent = skeleton.joints[index].parent;
            if let Some(parent) = parent.filter(|&parent| parent != index) {
                world.rotation = self.rotations[parent] * world.rotation;
                let place = self.worlds[parent].transform_point3(world.translation);
                world.translation = place;
            }
            self.rotations[index] = world.rotation;
            self.worlds[index] = world.to_affine_as_stored();
        }
    }

    /// `joint world · inverse bind` of one joint: takes bind-pose vertices to their posed place.
    pub fn skin_matrix(&self, skeleton: &Skeleton, joint: usize) -> Affine3A {
        self.worlds[joint] * skeleton.joints[joint].inverse_bind
    }
}

/// A joint's local at a moment of a clip; at rest where no track speaks of it. `index` is one of the skeleton's.
pub fn local_at(
    skeleton: &Skeleton,
    index: usize,
    (clip, mapping): (&Clip, &Mapping),
    seconds: f32,
) -> Transform {
    let mut local = skeleton.joints[index].local;
    if put_tracks(clip, mapping, index, seconds, &mut local) {
        link_rate(skeleton, index, &mut local);
    }
    local
}

/// Puts what a clip's tracks say of a joint over its rest. False where none speaks of it.
pub(super) fn put_tracks(
    clip: &Clip,
    mapping: &Mapping,
    joint: usize,
    seconds: f32,
    local: &mut Transform,
) -> bool {
    let track = mapping.track_of_joint.get(joint).copied().flatten();
    let Some(track) = track.and_then(|track| clip.tracks.get(track)) else {
        return false;
    };
    sample::sample_track(clip, track, seconds).put_on(local);
    let first = mapping.blended.partition_point(|over| over.joint < joint);
    let over = mapping.blended[first..].iter();
    for over in over.take_while(|over| over.joint == joint) {
        if let Some(track) = clip.tracks.get(over.track) {
            let mut above = *local;
            sample::sample_track(clip, track, seconds).put_on(&mut above);
            *local = graph::mix(local, &above, over.share);
        }
    }
    true
}

/// A joint that a clip moves is as far from its parent as the skeleton is smaller or larger than the one that it is linked
/// to (lostsaga-formats §3).
pub(super) fn link_rate(skeleton: &Skeleton, joint: usize, local: &mut Transform) {
    let pair = skeleton
        .link
        .as_ref()
        .and_then(|link| link.pairs.get(joint));
    if let Some(pair) = pair {
        local.translation *= pair.rate;
    }
}
