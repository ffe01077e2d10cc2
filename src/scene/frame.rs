//! The frame packet: all that is drawn in one picture. Built by the scene, read by the GPU, which knows nothing else.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Mat4, Vec2, Vec3, Vec4};

use super::camera::Camera;
use super::view::Background;
use crate::model::surface::{Combine, MOST_STAGES, Outline, SurfaceBlend, UvSource};
use crate::model::{Image, Influences};
pub use crate::pose::palette::PaletteRows;
pub use crate::pose::skin_cpu::SkinnedVertex;
pub use crate::pose::skin_local::{LocalInfluence, LocalVertices};

/// Names data that is uploaded once and drawn many times. Never used twice in one run of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResourceId(u64);

impl ResourceId {
    /// A name that was not given before.
    #[expect(
        clippy::new_without_default,
        reason = "every call differs; a default would look like a constant"
    )]
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A mesh tied to a skeleton, ready for skinning: file space, bind pose.
#[derive(Debug)]
pub struct SkinnableMesh {
    /// Changes whenever the content does.
    pub id: ResourceId,
    /// One per vertex.
    pub positions: Vec<Vec3>,
    /// One per vertex; may be zero where the file has none.
    pub normals: Vec<Vec3>,
    /// One per vertex, v from the top.
    pub uvs: Vec<Vec2>,
    /// Triangle list.
    pub indices: Vec<u32>,
    /// `bone` is a row of the instance's palette.
    pub influences: Influences,
}

/// A picture to paint surfaces with.
#[derive(Debug)]
pub struct TextureImage {
    /// Changes whenever the content does.
    pub id: ResourceId,
    /// Straight alpha.
    pub image: Arc<Image>,
}

/// The weight of one joint in every vertex, 0 to 1, for the heat map.
#[derive(Debug)]
pub struct HeatMap {
    /// Changes whenever the content does.
    pub id: ResourceId,
    /// One per vertex.
    pub weights: Vec<f32>,
}

/// A run of triangles painted alike.
#[derive(Clone, Debug)]
pub struct Part {
    /// Of the mesh's indices.
    pub indices: Range<u32>,
    /// `None` paints plain grey.
    pub texture: Option<Arc<TextureImage>>,
    /// True paints the marker pattern of a texture that is missing.
    pub texture_missing: bool,
    /// Multiplies the texture, straight alpha.
    pub tint: Vec4,
    /// True where the texture's alpha is opacity; else it is ignored.
    pub blend: bool,
    /// A surface that a file describes: `tint` is then its plain colour, and texture and blending are told here.
    pub surface: Option<PartSurface>,
}

/// How a part is drawn, where a file says so: a [`crate::model::Surface`] at one moment.
#[derive(Clone, Debug, Default)]
pub struct PartSurface {
    /// How it meets what was drawn before it.
    pub blend: SurfaceBlend,
    /// Fragments whose alpha is below are not drawn.
    pub alpha_test: f32,
    /// Both sides are seen; else the one whose corners run counter-clockwise in the file.
    pub two_sided: bool,
    /// Shaded by light.
    pub lit: bool,
    /// Hidden by what is in front.
    pub depth_test: bool,
    /// Hides what is behind.
    pub depth_write: bool,
    /// The first texture ends at its edges.
    pub clamp: bool,
    /// Textures in the order in which they are laid on.
    pub stages: [Option<PartStage>; MOST_STAGES],
    /// Drawn around it, where textures are.
    pub outline: Option<Outline>,
}

/// One texture of a surface.
#[derive(Clone, Debug, Default)]
pub struct PartStage {
    /// `None` paints the marker pattern.
    pub texture: Option<Arc<TextureImage>>,
    /// The texture's alpha makes its way into the opacity of the surface.
    pub is_opacity: bool,
    /// How it is combined with the stages before.
    pub combine: Combine,
    /// Where its coordinates come from.
    pub uv: UvSource,
    /// How far moving coordinates have come: repeats or turns, 0 to 1.
    pub phase: [f32; 2],
}

/// One mesh in one pose.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Shared with the GPU's cache by id.
    pub mesh: Arc<SkinnableMesh>,
    /// Rows of [`FramePacket::palette`].
    pub palette: Range<u32>,
    /// Vertices already skinned by the CPU twin; empty to have the compute shader do it.
    pub skinned: Vec<SkinnedVertex>,
    /// From the file's axes to the world, the placing of the item included.
    pub world_from_file: Affine3A,
    /// What is visible of it, in drawing order.
    pub parts: Vec<Part>,
    /// Draws the joint's weights instead of textures.
    pub heat: Option<Arc<HeatMap>>,
    /// Draws the triangles' edges over the surface.
    pub wire: bool,
}

