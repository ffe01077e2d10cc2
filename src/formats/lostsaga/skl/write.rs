//! The encoder of `.skl`.

use super::{Bone, MOST_BONES, Skl};
use crate::formats::lostsaga::text::write_count;
use crate::formats::lostsaga::token;
use crate::formats::{WriteError, writer::Writer};

/// Writes a skeleton as it is.
///
/// # Errors
/// More than [`MOST_BONES`] bones, or names longer than a reader takes.
pub fn write(skl: &Skl) -> Result<Vec<u8>, WriteError> {
    if skl.bones.len() > MOST_BONES {
        return Err(WriteError(format!(
            "a skeleton has at most {MOST_BONES} bones"
        )));
    }
    let mut writer = Writer::new();
    writer.bytes(&token::SKL).i32(skl.version);
    write_count(&mut writer, skl.bones.len())?;
    for bone in &skl.bones {
        write_bone(&mut writer, bone)?;
    }
    if let Some(link) = &skl.link {
        link.write(&mut writer)?;
    }
    writer.bytes(&skl.trailing);
    Ok(writer.finish())
}

fn write_bone(writer: &mut Writer, bone: &Bone) -> Result<(), WriteError> {
    bone.name.write(writer)?;
    let numbers = [
        &bone.position[..],
        &bone.rotation,
        &bone.inverse_position,
        &bone.inverse_rotation,
        &bone.object,
    ];
    for &number in numbers.into_iter().flatten() {
        writer.f32(number);
    }
    bone.parent.write(writer)?;
    write_count(writer, bone.children.len())?;
    bone.children
        .iter()
        .try_for_each(|child| child.write(writer))
}
