//! Odd characters through the whole window but its glue: scene, panels, pictures.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod gpu_support;
mod odd_characters;

use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use rigscope::gpu::{Renderer, Target, read_image};
use rigscope::model::{Character, Image};
use rigscope::pose::MappingRule;
use rigscope::scene::frame::FramePacket;
use rigscope::scene::view::Names;
use rigscope::scene::{Camera, Scene};
use rigscope::ui::{Shell, Surroundings, Tab};

const SIZE: [u32; 2] = [96, 64];

fn scene(character: Character) -> Scene {
    let mut scene = Scene::default();
    scene.show(character);
    scene
}

fn frame(scene: &mut Scene, skin_here: bool) -> FramePacket {
    let mut packet = FramePacket::new(Camera::default().matrices(1.0));
    scene.build_frame(SIZE, 1.0, skin_here, &mut packet);
    packet
}

fn show_everything(scene: &mut Scene) {
    let view = &mut scene.view;
    (view.bones, view.names, view.bounds) = (true, Names::All, true);
    (view.wire, view.weights) = (true, true);
    scene.selected_joint = Some(0);
    scene.selected_submesh = Some(0);
}

#[test]
fn every_camera_and_every_line_is_finite() {
    for (what, character, _) in odd_characters::all() {
        let mut scene = scene(character);
        show_everything(&mut scene);
        for at in [0.0, 0.31, 1e9, f64::NAN] {
            scene.clock.seek(at);
            scene.ask_fit();
            let packet = frame(&mut scene, true);
            let camera = packet.camera;
            assert!(
                camera.clip_from_world.is_finite(),
                "{what} at {at}: {:?}",
                scene.camera
            );
            assert!(camera.eye.is_finite(), "{what} at {at}");
            let lines = packet.segments.iter().chain(&packet.overlay);
            for line in lines.flat_map(|line| line.from.into_iter().chain(line.to)) {
                assert!(line.is_finite(), "{what} at {at}: a line that ends nowhere");
            }
        }
    }
}

#[test]
fn what_there_is_is_seen_after_a_fit() {
    let context = gpu_support::context();
    let mut renderer = Renderer::new(&context).unwrap();
    let target = Target::new(&context, SIZE[0], SIZE[1]);
    let mut picture = |scene: &mut Scene, skin_here: bool| -> Image {
        renderer.render(&context, &frame(scene, skin_here), &target);
        read_image(&context, &target).unwrap()
    };
    for (what, character, visible) in odd_characters::all() {
        let mut scene = scene(character);
        scene.view.grid = false;
        scene.view.bones = true;
        let shown = picture(&mut scene, true);
        let by_shader = picture(&mut scene, false);
        let far: Vec<u8> = shown
            .rgba
            .iter()
            .zip(&by_shader.rgba)
            .map(|(a, b)| a.abs_diff(*b))
            .collect();
        let off = far
            .chunks(4)
            .filter(|pixel| pixel.iter().any(|far| *far > 3))
            .count();
        assert!(off < 12, "{what}: shader and twin differ at {off} pixels");
        scene.view.bones = false;
        scene.view.mesh = false;
        let without = picture(&mut scene, true);
        assert_eq!(shown != without, visible, "{what}: seen or not");
        show_everything(&mut scene);
        scene.view.mesh = true;
        picture(&mut scene, false);
    }
}

struct Window {
    shell: Shell,
    scene: Scene,
    around: Surroundings,
}

fn window(size: Vec2, scene: Scene) -> Harness<'static, Window> {
    let window = Window {
        shell: Shell::default(),
        scene,
        around: Surroundings::default(),
    };
    Harness::builder()
        .with_size(size)
        .with_max_steps(8)
        .allow_missing_glyphs()
        .with_context_setup(Shell::dress)
        .build_ui_state(
            |ui, window: &mut Window| {
                window.shell.show(ui, &mut window.scene, &window.around);
                frame(&mut window.scene, true);
            },
            window,
        )
}

const KEYS: [Key; 24] = [
    Key::Space,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::Home,
    Key::End,
    Key::F,
    Key::Num1,
    Key::Num3,
    Key::Num7,
    Key::Num9,
    Key::S,
    Key::T,
    Key::L,
    Key::A,
    Key::W,
    Key::B,
    Key::N,
    Key::H,
    Key::X,
    Key::G,
    Key::M,
    Key::F1,
    Key::Questionmark,
    Key::Escape,
];

fn press_everything(harness: &mut Harness<'_, Window>) {
    for key in KEYS {
        harness.key_press(key);
        harness.run_steps(1);
    }
    harness.key_press_modifiers(Modifiers::COMMAND, Key::O);
    harness.run_steps(1);
}

#[test]
fn every_key_and_every_page_at_every_size_takes_every_character() {
    let odd_sizes = [
        (1.0, 1.0),
        (200.0, 150.0),
        (3000.0, 60.0),
        (60.0, 3000.0),
        (330.0, 500.0),
    ];
    let some = odd_characters::all().into_iter();
    let some = some.map(|(what, character, _)| (what, Some(character)));
    for (what, character) in some.chain([("nothing open", None)]) {
        eprintln!("{what}");
        let sizes: &[(f32, f32)] = match what {
            "odd names" | "many findings" | "nothing open" => &odd_sizes,
            _ => &[],
        };
        for &(width, height) in [(1280.0, 720.0)].iter().chain(sizes) {
            let scene = character.clone().map(scene).unwrap_or_default();
            let mut harness = window(Vec2::new(width, height), scene);
            for tab in [Tab::Joints, Tab::Mapping, Tab::Findings] {
                harness.state_mut().shell.tab = tab;
                harness.state_mut().scene.selected_joint = Some(1);
                harness.run_steps(2);
            }
            press_everything(&mut harness);
        }
    }
}

#[test]
fn a_selection_outlives_no_pick() {
    let mut character = odd_characters::pillar(40, 100.0, glam::Vec3::ZERO);
    let small = odd_characters::pillar(2, 100.0, glam::Vec3::ZERO);
    character.skeletons.extend(small.skeletons);
    character.meshes.extend(small.meshes);
    character.materials.extend(small.materials);
    character.clips.push(odd_characters::bend("other", 3, 2));
    character.meshes[1].name = "small".into();
    character.skeletons[1].name = "small".into();
    let picks: [fn(&mut Scene); 6] = [
        |scene| scene.pick_skeleton(Some(1)),
        |scene| scene.pick_mesh(Some(1)),
        |scene| scene.pick_clip(Some(1)),
        |scene| scene.pick_skeleton(None),
        |scene| scene.pick_mesh(None),
        |scene| scene.pick_skeleton(Some(99)),
    ];
    for first in picks {
        for second in picks {
            let mut scene = scene(character.clone());
            show_everything(&mut scene);
            scene.selected_joint = Some(39);
            first(&mut scene);
            frame(&mut scene, true);
            second(&mut scene);
            frame(&mut scene, false);
            let item = scene.item.as_mut().unwrap();
            let joints = item.skeleton().map_or(0, |skeleton| skeleton.joints.len());
            assert!(scene.selected_joint.is_none_or(|joint| joint < joints));
            let submeshes = item.mesh().map_or(0, |mesh| mesh.submeshes.len());
            assert!(
                scene
                    .selected_submesh
                    .is_none_or(|submesh| submesh < submeshes)
            );
            for rule in MappingRule::ALL {
                item.set_rule(rule);
                item.visible.fill(false);
            }
            scene.ask_fit();
            frame(&mut scene, true);
        }
    }
}