/// How a slot meets what was drawn before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SlotBlend {
    /// Covers by its alpha.
    #[default]
    Normal,
    /// Adds its light.
    Additive,
    /// Darkens.
    Multiply,
    /// Lightens, never beyond white.
    Screen,
}

impl SlotBlend {
    /// Each of them, in order of their numbers.
    pub const ALL: [Self; 4] = [Self::Normal, Self::Additive, Self::Multiply, Self::Screen];
}

/// The vertices of a 2D character, in file space: each is stored once for each bone that moves it, in that bone's own space.
#[derive(Debug)]
pub struct LocalMesh {
    /// Changes whenever the content does.
    pub id: ResourceId,
    /// `bone` is a row of the instance's palette.
    pub vertices: LocalVertices,
    /// One per vertex, over the page, v from the top.
    pub uvs: Vec<[f32; 2]>,
}

/// A 2D character in one pose. Its triangles are those of the slots that name it.
#[derive(Clone, Debug)]
pub struct LocalInstance {
    /// Shared with the GPU's cache by id.
    pub mesh: Arc<LocalMesh>,
    /// Rows of [`FramePacket::palette`]: world matrices of the bones.
    pub palette: Range<u32>,
    /// What deforms add to each influence's position; empty where nothing is deformed.
    pub offsets: Vec<[f32; 2]>,
    /// Vertices already skinned by the CPU twin, those that are drawn at least; empty to have the compute shader do it.
    pub skinned: Vec<SkinnedVertex>,
}

/// Where a slot's triangles have their corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotVertices {
    /// [`FramePacket::slot_vertices`]: posed already, because a polygon has cut them.
    Posed,
    /// A mesh of [`FramePacket::locals`].
    Local(usize),
}

/// What happens between a page's texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sampling {
    /// Texels are blended where the page is drawn larger than it is; else the nearest is taken.
    pub smooth_when_large: bool,
    /// The same where it is drawn smaller.
    pub smooth_when_small: bool,
    /// Smaller copies of the page.
    pub copies: Copies,
    /// The page goes on beyond its edges, along x and along y.
    pub repeat: [bool; 2],
}

/// Whether smaller copies of a page are used where it is drawn small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Copies {
    /// There are none; a small page may glitter.
    None,
    /// The one of the nearest size.
    Nearest,
    /// The two of the nearest sizes, blended.
    Blended,
}

impl Default for Sampling {
    /// Smooth, without copies, never beyond the edges.
    fn default() -> Self {
        Self {
            smooth_when_large: true,
            smooth_when_small: true,
            copies: Copies::None,
            repeat: [false; 2],
        }
    }
}

/// One slot's triangles, clipped already. Slots are drawn in the list's order, without depth among themselves.
#[derive(Clone, Debug)]
pub struct SlotDraw {
    /// Of [`FramePacket::slot_indices`].
    pub indices: Range<u32>,
    /// What these are indices of.
    pub vertices: SlotVertices,
    /// From the file's axes to the world, the placing of the item included.
    pub world_from_file: Affine3A,
    /// The page; `None` paints the marker pattern of a picture that is missing.
    pub page: Option<Arc<TextureImage>>,
    /// Whether the page's colours are multiplied by its alpha already. Else they are before filtering.
    pub premultiplied: bool,
    /// What happens between the page's texels.
    pub sampling: Sampling,
    /// How it meets what lies behind.
    pub blend: SlotBlend,
    /// Straight RGBA that multiplies the page's light parts.
    pub light: [f32; 4],
    /// Straight RGB that the page's dark parts turn to: two-colour tint.
    pub dark: [f32; 3],
}

/// A thick line in world space with round ends; a dot where both ends meet.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Segment {
    /// World space.
    pub from: [f32; 3],
    /// Physical pixels across.
    pub width: f32,
    /// World space.
    pub to: [f32; 3],
    /// Straight alpha RGBA.
    pub color: [u8; 4],
}

