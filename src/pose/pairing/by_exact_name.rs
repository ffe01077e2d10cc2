//! Lost Saga: meshes list names, and skeletons have the inverse binds (lostsaga-formats §2, §5).

use super::{Pair, PairReason, Pairing};
use crate::model::finding::counted;
use crate::model::{Finding, Mesh, MeshBone, Skeleton};
use crate::pose::names::{Match, NameTable, listed, with_nearest};

/// Pairs by name: exactly, else ignoring case, or with the first joint where the skeleton asks for what the client does. A
/// bone without a name is paired with nothing.
pub(super) fn pair(bones: &[MeshBone], skeleton: &Skeleton) -> Pairing {
    let table = NameTable::new(skeleton);
    let mut nearest = Vec::new();
    let mut pair = |(index, bone): (usize, &MeshBone)| {
        if bone.name.is_empty() {
            return None;
        }
        let found = table.find(&bone.name);
        if matches!(found, None | Some((_, Match::FirstJoint))) {
            nearest.extend(
                table
                    .nearest(&bone.name)
                    .map(|name| (index, name.to_owned())),
            );
        }
        let (joint, how) = found?;
        Some(Pair {
            joint,
            bone: index,
            inverse_bind: skeleton.joints.get(joint)?.inverse_bind,
            reason: match how {
                Match::Exact => PairReason::Namesake,
                Match::OtherCase => PairReason::OtherCase,
                Match::FirstJoint => PairReason::FirstJoint,
            },
        })
    };
    Pairing {
        pairs: bones.iter().enumerate().map(&mut pair).collect(),
        nearest,
        names: skeleton.names,
    }
}

/// Bones whose names differ in case, and bones whose names no joint bears.
pub(super) fn findings(pairing: &Pairing, mesh: &Mesh) -> Vec<Finding> {
    let mut findings = Vec::new();
    let name = |bone: usize| mesh.bones.get(bone).map_or("", |bone| bone.name.as_str());
    let cased = pairing.bones_paired_by(Some(PairReason::OtherCase));
    if !cased.is_empty() {
        let message = format!(
            "{} only found by ignoring case: {}. That works here and in the web tools; in the game the vertices follow bone 0",
            counted(cased.len(), "bone of the mesh is", "bones of the mesh are"),
            listed(cased.iter().map(|&bone| format!("{:?}", name(bone))))
        );
        let fix = "spell it as the skeleton does";
        findings.push(Finding::warning(
            "lostsaga.bone-case-mismatch",
            message,
            fix,
        ));
    }
    let at_first = pairing.bones_paired_by(Some(PairReason::FirstJoint));
    let here = match at_first.is_empty() {
        true => "here they stay where they are",
        false => "and so here",
    };
    let mut missing = pairing.bones_paired_by(None);
    missing.retain(|&bone| !name(bone).is_empty());
    missing.extend(at_first);
    missing.sort_unstable();
    if !missing.is_empty() {
        let near = |bone: usize| {
            let mut nearest = pairing.nearest.iter();
            nearest
                .find(|(index, _)| *index == bone)
                .map(|(_, name)| name.as_str())
        };
        let title = |&bone: &usize| with_nearest(name(bone), near(bone));
        let message = format!(
            "the skeleton lacks {} of the mesh: {}. In the game the vertices follow bone 0, {here}",
            counted(missing.len(), "bone", "bones"),
            listed(missing.iter().map(title))
        );
        let fix = "open the skeleton that the mesh was made for, or rename the bone";
        findings.push(Finding::warning("lostsaga.missing-bone", message, fix));
    }
    findings
}
