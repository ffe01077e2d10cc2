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
    AttachmentKind, Bone, ConstraintKind, DrawOrderKey, Rig, Shift, Skin, SkinEntry, Timeline,
    WHITE,
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
    let usual = Rig::default();
    rig.nonessential = false;
    rig.hash = None;
    (rig.fps, rig.images, rig.audio) = (usual.fps, None, None);
    for bone in &mut rig.bones {
        let bare = Bone::new("", None);
        bone.color = bare.color;
        bone.icon = None;
        (bone.icon_size, bone.icon_rotation) = (bare.icon_size, bare.icon_rotation);
        bone.visible = true;
    }
    rig.slots.iter_mut().for_each(|slot| slot.visible = true);
    for skin in &mut rig.skins {
        skin.color = Skin::COLOR;
        // JSON names the constraints of a skin kind by kind.
        skin.constraints.sort_unstable();
    }
    for constraint in &mut rig.constraints {
        if let ConstraintKind::Slider(slider) = &mut constraint.kind {
            slider.max = 0.0;
        }
    }
    for attachment in &mut rig.attachments {
        match &mut attachment.kind {
            AttachmentKind::Mesh(mesh) => {
                mesh.edges.clear();
                (mesh.width, mesh.height) = (0.0, 0.0);
            }
            AttachmentKind::LinkedMesh(mesh) => (mesh.width, mesh.height) = (0.0, 0.0),
            AttachmentKind::Path(path) => path.color = WHITE,
            AttachmentKind::Point(point) => point.color = WHITE,
            AttachmentKind::BoundingBox { color, .. } => *color = WHITE,
            AttachmentKind::Clipping(clipping) => clipping.color = WHITE,
            AttachmentKind::Region(_) => {}
        }
    }
    sort_attachments(&mut rig);
    let mut animations = std::mem::take(&mut rig.animations);
    for animation in &mut animations {
        animation.color = WHITE;
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
