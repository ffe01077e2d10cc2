//! What a frame looks like: single pixels that must be so, and pictures to compare with.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod gpu_support;

use std::sync::Arc;

use glam::{Affine3A, Mat3A, Vec2, Vec3, Vec4};
use gpu_support::{
    assert_near, assert_snapshot, camera, cube, instance, packet, part, picture, pixel, quads,
    texture,
};
use rigscope::model::{Basis, Image};
use rigscope::scene::camera::View;
use rigscope::scene::frame::{
    FramePacket, HeatMap, Instance, Label, Part, ResourceId, Segment, TextureImage,
};

const RED: [u8; 4] = [200, 40, 30, 255];
const GREEN: [u8; 4] = [40, 180, 60, 255];
/// Noise breaks up gradients and values between two steps, and makes large files.
const EVEN: [Vec4; 2] = [Vec4::new(0.2, 0.2, 0.2, 1.0); 2];

/// A square facing the viewer at depth `z`, half a side `half`, painted as told, unlit.
fn square(z: f32, half: f32, paint: Part) -> Instance {
    let quad = (Vec3::Z * z, Vec3::X * half, Vec3::Y * half);
    let paint = Part {
        indices: 0..6,
        ..paint
    };
    instance(quads(&[quad]), vec![paint])
}

fn solid(color: [u8; 4], blend: bool) -> Part {
    Part {
        texture: Some(texture(1, &[color])),
        blend,
        ..part(0..6)
    }
}

/// From the front, unlit, on black, one unit half the picture's height or a little less.
fn flat(instances: Vec<Instance>) -> FramePacket {
    FramePacket {
        lit: false,
        background: [Vec4::new(0.0, 0.0, 0.0, 1.0); 2],
        ..packet(camera(View::Front, 1.0, 1.0), instances)
    }
}

fn middle(packet: &FramePacket) -> [u8; 4] {
    pixel(&picture(packet, 64, 64), 32, 32)
}

#[test]
fn the_background_goes_from_its_top_to_its_bottom_colour() {
    let mut packet = flat(Vec::new());
    packet.background = [Vec4::new(0.2, 0.4, 0.8, 1.0), Vec4::new(0.6, 0.0, 0.8, 1.0)];
    let image = picture(&packet, 16, 256);
    assert_near(pixel(&image, 8, 0), [51, 102, 204, 255], 1);
    assert_near(pixel(&image, 8, 128), [102, 51, 204, 255], 1);
    assert_near(pixel(&image, 8, 255), [153, 0, 204, 255], 1);
}

#[test]
fn an_unlit_texture_keeps_its_values() {
    assert_eq!(
        middle(&flat(vec![square(0.0, 1.0, solid(RED, false))])),
        RED
    );
}

#[test]
fn a_lit_surface_that_faces_the_viewer_is_about_its_texture() {
    let mut packet = flat(vec![square(0.0, 1.0, solid(RED, false))]);
    packet.lit = true;
    assert_near(middle(&packet), RED, 12);
}

#[test]
fn without_normals_the_flat_ones_are_lit() {
    let bare = |normals: bool| {
        let mut item = square(0.0, 1.0, solid(RED, false));
        if !normals {
            Arc::get_mut(&mut item.mesh).unwrap().normals.clear();
        }
        middle(&FramePacket {
            lit: true,
            ..flat(vec![item])
        })
    };
    assert_near(bare(false), bare(true), 2);
}

#[test]
fn where_alpha_is_no_opacity_it_is_ignored() {
    let [red, green, blue, _] = RED;
    let packet = flat(vec![square(0.0, 1.0, solid([red, green, blue, 10], false))]);
    assert_eq!(middle(&packet), RED);
}

#[test]
fn glass_shows_what_is_behind_it_whatever_the_order() {
    let behind = square(-0.5, 1.0, solid(GREEN, false));
    let glass = square(0.5, 1.0, solid([200, 40, 30, 128], true));
    for order in [[behind.clone(), glass.clone()], [glass, behind]] {
        assert_near(middle(&flat(order.to_vec())), [120, 110, 45, 255], 2);
    }
}

#[test]
fn of_two_panes_of_glass_the_nearer_one_is_laid_over_the_farther_one() {
    let far = square(-0.5, 1.0, solid([0, 255, 0, 128], true));
    let near = square(0.5, 1.0, solid([255, 0, 0, 128], true));
    for order in [[far.clone(), near.clone()], [near, far]] {
        assert_near(middle(&flat(order.to_vec())), [128, 64, 0, 255], 2);
    }
}

