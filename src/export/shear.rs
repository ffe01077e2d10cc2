//! Snapped joints whose world is sheared, as below an ancestor of unequal scale. No node of glTF has a shear, but two can:
//! a stretch between two rotations. Such a joint hangs at a node of its own, which stretches it along turned axes.

use glam::{Affine3A, Mat3, Quat, Vec3};

use super::joints::Hierarchy;
use super::{ClipSource, LARGEST_ERROR};
use crate::model::Transform;
use crate::model::transform::unit_or_identity;
use crate::pose::Pose;

/// A shear is looked for at this many moments a second, and at so many moments of one clip at most.
const RATE: f64 = 30.0;
const MOST_MOMENTS: f64 = 20_000.0;
/// What may be left of a shear, in units.
const SMALLEST: f32 = LARGEST_ERROR * 0.2;
/// Off the diagonal by less than this share, a stretch counts as one along the axes: where it is nearly even, rounding
/// alone would else turn them at random.
const ROUNDING: f32 = 3e-6;
/// Rounds over the three pairs of axes; each squares what is left.
const MOST_ROUNDS: usize = 6;

/// For each joint whether it is snapped and its world sheared at any moment of any clip. `reach` is in units a radian.
pub(super) fn find(
    hierarchy: &Hierarchy<'_>,
    reach: &[f32],
    clips: &[ClipSource<'_>],
    pose: &mut Pose,
) -> Vec<bool> {
    let mut found = vec![false; hierarchy.len()];
    let mut open: Vec<usize> = (0..hierarchy.len())
        .filter(|&joint| hierarchy.is_victim[joint])
        .collect();
    for clip in clips {
        let seconds = if clip.duration.is_finite() {
            clip.duration.max(0.0)
        } else {
            0.0
        };
        let moments = (seconds * RATE).ceil().clamp(1.0, MOST_MOMENTS);
        for moment in 0..=moments as u32 {
            if open.is_empty() {
                return found;
            }
            (clip.sample)(seconds * f64::from(moment) / moments, pose);
            open.retain(|&joint| {
                let world = &pose.worlds[joint];
                let straight = Transform::from_affine(world).to_affine();
                let off = (world.matrix3 - straight.matrix3) * reach[joint];
                let most = off.x_axis.length().max(off.y_axis.length());
                found[joint] = most.max(off.z_axis.length()) > SMALLEST;
                !found[joint]
            });
        }
    }
    found
}

/// A matrix as what stands in two nodes: `outer · inner`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factors {
    pub outer: Transform,
    pub inner: Quat,
}

/// The factors of a matrix whose `inner` is nearest to one before, so that they move as little as they can over time. A
/// matrix that flattens has but its nearest translation, rotation and scale.
pub(super) fn factor(matrix: &Affine3A, before: Quat) -> Factors {
    let linear = Mat3::from(matrix.matrix3);
    let mut inner = Mat3::from_quat(before);
    let square = linear.transpose() * linear;
    for _ in 0..MOST_ROUNDS {
        let turned = inner * square * inner.transpose();
        let Some(turn) = largest_turn(&turned) else {
            break;
        };
        inner = turn * inner;
    }
    let inner = unit_or_identity(Quat::from_mat3(&inner));
    // Columns are orthogonal now: they are the stretched axes.
    let axes = linear * Mat3::from_quat(inner.inverse());
    let mut scale = Vec3::new(
        axes.x_axis.length(),
        axes.y_axis.length(),
        axes.z_axis.length(),
    );
    if !scale.is_finite() || scale.min_element() <= scale.max_element() * 1e-5 {
        return Factors {
            outer: Transform::from_affine(matrix),
            inner: Quat::IDENTITY,
        };
    }
    if axes.determinant() < 0.0 {
        scale.x = -scale.x;
    }
    let turn = Mat3::from_cols(
        axes.x_axis / scale.x,
        axes.y_axis / scale.y,
        axes.z_axis / scale.z,
    );
    Factors {
        outer: Transform {
            translation: matrix.translation.into(),
            rotation: unit_or_identity(Quat::from_mat3(&turn)),
            scale,
        },
        inner,
    }
}

/// One step of Jacobi's method: the turn that clears the largest number off the diagonal of a symmetric matrix. `None`
/// where it is diagonal but for rounding.
fn largest_turn(matrix: &Mat3) -> Option<Mat3> {
    let rows = matrix.to_cols_array_2d();
    let (a, b) = [(0, 1), (0, 2), (1, 2)]
        .into_iter()
        .max_by(|&(a, b), &(c, d)| rows[a][b].abs().total_cmp(&rows[c][d].abs()))?;
    let trace = rows[0][0] + rows[1][1] + rows[2][2];
    let off = rows[a][b];
    if off.is_nan() || trace.is_nan() || off.abs() <= trace * ROUNDING {
        return None;
    }
    // The smaller of the two angles, at most an eighth of a turn.
    let twice = (rows[b][b] - rows[a][a]) / (2.0 * off);
    let tangent = twice.signum() / (twice.abs() + (twice * twice + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let mut turn = [[0.0; 3]; 3];
    for (axis, column) in turn.iter_mut().enumerate() {
        column[axis] = 1.0;
    }
    (turn[a][a], turn[b][b]) = (cosine, cosine);
    (turn[b][a], turn[a][b]) = (-sine, sine);
    Some(Mat3::from_cols_array_2d(&turn))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(factors: &Factors) -> Affine3A {
        factors.outer.to_affine() * Affine3A::from_quat(factors.inner)
    }

    #[test]
    fn any_matrix_that_does_not_flatten_is_the_product_of_its_factors() {
        let mut before = Quat::IDENTITY;
        for step in 0..500_u16 {
            let time = f32::from(step) * 0.05;
            let turn = |speed: f32| {
                Affine3A::from_quat(Quat::from_euler(
                    glam::EulerRot::XYZ,
                    time * speed,
                    0.3,
                    time,
                ))
            };
            let mut scale = Vec3::new(1.0 + 0.5 * time.sin(), 1.0, 1.0 + 0.2 * time.cos());
            if step > 250 {
                scale.y = -scale.y;
            }
            let matrix = turn(1.0) * Affine3A::from_scale(scale) * turn(-0.7);
            let matrix = Affine3A::from_translation(Vec3::splat(7.0)) * matrix;
            let factors = factor(&matrix, before);
            assert!(product(&factors).abs_diff_eq(matrix, 1e-4), "at {time}");
            before = factors.inner;
        }
    }

    #[test]
    fn what_has_no_shear_has_a_still_inner_part() {
        let turn = Quat::from_rotation_y(0.8);
        let even = Affine3A::from_scale_rotation_translation(Vec3::splat(1.3), turn, Vec3::X);
        assert_eq!(factor(&even, Quat::IDENTITY).inner, Quat::IDENTITY);
        let flat = Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0));
        assert!(product(&factor(&flat, turn)).abs_diff_eq(flat, 1e-6));
        assert!(factor(&Affine3A::NAN, turn).inner.is_finite());
    }
}
