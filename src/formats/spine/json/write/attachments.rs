//! Skins and their attachments.

use super::tree::{Json, Object};
use super::{Result, at, bones, slot};
use crate::formats::WriteError;
use crate::formats::spine::json::words;
use crate::model::spine::attachment::BOUNDING_BOX_COLOR;
use crate::model::spine::{
    Attachment, AttachmentKind, Clipping, LinkedMesh, Mesh, Path, Point, Region, Rgba, Rig,
    Sequence, Skin, SkinEntry, Vertices, WHITE,
};

pub(super) fn skins(rig: &Rig) -> Result<Json> {
    let mut skins = Vec::new();
    for (index, skin) in rig.skins.iter().enumerate() {
        if (skin.name == "default") != (rig.default_skin == Some(index)) {
            return Err(WriteError(
                "the default skin, and no other, is called \"default\"".into(),
            ));
        }
        let mut object = Object::new();
        object.put("name", skin.name.as_str());
        if rig.nonessential {
            object.color("color", skin.color, Skin::COLOR);
        }
        object.put_all("bones", bones(rig, &skin.bones)?);
        for kind in words::CONSTRAINTS {
            object.put_all(kind, constraints(rig, skin, kind)?);
        }
        let mut slots = Object::new();
        for group in skin.entries.chunk_by(|a, b| a.slot == b.slot) {
            let mut placeholders = Object::new();
            for entry in group {
                placeholders.put(&entry.placeholder, attachment(rig, entry)?);
            }
            slots.put(slot(rig, group[0].slot)?, placeholders);
        }
        object.put_all("attachments", slots);
        skins.push(object);
    }
    Ok(Json::list(skins))
}

/// The names of a skin's constraints of one kind.
fn constraints(rig: &Rig, skin: &Skin, kind: &str) -> Result<Json> {
    let mut names = Vec::new();
    for &index in &skin.constraints {
        let constraint = at(&rig.constraints, index, "constraint")?;
        if constraint.kind.title() == kind {
            names.push(constraint.name.as_str());
        }
    }
    Ok(Json::list(names))
}

fn attachment(rig: &Rig, entry: &SkinEntry) -> Result<Object> {
    let Attachment { name, kind } = at(&rig.attachments, entry.attachment, "attachment")?;
    let mut object = Object::new();
    if *name != entry.placeholder {
        object.put("name", name.as_str());
    }
    match kind {
        AttachmentKind::Region(it) => region(&mut object, name, it),
        AttachmentKind::Mesh(it) => mesh(&mut object, rig, name, it)?,
        AttachmentKind::LinkedMesh(it) => linked_mesh(&mut object, rig, name, it, entry.slot)?,
        AttachmentKind::Path(it) => path(&mut object, rig, it)?,
        AttachmentKind::Point(it) => point(&mut object, rig, it),
        AttachmentKind::BoundingBox { vertices, color } => {
            object.put("type", "boundingbox");
            counted_vertices(&mut object, rig, vertices)?;
            editor_color(&mut object, rig, *color, BOUNDING_BOX_COLOR);
        }
        AttachmentKind::Clipping(it) => clipping(&mut object, rig, it)?,
    }
    Ok(object)
}

fn editor_color(object: &mut Object, rig: &Rig, color: Rgba, usual: Rgba) {
    if rig.nonessential {
        object.color("color", color, usual);
    }
}

fn picture(object: &mut Object, name: &str, path: &str, color: Rgba, sequence: Option<Sequence>) {
    if path != name {
        object.put("path", path);
    }
    object.color("color", color, WHITE);
    if let Some(sequence) = sequence {
        let mut frames = Object::new();
        frames.put("count", sequence.count);
        frames.put("start", sequence.start);
        frames.put("digits", sequence.digits);
        frames.put("setup", sequence.setup_index);
        object.put("sequence", frames);
    }
}

fn region(object: &mut Object, name: &str, region: &Region) {
    picture(object, name, &region.path, region.color, region.sequence);
    object.number("x", region.x, 0.0);
    object.number("y", region.y, 0.0);
    object.number("scaleX", region.scale_x, 1.0);
    object.number("scaleY", region.scale_y, 1.0);
    object.number("rotation", region.rotation, 0.0);
    object.put("width", Json::Number(region.width));
    object.put("height", Json::Number(region.height));
}

