//! The encoder of `.ani`.

use super::{Ani, VERSIONS};
use crate::formats::lostsaga::text::write_count;
use crate::formats::lostsaga::token;
use crate::formats::{WriteError, writer::Writer};

/// Writes a clip as it is.
///
/// # Errors
/// A version that the client refuses, keys packed for another version, names longer than a reader takes.
pub fn write(ani: &Ani) -> Result<Vec<u8>, WriteError> {
    if !VERSIONS.contains(&ani.version) {
        return Err(WriteError(format!("there is no version {}", ani.version)));
    }
    let mut writer = Writer::new();
    writer.bytes(&token::ANI).i32(ani.version);
    write_count(&mut writer, ani.events.len())?;
    for event in &ani.events {
        event.kind.write(&mut writer)?;
        event.info.write(&mut writer)?;
        writer.f32(event.time);
    }
    writer.i32(ani.total);
    write_count(&mut writer, ani.tracks.len())?;
    for track in &ani.tracks {
        track.bone.write(&mut writer)?;
        writer.f32(track.weight);
        write_count(&mut writer, track.keys.len())?;
        for key in &track.keys {
            if key.rotation.version() != ani.version {
                return Err(WriteError("a key is packed for another version".into()));
            }
            key.rotation.write(&mut writer);
            key.translation.iter().for_each(|&number| {
                writer.f32(number);
            });
            writer.i32(key.time);
        }
    }
    writer.bytes(&ani.trailing);
    Ok(writer.finish())
}
