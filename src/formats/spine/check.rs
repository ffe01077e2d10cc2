//! What both skeleton readers check, mend and say once everything is read.

use std::collections::{HashMap, HashSet};

use crate::formats::tally::{Tally, counted};
use crate::model::Finding;
use crate::model::spine::{
    Animation, Attachment, AttachmentKind, ConstraintKind, DeformKey, Rig, SlotTimeline, Timeline,
    Vertices,
};

/// More frames than any picture sequence has: each is a name to make and to look for.
const MOST_FRAMES: usize = 10_000;

const EXPORT_AGAIN: &str = "export the skeleton again";

/// Makes the attachments fit for use, before animations refer to them: of two with one name in one slot of a skin the
/// later stays, links lead to meshes, and sequences have a number of frames that can be shown.
pub(super) fn settle_skins(rig: &mut Rig, findings: &mut Vec<Finding>) {
    drop_repeated(rig, findings);
    resolve_links(rig, findings);
    let mut odd = Tally::default();
    for Attachment { name, kind } in &mut rig.attachments {
        let sequence = match kind {
            AttachmentKind::Region(it) => &mut it.sequence,
            AttachmentKind::Mesh(it) => &mut it.sequence,
            AttachmentKind::LinkedMesh(it) => &mut it.sequence,
            _ => continue,
        };
        if let Some(found) = *sequence
            && !(1..=MOST_FRAMES).contains(&found.count)
        {
            odd.add((name.clone(), found.count));
            *sequence = None;
        }
    }
    odd.report(findings, |count, (name, frames)| {
        let message = format!(
            "{} a number of frames that is not from 1 to {MOST_FRAMES} and {} shown as one picture; \
             the first is {name:?} with {frames}",
            counted(count, "sequence has", "sequences have"),
            if count == 1 { "is" } else { "are" },
        );
        Finding::error("spine.sequence-length", message, EXPORT_AGAIN)
    });
}

fn drop_repeated(rig: &mut Rig, findings: &mut Vec<Finding>) {
    let mut repeated = Tally::default();
    for skin in &mut rig.skins {
        let mut last = HashMap::with_capacity(skin.entries.len());
        for (index, entry) in skin.entries.iter().enumerate() {
            last.insert((entry.slot, entry.placeholder.clone()), index);
        }
        if last.len() == skin.entries.len() {
            continue;
        }
        let name = skin.name.clone();
        let mut index = 0;
        skin.entries.retain(|entry| {
            let stays = last.get(&(entry.slot, entry.placeholder.clone())) == Some(&index);
            if !stays {
                repeated.add((name.clone(), entry.placeholder.clone()));
            }
            index += 1;
            stays
        });
    }
    repeated.report(findings, |count, (skin, placeholder)| {
        let message = format!(
            "{} replaced by a later one of the same name and slot; the first is {placeholder:?} in skin {skin:?}",
            counted(count, "attachment is", "attachments are"),
        );
        Finding::warning("spine.attachment-repeated", message, EXPORT_AGAIN)
    });
}

fn resolve_links(rig: &mut Rig, findings: &mut Vec<Finding>) {
    let mut lost = Tally::default();
    for index in 0..rig.attachments.len() {
        let AttachmentKind::LinkedMesh(linked) = &rig.attachments[index].kind else {
            continue;
        };
        let is_mesh = |&source: &usize| {
            matches!(
                rig.attachments.get(source).map(|found| &found.kind),
                Some(AttachmentKind::Mesh(_) | AttachmentKind::LinkedMesh(_))
            )
        };
        let source = rig.attachment_at(&linked.source_ref).filter(is_mesh);
        set_source(rig, index, source);
    }
    // Links that lead round in a circle, or nowhere.
    for index in 0..rig.attachments.len() {
        if leads_to_mesh(rig, index) {
            continue;
        }
        if let AttachmentKind::LinkedMesh(linked) = &rig.attachments[index].kind {
            lost.add((
                rig.attachments[index].name.clone(),
                linked.source_ref.placeholder.clone(),
            ));
            set_source(rig, index, None);
        }
    }
    lost.report(findings, |count, (name, source)| {
        let message = format!(
            "{} to no mesh and cannot be shown; the first is {name:?}, linked to {source:?}",
            counted(count, "linked mesh leads", "linked meshes lead"),
        );
        Finding::error("spine.link-source", message, EXPORT_AGAIN)
    });
}

fn set_source(rig: &mut Rig, attachment: usize, source: Option<usize>) {
    if let Some(AttachmentKind::LinkedMesh(linked)) =
        rig.attachments.get_mut(attachment).map(|it| &mut it.kind)
    {
        linked.source = source;
    }
}

