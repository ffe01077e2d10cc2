//! Characters that no game ships and every viewer meets: halves of characters, numbers out of range, names of any kind.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs
)]

use std::sync::Arc;

use glam::{Affine3A, Quat, Vec2, Vec3};
use rigscope::model::{
    BlendIndexing, Character, Clip, Curve, Family, Finding, Image, Influence, Influences, Joint,
    Material, Mesh, Skeleton, Subject, Submesh, Texture, Track, Transform,
};

/// A pillar of square rings, one joint a ring: `rings` joints in a chain, four vertices each.
pub fn pillar(rings: u32, size: f32, middle: Vec3) -> Character {
    let mut character = Character::empty(Family::League, "pillar");
    character.skeletons.push(chain(rings, size, middle));
    character.meshes.push(rings_mesh(rings, size, middle));
    character.materials.push(vec![Material::default()]);
    character.clips.push(bend("bend", 20, rings));
    character
}

fn height(ring: u32, rings: u32, size: f32) -> f32 {
    size * ring as f32 / rings.max(1) as f32
}

pub fn chain(joints: u32, size: f32, middle: Vec3) -> Skeleton {
    let joint = |index: u32| {
        let at = middle + Vec3::Y * height(index, joints, size);
        let above_parent = Vec3::Y * height(1, joints, size);
        Joint {
            name: format!("joint {index}"),
            hash: Some(index),
            parent: index.checked_sub(1).map(|parent| parent as usize),
            local: Transform {
                translation: if index == 0 { at } else { above_parent },
                ..Transform::IDENTITY
            },
            inverse_bind: Affine3A::from_translation(-at),
            radius: 1.0,
        }
    };
    Skeleton {
        name: "pillar".into(),
        joints: (0..joints).map(joint).collect(),
        influences: (0..joints as usize).collect(),
        kind: "skl",
        ..Skeleton::default()
    }
}

fn rings_mesh(rings: u32, size: f32, middle: Vec3) -> Mesh {
    let mut mesh = Mesh {
        name: "pillar".into(),
        indexing: Some(BlendIndexing::InfluenceTable),
        ..Mesh::default()
    };
    for ring in 0..rings {
        for (x, z) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let side = Vec3::new(x, 0.0, z) * size * 0.2;
            mesh.positions
                .push(middle + side + Vec3::Y * height(ring, rings, size));
            mesh.normals.push(side.normalize_or_zero());
            mesh.uvs.push(Vec2::new(x, z) * 0.5 + 0.5);
            mesh.influences.push([Influence {
                bone: ring,
                weight: 1.0,
            }]);
        }
    }
    for ring in 1..rings {
        for side in 0..4 {
            let (a, b) = (ring * 4 + side, ring * 4 + (side + 1) % 4);
            mesh.indices.extend([a, b, b - 4, a, b - 4, a - 4]);
        }
    }
    mesh.submeshes.push(Submesh {
        name: "all".into(),
        vertices: 0..rings * 4,
        indices: 0..mesh.indices.len() as u32,
    });
    mesh
}

pub fn bend(name: &str, frames: u16, tracks: u32) -> Clip {
    let turn = |frame: u16| Quat::from_rotation_z(f32::from(frame) * 0.01);
    let track = |hash: u32| Track {
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
        tracks: (0..tracks).map(track).collect(),
        ..Clip::default()
    }
}

fn changed(change: impl FnOnce(&mut Character)) -> Character {
    let mut character = pillar(4, 100.0, Vec3::ZERO);
    change(&mut character);
    character
}

/// Names that are long, right to left, of many scripts, empty, or full of line ends.
pub const NAMES: [&str; 8] = [
    "",
    "مفصل الكتف الأيمن",
    "肩関節・ひだり",
    "🦴👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "two\nlines\r\nand\ta tab\0",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "\u{202e}reversed\u{202c} \u{200b}\u{feff}",
    "{} %s <b>bold</b> \\u0041 & ../../etc",
];