/// A word at a place in the world, drawn on top of everything.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// World space.
    pub at: Vec3,
    /// One line.
    pub text: Arc<str>,
    /// Straight alpha RGBA.
    pub color: [u8; 4],
}

/// A line across the picture: what is left of it belongs to one character, what is right of it to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wipe {
    /// Where the line is: a share of the picture's width.
    pub at: f32,
    /// Instances from this one on are seen right of the line alone, those before it left of it.
    pub instances: usize,
    /// The same of slots.
    pub slots: usize,
    /// The same of the overlay's segments.
    pub overlay: usize,
}

/// Where the picture is taken from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraMatrices {
    /// Right-handed view times projection, depth 0 to 1, near to far.
    pub clip_from_world: Mat4,
    /// World space.
    pub eye: Vec3,
    /// World directions of the picture's right, up and towards the viewer: lights hang on the camera.
    pub right: Vec3,
    /// See `right`.
    pub up: Vec3,
    /// See `right`.
    pub back: Vec3,
}

/// All that one picture shows.
#[derive(Clone, Debug)]
pub struct FramePacket {
    /// Where from.
    pub camera: CameraMatrices,
    /// Straight alpha RGBA at the picture's top and bottom.
    pub background: [Vec4; 2],
    /// The palette arena: all instances' rows, one after the other, file space. A row is `joint world · inverse
    /// bind`, or the joint's world alone for [`LocalInstance`].
    pub palette: Vec<PaletteRows>,
    /// Back to front does not matter: the GPU sorts its passes.
    pub instances: Vec<Instance>,
    /// 2D characters whose slots follow.
    pub locals: Vec<LocalInstance>,
    /// Posed corners of slots that are in no mesh, in file space.
    pub slot_vertices: Vec<SkinnedVertex>,
    /// Of each of `slot_vertices`, over the page, v from the top.
    pub slot_uvs: Vec<[f32; 2]>,
    /// Triangle lists; each slot says over what.
    pub slot_indices: Vec<u32>,
    /// 2D characters, back to front, in front of all that is drawn with depth.
    pub slots: Vec<SlotDraw>,
    /// Hidden by what is in front: grid, axes.
    pub segments: Vec<Segment>,
    /// On top of everything: joints, bones, markers.
    pub overlay: Vec<Segment>,
    /// On top of everything.
    pub labels: Vec<Label>,
    /// Segments fade out towards this distance from the world's origin, so that a grid has no hard edge; infinite to
    /// draw them all alike. The overlay never fades.
    pub fade_distance: f32,
    /// False paints textures as they are; true lets form read.
    pub lit: bool,
    /// False paints all surfaces plain grey.
    pub textured: bool,
    /// Physical pixels per point: scales label text.
    pub pixels_per_point: f32,
    /// Two characters in one place, each seen on its side of a line.
    pub wipe: Option<Wipe>,
}

impl FramePacket {
    /// An empty picture: dark, lit, textured, one pixel to a point.
    pub fn new(camera: CameraMatrices) -> Self {
        Self {
            camera,
            background: Background::default().colors(),
            palette: Vec::new(),
            instances: Vec::new(),
            locals: Vec::new(),
            slot_vertices: Vec::new(),
            slot_uvs: Vec::new(),
            slot_indices: Vec::new(),
            slots: Vec::new(),
            segments: Vec::new(),
            overlay: Vec::new(),
            labels: Vec::new(),
            fade_distance: f32::INFINITY,
            lit: true,
            textured: true,
            pixels_per_point: 1.0,
            wipe: None,
        }
    }
}

impl FramePacket {
    /// World position and texture coordinates of a corner of a slot's triangles (an entry of [`Self::slot_indices`]);
    /// `None` where the shader has yet to pose it.
    pub fn slot_corner(&self, slot: &SlotDraw, index: u32) -> Option<(Vec3, [f32; 2])> {
        let index = index as usize;
        let (vertex, uv) = match slot.vertices {
            SlotVertices::Posed => (self.slot_vertices.get(index)?, self.slot_uvs.get(index)?),
            SlotVertices::Local(local) => {
                let local = self.locals.get(local)?;
                (local.skinned.get(index)?, local.mesh.uvs.get(index)?)
            }
        };
        let file = Vec3::from(vertex.position);
        Some((slot.world_from_file.transform_point3(file), *uv))
    }
}

impl Default for FramePacket {
    fn default() -> Self {
        Self::new(Camera::default().matrices(1.0))
    }
}
