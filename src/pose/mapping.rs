//! Tracks → joints, with the reason for each (league-formats §6).
//!
//! A track names its joint by a hash that ignores case, so two joints may answer to one track: the skinned `Head` and
//! an orphan stub `head` at the skeleton's root. Give the track to the stub, and the head stays at the crotch.

use crate::model::{Clip, Finding, Skeleton, Subject, Track};

use super::{sample, two_pass};

/// Which joint gets a track where several answer to its hash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MappingRule {
    /// Joints that move vertices first, then those in the influence list, then any; one track to one joint.
    #[default]
    Game,
    /// The breadth-first two-pass walk of older extractors.
    TwoPass,
    /// A table keyed by hash: the last joint of a hash gets every track of it.
    Naive,
}

impl MappingRule {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::Game, Self::TwoPass, Self::Naive];

    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::TwoPass => "two-pass",
            Self::Naive => "naive",
        }
    }
}

/// How strongly a joint is tied to the mesh. Ordered: the best claim first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Claim {
    /// It moves at least one vertex.
    Weights,
    /// It is in the skeleton's influence list, but moves no vertex of the mesh at hand (or no mesh is at hand).
    Influence,
    /// Neither: a locator, an attachment point or a stub.
    Neither,
}

impl Claim {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Weights => "weights",
            Self::Influence => "influence",
            Self::Neither => "any",
        }
    }

    /// For a sentence: "`Head` …".
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Weights => "moves vertices",
            Self::Influence => "is in the influence list",
            Self::Neither => "skins nothing",
        }
    }
}

/// A joint that answers to a track's hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Index.
    pub joint: usize,
    /// Its tie to the mesh.
    pub claim: Claim,
}

/// Why a track went where it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// `game`: the best claim among the joints of this hash that were still free.
    BestClaim(Claim),
    /// `two-pass`: found in the frontier at this depth, in pass 1 (influences only) or 2 (any).
    Pass {
        /// 1 or 2.
        pass: u8,
        /// Frontiers walked before this one.
        level: usize,
    },
    /// `naive`: the last joint of this hash.
    LastOfHash,
    /// `naive`: went to the last joint of this hash, where a later track of the same hash overwrites it.
    Overwritten {
        /// Index of the later track.
        by: usize,
    },
    /// No joint answers to the hash.
    NoJoint,
    /// Every joint of this hash was given to an earlier track.
    AllTaken,
}

impl Reason {
    /// The word in JSON's `rule`.
    pub fn word(self) -> &'static str {
        match self {
            Self::BestClaim(claim) => claim.word(),
            Self::Pass { pass: 1, .. } => "pass-1",
            Self::Pass { .. } => "pass-2",
            Self::LastOfHash => "last-of-hash",
            Self::Overwritten { .. } => "overwritten",
            Self::NoJoint => "no-joint",
            Self::AllTaken => "all-taken",
        }
    }
}

/// Where one track went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackMapping {
    /// Index of the joint that it moves.
    pub joint: Option<usize>,
    /// Why.
    pub reason: Reason,
    /// Every joint that answers to the hash, best claim first.
    pub candidates: Vec<Candidate>,
}

/// All tracks of one clip on one skeleton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The rule it was made by.
    pub rule: MappingRule,
    /// For each track.
    pub tracks: Vec<TrackMapping>,
    /// For each joint the index of the track that moves it.
    pub track_of_joint: Vec<Option<usize>>,
}

/// The tie of every joint to the mesh. `joint_skins` is empty where no mesh is at hand.
pub fn claims(skeleton: &Skeleton, joint_skins: &[bool]) -> Vec<Claim> {
    let mut claims = vec![Claim::Neither; skeleton.joints.len()];
    for &joint in &skeleton.influences {
        if let Some(claim) = claims.get_mut(joint) {
            *claim = Claim::Influence;
        }
    }
    for (claim, _) in claims
        .iter_mut()
        .zip(joint_skins)
        .filter(|(_, skins)| **skins)
    {
        *claim = Claim::Weights;
    }
    claims
}

/// Maps every track by `rule`. `joint_skins[j]` says whether joint `j` moves any vertex; empty where no mesh is at hand.
pub fn map(
    rule: MappingRule,
    skeleton: &Skeleton,
    joint_skins: &[bool],
    tracks: &[Track],
) -> Mapping {
    let claims = claims(skeleton, joint_skins);
    let order = skeleton.breadth_first();
    let candidates: Vec<Vec<Candidate>> = tracks
        .iter()
        .map(|track| candidates(track, skeleton, &claims, &order))
        .collect();
    let chosen = match rule {
        MappingRule::Game => by_best_claim(&candidates, skeleton.joints.len()),
        MappingRule::TwoPass => two_pass::map(skeleton, tracks, &candidates),
        MappingRule::Naive => by_last_joint(&candidates),
    };
    let mut track_of_joint = vec![None; skeleton.joints.len()];
    for (track, (joint, reason)) in chosen.iter().enumerate() {
        if let (Some(joint), false) = (joint, matches!(reason, Reason::Overwritten { .. })) {
            track_of_joint[*joint] = Some(track);
        }
    }
    let tracks = chosen
        .into_iter()
        .zip(candidates)
        .map(|((joint, reason), candidates)| TrackMapping {
            joint,
            reason,
            candidates,
        })
        .collect();
    Mapping {
        rule,
        tracks,
        track_of_joint,
    }
}

