//! Attachments.

use super::value::Value;
use super::{Context, Result};
use crate::model::spine::attachment::BOUNDING_BOX_COLOR;
use crate::model::spine::{
    Attachment, AttachmentKind, AttachmentRef, BoneInfluence, Clipping, LinkedMesh, Mesh, Path,
    Point, Region, Rgba, Sequence, Vertices, WHITE, WeightedVertices,
};

/// Reads one attachment of a slot; `None` for a type that is not known.
pub(super) fn read(
    value: &Value,
    context: &Context<'_>,
    slot: usize,
    placeholder: &str,
) -> Result<Option<Attachment>> {
    let name = value.text_at("name")?.unwrap_or(placeholder);
    let kind = match value.text_at("type")?.unwrap_or("region") {
        "region" => AttachmentKind::Region(region(value, name)?),
        "mesh" => AttachmentKind::Mesh(mesh(value, context, name)?),
        "linkedmesh" => AttachmentKind::LinkedMesh(linked_mesh(value, context, slot, name)?),
        "boundingbox" => AttachmentKind::BoundingBox {
            vertices: counted_vertices(value, context)?,
            color: value.color_at("color", BOUNDING_BOX_COLOR)?,
        },
        "path" => AttachmentKind::Path(path(value, context)?),
        "point" => AttachmentKind::Point(Point {
            rotation: value.number_at("rotation", 0.0)?,
            x: value.number_at("x", 0.0)?,
            y: value.number_at("y", 0.0)?,
            color: value.color_at("color", Point::COLOR)?,
        }),
        "clipping" => AttachmentKind::Clipping(clipping(value, context)?),
        _ => return Ok(None),
    };
    Ok(Some(Attachment {
        name: name.to_owned(),
        kind,
    }))
}

/// Path, colour and sequence of what is drawn.
fn picture(value: &Value, name: &str) -> Result<(String, Rgba, Option<Sequence>)> {
    let path = value.text_at("path")?.unwrap_or(name).to_owned();
    let color = value.color_at("color", WHITE)?;
    let sequence = match value.get("sequence") {
        None => None,
        Some(sequence) => Some(Sequence {
            count: sequence.whole_at("count", 0)?,
            start: sequence.whole_at("start", 1)?,
            digits: sequence.whole_at("digits", 0)?,
            setup_index: sequence.whole_at("setup", 0)?,
        }),
    };
    Ok((path, color, sequence))
}

fn region(value: &Value, name: &str) -> Result<Region> {
    let (path, color, sequence) = picture(value, name)?;
    Ok(Region {
        path,
        color,
        sequence,
        rotation: value.number_at("rotation", 0.0)?,
        x: value.number_at("x", 0.0)?,
        y: value.number_at("y", 0.0)?,
        scale_x: value.number_at("scaleX", 1.0)?,
        scale_y: value.number_at("scaleY", 1.0)?,
        width: value.number_at("width", 0.0)?,
        height: value.number_at("height", 0.0)?,
    })
}

fn required<'a>(value: &'a Value, key: &str) -> Result<&'a Value> {
    value
        .get(key)
        .ok_or_else(|| value.error(format!("an attachment with {key:?}")))
}

fn mesh(value: &Value, context: &Context<'_>, name: &str) -> Result<Mesh> {
    let (path, color, sequence) = picture(value, name)?;
    let uv_list = required(value, "uvs")?;
    let uvs = uv_list.numbers("texture coordinates")?;
    if uvs.len() % 2 != 0 {
        return Err(uv_list.error("an even number of texture coordinates"));
    }
    let count = uvs.len() / 2;
    let triangle_list = required(value, "triangles")?;
    let mut triangles = Vec::new();
    for index in triangle_list.list("vertex indices")? {
        triangles.push(index.whole(count.saturating_sub(1))?);
    }
    if triangles.len() % 3 != 0 || (count == 0 && !triangles.is_empty()) {
        return Err(triangle_list.error("three vertices for each triangle"));
    }
    let mut edges = Vec::new();
    for edge in value.list_at("edges")? {
        edges.push(edge.whole(u32::MAX as usize)?);
    }
    Ok(Mesh {
        path,
        color,
        sequence,
        hull: value.whole_at("hull", 0)?,
        vertices: vertices(required(value, "vertices")?, context, count)?,
        uvs: uvs.chunks_exact(2).map(|uv| [uv[0], uv[1]]).collect(),
        triangles,
        timeline_slots: Vec::new(),
        edges,
        width: value.number_at("width", 0.0)?,
        height: value.number_at("height", 0.0)?,
    })
}

