//! 2D slots, pixel by pixel: blend modes, two-colour tint, both kinds of pages, sampling, order.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod gpu_support;

use std::sync::Arc;

use glam::{Affine3A, Vec3, Vec4};
use gpu_support::{assert_near, camera, instance, packet, part, pixel, quads, texture};
use rigscope::gpu::{FrameStats, Renderer, Target, read_premultiplied};
use rigscope::model::Image;
use rigscope::model::spine::{
    Atlas, AtlasPage, AtlasRegion, Attachment, AttachmentKind, Blend, Bone, Filter, Region, Rig,
    Skin, SkinEntry, Slot,
};
use rigscope::pose::spine::{Pictures, Player};
use rigscope::scene::camera::View;
use rigscope::scene::frame::{
    Copies, FramePacket, Sampling, Segment, SkinnedVertex, SlotBlend, SlotDraw, SlotVertices,
    TextureImage,
};
use rigscope::scene::spine_mesh::RigMesh;
use rigscope::scene::spine_slots::RigPicture;

/// Premultiplied light, straight dark, a texel and what lies behind, all 0 to 1: the formulas of
/// spine-runtime-semantics §18, for one premultiplied texel.
fn expected(slot: &SlotDraw, texel: [f32; 4], behind: [f32; 4]) -> [u8; 4] {
    let [.., light_alpha] = slot.light;
    let alpha = texel[3] * light_alpha;
    let covered = |behind: f32| alpha + behind * (1.0 - alpha);
    let mut out = [0.0; 4];
    for channel in 0..3 {
        let (light, dark) = (slot.light[channel], slot.dark[channel]);
        let source = ((texel[3] - texel[channel]) * dark + texel[channel] * light) * light_alpha;
        let under = behind[channel];
        out[channel] = match slot.blend {
            SlotBlend::Normal => source + under * (1.0 - alpha),
            SlotBlend::Additive => source + under,
            SlotBlend::Multiply => source * under + under * (1.0 - alpha),
            SlotBlend::Screen => source + under * (1.0 - source),
        };
    }
    out[3] = match slot.blend {
        SlotBlend::Additive => behind[3],
        _ => covered(behind[3]),
    };
    out.map(|channel: f32| (channel.clamp(0.0, 1.0) * 255.0).round() as u8)
}

fn slot(page: Option<Arc<TextureImage>>) -> SlotDraw {
    SlotDraw {
        indices: 0..0,
        vertices: SlotVertices::Posed,
        world_from_file: Affine3A::IDENTITY,
        page,
        premultiplied: true,
        sampling: Sampling::default(),
        blend: SlotBlend::Normal,
        light: [1.0; 4],
        dark: [0.0; 3],
    }
}

/// A square around the origin, its page once over it.
fn add_square(packet: &mut FramePacket, half: f32, slot: SlotDraw) {
    let (vertex, start) = (
        packet.slot_vertices.len() as u32,
        packet.slot_indices.len() as u32,
    );
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        packet.slot_vertices.push(SkinnedVertex {
            position: [x * half, y * half, 0.0],
            ..SkinnedVertex::default()
        });
        packet.slot_uvs.push([x * 0.5 + 0.5, 0.5 - y * 0.5]);
    }
    let corners = [0, 1, 2, 0, 2, 3].map(|corner| vertex + corner);
    packet.slot_indices.extend(corners);
    let indices = start..start + 6;
    packet.slots.push(SlotDraw { indices, ..slot });
}

fn front(background: Vec4) -> FramePacket {
    FramePacket {
        background: [background; 2],
        lit: false,
        ..packet(camera(View::Front, 1.0, 1.0), Vec::new())
    }
}

fn drawn(packet: &FramePacket) -> (Image, FrameStats) {
    let context = gpu_support::context();
    let mut renderer = Renderer::new(&context).unwrap();
    let target = Target::new(&context, 64, 64);
    let stats = renderer.render(&context, packet, &target);
    (read_premultiplied(&context, &target).unwrap(), stats)
}

#[track_caller]
fn middle(packet: &FramePacket) -> [u8; 4] {
    pixel(&drawn(packet).0, 32, 32)
}

const BACKGROUNDS: [Vec4; 3] = [
    Vec4::new(0.2, 0.4, 0.8, 1.0),
    Vec4::new(0.6, 0.2, 0.4, 0.5),
    Vec4::ZERO,
];
const MODES: [SlotBlend; 4] = SlotBlend::ALL;

