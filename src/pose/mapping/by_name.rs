//! Tracks that name their joints: no hashes, and so no collisions (toee-formats §4, §6).

use std::collections::HashMap;
use std::sync::Arc;

use super::{Mapping, MappingRule, Reason, TrackMapping, claims, track_title};
use crate::model::{Finding, Skeleton, Subject, Track};

/// Whether the tracks of a clip name joints of the skeleton in their own file.
pub(super) fn applies(tracks: &[Track]) -> bool {
    tracks.iter().any(|track| track.joint.is_some())
}

/// The joint that the track's file says, if it bears the track's name; else, on another skeleton, the first joint of that
/// name, ignoring case. All rules agree.
pub(super) fn map(
    rule: MappingRule,
    skeleton: &Skeleton,
    joint_skins: &[bool],
    tracks: &[Track],
) -> Mapping {
    let mut by_name: HashMap<String, usize> = HashMap::new();
    for (index, joint) in skeleton.joints.iter().enumerate() {
        by_name
            .entry(joint.name.to_ascii_lowercase())
            .or_insert(index);
    }
    let mut track_of_joint = vec![None; skeleton.joints.len()];
    let choose = |(index, track): (usize, &Track)| {
        let name = track.name.as_deref().unwrap_or_default();
        let bears_name = |joint: &usize| {
            let own = skeleton.joints.get(*joint);
            own.is_some_and(|own| own.name.eq_ignore_ascii_case(name))
        };
        let own = track.joint.filter(bears_name);
        let named = || by_name.get(&name.to_ascii_lowercase()).copied();
        let (joint, reason) = match own {
            Some(joint) => (Some(joint), Reason::OwnJoint),
            None => match named() {
                Some(joint) if track_of_joint[joint].is_some() => (None, Reason::AllTaken),
                Some(joint) => (Some(joint), Reason::Name),
                None => (None, Reason::NoJoint),
            },
        };
        if let Some(joint) = joint {
            track_of_joint[joint] = Some(index);
        }
        TrackMapping {
            joint,
            reason,
            candidates: Arc::new([]),
        }
    };
    let chosen = tracks.iter().enumerate().map(choose).collect();
    Mapping {
        rule,
        tracks: chosen,
        track_of_joint,
        blended: Vec::new(),
        claims: claims(skeleton, joint_skins),
    }
}

/// Tracks that move nothing on this skeleton.
pub(super) fn findings(mapping: &Mapping, tracks: &[Track]) -> Vec<Finding> {
    let lost: Vec<usize> = (0..tracks.len())
        .filter(|&track| mapping.tracks[track].joint.is_none())
        .collect();
    let Some(&first) = lost.first() else {
        return Vec::new();
    };
    let message = format!(
        "{} of {} tracks name no joint of the skeleton; the first is track {first}, {}",
        lost.len(),
        tracks.len(),
        track_title(&tracks[first])
    );
    let fix = "open the skeleton that the clip was made for";
    let finding = Finding::warning("toee.track-without-joint", message, fix);
    vec![finding.about(Subject::Track(first))]
}
