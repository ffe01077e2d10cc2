//! Runs the real program, and writes a small character for it to open.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs
)]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use glam::{Affine3A, Quat, Vec2, Vec3};
use rigscope::formats::league::{anm, hash, skl, skn};
use rigscope::formats::texture::tex;
use rigscope::model::{
    BlendIndexing, Clip, Curve, Image, Influence, Influences, Joint, Mesh, Skeleton, Submesh,
    Track, Transform,
};
use serde_json::Value;

/// What one run of the program gave.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    fn of(output: Output) -> Self {
        Self {
            status: output.status.code().expect("ended by a signal"),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The one JSON document on stdout.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}\n{}", self.stdout, self.stderr))
    }

    /// Asserts that it was refused with one sentence on stderr and nothing on stdout.
    #[track_caller]
    pub fn assert_refused(&self, about: &str) {
        assert_eq!(
            (self.status, self.stdout.as_str()),
            (2, ""),
            "{}",
            self.stderr
        );
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(self.stderr.starts_with("rigscope: "), "{}", self.stderr);
        assert!(
            self.stderr.contains(about),
            "{:?} says nothing of {about:?}",
            self.stderr
        );
    }
}

/// The program with these arguments, not yet started.
pub fn command<S: AsRef<OsStr>>(args: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigscope"));
    command
        .args(args)
        .stdin(Stdio::null())
        .env_remove("RUST_LOG");
    command
}

/// Runs the program.
pub fn rigscope<S: AsRef<OsStr>>(args: &[S]) -> Run {
    Run::of(command(args).output().unwrap())
}

/// Runs the program in a folder.
pub fn rigscope_in<S: AsRef<OsStr>>(folder: &Path, args: &[S]) -> Run {
    Run::of(command(args).current_dir(folder).output().unwrap())
}

/// Runs the program where no graphics driver is found.
pub fn rigscope_without_adapter<S: AsRef<OsStr>>(args: &[S]) -> Run {
    let hidden = [
        "VK_DRIVER_FILES",
        "VK_ICD_FILENAMES",
        "__EGL_VENDOR_LIBRARY_FILENAMES",
    ];
    let nowhere = hidden.map(|variable| (variable, "/nonexistent"));
    Run::of(command(args).envs(nowhere).output().unwrap())
}

/// Replaces `{}` in words by a path; words are parted by blanks.
pub fn words(line: &str, path: &Path) -> Vec<String> {
    let path = path.to_str().unwrap();
    line.split(' ')
        .map(|word| word.replace("{}", path))
        .collect()
}

/// Writes `figure.skl`, `figure.skn`, `animations/nod.anm`, `animations/still.anm` and two textures into a folder.
pub fn write_figure(folder: &Path) {
    let animations = folder.join("animations");
    fs::create_dir_all(&animations).unwrap();
    fs::write(folder.join("figure.skl"), skl::write(&skeleton()).unwrap()).unwrap();
    fs::write(folder.join("figure.skn"), skn::write(&mesh()).unwrap()).unwrap();
    for (name, reach) in [("nod", 40.0), ("still", 0.0)] {
        let bytes = anm::write_v5(&clip(reach)).unwrap();
        fs::write(animations.join(name).with_extension("anm"), bytes).unwrap();
    }
    for (name, color) in [
        ("figure_tx_cm", [200, 60, 60, 255]),
        ("figure_hat_tx_cm", [60, 60, 200, 255]),
    ] {
        let image = Image {
            width: 4,
            height: 4,
            rgba: color.repeat(16),
        };
        let bytes = tex::write_bgra8(&image).unwrap();
        fs::write(folder.join(name).with_extension("tex"), bytes).unwrap();
    }
}

/// A figure in a new folder that is removed when the first of the two is dropped.
pub fn figure() -> (tempfile::TempDir, PathBuf) {
    let guard = tempfile::tempdir().unwrap();
    let folder = guard.path().join("figure");
    write_figure(&folder);
    (guard, folder)
}

/// Root, Spine and Head carry the mesh; `head`, of the same hash, hangs at the root and carries nothing.
pub fn skeleton() -> Skeleton {
    let joint = |name: &str, parent: Option<usize>, height: f32, world: f32| Joint {
        name: name.into(),
        hash: Some(hash::elf(name)),
        parent,
        local: Transform {
            translation: Vec3::Y * height,
            ..Transform::IDENTITY
        },
        inverse_bind: Affine3A::from_translation(Vec3::Y * -world),
        radius: 2.1,
    };
    Skeleton {
        joints: vec![
            joint("Root", None, 0.0, 0.0),
            joint("Spine", Some(0), 50.0, 50.0),
            joint("Head", Some(1), 50.0, 100.0),
            joint("head", Some(0), 5.0, 5.0),
        ],
        influences: vec![0, 1, 2],
        ..Skeleton::default()
    }
}

/// A body and, beside the middle and above it, a hat: the front differs from the side.
pub fn mesh() -> Mesh {
    let mut mesh = Mesh {
        indexing: Some(BlendIndexing::InfluenceTable),
        influences: Influences::default(),
        ..Mesh::default()
    };
    add_box(
        &mut mesh,
        "Body",
        1,
        [Vec3::new(-30.0, 0.0, -10.0), Vec3::new(30.0, 90.0, 10.0)],
    );
    add_box(
        &mut mesh,
        "Hat",
        2,
        [Vec3::new(0.0, 95.0, -10.0), Vec3::new(25.0, 130.0, 30.0)],
    );
    mesh
}

fn add_box(mesh: &mut Mesh, name: &str, influence: u32, [min, max]: [Vec3; 2]) {
    let first = mesh.positions.len() as u32;
    let first_index = mesh.indices.len() as u32;
    for corner in 0..8_u32 {
        let pick = |bit: u32, min: f32, max: f32| if corner & bit == 0 { min } else { max };
        let point = Vec3::new(
            pick(1, min.x, max.x),
            pick(2, min.y, max.y),
            pick(4, min.z, max.z),
        );
        mesh.positions.push(point);
        mesh.normals.push((point - (min + max) / 2.0).normalize());
        mesh.uvs.push(Vec2::splat(0.5));
        mesh.influences.push([Influence {
            bone: influence,
            weight: 1.0,
        }]);
    }
    let faces = [
        [0, 1, 3, 2],
        [4, 6, 7, 5],
        [0, 4, 5, 1],
        [2, 3, 7, 6],
        [0, 2, 6, 4],
        [1, 5, 7, 3],
    ];
    for [a, b, c, d] in faces {
        mesh.indices
            .extend([a, b, c, a, c, d].map(|corner| first + corner));
    }
    mesh.submeshes.push(Submesh {
        name: name.into(),
        vertices: first..mesh.positions.len() as u32,
        indices: first_index..mesh.indices.len() as u32,
    });
}

/// 30 frames in a second: the head moves `reach` units to the left of the figure. The spine has no track.
pub fn clip(reach: f32) -> Clip {
    let track = |name: &str, translations: Vec<Vec3>| Track {
        hash: Some(hash::elf(name)),
        name: None,
        joint: None,
        weight: None,
        translation: Some(Curve::Frames(translations)),
        rotation: Some(Curve::Frames(vec![Quat::IDENTITY])),
        scale: Some(Curve::Frames(vec![Vec3::ONE])),
    };
    let head = (0..30).map(|frame| Vec3::new(reach * frame as f32 / 29.0, 50.0, 0.0));
    Clip {
        fps: 30.0,
        frame_count: Some(30),
        tracks: vec![
            track("Root", vec![Vec3::ZERO]),
            track("Head", head.collect()),
        ],
        ..Clip::default()
    }
}
