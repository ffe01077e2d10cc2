//! Animations: timelines in their groups.

use super::tree::{Json, Object};
use super::{Result, at, bone, keys, slot};
use crate::formats::WriteError;
use crate::formats::spine::json::words;
use crate::model::spine::{
    Animation, AttachmentRef, BoneTimeline, PathTimeline, PhysicsProperty, PhysicsTimeline, Rig,
    SliderTimeline, SlotTimeline, Timeline, WHITE,
};

pub(super) fn all(rig: &Rig) -> Result<Object> {
    let places = rig.places();
    let mut animations = Object::new();
    for animation in &rig.animations {
        animations.put(&animation.name, one(rig, &places, animation)?);
    }
    Ok(animations)
}

/// Objects within objects, found by the names that lead to them.
#[derive(Default)]
struct Groups {
    groups: Vec<(String, Node)>,
}

enum Node {
    Groups(Groups),
    Value(Json),
}

impl Groups {
    /// Puts a value at the end of a way of names; names of groups are shared, the last is always new.
    fn put(&mut self, way: &[&str], value: Json) {
        let Some((first, rest)) = way.split_first() else {
            return;
        };
        if rest.is_empty() {
            self.groups.push(((*first).to_owned(), Node::Value(value)));
            return;
        }
        let index = self.groups.iter().position(|(name, _)| name == first);
        let index = index.unwrap_or_else(|| {
            self.groups
                .push(((*first).to_owned(), Node::Groups(Self::default())));
            self.groups.len() - 1
        });
        if let Some((_, Node::Groups(group))) = self.groups.get_mut(index) {
            group.put(rest, value);
        }
    }

    fn into_object(self) -> Object {
        let mut object = Object::new();
        for (name, node) in self.groups {
            match node {
                Node::Value(value) => object.put(&name, value),
                Node::Groups(group) => object.put(&name, group.into_object()),
            }
        }
        object
    }
}

fn one(rig: &Rig, places: &[Option<AttachmentRef>], animation: &Animation) -> Result<Object> {
    let mut groups = Groups::default();
    let mut folders = Vec::new();
    for timeline in &animation.timelines {
        match timeline {
            Timeline::Slot {
                slot: index,
                timeline,
            } => {
                let (name, keys) = slot_timeline(timeline);
                groups.put(&["slots", slot(rig, *index)?, name], keys);
            }
            Timeline::Bone {
                bone: index,
                timeline,
            } => {
                let (name, keys) = bone_timeline(timeline);
                groups.put(&["bones", bone(rig, *index)?, name], keys);
            }
            Timeline::Ik { .. }
            | Timeline::Transform { .. }
            | Timeline::Path { .. }
            | Timeline::Physics { .. }
            | Timeline::Slider { .. } => put_constraint(&mut groups, rig, timeline)?,
            Timeline::Deform {
                attachment, keys, ..
            } => {
                let keys = keys::deform(keys);
                put_attachment(&mut groups, rig, places, *attachment, "deform", keys)?;
            }
            Timeline::Sequence {
                attachment, keys, ..
            } => {
                let keys = keys::sequence(keys);
                put_attachment(&mut groups, rig, places, *attachment, "sequence", keys)?;
            }
            Timeline::DrawOrder(keys) => {
                let slots: Vec<usize> = (0..rig.slots.len()).collect();
                groups.put(&["drawOrder"], keys::orders(rig, keys, &slots)?);
            }
            Timeline::DrawOrderFolder { slots, keys } => {
                let names: Result<Vec<&str>> = slots.iter().map(|&it| slot(rig, it)).collect();
                let mut folder = Object::new();
                folder.put("slots", Json::list(names?));
                folder.put("keys", keys::orders(rig, keys, slots)?);
                folders.push(folder);
            }
            Timeline::Event(keys) => groups.put(&["events"], keys::events(rig, keys)?),
        }
    }
    let mut object = groups.into_object();
    object.put_all("drawOrderFolder", Json::list(folders));
    if rig.nonessential {
        object.color("color", animation.color, WHITE);
    }
    Ok(object)
}

/// Timelines of constraints; all others are passed over.
fn put_constraint(groups: &mut Groups, rig: &Rig, timeline: &Timeline) -> Result<()> {
    let constraint =
        |index: usize| at(&rig.constraints, index, "constraint").map(|it| it.name.as_str());
    match timeline {
        Timeline::Ik {
            constraint: index,
            keys,
        } => {
            groups.put(&["ik", constraint(*index)?], keys::ik(keys));
        }
        Timeline::Transform {
            constraint: index,
            keys,
        } => {
            let keys = keys::mixes(keys, words::MIXES);
            groups.put(&["transform", constraint(*index)?], keys);
        }
        Timeline::Path {
            constraint: index,
            timeline,
        } => {
            let (name, keys) = path_timeline(timeline);
            groups.put(&["path", constraint(*index)?, name], keys);
        }
        Timeline::Physics {
            constraint: index,
            timeline,
        } => {
            let (name, keys) = physics_timeline(timeline);
            // The empty name means all.
            let owner = index.map_or(Ok(""), constraint)?;
            groups.put(&["physics", owner, name], keys);
        }
        Timeline::Slider {
            constraint: index,
            timeline,
        } => {
            let (name, keys) = match timeline {
                SliderTimeline::Time(keys) => ("time", keys::value(keys, 1.0)),
                SliderTimeline::Mix(keys) => ("mix", keys::value(keys, 1.0)),
            };
            groups.put(&["slider", constraint(*index)?, name], keys);
        }
        _ => {}
    }
    Ok(())
}

