//! Attachment points that a clip moves and a mapping does not, or that a clip leaves alone altogether.

use super::{is_attachment_point, skins};
use crate::model::finding::counted;
use crate::model::{Finding, Skeleton, Subject};
use crate::pose::mapping::Mapping;

/// A rig with fewer attachment points says nothing of what clips do to them.
const FEWEST_POINTS: usize = 3;
/// A clip that moves less than this share of the joints that skin leaves more alone than attachment points.
const BODY_MOVED: f32 = 0.8;

/// An attachment point has its own motion beside its parent's: without a track it hangs on the parent as if frozen.
/// Official clips leave single ones alone, so that one is spoken of where its track went elsewhere, or where none moves.
pub(super) fn findings(mapping: &Mapping, skeleton: &Skeleton) -> Option<Finding> {
    let joints = 0..skeleton.joints.len();
    let is_point = |joint: &usize| {
        let own = &skeleton.joints[*joint];
        !skins(mapping, *joint) && own.parent.is_some() && is_attachment_point(&own.name)
    };
    let points: Vec<usize> = joints.clone().filter(is_point).collect();
    let is_still = |joint: &usize| mapping.track_of_joint[*joint].is_none();
    let lost = lost_tracks(mapping);
    let without_its_track: Vec<usize> = points
        .iter()
        .copied()
        .filter(|joint| is_still(joint) && lost[*joint])
        .collect();
    let body: Vec<usize> = joints.filter(|joint| skins(mapping, *joint)).collect();
    let moved = body.iter().filter(|joint| !is_still(joint)).count();
    let body_moves = moved > 0 && moved as f32 >= body.len() as f32 * BODY_MOVED;
    let none_moves = body_moves && points.len() >= FEWEST_POINTS && points.iter().all(is_still);
    let (frozen, cause, cure) = if let [_, ..] = without_its_track[..] {
        (
            without_its_track,
            "the clip has tracks for them, which the mapping sends elsewhere",
            "use the mapping rule `game`, or clear the routes that were chosen by hand",
        )
    } else if none_moves {
        (
            points,
            "the clip moves the body and has no track for any of them",
            "harmless where nothing hangs there; else export the clip with these joints too",
        )
    } else {
        return None;
    };
    let &first = frozen.first()?;
    let finding = Finding::note(
        "league.attachment-frozen",
        format!(
            "weapon or effect point frozen: {} still on the parent; {cause}. The first is {:?} (joint {first})",
            counted(
                frozen.len(),
                "attachment point hangs",
                "attachment points hang"
            ),
            skeleton.joints[first].name
        ),
        cure,
    );
    Some(finding.about(Subject::Joint(first)))
}

/// For each joint whether a track has its hash, and no other joint's, and moves another joint or none.
fn lost_tracks(mapping: &Mapping) -> Vec<bool> {
    let mut lost = vec![false; mapping.track_of_joint.len()];
    for (track, mapped) in mapping.tracks.iter().enumerate() {
        if let [candidate] = &*mapped.candidates
            && mapping.moved_by(track) != Some(candidate.joint)
        {
            lost[candidate.joint] = true;
        }
    }
    lost
}
