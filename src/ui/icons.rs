//! Buttons with drawn signs, so that no font needs to have them.

use egui::{Color32, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};

/// A sign on a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Icon {
    Play,
    Pause,
    StepBack,
    StepForward,
    ToStart,
    ToEnd,
    PreviousKey,
    NextKey,
    PreviousEvent,
    NextEvent,
}

/// A square button that is called `name` by screen readers, scripts and its tooltip.
pub(super) fn button(ui: &mut Ui, icon: Icon, name: &str, shortcut: &str) -> Response {
    let side = ui.spacing().interact_size.y + 4.0;
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact(&response);
        ui.painter()
            .rect_filled(rect, visuals.corner_radius, visuals.weak_bg_fill);
        if response.has_focus() {
            let stroke = ui.visuals().selection.stroke;
            ui.painter().rect_stroke(
                rect,
                visuals.corner_radius,
                stroke,
                egui::StrokeKind::Inside,
            );
        }
        let sign = Rect::from_center_size(rect.center(), Vec2::splat(side * 0.46));
        ui.painter()
            .extend(shapes(icon, sign, visuals.fg_stroke.color));
    }
    response.on_hover_text(format!("{name} ({shortcut})"))
}

fn shapes(icon: Icon, area: Rect, color: Color32) -> Vec<Shape> {
    let bar = |from: f32, to: f32| {
        let left = egui::lerp(area.x_range(), from);
        let right = egui::lerp(area.x_range(), to);
        Shape::rect_filled(
            Rect::from_x_y_ranges(left..=right, area.y_range()),
            0.0,
            color,
        )
    };
    let triangle = |from: f32, to: f32| {
        let back = egui::lerp(area.x_range(), from);
        let tip = egui::lerp(area.x_range(), to);
        let mut corners = vec![
            Pos2::new(back, area.top()),
            Pos2::new(tip, area.center().y),
            Pos2::new(back, area.bottom()),
        ];
        if tip < back {
            corners.reverse();
        }
        Shape::convex_polygon(corners, color, Stroke::NONE)
    };
    // A key of a joint, and what an event is marked by on the time line.
    let small = |middle: f32, corners: &[(f32, f32)]| {
        let middle = Pos2::new(egui::lerp(area.x_range(), middle), area.center().y);
        let corners = corners
            .iter()
            .map(|&(x, y)| middle + Vec2::new(x, y) * area.width() * 0.3);
        Shape::convex_polygon(corners.collect(), color, Stroke::NONE)
    };
    let diamond = |at| small(at, &[(0.0, -1.3), (0.9, 0.0), (0.0, 1.3), (-0.9, 0.0)]);
    let flag = |at| small(at, &[(-0.9, -1.2), (0.9, -1.2), (0.0, 1.2)]);
    match icon {
        Icon::Play => vec![triangle(0.1, 1.0)],
        Icon::Pause => vec![bar(0.12, 0.38), bar(0.62, 0.88)],
        Icon::StepBack => vec![triangle(0.75, 0.0), bar(0.85, 1.0)],
        Icon::StepForward => vec![bar(0.0, 0.15), triangle(0.25, 1.0)],
        Icon::PreviousKey => vec![triangle(0.5, 0.0), diamond(0.8)],
        Icon::NextKey => vec![diamond(0.2), triangle(0.5, 1.0)],
        Icon::PreviousEvent => vec![triangle(0.5, 0.0), flag(0.8)],
        Icon::NextEvent => vec![flag(0.2), triangle(0.5, 1.0)],
        Icon::ToStart => vec![bar(0.0, 0.14), triangle(1.0, 0.2)],
        Icon::ToEnd => vec![triangle(0.0, 0.8), bar(0.86, 1.0)],
    }
}
