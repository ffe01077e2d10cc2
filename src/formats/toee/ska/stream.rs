//! Streams of keys (toee-formats §4).

use super::{Places, Ska, stream_starts};
use crate::formats::tally::{Tally, counted};
use crate::formats::{ReadError, Reader};
use crate::model::Finding;

/// Ends a stream: the head of frame 32767.
pub(super) const END: u16 = 0xFFFE;
/// The bits of a record's head, beside bit 0 which tells it from a frame's.
pub(super) const TRANSLATION: u16 = 2;
pub(super) const ROTATION: u16 = 4;
pub(super) const SCALE: u16 = 8;

/// Broken streams that are named one by one.
const MOST_CUT_NAMED: usize = 16;

/// The keys of one animation, or of several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stream {
    /// Scale for each step of a stored number.
    pub scale_factor: f32,
    /// Translation for each step of a stored number.
    pub translation_factor: f32,
    /// Where bones start that do not start at rest.
    pub initial: Vec<Initial>,
    /// The negative number that ends the list of `initial`: -2 in every known file.
    pub end_of_initial: i16,
    /// Ascending by number.
    pub frames: Vec<Frame>,
    /// Of all frames, one after the other.
    pub records: Vec<Record>,
}

/// The state of a bone at frame 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Initial {
    /// Its index.
    pub bone: i16,
    /// In steps of the scale factor.
    pub scale: [i16; 3],
    /// x, y, z, w in steps of 1/32767.
    pub rotation: [i16; 4],
    /// In steps of the translation factor.
    pub translation: [i16; 3],
}

/// The keys written at one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Its number.
    pub number: u16,
    /// Past its last record in [`Stream::records`]; the first follows the last of the frame before.
    pub end: u32,
}

/// What a bone does from a frame on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its index.
    pub bone: u16,
    /// Where its scale goes.
    pub scale: Option<VectorKey>,
    /// Where its rotation goes.
    pub rotation: Option<RotationKey>,
    /// Where its translation goes.
    pub translation: Option<VectorKey>,
}

/// Scale or translation arrives at a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VectorKey {
    /// At this frame.
    pub next: i16,
    /// In steps of the factor.
    pub value: [i16; 3],
}

/// A rotation arrives at a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RotationKey {
    /// At this frame.
    pub next: i16,
    /// x, y, z, w in steps of 1/32767.
    pub value: [i16; 4],
}

/// Reads every stream once, each up to the start of the next, and tells the animations which is theirs.
pub(super) fn read_all(
    bytes: &[u8],
    places: &[Places],
    ska: &mut Ska,
    findings: &mut Vec<Finding>,
) {
    let starts = stream_starts(places);
    let starts_inside = starts.range(..bytes.len() as u64);
    let mut ends: Vec<u64> = starts_inside
        .clone()
        .skip(1)
        .map(|(&start, _)| start)
        .collect();
    ends.push(bytes.len() as u64);
    let mut cut = 0;
    for ((&start, _), end) in starts_inside.zip(ends) {
        let (start, end) = (start as usize, end as usize);
        let whole = bytes.get(..end).unwrap_or_default();
        let (stream, stopped) = read_stream(whole, start, ska.bones.len());
        if let Err(error) = stopped {
            let message = format!(
                "a stream of keys breaks off: expected {}, found {}",
                error.expected, error.found
            );
            let fix =
                "extract or export the file again; its animations are shown as far as they go";
            cut += 1;
            if cut <= MOST_CUT_NAMED {
                findings.push(Finding::error("toee.stream-cut", message, fix).at(error.offset));
            }
        }
        ska.streams.push(stream);
    }
    if cut > MOST_CUT_NAMED {
        let message = format!("{} more streams of keys break off", cut - MOST_CUT_NAMED);
        let fix = "extract or export the file again; its animations are shown as far as they go";
        findings.push(Finding::error("toee.stream-cut", message, fix));
    }
    let mut lost = Tally::default();
    for (index, (animation, places)) in ska.animations.iter_mut().zip(places).enumerate() {
        for (slot, start) in animation.streams.iter_mut().zip(places.streams) {
            let known = start.and_then(|start| starts.get(&start).copied());
            slot.stream = known.filter(|&stream| stream < ska.streams.len());
            if let (Some(start), None) = (start, slot.stream) {
                lost.add((index, start));
            }
        }
    }
    lost.report(findings, |count, (animation, start)| {
        let message = format!(
            "{} past the end of the file, and its animation stays in the rest pose; the first is animation {animation}",
            counted(count, "stream lies", "streams lie")
        );
        let fix = "extract or export the file again; its end is cut off";
        Finding::error("toee.stream-missing", message, fix).at(start)
    });
}

