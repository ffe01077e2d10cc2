//! Keys of timelines.

use super::value::{Kind, Value};
use super::{Result, words};
use crate::model::spine::{Curve, DeformKey, Handles, IkKey, Key, Keys, SequenceKey, SequenceMode};

/// The time of a key, in seconds.
pub(super) fn time(value: &Value) -> Result<f64> {
    value.number_at("time", 0.0)
}

/// The keys of a timeline, at least one.
pub(super) fn key_list(value: &Value) -> Result<&[Value]> {
    match value.list("keys")? {
        [] => Err(value.error("a timeline with keys")),
        keys => Ok(keys),
    }
}

/// The curve from a key to the next; the last key's means nothing and is not kept.
fn curve<const N: usize>(value: &Value, is_last: bool) -> Result<Curve<N>> {
    let Some(curve) = value.get("curve").filter(|_| !is_last) else {
        return Ok(Curve::Linear);
    };
    if let Kind::String(word) = &curve.kind {
        return match word.as_str() {
            "stepped" => Ok(Curve::Stepped),
            "linear" => Ok(Curve::Linear),
            _ => Err(curve.error("\"stepped\" or a list of numbers")),
        };
    }
    let numbers = curve.numbers("Bézier handles")?;
    if numbers.len() < 4 * N {
        return Err(curve.error(format!("{} numbers of Bézier handles", 4 * N)));
    }
    let mut handles = [Handles {
        cx1: 0.0,
        cy1: 0.0,
        cx2: 0.0,
        cy2: 0.0,
    }; N];
    for (handles, numbers) in handles.iter_mut().zip(numbers.chunks_exact(4)) {
        *handles = Handles {
            cx1: numbers[0],
            cy1: numbers[1],
            cx2: numbers[2],
            cy2: numbers[3],
        };
    }
    Ok(Curve::Bezier(handles))
}

/// Keys whose values `read` takes from each.
pub(super) fn keys<const N: usize>(
    value: &Value,
    read: impl Fn(&Value) -> Result<[f64; N]>,
) -> Result<Keys<N>> {
    let list = key_list(value)?;
    let mut keys = Vec::with_capacity(list.len());
    for (index, key) in list.iter().enumerate() {
        keys.push(Key {
            time: time(key)?,
            values: read(key)?,
            curve: curve(key, index + 1 == list.len())?,
        });
    }
    Ok(keys)
}

/// Keys with one number, under `"value"`.
pub(super) fn value_keys(value: &Value, otherwise: f64) -> Result<Keys<1>> {
    keys(value, |key| Ok([key.number_at("value", otherwise)?]))
}

/// Keys with `"x"` and `"y"`.
pub(super) fn xy_keys(value: &Value, otherwise: f64) -> Result<Keys<2>> {
    keys(value, |key| {
        Ok([
            key.number_at("x", otherwise)?,
            key.number_at("y", otherwise)?,
        ])
    })
}

pub(super) fn ik_keys(value: &Value) -> Result<Vec<IkKey>> {
    let keys: Keys<2> = keys(value, |key| {
        Ok([key.number_at("mix", 1.0)?, key.number_at("softness", 0.0)?])
    })?;
    let list = key_list(value)?;
    let pairs = keys.into_iter().zip(list);
    pairs
        .map(|(key, value)| {
            Ok(IkKey {
                key,
                bend_positive: value.flag_at("bendPositive", true)?,
                compress: value.flag_at("compress", false)?,
                stretch: value.flag_at("stretch", false)?,
            })
        })
        .collect()
}

/// Keys of a transform constraint: `mixY` follows `mixX`, all others are 1.
pub(super) fn transform_keys(value: &Value) -> Result<Keys<6>> {
    keys(value, |key| {
        let mut mixes = [1.0; 6];
        for index in 0..mixes.len() {
            let otherwise = if words::MIXES[index] == "mixY" {
                mixes[index - 1]
            } else {
                1.0
            };
            mixes[index] = key.number_at(words::MIXES[index], otherwise)?;
        }
        Ok(mixes)
    })
}

/// Keys of a path constraint's mixes: `mixY` follows `mixX`.
pub(super) fn path_mix_keys(value: &Value) -> Result<Keys<3>> {
    keys(value, |key| {
        let mix_x = key.number_at("mixX", 1.0)?;
        Ok([
            key.number_at("mixRotate", 1.0)?,
            mix_x,
            key.number_at("mixY", mix_x)?,
        ])
    })
}

pub(super) fn deform_keys(value: &Value) -> Result<Vec<DeformKey>> {
    let list = key_list(value)?;
    let mut keys = Vec::with_capacity(list.len());
    for (index, key) in list.iter().enumerate() {
        let offsets = match key.get("vertices") {
            None => Vec::new(),
            Some(vertices) => vertices.numbers("offsets")?,
        };
        let start = match offsets.is_empty() {
            true => 0,
            false => key.whole_at("offset", 0)?,
        };
        keys.push(DeformKey {
            time: time(key)?,
            start,
            offsets,
            curve: curve(key, index + 1 == list.len())?,
        });
    }
    Ok(keys)
}

/// Keys of a sequence; a key without a delay has that of the key before it.
pub(super) fn sequence_keys(value: &Value) -> Result<Vec<SequenceKey>> {
    let mut keys = Vec::new();
    let mut delay = 0.0;
    for key in key_list(value)? {
        delay = key.number_at("delay", delay)?;
        let hold = SequenceMode::Hold;
        keys.push(SequenceKey {
            time: time(key)?,
            mode: key.choice_at("mode", &words::SEQUENCE, &SequenceMode::ALL, hold)?,
            index: key.whole_at("index", 0)?,
            delay,
        });
    }
    Ok(keys)
}
