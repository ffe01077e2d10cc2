//! Where the middle of a part is in a pose, without skinning its vertices.

use std::collections::BTreeMap;
use std::ops::Range;

use glam::{Vec3, Vec4};

use crate::pose::palette::PaletteRows;
use crate::pose::skin_cpu::influences_of;
use crate::scene::frame::{Instance, SkinnableMesh};

/// The mean of a part's posed vertices is linear in the palette: mean(Σ w · M · p) = Σ M · mean(w · p), one term a bone.
#[derive(Debug, Default)]
pub(super) struct PartCenter {
    /// Vertices without influences.
    unmoved: Vec3,
    /// Palette row and mean of `weight · (position, 1)`.
    bones: Vec<(u32, Vec4)>,
}

impl PartCenter {
    pub fn new(mesh: &SkinnableMesh, indices: Range<u32>) -> Self {
        let indices = indices_of(mesh, indices);
        let share = 1.0 / indices.len().max(1) as f32;
        let mut unmoved = Vec3::ZERO;
        let mut bones: BTreeMap<u32, Vec4> = BTreeMap::new();
        for &vertex in indices {
            let Some(&position) = mesh.positions.get(vertex as usize) else {
                continue;
            };
            let list = influences_of(&mesh.influences, vertex as usize);
            if list.is_empty() {
                unmoved += position * share;
            }
            for influence in list {
                *bones.entry(influence.bone).or_default() +=
                    position.extend(1.0) * (influence.weight * share);
            }
        }
        Self {
            unmoved,
            bones: bones.into_iter().collect(),
        }
    }

    /// File space.
    pub fn posed(&self, palette: &[PaletteRows]) -> Vec3 {
        let terms = self.bones.iter().filter_map(|&(bone, mean)| {
            let rows = palette.get(bone as usize)?;
            Some(Vec3::from_array(rows.map(|row| row.dot(mean))))
        });
        self.unmoved + terms.sum::<Vec3>()
    }
}

/// The same from vertices that are skinned already: the mean of some of them. File space.
pub(super) fn of_skinned(instance: &Instance, indices: Range<u32>) -> Vec3 {
    const ENOUGH: usize = 256;
    let indices = indices_of(&instance.mesh, indices);
    let step = indices.len().div_ceil(ENOUGH).max(1);
    let positions = indices
        .iter()
        .step_by(step)
        .filter_map(|&vertex| instance.skinned.get(vertex as usize));
    let (sum, count) = positions.fold((Vec3::ZERO, 0.0_f32), |(sum, count), vertex| {
        (sum + Vec3::from_array(vertex.position), count + 1.0)
    });
    sum / count.max(1.0)
}

fn indices_of(mesh: &SkinnableMesh, range: Range<u32>) -> &[u32] {
    mesh.indices
        .get(range.start as usize..range.end as usize)
        .unwrap_or(&[])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use glam::{Affine3A, Vec2};

    use super::*;
    use crate::model::{Influence, Influences};
    use crate::pose::palette::rows_of;
    use crate::pose::skin_cpu::skin;
    use crate::scene::frame::ResourceId;

    #[test]
    fn the_center_is_the_mean_of_the_skinned_vertices() {
        let positions: Vec<Vec3> = (0..30)
            .map(|index| {
                Vec3::new(
                    (index * 7 % 11) as f32,
                    (index * 5 % 13) as f32,
                    index as f32,
                )
            })
            .collect();
        let mut influences = Influences::default();
        for index in 0..30_u32 {
            let pair = [(index % 4, 0.7), ((index + 1) % 4, 0.4)];
            let count = (index % 3) as usize;
            influences.push(
                pair.into_iter()
                    .take(count)
                    .map(|(bone, weight)| Influence { bone, weight }),
            );
        }
        let palette: Vec<_> = (0..4)
            .map(|index| {
                let turn = Affine3A::from_rotation_y(index as f32);
                rows_of(&(turn * Affine3A::from_translation(Vec3::splat(index as f32))))
            })
            .collect();
        let mesh = SkinnableMesh {
            id: ResourceId::new(),
            normals: Vec::new(),
            uvs: vec![Vec2::ZERO; 30],
            indices: (0..30).collect(),
            influences,
            positions,
        };
        let mut skinned = Vec::new();
        skin(
            &mesh.positions,
            &[],
            &mesh.influences,
            &palette,
            &mut skinned,
        );
        let mean = skinned
            .iter()
            .map(|vertex| Vec3::from(vertex.position))
            .sum::<Vec3>()
            / 30.0;
        let center = PartCenter::new(&mesh, 0..30).posed(&palette);
        assert!(center.abs_diff_eq(mean, 1e-4), "{center} is not {mean}");
        assert_eq!(
            PartCenter::new(&mesh, 7..900).posed(&palette),
            Vec3::ZERO,
            "a range that is no part"
        );
    }
}
