//! Frames along the time line, and the handles of the loop range.

use egui::{Align2, CursorIcon, FontId, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};

use super::Axis;
use crate::scene::Clock;
use crate::ui::theme;

/// Ticks stand no closer than this, in points.
const TICK_DISTANCE: f32 = 5.0;
/// Numbers stand no closer than this, in points.
const NUMBER_DISTANCE: f32 = 72.0;
/// Width of a handle, in points.
const HANDLE: f32 = 9.0;

/// Ticks along the bottom of `bar`, and where `numbers` is given, frames in it.
pub(super) fn ticks(
    ui: &Ui,
    bar: Rect,
    numbers: Option<Rect>,
    axis: &Axis,
    clock: &Clock,
    fps: f32,
) {
    let fps = f64::from(fps);
    let (from, until) = (
        axis.seconds.0 * fps,
        axis.seconds.1.min(clock.duration) * fps,
    );
    let color = ui.visuals().weak_text_color();
    let faint = Stroke::new(1.0, color.gamma_multiply(0.5));
    let every = frames_between_ticks(until - from, f64::from(bar.width() / TICK_DISTANCE));
    for tick in multiples(from, until, every) {
        let x = axis.x_of(tick * every / fps);
        let height = if tick.rem_euclid(5.0) == 0.0 {
            8.0
        } else {
            4.0
        };
        let span = bar.bottom() - height..=bar.bottom();
        ui.painter().vline(x, span, faint);
    }
    let Some(numbers) = numbers else { return };
    let every = frames_between_ticks(until - from, f64::from(bar.width() / NUMBER_DISTANCE));
    for tick in multiples(from, until, every) {
        let frame = tick * every;
        let at = Pos2::new(axis.x_of(frame / fps), numbers.center().y);
        let font = FontId::proportional(10.0);
        // The outermost would be cut off.
        let align = match at.x {
            x if x < numbers.left() + 12.0 => Align2::LEFT_CENTER,
            x if x > numbers.right() - 30.0 => Align2::RIGHT_CENTER,
            _ => Align2::CENTER_CENTER,
        };
        ui.painter()
            .text(at, align, format!("{frame:.0}"), font, color);
    }
}

/// Whole numbers whose product with `every` lies between two frames.
fn multiples(from: f64, until: f64, every: f64) -> impl Iterator<Item = f64> {
    let first = (from / every - 1e-6).ceil();
    let count = ((until - from) / every + 2.0).clamp(0.0, 1e5) as u32;
    (0..count)
        .map(move |step| first + f64::from(step))
        .take_while(move |tick| tick * every <= until + 1e-6 * every)
}

/// 1, 2, 5, 10, 20, 50 and so on: the first with which no more than `most` ticks stand on the line.
fn frames_between_ticks(frames: f64, most: f64) -> f64 {
    let wanted = (frames / most).max(1.0);
    let decade = 10f64.powf(wanted.log10().floor());
    let round = [1.0, 2.0, 5.0].map(|digit| digit * decade);
    round
        .into_iter()
        .find(|every| *every >= wanted)
        .unwrap_or(10.0 * decade)
}

/// Greys out on `bar` what is not played.
pub(super) fn dim(ui: &Ui, bar: Rect, axis: &Axis, clock: &Clock) {
    let Some((from, until)) = clock.range() else {
        return;
    };
    let veil = ui.visuals().panel_fill.gamma_multiply(0.7);
    let [left, right] = [from, until].map(|at| axis.x_of(at).clamp(bar.left(), bar.right()));
    for span in [bar.left()..=left, right..=bar.right()] {
        let outside = Rect::from_x_y_ranges(span, bar.y_range());
        ui.painter().rect_filled(outside, 0.0, veil);
    }
}

/// The loop range as a band with a handle at each end. Handles stop at whole frames, or anywhere while Shift is held.
pub(super) fn range(ui: &mut Ui, row: Rect, axis: &Axis, clock: &mut Clock, fps: f32) {
    let (from, until) = clock.bounds();
    if clock.range().is_some() {
        let [left, right] = [from, until].map(|at| axis.x_of(at).clamp(row.left(), row.right()));
        let band = Rect::from_x_y_ranges(left..=right, row.y_range());
        let fill = theme::accent(ui).gamma_multiply(0.22);
        ui.painter().rect_filled(band, 2.0, fill);
    }
    for (name, at, side) in [("Loop from", from, -1.0), ("Loop until", until, 1.0)] {
        if !axis.shows(at) {
            continue;
        }
        let Some(wanted) = handle(ui, row, axis, (name, at, side)) else {
            continue;
        };
        let exact = ui.input(|input| input.modifiers.shift);
        let frame = wanted * f64::from(fps);
        let wanted = if exact || wanted >= clock.duration {
            wanted
        } else {
            frame.round() / f64::from(fps)
        };
        let shortest = 1.0 / f64::from(fps);
        clock.set_range(Some(match side < 0.0 {
            true => (wanted.min(until - shortest).max(0.0), until),
            false => (from, wanted.max(from + shortest)),
        }));
    }
}

/// Where it was dragged to, seconds.
fn handle(ui: &mut Ui, row: Rect, axis: &Axis, (name, at, side): (&str, f64, f32)) -> Option<f64> {
    let x = axis.x_of(at);
    // Each lies outside of what it bounds, so that the two are apart however short that is.
    let middle = Pos2::new(x + side * (HANDLE * 0.5 - 1.0), row.center().y);
    let area = Rect::from_center_size(middle, Vec2::new(HANDLE, row.height()));
    let id = ui.scope_id().with(name);
    let response = ui.interact(area, id, Sense::drag());
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), at, name));
    let is_held = response.dragged() || response.hovered();
    let color = match is_held {
        true => theme::accent(ui),
        false => ui.visuals().weak_text_color(),
    };
    let corners = [(0.0, 0.0), (side * 7.0, 0.0), (0.0, row.height() - 3.0)];
    let corners = corners.map(|(right, down)| Pos2::new(x + right, row.top() + 1.5 + down));
    ui.painter()
        .add(Shape::convex_polygon(corners.to_vec(), color, Stroke::NONE));
    ui.painter()
        .vline(x, row.y_range(), Stroke::new(1.0, color));
    let response = response
        .on_hover_cursor(CursorIcon::ResizeHorizontal)
        .on_hover_text(format!(
            "{name} {at:.3} s: drag, with Shift between frames too"
        ));
    let pointer = response
        .interact_pointer_pos()
        .filter(|_| response.dragged());
    pointer.map(|pointer| axis.clamped_at(pointer.x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_stand_at_round_frames_and_are_never_too_many() {
        for (frames, every) in [
            (30.0, 1.0),
            (240.0, 1.0),
            (241.0, 2.0),
            (1e4, 50.0),
            (3e7, 2e5),
        ] {
            assert_eq!(frames_between_ticks(frames, 240.0), every, "{frames}");
        }
    }

    #[test]
    fn an_enlarged_part_has_the_ticks_that_lie_in_it() {
        let all: Vec<f64> = multiples(12.5, 31.0, 5.0).collect();
        assert_eq!(all, [3.0, 4.0, 5.0, 6.0]);
        let all: Vec<f64> = multiples(0.0, 10.0, 5.0).collect();
        assert_eq!(all, [0.0, 1.0, 2.0]);
        assert_eq!(multiples(0.0, f64::NAN, 1.0).count(), 0);
        assert!(multiples(0.0, 1e300, 1.0).count() <= 100_000);
    }
}
