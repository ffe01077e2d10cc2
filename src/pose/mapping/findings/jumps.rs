//! Skinned joints that a clip holds far from the bind pose.

use glam::Vec3A;

use super::{is_attachment_point, skins};
use crate::model::finding::counted;
use crate::model::{Clip, Finding, Skeleton, Subject};
use crate::pose::Pose;
use crate::pose::mapping::{Mapping, inspect};

/// A joint that is never nearer to its bind translation than this share of the rig's size was meant for another place.
const FAR: f32 = 0.5;

pub(super) fn findings(mapping: &Mapping, skeleton: &Skeleton, clip: &Clip) -> Option<Finding> {
    let size = size(&Pose::bind(skeleton));
    let moments = inspect::moments(clip, clip.tracks.len());
    let mut far: Vec<(usize, usize, f32)> = (0..clip.tracks.len())
        .filter_map(|track| {
            let joint = mapping.moved_by(track)?;
            // Roots and their children carry the whole character, and clips send it about.
            let parent = skeleton.joints[joint].parent?;
            skeleton.joints.get(parent)?.parent?;
            let reach = inspect::jump(clip, &clip.tracks[track], skeleton, joint, &moments);
            // Weapons change hands.
            let is_body =
                skins(mapping, joint) && !is_attachment_point(&skeleton.joints[joint].name);
            let is_far = is_body && reach.least_jump > size * FAR;
            is_far.then_some((track, joint, reach.least_jump))
        })
        .collect();
    far.sort_by(|a, b| b.2.total_cmp(&a.2));
    let &(track, joint, distance) = far.first()?;
    let count = counted(far.len(), "skinned joint", "skinned joints");
    let finding = Finding::warning(
        "league.translation-jump",
        format!(
            "body part torn off or stretched: {count} never nearer to the bind pose than half the rig's size; \
             the worst is {:?} (joint {joint}), which track {track} holds at least {distance:.0} units away from its bind translation",
            skeleton.joints[joint].name,
        ),
        "the clip was made for other proportions, or the track for another joint: try another mapping rule, or route the track by hand on the Mapping page",
    );
    Some(finding.about(Subject::Track(track)))
}

/// The diagonal of the box around the joints, file unit.
fn size(pose: &Pose) -> f32 {
    let places = pose.worlds.iter().map(|world| world.translation);
    let places = places.filter(|place| place.is_finite());
    let (min, max) = places.fold(
        (Vec3A::INFINITY, Vec3A::NEG_INFINITY),
        |(min, max), place| (min.min(place), max.max(place)),
    );
    let diagonal = (max - min).length();
    if diagonal.is_finite() { diagonal } else { 0.0 }
}
