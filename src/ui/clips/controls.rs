//! What a person may set of the picked clip: values, conditions, choices.

use egui::{Checkbox, ComboBox, DragValue, Label, Rect, RichText, ScrollArea, Slider, Stroke, Ui};

use super::super::{spelled, theme};
use crate::model::clip_graph::{ClipGraph, ClipKind, ClipRef, GraphClip};
use crate::pose::graph::controls::{neighbours, place_by_value, value_range};
use crate::pose::graph::{Choice, Controls};
use crate::scene::{Item, Scene};

/// Clips whose controls are shown.
const MOST: usize = 64;
/// Pairs that are marked on a slider.
const MOST_MARKS: usize = 64;

/// Of the box with a slider's value, in points.
const EXACT: f32 = 56.0;
/// Room at the right, in points, for the bar that lists lay over their rows.
const SCROLL_BAR: f32 = 6.0;
/// Lines of one control.
const LINES: f32 = 2.0;

/// The height, in points, that the controls need.
pub(super) fn height(ui: &Ui, item: &Item) -> f32 {
    let line = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
    item.controlled_clips(MOST).len() as f32 * LINES * line
}

/// The controls of all that the picked clip may play, in at most `height` points.
pub(super) fn show(ui: &mut Ui, scene: &mut Scene, height: f32) {
    let Some(item) = &scene.item else { return };
    let Some(graph) = item.graph() else { return };
    let mut controls = item.controls().clone();
    ScrollArea::vertical()
        .id_salt("clip controls")
        .max_height(height)
        .min_scrolled_height(0.0)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for clip in item.controlled_clips(MOST) {
                ui.push_id(clip, |ui| one(ui, item, graph, clip, &mut controls));
            }
        });
    scene.set_controls(controls);
}

fn one(ui: &mut Ui, item: &Item, graph: &ClipGraph, index: usize, controls: &mut Controls) {
    let Some(clip) = graph.clips.get(index) else {
        return;
    };
    let name = graph.title(index);
    let name = spelled(&name);
    match &clip.kind {
        ClipKind::Parametric(pairs) | ClipKind::ConditionFloat(pairs) => {
            value(ui, graph, (index, clip, name), pairs, controls);
        }
        ClipKind::ConditionBool { yes, no } => {
            let mut holds = controls.condition(index);
            let child = if holds { yes } else { no };
            ui.horizontal(|ui| {
                let tick = Checkbox::new(&mut holds, RichText::new(name).strong());
                ui.add(tick)
                    .accessible_name(format!("Condition of {name}"))
                    .on_hover_text("Whether the condition holds");
                told(ui, &format!("plays {}", title(graph, child)));
            });
            if holds != controls.condition(index) {
                controls.conditions.insert(index, holds);
            }
        }
        ClipKind::Selector(pairs) => choice(ui, item, (index, name), pairs, controls),
        _ => {}
    }
}

/// A slider whose ends are the least and the greatest value of the pairs, with a mark at each.
fn value(
    ui: &mut Ui,
    graph: &ClipGraph,
    (index, clip, name): (usize, &GraphClip, &str),
    pairs: &[(ClipRef, f32)],
    controls: &mut Controls,
) {
    let (low, high) = value_range(clip);
    let before = controls.value(index, clip);
    let mut value = before;
    heading(ui, name, &played(graph, clip, pairs, value));
    ui.add_enabled_ui(high > low, |ui| {
        ui.horizontal(|ui| {
            let rest = EXACT + ui.spacing().item_spacing.x + SCROLL_BAR;
            ui.spacing_mut().slider_width = (ui.available_width() - rest).max(40.0);
            let slider = Slider::new(&mut value, low..=high).show_value(false);
            let slider = ui.add(slider).accessible_name(format!("Value of {name}"));
            marks(ui, slider.rect, pairs, (low, high));
            let exact = DragValue::new(&mut value)
                .range(low..=high)
                .speed(f64::from(high - low) / 200.0)
                .max_decimals(3);
            ui.add_sized([EXACT, ui.spacing().interact_size.y], exact)
                .accessible_name(format!("Exact value of {name}"));
        });
    });
    if value != before {
        controls.values.insert(index, value);
    }
}

