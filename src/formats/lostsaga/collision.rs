//! `.cms`, a mesh that the game collides with (lostsaga-formats §8).

use glam::Vec3;

use super::text::read_count;
use super::token;
use crate::formats::tally::{Tally, counted};
use crate::formats::writer::Writer;
use crate::formats::{ReadError, Reader};
use crate::model::{Finding, Influences, Mesh, Submesh};

/// The version that the game takes.
pub const VERSION: i32 = 5000;

/// What its one submesh is called: those of other meshes have no names, and are counted.
const SUBMESH: &str = "collision";

/// A file as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cms {
    /// File space.
    pub vertices: Vec<Vec3>,
    /// Triangles.
    pub faces: Vec<[u16; 3]>,
    /// Bytes after the last face.
    pub rest: Vec<u8>,
}

/// Whether a file begins like one.
pub fn is_cms(bytes: &[u8]) -> bool {
    bytes.starts_with(&token::CMS)
}

/// Reads a file.
///
/// # Errors
/// `lostsaga.bad-token`, `lostsaga.unknown-version`, `lostsaga.bad-count`, `lostsaga.truncated`.
pub fn read(bytes: &[u8]) -> Result<Cms, ReadError> {
    read_whole(bytes).map_err(|error| error.coded(super::TRUNCATED))
}

fn read_whole(bytes: &[u8]) -> Result<Cms, ReadError> {
    let mut reader = Reader::new(bytes);
    token::read(&mut reader, token::CMS)?;
    let version = reader.i32("the version")?;
    if version != VERSION {
        let expected = format!("version {VERSION}, which alone the game takes");
        let error = ReadError::new(4, expected, version.to_string());
        return Err(error.coded("lostsaga.unknown-version"));
    }
    let count = read_count(&mut reader, 12, "vertices")?;
    let vertices = (0..count).map(|_| reader.vec3("a vertex"));
    let vertices = vertices.collect::<Result<Vec<_>, _>>()?;
    let count = read_count(&mut reader, 6, "faces")?;
    let mut face = || {
        let mut corner = || reader.u16("a corner");
        Ok([corner()?, corner()?, corner()?])
    };
    let faces = (0..count).map(|_| face());
    let faces = faces.collect::<Result<Vec<_>, ReadError>>()?;
    let rest = reader.take(reader.remaining(), "the rest")?.to_vec();
    Ok(Cms {
        vertices,
        faces,
        rest,
    })
}

/// Writes a file as it was stored.
pub fn write(cms: &Cms) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.bytes(&token::CMS).i32(VERSION);
    writer.i32(cms.vertices.len() as i32);
    for &vertex in &cms.vertices {
        writer.vec3(vertex);
    }
    writer.i32(cms.faces.len() as i32);
    for corner in cms.faces.iter().flatten() {
        writer.u16(*corner);
    }
    writer.bytes(&cms.rest);
    writer.finish()
}

/// Whether a mesh was made from such a file.
pub fn is_collision(mesh: &Mesh) -> bool {
    let first = mesh.submeshes.first();
    first.is_some_and(|submesh| submesh.name == SUBMESH)
}

/// The mesh of a file, which nothing moves. Faces with a corner that is not there are left out, and numbers that cannot
/// be drawn are 0.
pub fn mesh(cms: &Cms) -> (Mesh, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut unusable = Tally::default();
    let mut usable = |(index, &vertex): (usize, &Vec3)| match vertex.is_finite() {
        true => vertex,
        false => {
            unusable.add(index);
            Vec3::ZERO
        }
    };
    let positions: Vec<Vec3> = cms.vertices.iter().enumerate().map(&mut usable).collect();
    let mut beyond = Tally::default();
    let mut indices = Vec::with_capacity(cms.faces.len() * 3);
    for (face, corners) in cms.faces.iter().enumerate() {
        let corners = corners.map(u32::from);
        match corners.iter().all(|&at| (at as usize) < positions.len()) {
            true => indices.extend(corners),
            false => beyond.add(face),
        }
    }
    unusable.report(&mut findings, |count, first| {
        let vertices = counted(count, "vertex has", "vertices have");
        let message = format!(
            "{vertices} numbers that are not finite and stand at the origin; the first is {first}"
        );
        let fix = "export the collision mesh again";
        Finding::warning("lostsaga.not-finite", message, fix)
    });
    beyond.report(&mut findings, |count, first| {
        let faces = counted(count, "face has", "faces have");
        let message = format!(
            "{faces} a corner beyond the {} vertices and are left out; the first is {first}",
            positions.len()
        );
        let fix = "export the collision mesh again; the game would read past its vertices";
        Finding::error("lostsaga.index-out-of-range", message, fix)
    });
    findings.extend(super::trailing(&cms.rest));
    let mesh = Mesh {
        version: VERSION.to_string(),
        influences: Influences {
            starts: vec![0; positions.len() + 1],
            entries: Vec::new(),
        },
        submeshes: vec![Submesh {
            name: SUBMESH.into(),
            vertices: 0..positions.len() as u32,
            indices: 0..indices.len() as u32,
        }],
        positions,
        indices,
        ..Mesh::default()
    };
    (mesh, findings)
}
