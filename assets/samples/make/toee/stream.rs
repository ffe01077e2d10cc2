//! Poses → a stream of keys (toee-formats §4), as few of them as the motion allows.

use std::collections::BTreeMap;

use glam::{Quat, Vec3};
use rigscope::formats::toee::ska::{Frame, Initial, Record, RotationKey, Stream, VectorKey};
use rigscope::model::Transform;

use super::pose::Pose;
use super::rig::Rig;

/// Steps of a stored number in one whole.
const STEPS: f32 = 32_767.0;
/// How far what is between keys may be from what it should be: inches, and quaternions.
const NEAR_TRANSLATION: f32 = 0.01;
const NEAR_ROTATION: f32 = 0.0006;

/// The stream of one pose a frame.
pub fn stream(rig: &Rig, poses: &[Pose<'_>]) -> Stream {
    let largest = |part: fn(&Transform) -> Vec3| {
        let locals = poses.iter().flat_map(|pose| &pose.locals);
        locals
            .map(|local| part(local).abs().max_element())
            .fold(0.0, f32::max)
    };
    let mut stream = Stream {
        scale_factor: largest(|local| local.scale) / STEPS,
        translation_factor: largest(|local| local.translation) / STEPS,
        end_of_initial: -2,
        ..Stream::default()
    };
    let mut records: BTreeMap<(u16, u16), Record> = BTreeMap::new();
    for (index, bone) in rig.bones.iter().enumerate() {
        let locals: Vec<Transform> = poses.iter().map(|pose| pose.locals[index]).collect();
        let start = locals[0];
        if start != bone.rest {
            stream.initial.push(Initial {
                bone: index as i16,
                scale: vector(start.scale, stream.scale_factor),
                rotation: rotation(start.rotation),
                translation: vector(start.translation, stream.translation_factor),
            });
        }
        let index = index as u16;
        let mut record = |frame: usize, put: &dyn Fn(&mut Record)| {
            let key = (frame as u16, index);
            let empty = Record {
                bone: index,
                ..Record::default()
            };
            put(records.entry(key).or_insert(empty));
        };
        let turns = steady(locals.iter().map(|local| local.rotation));
        let is_near = |a: Quat, b: Quat, share: f32, wanted: Quat| {
            let between = a.slerp(b, share);
            (between - wanted).length() < NEAR_ROTATION
        };
        for (from, until) in spans(&turns, is_near) {
            let key = RotationKey {
                next: until as i16,
                value: rotation(turns[until]),
            };
            record(from, &|record| record.rotation = Some(key));
        }
        let places: Vec<Vec3> = locals.iter().map(|local| local.translation).collect();
        let is_near = |a: Vec3, b: Vec3, share: f32, wanted: Vec3| {
            a.lerp(b, share).distance(wanted) < NEAR_TRANSLATION
        };
        for (from, until) in spans(&places, is_near) {
            let value = vector(places[until], stream.translation_factor);
            let key = VectorKey {
                next: until as i16,
                value,
            };
            record(from, &|record| record.translation = Some(key));
        }
    }
    for ((number, _), record) in records {
        if stream
            .frames
            .last()
            .is_none_or(|last| last.number != number)
        {
            stream.frames.push(Frame { number, end: 0 });
        }
        stream.records.push(record);
        if let Some(frame) = stream.frames.last_mut() {
            frame.end = stream.records.len() as u32;
        }
    }
    stream
}

/// Frames between which values lie on the way from one to the other, chained; none where nothing ever moves.
fn spans<T: Copy + PartialEq>(
    values: &[T],
    is_near: impl Fn(T, T, f32, T) -> bool,
) -> Vec<(usize, usize)> {
    let last = values.len() - 1;
    if values.iter().all(|value| *value == values[0]) {
        return Vec::new();
    }
    let fits = |from: usize, until: usize| {
        let share = |at: usize| (at - from) as f32 / (until - from) as f32;
        (from + 1..until).all(|at| is_near(values[from], values[until], share(at), values[at]))
    };
    let mut spans = Vec::new();
    let mut from = 0;
    while from < last {
        let mut until = from + 1;
        while until < last && fits(from, until + 1) {
            until += 1;
        }
        spans.push((from, until));
        from = until;
    }
    spans
}

/// The same rotations with signs that do not flip.
fn steady(turns: impl Iterator<Item = Quat>) -> Vec<Quat> {
    let mut steady: Vec<Quat> = Vec::new();
    for turn in turns {
        let flips = steady.last().is_some_and(|before| before.dot(turn) < 0.0);
        steady.push(if flips { -turn } else { turn });
    }
    steady
}

fn vector(value: Vec3, factor: f32) -> [i16; 3] {
    value
        .to_array()
        .map(|number| (number / factor).round() as i16)
}

fn rotation(value: Quat) -> [i16; 4] {
    value
        .normalize()
        .to_array()
        .map(|number| (number * STEPS).round() as i16)
}
