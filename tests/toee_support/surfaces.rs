//! Materials as they are drawn: what a file's words come to, and single pixels of each way of drawing (toee-formats §11).

use std::sync::Arc;

use glam::{Affine3A, Vec2, Vec3, Vec4};
use rigscope::model::Surface;
use rigscope::model::surface::{Combine, SurfaceBlend, UvSource};
use rigscope::scene::Scene;
use rigscope::scene::camera::View;
use rigscope::scene::frame::{FramePacket, Instance, Part, PartStage, PartSurface};

use super::opening::{game, opened};
use crate::gpu_support::{
    assert_near, camera, instance, packet, part, picture, pixel, quads, texture,
};

const GREEN: [u8; 4] = [40, 180, 60, 255];
/// A marker's two colours.
const MARKER: [[u8; 4]; 2] = [[242, 26, 217, 255], [20, 5, 20, 255]];

/// A surface as the game draws it unless told otherwise, unlit so that pixels are exact.
fn plain(stages: Vec<PartStage>) -> PartSurface {
    let mut stages = stages.into_iter();
    PartSurface {
        blend: SurfaceBlend::Alpha,
        depth_test: true,
        depth_write: true,
        stages: std::array::from_fn(|_| stages.next()),
        ..PartSurface::default()
    }
}

fn stage(color: [u8; 4], combine: Combine) -> PartStage {
    PartStage {
        texture: Some(texture(1, &[color])),
        is_opacity: true,
        combine,
        ..PartStage::default()
    }
}

fn one(color: [u8; 4]) -> PartSurface {
    plain(vec![stage(color, Combine::Modulate)])
}

/// A square that faces the viewer at a depth.
fn square(z: f32, surface: PartSurface) -> Instance {
    let quad = (Vec3::Z * z, Vec3::X, Vec3::Y);
    let paint = Part {
        surface: Some(surface),
        ..part(0..6)
    };
    instance(quads(&[quad]), vec![paint])
}

fn scene_of(instances: Vec<Instance>) -> FramePacket {
    FramePacket {
        background: [Vec4::W; 2],
        ..packet(camera(View::Front, 1.0, 1.0), instances)
    }
}

fn middle(instances: Vec<Instance>) -> [u8; 4] {
    pixel(&picture(&scene_of(instances), 64, 64), 32, 32)
}

#[test]
fn each_blend_meets_what_is_behind_it_in_its_own_way() {
    for (blend, expected) in [
        (SurfaceBlend::Opaque, [100, 20, 200, 255]),
        (SurfaceBlend::Alpha, [70, 100, 130, 255]),
        (SurfaceBlend::Add, [140, 200, 255, 255]),
        (SurfaceBlend::AlphaAdd, [90, 190, 160, 255]),
    ] {
        let glass = PartSurface {
            blend,
            ..one([100, 20, 200, 128])
        };
        for order in [[0, 1], [1, 0]] {
            let both = [square(-0.5, one(GREEN)), square(0.5, glass.clone())];
            let found = middle(order.map(|index: usize| both[index].clone()).to_vec());
            assert_near(found, expected, 2);
        }
    }
}

#[test]
fn fragments_below_the_alpha_test_are_not_there() {
    for (blend, alpha_test, expected) in [
        (SurfaceBlend::Opaque, 0.5, GREEN),
        (SurfaceBlend::Opaque, 0.3, [200, 40, 30, 255]),
        (SurfaceBlend::Add, 0.5, GREEN),
        (SurfaceBlend::Alpha, 0.5, GREEN),
    ] {
        let tested = PartSurface {
            blend,
            alpha_test,
            ..one([200, 40, 30, 100])
        };
        let behind = square(-0.5, one(GREEN));
        assert_eq!(middle(vec![square(0.5, tested), behind]), expected);
    }
}

