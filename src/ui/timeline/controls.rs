//! Below the time line: play, step and jump, type a time, loop a part, speed.

use egui::{Align, Button, DragValue, Label, Layout, RichText, Ui};

use super::axis::View;
use crate::scene::jump::Stop;
use crate::scene::{Clock, Scene};
use crate::ui::icons::{self, Icon};

/// Below this width, in points, only the buttons and the reading are left.
const ROOM_FOR_SPEED: f32 = 420.0;
/// From this width on, in points, there is room for jumps and the curves' switch.
const ROOM_FOR_JUMPS: f32 = 820.0;
/// From this width on, in points, there is room for all.
const ROOM_FOR_ALL: f32 = 1060.0;
/// Width of a letter of the reading, in points.
const LETTER: f32 = 7.6;
/// Offered.
const SPEEDS: [f64; 6] = [0.1, 0.25, 0.5, 1.0, 2.0, -1.0];

pub(super) fn show(ui: &mut Ui, view: &mut View, curves: &mut bool, scene: &mut Scene, fps: f32) {
    let width = ui.available_width();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if width >= ROOM_FOR_SPEED {
            pace(ui, &mut scene.clock);
        }
        if width >= ROOM_FOR_ALL {
            ui.separator();
            part(ui, &mut scene.clock, fps);
            ui.separator();
            enlarge(ui, view, &scene.clock, fps);
        }
        if width >= ROOM_FOR_JUMPS {
            ui.toggle_value(curves, "Curves")
                .on_hover_text("Curves of the selected joint above the time line (C)");
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            buttons(ui, scene, fps, width >= ROOM_FOR_JUMPS);
            ui.add_space(6.0);
            reading(ui, &mut scene.clock, fps);
        });
    });
}

fn buttons(ui: &mut Ui, scene: &mut Scene, fps: f32, jumps: bool) {
    if icons::button(ui, Icon::ToStart, "Go to start", "Home").clicked() {
        scene.clock.seek(scene.clock.bounds().0);
    }
    if jumps {
        jump(ui, scene, Stop::Event, false);
        jump(ui, scene, Stop::Key, false);
    }
    let clock = &mut scene.clock;
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
    if jumps {
        jump(ui, scene, Stop::Key, true);
        jump(ui, scene, Stop::Event, true);
    }
    if icons::button(ui, Icon::ToEnd, "Go to end", "End").clicked() {
        scene.clock.seek(scene.clock.bounds().1);
    }
}

fn jump(ui: &mut Ui, scene: &mut Scene, to: Stop, forward: bool) {
    let (icon, name, shortcut) = match (to, forward) {
        (Stop::Key, true) => (Icon::NextKey, "Next key", "Shift + right arrow"),
        (Stop::Key, false) => (Icon::PreviousKey, "Previous key", "Shift + left arrow"),
        (Stop::Event, true) => (Icon::NextEvent, "Next event", "Ctrl + right arrow"),
        (Stop::Event, false) => (Icon::PreviousEvent, "Previous event", "Ctrl + left arrow"),
    };
    let is_there = match to {
        Stop::Key => scene.joint_keys().all().next().is_some(),
        Stop::Event => !scene.marks().is_empty(),
    };
    let why_not = match to {
        Stop::Key => "No joint with keys is selected",
        Stop::Event => "Nothing is marked in this clip",
    };
    let button = ui
        .add_enabled_ui(is_there, |ui| icons::button(ui, icon, name, shortcut))
        .inner
        .on_disabled_hover_text(why_not);
    if button.clicked() {
        scene.jump(to, forward);
    }
}

/// Right to left.
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

