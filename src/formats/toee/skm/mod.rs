//! `.skm`, the mesh format (toee-formats §2).

mod mesh;
mod write;

use super::{FixedText, check_bones};
use crate::formats::{ReadError, Reader};
use crate::model::Finding;

pub use mesh::mesh;
pub use write::write;

/// Bytes of the header.
pub(super) const HEADER: usize = 40;
const BONE: usize = 100;
const MATERIAL: usize = 128;
const VERTEX: usize = 80;
const TRIANGLE: usize = 8;
/// Influences that a vertex has room for.
pub const MOST_INFLUENCES: usize = 6;
/// What the game's arrays hold: bones, vertices, triangles (toee-formats §2.7).
const GAME_LIMITS: [(&str, usize); 3] =
    [("bones", 1024), ("vertices", 32_767), ("triangles", 65_535)];

/// A file as stored, but for the places of its blocks: [`write()`] puts them in the order of all known files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skm {
    /// In file order.
    pub bones: Vec<Bone>,
    /// Paths of `.mdf` files below the data root, or names of slots that the game fills.
    pub materials: Vec<FixedText<128>>,
    /// In bind pose.
    pub vertices: Vec<Vertex>,
    /// In file order.
    pub triangles: Vec<Triangle>,
    /// Two words of the header without a use.
    pub unused: [u32; 2],
}

/// A bone of a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bone {
    /// 0 in every known file.
    pub flags: u16,
    /// Index of the parent; negative for a root.
    pub parent: i16,
    /// Its name.
    pub name: FixedText<48>,
    /// Three rows of four: takes file space to the bone's space in bind pose.
    pub world_inverse: [f32; 12],
}

/// A vertex with room for six influences.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vertex {
    /// x, y, z and 0.
    pub position: [f32; 4],
    /// x, y, z and 0.
    pub normal: [f32; 4],
    /// u, and v from the bottom.
    pub uv: [f32; 2],
    /// Without a use.
    pub padding: u16,
    /// Influences in use.
    pub count: u16,
    /// Places in [`Skm::bones`].
    pub bones: [u16; MOST_INFLUENCES],
    /// One for each of `bones`.
    pub weights: [f32; MOST_INFLUENCES],
}

/// A triangle, counter-clockwise from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Triangle {
    /// Place in [`Skm::materials`].
    pub material: u16,
    /// Places in [`Skm::vertices`].
    pub vertices: [u16; 3],
}

/// Whether a file begins like a mesh: the format has no magic, but its blocks follow each other without a gap.
pub fn is_skm(bytes: &[u8]) -> bool {
    Header::read(&mut Reader::new(bytes)).is_ok_and(|header| header.is_contiguous())
}

/// Reads a mesh. Triangles that the file is too short for are left out with a finding.
///
/// # Errors
/// Content without a header, and bones, materials or vertices that do not fit in the file.
pub fn read(bytes: &[u8]) -> Result<(Skm, Vec<Finding>), ReadError> {
    let mut reader = Reader::new(bytes);
    let header = Header::read(&mut reader)?;
    let [bones, materials, vertices, triangles] = header.blocks;
    let block = |(count, offset): (u32, u32), size, what| {
        let mut reader = Reader::new(bytes);
        reader.seek(offset, what)?;
        let count = reader.fits(count, size, what)?;
        Ok::<_, ReadError>((reader, count))
    };
    check_bones(bones.0, 0)?;
    let mut findings = Vec::new();
    let mut skm = Skm {
        unused: header.unused,
        ..Skm::default()
    };
    let (mut reader, count) = block(bones, BONE, "bones")?;
    skm.bones = (0..count)
        .map(|_| read_bone(&mut reader))
        .collect::<Result<_, _>>()?;
    let (mut reader, count) = block(materials, MATERIAL, "materials")?;
    let material = |_| read_text(&mut reader, "material");
    skm.materials = (0..count).map(material).collect::<Result<_, _>>()?;
    let (mut reader, count) = block(vertices, VERTEX, "vertices")?;
    skm.vertices = (0..count)
        .map(|_| read_vertex(&mut reader))
        .collect::<Result<_, _>>()?;
    skm.triangles = read_triangles(bytes, triangles, &mut findings)?;
    check_limits(&skm, &mut findings);
    Ok((skm, findings))
}

