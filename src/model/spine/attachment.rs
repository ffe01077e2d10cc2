//! What a slot may show, or use without showing it.

use super::{Rgba, WHITE, rgba};

/// One influence of a weighted vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneInfluence {
    /// Index of the bone.
    pub bone: usize,
    /// Position in that bone's space.
    pub x: f64,
    /// Position in that bone's space.
    pub y: f64,
    /// Share; the shares of a vertex add up to about 1.
    pub weight: f64,
}

/// Vertices that several bones move, each with its list of influences.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightedVertices {
    ends: Vec<usize>,
    influences: Vec<BoneInfluence>,
}

impl WeightedVertices {
    /// Adds a vertex; it may have no influence at all.
    pub fn push(&mut self, influences: impl IntoIterator<Item = BoneInfluence>) {
        self.influences.extend(influences);
        self.ends.push(self.influences.len());
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True without vertices.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The influences of all vertices, vertex after vertex. A deform has one offset for each, in this order.
    pub fn influences(&self) -> &[BoneInfluence] {
        &self.influences
    }

    /// Where each vertex's influences lie in [`Self::influences`].
    pub fn ranges(&self) -> impl ExactSizeIterator<Item = std::ops::Range<usize>> + '_ {
        (0..self.ends.len()).map(|vertex| self.range(vertex))
    }

    /// Where one vertex's influences lie in [`Self::influences`]; empty beyond the last vertex.
    pub fn range(&self, vertex: usize) -> std::ops::Range<usize> {
        let end = self.ends.get(vertex).copied().unwrap_or(0);
        let start = match vertex.checked_sub(1) {
            Some(before) => self.ends.get(before).copied().unwrap_or(0).min(end),
            None => 0,
        };
        start..end
    }
}

/// The vertices of an attachment.
#[derive(Clone, Debug, PartialEq)]
pub enum Vertices {
    /// In the space of the slot's bone.
    Plain(Vec<[f64; 2]>),
    /// In the spaces of the bones that move them.
    Weighted(WeightedVertices),
}

impl Vertices {
    /// Number of vertices.
    pub fn len(&self) -> usize {
        match self {
            Self::Plain(vertices) => vertices.len(),
            Self::Weighted(vertices) => vertices.len(),
        }
    }

    /// True without vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Numbers in a deform of these vertices: x and y for each vertex, or for each influence of weighted ones.
    pub fn deform_len(&self) -> usize {
        match self {
            Self::Plain(vertices) => vertices.len() * 2,
            Self::Weighted(vertices) => vertices.influences().len() * 2,
        }
    }
}

/// Pictures numbered in the atlas that stand for one attachment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Number of frames, at least 1.
    pub count: usize,
    /// Number of the first frame in the atlas.
    pub start: usize,
    /// The number is filled with zeros up to this many digits.
    pub digits: usize,
    /// The frame (from 0) that the setup pose shows.
    pub setup_index: usize,
}

impl Sequence {
    /// The atlas region of a frame: the path with the frame's number, without anything between them.
    pub fn frame_path(&self, path: &str, frame: usize) -> String {
        let number = self.start.saturating_add(frame);
        // Editors write a digit or four; the bound keeps a damaged file from asking for gigabytes of zeros.
        format!("{path}{number:0digits$}", digits = self.digits.min(32))
    }
}

/// In which order a sequence's frames follow each other. In the order of the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SequenceMode {
    /// Stays.
    #[default]
    Hold,
    /// Forwards, then stays at the last.
    Once,
    /// Forwards, over and over.
    Loop,
    /// There and back.
    PingPong,
    /// Backwards, then stays at the first.
    OnceReverse,
    /// Backwards, over and over.
    LoopReverse,
    /// There and back, from the other end.
    PingPongReverse,
}

impl SequenceMode {
    /// All, in the order of the wire.
    pub const ALL: [Self; 7] = [
        Self::Hold,
        Self::Once,
        Self::Loop,
        Self::PingPong,
        Self::OnceReverse,
        Self::LoopReverse,
        Self::PingPongReverse,
    ];
}

/// A textured rectangle.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Atlas region, or what its frames' names begin with.
    pub path: String,
    /// Factor for every texel.
    pub color: Rgba,
    /// Several pictures instead of one.
    pub sequence: Option<Sequence>,
    /// Degrees in the bone's space.
    pub rotation: f64,
    /// Position of the middle in the bone's space.
    pub x: f64,
    /// Position of the middle in the bone's space.
    pub y: f64,
    /// Factor of the width.
    pub scale_x: f64,
    /// Factor of the height.
    pub scale_y: f64,
    /// Of the untrimmed picture.
    pub width: f64,
    /// Of the untrimmed picture.
    pub height: f64,
}

impl Region {
    /// An unrotated rectangle about the bone's origin.
    pub fn new(path: impl Into<String>, width: f64, height: f64) -> Self {
        Self {
            path: path.into(),
            color: WHITE,
            sequence: None,
            rotation: 0.0,
            x: 0.0,
            y: 0.0,
            scale_x: 1.0,
            scale_y: 1.0,
            width,
            height,
        }
    }
}

/// Textured triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Atlas region, or what its frames' names begin with.
    pub path: String,
    /// Factor for every texel.
    pub color: Rgba,
    /// Several pictures instead of one.
    pub sequence: Option<Sequence>,
    /// The first so many vertices are the hull, in order around it.
    pub hull: usize,
    /// Positions.
    pub vertices: Vertices,
    /// One for each vertex, 0 to 1 over the untrimmed picture, V downwards.
    pub uvs: Vec<[f64; 2]>,
    /// Vertex indices, three for each triangle.
    pub triangles: Vec<usize>,
    /// Other slots in which this mesh's deform and sequence timelines work too.
    pub timeline_slots: Vec<usize>,
    /// The editor's edges as the file has them: **doubled** vertex indices, two for each edge (nonessential).
    pub edges: Vec<usize>,
    /// Of the untrimmed picture (nonessential).
    pub width: f64,
    /// Of the untrimmed picture (nonessential).
    pub height: f64,
}

