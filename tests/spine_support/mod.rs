//! What the tests of Spine files share.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs
)]

use std::path::Path;

use rigscope::formats::spine::{json, skel};
use rigscope::model::Finding;
use rigscope::model::spine::{
    AttachmentKind, ConstraintKind, Curve, DrawOrderKey, Rig, Shift, SkinEntry, Timeline, Vertices,
};

/// Reads a skeleton that must be good.
#[track_caller]
pub fn read(path: &Path) -> (Rig, Vec<Finding>) {
    let bytes = std::fs::read(path).unwrap();
    let read = match path.extension().is_some_and(|ending| ending == "json") {
        true => json::read(&bytes),
        false => skel::read(&bytes),
    };
    read.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Where two values differ: lines of their debug text, numbers by more than a tolerance (`|a − b| > tolerance × max(1,
/// |b|)`). The number of lines compared comes first.
pub fn differences<T: std::fmt::Debug>(
    found: &T,
    expected: &T,
    tolerance: f64,
) -> (usize, Vec<String>) {
    let (found, expected) = (format!("{found:#?}"), format!("{expected:#?}"));
    let mut differences = Vec::new();
    let mut lines = 0;
    let (mut left, mut right) = (found.lines(), expected.lines());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return (lines, differences),
            (Some(a), Some(b)) if same(a, b, tolerance) => {}
            (a, b) => differences.push(format!("line {lines}: {a:?} is not {b:?}")),
        }
        lines += 1;
    }
}

fn same(a: &str, b: &str, tolerance: f64) -> bool {
    let number = |line: &str| {
        let text = line.trim().trim_end_matches(',');
        text.rsplit(' ')
            .next()
            .and_then(|text| text.parse::<f64>().ok())
    };
    let label = |line: &str| {
        line.trim()
            .rsplit_once(' ')
            .map(|(label, _)| label.to_owned())
    };
    if a == b {
        return true;
    }
    match (number(a), number(b)) {
        (Some(x), Some(y)) => label(a) == label(b) && (x - y).abs() <= tolerance * y.abs().max(1.0),
        _ => false,
    }
}

/// A rig without what only the editor needs, its deform keys written out in full: what two exports of one project have
/// in common.
pub fn essential(mut rig: Rig) -> Rig {
    rig.strip_nonessential();
    rig.hash = None;
    // JSON names the constraints of a skin kind by kind.
    rig.skins
        .iter_mut()
        .for_each(|skin| skin.constraints.sort_unstable());
    sort_attachments(&mut rig);
    let mut animations = std::mem::take(&mut rig.animations);
    for animation in &mut animations {
        for timeline in &mut animation.timelines {
            match timeline {
                Timeline::DrawOrder(keys) | Timeline::DrawOrderFolder { keys, .. } => {
                    shortest(keys)
                }
                _ => {}
            }
            if let Timeline::Deform {
                attachment, keys, ..
            } = timeline
            {
                let length = rig.deform_len(*attachment).unwrap();
                for key in keys {
                    let mut full = vec![0.0; length];
                    full[key.start..key.start + key.offsets.len()].copy_from_slice(&key.offsets);
                    (key.start, key.offsets) = (0, full);
                }
            }
        }
    }
    rig.animations = animations;
    rig
}

/// Sorts the entries of skins, and attachments with them: each exporter has its own order, and it means nothing.
fn sort_attachments(rig: &mut Rig) {
    let mut order = Vec::new();
    for skin in &mut rig.skins {
        let key = |entry: &SkinEntry| (entry.slot, entry.placeholder.clone());
        skin.entries.sort_by_key(key);
        for entry in &mut skin.entries {
            order.push(entry.attachment);
            entry.attachment = order.len() - 1;
        }
    }
    let new = |old: usize| order.iter().position(|&index| index == old).unwrap();
    rig.attachments = order
        .iter()
        .map(|&old| rig.attachments[old].clone())
        .collect();
    for attachment in &mut rig.attachments {
        if let AttachmentKind::LinkedMesh(linked) = &mut attachment.kind {
            linked.source = linked.source.map(new);
        }
        if let AttachmentKind::Mesh(mesh) = &mut attachment.kind {
            mesh.timeline_slots.sort_unstable();
        }
    }
    for animation in &mut rig.animations {
        for timeline in &mut animation.timelines {
            if let Timeline::Deform { attachment, .. } | Timeline::Sequence { attachment, .. } =
                timeline
            {
                *attachment = new(*attachment);
            }
        }
    }
}

