//! What is drawn, from back to front, after clipping (spine-runtime-semantics §13, §16, §18).

use crate::model::spine::{AttachmentKind, Blend, Rgb, Rgba, Rig};

use super::clip::ClipPolygon;
use super::{Pictures, SpinePose};

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
const QUAD: [[usize; 3]; 2] = [[0, 1, 2], [2, 3, 0]];

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
            if let Some(mut picture) =
                shown.and_then(|index| self.picture(rig, pictures, slot, index))
            {
                if let Some(clip) = &clip {
                    picture.clipped = true;
                    clip.polygon.cut(
                        &mut picture.positions,
                        &mut picture.uvs,
                        &mut picture.triangles,
                    );
                }
                drawn.push(picture);
            }
            end_at(&mut clip, slot);
        }
        drawn
    }

    /// What a slot shows, before clipping; `None` for what is not drawn.
    fn picture(
        &self,
        rig: &Rig,
        pictures: &Pictures,
        slot: usize,
        attachment: usize,
    ) -> Option<Drawn> {
        let (_, own, _) = rig.attachments[attachment].picture()?;
        let frame = pictures.frame(attachment, self.shown_frame(rig, slot))?;
        let mut vertices = Vec::new();
        self.slot_vertices(rig, pictures, slot, &mut vertices);
        let triangles = match rig.mesh(attachment) {
            Some(mesh) => mesh
                .triangles
                .chunks_exact(3)
                .map(|corner| [corner[0], corner[1], corner[2]])
                .collect(),
            None => QUAD.to_vec(),
        };
        let pose = &self.applied.slots[slot];
        Some(Drawn {
            slot,
            attachment,
            region: frame.region,
            blend: rig.slots[slot].blend,
            clipped: false,
            positions: vertices
                .chunks_exact(2)
                .map(|point| [point[0], point[1]])
                .collect(),
            uvs: frame.uvs.clone(),
            triangles,
            color: std::array::from_fn(|n| self.color[n] * pose.color[n] * own[n]),
            dark: pose.dark,
        })
    }
}

fn end_at(clip: &mut Option<Clip>, slot: usize) {
    clip.take_if(|clip| clip.end == Some(slot));
}