fn mesh(object: &mut Object, rig: &Rig, name: &str, mesh: &Mesh) -> Result<()> {
    object.put("type", "mesh");
    picture(object, name, &mesh.path, mesh.color, mesh.sequence);
    object.put("uvs", Json::numbers(mesh.uvs.iter().flatten()));
    object.put("triangles", Json::list(mesh.triangles.iter().copied()));
    object.put("vertices", vertices(rig, &mesh.vertices)?);
    object.put("hull", mesh.hull);
    if rig.nonessential {
        object.put_all("edges", Json::list(mesh.edges.iter().copied()));
        object.number("width", mesh.width, 0.0);
        object.number("height", mesh.height, 0.0);
    }
    Ok(())
}

fn linked_mesh(
    object: &mut Object,
    rig: &Rig,
    name: &str,
    linked: &LinkedMesh,
    own_slot: usize,
) -> Result<()> {
    object.put("type", "linkedmesh");
    picture(object, name, &linked.path, linked.color, linked.sequence);
    let source = &linked.source_ref;
    object.put("source", source.placeholder.as_str());
    if rig.default_skin != Some(source.skin) {
        object.put("skin", at(&rig.skins, source.skin, "skin")?.name.as_str());
    }
    if source.slot != own_slot {
        object.put("slot", slot(rig, source.slot)?);
    }
    object.flag("timelines", linked.inherit_timelines, true);
    if rig.nonessential {
        object.number("width", linked.width, 0.0);
        object.number("height", linked.height, 0.0);
    }
    Ok(())
}

fn path(object: &mut Object, rig: &Rig, path: &Path) -> Result<()> {
    object.put("type", "path");
    object.flag("closed", path.closed, false);
    object.flag("constantSpeed", path.constant_speed, true);
    object.put("lengths", Json::numbers(&path.lengths));
    counted_vertices(object, rig, &path.vertices)?;
    editor_color(object, rig, path.color, Path::COLOR);
    Ok(())
}

fn point(object: &mut Object, rig: &Rig, point: &Point) {
    object.put("type", "point");
    object.number("x", point.x, 0.0);
    object.number("y", point.y, 0.0);
    object.number("rotation", point.rotation, 0.0);
    editor_color(object, rig, point.color, Point::COLOR);
}

fn clipping(object: &mut Object, rig: &Rig, clipping: &Clipping) -> Result<()> {
    object.put("type", "clipping");
    if let Some(end) = clipping.end {
        object.put("end", slot(rig, end)?);
    }
    object.flag("convex", clipping.convex, false);
    object.flag("inverse", clipping.inverse, false);
    counted_vertices(object, rig, &clipping.vertices)?;
    editor_color(object, rig, clipping.color, Clipping::COLOR);
    Ok(())
}

fn counted_vertices(object: &mut Object, rig: &Rig, list: &Vertices) -> Result<()> {
    object.put("vertexCount", list.len());
    object.put("vertices", vertices(rig, list)?);
    Ok(())
}

fn vertices(rig: &Rig, vertices: &Vertices) -> Result<Json> {
    let weighted = match vertices {
        Vertices::Plain(positions) => return Ok(Json::numbers(positions.iter().flatten())),
        Vertices::Weighted(weighted) => weighted,
    };
    let mut list = Vec::new();
    for range in weighted.ranges() {
        list.push(Json::from(range.len()));
        for influence in &weighted.influences()[range] {
            at(&rig.bones, influence.bone, "bone")?;
            list.push(Json::from(influence.bone));
            list.push(Json::Number(influence.x));
            list.push(Json::Number(influence.y));
            list.push(Json::Number(influence.weight));
        }
    }
    if list.len() == weighted.len() * 2 {
        // The number of numbers is what tells weighted vertices from plain ones.
        return Err(WriteError(
            "weighted vertices would be read as plain ones".into(),
        ));
    }
    Ok(Json::List(list))
}
