//! Tracks that move nothing, and clips that were made for another rig.

use crate::model::{Clip, Finding, Subject, Track};
use crate::pose::mapping::{Mapping, Reason, track_title};

/// A clip that finds joints for less than this share of its tracks is of another rig.
const FEWEST_MATCHES: f32 = 0.5;
/// A clip of fewer tracks says nothing of whom it was made for.
const FEWEST_TRACKS: usize = 4;

/// Whether enough of the tracks find a joint to speak of what they do to it.
pub(super) fn is_of_this_rig(mapping: &Mapping) -> bool {
    let all = mapping.tracks.len();
    let matched = all - without_joint(mapping).len();
    matched > 0 && (all < FEWEST_TRACKS || matched as f32 >= all as f32 * FEWEST_MATCHES)
}

fn without_joint(mapping: &Mapping) -> Vec<usize> {
    let tracks = mapping.tracks.iter().enumerate();
    let left = tracks.filter(|(_, mapped)| mapped.candidates.is_empty() && mapped.joint.is_none());
    left.map(|(track, _)| track).collect()
}

pub(super) fn findings(mapping: &Mapping, clip: &Clip) -> Vec<Finding> {
    let tracks = &clip.tracks;
    let mut findings = Vec::new();
    let without_joint = without_joint(mapping);
    if let Some(&first) = without_joint.first() {
        findings.extend(unmatched(&without_joint, first, mapping, tracks));
    }
    let taken = mapping.tracks.iter().enumerate();
    for (track, _) in taken.filter(|(_, mapped)| mapped.reason == Reason::AllTaken) {
        findings.push(
            Finding::warning(
                "league.track-left-over",
                format!(
                    "track {track}, {}, moves nothing: an earlier track of the same hash has the joint",
                    track_title(&tracks[track])
                ),
                "remove one of the two tracks, or add the joint that the second was made for",
            )
            .about(Subject::Track(track)),
        );
    }
    findings
}

fn unmatched(
    without_joint: &[usize],
    first: usize,
    mapping: &Mapping,
    tracks: &[Track],
) -> Vec<Finding> {
    let matched = tracks.len() - without_joint.len();
    let message = format!(
        "{} of {} tracks name no joint of the skeleton; the first is track {first}, {}",
        without_joint.len(),
        tracks.len(),
        track_title(&tracks[first])
    );
    if matched == 0 {
        return vec![Finding::warning(
            "league.no-track-matches",
            format!("the whole character stays at the bind pose: {message}"),
            "open the skeleton that the clip was made for",
        )];
    }
    let note = Finding::note(
        "league.track-without-joint",
        message,
        "harmless where the clip serves several skins; else compare the joints' names, or route the track by hand",
    )
    .about(Subject::Track(first));
    if is_of_this_rig(mapping) {
        return vec![note];
    }
    let warning = Finding::warning(
        "league.clip-of-another-rig",
        format!(
            "only a part of the character moves, the rest stays at the bind pose: {matched} of {} tracks have a hash \
             that a joint of this skeleton has, so the clip was made for another rig",
            tracks.len()
        ),
        "open the clip with the skeleton that it was made for, or this skeleton with its own clips",
    );
    vec![warning, note]
}
