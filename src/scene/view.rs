//! What is drawn, and how.

use glam::Vec4;

use super::{Compare, Item, Layout};

/// Who skins the vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Skinning {
    /// The compute shader on a real GPU, the CPU twin where the adapter is a software one.
    #[default]
    Auto,
    /// The compute shader.
    Gpu,
    /// Its Rust twin.
    Cpu,
}

impl Skinning {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Gpu, Self::Cpu];

    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Gpu => "gpu",
            Self::Cpu => "cpu",
        }
    }

    /// Whether the CPU twin skins, on an adapter of this sort.
    pub fn is_cpu(self, software_adapter: bool) -> bool {
        match self {
            Self::Auto => software_adapter,
            Self::Gpu => false,
            Self::Cpu => true,
        }
    }
}

/// What is behind everything.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Background {
    /// A dark gradient.
    #[default]
    Dark,
    /// A light gradient.
    Light,
    /// One colour, straight alpha.
    Plain(Vec4),
}

impl Background {
    /// At the picture's top and bottom.
    pub fn colors(self) -> [Vec4; 2] {
        match self {
            Self::Dark => [
                Vec4::new(0.17, 0.19, 0.22, 1.0),
                Vec4::new(0.09, 0.10, 0.12, 1.0),
            ],
            Self::Light => [
                Vec4::new(0.93, 0.94, 0.96, 1.0),
                Vec4::new(0.78, 0.80, 0.83, 1.0),
            ],
            Self::Plain(color) => [color, color],
        }
    }
}

/// Which names of joints are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// None.
    #[default]
    Hidden,
    /// The selected joint's and its parents'.
    Selected,
    /// Every joint's.
    All,
}

/// Something of a Spine character that can be drawn as lines over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// Rectangles of region attachments.
    Regions,
    /// Triangle edges of meshes.
    Meshes,
    /// Hulls of meshes.
    Hulls,
    /// Clipping polygons; dashed where what lies inside is cut away.
    Clipping,
    /// Paths, with their control handles.
    Paths,
    /// Point attachments, with their direction.
    Points,
    /// Bounding boxes.
    Boxes,
    /// What constraints act on, and towards what.
    Constraints,
}

impl Outline {
    /// All of them; `ALL[outline as usize] == outline`.
    pub const ALL: [Self; 8] = [
        Self::Regions,
        Self::Meshes,
        Self::Hulls,
        Self::Clipping,
        Self::Paths,
        Self::Points,
        Self::Boxes,
        Self::Constraints,
    ];

    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Regions => "regions",
            Self::Meshes => "meshes",
            Self::Hulls => "hulls",
            Self::Clipping => "clipping",
            Self::Paths => "paths",
            Self::Points => "points",
            Self::Boxes => "boxes",
            Self::Constraints => "constraints",
        }
    }
}

/// Which outlines of a Spine character are drawn; none by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlines([bool; Outline::ALL.len()]);

impl Outlines {
    /// Whether one is drawn.
    pub fn shows(&self, outline: Outline) -> bool {
        self.0[outline as usize]
    }

    /// The switch of one.
    pub fn switch(&mut self, outline: Outline) -> &mut bool {
        &mut self.0[outline as usize]
    }

    /// Whether any is drawn.
    pub fn any(&self) -> bool {
        self.0.contains(&true)
    }
}

/// What is drawn, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewOptions {
    /// The surface.
    pub mesh: bool,
    /// Shading.
    pub lit: bool,
    /// Textures; else plain grey.
    pub textured: bool,
    /// The alpha of textures is opacity; else it is ignored. Where a file says how a surface is drawn, that holds instead.
    pub blend: bool,
    /// Edges of triangles.
    pub wire: bool,
    /// The skeleton on top of everything.
    pub bones: bool,
    /// Joints that only the game's engine has a use for are shown too.
    pub helpers: bool,
    /// Where the file states that joints rest, besides the local transforms, as ghosts.
    pub stated_rest: bool,
    /// Names of joints.
    pub names: Names,
    /// The weights of the selected joint instead of textures.
    pub weights: bool,
    /// Names of a Spine character's slots, where they are drawn.
    pub slots: bool,
    /// Outlines of a Spine character's attachments, and its constraints.
    pub outlines: Outlines,
    /// Joint snaps at work: the pair, and where the snapped joint would be.
    pub snaps: bool,
    /// The box of this moment.
    pub bounds: bool,
    /// The character moves over the grid as its clip was made for.
    pub travel: bool,
    /// Grid and axes.
    pub grid: bool,
    /// What is behind everything.
    pub background: Background,
    /// Who skins the vertices.
    pub skinning: Skinning,
    /// What is shown beside the character.
    pub compare: Compare,
    /// How the two are laid out.
    pub layout: Layout,
    /// Where the line between the two is, as a share of the picture's width.
    pub wipe: f32,
}

impl ViewOptions {
    /// Whether a joint is left out of picture and list.
    pub fn hides(&self, item: &Item, joint: usize) -> bool {
        !self.helpers && item.is_helper(joint)
    }
}

impl Default for ViewOptions {
    fn default() -> Self {
        Self {
            mesh: true,
            lit: true,
            textured: true,
            blend: true,
            wire: false,
            bones: false,
            helpers: true,
            stated_rest: false,
            names: Names::Hidden,
            weights: false,
            slots: false,
            outlines: Outlines::default(),
            snaps: true,
            bounds: false,
            travel: false,
            grid: true,
            background: Background::Dark,
            skinning: Skinning::Auto,
            compare: Compare::Off,
            layout: Layout::Side,
            wipe: 0.5,
        }
    }
}
