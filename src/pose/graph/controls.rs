//! What a person sets while a graph plays: values, conditions and choices.

use std::collections::BTreeMap;

use crate::model::clip_graph::{ClipKind, ClipRef, GraphClip};

/// Which child a selector plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The one of the greatest weight; of several the first.
    #[default]
    Heaviest,
    /// One by its place in the list.
    Fixed(usize),
    /// One by chance and weight, another in each pass; the same seed and pass give the same one.
    Weighted,
}

/// The controls of a graph, each kept by the index of its clip. What was not set has a default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Controls {
    /// Values of parametric and float-condition clips.
    pub values: BTreeMap<usize, f32>,
    /// States of bool-condition clips.
    pub conditions: BTreeMap<usize, bool>,
    /// Choices of selectors.
    pub choices: BTreeMap<usize, Choice>,
    /// What chance starts from.
    pub seed: u64,
    /// How often the clip has begun again.
    pub pass: u64,
    /// Cuts instead of cross-fades between the children of a sequencer.
    pub cuts: bool,
}

impl Controls {
    /// The value of a parametric or float-condition clip: as set, else the value nearest to 0 that its pairs span.
    pub fn value(&self, index: usize, clip: &GraphClip) -> f32 {
        let set = self.values.get(&index).copied();
        let (low, high) = value_range(clip);
        set.filter(|value| value.is_finite())
            .unwrap_or(0.0)
            .clamp(low, high)
    }

    /// The state of a bool-condition clip.
    pub fn condition(&self, index: usize) -> bool {
        self.conditions.get(&index).copied().unwrap_or(false)
    }

    /// The place in its list of the child that a selector plays, among those that the graph has. Weights are relative;
    /// without any above 0 all count alike (league-formats §7.2).
    pub fn chosen(&self, index: usize, pairs: &[(ClipRef, f32)]) -> Option<usize> {
        let weight = |&(child, weight): &(ClipRef, f32)| {
            let usable = weight.is_finite() && weight > 0.0 && child.clip.is_some();
            if usable { f64::from(weight) } else { 0.0 }
        };
        let there = |place: &usize| pairs.get(*place).is_some_and(|pair| pair.0.clip.is_some());
        let first = || (0..pairs.len()).find(there);
        match self.choices.get(&index).copied().unwrap_or_default() {
            Choice::Fixed(place) => Some(place).filter(there).or_else(first),
            Choice::Heaviest => {
                let mut best: Option<(usize, f64)> = None;
                for (place, pair) in pairs.iter().enumerate() {
                    let own = weight(pair);
                    if own > best.map_or(0.0, |(_, most)| most) {
                        best = Some((place, own));
                    }
                }
                best.map(|(place, _)| place).or_else(first)
            }
            Choice::Weighted => {
                let total: f64 = pairs.iter().map(weight).sum();
                let mut rest = self.chance(index) * total;
                let drawn = pairs.iter().position(|pair| {
                    rest -= weight(pair);
                    rest < 0.0
                });
                drawn.or_else(first)
            }
        }
    }

    /// From 0 up to 1, by seed, pass and clip alone (splitmix64 by Steele, Lea and Flood, 2014).
    fn chance(&self, index: usize) -> f64 {
        let mut state = self.seed;
        for part in [self.pass, index as u64] {
            state = state.wrapping_add(part).wrapping_add(0x9E37_79B9_7F4A_7C15);
            state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            state ^= state >> 31;
        }
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The least and the greatest value of a parametric or float-condition clip's pairs: the ends of a slider.
pub fn value_range(clip: &GraphClip) -> (f32, f32) {
    let (ClipKind::Parametric(pairs) | ClipKind::ConditionFloat(pairs)) = &clip.kind else {
        return (0.0, 0.0);
    };
    let values = || {
        let values = pairs.iter().map(|pair| pair.1);
        values.filter(|value| value.is_finite())
    };
    match values().next() {
        Some(first) => (
            values().fold(first, f32::min),
            values().fold(first, f32::max),
        ),
        None => (0.0, 0.0),
    }
}

/// The place of the child that a float condition plays: of those not above the value the greatest, else the least.
pub fn place_by_value(pairs: &[(ClipRef, f32)], value: f32) -> Option<usize> {
    let there = || {
        let all = pairs.iter().enumerate();
        all.filter(|(_, (child, at))| child.clip.is_some() && at.is_finite())
    };
    let below = there().filter(|(_, (_, at))| *at <= value);
    let best = below.max_by(|(_, a), (_, b)| a.1.total_cmp(&b.1));
    let least = || there().min_by(|(_, a), (_, b)| a.1.total_cmp(&b.1));
    best.or_else(least).map(|(place, _)| place)
}

/// The places of the two children beside a value, and the share of the second. Beyond the ends the last one alone.
pub fn neighbours(pairs: &[(ClipRef, f32)], value: f32) -> Option<(usize, usize, f32)> {
    let below = place_by_value(pairs, value)?;
    let low = pairs.get(below)?.1;
    let above = pairs
        .iter()
        .enumerate()
        .filter(|(_, (child, at))| child.clip.is_some() && at.is_finite() && *at > value.max(low))
        .min_by(|(_, a), (_, b)| a.1.total_cmp(&b.1));
    Some(match above {
        Some((above, (_, high))) if value > low => (below, above, (value - low) / (high - low)),
        _ => (below, below, 0.0),
    })
}
