//! What each timeline mixes from, and which are held, found whenever entries begin or end (spine-runtime-semantics §7).

use std::collections::{HashMap, HashSet};

use crate::model::spine::{
    BoneTimeline, PathTimeline, PhysicsProperty, PhysicsTimeline, Rig, SliderTimeline,
    SlotTimeline, Timeline,
};

use super::super::state::{Entry, Mode, Track};
use super::super::timeline::{From, can_add, is_instant};

/// Something that a timeline sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Property {
    Bone(usize, BoneChannel),
    Slot(usize, SlotChannel),
    Deform(usize, usize),
    Sequence(usize, usize),
    Ik(usize),
    Transform(usize),
    Path(usize, PathChannel),
    Physics(Option<usize>, PhysicsProperty),
    PhysicsReset(Option<usize>),
    SliderTime(usize),
    SliderMix(usize),
    DrawOrder,
    Folder(usize),
    Event,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum BoneChannel {
    Rotation,
    X,
    Y,
    ScaleX,
    ScaleY,
    ShearX,
    ShearY,
    Inherit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum SlotChannel {
    Attachment,
    Light,
    Alpha,
    Dark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum PathChannel {
    Position,
    Spacing,
    Mix,
}

fn properties(timeline: &Timeline) -> Vec<Property> {
    match timeline {
        Timeline::Bone { bone, timeline } => bone_channels(timeline)
            .iter()
            .map(|channel| Property::Bone(*bone, *channel))
            .collect(),
        Timeline::Slot { slot, timeline } => slot_channels(timeline)
            .iter()
            .map(|channel| Property::Slot(*slot, *channel))
            .collect(),
        Timeline::Deform {
            slot, attachment, ..
        } => vec![Property::Deform(*slot, *attachment)],
        Timeline::Sequence {
            slot, attachment, ..
        } => vec![Property::Sequence(*slot, *attachment)],
        Timeline::Ik { constraint, .. } => vec![Property::Ik(*constraint)],
        Timeline::Transform { constraint, .. } => vec![Property::Transform(*constraint)],
        Timeline::Path {
            constraint,
            timeline,
        } => {
            let channel = match timeline {
                PathTimeline::Position(_) => PathChannel::Position,
                PathTimeline::Spacing(_) => PathChannel::Spacing,
                PathTimeline::Mix(_) => PathChannel::Mix,
            };
            vec![Property::Path(*constraint, channel)]
        }
        Timeline::Physics {
            constraint,
            timeline,
        } => vec![match timeline {
            PhysicsTimeline::Value(property, _) => Property::Physics(*constraint, *property),
            PhysicsTimeline::Reset(_) => Property::PhysicsReset(*constraint),
        }],
        Timeline::Slider {
            constraint,
            timeline,
        } => vec![match timeline {
            SliderTimeline::Time(_) => Property::SliderTime(*constraint),
            SliderTimeline::Mix(_) => Property::SliderMix(*constraint),
        }],
        Timeline::DrawOrder(_) => vec![Property::DrawOrder],
        Timeline::DrawOrderFolder { slots, .. } => {
            slots.iter().map(|slot| Property::Folder(*slot)).collect()
        }
        Timeline::Event(_) => vec![Property::Event],
    }
}

fn bone_channels(timeline: &BoneTimeline) -> &'static [BoneChannel] {
    use BoneChannel::{Inherit, Rotation, ScaleX, ScaleY, ShearX, ShearY, X, Y};
    match timeline {
        BoneTimeline::Rotate(_) => &[Rotation],
        BoneTimeline::Translate(_) => &[X, Y],
        BoneTimeline::TranslateX(_) => &[X],
        BoneTimeline::TranslateY(_) => &[Y],
        BoneTimeline::Scale(_) => &[ScaleX, ScaleY],
        BoneTimeline::ScaleX(_) => &[ScaleX],
        BoneTimeline::ScaleY(_) => &[ScaleY],
        BoneTimeline::Shear(_) => &[ShearX, ShearY],
        BoneTimeline::ShearX(_) => &[ShearX],
        BoneTimeline::ShearY(_) => &[ShearY],
        BoneTimeline::Inherit(_) => &[Inherit],
    }
}

fn slot_channels(timeline: &SlotTimeline) -> &'static [SlotChannel] {
    use SlotChannel::{Alpha, Attachment, Dark, Light};
    match timeline {
        SlotTimeline::Attachment(_) => &[Attachment],
        SlotTimeline::Rgba(_) => &[Light, Alpha],
        SlotTimeline::Rgb(_) => &[Light],
        SlotTimeline::Rgba2(_) => &[Light, Alpha, Dark],
        SlotTimeline::Rgb2(_) => &[Light, Dark],
        SlotTimeline::Alpha(_) => &[Alpha],
    }
}

fn timelines<'a>(rig: &'a Rig, entry: &Entry) -> &'a [Timeline] {
    let animation = entry.animation.and_then(|index| rig.animations.get(index));
    animation.map_or(&[], |animation| &animation.timelines)
}

/// Finds the modes of all entries of all tracks.
pub(super) fn find(rig: &Rig, tracks: &mut [Track]) {
    let mut owners = HashMap::new();
    for (number, track) in tracks.iter_mut().enumerate() {
        let keyed: Vec<HashSet<Property>> = track
            .chain
            .iter()
            .map(|entry| timelines(rig, entry).iter().flat_map(properties).collect())
            .collect();
        for index in 0..track.chain.len() {
            let modes: Vec<Mode> = timelines(rig, &track.chain[index])
                .iter()
                .enumerate()
                .map(|(at, timeline)| {
                    let ids = properties(timeline);
                    let from = owner(&mut owners, timeline, &ids, number);
                    let (mut hold, fade) = held(&track.chain, &keyed, index, timeline, &ids);
                    let entry = &track.chain[index];
                    if entry.keep_hold {
                        hold = entry.modes.get(at).map_or(hold, |former| former.hold);
                    }
                    Mode { from, hold, fade }
                })
                .collect();
            track.chain[index].modes = modes;
        }
    }
}

fn owner(
    owners: &mut HashMap<Property, usize>,
    timeline: &Timeline,
    ids: &[Property],
    track: usize,
) -> From {
    let lower = |owner: &usize| *owner != track;
    let mut from = if ids.iter().all(|id| !owners.contains_key(id)) {
        From::Setup
    } else if ids.iter().filter_map(|id| owners.get(id)).any(lower) {
        From::Current
    } else {
        From::First
    };
    if matches!(timeline, Timeline::DrawOrderFolder { .. })
        && let Some(owner) = owners.get(&Property::DrawOrder)
    {
        from = if lower(owner) {
            From::Current
        } else {
            From::First
        };
    }
    for id in ids {
        owners.entry(*id).or_insert(track);
    }
    from
}

/// Whether a timeline is held while its entry fades, and the entry whose mix fades the hold.
fn held(
    chain: &[Entry],
    keyed: &[HashSet<Property>],
    index: usize,
    timeline: &Timeline,
    ids: &[Property],
) -> (bool, Option<usize>) {
    let Some(to) = chain.get(index + 1) else {
        return (false, None);
    };
    let keys_it = |entry: usize| ids.iter().any(|id| keyed[entry].contains(id));
    let adds = can_add(timeline) && (to.additive || chain[index].additive);
    if !keys_it(index + 1) || is_instant(timeline) || adds {
        return (false, None);
    }
    let fade = (index + 2..chain.len()).find(|&entry| !keys_it(entry));
    (true, fade.filter(|&entry| chain[entry].mix_duration > 0.0))
}
