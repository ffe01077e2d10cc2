//! Skins (spine-skel-format, "Default skin", "Named skins").

use super::Result;
use super::attachments;
use super::input::Input;
use crate::model::spine::{AttachmentKind, Rig, Skin, SkinEntry};

pub(super) fn read(input: &mut Input<'_>, rig: &mut Rig) -> Result<()> {
    let slots = input.count(2, "slots of the default skin")?;
    if slots > 0 {
        rig.default_skin = Some(0);
        rig.skins.push(Skin::new("default"));
        read_entries(input, rig, slots)?;
    }
    for _ in 0..input.count(4, "skins")? {
        let mut skin = Skin::new(input.name("the name of a skin")?);
        if input.nonessential {
            skin.color = input.color("skin colour")?;
        }
        skin.bones = input.indices(rig.bones.len(), "a bone of a skin")?;
        skin.constraints = input.indices(rig.constraints.len(), "a constraint of a skin")?;
        let slots = input.count(2, "slots of a skin")?;
        rig.skins.push(skin);
        read_entries(input, rig, slots)?;
    }
    check_links(input, rig)
}

/// The attachments of the skin that was added last.
fn read_entries(input: &mut Input<'_>, rig: &mut Rig, slots: usize) -> Result<()> {
    for _ in 0..slots {
        let slot = input.index(rig.slots.len(), "a slot of a skin")?;
        for _ in 0..input.count(3, "attachments of a slot")? {
            let placeholder = input.name_ref("the name of an attachment")?;
            let attachment = attachments::read(input, rig, slot, &placeholder)?;
            let entry = SkinEntry {
                slot,
                placeholder,
                attachment: rig.attachments.len(),
            };
            rig.attachments.push(attachment);
            if let Some(skin) = rig.skins.last_mut() {
                skin.entries.push(entry);
            }
        }
    }
    Ok(())
}

/// Skins that linked meshes name are known only now.
fn check_links(input: &Input<'_>, rig: &Rig) -> Result<()> {
    for attachment in &rig.attachments {
        if let AttachmentKind::LinkedMesh(linked) = &attachment.kind
            && linked.source_ref.skin >= rig.skins.len()
        {
            return Err(input.error(
                format!(
                    "linked mesh {:?} to name one of {} skins",
                    attachment.name,
                    rig.skins.len()
                ),
                format!("skin {}", linked.source_ref.skin),
            ));
        }
    }
    Ok(())
}
