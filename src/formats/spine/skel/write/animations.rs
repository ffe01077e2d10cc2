//! Writes animations.

use super::output::Output;
use super::{Result, keys};
use crate::formats::WriteError;
use crate::model::spine::{
    Animation, AttachmentRef, BoneTimeline, EventKey, PathTimeline, PhysicsProperty,
    PhysicsTimeline, Rig, SliderTimeline, SlotTimeline, Timeline,
};

pub(super) fn write(output: &mut Output, rig: &Rig) -> Result<()> {
    let places = rig.places();
    output.number(rig.animations.len())?;
    for animation in &rig.animations {
        output.name(&animation.name, "animation")?;
        write_animation(output, rig, &places, animation)?;
        output.editor_color(animation.color);
    }
    Ok(())
}

/// Items by what they belong to, in the order of first appearance.
fn grouped<K: PartialEq, T>(items: impl Iterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for (key, item) in items {
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, items)) => items.push(item),
            None => groups.push((key, vec![item])),
        }
    }
    groups
}

/// Writes groups: their number, then for each its index, its number of items, and its items.
fn write_groups<T>(
    output: &mut Output,
    groups: Vec<(usize, Vec<T>)>,
    count: usize,
    write: impl Fn(&mut Output, T) -> Result<()>,
) -> Result<()> {
    output.number(groups.len())?;
    for (index, items) in groups {
        output.index(index, count, "what a timeline moves,")?;
        output.number(items.len())?;
        items.into_iter().try_for_each(|item| write(output, item))?;
    }
    Ok(())
}

fn write_animation(
    output: &mut Output,
    rig: &Rig,
    places: &[Option<AttachmentRef>],
    animation: &Animation,
) -> Result<()> {
    let timelines = &animation.timelines;
    let constraints = rig.constraints.len();
    output.number(timelines.len())?;
    let slots = timelines.iter().filter_map(|it| match it {
        Timeline::Slot { slot, timeline } => Some((*slot, timeline)),
        _ => None,
    });
    write_groups(output, grouped(slots), rig.slots.len(), write_slot)?;
    let bones = timelines.iter().filter_map(|it| match it {
        Timeline::Bone { bone, timeline } => Some((*bone, timeline)),
        _ => None,
    });
    write_groups(output, grouped(bones), rig.bones.len(), write_bone)?;
    write_ik_and_transform(output, timelines, constraints)?;
    let paths = timelines.iter().filter_map(|it| match it {
        Timeline::Path {
            constraint,
            timeline,
        } => Some((*constraint, timeline)),
        _ => None,
    });
    write_groups(output, grouped(paths), constraints, write_path)?;
    let physics = timelines.iter().filter_map(|it| match it {
        // 0 stands for all.
        Timeline::Physics {
            constraint,
            timeline,
        } => Some((constraint.map_or(0, |index| index + 1), timeline)),
        _ => None,
    });
    write_groups(output, grouped(physics), constraints + 1, write_physics)?;
    let sliders = timelines.iter().filter_map(|it| match it {
        Timeline::Slider {
            constraint,
            timeline,
        } => Some((*constraint, timeline)),
        _ => None,
    });
    write_groups(output, grouped(sliders), constraints, write_slider)?;
    write_attachments(output, rig, places, timelines)?;
    write_orders(output, rig, timelines)?;
    write_events(output, rig, timelines)
}

fn write_ik_and_transform(
    output: &mut Output,
    timelines: &[Timeline],
    constraints: usize,
) -> Result<()> {
    let count = |wanted: fn(&Timeline) -> bool| timelines.iter().filter(|it| wanted(it)).count();
    output.number(count(|it| matches!(it, Timeline::Ik { .. })))?;
    for timeline in timelines {
        if let Timeline::Ik { constraint, keys } = timeline {
            output.index(*constraint, constraints, "constraint")?;
            keys::ik_keys(output, keys)?;
        }
    }
    output.number(count(|it| matches!(it, Timeline::Transform { .. })))?;
    for timeline in timelines {
        if let Timeline::Transform { constraint, keys } = timeline {
            output.index(*constraint, constraints, "constraint")?;
            keys::keys(output, keys, Output::float)?;
        }
    }
    Ok(())
}

