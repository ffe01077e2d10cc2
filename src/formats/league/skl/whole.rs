//! What can be said only of a whole skeleton (league-formats §2.1, §6).

use std::collections::{HashMap, HashSet};

use glam::{Affine3A, Mat3};

use crate::model::{Finding, Skeleton, Subject};

use super::check::named;
use crate::model::finding::counted;

/// Stored inverse bind matrices leave identity by up to 3.3e-3 in real files (league-formats §2.1); from here on it shows.
const VISIBLE_BIND_ERROR: f32 = 0.02;

/// No joints, joints that one track would fit, and a bind pose that its inverse does not undo.
pub(super) fn check(skeleton: &Skeleton, findings: &mut Vec<Finding>) {
    if skeleton.joints.is_empty() {
        let message = "the skeleton has no joints";
        let fix = "open the rig that belongs to the mesh; nothing can be posed with this one";
        findings.push(Finding::warning("league.empty-skeleton", message, fix));
    }
    findings.extend(duplicate_hashes(skeleton));
    findings.extend(bind_error(skeleton));
}

/// Joints that one track would fit (league-formats §6). The example is the pair that does most harm: a skinned joint and
/// a leftover stub below the root.
fn duplicate_hashes(skeleton: &Skeleton) -> Option<Finding> {
    let joints = &skeleton.joints;
    let mut first_with = HashMap::with_capacity(joints.len());
    let mut pairs = Vec::new();
    for (index, joint) in joints.iter().enumerate() {
        if let Some(hash) = joint.hash {
            let first = *first_with.entry(hash).or_insert(index);
            if first != index {
                pairs.push((first, index));
            }
        }
    }
    let skins: HashSet<usize> = skeleton.influences.iter().copied().collect();
    let below_root = |joint: usize| {
        let parent = joints[joint].parent.and_then(|parent| joints.get(parent));
        parent.is_some_and(|parent| parent.parent.is_none())
    };
    let stub_and_skinned = |&(a, b): &(usize, usize)| match (skins.contains(&a), skins.contains(&b))
    {
        (false, true) if below_root(a) => Some((a, b)),
        (true, false) if below_root(b) => Some((b, a)),
        _ => None,
    };
    let stub = pairs.iter().find_map(stub_and_skinned);
    let (a, b) = stub.or_else(|| pairs.first().copied())?;
    let mut message = format!(
        "{} the hash of another; joints {} and {} share 0x{:08x}",
        counted(pairs.len(), "joint has", "joints have"),
        named(joints, a.min(b)),
        named(joints, a.max(b)),
        joints[a].hash.unwrap_or_default(),
    );
    if let Some((stub, skinned)) = stub {
        message += &format!(
            ". Joint {} is a stub below the root that skins nothing, joint {} skins vertices: \
             a player that gives the track to the stub leaves the skinned one unmoved or puts it where the stub is, \
             as a head at the crotch",
            named(joints, stub),
            named(joints, skinned),
        );
    }
    let fix = "look at the track mapping of each clip; rename the joint that skins nothing";
    let finding = Finding::warning("league.duplicate-joint-hash", message, fix);
    Some(finding.about(Subject::Joint(stub.map_or(b, |(stub, _)| stub))))
}

/// The joint whose bind world and inverse bind differ most, where one would see it.
fn bind_error(skeleton: &Skeleton) -> Option<Finding> {
    let joints = &skeleton.joints;
    let mut worlds = vec![Affine3A::IDENTITY; joints.len()];
    let mut worst = (VISIBLE_BIND_ERROR, None);
    let mut count = 0;
    for joint in skeleton.breadth_first() {
        let parent = joints[joint].parent;
        let parent_world = parent.map_or(Affine3A::IDENTITY, |parent| worlds[parent]);
        worlds[joint] = parent_world * joints[joint].local.to_affine();
        let error = rotation_error(&(worlds[joint] * joints[joint].inverse_bind));
        if error > VISIBLE_BIND_ERROR {
            count += 1;
        }
        if error > worst.0 {
            worst = (error, Some(joint));
        }
    }
    let joint = worst.1?;
    let message = format!(
        "bind pose and inverse bind of {} do not cancel; the worst is joint {}, off by {:.3} in an element of its rotation",
        counted(count, "joint", "joints"),
        named(joints, joint),
        worst.0,
    );
    let fix = "nothing: the stored matrices are used, as the game does; the bind pose looks a little different from the mesh file";
    let finding = Finding::note("league.bind-not-identity", message, fix);
    Some(finding.about(Subject::Joint(joint)))
}

/// Largest distance of the linear part from the identity's; infinite where it is not a number.
fn rotation_error(matrix: &Affine3A) -> f32 {
    let difference = matrix.matrix3.to_cols_array();
    let identity = Mat3::IDENTITY.to_cols_array();
    let distances = difference.iter().zip(identity).map(|(a, b)| (a - b).abs());
    distances.fold(0.0, |worst, distance| {
        if distance.is_nan() {
            f32::INFINITY
        } else {
            worst.max(distance)
        }
    })
}
