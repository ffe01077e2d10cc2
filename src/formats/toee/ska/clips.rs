//! From the stored animations to the model (toee-formats §3.3, §3.5, §4).

use std::collections::BTreeMap;

use glam::{Quat, Vec3};

use super::{Animation, Event, RotationKey, STREAM_SLOTS, Ska, Stream, VectorKey};
use crate::formats::tally::{Tally, counted};
use crate::formats::toee::usable;
use crate::model::{
    Clip, ClipEvent, Curve, Drive, DriveKind, Finding, Skeleton, Span, Subject, Track, Transform,
};

/// Steps of a stored number in one whole.
const STEPS: f32 = 32_767.0;
/// Frames a second of clips whose file gives no speed.
const USUAL_FPS: f32 = 30.0;
/// Spans that all clips of a file may have together: several times the most seen, and little enough memory. Animations
/// that share a stream multiply them.
const MOST_SPANS: usize = 3_000_000;
/// Spans that take the memory of an empty track.
const SPANS_OF_A_TRACK: usize = 16;

/// The animations of a file as clips for `skeleton`, which was made from the same file. Each plays its first stream, as
/// the game does, at its own natural speed.
pub fn clips(ska: &Ska, skeleton: &Skeleton) -> (Vec<Clip>, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut room = MOST_SPANS;
    let mut tracks = all_tracks(ska, skeleton, &mut room, &mut findings);
    let stream_of = |animation: &Animation| animation.streams[0].stream;
    let mut uses = vec![0_usize; tracks.len()];
    for stream in ska.animations.iter().filter_map(stream_of) {
        if let Some(uses) = uses.get_mut(stream) {
            *uses += 1;
        }
    }
    let mut odd = Odd::default();
    let mut clips = Vec::with_capacity(ska.animations.len());
    for (index, animation) in ska.animations.iter().enumerate() {
        let mut clip = clip(index, animation, &mut odd);
        let stream = stream_of(animation);
        if let Some((tracks, uses)) =
            stream.and_then(|stream| tracks.get_mut(stream).zip(uses.get_mut(stream)))
        {
            *uses -= 1;
            let size = size(tracks);
            if *uses == 0 {
                clip.tracks = std::mem::take(tracks);
            } else if size <= room {
                room -= size;
                clip.tracks.clone_from(tracks);
            } else {
                odd.crowded.add(index);
            }
            clip.key_count = Some(clip.tracks.iter().map(spans_of).sum::<usize>() as u32);
        }
        clips.push(clip);
    }
    odd.report(&mut findings);
    (clips, findings)
}

fn size(tracks: &[Track]) -> usize {
    tracks
        .iter()
        .map(|track| SPANS_OF_A_TRACK + spans_of(track))
        .sum()
}

fn spans_of(track: &Track) -> usize {
    let count = |curve: &Option<Curve<Vec3>>| curve.as_ref().map_or(0, Curve::len);
    count(&track.translation) + track.rotation.as_ref().map_or(0, Curve::len) + count(&track.scale)
}

#[derive(Default)]
struct Odd {
    drive: Tally<(usize, u8)>,
    rate: Tally<(usize, f32)>,
    speed: Tally<(usize, f32)>,
    streams: Tally<usize>,
    crowded: Tally<usize>,
}

impl Odd {
    fn report(self, findings: &mut Vec<Finding>) {
        let fix = "export the animations again";
        self.drive.report(findings, |count, (clip, drive)| {
            let message = format!(
                "{} by something unknown and taken to follow time; the first is animation {clip} with drive {drive}",
                counted(count, "animation is driven", "animations are driven")
            );
            Finding::warning("toee.unknown-drive", message, fix)
        });
        self.rate.report(findings, |count, (clip, rate)| {
            let message = format!(
                "{} no usable rate and {} still at the first frame; the first is animation {clip} with {rate}",
                counted(count, "animation has", "animations have"),
                if count == 1 { "stands" } else { "stand" }
            );
            Finding::warning("toee.bad-rate", message, fix)
        });
        self.speed.report(findings, |count, (clip, speed)| {
            let message = format!(
                "{} no natural speed and {USUAL_FPS} frames a second are shown; the first is animation {clip} with {speed}",
                counted(count, "animation has", "animations have")
            );
            Finding::note("toee.no-natural-speed", message, "nothing; in the game the movement sets the speed")
        });
        self.streams.report(findings, |count, clip| {
            let message = format!(
                "{} several streams, of which the game plays the first; the first is animation {clip}",
                counted(count, "animation has", "animations have")
            );
            Finding::note("toee.more-streams", message, "nothing")
        });
        self.crowded.report(findings, |count, clip| {
            let message = format!(
                "all animations together hold more than {MOST_SPANS} keys; {} left in the rest pose, the first is animation {clip}",
                counted(count, "animation is", "animations are")
            );
            Finding::error("toee.too-many-keys", message, fix)
        });
    }
}

