//! What the shaders read, as bytes: each struct is named in the `.wgsl` that reads it, and a test compares the two.

use bytemuck::{Pod, Zeroable};

/// `Frame` of `shaders/frame.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct FrameUniform {
    /// Column by column.
    pub clip_from_world: [[f32; 4]; 4],
    /// World space.
    pub eye: [f32; 3],
    /// Finite.
    pub fade_distance: f32,
    /// World direction.
    pub right: [f32; 3],
    /// 0 or 1.
    pub lit: u32,
    /// World direction.
    pub up: [f32; 3],
    /// 0 or 1.
    pub textured: u32,
    /// World direction.
    pub back: [f32; 3],
    /// Aligns what follows.
    pub padding: f32,
    /// Physical pixels.
    pub viewport: [f32; 2],
    /// Aligns what follows.
    pub padding_2: [f32; 2],
    /// Straight alpha.
    pub background_top: [f32; 4],
    /// Straight alpha.
    pub background_bottom: [f32; 4],
}

/// `Job` of `shaders/skin.wgsl`: one instance to skin.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct SkinJob {
    /// Vertices of the mesh.
    pub vertex_count: u32,
    /// First vertex of the output.
    pub output_start: u32,
    /// First joint of the arena.
    pub palette_start: u32,
    /// Joints of the instance.
    pub palette_count: u32,
    /// Vertices in one row of the dispatch grid.
    pub row_width: u32,
    /// First entry of the deforms' offsets, or [`Self::NO_OFFSETS`].
    pub offset_start: u32,
}

impl SkinJob {
    /// Nothing is deformed.
    pub const NO_OFFSETS: u32 = u32::MAX;
}

/// `BindVertex` of `shaders/skin.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct BindVertex {
    /// Bind pose, file space.
    pub position: [f32; 3],
    /// Into the influence stream.
    pub influence_start: u32,
    /// Bind pose, file space.
    pub normal: [f32; 3],
    /// Length of the vertex's list.
    pub influence_count: u32,
}

/// `Influence` of `shaders/skin.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct InfluenceEntry {
    /// Row of the instance's palette.
    pub bone: u32,
    /// As stored.
    pub weight: f32,
}

/// What one draw reads besides its vertices: an instance-step vertex of `shaders/mesh.wgsl` and `shaders/wire.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct DrawRecord {
    /// Rows of world_from_file.
    pub world_from_file: [[f32; 4]; 3],
    /// Straight alpha RGBA.
    pub tint: [f32; 4],
    /// The bits below.
    pub flags: u32,
    /// Of surfaces with stages: how far each has moved, u and v.
    pub phases: [[f32; 2]; 4],
    /// A byte for each stage, the first one lowest: [`Self::PRESENT`] and its neighbours.
    pub kinds: u32,
    /// Fragments whose alpha is below are not drawn.
    pub alpha_test: f32,
    /// How far vertices are moved along their normals, file units.
    pub swelling: f32,
}

impl DrawRecord {
    /// A texture is bound.
    pub const TEXTURED: u32 = 1;
    /// Paint the pattern of a missing texture.
    pub const MISSING: u32 = 2;
    /// Alpha is opacity, or how much light is added.
    pub const BLEND: u32 = 4;
    /// Light is added.
    pub const ADD: u32 = 8;
    /// Seen from its front alone.
    pub const ONE_SIDED: u32 = 16;
    /// Not shaded.
    pub const UNLIT: u32 = 32;
    /// The first texture ends at its edges.
    pub const CLAMP: u32 = 64;
    /// Fronts are backs: the world is a mirror image of the file.
    pub const MIRRORED: u32 = 128;

    /// A stage is there.
    pub const PRESENT: u32 = 1;
    /// And so is its texture.
    pub const FOUND: u32 = 2;
    /// Where the number of a stage's [`crate::model::surface::UvSource`] begins.
    pub const UV_SHIFT: u32 = 2;
    /// Where the number of a stage's [`crate::model::surface::Combine`] begins.
    pub const COMBINE_SHIFT: u32 = 5;
}

/// What slots drawn together share: an instance-step vertex of `shaders/slot.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct SlotRecord {
    /// Rows of world_from_file.
    pub world_from_file: [[f32; 4]; 3],
    /// Straight alpha RGBA.
    pub light: [f32; 4],
    /// RGB.
    pub dark: [f32; 3],
    /// The bit below.
    pub flags: u32,
}

impl SlotRecord {
    /// Paint the pattern of a missing texture.
    pub const MISSING: u32 = 1;
}
