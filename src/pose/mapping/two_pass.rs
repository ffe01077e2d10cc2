//! The breadth-first two-pass walk that older extractors map tracks by, kept to show what it gets wrong
//! (league-formats §6). It looks at the influence list, never at weights; its passes run once per frontier, so a stub near the
//! root is met before the real joint.

use crate::model::{Skeleton, Track};

use super::{Candidate, Reason};

/// For each track the joint and the reason.
pub(super) fn map(
    skeleton: &Skeleton,
    tracks: &[Track],
    candidates: &[Vec<Candidate>],
) -> Vec<(Option<usize>, Reason)> {
    let mut walk = Walk {
        children: skeleton.children(),
        is_influence: vec![false; skeleton.joints.len()],
        frontier: skeleton.roots().collect(),
        remaining: (0..tracks.len()).collect(),
        chosen: vec![None; tracks.len()],
    };
    for &joint in skeleton
        .influences
        .iter()
        .filter(|&&joint| joint < skeleton.joints.len())
    {
        walk.is_influence[joint] = true;
    }
    let mut level = 0;
    while !walk.frontier.is_empty() {
        walk.pass(skeleton, tracks, 1, level);
        walk.pass(skeleton, tracks, 2, level);
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

struct Walk {
    children: Vec<Vec<usize>>,
    is_influence: Vec<bool>,
    frontier: Vec<usize>,
    remaining: Vec<usize>,
    chosen: Vec<Option<(Option<usize>, Reason)>>,
}

impl Walk {
    /// Binds what it can among the frontier; the children of a bound joint join the frontier at once. Repeats until
    /// nothing changes.
    fn pass(&mut self, skeleton: &Skeleton, tracks: &[Track], pass: u8, level: usize) {
        loop {
            let before = self.remaining.len();
            for track in std::mem::take(&mut self.remaining) {
                let fits = |joint: &usize| {
                    let same = tracks[track].hash.is_some()
                        && skeleton.joints[*joint].hash == tracks[track].hash;
                    same && (pass == 2 || self.is_influence[*joint])
                };
                match self.frontier.iter().position(fits) {
                    Some(place) => {
                        let joint = self.frontier.remove(place);
                        self.frontier.extend(&self.children[joint]);
                        self.chosen[track] = Some((Some(joint), Reason::Pass { pass, level }));
                    }
                    None => self.remaining.push(track),
                }
            }
            if self.remaining.len() == before {
                return;
            }
        }
    }

    fn descend(&mut self) {
        let left = std::mem::take(&mut self.frontier);
        self.frontier = left
            .into_iter()
            .flat_map(|joint| std::mem::take(&mut self.children[joint]))
            .collect();
    }
}
