//! Which joint of a skeleton moves which bone of a mesh (toee-formats §6).

use std::collections::HashMap;

use glam::Affine3A;

use crate::model::finding::counted;
use crate::model::{Finding, Mesh, MeshBone, Skeleton};
use crate::pose::Pose;

/// What moves a bone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Index of the joint.
    pub joint: usize,
    /// The mesh bone whose inverse bind is used: the bone itself, or the ancestor that it was paired for.
    pub bone: usize,
}

/// For each bone of a mesh its pair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// `None` where neither the bone nor any ancestor has a namesake: its vertices stay where they are.
    pub pairs: Vec<Option<Pair>>,
}

impl Pairing {
    /// Pairs by name, ignoring case: the first joint of a name counts. A bone without a namesake takes its parent's
    /// joint and its parent's inverse bind with it. Never by index: the two files may list the same bones in different
    /// orders.
    pub fn new(bones: &[MeshBone], skeleton: &Skeleton) -> Self {
        let mut joints: HashMap<String, usize> = HashMap::new();
        for (index, joint) in skeleton.joints.iter().enumerate() {
            joints
                .entry(joint.name.to_ascii_lowercase())
                .or_insert(index);
        }
        let mut pairs: Vec<Option<Pair>> = Vec::with_capacity(bones.len());
        for (index, bone) in bones.iter().enumerate() {
            let namesake = joints.get(&bone.name.to_ascii_lowercase());
            let inherited = || *pairs.get(bone.parent?)?;
            let own = namesake.map(|&joint| Pair { joint, bone: index });
            pairs.push(own.or_else(inherited));
        }
        Self { pairs }
    }

    /// The joint that moves a bone.
    pub fn joint_of(&self, bone: usize) -> Option<usize> {
        Some(self.pairs.get(bone).copied().flatten()?.joint)
    }

    /// The joint that moves a bone, and the inverse bind that takes vertices into the joint's space.
    pub fn bound(&self, mesh: &Mesh, bone: usize) -> Option<(usize, Affine3A)> {
        let pair = self.pairs.get(bone).copied().flatten()?;
        Some((pair.joint, mesh.bones.get(pair.bone)?.inverse_bind))
    }

    /// The palette row of a bone: `joint world · inverse bind`, or no movement for a bone without a joint.
    pub fn skin_matrix(&self, mesh: &Mesh, pose: &Pose, bone: usize) -> Affine3A {
        let row = || {
            let (joint, inverse_bind) = self.bound(mesh, bone)?;
            Some(*pose.worlds.get(joint)? * inverse_bind)
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

    /// The worlds of all joints in the pose that the mesh was bound in, which is not the rest pose. A joint that the mesh
    /// does not know stands to its parent as at rest.
    pub fn bind_worlds(&self, mesh: &Mesh, skeleton: &Skeleton) -> Vec<Affine3A> {
        let mut known: Vec<Option<Affine3A>> = vec![None; skeleton.joints.len()];
        for (index, pair) in self.pairs.iter().enumerate() {
            let own = pair.filter(|pair| pair.bone == index);
            if let Some(world) = own.and_then(|pair| known.get_mut(pair.joint)) {
                let bind = mesh.bones[index].inverse_bind.inverse();
                *world = world.or(Some(bind).filter(Affine3A::is_finite));
            }
        }
        let mut worlds = vec![Affine3A::IDENTITY; skeleton.joints.len()];
        for index in skeleton.breadth_first() {
            let joint = &skeleton.joints[index];
            worlds[index] = known[index].unwrap_or_else(|| match joint.parent {
                Some(parent) if parent != index => {
                    let scale = skeleton.joints[parent].local.scale;
                    worlds[parent] * joint.local.to_affine_compensated(scale)
                }
                _ => joint.local.to_affine_as_stored(),
            });
        }
        worlds
    }

    /// What mesh and skeleton say of each other.
    pub fn findings(&self, mesh: &Mesh) -> Vec<Finding> {
        let mut findings = Vec::new();
        let inherited: Vec<usize> = (0..self.pairs.len())
            .filter(|&bone| self.pairs[bone].is_some_and(|pair| pair.bone != bone))
            .collect();
        let alone: Vec<usize> = (0..self.pairs.len())
            .filter(|&bone| self.pairs[bone].is_none())
            .collect();
        let name = |bone: usize| &mesh.bones[bone].name;
        if let Some(&first) = inherited.first() {
            let message = format!(
                "{} no namesake in the skeleton and {} the parent; the first is {:?}",
                counted(
                    inherited.len(),
                    "bone of the mesh has",
                    "bones of the mesh have"
                ),
                if inherited.len() == 1 {
                    "follows"
                } else {
                    "follow"
                },
                name(first)
            );
            let fix = "nothing if the mesh is worn by others too; else compare the bones' names";
            findings.push(Finding::note("toee.bone-follows-parent", message, fix));
        }
        if let Some(&first) = alone.first() {
            let message = format!(
                "{} neither a namesake in the skeleton nor a parent with one, and nothing moves {}; the first is {:?}",
                counted(
                    alone.len(),
                    "bone of the mesh has",
                    "bones of the mesh have"
                ),
                if alone.len() == 1 { "it" } else { "them" },
                name(first)
            );
            let fix = "open the skeleton that was made for this mesh, or give the bone the name of a joint";
            findings.push(Finding::warning("toee.bone-without-joint", message, fix));
        }
        findings
    }
}
