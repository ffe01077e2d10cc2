//! Which slots have just been keyed: a function of the animations that play and of their times alone.

use crate::model::spine::{Animation, DrawOrderKey, Rig, SlotTimeline, Timeline};
use crate::pose::spine::SpinePose;

/// Seconds of the animation for which a key is seen, counted from its time.
pub const WINDOW: f64 = 0.25;
/// Times nearer than this are one: playing in steps adds up rounding.
const TINY: f64 = 1e-6;

/// What a key changes of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// What it shows.
    Attachment,
    /// Its colours.
    Color,
    /// The frame of what it shows.
    Sequence,
    /// The vertices of what it shows.
    Deform,
    /// Its place.
    DrawOrder,
}

impl KeyKind {
    /// All of them; `ALL[kind as usize] == kind`.
    pub const ALL: [Self; 5] = [
        Self::Attachment,
        Self::Color,
        Self::Sequence,
        Self::Deform,
        Self::DrawOrder,
    ];

    /// For people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Attachment => "attachment",
            Self::Color => "colour",
            Self::Sequence => "sequence",
            Self::Deform => "deform",
            Self::DrawOrder => "draw order",
        }
    }
}

/// The keys of one slot that have just fired.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SlotMark {
    /// Seconds since the last key, by kind.
    ages: [Option<f64>; KeyKind::ALL.len()],
}

impl SlotMark {
    /// What fired, and how many seconds of the animation ago.
    pub fn fired(&self) -> impl Iterator<Item = (KeyKind, f64)> + '_ {
        let kinds = KeyKind::ALL.into_iter().zip(self.ages);
        kinds.filter_map(|(kind, age)| Some((kind, age?)))
    }

    /// 1 at a key, and 0 when it is no longer seen.
    pub fn strength(&self) -> f32 {
        let youngest = self.fired().map(|(_, age)| age).fold(WINDOW, f64::min);
        (1.0 - youngest / WINDOW) as f32
    }

    fn add(&mut self, kind: KeyKind, age: f64) {
        let place = &mut self.ages[kind as usize];
        *place = Some(place.map_or(age, |other| other.min(age)));
    }
}

/// The marks of all slots.
#[derive(Clone, Debug, Default)]
pub struct SlotMarks {
    marks: Vec<SlotMark>,
}

impl SlotMarks {
    /// Looks at what plays: indices of animations, and the seconds that each of them shows. Keys of attachments that no
    /// slot of the pose shows mark nothing. Does not allocate once it has room for the slots.
    pub fn look(
        &mut self,
        rig: &Rig,
        pose: &SpinePose,
        playing: impl IntoIterator<Item = (usize, f64)>,
    ) {
        self.marks.clear();
        self.marks.resize(rig.slots.len(), SlotMark::default());
        for (animation, seconds) in playing {
            if let Some(animation) = rig.animations.get(animation) {
                self.look_at(rig, pose, animation, seconds);
            }
        }
    }

    /// Of one slot; of a slot that is not there, none.
    pub fn of(&self, slot: usize) -> SlotMark {
        self.marks.get(slot).copied().unwrap_or_default()
    }

    fn look_at(&mut self, rig: &Rig, pose: &SpinePose, animation: &Animation, seconds: f64) {
        for timeline in &animation.timelines {
            match timeline {
                Timeline::Slot { slot, timeline } => {
                    let (kind, age) = slot_age(timeline, seconds);
                    self.mark(*slot, kind, age);
                }
                Timeline::Deform {
                    slot,
                    attachment,
                    keys,
                } => {
                    let age = last(keys, |key| key.time, seconds).map(|(_, age)| age);
                    self.mark_shown(rig, pose, (*slot, *attachment), KeyKind::Deform, age);
                }
                Timeline::Sequence {
                    slot,
                    attachment,
                    keys,
                } => {
                    let age = last(keys, |key| key.time, seconds).map(|(_, age)| age);
                    self.mark_shown(rig, pose, (*slot, *attachment), KeyKind::Sequence, age);
                }
                Timeline::DrawOrder(keys) => {
                    self.mark_moved(keys, rig.slots.len(), seconds, |place| Some(place));
                }
                Timeline::DrawOrderFolder { slots, keys } => {
                    let slot = |place: usize| slots.get(place).copied();
                    self.mark_moved(keys, slots.len(), seconds, slot);
                }
                _ => {}
            }
        }
    }

    fn mark(&mut self, slot: usize, kind: KeyKind, age: Option<f64>) {
        if let (Some(mark), Some(age)) = (self.marks.get_mut(slot), age) {
            mark.add(kind, age);
        }
    }

    /// Marks the slots in which a timeline of an attachment works (spine-runtime-semantics §14).
    fn mark_shown(
        &mut self,
        rig: &Rig,
        pose: &SpinePose,
        (slot, attachment): (usize, usize),
        kind: KeyKind,
        age: Option<f64>,
    ) {
        if age.is_none() {
            return;
        }
        for slot in rig.timeline_slots(slot, attachment) {
            let shown = pose.applied().slots.get(slot);
            let shown = shown.and_then(|slot| slot.attachment);
            if shown.map(|shown| rig.timeline_attachment(shown)) == Some(attachment) {
                self.mark(slot, kind, age);
            }
        }
    }

    /// Marks the slots that change places at the last key of `count` slots (spine-runtime-semantics §13).
    fn mark_moved(
        &mut self,
        keys: &[DrawOrderKey],
        count: usize,
        seconds: f64,
        slot: impl Fn(usize) -> Option<usize>,
    ) {
        let Some((index, age)) = last(keys, |key| key.time, seconds) else {
            return;
        };
        let order = |key: Option<&DrawOrderKey>, place: usize| {
            let order = key.and_then(DrawOrderKey::order);
            order.map_or(Some(place), |order| order.get(place).copied())
        };
        let before = index.checked_sub(1).and_then(|index| keys.get(index));
        for place in 0..count {
            let after = order(keys.get(index), place);
            if after != order(before, place)
                && let Some(slot) = after.and_then(&slot)
            {
                self.mark(slot, KeyKind::DrawOrder, Some(age));
            }
        }
    }
}

fn slot_age(timeline: &SlotTimeline, seconds: f64) -> (KeyKind, Option<f64>) {
    let (kind, found) = match timeline {
        SlotTimeline::Attachment(keys) => {
            (KeyKind::Attachment, last(keys, |key| key.time, seconds))
        }
        SlotTimeline::Rgba(keys) => (KeyKind::Color, last(keys, |key| key.time, seconds)),
        SlotTimeline::Rgb(keys) => (KeyKind::Color, last(keys, |key| key.time, seconds)),
        SlotTimeline::Rgba2(keys) => (KeyKind::Color, last(keys, |key| key.time, seconds)),
        SlotTimeline::Rgb2(keys) => (KeyKind::Color, last(keys, |key| key.time, seconds)),
        SlotTimeline::Alpha(keys) => (KeyKind::Color, last(keys, |key| key.time, seconds)),
    };
    (kind, found.map(|(_, age)| age))
}

/// The last key up to a time, and how long ago it was; `None` where that is too long.
fn last<T>(keys: &[T], time: impl Fn(&T) -> f64, seconds: f64) -> Option<(usize, f64)> {
    let index = keys
        .partition_point(|key| time(key) <= seconds + TINY)
        .checked_sub(1)?;
    let age = (seconds - time(keys.get(index)?)).max(0.0);
    (age + TINY < WINDOW).then_some((index, age))
}
