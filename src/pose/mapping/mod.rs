//! Tracks → joints, with the reason for each (league-formats §6).
//!
//! A track names its joint by a hash that ignores case, so two joints may answer to one track: the skinned `Head` and
//! an orphan stub `head` at the skeleton's root. Give the track to the stub, and the head stays at the crotch.

use std::collections::HashMap;
use std::sync::Arc;

use crate::model::{Skeleton, Track};

mod by_exact_name;
mod by_hand;
mod by_name;
mod explain;
mod findings;
pub mod inspect;
mod stubs;
mod two_pass;

pub use by_hand::{occurrences, of_another, route};
pub use explain::{Disagreement, disagreements, explain, track_title};
pub use findings::findings;
pub use stubs::orphan_stubs;

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
        /// Whether the joint is in the influence list. In pass 2 such a joint has joined the frontier only there: pass 1
        /// leaves none that a track waits for.
        is_influence: bool,
    },
    /// `naive`: the last joint of this hash.
    LastOfHash,
    /// `naive`: went to the last joint of this hash, where a later track of the same hash overwrites it.
    Overwritten {
        /// Index of the later track.
        by: usize,
    },
    /// A person chose it.
    ByHand,
    /// It had a joint, which a person gave to another track.
    Displaced {
        /// Index of the joint.
        from: usize,
        /// Index of the other track.
        by: usize,
    },
    /// The clip was made for this skeleton, and says which joint.
    OwnJoint,
    /// The first joint of this name, ignoring case.
    Name,
    /// The first joint of exactly this name.
    ExactName,
    /// The first joint of this name but for the case, which the game heeds.
    OtherCase,
    /// No joint has this name, and the game takes its first joint.
    FirstJoint,
    /// Its file gives it no weight.
    Weightless,
    /// It has no key.
    NoKeys,
    /// No joint answers to the hash or the name.
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
            Self::OwnJoint => "own-joint",
            Self::Name => "name",
            Self::ExactName => "exact",
            Self::OtherCase => "case",
            Self::FirstJoint => "first-joint",
            Self::Weightless => "no-weight",
            Self::NoKeys => "no-keys",
            Self::ByHand => "by-hand",
            Self::Displaced { .. } => "displaced",
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
    /// Every joint that answers to the hash, best claim first. Tracks of one hash share the list.
    pub candidates: Arc<[Candidate]>,
}

/// All tracks of one clip on one skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    /// The rule it was made by.
    pub rule: MappingRule,
    /// For each track.
    pub tracks: Vec<TrackMapping>,
    /// For each joint the index of the track that moves it.
    pub track_of_joint: Vec<Option<usize>>,
    /// Further tracks of joints that have one: by joint, and for each in the order in which they are blended over it.
    pub blended: Vec<Blended>,
    /// For each joint its tie to the mesh.
    pub claims: Vec<Claim>,
}

/// A track over an earlier one of the same joint (lostsaga-formats §7).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blended {
    /// The joint.
    pub joint: usize,
    /// Index of the track.
    pub track: usize,
    /// Its share: its weight over the sum of the weights so far.
    pub share: f32,
}

impl Mapping {
    /// The joint that a track moves in the end: none where a later track overwrites it.
    pub fn moved_by(&self, track: usize) -> Option<usize> {
        let joint = self.tracks.get(track)?.joint?;
        let is_blended = || self.blended.iter().any(|over| over.track == track);
        (self.track_of_joint[joint] == Some(track) || is_blended()).then_some(joint)
    }
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
    if by_exact_name::applies(skeleton) {
        return by_exact_name::map(rule, skeleton, joint_skins, tracks);
    }
    if by_name::applies(tracks) {
        return by_name::map(rule, skeleton, joint_skins, tracks);
    }
    let claims = claims(skeleton, joint_skins);
    let by_hash = candidates(skeleton, &claims);
    let none: Arc<[Candidate]> = Arc::new([]);
    let candidates: Vec<Arc<[Candidate]>> = tracks
        .iter()
        .map(|track| track.hash.and_then(|hash| by_hash.get(&hash)))
        .map(|list| list.unwrap_or(&none).clone())
        .collect();
    let chosen = match rule {
        MappingRule::Game => by_best_claim(tracks, &candidates),
        MappingRule::TwoPass => two_pass::map(skeleton, tracks, &candidates),
        MappingRule::Naive => by_last_joint(tracks, &candidates),
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
        blended: Vec::new(),
        claims,
    }
}

/// The joints of each hash: best claim first, in breadth-first order inside one claim.
fn candidates(skeleton: &Skeleton, claims: &[Claim]) -> HashMap<u32, Arc<[Candidate]>> {
    let mut lists: HashMap<u32, Vec<Candidate>> = HashMap::new();
    for joint in skeleton.breadth_first() {
        if let Some(hash) = skeleton.joints[joint].hash {
            let claim = claims[joint];
            let list = lists.entry(hash).or_default();
            list.push(Candidate { joint, claim });
        }
    }
    let sorted = |mut list: Vec<Candidate>| {
        list.sort_by_key(|candidate| candidate.claim);
        list.into()
    };
    lists
        .into_iter()
        .map(|(hash, list)| (hash, sorted(list)))
        .collect()
}

/// Joints of a hash go to the tracks of that hash one after the other.
fn by_best_claim(
    tracks: &[Track],
    candidates: &[Arc<[Candidate]>],
) -> Vec<(Option<usize>, Reason)> {
    let mut given: HashMap<Option<u32>, usize> = HashMap::new();
    let choose = |(track, list): (&Track, &Arc<[Candidate]>)| {
        let next = given.entry(track.hash).or_default();
        let candidate = list.get(*next);
        *next += 1;
        match candidate {
            Some(candidate) => (Some(candidate.joint), Reason::BestClaim(candidate.claim)),
            None if list.is_empty() => (None, Reason::NoJoint),
            None => (None, Reason::AllTaken),
        }
    };
    tracks.iter().zip(candidates).map(choose).collect()
}

fn by_last_joint(
    tracks: &[Track],
    candidates: &[Arc<[Candidate]>],
) -> Vec<(Option<usize>, Reason)> {
    // For each hash the last joint, and the last track.
    let mut last: HashMap<Option<u32>, (Option<usize>, usize)> = HashMap::new();
    for (index, (track, list)) in tracks.iter().zip(candidates).enumerate() {
        let last_joint = || list.iter().map(|candidate| candidate.joint).max();
        last.entry(track.hash)
            .or_insert_with(|| (last_joint(), index))
            .1 = index;
    }
    let choose = |(index, track): (usize, &Track)| match last.get(&track.hash) {
        Some(&(Some(joint), by)) if by > index => (Some(joint), Reason::Overwritten { by }),
        Some(&(Some(joint), _)) => (Some(joint), Reason::LastOfHash),
        _ => (None, Reason::NoJoint),
    };
    tracks.iter().enumerate().map(choose).collect()
}