/// Draw order keys that list only what the order needs.
fn shortest(keys: &mut [DrawOrderKey]) {
    for key in keys {
        let Some(order) = key.order() else { continue };
        let order = order.to_vec();
        let mut shifts: Vec<Shift> = order
            .iter()
            .enumerate()
            .map(|(place, &slot)| Shift {
                slot,
                by: place as i32 - slot as i32,
            })
            .collect();
        shifts.sort_by_key(|shift| shift.slot);
        *key = DrawOrderKey::new(key.time, shifts, order.len()).unwrap();
        assert_eq!(key.order().unwrap(), order);
    }
}

/// Made by our own script: exact in every export.
pub fn is_ours(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_string_lossy();
    name.starts_with("t-") || name.starts_with("fuzz-")
}

/// Without what the editor's exporters say differently although it means nothing: the bend of one bone, mixes of what is
/// not driven, and a curve between equal values.
pub fn without_default_curves(mut rig: Rig) -> Rig {
    for constraint in &mut rig.constraints {
        if let ConstraintKind::Ik(ik) = &mut constraint.kind {
            ik.bend_positive |= ik.bones.len() == 1;
        }
    }
    for timeline in rig.animations.iter_mut().flat_map(|it| &mut it.timelines) {
        match timeline {
            Timeline::Ik { constraint, keys } => {
                let ConstraintKind::Ik(ik) = &rig.constraints[*constraint].kind else {
                    panic!("not IK");
                };
                for index in 0..keys.len() {
                    keys[index].bend_positive |= ik.bones.len() == 1;
                    let next = keys.get(index + 1).map(|next| next.key.values);
                    if next == Some(keys[index].key.values) {
                        keys[index].key.curve = Curve::Linear;
                    }
                }
            }
            Timeline::Transform { constraint, keys } => {
                let ConstraintKind::Transform(transform) = &rig.constraints[*constraint].kind
                else {
                    panic!("not transform");
                };
                let driven = transform.properties.iter().flat_map(|from| &from.to);
                let driven: Vec<_> = driven.map(|to| to.property as usize).collect();
                for (index, value) in keys
                    .iter_mut()
                    .flat_map(|it| it.values.iter_mut().enumerate())
                {
                    if !driven.contains(&index) {
                        *value = 0.0;
                    }
                }
            }
            _ => {}
        }
    }
    rig
}

/// Every index of a rig leads somewhere, and every number is one: what the rest of the program relies on.
#[track_caller]
pub fn assert_sound(rig: &Rig) {
    let bones = rig.bones.len();
    let below = |index: usize, count: usize| assert!(index < count, "{index} of {count}");
    for (index, bone) in rig.bones.iter().enumerate() {
        bone.parent
            .into_iter()
            .for_each(|parent| below(parent, index));
    }
    rig.slots.iter().for_each(|slot| below(slot.bone, bones));
    rig.default_skin
        .into_iter()
        .for_each(|skin| below(skin, rig.skins.len()));
    for skin in &rig.skins {
        skin.bones.iter().for_each(|&it| below(it, bones));
        skin.constraints
            .iter()
            .for_each(|&it| below(it, rig.constraints.len()));
        for entry in &skin.entries {
            below(entry.slot, rig.slots.len());
            below(entry.attachment, rig.attachments.len());
        }
    }
    for constraint in &rig.constraints {
        match &constraint.kind {
            ConstraintKind::Ik(it) => {
                it.bones.iter().for_each(|&it| below(it, bones));
                below(it.target, bones);
            }
            ConstraintKind::Transform(it) => {
                it.bones.iter().for_each(|&it| below(it, bones));
                below(it.source, bones);
            }
            ConstraintKind::Path(it) => {
                it.bones.iter().for_each(|&it| below(it, bones));
                below(it.slot, rig.slots.len());
            }
            ConstraintKind::Physics(it) => {
                below(it.bone, bones);
                assert!(it.fps > 0.0 && it.mass_inverse.is_finite());
            }
            ConstraintKind::Slider(it) => {
                it.animation
                    .into_iter()
                    .for_each(|it| below(it, rig.animations.len()));
                it.source.iter().for_each(|it| below(it.bone, bones));
            }
        }
    }
    for (index, attachment) in rig.attachments.iter().enumerate() {
        assert_sound_attachment(rig, index, &attachment.kind);
    }
    for timeline in rig.animations.iter().flat_map(|it| &it.timelines) {
        assert!(timeline.times().iter().all(|time| time.is_finite()));
        assert!(!timeline.times().is_empty());
        assert_sound_timeline(rig, timeline);
    }
    // Numbers that are not finite would show. The text takes time, and large rigs are much like small ones.
    if rig.attachments.len() > 20 {
        return;
    }
    let text = format!("{rig:?}");
    assert!(!text.contains("NaN") && !text.contains(": inf") && !text.contains("-inf"));
}

