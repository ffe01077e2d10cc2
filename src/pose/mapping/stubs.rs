//! Orphan stubs: joints kept so that clips of an older rig find a joint of their hash (league-formats §6).

use std::collections::HashMap;

use super::Claim;
use crate::model::Skeleton;

/// A stub cancels its parent's translation up to this share of it.
const NEAR_ORIGIN: f32 = 0.01;
/// And up to so many units where there is nothing to cancel.
const NEARLY_NOTHING: f32 = 1e-3;

/// For each joint whether it is an orphan stub: it skins nothing, another joint with a better claim has its hash, it
/// hangs at a root or is one, and its bind place is the world's origin.
pub fn orphan_stubs(skeleton: &Skeleton, claims: &[Claim]) -> Vec<bool> {
    let mut best: HashMap<u32, Claim> = HashMap::new();
    for (joint, &claim) in skeleton.joints.iter().zip(claims) {
        if let Some(hash) = joint.hash {
            let best = best.entry(hash).or_insert(claim);
            *best = claim.min(*best);
        }
    }
    let is_stub = |index: usize| {
        let hash = skeleton.joints[index].hash;
        let twin = hash.and_then(|hash| best.get(&hash));
        twin.is_some_and(|twin| *twin < Claim::Neither)
            && claims.get(index) == Some(&Claim::Neither)
            && stands_at_the_origin_below_a_root(skeleton, index)
    };
    (0..skeleton.joints.len()).map(is_stub).collect()
}

fn stands_at_the_origin_below_a_root(skeleton: &Skeleton, index: usize) -> bool {
    let joint = &skeleton.joints[index];
    let parent = joint.parent.and_then(|parent| skeleton.joints.get(parent));
    if parent.is_some_and(|parent| parent.parent.is_some()) {
        return false;
    }
    let local = joint.local.to_affine();
    let (world, cancelled) = match parent {
        Some(root) => (
            root.local.to_affine() * local,
            root.local.translation.length(),
        ),
        None => (local, 0.0),
    };
    world.translation.length() <= cancelled * NEAR_ORIGIN + NEARLY_NOTHING
}
