//! An orbiting camera: yaw and pitch about a target, at a distance.

use glam::{Mat4, Vec2, Vec3};

use super::frame::CameraMatrices;
use crate::model::Bounds;

/// Vertical field of view, radians.
const FIELD_OF_VIEW: f32 = 0.6;
/// How much of the picture's height or width a fit fills.
const FILLED: f32 = 0.92;
/// A fit shows at least this, in units and as a share of the distance from the origin: a single point is no size, and
/// less than this is lost in rounding.
const LEAST_RADIUS: f32 = 1e-4;
/// Coordinates beyond this are damage, and their squares no numbers.
const FARTHEST: f32 = 1e15;
/// Pitch stops short of the poles, where the horizon would flip.
const STEEPEST: f32 = 1.55;

/// A way of looking that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The character faces the viewer.
    Front,
    /// The viewer stands at the character's left.
    Side,
    /// From above.
    Top,
    /// From the front, the character's left and a little above.
    ThreeQuarter,
}

impl View {
    /// Yaw and pitch, radians.
    pub fn angles(self) -> (f32, f32) {
        match self {
            Self::Front => (0.0, 0.0),
            Self::Side => (std::f32::consts::FRAC_PI_2, 0.0),
            Self::Top => (0.0, STEEPEST),
            Self::ThreeQuarter => (0.6, 0.25),
        }
    }
}

/// World space: right-handed, Y up, a character faces +Z, so that its left is at +X.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// What it looks at.
    pub target: Vec3,
    /// Radians about Y; 0 looks from +Z, a quarter turn from +X.
    pub yaw: f32,
    /// Radians above the horizon.
    pub pitch: f32,
    /// From the eye to the target.
    pub distance: f32,
    /// Radius of what is shown: near and far planes hang on it.
    pub scene_radius: f32,
}

impl Default for Camera {
    fn default() -> Self {
        let (yaw, pitch) = View::ThreeQuarter.angles();
        Self {
            target: Vec3::ZERO,
            yaw,
            pitch,
            distance: 5.0,
            scene_radius: 1.0,
        }
    }
}

impl Camera {
    /// From the target towards the eye.
    pub fn back(&self) -> Vec3 {
        let (yaw_sin, yaw_cos) = self.yaw.sin_cos();
        let (pitch_sin, pitch_cos) = self.pitch.sin_cos();
        Vec3::new(yaw_sin * pitch_cos, pitch_sin, yaw_cos * pitch_cos)
    }

    /// World space.
    pub fn eye(&self) -> Vec3 {
        self.target + self.back() * self.distance
    }

    /// World direction of the picture's right.
    pub fn right(&self) -> Vec3 {
        Vec3::new(self.yaw.cos(), 0.0, -self.yaw.sin())
    }

    /// World direction of the picture's up.
    pub fn up(&self) -> Vec3 {
        self.back().cross(self.right())
    }

    /// The view by name, without moving the target.
    pub fn look(&mut self, view: View) {
        (self.yaw, self.pitch) = view.angles();
    }

    /// Turns about the target, by radians.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        self.yaw = (self.yaw + yaw).rem_euclid(std::f32::consts::TAU);
        self.pitch = (self.pitch + pitch).clamp(-STEEPEST, STEEPEST);
    }

    /// Moves the target in the picture's plane; `pixels` down and right are positive, in a picture `height` pixels high.
    pub fn pan(&mut self, pixels: Vec2, height: f32) {
        let per_pixel = self.height_at_target() / height.max(1.0);
        self.target += (self.up() * pixels.y - self.right() * pixels.x) * per_pixel;
    }

    /// What the picture's height spans in the world, at the target's distance.
    pub fn height_at_target(&self) -> f32 {
        2.0 * self.distance * (FIELD_OF_VIEW * 0.5).tan()
    }

    /// Divides the distance by `factor`.
    pub fn zoom(&mut self, factor: f32) {
        let radius = self.scene_radius.max(1e-6);
        self.distance =
            (self.distance / factor.clamp(0.01, 100.0)).clamp(radius * 0.01, radius * 100.0);
    }

    /// Moves so that world-space points fill the picture, keeping the angles. Points out of any reason are left out;
    /// without any other it looks at a unit box about the origin.
    pub fn fit(&mut self, points: &[Vec3], aspect: f32) {
        let usable = |point: &Vec3| point.is_finite() && point.abs().max_element() < FARTHEST;
        let bounds = Bounds::of(points.iter().copied().filter(usable));
        if bounds.is_empty() {
            return self.fit(&[-Vec3::ONE, Vec3::ONE], aspect);
        }
        let (right, up, back) = (self.right(), self.up(), self.back());
        let finite = || points.iter().filter(|point| usable(point));
        // The middle of the points as the picture sees them, not of their box, which sticks out at its corners.
        let seen = Bounds::of(
            finite().map(|point| Vec3::new(point.dot(right), point.dot(up), point.dot(back))),
        );
        let middle = seen.center();
        self.target = right * middle.x + up * middle.y + back * middle.z;
        let least = LEAST_RADIUS * self.target.abs().max_element().max(1.0);
        self.scene_radius = bounds.radius().max(least);
        let tall = (FIELD_OF_VIEW * 0.5).tan() * FILLED;
        let wide = tall * aspect.max(1e-3);
        // The nearest distance from which every point is inside the frustum.
        let distances = finite().map(|&point| {
            let from_target = point - self.target;
            let across =
                (from_target.dot(right).abs() / wide).max(from_target.dot(up).abs() / tall);
            across + from_target.dot(back)
        });
        self.distance = distances.fold((self.scene_radius * 0.1).max(least / tall), f32::max);
    }

    /// For a picture with this ratio of width to height.
    pub fn matrices(&self, aspect: f32) -> CameraMatrices {
        let eye = self.eye();
        // The grid reaches ten radii out; the near plane follows the eye in, so that a close look is not cut open.
        let reach = self.scene_radius * 12.0;
        let far = self.distance + reach;
        let near = (self.distance - self.scene_radius * 4.0)
            .max(self.distance.min(self.scene_radius) * 0.02);
        let view = glam::camera::rh::view::look_at_mat4(eye, self.target, Vec3::Y);
        let projection = glam::camera::rh::proj::directx::perspective(
            FIELD_OF_VIEW,
            aspect.clamp(1e-3, 1e3),
            near,
            far,
        );
        CameraMatrices {
            clip_from_world: projection * view,
            eye,
            right: self.right(),
            up: self.up(),
            back: self.back(),
        }
    }
}