fn put_attachment(
    groups: &mut Groups,
    rig: &Rig,
    places: &[Option<AttachmentRef>],
    attachment: usize,
    name: &str,
    keys: Json,
) -> Result<()> {
    let place = places.get(attachment).and_then(Option::as_ref);
    let missing = || WriteError(format!("attachment {attachment} is in no skin"));
    let place = place.ok_or_else(missing)?;
    let skin = at(&rig.skins, place.skin, "skin")?.name.as_str();
    let slot = slot(rig, place.slot)?;
    groups.put(&["attachments", skin, slot, &place.placeholder, name], keys);
    Ok(())
}

fn slot_timeline(timeline: &SlotTimeline) -> (&'static str, Json) {
    let color = |object: &mut Object, key: &str, channels: &[f64]| {
        object.put(key, Json::color(channels));
    };
    match timeline {
        SlotTimeline::Attachment(list) => {
            let keys = list.iter().map(|it| {
                let mut key = keys::timed(it.time);
                key.text("name", it.placeholder.as_deref());
                key
            });
            ("attachment", Json::list(keys))
        }
        SlotTimeline::Rgba(list) => ("rgba", keys::keys(list, |it, v| color(it, "color", v))),
        SlotTimeline::Rgb(list) => ("rgb", keys::keys(list, |it, v| color(it, "color", v))),
        SlotTimeline::Rgba2(list) => {
            let keys = keys::keys(list, |it, v| {
                color(it, "light", &v[..4]);
                color(it, "dark", &v[4..]);
            });
            ("rgba2", keys)
        }
        SlotTimeline::Rgb2(list) => {
            let keys = keys::keys(list, |it, v| {
                color(it, "light", &v[..3]);
                color(it, "dark", &v[3..]);
            });
            ("rgb2", keys)
        }
        SlotTimeline::Alpha(list) => ("alpha", keys::value(list, 0.0)),
    }
}

fn bone_timeline(timeline: &BoneTimeline) -> (&'static str, Json) {
    match timeline {
        BoneTimeline::Rotate(list) => ("rotate", keys::value(list, 0.0)),
        BoneTimeline::Translate(list) => ("translate", keys::xy(list, 0.0)),
        BoneTimeline::TranslateX(list) => ("translatex", keys::value(list, 0.0)),
        BoneTimeline::TranslateY(list) => ("translatey", keys::value(list, 0.0)),
        BoneTimeline::Scale(list) => ("scale", keys::xy(list, 1.0)),
        BoneTimeline::ScaleX(list) => ("scalex", keys::value(list, 1.0)),
        BoneTimeline::ScaleY(list) => ("scaley", keys::value(list, 1.0)),
        BoneTimeline::Shear(list) => ("shear", keys::xy(list, 0.0)),
        BoneTimeline::ShearX(list) => ("shearx", keys::value(list, 0.0)),
        BoneTimeline::ShearY(list) => ("sheary", keys::value(list, 0.0)),
        BoneTimeline::Inherit(list) => {
            let keys = list.iter().map(|it| {
                let mut key = keys::timed(it.time);
                key.word("inherit", &words::INHERIT, it.inherit as usize, 0);
                key
            });
            ("inherit", Json::list(keys))
        }
    }
}

fn path_timeline(timeline: &PathTimeline) -> (&'static str, Json) {
    match timeline {
        PathTimeline::Position(list) => ("position", keys::value(list, 0.0)),
        PathTimeline::Spacing(list) => ("spacing", keys::value(list, 0.0)),
        PathTimeline::Mix(list) => ("mix", keys::mixes(list, ["mixRotate", "mixX", "mixY"])),
    }
}

fn physics_timeline(timeline: &PhysicsTimeline) -> (&'static str, Json) {
    let (property, list) = match timeline {
        PhysicsTimeline::Value(property, list) => (property, list),
        PhysicsTimeline::Reset(times) => {
            let keys = times.iter().map(|&time| keys::timed(time));
            return ("reset", Json::list(keys));
        }
    };
    let name = match property {
        PhysicsProperty::Inertia => "inertia",
        PhysicsProperty::Strength => "strength",
        PhysicsProperty::Damping => "damping",
        PhysicsProperty::Mass => "mass",
        PhysicsProperty::Wind => "wind",
        PhysicsProperty::Gravity => "gravity",
        PhysicsProperty::Mix => return ("mix", keys::value(list, 1.0)),
    };
    (name, keys::value(list, 0.0))
}
