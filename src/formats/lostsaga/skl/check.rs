//! What bones say that disagrees, and what the client makes of it (lostsaga-formats §2, §3).

use std::collections::HashMap;

use glam::Affine3A;

use super::skeleton::{Tree, stored_bone_space};
use super::{Bone, Skl};
use crate::formats::lostsaga::{from_row_vectors, long_names, trailing};
use crate::model::finding::counted;
use crate::model::{Finding, Severity, Skeleton, Subject};

/// How far `bone space · object matrix` may be off the identity, and the object matrix off the product of the locals.
const MATRIX_TOLERANCE: f32 = 0.01;
/// Findings of one kind; what comes after is counted in the last.
const MOST_OF_A_KIND: usize = 32;

/// All that is odd about a file, each kind in file order.
pub(super) fn findings(skl: &Skl, tree: &Tree, skeleton: &Skeleton) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut add = |kind: Vec<Finding>| findings.extend(at_most(kind));
    add(duplicate_names(&skl.bones));
    add(case_twins(&skl.bones));
    add(unknown_children(&skl.bones, tree));
    add(listed_twice(&skl.bones, tree));
    add(disagreeing_parents(&skl.bones, tree));
    if tree.is_circular {
        let message =
            "the child lists go in circles, in which the client would never end; no bone is drawn";
        let fix = "take the bone that closes the circle out of its child list";
        add(vec![Finding::error(
            "lostsaga.hierarchy-cycle",
            message,
            fix,
        )]);
    } else {
        add(unlisted(&skl.bones, tree));
        add(object_matrices(&skl.bones, skeleton));
    }
    add(binds_not_inverse(&skl.bones));
    let names = skl.bones.iter().map(|bone| &bone.name);
    findings.extend(long_names(names.chain(&skl.link)));
    findings.extend(trailing(&skl.trailing));
    findings
}

fn at_most(mut kind: Vec<Finding>) -> Vec<Finding> {
    let more = kind.len().saturating_sub(MOST_OF_A_KIND);
    kind.truncate(MOST_OF_A_KIND);
    if let (Some(last), true) = (kind.last_mut(), more > 0) {
        let more = counted(more, "more bone like it", "more bones like it");
        last.message = format!("{}; and {more}", last.message);
    }
    kind
}

fn about(bone: usize, severity: Severity, code: &'static str, text: (String, &str)) -> Finding {
    Finding::new(severity, code, text.0, text.1).about(Subject::Joint(bone))
}

fn warning(bone: usize, code: &'static str, message: String, fix: &str) -> Finding {
    about(bone, Severity::Warning, code, (message, fix))
}

fn duplicate_names(bones: &[Bone]) -> Vec<Finding> {
    let mut first: HashMap<&[u8], usize> = HashMap::new();
    let mut findings = Vec::new();
    for (index, bone) in bones.iter().enumerate() {
        let first = *first.entry(&bone.name.0).or_insert(index);
        if first != index {
            let message = format!(
                "bone {index} has the name of bone {first}, {:?}: wherever the name stands, the client finds bone {first}",
                bone.name
            );
            let fix = "give each bone a name of its own";
            findings.push(warning(index, "lostsaga.duplicate-bone-name", message, fix));
        }
    }
    findings
}

fn case_twins(bones: &[Bone]) -> Vec<Finding> {
    let mut first: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut findings = Vec::new();
    for (index, bone) in bones.iter().enumerate() {
        let first = *first
            .entry(bone.name.0.to_ascii_lowercase())
            .or_insert(index);
        if bones[first].name != bone.name {
            let message = format!(
                "bones {first} and {index}, {:?} and {:?}, differ in case alone: two bones in the game, one in tools that ignore case",
                bones[first].name, bone.name
            );
            let fix = "rename one of them";
            findings.push(warning(index, "lostsaga.case-twins", message, fix));
        }
    }
    findings
}

fn unknown_children(bones: &[Bone], tree: &Tree) -> Vec<Finding> {
    let finding = |&(bone, place): &(usize, usize)| {
        let wanted = &bones[bone].children[place];
        let twin = bones
            .iter()
            .find(|other| other.name.0.eq_ignore_ascii_case(&wanted.0));
        let mismatch = twin
            .map(|twin| format!(" (case mismatch with {:?})", twin.name))
            .unwrap_or_default();
        let message = format!(
            "{:?} lists the child {wanted:?}, and no bone is called so{mismatch}: the client does not attach it",
            bones[bone].name
        );
        let fix = "spell the child as its bone is spelled, or take it out of the list";
        warning(bone, "lostsaga.child-not-found", message, fix)
    };
    tree.unknown.iter().map(finding).collect()
}

