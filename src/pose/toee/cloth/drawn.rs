//! Where hanging cloth is drawn.

use glam::Vec3;

use super::{Cloth, ClothState};
use crate::pose::skin_cpu::SkinnedVertex;

impl Cloth {
    /// Puts the free vertices of a skinned mesh where the cloth has them, with the normals of their triangles there; zero
    /// where those have none.
    pub fn put_on(&self, state: &ClothState, skinned: &mut [SkinnedVertex]) {
        let free = || self.vertices.iter().zip(state.places()).skip(self.anchors);
        for (&vertex, place) in free() {
            if let Some(skinned) = skinned.get_mut(vertex as usize) {
                skinned.position = place.to_array();
                skinned.normal = [0.0; 3];
            }
        }
        self.each_normal(state.places(), |particle, normal| {
            let vertex = self.vertices.get(particle).copied().unwrap_or(u32::MAX);
            if let Some(skinned) = skinned.get_mut(vertex as usize) {
                skinned.normal = (Vec3::from_array(skinned.normal) + normal).to_array();
            }
        });
        for ((&vertex, _), &is_turned) in free().zip(&self.turned) {
            if let Some(skinned) = skinned.get_mut(vertex as usize) {
                let unit = Vec3::from_array(skinned.normal).normalize_or_zero();
                skinned.normal = if is_turned { -unit } else { unit }.to_array();
            }
        }
    }

    /// Hands over free particles and the normals of their triangles, as long as the triangles are large.
    fn each_normal(&self, places: &[Vec3], mut each: impl FnMut(usize, Vec3)) {
        for corners in &self.triangles {
            let [a, b, c] = corners.map(|corner| places.get(corner as usize).copied());
            let (Some(a), Some(b), Some(c)) = (a, b, c) else {
                continue;
            };
            let normal = (b - a).cross(c - a);
            let corners = corners.iter().map(|&corner| corner as usize);
            corners
                .filter(|&corner| corner >= self.anchors)
                .for_each(|corner| each(corner, normal));
        }
    }

    /// Which of the stored normals point the other way than their triangles do: files hold such triangles
    /// (toee-formats §2.5).
    pub(super) fn find_turned(&mut self, stored: &[Vec3]) {
        let mut normals = vec![Vec3::ZERO; self.positions.len()];
        self.each_normal(&self.positions, |particle, normal| {
            normals[particle] += normal
        });
        let free = self.vertices.iter().zip(&normals).skip(self.anchors);
        let is_turned = |(&vertex, normal): (&u32, &Vec3)| {
            let stored = stored.get(vertex as usize);
            stored.is_some_and(|stored| stored.dot(*normal) < 0.0)
        };
        self.turned = free.map(is_turned).collect();
    }
}
