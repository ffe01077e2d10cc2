//! Attachment records (spine-skel-format, "Attachment record").

use super::Result;
use super::input::Input;
use crate::model::spine::{
    Attachment, AttachmentKind, AttachmentRef, BoneInfluence, Clipping, LinkedMesh, Mesh, Path,
    Point, Region, Rgba, Rig, Sequence, Vertices, WHITE, WeightedVertices,
};

/// Reads one attachment of a slot.
pub(super) fn read(
    input: &mut Input<'_>,
    rig: &Rig,
    slot: usize,
    placeholder: &str,
) -> Result<Attachment> {
    let flags = input.byte("flags of an attachment")?;
    let name = match flags & 8 {
        0 => placeholder.to_owned(),
        _ => input.name_ref("the name of an attachment")?,
    };
    let kind = match flags & 7 {
        0 => region(input, flags, &name)?,
        1 => bounding_box(input, rig, flags)?,
        2 => mesh(input, rig, flags, &name)?,
        3 => linked_mesh(input, rig, flags, &name, slot)?,
        4 => path(input, rig, flags)?,
        5 => point(input)?,
        6 => clipping(input, rig, flags)?,
        other => return Err(input.error("a type of attachment below 7", other.to_string())),
    };
    Ok(Attachment { name, kind })
}

/// Path, colour and sequence of what is drawn.
fn picture(
    input: &mut Input<'_>,
    flags: u8,
    name: &str,
) -> Result<(String, Rgba, Option<Sequence>)> {
    let path = match flags & 16 {
        0 => name.to_owned(),
        _ => input.name_ref("the path of an attachment")?,
    };
    let color = match flags & 32 {
        0 => WHITE,
        _ => input.color("colour of an attachment")?,
    };
    let sequence = match flags & 64 {
        0 => None,
        _ => Some(Sequence {
            count: input.varint("number of frames")? as usize,
            start: input.varint("first frame")? as usize,
            digits: input.varint("digits")? as usize,
            setup_index: input.varint("setup frame")? as usize,
        }),
    };
    Ok((path, color, sequence))
}

fn region(input: &mut Input<'_>, flags: u8, name: &str) -> Result<AttachmentKind> {
    let (path, color, sequence) = picture(input, flags, name)?;
    let kind = Region {
        path,
        color,
        sequence,
        rotation: input.float_if(flags & 128 != 0, 0.0, "rotation")?,
        x: input.float("x")?,
        y: input.float("y")?,
        scale_x: input.float("x scale")?,
        scale_y: input.float("y scale")?,
        width: input.float("width")?,
        height: input.float("height")?,
    };
    Ok(AttachmentKind::Region(kind))
}

fn mesh(input: &mut Input<'_>, rig: &Rig, flags: u8, name: &str) -> Result<AttachmentKind> {
    let (path, color, sequence) = picture(input, flags, name)?;
    let hull = input.varint("hull length")? as usize;
    let vertices = vertices(input, rig, flags & 128 != 0)?;
    let uvs = input.floats(vertices.len() * 2, "texture coordinates")?;
    let uvs = uvs.chunks_exact(2).map(|uv| [uv[0], uv[1]]).collect();
    let mut kind = Mesh {
        path,
        color,
        sequence,
        hull,
        triangles: triangles(input, vertices.len(), hull)?,
        vertices,
        uvs,
        timeline_slots: Vec::new(),
        edges: Vec::new(),
        width: 0.0,
        height: 0.0,
    };
    if !input.is_early() {
        kind.timeline_slots = input.indices(rig.slots.len(), "a slot of a mesh's timelines")?;
    }
    if input.nonessential {
        for _ in 0..input.count(1, "edges")? {
            kind.edges.push(input.varint("edge")? as usize);
        }
        kind.width = input.float("width")?;
        kind.height = input.float("height")?;
    }
    Ok(AttachmentKind::Mesh(kind))
}

/// There are 2 × vertices − hull − 2 triangles (spine-skel-format, gotcha 1).
fn triangles(input: &mut Input<'_>, vertices: usize, hull: usize) -> Result<Vec<usize>> {
    let Some(count) = (vertices * 2).checked_sub(hull.saturating_add(2)) else {
        return Err(input.error(
            format!("a hull that {vertices} vertices can have"),
            format!("{hull} vertices"),
        ));
    };
    if count.saturating_mul(3) > input.remaining() {
        return Err(input.error(
            format!("{count} triangles"),
            format!("{} bytes to the end of the file", input.remaining()),
        ));
    }
    (0..count * 3)
        .map(|_| input.index(vertices, "a triangle's vertex"))
        .collect()
}