/// The same, and one of two thousand letters.
pub fn names() -> Vec<String> {
    let long = "A_very_long_name_of_something_".repeat(70);
    NAMES
        .iter()
        .map(|name| (*name).to_owned())
        .chain([long])
        .collect()
}

fn with_names() -> Character {
    let names = names();
    let rings = names.len() as u32;
    let mut character = pillar(rings, 100.0, Vec3::ZERO);
    character.name = names[8].clone();
    character.clips = names.iter().map(|name| bend(name, 20, rings)).collect();
    let submesh = |(index, name): (usize, &String)| Submesh {
        name: name.clone(),
        vertices: 0..4,
        indices: index as u32 * 6..index as u32 * 6 + 6,
    };
    character.meshes[0].submeshes = names.iter().enumerate().map(submesh).collect();
    character.materials[0] = vec![Material::default(); names.len()];
    for (joint, name) in character.skeletons[0].joints.iter_mut().zip(&names) {
        joint.name.clone_from(name);
    }
    for (index, name) in names.iter().enumerate() {
        let finding = Finding::warning("test.name", name.clone(), name.clone());
        character
            .findings
            .push(finding.in_file(name.as_str()).about(Subject::Joint(index)));
    }
    character
}

fn with_local(joint: usize, change: impl FnOnce(&mut Transform)) -> Character {
    changed(|character| change(&mut character.skeletons[0].joints[joint].local))
}

fn with_clip(change: impl FnOnce(&mut Clip)) -> Character {
    changed(|character| change(&mut character.clips[0]))
}

/// What is odd about each, and whether there is anything that a picture could show of it.
pub fn all() -> Vec<(&'static str, Character, bool)> {
    let at = Vec3::new(100.0, 200.0, -300.0);
    vec![
        (
            "nothing at all",
            Character::empty(Family::League, ""),
            false,
        ),
        ("no mesh", changed(|c| c.meshes.clear()), true),
        ("no skeleton", changed(|c| c.skeletons.clear()), true),
        ("no materials", changed(|c| c.materials.clear()), true),
        (
            "only clips",
            changed(|c| {
                c.meshes.clear();
                c.skeletons.clear();
            }),
            false,
        ),
        ("only a texture", only_a_texture(), false),
        (
            "no joints",
            changed(|c| c.skeletons[0].joints.clear()),
            true,
        ),
        (
            "no joints, no mesh",
            changed(|c| {
                c.skeletons[0].joints.clear();
                c.meshes.clear();
            }),
            false,
        ),
        (
            "no vertices",
            changed(|c| {
                c.meshes[0] = Mesh {
                    submeshes: vec![Submesh {
                        name: "none".into(),
                        vertices: 0..0,
                        indices: 0..0,
                    }],
                    ..Mesh::default()
                };
            }),
            true,
        ),
        (
            "no submeshes",
            changed(|c| c.meshes[0].submeshes.clear()),
            true,
        ),
        ("one vertex", one_vertex(at), true),
        ("one joint far out", joints_at(1, at), true),
        ("all joints at one point", joints_at(7, at), true),
        (
            "no finite position",
            changed(|c| c.meshes[0].positions.fill(Vec3::NAN)),
            true,
        ),
        (
            "one position that is no number",
            changed(|c| c.meshes[0].positions[3] = Vec3::new(0.0, f32::NAN, f32::INFINITY)),
            true,
        ),
        ("as large as numbers get", pillar(4, 1e37, Vec3::ZERO), true),
        ("large", pillar(4, 1e5, Vec3::ZERO), true),
        ("small", pillar(4, 1e-3, Vec3::ZERO), true),
        (
            "far from the origin",
            pillar(4, 100.0, Vec3::splat(1e5)),
            true,
        ),
        (
            "a joint without scale",
            with_local(1, |local| local.scale = Vec3::ZERO),
            true,
        ),
        (
            "the root without scale",
            with_local(0, |local| local.scale = Vec3::ZERO),
            true,
        ),
        (
            "a mirrored joint",
            with_local(1, |local| local.scale = Vec3::new(-1.0, 1.0, 1.0)),
            true,
        ),
        (
            "a joint that is nowhere",
            with_local(2, |local| local.translation = Vec3::NAN),
            true,
        ),
        (
            "a rotation that is none",
            with_local(2, |local| {
                local.rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)
            }),
            true,
        ),
        ("no tracks", with_clip(|clip| clip.tracks.clear()), true),
        (
            "no frames",
            with_clip(|clip| *clip = bend("none", 0, 4)),
            true,
        ),
        (
            "one frame",
            with_clip(|clip| *clip = bend("one", 1, 4)),
            true,
        ),
        ("no duration", with_clip(|clip| clip.duration = 0.0), true),
        ("backwards", with_clip(|clip| clip.duration = -1.0), true),
        (
            "no length",
            with_clip(|clip| clip.duration = f32::NAN),
            true,
        ),
        (
            "endless",
            with_clip(|clip| clip.duration = f32::INFINITY),
            true,
        ),
        (
            "a million seconds",
            with_clip(|clip| clip.duration = 1e6),
            true,
        ),
        ("no frame rate", with_clip(|clip| clip.fps = 0.0), true),
        (
            "mad frame rate",
            with_clip(|clip| clip.fps = f32::NAN),
            true,
        ),
        ("fast", with_clip(|clip| clip.fps = 1e9), true),
        (
            "curves without values",
            with_clip(|clip| {
                clip.tracks[0].rotation = Some(Curve::Frames(Vec::new()));
                clip.tracks[1].rotation = Some(Curve::Cubic {
                    ticks: Vec::new(),
                    values: Vec::new(),
                    time_based: true,
                });
            }),
            true,
        ),
        (
            "five thousand joints",
            pillar(5000, 100.0, Vec3::ZERO),
            true,
        ),
        ("sixty submeshes", sixty_submeshes(), true),
        ("odd names", with_names(), true),
        ("many findings", many_findings(), true),
    ]
}

