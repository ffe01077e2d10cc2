//! The encoder of `.skn` version 4.1 (league-formats §4).

use glam::Vec3;

use crate::formats::WriteError;
use crate::formats::writer::Writer;
use crate::model::{BlendIndexing, Bounds, Mesh, Submesh};

use super::ranges::RANGE_NAME;
use super::{FLAG_DIRECT_BLEND, FLAG_RELATIVE_INDICES, FURTHER_UVS, MAGIC, TAIL, VERTEX_SIZES};

/// Writes a mesh as version 4.1.
///
/// The vertex type is the smallest that holds what the mesh has: 0 plain, 1 with colours, 2 with tangents, 3 with further
/// texture coordinates. What a type has and the mesh has not is filled in: white, zero tangents and coordinates.
/// Indices are written relative to their ranges where the mesh's flags ask for it or absolute ones do not fit 16 bits.
/// The stated box and sphere are written as they are, else computed. Lost: the file's version, the content of the
/// direct-blend block, and the difference between a mesh without influences and one whose weights are zero.
///
/// # Errors
/// Per-vertex lists of different lengths, more than 4 influences on a vertex, blend indices above 255, more than 4 further
/// sets of texture coordinates, indices that do not fit 16 bits, ranges outside the mesh, and names that do not fit.
pub fn write(mesh: &Mesh) -> Result<Vec<u8>, WriteError> {
    check_lists(mesh)?;
    let vertex_type = vertex_type(mesh);
    let (indices, relative) = stored_indices(mesh)?;
    let direct = mesh.indexing == Some(BlendIndexing::Joints);
    let mut out = Writer::new();
    out.u32(MAGIC).u16(4).u16(1);
    out.u32(mesh.submeshes.len() as u32);
    for submesh in &mesh.submeshes {
        write_range(&mut out, submesh, mesh)?;
    }
    let direct_flag = if direct { FLAG_DIRECT_BLEND } else { 0 };
    let relative_flag = if relative { FLAG_RELATIVE_INDICES } else { 0 };
    out.u32(direct_flag | relative_flag);
    out.u32(mesh.indices.len() as u32);
    out.u32(mesh.positions.len() as u32);
    out.u32(VERTEX_SIZES[vertex_type]).u32(vertex_type as u32);
    write_bounds(&mut out, mesh);
    if direct {
        out.u16(0);
    }
    for index in indices {
        out.u16(index);
    }
    for vertex in 0..mesh.positions.len() {
        write_vertex(&mut out, mesh, vertex, vertex_type)?;
    }
    out.zeros(TAIL);
    Ok(out.finish())
}

fn check_lists(mesh: &Mesh) -> Result<(), WriteError> {
    let count = mesh.positions.len();
    if u32::try_from(count.max(mesh.indices.len())).is_err() {
        return Err(WriteError(
            "a .skn counts vertices and indices in 32 bits".into(),
        ));
    }
    if mesh.further_uvs.len() > FURTHER_UVS {
        return Err(WriteError(format!(
            "a .skn holds at most {FURTHER_UVS} further sets of texture coordinates, not {}",
            mesh.further_uvs.len()
        )));
    }
    let lists = [
        ("normals", mesh.normals.len()),
        ("texture coordinates", mesh.uvs.len()),
        ("colours", mesh.colors.len()),
        ("tangents", mesh.tangents.len()),
        ("influence lists", mesh.influences.len()),
    ];
    let further = mesh
        .further_uvs
        .iter()
        .map(|set| ("further texture coordinates", set.len()));
    for (what, length) in lists.into_iter().chain(further) {
        if length != 0 && length != count {
            return Err(WriteError(format!(
                "the mesh has {count} vertices and {length} {what}"
            )));
        }
    }
    Ok(())
}

fn vertex_type(mesh: &Mesh) -> usize {
    if !mesh.further_uvs.is_empty() {
        3
    } else if !mesh.tangents.is_empty() {
        2
    } else {
        usize::from(!mesh.colors.is_empty())
    }
}

/// The index list as stored, and whether it counts from each range's first vertex.
fn stored_indices(mesh: &Mesh) -> Result<(Vec<u16>, bool), WriteError> {
    let absolute = narrow(&mesh.indices);
    if mesh.flags & FLAG_RELATIVE_INDICES == 0
        && let Some(indices) = &absolute
    {
        return Ok((indices.clone(), false));
    }
    if let Some(indices) = relative_indices(mesh) {
        return Ok((indices, true));
    }
    absolute.map(|indices| (indices, false)).ok_or_else(|| {
        WriteError(
            "indices above 65535 fit a .skn only where each range's vertices span fewer than 65536; \
             split the mesh into smaller ranges"
                .into(),
        )
    })
}

