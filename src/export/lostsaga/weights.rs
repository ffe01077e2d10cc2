//! Influences as a `.msh` has them: four a vertex, the greatest first, by numbers of the mesh's own list of bones
//! (lostsaga-formats §4).

use super::rig::Rig;
use crate::formats::lostsaga::msh::Weights;
use crate::model::finding::counted;
use crate::model::{Finding, Influences, Subject};

/// Bones that a vertex has room for.
const MOST: usize = 4;

/// Turns one list after the other, and remembers what it changed.
pub(super) struct Shares<'a> {
    rig: &'a Rig,
    /// For each bone of the piece that of the file.
    of_piece: &'a [Option<usize>],
    cut: usize,
    /// Vertex, and the share that it lost.
    worst: (usize, f64),
}

impl<'a> Shares<'a> {
    pub fn new(rig: &'a Rig, of_piece: &'a [Option<usize>]) -> Self {
        Self {
            rig,
            of_piece,
            cut: 0,
            worst: (0, 0.0),
        }
    }

    /// The bones that some vertices use, in the skeleton's order, and the vertices' weights.
    pub fn of(
        &mut self,
        influences: &Influences,
        vertices: impl Iterator<Item = usize>,
    ) -> (Vec<&'a str>, Vec<Weights>) {
        let lists: Vec<Vec<(usize, f64)>> = vertices
            .map(|vertex| self.list(influences, vertex))
            .collect();
        let mut used: Vec<usize> = lists.iter().flatten().map(|(bone, _)| *bone).collect();
        used.sort_unstable();
        used.dedup();
        let weights = |list: &Vec<(usize, f64)>| {
            let mut weights = Weights::default();
            for (place, (bone, weight)) in list.iter().enumerate() {
                weights.weights[place] = *weight as f32;
                weights.bones[place] = used.partition_point(|own| own < bone) as f32;
            }
            weights
        };
        let weights = lists.iter().map(weights).collect();
        let names = used.iter().map(|&bone| self.rig.bones[bone].name.as_str());
        (names.collect(), weights)
    }

    /// At most four bones with weights above zero, the greatest first, that sum to what the file's own do.
    fn list(&mut self, influences: &Influences, vertex: usize) -> Vec<(usize, f64)> {
        let mut merged: Vec<(usize, f64)> = Vec::new();
        for influence in influences.of(vertex) {
            let weight = f64::from(influence.weight);
            if !weight.is_finite() || weight <= 0.0 {
                continue;
            }
            let bone = self
                .of_piece
                .get(influence.bone as usize)
                .copied()
                .flatten();
            let Some(bone) = bone.or(self.rig.still) else {
                continue;
            };
            match merged.iter_mut().find(|(own, _)| *own == bone) {
                Some((_, sum)) => *sum += weight,
                None => merged.push((bone, weight)),
            }
        }
        if merged.is_empty() {
            merged.extend(self.rig.still.map(|still| (still, 1.0)));
        }
        merged.sort_by(|a, b| b.1.total_cmp(&a.1));
        if merged.len() > MOST {
            let sum = |list: &[(usize, f64)]| list.iter().map(|(_, weight)| weight).sum::<f64>();
            let (all, kept) = (sum(&merged), sum(&merged[..MOST]));
            merged.truncate(MOST);
            merged
                .iter_mut()
                .for_each(|(_, weight)| *weight *= all / kept);
            self.cut += 1;
            let lost = 1.0 - kept / all;
            if lost > self.worst.1 {
                self.worst = (vertex, lost);
            }
        }
        merged
    }

    pub fn findings(&self) -> Option<Finding> {
        let (vertex, lost) = self.worst;
        (self.cut > 0).then(|| {
            let message = format!(
                "{} more than four bones: the four greatest were kept and took over the others' weight; vertex {vertex} \
                 lost most, {:.1} % of its weight",
                counted(self.cut, "vertex has", "vertices have"),
                lost * 100.0
            );
            let fix = "limit the mesh to four bones a vertex where these vertices matter";
            Finding::warning("export.influences-cut", message, fix).about(Subject::Vertex(vertex))
        })
    }
}
