//! Timelines of slots.

use crate::model::spine::{AttachmentKey, Key, SlotTimeline};

use super::sample::{key_at, sample};
use super::{From, Mixing, Stage};

pub(super) fn apply(
    stage: &mut Stage<'_>,
    slot: usize,
    timeline: &SlotTimeline,
    time: f64,
    mixing: Mixing,
) {
    match timeline {
        SlotTimeline::Attachment(keys) => attachment(stage, slot, keys, time, mixing),
        SlotTimeline::Rgba(keys) => colour(stage, slot, keys, time, mixing, [0, 1, 2, 3]),
        SlotTimeline::Rgb(keys) => colour(stage, slot, keys, time, mixing, [0, 1, 2]),
        SlotTimeline::Rgba2(keys) => {
            colour(stage, slot, keys, time, mixing, [0, 1, 2, 3, 4, 5, 6]);
        }
        SlotTimeline::Rgb2(keys) => colour(stage, slot, keys, time, mixing, [0, 1, 2, 4, 5, 6]),
        SlotTimeline::Alpha(keys) => colour(stage, slot, keys, time, mixing, [3]),
    }
}

/// `channels`: which of light red, green, blue, alpha, dark red, green, blue the keys' channels are.
fn colour<const N: usize>(
    stage: &mut Stage<'_>,
    slot: usize,
    keys: &[Key<N>],
    time: f64,
    mixing: Mixing,
    channels: [usize; N],
) {
    let values = sample(keys, time);
    let setup = &stage.setup.slots[slot];
    let target = &mut stage.target.slots[slot];
    for (n, channel) in channels.into_iter().enumerate() {
        let (setup, field) = if channel < 4 {
            (setup.color[channel], &mut target.color[channel])
        } else {
            let (Some(setup), Some(dark)) = (&setup.dark, &mut target.dark) else {
                continue;
            };
            (setup[channel - 4], &mut dark[channel - 4])
        };
        *field = match values {
            None => mixing.before(setup, *field),
            Some(values) => mixing.absolute(setup, *field, values[n]).clamp(0.0, 1.0),
        };
    }
}

fn attachment(
    stage: &mut Stage<'_>,
    slot: usize,
    keys: &[AttachmentKey],
    time: f64,
    mixing: Mixing,
) {
    let key = key_at(keys, time, |key| key.time).filter(|_| !mixing.out);
    let attachment = match key {
        Some(index) => stage
            .wardrobe
            .find_optional(slot, keys[index].placeholder.as_deref()),
        None if mixing.from == From::Current => return,
        None => stage.setup.slots[slot].attachment,
    };
    stage.target.slots[slot].show(stage.rig, attachment);
}
