//! The encoder of current `.skl` files (league-formats §2).

use crate::formats::WriteError;
use crate::formats::writer::Writer;
use crate::model::{Joint, Skeleton, Transform};

use super::{NAME_LIMIT, RECORD, TOKEN};
use crate::formats::league::hash;

const HEADER: usize = 64;

/// Writes a skeleton of any kind as a current `.skl`.
///
/// Blocks lie in the game's order: joints, joint index table (ascending by hash), influences, rig name, asset name, joint
/// names. Inverse binds are split into translation, rotation and scale, so they come back within rounding. A joint without
/// a hash gets that of its name. [`Skeleton::kind`] and [`Skeleton::version`] become those of the current format.
///
/// # Errors
/// More joints than ids count, names that cannot be stored, parents or influences out of range, and inverse binds that
/// are no product of translation, rotation and scale.
pub fn write(skeleton: &Skeleton) -> Result<Vec<u8>, WriteError> {
    let joints = &skeleton.joints;
    check(skeleton)?;
    let inverse_binds: Vec<Transform> = joints
        .iter()
        .map(inverse_bind_parts)
        .collect::<Result<_, _>>()?;
    let mut out = Writer::new();
    out.zeros(HEADER);
    for (index, (joint, inverse_bind)) in joints.iter().zip(&inverse_binds).enumerate() {
        write_joint(&mut out, index, joint, inverse_bind);
    }
    let index_table = out.len();
    write_index_table(&mut out, joints);
    let influences = out.len();
    for &joint in &skeleton.influences {
        out.u16(joint as u16);
    }
    out.align(4);
    let rig_name = write_label(&mut out, skeleton.rig_name.as_deref());
    let asset_name = write_label(&mut out, skeleton.asset_name.as_deref());
    let names = out.len();
    for (index, joint) in joints.iter().enumerate() {
        let field = HEADER + RECORD * index + RECORD - 4;
        let at = out.len();
        out.patch_u32(field, (at - field) as u32);
        write_string(&mut out, &joint.name);
    }
    let mut bytes = out.finish();
    let offsets = [HEADER, index_table, influences, rig_name, asset_name, names];
    let header = header(skeleton, bytes.len(), offsets);
    bytes[..HEADER].copy_from_slice(&header);
    Ok(bytes)
}

fn header(skeleton: &Skeleton, size: usize, offsets: [usize; 6]) -> Vec<u8> {
    let mut out = Writer::new();
    out.u32(size as u32).u32(TOKEN).u32(0).u16(0);
    out.u16(skeleton.joints.len() as u16);
    out.u32(skeleton.influences.len() as u32);
    for offset in offsets {
        out.u32(offset as u32);
    }
    for _ in 0..5 {
        out.i32(-1);
    }
    out.finish()
}

fn check(skeleton: &Skeleton) -> Result<(), WriteError> {
    let count = skeleton.joints.len();
    // Ids and parents are i16, of which −1 says "root".
    if count > i16::MAX as usize {
        return Err(WriteError(format!(
            "a .skl holds at most {} joints, not {count}",
            i16::MAX
        )));
    }
    for (index, joint) in skeleton.joints.iter().enumerate() {
        check_name("joint", &joint.name)?;
        if let Some(parent) = joint.parent.filter(|&parent| parent >= count) {
            return Err(WriteError(format!(
                "joint {index} {:?} has joint {parent} of {count} as parent",
                joint.name
            )));
        }
    }
    if let Some(joint) = skeleton.influences.iter().find(|&&joint| joint >= count) {
        return Err(WriteError(format!(
            "the influences name joint {joint} of {count}"
        )));
    }
    for label in [&skeleton.rig_name, &skeleton.asset_name]
        .into_iter()
        .flatten()
    {
        check_name("rig or asset", label)?;
    }
    Ok(())
}

fn check_name(what: &str, name: &str) -> Result<(), WriteError> {
    if name.contains('\0') {
        return Err(WriteError(format!(
            "the {what} name {name:?} holds a NUL, which would end it"
        )));
    }
    if name.len() >= NAME_LIMIT {
        return Err(WriteError(format!(
            "the {what} name {name:?} is longer than {} bytes",
            NAME_LIMIT - 1
        )));
    }
    Ok(())
}

fn inverse_bind_parts(joint: &Joint) -> Result<Transform, WriteError> {
    let parts = Transform::from_affine(&joint.inverse_bind);
    let back = parts.to_affine();
    let size = joint
        .inverse_bind
        .matrix3
        .to_cols_array()
        .into_iter()
        .fold(1.0, |most: f32, number| most.max(number.abs()));
    if parts.is_finite()
        && back
            .matrix3
            .abs_diff_eq(joint.inverse_bind.matrix3, 1e-3 * size)
    {
        Ok(parts)
    } else {
        Err(WriteError(format!(
            "the inverse bind of joint {:?} is no product of translation, rotation and scale",
            joint.name
        )))
    }
}

fn write_joint(out: &mut Writer, index: usize, joint: &Joint, inverse_bind: &Transform) {
    out.u16(0).i16(index as i16);
    out.i16(joint.parent.map_or(-1, |parent| parent as i16));
    out.u16(0).u32(stored_hash(joint)).f32(joint.radius);
    for part in [&joint.local, inverse_bind] {
        out.vec3(part.translation)
            .vec3(part.scale)
            .quat(part.rotation);
    }
    // The name's offset is filled in once the names are written.
    out.i32(0);
}

fn write_index_table(out: &mut Writer, joints: &[Joint]) {
    let mut entries: Vec<(u32, usize)> = joints
        .iter()
        .enumerate()
        .map(|(index, joint)| (stored_hash(joint), index))
        .collect();
    entries.sort_unstable();
    for (hash, index) in entries {
        out.i16(index as i16).u16(0).u32(hash);
    }
}

fn stored_hash(joint: &Joint) -> u32 {
    joint.hash.unwrap_or_else(|| hash::elf(&joint.name))
}

/// The offset it was written at. Game files point to an empty string where there is no name.
fn write_label(out: &mut Writer, label: Option<&str>) -> usize {
    let at = out.len();
    write_string(out, label.unwrap_or_default());
    at
}

fn write_string(out: &mut Writer, text: &str) {
    out.bytes(text.as_bytes()).u8(0).align(4);
}
