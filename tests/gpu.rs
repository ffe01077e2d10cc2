//! Skinning on the adapter, limits, caches: what needs a driver but no eyes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod gpu_support;

use std::sync::Arc;

use glam::{Affine3A, Quat, Vec3, Vec4};
use gpu_support::{
    Dice, camera, context, cube, instance, packet, part, pixel, quads, random_mesh, random_palette,
    texture,
};
use rigscope::gpu::{GpuContext, Held, Renderer, Target, read_image};
use rigscope::model::{Influence, Influences};
use rigscope::pose::palette::{PaletteRows, rows_of};
use rigscope::pose::skin_cpu::{SkinnedVertex, skin};
use rigscope::scene::camera::View;
use rigscope::scene::frame::{FramePacket, HeatMap, Label, ResourceId, Segment, SkinnableMesh};

fn twin(mesh: &SkinnableMesh, palette: &[PaletteRows]) -> Vec<SkinnedVertex> {
    let mut out = Vec::new();
    skin(
        &mesh.positions,
        &mesh.normals,
        &mesh.influences,
        palette,
        &mut out,
    );
    out
}

/// Relative to the largest number that went into the sums.
#[track_caller]
fn assert_same_skin(found: &[SkinnedVertex], expected: &[SkinnedVertex], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}: vertices");
    let scale = expected
        .iter()
        .flat_map(|vertex| vertex.position)
        .fold(1.0, |largest: f32, value| largest.max(value.abs()));
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        let apart = |a: [f32; 3], b: [f32; 3]| (Vec3::from(a) - Vec3::from(b)).abs().max_element();
        let position = apart(found.position, expected.position) / scale;
        let normal = apart(found.normal, expected.normal);
        assert!(
            position <= 1e-5,
            "{what}: vertex {index}: {found:?} is not {expected:?}"
        );
        assert!(
            normal <= 2e-4,
            "{what}: normal {index}: {found:?} is not {expected:?}"
        );
    }
}

fn skinned_by_shader(
    context: &GpuContext,
    mesh: SkinnableMesh,
    palette: Vec<PaletteRows>,
) -> (Vec<SkinnedVertex>, Arc<SkinnableMesh>) {
    let joints = palette.len() as u32;
    let mut item = instance(mesh, vec![part(0..3)]);
    item.palette = 0..joints;
    let mesh = Arc::clone(&item.mesh);
    let packet = FramePacket {
        palette,
        ..packet(camera(View::Front, 10.0, 1.0), vec![item])
    };
    let mut renderer = Renderer::new(context).unwrap();
    let found = renderer.skinned_vertices(context, &packet, 0).unwrap();
    (found, mesh)
}

#[test]
fn the_shader_and_its_twin_agree_on_rigs_of_any_size() {
    let context = context();
    let mut dice = Dice::new(1);
    for joints in [1, 300, 5000] {
        for influences in [1, 4, 8, 13] {
            let mesh = random_mesh(&mut dice, 500, joints, influences);
            let palette = random_palette(&mut dice, joints);
            let (found, mesh) = skinned_by_shader(&context, mesh, palette.clone());
            let what = format!("{joints} joints, {influences} influences");
            assert_same_skin(&found, &twin(&mesh, &palette), &what);
            assert_eq!(
                Vec3::from(found[0].position),
                mesh.positions[0],
                "{what}: no influences"
            );
        }
    }
}

#[test]
fn instances_of_one_frame_do_not_touch_each_other() {
    let context = context();
    let mut dice = Dice::new(2);
    let mut renderer = Renderer::new(&context).unwrap();
    let mut packet = packet(camera(View::Front, 10.0, 1.0), Vec::new());
    packet.palette.clear();
    let shared = Arc::new(random_mesh(&mut dice, 211, 9, 4));
    for index in 0..40_u32 {
        let mut item = instance(random_mesh(&mut dice, 50 + index, 9, 3), vec![part(0..3)]);
        if index % 2 == 0 {
            item.mesh = Arc::clone(&shared);
        }
        item.palette = index * 9..(index + 1) * 9;
        packet.palette.extend(random_palette(&mut dice, 9));
        packet.instances.push(item);
    }
    for (index, item) in packet.instances.iter().enumerate() {
        let palette = &packet.palette[item.palette.start as usize..item.palette.end as usize];
        let found = renderer.skinned_vertices(&context, &packet, index).unwrap();
        assert_same_skin(
            &found,
            &twin(&item.mesh, palette),
            &format!("instance {index}"),
        );
    }
}

