//! Pictures of Spine rigs, drawn by the real renderer on a software adapter, against those of the reference runtime
//! (goldens/spine-pixels/README.md).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;
mod gpu_support;
mod spine_golden_support;

use std::path::Path;
use std::sync::Arc;

use glam::{Affine3A, Mat4, Quat, Vec2, Vec3, Vec4};
use rigscope::gpu::{GpuContext, Renderer, Target, read_premultiplied};
use rigscope::model::Image;
use rigscope::pose::spine::Entry;
use rigscope::scene::frame::{CameraMatrices, FramePacket, ResourceId, TextureImage};
use rigscope::scene::spine_mesh::RigMesh;
use rigscope::scene::spine_slots::RigPicture;
use serde_json::Value;

const SIZE: u32 = 512;

/// How far a picture is from another one, premultiplied.
#[derive(Debug, PartialEq)]
struct Difference {
    /// Of all channels, in steps of 1/255.
    mean: f64,
    /// Channels off by more than 8, in parts of all.
    far: f64,
}

impl Difference {
    fn between(found: &Image, expected: &Image) -> Self {
        assert_eq!(found.rgba.len(), expected.rgba.len());
        let channels = found.rgba.iter().zip(&expected.rgba);
        let off: Vec<u8> = channels.map(|(a, b)| a.abs_diff(*b)).collect();
        let share = |sum: u64| sum as f64 / off.len() as f64;
        Self {
            mean: share(off.iter().map(|&off| u64::from(off)).sum()),
            far: share(off.iter().filter(|&&off| off > 8).count() as u64),
        }
    }

    fn is_within(&self, mean: f64, far: f64) -> bool {
        self.mean <= mean && self.far <= far
    }
}

fn load_image(path: &Path) -> Image {
    let image = image::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let image = image.into_rgba8();
    Image {
        width: image.width(),
        height: image.height(),
        rgba: image.into_raw(),
    }
}

fn numbers(list: &Value) -> Vec<f32> {
    let numbers = list.as_array().unwrap().iter();
    numbers.map(|it| it.as_f64().unwrap() as f32).collect()
}

/// The square of the world that fills the picture.
fn camera(square: &Value) -> CameraMatrices {
    let [x, y, size] = numbers(square)[..] else {
        panic!("no square: {square}");
    };
    let (middle, scale) = (Vec2::new(x, y) + size / 2.0, Vec2::splat(2.0 / size));
    CameraMatrices {
        clip_from_world: Mat4::from_scale_rotation_translation(
            scale.extend(0.5),
            Quat::IDENTITY,
            (-middle * scale).extend(0.5),
        ),
        eye: Vec3::Z,
        right: Vec3::X,
        up: Vec3::Y,
        back: Vec3::Z,
    }
}

/// The moment that an entry of the index names. `skin_here` skins with the CPU twin.
fn packet(shared: &Path, entry: &Value, skin_here: bool) -> FramePacket {
    let loaded = spine_golden_support::load(
        shared,
        entry["skel"].as_str().unwrap(),
        entry["atlas"].as_str().unwrap(),
    );
    let mut player = spine_golden_support::player(&loaded.rig, entry);
    let animation = loaded
        .rig
        .animation(entry["anim"].as_str().unwrap())
        .unwrap();
    player
        .state
        .set(0, Entry::new(&loaded.rig, Some(animation), true));
    for step in 0..=entry["step"].as_u64().unwrap() {
        player.step(&loaded.rig, if step == 0 { 0.003 } else { 0.0161 });
    }
    let folder = shared
        .join("data/spine")
        .join(entry["rig"].as_str().unwrap());
    let page = |page: &rigscope::model::spine::AtlasPage| {
        Some(Arc::new(TextureImage {
            id: ResourceId::new(),
            image: Arc::new(load_image(&folder.join(&page.name))),
        }))
    };
    let pages: Vec<_> = loaded.atlas.pages.iter().map(page).collect();
    let background = Vec4::from_slice(&numbers(&entry["background"]));
    let mut packet = FramePacket {
        background: [background; 2],
        ..FramePacket::new(camera(&entry["box"]))
    };
    let mesh = RigMesh::new(
        &loaded.rig,
        &loaded.pictures,
        &spine_golden_support::skins(&loaded.rig, entry),
    );
    let picture = RigPicture {
        rig: &loaded.rig,
        pose: &player.pose,
        order: &player.pose.applied().draw_order,
        hidden: &[],
        pictures: &loaded.pictures,
        mesh: &mesh,
        atlas: &loaded.atlas,
        pages: &pages,
        premultiplied: None,
        world_from_file: Affine3A::IDENTITY,
        skin_here,
    };
    picture.add_to_frame(None, &mut packet);
    packet
}