/// The keys up to the stream's end, or to where it makes no sense any more.
fn read_stream(bytes: &[u8], start: usize, bones: usize) -> (Stream, Result<(), ReadError>) {
    let mut stream = Stream {
        end_of_initial: -2,
        ..Stream::default()
    };
    let mut reader = Reader::new(bytes);
    let stopped = reader
        .seek(start, "stream")
        .and_then(|()| read_initial(&mut reader, &mut stream, bones))
        .and_then(|()| read_frames(&mut reader, &mut stream, bones));
    stream.records.shrink_to_fit();
    (stream, stopped)
}

fn read_numbers<const N: usize>(
    reader: &mut Reader<'_>,
    what: &str,
) -> Result<[i16; N], ReadError> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = reader.i16(what)?;
    }
    Ok(numbers)
}

fn read_initial(
    reader: &mut Reader<'_>,
    stream: &mut Stream,
    bones: usize,
) -> Result<(), ReadError> {
    stream.scale_factor = reader.f32("scale factor")?;
    stream.translation_factor = reader.f32("translation factor")?;
    loop {
        let at = *reader;
        let bone = reader.i16("bone of a starting state")?;
        if bone < 0 {
            stream.end_of_initial = bone;
            return Ok(());
        }
        check_bone(&at, bone as usize, bones)?;
        stream.initial.push(Initial {
            bone,
            scale: read_numbers(reader, "starting scale")?,
            rotation: read_numbers(reader, "starting rotation")?,
            translation: read_numbers(reader, "starting translation")?,
        });
    }
}

fn check_bone(at: &Reader<'_>, bone: usize, bones: usize) -> Result<(), ReadError> {
    if bone < bones {
        return Ok(());
    }
    Err(at.error(format!("a bone below {bones}"), format!("bone {bone}")))
}

fn read_frames(
    reader: &mut Reader<'_>,
    stream: &mut Stream,
    bones: usize,
) -> Result<(), ReadError> {
    loop {
        let at = *reader;
        let head = reader.u16("frame or bone")?;
        if head == END {
            return Ok(());
        }
        if head & 1 == 0 {
            let number = head >> 1;
            if stream
                .frames
                .last()
                .is_some_and(|last| last.number >= number)
            {
                return Err(at.error(
                    "frames that go up",
                    format!("frame {number} after a later one"),
                ));
            }
            let end = stream.records.len() as u32;
            stream.frames.push(Frame { number, end });
            continue;
        }
        let record = read_record(reader, &at, head, bones)?;
        let Some(frame) = stream.frames.last_mut() else {
            return Err(at.error("a frame before the first bone", "a bone"));
        };
        // A record without a key says nothing (toee-formats §4), and would take more memory than room in the file.
        if head & (SCALE | ROTATION | TRANSLATION) != 0 {
            stream.records.push(record);
            frame.end += 1;
        }
    }
}

fn read_record(
    reader: &mut Reader<'_>,
    at: &Reader<'_>,
    head: u16,
    bones: usize,
) -> Result<Record, ReadError> {
    let mut record = Record {
        bone: head >> 4,
        ..Record::default()
    };
    check_bone(at, record.bone.into(), bones)?;
    let vector = |reader: &mut Reader<'_>, what| {
        Ok::<_, ReadError>(VectorKey {
            next: reader.i16(what)?,
            value: read_numbers(reader, what)?,
        })
    };
    if head & SCALE != 0 {
        record.scale = Some(vector(reader, "scale key")?);
    }
    if head & ROTATION != 0 {
        record.rotation = Some(RotationKey {
            next: reader.i16("rotation key")?,
            value: read_numbers(reader, "rotation key")?,
        });
    }
    if head & TRANSLATION != 0 {
        record.translation = Some(vector(reader, "translation key")?);
    }
    Ok(record)
}