/// The loop range. Right to left.
fn part(ui: &mut Ui, clock: &mut Clock, fps: f32) {
    let is_part = clock.range().is_some();
    let whole = ui
        .add_enabled(is_part, Button::new("×").small())
        .accessible_name("Loop the whole clip")
        .on_hover_text("Play the whole clip again (Shift + I)");
    if whole.clicked() {
        clock.set_range(None);
    }
    let end = ui
        .add(Button::new("Out").small())
        .accessible_name("Loop until here")
        .on_hover_text("Play only up to this frame (O)");
    if end.clicked() {
        clock.play_until(on_frame(clock, fps));
    }
    let start = ui
        .add(Button::new("In").small())
        .accessible_name("Loop from here")
        .on_hover_text("Play only from this frame on (I)");
    if start.clicked() {
        clock.play_from(on_frame(clock, fps));
    }
}

/// The frame nearest to the playhead, seconds.
pub(in crate::ui) fn on_frame(clock: &Clock, fps: f32) -> f64 {
    let fps = f64::from(fps);
    (clock.seconds * fps).round() / fps
}

/// Right to left.
fn enlarge(ui: &mut Ui, view: &mut View, clock: &Clock, fps: f32) {
    let all = ui
        .add_enabled(!view.is_whole(), Button::new("All").small())
        .accessible_name("Show the whole clip")
        .on_hover_text("Show the whole clip on the time line");
    if all.clicked() {
        view.show_all();
    }
    for (sign, name, factor) in [
        ("+", "Enlarge the time line", 2.0),
        ("-", "Reduce the time line", 0.5),
    ] {
        let button = ui
            .add(Button::new(RichText::new(sign).monospace()).small())
            .accessible_name(name)
            .on_hover_text(format!("{name} (wheel over it)"));
        if button.clicked() {
            view.zoom(factor, clock.seconds, clock.duration, fps);
        }
    }
}

/// Seconds and frame, of which either can be typed, in widths that depend on the clip alone, so that nothing moves while
/// playing. Where there is no room for fields it is text.
fn reading(ui: &mut Ui, clock: &mut Clock, fps: f32) {
    let fps = f64::from(fps);
    let (duration, frames) = (clock.duration, clock.duration * fps);
    let seconds_text = format!("{duration:.3}");
    let frames_text = format!("{frames:.0}");
    let letters = |text: &str, more: usize| (text.len() + more) as f32 * LETTER + 16.0;
    let widths = [letters(&seconds_text, 0), letters(&frames_text, 2)];
    let all = widths[0] + widths[1] + letters(&seconds_text, 6) + letters(&frames_text, 10);
    if ui.available_width() < all {
        let seconds = clock.seconds;
        let text = format!(
            "{seconds:>seconds_width$.3} / {duration:.3} s   frame {frame:>frame_width$.1} / {frames:.0}",
            frame = seconds * fps,
            seconds_width = seconds_text.len(),
            frame_width = frames_text.len() + 2,
        );
        ui.add(Label::new(RichText::new(text).monospace()).truncate());
        return;
    }
    let mono = |text: String| RichText::new(text).monospace();
    let mut seconds = clock.seconds;
    if field(
        ui,
        &mut seconds,
        ("Seconds", widths[0], 3),
        duration,
        1.0 / fps,
    ) {
        clock.seek(seconds);
    }
    ui.label(mono(format!("/ {seconds_text} s ")));
    let mut frame = clock.seconds * fps;
    ui.label("frame");
    if field(ui, &mut frame, ("Frame", widths[1], 1), frames, 1.0) {
        clock.seek(frame / fps);
    }
    ui.label(mono(format!("/ {frames_text}")));
}

/// True where another number was typed, or dragged to.
fn field(
    ui: &mut Ui,
    value: &mut f64,
    (name, width, decimals): (&str, f32, usize),
    most: f64,
    speed: f64,
) -> bool {
    let number = DragValue::new(value)
        .range(0.0..=most.max(0.0))
        .speed(speed * 0.25)
        .fixed_decimals(decimals)
        .update_while_editing(false);
    let size = [width, ui.spacing().interact_size.y];
    ui.scope(|ui| {
        ui.style_mut().drag_value_text_style = egui::TextStyle::Monospace;
        let response = ui.add_sized(size, number).accessible_name(name);
        response
            .on_hover_text(format!("{name}: drag, or click and type"))
            .changed()
    })
    .inner
}
