//! A curtain: a made mesh with cloth, the skeleton that it hangs on, and the bodies that it does not go through.

use std::path::{Path, PathBuf};

use glam::{Affine3A, Vec3};
use rigscope::formats::toee::{FixedText, ska, skm};
use rigscope::model::transform::rows;
use rigscope::scene::{Item, Pick, Scene};

use super::opening::opened;

/// Height of the bar that it hangs by.
pub const BAR: f32 = 40.0;
/// Places in [`skeleton`].
pub const CYLINDER: usize = 2;
pub const SPHERE: usize = 3;
pub const RADIUS: f32 = 3.0;
const HEIGHT: f32 = 40.0;
const SPHERE_RADIUS: f32 = 4.0;
/// Vertices across, and down with the row at the bar.
pub const ACROSS: usize = 9;
pub const DOWN: usize = 13;
/// Between two neighbours in bind pose.
pub const APART: f32 = 2.0;
/// The bones of the mesh, in another order and case than the skeleton's.
const CLOTH: u16 = 0;
const HELD: u16 = 1;

/// A root, a bar, a cylinder along x below it, a sphere, and the bone that makes cloth.
pub fn skeleton() -> ska::Ska {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let bone = |name: &str, at: [f32; 3], rotation| ska::Bone {
        parent: if name == "root" { -1 } else { 0 },
        name: FixedText::new(name),
        scale: [1.0, 1.0, 1.0, 0.0],
        rotation,
        translation: [at[0], at[1], at[2], 0.0],
        ..ska::Bone::default()
    };
    let straight = [0.0, 0.0, 0.0, 1.0];
    let mut skeleton = ska::Ska {
        bones: vec![
            bone("root", [0.0; 3], straight),
            bone("Bar", [0.0, BAR, 0.0], straight),
            bone(
                "#Cylinder[7]={3.0,40.0}",
                [-20.0, 30.0, -2.0],
                [0.0, half, 0.0, half],
            ),
            bone("#Sphere[0]={4}", [6.0, 20.0, -2.0], straight),
            bone("#ClothBone", [0.0; 3], straight),
        ],
        ..ska::Ska::default()
    };
    // It is carried to and fro.
    let key = |next, z| {
        let value = [0, 0, z];
        Some(ska::VectorKey { next, value })
    };
    let record = |translation| ska::Record {
        bone: 0,
        translation,
        ..ska::Record::default()
    };
    add_clip(
        &mut skeleton,
        "sway",
        61,
        ska::Stream {
            translation_factor: 0.01,
            end_of_initial: -2,
            frames: vec![
                ska::Frame { number: 0, end: 1 },
                ska::Frame { number: 20, end: 2 },
                ska::Frame { number: 40, end: 3 },
            ],
            records: vec![
                record(key(20, 1500)),
                record(key(40, -1000)),
                record(key(60, 0)),
            ],
            ..ska::Stream::default()
        },
    );
    let still = ska::Stream {
        end_of_initial: -2,
        ..ska::Stream::default()
    };
    add_clip(&mut skeleton, "still", 1201, still);
    skeleton
}

fn add_clip(skeleton: &mut ska::Ska, name: &str, frames: u16, stream: ska::Stream) {
    let mut animation = ska::Animation {
        name: FixedText::new(name),
        loopable: 1,
        stream_count: 1,
        ..ska::Animation::default()
    };
    animation.streams[0] = ska::StreamSlot {
        frames,
        variation: -1,
        rate: 30.0,
        per_second: 0.0,
        stream: Some(skeleton.streams.len()),
    };
    skeleton.animations.push(animation);
    skeleton.streams.push(stream);
}

