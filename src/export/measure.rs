//! How far an exported clip is off our own evaluation.

use glam::{Affine3A, Vec3, Vec3A};

use super::ClipSource;
use super::animation::JointCurves;
use super::joints::Hierarchy;
use super::moments::Moments;
use super::piece::Piece;
use super::skin::Skin;
use crate::model::Bounds;
use crate::pose::Pose;

/// The points of each joint at which errors are measured, in the joint's own space: its origin, and the corners of the
/// box around the vertices that it moves. A vertex is off by no more than the worst corner of the joints that move it.
pub(super) struct Probes {
    points: Vec<Vec<Vec3A>>,
    /// For each joint how far the farthest point below it lies in the bind pose, at least 1: what a turn by one radian
    /// moves it by.
    pub reach: Vec<f32>,
}

impl Probes {
    pub fn new(hierarchy: &Hierarchy<'_>, skinned: &[(Piece<'_>, Skin)]) -> Self {
        let points: Vec<Vec<Vec3A>> = boxes(hierarchy, skinned)
            .iter()
            .map(|bounds| {
                let corners = (!bounds.is_empty()).then(|| bounds.corners().map(Vec3A::from));
                let corners = corners.into_iter().flatten();
                std::iter::once(Vec3A::ZERO).chain(corners).collect()
            })
            .collect();
        let reach = reach(hierarchy, &points);
        Self { points, reach }
    }
}

/// For each joint the box around its vertices as the inverse bind takes them into its space.
fn boxes(hierarchy: &Hierarchy<'_>, skinned: &[(Piece<'_>, Skin)]) -> Vec<Bounds> {
    let mut boxes = vec![Bounds::EMPTY; hierarchy.len()];
    for (piece, skin) in skinned {
        for (vertex, &position) in piece.mesh.positions.iter().enumerate() {
            for influence in skin.of_vertex(piece, vertex) {
                let slot = skin.slots.get(influence.bone as usize);
                if let Some((joint, inverse_bind)) = slot
                    && let Some(bounds) = boxes.get_mut(*joint)
                {
                    *bounds = bounds.with(inverse_bind.transform_point3(position));
                }
            }
        }
    }
    boxes
}

fn reach(hierarchy: &Hierarchy<'_>, points: &[Vec<Vec3A>]) -> Vec<f32> {
    let worlds = Pose::bind(hierarchy.skeleton).worlds;
    let mut reach: Vec<f32> = points
        .iter()
        .zip(&worlds)
        .map(|(points, world)| {
            let arms = points.iter().map(|point| (world.matrix3 * *point).length());
            arms.fold(1.0, f32::max)
        })
        .collect();
    for &joint in hierarchy.order.iter().rev() {
        if let Some(parent) = hierarchy.parents[joint] {
            let bone = worlds[joint]
                .translation
                .distance(worlds[parent].translation);
            reach[parent] = reach[parent].max(bone + reach[joint]);
        }
    }
    reach
}

/// The largest error found, in the file's unit, and its moment in seconds.
#[derive(Clone, Copy, Default)]
pub(super) struct Worst {
    pub error: f32,
    pub time: f32,
}

/// Compares at every sampled moment. Points that are no numbers on either side are passed over.
pub(super) fn measure(
    hierarchy: &Hierarchy<'_>,
    probes: &Probes,
    clip: &ClipSource<'_>,
    moments: &Moments,
    curves: &[JointCurves],
    pose: &mut Pose,
) -> Worst {
    let mut worst = Worst::default();
    let rest: Vec<Affine3A> = hierarchy.rest.iter().map(|rest| rest.to_affine()).collect();
    let mut locals = rest.clone();
    let mut worlds = rest;
    for (index, &time) in moments.times.iter().enumerate() {
        for curves in curves {
            let rest = &hierarchy.rest[curves.joint];
            locals[curves.joint] = curves.at(&moments.times, index, rest);
        }
        for &joint in &hierarchy.order {
            worlds[joint] = match hierarchy.parents[joint] {
                Some(parent) => worlds[parent] * locals[joint],
                None => locals[joint],
            };
        }
        (clip.sample)(f64::from(time), pose);
        for ((world, own), points) in worlds.iter().zip(&pose.worlds).zip(&probes.points) {
            let error = error(world, own, points);
            if error > worst.error {
                worst = Worst { error, time };
            }
        }
    }
    worst
}

fn error(exported: &Affine3A, own: &Affine3A, points: &[Vec3A]) -> f32 {
    let offs = points.iter().map(|&point| {
        let off = exported.transform_point3a(point) - own.transform_point3a(point);
        Vec3::from(off).length()
    });
    offs.filter(|off| off.is_finite()).fold(0.0, f32::max)
}
