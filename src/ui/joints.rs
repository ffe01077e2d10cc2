//! The joint tree, and all about the selected joint.

use std::collections::HashSet;

use egui::{Button, Grid, Label, Rect, RichText, ScrollArea, Sense, TextEdit, Ui, Vec2};
use glam::{Quat, Vec3};

use super::{counted, spelled, theme};
use crate::model::{Finding, Severity, Skeleton, Subject};
use crate::pose::mapping;
use crate::scene::{Item, Scene};

/// Points by which a child stands further right than its parent.
const INDENT: f32 = 11.0;
/// No joint stands further right than this many steps: chains of hair and cloth are long.
const DEEPEST_INDENT: usize = 12;
/// Height of the part below the tree, where there is room.
const DETAILS_HEIGHT: f32 = 264.0;

/// What an orphan stub is.
pub(super) const STUB_HELP: &str = "Orphan stub: it has the hash of a joint that skins, hangs at a root, stands at the world's origin and skins \
                                    nothing. It is there so that clips of an older rig find a joint; a track that goes to it is \
                                    lost to the other.";

/// What the page remembers.
#[derive(Debug, Default)]
pub(super) struct Memory {
    filter: String,
    folded: HashSet<usize>,
    /// The selection that the tree was last scrolled to.
    scrolled_to: Option<usize>,
}

/// One line of the tree.
struct Row {
    joint: usize,
    depth: usize,
    has_children: bool,
}

pub(super) fn show(ui: &mut Ui, memory: &mut Memory, scene: &mut Scene) {
    let Some(item) = &scene.item else { return };
    let Some(skeleton) = item.skeleton() else {
        ui.label(RichText::new("No skeleton was found.").weak());
        return;
    };
    ui.add(
        TextEdit::singleline(&mut memory.filter)
            .hint_text(format!(
                "Search {}",
                counted(skeleton.joints.len(), "joint", "joints")
            ))
            .desired_width(f32::INFINITY),
    )
    .accessible_name("Search joints");
    let new_selection = scene.selected_joint != memory.scrolled_to;
    if new_selection && let Some(joint) = scene.selected_joint {
        unfold(memory, skeleton, joint);
    }
    let is_shown = |joint: usize| !scene.view.hides(item, joint);
    let rows = rows(memory, skeleton, is_shown);
    let mut selected = scene.selected_joint;
    let details_height = DETAILS_HEIGHT.min(ui.available_height() * 0.5);
    let height = ui.available_height() - details_height;
    tree(ui, memory, item, &rows, &mut selected, height);
    memory.scrolled_to = selected;
    ui.separator();
    ScrollArea::vertical()
        .id_salt("joint details")
        .min_scrolled_height(0.0)
        .auto_shrink(false)
        .show(ui, |ui| match selected {
            Some(joint) if joint < skeleton.joints.len() => {
                details(ui, item, skeleton, joint, &mut selected);
            }
            _ => {
                let hint = "Click a joint here, or in the picture while Bones are shown.";
                ui.label(RichText::new(hint).weak());
            }
        });
    scene.selected_joint = selected;
}

fn unfold(memory: &mut Memory, skeleton: &Skeleton, joint: usize) {
    let mut at = skeleton.joints.get(joint).and_then(|joint| joint.parent);
    for _ in 0..skeleton.joints.len() {
        let Some(parent) = at else { break };
        memory.folded.remove(&parent);
        at = skeleton.joints.get(parent).and_then(|joint| joint.parent);
    }
}

/// Depth first, without what is folded; while searching, a flat list of what is found. The children of a joint that is
/// not shown stand in its place.
fn rows(memory: &Memory, skeleton: &Skeleton, is_shown: impl Fn(usize) -> bool) -> Vec<Row> {
    let children = skeleton.children();
    let has_children = |joint: usize| children.get(joint).is_some_and(|own| !own.is_empty());
    let wanted = memory.filter.trim().to_lowercase();
    if !wanted.is_empty() {
        let found = |joint: &usize| {
            let joint = &skeleton.joints[*joint];
            joint.name.to_lowercase().contains(&wanted)
                || joint
                    .hash
                    .is_some_and(|hash| format!("0x{hash:08x}").contains(&wanted))
        };
        let row = |joint| Row {
            joint,
            depth: 0,
            has_children: false,
        };
        let found = (0..skeleton.joints.len()).filter(found);
        return found.filter(|joint| is_shown(*joint)).map(row).collect();
    }
    let mut rows = Vec::with_capacity(skeleton.joints.len());
    let mut waiting: Vec<(usize, usize)> = skeleton.roots().map(|root| (root, 0)).collect();
    waiting.reverse();
    let mut steps = 0;
    while let Some((joint, depth)) = waiting.pop() {
        let own = &children[joint];
        // More steps than joints could only come from a cycle, which readers break.
        steps += 1;
        if steps > skeleton.joints.len() {
            break;
        }
        let is_shown = is_shown(joint);
        if is_shown {
            rows.push(Row {
                joint,
                depth,
                has_children: has_children(joint),
            });
        }
        if !is_shown || !memory.folded.contains(&joint) {
            let below = depth + usize::from(is_shown);
            waiting.extend(own.iter().rev().map(|&child| (child, below)));
        }
    }
    rows
}

