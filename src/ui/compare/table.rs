//! The joints that differ, and whatever else does.

use egui::{Button, CollapsingHeader, Label, RichText, ScrollArea, Sense, TextEdit, TextStyle, Ui};

use super::super::{spelled, theme};
use super::{Memory, course};
use crate::scene::Scene;
use crate::scene::difference::{Change, Difference, JointDifference, PassDifference, What};

/// Rows of the table that are there at least, however small the window.
const FEWEST_ROWS: f32 = 4.0;
/// Width of a row's own plot, points.
const SPARK: f32 = 56.0;

/// By what joints are ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Order {
    #[default]
    Distance,
    Angle,
    /// The angle that is not the parent's.
    OwnAngle,
}

impl Order {
    const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Distance, "Distance", "Farthest away first"),
        (Self::Angle, "Angle", "Turned most first"),
        (
            Self::OwnAngle,
            "Own angle",
            "Turned most below its parent first: where a difference begins",
        ),
    ];

    fn amount(self, joint: &JointDifference) -> f32 {
        match self {
            Self::Distance => joint.distance.amount,
            Self::Angle => joint.angle.amount,
            Self::OwnAngle => joint.own_angle.amount,
        }
    }

    fn time(self, joint: &JointDifference) -> f64 {
        match self {
            Self::Distance => joint.distance.time,
            Self::Angle => joint.angle.time,
            Self::OwnAngle => joint.own_angle.time,
        }
    }

    /// What is worth telling of a joint: of one that is in its place and turned, the angle.
    fn of(self, joint: &JointDifference, difference: &Difference) -> Self {
        let is_in_place = joint.distance.amount <= difference.tolerance.distance;
        match self {
            Self::Distance if is_in_place => Self::Angle,
            order => order,
        }
    }

    fn written(self, joint: &JointDifference) -> String {
        let unit = if self == Self::Distance { "" } else { "°" };
        let (amount, time) = (self.amount(joint), self.time(joint));
        format!("{amount:.2}{unit} at {time:.2} s")
    }
}

/// Both sides of one clip.
type Measured<'a> = (&'a Difference, &'a PassDifference);

pub(super) fn show(
    ui: &mut Ui,
    memory: &mut Memory,
    scene: &mut Scene,
    (difference, pass): Measured<'_>,
    details: f32,
) {
    let mut rows: Vec<&JointDifference> = pass.differing(difference.tolerance).collect();
    if rows.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (order, name, help) in Order::ALL {
            ui.selectable_value(&mut memory.order, order, name)
                .on_hover_text(help);
        }
    });
    let search = TextEdit::singleline(&mut memory.search)
        .hint_text("Search joints")
        .desired_width(f32::INFINITY);
    ui.add(search).accessible_name("Search joints that differ");
    let wanted = memory.search.trim().to_lowercase();
    rows.retain(|joint| joint.name.to_lowercase().contains(&wanted));
    let order = memory.order;
    // They come ranked by distance.
    if order != Order::Distance {
        rows.sort_by(|one, other| order.amount(other).total_cmp(&order.amount(one)));
    }
    let row_height = ui.spacing().interact_size.y;
    let step = row_height + ui.spacing().item_spacing.y;
    let height = (ui.available_height() - details).max(step * FEWEST_ROWS);
    ScrollArea::vertical()
        .id_salt("joints that differ")
        .max_height(height)
        .min_scrolled_height(height)
        .auto_shrink([false, true])
        .show_rows(ui, row_height, rows.len(), |ui, range| {
            for joint in &rows[range] {
                row(ui, order, scene, (difference, pass), joint);
            }
        });
}

fn row(
    ui: &mut Ui,
    order: Order,
    scene: &mut Scene,
    (difference, pass): Measured<'_>,
    joint: &JointDifference,
) {
    let order = order.of(joint, difference);
    let name = spelled(&joint.name);
    let mut text = RichText::new(name);
    if !joint.differs_itself(difference.tolerance) {
        text = text.weak();
    }
    let height = ui.spacing().interact_size.y;
    ui.horizontal(|ui| {
        let width = (ui.available_width() - SPARK - 16.0).max(0.0);
        let button = Button::selectable(scene.selected_joint == Some(joint.a), text)
            .right_text(RichText::new(order.written(joint)).small().weak())
            .truncate();
        let row = ui
            .add_sized([width, height], button)
            .accessible_name(format!("{name} differs"));
        let row = row.on_hover_ui(|ui| {
            ui.label(help(joint, difference));
        });
        if row.clicked() {
            scene.selected_joint = Some(joint.a);
            scene.clock.playing = false;
            scene.clock.seek(order.time(joint));
        }
        let (rect, _) = ui.allocate_exact_size(egui::vec2(SPARK, height), Sense::hover());
        let values = match order {
            Order::Distance => &joint.distances,
            Order::Angle | Order::OwnAngle => &joint.angles,
        };
        let color = theme::accent(ui);
        course::curve(ui, rect.shrink(2.0), (&pass.times, values), 0.0, color);
    });
}

fn help(joint: &JointDifference, difference: &Difference) -> String {
    let mut text = format!(
        "{:.4} units away at {:.3} s\nturned by {:.3}° at {:.3} s\nbelow its parent {:.4} units away, turned by {:.3}°",
        joint.distance.amount,
        joint.distance.time,
        joint.angle.amount,
        joint.angle.time,
        joint.own_distance.amount,
        joint.own_angle.amount,
    );
    if joint.scale.amount > difference.tolerance.distance {
        text += &format!("\nstretched by {:.4}", joint.scale.amount);
    }
    if !joint.differs_itself(difference.tolerance) {
        text += "\nIt merely follows its parent.";
    }
    text
}

/// Everything that is not alike besides joints in motion, one line each.
pub(super) fn besides(difference: &Difference, pass: &PassDifference) -> Vec<String> {
    let states = pass.states.iter().map(|state| {
        let (part, name, field) = (state.part.word(), &state.name, state.field);
        let (a, b, time) = (&state.a, &state.b, state.time);
        format!("{part} {name}, {field} at {time:.2} s: {a} | {b}")
    });
    let mesh = difference.mesh.iter().map(|mesh| {
        let ([a, b], moved, worst) = (mesh.vertices, mesh.moved, mesh.worst);
        let name = &mesh.name;
        format!("mesh {name}: {a} | {b} vertices, {moved} lie elsewhere, by up to {worst:.3}")
    });
    let changes = pass.changes.iter().chain(&difference.changes).map(written);
    states.chain(mesh).chain(changes).collect()
}

fn written(change: &Change) -> String {
    let (part, name) = (change.part.word(), &change.name);
    match &change.what {
        What::OnlyInA => format!("{part} {name}: only here"),
        What::OnlyInB => format!("{part} {name}: only in the other"),
        What::Differs { field, a, b } => format!("{part} {name}, {field}: {a} | {b}"),
    }
}

/// The same, folded until it is asked for.
pub(super) fn others(ui: &mut Ui, lines: &[String], height: f32) {
    if lines.is_empty() {
        return;
    }
    let header = CollapsingHeader::new(format!("Not alike besides ({})", lines.len()));
    header.id_salt("not alike besides").show(ui, |ui| {
        let row = ui.text_style_height(&TextStyle::Body);
        ScrollArea::vertical()
            .id_salt("not alike")
            .max_height(height)
            .auto_shrink([false, true])
            .show_rows(ui, row, lines.len(), |ui, range| {
                for line in &lines[range] {
                    ui.add(Label::new(line).truncate());
                }
            });
    });
}
