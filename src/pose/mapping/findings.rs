//! What a mapping shows about clip and skeleton.

use std::collections::HashMap;

use crate::model::{Clip, Finding, Skeleton, Subject, Track};

use super::{Claim, Mapping, Reason, by_name, track_title};
use crate::pose::sample;

/// What a mapping shows about clip and skeleton: leftover tracks, tracks on stubs, tracks that only their order tells apart.
pub fn findings(mapping: &Mapping, skeleton: &Skeleton, clip: &Clip) -> Vec<Finding> {
    let tracks = &clip.tracks;
    if by_name::applies(tracks) {
        return by_name::findings(mapping, tracks);
    }
    let mut findings = Vec::new();
    leftover_findings(mapping, tracks, &mut findings);
    for (index, mapped) in mapping.tracks.iter().enumerate() {
        let (Some(joint), Some(best)) = (mapped.joint, mapped.candidates.first()) else {
            continue;
        };
        let claim = mapping.claims[joint];
        // Under `game` a second track goes to the stub by right, because the first has the better joint.
        let better_is_still = mapping.track_of_joint[best.joint].is_none();
        if best.claim < Claim::Neither && claim == Claim::Neither && better_is_still {
            findings.push(stub_finding(
                index,
                &tracks[index],
                joint,
                best.joint,
                skeleton,
            ));
        }
    }
    findings.extend(ambiguity_findings(mapping, skeleton, clip));
    findings
}

fn leftover_findings(mapping: &Mapping, tracks: &[Track], findings: &mut Vec<Finding>) {
    let without_joint: Vec<usize> = leftovers(mapping, Reason::NoJoint);
    if let Some(&first) = without_joint.first() {
        let all = without_joint.len() == tracks.len();
        let message = format!(
            "{} of {} tracks name no joint of the skeleton; the first is track {first}, {}",
            without_joint.len(),
            tracks.len(),
            track_title(&tracks[first])
        );
        findings.push(if all {
            Finding::warning(
                "league.no-track-matches",
                message,
                "open the skeleton that the clip was made for",
            )
        } else {
            let fix =
                "harmless where the clip serves several skins; else compare the joints' names";
            Finding::note("league.track-without-joint", message, fix).about(Subject::Track(first))
        });
    }
    for track in leftovers(mapping, Reason::AllTaken) {
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
}

fn leftovers(mapping: &Mapping, reason: Reason) -> Vec<usize> {
    let left = mapping
        .tracks
        .iter()
        .enumerate()
        .filter(|(_, mapped)| mapped.reason == reason);
    left.map(|(track, _)| track).collect()
}

fn stub_finding(
    index: usize,
    track: &Track,
    stub: usize,
    skinned: usize,
    skeleton: &Skeleton,
) -> Finding {
    Finding::warning(
        "league.track-on-stub",
        format!(
            "track {index}, {}, moves {:?} (joint {stub}), which skins nothing, while {:?} (joint {skinned}) of the same \
             hash stays at its bind pose",
            track_title(track),
            skeleton.joints[stub].name,
            skeleton.joints[skinned].name,
        ),
        "use the mapping rule `game`, or rename or remove the stub joint",
    )
    .about(Subject::Track(index))
}

/// Two tracks and two joints of one hash: only the order in the file pairs them. Where the values speak for the other
/// pairing (each track stays nearer to the other joint's bind translation), that is said.
fn ambiguity_findings(mapping: &Mapping, skeleton: &Skeleton, clip: &Clip) -> Vec<Finding> {
    let tracks = &clip.tracks;
    let mut findings = Vec::new();
    let mut first_of_hash: HashMap<u32, usize> = HashMap::new();
    for (second, mapped) in mapping.tracks.iter().enumerate() {
        let Some(hash) = tracks[second].hash else {
            continue;
        };
        let first = *first_of_hash.entry(hash).or_insert(second);
        if first == second || mapped.candidates.len() < 2 {
            continue;
        }
        let (Some(joint), Some(other)) = (mapped.joint, mapping.tracks[first].joint) else {
            continue;
        };
        let distance = |track: usize, joint: usize| {
            let start = sample::sample_track(clip, &tracks[track], 0.0).translation?;
            Some(start.distance(skeleton.joints[joint].local.translation))
        };
        let as_mapped = distance(first, other)
            .zip(distance(second, joint))
            .map(|(a, b)| a + b);
        let swapped = distance(first, joint)
            .zip(distance(second, other))
            .map(|(a, b)| a + b);
        let suspicious = as_mapped
            .zip(swapped)
            .is_some_and(|(mapped, swapped)| swapped * 2.0 + 1.0 < mapped);
        let message = format!(
            "tracks {first} and {second} have one hash, and so do {:?} (joint {other}) and {:?} (joint {joint}): only the \
             order of the tracks tells which is whose{}",
            skeleton.joints[other].name,
            skeleton.joints[joint].name,
            if suspicious {
                "; their translations fit the other way round"
            } else {
                ""
            },
        );
        let fix = "give the joints names that differ in more than case, or put the skinned joint's track first";
        findings.push(if suspicious {
            Finding::warning("league.tracks-look-swapped", message, fix)
                .about(Subject::Track(second))
        } else {
            Finding::note("league.tracks-share-hash", message, fix).about(Subject::Track(second))
        });
    }
    findings
}
