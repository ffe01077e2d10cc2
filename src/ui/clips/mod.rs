//! All that can be played: the clips of a graph with what they are made of, animation files, a Spine rig's animations.

mod controls;
mod help;
mod tree;

use std::collections::HashSet;

use egui::{Align, Button, ComboBox, Label, Layout, RichText, ScrollArea, TextEdit, Ui};

use super::{counted, rest_pose, spelled, tracks};
use crate::model::ClipGraph;
use crate::scene::{Item, Pick, Scene};
use tree::Row;

/// Height of a heading of a list, in points.
const HEADING: f32 = 25.0;
/// Share of the height that controls may take before they scroll.
const CONTROLS_SHARE: f32 = 0.42;

/// What the panel remembers.
#[derive(Debug, Default)]
pub(super) struct Memory {
    filter: String,
    /// The kind that is listed alone.
    kind: Option<&'static str>,
    /// Lines, and children in them, that show what they are made of: the line, then places among children.
    unfolded: HashSet<Vec<usize>>,
    /// What these belong to: how many lines there are, and the graph.
    of: (usize, Option<u32>),
}

/// Picks among all that can be played. `height` is what list, filter and controls may take together.
pub(super) fn show(ui: &mut Ui, memory: &mut Memory, scene: &mut Scene, height: f32) {
    let top = ui.cursor().top();
    let Some(item) = &scene.item else { return };
    let of = (
        item.playables().len(),
        item.graph().map(|graph| graph.path_hash),
    );
    if memory.of != of {
        memory.of = of;
        memory.unfolded.clear();
        memory.kind = None;
    }
    let has_graph = item.graph().is_some();
    filters(ui, memory, item);
    if has_graph {
        graph_bar(ui, scene);
    }
    let Some(item) = &scene.item else { return };
    let left = height - HEADING - (ui.cursor().top() - top);
    let controls_height = controls::height(ui, item).min(left * CONTROLS_SHARE);
    if controls_height <= 0.0 {
        return list(ui, memory, scene, left.max(20.0));
    }
    let between = ui.spacing().item_spacing.y;
    list(
        ui,
        memory,
        scene,
        (left - controls_height - between).max(20.0),
    );
    controls::show(ui, scene, controls_height);
    // What follows stays where it is, whatever the controls are.
    ui.expand_to_include_y(top + height - HEADING);
}

/// Which graph, where there are several, and whether clips give way to each other as it says.
fn graph_bar(ui: &mut Ui, scene: &mut Scene) {
    let Some(item) = &scene.item else { return };
    let Some(graph) = item.graph() else { return };
    let mut controls = item.controls().clone();
    let mut picked = None;
    ui.horizontal(|ui| {
        let has_blends = !graph.blends.is_empty();
        let mut fades = has_blends && !controls.cuts;
        ui.add_enabled_ui(has_blends, |ui| {
            let help =
                "Clips give way to each other as the graph's blend table says, else they cut";
            let tick = ui.checkbox(&mut fades, "Cross-fade");
            tick.on_hover_text(help)
                .on_disabled_hover_text("The graph has no blend table");
        });
        controls.cuts = has_blends && !fades;
        let graphs = &item.character.graphs;
        if graphs.len() > 1 {
            let here = graphs.iter().position(|other| std::ptr::eq(other, graph));
            let combo = ComboBox::from_id_salt("graphs")
                .selected_text(graph_title(here.unwrap_or(0), graph))
                .width(ui.available_width())
                .truncate()
                .show_ui(ui, |ui| {
                    for (index, other) in graphs.iter().enumerate() {
                        let title = graph_title(index, other);
                        if ui.selectable_label(here == Some(index), title).clicked() {
                            picked = Some(index);
                        }
                    }
                });
            combo.response.accessible_name("Clip graph");
        }
    });
    scene.set_controls(controls);
    if let Some(graph) = picked {
        scene.pick_graph(graph);
    }
}

/// The number comes first: names of graphs are long, and begin alike.
fn graph_title(index: usize, graph: &ClipGraph) -> String {
    let stem = graph.file.as_ref().and_then(|file| file.file_stem());
    let stem = stem.map_or_else(|| "graph".into(), |stem| stem.to_string_lossy());
    format!("{index}: {stem} 0x{:08x}", graph.path_hash)
}

