//! A small character, and the panels around it.

use egui::Vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use glam::{Affine3A, Quat, Vec2 as Uv, Vec3};
use rigscope::model::{
    BlendIndexing, Character, Clip, Curve, Family, Finding, Influence, Influences, Joint, Material,
    Mesh, Skeleton, Subject, Submesh, Track, Transform,
};
use rigscope::scene::Scene;
use rigscope::ui::{Reply, Request, Shell, Surroundings};

/// What a test looks at: everything that the panels read and change.
pub struct Bench {
    pub shell: Shell,
    pub scene: Scene,
    pub around: Surroundings,
    pub requests: Vec<Request>,
    pub last: Reply,
}

pub fn bench(size: Vec2, scale: f32, scene: Scene) -> Harness<'static, Bench> {
    stepped_bench(size, scale, scene, 0.25)
}

/// The same with the seconds that pass at each step.
pub fn stepped_bench(size: Vec2, scale: f32, scene: Scene, step: f32) -> Harness<'static, Bench> {
    let bench = Bench {
        shell: Shell::default(),
        scene,
        around: Surroundings {
            adapter: "a test adapter".into(),
            dropping_works: true,
            ..Surroundings::default()
        },
        requests: Vec::new(),
        last: Reply::default(),
    };
    let mut harness = Harness::builder()
        .with_size(size)
        .with_pixels_per_point(scale)
        .with_max_steps(12)
        .with_step_dt(step)
        .with_context_setup(Shell::dress)
        .build_ui_state(
            |ui, bench: &mut Bench| {
                let reply = bench.shell.show(ui, &mut bench.scene, &bench.around);
                bench.requests.extend(reply.requests.iter().cloned());
                bench.last = reply;
            },
            bench,
        );
    harness.run();
    harness
}

pub fn open() -> Harness<'static, Bench> {
    let mut scene = Scene::default();
    scene.show(character());
    bench(Vec2::new(1280.0, 720.0), 1.0, scene)
}

pub fn type_into(harness: &mut Harness<'_, Bench>, field: &str, text: &str) {
    harness.get_by_label(field).focus();
    harness.run();
    harness.get_by_label(field).type_text(text);
    harness.run();
}

pub fn joint(name: &str, hash: u32, parent: Option<usize>, at: Vec3) -> Joint {
    Joint {
        name: name.into(),
        hash: Some(hash),
        parent,
        local: Transform {
            translation: at,
            ..Transform::IDENTITY
        },
        inverse_bind: Affine3A::from_translation(-at),
        radius: 1.0,
    }
}

pub fn clip(name: &str, frames: u16, hashes: &[u32]) -> Clip {
    let turn = |frame: u16| Quat::from_rotation_z(f32::from(frame) * 0.1);
    let track = |&hash: &u32| Track {
        hash: Some(hash),
        rotation: Some(Curve::Frames((0..frames).map(turn).collect())),
        ..Track::default()
    };
    Clip {
        name: name.into(),
        kind: "v5",
        version: 5,
        duration: f32::from(frames) / 30.0,
        fps: 30.0,
        frame_count: Some(u32::from(frames)),
        tracks: hashes.iter().map(track).collect(),
        ..Clip::default()
    }
}

/// A body and a hat on a skeleton whose `Head` has a stub of the same hash, so that the rules differ.
pub fn character() -> Character {
    let mut character = Character::empty(Family::League, "figure");
    character.skeletons.push(Skeleton {
        name: "figure".into(),
        joints: vec![
            joint("Root", 1, None, Vec3::ZERO),
            joint("Spine", 2, Some(0), Vec3::Y),
            joint("Head", 3, Some(1), Vec3::Y),
            joint("head", 3, Some(0), Vec3::ZERO),
        ],
        influences: vec![1, 2],
        kind: "skl",
        ..Skeleton::default()
    });
    let mut influences = Influences::with_capacity(6, 6);
    for bone in [0, 0, 0, 1, 1, 1] {
        influences.push([Influence { bone, weight: 1.0 }]);
    }
    let triangle = |y: f32| {
        [
            Vec3::new(-1.0, y, 0.0),
            Vec3::new(1.0, y, 0.0),
            Vec3::new(0.0, y + 1.0, 0.0),
        ]
    };
    let submesh = |name: &str, start: u32| Submesh {
        name: name.into(),
        vertices: start..start + 3,
        indices: start..start + 3,
    };
    character.meshes.push(Mesh {
        name: "figure".into(),
        positions: [triangle(0.0), triangle(1.0)].concat(),
        normals: vec![Vec3::Z; 6],
        uvs: vec![Uv::ZERO; 6],
        indices: (0..6).collect(),
        influences,
        indexing: Some(BlendIndexing::InfluenceTable),
        submeshes: vec![submesh("Body", 0), submesh("Hat", 3)],
        ..Mesh::default()
    });
    character.materials.push(vec![Material::default(); 2]);
    character.clips = vec![
        clip("walk", 30, &[1, 2, 3]),
        clip("dance", 60, &[1, 2]),
        clip("idle", 15, &[1]),
    ];
    let about_head = Finding::warning("test.head", "the head is odd", "look at it");
    character.findings = vec![
        Finding::note("test.note", "a note", "nothing to do"),
        about_head
            .about(Subject::Joint(2))
            .in_file("figure.skl")
            .at(64),
    ];
    character
}
