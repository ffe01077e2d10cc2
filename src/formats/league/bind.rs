//! A mesh tied to a skeleton: blend indices become joints (league-formats §2, §4).

use crate::model::{
    Binding, BlendIndexing, Finding, Influence, Influences, Mesh, Skeleton, Subject,
};

use crate::formats::league::tally::Tally;
use crate::model::finding::counted;

/// How far from 1 the weights of a vertex may sum: game files keep within this (league-formats §4).
const SUM_TOLERANCE: f32 = 1e-3;
/// A weight beyond this is damage, and would take its vertex out of every view.
const LARGEST_WEIGHT: f32 = 1e3;

/// Ties every vertex to joints: a blend index is a place in [`Skeleton::influences`], or a joint's index where
/// [`Mesh::indexing`] says so.
///
/// Weights are taken as they are, also where their sum is off 1: a skinning shader blends what it is given, so the damage
/// shows as in the game. Left out are influences that name no joint and weights that are negative, not finite or huge.
/// Vertices without any influence stay where they are. All of it is among the findings. A mesh without
/// [`Mesh::indexing`] gets empty lists.
pub fn bind(mesh: &Mesh, skeleton: &Skeleton) -> (Binding, Vec<Finding>) {
    let mut binder = Binder {
        joints: blend_table(mesh, skeleton),
        ..Binder::default()
    };
    let vertices = mesh.positions.len();
    let mut binding = Binding {
        influences: Influences::with_capacity(vertices, mesh.influences.entries.len()),
        joint_skins: vec![false; skeleton.joints.len()],
    };
    for vertex in 0..vertices {
        let list = if mesh.indexing.is_some() {
            binder.bind_vertex(vertex, mesh.influences.of(vertex))
        } else {
            Vec::new()
        };
        for influence in &list {
            binding.joint_skins[influence.bone as usize] = true;
        }
        binding.influences.push(list);
    }
    let findings = binder.report(mesh.indexing, vertices);
    (binding, findings)
}

/// For each blend index the joint it means; `None` where that joint does not exist.
fn blend_table(mesh: &Mesh, skeleton: &Skeleton) -> Vec<Option<u32>> {
    let joints = skeleton.joints.len();
    let existing = |joint: usize| (joint < joints).then_some(joint as u32);
    match mesh.indexing {
        Some(BlendIndexing::InfluenceTable) => {
            skeleton.influences.iter().copied().map(existing).collect()
        }
        Some(BlendIndexing::Joints) => (0..joints).map(existing).collect(),
        Some(BlendIndexing::OwnBones) | None => Vec::new(),
    }
}

/// Resolves vertices and remembers what was odd.
#[derive(Default)]
struct Binder {
    joints: Vec<Option<u32>>,
    beyond: Tally<(usize, u32)>,
    bad_weight: Tally<(usize, f32)>,
    weightless: Tally<usize>,
    off_one: Tally<()>,
    /// Vertex and sum farthest from 1.
    worst_sum: (usize, f32),
}

impl Binder {
    fn bind_vertex(&mut self, vertex: usize, stored: &[Influence]) -> Vec<Influence> {
        let (mut list, mut all_known) = (Vec::with_capacity(stored.len()), true);
        for &Influence { bone, weight } in stored.iter().filter(|stored| stored.weight != 0.0) {
            if !(0.0..=LARGEST_WEIGHT).contains(&weight) {
                self.bad_weight.add((vertex, weight));
                continue;
            }
            match self.joints.get(bone as usize).copied().flatten() {
                Some(bone) => list.push(Influence { bone, weight }),
                None => {
                    all_known = false;
                    self.beyond.add((vertex, bone));
                }
            }
        }
        if list.is_empty() && all_known {
            self.weightless.add(vertex);
        }
        if all_known {
            self.note_sum(vertex, &list);
        }
        list
    }

    fn note_sum(&mut self, vertex: usize, list: &[Influence]) {
        let sum: f32 = list.iter().map(|influence| influence.weight).sum();
        if list.is_empty() || (sum - 1.0).abs() <= SUM_TOLERANCE {
            return;
        }
        if self.off_one.is_empty() || (sum - 1.0).abs() > (self.worst_sum.1 - 1.0).abs() {
            self.worst_sum = (vertex, sum);
        }
        self.off_one.add(());
    }

    fn report(self, indexing: Option<BlendIndexing>, vertices: usize) -> Vec<Finding> {
        let mut findings = Vec::new();
        if indexing.is_none() {
            return findings;
        }
        let table = match indexing {
            Some(BlendIndexing::Joints) => "joints of the skeleton",
            _ => "influences of the skeleton",
        };
        let known = self.joints.len();
        self.beyond.report(&mut findings, |count, (vertex, bone)| {
            let message = format!(
                "{} beyond the {known} {table} and left out; the first is {bone} on vertex {vertex}. \
                 The other weights of these vertices are kept as they are: what is missing draws a vertex toward \
                 the origin, and one with nothing left stays in its bind position",
                counted(count, "blend index is", "blend indices are"),
            );
            let fix = "open the skeleton that was made for this mesh, or export both together again";
            let finding = Finding::error("league.blend-index-beyond-influences", message, fix);
            finding.about(Subject::Vertex(vertex))
        });
        self.bad_weight.report(&mut findings, |count, (vertex, weight)| {
            let message = format!(
                "{} negative, huge or not finite and left out; the first is {weight} on vertex {vertex}",
                counted(count, "weight is", "weights are"),
            );
            let fix = "paint the weights of these vertices again";
            let finding = Finding::error("league.bad-weight", message, fix);
            finding.about(Subject::Vertex(vertex))
        });
        let (vertex, sum) = self.worst_sum;
        self.off_one.report(&mut findings, |count, ()| {
            let message = format!(
                "the weights of {} do not sum to 1; the worst is vertex {vertex} with {sum}. They are used as they are: \
                 less than 1 draws a vertex toward the origin, more pushes it away",
                counted(count, "vertex", "vertices"),
            );
            let fix = "normalise the weights in the mesh";
            let finding = Finding::warning("league.weights-not-one", message, fix);
            finding.about(Subject::Vertex(vertex))
        });
        self.weightless.report(&mut findings, |count, vertex| {
            let message = format!(
                "{} no usable weight, of {vertices}, and stay in the bind position; the first is vertex {vertex}",
                counted(count, "vertex has", "vertices have"),
            );
            let fix = "give these vertices weights if they should move";
            let finding = Finding::warning("league.vertex-without-weight", message, fix);
            finding.about(Subject::Vertex(vertex))
        });
        findings
    }
}
