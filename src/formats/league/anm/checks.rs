//! Checks that all kinds of `.anm` share: they keep nonsense out of a clip and say what they met.

use std::collections::BTreeMap;

use glam::{Quat, Vec3};

use crate::formats::{ReadError, Reader};
use crate::model::{Clip, Curve, Finding, Subject, Track};

/// What the game's own files nearly always hold.
const USUAL_FPS: f32 = 30.0;
/// A skeleton counts its joints in 16 bits.
pub(super) const MOST_TRACKS: u32 = 65_535;
const HIGHEST_FPS: f32 = 1000.0;
const LONGEST_SECONDS: f32 = 86_400.0;
/// Products of two such numbers are still far from infinite.
const LARGEST_NUMBER: f32 = 1e15;
/// A broken file can repeat thousands of hashes; a list this long says it all.
const MOST_DUPLICATES: usize = 16;

const EXPORT_AGAIN: &str = "export the animation again";
const MAYBE_CUT: &str = "extract or export the file again; it may be cut off or damaged";

/// Reads a number of tracks; refuses more than any skeleton has joints, before anything is allocated for them.
pub(super) fn track_count(reader: &mut Reader<'_>, most: u32) -> Result<usize, ReadError> {
    let at = reader.offset();
    let count = reader.u32("the track count")?;
    if count > most {
        return Err(ReadError::new(
            at,
            format!("at most {most} tracks"),
            format!("{count}"),
        ));
    }
    Ok(count as usize)
}

/// A stored rate, or 30 where it is none.
pub(super) fn fps(stored: f32, offset: u64, findings: &mut Vec<Finding>) -> f32 {
    if stored > 0.0 && stored <= HIGHEST_FPS {
        return stored;
    }
    findings.push(
        Finding::warning(
            "league.anm-fps",
            format!("the file states {stored} frames a second; {USUAL_FPS} is used"),
            EXPORT_AGAIN,
        )
        .at(offset),
    );
    USUAL_FPS
}

/// A stored or computed length in seconds, or `instead` where it is none.
pub(super) fn duration(stored: f32, instead: f32, offset: u64, findings: &mut Vec<Finding>) -> f32 {
    if stored > 0.0 && stored <= LONGEST_SECONDS {
        return stored;
    }
    findings.push(
        Finding::warning(
            "league.anm-duration",
            format!("the file states a length of {stored} seconds; {instead} is used"),
            EXPORT_AGAIN,
        )
        .at(offset),
    );
    instead
}

/// Some exporters count the first 12 bytes, some do not (league-formats §5.2).
pub(super) fn resource_size(stored: u32, file_len: usize, findings: &mut Vec<Finding>) {
    let stored_len = u64::from(stored);
    let len = file_len as u64;
    if stored_len != len && stored_len + 12 != len {
        findings.push(
            Finding::note(
                "league.anm-size",
                format!("the file states a size of {stored} bytes and has {file_len}"),
                MAYBE_CUT,
            )
            .at(12),
        );
    }
}

/// Bytes behind the last block.
pub(super) fn trailing(count: usize, file_len: usize, findings: &mut Vec<Finding>) {
    if count > 0 {
        findings.push(
            Finding::note(
                "league.anm-trailing",
                format!("{count} bytes behind the last block are ignored"),
                "nothing to do, unless the tool that wrote it meant something by them",
            )
            .at((file_len - count) as u64),
        );
    }
}

/// Part of a block lies past the end of the file. `what` was stated, `there` of it can be used.
pub(super) fn cut(what: &str, stated: u64, there: u64, offset: usize, findings: &mut Vec<Finding>) {
    findings.push(
        Finding::error(
            "league.anm-cut",
            format!("the file states {stated} {what} and holds {there}; those are shown"),
            MAYBE_CUT,
        )
        .at(offset as u64),
    );
}

/// Flag bits whose meaning is not known.
pub(super) fn unknown_flags(flags: u32, known: u32, offset: u64, findings: &mut Vec<Finding>) {
    if flags & !known != 0 {
        findings.push(
            Finding::note(
                "league.anm-flags",
                format!("unknown flag bits {:#x} are ignored", flags & !known),
                "nothing to do; if the animation looks wrong in the viewer alone, report it",
            )
            .at(offset),
        );
    }
}

