//! What tests with a graphics adapter share: the adapter, small scenes, and the comparison of pictures.
#![allow(
    dead_code,
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]

use std::path::Path;
use std::sync::Arc;

use glam::{Affine3A, Quat, Vec2, Vec3, Vec4};
use image::ImageEncoder;
use rigscope::gpu::{GpuContext, Preference, Renderer, Target, read_image};
use rigscope::model::{Bounds, Image, Influence, Influences};
use rigscope::pose::palette::{PaletteRows, rows_of};
use rigscope::scene::camera::{Camera, View};
use rigscope::scene::frame::{
    CameraMatrices, FramePacket, Instance, Part, ResourceId, SkinnableMesh, TextureImage,
};

/// Software adapters only: pictures are alike on them, and every machine can have one.
pub fn context() -> GpuContext {
    GpuContext::headless(Preference::Software)
        .unwrap_or_else(|error| panic!("these tests need a software graphics adapter\n{error}"))
}

/// Numbers that look random and are the same in every run.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as u32) % end
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.below(1 << 24) as f32 / (1 << 24) as f32
    }

    pub fn vector(&mut self, size: f32) -> Vec3 {
        let mut axis = || self.between(-size, size);
        Vec3::new(axis(), axis(), axis())
    }

    /// Turned, moved, scaled unevenly and, one time in three, mirrored.
    pub fn joint(&mut self) -> Affine3A {
        let turn = Quat::from_scaled_axis(self.vector(0.6));
        let mut axis = || self.between(0.5, 2.0);
        let mut scale = Vec3::new(axis(), axis(), axis());
        if self.below(3) == 0 {
            scale.x = -scale.x;
        }
        Affine3A::from_scale_rotation_translation(scale, turn, self.vector(5.0))
    }
}

/// `influences` a vertex, the first vertex of ten without any.
pub fn random_mesh(dice: &mut Dice, vertices: u32, joints: u32, influences: u32) -> SkinnableMesh {
    let mut lists = Influences::default();
    for vertex in 0..vertices {
        let count = if vertex % 10 == 0 { 0 } else { influences };
        lists.push((0..count).map(|_| Influence {
            bone: dice.below(joints),
            weight: dice.between(0.5, 1.5) / influences as f32,
        }));
    }
    SkinnableMesh {
        id: ResourceId::new(),
        positions: (0..vertices).map(|_| dice.vector(10.0)).collect(),
        normals: (0..vertices)
            .map(|_| dice.vector(1.0).normalize())
            .collect(),
        uvs: vec![Vec2::ZERO; vertices as usize],
        indices: (0..vertices / 3 * 3).collect(),
        influences: lists,
    }
}

pub fn random_palette(dice: &mut Dice, joints: u32) -> Vec<PaletteRows> {
    (0..joints).map(|_| rows_of(&dice.joint())).collect()
}

/// A camera that holds a box around the origin.
pub fn camera(view: View, radius: f32, aspect: f32) -> CameraMatrices {
    let mut camera = Camera::default();
    camera.look(view);
    let half = Vec3::splat(radius);
    let bounds = Bounds {
        min: -half,
        max: half,
    };
    camera.fit(&bounds.corners(), aspect);
    camera.matrices(aspect)
}

pub fn texture(width: u32, texels: &[[u8; 4]]) -> Arc<TextureImage> {
    Arc::new(TextureImage {
        id: ResourceId::new(),
        image: Arc::new(Image {
            width,
            height: texels.len() as u32 / width,
            rgba: texels.concat(),
        }),
    })
}

pub fn part(indices: std::ops::Range<u32>) -> Part {
    Part {
        indices,
        texture: None,
        texture_missing: false,
        tint: Vec4::ONE,
        blend: false,
        surface: None,
    }
}

/// Rectangles of two triangles each: centre, half sides. Wound so that right × up faces out, moved by joint 0.
pub fn quads(rectangles: &[(Vec3, Vec3, Vec3)]) -> SkinnableMesh {
    let mut mesh = SkinnableMesh {
        id: ResourceId::new(),
        positions: Vec::new(),
        normals: Vec::new(),
        uvs: Vec::new(),
        indices: Vec::new(),
        influences: Influences::default(),
    };
    for &(center, right, up) in rectangles {
        let first = mesh.positions.len() as u32;
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            mesh.positions.push(center + right * x + up * y);
            mesh.normals.push(right.cross(up).normalize_or_zero());
            mesh.uvs.push(Vec2::new(x, -y) * 0.5 + 0.5);
            mesh.influences.push([Influence {
                bone: 0,
                weight: 1.0,
            }]);
        }
        mesh.indices
            .extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
    mesh
}