/// A sheet that lies level in bind pose, forward from the bar; only its first row follows the bar.
pub fn sheet(across: usize, down: usize) -> skm::Skm {
    let bone = |name: &str, bind: Vec3| skm::Bone {
        parent: -1,
        name: FixedText::new(name),
        world_inverse: rows(&Affine3A::from_translation(bind).inverse()),
        ..skm::Bone::default()
    };
    let vertex = |row: usize, column: usize| {
        let x = (column as f32 - (across - 1) as f32 / 2.0) * APART;
        let bone = if row == 0 { HELD } else { CLOTH };
        skm::Vertex {
            position: [x, BAR, row as f32 * APART, 0.0],
            normal: [0.0, 1.0, 0.0, 0.0],
            uv: [column as f32 / across as f32, row as f32 / down as f32],
            count: 1,
            bones: [bone, 0, 0, 0, 0, 0],
            weights: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            ..skm::Vertex::default()
        }
    };
    let places = |down: usize| (0..down).flat_map(move |row| (0..across).map(move |c| (row, c)));
    let squares = places(down - 1).filter(|&(_, column)| column + 1 < across);
    let triangle = |vertices: [usize; 3]| skm::Triangle {
        material: 0,
        vertices: vertices.map(|vertex| vertex as u16),
    };
    skm::Skm {
        bones: vec![bone("#CLOTHBONE", Vec3::ZERO), bone("bar", Vec3::Y * BAR)],
        materials: vec![FixedText::new("art/curtain.mdf")],
        vertices: places(down)
            .map(|(row, column)| vertex(row, column))
            .collect(),
        triangles: squares
            .flat_map(|(row, column)| {
                let at = row * across + column;
                let below = at + across;
                [
                    triangle([at, below, at + 1]),
                    triangle([at + 1, below, below + 1]),
                ]
            })
            .collect(),
        ..skm::Skm::default()
    }
}

/// Writes a pair of files, and gives the path of the mesh.
pub fn write(folder: &Path, mesh: &skm::Skm, skeleton: &ska::Ska) -> PathBuf {
    let path = folder.join("curtain.skm");
    std::fs::write(&path, skm::write(mesh).unwrap()).unwrap();
    std::fs::write(folder.join("curtain.ska"), ska::write(skeleton).unwrap()).unwrap();
    path
}

/// An item of a pair of files, with a clip picked.
pub fn item_of(mesh: &skm::Skm, skeleton: &ska::Ska, clip: &str) -> Item {
    let folder = tempfile::tempdir().unwrap();
    let mut item = Item::new(opened(&write(folder.path(), mesh, skeleton)));
    pick(&mut item, clip);
    item
}

pub fn pick(item: &mut Item, clip: &str) {
    let found = clip_named(item, clip);
    item.pick(Pick::File(found));
}

pub fn clip_named(item: &Item, clip: &str) -> usize {
    let mut clips = item.character.clips.iter();
    clips.position(|found| found.name == clip).unwrap()
}

/// The same sheet, a quarter of every weight of cloth the bar's.
pub fn held(mut sheet: skm::Skm) -> skm::Skm {
    let free = |vertex: &&mut skm::Vertex| vertex.bones[0] == CLOTH;
    for vertex in sheet.vertices.iter_mut().filter(free) {
        vertex.count = 2;
        vertex.bones[1] = HELD;
        [vertex.weights[0], vertex.weights[1]] = [0.75, 0.25];
    }
    sheet
}

/// The curtain in one of its clips, from its start.
pub fn scene(clip: &str) -> Scene {
    let item = curtain(clip);
    let pick = Pick::File(clip_named(&item, clip));
    let mut scene = Scene::default();
    scene.item = Some(item);
    scene.pick(pick);
    scene
}

/// The curtain in one of its clips.
pub fn curtain(clip: &str) -> Item {
    item_of(&sheet(ACROSS, DOWN), &skeleton(), clip)
}

/// Where all vertices are, file space.
pub fn places(item: &Item) -> Vec<Vec3> {
    let posed = item.posed_vertices();
    posed.iter().map(|vertex| vertex.position.into()).collect()
}

/// The same without the row that the bar holds.
pub fn free(item: &Item) -> Vec<Vec3> {
    places(item).split_off(ACROSS)
}

/// How deep the deepest vertex is in cylinder and sphere, as a share of the radius.
pub fn depths(item: &Item) -> [f32; 2] {
    let worlds = &item.pose().worlds;
    let into = |joint: usize| worlds[joint].inverse();
    let of = |distance: f32, radius: f32| (radius - distance) / radius;
    let (to_cylinder, to_sphere) = (into(CYLINDER), into(SPHERE));
    let in_cylinder = |&at: &Vec3| {
        let at = to_cylinder.transform_point3(at);
        match (0.0..=HEIGHT).contains(&at.z) {
            true => of(at.truncate().length(), RADIUS),
            false => 0.0,
        }
    };
    let in_sphere = |&at: &Vec3| of(to_sphere.transform_point3(at).length(), SPHERE_RADIUS);
    let free = free(item);
    [
        free.iter().map(in_cylinder).fold(0.0, f32::max),
        free.iter().map(in_sphere).fold(0.0, f32::max),
    ]
}
