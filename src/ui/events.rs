//! What a Spine character's animation has told since its start.

use egui::{Label, RichText, ScrollArea, Ui};

use super::spelled;
use crate::model::spine::Rig;
use crate::pose::spine::Fired;
use crate::scene::{Item, Scene};

pub(super) fn show(ui: &mut Ui, scene: &Scene) {
    let Some((spine, rig)) = scene.item.as_ref().and_then(Item::spine) else {
        return;
    };
    let fired: Vec<&Fired> = spine.fired().collect();
    if fired.is_empty() {
        ui.label(RichText::new("None fired since the start.").weak());
        return;
    }
    let row_height = ui.text_style_height(&egui::TextStyle::Body);
    ScrollArea::vertical()
        .id_salt("events")
        .min_scrolled_height(0.0)
        .auto_shrink(false)
        .stick_to_bottom(true)
        .show_rows(ui, row_height, fired.len(), |ui, range| {
            for event in fired.get(range).unwrap_or_default() {
                let text = line(rig, event);
                ui.add(Label::new(&text).truncate()).on_hover_text(text);
            }
        });
}

/// When, what, and what it says: the numbers and text that are not empty.
fn line(rig: &Rig, fired: &Fired) -> String {
    let name = rig.events.get(fired.event).map_or("", |event| &event.name);
    let mut line = format!("{:.3} s  {}", fired.time, spelled(name));
    if fired.int != 0 {
        line.push_str(&format!("  int {}", fired.int));
    }
    if fired.float != 0.0 {
        line.push_str(&format!("  float {}", fired.float));
    }
    if !fired.string.is_empty() {
        line.push_str(&format!("  {:?}", fired.string));
    }
    line
}
