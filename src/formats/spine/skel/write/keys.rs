//! Writes keys of timelines.

use super::Result;
use super::constraints::{bit, mix_flags};
use super::output::Output;
use crate::formats::WriteError;
use crate::model::spine::{Curve, DeformKey, DrawOrderKey, Handles, IkKey, Key, SequenceKey};

fn not_empty(count: usize) -> Result<usize> {
    match count {
        0 => Err(WriteError("a timeline has no keys".into())),
        count => Ok(count),
    }
}

/// The number of keys, at least one.
pub(super) fn count(output: &mut Output, count: usize) -> Result<()> {
    output.number(not_empty(count)?)
}

/// Bézier curves of channels between keys; what follows the last key does not count.
fn beziers<const N: usize>(curves: impl Iterator<Item = Curve<N>>, keys: usize) -> usize {
    let between = curves.take(keys.saturating_sub(1));
    between
        .filter(|curve| matches!(curve, Curve::Bezier(_)))
        .count()
        * N
}

fn handles(output: &mut Output, handles: &[Handles]) {
    for it in handles {
        output.float(it.cx1);
        output.float(it.cy1);
        output.float(it.cx2);
        output.float(it.cy2);
    }
}

fn curve<const N: usize>(output: &mut Output, curve: &Curve<N>) {
    match curve {
        Curve::Linear => output.byte(0),
        Curve::Stepped => output.byte(1),
        Curve::Bezier(values) => {
            output.byte(2);
            handles(output, values);
        }
    }
}

/// Keys whose values `value` writes one by one.
pub(super) fn keys<const N: usize>(
    output: &mut Output,
    keys: &[Key<N>],
    value: fn(&mut Output, f64),
) -> Result<()> {
    count(output, keys.len())?;
    output.number(beziers(keys.iter().map(|key| key.curve), keys.len()))?;
    let mut before: Option<&Curve<N>> = None;
    for key in keys {
        output.float(key.time);
        key.values.iter().for_each(|&it| value(output, it));
        if let Some(before) = before {
            curve(output, before);
        }
        before = Some(&key.curve);
    }
    Ok(())
}

pub(super) fn ik_keys(output: &mut Output, keys: &[IkKey]) -> Result<()> {
    count(output, keys.len())?;
    output.number(beziers(keys.iter().map(|key| key.key.curve), keys.len()))?;
    let mut before = &Curve::Linear;
    for IkKey {
        key,
        bend_positive,
        compress,
        stretch,
    } in keys
    {
        let [mix, softness] = key.values;
        let flags = mix_flags(mix, 1, 2)
            | bit(4, softness != 0.0)
            | bit(8, *bend_positive)
            | bit(16, *compress)
            | bit(32, *stretch)
            | bit(64, matches!(before, Curve::Stepped))
            | bit(128, matches!(before, Curve::Bezier(_)));
        output.byte(flags);
        output.float(key.time);
        output.float_if(flags & 2 != 0, mix);
        output.float_if(flags & 4 != 0, softness);
        if let Curve::Bezier(values) = before {
            handles(output, values);
        }
        before = &key.curve;
    }
    Ok(())
}

pub(super) fn deform_keys(output: &mut Output, keys: &[DeformKey]) -> Result<()> {
    count(output, keys.len())?;
    output.number(beziers(keys.iter().map(|key| key.curve), keys.len()))?;
    let mut before: Option<&Curve<1>> = None;
    for key in keys {
        // The time stands before the curve that leads to it, and both before the key itself.
        output.float(key.time);
        if let Some(before) = before {
            curve(output, before);
        }
        output.number(key.offsets.len())?;
        if !key.offsets.is_empty() {
            output.number(key.start)?;
            key.offsets.iter().for_each(|&it| output.float(it));
        }
        before = Some(&key.curve);
    }
    Ok(())
}

pub(super) fn sequence_keys(output: &mut Output, keys: &[SequenceKey]) -> Result<()> {
    count(output, keys.len())?;
    for key in keys {
        let index = u32::try_from(key.index)
            .ok()
            .filter(|&index| index < 1 << 28);
        let index = index
            .ok_or_else(|| WriteError(format!("frame {} of a sequence is too high", key.index)))?;
        output.float(key.time);
        output.int((index << 4 | key.mode as u32) as i32);
        output.float(key.delay);
    }
    Ok(())
}

pub(super) fn order_keys(output: &mut Output, keys: &[DrawOrderKey]) -> Result<()> {
    output.number(keys.len())?;
    for key in keys {
        output.float(key.time);
        output.number(key.shifts().len())?;
        for shift in key.shifts() {
            output.number(shift.slot)?;
            output.varint(shift.by as u32);
        }
    }
    Ok(())
}
