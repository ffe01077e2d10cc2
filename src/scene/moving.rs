//! A character that is dragged about in the picture.

use glam::{Vec2, Vec3};

use super::{Item, Scene};

impl Scene {
    /// Moves a Spine character in its plane, as the pointer went from one pixel to another. `size` is the picture's, in
    /// the same pixels. False for other characters, and where the plane is seen edge on.
    pub fn drag_character(&mut self, from: Vec2, to: Vec2, size: Vec2) -> bool {
        if !self.is_spine() {
            return false;
        }
        // What was shown last may be a frame old.
        self.pose_now();
        let Some((from, to)) = self.on_plane(from, size).zip(self.on_plane(to, size)) else {
            return false;
        };
        let moved = (to - from).as_dvec3();
        if let Some((spine, rig)) = self.item.as_mut().and_then(Item::spine_mut) {
            spine.move_by(rig, moved.x, moved.y);
        }
        true
    }

    /// Where the ray through a pixel meets the plane in which a flat character lies, in the file's axes.
    fn on_plane(&self, pixel: Vec2, size: Vec2) -> Option<Vec3> {
        let item = self.item.as_ref()?;
        let file_from_world = item.world_from_file().inverse();
        let camera = self.camera.matrices(size.x / size.y.max(1.0));
        let (origin, direction) = camera.ray(pixel, size);
        let origin = file_from_world.transform_point3(origin);
        let direction = file_from_world.transform_vector3(direction);
        let along = -origin.z / direction.z;
        let met = origin + direction * along;
        (along > 0.0 && met.is_finite()).then_some(met)
    }
}