/// Draws one picture after the other.
struct Studio {
    context: GpuContext,
    renderer: Renderer,
    target: Target,
}

impl Studio {
    fn new(samples: Option<u32>) -> Self {
        let mut context = gpu_support::context();
        context.samples = samples.unwrap_or(context.samples);
        Self {
            renderer: Renderer::new(&context).unwrap(),
            target: Target::new(&context, SIZE, SIZE),
            context,
        }
    }

    fn picture(&mut self, packet: &FramePacket) -> Image {
        let stats = self.renderer.render(&self.context, packet, &self.target);
        assert_eq!(stats.skipped, 0);
        self.renderer.trim();
        read_premultiplied(&self.context, &self.target).unwrap()
    }
}

fn compare_all(mut studio: Studio, skin_here: bool, mean: f64, far: f64) {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = common::Coverage::default();
    let mut wrong = Vec::new();
    for entry in common::golden(&shared, "spine-pixels/index.json")
        .as_array()
        .unwrap()
    {
        let name = entry["name"].as_str().unwrap();
        let found = studio.picture(&packet(&shared, entry, skin_here));
        let file = format!("goldens/spine-pixels/{name}.png");
        let expected = load_image(&shared.join(file));
        let difference = Difference::between(&found, &expected);
        println!("{name}: {difference:?}");
        coverage.files += 1;
        coverage.values += found.rgba.len();
        if !difference.is_within(mean, far) {
            wrong.push(name.to_owned());
        }
    }
    coverage.report("Spine pictures");
    assert!(wrong.is_empty(), "other pictures: {wrong:?}");
}

#[test]
fn every_picture_of_the_reference_is_met() {
    compare_all(Studio::new(None), false, 1.0, 0.005);
}

#[test]
fn every_picture_is_met_with_vertices_from_the_processor_too() {
    compare_all(Studio::new(None), true, 1.0, 0.005);
}

/// The reference takes one sample a pixel: without smooth edges nothing but rounding is left.
#[test]
fn with_one_sample_a_pixel_edges_are_met_too() {
    compare_all(Studio::new(Some(1)), false, 0.4, 0.0005);
}

#[test]
fn straight_and_premultiplied_pages_give_one_picture() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut studio = Studio::new(None);
    let mut coverage = common::Coverage::default();
    let index = common::golden(&shared, "spine-pixels/index.json");
    let named = |name: &str| {
        let mut entries = index.as_array().unwrap().iter();
        entries.find(|entry| entry["name"] == name).unwrap()
    };
    for rig in ["coin", "celestial", "t-color"] {
        let [straight, premultiplied] = ["straight", "pma"]
            .map(|kind| studio.picture(&packet(&shared, named(&format!("{rig}-{kind}")), false)));
        let difference = Difference::between(&straight, &premultiplied);
        println!("{rig}: {difference:?}");
        assert!(difference.is_within(0.05, 0.0001), "{rig}: {difference:?}");
        coverage.files += 2;
        coverage.values += straight.rgba.len();
    }
    coverage.report("Spine pictures from both kinds of pages");
}