#[test]
fn a_back_is_seen_of_two_sided_surfaces_alone_mirrored_or_not() {
    let red = [200, 40, 30, 255];
    let turned = Affine3A::from_rotation_y(std::f32::consts::PI);
    let mirrored = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    for (world, two_sided, is_seen) in [
        (Affine3A::IDENTITY, false, true),
        (turned, false, false),
        (turned, true, true),
        (mirrored, false, true),
        (mirrored * turned, false, false),
    ] {
        for blend in [SurfaceBlend::Opaque, SurfaceBlend::Add] {
            let mut item = square(
                0.0,
                PartSurface {
                    two_sided,
                    blend,
                    ..one(red)
                },
            );
            item.world_from_file = world;
            let expected = if is_seen { red } else { [0, 0, 0, 255] };
            assert_eq!(
                middle(vec![item]),
                expected,
                "{world:?} {two_sided} {blend:?}"
            );
        }
    }
}

#[test]
fn what_is_not_lit_keeps_its_colour_and_what_is_laid_on_by_a_mask_glows() {
    let tilted = |surface: PartSurface| {
        let mut item = square(0.0, surface);
        item.world_from_file = Affine3A::from_rotation_x(1.0);
        middle(vec![item])
    };
    let red = [200, 40, 30, 255];
    assert_eq!(tilted(one(red)), red);
    let lit = |surface: PartSurface| {
        tilted(PartSurface {
            lit: true,
            ..surface
        })
    };
    assert!(lit(one(red))[0] < 190, "away from the light");
    let glow = |mask: u8| {
        let skin = stage([200, 40, 30, mask], Combine::Modulate);
        let glow = stage([90, 150, 250, 255], Combine::ByCurrentAlpha);
        plain(vec![skin, glow])
    };
    assert_near(lit(glow(255)), [90, 150, 250, 255], 1);
    assert_near(lit(glow(0)), lit(one(red)), 1);
}

#[test]
fn stages_are_combined_by_the_book() {
    let (c, t) = ([200_u8, 40, 120, 102], [60_u8, 200, 100, 204]);
    let formula = |combine, c: f32, t: f32| match combine {
        Combine::Modulate => c * t,
        Combine::Add => c + t,
        Combine::ByTextureAlpha => c + (t - c) * 0.8,
        Combine::ByCurrentAlpha => c + (t - c) * 0.4,
        Combine::AddByCurrentAlpha => c + t * 0.4,
    };
    for (combine, alpha) in [
        (Combine::Modulate, 0.4 * 0.8),
        (Combine::Add, 0.4),
        (Combine::ByTextureAlpha, 0.4),
        (Combine::ByCurrentAlpha, 1.0),
        (Combine::AddByCurrentAlpha, 1.0),
    ] {
        let pair = plain(vec![stage(c, Combine::Modulate), stage(t, combine)]);
        // Over black.
        let expected = [0, 1, 2].map(|channel| {
            let [c, t] = [c, t].map(|color| f32::from(color[channel]) / 255.0);
            (formula(combine, c, t).min(1.0) * alpha * 255.0).round() as u8
        });
        let [red, green, blue] = expected;
        let found = middle(vec![square(0.0, pair)]);
        // Additions beyond white are only cut off once alpha has made them less.
        assert_near(found, [red, green, blue, 255], 3);
    }
    let third = stage([255, 255, 255, 51], Combine::Modulate);
    let mut stages = vec![
        stage(c, Combine::Modulate),
        stage(t, Combine::ByCurrentAlpha),
    ];
    stages.push(third);
    let masked = middle(vec![square(0.0, plain(stages))]);
    assert_near(masked, [29, 21, 22, 255], 2);
}

/// The left half of the texture is red, the right half blue, the bottom half brighter.
fn quarters() -> Arc<rigscope::scene::frame::TextureImage> {
    let texel = |x: u32, y: u32| {
        let level = if y < 32 { 100 } else { 250 };
        if x < 32 {
            [level, 0, 0, 255]
        } else {
            [0, 0, level, 255]
        }
    };
    let texels: Vec<_> = (0..64)
        .flat_map(|y| (0..64).map(move |x| texel(x, y)))
        .collect();
    texture(64, &texels)
}

