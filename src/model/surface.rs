//! How a surface is drawn, where a file says so: textures laid one on the other, and how the result meets the picture.

/// Textures that one surface can have.
pub const MOST_STAGES: usize = 4;

/// A drawn surface in words. Texture coordinates are counted with v from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// How it meets what was drawn before it.
    pub blend: SurfaceBlend,
    /// Straight alpha RGBA, 0 to 1: what the first stage starts from, once it is lit.
    pub color: [f32; 4],
    /// Fragments whose alpha is below are not drawn at all; 0 draws every one.
    pub alpha_test: f32,
    /// Both sides of a triangle are seen; else the side from which its corners run counter-clockwise.
    pub two_sided: bool,
    /// Shaded by light.
    pub lit: bool,
    /// Hidden by what is in front.
    pub depth_test: bool,
    /// Hides what is behind.
    pub depth_write: bool,
    /// Textures end at their edges instead of repeating.
    pub clamp: bool,
    /// In the order in which they are laid on, at most [`MOST_STAGES`]; none leaves the plain colour.
    pub stages: Vec<SurfaceStage>,
    /// Drawn around it.
    pub outline: Option<Outline>,
}

/// The backs of a surface that was blown up a little, in one colour: what is seen of them goes around the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline {
    /// Straight alpha RGBA, 0 to 1.
    pub color: [f32; 4],
    /// How far vertices are moved along their normals, file units.
    pub thickness: f32,
}

impl Default for Surface {
    fn default() -> Self {
        Self {
            blend: SurfaceBlend::default(),
            color: [1.0; 4],
            alpha_test: 0.0,
            two_sided: true,
            lit: true,
            depth_test: true,
            depth_write: true,
            clamp: false,
            stages: Vec::new(),
            outline: None,
        }
    }
}

impl Surface {
    /// Whether the alpha of a stage's texture makes its way into the opacity of the surface.
    pub fn shows_alpha_of(&self, stage: usize) -> bool {
        let resets = |later: &SurfaceStage| later.combine.resets_alpha();
        let own = self.stages.get(stage).map(|stage| stage.combine);
        let later = self.stages.get(stage + 1..).unwrap_or_default();
        own == Some(Combine::Modulate) && !later.iter().any(resets)
    }
}

/// How a surface meets what was drawn before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SurfaceBlend {
    /// It replaces.
    Opaque,
    /// It covers by its alpha.
    #[default]
    Alpha,
    /// Its light is added.
    Add,
    /// Its light is added, by its alpha.
    AlphaAdd,
}

/// One texture of a surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceStage {
    /// Index of a texture of the [`super::Character`]; `None` where its file is missing.
    pub texture: Option<usize>,
    /// How it is combined with the stages before.
    pub combine: Combine,
    /// Where its coordinates come from.
    pub uv: UvSource,
    /// Repeats a second along u and v.
    pub speed: [f32; 2],
}

/// How a texel `t` is combined with the colour `c` so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Combine {
    /// `c · t`, alpha too.
    #[default]
    Modulate,
    /// `c + t`.
    Add,
    /// From `c` to `t` by the alpha of `t`.
    ByTextureAlpha,
    /// From `c` to `t` by the alpha of `c`, which has done its work then: a mask.
    ByCurrentAlpha,
    /// `c + t ·` the alpha of `c`, which has done its work then.
    AddByCurrentAlpha,
}

impl Combine {
    /// Whether the alpha so far was a mask, and opacity is the plain colour's again.
    pub fn resets_alpha(self) -> bool {
        matches!(self, Self::ByCurrentAlpha | Self::AddByCurrentAlpha)
    }
}

/// Where texture coordinates come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UvSource {
    /// The mesh.
    #[default]
    Mesh,
    /// The normal: a picture of the surroundings.
    Environment,
    /// The mesh, moving straight.
    Drift,
    /// The mesh, moving in circles.
    Swirl,
    /// The mesh, in waves.
    Wavey,
}
