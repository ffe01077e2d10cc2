//! Where an item is: its posed vertices as points and boxes, for fitting a view and for drawing.

use glam::Vec3;

use super::frame::SkinnedVertex;
use super::{Clock, Item};
use crate::model::Bounds;

/// Poses sampled over a clip to fit a view to all of it.
const SAMPLES: usize = 24;
/// A submesh farther from the body, which is the largest and all slots, than this many radii of it is left out of a fit: game files park props far below
/// the ground or far aside while they are not in use.
const PARKED: f32 = 0.8;
/// A submesh with less than this share of the largest's vertices must not make a view much larger: smears and needles
/// fly far, the character is what a view is for.
const SMALL: usize = 20;
/// How many times as large a small submesh may make a view.
const MUCH_LARGER: f32 = 1.25;

/// Seconds that a Spine character is played through for a fit: each step of it costs.
const PLAYED_FOR_A_FIT: f32 = 30.0;

impl Item {
    /// World-space points that a view of all that plays should hold (of the bind pose where nothing does). The pose is left
    /// as the clock says.
    pub fn clip_points(&mut self, clock: &Clock) -> Vec<Vec3> {
        let mut duration = self.duration() as f32;
        if self.spine().is_some() {
            duration = duration.min(PLAYED_FOR_A_FIT);
        }
        let frames = self.clip().map_or(1, |clip| clip.frame(duration) as usize);
        let samples = frames.clamp(1, SAMPLES);
        let mut points = Vec::new();
        for sample in 0..=samples {
            self.set_time(f64::from(duration * sample as f32 / samples as f32));
            points.append(&mut self.moment_points());
        }
        self.pose_at(clock);
        // Where it was dragged to it stands in later passes only.
        if self.spine().is_some_and(|(spine, _)| spine.is_moved()) {
            points.append(&mut self.moment_points());
        }
        points
    }

    /// World-space points that a view of the pose last computed should hold: the vertices of all that is visible but
    /// parked props; the joints where there is no mesh.
    pub fn moment_points(&self) -> Vec<Vec3> {
        if self.spine().is_some() {
            let points = self.slot_points();
            return if points.is_empty() {
                self.joint_points().collect()
            } else {
                points
            };
        }
        let submeshes = self.submesh_points();
        let largest = submeshes.iter().max_by_key(|points| points.len());
        let vertices = largest.map_or(0, Vec::len);
        // Slots are parts of one body, however far its boots are from its head (toee-formats §8.4).
        let slots = submeshes.iter().enumerate();
        let slots = slots.filter_map(|(index, points)| self.is_slot(index).then_some(points));
        let body = Bounds::of(largest.into_iter().chain(slots).flatten().copied());
        if body.is_empty() {
            return self.joint_points().collect();
        }
        let belongs = |points: &Vec<Vec3>| {
            let bounds = Bounds::of(points.iter().copied());
            let is_small = points.len() * SMALL < vertices;
            let is_far_larger = body.union(bounds).radius() > body.radius() * MUCH_LARGER;
            body.gap(bounds) <= body.radius() * PARKED && !(is_small && is_far_larger)
        };
        let mut points: Vec<Vec3> = submeshes.into_iter().filter(belongs).flatten().collect();
        let shown = self.worn().iter().filter(|worn| worn.is_drawn());
        points.extend(shown.flat_map(|worn| worn.item.moment_points()));
        points
    }

    /// The world-space box of all that is visible of posed vertices, of the pose last computed; of the joints where there
    /// is no mesh.
    pub fn bounds_of(&self, posed: &[SkinnedVertex]) -> Bounds {
        let world = self.world_from_file();
        let mut whole = Bounds::EMPTY;
        if let Some(mesh) = self.mesh() {
            let shown = mesh.submeshes.iter().enumerate();
            for (_, submesh) in shown.filter(|(index, _)| self.is_shown(*index)) {
                let range = submesh.indices.start as usize..submesh.indices.end as usize;
                let indices = mesh.indices.get(range).unwrap_or_default().iter();
                whole = indices
                    .filter_map(|&vertex| posed.get(vertex as usize))
                    .map(|vertex| world.transform_point3(vertex.position.into()))
                    .fold(whole, Bounds::with);
            }
        }
        if whole.is_empty() {
            Bounds::of(self.joint_points())
        } else {
            whole
        }
    }

    /// For each submesh its vertices, world space; none for a hidden one.
    fn submesh_points(&self) -> Vec<Vec<Vec3>> {
        let Some(mesh) = self.mesh() else {
            return Vec::new();
        };
        let world = self.world_from_file();
        let posed = self.posed_vertices();
        let mut taken = vec![false; posed.len()];
        let mut of_submesh = |(index, submesh): (usize, &crate::model::Submesh)| {
            if !self.is_shown(index) {
                return Vec::new();
            }
            let range = submesh.indices.start as usize..submesh.indices.end as usize;
            let mut points = Vec::new();
            for &vertex in mesh.indices.get(range).unwrap_or_default() {
                if let (Some(posed), Some(taken)) =
                    (posed.get(vertex as usize), taken.get_mut(vertex as usize))
                    && !std::mem::replace(taken, true)
                {
                    points.push(world.transform_point3(posed.position.into()));
                }
            }
            points
        };
        mesh.submeshes
            .iter()
            .enumerate()
            .map(&mut of_submesh)
            .collect()
    }

    fn joint_points(&self) -> impl Iterator<Item = Vec3> {
        let world = self.world_from_file();
        let joints = self.pose().worlds.iter();
        joints.map(move |joint| world.transform_point3a(joint.translation).into())
    }
}
