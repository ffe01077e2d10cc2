//! The encoder: the same bytes for every bin that was read whole (league-formats §7).

use super::kinds::number_of;
use crate::formats::WriteError;
use crate::formats::writer::Writer;
use crate::model::league::bin::{Bin, Field, Kind, List, Map, Numbering, Struct, Value};

/// Writes a bin.
///
/// # Errors
/// Where a text, a list or the file is longer than its length field can say, or a kind has no number in old files.
pub fn write(bin: &Bin) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::new();
    if let Some(version) = bin.patch_version {
        writer.bytes(b"PTCH").u32(version);
        writer.u32(count(bin.deletions.len())?);
        for &object in &bin.deletions {
            writer.u32(object);
        }
    }
    writer.bytes(b"PROP").u32(bin.version);
    if bin.version != 1 {
        writer.u32(count(bin.linked.len())?);
        for path in &bin.linked {
            text(&mut writer, path)?;
        }
    }
    writer.u32(count(bin.objects.len())?);
    for object in &bin.objects {
        writer.u32(object.class);
    }
    for object in &bin.objects {
        sized(&mut writer, |writer| {
            writer.u32(object.path);
            fields(writer, &object.fields, bin.numbering)
        })?;
    }
    if bin.is_patch() && bin.version >= 3 {
        writer.u32(count(bin.patches.len())?);
        for patch in &bin.patches {
            writer.u32(patch.object);
            sized(&mut writer, |writer| {
                kind(writer, patch.value.kind(), bin.numbering)?;
                text(writer, &patch.path)?;
                write_value(writer, &patch.value, bin.numbering)
            })?;
        }
    }
    Ok(writer.finish())
}

/// Writes a value without the number of its kind.
///
/// # Errors
/// As [`write()`].
pub fn write_value(
    writer: &mut Writer,
    value: &Value,
    numbering: Numbering,
) -> Result<(), WriteError> {
    match value {
        Value::None => {}
        Value::Bool(yes) | Value::Flag(yes) => {
            writer.u8(u8::from(*yes));
        }
        Value::I8(number) => {
            writer.u8(number.cast_unsigned());
        }
        Value::U8(number) => {
            writer.u8(*number);
        }
        Value::I16(number) => {
            writer.i16(*number);
        }
        Value::U16(number) => {
            writer.u16(*number);
        }
        Value::I32(number) => {
            writer.i32(*number);
        }
        Value::U32(number) | Value::Hash(number) | Value::Link(number) => {
            writer.u32(*number);
        }
        Value::I64(number) => {
            writer.u64(number.cast_unsigned());
        }
        Value::U64(number) | Value::File(number) => {
            writer.u64(*number);
        }
        Value::F32(number) => floats(writer, &[*number]),
        Value::Vec2(vector) => floats(writer, vector),
        Value::Vec3(vector) => floats(writer, vector),
        Value::Vec4(vector) => floats(writer, vector),
        Value::Mat4(matrix) => floats(writer, matrix.as_slice()),
        Value::Rgba(channels) => {
            writer.bytes(channels);
        }
        Value::String(string) => text(writer, string)?,
        Value::List(items) | Value::List2(items) => list(writer, items, numbering)?,
        Value::Pointer(inside) if inside.class == 0 => {
            writer.u32(0);
        }
        Value::Pointer(inside) | Value::Embed(inside) => structure(writer, inside, numbering)?,
        Value::Option(inner, inside) => {
            kind(writer, *inner, numbering)?;
            writer.u8(u8::from(inside.is_some()));
            if let Some(inside) = inside {
                write_value(writer, inside, numbering)?;
            }
        }
        Value::Map(pairs) => map(writer, pairs, numbering)?,
    }
    Ok(())
}

fn fields(writer: &mut Writer, fields: &[Field], numbering: Numbering) -> Result<(), WriteError> {
    let count = u16::try_from(fields.len())
        .map_err(|_| WriteError(format!("a class of {} fields", fields.len())))?;
    writer.u16(count);
    for field in fields {
        writer.u32(field.name);
        kind(writer, field.value.kind(), numbering)?;
        write_value(writer, &field.value, numbering)?;
    }
    Ok(())
}

fn structure(writer: &mut Writer, inside: &Struct, numbering: Numbering) -> Result<(), WriteError> {
    writer.u32(inside.class);
    sized(writer, |writer| fields(writer, &inside.fields, numbering))
}

fn list(writer: &mut Writer, list: &List, numbering: Numbering) -> Result<(), WriteError> {
    kind(writer, list.kind, numbering)?;
    sized(writer, |writer| {
        writer.u32(count(list.items.len())?);
        list.items
            .iter()
            .try_for_each(|item| write_value(writer, item, numbering))
    })
}

fn map(writer: &mut Writer, map: &Map, numbering: Numbering) -> Result<(), WriteError> {
    kind(writer, map.key, numbering)?;
    kind(writer, map.value, numbering)?;
    sized(writer, |writer| {
        writer.u32(count(map.pairs.len())?);
        map.pairs.iter().try_for_each(|(key, value)| {
            write_value(writer, key, numbering)?;
            write_value(writer, value, numbering)
        })
    })
}

/// A size, and behind it what `write` writes.
fn sized(
    writer: &mut Writer,
    write: impl FnOnce(&mut Writer) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    let at = writer.len();
    writer.u32(0);
    write(writer)?;
    let size = count(writer.len() - at - 4)?;
    writer.patch_u32(at, size);
    Ok(())
}

fn kind(writer: &mut Writer, kind: Kind, numbering: Numbering) -> Result<(), WriteError> {
    let number = number_of(kind, numbering)
        .ok_or_else(|| WriteError(format!("{kind:?} has no number in old files")))?;
    writer.u8(number);
    Ok(())
}

fn text(writer: &mut Writer, text: &str) -> Result<(), WriteError> {
    let length = u16::try_from(text.len())
        .map_err(|_| WriteError(format!("a text of {} bytes", text.len())))?;
    writer.u16(length).bytes(text.as_bytes());
    Ok(())
}

fn floats(writer: &mut Writer, floats: &[f32]) {
    for float in floats {
        writer.bytes(&float.to_le_bytes());
    }
}

fn count(count: usize) -> Result<u32, WriteError> {
    u32::try_from(count).map_err(|_| WriteError(format!("{count} items or bytes")))
}