impl CameraMatrices {
    /// Where a world point lies in a picture of `size` pixels, and its depth; `None` behind the eye.
    pub fn project(&self, point: Vec3, size: Vec2) -> Option<(Vec2, f32)> {
        let clip = self.clip_from_world * point.extend(1.0);
        if clip.w <= 1e-9 || !clip.is_finite() {
            return None;
        }
        let ndc = clip.truncate() / clip.w;
        Some((
            Vec2::new(ndc.x * 0.5 + 0.5, 0.5 - ndc.y * 0.5) * size,
            ndc.z,
        ))
    }

    /// World-space origin and direction of the ray through a pixel of a picture of `size` pixels.
    pub fn ray(&self, pixel: Vec2, size: Vec2) -> (Vec3, Vec3) {
        let ndc = Vec2::new(pixel.x / size.x * 2.0 - 1.0, 1.0 - pixel.y / size.y * 2.0);
        let world_from_clip: Mat4 = self.clip_from_world.inverse();
        let far = world_from_clip.project_point3(ndc.extend(1.0));
        (self.eye, (far - self.eye).normalize_or_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_inside(camera: &Camera, bounds: Bounds, aspect: f32) {
        let matrices = camera.matrices(aspect);
        for corner in bounds.corners() {
            let (pixel, depth) = matrices
                .project(corner, Vec2::new(aspect, 1.0))
                .expect("in front of the eye");
            assert!(
                pixel.x >= 0.0 && pixel.x <= aspect && pixel.y >= 0.0 && pixel.y <= 1.0,
                "{corner} at {pixel}"
            );
            assert!((0.0..=1.0).contains(&depth), "{corner} at depth {depth}");
        }
    }

    #[test]
    fn fit_holds_every_corner_of_boxes_of_any_size_from_any_side() {
        for size in [1e-3, 1.0, 250.0, 1e5] {
            let bounds = Bounds {
                min: Vec3::new(-0.3, 0.0, -0.2) * size,
                max: Vec3::new(0.4, 1.0, 0.9) * size,
            };
            for view in [View::Front, View::Side, View::Top, View::ThreeQuarter] {
                for aspect in [0.4, 1.0, 2.5] {
                    let mut camera = Camera::default();
                    camera.look(view);
                    camera.fit(&bounds.corners(), aspect);
                    assert_inside(&camera, bounds, aspect);
                }
            }
        }
    }

    #[test]
    fn fit_to_one_point_looks_at_it_from_some_way_off() {
        for at in [
            Vec3::ZERO,
            Vec3::new(100.0, 200.0, -300.0),
            Vec3::splat(1e6),
        ] {
            let mut camera = Camera::default();
            camera.fit(&[at; 5], 1.5);
            assert!(camera.eye().distance(camera.target) > 0.0, "{at}");
            let (pixel, depth) = camera
                .matrices(1.5)
                .project(at, Vec2::new(150.0, 100.0))
                .expect("in front of the eye");
            assert!(
                pixel.distance(Vec2::new(75.0, 50.0)) < 10.0,
                "{at} at {pixel}"
            );
            assert!((0.0..=1.0).contains(&depth), "{at} at depth {depth}");
        }
    }

    #[test]
    fn from_the_front_world_x_is_at_the_right_and_from_the_side_it_faces_the_viewer() {
        let mut camera = Camera::default();
        camera.look(View::Front);
        let size = Vec2::splat(100.0);
        let (pixel, _) = camera.matrices(1.0).project(Vec3::X, size).unwrap();
        assert!(pixel.x > 50.0);
        camera.look(View::Side);
        assert!(camera.eye().x > 4.9);
    }

    #[test]
    fn a_ray_through_a_projected_point_hits_that_point() {
        let camera = Camera {
            target: Vec3::new(1.0, 2.0, 3.0),
            ..Camera::default()
        };
        let matrices = camera.matrices(1.5);
        let point = Vec3::new(0.7, 2.4, 3.3);
        let size = Vec2::new(300.0, 200.0);
        let (pixel, _) = matrices.project(point, size).unwrap();
        let (origin, direction) = matrices.ray(pixel, size);
        let along = (point - origin).dot(direction);
        assert!((origin + direction * along - point).length() < 1e-3);
    }
}