fn linked_mesh(
    input: &mut Input<'_>,
    rig: &Rig,
    flags: u8,
    name: &str,
    slot: usize,
) -> Result<AttachmentKind> {
    let (path, color, sequence) = picture(input, flags, name)?;
    let source_slot = match input.is_early() {
        true => slot,
        false => input.index(rig.slots.len(), "the slot of a linked mesh's source")?,
    };
    let mut kind = LinkedMesh {
        path,
        color,
        sequence,
        source_ref: AttachmentRef {
            skin: input.varint("the skin of a linked mesh's source")? as usize,
            slot: source_slot,
            placeholder: input.name_ref("the source of a linked mesh")?,
        },
        source: None,
        inherit_timelines: flags & 128 != 0,
        width: 0.0,
        height: 0.0,
    };
    if input.nonessential {
        kind.width = input.float("width")?;
        kind.height = input.float("height")?;
    }
    Ok(AttachmentKind::LinkedMesh(kind))
}

/// The editor's colour, where it is there.
fn editor_color(input: &mut Input<'_>, otherwise: Rgba) -> Result<Rgba> {
    match input.nonessential {
        true => input.color("editor colour"),
        false => Ok(otherwise),
    }
}

fn bounding_box(input: &mut Input<'_>, rig: &Rig, flags: u8) -> Result<AttachmentKind> {
    Ok(AttachmentKind::BoundingBox {
        vertices: vertices(input, rig, flags & 16 != 0)?,
        color: editor_color(input, crate::model::spine::attachment::BOUNDING_BOX_COLOR)?,
    })
}

fn path(input: &mut Input<'_>, rig: &Rig, flags: u8) -> Result<AttachmentKind> {
    let vertices = vertices(input, rig, flags & 64 != 0)?;
    let kind = Path {
        closed: flags & 16 != 0,
        constant_speed: flags & 32 != 0,
        lengths: input.floats(vertices.len() / 3, "lengths of a path")?,
        vertices,
        color: editor_color(input, Path::COLOR)?,
    };
    Ok(AttachmentKind::Path(kind))
}

fn point(input: &mut Input<'_>) -> Result<AttachmentKind> {
    Ok(AttachmentKind::Point(Point {
        rotation: input.float("rotation")?,
        x: input.float("x")?,
        y: input.float("y")?,
        color: editor_color(input, Point::COLOR)?,
    }))
}

fn clipping(input: &mut Input<'_>, rig: &Rig, flags: u8) -> Result<AttachmentKind> {
    Ok(AttachmentKind::Clipping(Clipping {
        end: Some(input.index(rig.slots.len(), "the last slot that is clipped")?),
        vertices: vertices(input, rig, flags & 16 != 0)?,
        convex: flags & 32 != 0,
        inverse: flags & 64 != 0,
        color: editor_color(input, Clipping::COLOR)?,
    }))
}

fn vertices(input: &mut Input<'_>, rig: &Rig, weighted: bool) -> Result<Vertices> {
    if weighted {
        return Ok(Vertices::Weighted(weighted_vertices(input, rig)?));
    }
    let count = input.count(8, "vertices")?;
    let numbers = input.floats(count * 2, "vertices")?;
    let pairs = numbers.chunks_exact(2);
    Ok(Vertices::Plain(pairs.map(|at| [at[0], at[1]]).collect()))
}

fn weighted_vertices(input: &mut Input<'_>, rig: &Rig) -> Result<WeightedVertices> {
    let count = input.count(1, "weighted vertices")?;
    let stated = match input.is_early() {
        true => None,
        false => Some(input.count(1, "vertices and influences")?),
    };
    let mut vertices = WeightedVertices::default();
    for _ in 0..count {
        let mut influences = Vec::new();
        for _ in 0..input.count(13, "influences of a vertex")? {
            influences.push(BoneInfluence {
                bone: input.index(rig.bones.len(), "the bone of an influence")?,
                x: input.float("x of an influence")?,
                y: input.float("y of an influence")?,
                weight: input.float("weight of an influence")?,
            });
        }
        vertices.push(influences);
    }
    let total = count + vertices.influences().len();
    match stated {
        Some(stated) if stated != total => Err(input.error(
            format!("{stated} vertices and influences, as stated before them"),
            total.to_string(),
        )),
        _ => Ok(vertices),
    }
}
