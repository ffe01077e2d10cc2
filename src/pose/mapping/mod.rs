//! Tracks → joints, with the reason for each (league-formats §6).
//!
//! A track names its joint by a hash that ignores case, so two joints may answer to one track: the skinned `Head` and
//! an orphan stub `head` at the skeleton's root. Give the track to the stub, and the head stays at the crotch.

use crate::model::{Skeleton, Track};

mod explain;
mod findings;
mod two_pass;

pub use explain::{Disagreement, disagreements, explain, track_title};
pub use findings::findings;

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
