//! What is drawn, from back to front, after clipping (spine-runtime-semantics §13, §16, §18).

use crate::model::spine::{AttachmentKind, Blend, Rgb, Rgba, Rig};

use super::clip::ClipPolygon;
use super::{Pictures, SpinePose};

/// What one slot shows, before its vertices are worked out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// Index of the slot.
    pub slot: usize,
    /// Index of the attachment.
    pub attachment: usize,
    /// Of the attachment's sequence; 0 without one.
    pub frame: usize,
    /// Index into the atlas's regions; `None` if the picture is missing.
    pub region: Option<usize>,
    /// How it meets what lies behind.
    pub blend: Blend,
    /// Skeleton × slot × attachment, straight.
    pub color: Rgba,
    /// Dark, if the slot has two colours.
    pub dark: Option<Rgb>,
}

/// The triangles of one slot.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// Index of the slot.
    pub slot: usize,
    /// Index of the attachment.
    pub attachment: usize,
    /// Index into the atlas's regions; `None` if the picture is missing.
    pub region: Option<usize>,
    /// How it meets what lies behind.
    pub blend: Blend,
    /// A clipping polygon was at work.
    pub clipped: bool,
    /// In world space.
    pub positions: Vec<[f64; 2]>,
    /// By vertex, 0 to 1 over the page, V downwards.
    pub uvs: Vec<[f64; 2]>,
    /// Vertex indices.
    pub triangles: Vec<[usize; 3]>,
    /// Skeleton × slot × attachment, straight.
    pub color: Rgba,
    /// Dark, if the slot has two colours.
    pub dark: Option<Rgb>,
}

/// The triangles of a region's corners.
const QUAD: [usize; 6] = [0, 1, 2, 2, 3, 0];

struct Clip {
    /// The last slot that is clipped.
    end: Option<usize>,
    polygon: ClipPolygon,
}

impl SpinePose {
    /// All that the applied pose draws, slots with alpha 0 too. A slot that is clipped away has no triangles.
    pub fn draw(&self, rig: &Rig, pictures: &Pictures) -> Vec<Drawn> {
        self.draw_in_order(rig, pictures, &self.applied.draw_order)
    }

    /// The same in another order of the slots, such as the setup pose's: what is clipped follows from the order.
    pub fn draw_in_order(&self, rig: &Rig, pictures: &Pictures, order: &[usize]) -> Vec<Drawn> {
        let mut drawn = Vec::new();
        self.visit(rig, pictures, order, |shown, clip| {
            drawn.push(self.triangles(rig, pictures, shown, clip));
        });
        drawn
    }

    /// Goes through what is drawn in some order of the slots, back to front, each with the polygon that cuts it.
    pub fn visit(
        &self,
        rig: &Rig,
        pictures: &Pictures,
        order: &[usize],
        mut visit: impl FnMut(Shown, Option<&ClipPolygon>),
    ) {
        let mut clip: Option<Clip> = None;
        for &slot in order {
            let shown = self.applied.slots[slot].attachment;
            let shown = shown.filter(|_| self.is_bone_active(rig.slots[slot].bone));
            let clipping = shown.and_then(|index| match &rig.attachments[index].kind {
                AttachmentKind::Clipping(clipping) => Some(clipping),
                _ => None,
            });
            if let Some(clipping) = clipping {
                end_at(&mut clip, slot);
                if clip.is_none() {
                    let mut vertices = Vec::new();
                    self.world_vertices(rig, slot, &clipping.vertices, &mut vertices);
                    clip = ClipPolygon::new(&vertices, clipping.convex, clipping.inverse).map(
                        |polygon| Clip {
                            end: clipping.end,
                            polygon,
                        },
                    );
                }
                continue;
            }
            if let Some(shown) = shown.and_then(|index| self.shown(rig, pictures, slot, index)) {
                visit(shown, clip.as_ref().map(|clip| &clip.polygon));
            }
            end_at(&mut clip, slot);
        }
    }

    /// What a slot shows; `None` for what is not drawn.
    fn shown(
        &self,
        rig: &Rig,
        pictures: &Pictures,
        slot: usize,
        attachment: usize,
    ) -> Option<Shown> {
        let (_, own, _) = rig.attachments[attachment].picture()?;
        let frame = self.shown_frame(rig, slot);
        let pose = &self.applied.slots[slot];
        Some(Shown {
            slot,
            attachment,
            frame,
            region: pictures.frame(attachment, frame)?.region,
            blend: rig.slots[slot].blend,
            color: std::array::from_fn(|n| self.color[n] * pose.color[n] * own[n]),
            dark: pose.dark,
        })
    }

    /// The triangles of what a slot shows, cut by a polygon.
    pub fn triangles(
        &self,
        rig: &Rig,
        pictures: &Pictures,
        shown: Shown,
        clip: Option<&ClipPolygon>,
    ) -> Drawn {
        let mut vertices = Vec::new();
        self.slot_vertices(rig, pictures, shown.slot, &mut vertices);
        let frame = pictures.frame(shown.attachment, shown.frame);
        let corners = triangle_corners(rig, shown.attachment);
        let mut drawn = Drawn {
            slot: shown.slot,
            attachment: shown.attachment,
            region: shown.region,
            blend: shown.blend,
            clipped: clip.is_some(),
            positions: vertices.as_chunks::<2>().0.to_vec(),
            uvs: frame.map_or_else(Vec::new, |frame| frame.uvs.clone()),
            triangles: corners.as_chunks::<3>().0.to_vec(),
            color: shown.color,
            dark: shown.dark,
        };
        if let Some(polygon) = clip {
            polygon.cut(&mut drawn.positions, &mut drawn.uvs, &mut drawn.triangles);
        }
        drawn
    }
}

/// Vertex indices of an attachment's triangles, three for each.
pub fn triangle_corners(rig: &Rig, attachment: usize) -> &[usize] {
    rig.mesh(attachment).map_or(&QUAD, |mesh| &mesh.triangles)
}

fn end_at(clip: &mut Option<Clip>, slot: usize) {
    clip.take_if(|clip| clip.end == Some(slot));
}
