//! What Spine rigs are made of, whatever plays.

use super::apart::Tolerance;
use super::change::{Changes, Part, or_none};
use super::pairs::{Pairs, pair};
use crate::model::spine::{
    Animation, Attachment, AttachmentKind, BoneTimeline, Rig, SlotTimeline, Timeline,
};
use crate::scene::Item;

/// Slots, skins with their attachments, constraints and events of two rigs.
pub(super) fn rigs(
    changes: &mut Changes,
    a: &Item,
    b: &Item,
    joints: &Pairs,
    tolerance: Tolerance,
) {
    let (Some((_, a)), Some((_, b))) = (a.spine(), b.spine()) else {
        return;
    };
    changes.compare(
        Part::Character,
        "skeleton",
        "version",
        (&a.version, &b.version),
    );
    bones(changes, a, b, joints, tolerance);
    let slots = both(changes, Part::Slot, &a.slots, &b.slots, |it| &it.name);
    for &(one, other) in &slots.both {
        let (slot_a, slot_b) = (&a.slots[one], &b.slots[other]);
        let name = slot_a.name.as_str();
        let bone = |rig: &Rig, bone: usize| or_none(rig.bones.get(bone).map(|it| it.name.as_str()));
        let bones = (bone(a, slot_a.bone), bone(b, slot_b.bone));
        changes.compare(Part::Slot, name, "bone", bones);
        let shown = [slot_a, slot_b].map(|slot| or_none(slot.attachment.as_deref()));
        changes.compare(Part::Slot, name, "attachment", (&shown[0], &shown[1]));
        let blend = [slot_a, slot_b].map(|slot| format!("{:?}", slot.blend).to_lowercase());
        changes.compare(Part::Slot, name, "blend", (&blend[0], &blend[1]));
    }
    let skins = both(changes, Part::Skin, &a.skins, &b.skins, |it| &it.name);
    for &(one, other) in &skins.both {
        attachments(changes, (a, one), (b, other));
    }
    let kind = |it: &crate::model::spine::Constraint| format!("{} ({})", it.name, it.kind.title());
    let constraints =
        [&a.constraints, &b.constraints].map(|list| list.iter().map(kind).collect::<Vec<String>>());
    let pairs = pair(&constraints[0], &constraints[1]);
    changes.one_sided(Part::Constraint, &pairs, &constraints[0], &constraints[1]);
    both(changes, Part::Event, &a.events, &b.events, |it| &it.name);
}

/// What joints do not tell: the setup's shears and what bones take from their parents.
fn bones(changes: &mut Changes, a: &Rig, b: &Rig, joints: &Pairs, tolerance: Tolerance) {
    for &(one, other) in &joints.both {
        let (Some(bone_a), Some(bone_b)) = (a.bones.get(one), b.bones.get(other)) else {
            continue;
        };
        let numbers = [
            ("shear-x", bone_a.shear_x, bone_b.shear_x),
            ("shear-y", bone_a.shear_y, bone_b.shear_y),
            ("length", bone_a.length, bone_b.length),
        ];
        for (field, a, b) in numbers {
            if (a - b).abs() > f64::from(tolerance.distance) {
                changes.compare(Part::Joint, &bone_a.name, field, (a, b));
            }
        }
        let inherit = [bone_a, bone_b].map(|bone| format!("{:?}", bone.inherit));
        let inherit = (&inherit[0], &inherit[1]);
        changes.compare(Part::Joint, &bone_a.name, "inherit", inherit);
    }
}

fn both<T>(
    changes: &mut Changes,
    part: Part,
    a: &[T],
    b: &[T],
    name: impl Fn(&T) -> &String,
) -> Pairs {
    let names_a: Vec<&String> = a.iter().map(&name).collect();
    let names_b: Vec<&String> = b.iter().map(&name).collect();
    let pairs = pair(&names_a, &names_b);
    changes.one_sided(part, &pairs, &names_a, &names_b);
    pairs
}

fn attachments(changes: &mut Changes, (a, skin_a): (&Rig, usize), (b, skin_b): (&Rig, usize)) {
    let names = |rig: &Rig, skin: usize| -> Vec<String> {
        let entries = rig.skins[skin].entries.iter();
        let slot = |slot: usize| or_none(rig.slots.get(slot).map(|it| it.name.as_str()));
        let path = |entry: &crate::model::spine::SkinEntry| {
            let slot = slot(entry.slot);
            format!("{}/{slot}/{}", rig.skins[skin].name, entry.placeholder)
        };
        entries.map(path).collect()
    };
    let (names_a, names_b) = (names(a, skin_a), names(b, skin_b));
    let pairs = pair(&names_a, &names_b);
    changes.one_sided(Part::Attachment, &pairs, &names_a, &names_b);
    for &(one, other) in &pairs.both {
        let found = (
            a.attachments.get(a.skins[skin_a].entries[one].attachment),
            b.attachments.get(b.skins[skin_b].entries[other].attachment),
        );
        if let (Some(one_a), Some(one_b)) = found {
            let name = names_a[one].as_str();
            let kinds = (kind(one_a), kind(one_b));
            changes.compare(Part::Attachment, name, "kind", kinds);
            let path = |it: &Attachment| or_none(it.picture().map(|(path, ..)| path));
            changes.compare(
                Part::Attachment,
                name,
                "picture",
                (path(one_a), path(one_b)),
            );
            let vertices = |it: &Attachment| it.vertices().map_or(0, |vertices| vertices.len());
            let counts = (vertices(one_a), vertices(one_b));
            changes.compare(Part::Attachment, name, "vertices", counts);
        }
    }
}

