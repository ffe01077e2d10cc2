//! What a Spine character's animation has told since its start.

use egui::{Label, RichText, ScrollArea, Ui};

use super::theme;
use crate::pose::spine::Fired;
use crate::scene::marks::light;
use crate::scene::spine_marks::event_words;
use crate::scene::{Item, Scene};

pub(super) fn show(ui: &mut Ui, scene: &Scene) {
    let Some((spine, rig)) = scene.item.as_ref().and_then(Item::spine) else {
        return;
    };
    let fired: Vec<(f64, &Fired)> = spine.fired_at().collect();
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
            for (at, fired) in fired.get(range).unwrap_or_default() {
                let Fired {
                    event, int, float, ..
                } = **fired;
                let words = event_words(rig, event, int, float, &fired.string);
                let line = format!("{:.3} s  {words}", fired.time);
                let plain = ui.visuals().text_color();
                let light = light(scene.clock.total() - at);
                let color = plain.lerp_to_gamma(theme::accent(ui), light);
                let text = RichText::new(&line).color(color);
                ui.add(Label::new(text).truncate()).on_hover_text(line);
            }
        });
}
