//! Bones and slots (spine-skel-format, "Bones", "Slots").

use super::Result;
use super::input::Input;
use crate::model::spine::{Blend, Bone, Inherit, Rig, Slot, channel};

pub(super) fn read_bones(input: &mut Input<'_>, rig: &mut Rig) -> Result<()> {
    let count = input.count(36, "bones")?;
    for index in 0..count {
        let name = input.name("the name of a bone")?;
        let parent = match index {
            0 => None,
            _ => Some(input.index(index, "the parent of a bone")?),
        };
        rig.bones.push(read_bone(input, Bone::new(name, parent))?);
    }
    Ok(())
}

fn read_bone(input: &mut Input<'_>, mut bone: Bone) -> Result<Bone> {
    bone.rotation = input.float("rotation")?;
    bone.x = input.float("x")?;
    bone.y = input.float("y")?;
    bone.scale_x = input.float("x scale")?;
    bone.scale_y = input.float("y scale")?;
    bone.shear_x = input.float("x shear")?;
    bone.shear_y = input.float("y shear")?;
    bone.inherit = input.choice(&Inherit::ALL, "a bone's inheritance")?;
    bone.length = input.float("length")?;
    bone.skin_required = input.flag("skin required")?;
    if input.nonessential {
        bone.color = input.color("bone colour")?;
        bone.icon = input.string("icon")?.filter(|icon| !icon.is_empty());
        if !input.is_early() {
            bone.icon_size = input.float("icon size")?;
            bone.icon_rotation = input.float("icon rotation")?;
        }
        bone.visible = input.flag("visible")?;
    }
    Ok(bone)
}

pub(super) fn read_slots(input: &mut Input<'_>, rig: &mut Rig) -> Result<()> {
    for _ in 0..input.count(12, "slots")? {
        let name = input.name("the name of a slot")?;
        let bone = input.index(rig.bones.len(), "the bone of a slot")?;
        let mut slot = Slot::new(name, bone);
        slot.color = input.color("slot colour")?;
        let dark = input.int("dark colour")?;
        if dark != -1 {
            let [_, red, green, blue] = dark.to_be_bytes();
            slot.dark = Some([channel(red), channel(green), channel(blue)]);
        }
        slot.attachment = input.string_ref("the attachment of a slot")?;
        let blend = input.index(Blend::ALL.len(), "a blend mode")?;
        slot.blend = Blend::ALL[blend];
        if input.nonessential {
            slot.visible = input.flag("visible")?;
        }
        rig.slots.push(slot);
    }
    Ok(())
}