#[test]
fn every_blend_mode_is_right_on_every_background() {
    let texel = [128, 64, 32, 192];
    let page = texture(1, &[texel]);
    for background in BACKGROUNDS {
        for blend in MODES {
            let slot = SlotDraw {
                blend,
                light: [0.9, 0.5, 1.0, 0.6],
                dark: [0.3, 0.8, 0.1],
                ..slot(Some(page.clone()))
            };
            let behind = (background.truncate() * background.w).extend(background.w);
            let wanted = expected(
                &slot,
                texel.map(|channel| f32::from(channel) / 255.0),
                behind.to_array(),
            );
            let mut packet = front(background);
            add_square(&mut packet, 0.5, slot);
            println!("{blend:?} on {background}");
            assert_near(middle(&packet), wanted, 2);
        }
    }
}

#[test]
fn a_straight_page_is_multiplied_before_texels_are_mixed() {
    // Half way between opaque red and a green that nobody sees there is no green.
    let straight = texture(2, &[[255, 0, 0, 255], [0, 255, 0, 0]]);
    let premultiplied = texture(2, &[[255, 0, 0, 255], [0, 0, 0, 0]]);
    for (page, premultiplied) in [(straight, false), (premultiplied, true)] {
        for copies in [Copies::None, Copies::Blended] {
            let mut packet = front(Vec4::ZERO);
            let sampling = Sampling {
                copies,
                ..Sampling::default()
            };
            let slot = SlotDraw {
                premultiplied,
                sampling,
                ..slot(Some(page.clone()))
            };
            add_square(&mut packet, 0.5, slot);
            let [red, green, blue, alpha] = middle(&packet);
            assert_eq!((green, blue, red), (0, 0, alpha));
            assert!(alpha.abs_diff(128) < 16, "{alpha}");
        }
    }
}

#[test]
fn one_picture_serves_as_both_kinds_of_page() {
    let page = texture(1, &[[200, 200, 200, 128]]);
    for (premultiplied, wanted) in [(true, [200, 200, 200, 128]), (false, [100, 100, 100, 128])] {
        let mut packet = front(Vec4::ZERO);
        // The other kind lies below, covered by an opaque black square.
        let black = slot(Some(texture(1, &[[0, 0, 0, 255]])));
        for (half, below) in [
            (
                0.1,
                SlotDraw {
                    premultiplied: !premultiplied,
                    ..slot(Some(page.clone()))
                },
            ),
            (0.2, black),
        ] {
            add_square(&mut packet, half, below);
        }
        let over = SlotDraw {
            premultiplied,
            ..slot(Some(page.clone()))
        };
        add_square(&mut packet, 0.5, over);
        let image = drawn(&packet).0;
        assert_near(pixel(&image, 22, 32), wanted, 1);
        assert_near(
            pixel(&image, 32, 32),
            [wanted[0], wanted[1], wanted[2], 255],
            1,
        );
    }
}

#[test]
fn texels_are_mixed_only_where_asked_and_never_across_the_edge() {
    let page = texture(2, &[[255, 255, 255, 255], [0, 0, 0, 255]]);
    for (smooth_when_large, mixed) in [(true, true), (false, false)] {
        let mut packet = front(Vec4::ZERO);
        let sampling = Sampling {
            smooth_when_large,
            smooth_when_small: !smooth_when_large,
            ..Sampling::default()
        };
        add_square(
            &mut packet,
            0.9,
            SlotDraw {
                sampling,
                ..slot(Some(page.clone()))
            },
        );
        let image = drawn(&packet).0;
        let inside = (8..56).map(|x| pixel(&image, x, 32));
        let grey = inside.filter(|pixel| (20..235).contains(&pixel[0])).count();
        assert_eq!(grey > 4, mixed, "{grey} grey pixels");
        let covered = (0..64)
            .map(|x| pixel(&image, x, 32))
            .filter(|pixel| pixel[3] == 255);
        let covered: Vec<_> = covered.collect();
        assert_eq!(
            covered[0], [255; 4],
            "the other side of the page shows at its left edge"
        );
        assert_eq!(covered.last(), Some(&[0, 0, 0, 255]));
    }
}

