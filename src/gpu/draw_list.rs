//! What is drawn, pass by pass.

use std::ops::Range;

use glam::{Vec3, Vec4};

use super::center;
use super::layout::DrawRecord;
use super::resources::{Resources, TextureKey};
use super::skin::{Posed, palette_of};
use super::stages::{self, StagedPass, StagesKey};
use crate::pose::palette::rows_of;
use crate::scene::frame::{FramePacket, Instance, Part, PartSurface, ResourceId};

/// One part in one pass.
#[derive(Clone, Debug)]
pub(super) struct Draw {
    pub mesh: ResourceId,
    pub posed: Posed,
    pub indices: Range<u32>,
    /// The part's own range: names its edges.
    pub part: Range<u32>,
    pub texture: Option<TextureKey>,
    /// The textures of a surface that a file describes, and how it is drawn among blended parts.
    pub staged: Option<(StagesKey, StagedPass)>,
    pub heat: Option<ResourceId>,
    /// Index of its [`DrawRecord`].
    pub record: u32,
    /// How far towards the viewer its middle is; blended parts are sorted by it.
    pub nearness: f32,
    /// Of a wiped picture: it is seen right of the line alone.
    pub is_second: bool,
}

/// The draws of a frame. Keeps its memory from frame to frame.
#[derive(Debug, Default)]
pub(super) struct DrawList {
    pub records: Vec<DrawRecord>,
    /// Textured or plain, any order.
    pub opaque: Vec<Draw>,
    /// Surfaces that a file describes, any order.
    pub staged: Vec<Draw>,
    /// Far to near; most of the parts are in `opaque` or `staged` too, for their opaque fragments.
    pub blended: Vec<Draw>,
    /// Weights of a joint, any order.
    pub heat: Vec<Draw>,
    /// Edges, any order.
    pub wire: Vec<Draw>,
}

impl DrawList {
    pub fn build(
        &mut self,
        packet: &FramePacket,
        posed: &[Option<Posed>],
        resources: &mut Resources,
    ) {
        self.records.clear();
        for list in [
            &mut self.opaque,
            &mut self.staged,
            &mut self.blended,
            &mut self.heat,
            &mut self.wire,
        ] {
            list.clear();
        }
        let second = packet.wipe.map_or(usize::MAX, |wipe| wipe.instances);
        for (index, (instance, posed)) in packet.instances.iter().zip(posed).enumerate() {
            if let Some(posed) = *posed {
                for part in &instance.parts {
                    self.add(packet, (instance, index >= second), part, posed, resources);
                }
            }
        }
        // Stable: parts at one distance keep the packet's order.
        self.blended
            .sort_by(|a, b| a.nearness.total_cmp(&b.nearness));
    }

    fn add(
        &mut self,
        packet: &FramePacket,
        (instance, is_second): (&Instance, bool),
        part: &Part,
        posed: Posed,
        resources: &mut Resources,
    ) {
        let available = instance.mesh.indices.len() as u32;
        let indices = part.indices.start.min(available)..part.indices.end.min(available);
        if indices.is_empty() {
            return;
        }
        let heat = instance.heat.as_ref().map(|heat| heat.id);
        let mut draw = Draw {
            mesh: instance.mesh.id,
            posed,
            indices,
            part: part.indices.clone(),
            texture: resources.texture_of(part),
            staged: None,
            heat: heat.filter(|&heat| resources.heat_maps.get(heat).is_some()),
            record: self.records.len() as u32,
            nearness: 0.0,
            is_second,
        };
        self.records
            .push(record(instance, part, draw.texture.is_some()));
        if instance.wire {
            self.wire.push(draw.clone());
        }
        if draw.heat.is_some() {
            self.heat.push(draw);
            return;
        }
        if let Some(surface) = &part.surface {
            return self.add_staged(packet, (instance, part), surface, draw, resources);
        }
        if part.blend {
            draw.nearness = nearness(packet, instance, part, resources);
            self.blended.push(draw.clone());
        }
        self.opaque.push(draw);
    }

    fn add_staged(
        &mut self,
        packet: &FramePacket,
        (instance, part): (&Instance, &Part),
        surface: &PartSurface,
        mut draw: Draw,
        resources: &mut Resources,
    ) {
        let key = resources.stages_of(surface);
        let is_mirrored = instance.world_from_file.matrix3.determinant() < 0.0;
        if let Some(record) = self.records.last_mut() {
            stages::describe(record, surface, &key, is_mirrored);
        }
        let (opaque, sorted) = stages::passes(surface);
        draw.staged = Some((key, sorted.unwrap_or(StagedPass::Whole)));
        if let Some(outline) = surface.outline.filter(|_| packet.textured) {
            let mut around = draw.clone();
            around.record = self.records.len() as u32;
            let plain = record(instance, part, false);
            self.records
                .push(stages::around(plain, &outline, is_mirrored));
            self.staged.push(around);
        }
        if sorted.is_some() {
            draw.nearness = nearness(packet, instance, part, resources);
            self.blended.push(draw.clone());
        }
        if opaque {
            self.staged.push(draw);
        }
    }
}

/// How far towards the viewer the part's middle is.
fn nearness(
    packet: &FramePacket,
    instance: &Instance,
    part: &Part,
    resources: &mut Resources,
) -> f32 {
    let file = part_center(packet, instance, part, resources);
    let world = instance.world_from_file.transform_point3(file);
    (world - packet.camera.eye).dot(packet.camera.back)
}

fn part_center(
    packet: &FramePacket,
    instance: &Instance,
    part: &Part,
    resources: &mut Resources,
) -> Vec3 {
    if !instance.skinned.is_empty() {
        return center::of_skinned(instance, part.indices.clone());
    }
    let palette = palette_of(packet, &instance.palette);
    let mesh = resources.meshes.get_mut(instance.mesh.id);
    mesh.map_or(Vec3::ZERO, |mesh| {
        mesh.center(&instance.mesh, &part.indices).posed(palette)
    })
}

fn record(instance: &Instance, part: &Part, textured: bool) -> DrawRecord {
    let flag = |set: bool, bit: u32| if set { bit } else { 0 };
    // A texture that could not be uploaded is as good as missing.
    let missing = part.texture_missing || (part.texture.is_some() && !textured);
    DrawRecord {
        world_from_file: rows_of(&instance.world_from_file).map(|row: Vec4| row.to_array()),
        tint: part.tint.to_array(),
        flags: flag(textured, DrawRecord::TEXTURED)
            | flag(missing, DrawRecord::MISSING)
            | flag(part.blend, DrawRecord::BLEND),
        phases: [[0.0; 2]; 4],
        kinds: 0,
        alpha_test: 0.0,
        swelling: 0.0,
    }
}
