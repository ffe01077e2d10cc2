//! From what a Spine pose draws to the frame packet's slots.

use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::frame::{FramePacket, SlotBlend, SlotDraw, SlotVertex, TextureImage};
use crate::model::spine::{Atlas, AtlasPage, Blend, Filter};
use crate::pose::spine::Drawn;

/// Adds what a pose draws, in its order. Slots with alpha 0, and those without triangles, are left out.
///
/// `pages` are the images by page of the atlas, `None` where one is missing; `premultiplied` tells by index of a page
/// whether its colours are multiplied by alpha already. `world_from_file` takes the rig's x right, y up to the world.
pub fn add_slots(
    drawn: &[Drawn],
    atlas: &Atlas,
    pages: &[Option<Arc<TextureImage>>],
    premultiplied: impl Fn(usize) -> bool,
    world_from_file: &Affine3A,
    packet: &mut FramePacket,
) {
    let visible = |drawn: &&Drawn| drawn.color[3] > 0.0 && !drawn.triangles.is_empty();
    for drawn in drawn.iter().filter(visible) {
        let page = drawn.region.and_then(|region| atlas.regions.get(region));
        let page = page.map(|region| region.page);
        let data = page.and_then(|page| atlas.pages.get(page));
        let start = packet.slot_indices.len() as u32;
        add_triangles(drawn, world_from_file, packet);
        packet.slots.push(SlotDraw {
            indices: start..packet.slot_indices.len() as u32,
            page: page.and_then(|page| pages.get(page)?.clone()),
            premultiplied: page.is_some_and(&premultiplied),
            smooth: data.is_none_or(is_smooth),
            mips: data.is_some_and(has_mips),
            blend: blend(drawn.blend),
            light: drawn.color.map(|channel| channel as f32),
            // Dark parts of a slot with one colour stay black.
            dark: drawn.dark.unwrap_or_default().map(|channel| channel as f32),
        });
    }
}

fn add_triangles(drawn: &Drawn, world_from_file: &Affine3A, packet: &mut FramePacket) {
    let first = packet.slot_vertices.len();
    let corners = drawn.positions.iter().zip(&drawn.uvs);
    packet.slot_vertices.extend(corners.map(|(&[x, y], uv)| {
        let file = Vec3::new(x as f32, y as f32, 0.0);
        SlotVertex {
            position: world_from_file.transform_point3(file).to_array(),
            uv: uv.map(|axis| axis as f32),
        }
    }));
    let corners = drawn.triangles.iter().flatten();
    packet
        .slot_indices
        .extend(corners.map(|corner| (first + corner) as u32));
}

fn blend(blend: Blend) -> SlotBlend {
    match blend {
        Blend::Normal => SlotBlend::Normal,
        Blend::Additive => SlotBlend::Additive,
        Blend::Multiply => SlotBlend::Multiply,
        Blend::Screen => SlotBlend::Screen,
    }
}

/// Whether texels are mixed where the page is drawn larger than it is.
fn is_smooth(page: &AtlasPage) -> bool {
    !matches!(
        page.mag_filter,
        Filter::Nearest | Filter::MipMapNearestNearest | Filter::MipMapNearestLinear
    )
}

/// Whether smaller copies are used where the page is drawn smaller than it is.
fn has_mips(page: &AtlasPage) -> bool {
    !matches!(page.min_filter, Filter::Nearest | Filter::Linear)
}