fn tree(
    ui: &mut Ui,
    memory: &mut Memory,
    item: &Item,
    rows: &[Row],
    selected: &mut Option<usize>,
    height: f32,
) {
    let row_height = ui.spacing().interact_size.y;
    let mut area = ScrollArea::vertical()
        .id_salt("joints")
        .max_height(height)
        .min_scrolled_height(height)
        .auto_shrink(false);
    if *selected != memory.scrolled_to
        && let Some(row) = rows.iter().position(|row| Some(row.joint) == *selected)
    {
        let step = row_height + ui.spacing().item_spacing.y;
        area = area.vertical_scroll_offset((row as f32 * step - height * 0.4).max(0.0));
    }
    area.show_rows(ui, row_height, rows.len(), |ui, range| {
        for row in &rows[range] {
            tree_row(ui, memory, item, row, selected);
        }
    });
}

fn tree_row(
    ui: &mut Ui,
    memory: &mut Memory,
    item: &Item,
    row: &Row,
    selected: &mut Option<usize>,
) {
    let Some(joint) = item
        .skeleton()
        .and_then(|skeleton| skeleton.joints.get(row.joint))
    else {
        return;
    };
    let skins = item.joint_skins().get(row.joint).copied().unwrap_or(false);
    let name = spelled(&joint.name);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.add_space(row.depth.min(DEEPEST_INDENT) as f32 * INDENT);
        fold_button(ui, memory, row, name);
        let is_stub = item.orphan_stubs().get(row.joint) == Some(&true);
        if is_stub {
            stub(ui);
        } else if item.spine().is_none() {
            dot(ui, skins);
        }
        let size = [ui.available_width(), ui.spacing().interact_size.y];
        let text = if skins || item.spine().is_some() {
            RichText::new(name)
        } else {
            RichText::new(name).weak()
        };
        let button = Button::selectable(*selected == Some(row.joint), text)
            .right_text(RichText::new(row.joint.to_string()).small().weak())
            .truncate();
        let mut response = ui.add_sized(size, button).accessible_name(name);
        if is_stub {
            response = response
                .accessible_name(format!("{name}, orphan stub"))
                .on_hover_text(STUB_HELP);
        }
        let clicked = response.clicked();
        if clicked {
            *selected = if *selected == Some(row.joint) {
                None
            } else {
                Some(row.joint)
            };
        }
    });
}

fn fold_button(ui: &mut Ui, memory: &mut Memory, row: &Row, name: &str) {
    let size = Vec2::splat(12.0);
    if !row.has_children {
        ui.allocate_exact_size(size, Sense::hover());
        return;
    }
    let folded = memory.folded.contains(&row.joint);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(
            egui::Role::DisclosureTriangle,
            true,
            !folded,
            format!("Unfold {name}"),
        )
    });
    let inside = response
        .clone()
        .with_new_rect(Rect::from_center_size(rect.center(), Vec2::splat(9.0)));
    let openness = if folded { 0.0 } else { 1.0 };
    egui::collapsing_header::paint_default_icon(ui, openness, &inside);
    if response.clicked() && !memory.folded.remove(&row.joint) {
        memory.folded.insert(row.joint);
    }
}

/// Filled where the joint moves vertices.
fn dot(ui: &mut Ui, skins: bool) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(10.0), Sense::hover());
    if skins {
        ui.painter()
            .circle_filled(rect.center(), 3.0, theme::accent(ui));
        response.on_hover_text("Moves vertices");
    } else {
        let stroke = egui::Stroke::new(1.0, ui.visuals().weak_text_color());
        ui.painter().circle_stroke(rect.center(), 2.5, stroke);
        response.on_hover_text("Moves no vertex of this mesh");
    }
}

