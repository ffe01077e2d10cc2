//! What playing and opening again and again cost in memory.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod gpu_support;
mod odd_characters;

use std::sync::Arc;

use glam::Vec3;
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::gpu::{Renderer, Target, read_image};
use rigscope::model::{Character, Image, Material, Texture};
use rigscope::scene::frame::FramePacket;
use rigscope::scene::view::Names;
use rigscope::scene::{Camera, Compare, Layout, Scene};

const SIZE: [u32; 2] = [64, 64];

/// Large enough that keeping it would show.
fn textured() -> Character {
    let mut character = odd_characters::pillar(300, 100.0, Vec3::ZERO);
    character.textures.push(Texture {
        name: "colours".into(),
        file: None,
        container: "dds",
        format: "R8G8B8A8".into(),
        format_number: None,
        flags: 0,
        size: [512, 512],
        mips: 1,
        image: Some(Arc::new(Image {
            width: 512,
            height: 512,
            rgba: vec![200; 512 * 512 * 4],
        })),
    });
    character.materials[0] = vec![Material {
        texture: Some(0),
        ..Material::default()
    }];
    character
}

fn packet() -> FramePacket {
    FramePacket::new(Camera::default().matrices(1.0))
}

#[test]
fn playing_allocates_nothing() {
    let mut scene = Scene::default();
    scene.show(textured());
    scene.selected_joint = Some(7);
    type Change = fn(&mut Scene);
    let views: [(&str, Change); 6] = [
        ("plain", |_| {}),
        ("edges and weights", |scene| {
            (scene.view.wire, scene.view.weights) = (true, true);
        }),
        ("bones and names", |scene| {
            (scene.view.bones, scene.view.names) = (true, Names::All);
        }),
        ("beside its bind pose", |scene| {
            scene.view.compare = Compare::Bind
        }),
        ("through a ghost of itself", |scene| {
            let pick = scene.item.as_ref().unwrap().picked();
            scene.compare_with_pick(pick);
            scene.view.layout = Layout::Ghost;
        }),
        ("the selected names", |scene| {
            scene.view.names = Names::Selected
        }),
    ];
    for (what, change) in views {
        change(&mut scene);
        for skin_here in [true, false] {
            let mut packet = packet();
            let mut play = |scene: &mut Scene| {
                scene.clock.advance(0.013);
                scene.build_frame(SIZE, 1.0, skin_here, &mut packet);
            };
            (0..3).for_each(|_| play(&mut scene));
            let used = allocation_counter::measure(|| (0..20).for_each(|_| play(&mut scene)));
            assert_eq!(
                used.count_total, 0,
                "{what}, skin_here {skin_here}: {used:?}"
            );
        }
    }
    scene.view.bounds = true;
    let mut packet = packet();
    let mut play = || {
        scene.clock.advance(0.013);
        scene.build_frame(SIZE, 1.0, true, &mut packet);
    };
    (0..3).for_each(|_| play());
    let used = allocation_counter::measure(|| (0..20).for_each(|_| play()));
    assert_eq!(used.count_total, 0, "the box: {used:?}");
}

#[test]
fn playing_a_clip_graph_with_its_snaps_allocates_nothing() {
    let mut scene = Scene::default();
    scene.show(rigscope::formats::bundled::league().characters.remove(0));
    let lines = scene.item.as_ref().unwrap().playables().to_vec();
    let line = |name: &str| lines.iter().position(|line| line.name == name).unwrap();
    let mut controls = scene.item.as_ref().unwrap().controls().clone();
    controls.values.insert(line("Run"), 40.0);
    scene.set_controls(controls);
    for (name, snaps) in [("Dance", 1), ("Run", 0), ("Run_Slow", 0), ("Idle1", 0)] {
        scene.pick(lines[line(name)].pick);
        let mut packet = packet();
        let mut play = |scene: &mut Scene| {
            scene.clock.advance(0.013);
            scene.build_frame(SIZE, 1.0, true, &mut packet);
        };
        scene.clock.seek(1.5);
        (0..3).for_each(|_| play(&mut scene));
        let used = allocation_counter::measure(|| (0..20).for_each(|_| play(&mut scene)));
        assert_eq!(used.count_total, 0, "{name}: {used:?}");
        let active = scene.item.as_ref().unwrap().active_snaps().len();
        assert_eq!(active, snaps, "{name}");
    }
}

#[test]
fn hanging_cloth_allocates_nothing_but_its_checkpoints() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples/toee");
    let opened = open(
        &[folder.into()],
        &OpenOptions::default(),
        &Progress::default(),
    );
    let mut scene = Scene::default();
    scene.show(opened.unwrap().characters.remove(0));
    assert!(scene.item.as_ref().unwrap().has_cloth());
    for skin_here in [true, false] {
        let mut packet = packet();
        let mut play = |scene: &mut Scene| {
            scene.clock.advance(0.013);
            scene.build_frame(SIZE, 1.0, skin_here, &mut packet);
        };
        scene.clock.seek(0.0);
        (0..3).for_each(|_| play(&mut scene));
        // Not as far as the first checkpoint.
        let used = allocation_counter::measure(|| (0..30).for_each(|_| play(&mut scene)));
        assert_eq!(used.count_total, 0, "skin_here {skin_here}: {used:?}");
    }
}

/// Bytes of this process that lie in memory.
#[cfg(target_os = "linux")]
fn resident() -> f64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: f64 = text.split_whitespace().nth(1).unwrap().parse().unwrap();
    pages * 4096.0
}

#[cfg(target_os = "linux")]
#[test]
fn two_hundred_reloads_leave_nothing_behind() {
    let context = gpu_support::context();
    let mut renderer = Renderer::new(&context).unwrap();
    let target = Target::new(&context, SIZE[0], SIZE[1]);
    let (mut scene, mut packet) = (Scene::default(), packet());
    let character = textured();
    let mut reload = |count: usize| {
        for _ in 0..count {
            let mut again = character.clone();
            let image = again.textures[0].image.as_deref().cloned();
            again.textures[0].image = image.map(Arc::new);
            scene.show(again);
            (scene.view.weights, scene.selected_joint) = (true, Some(3));
            scene.build_frame(SIZE, 1.0, false, &mut packet);
            renderer.render(&context, &packet, &target);
            renderer.trim();
            read_image(&context, &target).unwrap();
            let held = renderer.held();
            assert_eq!((held.meshes, held.textures, held.heat_maps), (1, 1, 1));
        }
        resident()
    };
    let early = reload(40);
    let late = reload(160);
    assert!(
        late < early * 1.05,
        "{early} bytes after 40 reloads, {late} after 200"
    );
}
