//! A mesh that brings its own bones: what moves them, and the pose that it was bound in (toee-formats §5, §6).

use glam::Affine3A;

use super::Item;
use crate::model::{BlendIndexing, Finding};
use crate::pose::toee::Pairing;

/// What is shown of a skeleton while no clip plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unposed {
    /// The pose that the mesh was modelled in: vertices as stored.
    #[default]
    Bind,
    /// The pose that clips start from. A different one for meshes that bring their own bones; the same elsewhere.
    Rest,
}

/// A mesh's bones and the joints that move them.
pub(super) struct Paired {
    pub(super) pairing: Pairing,
    bind_worlds: Vec<Affine3A>,
}

impl Item {
    /// Pairs the bones of the mesh in use with the joints of the skeleton in use, and gives what there is to say. `None`
    /// for a mesh whose vertices name joints.
    pub(super) fn pair_bones(&mut self) -> Option<Vec<Finding>> {
        let (mesh, skeleton) = (self.mesh()?, self.skeleton()?);
        if mesh.indexing != Some(BlendIndexing::OwnBones) {
            return None;
        }
        let pairing = Pairing::new(&mesh.bones, skeleton);
        let bind_worlds = pairing.bind_worlds(mesh, skeleton);
        let findings = pairing.findings(mesh);
        self.paired = Some(Paired {
            pairing,
            bind_worlds,
        });
        self.show_unposed();
        Some(findings)
    }

    /// How bones of the mesh in use are paired with joints; `None` for a mesh whose vertices name joints.
    pub fn pairing(&self) -> Option<&Pairing> {
        self.paired.as_ref().map(|paired| &paired.pairing)
    }

    /// Puts the bind pose into the pose, if that is what is wanted; it is at the rest pose otherwise.
    pub(super) fn show_unposed(&mut self) {
        if let (Some(paired), Unposed::Bind) = (&self.paired, self.unposed) {
            self.pose.worlds.clone_from(&paired.bind_worlds);
        }
    }

    /// The joint that an influence of the skinnable mesh follows.
    pub(super) fn joint_of_influence(&self, bone: u32) -> Option<usize> {
        match &self.paired {
            Some(paired) => paired.pairing.joint_of(bone as usize),
            None => Some(bone as usize),
        }
    }

    /// A clip that lies in another skeleton's file brings that skeleton along, and its mesh.
    pub(super) fn follow_clip(&mut self) {
        let file = self.clip().and_then(|clip| clip.file.as_ref());
        let owner = |file| {
            let skeletons = &mut self.character.skeletons.iter();
            skeletons.position(|skeleton| skeleton.file.as_ref() == Some(file))
        };
        let Some(owner) = file
            .and_then(owner)
            .filter(|&owner| self.skeleton != Some(owner))
        else {
            return;
        };
        self.skeleton = Some(owner);
        let namesake = |mesh: &usize| self.character.skeleton_for_mesh(*mesh) == Some(owner);
        if let Some(mesh) = (0..self.character.meshes.len()).find(namesake) {
            self.mesh = Some(mesh);
        }
        self.rebind();
    }
}
