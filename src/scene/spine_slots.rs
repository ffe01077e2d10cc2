//! From a Spine pose to the frame packet's slots.

use std::sync::Arc;

use glam::Affine3A;

use super::frame::{
    Copies, FramePacket, LocalInstance, Sampling, SkinnedVertex, SlotBlend, SlotDraw, SlotVertices,
    TextureImage,
};
use super::spine_mesh::{Part, RigMesh};
use crate::model::spine::{Atlas, AtlasPage, Blend, Filter, Rig};
use crate::pose::skin_local::skin_local;
use crate::pose::spine::clip::ClipPolygon;
use crate::pose::spine::draw::triangle_corners;
use crate::pose::spine::{Pictures, Shown, SpinePose};

/// A posed rig, and what it is drawn with.
pub struct RigPicture<'a> {
    /// The rig.
    pub rig: &'a Rig,
    /// Its pose.
    pub pose: &'a SpinePose,
    /// All slots, back to front.
    pub order: &'a [usize],
    /// By slot: left out.
    pub hidden: &'a [bool],
    /// The atlas's pictures of its attachments.
    pub pictures: &'a Pictures,
    /// The attachments of the skins worn.
    pub mesh: &'a RigMesh,
    /// Of the pictures.
    pub atlas: &'a Atlas,
    /// By page of the atlas; `None` where the image is missing.
    pub pages: &'a [Option<Arc<TextureImage>>],
    /// Whether the pages' colours are multiplied by alpha already; `None` obeys the atlas.
    pub premultiplied: Option<bool>,
    /// Takes the rig's x right, y up to the world.
    pub world_from_file: Affine3A,
    /// Skin with the CPU twin.
    pub skin_here: bool,
}

