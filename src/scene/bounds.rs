//! Where an item is: boxes of its posed vertices, for fitting a view and for drawing.

use super::Item;
use crate::model::Bounds;

/// Poses sampled over a clip for its box.
const SAMPLES: usize = 24;
/// A small submesh that would make the box of the largest this many times as large is left out of a fit: game files
/// park props far below the ground or far aside while they are not in use.
const TOO_FAR: f32 = 1.8;

impl Item {
    /// The world-space box that a view of the whole clip in use should hold (of the bind pose without one). The pose is
    /// left as at `seconds`.
    pub fn clip_bounds(&mut self, seconds: f32) -> Bounds {
        let frames = self
            .clip()
            .map_or(1, |clip| clip.frame(clip.duration) as usize);
        let samples = frames.clamp(1, SAMPLES);
        let duration = self.clip().map_or(0.0, |clip| clip.duration);
        let mut boxes = Vec::new();
        for sample in 0..=samples {
            self.set_time(duration * sample as f32 / samples as f32);
            for (index, bounds) in self.submesh_bounds().into_iter().enumerate() {
                match boxes.get_mut(index) {
                    None => boxes.push(bounds),
                    Some(whole) => *whole = Bounds::union(*whole, bounds),
                }
            }
        }
        self.set_time(seconds);
        self.without_parked(&boxes)
    }

    /// The world-space box that a view of the pose last computed should hold.
    pub fn moment_bounds(&self) -> Bounds {
        self.without_parked(&self.submesh_bounds())
    }

    /// The world-space box of all that is visible in the pose last computed; of the joints where there is no mesh.
    pub fn bounds_now(&self) -> Bounds {
        let whole = self
            .submesh_bounds()
            .into_iter()
            .fold(Bounds::EMPTY, Bounds::union);
        if whole.is_empty() {
            self.joint_bounds()
        } else {
            whole
        }
    }

    /// World space; empty for a hidden submesh.
    fn submesh_bounds(&self) -> Vec<Bounds> {
        let Some(mesh) = self.mesh() else {
            return Vec::new();
        };
        let world = self.world_from_file();
        let posed = self.posed_vertices();
        let of_submesh = |(index, submesh): (usize, &crate::model::Submesh)| {
            if !self.visible.get(index).copied().unwrap_or(true) {
                return Bounds::EMPTY;
            }
            let range = submesh.indices.start as usize..submesh.indices.end as usize;
            let vertices = mesh.indices.get(range).unwrap_or_default().iter();
            let points = vertices.filter_map(|&vertex| posed.get(vertex as usize));
            Bounds::of(points.map(|vertex| world.transform_point3(vertex.position.into())))
        };
        mesh.submeshes.iter().enumerate().map(of_submesh).collect()
    }

    fn joint_bounds(&self) -> Bounds {
        let world = self.world_from_file();
        let joints = self.pose().worlds.iter();
        Bounds::of(joints.map(|joint| world.transform_point3a(joint.translation).into()))
    }

    /// The box around the submesh with most triangles and all that are not parked far from it.
    fn without_parked(&self, boxes: &[Bounds]) -> Bounds {
        let sizes = self
            .mesh()
            .map(|mesh| mesh.submeshes.as_slice())
            .unwrap_or_default();
        let shown = (0..boxes.len()).filter(|&index| !boxes[index].is_empty());
        let mut by_size: Vec<usize> = shown.collect();
        by_size.sort_by_key(|&index| {
            std::cmp::Reverse(sizes.get(index).map_or(0, |submesh| submesh.indices.len()))
        });
        let Some(&largest) = by_size.first() else {
            return self.joint_bounds();
        };
        let body = boxes[largest];
        let near = |bounds: &Bounds| body.union(*bounds).radius() <= body.radius() * TOO_FAR;
        let parts = by_size.iter().map(|&index| boxes[index]);
        parts.filter(near).fold(body, Bounds::union)
    }
}