fn listed_twice(bones: &[Bone], tree: &Tree) -> Vec<Finding> {
    let twice = tree.listed_by.iter().enumerate();
    let twice = twice.filter(|(_, lists)| lists.len() > 1);
    let finding = |(bone, lists): (usize, &Vec<usize>)| {
        let names: Vec<String> = lists
            .iter()
            .take(MOST_OF_A_KIND)
            .map(|&parent| format!("{:?}", bones[parent].name))
            .collect();
        let message = format!(
            "{:?} is in the child lists of {}: the client attaches it to the last",
            bones[bone].name,
            names.join(" and ")
        );
        let fix = "leave it in the list of its parent alone";
        warning(bone, "lostsaga.child-listed-twice", message, fix)
    };
    twice.map(finding).collect()
}

fn disagreeing_parents(bones: &[Bone], tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, bone) in bones.iter().enumerate() {
        let named = bone.named_parent();
        let lists = tree.parents[index].map(|parent| &bones[parent].name);
        // A bone whose name an earlier one bears cannot be listed: that is said already.
        if named == lists {
            continue;
        }
        let named = named.map_or("none".to_owned(), |name| format!("{name:?}"));
        let lists = lists.map_or("none".to_owned(), |name| format!("{name:?}"));
        let message = format!(
            "{:?} names the parent {named}, and the child lists say {lists}: the client goes by the lists",
            bone.name
        );
        let fix = "put it into the child list of its parent, or name the parent that lists it";
        findings.push(warning(
            index,
            "lostsaga.parent-child-disagree",
            message,
            fix,
        ));
    }
    findings
}

/// The client updates from the first bone downwards (lostsaga-formats §3).
fn unlisted(bones: &[Bone], tree: &Tree) -> Vec<Finding> {
    let alone = (1..bones.len())
        .filter(|&bone| tree.parents[bone].is_none() && bones[bone].named_parent().is_none());
    let finding = |bone: usize| {
        let message = format!(
            "no bone lists {:?}, which is a root of its own: the client takes its local transform for its place in the world",
            bones[bone].name
        );
        let fix =
            "nothing if it is meant to stand alone; else put it into the child list of its parent";
        about(
            bone,
            Severity::Note,
            "lostsaga.bone-not-listed",
            (message, fix),
        )
    };
    alone.map(finding).collect()
}

fn binds_not_inverse(bones: &[Bone]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, bone) in bones.iter().enumerate() {
        let Some(space) = stored_bone_space(bone) else {
            continue;
        };
        let off = distance(
            &(from_row_vectors(&bone.object) * space),
            &Affine3A::IDENTITY,
        );
        if off.is_nan() || off > MATRIX_TOLERANCE {
            let message = format!(
                "inverse and object matrix of {:?} are not inverse to each other, by {off}: vertices on it are off by as much in the game",
                bone.name
            );
            let fix = "export the skeleton again; the inverse part is what moves vertices";
            findings.push(warning(index, "lostsaga.bind-not-inverse", message, fix));
        }
    }
    findings
}

/// The object matrix against the product of the locals: linked skeletons are offset by the former.
fn object_matrices(bones: &[Bone], skeleton: &Skeleton) -> Vec<Finding> {
    let mut worlds = vec![Affine3A::IDENTITY; bones.len()];
    let mut findings = Vec::new();
    for index in skeleton.breadth_first() {
        let joint = &skeleton.joints[index];
        let local = joint.local.to_affine();
        worlds[index] = joint.parent.map_or(local, |parent| worlds[parent] * local);
        let off = distance(&from_row_vectors(&bones[index].object), &worlds[index]);
        if off.is_nan() || off > MATRIX_TOLERANCE {
            let message = format!(
                "the object matrix of {:?} is not where the local transforms put it, by {off}: the client poses by the locals and offsets linked skeletons by the matrix",
                joint.name
            );
            let fix = "export the skeleton again";
            findings.push(warning(
                index,
                "lostsaga.object-matrix-differs",
                message,
                fix,
            ));
        }
    }
    findings
}

/// The largest difference of two numbers; NaN where one is none.
fn distance(a: &Affine3A, b: &Affine3A) -> f32 {
    let pairs = a.to_cols_array().into_iter().zip(b.to_cols_array());
    pairs.fold(0.0, |most: f32, (a, b)| {
        let off = (a - b).abs();
        if off.is_nan() || off > most {
            off
        } else {
            most
        }
    })
}
