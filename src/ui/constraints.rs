//! The constraints of a Spine character, to be switched off one by one.

use egui::{RichText, ScrollArea, Ui};

use super::rows::Row;
use super::spelled;
use crate::model::spine::{Constraint, ConstraintKind, Rig};
use crate::pose::spine::{ConstraintPose, SpinePose};
use crate::scene::spine::SpineItem;
use crate::scene::{Item, Scene};

pub(super) fn show(ui: &mut Ui, scene: &mut Scene, height: f32) {
    let Some((spine, rig)) = scene.item.as_mut().and_then(Item::spine_mut) else {
        return;
    };
    if rig.constraints.is_empty() {
        ui.label(RichText::new("This rig has none.").weak());
        return;
    }
    let row_height = ui.spacing().interact_size.y;
    let mut changed = false;
    ScrollArea::vertical()
        .id_salt("constraints")
        .max_height((height - 30.0).max(20.0))
        .min_scrolled_height(0.0)
        .auto_shrink([false, true])
        .show_rows(ui, row_height, rig.constraints.len(), |ui, range| {
            for constraint in range {
                changed |= row(ui, spine, rig, constraint);
            }
        });
    if changed {
        scene.pose_now();
    }
}

/// True once the constraint was switched on or off.
fn row(ui: &mut Ui, spine: &mut SpineItem, rig: &Rig, index: usize) -> bool {
    let Some(constraint) = rig.constraints.get(index) else {
        return false;
    };
    let name = spelled(&constraint.name);
    let kind = constraint.kind.title();
    let works = spine.shown().pose.is_constraint_active(index);
    let plain = RichText::new(name);
    let pose = &spine.shown().pose;
    let help = || help(rig, pose, index, constraint);
    let row = Row {
        tick: format!("Apply {name}"),
        name: format!("{name}, {kind}"),
        text: if works { plain } else { plain.weak() },
        aside: kind,
        margin: 0.0,
        selected: false,
        help: &help,
    };
    let mut on = !spine.is_muted(index);
    let changed = row.show_whole(ui, &mut on);
    if changed {
        spine.mute(rig, index, !on);
    }
    changed
}

/// What a constraint acts on, towards what, and how much of it at this moment.
fn help(rig: &Rig, pose: &SpinePose, index: usize, constraint: &Constraint) -> String {
    let name = spelled(&constraint.name);
    let kind = constraint.kind.title();
    let works = if pose.is_constraint_active(index) {
        ""
    } else {
        ", which the skins worn do not set to work"
    };
    let mut lines = vec![format!("{name}: {kind}{works}")];
    lines.push(action(rig, &constraint.kind));
    let values = pose.applied().constraints.get(index);
    lines.extend(values.map(mix));
    lines.join("\n")
}

fn action(rig: &Rig, kind: &ConstraintKind) -> String {
    let bone = |bone: usize| rig.bones.get(bone).map_or("?", |bone| spelled(&bone.name));
    let bones = |list: &[usize]| {
        let names: Vec<&str> = list.iter().map(|&index| bone(index)).collect();
        names.join(", ")
    };
    match kind {
        ConstraintKind::Ik(ik) => {
            format!("turns {} towards {}", bones(&ik.bones), bone(ik.target))
        }
        ConstraintKind::Transform(transform) => {
            let source = bone(transform.source);
            format!("moves {} as {source} moves", bones(&transform.bones))
        }
        ConstraintKind::Path(path) => {
            let slot = rig.slots.get(path.slot);
            let slot = slot.map_or("?", |slot| spelled(&slot.name));
            format!("lays {} along the path of slot {slot}", bones(&path.bones))
        }
        ConstraintKind::Physics(physics) => format!("lets {} swing", bone(physics.bone)),
        ConstraintKind::Slider(slider) => {
            let animation = slider.animation.and_then(|index| rig.animations.get(index));
            let animation = animation.map_or("no animation", |found| spelled(&found.name));
            match &slider.source {
                Some(source) => format!("applies {animation} as {} moves", bone(source.bone)),
                None => format!("applies {animation}"),
            }
        }
    }
}

fn mix(values: &ConstraintPose) -> String {
    match values {
        ConstraintPose::Ik(ik) => format!("mix {:.2}", ik.mix),
        ConstraintPose::Transform([rotate, x, y, scale_x, scale_y, shear_y]) => format!(
            "mix: rotation {rotate:.2}, x {x:.2}, y {y:.2}, scale {scale_x:.2} {scale_y:.2}, shear {shear_y:.2}"
        ),
        ConstraintPose::Path(path) => format!(
            "mix: rotation {:.2}, x {:.2}, y {:.2}; position {:.2}, spacing {:.2}",
            path.mix_rotate, path.mix_x, path.mix_y, path.position, path.spacing
        ),
        ConstraintPose::Physics(physics) => format!("mix {:.2}", physics.mix),
        ConstraintPose::Slider { time, mix } => format!("mix {mix:.2} at {time:.2} s"),
    }
}