/// The colours at the middles of the four quarters: upper left, upper right, lower left, lower right.
fn corners(uv: UvSource, phase: [f32; 2], normal: Vec3) -> [[u8; 3]; 4] {
    let moving = PartStage {
        texture: Some(quarters()),
        uv,
        phase,
        ..PartStage::default()
    };
    let mut item = square(0.0, plain(vec![moving]));
    let mesh = Arc::get_mut(&mut item.mesh).unwrap();
    mesh.normals.fill(normal);
    let image = picture(&scene_of(vec![item]), 64, 64);
    [(20, 20), (44, 20), (20, 44), (44, 44)].map(|(x, y)| {
        let [red, green, blue, _] = pixel(&image, x, y);
        [red, green, blue]
    })
}

#[test]
fn coordinates_move_as_their_source_says() {
    let [dim_red, red] = [[100, 0, 0], [250, 0, 0]];
    let [dim_blue, blue] = [[0, 0, 100], [0, 0, 250]];
    let still = [dim_red, dim_blue, red, blue];
    let front = Vec3::Z;
    assert_eq!(corners(UvSource::Mesh, [0.5, 0.5], front), still);
    assert_eq!(corners(UvSource::Drift, [0.0, 0.0], front), still);
    let aside = [dim_blue, dim_red, blue, red];
    assert_eq!(corners(UvSource::Drift, [0.5, 0.0], front), aside);
    let down = [red, blue, dim_red, dim_blue];
    assert_eq!(corners(UvSource::Drift, [0.0, 0.5], front), down);
    // The normal alone picks the place: from above the texture's top, at ±X its sides.
    let above = Vec3::new(0.5, 0.8, 0.0).normalize();
    assert_eq!(
        corners(UvSource::Environment, [0.0; 2], above),
        [dim_blue; 4]
    );
    let below = Vec3::new(-0.5, -0.8, 0.0).normalize();
    assert_eq!(corners(UvSource::Environment, [0.0; 2], below), [red; 4]);
}

#[test]
fn swirls_and_waves_move_by_a_tenth_of_the_texture() {
    // Across the vertical seam in the middle, a twentieth of the square to its left.
    let near_seam = |uv: UvSource, phase: [f32; 2]| {
        let moving = PartStage {
            texture: Some(quarters()),
            uv,
            phase,
            ..PartStage::default()
        };
        let mut item = square(0.0, plain(vec![moving]));
        let mesh = Arc::get_mut(&mut item.mesh).unwrap();
        // All of it shows one place, because waves go from corner to corner.
        mesh.uvs.fill(Vec2::new(0.45, 0.25));
        let [red, _, blue, _] = middle(vec![item]);
        (red, blue)
    };
    assert_eq!(near_seam(UvSource::Swirl, [0.0, 0.0]), (0, 100));
    assert_eq!(near_seam(UvSource::Swirl, [0.25, 0.0]), (100, 0));
    assert_eq!(near_seam(UvSource::Swirl, [0.25, 0.25]), (100, 0));
    // The cosine of 0.45 of a turn is nearly −1, that of 0.95 nearly 1.
    assert_eq!(near_seam(UvSource::Wavey, [0.0, 0.0]), (100, 0));
    assert_eq!(near_seam(UvSource::Wavey, [0.5, 0.0]), (0, 100));
}

#[test]
fn a_clamped_texture_ends_at_its_edges() {
    let far_right = |clamp: bool| {
        let paint = PartStage {
            texture: Some(quarters()),
            ..PartStage::default()
        };
        let mut item = square(
            0.0,
            PartSurface {
                clamp,
                ..plain(vec![paint])
            },
        );
        let mesh = Arc::get_mut(&mut item.mesh).unwrap();
        mesh.uvs.fill(Vec2::new(1.25, 0.25));
        middle(vec![item])
    };
    assert_eq!(far_right(false), [100, 0, 0, 255]);
    assert_eq!(far_right(true), [0, 0, 100, 255]);
}

