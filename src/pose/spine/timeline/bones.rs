//! Timelines of bones.

use crate::model::spine::{BoneTimeline, InheritKey, Key, Keys, Timeline};

use super::super::bones::Local;
use super::sample::{key_at, sample};
use super::{From, Mixing};

pub(super) fn apply(
    setup: &Local,
    target: &mut Local,
    timeline: &BoneTimeline,
    time: f64,
    mixing: Mixing,
) {
    let s = setup;
    match timeline {
        BoneTimeline::Rotate(keys) => {
            offset(keys, time, mixing, [(s.rotation, &mut target.rotation)]);
        }
        BoneTimeline::Translate(keys) => {
            let fields = [(s.x, &mut target.x), (s.y, &mut target.y)];
            offset(keys, time, mixing, fields);
        }
        BoneTimeline::TranslateX(keys) => offset(keys, time, mixing, [(s.x, &mut target.x)]),
        BoneTimeline::TranslateY(keys) => offset(keys, time, mixing, [(s.y, &mut target.y)]),
        BoneTimeline::Scale(keys) => {
            let fields = [
                (s.scale_x, &mut target.scale_x),
                (s.scale_y, &mut target.scale_y),
            ];
            scale(keys, time, mixing, fields);
        }
        BoneTimeline::ScaleX(keys) => {
            scale(keys, time, mixing, [(s.scale_x, &mut target.scale_x)]);
        }
        BoneTimeline::ScaleY(keys) => {
            scale(keys, time, mixing, [(s.scale_y, &mut target.scale_y)]);
        }
        BoneTimeline::Shear(keys) => {
            let fields = [
                (s.shear_x, &mut target.shear_x),
                (s.shear_y, &mut target.shear_y),
            ];
            offset(keys, time, mixing, fields);
        }
        BoneTimeline::ShearX(keys) => {
            offset(keys, time, mixing, [(s.shear_x, &mut target.shear_x)]);
        }
        BoneTimeline::ShearY(keys) => {
            offset(keys, time, mixing, [(s.shear_y, &mut target.shear_y)]);
        }
        BoneTimeline::Inherit(keys) => inherit(setup, target, keys, time, mixing),
    }
}

/// Fields with their setup, and keys that are offsets from it.
fn offset<const N: usize>(
    keys: &[Key<N>],
    time: f64,
    mixing: Mixing,
    fields: [(f64, &mut f64); N],
) {
    let values = sample(keys, time);
    for (n, (setup, field)) in fields.into_iter().enumerate() {
        *field = match values {
            None => mixing.before(setup, *field),
            Some(values) => mixing.offset(setup, *field, values[n]),
        };
    }
}

/// Fields with their setup, and keys that are factors of it.
fn scale<const N: usize>(keys: &[Key<N>], time: f64, mixing: Mixing, fields: [(f64, &mut f64); N]) {
    let values = sample(keys, time);
    for (n, (setup, field)) in fields.into_iter().enumerate() {
        *field = match values {
            None => mixing.before(setup, *field),
            Some(values) => mix_scale(setup, *field, values[n] * setup, mixing),
        };
    }
}

/// A scale keeps its sign while it fades: the incoming animation's, or, fading out, that of what is there.
fn mix_scale(setup: f64, current: f64, value: f64, mixing: Mixing) -> f64 {
    let alpha = mixing.alpha;
    if alpha == 1.0 && !mixing.add {
        return value;
    }
    let base = mixing.base(setup, current);
    if mixing.add {
        base + (value - setup) * alpha
    } else if mixing.out {
        base + (value.abs() * sign(base) - base) * alpha
    } else {
        let base = base.abs() * sign(value);
        base + (value - base) * alpha
    }
}

fn sign(value: f64) -> f64 {
    if value > 0.0 {
        1.0
    } else if value < 0.0 {
        -1.0
    } else {
        0.0
    }
}

fn inherit(setup: &Local, target: &mut Local, keys: &[InheritKey], time: f64, mixing: Mixing) {
    let key = key_at(keys, time, |key| key.time).filter(|_| !mixing.out);
    match key {
        Some(index) => target.inherit = keys[index].inherit,
        None if mixing.from == From::Current => {}
        None => target.inherit = setup.inherit,
    }
}

/// If the timeline turns a bone: the bone, and the keyed rotation, `None` before the first key.
pub(in super::super) fn rotation_at(
    timeline: &Timeline,
    time: f64,
) -> Option<(usize, Option<f64>)> {
    let Timeline::Bone {
        bone,
        timeline: BoneTimeline::Rotate(keys),
    } = timeline
    else {
        return None;
    };
    let keys: &Keys<1> = keys;
    Some((*bone, sample(keys, time).map(|[value]| value)))
}
