//! Attachments in world space (spine-runtime-semantics §15).

use glam::{DVec4, Vec4};

use crate::model::spine::{AttachmentKind, Rig, Vertices};
use crate::pose::palette::PaletteRows;

use super::{Pictures, SpinePose};

impl SpinePose {
    /// World matrices of all bones, working or not: what the vertices of attachments are multiplied with.
    pub fn palette(&self) -> impl ExactSizeIterator<Item = PaletteRows> + '_ {
        let row = |x: f64, y: f64, origin: f64| DVec4::new(x, y, 0.0, origin).as_vec4();
        self.bones.iter().map(move |bone| {
            let world = &bone.world;
            [
                row(world.a, world.b, world.x),
                row(world.c, world.d, world.y),
                Vec4::Z,
            ]
        })
    }

    /// What animations add to the vertices of what a slot shows, x and y in turn; see [`Vertices::deform_len`]. Empty where
    /// nothing is added.
    pub fn deform(&self, slot: usize, vertices: &Vertices) -> &[f64] {
        let deform = self.applied.slots.get(slot).map(|slot| &slot.deform);
        deform
            .filter(|deform| deform.len() == vertices.deform_len())
            .map_or(&[], Vec::as_slice)
    }

    /// World vertices, x and y in turn, with the deform of the slot that shows them.
    pub(super) fn world_vertices(
        &self,
        rig: &Rig,
        slot: usize,
        vertices: &Vertices,
        out: &mut Vec<f64>,
    ) {
        out.clear();
        let deform = self.deform(slot, vertices);
        let offset = |index: usize| {
            let at = |index: usize| deform.get(index).copied().unwrap_or_default();
            (at(index * 2), at(index * 2 + 1))
        };
        match vertices {
            Vertices::Plain(vertices) => {
                let world = &self.bones[rig.slots[slot].bone].world;
                for (index, [x, y]) in vertices.iter().enumerate() {
                    let (dx, dy) = offset(index);
                    let (x, y) = world.apply(x + dx, y + dy);
                    out.extend([x, y]);
                }
            }
            Vertices::Weighted(vertices) => {
                let influences = vertices.influences();
                for range in vertices.ranges() {
                    let mut sum = (0.0, 0.0);
                    for index in range {
                        let influence = &influences[index];
                        let (dx, dy) = offset(index);
                        let world = &self.bones[influence.bone].world;
                        let (x, y) = world.apply(influence.x + dx, influence.y + dy);
                        sum.0 += x * influence.weight;
                        sum.1 += y * influence.weight;
                    }
                    out.extend([sum.0, sum.1]);
                }
            }
        }
    }

    /// The frame of its attachment's sequence that a slot shows.
    pub fn shown_frame(&self, rig: &Rig, slot: usize) -> usize {
        let pose = &self.applied.slots[slot];
        let picture = pose.attachment.and_then(|it| rig.attachments[it].picture());
        let Some((_, _, Some(sequence))) = picture else {
            return 0;
        };
        let frame = pose.frame.unwrap_or(sequence.setup_index);
        frame.min(sequence.count.saturating_sub(1))
    }

    /// World vertices of what a slot shows, x and y in turn: corners of a region (bottom left, top left, top right,
    /// bottom right), vertices of anything else. Nothing for points and empty slots, or while the slot's bone does not
    /// work.
    pub fn slot_vertices(&self, rig: &Rig, pictures: &Pictures, slot: usize, out: &mut Vec<f64>) {
        out.clear();
        let shown = self
            .applied
            .slots
            .get(slot)
            .and_then(|slot| slot.attachment);
        let Some(attachment) = shown.filter(|_| self.is_bone_active(rig.slots[slot].bone)) else {
            return;
        };
        match &rig.attachments[attachment].kind {
            AttachmentKind::Region(_) => {
                let world = &self.bones[rig.slots[slot].bone].world;
                let frame = pictures.frame(attachment, self.shown_frame(rig, slot));
                for [x, y] in frame.iter().flat_map(|frame| &frame.corners) {
                    let (x, y) = world.apply(*x, *y);
                    out.extend([x, y]);
                }
            }
            AttachmentKind::LinkedMesh(_) => {
                if let Some(mesh) = rig.mesh(attachment) {
                    self.world_vertices(rig, slot, &mesh.vertices, out);
                }
            }
            _ => {
                if let Some(vertices) = rig.attachments[attachment].vertices() {
                    self.world_vertices(rig, slot, vertices, out);
                }
            }
        }
    }

    /// A point attachment in world space: its place, and its direction in degrees. `None` where a slot shows none.
    pub fn point(&self, rig: &Rig, slot: usize) -> Option<(f64, f64, f64)> {
        let attachment = self.applied.slots.get(slot)?.attachment?;
        let AttachmentKind::Point(point) = &rig.attachments[attachment].kind else {
            return None;
        };
        let world = self.world(rig.slots[slot].bone)?;
        let (x, y) = world.apply(point.x, point.y);
        let (sin, cos) = point.rotation.to_radians().sin_cos();
        let angle = (cos * world.c + sin * world.d).atan2(cos * world.a + sin * world.b);
        Some((x, y, angle.to_degrees()))
    }
}
