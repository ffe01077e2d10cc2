//! Cloth: vertices that hang by their neighbours instead of following bones (toee-formats §12).

mod drawn;
mod shapes;
mod springs;
mod step;

use glam::Vec3;

pub use shapes::{Shape, Solid, shapes};
pub use step::{ClothState, Surroundings};

use super::Pairing;
use crate::model::finding::counted;
use crate::model::{Finding, Influence, Influences, Mesh, Skeleton};

/// The joint that makes cloth of the vertices it moves.
const CLOTH_BONE: &str = "#ClothBone";
/// Springs and collisions worked out in a sub-step, of a mesh that is simulated. A cloak has some thousands.
const MOST_WORK: usize = 100_000;
/// Springs and collisions worked out for one moment, whatever was asked for.
const MOST_WORK_AT_ONCE: u64 = 2_000_000_000;
/// Whole steps played from a reset: ten minutes. Then everything falls anew.
const MOST_STEPS: u64 = 36_000;

/// What a mesh has of cloth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draping {
    /// For each vertex the mesh's bones that move it where nothing is simulated. `None` where the mesh has no cloth.
    pub influences: Option<Influences>,
    /// What is simulated; `None` also for cloth that is too large.
    pub cloth: Option<Cloth>,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
}

/// The cloth of a mesh. Its particles are vertices: first anchors, which skinning moves, then free ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cloth {
    /// For each particle its vertex.
    vertices: Vec<u32>,
    anchors: usize,
    /// For each particle its place in bind pose, file space.
    positions: Vec<Vec3>,
    /// For each particle the mesh's bones that move it, the cloth bone not among them.
    influences: Influences,
    /// Pairs of particles of which one at least is free, in the order of the mesh's triangles.
    springs: Vec<[u32; 2]>,
    /// Triangles between particles, at least one of them free.
    triangles: Vec<[u32; 3]>,
    /// For each free particle, whether its stored normal lies on the side from which its triangles run clockwise.
    turned: Vec<bool>,
    shapes: Vec<Shape>,
}

/// Index of the joint that turns cloth on.
pub fn cloth_joint(skeleton: &Skeleton) -> Option<usize> {
    let mut joints = skeleton.joints.iter();
    joints.position(|joint| joint.name.eq_ignore_ascii_case(CLOTH_BONE))
}

impl Draping {
    /// The cloth of a mesh whose bones are paired with a skeleton's joints. A bone counts as the cloth bone by its joint,
    /// never by its index.
    pub fn new(mesh: &Mesh, pairing: &Pairing, skeleton: &Skeleton, shapes: &[Shape]) -> Self {
        let Some(joint) = cloth_joint(skeleton) else {
            return Self::default();
        };
        let is_cloth = |influence: &Influence| {
            let bone = influence.bone as usize;
            influence.weight > 0.0 && pairing.joint_of(bone) == Some(joint)
        };
        let is_free: Vec<bool> = (0..mesh.positions.len())
            .map(|vertex| mesh.influences.of(vertex).iter().any(is_cloth))
            .collect();
        if !is_free.contains(&true) {
            return Self::default();
        }
        let influences = without(&mesh.influences, is_cloth);
        let cloth = Cloth::new(mesh, &influences, &is_free, shapes);
        let work = cloth.work();
        let (cloth, findings) = if work > MOST_WORK {
            (None, vec![too_large(&cloth, work)])
        } else {
            (Some(cloth), Vec::new())
        };
        Self {
            influences: Some(influences),
            cloth,
            findings,
        }
    }
}

/// The finding on a skeleton that has a cloth bone while its mesh has no cloth.
pub fn nothing_to_hang() -> Finding {
    let message =
        format!("the skeleton has the bone {CLOTH_BONE}, which moves no vertex of the mesh");
    let fix =
        "nothing if the cloth is worn, as cloaks are; else weight vertices of the mesh to the bone";
    Finding::note("toee.cloth-bone-without-vertices", message, fix)
}

fn too_large(cloth: &Cloth, work: usize) -> Finding {
    let message = format!(
        "{} of cloth with {} and {} take {work} steps of work, of which {MOST_WORK} are done: they follow their other bones",
        counted(cloth.vertices.len() - cloth.anchors, "vertex", "vertices"),
        counted(cloth.springs.len(), "spring", "springs"),
        counted(cloth.shapes.len(), "shape", "shapes"),
    );
    let fix = "make cloth of fewer vertices, or have it collide with fewer shapes";
    Finding::warning("toee.cloth-too-large", message, fix)
}

/// Influences without those that make cloth, the weights of the others brought to a sum of 1 again. A vertex that has no
/// others keeps none, and stays where it was bound.
fn without(influences: &Influences, is_cloth: impl Fn(&Influence) -> bool) -> Influences {
    let mut others = Influences::with_capacity(influences.len(), influences.entries.len());
    for vertex in 0..influences.len() {
        let all = influences.of(vertex);
        let kept = all.iter().filter(|&influence| !is_cloth(influence));
        let sum: f32 = kept.clone().map(|influence| influence.weight).sum();
        let is_changed = all.iter().any(&is_cloth) && sum > 0.0;
        let share = if is_changed { 1.0 / sum } else { 1.0 };
        others.push(kept.map(|&Influence { bone, weight }| Influence {
            bone,
            weight: weight * share,
        }));
    }
    others
}

impl Cloth {
    /// For each particle its vertex: anchors, then free ones.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// Number of vertices that the cloth hangs by.
    pub fn anchor_count(&self) -> usize {
        self.anchors
    }

    /// Number of vertices that are free.
    pub fn free_count(&self) -> usize {
        self.vertices.len() - self.anchors
    }

    /// Number of springs.
    pub fn spring_count(&self) -> usize {
        self.springs.len()
    }

    /// Springs and collisions of a sub-step.
    fn work(&self) -> usize {
        let springs = 2 * self.springs.len();
        springs.saturating_add(self.free_count().saturating_mul(self.shapes.len() + 1))
    }

    /// Whole steps after which everything falls anew, so that any moment is found in bounded time.
    pub fn most_steps(&self) -> u64 {
        let a_step = 4 * self.work().max(1) as u64;
        (MOST_WORK_AT_ONCE / a_step).min(MOST_STEPS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_the_weights_is_brought_to_a_sum_of_one() {
        let mut influences = Influences::default();
        let entry = |bone, weight| Influence { bone, weight };
        influences.push([entry(0, 0.25), entry(1, 0.5), entry(2, 0.25)]);
        influences.push([entry(1, 1.0)]);
        // Vertices that are no cloth are left as stored, whatever their sum.
        influences.push([entry(0, 0.5)]);
        let others = without(&influences, |influence| influence.bone == 1);
        assert_eq!(others.of(0), [entry(0, 0.5), entry(2, 0.5)]);
        assert_eq!(others.of(1), []);
        assert_eq!(others.of(2), [entry(0, 0.5)]);
    }

    #[test]
    fn the_larger_a_cloth_the_sooner_it_falls_anew() {
        let mut cloth = Cloth {
            vertices: (0..100).collect(),
            ..Cloth::default()
        };
        assert_eq!(cloth.most_steps(), MOST_STEPS);
        cloth.vertices = (0..MOST_WORK as u32).collect();
        let steps = cloth.most_steps();
        assert!((1_000..MOST_STEPS).contains(&steps), "{steps}");
    }
}