/// Where an attachment lies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AttachmentRef {
    /// Index of the skin.
    pub skin: usize,
    /// Index of the slot.
    pub slot: usize,
    /// The name in that skin.
    pub placeholder: String,
}

/// The triangles of another mesh with a picture of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkedMesh {
    /// Atlas region, or what its frames' names begin with.
    pub path: String,
    /// Factor for every texel.
    pub color: Rgba,
    /// Several pictures instead of one.
    pub sequence: Option<Sequence>,
    /// Where its source lies.
    pub source_ref: AttachmentRef,
    /// The source ([`super::Rig::attachments`]): a mesh, or a linked mesh that leads to one. `None`: not in the file.
    pub source: Option<usize>,
    /// The source's deform and sequence timelines work on this one as well.
    pub inherit_timelines: bool,
    /// Of the untrimmed picture (nonessential).
    pub width: f64,
    /// Of the untrimmed picture (nonessential).
    pub height: f64,
}

/// Bézier curves, for path constraints.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The last point is joined to the first.
    pub closed: bool,
    /// Positions along it are distances measured, not the stored lengths.
    pub constant_speed: bool,
    /// For each point: handle in, point, handle out.
    pub vertices: Vertices,
    /// Length of the path up to the end of each curve, in the setup pose: a third as many as vertices.
    pub lengths: Vec<f64>,
    /// Editor colour (nonessential).
    pub color: Rgba,
}

impl Path {
    /// Editor colour of a path that states none.
    pub const COLOR: Rgba = rgba([0xff, 0x7f, 0x00, 0xff]);
}

/// A place with a direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Degrees in the bone's space.
    pub rotation: f64,
    /// Position in the bone's space.
    pub x: f64,
    /// Position in the bone's space.
    pub y: f64,
    /// Editor colour (nonessential).
    pub color: Rgba,
}

impl Point {
    /// Editor colour of a point that states none.
    pub const COLOR: Rgba = rgba([0xf1, 0xf1, 0x00, 0xff]);
}

/// A polygon outside (or inside) of which the slots that follow are not drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Clipping {
    /// The last slot that is clipped; `None`: up to the end of the draw order.
    pub end: Option<usize>,
    /// The polygon.
    pub vertices: Vertices,
    /// The polygon's convex hull is meant.
    pub convex: bool,
    /// What lies inside is cut away.
    pub inverse: bool,
    /// Editor colour (nonessential).
    pub color: Rgba,
}

impl Clipping {
    /// Editor colour of a clipping polygon that states none.
    pub const COLOR: Rgba = rgba([0xce, 0x3a, 0x3a, 0xff]);
}

/// The kinds of attachment.
#[derive(Clone, Debug, PartialEq)]
pub enum AttachmentKind {
    /// Drawn.
    Region(Region),
    /// Drawn.
    Mesh(Mesh),
    /// Drawn.
    LinkedMesh(LinkedMesh),
    /// For path constraints.
    Path(Path),
    /// For the game.
    Point(Point),
    /// For the game: a polygon that can be hit.
    BoundingBox {
        /// The polygon.
        vertices: Vertices,
        /// Editor colour (nonessential).
        color: Rgba,
    },
    /// Cuts.
    Clipping(Clipping),
}

/// Editor colour of a bounding box that states none.
pub const BOUNDING_BOX_COLOR: Rgba = rgba([0x60, 0xf0, 0x00, 0xff]);

/// One attachment.
#[derive(Clone, Debug, PartialEq)]
pub struct Attachment {
    /// Its own name, which may differ from its placeholder in a skin.
    pub name: String,
    /// What it is.
    pub kind: AttachmentKind,
}

impl Attachment {
    /// The atlas path, factor and sequence of what is drawn; `None` for what is not.
    pub fn picture(&self) -> Option<(&str, Rgba, Option<Sequence>)> {
        match &self.kind {
            AttachmentKind::Region(it) => Some((&it.path, it.color, it.sequence)),
            AttachmentKind::Mesh(it) => Some((&it.path, it.color, it.sequence)),
            AttachmentKind::LinkedMesh(it) => Some((&it.path, it.color, it.sequence)),
            _ => None,
        }
    }

    /// The atlas regions that it looks for, frame by frame; none if it is not drawn.
    pub fn region_names(&self) -> impl Iterator<Item = String> + '_ {
        let frames = match self.picture() {
            Some((_, _, sequence)) => sequence.map_or(1, |sequence| sequence.count),
            None => 0,
        };
        (0..frames).filter_map(|frame| {
            let (path, _, sequence) = self.picture()?;
            Some(match sequence {
                Some(sequence) => sequence.frame_path(path, frame),
                None => path.to_owned(),
            })
        })
    }

    /// Its own vertices: none for regions and points, nor for linked meshes, which use their source's.
    pub fn vertices(&self) -> Option<&Vertices> {
        match &self.kind {
            AttachmentKind::Mesh(mesh) => Some(&mesh.vertices),
            AttachmentKind::Path(path) => Some(&path.vertices),
            AttachmentKind::BoundingBox { vertices, .. } => Some(vertices),
            AttachmentKind::Clipping(clipping) => Some(&clipping.vertices),
            _ => None,
        }
    }
}
