//! What passes come to as a surface, and outlines as they are drawn.

use std::fs;

use glam::Vec4;
use rigscope::formats::lostsaga::material;
use rigscope::model::surface::{Combine, Outline, SurfaceBlend, UvSource};
use rigscope::model::{Character, Surface};
use rigscope::scene::camera::View;
use rigscope::scene::frame::{FramePacket, Part, PartStage, PartSurface};

use super::dressing::{dressed, mesh, tree};
use crate::gpu_support::{camera, cube, instance, packet, part, picture, pixel, texture};

fn shown(passes: &[&str]) -> (Character, Surface) {
    let (_folder, root) = tree();
    let passes: String = passes
        .iter()
        .map(|pass| format!("pass\n{{\n{pass}\n}}\n"))
        .collect();
    let text = format!("material\n{{\ntechnique\n{{\n{passes}}}\n}}\n");
    assert!(material::read(text.as_bytes()).is_ok());
    fs::write(root.join("material/body.txt"), text).unwrap();
    let character = dressed(mesh(&root, "body", 1));
    let surface = character.materials[0][0].surface.clone().unwrap();
    (character, surface)
}

fn unit(lines: &str) -> String {
    format!("texture_unit\n{{\n{lines}\n}}")
}

/// What is noted of a surface that is drawn in another way than the game's.
fn noted(passes: &[&str]) -> String {
    let (character, _) = shown(passes);
    let mut findings = character.findings.iter();
    let note = findings.find(|finding| finding.code == "lostsaga.material-approximated");
    note.map(|note| note.message.clone()).unwrap_or_default()
}

#[test]
fn the_pattern_of_characters_is_one_lit_texture_with_an_outline() {
    let toon = format!(
        "cull none\nshader_group AnimateToonShade\n{}\n{}",
        unit("use_light_texture true"),
        unit("texture red.tga\ncolor_blend add current tfactor"),
    );
    let colour = format!(
        "scene_blend add zero src_color\nlighting false\ndepth_write false\n{}",
        unit("texture red.tga")
    );
    let hull = "cull clockwise\nshader_group AnimateOutLine\ncustom_param OutLineColor colorvalue 0.1 0.2 0.3 1\n\
                custom_param OutLineThickness float 1.5";
    let (character, surface) = shown(&[&toon, &colour, hull]);
    assert_eq!(surface.stages.len(), 1);
    assert_eq!(surface.stages[0].combine, Combine::Modulate);
    assert!(surface.lit && surface.two_sided && surface.depth_write);
    assert_eq!(surface.blend, SurfaceBlend::Opaque);
    let outline = Outline {
        color: [0.1, 0.2, 0.3, 1.0],
        thickness: 1.5,
    };
    assert_eq!(surface.outline, Some(outline));
    let [note] = &character.findings[..] else {
        panic!("{:?}", character.findings);
    };
    assert_eq!(note.code, "lostsaga.material-approximated");
    assert!(note.message.contains("ramp"));
}

#[test]
fn the_first_pass_says_how_a_surface_meets_the_picture() {
    let red = unit("texture red.tga");
    for (words, blend) in [
        ("", SurfaceBlend::Opaque),
        ("scene_blend add one one", SurfaceBlend::Add),
        ("scene_blend src_alpha", SurfaceBlend::Alpha),
        (
            "scene_blend add src_alpha inv_src_alpha",
            SurfaceBlend::Alpha,
        ),
        ("scene_blend add src_alpha one", SurfaceBlend::AlphaAdd),
    ] {
        let pass = format!("{words}\n{red}");
        assert_eq!(shown(&[&pass]).1.blend, blend, "{words}");
        assert_eq!(noted(&[&pass]), "");
    }
    for (words, alpha_test) in [
        ("greater_equal 51", 0.2),
        ("greater_equal 0.5", 0.5),
        ("greater 0", 0.5 / 255.0),
        ("always 0", 0.0),
    ] {
        let surface = shown(&[&format!("alpha_test {words}\n{red}")]).1;
        assert!((surface.alpha_test - alpha_test).abs() < 1e-6, "{words}");
    }
    let bare = "cull counter_clockwise\nlighting false\ndepth_write false\ndepth_check false";
    let surface = shown(&[&format!("{bare}\n{red}")]).1;
    assert!(!surface.two_sided && !surface.lit && !surface.depth_write && !surface.depth_test);
}