/// A warning where the joint is an orphan stub.
fn stub(ui: &mut Ui) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(10.0), Sense::hover());
    let (at, color) = (rect.center(), theme::severity(ui, Severity::Warning));
    let corners = [
        Vec2::new(0.0, -4.0),
        Vec2::new(4.0, 3.5),
        Vec2::new(-4.0, 3.5),
    ];
    let corners = corners.map(|corner| at + corner).to_vec();
    let triangle = egui::Shape::convex_polygon(corners, color, egui::Stroke::NONE);
    ui.painter().add(triangle);
    response.on_hover_text(STUB_HELP);
}

fn details(
    ui: &mut Ui,
    item: &Item,
    skeleton: &Skeleton,
    index: usize,
    selected: &mut Option<usize>,
) {
    let joint = &skeleton.joints[index];
    ui.horizontal(|ui| {
        ui.add(Label::new(RichText::new(spelled(&joint.name)).strong()).truncate());
    });
    Grid::new("joint").num_columns(2).show(ui, |ui| {
        line(ui, "Index", &index.to_string());
        ui.label(RichText::new("Parent").weak());
        match joint
            .parent
            .and_then(|at| Some((at, skeleton.joints.get(at)?)))
        {
            Some((parent, other)) => {
                if ui
                    .link(format!("{} ({parent})", spelled(&other.name)))
                    .clicked()
                {
                    *selected = Some(parent);
                }
            }
            None => {
                ui.label("none: a root");
            }
        }
        ui.end_row();
        if let Some(hash) = joint.hash {
            line(ui, "Hash", &format!("0x{hash:08x}"));
        }
        let local = joint.local;
        line(ui, "Bind T", &vector(local.translation));
        line(ui, "Bind R", &quaternion(local.rotation));
        line(ui, "Bind S", &vector(local.scale));
        if let Some(world) = item.pose().worlds.get(index) {
            line(ui, "World now", &vector(world.translation.into()));
        }
        if let Some(local) = item.pose().locals.get(index) {
            line(ui, "Local T now", &vector(local.translation));
            line(ui, "Local R now", &quaternion(local.rotation));
            line(ui, "Local S now", &vector(local.scale));
        }
    });
    ui.add(Label::new(moved_by(item, skeleton, index)).wrap());
    said_of(ui, item, skeleton, index);
}

/// The findings that speak of the joint.
fn said_of(ui: &mut Ui, item: &Item, skeleton: &Skeleton, index: usize) {
    let speaks_of_it = |finding: &&Finding| {
        let is_file = finding.file.is_none() || finding.file == skeleton.file;
        finding.subject == Some(Subject::Joint(index)) && is_file
    };
    for finding in item.findings().filter(speaks_of_it) {
        let color = theme::severity(ui, finding.severity);
        let text = RichText::new(&finding.message).color(color);
        ui.add(Label::new(text).wrap())
            .on_hover_text(format!("{}\nTo do: {}", finding.code, finding.fix));
    }
}

fn line(ui: &mut Ui, title: &str, text: &str) {
    ui.label(RichText::new(title).weak());
    ui.add(Label::new(RichText::new(text).monospace()).truncate());
    ui.end_row();
}

fn vector(v: Vec3) -> String {
    let [x, y, z] = v.to_array().map(number);
    format!("{x} {y} {z}")
}

/// Eight characters wide, so that nothing moves while playing; large numbers lose decimals first.
fn number(value: f32) -> String {
    // Nothing is less than nothing.
    let value = if value.abs() < 0.0005 { 0.0 } else { value };
    if value.abs() < 1000.0 {
        format!("{value:>8.3}")
    } else if value.abs() < 1e6 {
        format!("{value:>8.0}")
    } else {
        format!("{value:>8.1e}")
    }
}

fn quaternion(q: Quat) -> String {
    format!("{:>6.3} {:>6.3} {:>6.3} {:>6.3}", q.x, q.y, q.z, q.w)
}

/// Which track moves the joint, and why.
fn moved_by(item: &Item, skeleton: &Skeleton, joint: usize) -> String {
    if item.spine().is_some() {
        return "Moved by the timelines and constraints of the animation.".into();
    }
    let (Some(mapping), Some(clip)) = (item.mapping(), item.clip()) else {
        return "No clip: the bind pose.".into();
    };
    let Some(track) = mapping.track_of_joint.get(joint).copied().flatten() else {
        return "No track of this clip moves it: it keeps its bind pose.".into();
    };
    let title = clip
        .tracks
        .get(track)
        .map(mapping::track_title)
        .unwrap_or_default();
    format!(
        "Moved by track {track}, {title}: {}.",
        mapping::explain(mapping, track, skeleton)
    )
}
