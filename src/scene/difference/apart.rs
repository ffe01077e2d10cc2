//! How far two transforms are apart: a distance, an angle, a stretch.

use glam::{Affine3A, DMat3, DVec3};

/// How far two things are apart at most before they differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// File units; of scales and colours plain numbers.
    pub distance: f32,
    /// Degrees.
    pub degrees: f32,
}

impl Default for Tolerance {
    /// What rounding makes of a pose.
    fn default() -> Self {
        Self {
            distance: 0.001,
            degrees: 0.01,
        }
    }
}

/// How far two transforms are apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Apart {
    /// Between the origins; file units.
    pub distance: f32,
    /// The turn that takes one's axes to the other's; degrees, 180 where one is mirrored.
    pub degrees: f32,
    /// The largest difference of the lengths of an axis.
    pub scale: f32,
}

impl Apart {
    /// Of two transforms. One that is no number is as far apart as can be from one that is, and like one that is none.
    pub fn of(a: &Affine3A, b: &Affine3A) -> Self {
        match (a.is_finite(), b.is_finite()) {
            (false, false) => return Self::default(),
            (true, true) => {}
            _ => {
                return Self {
                    distance: f32::MAX,
                    degrees: 180.0,
                    scale: f32::MAX,
                };
            }
        }
        let distance = a.translation.as_dvec3().distance(b.translation.as_dvec3());
        let (axes_a, axes_b) = (wide(a), wide(b));
        let lengths = |axes: DMat3| {
            DVec3::new(
                axes.x_axis.length(),
                axes.y_axis.length(),
                axes.z_axis.length(),
            )
        };
        let scale = (lengths(axes_a) - lengths(axes_b)).abs().max_element();
        let degrees = match (unstretched(axes_a), unstretched(axes_b)) {
            (Some((a, mirrored_a)), Some((b, mirrored_b))) if mirrored_a == mirrored_b => {
                turn(a.transpose() * b).to_degrees()
            }
            (Some(_), Some(_)) => 180.0,
            _ => 0.0,
        };
        Self {
            distance: narrowed(distance),
            degrees: narrowed(degrees),
            scale: narrowed(scale),
        }
    }

    /// Whether any of it is more than rounding.
    pub fn exceeds(&self, tolerance: Tolerance) -> bool {
        self.distance > tolerance.distance
            || self.degrees > tolerance.degrees
            || self.scale > tolerance.distance
    }
}

fn wide(matrix: &Affine3A) -> DMat3 {
    let [x, y, z] = [0, 1, 2].map(|axis| matrix.matrix3.col(axis).as_dvec3());
    DMat3::from_cols(x, y, z)
}

/// A number that fits.
fn narrowed(number: f64) -> f32 {
    number.min(f64::from(f32::MAX)) as f32
}

/// Axes at right angles and of unit length, right-handed, and whether they were not; `None` of what is flat.
fn unstretched(axes: DMat3) -> Option<(DMat3, bool)> {
    let x = axes.x_axis.try_normalize()?;
    let y = (axes.y_axis - x * x.dot(axes.y_axis)).try_normalize()?;
    let z = x.cross(y);
    let mirrored = z.dot(axes.z_axis) < 0.0;
    Some((DMat3::from_cols(x, y, z), mirrored))
}

/// The angle of a rotation in radians; exact also where it is small, unlike the arc cosine of the trace.
fn turn(rotation: DMat3) -> f64 {
    let [x, y, z] = [rotation.x_axis, rotation.y_axis, rotation.z_axis];
    let axis = DVec3::new(y.z - z.y, z.x - x.z, x.y - y.x);
    axis.length().atan2(x.x + y.y + z.z - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};

    #[track_caller]
    fn near(found: f32, expected: f32) {
        assert!(
            (found - expected).abs() <= expected.abs() * 1e-4 + 1e-5,
            "{found}, not {expected}"
        );
    }

    #[test]
    fn a_known_turn_and_step_are_measured_whatever_the_scale() {
        let axis = Vec3::new(1.0, 2.0, -0.5).normalize();
        for degrees in [0.02_f32, 1.0, 90.0, 179.0] {
            let a = Affine3A::from_scale(Vec3::new(2.0, 0.5, 1.0));
            let turn = Quat::from_axis_angle(axis, degrees.to_radians());
            let b = Affine3A::from_rotation_translation(turn, Vec3::new(3.0, 4.0, 0.0)) * a;
            let apart = Apart::of(&a, &b);
            near(apart.distance, 5.0);
            near(apart.degrees, degrees);
            assert!(apart.scale < 1e-5);
        }
    }

    #[test]
    fn a_stretch_is_no_turn_and_a_mirror_is_a_half_turn() {
        let stretched = Affine3A::from_scale(Vec3::new(1.0, 1.0, 1.5));
        let apart = Apart::of(&Affine3A::IDENTITY, &stretched);
        assert_eq!(
            (apart.distance, apart.degrees, apart.scale),
            (0.0, 0.0, 0.5)
        );
        let mirrored = Affine3A::from_scale(Vec3::new(1.0, 1.0, -1.0));
        assert_eq!(Apart::of(&Affine3A::IDENTITY, &mirrored).degrees, 180.0);
    }

    #[test]
    fn what_is_flat_or_no_number_is_survived() {
        let flat = Affine3A::from_scale(Vec3::ZERO);
        assert_eq!(Apart::of(&flat, &Affine3A::IDENTITY).degrees, 0.0);
        let none = Affine3A::from_translation(Vec3::NAN);
        assert_eq!(Apart::of(&none, &none), Apart::default());
        let apart = Apart::of(&none, &Affine3A::IDENTITY);
        assert_eq!(apart.distance, f32::MAX);
        assert!(apart.exceeds(Tolerance::default()));
    }
}
