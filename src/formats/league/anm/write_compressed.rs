//! Writes compressed `.anm`, version 1 (league-formats §5.3).

use glam::{Quat, Vec3};

use crate::formats::WriteError;
use crate::formats::writer::Writer;
use crate::model::{Clip, Curve, Track};

use super::compressed::{HEADER, MOST_JOINTS, PRUNED, TIME_BASED, WIDE_CACHE};
use super::packed_quaternion;
use super::write_v5::{BASE, begin_block, track_hash};

const TOKEN: u32 = 0x6D6E_6163;
/// The game's exporter writes about one jump cache for so many keys.
const KEYS_A_CACHE: usize = 1000;
const LAST_TICK: u16 = u16::MAX;

/// Encodes a clip of cubic curves: vectors are rounded to 1/65535 of the box that all of them span, rotations to 48
/// bits, times are kept. A curve without doubled keys at the clip's start and end gets them.
///
/// # Errors
/// Where the clip holds what the format cannot: frames in place of keys, both kinds of tangents, a track without hash
/// and name, times that go back, numbers that are none, a duration or rate that is none, or more than 16 384 tracks.
pub fn write_compressed(clip: &Clip) -> Result<Vec<u8>, WriteError> {
    check_clip(clip)?;
    let hashes = clip
        .tracks
        .iter()
        .enumerate()
        .map(|(index, track)| track_hash(index, track));
    let hashes = hashes.collect::<Result<Vec<u32>, WriteError>>()?;
    let translation = Range::of(
        clip.tracks
            .iter()
            .filter_map(|track| track.translation.as_ref()),
    )?;
    let scale = Range::of(clip.tracks.iter().filter_map(|track| track.scale.as_ref()))?;
    let mut curves = Vec::with_capacity(clip.tracks.len() * 3);
    for (index, track) in clip.tracks.iter().enumerate() {
        curves.push(encode(&track.rotation, index, |&q: &Quat| {
            packed_quaternion::encode(q)
        })?);
        curves.push(encode(&track.translation, index, |v| translation.words(v))?);
        curves.push(encode(&track.scale, index, |v| scale.words(v))?);
    }
    let keys = keys_in_file_order(&mut curves);
    let cache_count = keys.len().div_ceil(KEYS_A_CACHE).max(1);

    let mut writer = Writer::new();
    writer
        .bytes(b"r3d2canm")
        .u32(1)
        .u32(0)
        .u32(TOKEN)
        .u32(flags(clip)?);
    writer
        .u32(hashes.len() as u32)
        .u32(keys.len() as u32)
        .u32(cache_count as u32);
    writer.f32(clip.duration).f32(clip.fps);
    // The exporter's margins: nothing is known of them here.
    writer.zeros(24);
    writer
        .vec3(translation.min)
        .vec3(translation.max)
        .vec3(scale.min)
        .vec3(scale.max);
    let offsets_at = writer.len();
    writer.zeros(HEADER - offsets_at);

    begin_block(&mut writer, offsets_at);
    for key in &keys {
        writer.u16(key.tick).u16(key.id);
        key.words.iter().for_each(|&word| {
            writer.u16(word);
        });
    }
    begin_block(&mut writer, offsets_at + 4);
    write_jump_caches(&mut writer, &curves, keys.len(), cache_count);
    begin_block(&mut writer, offsets_at + 8);
    for hash in hashes {
        writer.u32(hash);
    }
    let size = (writer.len() - BASE) as u32;
    writer.patch_u32(BASE, size);
    Ok(writer.finish())
}

fn check_clip(clip: &Clip) -> Result<(), WriteError> {
    for (number, what) in [
        (clip.duration, "a duration in seconds"),
        (clip.fps, "frames a second"),
    ] {
        if !(number > 0.0 && number.is_finite()) {
            return Err(WriteError(format!("{number} cannot be written as {what}")));
        }
    }
    if clip.tracks.len() > MOST_JOINTS as usize {
        let count = clip.tracks.len();
        return Err(WriteError(format!(
            "{count} tracks are more than the {MOST_JOINTS} that a key can name"
        )));
    }
    Ok(())
}

/// A compressed clip's own flags, made to agree with its curves.
fn flags(clip: &Clip) -> Result<u32, WriteError> {
    let mut time_based = Vec::new();
    let mut pruned = false;
    for Track {
        translation,
        rotation,
        scale,
        ..
    } in &clip.tracks
    {
        let tangents = [tangents(translation), tangents(rotation), tangents(scale)];
        pruned |= tangents.contains(&None);
        time_based.extend(tangents.into_iter().flatten());
    }
    let first = time_based.first().copied().unwrap_or(true);
    if time_based.iter().any(|&other| other != first) {
        return Err(WriteError(
            "some curves have time-based tangents and some uniform ones; a file has one kind"
                .into(),
        ));
    }
    let own = if clip.kind == "canm" { clip.flags } else { 0 };
    let mut flags = own & !TIME_BASED;
    if first {
        flags |= TIME_BASED;
    }
    if pruned && flags & PRUNED == 0 {
        flags |= PRUNED;
    }
    Ok(flags)
}

fn tangents<T>(curve: &Option<Curve<T>>) -> Option<bool> {
    match curve {
        Some(Curve::Cubic { time_based, .. }) => Some(*time_based),
        _ => None,
    }
}

/// The box that all values of a component span.
struct Range {
    min: Vec3,
    max: Vec3,
}

