//! From the file's axes to glTF's: right-handed, Y up, facing +Z.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

use crate::model::{Basis, Transform};

/// A change of axes that is put into every number: `M → F·M·F⁻¹` (league-formats §9). A mirrored root node would do as
/// well, but some importers mishandle it.
///
/// For axes that are exchanged or turned round this rounds nothing.
pub(super) struct Axes {
    world_from_file: Mat3A,
    sign: f32,
}

impl Axes {
    pub fn new(basis: &Basis) -> Self {
        Self {
            world_from_file: basis.world_from_file,
            sign: if basis.mirrors() { -1.0 } else { 1.0 },
        }
    }

    /// True where triangles must turn their winding.
    pub fn mirrors(&self) -> bool {
        self.sign < 0.0
    }

    /// A point or a direction.
    pub fn vector(&self, vector: Vec3) -> Vec3 {
        (self.world_from_file * Vec3A::from(vector)).into()
    }

    /// A mirror turns the sense of a rotation as well as its axis.
    pub fn rotation(&self, rotation: Quat) -> Quat {
        let axis = self.vector(rotation.xyz()) * self.sign;
        Quat::from_xyzw(axis.x, axis.y, axis.z, rotation.w)
    }

    /// Scale along axes that are exchanged, but has no sense to be turned round.
    pub fn scale(&self, scale: Vec3) -> Vec3 {
        let axes = self.world_from_file;
        let sizes = Mat3A::from_cols(axes.x_axis.abs(), axes.y_axis.abs(), axes.z_axis.abs());
        (sizes * Vec3A::from(scale)).into()
    }

    pub fn transform(&self, local: &Transform) -> Transform {
        Transform {
            translation: self.vector(local.translation),
            rotation: self.rotation(local.rotation),
            scale: self.scale(local.scale),
        }
    }

    pub fn matrix(&self, matrix: &Affine3A) -> Affine3A {
        Affine3A {
            matrix3: self.world_from_file * matrix.matrix3 * self.world_from_file.transpose(),
            translation: self.world_from_file * matrix.translation,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_whole_change_their_axes_alike() {
        let turned = Basis {
            description: "",
            world_from_file: Mat3A::from_cols(Vec3A::NEG_X, Vec3A::NEG_Z, Vec3A::Y),
        };
        let local = Transform {
            translation: Vec3::new(1.0, -2.0, 3.0),
            rotation: Quat::from_xyzw(0.1, -0.5, 0.3, 0.8).normalize(),
            scale: Vec3::new(1.0, 2.0, 0.5),
        };
        for basis in [Basis::LEAGUE, Basis::SPINE, turned] {
            let axes = Axes::new(&basis);
            let parts = axes.transform(&local).to_affine();
            assert!(parts.abs_diff_eq(axes.matrix(&local.to_affine()), 1e-6));
            let point = Vec3::new(7.0, 8.0, 9.0);
            let moved = axes.vector(local.to_affine().transform_point3(point));
            assert!(
                parts
                    .transform_point3(axes.vector(point))
                    .abs_diff_eq(moved, 1e-5)
            );
        }
    }
}