/// True for anything but a linked mesh without a mesh at the end of its links.
fn leads_to_mesh(rig: &Rig, attachment: usize) -> bool {
    // Editors link to meshes themselves: eight links in a row are damage.
    let mut at = Some(attachment);
    for _ in 0..8 {
        match at.and_then(|at| rig.attachments.get(at)) {
            Some(Attachment {
                kind: AttachmentKind::LinkedMesh(linked),
                ..
            }) => at = linked.source,
            Some(_) => return true,
            None => return false,
        }
    }
    false
}

/// Mends and reports what needs the whole rig.
pub(super) fn settle(rig: &mut Rig, findings: &mut Vec<Finding>) {
    settle_constraints(rig, findings);
    settle_timelines(rig, findings);
    check_shapes(rig, findings);
    check_order(rig, findings);
    check_names(rig, findings);
    check_shown(rig, findings);
    check_lengths(rig, findings);
}

fn settle_constraints(rig: &mut Rig, findings: &mut Vec<Finding>) {
    let (mut bones, mut steps) = (Tally::default(), Tally::default());
    for constraint in &mut rig.constraints {
        match &mut constraint.kind {
            ConstraintKind::Ik(ik) if !(1..=2).contains(&ik.bones.len()) => {
                bones.add((constraint.name.clone(), ik.bones.len()));
            }
            ConstraintKind::Physics(physics) if physics.fps <= 0.0 => {
                steps.add(constraint.name.clone());
                physics.fps = 60.0;
            }
            _ => {}
        }
    }
    bones.report(findings, |count, (name, bones)| {
        let message = format!(
            "{} neither one bone nor two and nothing happens; the first is {name:?} with {bones}",
            counted(count, "IK constraint turns", "IK constraints turn"),
        );
        Finding::warning("spine.ik-bones", message, EXPORT_AGAIN)
    });
    steps.report(findings, |count, name| {
        let message = format!(
            "{} no number of steps a second and {} 60; the first is {name:?}",
            counted(count, "physics constraint has", "physics constraints have"),
            if count == 1 { "gets" } else { "get" },
        );
        Finding::error("spine.physics-steps", message, EXPORT_AGAIN)
    });
}

/// Drops timelines that what they name cannot follow, and numbers beyond an attachment's vertices.
fn settle_timelines(rig: &mut Rig, findings: &mut Vec<Finding>) {
    let (mut lost, mut long) = (Tally::default(), Tally::default());
    let mut animations = std::mem::take(&mut rig.animations);
    for animation in &mut animations {
        animation.timelines.retain_mut(|timeline| {
            let (attachment, fits) = match timeline {
                Timeline::Deform {
                    attachment, keys, ..
                } => {
                    let room = rig.deform_len(*attachment);
                    for key in keys {
                        if cut(key, room.unwrap_or(usize::MAX)) {
                            long.add((animation.name.clone(), *attachment));
                        }
                    }
                    (*attachment, room.is_some())
                }
                Timeline::Sequence { attachment, .. } => {
                    let found = rig.attachments.get(*attachment);
                    (*attachment, found.is_some_and(|it| it.picture().is_some()))
                }
                _ => return true,
            };
            if !fits {
                lost.add((animation.name.clone(), attachment));
            }
            fits
        });
    }
    rig.animations = animations;
    let name = |attachment: usize| rig.attachments.get(attachment).map(|it| it.name.as_str());
    lost.report(findings, |count, (animation, attachment)| {
        let message = format!(
            "{} an attachment that cannot follow it and {} left out; the first moves {:?} in {animation:?}",
            counted(count, "timeline moves", "timelines move"),
            if count == 1 { "is" } else { "are" },
            name(attachment).unwrap_or_default(),
        );
        Finding::error("spine.timeline-attachment", message, EXPORT_AGAIN)
    });
    long.report(findings, |count, (animation, attachment)| {
        let message = format!(
            "{} more numbers than their attachment has and {} cut; the first is of {:?} in {animation:?}",
            counted(count, "deform key has", "deform keys have"),
            if count == 1 { "is" } else { "are" },
            name(attachment).unwrap_or_default(),
        );
        Finding::error("spine.deform-length", message, EXPORT_AGAIN)
    });
}

/// Cuts a key to a number of numbers; true if it had more.
fn cut(key: &mut DeformKey, room: usize) -> bool {
    let room = room.saturating_sub(key.start);
    let long = key.offsets.len() > room;
    key.offsets.truncate(room);
    if key.offsets.is_empty() {
        key.start = 0;
    }
    long
}

