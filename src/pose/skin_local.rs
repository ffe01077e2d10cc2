//! Skinning of vertices that are stored once for each bone that moves them: the twin of `skin_local` in
//! `shaders/skin.wgsl`, step for step.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use glam::{Vec3, Vec4};

use super::palette::PaletteRows;
use super::skin_cpu::SkinnedVertex;

/// One bone's part in a vertex.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct LocalInfluence {
    /// The vertex in that bone's own space; its z is 0.
    pub position: [f32; 2],
    /// Row of the palette, which holds world matrices.
    pub bone: u32,
    /// As stored.
    pub weight: f32,
}

/// Vertices with their influences.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalVertices {
    /// Where each vertex's influences start, and where the last one's end: one more than there are vertices.
    pub starts: Vec<u32>,
    /// Vertex after vertex.
    pub influences: Vec<LocalInfluence>,
}

impl Default for LocalVertices {
    fn default() -> Self {
        Self {
            starts: vec![0],
            influences: Vec::new(),
        }
    }
}

impl LocalVertices {
    /// Adds a vertex; it may have no influence at all.
    pub fn push(&mut self, influences: impl IntoIterator<Item = LocalInfluence>) {
        self.influences.extend(influences);
        self.starts.push(self.influences.len() as u32);
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// True without vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where one vertex's influences lie; empty beyond the last vertex.
    pub fn influences_of(&self, vertex: usize) -> Range<usize> {
        match self.starts.get(vertex..vertex + 2) {
            Some(&[start, end]) => start as usize..end as usize,
            _ => 0..0,
        }
    }
}

/// Poses the vertices of a range: the sum of each influence's world matrix times its position, by weight
/// (spine-runtime-semantics §15).
///
/// `offsets` has what deforms add to each influence's position, or is empty. Weights are taken as they are; an influence
/// whose bone the palette lacks is taken for absent. Vertices of `out` beyond the range are left as they are; there are no
/// normals.
pub fn skin_local(
    vertices: &LocalVertices,
    palette: &[PaletteRows],
    offsets: &[[f32; 2]],
    range: Range<usize>,
    out: &mut [SkinnedVertex],
) {
    for (vertex, out) in range.clone().zip(out.get_mut(range).unwrap_or_default()) {
        let list = vertices.influences_of(vertex);
        let mut position = Vec3::ZERO;
        for (index, influence) in list.clone().zip(&vertices.influences[list]) {
            let Some(rows) = palette.get(influence.bone as usize) else {
                continue;
            };
            let [dx, dy] = offsets.get(index).copied().unwrap_or_default();
            let [x, y] = influence.position;
            let at = Vec4::new(x + dx, y + dy, 0.0, 1.0);
            position += Vec3::from_array(rows.map(|row| row.dot(at))) * influence.weight;
        }
        *out = SkinnedVertex {
            position: position.to_array(),
            ..SkinnedVertex::default()
        };
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use glam::{Affine3A, Vec3};

    use super::super::palette::rows_of;
    use super::*;

    fn influence(position: [f32; 2], bone: u32, weight: f32) -> LocalInfluence {
        LocalInfluence {
            position,
            bone,
            weight,
        }
    }

    #[test]
    fn each_bone_moves_its_own_position_and_deforms_come_first() {
        let mut vertices = LocalVertices::default();
        vertices.push([influence([1.0, 0.0], 0, 0.5), influence([0.0, 2.0], 1, 0.5)]);
        vertices.push([]);
        vertices.push([influence([1.0, 1.0], 9, 1.0), influence([3.0, 0.0], 1, 1.0)]);
        let palette = [
            rows_of(&Affine3A::from_translation(Vec3::new(10.0, 0.0, 0.0))),
            rows_of(&Affine3A::from_scale(Vec3::new(2.0, 4.0, 1.0))),
        ];
        let mut out = vec![SkinnedVertex::default(); 3];
        skin_local(&vertices, &palette, &[], 0..3, &mut out);
        let positions = out.iter().map(|vertex| vertex.position);
        assert_eq!(
            positions.collect::<Vec<_>>(),
            [[5.5, 4.0, 0.0], [0.0; 3], [6.0, 0.0, 0.0]]
        );
        let offsets = [[0.0, 2.0], [1.0, 0.0], [0.0; 2], [0.0, 1.0]];
        skin_local(&vertices, &palette, &offsets, 2..3, &mut out);
        assert_eq!(out[0].position, [5.5, 4.0, 0.0], "outside of the range");
        assert_eq!(out[2].position, [6.0, 4.0, 0.0]);
        skin_local(&vertices, &palette, &offsets, 0..1, &mut out);
        assert_eq!(out[0].position, [6.5, 5.0, 0.0]);
    }

    #[test]
    fn ranges_beyond_the_vertices_pose_nothing() {
        let vertices = LocalVertices::default();
        let mut out = vec![SkinnedVertex::default(); 1];
        skin_local(&vertices, &[], &[], 0..1, &mut out);
        skin_local(&vertices, &[], &[], 5..9, &mut out);
        assert_eq!(out[0], SkinnedVertex::default());
    }
}
