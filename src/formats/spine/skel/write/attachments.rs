//! Writes skins and their attachments.

use super::Result;
use super::constraints::bit;
use super::output::Output;
use crate::formats::WriteError;
use crate::model::spine::{
    Attachment, AttachmentKind, Clipping, LinkedMesh, Mesh, Path, Region, Rgba, Rig, Sequence,
    SkinEntry, Vertices, WHITE,
};

pub(super) fn write_skins(output: &mut Output, rig: &Rig) -> Result<()> {
    let mut named = rig.skins.as_slice();
    match rig.default_skin {
        None => output.number(0)?,
        Some(0) => {
            if let Some((default, rest)) = rig.skins.split_first() {
                write_entries(output, rig, &default.entries)?;
                named = rest;
            }
        }
        Some(_) => return Err(WriteError("the default skin must be the first".into())),
    }
    output.number(named.len())?;
    for skin in named {
        output.name(&skin.name, "skin")?;
        output.editor_color(skin.color);
        output.indices(&skin.bones, rig.bones.len(), "bone")?;
        output.indices(&skin.constraints, rig.constraints.len(), "constraint")?;
        write_entries(output, rig, &skin.entries)?;
    }
    Ok(())
}

fn write_entries(output: &mut Output, rig: &Rig, entries: &[SkinEntry]) -> Result<()> {
    let groups: Vec<&[SkinEntry]> = entries.chunk_by(|a, b| a.slot == b.slot).collect();
    output.number(groups.len())?;
    for group in groups {
        output.index(group[0].slot, rig.slots.len(), "slot")?;
        output.number(group.len())?;
        for entry in group {
            let missing = || WriteError(format!("there is no attachment {}", entry.attachment));
            let attachment = rig.attachments.get(entry.attachment).ok_or_else(missing)?;
            output.string_ref(Some(&entry.placeholder))?;
            write_attachment(output, rig, attachment, &entry.placeholder)?;
        }
    }
    Ok(())
}

fn write_attachment(
    output: &mut Output,
    rig: &Rig,
    attachment: &Attachment,
    placeholder: &str,
) -> Result<()> {
    let name = &attachment.name;
    let (kind, flags) = match &attachment.kind {
        AttachmentKind::Region(it) => {
            let flags = picture_flags(name, &it.path, it.color, it.sequence);
            (0, flags | bit(128, it.rotation != 0.0))
        }
        AttachmentKind::BoundingBox { vertices, .. } => (1, bit(16, is_weighted(vertices))),
        AttachmentKind::Mesh(it) => {
            let flags = picture_flags(name, &it.path, it.color, it.sequence);
            (2, flags | bit(128, is_weighted(&it.vertices)))
        }
        AttachmentKind::LinkedMesh(it) => {
            let flags = picture_flags(name, &it.path, it.color, it.sequence);
            (3, flags | bit(128, it.inherit_timelines))
        }
        AttachmentKind::Path(it) => {
            let flags = bit(16, it.closed) | bit(32, it.constant_speed);
            (4, flags | bit(64, is_weighted(&it.vertices)))
        }
        AttachmentKind::Point(_) => (5, 0),
        AttachmentKind::Clipping(it) => {
            let flags = bit(16, is_weighted(&it.vertices)) | bit(32, it.convex);
            (6, flags | bit(64, it.inverse))
        }
    };
    let renamed = name != placeholder;
    output.byte(kind | flags | bit(8, renamed));
    if renamed {
        output.string_ref(Some(name))?;
    }
    match &attachment.kind {
        AttachmentKind::Region(it) => write_region(output, name, it),
        AttachmentKind::BoundingBox { vertices, color } => {
            write_vertices(output, rig, vertices)?;
            output.editor_color(*color);
            Ok(())
        }
        AttachmentKind::Mesh(it) => write_mesh(output, rig, name, it),
        AttachmentKind::LinkedMesh(it) => write_linked_mesh(output, rig, name, it),
        AttachmentKind::Path(it) => write_path(output, rig, it),
        AttachmentKind::Point(it) => {
            output.float(it.rotation);
            output.float(it.x);
            output.float(it.y);
            output.editor_color(it.color);
            Ok(())
        }
        AttachmentKind::Clipping(it) => write_clipping(output, rig, it),
    }
}

fn is_weighted(vertices: &Vertices) -> bool {
    matches!(vertices, Vertices::Weighted(_))
}

fn picture_flags(name: &str, path: &str, color: Rgba, sequence: Option<Sequence>) -> u8 {
    bit(16, path != name) | bit(32, color != WHITE) | bit(64, sequence.is_some())
}

