//! `.ska`, a skeleton and its animations (toee-formats §3, §4).

mod clips;
mod events;
mod skeleton;
mod stream;
mod write;

use std::collections::BTreeMap;

use super::skm::read_text;
use super::{FixedText, check_bones};
use crate::formats::{ReadError, Reader};
use crate::model::Finding;

pub use clips::clips;
pub use events::Event;
pub use skeleton::skeleton;
pub use stream::{Frame, Initial, Record, RotationKey, Stream, VectorKey};
pub use write::write;

/// Bytes of the header.
pub(super) const HEADER: usize = 24;
const BONE: usize = 100;
/// Bytes of an animation's header.
pub(super) const ANIMATION: usize = 236;
/// Streams that an animation has room for; the game plays the first.
pub const STREAM_SLOTS: usize = 10;
/// Bones that the game's arrays hold (toee-formats §2.7).
const GAME_BONES: usize = 1024;

/// A file as stored, but for the places of its blocks: [`write()`] puts them in the order of all known files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ska {
    /// In file order.
    pub bones: Vec<Bone>,
    /// Variations stored; 0 in every known file, and of unknown layout.
    pub variations: u32,
    /// In file order.
    pub animations: Vec<Animation>,
    /// In the order of their places in the file. Animations share them.
    pub streams: Vec<Stream>,
}

/// A bone and its rest state, relative to its parent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bone {
    /// 0 in every known file.
    pub flags: u16,
    /// Index of the parent; negative for a root.
    pub parent: i16,
    /// Its name.
    pub name: FixedText<48>,
    /// x, y, z and 0.
    pub scale: [f32; 4],
    /// x, y, z, w; not of unit length everywhere.
    pub rotation: [f32; 4],
    /// x, y, z and 0.
    pub translation: [f32; 4],
}

/// The header of an animation, and its events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Animation {
    /// Its name.
    pub name: FixedText<64>,
    /// 0 time, 1 distance, 2 rotation.
    pub drive: u8,
    /// 0 or 1.
    pub loopable: u8,
    /// Without a use.
    pub padding: u16,
    /// Streams in use.
    pub stream_count: u16,
    /// All slots, in use or not.
    pub streams: [StreamSlot; STREAM_SLOTS],
    /// Not sorted by frame.
    pub events: Vec<Event>,
}

/// Where and how an animation plays a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StreamSlot {
    /// Frames from 0.
    pub frames: u16,
    /// -1 in every slot that is in use.
    pub variation: i16,
    /// Frames for each unit of the drive.
    pub rate: f32,
    /// Units of the drive a second that it was made for.
    pub per_second: f32,
    /// Place in [`Ska::streams`]; none where the slot is not in use or points past the end of the file.
    pub stream: Option<usize>,
}

/// Whether a file begins like a skeleton: the format has no magic, but its blocks follow each other without a gap.
pub fn is_ska(bytes: &[u8]) -> bool {
    Header::read(&mut Reader::new(bytes)).is_ok_and(|header| {
        let end_of_bones = HEADER as u64 + u64::from(header.bones.0) * BONE as u64;
        header.bones.0 > 0
            && header.bones.1 as usize == HEADER
            && u64::from(header.variations.1) == end_of_bones
            && (header.variations.0 > 0 || header.animations.1 == header.variations.1)
    })
}

/// Reads a skeleton with its animations. A file that is cut off keeps all that is whole: animations without a stream, a
/// stream's keys up to the end. What is missing is among the findings.
///
/// # Errors
/// Content without a header, and bones that do not fit in the file.
pub fn read(bytes: &[u8]) -> Result<(Ska, Vec<Finding>), ReadError> {
    let mut reader = Reader::new(bytes);
    let header = Header::read(&mut reader)?;
    let mut ska = Ska {
        variations: header.variations.0,
        ..Ska::default()
    };
    let mut findings = Vec::new();
    check_bones(header.bones.0, 0)?;
    reader.seek(header.bones.1, "bones")?;
    let count = reader.fits(header.bones.0, BONE, "bones")?;
    ska.bones = (0..count)
        .map(|_| read_bone(&mut reader))
        .collect::<Result<_, _>>()?;
    if count > GAME_BONES {
        let message =
            format!("the skeleton has {count} bones; the game takes at most {GAME_BONES}");
        let fix = "nothing to look at it; make the skeleton simpler for the game";
        findings.push(Finding::warning("toee.beyond-game-limit", message, fix));
    }
    if ska.variations > 0 {
        let message = format!(
            "the file holds {} variations, of which no layout is known; they are left out",
            ska.variations
        );
        let fix = "nothing; the game plays the first stream of each animation";
        findings.push(Finding::note("toee.variations", message, fix));
    }
    let mut places = read_animations(bytes, header.animations, &mut ska, &mut findings)?;
    events::read(
        bytes,
        header.animations.1 as usize,
        &mut ska,
        &mut places,
        &mut findings,
    );
    stream::read_all(bytes, &places, &mut ska, &mut findings);
    Ok((ska, findings))
}

