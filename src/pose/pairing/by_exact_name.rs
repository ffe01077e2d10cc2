//! Lost Saga: meshes list names, and skeletons have the inverse binds (lostsaga-formats §2, §5).

use super::{Pair, PairReason, Pairing};
use crate::model::finding::counted;
use crate::model::{Finding, Mesh, MeshBone, Skeleton};
use crate::pose::names::{Match, NameTable};

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
    let of = |bones: Vec<usize>| {
        let names = bones.iter().filter_map(|&bone| mesh.bones.get(bone));
        let named: Vec<&str> = names.map(|bone| bone.name.as_str()).collect();
        (named.len(), named.first().copied().unwrap_or_default())
    };
    let (count, first) = of(pairing.bones_paired_by(Some(PairReason::OtherCase)));
    if count > 0 {
        let message = format!(
            "{} of the mesh only found by ignoring case; the first is {first:?}: it works here and in the web tools, in the game its vertices follow bone 0",
            counted(count, "bone is", "bones are")
        );
        let fix = "spell it as the skeleton does";
        findings.push(Finding::warning(
            "lostsaga.bone-case-mismatch",
            message,
            fix,
        ));
    }
    let lone = |bone: &usize| {
        mesh.bones
            .get(*bone)
            .is_some_and(|bone| !bone.name.is_empty())
    };
    let mut missing = pairing.bones_paired_by(None);
    missing.retain(lone);
    let at_first = pairing.bones_paired_by(Some(PairReason::FirstJoint));
    let is_as_in_game = !at_first.is_empty();
    missing.extend(at_first);
    missing.sort_unstable();
    let nearest = |bone: usize| {
        let near = pairing.nearest.iter().find(|(index, _)| *index == bone);
        near.map(|(_, name)| format!("; the nearest name in it is {name:?}"))
    };
    let near = missing
        .first()
        .and_then(|&bone| nearest(bone))
        .unwrap_or_default();
    let (count, first) = of(missing);
    if count > 0 {
        let message = format!(
            "the skeleton lacks {} of the mesh; the first is {first:?}{near}. In the game {} follow bone 0{}",
            counted(count, "bone", "bones"),
            if count == 1 {
                "its vertices"
            } else {
                "their vertices"
            },
            if is_as_in_game {
                ", and so here"
            } else {
                ", here they stay where they are"
            }
        );
        let fix = "open the skeleton that the mesh was made for, or rename the bone";
        findings.push(Finding::warning("lostsaga.missing-bone", message, fix));
    }
    findings
}
