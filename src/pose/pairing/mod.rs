//! Which joint of a skeleton moves which bone of a mesh that lists its own bones (toee-formats §6, lostsaga-formats §2).

mod by_ancestors;
mod by_exact_name;

use glam::Affine3A;

use super::Pose;
use crate::model::{Finding, Mesh, MeshBone, Names, Skeleton};

/// Why a bone is paired as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairReason {
    /// The joint bears its name, as far as the family heeds case.
    Namesake,
    /// No joint bears its name, and it follows its parent.
    Parent,
    /// The joint's name differs in case, which the game heeds.
    OtherCase,
    /// No joint bears its name, and the game takes its first joint.
    FirstJoint,
}

impl PairReason {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Namesake => "exact",
            Self::Parent => "parent",
            Self::OtherCase => "case",
            Self::FirstJoint => "first-joint",
        }
    }
}

/// What moves a bone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Index of the joint.
    pub joint: usize,
    /// The mesh bone that it was paired for: the bone itself, or an ancestor.
    pub bone: usize,
    /// From file space into the joint's space at the pose that the mesh was modelled in.
    pub inverse_bind: Affine3A,
    /// Why this joint.
    pub reason: PairReason,
}

/// For each bone of a mesh its pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairing {
    /// `None` where no joint moves the bone: its vertices stay where they are.
    pub pairs: Vec<Option<Pair>>,
    /// For bones without a joint of their own the most similar name among the joints, of families whose bones are found
    /// by exact name.
    nearest: Vec<(usize, String)>,
    names: Names,
}

impl Pairing {
    /// Pairs by name, as the skeleton says. Never by index: the two files may list the same bones in different orders.
    pub fn new(bones: &[MeshBone], skeleton: &Skeleton) -> Self {
        match skeleton.names {
            Names::AnyCase => by_ancestors::pair(bones, skeleton),
            Names::ExactFirst | Names::ExactElseFirstJoint => by_exact_name::pair(bones, skeleton),
        }
    }

    /// What moves a bone.
    pub fn pair_of(&self, bone: usize) -> Option<Pair> {
        self.pairs.get(bone).copied().flatten()
    }

    /// The joint that moves a bone, and the inverse bind that takes vertices into the joint's space.
    pub fn bound(&self, bone: usize) -> Option<(usize, Affine3A)> {
        let pair = self.pair_of(bone)?;
        Some((pair.joint, pair.inverse_bind))
    }

    /// The joint that moves a bone.
    pub fn joint_of(&self, bone: usize) -> Option<usize> {
        Some(self.pair_of(bone)?.joint)
    }

    /// The palette row of a bone: `joint world · inverse bind`, or no movement for a bone without a joint.
    pub fn skin_matrix(&self, pose: &Pose, bone: usize) -> Affine3A {
        let row = || {
            let pair = self.pair_of(bone)?;
            Some(*pose.worlds.get(pair.joint)? * pair.inverse_bind)
        };
        row().unwrap_or(Affine3A::IDENTITY)
    }

    /// For each joint of the skeleton, whether it moves any vertex.
    pub fn joint_skins(&self, mesh: &Mesh, joints: usize) -> Vec<bool> {
        let mut skins = vec![false; joints];
        for influence in &mesh.influences.entries {
            if let Some(skins) = self
                .joint_of(influence.bone as usize)
                .and_then(|joint| skins.get_mut(joint))
            {
                *skins = true;
            }
        }
        skins
    }

    /// The worlds of all joints in the pose that the mesh was bound in: the rest pose, but for meshes that bring inverse
    /// binds of their own.
    pub fn bind_worlds(&self, mesh: &Mesh, skeleton: &Skeleton) -> Vec<Affine3A> {
        match self.names {
            Names::AnyCase => by_ancestors::bind_worlds(self, mesh, skeleton),
            Names::ExactFirst | Names::ExactElseFirstJoint => Pose::bind(skeleton).worlds,
        }
    }

    /// What mesh and skeleton say of each other.
    pub fn findings(&self, mesh: &Mesh) -> Vec<Finding> {
        match self.names {
            Names::AnyCase => by_ancestors::findings(self, mesh),
            Names::ExactFirst | Names::ExactElseFirstJoint => by_exact_name::findings(self, mesh),
        }
    }

    fn bones_paired_by(&self, reason: Option<PairReason>) -> Vec<usize> {
        (0..self.pairs.len())
            .filter(|&bone| self.pairs[bone].map(|pair| pair.reason) == reason)
            .collect()
    }
}