struct Header {
    bones: (u32, u32),
    variations: (u32, u32),
    animations: (u32, u32),
}

impl Header {
    fn read(reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        let mut block = || {
            Ok((
                reader.u32("count of a block")?,
                reader.u32("offset of a block")?,
            ))
        };
        Ok(Self {
            bones: block()?,
            variations: block()?,
            animations: block()?,
        })
    }
}

/// What an animation's header says of places in the file.
#[derive(Clone, Copy, Default)]
struct Places {
    event_count: u16,
    event_offset: u32,
    /// Of every slot in use, from the start of the file.
    streams: [Option<u64>; STREAM_SLOTS],
}

fn read_vec4(reader: &mut Reader<'_>, what: &str) -> Result<[f32; 4], ReadError> {
    reader.vec4(what).map(|vector| vector.to_array())
}

fn read_bone(reader: &mut Reader<'_>) -> Result<Bone, ReadError> {
    Ok(Bone {
        flags: reader.u16("bone flags")?,
        parent: reader.i16("bone parent")?,
        name: read_text(reader, "bone name")?,
        scale: read_vec4(reader, "rest scale")?,
        rotation: read_vec4(reader, "rest rotation")?,
        translation: read_vec4(reader, "rest translation")?,
    })
}

fn read_animations(
    bytes: &[u8],
    (count, offset): (u32, u32),
    ska: &mut Ska,
    findings: &mut Vec<Finding>,
) -> Result<Vec<Places>, ReadError> {
    let mut reader = Reader::new(bytes);
    reader.seek((offset as usize).min(bytes.len()), "animations")?;
    let there = (reader.remaining() / ANIMATION).min(count as usize);
    if there < count as usize {
        let message = format!("the file is cut off: {there} of {count} animations are there");
        let fix = "extract or export the file again; the other animations are missing";
        findings.push(Finding::error("toee.animations-cut", message, fix).at(bytes.len() as u64));
    }
    let mut all = Vec::with_capacity(there);
    for _ in 0..there {
        let (animation, places) = read_animation(&mut reader)?;
        ska.animations.push(animation);
        all.push(places);
    }
    Ok(all)
}

fn read_animation(reader: &mut Reader<'_>) -> Result<(Animation, Places), ReadError> {
    let at = reader.offset();
    let mut places = Places::default();
    let mut animation = Animation {
        name: read_text(reader, "animation name")?,
        drive: reader.u8("drive")?,
        loopable: reader.u8("loopable")?,
        ..Animation::default()
    };
    places.event_count = reader.u16("event count")?;
    places.event_offset = reader.u32("event offset")?;
    animation.stream_count = reader.u16("stream count")?;
    animation.padding = reader.u16("padding")?;
    for (index, slot) in animation.streams.iter_mut().enumerate() {
        *slot = StreamSlot {
            frames: reader.u16("frame count")?,
            variation: reader.i16("variation")?,
            rate: reader.f32("rate")?,
            per_second: reader.f32("speed")?,
            stream: None,
        };
        let offset = reader.u32("stream offset")?;
        if index < usize::from(animation.stream_count) {
            places.streams[index] = Some(at + u64::from(offset));
        }
    }
    Ok((animation, places))
}

/// The distinct places of streams, each with its index. Ascending: a stream ends where the next one begins.
fn stream_starts(places: &[Places]) -> BTreeMap<u64, usize> {
    let used = places
        .iter()
        .flat_map(|places| places.streams.into_iter().flatten());
    let mut starts: BTreeMap<u64, usize> = used.map(|start| (start, 0)).collect();
    for (index, place) in starts.values_mut().enumerate() {
        *place = index;
    }
    starts
}
