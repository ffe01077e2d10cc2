//! Marks on the time line: what happens when, and what has just happened.

use egui::{Color32, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};

use super::timeline::Axis;
use crate::scene::Clock;
use crate::scene::marks::{Mark, MarkKind};

/// Marks nearer than this, in points, share a tooltip.
const NEAR: f32 = 7.0;
/// Lines of a tooltip.
const MOST_LINES: usize = 12;
/// Of a lane of what lasts, in points.
const LANE: f32 = 4.0;
/// Of all lanes.
pub(super) const LANES_HEIGHT: f32 = LANE * MarkKind::LANES as f32 + 2.0;
/// What is shorter is drawn with this width, in points.
const SHORTEST: f32 = 2.0;

/// Paints marks, sorted by time, on a bar that the axis spans.
pub(super) fn show(ui: &Ui, bar: Rect, marks: &[Mark], axis: &Axis, clock: &Clock) {
    let x_of = |mark: &Mark| axis.x_of(mark.seconds);
    let before = |end: f64| marks.partition_point(|mark| mark.seconds < end);
    let edge = axis.length(NEAR);
    let shown = before(axis.seconds.0 - edge)..before(axis.seconds.1 + edge);
    let mut at = shown.start;
    let mut rest = marks.get(shown).unwrap_or_default();
    let painter = ui.painter().with_clip_rect(bar.expand(NEAR));
    while let Some(first) = rest.first() {
        let left = x_of(first);
        let near = rest.partition_point(|mark| x_of(mark) - left < NEAR);
        let (together, others) = rest.split_at(near.max(1));
        rest = others;
        let right = together.last().map_or(left, x_of);
        let area = Rect::from_x_y_ranges(left..=right, bar.y_range()).expand2(Vec2::new(3.5, 0.0));
        at += together.len();
        let id = ui.scope_id().with(("mark", at));
        let response = ui.interact(area, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, said(together, clock)));
        response.on_hover_ui(|ui| {
            ui.label(words(together));
        });
        let mut last: Option<(MarkKind, f32)> = None;
        for mark in together {
            let (x, light) = (x_of(mark), mark.light(clock));
            // Of many in one place one is seen; what is lit is always.
            let is_new = last.is_none_or(|(kind, at)| kind != mark.kind || x - at >= 1.0);
            if is_new || light > 0.0 {
                paint(ui, &painter, bar, x, mark.kind, light);
                last = Some((mark.kind, x));
            }
        }
    }
}

/// Paints what lasts as bars in an area that the axis spans, each kind in a lane of its own.
pub(super) fn lasting(ui: &Ui, area: Rect, marks: &[Mark], axis: &Axis, clock: &Clock) {
    let x_of = |seconds: f64| axis.x_of(seconds).clamp(area.left(), area.right());
    let is_shown = |from: f64, until: f64| until >= axis.seconds.0 && from <= axis.seconds.1;
    let lane_of = |mark: &Mark| area.top() + 2.0 + mark.kind.lane() as f32 * LANE;
    for mark in marks {
        let Some(until) = mark.until.filter(|until| is_shown(mark.seconds, *until)) else {
            continue;
        };
        let (left, top) = (x_of(mark.seconds), lane_of(mark));
        let right = x_of(until).max(left + SHORTEST);
        let bar = Rect::from_x_y_ranges(left..=right, top..=top + LANE - 1.0);
        let share = if mark.is_active(clock) { 1.0 } else { 0.45 };
        let color = color(ui.visuals().dark_mode, mark.kind).gamma_multiply(share);
        ui.painter().rect_filled(bar, 1.0, color);
        // Where one ends and the next begins.
        let edge = ui.visuals().panel_fill;
        ui.painter()
            .vline(left, bar.y_range(), Stroke::new(1.0, edge));
    }
    let id = ui.scope_id().with("lasting");
    let response = ui.interact(area, id, Sense::hover());
    let Some(pointer) = response.hover_pos() else {
        return;
    };
    let below = |mark: &&Mark| {
        let top = lane_of(mark);
        let inside = |until: f64| x_of(mark.seconds) <= pointer.x && pointer.x < x_of(until);
        mark.until.is_some_and(inside) && (top..top + LANE).contains(&pointer.y)
    };
    let found: Vec<Mark> = marks.iter().filter(below).cloned().collect();
    if !found.is_empty() {
        response.on_hover_ui_at_pointer(|ui| {
            ui.label(words(&found));
        });
    }
}