#[test]
fn a_dispatch_larger_than_one_dimension_covers_every_vertex() {
    let mut context = context();
    context.limits.max_compute_workgroups_per_dimension = 3;
    let mut dice = Dice::new(3);
    // Seven groups on a grid of 3 × 3, the last one not full.
    let mesh = random_mesh(&mut dice, 6 * 64 + 5, 4, 2);
    let palette = random_palette(&mut dice, 4);
    let (found, mesh) = skinned_by_shader(&context, mesh, palette.clone());
    assert_same_skin(&found, &twin(&mesh, &palette), "2-D grid");
}

#[test]
fn normals_stay_perpendicular_under_uneven_and_mirroring_scale() {
    let context = context();
    let mut dice = Dice::new(4);
    for scale in [
        Vec3::new(3.0, 1.0, 0.2),
        Vec3::new(-3.0, 1.0, 0.2),
        Vec3::new(-1.0, -0.5, -4.0),
    ] {
        let joint = Affine3A::from_quat(Quat::from_scaled_axis(dice.vector(2.0)))
            * Affine3A::from_scale(scale);
        let mut mesh = random_mesh(&mut dice, 60, 1, 1);
        mesh.influences = Influences::default();
        for _ in 0..60 {
            let bone = 0;
            mesh.influences.push([Influence { bone, weight: 1.0 }]);
        }
        let (found, mesh) = skinned_by_shader(&context, mesh, vec![rows_of(&joint)]);
        for (vertex, normal) in found.iter().zip(&mesh.normals) {
            let skinned = Vec3::from(vertex.normal);
            let (tangent, bitangent) = normal.any_orthonormal_pair();
            for direction in [tangent, bitangent] {
                let along = joint.transform_vector3(direction).normalize();
                assert!(
                    skinned.dot(along).abs() < 1e-5,
                    "{scale}: {skinned} · {along}"
                );
            }
            let outward = joint.transform_vector3(*normal);
            assert!(skinned.dot(outward) > 0.0, "{scale}: turned inside out");
            assert!((skinned.length() - 1.0).abs() < 1e-5);
        }
    }
}

#[test]
fn bones_outside_the_palette_are_absent_and_not_another_instances() {
    let context = context();
    let mut dice = Dice::new(5);
    let mut packet = packet(camera(View::Front, 10.0, 1.0), Vec::new());
    packet.palette = random_palette(&mut dice, 8);
    for palette in [0..4, 4..8, 6..90, 70..90] {
        let mut item = instance(random_mesh(&mut dice, 100, 9, 3), vec![part(0..3)]);
        item.palette = palette;
        packet.instances.push(item);
    }
    let mut renderer = Renderer::new(&context).unwrap();
    let visible = [0..4, 4..8, 6..8, 8..8];
    for (index, visible) in visible.into_iter().enumerate() {
        let expected = twin(&packet.instances[index].mesh, &packet.palette[visible]);
        let found = renderer.skinned_vertices(&context, &packet, index).unwrap();
        assert_same_skin(&found, &expected, &format!("instance {index}"));
    }
}

/// Two cubes, one by the shader and one with vertices of the processor.
fn two_cubes() -> FramePacket {
    let mut left = instance(cube(1.0), vec![part(0..36)]);
    left.world_from_file = Affine3A::from_translation(Vec3::new(-2.0, 0.0, 0.0));
    let mut right = instance(cube(1.0), vec![part(0..36)]);
    right.world_from_file = Affine3A::from_translation(Vec3::new(2.0, 0.0, 0.0));
    right.skinned = twin(&right.mesh, &[rows_of(&Affine3A::IDENTITY)]);
    packet(camera(View::Front, 3.0, 2.0), vec![left, right])
}

