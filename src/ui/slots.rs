//! The slots of a Spine character in the draw order of the moment, with its constraints and events.

use egui::{CollapsingHeader, Label, RichText, ScrollArea, Ui};

use super::rows::Row;
use super::{constraints, events, spelled, theme};
use crate::model::spine::Rig;
use crate::scene::spine::SpineItem;
use crate::scene::{Item, Scene};

/// Share of the page's height that constraints and events may take.
const REST_SHARE: f32 = 0.44;
/// Rows that headings and a few events need.
const REST_ROWS: usize = 7;
/// Share of what the slots leave that the constraints may take.
const CONSTRAINTS_SHARE: f32 = 0.55;

pub(super) fn show(ui: &mut Ui, scene: &mut Scene) {
    scene.pose_now();
    let rig = scene.item.as_ref().and_then(Item::spine);
    let rows = REST_ROWS + rig.map_or(0, |(_, rig)| rig.constraints.len());
    let row = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
    let height = ui.available_height();
    let slots_height = height - (rows as f32 * row).min(height * REST_SHARE);
    section(ui, "Slots in draw order", |ui| {
        slots(ui, scene, slots_height)
    });
    ui.separator();
    let constraints_height = ui.available_height() * CONSTRAINTS_SHARE;
    section(ui, "Constraints", |ui| {
        constraints::show(ui, scene, constraints_height);
    });
    ui.separator();
    section(ui, "Events", |ui| events::show(ui, scene));
}

fn section(ui: &mut Ui, title: &str, content: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(title)
        .default_open(true)
        .show_unindented(ui, content);
}

fn slots(ui: &mut Ui, scene: &mut Scene, height: f32) {
    let Some((spine, rig)) = scene.item.as_mut().and_then(Item::spine_mut) else {
        return;
    };
    ui.horizontal(|ui| {
        ui.toggle_value(&mut spine.draw_order_playback, "Draw order")
            .accessible_name("Draw order")
            .on_hover_text(
                "Slots change places as the animation says; else they keep the setup order",
            );
        if ui
            .small_button("Show all")
            .accessible_name("Show all slots")
            .clicked()
        {
            (0..rig.slots.len()).for_each(|slot| spine.hide(slot, false));
        }
        if ui
            .small_button("Hide all")
            .accessible_name("Hide all slots")
            .clicked()
        {
            (0..rig.slots.len()).for_each(|slot| spine.hide(slot, true));
        }
    });
    let order = spine.order();
    let moved = order
        .iter()
        .enumerate()
        .filter(|(place, slot)| place != *slot);
    let text = match (spine.draw_order_playback, moved.count()) {
        (false, _) => "Front first, in the setup order".to_owned(),
        (true, 0) => "Front first; all in their setup places".to_owned(),
        (true, moved) => format!(
            "Front first; {moved} of {} not in their setup places",
            order.len()
        ),
    };
    ui.add(Label::new(RichText::new(text).small().weak()).truncate());
    let row_height = ui.spacing().interact_size.y;
    ScrollArea::vertical()
        .id_salt("slots")
        .max_height((height - 80.0).max(20.0))
        .min_scrolled_height(0.0)
        .auto_shrink([false, true])
        .show_rows(ui, row_height, order.len(), |ui, range| {
            for row in range {
                // The pose lists them back to front.
                let place = order.len() - 1 - row;
                if let Some(slot) = order.get(place) {
                    slot_row(ui, spine, rig, *slot, place);
                }
            }
        });
}

/// A tick box, the slot, and what it shows. `place` counts from the back.
fn slot_row(ui: &mut Ui, spine: &mut SpineItem, rig: &Rig, slot: usize, place: usize) {
    let Some(data) = rig.slots.get(slot) else {
        return;
    };
    let name = spelled(&data.name);
    let pose = &spine.shown().pose;
    let attachment = pose.applied().slots.get(slot);
    let attachment = attachment.and_then(|slot| rig.attachments.get(slot.attachment?));
    let attachment = attachment.map(|attachment| spelled(&attachment.name));
    let moved = place as i64 - slot as i64;
    let plain = RichText::new(format!("{name}{}", mark(moved)));
    let text = match (moved, attachment) {
        (0, Some(_)) => plain,
        (0, None) => plain.weak(),
        _ => plain.color(theme::accent(ui)),
    };
    let shown = attachment.unwrap_or("nothing");
    let row = Row {
        tick: format!("Show {name}"),
        name: format!("{name} shows {shown}{}", moved_words(moved)),
        text,
        aside: attachment.unwrap_or_default(),
        help: format!("Slot {slot} {name}{}\nshows {shown}", moved_words(moved)),
    };
    let mut visible = !spine.is_hidden(slot);
    if row.show(ui, &mut visible) {
        spine.hide(slot, !visible);
    }
}

/// Behind the name of a slot that is not in its setup place: by how many, towards the front.
fn mark(moved: i64) -> String {
    if moved == 0 {
        String::new()
    } else {
        format!("  {moved:+}")
    }
}

fn moved_words(moved: i64) -> String {
    match moved {
        0 => String::new(),
        1.. => format!(", moved {moved} to the front"),
        _ => format!(", moved {} to the back", -moved),
    }
}
