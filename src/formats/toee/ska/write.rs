//! The encoder of `.ska`.

use super::events::EVENT;
use super::stream::{END, ROTATION, SCALE, TRANSLATION};
use super::{ANIMATION, Animation, BONE, Bone, HEADER, Record, STREAM_SLOTS, Ska, Stream};
use crate::formats::{WriteError, writer::Writer};

/// Writes header, bones, animation headers, events and streams, in the order and without the gaps of all known files. A
/// stream that several animations share is written once.
///
/// # Errors
/// Variations, which have no known layout; more events or bytes than the file's numbers can count; slots that name no
/// stream; records that no frame owns.
pub fn write(ska: &Ska) -> Result<Vec<u8>, WriteError> {
    if ska.variations != 0 {
        return Err(WriteError("variations have no known layout".into()));
    }
    let streams = ska
        .streams
        .iter()
        .map(write_stream)
        .collect::<Result<Vec<_>, _>>()?;
    let animations_at = HEADER + BONE * ska.bones.len();
    let events_at = animations_at + ANIMATION * ska.animations.len();
    let events: usize = ska.animations.iter().map(|a| a.events.len()).sum();
    let mut stream_at = Vec::with_capacity(streams.len());
    let mut next = events_at + EVENT * events;
    for stream in &streams {
        stream_at.push(next);
        next += stream.len();
    }
    word(next)?;
    let mut writer = Writer::new();
    for (count, offset) in [
        (ska.bones.len(), HEADER),
        (0, animations_at),
        (ska.animations.len(), animations_at),
    ] {
        writer.u32(word(count)?).u32(word(offset)?);
    }
    ska.bones
        .iter()
        .for_each(|bone| write_bone(&mut writer, bone));
    let mut event_at = events_at;
    for (index, animation) in ska.animations.iter().enumerate() {
        let own = animations_at + ANIMATION * index;
        write_header(&mut writer, animation, own, event_at, &stream_at)?;
        event_at += EVENT * animation.events.len();
    }
    for event in ska
        .animations
        .iter()
        .flat_map(|animation| &animation.events)
    {
        writer
            .i16(event.frame)
            .bytes(&event.kind.0)
            .bytes(&event.argument.0);
    }
    for stream in &streams {
        writer.bytes(stream);
    }
    Ok(writer.finish())
}

fn word(number: usize) -> Result<u32, WriteError> {
    u32::try_from(number).map_err(|_| WriteError("the skeleton is larger than 4 GiB".into()))
}

fn write_bone(writer: &mut Writer, bone: &Bone) {
    writer.u16(bone.flags).i16(bone.parent).bytes(&bone.name.0);
    for value in [bone.scale, bone.rotation, bone.translation].as_flattened() {
        writer.f32(*value);
    }
}

/// All offsets in an animation's header count from its own start.
fn write_header(
    writer: &mut Writer,
    animation: &Animation,
    own: usize,
    event_at: usize,
    stream_at: &[usize],
) -> Result<(), WriteError> {
    if usize::from(animation.stream_count) > STREAM_SLOTS {
        return Err(WriteError(format!(
            "an animation has at most {STREAM_SLOTS} streams"
        )));
    }
    let events = u16::try_from(animation.events.len())
        .map_err(|_| WriteError("an animation has at most 65535 events".into()))?;
    writer
        .bytes(&animation.name.0)
        .u8(animation.drive)
        .u8(animation.loopable)
        .u16(events)
        .u32(word(event_at - own)?)
        .u16(animation.stream_count)
        .u16(animation.padding);
    for (index, slot) in animation.streams.iter().enumerate() {
        let offset = match slot.stream {
            Some(stream) => {
                *stream_at
                    .get(stream)
                    .ok_or_else(|| WriteError(format!("there is no stream {stream}")))?
                    - own
            }
            None if index < usize::from(animation.stream_count) => {
                return Err(WriteError("a slot in use names no stream".into()));
            }
            None => 0,
        };
        writer
            .u16(slot.frames)
            .i16(slot.variation)
            .f32(slot.rate)
            .f32(slot.per_second)
            .u32(word(offset)?);
    }
    Ok(())
}

fn write_stream(stream: &Stream) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::new();
    writer
        .f32(stream.scale_factor)
        .f32(stream.translation_factor);
    for initial in &stream.initial {
        writer.i16(initial.bone);
        numbers(&mut writer, &initial.scale);
        numbers(&mut writer, &initial.rotation);
        numbers(&mut writer, &initial.translation);
    }
    writer.i16(stream.end_of_initial);
    let mut from = 0;
    for frame in &stream.frames {
        let records = stream.records.get(from..frame.end as usize);
        let records = records.ok_or_else(|| WriteError("a frame owns no such records".into()))?;
        writer.u16(frame.number << 1);
        records
            .iter()
            .for_each(|record| write_record(&mut writer, record));
        from = frame.end as usize;
    }
    writer.u16(END);
    Ok(writer.finish())
}

fn write_record(writer: &mut Writer, record: &Record) {
    let bit = |is: bool, bit: u16| if is { bit } else { 0 };
    let bits = bit(record.scale.is_some(), SCALE)
        | bit(record.rotation.is_some(), ROTATION)
        | bit(record.translation.is_some(), TRANSLATION);
    writer.u16(record.bone << 4 | bits | 1);
    if let Some(key) = record.scale {
        writer.i16(key.next);
        numbers(writer, &key.value);
    }
    if let Some(key) = record.rotation {
        writer.i16(key.next);
        numbers(writer, &key.value);
    }
    if let Some(key) = record.translation {
        writer.i16(key.next);
        numbers(writer, &key.value);
    }
}

fn numbers(writer: &mut Writer, values: &[i16]) {
    for &value in values {
        writer.i16(value);
    }
}
