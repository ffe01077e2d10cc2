//! The constraints of a Spine character, to be switched off one by one.

use egui::{RichText, ScrollArea, Ui};

use super::rows::Row;
use super::spelled;
use crate::model::spine::Rig;
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
    let (text, help) = if works {
        (RichText::new(name), format!("{name}: {kind}"))
    } else {
        let help = format!("{name}: {kind}, which the skins worn do not set to work");
        (RichText::new(name).weak(), help)
    };
    let row = Row {
        tick: format!("Apply {name}"),
        name: format!("{name}, {kind}"),
        text,
        aside: kind,
        help,
    };
    let mut on = !spine.is_muted(index);
    let changed = row.show(ui, &mut on);
    if changed {
        spine.mute(rig, index, !on);
    }
    changed
}
