//! `.skn`, the mesh format (league-formats §4).

mod check;
mod ranges;
mod write;

use glam::Vec3;

use crate::formats::{ReadError, Reader};
use crate::model::{BlendIndexing, Bounds, Finding, Influence, Influences, Mesh};

use crate::model::finding::counted;
use ranges::RANGE;
use ranges::StoredRange;

pub use write::write;

/// First word of every file.
pub(super) const MAGIC: u32 = 0x0011_2233;
/// Blend indices are joint ids, not places in the influence list.
pub(super) const FLAG_DIRECT_BLEND: u32 = 1;
/// Indices count from their range's first vertex.
pub(super) const FLAG_RELATIVE_INDICES: u32 = 2;
/// Bytes of a vertex for each vertex type.
pub(super) const VERTEX_SIZES: [u32; 4] = [52, 56, 72, 104];
/// Zero bytes that end files of major version 2 and later.
pub(super) const TAIL: usize = 12;
/// Sets of further texture coordinates in vertex type 3.
pub(super) const FURTHER_UVS: usize = 4;

/// Reads a mesh of version 0.1, 1.1, 2.1 or 4.1.
///
/// Positions are in file space. Indices in the result are absolute and below the vertex count; submeshes lie inside the
/// index and vertex lists. What had to be changed for that is among the findings. Influences are as stored, without zero
/// weights; bind them with [`super::bind::bind`].
///
/// # Errors
/// Unknown content, version or vertex layout, and ranges, indices or vertices that do not fit in the file.
pub fn read(bytes: &[u8]) -> Result<(Mesh, Vec<Finding>), ReadError> {
    let mut reader = Reader::new(bytes);
    let mut findings = Vec::new();
    let (major, minor) = read_version(&mut reader)?;
    let ranges_at = reader.offset() + 4;
    let mut ranges = if major >= 1 {
        read_ranges(&mut reader)?
    } else {
        Vec::new()
    };
    let head = Head::read(&mut reader, major)?;
    head.check(&mut reader, &mut findings)?;
    let indices_at = reader.offset();
    let mut indices = read_indices(&mut reader, head.index_count)?;
    let vertices_at = reader.offset();
    let mut mesh = Mesh {
        version: format!("{major}.{minor}"),
        flags: head.flags,
        vertex_layout: (head.vertex_type, head.vertex_size()),
        indexing: Some(if head.flags & FLAG_DIRECT_BLEND != 0 {
            BlendIndexing::Joints
        } else {
            BlendIndexing::InfluenceTable
        }),
        stated_bounds: head.bounds,
        stated_sphere: head.sphere,
        ..Mesh::default()
    };
    read_vertices(&mut reader, &head, &mut mesh)?;
    check_tail(bytes, &reader, major, &mut findings);
    if major == 0 {
        ranges.push(StoredRange::whole(head.vertex_count, head.index_count));
    }
    mesh.submeshes = ranges::settle(
        ranges,
        ranges_at,
        [head.vertex_count, head.index_count],
        &mut findings,
    );
    if head.flags & FLAG_RELATIVE_INDICES != 0 {
        ranges::make_absolute(&mut indices, &mesh.submeshes);
    }
    mesh.indices = indices;
    ranges::settle_triangles(&mut mesh, indices_at, &mut findings);
    check::check_vertices(&mut mesh, vertices_at, &mut findings);
    check::check_bounds(&mut mesh, &mut findings);
    Ok((mesh, findings))
}

fn read_version(reader: &mut Reader<'_>) -> Result<(u16, u16), ReadError> {
    let magic_at = *reader;
    let magic = reader.u32("magic")?;
    if magic != MAGIC {
        return Err(magic_at
            .error(format!("0x{MAGIC:08x}"), format!("0x{magic:08x}"))
            .advise("open a League .skn file"));
    }
    let version_at = *reader;
    let version = (reader.u16("major version")?, reader.u16("minor version")?);
    if !matches!(version, (0 | 1 | 2 | 4, 1)) {
        return Err(version_at
            .error(
                "version 0.1, 1.1, 2.1 or 4.1",
                format!("version {}.{}", version.0, version.1),
            )
            .advise("save the mesh with a tool that writes one of these versions"));
    }
    Ok(version)
}

fn read_ranges(reader: &mut Reader<'_>) -> Result<Vec<StoredRange>, ReadError> {
    let count = reader.u32("range count")?;
    let count = reader.fits(count, RANGE, "ranges")?;
    (0..count).map(|_| StoredRange::read(reader)).collect()
}

/// Everything between the ranges and the indices.
struct Head {
    flags: u32,
    index_count: u32,
    vertex_count: u32,
    vertex_type: u32,
    bounds: Option<Bounds>,
    sphere: Option<(Vec3, f32)>,
}

impl Head {
    fn read(reader: &mut Reader<'_>, major: u16) -> Result<Self, ReadError> {
        let current = major >= 4;
        let flags = if current { reader.u32("flags")? } else { 0 };
        let mut head = Self {
            flags,
            index_count: reader.u32("index count")?,
            vertex_count: reader.u32("vertex count")?,
            vertex_type: 0,
            bounds: None,
            sphere: None,
        };
        if current {
            head.vertex_type = read_vertex_type(reader)?;
            head.bounds = Some(Bounds {
                min: reader.vec3("smallest corner")?,
                max: reader.vec3("largest corner")?,
            });
            head.sphere = Some((reader.vec3("sphere centre")?, reader.f32("sphere radius")?));
        }
        Ok(head)
    }