#[test]
fn panes_are_sorted_where_the_pose_puts_them() {
    // Both at the origin in the bind pose; joint 1 takes the green one away from the viewer, joint 2 towards the viewer.
    let pane = |joint: u32, color: [u8; 4]| {
        let mut item = square(0.0, 1.0, solid(color, true));
        item.palette = joint..joint + 1;
        item
    };
    let mut packet = flat(vec![pane(1, [0, 255, 0, 128]), pane(0, [255, 0, 0, 128])]);
    let moved = |z: f32| rigscope::pose::palette::rows_of(&Affine3A::from_translation(Vec3::Z * z));
    packet.palette = vec![moved(0.0), moved(-0.7)];
    assert_near(middle(&packet), [128, 64, 0, 255], 2);
    packet.palette[1] = moved(0.7);
    assert_near(middle(&packet), [64, 128, 0, 255], 2);
}

#[test]
fn opaque_fragments_of_a_cut_out_hide_what_is_behind_them() {
    let cut_out = square(0.5, 1.0, solid(RED, true));
    let behind = square(-0.5, 1.0, solid([0, 255, 0, 128], true));
    assert_eq!(middle(&flat(vec![cut_out, behind])), RED);
    let nothing = square(0.5, 1.0, solid([255, 255, 255, 0], true));
    let behind = square(-0.5, 1.0, solid(GREEN, false));
    assert_eq!(middle(&flat(vec![nothing, behind])), GREEN);
}

#[test]
fn a_missing_texture_is_a_magenta_and_black_pattern() {
    let missing = Part {
        texture_missing: true,
        ..part(0..6)
    };
    let image = picture(&flat(vec![square(0.0, 1.0, missing)]), 64, 64);
    let mut kinds: Vec<[u8; 4]> = image.rgba.as_chunks::<4>().0.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    assert!(
        kinds.contains(&[242, 26, 217, 255]) && kinds.contains(&[20, 5, 20, 255]),
        "{kinds:?}"
    );
}

#[test]
fn the_texture_lies_on_the_surface_upright_and_repeats() {
    // Quarters of red, green, blue and white.
    let quarter = |x: u32, y: u32| match (x < 4, y < 4) {
        (true, true) => [255, 0, 0, 255],
        (false, true) => [0, 255, 0, 255],
        (true, false) => [0, 0, 255, 255],
        (false, false) => [255; 4],
    };
    let texels: Vec<_> = (0..64).map(|at| quarter(at % 8, at / 8)).collect();
    let corners = texture(8, &texels);
    let paint = Part {
        texture: Some(corners),
        ..part(0..6)
    };
    let mut item = square(0.0, 1.0, paint);
    let image = picture(&flat(vec![item.clone()]), 64, 64);
    let corner_pixels =
        |image: &Image| [(16, 16), (48, 16), (16, 48), (48, 48)].map(|(x, y)| pixel(image, x, y));
    let upright = corner_pixels(&image);
    let [red, green, blue] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]];
    assert_eq!(upright, [red, green, blue, [255; 4]]);
    for uv in &mut Arc::get_mut(&mut item.mesh).unwrap().uvs {
        *uv += Vec2::new(3.0, -2.0);
    }
    // A copy with other content wants a name of its own.
    Arc::get_mut(&mut item.mesh).unwrap().id = ResourceId::new();
    assert_eq!(corner_pixels(&picture(&flat(vec![item]), 64, 64)), upright);
}

#[test]
fn the_character_s_left_is_at_the_viewer_s_right() {
    // league-formats §9: in a League file the character's left is at −X, and it faces +Z.
    let mut left_hand = square(0.0, 0.3, solid(RED, false));
    left_hand.world_from_file =
        Basis::LEAGUE.root() * Affine3A::from_translation(Vec3::NEG_X * 0.6);
    let image = picture(&flat(vec![left_hand]), 64, 64);
    assert_eq!(pixel(&image, 48, 32), RED);
    assert_eq!(pixel(&image, 16, 32), [0, 0, 0, 255]);
}

#[test]
fn a_mirrored_item_is_lit_like_its_twin() {
    let lit = |mirror: f32| {
        let mut item = instance(cube(0.7), vec![part(0..36)]);
        item.world_from_file.matrix3 = Mat3A::from_diagonal(Vec3::new(mirror, 1.0, 1.0));
        let packet = packet(camera(View::ThreeQuarter, 1.0, 1.0), vec![item]);
        picture(&packet, 64, 64)
    };
    assert!(lit(1.0) == lit(-1.0), "a cube is its own mirror image");
}

