//! What `rigscope inspect` says of a Spine rig beyond bones and animations.

use std::fmt::Write;

use serde::Serialize;

use super::json;
use crate::model::finding::counted;
use crate::model::spine::{AttachmentKind, Blend, Constraint, Rig};
use crate::model::{AtlasFile, Character};
use crate::scene::Item;

/// Of the rig shown first.
#[derive(Serialize)]
pub(super) struct SpineJson {
    version: String,
    hash: Option<String>,
    nonessential: bool,
    bounds: [f64; 4],
    slots: Vec<SlotJson>,
    skins: Vec<SkinJson>,
    attachments: Vec<AttachmentJson>,
    constraints: Vec<ConstraintJson>,
    events: Vec<EventJson>,
    atlases: Vec<AtlasJson>,
    atlas: Option<String>,
}

#[derive(Serialize)]
struct SlotJson {
    index: usize,
    name: String,
    bone: usize,
    attachment: Option<String>,
    color: [f64; 4],
    dark: Option<[f64; 3]>,
    blend: &'static str,
}

#[derive(Serialize)]
struct SkinJson {
    name: String,
    /// `[slot, placeholder, attachment]`.
    entries: Vec<(usize, String, usize)>,
    bones: Vec<usize>,
    constraints: Vec<usize>,
}

#[derive(Serialize)]
struct AttachmentJson {
    index: usize,
    name: String,
    kind: &'static str,
    /// What it looks for in the atlas.
    regions: Vec<String>,
}

#[derive(Serialize)]
struct ConstraintJson {
    index: usize,
    name: String,
    kind: &'static str,
    skin_required: bool,
}

#[derive(Serialize)]
struct EventJson {
    name: String,
    int: i32,
    float: f64,
    string: String,
    audio: Option<String>,
}

#[derive(Serialize)]
struct AtlasJson {
    name: String,
    file: String,
    regions: usize,
    pages: Vec<PageJson>,
}

#[derive(Serialize)]
struct PageJson {
    name: String,
    texture: Option<String>,
    premultiplied: Option<bool>,
}

/// `None` for characters of other families.
pub(super) fn document(item: &Item) -> Option<SpineJson> {
    let (spine, rig) = item.spine()?;
    let atlases = &item.character.atlases;
    Some(SpineJson {
        version: rig.version.clone(),
        hash: rig.hash.clone(),
        nonessential: rig.nonessential,
        bounds: [rig.x, rig.y, rig.width, rig.height],
        slots: rig.slots.iter().enumerate().map(slot).collect(),
        skins: rig.skins.iter().map(skin).collect(),
        attachments: rig.attachments.iter().enumerate().map(attachment).collect(),
        constraints: rig.constraints.iter().enumerate().map(constraint).collect(),
        events: rig.events.iter().map(event).collect(),
        atlases: atlases
            .iter()
            .map(|it| atlas(it, &item.character))
            .collect(),
        atlas: spine.atlas().map(|index| json::path(&atlases[index].file)),
    })
}

fn slot((index, slot): (usize, &crate::model::spine::Slot)) -> SlotJson {
    SlotJson {
        index,
        name: slot.name.clone(),
        bone: slot.bone,
        attachment: slot.attachment.clone(),
        color: slot.color,
        dark: slot.dark,
        blend: match slot.blend {
            Blend::Normal => "normal",
            Blend::Additive => "additive",
            Blend::Multiply => "multiply",
            Blend::Screen => "screen",
        },
    }
}

fn skin(skin: &crate::model::spine::Skin) -> SkinJson {
    let entry = |entry: &crate::model::spine::SkinEntry| {
        (entry.slot, entry.placeholder.clone(), entry.attachment)
    };
    SkinJson {
        name: skin.name.clone(),
        entries: skin.entries.iter().map(entry).collect(),
        bones: skin.bones.clone(),
        constraints: skin.constraints.clone(),
    }
}

fn attachment((index, it): (usize, &crate::model::spine::Attachment)) -> AttachmentJson {
    AttachmentJson {
        index,
        name: it.name.clone(),
        kind: match it.kind {
            AttachmentKind::Region(_) => "region",
            AttachmentKind::Mesh(_) => "mesh",
            AttachmentKind::LinkedMesh(_) => "linked mesh",
            AttachmentKind::Path(_) => "path",
            AttachmentKind::Point(_) => "point",
            AttachmentKind::BoundingBox { .. } => "bounding box",
            AttachmentKind::Clipping(_) => "clipping",
        },
        regions: it.region_names().collect(),
    }
}

fn constraint((index, it): (usize, &Constraint)) -> ConstraintJson {
    ConstraintJson {
        index,
        name: it.name.clone(),
        kind: it.kind.title(),
        skin_required: it.skin_required,
    }
}

fn event(it: &crate::model::spine::EventData) -> EventJson {
    EventJson {
        name: it.name.clone(),
        int: it.int,
        float: it.float,
        string: it.string.clone(),
        audio: it.audio.clone(),
    }
}

fn atlas(it: &AtlasFile, character: &Character) -> AtlasJson {
    let texture = |index: &Option<usize>| {
        let texture = character.textures.get((*index)?)?;
        texture.file.as_deref().map(json::path)
    };
    let pages = it.atlas.pages.iter().zip(&it.pages);
    AtlasJson {
        name: it.name.clone(),
        file: json::path(&it.file),
        regions: it.atlas.regions.len(),
        pages: pages
            .map(|(page, index)| PageJson {
                name: page.name.clone(),
                texture: texture(index),
                premultiplied: page.premultiplied,
            })
            .collect(),
    }
}

/// Writing to a string cannot fail, so results of `write!` are let go here.
pub(super) fn write(character: &Character, rig: &Rig, text: &mut String) {
    let names = |names: Vec<&str>| {
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        }
    };
    let constraints: Vec<String> = rig
        .constraints
        .iter()
        .map(|it| format!("{} ({})", it.name, it.kind.title()))
        .collect();
    let _ = writeln!(
        text,
        "  Spine {}: {}, {}, {}",
        rig.version,
        counted(rig.slots.len(), "slot", "slots"),
        counted(rig.attachments.len(), "attachment", "attachments"),
        counted(rig.constraints.len(), "constraint", "constraints"),
    );
    let _ = writeln!(
        text,
        "  skins: {}",
        names(rig.skins.iter().map(|skin| skin.name.as_str()).collect())
    );
    let _ = writeln!(
        text,
        "  constraints: {}",
        names(constraints.iter().map(String::as_str).collect())
    );
    let _ = writeln!(
        text,
        "  events: {}",
        names(rig.events.iter().map(|event| event.name.as_str()).collect())
    );
    for atlas in &character.atlases {
        let pages: Vec<&str> = atlas
            .atlas
            .pages
            .iter()
            .map(|page| page.name.as_str())
            .collect();
        let _ = writeln!(
            text,
            "  atlas {}: {}, pages {}",
            atlas.name,
            counted(atlas.atlas.regions.len(), "region", "regions"),
            pages.join(", ")
        );
    }
}
