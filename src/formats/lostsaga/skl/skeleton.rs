//! From the stored bones to the model: the tree of the child lists, and the rest pose.

use std::collections::HashMap;

use glam::Affine3A;

use super::{Bone, Skl, check};
use crate::formats::lostsaga::{from_row_vectors, quat, vec3};
use crate::formats::tally::{Tally, counted};
use crate::model::{Finding, Joint, Names, Skeleton, Subject, Transform};

/// The skeleton of a file, by the child lists alone as in the client. The linked skeleton is not looked for here.
///
/// In a tree that goes in circles no bone has a parent, and [`Skeleton::is_circular`] is set.
pub fn skeleton(skl: &Skl) -> (Skeleton, Vec<Finding>) {
    let mut findings = Vec::new();
    let tree = Tree::new(&skl.bones);
    let mut bad_rest = Tally::default();
    let joint = |(index, bone): (usize, &Bone)| Joint {
        name: bone.name.text(),
        hash: None,
        parent: tree.parents[index].filter(|_| !tree.is_circular),
        local: rest(bone).unwrap_or_else(|| {
            bad_rest.add(index);
            Transform::IDENTITY
        }),
        inverse_bind: inverse_bind(bone),
        radius: 0.0,
    };
    let joints = skl.bones.iter().enumerate().map(joint).collect();
    let objects = skl.bones.iter().map(|bone| from_row_vectors(&bone.object));
    let skeleton = Skeleton {
        kind: "lostsaga-skl",
        version: skl.version as u32,
        names: Names::ExactFirst,
        is_circular: tree.is_circular,
        stated_rest: objects.collect(),
        joints,
        ..Skeleton::default()
    };
    bad_rest.report(&mut findings, |count, bone| {
        let message = format!(
            "{} a rest pose with numbers that are not finite, which counts as none; the first is {:?}",
            counted(count, "bone has", "bones have"),
            skeleton.joints[bone].name
        );
        let fix = "export the skeleton again";
        Finding::warning("lostsaga.bad-rest-pose", message, fix).about(Subject::Joint(bone))
    });
    findings.extend(check::findings(skl, &tree, &skeleton));
    (skeleton, findings)
}

fn rest(bone: &Bone) -> Option<Transform> {
    Some(Transform {
        translation: vec3(bone.position)?,
        rotation: quat(bone.rotation)?,
        ..Transform::IDENTITY
    })
}

/// The bone space matrix; that of the object matrix where its own numbers are none (lostsaga-formats §10).
fn inverse_bind(bone: &Bone) -> Affine3A {
    let stored = stored_bone_space(bone);
    let of_object = || from_row_vectors(&bone.object).inverse();
    stored
        .or_else(|| Some(of_object()).filter(Affine3A::is_finite))
        .unwrap_or(Affine3A::IDENTITY)
}

/// The bone space matrix `B` as stored, if its numbers are finite.
pub(super) fn stored_bone_space(bone: &Bone) -> Option<Affine3A> {
    let transform = Transform {
        translation: vec3(bone.inverse_position)?,
        rotation: quat(bone.inverse_rotation)?,
        ..Transform::IDENTITY
    };
    Some(transform.to_affine_as_stored())
}

/// What the child lists make of the bones.
pub(super) struct Tree {
    /// By the lists; of a bone that several list the last one (lostsaga-formats §3).
    pub parents: Vec<Option<usize>>,
    /// Bones whose lists name each bone, in file order.
    pub listed_by: Vec<Vec<usize>>,
    /// A bone and the place of a name in its list that no bone bears.
    pub unknown: Vec<(usize, usize)>,
    /// Following parents comes back to where it began.
    pub is_circular: bool,
}

impl Tree {
    fn new(bones: &[Bone]) -> Self {
        let mut by_name: HashMap<&[u8], usize> = HashMap::new();
        for (index, bone) in bones.iter().enumerate() {
            by_name.entry(&bone.name.0).or_insert(index);
        }
        let mut tree = Self {
            parents: vec![None; bones.len()],
            listed_by: vec![Vec::new(); bones.len()],
            unknown: Vec::new(),
            is_circular: false,
        };
        for (index, bone) in bones.iter().enumerate() {
            for (place, child) in bone.children.iter().enumerate() {
                match by_name.get(child.0.as_slice()) {
                    Some(&child) => {
                        tree.parents[child] = Some(index);
                        tree.listed_by[child].push(index);
                    }
                    None => tree.unknown.push((index, place)),
                }
            }
        }
        tree.is_circular = goes_in_circles(&tree.parents);
        tree
    }
}

/// Whether any bone is its own ancestor. Each bone is walked over once.
fn goes_in_circles(parents: &[Option<usize>]) -> bool {
    let mut walk_of = vec![0; parents.len()];
    for start in 0..parents.len() {
        let walk = start + 1;
        let mut at = Some(start);
        while let Some(bone) = at {
            match walk_of[bone] {
                0 => walk_of[bone] = walk,
                own if own == walk => return true,
                _ => break,
            }
            at = parents[bone];
        }
    }
    false
}