/// Where the pairs lie on a slider.
fn marks(ui: &Ui, rail: Rect, pairs: &[(ClipRef, f32)], (low, high): (f32, f32)) {
    if high <= low {
        return;
    }
    // The middle of a slider's handle goes no further than its own radius from the ends.
    let way = rail.x_range().shrink(rail.height() / 2.5);
    let stroke = Stroke::new(1.0, ui.visuals().weak_text_color());
    for (_, value) in pairs.iter().take(MOST_MARKS) {
        if value.is_finite() {
            let x = egui::lerp(way.min..=way.max, (value - low) / (high - low));
            let y = rail.bottom() - 3.0..=rail.bottom() + 1.0;
            ui.painter().vline(x, y, stroke);
        }
    }
}

/// What a value plays.
fn played(graph: &ClipGraph, clip: &GraphClip, pairs: &[(ClipRef, f32)], value: f32) -> String {
    let name = |place: usize| {
        let pair = pairs.get(place);
        pair.map_or_else(String::new, |(child, _)| title(graph, child))
    };
    if let ClipKind::ConditionFloat(_) = clip.kind {
        let place = place_by_value(pairs, value);
        return place.map_or_else(String::new, |place| format!("plays {}", name(place)));
    }
    match neighbours(pairs, value) {
        Some((one, _, 0.0)) => format!("plays {}", name(one)),
        Some((below, above, share)) => {
            let share = share * 100.0;
            let rest = 100.0 - share;
            format!("{} {rest:.0} %, {} {share:.0} %", name(below), name(above))
        }
        None => "plays nothing".to_owned(),
    }
}

fn choice(
    ui: &mut Ui,
    item: &Item,
    (index, name): (usize, &str),
    pairs: &[(ClipRef, f32)],
    controls: &mut Controls,
) {
    let Some(graph) = item.graph() else { return };
    let before = controls.choices.get(&index).copied().unwrap_or_default();
    let mut choice = before;
    let words = |choice: Choice| match choice {
        Choice::Heaviest => "heaviest".to_owned(),
        Choice::Weighted => "by weight".to_owned(),
        Choice::Fixed(place) => {
            let pair = pairs.get(place);
            pair.map_or_else(String::new, |(child, _)| title(graph, child))
        }
    };
    let chosen = controls
        .chosen(index, pairs)
        .and_then(|place| pairs.get(place));
    let chosen = chosen.map_or_else(|| "nothing".to_owned(), |(child, _)| title(graph, child));
    heading(ui, name, &format!("plays {chosen}"));
    let combo = ComboBox::from_id_salt("choice")
        .selected_text(words(choice))
        .width(ui.available_width() - SCROLL_BAR)
        .truncate()
        .show_ui(ui, |ui| {
            ui.selectable_value(&mut choice, Choice::Heaviest, "heaviest")
                .on_hover_text("The child of the greatest weight, in every pass");
            ui.selectable_value(&mut choice, Choice::Weighted, "by weight")
                .on_hover_text("By chance and weight, another in each pass");
            for (place, (child, weight)) in pairs.iter().enumerate() {
                let text = format!("{}  (weight {weight})", title(graph, child));
                ui.add_enabled_ui(child.clip.is_some(), |ui| {
                    ui.selectable_value(&mut choice, Choice::Fixed(place), text);
                });
            }
        });
    combo.response.accessible_name(format!("Choice of {name}"));
    if choice != before {
        controls.choices.insert(index, choice);
    }
}

/// The clip's name, and what it plays as it is set.
fn heading(ui: &mut Ui, name: &str, plays: &str) {
    ui.horizontal(|ui| {
        ui.add(Label::new(RichText::new(name).strong()).truncate());
        told(ui, plays);
    });
}

fn told(ui: &mut Ui, text: &str) {
    let text = RichText::new(text).small().color(theme::accent(ui));
    ui.add(Label::new(text).truncate());
}

fn title(graph: &ClipGraph, child: &ClipRef) -> String {
    match child.clip {
        Some(clip) => spelled(&graph.title(clip)).to_owned(),
        None => format!("0x{:08x} (missing)", child.hash),
    }
}
