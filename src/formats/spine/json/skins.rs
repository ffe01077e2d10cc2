//! Skins.

use super::value::Value;
use super::{Context, Result, attachments, words};
use crate::formats::tally::{Tally, counted};
use crate::model::Finding;
use crate::model::spine::{AttachmentKind, Rig, Skin, SkinEntry};

pub(super) fn read(
    root: &Value,
    rig: &mut Rig,
    context: &Context<'_>,
    findings: &mut Vec<Finding>,
) -> Result<()> {
    let mut unknown = Tally::default();
    for value in root.list_at("skins")? {
        let mut skin = Skin::new(value.name_at("name")?);
        skin.color = value.color_at("color", Skin::COLOR)?;
        skin.bones = context.bones.list(value, "bones")?;
        skin.constraints = constraints(value, context)?;
        if skin.name == "default" && rig.default_skin.is_none() {
            rig.default_skin = Some(rig.skins.len());
        }
        for (slot_name, placeholders) in value.fields_at("attachments")? {
            let slot = context.slots.find(slot_name, placeholders)?;
            for (placeholder, value) in placeholders.fields("attachments")? {
                if placeholder.is_empty() {
                    return Err(value.error("an attachment with a name"));
                }
                match attachments::read(value, context, slot, placeholder)? {
                    Some(attachment) => {
                        skin.entries.push(SkinEntry {
                            slot,
                            placeholder: placeholder.clone(),
                            attachment: rig.attachments.len(),
                        });
                        rig.attachments.push(attachment);
                    }
                    None => unknown.add((value.at, placeholder.clone())),
                }
            }
        }
        rig.skins.push(skin);
    }
    unknown.report(findings, |count, (at, placeholder)| {
        let message = format!(
            "{} of an unknown type and left out; the first is {placeholder:?}",
            counted(count, "attachment is", "attachments are"),
        );
        let fix = "export the skeleton again with Spine 4.3";
        Finding::error("spine.attachment-type", message, fix).at(at)
    });
    Ok(())
}

/// The constraints of a skin, which JSON names kind by kind.
fn constraints(value: &Value, context: &Context<'_>) -> Result<Vec<usize>> {
    let mut found = Vec::new();
    for kind in words::CONSTRAINTS {
        found.extend(context.constraints_of(kind).list(value, kind)?);
    }
    Ok(found)
}

/// The binary format lists the slots in which a mesh's timelines work; JSON leaves them to be gathered from the linked
/// meshes that inherit them (spine-binary-corrections §5).
pub(super) fn add_timeline_slots(rig: &mut Rig) {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for skin in &rig.skins {
        for entry in &skin.entries {
            if let AttachmentKind::LinkedMesh(linked) = &rig.attachments[entry.attachment].kind
                && linked.inherit_timelines
                && linked.source_ref.slot != entry.slot
                && let Some(source) = linked.source
            {
                found.push((source, entry.slot));
            }
        }
    }
    for (source, slot) in found {
        if let AttachmentKind::Mesh(mesh) = &mut rig.attachments[source].kind
            && !mesh.timeline_slots.contains(&slot)
        {
            mesh.timeline_slots.push(slot);
        }
    }
}