#[test]
fn depth_is_heeded_and_written_as_told() {
    let red = [200, 40, 30, 255];
    let order =
        |surface: PartSurface, z: f32| middle(vec![square(z, surface), square(0.0, one(GREEN))]);
    assert_eq!(order(one(red), -0.5), GREEN);
    let on_top = PartSurface {
        depth_test: false,
        ..one(red)
    };
    assert_eq!(order(on_top, -0.5), red);
    let thin = PartSurface {
        depth_write: false,
        ..one(red)
    };
    assert_eq!(order(thin.clone(), -0.5), GREEN, "hidden like all");
    let behind = PartSurface {
        depth_write: false,
        ..one([0, 0, 200, 255])
    };
    let light = PartSurface {
        blend: SurfaceBlend::Add,
        ..one([50, 50, 50, 255])
    };
    let found = middle(vec![
        square(0.5, thin),
        square(0.0, behind),
        square(-0.5, light),
    ]);
    assert_eq!(found, red, "far to near");
}

#[test]
fn triangles_of_one_surface_hide_each_other_though_all_but_opaque() {
    let [near, far] = [0.5, -0.5].map(|z| (Vec3::Z * z, Vec3::X, Vec3::Y));
    let mut mesh = quads(&[near, far]);
    mesh.uvs[..4].fill(Vec2::new(0.25, 0.5));
    mesh.uvs[4..].fill(Vec2::new(0.75, 0.5));
    let paint = PartStage {
        texture: Some(texture(2, &[[200, 40, 30, 240], [40, 180, 60, 240]])),
        is_opacity: true,
        ..PartStage::default()
    };
    let both = Part {
        surface: Some(plain(vec![paint])),
        ..part(0..12)
    };
    let found = middle(vec![instance(mesh, vec![both])]);
    assert_near(found, [188, 38, 28, 255], 1);
}

#[test]
fn a_stage_whose_texture_is_missing_is_marked_where_it_would_be_seen() {
    let lost = |combine| PartStage {
        combine,
        ..PartStage::default()
    };
    let found = middle(vec![square(0.0, plain(vec![lost(Combine::Modulate)]))]);
    assert!(MARKER.contains(&found), "{found:?}");
    for (mask, is_marked) in [(0, false), (255, true)] {
        let skin = stage([200, 40, 30, mask], Combine::Modulate);
        let found = middle(vec![square(
            0.0,
            plain(vec![skin, lost(Combine::ByCurrentAlpha)]),
        )]);
        assert_eq!(MARKER.contains(&found), is_marked, "{found:?}");
    }
}

#[test]
fn without_textures_the_shape_is_clay_and_holes_stay_holes() {
    let mut packet = scene_of(vec![square(0.0, one([200, 40, 30, 255]))]);
    packet.textured = false;
    assert_eq!(
        pixel(&picture(&packet, 64, 64), 32, 32),
        [158, 156, 150, 255]
    );
    let mut packet = scene_of(vec![square(0.0, one([200, 40, 30, 0]))]);
    packet.textured = false;
    assert_eq!(pixel(&picture(&packet, 64, 64), 32, 32), [0, 0, 0, 255]);
}

fn surface_of(text: &str) -> Surface {
    let (_folder, models) = game();
    std::fs::write(models.join("Square.MDF"), text).unwrap();
    let character = opened(&models.join("square.skm"));
    assert!(character.findings.is_empty(), "{:?}", character.findings);
    character.materials[0][0].surface.clone().unwrap()
}