fn check_shapes(rig: &Rig, findings: &mut Vec<Finding>) {
    let mut odd = Tally::default();
    for attachment in &rig.attachments {
        let problem = match &attachment.kind {
            AttachmentKind::Path(path) => path_problem(&path.vertices),
            AttachmentKind::Clipping(it) if it.vertices.len() < 3 => {
                Some("a clipping polygon of less than three vertices")
            }
            AttachmentKind::Mesh(mesh) if mesh.hull > mesh.vertices.len() => {
                Some("a hull of more vertices than there are")
            }
            _ => None,
        };
        if let Some(problem) = problem {
            odd.add((attachment.name.clone(), problem));
        }
    }
    odd.report(findings, |count, (name, problem)| {
        let message = format!(
            "{} a shape that does not work; the first is {name:?}: {problem}",
            counted(count, "attachment has", "attachments have"),
        );
        Finding::warning("spine.odd-shape", message, EXPORT_AGAIN)
    });
}

fn path_problem(vertices: &Vertices) -> Option<&'static str> {
    match vertices.len() {
        count if count % 3 != 0 => Some("a path whose vertices are not three for each point"),
        count if count < 6 => Some("a path of less than two points"),
        _ => None,
    }
}

/// Keys that do not come in order of time are searched all the same; which is found then is chance.
fn check_order(rig: &Rig, findings: &mut Vec<Finding>) {
    let mut odd = Tally::default();
    for animation in &rig.animations {
        for timeline in &animation.timelines {
            let times = timeline.times();
            if times.windows(2).any(|pair| pair[0] > pair[1]) {
                odd.add(animation.name.clone());
            }
        }
    }
    odd.report(findings, |count, animation| {
        let message = format!(
            "{} keys out of order of time; the first is in {animation:?}",
            counted(count, "timeline has", "timelines have"),
        );
        Finding::warning("spine.key-order", message, EXPORT_AGAIN)
    });
}

/// Names that are not unique: the first of each is found by name.
fn check_names(rig: &Rig, findings: &mut Vec<Finding>) {
    let bones = rig.bones.iter().map(|it| &it.name).collect::<Vec<_>>();
    let slots = rig.slots.iter().map(|it| &it.name).collect();
    let skins = rig.skins.iter().map(|it| &it.name).collect();
    let animations = rig.animations.iter().map(|it| &it.name).collect();
    let lists = [
        ("bones", bones),
        ("slots", slots),
        ("skins", skins),
        ("animations", animations),
    ];
    for (what, names) in lists {
        let mut seen = HashSet::with_capacity(names.len());
        let mut repeated = Tally::default();
        for name in names {
            if !seen.insert(name) {
                repeated.add(name.clone());
            }
        }
        repeated.report(findings, |count, name| {
            let message =
                format!("{count} {what} have the name of an earlier one; the first is {name:?}");
            let fix = "rename them if they are to be found by name";
            Finding::warning("spine.name-repeated", message, fix)
        });
    }
}

/// Animations that nobody waits for the end of.
fn check_lengths(rig: &Rig, findings: &mut Vec<Finding>) {
    let mut long = Tally::default();
    for animation in &rig.animations {
        if animation.duration > Animation::LONGEST_PLAYED {
            long.add((animation.name.clone(), animation.duration));
        }
    }
    long.report(findings, |count, (name, seconds)| {
        let message = format!(
            "{} longer than {} s, and no more is played; the first is {name:?} with {seconds} s",
            counted(count, "animation is", "animations are"),
            Animation::LONGEST_PLAYED,
        );
        let fix = "look for a key far behind the others";
        Finding::warning("spine.animation-length", message, fix)
    });
}

/// Placeholders that slots or keys want to show and that no skin has.
fn check_shown(rig: &Rig, findings: &mut Vec<Finding>) {
    let mut known = HashSet::new();
    for skin in &rig.skins {
        known.extend(
            skin.entries
                .iter()
                .map(|it| (it.slot, it.placeholder.as_str())),
        );
    }
    let mut lost = Tally::default();
    let mut want = |slot: usize, placeholder: &Option<String>, place: String| {
        if let Some(placeholder) = placeholder
            && !known.contains(&(slot, placeholder.as_str()))
        {
            lost.add((place, placeholder.clone()));
        }
    };
    for (index, slot) in rig.slots.iter().enumerate() {
        want(index, &slot.attachment, format!("slot {:?}", slot.name));
    }
    for animation in &rig.animations {
        for timeline in &animation.timelines {
            if let Timeline::Slot {
                slot,
                timeline: SlotTimeline::Attachment(keys),
            } = timeline
            {
                for key in keys {
                    want(
                        *slot,
                        &key.placeholder,
                        format!("animation {:?}", animation.name),
                    );
                }
            }
        }
    }
    lost.report(findings, |count, (place, placeholder)| {
        let message = format!(
            "{} an attachment that no skin has for that slot and {} nothing; the first is {placeholder:?} in {place}",
            counted(count, "place names", "places name"),
            if count == 1 { "shows" } else { "show" },
        );
        let fix = "nothing if that is meant to be empty; otherwise correct the name in the project";
        Finding::warning("spine.attachment-unknown", message, fix)
    });
}