/// Six quads: right, left, top, bottom, front, back; half a side long as `half`.
pub fn cube(half: f32) -> SkinnableMesh {
    let (x, y, z) = (Vec3::X * half, Vec3::Y * half, Vec3::Z * half);
    quads(&[
        (x, -z, y),
        (-x, z, y),
        (y, x, -z),
        (-y, x, z),
        (z, x, y),
        (-z, -x, y),
    ])
}

/// One instance with the identity palette of one joint.
pub fn instance(mesh: SkinnableMesh, parts: Vec<Part>) -> Instance {
    Instance {
        mesh: Arc::new(mesh),
        palette: 0..1,
        skinned: Vec::new(),
        world_from_file: Affine3A::IDENTITY,
        parts,
        heat: None,
        wire: false,
    }
}

/// A packet with one joint at rest.
pub fn packet(camera: CameraMatrices, instances: Vec<Instance>) -> FramePacket {
    FramePacket {
        palette: vec![rows_of(&Affine3A::IDENTITY)],
        instances,
        ..FramePacket::new(camera)
    }
}

/// One frame on a fresh renderer.
pub fn picture(packet: &FramePacket, width: u32, height: u32) -> Image {
    let context = context();
    let mut renderer = Renderer::new(&context).unwrap();
    let target = Target::new(&context, width, height);
    renderer.render(&context, packet, &target);
    read_image(&context, &target).unwrap()
}

#[track_caller]
pub fn pixel(image: &Image, x: u32, y: u32) -> [u8; 4] {
    let at = ((y * image.width + x) * 4) as usize;
    image.rgba[at..at + 4].try_into().unwrap()
}

#[track_caller]
pub fn assert_near(found: [u8; 4], expected: [u8; 4], tolerance: u8) {
    let near = |(found, expected): (&u8, &u8)| found.abs_diff(*expected) <= tolerance;
    assert!(
        found.iter().zip(&expected).all(near),
        "found {found:?}, expected {expected:?} ± {tolerance}"
    );
}

/// Compares with `tests/snapshots/NAME.png`: a channel may be off by a little, and few pixels by more, since software
/// adapters compile for the processor they run on. `UPDATE_SNAPSHOTS=1` writes the picture instead.
#[track_caller]
pub fn assert_snapshot(found: &Image, name: &str) {
    const PER_CHANNEL: u8 = 3;
    let outliers_allowed = (found.width * found.height / 2000) as usize;
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snapshots")
        .join(format!("{name}.png"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        save(found, &path);
        return;
    }
    let expected = image::open(&path)
        .unwrap_or_else(|error| {
            panic!(
                "{}: {error}; write it with UPDATE_SNAPSHOTS=1",
                path.display()
            )
        })
        .into_rgba8();
    assert_eq!(
        (found.width, found.height),
        expected.dimensions(),
        "{name}: size"
    );
    let pixels = found.rgba.chunks(4).zip(expected.as_raw().chunks(4));
    let outliers = pixels
        .filter(|(found, expected)| {
            let mut channels = found.iter().zip(*expected);
            channels.any(|(found, expected)| found.abs_diff(*expected) > PER_CHANNEL)
        })
        .count();
    if outliers > outliers_allowed {
        let new = path.with_extension("new.png");
        save(found, &new);
        panic!(
            "{name}: {outliers} pixels differ, {outliers_allowed} may; see {}",
            new.display()
        );
    }
}

fn save(image: &Image, path: &Path) {
    use image::codecs::png::{CompressionType, FilterType, PngEncoder};
    let file = std::fs::File::create(path).unwrap();
    PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::Adaptive)
        .write_image(
            &image.rgba,
            image.width,
            image.height,
            image::ExtendedColorType::Rgba8,
        )
        .unwrap();
}