    fn vertex_size(&self) -> u32 {
        VERTEX_SIZES[self.vertex_type as usize & 3]
    }

    fn check(&self, reader: &mut Reader<'_>, findings: &mut Vec<Finding>) -> Result<(), ReadError> {
        let unknown = self.flags & !(FLAG_DIRECT_BLEND | FLAG_RELATIVE_INDICES);
        if unknown != 0 {
            let message = format!("flags 0x{unknown:08x} have no known meaning and are ignored");
            let fix = "compare with the game; report the file if it looks wrong";
            findings.push(Finding::warning("league.unknown-flags", message, fix));
        }
        if self.flags & FLAG_DIRECT_BLEND != 0 {
            let at = reader.offset();
            let size = reader.u16("size of the direct-blend block")?;
            reader.take(size.into(), "direct-blend block")?;
            if size > 0 {
                let block = counted(size.into(), "byte", "bytes");
                let message = format!(
                    "the direct-blend block holds {block} of unknown meaning, which are ignored"
                );
                let finding = Finding::note("league.direct-blend-block", message, "nothing");
                findings.push(finding.at(at));
            }
        }
        if self.vertex_count == 0 {
            let message = "the mesh has no vertices";
            let fix = "nothing is drawn for it; open another mesh of the character";
            findings.push(Finding::warning("league.empty-mesh", message, fix));
        }
        Ok(())
    }
}

fn read_vertex_type(reader: &mut Reader<'_>) -> Result<u32, ReadError> {
    let size_at = *reader;
    let size = reader.u32("vertex size")?;
    let kind = reader.u32("vertex type")?;
    let expected = usize::try_from(kind)
        .ok()
        .and_then(|kind| VERTEX_SIZES.get(kind));
    if expected == Some(&size) {
        return Ok(kind);
    }
    Err(size_at
        .error(
            "vertex type 0, 1, 2 or 3 with 52, 56, 72 or 104 bytes a vertex",
            format!("type {kind} with {size} bytes"),
        )
        .advise("save the mesh with a tool that writes one of these layouts"))
}

fn read_indices(reader: &mut Reader<'_>, count: u32) -> Result<Vec<u32>, ReadError> {
    let count = reader.fits(count, 2, "indices")?;
    (0..count)
        .map(|_| reader.u16("index").map(u32::from))
        .collect()
}

fn read_vertices(reader: &mut Reader<'_>, head: &Head, mesh: &mut Mesh) -> Result<(), ReadError> {
    let layout = head.vertex_type;
    let count = reader.fits(head.vertex_count, head.vertex_size() as usize, "vertices")?;
    mesh.positions.reserve_exact(count);
    mesh.normals.reserve_exact(count);
    mesh.uvs.reserve_exact(count);
    mesh.influences = Influences::with_capacity(count, count);
    if layout == 3 {
        mesh.further_uvs
            .resize_with(FURTHER_UVS, || Vec::with_capacity(count));
    }
    for _ in 0..count {
        mesh.positions.push(reader.vec3("position")?);
        let blend = reader.take(4, "blend indices")?;
        let weights = reader.vec4("weights")?.to_array();
        let stored = blend.iter().zip(weights);
        let used = stored.filter(|&(_, weight)| weight != 0.0);
        mesh.influences.push(used.map(|(&bone, weight)| Influence {
            bone: bone.into(),
            weight,
        }));
        mesh.normals.push(reader.vec3("normal")?);
        mesh.uvs.push(reader.vec2("texture coordinates")?);
        for set in &mut mesh.further_uvs {
            set.push(reader.vec2("further texture coordinates")?);
        }
        if layout >= 1 {
            let [b, g, r, a] = reader.u32("colour")?.to_le_bytes();
            mesh.colors.push([r, g, b, a]);
        }
        if layout >= 2 {
            mesh.tangents.push(reader.vec4("tangent")?);
        }
    }
    Ok(())
}

fn check_tail(bytes: &[u8], reader: &Reader<'_>, major: u16, findings: &mut Vec<Finding>) {
    let expected = if major >= 2 { TAIL } else { 0 };
    let found = reader.remaining();
    let tail = bytes.get(reader.offset() as usize..).unwrap_or_default();
    let fix = "nothing if the mesh looks right; otherwise extract the file again";
    if found < expected {
        let message = format!(
            "{} follow the vertices where {expected} zero bytes are usual",
            counted(found, "byte", "bytes")
        );
        let finding = Finding::warning("league.missing-tail", message, fix);
        findings.push(finding.at(reader.offset()));
    } else if found > expected || tail.iter().any(|&byte| byte != 0) {
        let message = format!(
            "{} follow the vertices where {expected} zero bytes are usual; they are ignored",
            counted(found, "byte", "bytes")
        );
        let finding = Finding::warning("league.trailing-bytes", message, fix);
        findings.push(finding.at(reader.offset()));
    }
}
