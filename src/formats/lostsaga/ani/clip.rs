//! From the stored file to the model: seconds, unit rotations, keys in the order of time.

use glam::{Quat, Vec3};

use super::{Ani, Event, Key};
use crate::formats::lostsaga::{EXPORT_AGAIN, long_names, trailing, vec3};
use crate::formats::tally::{Tally, counted};
use crate::model::transform::unit_or_identity;
use crate::model::{self, Clip, ClipEvent, Curve, Finding, Subject};

/// By which people count: the file itself counts milliseconds.
const FRAMES_A_SECOND: f32 = 30.0;
/// Clips are longer than this only by damage: a day.
const LONGEST: i32 = 24 * 60 * 60 * 1000;
/// Tracks that a sentence names.
const MOST_LISTED: usize = 8;

#[derive(Default)]
struct Odd {
    empty: Vec<usize>,
    number: Tally<usize>,
    order: Tally<usize>,
    weightless: Tally<(usize, f32)>,
    after_end: Tally<usize>,
    last: i32,
}

/// The clip of a file, and what is odd about it. It is as long as the file says, even where keys go on.
pub fn clip(ani: &Ani) -> (Clip, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut odd = Odd::default();
    let tracks = ani.tracks.iter().enumerate();
    let tracks = tracks.map(|(index, stored)| track(index, stored, ani.total, &mut odd));
    let mut clip = Clip {
        kind: "ani",
        version: ani.version as u32,
        duration: seconds(ani.total.clamp(0, LONGEST)) as f32,
        fps: FRAMES_A_SECOND,
        tracks: tracks.collect(),
        ..Clip::default()
    };
    clip.key_count = Some(ani.tracks.iter().map(|track| track.keys.len() as u32).sum());
    if !(0..=LONGEST).contains(&ani.total) {
        let message = format!("a total time of {} ms", ani.total);
        findings.push(Finding::warning(
            "lostsaga.bad-total-time",
            message,
            EXPORT_AGAIN,
        ));
    }
    report(odd, ani, &mut findings);
    let (events, more) = clip_events(&ani.events);
    clip.events = events;
    findings.extend(more);
    let names = ani.tracks.iter().map(|track| &track.bone);
    let words = ani.events.iter();
    let words = words.flat_map(|event| [&event.kind, &event.info]);
    findings.extend(long_names(names.chain(words)));
    findings.extend(trailing(&ani.trailing));
    (clip, findings)
}

fn seconds(milliseconds: i32) -> f64 {
    f64::from(milliseconds) / 1000.0
}

fn track(index: usize, stored: &super::Track, total: i32, odd: &mut Odd) -> model::Track {
    let usable = |key: &Key| {
        Some((
            key.time,
            unit(key.rotation.unpack())?,
            vec3(key.translation)?,
        ))
    };
    let mut keys: Vec<(i32, Quat, Vec3)> = stored.keys.iter().filter_map(usable).collect();
    if keys.len() < stored.keys.len() {
        odd.number.add(index);
    }
    if !keys.is_sorted_by(|a, b| a.0 < b.0) {
        odd.order.add(index);
        keys.sort_by_key(|key| key.0);
    }
    if let Some((last, ..)) = keys.last().filter(|(last, ..)| *last > total) {
        odd.after_end.add(index);
        odd.last = odd.last.max(*last);
    }
    if stored.keys.is_empty() {
        odd.empty.push(index);
    }
    if stored.weight.is_nan() || stored.weight <= 0.0 {
        odd.weightless.add((index, stored.weight));
    }
    let times = || keys.iter().map(|key| seconds(key.0)).collect();
    let translation = Curve::Keys {
        times: times(),
        values: keys.iter().map(|key| key.2).collect(),
    };
    let rotation = Curve::Keys {
        times: times(),
        values: keys.iter().map(|key| key.1).collect(),
    };
    let has_keys = !keys.is_empty();
    model::Track {
        name: Some(stored.bone.text()),
        weight: Some(stored.weight),
        translation: has_keys.then_some(translation),
        rotation: has_keys.then_some(rotation),
        ..model::Track::default()
    }
}

/// Stored rotations are off unit length by up to a fifth (lostsaga-formats §6).
fn unit(rotation: Quat) -> Option<Quat> {
    rotation.is_finite().then(|| unit_or_identity(rotation))
}

fn report(odd: Odd, ani: &Ani, findings: &mut Vec<Finding>) {
    if let Some(&first) = odd.empty.first() {
        let names = odd.empty.iter().take(MOST_LISTED);
        let names: Vec<String> = names
            .map(|&track| format!("{:?}", ani.tracks[track].bone))
            .collect();
        let message = format!(
            "{} no key, and the client reads past the end: {}{}",
            counted(odd.empty.len(), "track has", "tracks have"),
            names.join(", "),
            if names.len() < odd.empty.len() {
                " …"
            } else {
                ""
            }
        );
        let fix = "take the track out, or give it a key";
        let finding = Finding::warning("lostsaga.empty-track", message, fix);
        findings.push(finding.about(Subject::Track(first)));
    }
    odd.number.report(findings, |count, track| {
        let message = format!(
            "{} keys with numbers that are not finite, which are left out; the first is track {track}",
            counted(count, "track has", "tracks have")
        );
        Finding::warning("lostsaga.bad-key", message, EXPORT_AGAIN).about(Subject::Track(track))
    });
    odd.order.report(findings, |count, track| {
        let message = format!(
            "the keys of {} do not come one after the other in time, and are put in order here; the first is track {track}",
            counted(count, "track", "tracks")
        );
        Finding::warning("lostsaga.keys-out-of-order", message, EXPORT_AGAIN)
            .about(Subject::Track(track))
    });
    odd.weightless.report(findings, |count, (track, weight)| {
        let message = format!(
            "{} no weight above zero and moves nothing; the first is track {track} with {weight}",
            counted(count, "track has", "tracks have")
        );
        let fix = "give it the weight 1 if it is meant to move its bone";
        Finding::note("lostsaga.track-without-weight", message, fix).about(Subject::Track(track))
    });
    let last = odd.last;
    odd.after_end.report(findings, |count, track| {
        let message = format!(
            "keys go on after the total time, {last} > {} ms, and what comes after it is never seen; {} so, the first is track {track}",
            ani.total,
            counted(count, "track does", "tracks do")
        );
        let fix = "set the total time to the last key's";
        Finding::warning("lostsaga.keys-after-total-time", message, fix)
            .about(Subject::Track(track))
    });
}

/// Events in seconds. One whose time is no number comes at the start.
pub fn clip_events(stored: &[Event]) -> (Vec<ClipEvent>, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut bad = Tally::default();
    let event = |(index, event): (usize, &Event)| {
        let milliseconds = Some(event.time).filter(|time| time.is_finite());
        let seconds = milliseconds.unwrap_or_else(|| {
            bad.add((index, event.time));
            0.0
        }) / 1000.0;
        ClipEvent {
            frame: (seconds * FRAMES_A_SECOND).round() as i32,
            seconds,
            name: event.kind.text(),
            text: event.info.text(),
        }
    };
    let events = stored.iter().enumerate().map(event).collect();
    bad.report(&mut findings, |count, (index, time)| {
        let message = format!(
            "{} no time, and comes at the start; the first is event {index} at {time}",
            counted(count, "event has", "events have")
        );
        Finding::warning("lostsaga.bad-event-time", message, EXPORT_AGAIN)
    });
    (events, findings)
}
