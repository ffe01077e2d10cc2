//! What the tests of Lost Saga share.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs
)]

use std::path::{Path, PathBuf};

use rigscope::formats::lostsaga::dress::MISSING;
use rigscope::formats::lostsaga::{Text, ani, msh, skl};
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::{Character, Finding};
use rigscope::scene::Item;
use serde_json::Value;

use crate::common;

mod commands;
mod damage;
mod files;
mod findings;
mod links;
mod opening;
mod poses;

/// The folder of real files.
pub fn data() -> Option<PathBuf> {
    common::shared().map(|shared| shared.join("data/lostsaga"))
}

/// Every golden below a folder of them whose file name ends like this, with its name.
pub fn goldens(ending: &str) -> Vec<(String, Value)> {
    let Some(shared) = common::shared() else {
        return Vec::new();
    };
    let folder = shared.join("goldens/lostsaga");
    let files = common::files_below(&folder).into_iter();
    let files = files.filter(|path| path.to_string_lossy().ends_with(ending));
    let golden = |path: PathBuf| {
        let name = path.strip_prefix(shared.join("goldens")).unwrap();
        let name = name.to_string_lossy().into_owned();
        let golden = common::golden(&shared, &name);
        (name, golden)
    };
    files.map(golden).collect()
}

/// The file of a name, wherever it lies below the data folder.
pub fn file_named(data: &Path, name: &str) -> PathBuf {
    let mut files = common::files_below(data).into_iter();
    files
        .find(|path| path.file_name().is_some_and(|own| own == name))
        .unwrap_or_else(|| panic!("no file {name}"))
}

/// The first character of some files.
pub fn opened(paths: &[PathBuf], only: bool) -> Character {
    let opened = open(paths, &OpenOptions { only }, &Progress::default());
    opened.unwrap().characters.remove(0)
}

/// An item of exactly these files, which plays the clip among them.
pub fn playing(paths: &[PathBuf]) -> Item {
    let mut item = Item::new(opened(paths, true));
    item.pick_clip(item.character.start.clip);
    item
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

pub fn list(value: &Value) -> &[Value] {
    value
        .as_array()
        .unwrap_or_else(|| panic!("no list: {value}"))
}

pub fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("no number: {value}"))
}

pub fn integer(value: &Value) -> i64 {
    value
        .as_i64()
        .unwrap_or_else(|| panic!("no integer: {value}"))
}

/// A list of lists as one list.
pub fn flat(value: &Value) -> Value {
    let rows = list(value).iter().flat_map(|row| list(row).iter().cloned());
    Value::Array(rows.collect())
}

/// The codes of findings, sorted.
pub fn codes(findings: &[Finding]) -> Vec<&'static str> {
    let mut codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
    codes.sort_unstable();
    codes
}

/// The same of an item whose mesh has no material text, which is not what is tested.
pub fn codes_but_for_material(item: &Item) -> Vec<&'static str> {
    let codes = item.findings().map(|finding| finding.code);
    codes.filter(|code| *code != MISSING).collect()
}

/// Three bones in a row, each two units above the one before it, and all that they say of each other true.
pub fn chain() -> skl::Skl {
    let names = ["root", "middle", "tip"];
    let bone = |index: usize| {
        let height = 2.0 * (index + 1) as f32;
        let mut object = [0.0; 16];
        for place in [0, 5, 10, 15] {
            object[place] = 1.0;
        }
        object[13] = height;
        skl::Bone {
            name: Text::new(names[index]),
            position: [0.0, 2.0, 0.0],
            rotation: [0.0, 0.0, 0.0, 1.0],
            inverse_position: [0.0, -height, 0.0],
            inverse_rotation: [0.0, 0.0, 0.0, 1.0],
            object,
            parent: Text::new(match index {
                0 => skl::NO_PARENT,
                _ => names[index - 1],
            }),
            children: names
                .get(index + 1)
                .map(|name| Text::new(name))
                .into_iter()
                .collect(),
        }
    };
    skl::Skl {
        version: skl::VERSION,
        bones: (0..3).map(bone).collect(),
        link: Some(Text::default()),
        trailing: Vec::new(),
    }
}

/// One triangle: a corner on each bone of the chain.
pub fn triangle() -> msh::Msh {
    use msh::component::{INDICES, NORMAL, POSITION, UV0, WEIGHTS};
    let on = |bone: f32| msh::Weights {
        weights: [1.0, 0.0, 0.0, 0.0],
        bones: [bone, 0.0, 0.0, 0.0],
    };
    msh::Msh {
        version: 2000,
        kind: msh::SKINNED,
        mask: POSITION | NORMAL | UV0 | WEIGHTS | INDICES,
        bounds: [[0.0, 2.0, 0.0], [1.0, 6.0, 0.0]],
        radius: 2.0,
        submeshes: vec![msh::Submesh {
            first_vertex: 0,
            vertices: 3,
            first_index: 0,
            triangles: 1,
        }],
        vertex_count: 3,
        positions: vec![[0.0, 2.0, 0.0], [1.0, 4.0, 0.0], [0.0, 6.0, 0.0]],
        normals: vec![[0.0, 0.0, -1.0]; 3],
        uvs: vec![[0.0, 1.0], [1.0, 0.5], [0.0, 0.0]],
        bones: ["root", "middle", "tip"].map(Text::new).to_vec(),
        weights: vec![on(0.0), on(1.0), on(2.0)],
        triangles: vec![[0, 2, 1]],
        ..msh::Msh::default()
    }
}

/// The middle bone turns a quarter about z in a second.
pub fn swing() -> ani::Ani {
    let half = std::f32::consts::FRAC_PI_4;
    ani::Ani {
        version: 4000,
        events: vec![ani::Event {
            kind: Text::new("auto_sound"),
            info: Text::new("whoosh"),
            time: 500.0,
        }],
        total: 1000,
        tracks: vec![track(
            "middle",
            &[
                (0, [0.0, 0.0, 0.0, 1.0]),
                (1000, [0.0, 0.0, half.sin(), half.cos()]),
            ],
        )],
        trailing: Vec::new(),
    }
}

/// A track of weight 1 whose keys stand two units above the parent.
pub fn track(bone: &str, keys: &[(i32, [f32; 4])]) -> ani::Track {
    let key = |&(time, rotation): &(i32, [f32; 4])| ani::Key {
        rotation: ani::Rotation::Plain(rotation),
        translation: [0.0, 2.0, 0.0],
        time,
    };
    ani::Track {
        bone: Text::new(bone),
        weight: 1.0,
        keys: keys.iter().map(key).collect(),
    }
}

/// Chain, triangle and swing in a folder of their own; the paths in this order.
pub fn written(
    skeleton: &skl::Skl,
    mesh: &msh::Msh,
    clip: &ani::Ani,
) -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("chain.skl", skl::write(skeleton).unwrap()),
        ("triangle.msh", msh::write(mesh).unwrap()),
        ("swing.ani", ani::write(clip).unwrap()),
    ];
    let write = |(name, bytes): (&str, Vec<u8>)| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let paths = files.into_iter().map(write).collect();
    (folder, paths)
}