#[test]
fn small_pages_are_smaller_copies_only_where_asked() {
    // Stripes of one texel, far below the size of a pixel.
    let texels: Vec<[u8; 4]> = (0..1024 * 1024)
        .map(|index| {
            if index % 2 == 0 {
                [255; 4]
            } else {
                [0, 0, 0, 255]
            }
        })
        .collect();
    let page = texture(1024, &texels);
    for copies in [Copies::Blended, Copies::Nearest, Copies::None] {
        let mut packet = front(Vec4::ZERO);
        let sampling = Sampling {
            copies,
            ..Sampling::default()
        };
        let slot = SlotDraw {
            sampling,
            ..slot(Some(page.clone()))
        };
        add_square(&mut packet, 0.5, slot);
        let image = drawn(&packet).0;
        let grey = (24..40).map(|x| pixel(&image, x, 32)[0].abs_diff(128) < 5);
        let grey = grey.filter(|&grey| grey).count();
        assert_eq!(
            grey == 16,
            copies != Copies::None,
            "{grey} of 16 pixels are grey"
        );
    }
}

#[test]
fn a_page_goes_on_beyond_its_edges_only_where_it_is_to_repeat() {
    let page = texture(2, &[[255, 255, 255, 255], [0, 0, 0, 255]]);
    for repeat in [[false; 2], [true, false], [false, true]] {
        let mut packet = front(Vec4::ZERO);
        let sampling = Sampling {
            smooth_when_large: false,
            repeat,
            ..Sampling::default()
        };
        let slot = SlotDraw {
            sampling,
            ..slot(Some(page.clone()))
        };
        add_square(&mut packet, 0.5, slot);
        // The white half lies one page further to the left.
        for uv in &mut packet.slot_uvs {
            uv[0] = uv[0] * 0.5 + 1.0;
        }
        let white = middle(&packet)[0] > 128;
        assert_eq!(white, repeat[0], "{repeat:?}");
    }
}

#[test]
fn a_missing_page_is_a_chequer_of_two_colours() {
    let mut packet = front(Vec4::ZERO);
    add_square(&mut packet, 0.9, slot(None));
    let image = drawn(&packet).0;
    let (mut bright, mut dark) = (0, 0);
    for (x, y) in (12..52).flat_map(|x| (12..52).map(move |y| (x, y))) {
        match pixel(&image, x, y) {
            [200..=255, _, 200..=255, 255] => bright += 1,
            [0..40, _, 0..40, 255] => dark += 1,
            _ => {}
        }
    }
    assert!(bright > 400 && dark > 400, "{bright} bright, {dark} dark");
}

#[test]
fn slots_cover_surfaces_and_the_grid_and_are_covered_by_the_overlay() {
    let white = Some(texture(1, &[[255; 4]]));
    let segment = |z: f32, color| Segment {
        from: [-1.0, 0.0, z],
        to: [1.0, 0.0, z],
        width: 8.0,
        color,
    };
    let near = quads(&[(Vec3::Z * 0.5, Vec3::X, Vec3::Y)]);
    let mut packet = front(Vec4::ZERO);
    packet.instances.push(instance(near, vec![part(0..6)]));
    packet.segments.push(segment(0.6, [0, 255, 0, 255]));
    let blue = [0.0, 0.0, 1.0, 1.0];
    add_square(
        &mut packet,
        0.5,
        SlotDraw {
            light: [1.0, 0.0, 0.0, 1.0],
            ..slot(white.clone())
        },
    );
    add_square(
        &mut packet,
        0.4,
        SlotDraw {
            light: blue,
            ..slot(white)
        },
    );
    assert_eq!(
        middle(&packet),
        [0, 0, 255, 255],
        "the last slot is in front"
    );
    packet.overlay.push(segment(-0.9, [255, 255, 0, 255]));
    assert_eq!(middle(&packet), [255, 255, 0, 255]);
}

#[test]
fn slots_painted_alike_are_one_draw() {
    let page = Some(texture(1, &[[255; 4]]));
    let mut packet = front(Vec4::ZERO);
    for light in [[1.0; 4], [1.0; 4], [0.5; 4], [1.0; 4]] {
        add_square(
            &mut packet,
            0.5,
            SlotDraw {
                light,
                ..slot(page.clone())
            },
        );
    }
    assert_eq!(drawn(&packet).1.draws, 3);
}

