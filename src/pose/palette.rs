//! What vertices are multiplied with.

use glam::{Affine3A, Vec4};

/// One row-major 3×4 matrix of the palette arena: 48 bytes a joint, the last column the translation.
pub type PaletteRows = [Vec4; 3];

/// The rows of an affine matrix.
pub fn rows_of(matrix: &Affine3A) -> PaletteRows {
    let rows = matrix.matrix3.transpose();
    let translation = matrix.translation;
    [
        rows.x_axis.extend(translation.x),
        rows.y_axis.extend(translation.y),
        rows.z_axis.extend(translation.z),
    ]
}
