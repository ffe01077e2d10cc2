//! Marks on the time line: what happens when, and what has just happened.

use egui::{Color32, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};

use crate::scene::Clock;
use crate::scene::marks::{Mark, MarkKind};

/// Marks nearer than this, in points, share a tooltip.
const NEAR: f32 = 7.0;
/// Lines of a tooltip.
const MOST_LINES: usize = 12;

/// Paints marks, sorted by time, on a bar that spans the clip.
pub(super) fn show(ui: &Ui, bar: Rect, marks: &[Mark], clock: &Clock) {
    let x_of = |mark: &Mark| bar.left() + (mark.seconds / clock.duration) as f32 * bar.width();
    let mut rest = marks;
    while let Some(first) = rest.first() {
        let left = x_of(first);
        let near = rest.partition_point(|mark| x_of(mark) - left < NEAR);
        let (together, others) = rest.split_at(near.max(1));
        rest = others;
        let right = together.last().map_or(left, x_of);
        let area = Rect::from_x_y_ranges(left..=right, bar.y_range()).expand2(Vec2::new(3.5, 0.0));
        let id = ui.scope_id().with(("mark", marks.len() - rest.len()));
        let response = ui.interact(area, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, said(together, clock)));
        response.on_hover_ui(|ui| {
            ui.label(words(together));
        });
        for mark in together {
            paint(ui, bar, x_of(mark), mark.kind, mark.light(clock));
        }
    }
}

/// For screen readers, with what is lit.
fn said(marks: &[Mark], clock: &Clock) -> String {
    let lit = marks.iter().any(|mark| mark.light(clock) > 0.0);
    let now = if lit { ", just now" } else { "" };
    format!("Marked {}{now}", words(marks))
}

/// A line for each mark: when and what.
fn words(marks: &[Mark]) -> String {
    let line = |mark: &Mark| format!("{:.3} s  {}", mark.seconds, mark.label);
    let mut lines: Vec<String> = marks.iter().take(MOST_LINES).map(line).collect();
    if marks.len() > MOST_LINES {
        lines.push(format!("and {} more", marks.len() - MOST_LINES));
    }
    lines.join("\n")
}

/// Events are flags at the top of the bar, all else is a bead below them. What is lit is larger and glows.
fn paint(ui: &Ui, bar: Rect, x: f32, kind: MarkKind, light: f32) {
    let color = color(ui, kind);
    let size = 3.5 + 2.0 * light;
    if light > 0.0 {
        let glow = color.gamma_multiply(0.6 * light);
        let stroke = Stroke::new(6.0, glow);
        ui.painter().vline(x, bar.y_range(), stroke);
    }
    match kind {
        MarkKind::Event => {
            let corners = vec![
                Pos2::new(x - size, bar.top()),
                Pos2::new(x + size, bar.top()),
                Pos2::new(x, bar.top() + size * 1.8),
            ];
            ui.painter()
                .add(Shape::convex_polygon(corners, color, Stroke::NONE));
        }
        MarkKind::DrawOrder => {
            let at = Pos2::new(x, bar.bottom() - 4.0);
            ui.painter().circle_filled(at, size * 0.7, color);
        }
    }
}

fn color(ui: &Ui, kind: MarkKind) -> Color32 {
    match (kind, ui.visuals().dark_mode) {
        (MarkKind::Event, true) => Color32::from_rgb(255, 184, 76),
        (MarkKind::Event, false) => Color32::from_rgb(176, 104, 0),
        (MarkKind::DrawOrder, true) => Color32::from_rgb(186, 150, 255),
        (MarkKind::DrawOrder, false) => Color32::from_rgb(112, 64, 190),
    }
}
