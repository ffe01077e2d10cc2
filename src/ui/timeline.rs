//! The time line: scrub, play, step, speed, loop.

use egui::{Align, Label, Layout, RichText, Sense, Stroke, Ui, Vec2, WidgetInfo};

use super::icons::{self, Icon};
use super::{marks, theme};
use crate::scene::{Clock, Item, Scene};

/// Ticks stand no closer than this, in points.
const TICK_DISTANCE: f32 = 5.0;
/// Below this width, in points, only the buttons and the reading are left.
const ROOM_FOR_SPEED: f32 = 420.0;
/// Offered.
const SPEEDS: [f64; 6] = [0.1, 0.25, 0.5, 1.0, 2.0, -1.0];

pub(super) fn show(ui: &mut Ui, scene: &mut Scene) {
    let fps = frames_per_second(scene);
    ui.add_space(3.0);
    ui.add_enabled_ui(scene.clock.duration > 0.0, |ui| {
        scrub(ui, scene, fps);
        ui.horizontal(|ui| controls(ui, scene, fps));
    });
    ui.add_space(2.0);
}

/// Frames a second by which what plays is counted; thirty where nothing says.
pub(super) fn frames_per_second(scene: &Scene) -> f32 {
    scene.item.as_ref().map_or(30.0, Item::frame_rate)
}

/// The full-width bar. Dragging moves the playhead at any time, also while playing.
fn scrub(ui: &mut Ui, scene: &mut Scene, fps: f32) {
    // Events of a clip graph may last: below the bar is room for when. It depends on no clip, so that nothing moves.
    let lasts = scene
        .item
        .as_ref()
        .is_some_and(|item| item.graph().is_some());
    let lanes = if lasts { marks::LANES_HEIGHT } else { 0.0 };
    let size = Vec2::new(ui.available_width(), 22.0 + lanes);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), scene.clock.seconds, "Time"));
    let (inner, below) = rect
        .shrink2(Vec2::new(6.0, 3.0))
        .split_top_bottom_at_y(rect.bottom() - 3.0 - lanes);
    if let Some(pointer) = response.interact_pointer_pos() {
        let part = (pointer.x - inner.left()) / inner.width().max(1.0);
        scene
            .clock
            .seek(f64::from(part.clamp(0.0, 1.0)) * scene.clock.duration);
    }
    if !ui.is_rect_visible(rect) {
        return;
    }
    let painter = ui.painter();
    let visuals = ui.visuals();
    painter.rect_filled(inner, 3.0, visuals.extreme_bg_color);
    let duration = scene.clock.duration;
    if duration <= 0.0 || inner.width() < 1.0 {
        return;
    }
    let x_of = |seconds: f64| inner.left() + (seconds / duration) as f32 * inner.width();
    let frames = duration * f64::from(fps);
    let every = frames_between_ticks(frames, f64::from(inner.width() / TICK_DISTANCE));
    let color = visuals.weak_text_color().gamma_multiply(0.5);
    for tick in 0..=(frames / every) as u32 {
        let x = x_of(f64::from(tick) * every / f64::from(fps));
        let height = if tick % 5 == 0 { 8.0 } else { 4.0 };
        painter.vline(
            x,
            inner.bottom() - height..=inner.bottom(),
            Stroke::new(1.0, color),
        );
    }
    let accent = theme::accent(ui);
    let clock = scene.clock;
    let all = scene.marks();
    marks::lasting(ui, below, all, &clock);
    marks::show(ui, inner, all, &clock);
    let painter = ui.painter();
    let head = x_of(scene.clock.seconds);
    let mut passed = inner;
    passed.set_right(head);
    painter.rect_filled(passed, 3.0, accent.gamma_multiply(0.18));
    painter.vline(head, rect.y_range(), Stroke::new(2.0, accent));
    painter.circle_filled(egui::pos2(head, rect.top() + 4.0), 4.0, accent);
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

fn controls(ui: &mut Ui, scene: &mut Scene, fps: f32) {
    let roomy = ui.available_width() >= ROOM_FOR_SPEED;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if roomy {
            pace(ui, &mut scene.clock);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            buttons(ui, &mut scene.clock, fps);
            ui.add_space(6.0);
            let clock = &scene.clock;
            let text = reading(clock.seconds, clock.duration, fps);
            ui.add(Label::new(RichText::new(text).monospace()).truncate());
        });
    });
}

fn buttons(ui: &mut Ui, clock: &mut Clock, fps: f32) {
    if icons::button(ui, Icon::ToStart, "Go to start", "Home").clicked() {
        clock.seek(0.0);
    }
    if icons::button(ui, Icon::StepBack, "Step back", "Left arrow").clicked() {
        clock.step(-1, fps);
    }
    let (icon, name) = if clock.playing {
        (Icon::Pause, "Pause")
    } else {
        (Icon::Play, "Play")
    };
    if icons::button(ui, icon, name, "Space").clicked() {
        clock.toggle_playing();
    }
    if icons::button(ui, Icon::StepForward, "Step forward", "Right arrow").clicked() {
        clock.step(1, fps);
    }
    if icons::button(ui, Icon::ToEnd, "Go to end", "End").clicked() {
        clock.seek(clock.duration);
    }
}

fn pace(ui: &mut Ui, clock: &mut Clock) {
    ui.checkbox(&mut clock.looping, "Loop")
        .on_hover_text("Begin again at the end");
    let speed = egui::ComboBox::from_id_salt("speed")
        .selected_text(format!("{}×", clock.speed))
        .width(64.0)
        .show_ui(ui, |ui| {
            for speed in SPEEDS {
                ui.selectable_value(&mut clock.speed, speed, format!("{speed}×"));
            }
        });
    speed.response.accessible_name("Speed");
    ui.label("Speed");
}

/// Seconds and frame, in a width that depends on the clip alone, so that nothing moves while playing.
fn reading(seconds: f64, duration: f64, fps: f32) -> String {
    let frames = duration * f64::from(fps);
    let frame = seconds * f64::from(fps);
    let duration = format!("{duration:.3}");
    let frames = format!("{frames:.0}");
    format!(
        "{seconds:>seconds_width$.3} / {duration} s   frame {frame:>frame_width$.1} / {frames}",
        seconds_width = duration.len(),
        frame_width = frames.len() + 2,
    )
}

#[cfg(test)]
mod tests {
    use super::frames_between_ticks;

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
}