/// Joints of the track's hash: best claim first, in breadth-first order inside one claim.
fn candidates(
    track: &Track,
    skeleton: &Skeleton,
    claims: &[Claim],
    order: &[usize],
) -> Vec<Candidate> {
    let answers = |joint: usize| track.hash.is_some() && skeleton.joints[joint].hash == track.hash;
    let mut candidates: Vec<Candidate> = order
        .iter()
        .filter(|&&joint| answers(joint))
        .map(|&joint| Candidate {
            joint,
            claim: claims[joint],
        })
        .collect();
    candidates.sort_by_key(|candidate| candidate.claim);
    candidates
}

fn by_best_claim(candidates: &[Vec<Candidate>], joints: usize) -> Vec<(Option<usize>, Reason)> {
    let mut taken = vec![false; joints];
    let choose = |candidates: &Vec<Candidate>| {
        if candidates.is_empty() {
            return (None, Reason::NoJoint);
        }
        match candidates.iter().find(|candidate| !taken[candidate.joint]) {
            Some(candidate) => {
                taken[candidate.joint] = true;
                (Some(candidate.joint), Reason::BestClaim(candidate.claim))
            }
            None => (None, Reason::AllTaken),
        }
    };
    candidates.iter().map(choose).collect()
}

fn by_last_joint(candidates: &[Vec<Candidate>]) -> Vec<(Option<usize>, Reason)> {
    let last: Vec<Option<usize>> = candidates
        .iter()
        .map(|list| list.iter().map(|candidate| candidate.joint).max())
        .collect();
    let choose = |(track, joint): (usize, &Option<usize>)| match joint {
        None => (None, Reason::NoJoint),
        Some(joint) => match last.iter().rposition(|other| *other == Some(*joint)) {
            Some(by) if by > track => (Some(*joint), Reason::Overwritten { by }),
            _ => (Some(*joint), Reason::LastOfHash),
        },
    };
    last.iter().enumerate().map(choose).collect()
}

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
        Reason::NoJoint => "no joint of the skeleton has this hash".into(),
        Reason::AllTaken => {
            let all: Vec<String> = candidates
                .iter()
                .map(|candidate| name(candidate.joint))
                .collect();
            format!(
                "every joint of this hash went to an earlier track: {}",
                all.join(", ")
            )
        }
        Reason::BestClaim(claim) if candidates.len() == 1 => {
            format!(
                "{chosen} is the only joint of this hash; it {}",
                claim.sentence()
            )
        }
        Reason::BestClaim(claim) => {
            let others: Vec<String> = candidates
                .iter()
                .filter(|candidate| Some(candidate.joint) != *joint)
                .map(|candidate| {
                    format!("{} {}", name(candidate.joint), candidate.claim.sentence())
                })
                .collect();
            format!(
                "{chosen} {}; of the same hash, {}",
                claim.sentence(),
                others.join(", ")
            )
        }
        Reason::Pass { pass: 1, level } => {
            format!("{chosen} is an influence in the frontier at level {level} (pass 1)")
        }
        Reason::Pass { level, .. } => {
            format!(
                "{chosen} is in the frontier at level {level} while no influence of this hash is (pass 2)"
            )
        }
        Reason::LastOfHash => format!("{chosen} is the last joint of this hash in the file"),
        Reason::Overwritten { by } => {
            format!("{chosen} is the last joint of this hash, but track {by} overwrites it")
        }
    }
}

/// A track that not every rule sends to the same joint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Index.
    pub track: usize,
    /// For each rule of [`MappingRule::ALL`] the joint, if any.
    pub joints: [Option<usize>; 3],
    /// One sentence for each rule.
    pub reasons: [String; 3],
}

/// The tracks at which the three rules differ, in file order. `mappings` are those of [`MappingRule::ALL`].
pub fn disagreements(mappings: &[Mapping; 3], skeleton: &Skeleton) -> Vec<Disagreement> {
    let effective = |mapping: &Mapping, track: usize| {
        let mapped = &mapping.tracks[track];
        mapped
            .joint
            .filter(|_| !matches!(mapped.reason, Reason::Overwritten { .. }))
    };
    (0..mappings[0].tracks.len())
        .filter_map(|track| {
            let joints = std::array::from_fn(|rule| effective(&mappings[rule], track));
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

/// What a mapping shows about clip and skeleton: leftover tracks, tracks on stubs, tracks that only their order tells apart.
pub fn findings(mapping: &Mapping, skeleton: &Skeleton, clip: &Clip) -> Vec<Finding> {
    let tracks = &clip.tracks;
    let mut findings = Vec::new();
    leftover_findings(mapping, tracks, &mut findings);
    for (index, mapped) in mapping.tracks.iter().enumerate() {
        let (Some(joint), Some(best)) = (mapped.joint, mapped.candidates.first()) else {
            continue;
        };
        let claim = mapped
            .candidates
            .iter()
            .find(|candidate| candidate.joint == joint)
            .map(|c| c.claim);
        // Under `game` a second track goes to the stub by right, because the first has the better joint.
        let better_is_still = mapping.track_of_joint[best.joint].is_none();
        if best.claim < Claim::Neither && claim == Some(Claim::Neither) && better_is_still {
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
    for (second, mapped) in mapping.tracks.iter().enumerate() {
        let twin = tracks[..second]
            .iter()
            .position(|track| track.hash.is_some() && track.hash == tracks[second].hash);
        let Some(first) = twin.filter(|_| mapped.candidates.len() > 1) else {
            continue;
        };
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