/// For screen readers, with what is lit.
fn said(marks: &[Mark], clock: &Clock) -> String {
    let lit = |mark: &Mark| mark.light(clock) > 0.0;
    let now = if marks.iter().any(|mark| mark.is_active(clock)) {
        ", active"
    } else if marks.iter().any(lit) {
        ", just now"
    } else {
        ""
    };
    format!("Marked {}{now}", words(marks))
}

/// A line for each mark: when and what.
fn words(marks: &[Mark]) -> String {
    let line = |mark: &Mark| match mark.until {
        Some(until) => format!("{:.3} to {until:.3} s  {}", mark.seconds, mark.label),
        None => format!("{:.3} s  {}", mark.seconds, mark.label),
    };
    let mut lines: Vec<String> = marks.iter().take(MOST_LINES).map(line).collect();
    if marks.len() > MOST_LINES {
        lines.push(format!("and {} more", marks.len() - MOST_LINES));
    }
    lines.join("\n")
}

/// What happens is a sign at the top of the bar, a change of the draw order a bead at its bottom. What is lit is larger
/// and glows.
fn paint(ui: &Ui, painter: &Painter, bar: Rect, x: f32, kind: MarkKind, light: f32) {
    let color = color(ui.visuals().dark_mode, kind);
    let size = 3.5 + 2.0 * light;
    if light > 0.0 {
        let glow = color.gamma_multiply(0.6 * light);
        let stroke = Stroke::new(6.0, glow);
        painter.vline(x, bar.y_range(), stroke);
    }
    let y = match kind {
        MarkKind::DrawOrder => bar.bottom() - 4.0,
        _ => bar.top() + size,
    };
    sign(painter, Pos2::new(x, y), kind, size, color);
}

/// A shape for each kind, so that it is not told by its colour alone. `size` is half its height, in points.
pub(super) fn sign(painter: &Painter, at: Pos2, kind: MarkKind, size: f32, color: Color32) {
    let corners = |all: &[(f32, f32)]| {
        let corners = all.iter().map(|&(x, y)| at + Vec2::new(x, y) * size);
        Shape::convex_polygon(corners.collect(), color, Stroke::NONE)
    };
    let shape = match kind {
        MarkKind::Event => corners(&[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.9)]),
        MarkKind::Snap => corners(&[(0.0, -1.1), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0)]),
        MarkKind::Visibility => corners(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        MarkKind::DrawOrder => Shape::circle_filled(at, size * 0.7, color),
        MarkKind::Sound => Shape::circle_stroke(at, size * 0.8, Stroke::new(1.8, color)),
        MarkKind::Particle => {
            let stroke = Stroke::new(1.8, color);
            let arms = [(0.0, 1.0), (0.87, 0.5), (0.87, -0.5)];
            let arms = arms.map(|(x, y)| Vec2::new(x, y) * size);
            let arms = arms.map(|arm| Shape::line_segment([at - arm, at + arm], stroke));
            Shape::Vec(arms.to_vec())
        }
    };
    painter.add(shape);
}

/// The colour of a kind, on dark or light ground.
pub(super) fn color(dark: bool, kind: MarkKind) -> Color32 {
    let (on_dark, on_light) = match kind {
        MarkKind::Event => ([255, 184, 76], [176, 104, 0]),
        MarkKind::DrawOrder => ([186, 150, 255], [112, 64, 190]),
        MarkKind::Snap => ([255, 110, 190], [190, 24, 112]),
        MarkKind::Visibility => ([110, 214, 150], [0, 122, 62]),
        MarkKind::Particle => ([240, 220, 120], [134, 108, 0]),
        MarkKind::Sound => ([120, 190, 255], [0, 92, 176]),
    };
    let [red, green, blue] = if dark { on_dark } else { on_light };
    Color32::from_rgb(red, green, blue)
}
