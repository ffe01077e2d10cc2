//! `.anm` of versions 4 and 5 (league-formats §5.2): rows of palette indices, frame after frame.

use glam::{Quat, Vec3};

use crate::formats::{ReadError, Reader};
use crate::model::{Clip, Curve, Finding, Track};

use super::blocks::{Block, Blocks};
use super::checks::{self, Tally};
use super::packed_quaternion;
use super::row_order::{RowOrder, row_hash};

pub(super) const HEADER: usize = 76;
const VECTOR: usize = 12;

/// What sets the two versions apart.
#[derive(Clone, Copy)]
struct Layout {
    kind: &'static str,
    version: u32,
    quaternion: usize,
    row: usize,
    /// Where in a row the three indices begin; before them version 4 has the track's hash.
    indices_at: usize,
    /// Version 4 leaves the first offset, that of the hashes, unused: anything may stand there.
    first_offset: usize,
}

const V4: Layout = Layout {
    kind: "v4",
    version: 4,
    quaternion: 16,
    row: 12,
    indices_at: 4,
    first_offset: 1,
};
const V5: Layout = Layout {
    kind: "v5",
    version: 5,
    quaternion: 6,
    row: 6,
    indices_at: 0,
    first_offset: 0,
};

struct Header {
    flags: u32,
    tracks: usize,
    frames: u32,
    fps: f32,
    hashes: i32,
    vectors: i32,
    quaternions: i32,
    rows: i32,
    /// All block offsets, also those not used.
    offsets: [i32; 6],
}

pub(super) fn read(
    bytes: &[u8],
    version: u32,
    findings: &mut Vec<Finding>,
) -> Result<Clip, ReadError> {
    let layout = if version == 4 { V4 } else { V5 };
    let header = read_header(bytes, findings)?;
    let blocks = Blocks::new(bytes, &header.offsets[layout.first_offset..]);
    let rows_block = blocks.at(header.rows);
    let frame_size = header.tracks * layout.row;
    let (frames, rows) = whole_frames(&header, frame_size, rows_block, findings)?;

    let hashes = match layout.version {
        5 => read_hashes(bytes, &header)?,
        _ => row_hashes(rows.get(..frame_size).unwrap_or_default(), layout),
    };
    let palettes = Palettes {
        vectors: palette(&blocks, header.vectors, VECTOR, "vectors", frames, findings),
        quaternions: palette(
            &blocks,
            header.quaternions,
            layout.quaternion,
            "quaternions",
            frames,
            findings,
        ),
        layout,
    };
    let tracks = expand(hashes, rows, frame_size, &palettes, findings);

    let stated_rows = frame_size.saturating_mul(header.frames as usize);
    let end = rows_block.start.max(HEADER).saturating_add(stated_rows);
    checks::trailing(blocks.trailing(end), bytes.len(), findings);
    let duration = match frames {
        0 => 0.0,
        _ => checks::duration(frames as f32 / header.fps, 0.0, 32, findings),
    };
    Ok(Clip {
        kind: layout.kind,
        version,
        duration,
        fps: header.fps,
        frame_count: Some(frames),
        flags: header.flags,
        tracks,
        ..Clip::default()
    })
}

fn read_header(bytes: &[u8], findings: &mut Vec<Finding>) -> Result<Header, ReadError> {
    let mut reader = Reader::new(bytes);
    reader.seek(12usize, "the header")?;
    checks::resource_size(reader.u32("the resource size")?, bytes.len(), findings);
    reader.u32("the token")?;
    reader.u32("the inner version")?;
    let flags = reader.u32("the flags")?;
    checks::unknown_flags(flags, 0, 24, findings);
    let tracks = checks::track_count(&mut reader, checks::MOST_TRACKS)?;
    let frames = reader.u32("the frame count")?;
    let fps = rate(reader.f32("the frame duration")?);
    let fps = checks::fps(fps, 36, findings);
    let mut offsets = [0; 6];
    for (offset, what) in offsets.iter_mut().zip(OFFSETS) {
        *offset = reader.i32(what)?;
    }
    reader.take(12, "the rest of the header")?;
    let [hashes, _name, _time, vectors, quaternions, rows] = offsets;
    Ok(Header {
        flags,
        tracks,
        frames,
        fps,
        hashes,
        vectors,
        quaternions,
        rows,
        offsets,
    })
}

const OFFSETS: [&str; 6] = [
    "the offset of the joint hashes",
    "the offset of the asset name",
    "the offset of the times",
    "the offset of the vector palette",
    "the offset of the quaternion palette",
    "the offset of the frames",
];

/// Frames a second; 1/30 as a float is not exactly the inverse of 30.
fn rate(frame_duration: f32) -> f32 {
    let fps = 1.0 / frame_duration;
    if (fps - fps.round()).abs() < 1e-4 {
        fps.round()
    } else {
        fps
    }
}

/// The frames of which every row is there, and their rows.
fn whole_frames<'a>(
    header: &Header,
    frame_size: usize,
    block: Block<'a>,
    findings: &mut Vec<Finding>,
) -> Result<(u32, &'a [u8]), ReadError> {
    if frame_size == 0 || header.frames == 0 {
        return Ok((header.frames, &[]));
    }
    let there = u32::try_from(block.bytes.len() / frame_size).unwrap_or(u32::MAX);
    if there == 0 {
        let expected = format!("a frame of {frame_size} bytes at offset {}", block.start);
        let found = format!("{} bytes", block.bytes.len());
        return Err(ReadError::new(60, expected, found));
    }
    let frames = header.frames.min(there);
    if frames < header.frames {
        checks::cut(
            "frames",
            header.frames.into(),
            frames.into(),
            block.start,
            findings,
        );
    }
    Ok((frames, &block.bytes[..frames as usize * frame_size]))
}