#[test]
fn a_transparent_background_stays_so_and_glass_over_it_keeps_its_colour() {
    let mut packet = flat(vec![square(0.0, 0.5, solid([200, 100, 50, 128], true))]);
    packet.background = [Vec4::ZERO; 2];
    let image = picture(&packet, 64, 64);
    assert_eq!(pixel(&image, 2, 2), [0; 4]);
    assert_near(pixel(&image, 32, 32), [200, 100, 50, 128], 2);
}

#[test]
fn the_overlay_is_on_top_and_segments_are_hidden() {
    let line = |y: f32| Segment {
        from: [-0.9, y, -0.5],
        width: 6.0,
        to: [0.9, y, -0.5],
        color: [255, 255, 0, 255],
    };
    let mut packet = flat(vec![square(0.0, 0.6, solid(RED, false))]);
    packet.segments = vec![line(0.3)];
    packet.overlay = vec![line(-0.3)];
    let image = picture(&packet, 200, 200);
    let seen = |x: f32, y: f32| {
        let size = Vec2::splat(200.0);
        let at = packet.camera.project(Vec3::new(x, y, -0.5), size);
        let (at, _) = at.unwrap();
        pixel(&image, at.x as u32, at.y as u32)
    };
    let yellow = [255, 255, 0, 255];
    assert_eq!(seen(0.0, 0.3), RED);
    assert_eq!(seen(-0.85, 0.3), yellow);
    assert_eq!(seen(0.0, -0.3), yellow);
}

#[test]
fn a_dot_is_round_and_as_wide_as_it_says() {
    let mut packet = flat(Vec::new());
    packet.overlay = vec![Segment {
        from: [0.0; 3],
        width: 40.0,
        to: [0.0; 3],
        color: [255; 4],
    }];
    let image = picture(&packet, 101, 101);
    let lit: f32 = image
        .rgba
        .chunks(4)
        .map(|pixel| f32::from(pixel[0]) / 255.0)
        .sum();
    let disc = std::f32::consts::PI * 20.0 * 20.0;
    assert!(
        (lit - disc).abs() < disc * 0.02,
        "{lit} pixels are no disc of {disc}"
    );
}

#[test]
fn a_segment_that_starts_behind_the_eye_is_cut_and_not_turned_about() {
    let mut packet = flat(Vec::new());
    let eye = packet.camera.eye;
    packet.overlay = vec![Segment {
        from: (eye + Vec3::new(0.0, -1.0, 5.0)).to_array(),
        width: 4.0,
        to: [0.0; 3],
        color: [255; 4],
    }];
    let image = picture(&packet, 64, 64);
    let lit = |rows: std::ops::Range<u32>| rows.filter(|&y| pixel(&image, 32, y)[0] > 128).count();
    assert!(lit(34..64) > 25, "from the middle down to the edge");
    assert_eq!(lit(0..29), 0, "nothing above");
}

#[test]
fn segments_fade_towards_the_distance_that_is_told() {
    let mut packet = flat(Vec::new());
    packet.fade_distance = 1.0;
    packet.segments = vec![Segment {
        from: [-1.0, 0.0, 0.0],
        width: 4.0,
        to: [1.0, 0.0, 0.0],
        color: [255; 4],
    }];
    let image = picture(&packet, 65, 65);
    let brightness = [32, 20, 12, 6].map(|x| pixel(&image, x, 32)[0]);
    assert!(
        brightness[0] == 255 && brightness.is_sorted_by(|a, b| a >= b),
        "{brightness:?}"
    );
    assert!(brightness[3] < 40, "{brightness:?}");
}

/// Diagonal stripes, opaque, half transparent and holes.
fn stripes() -> Arc<TextureImage> {
    let texel = |x: u32, y: u32| match (x + y) / 8 % 3 {
        0 => [230, 190, 70, 255],
        1 => [60, 120, 220, 128],
        _ => [0, 0, 0, 0],
    };
    let texels: Vec<_> = (0..64)
        .flat_map(|y| (0..64).map(move |x| texel(x, y)))
        .collect();
    texture(64, &texels)
}

fn bricks() -> Arc<TextureImage> {
    let texel = |x: u32, y: u32| {
        let shifted = x + y / 16 % 2 * 16;
        if y % 16 < 2 || shifted % 32 < 2 {
            [210, 205, 195, 255]
        } else {
            [170, 80, 60, 255]
        }
    };
    let texels: Vec<_> = (0..64)
        .flat_map(|y| (0..64).map(move |x| texel(x, y)))
        .collect();
    texture(64, &texels)
}

