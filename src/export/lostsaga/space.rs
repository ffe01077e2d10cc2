//! From a character's file space into Lost Saga's, and what is rigid of a matrix there.

use glam::{Affine3A, DMat3, DQuat, DVec3, Mat3A, Quat, Vec3, Vec3A};

use crate::model::Basis;

/// Volumes below this, of a matrix whose columns are about one long, are none: it is flat and has no nearest rotation.
const FLAT: f64 = 1e-9;
/// Newton's steps double the digits; flat matrices take some more before they have any.
const MOST_STEPS: usize = 48;

/// A rotation and the place of the origin: all that a bone of `.skl` and a key of `.ani` hold (lostsaga-formats §3, §6).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rigid {
    pub rotation: DQuat,
    pub origin: DVec3,
}

impl Rigid {
    pub const IDENTITY: Self = Self {
        rotation: DQuat::IDENTITY,
        origin: DVec3::ZERO,
    };

    pub fn point(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.origin
    }

    pub fn then(&self, inner: &Self) -> Self {
        Self {
            rotation: (self.rotation * inner.rotation).normalize(),
            origin: self.point(inner.origin),
        }
    }

    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.inverse();
        Self {
            rotation,
            origin: -(rotation * self.origin),
        }
    }

    pub fn to_affine(self) -> Affine3A {
        Affine3A::from_rotation_translation(self.rotation.as_quat(), self.origin.as_vec3())
    }
}

/// Axes that are exchanged or turned round, and one scale.
pub(super) struct Space {
    axes: DMat3,
    scale: f64,
}

impl Space {
    /// `scale` makes the game's units of the file's. With `keep` the axes stay the file's own.
    pub fn new(basis: &Basis, scale: f32, keep: bool) -> Self {
        let columns = |matrix: Mat3A| {
            let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
            DMat3::from_cols(x.as_dvec3(), y.as_dvec3(), z.as_dvec3())
        };
        let to_world = columns(basis.world_from_file);
        let axes = match keep {
            true => DMat3::IDENTITY,
            false => columns(Basis::LOST_SAGA.world_from_file).transpose() * to_world,
        };
        let is_size = scale.is_finite() && scale > 0.0;
        Self {
            axes,
            scale: if is_size { f64::from(scale) } else { 1.0 },
        }
    }

    /// True where triangles must turn their winding: their normals come of it on the stored side (lostsaga-formats §1).
    pub fn mirrors(&self) -> bool {
        self.axes.determinant() < 0.0
    }

    pub fn point(&self, point: DVec3) -> DVec3 {
        self.axes * point * self.scale
    }

    pub fn direction(&self, direction: Vec3) -> Vec3 {
        (self.axes * direction.as_dvec3()).as_vec3()
    }

    /// A joint's world with the scale and shear in it.
    pub fn world(&self, world: &Affine3A) -> (DMat3, DVec3) {
        let turned = self.axes * matrix(world) * self.axes.transpose();
        (turned, self.point(world.translation.as_dvec3()))
    }

    /// A local rotation.
    pub fn rotation(&self, rotation: Quat) -> DQuat {
        let turned = self.axes * DMat3::from_quat(rotation.as_dquat()) * self.axes.transpose();
        DQuat::from_mat3(&turned).normalize()
    }

    /// The rigid part of what takes vertices into a joint's space, as the joint without its scale needs it. `stretch` is
    /// the scale that was taken out of the joint's world at rest. `None` where there is no such part.
    pub fn bind(&self, inverse_bind: &Affine3A, stretch: &DMat3) -> Option<Rigid> {
        let own = self.axes * matrix(inverse_bind) * self.axes.transpose();
        let rotation = nearest_rotation(*stretch * own).or_else(|| nearest_rotation(own))?;
        // The joint's own place among the vertices stays exact.
        let center = -(own.inverse() * self.point(inverse_bind.translation.as_dvec3()));
        let rotation = DQuat::from_mat3(&rotation).normalize();
        let bind = Rigid {
            rotation,
            origin: -(rotation * center),
        };
        bind.origin.is_finite().then_some(bind)
    }
}

fn matrix(affine: &Affine3A) -> DMat3 {
    let column = |column: Vec3A| column.as_dvec3();
    let m = affine.matrix3;
    DMat3::from_cols(column(m.x_axis), column(m.y_axis), column(m.z_axis))
}

/// The rotation of the polar decomposition; of a mirrored matrix that of its opposite. `None` of a flat one, and where a
/// number is none.
pub(super) fn nearest_rotation(matrix: DMat3) -> Option<DMat3> {
    let lengths = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(DVec3::length_squared);
    let size = (lengths.iter().sum::<f64>() / 3.0).sqrt();
    if !size.is_finite() || size <= 1e-12 {
        return None;
    }
    let mut turn = matrix * size.recip();
    let volume = turn.determinant();
    if volume.abs() < FLAT {
        return None;
    }
    turn *= volume.signum();
    for _ in 0..MOST_STEPS {
        let next = (turn + turn.inverse().transpose()) * 0.5;
        let moved = next - turn;
        turn = next;
        if moved.abs_diff_eq(DMat3::ZERO, 1e-13) {
            break;
        }
    }
    turn.is_finite().then_some(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_are_found_under_scale_and_none_in_what_is_flat() {
        let turn = DMat3::from_quat(DQuat::from_xyzw(0.1, -0.5, 0.3, 0.8).normalize());
        for scale in [DVec3::ONE, DVec3::new(3.0, 0.01, 1.0), DVec3::splat(1e-4)] {
            let found = nearest_rotation(turn * DMat3::from_diagonal(scale)).unwrap();
            assert!(found.abs_diff_eq(turn, 1e-9), "{scale} {found}");
        }
        let mirrored = nearest_rotation(turn * -1.0).unwrap();
        assert!(mirrored.abs_diff_eq(turn, 1e-12));
        for flat in [DMat3::ZERO, DMat3::from_diagonal(DVec3::new(1.0, 1.0, 0.0))] {
            assert_eq!(nearest_rotation(flat), None);
        }
        assert_eq!(nearest_rotation(DMat3::from_diagonal(DVec3::NAN)), None);
    }

    #[test]
    fn a_world_scale_and_an_inverse_bind_that_takes_it_back_leave_the_rigid_one() {
        let space = Space::new(&Basis::TOEE, 2.54, false);
        let turn = Quat::from_xyzw(0.1, -0.5, 0.3, 0.8).normalize();
        let stretch = Vec3::new(1.0, 3.0, 0.5);
        let world =
            Affine3A::from_scale_rotation_translation(stretch, turn, Vec3::new(1.0, 2.0, 3.0));
        let (whole, origin) = space.world(&world);
        let rotation = DQuat::from_mat3(&nearest_rotation(whole).unwrap());
        let rigid = Rigid { rotation, origin };
        let taken = DMat3::from_quat(rotation).transpose() * whole;
        let bind = space.bind(&world.inverse(), &taken).unwrap();
        let both = rigid.then(&bind);
        assert!(both.origin.length() < 1e-5, "{}", both.origin);
        assert!(both.rotation.angle_between(DQuat::IDENTITY) < 1e-5);
    }
}