#[test]
fn both_ways_of_skinning_draw_the_same_cube() {
    let context = context();
    let mut renderer = Renderer::new(&context).unwrap();
    let target = Target::new(&context, 200, 100);
    let mut packet = two_cubes();
    // Far away and flat, so that both are seen alike.
    packet.lit = false;
    let stats = renderer.render(&context, &packet, &target);
    assert_eq!(
        (stats.skinned_by_shader, stats.skinned_by_cpu, stats.skipped),
        (1, 1, 0)
    );
    let image = read_image(&context, &target).unwrap();
    let clay = [158, 156, 150, 255];
    for x in [72, 128] {
        gpu_support::assert_near(pixel(&image, x, 50), clay, 1);
    }
    assert_ne!(pixel(&image, 100, 50), clay, "nothing is between them");
}

#[test]
fn meshes_beyond_the_binding_limit_come_from_the_processor() {
    let mut context = context();
    let expected = render(&context, &two_cubes());
    context.limits.max_storage_buffer_binding_size = 256;
    let mut renderer = Renderer::new(&context).unwrap();
    let target = Target::new(&context, 200, 100);
    let stats = renderer.render(&context, &two_cubes(), &target);
    assert_eq!(
        (stats.skinned_by_shader, stats.skinned_by_cpu, stats.skipped),
        (0, 2, 0)
    );
    assert!(
        read_image(&context, &target).unwrap() == expected,
        "the same picture"
    );
}

#[test]
fn skinned_vertices_of_many_instances_fill_several_bindings() {
    let mut context = context();
    // Each page holds two of these meshes.
    context.limits.max_storage_buffer_binding_size = 100 * 32 * 2 + 999;
    let mut dice = Dice::new(6);
    let mut renderer = Renderer::new(&context).unwrap();
    let mut packet = packet(camera(View::Front, 10.0, 1.0), Vec::new());
    packet.palette = random_palette(&mut dice, 5);
    for _ in 0..7 {
        let mut item = instance(random_mesh(&mut dice, 100, 5, 2), vec![part(0..3)]);
        item.palette = 0..5;
        packet.instances.push(item);
    }
    let stats = renderer.render(&context, &packet, &Target::new(&context, 8, 8));
    assert_eq!((stats.skinned_by_shader, stats.skipped), (7, 0));
    for (index, item) in packet.instances.iter().enumerate() {
        let found = renderer.skinned_vertices(&context, &packet, index).unwrap();
        assert_same_skin(
            &found,
            &twin(&item.mesh, &packet.palette),
            &format!("instance {index}"),
        );
    }
}

#[test]
fn what_is_beyond_every_limit_is_left_out_and_the_rest_is_drawn() {
    let mut context = context();
    context.limits.max_buffer_size = 64 * 1024;
    context.limits.max_storage_buffer_binding_size = 64 * 1024;
    context.limits.max_texture_dimension_2d = 64;
    let mut dice = Dice::new(7);
    let mut packet = two_cubes();
    let huge = random_mesh(&mut dice, 30_000, 1, 1);
    packet.instances.push(instance(huge, vec![part(0..30_000)]));
    let mut broken = cube(1.0);
    broken.indices[5] = 4000;
    packet.instances.push(instance(broken, vec![part(0..36)]));
    let mut painted = instance(cube(0.5), vec![part(0..36), part(30..9999), part(70..80)]);
    painted.parts[0].texture = Some(texture(200, &[[255, 128, 0, 255]; 200 * 3]));
    painted.parts[1].texture = Some(texture(1, &[]));
    packet.instances.push(painted);
    let mut renderer = Renderer::new(&context).unwrap();
    let target = Target::new(&context, 9999, 50);
    assert_eq!(target.size(), [64, 50]);
    let stats = renderer.render(&context, &packet, &target);
    assert_eq!(
        (stats.skipped, stats.skinned_by_shader, stats.skinned_by_cpu),
        (2, 2, 1)
    );
    assert_eq!(read_image(&context, &target).unwrap().width, 64);
    assert!(!context.is_lost());
}

fn render(context: &GpuContext, packet: &FramePacket) -> rigscope::model::Image {
    let mut renderer = Renderer::new(context).unwrap();
    let target = Target::new(context, 200, 100);
    renderer.render(context, packet, &target);
    read_image(context, &target).unwrap()
}