fn write_picture(
    output: &mut Output,
    name: &str,
    path: &str,
    color: Rgba,
    sequence: Option<Sequence>,
) -> Result<()> {
    if path != name {
        output.string_ref(Some(path))?;
    }
    if color != WHITE {
        output.color(color);
    }
    if let Some(sequence) = sequence {
        output.number(sequence.count)?;
        output.number(sequence.start)?;
        output.number(sequence.digits)?;
        output.number(sequence.setup_index)?;
    }
    Ok(())
}

fn write_region(output: &mut Output, name: &str, region: &Region) -> Result<()> {
    write_picture(output, name, &region.path, region.color, region.sequence)?;
    output.float_if(region.rotation != 0.0, region.rotation);
    output.float(region.x);
    output.float(region.y);
    output.float(region.scale_x);
    output.float(region.scale_y);
    output.float(region.width);
    output.float(region.height);
    Ok(())
}

fn write_mesh(output: &mut Output, rig: &Rig, name: &str, mesh: &Mesh) -> Result<()> {
    let count = mesh.vertices.len();
    let triangles = (count * 2).checked_sub(mesh.hull.saturating_add(2));
    if mesh.uvs.len() != count || triangles.map(|count| count * 3) != Some(mesh.triangles.len()) {
        return Err(WriteError(format!(
            "mesh {name:?} of {count} vertices and a hull of {} has {} texture coordinates and {} triangle corners",
            mesh.hull,
            mesh.uvs.len(),
            mesh.triangles.len(),
        )));
    }
    write_picture(output, name, &mesh.path, mesh.color, mesh.sequence)?;
    output.number(mesh.hull)?;
    write_vertices(output, rig, &mesh.vertices)?;
    for &value in mesh.uvs.iter().flatten() {
        output.float(value);
    }
    for &vertex in &mesh.triangles {
        output.index(vertex, count, "vertex")?;
    }
    output.indices(&mesh.timeline_slots, rig.slots.len(), "slot")?;
    if output.nonessential {
        output.number(mesh.edges.len())?;
        for &edge in &mesh.edges {
            output.number(edge)?;
        }
        output.float(mesh.width);
        output.float(mesh.height);
    }
    Ok(())
}

fn write_linked_mesh(
    output: &mut Output,
    rig: &Rig,
    name: &str,
    linked: &LinkedMesh,
) -> Result<()> {
    write_picture(output, name, &linked.path, linked.color, linked.sequence)?;
    let source = &linked.source_ref;
    output.index(source.slot, rig.slots.len(), "slot")?;
    output.index(source.skin, rig.skins.len(), "skin")?;
    output.string_ref(Some(&source.placeholder))?;
    if output.nonessential {
        output.float(linked.width);
        output.float(linked.height);
    }
    Ok(())
}

fn write_path(output: &mut Output, rig: &Rig, path: &Path) -> Result<()> {
    write_vertices(output, rig, &path.vertices)?;
    if path.lengths.len() != path.vertices.len() / 3 {
        return Err(WriteError(format!(
            "a path of {} vertices has {} lengths",
            path.vertices.len(),
            path.lengths.len()
        )));
    }
    path.lengths.iter().for_each(|&length| output.float(length));
    output.editor_color(path.color);
    Ok(())
}

/// A polygon that clips up to the end of the draw order is written as one that clips up to the last slot.
fn write_clipping(output: &mut Output, rig: &Rig, clipping: &Clipping) -> Result<()> {
    let end = clipping.end.unwrap_or(rig.slots.len().saturating_sub(1));
    output.index(end, rig.slots.len(), "slot")?;
    write_vertices(output, rig, &clipping.vertices)?;
    output.editor_color(clipping.color);
    Ok(())
}

fn write_vertices(output: &mut Output, rig: &Rig, vertices: &Vertices) -> Result<()> {
    output.number(vertices.len())?;
    match vertices {
        Vertices::Plain(positions) => {
            for &value in positions.iter().flatten() {
                output.float(value);
            }
        }
        Vertices::Weighted(weighted) => {
            let influences = weighted.influences();
            output.number(weighted.len() + influences.len())?;
            for range in weighted.ranges() {
                output.number(range.len())?;
                for influence in &influences[range] {
                    output.index(influence.bone, rig.bones.len(), "bone")?;
                    output.float(influence.x);
                    output.float(influence.y);
                    output.float(influence.weight);
                }
            }
        }
    }
    Ok(())
}