fn write_slot(output: &mut Output, timeline: &SlotTimeline) -> Result<()> {
    let channel = Output::channel;
    match timeline {
        SlotTimeline::Attachment(keys) => {
            output.byte(0);
            keys::count(output, keys.len())?;
            for key in keys {
                output.float(key.time);
                output.string_ref(key.placeholder.as_deref())?;
            }
            return Ok(());
        }
        SlotTimeline::Rgba(_) => output.byte(1),
        SlotTimeline::Rgb(_) => output.byte(2),
        SlotTimeline::Rgba2(_) => output.byte(3),
        SlotTimeline::Rgb2(_) => output.byte(4),
        SlotTimeline::Alpha(_) => output.byte(5),
    }
    match timeline {
        SlotTimeline::Attachment(_) => Ok(()),
        SlotTimeline::Rgba(keys) => keys::keys(output, keys, channel),
        SlotTimeline::Rgb(keys) => keys::keys(output, keys, channel),
        SlotTimeline::Rgba2(keys) => keys::keys(output, keys, channel),
        SlotTimeline::Rgb2(keys) => keys::keys(output, keys, channel),
        SlotTimeline::Alpha(keys) => keys::keys(output, keys, channel),
    }
}

fn write_bone(output: &mut Output, timeline: &BoneTimeline) -> Result<()> {
    use BoneTimeline as Bone;
    let (kind, one, two) = match timeline {
        Bone::Rotate(keys) => (0, Some(keys), None),
        Bone::Translate(keys) => (1, None, Some(keys)),
        Bone::TranslateX(keys) => (2, Some(keys), None),
        Bone::TranslateY(keys) => (3, Some(keys), None),
        Bone::Scale(keys) => (4, None, Some(keys)),
        Bone::ScaleX(keys) => (5, Some(keys), None),
        Bone::ScaleY(keys) => (6, Some(keys), None),
        Bone::Shear(keys) => (7, None, Some(keys)),
        Bone::ShearX(keys) => (8, Some(keys), None),
        Bone::ShearY(keys) => (9, Some(keys), None),
        Bone::Inherit(_) => (10, None, None),
    };
    output.byte(kind);
    if let Some(keys) = one {
        keys::keys(output, keys, Output::float)?;
    }
    if let Some(keys) = two {
        keys::keys(output, keys, Output::float)?;
    }
    if let Bone::Inherit(keys) = timeline {
        keys::count(output, keys.len())?;
        for key in keys {
            output.float(key.time);
            output.byte(key.inherit as u8);
        }
    }
    Ok(())
}

fn write_path(output: &mut Output, timeline: &PathTimeline) -> Result<()> {
    match timeline {
        PathTimeline::Position(keys) => {
            output.byte(0);
            keys::keys(output, keys, Output::float)
        }
        PathTimeline::Spacing(keys) => {
            output.byte(1);
            keys::keys(output, keys, Output::float)
        }
        PathTimeline::Mix(keys) => {
            output.byte(2);
            keys::keys(output, keys, Output::float)
        }
    }
}

fn write_physics(output: &mut Output, timeline: &PhysicsTimeline) -> Result<()> {
    match timeline {
        PhysicsTimeline::Value(property, keys) => {
            output.byte(match property {
                PhysicsProperty::Inertia => 0,
                PhysicsProperty::Strength => 1,
                PhysicsProperty::Damping => 2,
                PhysicsProperty::Mass => 4,
                PhysicsProperty::Wind => 5,
                PhysicsProperty::Gravity => 6,
                PhysicsProperty::Mix => 7,
            });
            keys::keys(output, keys, Output::float)
        }
        PhysicsTimeline::Reset(times) => {
            output.byte(8);
            keys::count(output, times.len())?;
            times.iter().for_each(|&time| output.float(time));
            Ok(())
        }
    }
}

