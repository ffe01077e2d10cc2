//! The Temple of Elemental Evil: meshes bring their bones' parents and inverse binds (toee-formats §6).

use std::collections::HashMap;

use glam::Affine3A;

use super::{Pair, PairReason, Pairing};
use crate::model::finding::counted;
use crate::model::{Finding, Mesh, MeshBone, Names, Skeleton};

/// Pairs by name, ignoring case: the first joint of a name counts. A bone without a namesake takes its parent's joint and
/// its parent's inverse bind with it.
pub(super) fn pair(bones: &[MeshBone], skeleton: &Skeleton) -> Pairing {
    let mut joints: HashMap<String, usize> = HashMap::new();
    for (index, joint) in skeleton.joints.iter().enumerate() {
        joints
            .entry(joint.name.to_ascii_lowercase())
            .or_insert(index);
    }
    let mut pairs: Vec<Option<Pair>> = Vec::with_capacity(bones.len());
    for (index, bone) in bones.iter().enumerate() {
        let namesake = joints.get(&bone.name.to_ascii_lowercase());
        let own = namesake.map(|&joint| Pair {
            joint,
            bone: index,
            inverse_bind: bone.inverse_bind,
            reason: PairReason::Namesake,
        });
        let inherited = || {
            let pair = (*pairs.get(bone.parent?)?)?;
            let reason = PairReason::Parent;
            Some(Pair { reason, ..pair })
        };
        pairs.push(own.or_else(inherited));
    }
    Pairing {
        pairs,
        nearest: Vec::new(),
        names: Names::AnyCase,
    }
}

/// The worlds of all joints in the pose that the mesh was bound in, which is not the rest pose. A joint that the mesh does
/// not know stands to its parent as at rest.
pub(super) fn bind_worlds(pairing: &Pairing, mesh: &Mesh, skeleton: &Skeleton) -> Vec<Affine3A> {
    let mut known: Vec<Option<Affine3A>> = vec![None; skeleton.joints.len()];
    for (pair, bone) in pairing.pairs.iter().zip(&mesh.bones) {
        let own = pair.filter(|pair| pair.reason == PairReason::Namesake);
        if let Some(world) = own.and_then(|pair| known.get_mut(pair.joint)) {
            let bind = bone.inverse_bind.inverse();
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

/// Bones that follow their parents, and bones that nothing moves.
pub(super) fn findings(pairing: &Pairing, mesh: &Mesh) -> Vec<Finding> {
    let mut findings = Vec::new();
    let inherited = pairing.bones_paired_by(Some(PairReason::Parent));
    let alone = pairing.bones_paired_by(None);
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
        let fix =
            "open the skeleton that was made for this mesh, or give the bone the name of a joint";
        findings.push(Finding::warning("toee.bone-without-joint", message, fix));
    }
    findings
}
