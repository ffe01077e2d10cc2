//! Mappings in words: why a track went where it went, and where the rules differ.

use super::{Mapping, Reason, TrackMapping};
use crate::model::{Skeleton, Track};

/// More joints of one hash than this are counted in a sentence, not named.
const MOST_NAMED: usize = 6;

/// Why one track went where it went, as a sentence.
pub fn explain(mapping: &Mapping, track: usize, skeleton: &Skeleton) -> String {
    let Some(TrackMapping {
        joint,
        reason,
        candidates,
    }) = mapping.tracks.get(track)
    else {
        return String::new();
    };
    let name = |joint: usize| format!("{:?} (joint {joint})", skeleton.joints[joint].name);
    let chosen = joint.map(name).unwrap_or_default();
    match reason {
        Reason::OwnJoint => format!("{chosen} is what the clip's own file says"),
        Reason::Name => format!("{chosen} is the first joint of this name"),
        Reason::ExactName => format!("{chosen} is the first joint of exactly this name"),
        Reason::OtherCase => format!(
            "{chosen} is the first joint of this name but for the case; in the game the track moves bone 0"
        ),
        Reason::FirstJoint => {
            format!("no joint has exactly this name, and the game takes {chosen}")
        }
        Reason::Weightless => "its file gives it no weight".into(),
        Reason::NoKeys => "it has no key".into(),
        Reason::NoJoint => "no joint of the skeleton has this hash or name".into(),
        Reason::AllTaken => {
            let all = candidates.iter().map(|candidate| name(candidate.joint));
            let all = listed(all, candidates.len());
            format!("every joint of this hash went to an earlier track: {all}")
        }
        Reason::BestClaim(claim) if candidates.len() == 1 => {
            format!(
                "{chosen} is the only joint of this hash; it {}",
                claim.sentence()
            )
        }
        Reason::BestClaim(claim) => {
            let others = candidates
                .iter()
                .filter(|candidate| Some(candidate.joint) != *joint);
            let others = others.map(|candidate| {
                format!("{} {}", name(candidate.joint), candidate.claim.sentence())
            });
            let others = listed(others, candidates.len() - 1);
            format!("{chosen} {}; of the same hash, {others}", claim.sentence())
        }
        Reason::Pass { pass: 1, level, .. } => {
            format!("{chosen} is an influence in the frontier at level {level} (pass 1)")
        }
        Reason::Pass {
            level,
            is_influence: true,
            ..
        } => format!(
            "{chosen} is an influence that joined the frontier at level {level} after pass 1, below a joint that was bound in pass 2 (pass 2)"
        ),
        Reason::Pass { level, .. } => {
            let sentence = format!(
                "{chosen} is in the frontier at level {level}, where pass 1 left no influence of this hash (pass 2)"
            );
            format!("{sentence}{}", passed_over(mapping, track, skeleton))
        }
        Reason::ByHand if joint.is_some() => format!("{chosen} was chosen by hand"),
        Reason::ByHand => "it was chosen by hand that it moves nothing".into(),
        Reason::Displaced { from, by } => {
            format!("{} was given to track {by} by hand", name(*from))
        }
        Reason::LastOfHash => format!("{chosen} is the last joint of this hash in the file"),
        Reason::Overwritten { by } => {
            format!("{chosen} is the last joint of this hash, but track {by} overwrites it")
        }
    }
}

/// The joint of a better claim that a track of the two-pass walk did not get, and why.
fn passed_over(mapping: &Mapping, track: usize, skeleton: &Skeleton) -> String {
    let mapped = &mapping.tracks[track];
    let claim = mapped.joint.map(|joint| mapping.claims[joint]);
    let Some(best) = mapped.candidates.first() else {
        return String::new();
    };
    if claim.is_none_or(|claim| best.claim >= claim) {
        return String::new();
    }
    let place = |track: usize| match mapping.tracks[track].reason {
        Reason::Pass { pass, level, .. } => Some((level, pass)),
        _ => None,
    };
    let name = &skeleton.joints[best.joint].name;
    let best_title = format!(
        "{name:?} (joint {}), which {}",
        best.joint,
        best.claim.sentence()
    );
    match mapping.track_of_joint[best.joint] {
        Some(other) if place(other) <= place(track) => {
            format!("; {best_title}, went to track {other}")
        }
        // The walk takes what it meets first: what it should have taken lies deeper.
        _ => format!("; {best_title}, lies deeper in the skeleton and is met too late"),
    }
}

/// The first few of `count` items, and how many more.
fn listed(items: impl Iterator<Item = String>, count: usize) -> String {
    let named: Vec<String> = items.take(MOST_NAMED).collect();
    match count.saturating_sub(named.len()) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// A track that not every rule sends to the same joint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Index.
    pub track: usize,
    /// For each rule of [`super::MappingRule::ALL`] the joint, if any.
    pub joints: [Option<usize>; 3],
    /// One sentence for each rule.
    pub reasons: [String; 3],
}

/// The tracks at which the three rules differ, in file order. `mappings` are those of [`super::MappingRule::ALL`].
pub fn disagreements(mappings: &[Mapping; 3], skeleton: &Skeleton) -> Vec<Disagreement> {
    (0..mappings[0].tracks.len())
        .filter_map(|track| {
            let joints = std::array::from_fn(|rule| mappings[rule].moved_by(track));
            let agree = joints.iter().all(|joint| *joint == joints[0]);
            let reasons = || std::array::from_fn(|rule| explain(&mappings[rule], track, skeleton));
            (!agree).then(|| Disagreement {
                track,
                joints,
                reasons: reasons(),
            })
        })
        .collect()
}

/// What a track is called in a sentence: its name, or its hash.
pub fn track_title(track: &Track) -> String {
    match (&track.name, track.hash) {
        (Some(name), _) => format!("{name:?}"),
        (None, Some(hash)) => format!("0x{hash:08x}"),
        (None, None) => "without a name".into(),
    }
}
