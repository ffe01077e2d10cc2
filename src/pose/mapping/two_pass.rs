//! The breadth-first two-pass walk that older extractors map tracks by, kept to show what it gets wrong
//! (league-formats §6). It looks at the influence list, never at weights; its passes run once per frontier, so a stub near the
//! root is met before the real joint.
//!
//! The walk goes over the tracks again and again, and over the frontier for each. Here each hash keeps the tracks that
//! wait and the frontier's joints, which gives the same choices in time that grows with their number alone.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::model::{Skeleton, Track};

use super::{Candidate, Reason};

/// For each track the joint and the reason.
pub(super) fn map(
    skeleton: &Skeleton,
    tracks: &[Track],
    candidates: &[Arc<[Candidate]>],
) -> Vec<(Option<usize>, Reason)> {
    let mut walk = Walk::new(skeleton, tracks, candidates);
    let mut level = 0;
    while !walk.frontier.is_empty() {
        walk.pass(1, level);
        walk.pass(2, level);
        walk.descend();
        level += 1;
    }
    let leftover = |track: usize| match candidates[track].is_empty() {
        true => (None, Reason::NoJoint),
        false => (None, Reason::AllTaken),
    };
    walk.chosen
        .iter()
        .enumerate()
        .map(|(track, chosen)| chosen.unwrap_or_else(|| leftover(track)))
        .collect()
}

struct Walk<'a> {
    skeleton: &'a Skeleton,
    children: Vec<Vec<usize>>,
    is_influence: Vec<bool>,
    /// In the order of joining. Bound joints stay in the list; they are marked.
    frontier: Vec<usize>,
    is_bound: Vec<bool>,
    /// Tracks without a joint, by hash. Without those whose hash no joint has.
    waiting: HashMap<u32, BTreeSet<usize>>,
    /// Places in the frontier that this pass may give away, by hash. Only hashes for which a track waits.
    open: HashMap<u32, BTreeSet<usize>>,
    chosen: Vec<Option<(Option<usize>, Reason)>>,
}

impl<'a> Walk<'a> {
    fn new(skeleton: &'a Skeleton, tracks: &[Track], candidates: &[Arc<[Candidate]>]) -> Self {
        let mut is_influence = vec![false; skeleton.joints.len()];
        for &joint in &skeleton.influences {
            if let Some(is_influence) = is_influence.get_mut(joint) {
                *is_influence = true;
            }
        }
        let mut waiting: HashMap<u32, BTreeSet<usize>> = HashMap::new();
        for (index, track) in tracks.iter().enumerate() {
            if let (Some(hash), false) = (track.hash, candidates[index].is_empty()) {
                waiting.entry(hash).or_default().insert(index);
            }
        }
        Self {
            skeleton,
            children: skeleton.children(),
            is_influence,
            frontier: skeleton.roots().collect(),
            is_bound: vec![false; skeleton.joints.len()],
            waiting,
            open: HashMap::new(),
            chosen: vec![None; tracks.len()],
        }
    }

    /// Binds what it can among the frontier; the children of a bound joint join the frontier at once. Goes over the
    /// tracks in file order until nothing changes.
    fn pass(&mut self, pass: u8, level: usize) {
        self.open.clear();
        for place in 0..self.frontier.len() {
            self.offer(place, pass);
        }
        loop {
            let hashes = self.open.keys();
            let mut ready: BTreeSet<(usize, u32)> = hashes
                .filter_map(|&hash| Some((self.next_waiting(hash, 0)?, hash)))
                .collect();
            if ready.is_empty() {
                return;
            }
            while let Some((track, hash)) = ready.pop_first() {
                let touched = self.bind(track, hash, pass, level);
                // Tracks that were gone over already wait for the next round.
                let next = |hash| Some((self.next_waiting(hash, track + 1)?, hash));
                ready.extend(touched.into_iter().filter_map(next));
            }
        }
    }

    /// Gives the track the first open joint of its hash. Gives its hash and those of the joints that join the frontier.
    fn bind(&mut self, track: usize, hash: u32, pass: u8, level: usize) -> Vec<u32> {
        let place = self.open.get_mut(&hash).and_then(BTreeSet::pop_first);
        let mut touched = vec![hash];
        if let Some(place) = place {
            let joint = self.frontier[place];
            let is_influence = self.is_influence[joint];
            let reason = Reason::Pass {
                pass,
                level,
                is_influence,
            };
            self.chosen[track] = Some((Some(joint), reason));
            self.is_bound[joint] = true;
            if let Some(waiting) = self.waiting.get_mut(&hash) {
                waiting.remove(&track);
            }
            for child in std::mem::take(&mut self.children[joint]) {
                self.frontier.push(child);
                self.offer(self.frontier.len() - 1, pass);
                touched.extend(self.skeleton.joints[child].hash);
            }
        }
        let is_used_up = |set: Option<&BTreeSet<usize>>| set.is_none_or(BTreeSet::is_empty);
        if is_used_up(self.open.get(&hash)) || is_used_up(self.waiting.get(&hash)) {
            self.open.remove(&hash);
        }
        touched
    }

