//! Header, bones, slots and events.

use super::value::Value;
use super::{Context, Result, words};
use crate::model::spine::{Blend, Bone, EventData, Inherit, Rig, Slot};

pub(super) fn read_header(root: &Value, rig: &mut Rig) -> Result<()> {
    let Some(header) = root.get("skeleton") else {
        return Ok(());
    };
    let text = |key: &str| header.text_at(key).map(|text| text.map(str::to_owned));
    rig.hash = text("hash")?.filter(|hash| !hash.is_empty());
    rig.version = header.name_at("spine")?.to_owned();
    rig.x = header.number_at("x", 0.0)?;
    rig.y = header.number_at("y", 0.0)?;
    rig.width = header.number_at("width", 0.0)?;
    rig.height = header.number_at("height", 0.0)?;
    rig.reference_scale = header.number_at("referenceScale", rig.reference_scale)?;
    rig.fps = header.number_at("fps", rig.fps)?;
    rig.images = text("images")?;
    rig.audio = text("audio")?;
    let keys = ["fps", "images", "audio"];
    rig.nonessential = header
        .fields("hash, spine, …")?
        .iter()
        .any(|(key, _)| keys.contains(&key.as_str()));
    Ok(())
}

pub(super) fn read_bones(root: &Value, rig: &mut Rig, context: &Context<'_>) -> Result<()> {
    for (index, value) in root.list_at("bones")?.iter().enumerate() {
        let parent = match value.get("parent") {
            None => None,
            Some(name) => Some(context.bones.value(name)?),
        };
        if parent.is_some_and(|parent| parent >= index) {
            return Err(value.error("a parent that comes before the bone"));
        }
        let mut bone = Bone::new(value.name_at("name")?, parent);
        bone.length = value.number_at("length", 0.0)?;
        bone.x = value.number_at("x", 0.0)?;
        bone.y = value.number_at("y", 0.0)?;
        bone.rotation = value.number_at("rotation", 0.0)?;
        bone.scale_x = value.number_at("scaleX", 1.0)?;
        bone.scale_y = value.number_at("scaleY", 1.0)?;
        bone.shear_x = value.number_at("shearX", 0.0)?;
        bone.shear_y = value.number_at("shearY", 0.0)?;
        bone.inherit =
            value.choice_at("inherit", &words::INHERIT, &Inherit::ALL, Inherit::Normal)?;
        bone.skin_required = value.flag_at("skin", false)?;
        bone.color = value.color_at("color", Bone::COLOR)?;
        bone.icon = value.text_at("icon")?.map(str::to_owned);
        bone.icon_size = value.number_at("iconSize", 1.0)?;
        bone.icon_rotation = value.number_at("iconRotation", 0.0)?;
        bone.visible = value.flag_at("visible", true)?;
        rig.bones.push(bone);
    }
    Ok(())
}

pub(super) fn read_slots(root: &Value, rig: &mut Rig, context: &Context<'_>) -> Result<()> {
    for value in root.list_at("slots")? {
        let bone = context.bones.at(value, "bone")?;
        let mut slot = Slot::new(value.name_at("name")?, bone);
        slot.color = value.color_at("color", slot.color)?;
        slot.dark = value.get("dark").map(Value::rgb).transpose()?;
        slot.attachment = value.text_at("attachment")?.map(str::to_owned);
        slot.blend = value.choice_at("blend", &words::BLEND, &Blend::ALL, Blend::Normal)?;
        slot.visible = value.flag_at("visible", true)?;
        rig.slots.push(slot);
    }
    Ok(())
}

pub(super) fn read_event(name: &str, value: &Value) -> Result<EventData> {
    if name.is_empty() {
        return Err(value.error("an event with a name"));
    }
    let audio = value.text_at("audio")?.filter(|path| !path.is_empty());
    let (volume, balance) = match audio {
        Some(_) => (
            value.number_at("volume", 1.0)?,
            value.number_at("balance", 0.0)?,
        ),
        None => (1.0, 0.0),
    };
    Ok(EventData {
        name: name.to_owned(),
        int: value.int_at("int", 0)?,
        float: value.number_at("float", 0.0)?,
        string: value.text_at("string")?.unwrap_or_default().to_owned(),
        audio: audio.map(str::to_owned),
        volume,
        balance,
    })
}
