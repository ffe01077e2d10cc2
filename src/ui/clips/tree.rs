//! The rows of the list of clips: lines, and below an unfolded one what it is made of.

use egui::{Button, Rect, RichText, Role, Sense, Ui, Vec2, WidgetInfo};

use super::super::{spelled, theme};
use super::{Memory, help};
use crate::scene::graph::Playable;
use crate::scene::{Item, Pick};

/// Side of the square of a triangle, in points.
const TRIANGLE: f32 = 12.0;
/// Points by which a child stands further right than its parent.
const INDENT: f32 = 12.0;
/// No row stands further right than this many steps.
const DEEPEST_INDENT: usize = 6;
/// Rows of one list. A clip may name very many others.
const MOST_ROWS: usize = 1 << 16;

/// One row.
pub(super) enum Row {
    /// Nothing is played.
    Rest,
    /// Index of the line.
    Line(usize),
    Child(Child),
    /// Heading of the lines that follow: the files that no clip of the graph names.
    Files,
}

/// A clip inside another.
pub(super) struct Child {
    /// The line, then places among children.
    path: Vec<usize>,
    /// Index of the line that it hangs below, and its place among the children.
    parent: usize,
    place: usize,
    /// It is in itself: it is not unfolded again.
    is_cycle: bool,
    /// How much of it is seen now; `None` while it does not play.
    share: Option<f32>,
}

/// What the filters leave, with what is unfolded.
pub(super) fn rows(memory: &Memory, item: &Item, rest: &str, seconds: f64) -> Vec<Row> {
    let wanted = memory.filter.to_lowercase();
    let has = |text: &str| wanted.is_empty() || text.to_lowercase().contains(&wanted);
    let by_graph = item.graph().is_some();
    let mut rows = Vec::new();
    if memory.kind.is_none() && has(rest) {
        rows.push(Row::Rest);
    }
    let mut in_files = !by_graph;
    for (index, line) in item.playables().iter().enumerate() {
        let of_kind = memory.kind.is_none_or(|kind| kind == kind_title(line.kind));
        let found = has(&line.name) || by_graph && has(kind_title(line.kind));
        if !of_kind || !found || rows.len() >= MOST_ROWS {
            continue;
        }
        if !in_files && matches!(line.pick, Pick::File(_)) {
            in_files = true;
            rows.push(Row::Files);
        }
        rows.push(Row::Line(index));
        if memory.unfolded.contains(&[index][..]) {
            let seconds = (item.picked() == line.pick).then_some(seconds);
            let mut met = vec![index];
            let mut path = vec![index];
            children(memory, item, &mut path, &mut met, seconds, &mut rows);
        }
    }
    rows
}

/// Appends the children of the last of the lines in `met`. `seconds` is the time of the pass where that line is at work.
fn children(
    memory: &Memory,
    item: &Item,
    path: &mut Vec<usize>,
    met: &mut Vec<usize>,
    seconds: Option<f64>,
    rows: &mut Vec<Row>,
) {
    let Some(&parent) = met.last() else { return };
    let Some(line) = item.playables().get(parent) else {
        return;
    };
    let shares = match (seconds, line.pick) {
        (Some(seconds), Pick::Graph(clip)) => item.children_at_work(clip, seconds),
        _ => Vec::new(),
    };
    for (place, child) in line.children.iter().enumerate() {
        if rows.len() >= MOST_ROWS {
            return;
        }
        path.push(place);
        let is_cycle = child.line.is_some_and(|line| met.contains(&line));
        let share = shares.get(place).copied().flatten();
        rows.push(Row::Child(Child {
            path: path.clone(),
            parent,
            place,
            is_cycle,
            share,
        }));
        if let Some(line) = child.line.filter(|_| !is_cycle)
            && memory.unfolded.contains(path)
        {
            met.push(line);
            let seconds = seconds.filter(|_| share.is_some());
            children(memory, item, path, met, seconds, rows);
            met.pop();
        }
        path.pop();
    }
}

