//! What one timeline does to a pose (spine-runtime-semantics §5). Events and physics resets, which do nothing to a
//! pose, are told by [`super::events`].

mod bones;
mod constraints;
mod deform;
mod order;
mod sample;
mod slots;

use crate::model::spine::{PathTimeline, PhysicsProperty, PhysicsTimeline, Rig, Timeline};

use super::settings::Settings;
use super::skins::{Active, Wardrobe};

pub(super) use bones::rotation_at;
pub(super) use sample::key_at;

/// What a timeline mixes towards its keys from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// The setup pose: the pose before does not matter.
    Setup,
    /// The pose before, which an older entry of the same track has set.
    First,
    /// The pose before, which someone else has set.
    Current,
}

/// How strongly, and in which sense, a timeline is applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mixing {
    /// Share of the keys.
    pub(super) alpha: f64,
    /// What is mixed from.
    pub(super) from: From,
    /// Adds to what is there, where the property can.
    pub(super) add: bool,
    /// The animation is being faded out.
    pub(super) out: bool,
}

impl Mixing {
    /// The value to mix from.
    fn base(self, setup: f64, current: f64) -> f64 {
        if self.from == From::Setup {
            setup
        } else {
            current
        }
    }

    /// Before the first key.
    fn before(self, setup: f64, current: f64) -> f64 {
        match self.from {
            From::Setup => setup,
            From::First => current + (setup - current) * self.alpha,
            From::Current => current,
        }
    }

    /// Towards a keyed value that is an offset from the setup.
    fn offset(self, setup: f64, current: f64, value: f64) -> f64 {
        match self.from {
            From::Setup => setup + value * self.alpha,
            _ if self.add => current + value * self.alpha,
            _ => current + (value + setup - current) * self.alpha,
        }
    }

    /// Towards a keyed value, which is never added.
    fn absolute(self, setup: f64, current: f64, value: f64) -> f64 {
        let base = self.base(setup, current);
        base + (value - base) * self.alpha
    }

    /// Towards a keyed value, or added.
    fn absolute_or_added(self, setup: f64, current: f64, value: f64) -> f64 {
        let base = self.base(setup, current);
        let change = if self.add { value } else { value - base };
        base + change * self.alpha
    }
}

/// What timelines work on.
pub(super) struct Stage<'a> {
    pub(super) rig: &'a Rig,
    pub(super) wardrobe: &'a Wardrobe,
    pub(super) active: &'a Active,
    pub(super) setup: &'a Settings,
    pub(super) target: &'a mut Settings,
}

impl Stage<'_> {
    /// Whether timelines of a slot work: its bone does.
    pub(super) fn slot_works(&self, slot: usize) -> bool {
        self.active.bones[self.rig.slots[slot].bone]
    }
}

/// Applies one timeline at a time of its animation, in seconds.
pub(super) fn apply(stage: &mut Stage<'_>, timeline: &Timeline, time: f64, mixing: Mixing) {
    match timeline {
        Timeline::Bone { bone, timeline } => {
            if stage.active.bones[*bone] {
                let setup = &stage.setup.bones[*bone];
                bones::apply(
                    setup,
                    &mut stage.target.bones[*bone],
                    timeline,
                    time,
                    mixing,
                );
            }
        }
        Timeline::Slot { slot, timeline } => {
            if stage.slot_works(*slot) {
                slots::apply(stage, *slot, timeline, time, mixing);
            }
        }
        Timeline::Deform {
            slot,
            attachment,
            keys,
        } => deform::apply(stage, (*slot, *attachment), keys, time, mixing),
        Timeline::Sequence {
            slot,
            attachment,
            keys,
        } => deform::apply_sequence(stage, (*slot, *attachment), keys, time, mixing),
        Timeline::DrawOrder(keys) => {
            order::apply(&mut stage.target.draw_order, keys, time, mixing);
        }
        Timeline::DrawOrderFolder { slots, keys } => {
            order::apply_folder(&mut stage.target.draw_order, slots, keys, time, mixing);
        }
        Timeline::Event(_) => {}
        _ => constraints::apply(stage, timeline, time, mixing),
    }
}

/// Whether a timeline can add to what is there.
pub(super) fn can_add(timeline: &Timeline) -> bool {
    match timeline {
        Timeline::Bone { timeline, .. } => {
            !matches!(timeline, crate::model::spine::BoneTimeline::Inherit(_))
        }
        Timeline::Transform { .. } | Timeline::Deform { .. } | Timeline::Slider { .. } => true,
        Timeline::Path { timeline, .. } => !matches!(timeline, PathTimeline::Spacing(_)),
        Timeline::Physics { timeline, .. } => matches!(
            timeline,
            PhysicsTimeline::Value(PhysicsProperty::Wind | PhysicsProperty::Gravity, _)
        ),
        _ => false,
    }
}

/// Whether a timeline jumps from key to key, so that it cannot be mixed.
pub(super) fn is_instant(timeline: &Timeline) -> bool {
    use crate::model::spine::{BoneTimeline, SlotTimeline};
    match timeline {
        Timeline::Bone { timeline, .. } => matches!(timeline, BoneTimeline::Inherit(_)),
        Timeline::Slot { timeline, .. } => matches!(timeline, SlotTimeline::Attachment(_)),
        Timeline::Physics { timeline, .. } => matches!(timeline, PhysicsTimeline::Reset(_)),
        Timeline::Sequence { .. }
        | Timeline::DrawOrder(_)
        | Timeline::DrawOrderFolder { .. }
        | Timeline::Event(_) => true,
        _ => false,
    }
}