    /// Opens a place of the frontier where its joint fits the pass and a track waits for it.
    fn offer(&mut self, place: usize, pass: u8) {
        let joint = self.frontier[place];
        let fits = !self.is_bound[joint] && (pass == 2 || self.is_influence[joint]);
        let Some(hash) = self.skeleton.joints[joint].hash.filter(|_| fits) else {
            return;
        };
        let is_wanted = |waiting: &BTreeSet<usize>| !waiting.is_empty();
        if self.waiting.get(&hash).is_some_and(is_wanted) {
            self.open.entry(hash).or_default().insert(place);
        }
    }

    /// The first track from `from` on that waits for an open joint of this hash.
    fn next_waiting(&self, hash: u32, from: usize) -> Option<usize> {
        self.open.get(&hash)?;
        self.waiting.get(&hash)?.range(from..).next().copied()
    }

    fn descend(&mut self) {
        let left = std::mem::take(&mut self.frontier);
        self.frontier = left
            .into_iter()
            .filter(|&joint| !self.is_bound[joint])
            .flat_map(|joint| std::mem::take(&mut self.children[joint]))
            .collect();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use glam::Affine3A;
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Joint, Transform};
    use crate::pose::{MappingRule, mapping};

    /// The walk word for word, going over everything again and again.
    fn literal(skeleton: &Skeleton, tracks: &[Track]) -> Vec<Option<(usize, u8, usize)>> {
        let children = skeleton.children();
        let mut frontier: Vec<usize> = skeleton.roots().collect();
        let mut remaining: Vec<usize> = (0..tracks.len()).collect();
        let mut chosen = vec![None; tracks.len()];
        let mut level = 0;
        while !frontier.is_empty() {
            for pass in [1, 2] {
                loop {
                    let before = remaining.len();
                    for track in std::mem::take(&mut remaining) {
                        let fits = |joint: &usize| {
                            skeleton.joints[*joint].hash == tracks[track].hash
                                && (pass == 2 || skeleton.influences.contains(joint))
                        };
                        match frontier.iter().position(fits) {
                            Some(place) => {
                                let joint = frontier.remove(place);
                                frontier.extend(&children[joint]);
                                chosen[track] = Some((joint, pass, level));
                            }
                            None => remaining.push(track),
                        }
                    }
                    if remaining.len() == before {
                        break;
                    }
                }
            }
            frontier = frontier
                .into_iter()
                .flat_map(|joint| children[joint].clone())
                .collect();
            level += 1;
        }
        chosen
    }

    fn skeleton(joints: &[(u32, Option<usize>, bool)]) -> Skeleton {
        let joint = |(index, &(hash, parent, _)): (usize, &(u32, Option<usize>, bool))| Joint {
            name: format!("{index}"),
            hash: Some(hash),
            parent: parent
                .filter(|_| index > 0)
                .map(|parent| parent % index.max(1)),
            local: Transform::IDENTITY,
            inverse_bind: Affine3A::IDENTITY,
            radius: 0.0,
        };
        Skeleton {
            joints: joints.iter().enumerate().map(joint).collect(),
            influences: (0..joints.len()).filter(|&index| joints[index].2).collect(),
            ..Skeleton::default()
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn the_choices_are_those_of_the_literal_walk(
            joints in prop::collection::vec((0..5_u32, prop::option::weighted(0.8, 0..100_usize), any::<bool>()), 0..14),
            hashes in prop::collection::vec(0..6_u32, 0..14),
        ) {
            let skeleton = skeleton(&joints);
            let track = |&hash: &u32| Track { hash: Some(hash), ..Track::default() };
            let tracks: Vec<Track> = hashes.iter().map(track).collect();
            let found: Vec<Option<(usize, u8, usize)>> =
                mapping::map(MappingRule::TwoPass, &skeleton, &[], &tracks)
                    .tracks
                    .iter()
                    .map(|mapped| match mapped.reason {
                        Reason::Pass { pass, level, .. } => Some((mapped.joint.unwrap(), pass, level)),
                        _ => None,
                    })
                    .collect();
            prop_assert_eq!(found, literal(&skeleton, &tracks));
        }
    }
}
