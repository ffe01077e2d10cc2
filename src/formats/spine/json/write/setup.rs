//! Header, bones, slots and events.

use super::tree::{Json, Object};
use super::{Result, bone};
use crate::formats::spine::json::words;
use crate::model::spine::{Bone, Rig, WHITE};

pub(super) fn header(rig: &Rig) -> Object {
    let mut header = Object::new();
    header.text("hash", rig.hash.as_deref());
    header.put("spine", rig.version.as_str());
    header.put("x", Json::Number(rig.x));
    header.put("y", Json::Number(rig.y));
    header.put("width", Json::Number(rig.width));
    header.put("height", Json::Number(rig.height));
    header.number("referenceScale", rig.reference_scale, 100.0);
    if rig.nonessential {
        header.put("fps", Json::Number(rig.fps));
        header.text("images", rig.images.as_deref());
        header.text("audio", rig.audio.as_deref());
    }
    header
}

pub(super) fn bones(rig: &Rig) -> Result<Json> {
    let mut bones = Vec::new();
    for it in &rig.bones {
        let mut object = Object::new();
        object.put("name", it.name.as_str());
        if let Some(parent) = it.parent {
            object.put("parent", bone(rig, parent)?);
        }
        object.number("length", it.length, 0.0);
        object.number("x", it.x, 0.0);
        object.number("y", it.y, 0.0);
        object.number("rotation", it.rotation, 0.0);
        object.number("scaleX", it.scale_x, 1.0);
        object.number("scaleY", it.scale_y, 1.0);
        object.number("shearX", it.shear_x, 0.0);
        object.number("shearY", it.shear_y, 0.0);
        object.word("inherit", &words::INHERIT, it.inherit as usize, 0);
        object.flag("skin", it.skin_required, false);
        if rig.nonessential {
            object.color("color", it.color, Bone::COLOR);
            object.text("icon", it.icon.as_deref());
            object.number("iconSize", it.icon_size, 1.0);
            object.number("iconRotation", it.icon_rotation, 0.0);
            object.flag("visible", it.visible, true);
        }
        bones.push(object);
    }
    Ok(Json::list(bones))
}

pub(super) fn slots(rig: &Rig) -> Result<Json> {
    let mut slots = Vec::new();
    for it in &rig.slots {
        let mut object = Object::new();
        object.put("name", it.name.as_str());
        object.put("bone", bone(rig, it.bone)?);
        object.color("color", it.color, WHITE);
        if let Some(dark) = it.dark {
            object.put("dark", Json::color(&dark));
        }
        object.text("attachment", it.attachment.as_deref());
        object.word("blend", &words::BLEND, it.blend as usize, 0);
        if rig.nonessential {
            object.flag("visible", it.visible, true);
        }
        slots.push(object);
    }
    Ok(Json::list(slots))
}

pub(super) fn events(rig: &Rig) -> Object {
    let mut events = Object::new();
    for it in &rig.events {
        let mut object = Object::new();
        if it.int != 0 {
            object.put("int", Json::Whole(it.int.into()));
        }
        object.number("float", it.float, 0.0);
        if !it.string.is_empty() {
            object.put("string", it.string.as_str());
        }
        if let Some(audio) = &it.audio {
            object.put("audio", audio.as_str());
            object.number("volume", it.volume, 1.0);
            object.number("balance", it.balance, 0.0);
        }
        events.put(&it.name, object);
    }
    events
}
