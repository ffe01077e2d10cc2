//! Timelines of attachments: deform and sequence (spine-runtime-semantics §14).

use crate::model::spine::{Curve, DeformKey, SequenceKey, SequenceMode};

use super::sample::{key_at, on_bezier};
use super::{From, Mixing, Stage};

/// The slots in which the timelines of an attachment work now: they show it, or a mesh linked to it.
fn slots_in_use(stage: &Stage<'_>, slot: usize, attachment: usize) -> Vec<usize> {
    let rig = stage.rig;
    let shows = |slot: &usize| {
        let shown = stage.target.slots[*slot].attachment;
        stage.slot_works(*slot)
            && shown.is_some_and(|shown| rig.timeline_attachment(shown) == attachment)
    };
    rig.timeline_slots(slot, attachment).filter(shows).collect()
}

pub(super) fn apply(
    stage: &mut Stage<'_>,
    (slot, attachment): (usize, usize),
    keys: &[DeformKey],
    time: f64,
    mixing: Mixing,
) {
    let slots = slots_in_use(stage, slot, attachment);
    if slots.is_empty() {
        return;
    }
    let Some(index) = key_at(keys, time, |key| key.time) else {
        for slot in slots {
            fade(&mut stage.target.slots[slot].deform, mixing);
        }
        return;
    };
    let mesh = stage.rig.mesh(attachment).map(|mesh| &mesh.vertices);
    let vertices = mesh.or_else(|| stage.rig.attachments[attachment].vertices());
    let length = vertices.map_or(0, |vertices| vertices.deform_len());
    let values = offsets_at(keys, index, time, length);
    for slot in slots {
        mix_in(&mut stage.target.slots[slot].deform, &values, mixing);
    }
}

/// Before the first key.
fn fade(deform: &mut Vec<f64>, mixing: Mixing) {
    match mixing.from {
        From::Current => {}
        From::First if mixing.alpha != 1.0 => {
            for offset in deform {
                *offset -= *offset * mixing.alpha;
            }
        }
        From::First | From::Setup => deform.clear(),
    }
}

fn mix_in(deform: &mut Vec<f64>, values: &[f64], mixing: Mixing) {
    if deform.len() != values.len() || mixing.from == From::Setup {
        deform.clear();
        deform.resize(values.len(), 0.0);
    }
    for (offset, value) in deform.iter_mut().zip(values) {
        *offset = mixing.offset(0.0, *offset, *value);
    }
}

fn offsets_at(keys: &[DeformKey], index: usize, time: f64, length: usize) -> Vec<f64> {
    let key = &keys[index];
    let mut values = vec![0.0; length];
    let mut add = |key: &DeformKey, share: f64| {
        for (value, offset) in values.iter_mut().skip(key.start).zip(&key.offsets) {
            *value += offset * share;
        }
    };
    let Some(next) = keys.get(index + 1) else {
        add(key, 1.0);
        return values;
    };
    let share = match &key.curve {
        Curve::Linear => (time - key.time) / (next.time - key.time),
        Curve::Stepped => 0.0,
        Curve::Bezier([handles]) => on_bezier((key.time, 0.0), handles, (next.time, 1.0), time),
    };
    add(key, 1.0 - share);
    add(next, share);
    values
}

pub(super) fn apply_sequence(
    stage: &mut Stage<'_>,
    (slot, attachment): (usize, usize),
    keys: &[SequenceKey],
    time: f64,
    mixing: Mixing,
) {
    let key = key_at(keys, time, |key| key.time).filter(|_| !mixing.out);
    if key.is_none() && mixing.from == From::Current {
        return;
    }
    for slot in slots_in_use(stage, slot, attachment) {
        let shown = stage.target.slots[slot].attachment;
        let picture = shown.and_then(|shown| stage.rig.attachments[shown].picture());
        let Some((_, _, sequence)) = picture else {
            continue;
        };
        let count = sequence.map_or(1, |sequence| sequence.count);
        stage.target.slots[slot].frame = key.map(|index| frame_at(&keys[index], time, count));
    }
}

/// The frame that is shown at a time after a key.
fn frame_at(key: &SequenceKey, time: f64, count: usize) -> usize {
    let count = count.max(1);
    if key.mode == SequenceMode::Hold {
        return key.index;
    }
    // The small number makes up for keys that lie a rounding error before a frame.
    let passed = ((time - key.time) / key.delay + 0.00001).floor();
    let frame = key.index.saturating_add(passed.max(0.0) as usize);
    let bounce = |frame: usize| {
        let round = 2 * count - 2;
        let frame = if round == 0 { 0 } else { frame % round };
        if frame >= count { round - frame } else { frame }
    };
    match key.mode {
        SequenceMode::Hold => key.index,
        SequenceMode::Once => frame.min(count - 1),
        SequenceMode::Loop => frame % count,
        SequenceMode::PingPong => bounce(frame),
        SequenceMode::OnceReverse => (count - 1).saturating_sub(frame),
        SequenceMode::LoopReverse => count - 1 - frame % count,
        SequenceMode::PingPongReverse => bounce(frame.saturating_add(count - 1)),
    }
}
