//! Compressed `.anm`, "canm" (league-formats §5.3): quantised keys, grouped here into one curve for each joint and
//! component. The jump cache only helps a player that reads keys in file order; curves are searched instead.

use glam::Vec3;

use crate::formats::{ReadError, Reader};
use crate::model::{Clip, Curve, Finding, Track};

use super::blocks::{Block, Blocks};
use super::checks::{self, Tally};
use super::packed_quaternion;

/// A key names its joint in 14 bits.
pub(super) const MOST_JOINTS: u32 = 1 << 14;
/// From this many keys on, the jump cache's entries have 4 bytes.
pub(super) const WIDE_CACHE: u32 = 65_537;
/// Tangents weighed by time.
pub(super) const TIME_BASED: u32 = 1 << 2;
/// Components may have no keys.
pub(super) const PRUNED: u32 = 0b11 << 4;
/// The first data block follows the header.
pub(super) const HEADER: usize = 128;
pub(super) const KEY: usize = 10;

const KNOWN_FLAGS: u32 = 0b11 | TIME_BASED | PRUNED;
const COMPONENTS: usize = 3;

struct Header {
    flags: u32,
    joints: usize,
    keys: u32,
    jump_caches: i32,
    duration: f32,
    fps: f32,
    translation: Range,
    scale: Range,
    keys_at: i32,
    jump_caches_at: i32,
    hashes_at: i32,
}

/// The box that a component's words span.
#[derive(Clone, Copy)]
struct Range {
    min: Vec3,
    max: Vec3,
}

impl Range {
    fn value(&self, words: [u16; 3]) -> Vec3 {
        let share = Vec3::from_array(words.map(f32::from)) / 65_535.0;
        self.min + (self.max - self.min) * share
    }
}

/// The keys of one joint's component, in file order.
#[derive(Clone, Default)]
struct Keys {
    ticks: Vec<u16>,
    words: Vec<[u16; 3]>,
}

