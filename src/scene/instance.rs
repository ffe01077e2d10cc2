//! An item as the GPU draws it: palette rows, parts, and vertices where the CPU twin skins.

use std::sync::Arc;

use glam::{Affine3A, Vec4};

use super::Item;
use super::frame::{
    HeatMap, Instance, PaletteRows, Part, ResourceId, SkinnableMesh, SkinnedVertex,
};
use crate::pose::palette::rows_of;
use crate::pose::skin_cpu;

/// How an item is put into a frame.
#[derive(Default)]
pub struct InstanceOptions {
    /// An instance of an earlier frame, whose lists are filled again.
    pub reuse: Option<Instance>,
    /// Skin with the CPU twin.
    pub skin_here: bool,
    /// Draw edges.
    pub wire: bool,
    /// The texture's alpha is opacity.
    pub blend: bool,
    /// Draw this joint's weights.
    pub heat_joint: Option<usize>,
    /// Brighten this submesh.
    pub highlight: Option<usize>,
    /// Since the clip was begun, all passes counted: drives textures that move.
    pub seconds: f64,
}

impl Item {
    /// Appends this item to a frame: its palette rows, and one instance. `skin_here` poses the vertices with the CPU twin.
    pub fn add_to_frame(
        &mut self,
        palette: &mut Vec<PaletteRows>,
        instances: &mut Vec<Instance>,
        options: InstanceOptions,
    ) {
        let (Some(mesh), Some(skinnable)) = (
            self.mesh.and_then(|m| self.character.meshes.get(m)),
            &self.skinnable,
        ) else {
            return;
        };
        let start = palette.len() as u32;
        self.extend_palette(palette);
        let mut instance = options.reuse.unwrap_or_else(|| Instance {
            mesh: skinnable.clone(),
            palette: 0..0,
            skinned: Vec::new(),
            world_from_file: Affine3A::IDENTITY,
            parts: Vec::new(),
            heat: None,
            wire: false,
        });
        instance.mesh = skinnable.clone();
        instance.palette = start..palette.len() as u32;
        instance.world_from_file = self.world_from_file();
        instance.wire = options.wire;
        instance.skinned.clear();
        if options.skin_here || self.is_hanging() {
            let rows = &palette[start as usize..];
            let SkinnableMesh {
                positions,
                normals,
                influences,
                ..
            } = &**skinnable;
            skin_cpu::skin(positions, normals, influences, rows, &mut instance.skinned);
            self.put_cloth_on(&mut instance.skinned);
        }
        instance.parts.clear();
        let materials = self
            .mesh
            .and_then(|index| self.character.materials.get(index));
        for (index, submesh) in mesh.submeshes.iter().enumerate() {
            if !self.is_shown(index) {
                continue;
            }
            let material = materials.and_then(|materials| materials.get(index));
            let wanted = material.and_then(|material| material.texture);
            let texture = wanted.and_then(|texture| self.textures.get(texture).cloned().flatten());
            let is_missing = material.is_some_and(|material| material.missing);
            let surface = material.and_then(|material| material.surface.as_ref());
            let color = surface.map_or(Vec4::ONE, |surface| surface.color.into());
            instance.parts.push(Part {
                indices: submesh.indices.clone(),
                texture_missing: is_missing || (wanted.is_some() && texture.is_none()),
                texture,
                tint: if options.highlight == Some(index) {
                    Vec4::new(1.25, 1.25, 1.25, 1.0) * color
                } else {
                    color
                },
                blend: options.blend,
                surface: surface.map(|surface| self.surface_at(surface, options.seconds)),
            });
        }
        instance.heat = options.heat_joint.and_then(|joint| self.heat_map(joint));
        instances.push(instance);
    }

    /// The weights of one joint in every vertex, made once and kept until another joint is asked for.
    fn heat_map(&mut self, joint: usize) -> Option<Arc<HeatMap>> {
        if let Some((cached, heat)) = &self.heat
            && *cached == joint
        {
            return Some(heat.clone());
        }
        let influences = &self.skinnable.as_ref()?.influences;
        let weight = |vertex| {
            let own = influences
                .of(vertex)
                .iter()
                .filter(|influence| self.joint_of_influence(influence.bone) == Some(joint));
            own.map(|influence| influence.weight).sum()
        };
        let weights = (0..influences.len()).map(weight).collect();
        let heat = Arc::new(HeatMap {
            id: ResourceId::new(),
            weights,
        });
        self.heat = Some((joint, heat.clone()));
        Some(heat)
    }

    /// The posed vertices of the pose last computed, in file space: all of them, visible or not.
    pub fn posed_vertices(&self) -> Vec<SkinnedVertex> {
        let mut posed = Vec::new();
        if let Some(mesh) = &self.skinnable {
            let mut rows = Vec::new();
            self.extend_palette(&mut rows);
            skin_cpu::skin(
                &mesh.positions,
                &mesh.normals,
                &mesh.influences,
                &rows,
                &mut posed,
            );
            self.put_cloth_on(&mut posed);
        }
        posed
    }

    /// A row for each joint, or for each bone of a mesh that brings its own.
    pub(super) fn extend_palette(&self, palette: &mut Vec<PaletteRows>) {
        let (Some(skeleton), mesh) = (self.skeleton(), self.mesh()) else {
            return;
        };
        if let (Some(paired), Some(mesh)) = (&self.paired, mesh) {
            let row = |bone| rows_of(&paired.pairing.skin_matrix(&self.pose, bone));
            return palette.extend((0..mesh.bones.len()).map(row));
        }
        let row = |joint| rows_of(&self.pose.skin_matrix(skeleton, joint));
        palette.extend((0..skeleton.joints.len()).map(row));
    }
}