#[test]
fn triangles_beyond_the_lists_draw_nothing() {
    let mut packet = front(Vec4::ZERO);
    let page = Some(texture(1, &[[255; 4]]));
    add_square(&mut packet, 0.5, slot(page.clone()));
    packet.slots[0].indices.end = 9;
    add_square(&mut packet, 0.5, slot(page));
    packet.slots[1].indices = 6..12;
    packet.slot_indices[6] = 8;
    let (image, stats) = drawn(&packet);
    assert_eq!(pixel(&image, 32, 32), [0; 4]);
    assert_eq!(stats.draws, 0);
}

/// Two slots: one shows a square of two units on page 0, one something that the atlas has not.
fn rig() -> Rig {
    let slot = |name: &str, alpha: f64| Slot {
        attachment: Some(name.into()),
        blend: Blend::Screen,
        color: [1.0, 1.0, 1.0, alpha],
        dark: Some([0.1, 0.2, 0.3]),
        ..Slot::new(name, 0)
    };
    let names = ["known", "unknown", "unseen", "imageless"];
    let slots = names.map(|name| slot(name, if name == "unseen" { 0.0 } else { 1.0 }));
    let attachment = |name: &str| Attachment {
        name: name.into(),
        kind: AttachmentKind::Region(Region::new(name, 2.0, 2.0)),
    };
    let entry = |(index, name): (usize, &str)| SkinEntry {
        slot: index,
        placeholder: name.into(),
        attachment: index,
    };
    Rig {
        bones: vec![Bone {
            x: 3.0,
            ..Bone::new("root", None)
        }],
        slots: slots.into(),
        attachments: names.map(attachment).into(),
        skins: vec![Skin {
            entries: names.into_iter().enumerate().map(entry).collect(),
            ..Skin::new("default")
        }],
        default_skin: Some(0),
        ..Rig::default()
    }
}

#[test]
fn what_a_pose_draws_becomes_slots_in_the_world() {
    let region = |page: usize, name: &str| AtlasRegion {
        page,
        name: name.into(),
        width: 8,
        height: 8,
        original_width: 8,
        original_height: 8,
        ..AtlasRegion::default()
    };
    let atlas = Atlas {
        pages: vec![
            AtlasPage {
                size: Some([8, 8]),
                min_filter: Filter::MipMapLinearLinear,
                mag_filter: Filter::Linear,
                repeat_y: true,
                premultiplied: Some(true),
                ..AtlasPage::default()
            },
            AtlasPage::default(),
        ],
        regions: vec![
            region(0, "known"),
            region(0, "unseen"),
            region(1, "imageless"),
        ],
    };
    let rig = rig();
    let pictures = Pictures::new(&rig, &atlas, &[]);
    let mesh = RigMesh::new(&rig, &pictures, &[]);
    let pose = Player::new(&rig, &[]).pose;
    let pages = [Some(texture(1, &[[255; 4]])), None];
    for skin_here in [true, false] {
        let mut packet = FramePacket::default();
        let picture = RigPicture {
            rig: &rig,
            pose: &pose,
            order: &pose.applied().draw_order,
            hidden: &[],
            pictures: &pictures,
            mesh: &mesh,
            atlas: &atlas,
            pages: &pages,
            premultiplied: None,
            world_from_file: Affine3A::from_translation(Vec3::new(10.0, 0.0, 5.0)),
            skin_here,
        };
        picture.add_to_frame(None, &mut packet);

        let [known, unknown, imageless] = &packet.slots[..] else {
            panic!("{:?}", packet.slots);
        };
        assert_eq!(
            [known, unknown, imageless].map(|slot| slot.indices.clone()),
            [0..6, 6..12, 12..18]
        );
        let corner = packet.slot_corner(known, packet.slot_indices[0]);
        let expected = (Vec3::new(12.0, -1.0, 5.0), [0.0, 1.0]);
        assert_eq!(corner, skin_here.then_some(expected));
        let page = known.page.as_ref().map(|page| page.id);
        assert_eq!(page, pages[0].as_ref().map(|page| page.id));
        assert!(known.premultiplied && !imageless.premultiplied);
        let smooth = Sampling {
            copies: Copies::Blended,
            repeat: [false, true],
            ..Sampling::default()
        };
        assert_eq!(known.sampling, smooth);
        assert_eq!((known.blend, known.light), (SlotBlend::Screen, [1.0; 4]));
        assert_eq!(known.dark, [0.1, 0.2, 0.3]);
        assert!(imageless.page.is_none() && !imageless.sampling.smooth_when_small);
        assert!(unknown.page.is_none());
    }
}