#[test]
fn pictures_of_no_and_of_one_pixel_are_drawn() {
    let context = context();
    let mut renderer = Renderer::new(&context).unwrap();
    let mut target = Target::new(&context, 0, 0);
    assert_eq!(target.size(), [1, 1]);
    let mut packet = two_cubes();
    packet.labels.push(Label {
        at: Vec3::ZERO,
        text: "root".into(),
        color: [255; 4],
    });
    for (width, height) in [(0, 0), (1, 1), (1, 300), (0, 7), (120, 80)] {
        target.resize(&context, width, height);
        renderer.render(&context, &packet, &target);
        let image = read_image(&context, &target).unwrap();
        assert_eq!([image.width, image.height], target.size());
    }
    assert!(!target.resize(&context, 120, 80), "nothing changed");
}

#[test]
fn an_empty_packet_is_the_background() {
    let mut packet = packet(camera(View::Front, 1.0, 2.0), Vec::new());
    packet.palette.clear();
    packet.background = [Vec4::new(0.2, 0.4, 0.6, 1.0); 2];
    let image = render(&context(), &packet);
    assert!(
        image
            .rgba
            .as_chunks::<4>()
            .0
            .iter()
            .all(|&pixel| pixel == [51, 102, 153, 255])
    );
}

#[test]
fn what_is_not_drawn_any_more_is_dropped() {
    let context = context();
    let mut renderer = Renderer::new(&context).unwrap();
    let target = Target::new(&context, 8, 8);
    let mut full = two_cubes();
    full.instances[0].parts[0].texture = Some(texture(1, &[[255; 4]]));
    full.instances[1].heat = Some(Arc::new(HeatMap {
        id: ResourceId::new(),
        weights: vec![0.5; 24],
    }));
    let held = Held {
        meshes: 2,
        textures: 1,
        heat_maps: 1,
    };
    let mut empty = two_cubes();
    empty.instances.clear();

    renderer.render(&context, &full, &target);
    assert_eq!(renderer.held(), held);
    renderer.render(&context, &empty, &target);
    assert_eq!(renderer.held(), held, "it may come back soon");
    renderer.trim();
    assert_eq!(renderer.held(), Held::default(), "on demand");

    renderer.render(&context, &full, &target);
    for _ in 0..100 {
        renderer.render(&context, &empty, &target);
    }
    assert_eq!(renderer.held(), held);
    for _ in 0..30 {
        renderer.render(&context, &empty, &target);
    }
    assert_eq!(renderer.held(), Held::default(), "after a while");
}

#[test]
fn numbers_that_are_not_finite_do_no_harm() {
    let context = context();
    let mut packet = two_cubes();
    packet.palette = vec![[Vec4::NAN, Vec4::INFINITY, Vec4::splat(1e38)]];
    packet.pixels_per_point = f32::NAN;
    packet.segments = vec![Segment {
        from: [f32::NAN; 3],
        width: f32::INFINITY,
        to: [f32::INFINITY, 0.0, -1e38],
        color: [255; 4],
    }];
    packet.overlay = packet.segments.clone();
    packet.labels = vec![Label {
        at: Vec3::NAN,
        text: "nowhere".into(),
        color: [255; 4],
    }];
    let image = render(&context, &packet);
    assert_eq!(
        pixel(&image, 128, 50)[3],
        255,
        "the other cube's picture came back"
    );
    assert!(!context.is_lost());
}

#[test]
fn the_same_packet_gives_the_same_picture_whatever_was_drawn_before() {
    let context = context();
    let expected = render(&context, &two_cubes());
    let mut renderer = Renderer::new(&context).unwrap();
    let target = Target::new(&context, 200, 100);
    let mut other = two_cubes();
    other.instances.push(instance(
        quads(&[(Vec3::Z, Vec3::X * 9.0, Vec3::Y)]),
        vec![part(0..6)],
    ));
    other.overlay.resize(
        500,
        Segment {
            from: [0.0; 3],
            width: 4.0,
            to: [1.0; 3],
            color: [255, 0, 0, 255],
        },
    );
    renderer.render(&context, &other, &target);
    renderer.render(&context, &two_cubes(), &target);
    assert!(read_image(&context, &target).unwrap() == expected);
}
