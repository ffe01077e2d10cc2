//! The whole clip as a thin bar, and which part of it the time line shows.

use egui::{Rect, Sense, Stroke, Ui, WidgetInfo};

use super::axis::View;
use crate::scene::Clock;
use crate::ui::theme;

/// The narrowest that a part is drawn, in points.
const NARROWEST: f32 = 8.0;

pub(super) fn show(ui: &mut Ui, area: Rect, view: &mut View, clock: &Clock) {
    let (from, until) = view.shown(clock.duration);
    let response = ui.interact(
        area,
        ui.scope_id().with("overview"),
        Sense::click_and_drag(),
    );
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), from, "Shown part"));
    let x_of = |seconds: f64| area.left() + (seconds / clock.duration) as f32 * area.width();
    if clock.duration > 0.0
        && let Some(pointer) = response.interact_pointer_pos()
    {
        let share = f64::from((pointer.x - area.left()) / area.width().max(1.0));
        let middle = share * clock.duration;
        view.pan(middle - (from + until) * 0.5, clock.duration);
    }
    let painter = ui.painter();
    painter.rect_filled(area, 3.0, ui.visuals().extreme_bg_color);
    if clock.duration <= 0.0 {
        return;
    }
    let mut part = Rect::from_x_y_ranges(x_of(from)..=x_of(until), area.y_range());
    let lacking = (NARROWEST - part.width()).max(0.0);
    part = part.expand2(egui::vec2(lacking * 0.5, 0.0));
    let share = if response.hovered() { 0.8 } else { 0.45 };
    let color = ui.visuals().weak_text_color().gamma_multiply(share);
    painter.rect_filled(part.intersect(area), 3.0, color);
    let head = Stroke::new(1.5, theme::accent(ui));
    painter.vline(x_of(clock.seconds), area.y_range(), head);
    response.on_hover_text(
        "The part of the clip that is shown above: wheel there enlarges, right drag or Shift + wheel moves",
    );
}
