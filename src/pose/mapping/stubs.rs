//! Orphan stubs: joints kept so that clips of an older rig find a joint of their hash (league-formats §6).

use std::collections::HashMap;

use glam::{Affine3A, Vec3A};

use super::Claim;
use crate::model::Skeleton;
use crate::pose::Pose;

/// A stub's bind place may be this share of the rig's size away from the origin.
const NEAR_ORIGIN: f32 = 0.01;

/// For each joint whether it is an orphan stub: it skins nothing, another joint with a better claim has its hash, it
/// hangs at a root, and its bind place is the world's origin.
pub fn orphan_stubs(skeleton: &Skeleton, claims: &[Claim]) -> Vec<bool> {
    let bind = Pose::bind(skeleton);
    let near = size(&bind.worlds) * NEAR_ORIGIN;
    let mut best: HashMap<u32, Claim> = HashMap::new();
    for (joint, &claim) in skeleton.joints.iter().zip(claims) {
        if let Some(hash) = joint.hash {
            let best = best.entry(hash).or_insert(claim);
            *best = claim.min(*best);
        }
    }
    let is_stub = |index: usize| {
        let joint = &skeleton.joints[index];
        let has_twin = joint
            .hash
            .and_then(|hash| best.get(&hash))
            .is_some_and(|best| *best < Claim::Neither);
        let parent = joint.parent.and_then(|parent| skeleton.joints.get(parent));
        has_twin
            && claims.get(index) == Some(&Claim::Neither)
            && parent.is_none_or(|parent| parent.parent.is_none())
            && bind.worlds[index].translation.length() <= near
    };
    (0..skeleton.joints.len()).map(is_stub).collect()
}

/// The diagonal of the box around the joints, file unit.
pub(in crate::pose::mapping) fn size(worlds: &[Affine3A]) -> f32 {
    let places = worlds.iter().map(|world| world.translation);
    let places = places.filter(|place| place.is_finite());
    let (min, max) = places.fold(
        (Vec3A::INFINITY, Vec3A::NEG_INFINITY),
        |(min, max), place| (min.min(place), max.max(place)),
    );
    let diagonal = (max - min).length();
    if diagonal.is_finite() { diagonal } else { 0.0 }
}
