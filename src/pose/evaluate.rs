//! The pose of a skeleton at one moment.

use glam::Affine3A;

use crate::model::{Clip, Skeleton, Transform};

use super::{Mapping, sample};

/// Local and world matrices of every joint, in file space. Kept and refilled, so that playing allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Pose {
    /// Relative to the parent.
    pub locals: Vec<Transform>,
    /// `world(parent) · T · R · S` (league-formats §2.1).
    pub worlds: Vec<Affine3A>,
    parents_first: Vec<usize>,
}

impl Pose {
    /// The bind pose.
    pub fn bind(skeleton: &Skeleton) -> Self {
        let mut pose = Self {
            locals: skeleton.bind_locals(),
            worlds: vec![Affine3A::IDENTITY; skeleton.joints.len()],
            parents_first: skeleton.breadth_first(),
        };
        pose.compose(skeleton);
        pose
    }

    /// Poses `skeleton`, the one that this pose was made for. Joints without a track, and components that a track
    /// lacks, keep the bind pose. The result depends on the arguments alone, never on what was posed before.
    pub fn set(&mut self, skeleton: &Skeleton, clip: Option<(&Clip, &Mapping)>, seconds: f32) {
        for (index, (local, joint)) in self.locals.iter_mut().zip(&skeleton.joints).enumerate() {
            *local = joint.local;
            let Some((clip, mapping)) = clip else {
                continue;
            };
            let track = mapping.track_of_joint.get(index).copied().flatten();
            let Some(track) = track.and_then(|track| clip.tracks.get(track)) else {
                continue;
            };
            sample::sample_track(clip, track, seconds).put_into(local);
        }
        self.compose(skeleton);
    }

    fn compose(&mut self, skeleton: &Skeleton) {
        for &index in &self.parents_first {
            let local = self.locals[index].to_affine();
            self.worlds[index] = match skeleton.joints[index].parent {
                Some(parent) if parent != index => self.worlds[parent] * local,
                _ => local,
            };
        }
    }

    /// `joint world · inverse bind` of one joint: takes bind-pose vertices to their posed place.
    pub fn skin_matrix(&self, skeleton: &Skeleton, joint: usize) -> Affine3A {
        self.worlds[joint] * skeleton.joints[joint].inverse_bind
    }
}