fn kind(attachment: &Attachment) -> &'static str {
    match attachment.kind {
        AttachmentKind::Region(_) => "region",
        AttachmentKind::Mesh(_) => "mesh",
        AttachmentKind::LinkedMesh(_) => "linked mesh",
        AttachmentKind::Path(_) => "path",
        AttachmentKind::Point(_) => "point",
        AttachmentKind::BoundingBox { .. } => "bounding box",
        AttachmentKind::Clipping(_) => "clipping",
    }
}

/// Timelines in one animation only, and other numbers of keys.
pub(super) fn timelines(changes: &mut Changes, a: &Item, b: &Item) {
    fn playing(item: &Item) -> Option<(&Rig, usize)> {
        Some((item.spine()?.1, item.picks().2?))
    }
    let (Some((rig_a, clip_a)), Some((rig_b, clip_b))) = (playing(a), playing(b)) else {
        return;
    };
    let found = rig_a
        .animations
        .get(clip_a)
        .zip(rig_b.animations.get(clip_b));
    let Some((a, b)) = found else { return };
    let titles = |rig: &Rig, animation: &Animation| -> Vec<String> {
        let timelines = animation.timelines.iter();
        timelines.map(|timeline| title(rig, timeline)).collect()
    };
    let (titles_a, titles_b) = (titles(rig_a, a), titles(rig_b, b));
    let pairs = pair(&titles_a, &titles_b);
    changes.one_sided(Part::Track, &pairs, &titles_a, &titles_b);
    for &(one, other) in &pairs.both {
        let keys = (
            a.timelines[one].times().len(),
            b.timelines[other].times().len(),
        );
        changes.compare(Part::Track, &titles_a[one], "keys", keys);
    }
}

/// What a timeline moves, and what of it.
fn title(rig: &Rig, timeline: &Timeline) -> String {
    let slot = |index: usize| or_none(rig.slots.get(index).map(|it| it.name.as_str()));
    let constraint = |index: usize| or_none(rig.constraints.get(index).map(|it| it.name.as_str()));
    let attachment = |index: usize| or_none(rig.attachments.get(index).map(|it| it.name.as_str()));
    match timeline {
        Timeline::Slot {
            slot: index,
            timeline,
        } => format!("slot {} {}", slot(*index), slot_word(timeline)),
        Timeline::Bone { bone, timeline } => {
            let bone = or_none(rig.bones.get(*bone).map(|it| it.name.as_str()));
            format!("bone {bone} {}", bone_word(timeline))
        }
        Timeline::Ik {
            constraint: index, ..
        } => format!("ik {}", constraint(*index)),
        Timeline::Transform {
            constraint: index, ..
        } => format!("transform {}", constraint(*index)),
        Timeline::Path {
            constraint: index, ..
        } => format!("path {}", constraint(*index)),
        Timeline::Physics {
            constraint: index, ..
        } => format!("physics {}", index.map_or("all".into(), constraint)),
        Timeline::Slider {
            constraint: index, ..
        } => format!("slider {}", constraint(*index)),
        Timeline::Deform {
            slot: index,
            attachment: it,
            ..
        } => format!("deform {} {}", slot(*index), attachment(*it)),
        Timeline::Sequence {
            slot: index,
            attachment: it,
            ..
        } => format!("sequence {} {}", slot(*index), attachment(*it)),
        Timeline::DrawOrder(_) => "draw order".into(),
        Timeline::DrawOrderFolder { .. } => "draw order of a folder".into(),
        Timeline::Event(_) => "events".into(),
    }
}

fn slot_word(timeline: &SlotTimeline) -> &'static str {
    match timeline {
        SlotTimeline::Attachment(_) => "attachment",
        SlotTimeline::Rgba(_) => "rgba",
        SlotTimeline::Rgb(_) => "rgb",
        SlotTimeline::Rgba2(_) => "rgba2",
        SlotTimeline::Rgb2(_) => "rgb2",
        SlotTimeline::Alpha(_) => "alpha",
    }
}

fn bone_word(timeline: &BoneTimeline) -> &'static str {
    match timeline {
        BoneTimeline::Rotate(_) => "rotate",
        BoneTimeline::Translate(_) => "translate",
        BoneTimeline::TranslateX(_) => "translate x",
        BoneTimeline::TranslateY(_) => "translate y",
        BoneTimeline::Scale(_) => "scale",
        BoneTimeline::ScaleX(_) => "scale x",
        BoneTimeline::ScaleY(_) => "scale y",
        BoneTimeline::Shear(_) => "shear",
        BoneTimeline::ShearX(_) => "shear x",
        BoneTimeline::ShearY(_) => "shear y",
        BoneTimeline::Inherit(_) => "inherit",
    }
}
