//! The time line: scrub, play, step, jump, loop a part, and see what happens when.

mod axis;
mod controls;
mod curves;
mod lanes;
mod overview;
mod ruler;

use egui::{PointerButton, Rect, Response, Sense, Stroke, Ui, Vec2, WidgetInfo};

pub(super) use axis::Axis;
use axis::View;
pub(super) use controls::on_frame;

use super::{marks, theme};
use crate::scene::{Item, Scene};

/// Room left of the axis for the lanes' letters, and right of it, in points.
const SIDES: [f32; 2] = [18.0, 10.0];
/// Height of the row with numbers and handles, in points.
const RULER: f32 = 14.0;
/// Height of the bar, in points.
const BAR: f32 = 18.0;
/// Height of the bar that shows which part is shown, in points.
const OVERVIEW: f32 = 6.0;
/// Exponent of the enlargement for each point of scrolling.
const ZOOM_PER_POINT: f32 = 0.005;

/// What the time line remembers between passes.
#[derive(Debug, Default)]
pub(super) struct Memory {
    view: View,
    ticks: lanes::Ticks,
    lines: curves::Lines,
}

/// `roomy`: there is room for keys, numbers and curves.
pub(super) fn show(
    ui: &mut Ui,
    memory: &mut Memory,
    curves_open: &mut bool,
    scene: &mut Scene,
    roomy: bool,
) {
    let fps = frames_per_second(scene);
    let pick = scene.item.as_ref().map(Item::picked).unwrap_or_default();
    memory.view.settle(pick, &scene.clock);
    ui.add_space(3.0);
    ui.add_enabled_ui(scene.clock.duration > 0.0, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        if *curves_open && roomy {
            strip(ui, memory, scene, fps);
        }
        line(ui, memory, scene, (fps, roomy));
        ui.horizontal(|ui| controls::show(ui, &mut memory.view, curves_open, scene, fps));
    });
    ui.add_space(2.0);
}

/// Frames a second by which what plays is counted; thirty where nothing says.
pub(super) fn frames_per_second(scene: &Scene) -> f32 {
    scene.item.as_ref().map_or(30.0, Item::frame_rate)
}

/// A full-width area of some height, and the part of it that the axis spans.
fn area(ui: &mut Ui, height: f32) -> (Rect, Rect) {
    let size = Vec2::new(ui.available_width(), height);
    let (all, _) = ui.allocate_exact_size(size, Sense::hover());
    let right = (all.right() - SIDES[1]).max(all.left() + SIDES[0] + 1.0);
    let inner = Rect::from_x_y_ranges(all.left() + SIDES[0]..=right, all.y_range());
    (all, inner)
}

fn strip(ui: &mut Ui, memory: &mut Memory, scene: &mut Scene, fps: f32) {
    let (all, inner) = area(ui, curves::height());
    let axis = memory.view.axis(inner, scene.clock.duration);
    let response = curves::show(ui, all, &axis, &mut memory.lines, scene);
    steer(ui, &response, &axis, &mut memory.view, scene, fps);
}

/// Numbers, bar, keys and overview, one below the other. Their heights depend on the family alone, so that nothing moves.
fn line(ui: &mut Ui, memory: &mut Memory, scene: &mut Scene, (fps, roomy): (f32, bool)) {
    // Events of a clip graph may last: below the bar is room for when.
    let graph = scene.item.as_ref().and_then(Item::graph);
    let lasting = graph.map_or(0.0, |_| marks::LANES_HEIGHT);
    let (ruler, lanes, overview) = match roomy {
        true => (RULER, lanes::height(scene), OVERVIEW + 3.0),
        false => (0.0, 0.0, 0.0),
    };
    let (_, inner) = area(ui, ruler + BAR + lasting + lanes + overview);
    let (numbers, rest) = inner.split_top_bottom_at_y(inner.top() + ruler);
    let (bar, rest) = rest.split_top_bottom_at_y(rest.top() + BAR);
    let (below, rest) = rest.split_top_bottom_at_y(rest.top() + lasting);
    let (keys, rest) = rest.split_top_bottom_at_y(rest.top() + lanes);
    let axis = memory.view.axis(inner, scene.clock.duration);
    let scrubbed = Rect::from_min_max(inner.min, keys.max).expand2(Vec2::new(6.0, 0.0));
    let id = ui.scope_id().with("time");
    let response = ui.interact(scrubbed, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), scene.clock.seconds, "Time"));
    steer(ui, &response, &axis, &mut memory.view, scene, fps);
    if roomy {
        let mut overview = rest;
        overview.set_top(rest.bottom() - OVERVIEW);
        overview::show(ui, overview, &mut memory.view, &scene.clock);
    }
    if !ui.is_rect_visible(inner) {
        return;
    }
    ui.painter()
        .rect_filled(bar, 3.0, ui.visuals().extreme_bg_color);
    if scene.clock.duration <= 0.0 || inner.width() < 2.0 {
        return;
    }
    ruler::ticks(ui, bar, roomy.then_some(numbers), &axis, &scene.clock, fps);
    let clock = scene.clock;
    let all = scene.marks();
    marks::lasting(ui, below, all, &axis, &clock);
    marks::show(ui, bar, all, &axis, &clock);
    if roomy {
        lanes::show(ui, keys, &axis, &mut memory.ticks, scene);
        ruler::range(ui, numbers, &axis, &mut scene.clock, fps);
    }
    ruler::dim(ui, bar, &axis, &scene.clock);
    let middle = Rect::from_min_max(bar.min, keys.max);
    playhead(ui, middle, bar, &axis, scene.clock.seconds);
}

fn playhead(ui: &Ui, area: Rect, bar: Rect, axis: &Axis, seconds: f64) {
    let accent = theme::accent(ui);
    let x = axis.x_of(seconds);
    let mut passed = bar;
    passed.set_right(x.clamp(bar.left(), bar.right()));
    let painter = ui.painter();
    painter.rect_filled(passed, 3.0, accent.gamma_multiply(0.18));
    if axis.shows(seconds) {
        painter.vline(x, area.y_range(), Stroke::new(2.0, accent));
        painter.circle_filled(egui::pos2(x, area.top() + 3.0), 4.0, accent);
    }
}

/// The pointer on the time line: dragging moves the playhead at any time, also while playing; the wheel enlarges; right
/// or middle drag and Shift with the wheel move what is shown.
fn steer(ui: &Ui, response: &Response, axis: &Axis, view: &mut View, scene: &mut Scene, fps: f32) {
    let clock = &mut scene.clock;
    let pans = [PointerButton::Secondary, PointerButton::Middle];
    if pans.iter().any(|button| response.dragged_by(*button)) {
        view.pan(-axis.length(response.drag_delta().x), clock.duration);
    } else if let Some(pointer) = response.interact_pointer_pos()
        && (response.clicked() || ui.input(|input| input.pointer.primary_down()))
    {
        clock.seek(axis.clamped_at(pointer.x));
    }
    let Some(pointer) = ui
        .ctx()
        .pointer_hover_pos()
        .filter(|_| response.contains_pointer() && clock.duration > 0.0)
    else {
        return;
    };
    let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
    if wheel.x != 0.0 {
        view.pan(-axis.length(wheel.x), clock.duration);
    }
    let factor = pinch * (wheel.y * ZOOM_PER_POINT).exp();
    if factor != 1.0 {
        let around = axis.clamped_at(pointer.x);
        view.zoom(f64::from(factor), around, clock.duration, fps);
    }
}