/// All of a clip but its tracks.
fn clip(index: usize, animation: &Animation, odd: &mut Odd) -> Clip {
    let kind = match animation.drive {
        0 => DriveKind::Time,
        1 => DriveKind::Distance,
        2 => DriveKind::Rotation,
        unknown => {
            odd.drive.add((index, unknown));
            DriveKind::Time
        }
    };
    match animation.stream_count as usize {
        0 | 1 => {}
        2..=STREAM_SLOTS => odd.streams.add(index),
        _ => odd.streams.add(index),
    }
    let has_stream = animation.stream_count > 0;
    let slot = animation.streams[0];
    let frames = if has_stream { slot.frames } else { 0 };
    let intervals = f32::from(frames.saturating_sub(1));
    let rate_is_usable = slot.rate > 0.0 && usable(&[slot.rate, intervals / slot.rate]);
    if has_stream && frames > 1 && !rate_is_usable {
        odd.rate.add((index, slot.rate));
    }
    let length = if rate_is_usable {
        intervals / slot.rate
    } else {
        0.0
    };
    let rate = if rate_is_usable { slot.rate } else { 0.0 };
    let (per_second, fps) = speed(kind, rate, slot.per_second, frames > 1, |speed| {
        odd.speed.add((index, speed));
    });
    let duration = if length > 0.0 { intervals / fps } else { 0.0 };
    Clip {
        name: animation.name.text(),
        kind: "ska",
        version: 1,
        duration,
        fps,
        frame_count: Some(frames.into()),
        drive: Some(Drive {
            kind,
            rate,
            per_second,
            length,
        }),
        loops: Some(animation.loopable != 0),
        events: animation
            .events
            .iter()
            .map(|e| event(e, fps, duration))
            .collect(),
        ..Clip::default()
    }
}

/// Units of the drive a second, and frames a second.
fn speed(
    kind: DriveKind,
    rate: f32,
    stated: f32,
    moves: bool,
    mut odd: impl FnMut(f32),
) -> (f32, f32) {
    if rate <= 0.0 {
        return (1.0, USUAL_FPS);
    }
    if kind == DriveKind::Time {
        return (1.0, rate);
    }
    let fps = rate * stated.abs();
    if fps > 0.0 && usable(&[stated, fps, fps.recip()]) {
        return (stated, fps);
    }
    if moves {
        odd(stated);
    }
    (USUAL_FPS / rate, USUAL_FPS)
}

fn event(event: &Event, fps: f32, duration: f32) -> ClipEvent {
    ClipEvent {
        frame: event.frame.into(),
        seconds: (f32::from(event.frame) / fps).min(duration),
        name: event.kind.text(),
        text: event.argument.text(),
    }
}

/// The tracks of every stream.
fn all_tracks(
    ska: &Ska,
    skeleton: &Skeleton,
    room: &mut usize,
    findings: &mut Vec<Finding>,
) -> Vec<Vec<Track>> {
    let mut is_full = false;
    let mut bad_factor = Tally::default();
    let mut backward: Tally<(usize, u16)> = Tally::default();
    let mut of_stream = |(index, stream): (usize, &Stream)| {
        let factors = [stream.scale_factor, stream.translation_factor];
        let are_usable = factors.map(|factor| usable(&[factor * STEPS]));
        if are_usable.contains(&false) {
            bad_factor.add(index);
        }
        let mut decoder = Decoder {
            skeleton,
            stream,
            are_usable,
            room,
            tracks: BTreeMap::new(),
        };
        is_full |= !decoder.decode(|bone, frame| backward.add((bone, frame)));
        let tracks = decoder.tracks.into_values();
        tracks.map(without_slack).collect()
    };
    let tracks = ska.streams.iter().enumerate().map(&mut of_stream).collect();
    if is_full {
        let message =
            format!("the streams hold more than {MOST_SPANS} keys; the last of them are left out");
        let fix = "export the animations again";
        findings.push(Finding::error("toee.too-many-keys", message, fix));
    }
    let fix = "export the animations again";
    bad_factor.report(findings, |count, stream| {
        let message = format!(
            "{} a scale or translation factor that is not finite or too large, and those keys are left out; the first is stream {stream}",
            counted(count, "stream has", "streams have")
        );
        Finding::error("toee.bad-factor", message, fix)
    });
    backward.report(findings, |count, (bone, frame)| {
        let message = format!(
            "{} not after the frame they start from, and taken for a jump; the first is of bone {bone} at frame {frame}",
            counted(count, "key arrives", "keys arrive")
        );
        Finding::warning("toee.key-goes-back", message, fix).about(Subject::Joint(bone))
    });
    tracks
}

