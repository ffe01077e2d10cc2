//! Writes `.anm` of version 5 (league-formats §5.2): vectors and packed rotations once each, rows of indices to them.

use std::collections::HashMap;
use std::hash::Hash;

use glam::Vec3;

use crate::formats::WriteError;
use crate::formats::writer::Writer;
use crate::model::{Clip, Curve, Track};

use super::frames::HEADER;
use super::packed_quaternion;
use crate::formats::league::hash;

/// Offsets in the file are relative to this byte.
pub(super) const BASE: usize = 12;

/// Encodes a clip stored by frame. Rotations are rounded to 48 bits, translations and scales are kept as they are.
///
/// # Errors
/// Where the clip holds what the format cannot: a curve of cubic keys, a track without a component or without hash and
/// name, a curve of another length than the clip, rotations without direction, or more than 65 536 different vectors
/// or rotations.
pub fn write_v5(clip: &Clip) -> Result<Vec<u8>, WriteError> {
    let frames = clip.frame_count.unwrap_or(0);
    if !(clip.fps > 0.0 && clip.fps.is_finite()) {
        return Err(WriteError(format!(
            "{} frames a second cannot be written",
            clip.fps
        )));
    }
    let hashes = clip
        .tracks
        .iter()
        .enumerate()
        .map(|(index, track)| track_hash(index, track));
    let hashes = hashes.collect::<Result<Vec<u32>, WriteError>>()?;
    let mut palettes = Palettes::default();
    let columns = clip.tracks.iter().enumerate();
    let columns = columns.map(|(index, track)| palettes.column(index, track, frames));
    let columns = columns.collect::<Result<Vec<Column>, WriteError>>()?;

    let mut writer = Writer::new();
    let places = write_header(&mut writer, clip, frames, hashes.len());
    let [hashes_at, vectors_at, quaternions_at, frames_at] = places;
    begin_block(&mut writer, vectors_at);
    for bits in &palettes.vectors.entries {
        writer.vec3(Vec3::from_array(bits.map(f32::from_bits)));
    }
    begin_block(&mut writer, quaternions_at);
    for words in &palettes.rotations.entries {
        words.iter().for_each(|&word| {
            writer.u16(word);
        });
    }
    writer.align(4);
    begin_block(&mut writer, hashes_at);
    for hash in hashes {
        writer.u32(hash);
    }
    begin_block(&mut writer, frames_at);
    for frame in 0..frames as usize {
        for column in &columns {
            for indices in [&column.translation, &column.scale, &column.rotation] {
                // A single index stands for every frame.
                writer.u16(indices.get(frame).or(indices.first()).copied().unwrap_or(0));
            }
        }
    }
    let size = (writer.len() - BASE) as u32;
    writer.patch_u32(BASE, size);
    Ok(writer.finish())
}

/// Everything but the resource size and the four offsets, whose places come back: hashes, vectors, quaternions, frames.
fn write_header(writer: &mut Writer, clip: &Clip, frames: u32, tracks: usize) -> [usize; 4] {
    writer.bytes(b"r3d2anmd").u32(5).u32(0);
    writer.u32(0).u32(0).u32(0);
    writer.u32(tracks as u32).u32(frames).f32(clip.fps.recip());
    writer.zeros(HEADER - writer.len());
    [40, 52, 56, 60]
}

/// Fills in a block's offset: it begins here.
pub(super) fn begin_block(writer: &mut Writer, offset_at: usize) {
    let offset = (writer.len() - BASE) as u32;
    writer.patch_u32(offset_at, offset);
}

/// The hash as it is, or that of the name.
pub(super) fn track_hash(index: usize, track: &Track) -> Result<u32, WriteError> {
    let named = track.name.as_deref().map(hash::elf);
    track.hash.or(named).ok_or_else(|| {
        WriteError(format!(
            "track {index} has neither hash nor name to be found by"
        ))
    })
}

/// Palette indices of one track: one a frame, or one for all.
struct Column {
    translation: Vec<u16>,
    scale: Vec<u16>,
    rotation: Vec<u16>,
}

#[derive(Default)]
struct Palettes {
    /// Bit patterns, so that equal means equal.
    vectors: Palette<[u32; 3]>,
    rotations: Palette<[u16; 3]>,
}

impl Palettes {
    fn column(&mut self, index: usize, track: &Track, frames: u32) -> Result<Column, WriteError> {
        let bits = |vector: &Vec3| Some(vector.to_array().map(f32::to_bits));
        let translation = per_frame(&track.translation, "translation", index, frames)?;
        let scale = per_frame(&track.scale, "scale", index, frames)?;
        let rotation = per_frame(&track.rotation, "rotation", index, frames)?;
        Ok(Column {
            translation: self.vectors.indices(translation, bits, index)?,
            scale: self.vectors.indices(scale, bits, index)?,
            rotation: self
                .rotations
                .indices(rotation, |&q| packed_quaternion::encode(q), index)?,
        })
    }
}

fn per_frame<'a, T>(
    curve: &'a Option<Curve<T>>,
    what: &str,
    track: usize,
    frames: u32,
) -> Result<&'a [T], WriteError> {
    match curve {
        Some(Curve::Frames(values)) if values.len() == 1 || values.len() == frames as usize => {
            Ok(values)
        }
        Some(Curve::Frames(values)) => Err(WriteError(format!(
            "track {track} has {} frames of {what} in a clip of {frames}",
            values.len()
        ))),
        Some(Curve::Cubic { .. } | Curve::Spans { .. } | Curve::Keys { .. }) => {
            Err(WriteError(format!(
                "track {track} has keys of {what}; version 5 stores one value a frame: write it compressed"
            )))
        }
        None if frames == 0 => Ok(&[]),
        None => Err(WriteError(format!(
            "track {track} has no {what}; version 5 cannot leave a component out: write it compressed"
        ))),
    }
}

/// Values of which each is stored once.
#[derive(Default)]
struct Palette<K> {
    entries: Vec<K>,
    index_of: HashMap<K, u16>,
}

impl<K: Copy + Eq + Hash> Palette<K> {
    fn indices<T>(
        &mut self,
        values: &[T],
        encode: impl Fn(&T) -> Option<K>,
        track: usize,
    ) -> Result<Vec<u16>, WriteError> {
        let index = |value| {
            let key = encode(value).ok_or_else(|| {
                WriteError(format!("track {track} has a rotation without a direction"))
            })?;
            if let Some(&index) = self.index_of.get(&key) {
                return Ok(index);
            }
            let index = u16::try_from(self.entries.len()).map_err(|_| {
                WriteError(
                    "more than 65536 different values do not fit a palette: write it compressed"
                        .into(),
                )
            })?;
            self.entries.push(key);
            self.index_of.insert(key, index);
            Ok(index)
        };
        values.iter().map(index).collect()
    }
}
