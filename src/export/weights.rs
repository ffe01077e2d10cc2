//! Influences in the form that glTF wants: sets of four, each joint once, weights with the sum 1.

use crate::model::finding::counted;
use crate::model::{Finding, Influence, Subject};

/// How far from 1 a sum may be without a word: stored weights are rounded.
const SUM_TOLERANCE: f64 = 1e-3;

/// One vertex's joints and weights.
pub(super) type Shares = Vec<(u16, f32)>;

/// Turns one list after the other, and remembers what it changed.
pub(super) struct Normaliser {
    joints: usize,
    /// Carries the vertices that nothing moves.
    still: u16,
    /// True once a vertex was tied to it.
    pub used_still: bool,
    off: usize,
    /// Vertex and sum farthest from 1.
    worst: (usize, f64),
}

impl Normaliser {
    /// For a skin of `joints` joints; the one after them stands still.
    pub fn new(joints: u16) -> Self {
        Self {
            joints: usize::from(joints),
            still: joints,
            used_still: false,
            off: 0,
            worst: (0, 1.0),
        }
    }

    pub fn shares(
        &mut self,
        vertex: usize,
        influences: impl IntoIterator<Item = Influence>,
    ) -> Shares {
        let mut merged: Vec<(u16, f64)> = Vec::new();
        for influence in influences {
            let (bone, weight) = (influence.bone as usize, f64::from(influence.weight));
            if bone > self.joints || !weight.is_finite() || weight <= 0.0 {
                continue;
            }
            self.used_still |= bone == self.joints;
            match merged
                .iter_mut()
                .find(|(joint, _)| usize::from(*joint) == bone)
            {
                Some((_, sum)) => *sum += weight,
                None => merged.push((bone as u16, weight)),
            }
        }
        let sum: f64 = merged.iter().map(|(_, weight)| weight).sum();
        if merged.is_empty() {
            self.used_still = true;
            return vec![(self.still, 1.0)];
        }
        if (sum - 1.0).abs() > SUM_TOLERANCE {
            self.off += 1;
            if (sum - 1.0).abs() > (self.worst.1 - 1.0).abs() {
                self.worst = (vertex, sum);
            }
        }
        normalised(&merged, sum)
    }

    pub fn finding(&self) -> Option<Finding> {
        let (vertex, sum) = self.worst;
        (self.off > 0).then(|| {
            Finding::warning(
                "export.weights-normalised",
                format!(
                    "the weights of {} do not sum to 1; the worst is vertex {vertex} with {sum:.4}. glTF allows no such \
                     weights: they were normalised, so these vertices stand where the game does not show them",
                    counted(self.off, "vertex", "vertices"),
                ),
                "normalise the weights in the mesh",
            )
            .about(Subject::Vertex(vertex))
        })
    }
}

/// Single precision sums to 1 only where one weight takes up what the others lose by rounding.
fn normalised(merged: &[(u16, f64)], sum: f64) -> Shares {
    let mut shares: Shares = merged
        .iter()
        .map(|&(joint, weight)| (joint, (weight / sum) as f32))
        .filter(|(_, weight)| *weight > 0.0)
        .collect();
    let by_weight = |a: &(u16, f32), b: &(u16, f32)| b.1.total_cmp(&a.1);
    shares.sort_by(by_weight);
    let rest: f64 = shares
        .iter()
        .skip(1)
        .map(|(_, weight)| f64::from(*weight))
        .sum();
    if let Some((_, largest)) = shares.first_mut() {
        *largest = (1.0 - rest) as f32;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_one_and_each_joint_stands_once() {
        let mut normaliser = Normaliser::new(9);
        let list = |list: &[(u32, f32)]| -> Vec<Influence> {
            let influence = |&(bone, weight)| Influence { bone, weight };
            list.iter().map(influence).collect()
        };
        let halves = normaliser.shares(0, list(&[(3, 0.25), (7, 0.25), (3, 0.5), (8, 0.0)]));
        assert_eq!(halves, [(3, 0.75), (7, 0.25)]);
        assert!(normaliser.finding().is_none());
        let thirds = normaliser.shares(1, list(&[(0, 0.1), (1, 0.1), (2, 0.1)]));
        let sum: f64 = thirds.iter().map(|(_, weight)| f64::from(*weight)).sum();
        assert!((sum - 1.0).abs() < 1e-7, "{sum}");
        let said = normaliser.finding().map(|finding| finding.message);
        assert!(said.is_some_and(|said| said.contains("vertex 1 with 0.3")));
        assert!(!normaliser.used_still);
        for lost in [
            &[][..],
            &[(9, 1.0)],
            &[(10, 1.0)],
            &[(2, 0.0), (1, f32::NAN)],
        ] {
            assert_eq!(normaliser.shares(2, list(lost)), [(9, 1.0)]);
        }
        assert!(normaliser.used_still);
    }
}