fn linked_mesh(
    value: &Value,
    context: &Context<'_>,
    slot: usize,
    name: &str,
) -> Result<LinkedMesh> {
    let (path, color, sequence) = picture(value, name)?;
    let skin = match value.get("skin") {
        None => context.skins.find("default", value)?,
        Some(skin) => context.skins.value(skin)?,
    };
    let slot = match value.get("slot") {
        None => slot,
        Some(slot) => context.slots.value(slot)?,
    };
    Ok(LinkedMesh {
        path,
        color,
        sequence,
        source_ref: AttachmentRef {
            skin,
            slot,
            placeholder: value.name_at("source")?.to_owned(),
        },
        source: None,
        inherit_timelines: value.flag_at("timelines", true)?,
        width: value.number_at("width", 0.0)?,
        height: value.number_at("height", 0.0)?,
    })
}

fn path(value: &Value, context: &Context<'_>) -> Result<Path> {
    let vertices = counted_vertices(value, context)?;
    let lengths = required(value, "lengths")?;
    let numbers = lengths.numbers("lengths")?;
    if numbers.len() != vertices.len() / 3 {
        return Err(lengths.error(format!("{} lengths", vertices.len() / 3)));
    }
    Ok(Path {
        closed: value.flag_at("closed", false)?,
        constant_speed: value.flag_at("constantSpeed", true)?,
        vertices,
        lengths: numbers,
        color: value.color_at("color", Path::COLOR)?,
    })
}

fn clipping(value: &Value, context: &Context<'_>) -> Result<Clipping> {
    let end = value.get("end").map(|end| context.slots.value(end));
    Ok(Clipping {
        end: end.transpose()?,
        vertices: counted_vertices(value, context)?,
        convex: value.flag_at("convex", false)?,
        inverse: value.flag_at("inverse", false)?,
        color: value.color_at("color", Clipping::COLOR)?,
    })
}

/// Vertices whose number stands beside them.
fn counted_vertices(value: &Value, context: &Context<'_>) -> Result<Vertices> {
    let count = value.whole_at("vertexCount", 0)?;
    vertices(required(value, "vertices")?, context, count)
}

/// Two numbers for each vertex; any other number of numbers means weighted vertices: for each a count, then bone, x, y
/// and weight so many times.
fn vertices(value: &Value, context: &Context<'_>, count: usize) -> Result<Vertices> {
    let items = value.list("vertices")?;
    if items.len() == count.saturating_mul(2) {
        let numbers = value.numbers("vertices")?;
        let pairs = numbers.chunks_exact(2);
        return Ok(Vertices::Plain(pairs.map(|at| [at[0], at[1]]).collect()));
    }
    let bones = context.bones.indices.len();
    let mut vertices = WeightedVertices::default();
    let mut rest = items;
    while let Some((influences, more)) = rest.split_first() {
        let length = influences.whole(more.len() / 4)?;
        let (mine, others) = more.split_at(length * 4);
        rest = others;
        let mut read = Vec::with_capacity(length);
        for influence in mine.chunks_exact(4) {
            read.push(BoneInfluence {
                bone: influence[0].whole(bones.saturating_sub(1))?,
                x: influence[1].number()?,
                y: influence[2].number()?,
                weight: influence[3].number()?,
            });
        }
        vertices.push(read);
    }
    match vertices.len() == count && bones > 0 {
        true => Ok(Vertices::Weighted(vertices)),
        false => Err(value.error(format!("{count} vertices, plain or weighted"))),
    }
}
