//! Translation, rotation and scale, kept as the file has them.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

/// A local transform. As a matrix (column vectors): `T · R · S`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// In the parent's space and the file's unit.
    pub translation: Vec3,
    /// As stored; not necessarily of unit length.
    pub rotation: Quat,
    /// Per axis, before the rotation.
    pub scale: Vec3,
}

impl Transform {
    /// No translation, no rotation, scale 1.
    pub const IDENTITY: Self = Self {
        translation: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        scale: Vec3::ONE,
    };

    /// `T · R · S`. A rotation that is not of unit length is normalised; one without a direction
    /// (zero, NaN, infinite) counts as no rotation, so that no NaN gets into a palette.
    pub fn to_affine(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(
            self.scale,
            unit_or_identity(self.rotation),
            self.translation,
        )
    }

    /// `T · M(q) · S` with the rotation formula of unit quaternions, applied to `q` as it is. Where `q` is not of unit
    /// length this is no rotation, and some games draw just that (toee-formats §5).
    pub fn to_affine_as_stored(&self) -> Affine3A {
        let [x, y, z, w] = self.rotation.to_array();
        let columns = [
            Vec3A::new(
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y + z * w),
                2.0 * (x * z - y * w),
            ),
            Vec3A::new(
                2.0 * (x * y - z * w),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z + x * w),
            ),
            Vec3A::new(
                2.0 * (x * z + y * w),
                2.0 * (y * z - x * w),
                1.0 - 2.0 * (x * x + y * y),
            ),
        ];
        let [x, y, z] = columns;
        Affine3A {
            matrix3: Mat3A::from_cols(x * self.scale.x, y * self.scale.y, z * self.scale.z),
            translation: self.translation.into(),
        }
    }

    /// `T · 1/S(parent) · M(q) · S`, with `M(q)` as in [`Self::to_affine_as_stored`]: what to multiply the parent's world
    /// with where a parent's own scale does not reach its children. An axis that the parent flattens stays flat.
    pub fn to_affine_compensated(&self, parent_scale: Vec3) -> Affine3A {
        let inverse = |scale: f32| if scale == 0.0 { 0.0 } else { scale.recip() };
        let own = self.to_affine_as_stored();
        Affine3A {
            matrix3: Mat3A::from_diagonal(parent_scale.map(inverse)) * own.matrix3,
            translation: own.translation,
        }
    }

    /// The nearest translation, rotation and scale of an affine matrix; a shear is lost.
    pub fn from_affine(matrix: &Affine3A) -> Self {
        let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
        Self {
            translation,
            rotation: unit_or_identity(rotation),
            scale,
        }
    }

    /// False where any number is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }
}

/// `rotation` at unit length; the identity where it has no direction.
pub fn unit_or_identity(rotation: Quat) -> Quat {
    let length_squared = rotation.length_squared();
    if !length_squared.is_finite() || length_squared < 1e-12 {
        return Quat::IDENTITY;
    }
    // Within rounding of unit length already: dividing would only move the last bits of exact data.
    if (length_squared - 1.0).abs() < 1e-7 {
        rotation
    } else {
        rotation * length_squared.sqrt().recip()
    }
}

/// The 12 numbers of a 3×4 matrix row by row, as the command line prints them.
pub fn rows(matrix: &Affine3A) -> [f32; 12] {
    let m = matrix.matrix3;
    let t = matrix.translation;
    [
        m.x_axis.x, m.y_axis.x, m.z_axis.x, t.x, //
        m.x_axis.y, m.y_axis.y, m.z_axis.y, t.y, //
        m.x_axis.z, m.y_axis.z, m.z_axis.z, t.z,
    ]
}

/// The inverse of [`rows`].
pub fn from_rows(r: [f32; 12]) -> Affine3A {
    Affine3A::from_cols_array(&[
        r[0], r[4], r[8], r[1], r[5], r[9], r[2], r[6], r[10], r[3], r[7], r[11],
    ])
}