/// A clip that moves nothing.
pub(super) fn empty(clip: &Clip, findings: &mut Vec<Finding>) {
    if clip.tracks.is_empty() {
        findings.push(Finding::warning(
            "league.anm-empty",
            "the animation has no tracks: it moves nothing",
            EXPORT_AGAIN,
        ));
    } else if clip.frame_count == Some(0) || clip.key_count == Some(0) {
        findings.push(Finding::warning(
            "league.anm-empty",
            "the animation has no frames: the bind pose is shown",
            EXPORT_AGAIN,
        ));
    }
}

/// Replaces what is not a number, and names duplicate hashes and rotations that are not of unit length.
pub(super) fn tracks(clip: &mut Clip, findings: &mut Vec<Finding>) {
    empty(clip, findings);
    duplicates(&clip.tracks, findings);
    let mut unusable = Tally::default();
    let mut not_unit = Tally::default();
    for (index, track) in clip.tracks.iter_mut().enumerate() {
        repair(
            &mut track.translation,
            Vec3::ZERO,
            index,
            &mut unusable,
            |v| usable(&v.to_array()),
        );
        repair(
            &mut track.rotation,
            Quat::IDENTITY,
            index,
            &mut unusable,
            |q| usable(&q.to_array()),
        );
        repair(&mut track.scale, Vec3::ONE, index, &mut unusable, |v| {
            usable(&v.to_array())
        });
        for (place, rotation) in values(&track.rotation).iter().enumerate() {
            if (rotation.length() - 1.0).abs() > 1e-3 {
                not_unit.count(index, place);
            }
        }
    }
    findings.extend(unusable.finding(|count, first| {
        Finding::error(
            "league.anm-not-a-number",
            format!(
                "{count} values are infinite, too large or no numbers, the first {first}; \
                 the value before is held"
            ),
            EXPORT_AGAIN,
        )
    }));
    findings.extend(not_unit.finding(|count, first| {
        Finding::warning(
            "league.anm-not-unit",
            format!(
                "{count} rotations are not of unit length, the first {first}; they are normalised"
            ),
            EXPORT_AGAIN,
        )
    }));
}

fn usable(numbers: &[f32]) -> bool {
    numbers.iter().all(|number| number.abs() <= LARGEST_NUMBER)
}

fn values<T>(curve: &Option<Curve<T>>) -> &[T] {
    match curve {
        Some(Curve::Frames(values) | Curve::Cubic { values, .. }) => values,
        Some(Curve::Spans { .. } | Curve::Keys { .. }) | None => &[],
    }
}

fn repair<T: Copy>(
    curve: &mut Option<Curve<T>>,
    rest: T,
    track: usize,
    unusable: &mut Tally,
    is_usable: impl Fn(&T) -> bool,
) {
    let Some(Curve::Frames(values) | Curve::Cubic { values, .. }) = curve else {
        return;
    };
    let mut held = rest;
    for (place, value) in values.iter_mut().enumerate() {
        if is_usable(value) {
            held = *value;
        } else {
            *value = held;
            unusable.count(track, place);
        }
    }
}

fn duplicates(tracks: &[Track], findings: &mut Vec<Finding>) {
    let mut seen = BTreeMap::new();
    let mut found = 0;
    for (index, track) in tracks.iter().enumerate() {
        let Some(hash) = track.hash else { continue };
        let Some(&first) = seen.get(&hash) else {
            seen.insert(hash, index);
            continue;
        };
        found += 1;
        if found <= MOST_DUPLICATES {
            findings.push(
                Finding::warning(
                    "league.anm-duplicate-track",
                    format!("tracks {first} and {index} have the same hash {hash:#010x}"),
                    "look at the joint mapping: each goes to a joint of its own, where there is one",
                )
                .about(Subject::Track(index)),
            );
        }
    }
    if found > MOST_DUPLICATES {
        findings.push(Finding::warning(
            "league.anm-duplicate-tracks",
            format!("{found} tracks repeat the hash of an earlier one; the first are listed"),
            EXPORT_AGAIN,
        ));
    }
}

/// One kind of oddity, which may be met a million times: how often, and where first.
#[derive(Default)]
pub(super) struct Tally {
    count: usize,
    first: Option<(usize, usize)>,
}

impl Tally {
    /// Met once more, at a frame or key of a track.
    pub fn count(&mut self, track: usize, place: usize) {
        self.count += 1;
        self.first.get_or_insert((track, place));
    }

    /// One finding from the count and the first place in words; none where nothing was met.
    pub fn finding(self, say: impl FnOnce(usize, String) -> Finding) -> Option<Finding> {
        let (track, place) = self.first?;
        let first = format!("in track {track} at frame or key {place}");
        Some(say(self.count, first).about(Subject::Track(track)))
    }
}