struct Header {
    /// Count and offset of bones, materials, vertices, triangles.
    blocks: [(u32, u32); 4],
    unused: [u32; 2],
}

impl Header {
    fn read(reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        let mut blocks = [(0, 0); 4];
        for block in &mut blocks {
            *block = (
                reader.u32("count of a block")?,
                reader.u32("offset of a block")?,
            );
        }
        Ok(Self {
            blocks,
            unused: [reader.u32("unused")?, reader.u32("unused")?],
        })
    }

    fn is_contiguous(&self) -> bool {
        let mut next = HEADER as u64;
        let sizes = [BONE, MATERIAL, VERTEX, TRIANGLE];
        self.blocks[0].0 > 0
            && self
                .blocks
                .iter()
                .zip(sizes)
                .all(|(&(count, offset), size)| {
                    let is_next = u64::from(offset) == next;
                    next += u64::from(count) * size as u64;
                    is_next
                })
    }
}

pub(super) fn read_text<const N: usize>(
    reader: &mut Reader<'_>,
    what: &str,
) -> Result<FixedText<N>, ReadError> {
    let mut field = FixedText::default();
    field.0.copy_from_slice(reader.take(N, what)?);
    Ok(field)
}

fn read_array<T: Copy + Default, const N: usize>(
    mut one: impl FnMut() -> Result<T, ReadError>,
) -> Result<[T; N], ReadError> {
    let mut array = [T::default(); N];
    for place in &mut array {
        *place = one()?;
    }
    Ok(array)
}

fn read_bone(reader: &mut Reader<'_>) -> Result<Bone, ReadError> {
    Ok(Bone {
        flags: reader.u16("bone flags")?,
        parent: reader.i16("bone parent")?,
        name: read_text(reader, "bone name")?,
        world_inverse: read_array(|| reader.f32("bone matrix"))?,
    })
}

fn read_vertex(reader: &mut Reader<'_>) -> Result<Vertex, ReadError> {
    Ok(Vertex {
        position: reader.vec4("position")?.to_array(),
        normal: reader.vec4("normal")?.to_array(),
        uv: reader.vec2("texture coordinates")?.to_array(),
        padding: reader.u16("padding")?,
        count: reader.u16("influence count")?,
        bones: read_array(|| reader.u16("bone of an influence"))?,
        weights: read_array(|| reader.f32("weight"))?,
    })
}

fn read_triangles(
    bytes: &[u8],
    (count, offset): (u32, u32),
    findings: &mut Vec<Finding>,
) -> Result<Vec<Triangle>, ReadError> {
    let mut reader = Reader::new(bytes);
    // An offset beyond the end is as good as a file that ends before it.
    reader.seek((offset as usize).min(bytes.len()), "triangles")?;
    let there = (reader.remaining() / TRIANGLE).min(count as usize);
    if there < count as usize {
        let message = format!("the file is cut off: {there} of {count} triangles are there");
        let fix = "extract or export the file again; the rest of the mesh is missing";
        findings.push(Finding::error("toee.mesh-cut", message, fix).at(bytes.len() as u64));
    }
    let mut triangle = || {
        Ok(Triangle {
            material: reader.u16("material of a triangle")?,
            vertices: read_array(|| reader.u16("corner of a triangle"))?,
        })
    };
    (0..there).map(|_| triangle()).collect()
}

fn check_limits(skm: &Skm, findings: &mut Vec<Finding>) {
    let counts = [skm.bones.len(), skm.vertices.len(), skm.triangles.len()];
    for ((what, most), count) in GAME_LIMITS.into_iter().zip(counts) {
        if count > most {
            let message = format!("the mesh has {count} {what}; the game takes at most {most}");
            let fix = "nothing to look at it; make the mesh simpler for the game";
            findings.push(Finding::warning("toee.beyond-game-limit", message, fix));
        }
    }
}
