//! The property bins: every class and field of them as a tree, and a search through it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use egui::{
    Align, Button, Label, Layout, Rect, RichText, Role, ScrollArea, Sense, TextEdit, Ui, Vec2,
    WidgetInfo,
};

use super::{Request, counted, spelled, theme};
use crate::model::league::bin::BinFile;
use crate::scene::Scene;
use crate::scene::bin_tree::{self, Line, MOST_FOUND, Place, Search};
use crate::scene::names::Names;

/// Lines below one line that are there at once; a line after them adds as many more.
const MOST_CHILDREN: usize = 500;
/// Points by which a line stands further right than the one that it hangs below.
const INDENT: f32 = 12.0;
/// No line stands further right than this many steps.
const DEEPEST_INDENT: usize = 9;
/// Side of the square of a triangle, in points.
const TRIANGLE: f32 = 12.0;
/// Of each redraw so much is for searching; where redraws are slow by themselves, a quarter of them.
const TIME: Duration = Duration::from_millis(6);
const MOST_TIME: Duration = Duration::from_millis(60);

/// What the page remembers.
#[derive(Debug, Default)]
pub(super) struct Memory {
    wanted: String,
    search: Option<Search>,
    /// The lines that show what hangs below them, and how much of it.
    unfolded: HashMap<Place, usize>,
    /// The lines that are there; made anew when something is unfolded.
    rows: Vec<Row>,
    /// The line that is scrolled to, and whether all lines have been laid out for it: further than what the list was
    /// before it cannot be scrolled.
    goal: Option<(Place, bool)>,
    /// The line that a search led to.
    selected: Option<Place>,
    /// What all this belongs to.
    of: Vec<Arc<BinFile>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Row {
    Line(Place),
    /// More hangs below this line than is shown.
    More(Place),
}

pub(super) fn show(
    ui: &mut Ui,
    memory: &mut Memory,
    scene: &mut Scene,
    requests: &mut Vec<Request>,
) {
    let Some(item) = &scene.item else { return };
    let is_same = |(a, b): (&Arc<BinFile>, &Arc<BinFile>)| Arc::ptr_eq(a, b);
    let bins = &item.character.bins;
    if memory.of.len() != bins.len() || !memory.of.iter().zip(bins).all(is_same) {
        *memory = Memory {
            of: bins.clone(),
            ..Memory::default()
        };
        if memory.of.len() == 1 {
            memory.unfolded.insert(vec![0], MOST_CHILDREN);
        }
        memory.lay_out();
    }
    lists(ui, scene, requests);
    if memory.of.is_empty() {
        let hint = "No property bin was opened: open a skin's .bin, or a folder that holds one.";
        ui.add(Label::new(RichText::new(hint).weak()).wrap());
        return;
    }
    let names = scene.names();
    let before = memory.wanted.clone();
    let field = TextEdit::singleline(&mut memory.wanted)
        .hint_text("Search classes, fields, values, hashes")
        .desired_width(f32::INFINITY);
    ui.add(field).accessible_name("Search bins");
    if memory.wanted != before {
        let wanted = memory.wanted.trim();
        memory.search = (!wanted.is_empty()).then(|| Search::new(wanted));
    }
    match &memory.search {
        Some(_) => found(ui, memory, &names),
        None => tree(ui, memory, &names),
    }
}

/// Where the names come from.
fn lists(ui: &mut Ui, scene: &Scene, requests: &mut Vec<Request>) {
    let said = match scene.name_list() {
        Some(list) => format!("{} of {}", counted(list.count, "name", "names"), list.title),
        None => "Names: those that the program knows".to_owned(),
    };
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let help = "A text file of names for hashes: a hash and a name on each line, or a name alone. It can be \
                        dropped on the window too, and stays for what is opened later";
            let button = ui.button("Hash list…").on_hover_text(help);
            if button.accessible_name("Choose a hash list").clicked() {
                requests.push(Request::ChooseNames);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = RichText::new(&said).small().weak();
                ui.add(Label::new(text).truncate()).on_hover_text(&said);
            });
        });
    });
}

fn tree(ui: &mut Ui, memory: &mut Memory, names: &Names) {
    let height = ui.spacing().interact_size.y;
    let mut area = ScrollArea::vertical().id_salt("bins").auto_shrink(false);
    match memory.goal.take() {
        Some((goal, false)) => {
            memory.goal = Some((goal, true));
            ui.ctx().request_repaint();
        }
        Some((goal, true)) => {
            let is_goal = |row: &Row| matches!(row, Row::Line(place) if *place == goal);
            let row = memory.rows.iter().position(is_goal);
            let above = row.unwrap_or_default().saturating_sub(2) as f32;
            let step = height + ui.spacing().item_spacing.y;
            area = area.vertical_scroll_offset(above * step);
        }
        None => {}
    }
    let mut clicked = None;
    area.show_rows(ui, height, memory.rows.len(), |ui, range| {
        for row in memory.rows.get(range).unwrap_or_default() {
            if one(ui, memory, names, row) {
                clicked = Some(row.clone());
            }
        }
    });
    match clicked {
        Some(Row::Line(place)) => {
            if memory.unfolded.remove(&place).is_none() {
                memory.unfolded.insert(place, MOST_CHILDREN);
            }
            memory.lay_out();
        }
        Some(Row::More(place)) => {
            *memory.unfolded.entry(place).or_default() += MOST_CHILDREN;
            memory.lay_out();
        }
        None => {}
    }
}

