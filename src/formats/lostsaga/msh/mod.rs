//! `.msh`, a mesh (lostsaga-formats §4).

mod mesh;
mod vertices;
mod write;

use super::text::{Text, read_count};
use super::token;
use crate::formats::{ReadError, Reader};

pub use mesh::mesh;
pub use write::write;

/// The version that alone has control points.
pub const WITH_CONTROL_POINTS: i32 = 2002;
/// The mesh type of vertices that bones move.
pub const SKINNED: i32 = 1;

/// Which lists of vertices follow, in the order of the file (lostsaga-formats §4).
pub mod component {
    /// Positions.
    pub const POSITION: u32 = 0x0001;
    /// Normals.
    pub const NORMAL: u32 = 0x0020;
    /// Tangents.
    pub const TANGENT: u32 = 0x1000;
    /// Binormals.
    pub const BINORMAL: u32 = 0x2000;
    /// Colours.
    pub const COLOR: u32 = 0x0040;
    /// Texture coordinates.
    pub const UV0: u32 = 0x0100;
    /// A second set of texture coordinates.
    pub const UV1: u32 = 0x0200;
    /// A list of bones, and four weights and bone numbers a vertex.
    pub const WEIGHTS: u32 = 0x0008;
    /// Centres of billboards.
    pub const CENTER: u32 = 0x0002;
    /// No list; the client's shaders make their stream of bone numbers from it.
    pub const INDICES: u32 = 0x0010;
}

/// A file as stored. Lists of vertices are as long as there are vertices, or empty where the mask has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Msh {
    /// 2000, 2001 or 2002 in known files; none is refused.
    pub version: i32,
    /// 0 static, 1 skinned, 2 light map, 3 and 4 billboards, 5 animated effect, 6 static with colours.
    pub kind: i32,
    /// Which lists the file has: see [`component`].
    pub mask: u32,
    /// Smallest and largest corner, as stated.
    pub bounds: [[f32; 3]; 2],
    /// As stated: half the diagonal.
    pub radius: f32,
    /// Runs of vertices and triangles with one material each.
    pub submeshes: Vec<Submesh>,
    /// The number of vertices.
    pub vertex_count: usize,
    /// In model space at rest.
    pub positions: Vec<[f32; 3]>,
    /// Of unit length in known files.
    pub normals: Vec<[f32; 3]>,
    /// Along u.
    pub tangents: Vec<[f32; 3]>,
    /// Along v.
    pub binormals: Vec<[f32; 3]>,
    /// 0xAARRGGBB.
    pub colors: Vec<u32>,
    /// v from the top.
    pub uvs: Vec<[f32; 2]>,
    /// The same.
    pub second_uvs: Vec<[f32; 2]>,
    /// What bone numbers count.
    pub bones: Vec<Text>,
    /// Four weights and four numbers of `bones` for each vertex.
    pub weights: Vec<Weights>,
    /// Centres of billboards.
    pub centers: Vec<[f32; 3]>,
    /// Places in the lists of vertices.
    pub triangles: Vec<[u16; 3]>,
    /// Of version 2002 alone.
    pub control_points: Vec<ControlPoint>,
    /// What lies behind the last field.
    pub trailing: Vec<u8>,
}

/// A run of vertices and triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Submesh {
    /// The first vertex.
    pub first_vertex: i32,
    /// Vertices.
    pub vertices: i32,
    /// The first index: three a triangle.
    pub first_index: i32,
    /// Triangles.
    pub triangles: i32,
}

/// What moves a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weights {
    /// The first one that is not above zero ends the list.
    pub weights: [f32; 4],
    /// Whole numbers, stored as floats.
    pub bones: [f32; 4],
}

/// A place on a bone, for the trail of a weapon.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ControlPoint {
    /// The type, and behind the first `_` its number.
    pub name: Text,
    /// The bone that it moves with.
    pub bone: Text,
    /// Further words.
    pub extra: Text,
    /// In model space at rest.
    pub point: [f32; 3],
}

/// Reads a mesh.
///
/// # Errors
/// `lostsaga.bad-token`, `lostsaga.bad-count`, `lostsaga.truncated`.
pub fn read(bytes: &[u8]) -> Result<Msh, ReadError> {
    read_whole(bytes).map_err(|error| error.coded(super::TRUNCATED))
}

fn read_whole(bytes: &[u8]) -> Result<Msh, ReadError> {
    let mut reader = Reader::new(bytes);
    token::read(&mut reader, token::MSH)?;
    let mut msh = Msh {
        version: reader.i32("version")?,
        kind: reader.i32("mesh type")?,
        mask: reader.u32("vertex components")?,
        bounds: [
            reader.vec3("smallest corner")?.to_array(),
            reader.vec3("largest corner")?.to_array(),
        ],
        radius: reader.f32("radius")?,
        ..Msh::default()
    };
    let count = read_count(&mut reader, 16, "submeshes")?;
    msh.submeshes = (0..count)
        .map(|_| read_submesh(&mut reader))
        .collect::<Result<_, _>>()?;
    msh.vertex_count = read_count(&mut reader, vertices::bytes_of(msh.mask), "vertices")?;
    vertices::read(&mut reader, &mut msh)?;
    let count = read_count(&mut reader, 6, "triangles")?;
    msh.triangles = (0..count)
        .map(|_| read_triangle(&mut reader))
        .collect::<Result<_, _>>()?;
    if msh.version == WITH_CONTROL_POINTS {
        let count = read_count(&mut reader, 24, "control points")?;
        msh.control_points = (0..count)
            .map(|_| read_control_point(&mut reader))
            .collect::<Result<_, _>>()?;
    }
    let left = reader.remaining();
    msh.trailing = reader.take(left, "the rest")?.to_vec();
    Ok(msh)
}

fn read_submesh(reader: &mut Reader<'_>) -> Result<Submesh, ReadError> {
    Ok(Submesh {
        first_vertex: reader.i32("first vertex")?,
        vertices: reader.i32("vertex count")?,
        first_index: reader.i32("first index")?,
        triangles: reader.i32("triangle count")?,
    })
}

fn read_triangle(reader: &mut Reader<'_>) -> Result<[u16; 3], ReadError> {
    Ok([
        reader.u16("vertex index")?,
        reader.u16("vertex index")?,
        reader.u16("vertex index")?,
    ])
}

fn read_control_point(reader: &mut Reader<'_>) -> Result<ControlPoint, ReadError> {
    Ok(ControlPoint {
        name: Text::read(reader, "control point")?,
        bone: Text::read(reader, "bone of a control point")?,
        extra: Text::read(reader, "words of a control point")?,
        point: reader.vec3("control point")?.to_array(),
    })
}