impl Range {
    fn of<'a>(curves: impl Iterator<Item = &'a Curve<Vec3>>) -> Result<Self, WriteError> {
        let mut values = curves.flat_map(|curve| match curve {
            Curve::Frames(values) | Curve::Cubic { values, .. } => values.as_slice(),
            Curve::Spans { .. } | Curve::Keys { .. } => &[],
        });
        let Some(&first) = values.next() else {
            return Ok(Self {
                min: Vec3::ZERO,
                max: Vec3::ZERO,
            });
        };
        let mut range = Self {
            min: first,
            max: first,
        };
        let mut finite = first.is_finite();
        for &value in values {
            finite &= value.is_finite();
            range.min = range.min.min(value);
            range.max = range.max.max(value);
        }
        if finite && (range.max - range.min).is_finite() {
            Ok(range)
        } else {
            Err(WriteError(
                "a translation or scale is infinite, too large or no number".into(),
            ))
        }
    }

    fn words(&self, value: &Vec3) -> Option<[u16; 3]> {
        let (min, max) = (self.min.to_array(), self.max.to_array());
        let value = value.to_array();
        Some(std::array::from_fn(|axis| {
            let size = f64::from(max[axis]) - f64::from(min[axis]);
            let share = (f64::from(value[axis]) - f64::from(min[axis])) / size;
            // 0/0, where all values are one, rounds to 0.
            (share * 65_535.0).round() as u16
        }))
    }
}

/// A curve on its way into the file.
#[derive(Default)]
struct EncodedCurve {
    ticks: Vec<u16>,
    words: Vec<[u16; 3]>,
    /// Where its keys lie among all keys of the file.
    places: Vec<u32>,
}

fn spans_instead(track: usize) -> WriteError {
    WriteError(format!(
        "track {track} is stored by spans of frames, which League has no form for"
    ))
}

fn encode<T>(
    curve: &Option<Curve<T>>,
    track: usize,
    words_of: impl Fn(&T) -> Option<[u16; 3]>,
) -> Result<EncodedCurve, WriteError> {
    let (ticks, values) = match curve {
        None => return Ok(EncodedCurve::default()),
        Some(Curve::Frames(_)) => {
            return Err(WriteError(format!(
                "track {track} is stored by frame: write it as version 5"
            )));
        }
        Some(Curve::Spans { .. } | Curve::Keys { .. }) => return Err(spans_instead(track)),
        Some(Curve::Cubic { ticks, values, .. }) => (ticks, values),
    };
    if ticks.len() != values.len() || !ticks.is_sorted() {
        return Err(WriteError(format!(
            "track {track} has keys whose times are missing or go back"
        )));
    }
    let words: Option<Vec<[u16; 3]>> = values.iter().map(words_of).collect();
    let Some(words) = words else {
        return Err(WriteError(format!(
            "track {track} has a rotation without a direction"
        )));
    };
    Ok(with_doubled_ends(ticks, words))
}

fn with_doubled_ends(ticks: &[u16], words: Vec<[u16; 3]>) -> EncodedCurve {
    let (Some(&first), Some(&last)) = (words.first(), words.last()) else {
        return EncodedCurve::default();
    };
    let at_start = ticks.iter().take_while(|&&tick| tick == 0).count();
    let at_end = ticks
        .iter()
        .rev()
        .take_while(|&&tick| tick == LAST_TICK)
        .count();
    let before = 2usize.saturating_sub(at_start);
    let after = 2usize.saturating_sub(at_end);
    let mut curve = EncodedCurve::default();
    curve.ticks.extend(std::iter::repeat_n(0, before));
    curve.ticks.extend_from_slice(ticks);
    curve.ticks.extend(std::iter::repeat_n(LAST_TICK, after));
    curve.words.extend(std::iter::repeat_n(first, before));
    curve.words.extend(words);
    curve.words.extend(std::iter::repeat_n(last, after));
    curve
}

struct EncodedKey {
    tick: u16,
    id: u16,
    words: [u16; 3],
}

/// A player that only reads forwards needs a key from the time on of the key two earlier in its curve: that is the
/// order. `curves` hold rotation, translation and scale of one joint after the other, and learn where their keys went.
fn keys_in_file_order(curves: &mut [EncodedCurve]) -> Vec<EncodedKey> {
    let mut order: Vec<(u16, usize, usize)> = Vec::new();
    for (index, curve) in curves.iter_mut().enumerate() {
        curve.places = vec![0; curve.ticks.len()];
        for key in 0..curve.ticks.len() {
            let activation = key.checked_sub(2).map_or(0, |earlier| curve.ticks[earlier]);
            order.push((activation, index, key));
        }
    }
    order.sort_unstable();
    let mut keys = Vec::with_capacity(order.len());
    for (_, index, key) in order {
        let curve = &mut curves[index];
        curve.places[key] = keys.len() as u32;
        keys.push(EncodedKey {
            tick: curve.ticks[key],
            id: (((index % 3) << 14) | (index / 3)) as u16,
            words: curve.words[key],
        });
    }
    keys
}

/// For evenly spread times, the four keys around that time in every curve.
fn write_jump_caches(writer: &mut Writer, curves: &[EncodedCurve], key_count: usize, count: usize) {
    let wide = key_count >= WIDE_CACHE as usize;
    for cache in 0..count {
        let time = cache * usize::from(LAST_TICK) / count;
        for curve in curves {
            let after = curve
                .ticks
                .partition_point(|&tick| usize::from(tick) <= time);
            for neighbour in 0..4 {
                let last = curve.places.len().saturating_sub(1);
                let key = (after + neighbour).saturating_sub(2).min(last);
                let place = curve.places.get(key).copied().unwrap_or(u32::MAX);
                if wide {
                    writer.u32(place);
                } else {
                    writer.u16(place as u16);
                }
            }
        }
    }
}
