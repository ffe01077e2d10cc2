//! `.anm` of version 3 (league-formats §5.1): named tracks, each with all its frames in full.

use glam::{Quat, Vec3};

use crate::formats::{ReadError, Reader};
use crate::model::{Clip, Curve, Finding, Track};

use super::checks;
use super::frames::collapsed;
use crate::formats::league::hash;

const NAME: usize = 32;
const TRACK_HEADER: usize = NAME + 4;
const ROW: usize = 28;
/// 2 marks a track whose joint has no parent.
const KNOWN_FLAGS: u32 = 2;

pub(super) fn read(bytes: &[u8], findings: &mut Vec<Finding>) -> Result<Clip, ReadError> {
    let mut reader = Reader::new(bytes);
    reader.seek(12usize, "the header")?;
    let skeleton_id = reader.u32("the skeleton's number")?;
    let stated_tracks = checks::track_count(&mut reader, checks::MOST_TRACKS)?;
    let stated_frames = reader.u32("the frame count")?;
    let fps_at = reader.offset();
    let fps = checks::fps(reader.u32("the frame rate")? as f32, fps_at, findings);

    let (tracks, longest) = read_tracks(&mut reader, stated_tracks, stated_frames, findings)?;
    checks::trailing(reader.remaining(), bytes.len(), findings);
    let frames = if tracks.is_empty() {
        stated_frames
    } else {
        longest
    };
    let duration = match frames {
        0 => 0.0,
        _ => checks::duration(frames as f32 / fps, 0.0, 20, findings),
    };
    Ok(Clip {
        kind: "v3",
        version: 3,
        duration,
        fps,
        frame_count: Some(frames),
        skeleton_id: Some(skeleton_id),
        tracks,
        ..Clip::default()
    })
}

/// The tracks that the file holds, and the longest one's frames. A track that is cut is the last.
fn read_tracks(
    reader: &mut Reader<'_>,
    stated_tracks: usize,
    stated_frames: u32,
    findings: &mut Vec<Finding>,
) -> Result<(Vec<Track>, u32), ReadError> {
    let end = reader.file_len();
    let mut tracks = Vec::new();
    let mut longest = 0;
    let mut flags = 0;
    while tracks.len() < stated_tracks && reader.remaining() >= TRACK_HEADER {
        let (track, frames, track_flags) = read_track(reader, stated_frames)?;
        tracks.push(track);
        longest = longest.max(frames);
        flags |= track_flags;
        if frames < stated_frames {
            let what = format!("frames in track {}", tracks.len() - 1);
            checks::cut(&what, stated_frames.into(), frames.into(), end, findings);
            reader.seek(end, "the end")?;
        }
    }
    if tracks.is_empty() && stated_tracks > 0 {
        let found = format!("{} bytes", reader.remaining());
        return Err(reader.error("a track of 36 bytes", found));
    }
    if tracks.len() < stated_tracks {
        let (stated, there) = (stated_tracks as u64, tracks.len() as u64);
        checks::cut("tracks", stated, there, end, findings);
        reader.seek(end, "the end")?;
    }
    checks::unknown_flags(flags, KNOWN_FLAGS, 28 + NAME as u64, findings);
    Ok((tracks, longest))
}

/// A track, the frames of it that the file holds, and its flags.
fn read_track(reader: &mut Reader<'_>, stated_frames: u32) -> Result<(Track, u32, u32), ReadError> {
    let name = reader.fixed_string(NAME, "a track's name")?;
    let flags = reader.u32("a track's flags")?;
    let there = u32::try_from(reader.remaining() / ROW).unwrap_or(u32::MAX);
    let frames = stated_frames.min(there);
    let mut rotations: Vec<Quat> = Vec::with_capacity(frames as usize);
    let mut translations: Vec<Vec3> = Vec::with_capacity(frames as usize);
    for _ in 0..frames {
        rotations.push(reader.quat("a rotation")?);
        translations.push(reader.vec3("a translation")?);
    }
    let track = Track {
        hash: Some(hash::elf(&name)),
        name: Some(name),
        joint: None,
        weight: None,
        translation: collapsed(translations),
        rotation: collapsed(rotations),
        scale: (frames > 0).then(|| Curve::Frames(vec![Vec3::ONE])),
    };
    Ok((track, frames, flags))
}