fn assert_sound_attachment(rig: &Rig, index: usize, kind: &AttachmentKind) {
    if let Some(Vertices::Weighted(weighted)) = rig.attachments[index].vertices() {
        let influences = weighted.influences();
        assert!(influences.iter().all(|it| it.bone < rig.bones.len()));
        assert_eq!(
            weighted.ranges().map(|it| it.len()).sum::<usize>(),
            influences.len()
        );
    }
    match kind {
        AttachmentKind::Mesh(mesh) => {
            assert_eq!(mesh.uvs.len(), mesh.vertices.len());
            assert!(mesh.triangles.iter().all(|&it| it < mesh.vertices.len()));
            assert!(mesh.timeline_slots.iter().all(|&it| it < rig.slots.len()));
            assert_eq!(mesh.triangles.len() % 3, 0);
        }
        AttachmentKind::LinkedMesh(linked) => {
            assert!(linked.source_ref.skin < rig.skins.len());
            assert!(linked.source_ref.slot < rig.slots.len());
            assert_eq!(rig.mesh(index).is_some(), linked.source.is_some());
        }
        AttachmentKind::Path(path) => assert_eq!(path.lengths.len(), path.vertices.len() / 3),
        AttachmentKind::Clipping(it) => {
            it.end
                .into_iter()
                .for_each(|end| assert!(end < rig.slots.len()));
        }
        _ => {}
    }
    assert!(rig.attachments[index].region_names().count() <= 10_000);
}

fn assert_sound_timeline(rig: &Rig, timeline: &Timeline) {
    let kind = |index: usize| rig.constraints[index].kind.title();
    match timeline {
        Timeline::Slot { slot, .. } => assert!(*slot < rig.slots.len()),
        Timeline::Bone { bone, .. } => assert!(*bone < rig.bones.len()),
        Timeline::Ik { constraint, .. } => assert_eq!(kind(*constraint), "ik"),
        Timeline::Transform { constraint, .. } => assert_eq!(kind(*constraint), "transform"),
        Timeline::Path { constraint, .. } => assert_eq!(kind(*constraint), "path"),
        Timeline::Physics { constraint, .. } => {
            constraint
                .iter()
                .for_each(|&it| assert_eq!(kind(it), "physics"));
        }
        Timeline::Slider { constraint, .. } => assert_eq!(kind(*constraint), "slider"),
        Timeline::Deform {
            slot,
            attachment,
            keys,
        } => {
            assert!(*slot < rig.slots.len());
            let length = rig.deform_len(*attachment).unwrap();
            assert!(
                keys.iter()
                    .all(|key| key.start + key.offsets.len() <= length)
            );
        }
        Timeline::Sequence {
            slot, attachment, ..
        } => {
            assert!(*slot < rig.slots.len() && *attachment < rig.attachments.len());
        }
        Timeline::DrawOrder(keys) => assert_orders(keys, rig.slots.len()),
        Timeline::DrawOrderFolder { slots, keys } => {
            assert!(slots.iter().all(|&it| it < rig.slots.len()));
            assert_orders(keys, slots.len());
        }
        Timeline::Event(keys) => assert!(keys.iter().all(|it| it.event < rig.events.len())),
    }
}

/// Every order holds every slot once.
fn assert_orders(keys: &[DrawOrderKey], count: usize) {
    for order in keys.iter().filter_map(DrawOrderKey::order) {
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..count));
    }
}
