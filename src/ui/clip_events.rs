//! The events of a clip that says them itself: when, what kind, and what they say.

use egui::{Label, RichText, ScrollArea, Sense, Ui};

use super::{spelled, theme};
use crate::model::{ClipEvent, Family};
use crate::scene::lostsaga_events::{RATES, mesh_event};
use crate::scene::marks::light;
use crate::scene::{Item, Scene};

/// Whether a character's clips say their events themselves.
pub(super) fn has(scene: &Scene) -> bool {
    let family = scene.item.as_ref().map(|item| item.character.family);
    matches!(family, Some(Family::Toee | Family::LostSaga))
}

pub(super) fn show(ui: &mut Ui, scene: &mut Scene) {
    let Some(item) = &mut scene.item else { return };
    if item.character.family == Family::LostSaga {
        switches(ui, item);
    }
    let Some(item) = &scene.item else { return };
    let events = item.clip_events(f32::INFINITY);
    if events.is_empty() {
        let text = match item.clip() {
            Some(_) => "This clip has no events.",
            None => "No clip is played.",
        };
        ui.label(RichText::new(text).weak());
        return;
    }
    let small = ui.text_style_height(&egui::TextStyle::Small);
    let body = ui.text_style_height(&egui::TextStyle::Body);
    let height = body + ui.spacing().item_spacing.y + small;
    let mut moment = None;
    ScrollArea::vertical()
        .id_salt("clip events")
        .min_scrolled_height(0.0)
        .auto_shrink(false)
        .show_rows(ui, height, events.len(), |ui, range| {
            for event in events.get(range).unwrap_or_default() {
                if row(ui, scene, item, event) {
                    moment = Some(f64::from(event.seconds));
                }
            }
        });
    if let Some(moment) = moment {
        scene.clock.seek(moment);
    }
}

/// Whether events act, and what frames are counted by.
fn switches(ui: &mut Ui, item: &mut Item) {
    ui.horizontal_wrapped(|ui| {
        let mut acts = item.events_on();
        ui.toggle_value(&mut acts, "Events act").on_hover_text(
            "show_mesh and hide_mesh show and hide meshes, else all stay as their ticks say (V)",
        );
        item.set_events(acts);
        ui.label(RichText::new("Frames a second").weak());
        for rate in RATES {
            let chosen = item.frame_rate() == rate;
            let choice = ui.selectable_label(chosen, format!("{rate}"));
            let choice = choice.accessible_name(format!("{rate} frames a second"));
            let help = "The file counts milliseconds; people count frames at one of these rates";
            if choice.on_hover_text(help).clicked() {
                item.count_frames_by(Some(rate));
            }
        }
    });
}

/// Two lines: when and what kind; what it says. True once it was clicked.
fn row(ui: &mut Ui, scene: &Scene, item: &Item, event: &ClipEvent) -> bool {
    let at = f64::from(event.seconds);
    let light = light(scene.clock.seconds - at);
    let plain = ui.visuals().text_color();
    let color = plain.lerp_to_gamma(theme::accent(ui), light);
    let line = format!("{}  {}", item.moment_words(event), spelled(&event.name));
    let text = RichText::new(&line).color(color);
    let label = Label::new(text).truncate().sense(Sense::click());
    let response = ui.add(label).on_hover_text("Goes to its moment");
    let acts = mesh_event(event).is_some() && item.character.family == Family::LostSaga;
    let said = match event.text.trim() {
        "" => "says nothing more".to_owned(),
        text if acts && !item.events_on() => format!("{text}  (does not act)"),
        text => text.to_owned(),
    };
    let said = RichText::new(said).small().weak();
    ui.add(Label::new(said).truncate())
        .on_hover_text(&event.text);
    response.clicked()
}