fn read_hashes(bytes: &[u8], header: &Header) -> Result<Vec<u32>, ReadError> {
    let mut reader = Reader::new(bytes);
    reader.seek(i64::from(header.hashes) + 12, "the joint hashes")?;
    let count = reader.fits(header.tracks, 4, "joint hashes")?;
    (0..count).map(|_| reader.u32("a joint hash")).collect()
}

fn row_hashes(frame: &[u8], layout: Layout) -> Vec<u32> {
    frame.chunks_exact(layout.row).map(row_hash).collect()
}

/// A palette stores no length: it ends where the next block begins.
fn palette<'a>(
    blocks: &Blocks<'a>,
    offset: i32,
    size: usize,
    what: &str,
    frames: u32,
    findings: &mut Vec<Finding>,
) -> &'a [u8] {
    let block = blocks.at(offset);
    if block.cut && frames > 0 {
        findings.push(
            Finding::error(
                "league.anm-cut",
                format!(
                    "the file ends inside the palette of {what}; {} are there",
                    block.bytes.len() / size
                ),
                "extract or export the file again; it may be cut off or damaged",
            )
            .at(block.start as u64),
        );
    }
    block.bytes
}

struct Palettes<'a> {
    vectors: &'a [u8],
    quaternions: &'a [u8],
    layout: Layout,
}

impl Palettes<'_> {
    fn vector(&self, index: u16) -> Option<Vec3> {
        element(self.vectors, index, VECTOR)?.vec3("a vector").ok()
    }

    fn quaternion(&self, index: u16) -> Option<Quat> {
        let mut element = element(self.quaternions, index, self.layout.quaternion)?;
        if self.layout.version == 4 {
            return element.quat("a quaternion").ok();
        }
        let mut word = || element.u16("a packed quaternion").ok();
        Some(packed_quaternion::decode([word()?, word()?, word()?]))
    }
}

fn element(palette: &[u8], index: u16, size: usize) -> Option<Reader<'_>> {
    let start = usize::from(index) * size;
    palette.get(start..start + size).map(Reader::new)
}

/// Frame-major rows of indices to track-major values.
fn expand(
    hashes: Vec<u32>,
    rows: &[u8],
    frame_size: usize,
    palettes: &Palettes<'_>,
    findings: &mut Vec<Finding>,
) -> Vec<Track> {
    let frame_count = rows.len().checked_div(frame_size).unwrap_or(0);
    let mut expanded: Vec<_> = hashes.iter().map(|_| Expanded::new(frame_count)).collect();
    let mut out_of_range = Tally::default();
    let mut order = RowOrder::new(&hashes, palettes.layout.row);
    for (frame, rows) in rows.chunks_exact(frame_size.max(1)).enumerate() {
        if palettes.layout.version == 4 {
            order.turn_to(frame, rows);
        }
        for (index, track) in expanded.iter_mut().enumerate() {
            let row = order.row(index, rows);
            if !track.push(row, palettes) {
                out_of_range.count(index, frame);
            }
        }
    }
    findings.extend(order.finding());
    findings.extend(out_of_range.finding(|count, first| {
        Finding::error(
            "league.anm-palette-index",
            format!(
                "{count} rows point outside a palette, the first {first}; \
                 the value before is held"
            ),
            "export the animation again",
        )
    }));
    let with_hash = hashes.into_iter().zip(expanded);
    with_hash.map(|(hash, track)| track.finish(hash)).collect()
}

struct Expanded {
    translation: Vec<Vec3>,
    rotation: Vec<Quat>,
    scale: Vec<Vec3>,
}

impl Expanded {
    fn new(frames: usize) -> Self {
        Self {
            translation: Vec::with_capacity(frames),
            rotation: Vec::with_capacity(frames),
            scale: Vec::with_capacity(frames),
        }
    }

    /// The next frame; false where an index lies outside its palette. Order in a row: translation, scale, rotation.
    fn push(&mut self, row: Option<&[u8]>, palettes: &Palettes<'_>) -> bool {
        let Some(row) = row else {
            hold(&mut self.translation, None, Vec3::ZERO);
            hold(&mut self.scale, None, Vec3::ONE);
            hold(&mut self.rotation, None, Quat::IDENTITY);
            return true;
        };
        let at = palettes.layout.indices_at;
        let index =
            |place: usize| u16::from_le_bytes([row[at + 2 * place], row[at + 2 * place + 1]]);
        hold(&mut self.translation, palettes.vector(index(0)), Vec3::ZERO)
            & hold(&mut self.scale, palettes.vector(index(1)), Vec3::ONE)
            & hold(
                &mut self.rotation,
                palettes.quaternion(index(2)),
                Quat::IDENTITY,
            )
    }

    fn finish(self, hash: u32) -> Track {
        Track {
            hash: Some(hash),
            name: None,
            joint: None,
            weight: None,
            translation: collapsed(self.translation),
            rotation: collapsed(self.rotation),
            scale: collapsed(self.scale),
        }
    }
}

/// Appends a value, or the one before it, or `rest`. False where there was none.
fn hold<T: Copy>(values: &mut Vec<T>, found: Option<T>, rest: T) -> bool {
    let value = found.or(values.last().copied()).unwrap_or(rest);
    values.push(value);
    found.is_some()
}

/// A curve of one value a frame; of a single value where all are the same bit for bit, which most scales are.
pub(super) fn collapsed<T: bytemuck::NoUninit>(mut values: Vec<T>) -> Option<Curve<T>> {
    let (first, others) = values.split_first()?;
    if others
        .iter()
        .all(|value| bytemuck::bytes_of(value) == bytemuck::bytes_of(first))
    {
        values.truncate(1);
        values.shrink_to_fit();
    }
    Some(Curve::Frames(values))
}
