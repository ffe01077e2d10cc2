//! Keys of timelines (spine-skel-format, "Curve encoding" and what follows).

use super::Result;
use super::constraints::mix;
use super::input::Input;
use crate::model::spine::{
    Curve, DeformKey, Handles, IkKey, Key, Keys, SequenceKey, SequenceMode, Shift, channel,
};

/// How values of a channel are written.
#[derive(Clone, Copy)]
pub(super) enum Channel {
    /// A single.
    Float,
    /// A byte, 255 for 1.
    Byte,
}

/// The number of keys, at least one.
pub(super) fn key_count(input: &mut Input<'_>, size: usize) -> Result<usize> {
    match input.count(size, "keys")? {
        0 => Err(input.error("a timeline with keys", "no key")),
        count => Ok(count),
    }
}

/// The stated number of Bézier segments of channels, and how many follow.
#[derive(Debug)]
pub(super) struct Beziers {
    stated: usize,
    seen: usize,
}

impl Beziers {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let stated = input.varint("number of Bézier curves")? as usize;
        Ok(Self { stated, seen: 0 })
    }

    /// The curve between two keys.
    fn curve<const N: usize>(&mut self, input: &mut Input<'_>) -> Result<Curve<N>> {
        match input.byte("a curve")? {
            0 => Ok(Curve::Linear),
            1 => Ok(Curve::Stepped),
            2 => self.bezier(input),
            other => Err(input.error("a curve below 3", other.to_string())),
        }
    }

    fn bezier<const N: usize>(&mut self, input: &mut Input<'_>) -> Result<Curve<N>> {
        let mut handles = [Handles {
            cx1: 0.0,
            cy1: 0.0,
            cx2: 0.0,
            cy2: 0.0,
        }; N];
        for handle in &mut handles {
            handle.cx1 = input.float("a Bézier handle")?;
            handle.cy1 = input.float("a Bézier handle")?;
            handle.cx2 = input.float("a Bézier handle")?;
            handle.cy2 = input.float("a Bézier handle")?;
        }
        self.seen += N;
        Ok(Curve::Bezier(handles))
    }

    fn check(self, input: &mut Input<'_>) {
        input.compare("Bézier curves", self.stated, self.seen);
    }
}

/// Number of keys, number of Bézier curves, keys.
pub(super) fn keys<const N: usize>(input: &mut Input<'_>, written: Channel) -> Result<Keys<N>> {
    let size = match written {
        Channel::Float => 4 + 4 * N,
        Channel::Byte => 4 + N,
    };
    let count = key_count(input, size)?;
    let mut beziers = Beziers::read(input)?;
    let mut keys: Keys<N> = Vec::with_capacity(count);
    for _ in 0..count {
        let mut key = Key::linear(input.float("time of a key")?, [0.0; N]);
        for value in &mut key.values {
            *value = match written {
                Channel::Float => input.float("value of a key")?,
                Channel::Byte => channel(input.byte("value of a key")?),
            };
        }
        // The curve stands behind the key that it leads to.
        if let Some(before) = keys.last_mut() {
            before.curve = beziers.curve(input)?;
        }
        keys.push(key);
    }
    beziers.check(input);
    Ok(keys)
}

/// Keys of an IK constraint; their flags' curve bits speak of the segment that ends at them.
pub(super) fn ik_keys(input: &mut Input<'_>) -> Result<Vec<IkKey>> {
    let count = key_count(input, 5)?;
    let mut beziers = Beziers::read(input)?;
    let mut keys: Vec<IkKey> = Vec::with_capacity(count);
    for _ in 0..count {
        let flags = input.byte("flags of a key")?;
        let time = input.float("time of a key")?;
        let values = [
            mix(input, flags, 1, 2)?,
            input.float_if(flags & 4 != 0, 0.0, "softness")?,
        ];
        if let Some(before) = keys.last_mut() {
            before.key.curve = match (flags & 64 != 0, flags & 128 != 0) {
                (true, _) => Curve::Stepped,
                (false, true) => beziers.bezier(input)?,
                (false, false) => Curve::Linear,
            };
        }
        keys.push(IkKey {
            key: Key::linear(time, values),
            bend_positive: flags & 8 != 0,
            compress: flags & 16 != 0,
            stretch: flags & 32 != 0,
        });
    }
    beziers.check(input);
    Ok(keys)
}

/// Keys of a deform timeline, behind their number.
pub(super) fn deform_keys(input: &mut Input<'_>, count: usize) -> Result<Vec<DeformKey>> {
    let mut beziers = Beziers::read(input)?;
    let mut keys = Vec::with_capacity(count);
    let mut time = input.float("time of a key")?;
    for index in 0..count {
        let length = input.count(4, "numbers of a deform key")?;
        let start = match length {
            0 => 0,
            _ => input.varint("first number of a deform key")? as usize,
        };
        let mut key = DeformKey {
            time,
            start,
            offsets: input.floats(length, "numbers of a deform key")?,
            curve: Curve::Linear,
        };
        if index + 1 < count {
            time = input.float("time of a key")?;
            key.curve = beziers.curve(input)?;
        }
        keys.push(key);
    }
    beziers.check(input);
    Ok(keys)
}

/// Keys of a sequence timeline, behind their number.
pub(super) fn sequence_keys(input: &mut Input<'_>, count: usize) -> Result<Vec<SequenceKey>> {
    let mut keys = Vec::with_capacity(count);
    for _ in 0..count {
        let time = input.float("time of a key")?;
        let word = input.int("mode and index of a key")? as u32;
        let mode = SequenceMode::ALL.get((word & 15) as usize).copied();
        keys.push(SequenceKey {
            time,
            mode: mode
                .ok_or_else(|| input.error("a sequence mode below 7", (word & 15).to_string()))?,
            index: (word >> 4) as usize,
            delay: input.float("delay of a key")?,
        });
    }
    Ok(keys)
}

/// The changes of a draw order key.
pub(super) fn shifts(input: &mut Input<'_>, slots: usize) -> Result<Vec<Shift>> {
    let mut shifts = Vec::new();
    for _ in 0..input.count(2, "changes of a draw order")? {
        shifts.push(Shift {
            slot: input.index(slots, "a slot of a draw order")?,
            // Negative numbers are written as their two's complement (spine-skel-format, gotcha 2).
            by: input.varint("a shift")? as i32,
        });
    }
    Ok(shifts)
}