fn write_slider(output: &mut Output, timeline: &SliderTimeline) -> Result<()> {
    let (kind, keys) = match timeline {
        SliderTimeline::Time(keys) => (0, keys),
        SliderTimeline::Mix(keys) => (1, keys),
    };
    output.byte(kind);
    keys::keys(output, keys, Output::float)
}

/// Deform and sequence timelines, by skin and by slot.
fn write_attachments(
    output: &mut Output,
    rig: &Rig,
    places: &[Option<AttachmentRef>],
    timelines: &[Timeline],
) -> Result<()> {
    let mut placed = Vec::new();
    for timeline in timelines {
        if let Timeline::Deform { attachment, .. } | Timeline::Sequence { attachment, .. } =
            timeline
        {
            let place = places.get(*attachment).and_then(Option::as_ref);
            let missing = || WriteError(format!("attachment {attachment} is in no skin"));
            let place = place.ok_or_else(missing)?;
            placed.push((place.skin, (place, timeline)));
        }
    }
    let skins = grouped(placed.into_iter());
    output.number(skins.len())?;
    for (skin, timelines) in skins {
        output.number(skin)?;
        let slots = timelines
            .into_iter()
            .map(|(place, timeline)| (place.slot, (place, timeline)));
        let slots = grouped(slots);
        write_groups(
            output,
            slots,
            rig.slots.len(),
            |output, (place, timeline)| {
                output.string_ref(Some(&place.placeholder))?;
                match timeline {
                    Timeline::Deform { keys, .. } => {
                        output.byte(0);
                        keys::deform_keys(output, keys)
                    }
                    Timeline::Sequence { keys, .. } => {
                        output.byte(1);
                        keys::sequence_keys(output, keys)
                    }
                    _ => Ok(()),
                }
            },
        )?;
    }
    Ok(())
}

fn write_orders(output: &mut Output, rig: &Rig, timelines: &[Timeline]) -> Result<()> {
    let whole = timelines.iter().filter_map(|it| match it {
        Timeline::DrawOrder(keys) => Some(keys.as_slice()),
        _ => None,
    });
    keys::order_keys(output, only(whole, "draw order")?)?;
    let folders: Vec<_> = timelines
        .iter()
        .filter_map(|it| match it {
            Timeline::DrawOrderFolder { slots, keys } => Some((slots, keys)),
            _ => None,
        })
        .collect();
    output.number(folders.len())?;
    for (slots, keys) in folders {
        output.indices(slots, rig.slots.len(), "slot")?;
        keys::order_keys(output, keys)?;
    }
    Ok(())
}

/// The keys of the one timeline of its kind that an animation may have.
fn only<'a, T>(mut found: impl Iterator<Item = &'a [T]>, what: &str) -> Result<&'a [T]> {
    let first = found.next().unwrap_or_default();
    match found.next() {
        None => Ok(first),
        Some(_) => Err(WriteError(format!("an animation has two {what} timelines"))),
    }
}

fn write_events(output: &mut Output, rig: &Rig, timelines: &[Timeline]) -> Result<()> {
    let found = timelines.iter().filter_map(|it| match it {
        Timeline::Event(keys) => Some(keys.as_slice()),
        _ => None,
    });
    let keys: &[EventKey] = only(found, "event")?;
    output.number(keys.len())?;
    for key in keys {
        output.float(key.time);
        output.index(key.event, rig.events.len(), "event")?;
        output.signed_varint(key.int);
        output.float(key.float);
        output.string(key.string.as_deref())?;
        if rig.events[key.event].audio.is_some() {
            output.float(key.volume);
            output.float(key.balance);
        }
    }
    Ok(())
}
