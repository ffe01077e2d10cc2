//! Linear blend skinning on the processor: the twin of `shaders/skin.wgsl`, step for step.
//!
//! It is the oracle of the shader's tests, serves picking, bounds and export, and is the faster way where the graphics
//! adapter is a software one.

use std::num::NonZero;
use std::sync::OnceLock;

use bytemuck::{Pod, Zeroable};
use glam::{Vec3, Vec3A, Vec4};

use super::palette::PaletteRows;
use crate::model::{Influence, Influences};

/// Below this many vertices starting threads costs more than it gains.
const WORTH_THREADS: usize = 20_000;
/// Components at or below this count as zero: a GPU may flush anything smaller.
const TINY: f32 = 1e-30;

/// What skinning makes of one vertex, in file space. The layout of the skinned vertex buffer.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct SkinnedVertex {
    /// Posed position.
    pub position: [f32; 3],
    /// Keeps the stride at 32 bytes.
    pub padding: f32,
    /// Posed normal of unit length, or zero.
    pub normal: [f32; 3],
    /// Keeps the stride at 32 bytes.
    pub padding_2: f32,
}

/// Poses every vertex: its palette rows blended by weight, times the bind position.
///
/// Weights are taken as they are: nothing is normalised or dropped. An influence whose bone the palette lacks is taken
/// for absent, and a vertex without influences stays where it is. Normals go through the cofactor matrix of the blended
/// rows with the sign of its determinant, so that they stay perpendicular to the surface and outward under non-uniform
/// and mirroring scale; vertices beyond the end of `normals` get the zero normal. `out` is overwritten, keeping its memory.
pub fn skin(
    positions: &[Vec3],
    normals: &[Vec3],
    influences: &Influences,
    palette: &[PaletteRows],
    out: &mut Vec<SkinnedVertex>,
) {
    out.resize(positions.len(), SkinnedVertex::default());
    let skin_from = |first: usize, chunk: &mut [SkinnedVertex]| {
        let bind = positions[first..].iter().zip(first..);
        for (out, (&position, vertex)) in chunk.iter_mut().zip(bind) {
            let normal = normals.get(vertex).copied().unwrap_or(Vec3::ZERO);
            *out = skin_vertex(position, normal, influences_of(influences, vertex), palette);
        }
    };
    let threads = if positions.len() <= WORTH_THREADS {
        1
    } else {
        processors()
    };
    if threads == 1 {
        skin_from(0, out);
        return;
    }
    let share = positions.len().div_ceil(threads).max(WORTH_THREADS / 2);
    std::thread::scope(|scope| {
        for (index, chunk) in out.chunks_mut(share).enumerate() {
            scope.spawn(move || skin_from(index * share, chunk));
        }
    });
}

/// Asked once: the answer takes files to be read.
fn processors() -> usize {
    static KNOWN: OnceLock<usize> = OnceLock::new();
    *KNOWN.get_or_init(|| std::thread::available_parallelism().map_or(1, NonZero::get))
}

/// The list of one vertex; empty where there is none or the list's ends make no sense.
pub fn influences_of(influences: &Influences, vertex: usize) -> &[Influence] {
    match influences.starts.get(vertex..vertex + 2) {
        Some(&[start, end]) => influences
            .entries
            .get(start as usize..end as usize)
            .unwrap_or(&[]),
        _ => &[],
    }
}

#[inline]
fn skin_vertex(
    position: Vec3,
    normal: Vec3,
    influences: &[Influence],
    palette: &[PaletteRows],
) -> SkinnedVertex {
    let mut rows = [Vec4::ZERO; 3];
    let mut moved = false;
    for influence in influences {
        if let Some(joint) = palette.get(influence.bone as usize) {
            for (row, joint_row) in rows.iter_mut().zip(joint) {
                *row += *joint_row * influence.weight;
            }
            moved = true;
        }
    }
    let (position, normal) = if moved {
        let bind = position.extend(1.0);
        (
            Vec3::from_array(rows.map(|row| row.dot(bind))),
            cofactor_product(&rows, normal.into()),
        )
    } else {
        (position, normal.into())
    };
    SkinnedVertex {
        position: position.to_array(),
        normal: unit_or_zero(normal).to_array(),
        ..SkinnedVertex::default()
    }
}

/// Cofactor matrix times normal, pointing outward: the rows of the cofactor matrix are the cross products of the rows.
#[inline]
fn cofactor_product(rows: &PaletteRows, normal: Vec3A) -> Vec3A {
    let [r0, r1, r2] = rows.map(Vec3A::from_vec4);
    let (c0, c1, c2) = (r1.cross(r2), r2.cross(r0), r0.cross(r1));
    let outward = if r0.dot(c0) < 0.0 { -1.0 } else { 1.0 };
    Vec3A::new(c0.dot(normal), c1.dot(normal), c2.dot(normal)) * outward
}