impl RigPicture<'_> {
    /// Adds what the pose draws: palette rows, one instance, and its slots in order. Slots with alpha 0, and those without
    /// triangles, are left out. What a polygon cuts is posed and cut on the processor: the cut makes new vertices.
    /// `reuse` is an instance of an earlier frame, whose lists are filled again.
    pub fn add_to_frame(&self, reuse: Option<LocalInstance>, packet: &mut FramePacket) {
        let start = packet.palette.len();
        packet.palette.extend(self.pose.palette());
        let mesh = &self.mesh.mesh;
        let mut instance = reuse.unwrap_or_else(|| LocalInstance {
            mesh: Arc::clone(mesh),
            palette: 0..0,
            offsets: Vec::new(),
            skinned: Vec::new(),
        });
        instance.mesh = Arc::clone(mesh);
        instance.palette = start as u32..packet.palette.len() as u32;
        instance.offsets.clear();
        instance.skinned.clear();
        if self.skin_here {
            let vertices = mesh.vertices.len();
            instance.skinned.resize(vertices, SkinnedVertex::default());
        }
        self.pose
            .visit(self.rig, self.pictures, self.order, |shown, clip| {
                if !self.hidden.get(shown.slot).copied().unwrap_or(false) && shown.color[3] > 0.0 {
                    self.add_slot(shown, clip, &mut instance, packet);
                }
            });
        packet.locals.push(instance);
    }

    fn add_slot(
        &self,
        shown: Shown,
        clip: Option<&ClipPolygon>,
        instance: &mut LocalInstance,
        packet: &mut FramePacket,
    ) {
        let start = packet.slot_indices.len() as u32;
        let part = self
            .mesh
            .part(shown.slot, shown.attachment, shown.frame)
            .filter(|_| clip.is_none());
        let vertices = match part {
            Some(part) => {
                self.add_part(shown, part, instance, packet);
                SlotVertices::Local(packet.locals.len())
            }
            None => {
                self.add_posed(shown, clip, packet);
                SlotVertices::Posed
            }
        };
        let indices = start..packet.slot_indices.len() as u32;
        if indices.is_empty() {
            return;
        }
        let region = shown.region.and_then(|it| self.atlas.regions.get(it));
        let page = region.map(|region| region.page);
        let data = page.and_then(|page| self.atlas.pages.get(page));
        let said = data.and_then(|page| page.premultiplied);
        packet.slots.push(SlotDraw {
            indices,
            vertices,
            world_from_file: self.world_from_file,
            page: page.and_then(|page| self.pages.get(page)?.clone()),
            premultiplied: self.premultiplied.or(said).unwrap_or(false),
            sampling: data.map_or_else(Sampling::default, sampling),
            blend: blend(shown.blend),
            light: shown.color.map(|channel| channel as f32),
            // Dark parts of a slot with one colour stay black.
            dark: shown.dark.unwrap_or_default().map(|channel| channel as f32),
        });
    }

    fn add_part(
        &self,
        shown: Shown,
        part: &Part,
        instance: &mut LocalInstance,
        packet: &mut FramePacket,
    ) {
        let mesh = &*self.mesh.mesh;
        let deform = self.rig.mesh(shown.attachment);
        let deform = deform.map_or(&[][..], |own| self.pose.deform(shown.slot, &own.vertices));
        if !deform.is_empty() {
            instance
                .offsets
                .resize(mesh.vertices.influences.len(), [0.0; 2]);
            let places = instance.offsets.get_mut(part.influences.clone());
            let offsets = deform.as_chunks::<2>().0;
            for (place, offset) in places.unwrap_or_default().iter_mut().zip(offsets) {
                *place = offset.map(|axis| axis as f32);
            }
        }
        let corners = triangle_corners(self.rig, shown.attachment);
        let inside = |corners: &&[usize; 3]| corners.iter().all(|&it| it < part.vertices.len());
        let triangles = corners.as_chunks::<3>().0.iter().filter(inside);
        let corners = triangles.flatten();
        packet
            .slot_indices
            .extend(corners.map(|corner| (part.vertices.start + corner) as u32));
        if self.skin_here {
            let palette = &packet.palette[instance.palette.start as usize..];
            skin_local(
                &mesh.vertices,
                palette,
                &instance.offsets,
                part.vertices.clone(),
                &mut instance.skinned,
            );
        }
    }

    fn add_posed(&self, shown: Shown, clip: Option<&ClipPolygon>, packet: &mut FramePacket) {
        let drawn = self.pose.triangles(self.rig, self.pictures, shown, clip);
        let first = packet.slot_vertices.len();
        for (&[x, y], uv) in drawn.positions.iter().zip(&drawn.uvs) {
            packet.slot_vertices.push(SkinnedVertex {
                position: [x as f32, y as f32, 0.0],
                ..SkinnedVertex::default()
            });
            packet.slot_uvs.push(uv.map(|axis| axis as f32));
        }
        let corners = drawn.triangles.iter().flatten();
        packet
            .slot_indices
            .extend(corners.map(|corner| (first + corner) as u32));
    }
}

fn blend(blend: Blend) -> SlotBlend {
    match blend {
        Blend::Normal => SlotBlend::Normal,
        Blend::Additive => SlotBlend::Additive,
        Blend::Multiply => SlotBlend::Multiply,
        Blend::Screen => SlotBlend::Screen,
    }
}

/// What an atlas says of its page (spine-runtime-semantics §17). Only where the page is small can copies of it be used.
fn sampling(page: &AtlasPage) -> Sampling {
    let smooth = |filter| {
        !matches!(
            filter,
            Filter::Nearest | Filter::MipMapNearestNearest | Filter::MipMapNearestLinear
        )
    };
    Sampling {
        smooth_when_large: smooth(page.mag_filter),
        smooth_when_small: smooth(page.min_filter),
        copies: match page.min_filter {
            Filter::Nearest | Filter::Linear => Copies::None,
            Filter::MipMapNearestNearest | Filter::MipMapLinearNearest => Copies::Nearest,
            Filter::MipMap | Filter::MipMapNearestLinear | Filter::MipMapLinearLinear => {
                Copies::Blended
            }
        },
        repeat: [page.repeat_x, page.repeat_y],
    }
}
