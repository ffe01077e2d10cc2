//! Writes a binary skeleton in the final layout of Spine 4.3.

mod animations;
mod attachments;
mod constraints;
mod keys;
mod output;

use crate::formats::WriteError;
use crate::formats::spine::hash;
use crate::model::spine::{Bone, ConstraintKind, Rig, Slot};

use output::Output;

type Result<T> = std::result::Result<T, WriteError>;

/// Writes a rig, with the editor's data if [`Rig::nonessential`] says so.
///
/// Numbers become singles and colours bytes. A file that was read is written byte by byte as it was, except for the
/// editor's own: it repeats strings in its table and states some defaults, where this writes each string once, in the
/// order of use, and no default. Keys of alpha from JSON are rounded to bytes, a physics X scale with a Y scale mode
/// loses its last digit, and clipping without an end ends at the last slot: the format has no more room.
///
/// # Errors
/// What the format cannot say: empty names, indices out of range, a root that is not the first bone, …
pub fn write(rig: &Rig) -> Result<Vec<u8>> {
    let mut body = Output::new(rig.nonessential);
    write_bones(&mut body, rig)?;
    write_slots(&mut body, rig)?;
    constraints::write(&mut body, rig)?;
    attachments::write_skins(&mut body, rig)?;
    write_events(&mut body, rig)?;
    animations::write(&mut body, rig)?;
    write_slider_animations(&mut body, rig)?;
    let (body, strings) = body.finish();
    let mut output = Output::new(rig.nonessential);
    write_header(&mut output, rig)?;
    output.number(strings.len())?;
    for string in &strings {
        output.string(Some(string))?;
    }
    output.raw(&body);
    Ok(output.finish().0)
}

fn write_header(output: &mut Output, rig: &Rig) -> Result<()> {
    for word in hash::to_words(rig.hash.as_deref()) {
        output.int(word);
    }
    output.name(&rig.version, "version")?;
    let bounds = [rig.x, rig.y, rig.width, rig.height];
    bounds.into_iter().for_each(|value| output.float(value));
    output.float(rig.reference_scale);
    output.flag(rig.nonessential);
    if rig.nonessential {
        output.float(rig.fps);
        output.string(rig.images.as_deref())?;
        output.string(rig.audio.as_deref())?;
    }
    Ok(())
}

fn write_bones(output: &mut Output, rig: &Rig) -> Result<()> {
    output.number(rig.bones.len())?;
    for (index, bone) in rig.bones.iter().enumerate() {
        output.name(&bone.name, "bone")?;
        match (index, bone.parent) {
            (0, None) => {}
            (_, Some(parent)) if index > 0 => {
                output.index(parent, index, "the parent of a bone")?;
            }
            _ => {
                let problem = "the first bone, and no other, must be a root";
                return Err(WriteError(format!("bone {:?}: {problem}", bone.name)));
            }
        }
        write_bone(output, bone)?;
    }
    Ok(())
}

fn write_bone(output: &mut Output, bone: &Bone) -> Result<()> {
    output.float(bone.rotation);
    output.float(bone.x);
    output.float(bone.y);
    output.float(bone.scale_x);
    output.float(bone.scale_y);
    output.float(bone.shear_x);
    output.float(bone.shear_y);
    output.byte(bone.inherit as u8);
    output.float(bone.length);
    output.flag(bone.skin_required);
    if output.nonessential {
        output.color(bone.color);
        output.string(bone.icon.as_deref())?;
        output.float(bone.icon_size);
        output.float(bone.icon_rotation);
        output.flag(bone.visible);
    }
    Ok(())
}

fn write_slots(output: &mut Output, rig: &Rig) -> Result<()> {
    output.number(rig.slots.len())?;
    for slot in &rig.slots {
        output.name(&slot.name, "slot")?;
        output.index(slot.bone, rig.bones.len(), "the bone of a slot")?;
        write_slot(output, slot)?;
    }
    Ok(())
}

fn write_slot(output: &mut Output, slot: &Slot) -> Result<()> {
    output.color(slot.color);
    match slot.dark {
        // The first byte only tells a colour from its absence.
        Some(dark) => {
            output.byte(0);
            dark.into_iter().for_each(|value| output.channel(value));
        }
        None => output.int(-1),
    }
    output.string_ref(slot.attachment.as_deref())?;
    output.varint(slot.blend as u32);
    if output.nonessential {
        output.flag(slot.visible);
    }
    Ok(())
}

fn write_events(output: &mut Output, rig: &Rig) -> Result<()> {
    output.number(rig.events.len())?;
    for event in &rig.events {
        output.name(&event.name, "event")?;
        output.signed_varint(event.int);
        output.float(event.float);
        output.string(Some(&event.string))?;
        output.string(event.audio.as_deref())?;
        if event.audio.is_some() {
            output.float(event.volume);
            output.float(event.balance);
        }
    }
    Ok(())
}

fn write_slider_animations(output: &mut Output, rig: &Rig) -> Result<()> {
    for constraint in &rig.constraints {
        if let ConstraintKind::Slider(slider) = &constraint.kind {
            let missing = || WriteError(format!("slider {:?} has no animation", constraint.name));
            let animation = slider.animation.ok_or_else(missing)?;
            output.index(animation, rig.animations.len(), "the animation of a slider")?;
        }
    }
    Ok(())
}