/// The word for a kind in the list.
pub(super) fn kind_title(kind: &'static str) -> &'static str {
    match kind {
        "atomic" => "single",
        "sequencer" => "sequence",
        "condition-float" | "condition-bool" => "condition",
        other => other,
    }
}

/// The kinds that a list has, in the order of their first lines.
pub(super) fn kinds(lines: &[Playable]) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for line in lines {
        let kind = kind_title(line.kind);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// What stands at the right of a line: the kind of what is made of clips, else how long it is.
pub(super) fn aside(item: &Item, line: &Playable) -> String {
    let seconds = line.seconds.map(|seconds| format!("{seconds:.2} s"));
    match line.pick {
        Pick::Graph(_) if line.kind != "atomic" => kind_title(line.kind).to_owned(),
        Pick::File(_) if item.graph().is_some() => {
            format!("file {}", seconds.unwrap_or_default())
        }
        _ => seconds.unwrap_or_default(),
    }
}

/// A row without a triangle, where others have one.
pub(super) fn indented<R>(ui: &mut Ui, show: impl FnOnce(&mut Ui) -> R) -> R {
    let row = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.add_space(TRIANGLE + 2.0);
        show(ui)
    };
    ui.horizontal(row).inner
}

/// The triangle before a row that has children, and its room before one that has none.
pub(super) fn fold(
    ui: &mut Ui,
    memory: &mut Memory,
    path: &[usize],
    has_children: bool,
    name: &str,
) {
    let size = Vec2::splat(TRIANGLE);
    if !has_children {
        ui.allocate_exact_size(size, Sense::hover());
        return;
    }
    let open = memory.unfolded.contains(path);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let said = format!("Unfold {name}");
    response
        .widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, open, said.as_str()));
    let inside = response
        .clone()
        .with_new_rect(Rect::from_center_size(rect.center(), Vec2::splat(9.0)));
    let openness = if open { 1.0 } else { 0.0 };
    egui::collapsing_header::paint_default_icon(ui, openness, &inside);
    if response.clicked() && !memory.unfolded.remove(path) {
        memory.unfolded.insert(path.to_vec());
    }
}

/// A clip inside another: its number, its name, and whether it plays now. Gives what was clicked.
pub(super) fn child(ui: &mut Ui, memory: &mut Memory, item: &Item, row: &Child) -> Option<Pick> {
    let lines = item.playables();
    let parent = lines.get(row.parent)?;
    let child = parent.children.get(row.place)?;
    let line = child.line.and_then(|line| lines.get(line));
    let name = spelled(&child.name);
    let within = format!("{name} in {}", spelled(&parent.name));
    let mut clicked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.add_space((row.path.len() - 1).min(DEEPEST_INDENT) as f32 * INDENT);
        let unfolds = !row.is_cycle && line.is_some_and(|line| !line.children.is_empty());
        fold(ui, memory, &row.path, unfolds, &within);
        let state = match (line, row.share) {
            (None, _) => " (missing)".to_owned(),
            _ if row.is_cycle => " (again)".to_owned(),
            (_, Some(share)) if share < 1.0 => format!(" {:.0} %", share * 100.0),
            _ => String::new(),
        };
        let text = RichText::new(format!("{name}{state}"));
        let text = match (line, row.share) {
            (None, _) => text.weak(),
            (_, Some(_)) => text.color(theme::accent(ui)),
            (Some(line), None) if help::lacks_file(item, line) => text.weak(),
            _ => text,
        };
        let number = help::number(item, parent, row.place);
        let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
        let button = Button::selectable(false, text)
            .right_text(RichText::new(number).small().weak())
            .truncate();
        let now = if row.share.is_some() { ", now" } else { "" };
        let response = ui
            .add_enabled_ui(line.is_some(), |ui| ui.add_sized(size, button))
            .inner
            .accessible_name(format!("{within}{state}{now}"));
        if row.share.is_some() {
            // What plays is told by a bar too, and not by its colour alone.
            let bar = Rect::from_min_size(response.rect.min, Vec2::new(3.0, size.y));
            ui.painter().rect_filled(bar, 1.0, theme::accent(ui));
        }
        if response.clicked() {
            clicked = line.map(|line| line.pick);
        }
        response
            .on_hover_ui(|ui| {
                ui.label(line.map_or_else(String::new, |line| help::of_line(item, line)));
            })
            .on_disabled_hover_text("The graph has no such clip");
    });
    clicked
}