fn grid() -> Vec<Segment> {
    let line = |from: [f32; 3], to: [f32; 3]| Segment {
        from,
        width: 1.0,
        to,
        color: [150, 155, 165, 160],
    };
    (-10..=10)
        .map(|step| step as f32 * 0.5)
        .flat_map(|at| {
            [
                line([at, -1.0, -5.0], [at, -1.0, 5.0]),
                line([-5.0, -1.0, at], [5.0, -1.0, at]),
            ]
        })
        .collect()
}

/// A small skeleton's dots and lines, with names.
fn skeleton(packet: &mut FramePacket) {
    let joints = [
        ("root", Vec3::new(0.0, -0.9, 0.0)),
        ("spine", Vec3::new(0.1, 0.0, 0.1)),
        ("head", Vec3::new(0.0, 1.2, 0.0)),
        ("hand", Vec3::new(1.3, 0.3, 0.3)),
    ];
    for (from, to) in [(0, 1), (1, 2), (1, 3)] {
        packet.overlay.push(Segment {
            from: joints[from].1.to_array(),
            width: 2.5,
            to: joints[to].1.to_array(),
            color: [240, 240, 255, 200],
        });
    }
    for (name, at) in joints {
        packet.overlay.push(Segment {
            from: at.to_array(),
            width: 8.0,
            to: at.to_array(),
            color: [255, 170, 40, 255],
        });
        packet.labels.push(Label {
            at,
            text: name.into(),
            color: [255, 255, 255, 255],
        });
    }
}

fn showcase() -> FramePacket {
    let mut parts: Vec<Part> = (0..6).map(|face| part(face * 6..face * 6 + 6)).collect();
    parts[0].texture = Some(bricks());
    parts[1].tint = Vec4::new(0.5, 0.8, 1.0, 1.0);
    parts[2].texture_missing = true;
    parts[4].texture = Some(stripes());
    parts[4].blend = true;
    let item = instance(cube(1.0), parts);
    let mut packet = packet(camera(View::ThreeQuarter, 1.4, 1.5), vec![item]);
    packet.background = EVEN;
    packet.segments = grid();
    packet.fade_distance = 5.0;
    skeleton(&mut packet);
    packet
}

#[test]
fn a_cube_with_all_kinds_of_surface() {
    assert_snapshot(&picture(&showcase(), 360, 240), "cube");
}

#[test]
fn twice_the_pixels_a_point_gives_letters_twice_as_large() {
    let mut packet = showcase();
    packet.pixels_per_point = 2.0;
    packet.background = [Vec4::ZERO; 2];
    assert_snapshot(&picture(&packet, 480, 320), "cube_hidpi_transparent");
}

#[test]
fn heat_and_edges() {
    // A tube of rings, bent by nothing, with a weight that grows along it.
    let (rings, around) = (17_u32, 16_u32);
    let mut mesh = quads(&[]);
    for ring in 0..rings {
        for spoke in 0..around {
            let angle = std::f32::consts::TAU * spoke as f32 / around as f32;
            let out = Vec3::new(angle.cos(), 0.0, angle.sin());
            let height = ring as f32 / (rings - 1) as f32 * 2.0 - 1.0;
            mesh.positions
                .push(out * (0.6 - 0.2 * height * height) + Vec3::Y * height);
            mesh.normals.push(out);
            if ring + 1 < rings {
                let (a, b) = (ring * around + spoke, ring * around + (spoke + 1) % around);
                mesh.indices
                    .extend([a, b, a + around, b, b + around, a + around]);
            }
        }
    }
    let vertices = mesh.positions.len();
    let all = part(0..mesh.indices.len() as u32);
    let weights =
        (0..vertices).map(|vertex| (vertex as f32 / vertices as f32 * 1.25 - 0.25).max(0.0));
    let mut hot = instance(mesh, vec![all]);
    let mut wired = hot.clone();
    hot.heat = Some(Arc::new(HeatMap {
        id: ResourceId::new(),
        weights: weights.collect(),
    }));
    wired.wire = true;
    hot.world_from_file = Affine3A::from_translation(Vec3::NEG_X * 0.8);
    wired.world_from_file = Affine3A::from_translation(Vec3::X * 0.8);
    let mut packet = packet(camera(View::Front, 1.1, 1.5), vec![hot, wired]);
    packet.background = EVEN;
    assert_snapshot(&picture(&packet, 360, 240), "heat_and_edges");
}