/// True once it was clicked and unfolds or folds.
fn one(ui: &mut Ui, memory: &Memory, names: &Names, row: &Row) -> bool {
    let (place, below) = match row {
        Row::Line(place) => (place, 1),
        Row::More(place) => (place, 0),
    };
    let indent = (place.len() - below).min(DEEPEST_INDENT) as f32 * INDENT;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.add_space(indent);
        if below == 0 {
            let all = bin_tree::children(&memory.of, place);
            let shown = memory.unfolded.get(place).copied().unwrap_or_default();
            let text = format!("{} more…", all.saturating_sub(shown));
            return ui.link(text).clicked();
        }
        let Some(line) = bin_tree::line(&memory.of, names, place) else {
            return false;
        };
        let folds = triangle(ui, &line, memory.unfolded.contains_key(place));
        let selected = memory.selected.as_ref() == Some(place);
        text(ui, &line, &line.name, selected) && line.children > 0 || folds
    })
    .inner
}

/// True once it was clicked.
fn triangle(ui: &mut Ui, line: &Line, open: bool) -> bool {
    let size = Vec2::splat(TRIANGLE);
    if line.children == 0 {
        ui.allocate_exact_size(size, Sense::hover());
        return false;
    }
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let said = format!("Unfold {}", spelled(&line.name));
    response
        .widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, open, said.as_str()));
    let inside = response
        .clone()
        .with_new_rect(Rect::from_center_size(rect.center(), Vec2::splat(9.0)));
    egui::collapsing_header::paint_default_icon(ui, if open { 1.0 } else { 0.0 }, &inside);
    response.clicked()
}

/// Name, value and kind of a line. True once it was clicked.
fn text(ui: &mut Ui, line: &Line, name: &str, selected: bool) -> bool {
    let mut words = egui::text::LayoutJob::default();
    let font = egui::TextStyle::Body.resolve(ui.style());
    let format = |color| egui::TextFormat::simple(font.clone(), color);
    words.append(spelled(name), 0.0, format(ui.visuals().text_color()));
    if !line.value.is_empty() {
        let value = line.value.replace(['\n', '\r'], " ");
        let color = match selected {
            true => ui.visuals().selection.stroke.color,
            false => theme::accent(ui),
        };
        words.append(&value, 8.0, format(color));
    }
    let size = Vec2::new(ui.available_width(), ui.spacing().interact_size.y);
    let button = Button::selectable(selected, words)
        .right_text(RichText::new(line.kind).small().weak())
        .truncate();
    let said = match line.value.is_empty() {
        true => spelled(name).to_owned(),
        false => format!("{}: {}", spelled(name), line.value),
    };
    let response = ui.add_sized(size, button).accessible_name(&said);
    let clicked = response.clicked();
    response.on_hover_ui(|ui| {
        ui.label(&said);
        if let Some(hash) = line.hash {
            ui.label(RichText::new(format!("0x{hash:08x}")).weak());
        }
    });
    clicked
}

/// The lines that a search has found so far; a click leads to the line in the tree.
fn found(ui: &mut Ui, memory: &mut Memory, names: &Names) {
    let Some(search) = &mut memory.search else {
        return;
    };
    let redraw = Duration::from_secs_f32(ui.input(|input| input.stable_dt).clamp(0.0, 1.0));
    search.advance(&memory.of, names, (redraw / 4).clamp(TIME, MOST_TIME));
    if search.is_under_way() {
        ui.ctx().request_repaint();
    }
    let lines = counted(search.found.len(), "line", "lines");
    let said = match (search.is_under_way(), search.is_cut) {
        (true, _) => format!("{lines} so far…"),
        (_, true) => format!("The first {MOST_FOUND} lines: type more of it"),
        (false, false) => lines,
    };
    ui.label(RichText::new(said).small().weak());
    let height = ui.spacing().interact_size.y;
    let mut clicked = None;
    ScrollArea::vertical()
        .id_salt("found in bins")
        .auto_shrink(false)
        .show_rows(ui, height, search.found.len(), |ui, range| {
            for place in search.found.get(range).unwrap_or_default() {
                let Some(line) = bin_tree::line(&memory.of, names, place) else {
                    continue;
                };
                let name = way(&memory.of, names, place, &line.name);
                if text(ui, &line, &name, false) {
                    clicked = Some(place.clone());
                }
            }
        });
    if let Some(place) = clicked {
        memory.go_to(place);
    }
}

/// A line's name behind that of the line it hangs below: many fields are called alike.
fn way(bins: &[Arc<BinFile>], names: &Names, place: &[u32], name: &str) -> String {
    let above = place.split_last().map(|(_, above)| above);
    match above.and_then(|above| bin_tree::line(bins, names, above)) {
        Some(above) => format!("{} › {name}", above.name),
        None => name.to_owned(),
    }
}

impl Memory {
    /// Leaves the search, and shows a line in the tree.
    fn go_to(&mut self, place: Place) {
        self.search = None;
        self.wanted.clear();
        for depth in 1..place.len() {
            let wanted = place[depth] as usize + 1;
            let shown = self.unfolded.entry(place[..depth].to_vec()).or_default();
            *shown = (*shown).max(wanted.next_multiple_of(MOST_CHILDREN));
        }
        self.lay_out();
        self.selected = Some(place.clone());
        self.goal = Some((place, false));
    }

    fn lay_out(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        for bin in 0..self.of.len() {
            self.add_rows(&mut vec![bin as u32], &mut rows);
        }
        self.rows = rows;
    }

    /// As deep as the reader lets containers nest.
    fn add_rows(&self, place: &mut Place, rows: &mut Vec<Row>) {
        rows.push(Row::Line(place.clone()));
        let Some(&shown) = self.unfolded.get(place) else {
            return;
        };
        let children = bin_tree::children(&self.of, place);
        for child in 0..children.min(shown) {
            place.push(child as u32);
            self.add_rows(place, rows);
            place.pop();
        }
        if children > shown {
            rows.push(Row::More(place.clone()));
        }
    }
}