#[test]
fn the_words_of_a_file_make_its_surface() {
    let simple = surface_of(
        "Textured\nColor 255 0 51 102\nTexture \"art/meshes/squares/paint.tga\"\nNotLit Clamp Double",
    );
    assert_eq!(simple.color, [1.0, 0.0, 0.2, 0.4]);
    assert!(!simple.lit && simple.clamp && simple.two_sided && simple.depth_write);
    assert!(simple.alpha_test > 0.0);
    assert_eq!(simple.blend, SurfaceBlend::Alpha);
    let text = "General\nTexture 0 \"art/meshes/squares/paint.tga\"\n\
                Texture 2 \"art/meshes/squares/paint.tga\" UVType 2 wavey BlendType 2 currentalphaadd\n\
                Speed 0.5 SpeedV 2 -3 MaterialBlendType alphaadd DisableZ ColorFillOnly";
    let layered = surface_of(text);
    assert_eq!(layered.blend, SurfaceBlend::AlphaAdd);
    assert!(layered.lit && !layered.two_sided && !layered.depth_write && !layered.depth_test);
    let [first, second] = &layered.stages[..] else {
        panic!("{:?}", layered.stages);
    };
    assert_eq!((first.texture, first.uv), (Some(0), UvSource::Mesh));
    assert_eq!(second.combine, Combine::AddByCurrentAlpha);
    assert_eq!((second.uv, second.speed), (UvSource::Wavey, [0.5, -3.0]));
    assert!(!layered.shows_alpha_of(0), "a mask");
}

#[test]
fn what_only_hides_is_not_drawn() {
    let (_folder, models) = game();
    for text in [
        "Clipper\nZFill",
        "General\nZFillOnly Texture 0 \"art/meshes/squares/paint.tga\"",
    ] {
        std::fs::write(models.join("Square.MDF"), text).unwrap();
        assert!(opened(&models.join("square.skm")).materials[0][0].hidden);
    }
}

#[test]
fn textures_drift_on_from_pass_to_pass_and_depend_on_time_alone() {
    let (_folder, models) = game();
    let text = "General\nTexture 0 \"art/meshes/squares/paint.tga\" UVType 0 drift\nSpeed 0.15";
    std::fs::write(models.join("Square.MDF"), text).unwrap();
    let mut scene = Scene::default();
    scene.show(opened(&models.join("square.skm")));
    let duration = scene.clock.duration;
    let mut packet = FramePacket::default();
    let mut phase = |scene: &mut Scene| {
        scene.build_frame([64, 64], 1.0, true, &mut packet);
        let surface = packet.instances[0].parts[0].surface.as_ref().unwrap();
        surface.stages[0].as_ref().unwrap().phase
    };
    assert_eq!(phase(&mut scene), [0.0; 2]);
    scene.clock.advance(duration * 1.25);
    let wanted = (0.15 * duration * 1.25) as f32;
    let after = phase(&mut scene);
    assert!((after[0] - wanted).abs() < 1e-5, "{after:?}, not {wanted}");
    assert_eq!(after[0], after[1]);
    scene.clock.seek(0.5);
    assert!((phase(&mut scene)[0] - 0.075).abs() < 1e-6);
    scene.clock.seek(0.0);
    assert_eq!(phase(&mut scene), [0.0; 2]);
}

#[test]
fn a_missing_file_is_marked_and_every_place_is_named() {
    for (lost, code) in [
        ("paint.tga", "toee.texture-missing"),
        ("Square.MDF", "toee.material-missing"),
    ] {
        let (_folder, models) = game();
        std::fs::remove_file(models.join(lost)).unwrap();
        let character = opened(&models.join("square.skm"));
        let finding = &character.findings[0];
        assert_eq!(finding.code, code);
        for place in &character.materials[0][0].looked_for {
            if !place.is_file() {
                assert!(
                    finding.message.contains(&place.display().to_string()),
                    "{finding:?}"
                );
            }
        }
        let mut scene = Scene::default();
        scene.show(character);
        scene.camera.look(View::Front);
        let mut packet = FramePacket::default();
        scene.view.lit = false;
        scene.build_frame([64, 64], 1.0, true, &mut packet);
        let image = picture(&packet, 64, 64);
        let pixels = image.rgba.as_chunks::<4>().0;
        let marked = pixels.iter().filter(|pixel| MARKER.contains(pixel)).count();
        assert!(marked > 200, "{lost}: {marked} pixels");
    }
}
