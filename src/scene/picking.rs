//! What lies under the pointer.

use glam::{Vec2, Vec3};

use super::Scene;

/// How near the pointer must be to a joint, in points.
const REACH: f32 = 12.0;

impl Scene {
    /// The joint drawn nearest to a pixel, within a few points; of several, the one nearest to the eye.
    /// `pixel` and `size` are in physical pixels from the picture's top left.
    pub fn joint_at(&self, pixel: Vec2, size: Vec2, pixels_per_point: f32) -> Option<usize> {
        let item = self.item.as_ref()?;
        let world = item.world_from_file();
        let camera = self.camera.matrices(size.x / size.y.max(1.0));
        let reach = REACH * pixels_per_point;
        let distances = item
            .pose()
            .worlds
            .iter()
            .enumerate()
            .filter_map(|(joint, matrix)| {
                let at: Vec3 = world.transform_point3a(matrix.translation).into();
                let (at, depth) = camera.project(at, size)?;
                let distance = at.distance(pixel);
                (distance <= reach).then_some((joint, distance, depth))
            });
        // Joints within two points of each other count as one place: there the nearer one to the eye wins.
        let key =
            |distance: f32, depth: f32| ((distance / (2.0 * pixels_per_point)).round(), depth);
        distances
            .min_by(|a, b| {
                key(a.1, a.2)
                    .partial_cmp(&key(b.1, b.2))
                    .unwrap_or(std::cmp::Ordering::Equal)
            })
            .map(|(joint, ..)| joint)
    }

    /// The visible submesh under a pixel. `pixel` and `size` as in [`Self::joint_at`].
    pub fn submesh_at(&self, pixel: Vec2, size: Vec2) -> Option<usize> {
        let item = self.item.as_ref()?;
        let mesh = item.mesh()?;
        let camera = self.camera.matrices(size.x / size.y.max(1.0));
        let (origin, direction) = camera.ray(pixel, size);
        let file_from_world = item.world_from_file().inverse();
        let origin = file_from_world.transform_point3(origin);
        let direction = file_from_world.transform_vector3(direction);
        let posed = item.posed_vertices();
        let corner = |index: u32| {
            posed
                .get(index as usize)
                .map(|vertex| Vec3::from(vertex.position))
        };
        let mut nearest: Option<(f32, usize)> = None;
        for (index, submesh) in mesh
            .submeshes
            .iter()
            .enumerate()
            .filter(|(index, _)| item.is_shown(*index))
        {
            let range = submesh.indices.start as usize..submesh.indices.end as usize;
            for triangle in mesh.indices.get(range).unwrap_or_default().chunks_exact(3) {
                let (Some(a), Some(b), Some(c)) = (
                    corner(triangle[0]),
                    corner(triangle[1]),
                    corner(triangle[2]),
                ) else {
                    continue;
                };
                if let Some(along) = hit(origin, direction, [a, b, c])
                    && nearest.is_none_or(|(best, _)| along < best)
                {
                    nearest = Some((along, index));
                }
            }
        }
        nearest.map(|(_, submesh)| submesh)
    }
}

/// Distance along a ray to a triangle, from either side (Möller and Trumbore, 1997).
fn hit(origin: Vec3, direction: Vec3, [a, b, c]: [Vec3; 3]) -> Option<f32> {
    let (ab, ac) = (b - a, c - a);
    let across = direction.cross(ac);
    let determinant = ab.dot(across);
    if determinant.abs() < 1e-12 {
        return None;
    }
    let from_a = origin - a;
    let u = from_a.dot(across) / determinant;
    let around = from_a.cross(ab);
    let v = direction.dot(around) / determinant;
    let along = ac.dot(around) / determinant;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && along > 0.0).then_some(along)
}
