//! What a mapping shows about clip and skeleton: the symptom that a person sees, its cause, its cure.

mod frozen;
mod jumps;
mod leftover;
mod twins;

use super::{Claim, Mapping, by_exact_name, by_name};
use crate::model::{Clip, Finding, Skeleton};

/// All findings of one clip on one skeleton, mapped as it is shown.
pub fn findings(mapping: &Mapping, skeleton: &Skeleton, clip: &Clip) -> Vec<Finding> {
    if by_exact_name::applies(skeleton) {
        return by_exact_name::findings(mapping, skeleton, &clip.tracks);
    }
    if by_name::applies(&clip.tracks) {
        return by_name::findings(mapping, &clip.tracks);
    }
    let mut findings = leftover::findings(mapping, clip);
    let of_this_rig = leftover::is_of_this_rig(mapping);
    findings.extend(twins::findings(mapping, skeleton, clip));
    if of_this_rig {
        findings.extend(frozen::findings(mapping, skeleton));
        findings.extend(jumps::findings(mapping, skeleton, clip));
    }
    findings
}

/// Parts of the names that attachment points have: for effects, weapons and what else is hung on.
const ATTACHMENT_POINTS: [&str; 4] = ["buffbone", "weapon", "attach", "_loc"];

/// Whether a joint of this name is one that things are hung on.
fn is_attachment_point(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ATTACHMENT_POINTS.iter().any(|part| name.contains(part))
}

/// Whether a joint moves vertices, as far as is known.
fn skins(mapping: &Mapping, joint: usize) -> bool {
    mapping
        .claims
        .get(joint)
        .is_some_and(|claim| *claim < Claim::Neither)
}