fn filters(ui: &mut Ui, memory: &mut Memory, item: &Item) {
    let lines = item.playables();
    let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        if item.graph().is_some() {
            let combo = ComboBox::from_id_salt("kinds")
                .selected_text(memory.kind.unwrap_or("all"))
                .width(84.0)
                .show_ui(ui, |ui| {
                    ui.selectable_value(&mut memory.kind, None, "all");
                    for kind in tree::kinds(lines) {
                        ui.selectable_value(&mut memory.kind, Some(kind), kind);
                    }
                });
            combo.response.accessible_name("Kinds of clips shown");
        }
        let hint = format!("Filter {}", counted(lines.len(), "clip", "clips"));
        let filter = TextEdit::singleline(&mut memory.filter)
            .hint_text(hint)
            .desired_width(f32::INFINITY);
        ui.add(filter).accessible_name("Filter clips");
    });
}

fn list(ui: &mut Ui, memory: &mut Memory, scene: &mut Scene, height: f32) {
    let Some(item) = &scene.item else { return };
    let (track, _) = tracks::picked(item);
    let rest = if track == 0 {
        rest_pose(scene)
    } else {
        tracks::EMPTY
    };
    let rows = tree::rows(memory, item, rest, scene.clock.seconds);
    let mut picked = None;
    let row_height = ui.spacing().interact_size.y;
    ScrollArea::vertical()
        .id_salt("clips")
        .max_height(height)
        .min_scrolled_height(0.0)
        .auto_shrink([false, true])
        .show_rows(ui, row_height, rows.len(), |ui, range| {
            for row in &rows[range] {
                picked = row_of(ui, memory, item, row, rest).or(picked);
            }
        });
    if rows.is_empty() {
        ui.label(RichText::new("No clip has this in its name.").weak());
    }
    let Some(pick) = picked else { return };
    let fades = !item.controls().cuts;
    match pick {
        _ if scene.is_spine() => {
            let animation = match pick {
                Pick::File(file) => Some(file),
                _ => None,
            };
            scene.pick_animation(track, animation);
        }
        _ if fades => scene.fade_to(pick),
        _ => scene.pick(pick),
    }
}

/// What was clicked.
fn row_of(ui: &mut Ui, memory: &mut Memory, item: &Item, row: &Row, rest: &str) -> Option<Pick> {
    let line = match row {
        Row::Rest => {
            let picked = match item.spine() {
                Some(_) => tracks::picked(item).1.is_none(),
                None => item.picked() == Pick::Bind,
            };
            let show = |ui: &mut Ui| plain(ui, picked, RichText::new(rest), "", rest, None);
            let clicked = match item.graph() {
                Some(_) => tree::indented(ui, show),
                None => show(ui),
            };
            return clicked.then_some(Pick::Bind);
        }
        Row::Files => {
            let text = RichText::new("Files that no clip names").small().weak();
            ui.horizontal(|ui| ui.add(Label::new(text).truncate()));
            return None;
        }
        Row::Child(child) => return tree::child(ui, memory, item, child),
        Row::Line(line) => *line,
    };
    let of = item.playables().get(line)?;
    let picked = match (item.spine(), of.pick) {
        (Some(_), Pick::File(file)) => tracks::picked(item).1 == Some(file),
        _ => item.picked() == of.pick,
    };
    let mut text = RichText::new(spelled(&of.name));
    if help::lacks_file(item, of) {
        text = text.weak();
    }
    let aside = tree::aside(item, of);
    let show = |ui: &mut Ui| {
        let help = || help::of_line(item, of);
        plain(ui, picked, text, &aside, spelled(&of.name), Some(&help))
    };
    let clicked = match item.graph() {
        Some(_) => {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                let has_children = !of.children.is_empty();
                tree::fold(ui, memory, &[line], has_children, spelled(&of.name));
                show(ui)
            })
            .inner
        }
        None => show(ui),
    };
    clicked.then_some(of.pick)
}

/// A row that is one button as wide as the list.
fn plain(
    ui: &mut Ui,
    selected: bool,
    text: RichText,
    aside: &str,
    name: &str,
    help: Option<&dyn Fn() -> String>,
) -> bool {
    let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
    let button = Button::selectable(selected, text)
        .right_text(RichText::new(aside).weak().monospace())
        .truncate()
        .min_size(size);
    let response = ui.add_sized(size, button).accessible_name(name);
    let clicked = response.clicked();
    if let Some(help) = help {
        response.on_hover_ui(|ui| {
            ui.label(help());
        });
    }
    clicked
}