fn narrow(indices: &[u32]) -> Option<Vec<u16>> {
    indices
        .iter()
        .map(|&index| u16::try_from(index).ok())
        .collect()
}

/// `None` where an index lies below its range's first vertex, too far above it, or in two ranges.
fn relative_indices(mesh: &Mesh) -> Option<Vec<u16>> {
    let mut in_order: Vec<&Submesh> = mesh.submeshes.iter().collect();
    in_order.sort_by_key(|submesh| submesh.indices.start);
    let mut indices = mesh.indices.clone();
    let mut done = 0;
    for submesh in in_order
        .into_iter()
        .filter(|submesh| !submesh.indices.is_empty())
    {
        if submesh.indices.start < done {
            return None;
        }
        let part = submesh.indices.start as usize..submesh.indices.end as usize;
        for index in indices.get_mut(part)? {
            *index = index.checked_sub(submesh.vertices.start)?;
        }
        done = submesh.indices.end;
    }
    narrow(&indices)
}

fn write_range(out: &mut Writer, submesh: &Submesh, mesh: &Mesh) -> Result<(), WriteError> {
    let name = &submesh.name;
    if name.len() >= RANGE_NAME || name.contains('\0') {
        return Err(WriteError(format!(
            "the range name {name:?} holds a NUL or is longer than {} bytes",
            RANGE_NAME - 1
        )));
    }
    out.fixed_string(name, RANGE_NAME);
    let within = [
        (&submesh.vertices, mesh.positions.len()),
        (&submesh.indices, mesh.indices.len()),
    ];
    for (range, total) in within {
        if range.start > range.end || range.end as usize > total || range.end > i32::MAX as u32 {
            return Err(WriteError(format!(
                "the range {name:?} covers {} to {} of {total}",
                range.start, range.end
            )));
        }
        out.u32(range.start).u32(range.end - range.start);
    }
    Ok(())
}

fn write_bounds(out: &mut Writer, mesh: &Mesh) {
    let computed = mesh.bounds();
    let computed = if computed.is_empty() {
        Bounds {
            min: Vec3::ZERO,
            max: Vec3::ZERO,
        }
    } else {
        computed
    };
    let bounds = mesh.stated_bounds.unwrap_or(computed);
    out.vec3(bounds.min).vec3(bounds.max);
    let (center, radius) = mesh.stated_sphere.unwrap_or_else(|| {
        let center = computed.center();
        let distances = mesh.positions.iter().map(|point| point.distance(center));
        (center, distances.fold(0.0, f32::max))
    });
    out.vec3(center).f32(radius);
}

fn write_vertex(
    out: &mut Writer,
    mesh: &Mesh,
    vertex: usize,
    vertex_type: usize,
) -> Result<(), WriteError> {
    out.vec3(mesh.positions[vertex]);
    write_influences(out, mesh, vertex)?;
    out.vec3(at(&mesh.normals, vertex));
    out.vec2(at(&mesh.uvs, vertex));
    if vertex_type == 3 {
        for set in 0..FURTHER_UVS {
            let set = mesh.further_uvs.get(set).map(Vec::as_slice);
            out.vec2(at(set.unwrap_or_default(), vertex));
        }
    }
    if vertex_type >= 1 {
        let white = [u8::MAX; 4];
        let [r, g, b, a] = mesh.colors.get(vertex).copied().unwrap_or(white);
        out.bytes(&[b, g, r, a]);
    }
    if vertex_type >= 2 {
        out.vec4(at(&mesh.tangents, vertex));
    }
    Ok(())
}

/// Four slots; unused ones have index and weight 0.
fn write_influences(out: &mut Writer, mesh: &Mesh, vertex: usize) -> Result<(), WriteError> {
    let list = mesh.influences.of(vertex);
    if list.len() > 4 {
        return Err(WriteError(format!(
            "a .skn holds 4 influences a vertex; vertex {vertex} has {}",
            list.len()
        )));
    }
    let (mut bones, mut weights) = ([0; 4], [0.0; 4]);
    for (slot, influence) in list.iter().enumerate() {
        bones[slot] = u8::try_from(influence.bone).map_err(|_| {
            WriteError(format!(
                "a .skn holds blend indices up to 255; vertex {vertex} has {}",
                influence.bone
            ))
        })?;
        weights[slot] = influence.weight;
    }
    out.bytes(&bones).vec4(weights.into());
    Ok(())
}

fn at<T: Copy + Default>(list: &[T], vertex: usize) -> T {
    list.get(vertex).copied().unwrap_or_default()
}