pub(super) fn read(
    bytes: &[u8],
    version: u32,
    findings: &mut Vec<Finding>,
) -> Result<Clip, ReadError> {
    let header = read_header(bytes, findings)?;
    let offsets = [header.keys_at, header.jump_caches_at, header.hashes_at];
    let blocks = Blocks::new(bytes, &offsets);
    let hashes = read_hashes(blocks.at(header.hashes_at), header.joints, findings)?;
    check_jump_caches(&header, bytes.len(), findings);
    checks::trailing(
        blocks.trailing(blocks.at(header.hashes_at).start + 4 * hashes.len()),
        bytes.len(),
        findings,
    );
    if version != 1 {
        findings.push(
            Finding::note(
                "league.canm-version",
                format!(
                    "version {version} is read like version 1; no game file of it was ever checked"
                ),
                "compare with the game, and report what differs",
            )
            .at(8),
        );
    }

    let mut curves = read_curves(
        blocks.at(header.keys_at),
        header.keys,
        hashes.len(),
        findings,
    )?;
    sort_ticks(&mut curves, findings);
    note_open_ends(&curves, findings);
    let guessed = guess_duration(&curves, header.fps);
    let duration = checks::duration(header.duration, guessed, 36, findings);
    let tracks = build_tracks(&header, hashes, &curves, findings);
    Ok(Clip {
        kind: "canm",
        version,
        duration,
        fps: header.fps,
        key_count: Some(header.keys),
        jump_caches: Some(header.jump_caches.max(0) as u32),
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
    let flags = reader.u32("the flags")?;
    checks::unknown_flags(flags, KNOWN_FLAGS, 20, findings);
    let joints = checks::track_count(&mut reader, MOST_JOINTS)?;
    let keys = reader.u32("the key count")?;
    let jump_caches = reader.i32("the jump cache count")?;
    let duration = reader.f32("the duration")?;
    let fps = checks::fps(reader.f32("the frame rate")?, 40, findings);
    reader.take(24, "the exporter's error margins")?;
    let mut range = |what| -> Result<Range, ReadError> {
        Ok(Range {
            min: reader.vec3(what)?,
            max: reader.vec3(what)?,
        })
    };
    Ok(Header {
        flags,
        joints,
        keys,
        jump_caches,
        duration,
        fps,
        translation: range("the range of translations")?,
        scale: range("the range of scales")?,
        keys_at: reader.i32("the offset of the keys")?,
        jump_caches_at: reader.i32("the offset of the jump caches")?,
        hashes_at: reader.i32("the offset of the joint hashes")?,
    })
}

fn read_hashes(
    block: Block<'_>,
    joints: usize,
    findings: &mut Vec<Finding>,
) -> Result<Vec<u32>, ReadError> {
    let mut reader = Reader::new(block.bytes);
    let there = joints.min(block.bytes.len() / 4);
    if there == 0 && joints > 0 {
        let expected = format!("{joints} joint hashes at offset {}", block.start);
        return Err(ReadError::new(
            124,
            expected,
            "none of them inside the file",
        ));
    }
    if there < joints {
        checks::cut(
            "joint hashes",
            joints as u64,
            there as u64,
            block.start,
            findings,
        );
    }
    (0..there).map(|_| reader.u32("a joint hash")).collect()
}

/// One set of curves for each joint: rotation, translation, scale.
type Curves = Vec<[Keys; COMPONENTS]>;

fn read_curves(
    block: Block<'_>,
    stated: u32,
    joints: usize,
    findings: &mut Vec<Finding>,
) -> Result<Curves, ReadError> {
    let mut reader = Reader::new(block.bytes);
    let there = stated.min(u32::try_from(block.bytes.len() / KEY).unwrap_or(u32::MAX));
    if there == 0 && stated > 0 {
        let expected = format!("{stated} keys at offset {}", block.start);
        return Err(ReadError::new(
            116,
            expected,
            "none of them inside the file",
        ));
    }
    if there < stated {
        checks::cut("keys", stated.into(), there.into(), block.start, findings);
    }
    let mut curves: Curves = Vec::new();
    curves.resize_with(joints, Default::default);
    let mut without_joint = Stray::default();
    let mut without_component = Stray::default();
    for _ in 0..there {
        let at = block.start as u64 + reader.offset();
        let tick = reader.u16("a key's time")?;
        let id = reader.u16("a key's joint and component")?;
        let words = [
            reader.u16("a key")?,
            reader.u16("a key")?,
            reader.u16("a key")?,
        ];
        let (joint, component) = (usize::from(id & 0x3FFF), usize::from(id >> 14));
        match curves.get_mut(joint) {
            None => without_joint.count(at),
            Some(curves) => match curves.get_mut(component) {
                None => without_component.count(at),
                Some(keys) => {
                    keys.ticks.push(tick);
                    keys.words.push(words);
                }
            },
        }
    }
    let past = format!("they name a joint past the table's {joints}");
    findings.extend(without_joint.finding("league.canm-key-joint", &past));
    let none = "they are no rotation, translation or scale";
    findings.extend(without_component.finding("league.canm-key-component", none));
    Ok(curves)
}

/// Keys that belong to no curve: how many, and where the first lies.
#[derive(Default)]
struct Stray {
    count: usize,
    first: Option<u64>,
}

impl Stray {
    fn count(&mut self, at: u64) {
        self.count += 1;
        self.first.get_or_insert(at);
    }

    fn finding(&self, code: &'static str, why: &str) -> Option<Finding> {
        let message = format!("{} keys are left out: {why}", self.count);
        let finding = Finding::error(code, message, "export the animation again");
        self.first.map(|first| finding.at(first))
    }
}

fn sort_ticks(curves: &mut Curves, findings: &mut Vec<Finding>) {
    let mut unsorted = Tally::default();
    for (joint, components) in curves.iter_mut().enumerate() {
        for keys in components {
            if keys.ticks.is_sorted() {
                continue;
            }
            let first = keys.ticks.windows(2).position(|pair| pair[0] > pair[1]);
            unsorted.count(joint, first.unwrap_or(0));
            let mut order: Vec<usize> = (0..keys.ticks.len()).collect();
            order.sort_by_key(|&key| keys.ticks[key]);
            *keys = Keys {
                ticks: order.iter().map(|&key| keys.ticks[key]).collect(),
                words: order.iter().map(|&key| keys.words[key]).collect(),
            };
        }
    }
    findings.extend(unsorted.finding(|count, first| {
        Finding::warning(
            "league.canm-key-order",
            format!("{count} curves go back in time, the first {first}; their keys are sorted"),
            "export the animation again",
        )
    }));
}

/// The game's exporter gives every curve a key at the clip's very start and end.
fn note_open_ends(curves: &Curves, findings: &mut Vec<Finding>) {
    let mut open = Tally::default();
    for (joint, components) in curves.iter().enumerate() {
        for keys in components {
            let (Some(&first), Some(&last)) = (keys.ticks.first(), keys.ticks.last()) else {
                continue;
            };
            if first != 0 || last != u16::MAX {
                open.count(joint, 0);
            }
        }
    }
    findings.extend(open.finding(|count, first| {
        Finding::note(
            "league.canm-open-end",
            format!("{count} curves lack a key at the start or the end, the first {first}; the nearest key holds"),
            "nothing to do; the game's own exporter writes those keys",
        )
    }));
}

/// One key a frame in the longest curve, without the doubled ends: all that a file without a duration can tell.
fn guess_duration(curves: &Curves, fps: f32) -> f32 {
    let longest = curves
        .iter()
        .flatten()
        .map(|keys| keys.ticks.len())
        .max()
        .unwrap_or(0);
    longest.saturating_sub(3).max(1) as f32 / fps
}

fn check_jump_caches(header: &Header, file_len: usize, findings: &mut Vec<Finding>) {
    let entry: i128 = if header.keys >= WIDE_CACHE { 4 } else { 2 };
    let count = i128::from(header.jump_caches);
    let size = count * header.joints as i128 * 4 * COMPONENTS as i128 * entry;
    let start = i128::from(header.jump_caches_at) + 12;
    if count < 0 || (size > 0 && (start < 12 || start + size > file_len as i128)) {
        findings.push(
            Finding::note(
                "league.canm-jump-cache",
                format!("a jump cache of {count} windows does not fit the file"),
                "nothing to do in the viewer, which needs none; a game may play the file wrongly: export it again",
            )
            .at(32),
        );
    }
}

fn build_tracks(
    header: &Header,
    hashes: Vec<u32>,
    curves: &Curves,
    findings: &mut Vec<Finding>,
) -> Vec<Track> {
    let time_based = header.flags & TIME_BASED != 0;
    let translation = usable_range(header.translation, "translations", 68, findings);
    let scale = usable_range(header.scale, "scales", 92, findings);
    let vectors = |keys: &Keys, range: Option<Range>| {
        let range = range?;
        cubic(keys, time_based, |words| range.value(words))
    };
    hashes
        .into_iter()
        .zip(curves)
        .map(|(hash, [rotations, translations, scales])| Track {
            hash: Some(hash),
            name: None,
            joint: None,
            weight: None,
            translation: vectors(translations, translation),
            rotation: cubic(rotations, time_based, packed_quaternion::decode),
            scale: vectors(scales, scale),
        })
        .collect()
}

fn cubic<T>(keys: &Keys, time_based: bool, decode: impl Fn([u16; 3]) -> T) -> Option<Curve<T>> {
    let values: Vec<T> = keys.words.iter().map(|&words| decode(words)).collect();
    let ticks = keys.ticks.clone();
    (!values.is_empty()).then_some(Curve::Cubic {
        ticks,
        values,
        time_based,
    })
}

/// `None` where the words cannot be turned into numbers, so that the joints keep their bind components.
fn usable_range(
    range: Range,
    what: &str,
    offset: u64,
    findings: &mut Vec<Finding>,
) -> Option<Range> {
    let Range { min, max } = range;
    if !(max - min).is_finite() {
        findings.push(
            Finding::error(
                "league.canm-range",
                format!(
                    "the range of {what} from {min} to {max} is no box; the {what} are left out"
                ),
                "export the animation again",
            )
            .at(offset),
        );
        return None;
    }
    if min.cmpgt(max).any() {
        findings.push(
            Finding::warning(
                "league.canm-range",
                format!(
                    "the range of {what} from {min} to {max} is turned around; it is used as it is"
                ),
                "export the animation again",
            )
            .at(offset),
        );
    }
    Some(range)
}