/// Divided by its largest component first, so that the square of a very small or large vector stays in range.
#[inline]
fn unit_or_zero(vector: Vec3A) -> Vec3A {
    let largest = vector.abs().max_element();
    if largest > TINY && largest.is_finite() {
        let scaled = vector / largest;
        scaled / scaled.dot(scaled).sqrt()
    } else {
        Vec3A::ZERO
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use glam::{Affine3A, Quat};

    use super::super::palette::rows_of;
    use super::*;

    fn one(
        position: Vec3,
        normal: Vec3,
        list: &[(u32, f32)],
        palette: &[Affine3A],
    ) -> (Vec3, Vec3) {
        let mut influences = Influences::default();
        influences.push(
            list.iter()
                .map(|&(bone, weight)| Influence { bone, weight }),
        );
        let palette: Vec<_> = palette.iter().map(rows_of).collect();
        let mut out = Vec::new();
        skin(&[position], &[normal], &influences, &palette, &mut out);
        (out[0].position.into(), out[0].normal.into())
    }

    #[test]
    fn one_influence_is_the_matrix_itself() {
        let joint = Affine3A::from_rotation_translation(
            Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
            Vec3::new(10.0, 0.0, 0.0),
        );
        let (position, normal) = one(Vec3::X, Vec3::X, &[(0, 1.0)], &[joint]);
        assert!(position.abs_diff_eq(Vec3::new(10.0, 1.0, 0.0), 1e-5));
        assert!(normal.abs_diff_eq(Vec3::Y, 1e-6));
    }

    #[test]
    fn weights_that_do_not_sum_to_one_are_used_as_they_are() {
        let (position, _) = one(
            Vec3::X,
            Vec3::X,
            &[(0, 0.25), (0, 0.25)],
            &[Affine3A::IDENTITY],
        );
        assert_eq!(position, Vec3::new(0.5, 0.0, 0.0));
    }

    #[test]
    fn without_influences_or_with_bones_that_are_absent_a_vertex_stays() {
        let away = Affine3A::from_translation(Vec3::splat(9.0));
        let at = Vec3::new(1.0, 2.0, 3.0);
        for list in [&[][..], &[(7, 1.0)], &[(u32::MAX, 0.5)]] {
            assert_eq!(one(at, Vec3::Y * 3.0, list, &[away]), (at, Vec3::Y));
        }
        let (position, _) = one(at, Vec3::Y, &[(7, 0.5), (0, 1.0)], &[away]);
        assert_eq!(position, at + 9.0);
    }

    #[test]
    fn a_mirrored_and_stretched_normal_stays_outward_and_perpendicular() {
        let matrix = Affine3A::from_scale(Vec3::new(-2.0, 1.0, 0.5));
        let (normal, tangents) = (
            Vec3::new(1.0, 1.0, 1.0),
            [Vec3::new(1.0, -1.0, 0.0), Vec3::new(0.0, 1.0, -1.0)],
        );
        let (_, skinned) = one(Vec3::ZERO, normal, &[(0, 1.0)], &[matrix]);
        for tangent in tangents {
            assert!(skinned.dot(matrix.transform_vector3(tangent)).abs() < 1e-6);
        }
        assert!(skinned.dot(matrix.transform_vector3(normal)) > 0.0);
    }

    #[test]
    fn a_collapsed_joint_gives_the_zero_normal_and_no_nan() {
        for scale in [0.0, f32::NAN, f32::INFINITY] {
            let joint = Affine3A::from_scale(Vec3::splat(scale));
            let (_, normal) = one(Vec3::X, Vec3::Y, &[(0, 1.0)], &[joint]);
            assert_eq!(normal, Vec3::ZERO, "scale {scale}");
        }
    }

    #[test]
    fn threads_change_nothing() {
        let positions: Vec<Vec3> = (0..WORTH_THREADS * 2 + 77)
            .map(|index| Vec3::new(index as f32, (index % 17) as f32, 1.0))
            .collect();
        let mut influences = Influences::default();
        for index in 0..positions.len() as u32 {
            influences.push([Influence {
                bone: index % 3,
                weight: 1.0,
            }]);
        }
        let palette = [1.0, 2.0, 3.0].map(|turn| rows_of(&Affine3A::from_rotation_x(turn)));
        let mut out = vec![SkinnedVertex::default(); 3];
        skin(&positions, &positions, &influences, &palette, &mut out);
        assert_eq!(out.len(), positions.len());
        for (index, (&found, &position)) in out.iter().zip(&positions).enumerate() {
            let list = influences.of(index);
            assert_eq!(
                found,
                skin_vertex(position, position, list, &palette),
                "vertex {index}"
            );
        }
    }
}