/// Turns the records of a stream into curves, bone by bone.
struct Decoder<'a> {
    skeleton: &'a Skeleton,
    stream: &'a Stream,
    /// The factors of scale and translation.
    are_usable: [bool; 2],
    /// Spans that may still be made.
    room: &'a mut usize,
    tracks: BTreeMap<usize, Track>,
}

impl Decoder<'_> {
    /// False where there is no room for all.
    fn decode(&mut self, mut backward: impl FnMut(usize, u16)) -> bool {
        let stream = self.stream;
        for initial in &stream.initial {
            let [scale, translation] = self.are_usable;
            let start = Transform {
                scale: vector(initial.scale, stream.scale_factor),
                rotation: rotation(initial.rotation),
                translation: vector(initial.translation, stream.translation_factor),
            };
            let Some((track, _)) = self.track(initial.bone as usize, 3) else {
                return false;
            };
            track.scale = scale.then(|| constant(start.scale));
            track.rotation = Some(constant(start.rotation));
            track.translation = translation.then(|| constant(start.translation));
        }
        let mut from = 0;
        for frame in &stream.frames {
            let end = frame.end as usize;
            for record in stream.records.get(from..end).unwrap_or_default() {
                let bone = usize::from(record.bone);
                let [scale, translation] = self.are_usable;
                let keys = usize::from(record.scale.is_some())
                    + usize::from(record.rotation.is_some())
                    + usize::from(record.translation.is_some());
                let Some((track, rest)) = self.track(bone, keys) else {
                    return false;
                };
                let goes_on = |next: i16| i32::from(next) > i32::from(frame.number);
                let mut is_forward = true;
                if let Some(VectorKey { next, value }) = record.scale.filter(|_| scale) {
                    let value = vector(value, stream.scale_factor);
                    add(&mut track.scale, rest.scale, frame.number, next, value);
                    is_forward &= goes_on(next);
                }
                if let Some(RotationKey { next, value }) = record.rotation {
                    add(
                        &mut track.rotation,
                        rest.rotation,
                        frame.number,
                        next,
                        rotation(value),
                    );
                    is_forward &= goes_on(next);
                }
                if let Some(VectorKey { next, value }) = record.translation.filter(|_| translation)
                {
                    let value = vector(value, stream.translation_factor);
                    add(
                        &mut track.translation,
                        rest.translation,
                        frame.number,
                        next,
                        value,
                    );
                    is_forward &= goes_on(next);
                }
                if !is_forward {
                    backward(bone, frame.number);
                }
            }
            from = end;
        }
        true
    }

    /// The track of a bone, begun if need be, and the bone's rest state. `None` where there is no room for more spans.
    fn track(&mut self, bone: usize, keys: usize) -> Option<(&mut Track, Transform)> {
        let joint = self.skeleton.joints.get(bone)?;
        let is_new = !self.tracks.contains_key(&bone);
        let wanted = keys + if is_new { SPANS_OF_A_TRACK } else { 0 };
        *self.room = self.room.checked_sub(wanted)?;
        let track = self.tracks.entry(bone).or_insert_with(|| Track {
            name: Some(joint.name.clone()),
            joint: Some(bone),
            ..Track::default()
        });
        Some((track, joint.local))
    }
}

/// Memory that a growing list took and did not fill is given back.
fn without_slack(mut track: Track) -> Track {
    fn fit<T>(curve: &mut Option<Curve<T>>) {
        if let Some(Curve::Spans { spans, .. }) = curve {
            spans.shrink_to_fit();
        }
    }
    fit(&mut track.translation);
    fit(&mut track.rotation);
    fit(&mut track.scale);
    track
}

fn vector(value: [i16; 3], factor: f32) -> Vec3 {
    Vec3::from_array(value.map(f32::from)) * factor
}

fn rotation(value: [i16; 4]) -> Quat {
    Quat::from_array(value.map(|step| f32::from(step) / STEPS))
}

fn constant<T>(start: T) -> Curve<T> {
    Curve::Spans {
        start,
        spans: Vec::new(),
    }
}

fn add<T>(curve: &mut Option<Curve<T>>, rest: T, from: u16, next: i16, value: T) {
    if let Curve::Spans { spans, .. } = curve.get_or_insert_with(|| constant(rest)) {
        let until = u16::try_from(next).unwrap_or(0);
        spans.push(Span { from, until, value });
    }
}