#[test]
fn further_passes_and_units_lay_their_textures_over_the_first() {
    let base = unit("texture red.tga\ntex_address_mode clamp");
    let glow = format!(
        "scene_blend add one one\n{}",
        unit("texture Knight.tga\nscroll_anim 0.5 -2")
    );
    let mark = format!("scene_blend src_alpha\n{}", unit("texture Knight.tga"));
    let (_, surface) = shown(&[&base, &glow, &mark]);
    let kinds: Vec<(Combine, UvSource)> = surface
        .stages
        .iter()
        .map(|it| (it.combine, it.uv))
        .collect();
    let wanted = [
        (Combine::Modulate, UvSource::Mesh),
        (Combine::Add, UvSource::Drift),
        (Combine::ByTextureAlpha, UvSource::Mesh),
    ];
    assert_eq!(kinds, wanted);
    assert_eq!(surface.stages[1].speed, [0.5, -2.0]);
    assert!(surface.clamp);
    let two = format!(
        "{base}\n{}",
        unit("texture Knight.tga\ncolor_blend add texture current")
    );
    assert_eq!(shown(&[&two]).1.stages[1].combine, Combine::Add);
}

#[test]
fn what_a_surface_cannot_do_is_noted() {
    let red = unit("texture red.tga");
    for (pass, word) in [
        (
            format!("scene_blend subtract one one\n{red}"),
            "subtract one one",
        ),
        (format!("alpha_test less 3\n{red}"), "alpha_test"),
        (format!("cull clockwise\n{red}"), "from behind"),
        (unit("texture red.tga\nrotate_anim 1"), "rotate_anim"),
        (unit("anim_texture red.tga 4 1"), "anim_texture"),
    ] {
        assert!(
            noted(&[&pass]).contains(word),
            "{pass}: {}",
            noted(&[&pass])
        );
        assert_eq!(shown(&[&pass]).1.stages.len(), 1, "{pass}");
    }
    let five: String = ["red.tga", "Knight.tga"]
        .repeat(3)
        .iter()
        .map(|name| {
            unit(&format!(
                "texture {name}\ncolor_blend add texture current\n"
            ))
        })
        .collect();
    assert!(noted(&[&five]).contains("4 are drawn"));
    assert_eq!(shown(&[&five]).1.stages.len(), 4);
    assert!(noted(&[&red, &red]).contains("replaces"));
}

#[test]
fn an_outline_is_seen_around_a_surface_and_never_over_it() {
    let stage = PartStage {
        texture: Some(texture(1, &[[40, 180, 60, 255]])),
        ..PartStage::default()
    };
    let surface = PartSurface {
        depth_test: true,
        depth_write: true,
        two_sided: true,
        stages: [Some(stage), None, None, None],
        outline: Some(Outline {
            color: [1.0, 0.0, 0.0, 1.0],
            thickness: 0.25,
        }),
        ..PartSurface::default()
    };
    // Corners swell away from the middle, so that the hull has no gaps.
    let ball = || {
        let mut cube = cube(0.5);
        cube.normals = cube.positions.iter().map(|at| at.normalize()).collect();
        cube
    };
    let scene = |outline: bool, textured: bool| {
        let mut surface = surface.clone();
        surface.outline = surface.outline.filter(|_| outline);
        let paint = Part {
            surface: Some(surface),
            ..part(0..36)
        };
        FramePacket {
            background: [Vec4::W; 2],
            lit: false,
            textured,
            ..packet(
                camera(View::Front, 1.0, 1.0),
                vec![instance(ball(), vec![paint])],
            )
        }
    };
    let red = |image: &rigscope::model::Image| {
        let pixels = image.rgba.as_chunks::<4>().0.iter();
        pixels
            .filter(|pixel| pixel[0] > 200 && pixel[1] < 60)
            .count()
    };
    let with = picture(&scene(true, true), 64, 64);
    let without = picture(&scene(false, true), 64, 64);
    assert_eq!(pixel(&with, 32, 32), [40, 180, 60, 255]);
    assert!(red(&with) > 100, "{} pixels", red(&with));
    assert_eq!(red(&without), 0);
    let plain = picture(&scene(true, false), 64, 64);
    assert_eq!(red(&plain), 0, "no outline around plain clay");
}
