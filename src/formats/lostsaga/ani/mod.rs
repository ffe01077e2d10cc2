//! `.ani`, a clip (lostsaga-formats §6).

mod clip;
pub mod external_events;
mod rotation;
mod write;

use super::text::{Text, read_count};
use super::token;
use crate::formats::{ReadError, Reader};
use crate::model::ClipEvent;

pub use clip::{clip, clip_events};
pub use rotation::Rotation;
pub use write::write;

/// The versions that the client reads.
pub const VERSIONS: [i32; 3] = [4000, 4001, 4002];

/// A file as stored. All times are milliseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ani {
    /// One of [`VERSIONS`]: how rotations are packed.
    pub version: i32,
    /// In file order, which need not be that of time.
    pub events: Vec<Event>,
    /// Length of the clip.
    pub total: i32,
    /// In file order.
    pub tracks: Vec<Track>,
    /// What lies behind the last field.
    pub trailing: Vec<u8>,
}

/// Something that the clip says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event {
    /// What kind of event.
    pub kind: Text,
    /// What it says.
    pub info: Text,
    /// When.
    pub time: f32,
}

impl Event {
    /// An event as files store it.
    pub fn of(event: &ClipEvent) -> Self {
        Self {
            kind: Text::new(&event.name),
            info: Text::new(&event.text),
            time: (f64::from(event.seconds) * 1000.0) as f32,
        }
    }
}

/// What moves one bone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// The bone's name.
    pub bone: Text,
    /// 1 in known files; 0 disables the track.
    pub weight: f32,
    /// Strictly ascending in known files.
    pub keys: Vec<Key>,
}

/// A local transform, relative to the parent, in the place of the rest pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// As the version packs it.
    pub rotation: Rotation,
    /// In the parent's space.
    pub translation: [f32; 3],
    /// When.
    pub time: i32,
}

/// Reads a clip.
///
/// # Errors
/// `lostsaga.bad-token`, `lostsaga.unknown-version`, `lostsaga.bad-count`, `lostsaga.truncated`.
pub fn read(bytes: &[u8]) -> Result<Ani, ReadError> {
    read_whole(bytes).map_err(|error| error.coded(super::TRUNCATED))
}

fn read_whole(bytes: &[u8]) -> Result<Ani, ReadError> {
    let mut reader = Reader::new(bytes);
    token::read(&mut reader, token::ANI)?;
    let at = reader;
    let version = reader.i32("version")?;
    if !VERSIONS.contains(&version) {
        let error = at.error("version 4000, 4001 or 4002", version.to_string());
        let error = error.advise("export it again in one of these; the client refuses others");
        return Err(error.coded("lostsaga.unknown-version"));
    }
    let count = read_count(&mut reader, 12, "events")?;
    let events = (0..count)
        .map(|_| read_event(&mut reader))
        .collect::<Result<_, _>>()?;
    let total = reader.i32("total time")?;
    let count = read_count(&mut reader, 12, "tracks")?;
    let tracks = (0..count)
        .map(|_| read_track(&mut reader, version))
        .collect::<Result<_, _>>()?;
    let left = reader.remaining();
    Ok(Ani {
        version,
        events,
        total,
        tracks,
        trailing: reader.take(left, "the rest")?.to_vec(),
    })
}

fn read_event(reader: &mut Reader<'_>) -> Result<Event, ReadError> {
    Ok(Event {
        kind: Text::read(reader, "event type")?,
        info: Text::read(reader, "event info")?,
        time: reader.f32("event time")?,
    })
}

fn read_track(reader: &mut Reader<'_>, version: i32) -> Result<Track, ReadError> {
    let bone = Text::read(reader, "track name")?;
    let weight = reader.f32("track weight")?;
    let size = 16 + Rotation::bytes(version);
    let count = read_count(reader, size, "keys")?;
    let read_key = |_| {
        Ok(Key {
            rotation: Rotation::read(reader, version)?,
            translation: reader.vec3("key position")?.to_array(),
            time: reader.i32("key time")?,
        })
    };
    let keys = (0..count).map(read_key).collect::<Result<_, _>>()?;
    Ok(Track { bone, weight, keys })
}