fn only_a_texture() -> Character {
    let mut character = Character::empty(Family::League, "texture");
    character.textures.push(Texture {
        name: "texture".into(),
        file: None,
        container: "dds",
        format: "DXT1".into(),
        format_number: None,
        flags: 0,
        size: [1, 1],
        mips: 1,
        image: Some(Arc::new(Image {
            width: 1,
            height: 1,
            rgba: vec![255; 4],
        })),
    });
    character
}

fn one_vertex(at: Vec3) -> Character {
    let mut character = joints_at(1, at);
    character.meshes.push(Mesh {
        name: "dot".into(),
        positions: vec![at],
        normals: vec![Vec3::Y],
        uvs: vec![Vec2::ZERO],
        indices: vec![0, 0, 0],
        influences: {
            let mut list = Influences::default();
            list.push([Influence {
                bone: 0,
                weight: 1.0,
            }]);
            list
        },
        indexing: Some(BlendIndexing::Joints),
        submeshes: vec![Submesh {
            name: "dot".into(),
            vertices: 0..1,
            indices: 0..3,
        }],
        ..Mesh::default()
    });
    character
}

fn joints_at(count: u32, at: Vec3) -> Character {
    let mut character = Character::empty(Family::League, "point");
    character.skeletons.push(chain(count, 0.0, at));
    character
}

fn sixty_submeshes() -> Character {
    let mut character = pillar(61, 100.0, Vec3::ZERO);
    let submesh = |index: u32| Submesh {
        name: format!("part {index}"),
        vertices: index * 4..index * 4 + 8,
        indices: index * 24..index * 24 + 24,
    };
    character.meshes[0].submeshes = (0..60).map(submesh).collect();
    character.materials[0] = vec![Material::default(); 60];
    character
}

fn many_findings() -> Character {
    let mut character = pillar(4, 100.0, Vec3::ZERO);
    let subjects = [
        Subject::Joint(usize::MAX),
        Subject::Track(77),
        Subject::Submesh(9),
        Subject::Vertex(1_000_000),
    ];
    for index in 0..900 {
        let finding = Finding::warning("test.many", format!("oddity {index}"), "live with it");
        character.findings.push(
            finding
                .about(subjects[index % subjects.len()])
                .at(index as u64),
        );
    }
    character
}
