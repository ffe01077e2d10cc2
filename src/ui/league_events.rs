//! The events of the clip that is played: when each is active, and what it does.

use egui::{Align, Button, Label, Layout, RichText, ScrollArea, Sense, Ui, Vec2};

use super::{counted, marks, spelled, theme};
use crate::pose::graph::cues::Cue;
use crate::scene::league_marks::{Affected, LATE, Told};
use crate::scene::marks::{MarkKind, light};
use crate::scene::{Item, Scene};

/// How much of the accent lies behind an event that is active.
const LIT: f32 = 0.3;
/// Room at the right, in points, for the bar that lists lay over their rows.
const SCROLL_BAR: f32 = 6.0;

pub(super) fn show(ui: &mut Ui, scene: &mut Scene) {
    let Some(item) = &mut scene.item else { return };
    if item.graph().is_none() {
        let hint = "No clip graph was found: events come with the property bin of the animations.";
        ui.label(RichText::new(hint).weak());
        return;
    }
    switches(ui, item);
    scene.pose_now();
    let Some(item) = &scene.item else { return };
    let cues = item.cues();
    ui.label(RichText::new(summary(item, cues)).small().weak());
    let row = ui.spacing().interact_size.y;
    let small = ui.text_style_height(&egui::TextStyle::Small);
    let height = row + ui.spacing().item_spacing.y + small;
    let mut picked = None;
    ScrollArea::vertical()
        .id_salt("league events")
        .min_scrolled_height(0.0)
        .auto_shrink(false)
        .show_rows(ui, height, cues.len(), |ui, range| {
            for (index, cue) in range.clone().zip(cues.get(range).unwrap_or_default()) {
                ui.push_id(index, |ui| {
                    if event(ui, scene, item, cue) {
                        picked = Some(*cue);
                    }
                });
            }
        });
    if let Some(cue) = picked {
        go_to(scene, &cue);
    }
}

/// Whether events do anything.
fn switches(ui: &mut Ui, item: &mut Item) {
    ui.horizontal(|ui| {
        let (mut snaps, mut events) = (item.snaps_on(), item.events_on());
        ui.toggle_value(&mut snaps, "Snaps")
            .accessible_name("Joint snaps")
            .on_hover_text(
                "Joints are held by others as events say, else they follow their parents (J)",
            );
        ui.toggle_value(&mut events, "Visibility")
            .accessible_name("Submesh events")
            .on_hover_text("Events show and hide submeshes, else all stay as their ticks say (V)");
        item.set_snaps(snaps);
        item.set_events(events);
    });
}

fn summary(item: &Item, cues: &[Cue]) -> String {
    if cues.is_empty() {
        return "This clip has no events.".to_owned();
    }
    let events = counted(cues.len(), "event", "events");
    match (item.active_snaps().len(), item.snaps_on()) {
        (_, false) => format!("{events} in a pass; snaps are off"),
        (0, true) => format!("{events} in a pass"),
        (snaps, true) => format!(
            "{events} in a pass; {} now",
            counted(snaps, "snap", "snaps")
        ),
    }
}

/// How bright an event is, 0 to 1.
fn brightness(scene: &Scene, item: &Item, cue: &Cue) -> f32 {
    let (now, duration) = (scene.clock.seconds as f32, item.duration() as f32);
    match item.cue_end(cue) {
        Some(_) => f32::from(u8::from(cue.is_active(now, duration))),
        None if cue.is_late => 0.0,
        None => light(scene.clock.seconds - f64::from(cue.from)),
    }
}

/// Two lines: a sign, the name and when; what it does. True once it was clicked.
fn event(ui: &mut Ui, scene: &Scene, item: &Item, cue: &Cue) -> bool {
    let Some(told) = item.tell_cue(cue) else {
        ui.label("");
        return false;
    };
    let light = brightness(scene, item, cue);
    let accent = theme::accent(ui);
    let height = ui.spacing().interact_size.y;
    let small = ui.text_style_height(&egui::TextStyle::Small);
    let whole = Vec2::new(
        ui.available_width() - SCROLL_BAR,
        height + ui.spacing().item_spacing.y + small,
    );
    let area = egui::Rect::from_min_size(ui.cursor().min, whole);
    if light > 0.0 {
        let color = accent.gamma_multiply(LIT * light);
        ui.painter().rect_filled(area, 3.0, color);
    }
    let when = window(item, cue);
    let help = || help(item, cue, &told);
    let state = if light > 0.0 { ", active" } else { "" };
    let row = ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(14.0, height), Sense::hover());
        let color = marks::color(ui.visuals().dark_mode, told.kind);
        marks::sign(ui.painter(), rect.center(), told.kind, 4.5, color);
        let title = if told.has_name {
            spelled(&told.name)
        } else {
            &told.class
        };
        let text = RichText::new(title);
        let text = if told.is_lost { text.weak() } else { text };
        let button = Button::selectable(false, text)
            .right_text(RichText::new(&when).small().monospace())
            .truncate();
        let size = Vec2::new((ui.available_width() - SCROLL_BAR).max(0.0), height);
        let name = format!("{} {}, {when}, {}{state}", told.class, told.name, told.what);
        let button = ui.add_sized(size, button).accessible_name(name);
        button.on_hover_ui(|ui| {
            ui.label(help());
        })
    });
    let words = match (cue.is_late, told.kind) {
        (true, _) => format!("{}: {LATE}", told.class),
        // What these do says what they are.
        (_, MarkKind::Snap | MarkKind::Visibility) => told.what.clone(),
        _ => format!("{}  {}", told.class, told.what),
    };
    let size = Vec2::new(whole.x, small);
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.add_space(6.0);
        ui.label(RichText::new(frames(item, cue)).small().weak());
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(20.0);
            let text = RichText::new(words).small().weak();
            ui.add(Label::new(text).truncate()).on_hover_ui(|ui| {
                ui.label(help());
            });
        });
    });
    row.inner.clicked()
}

/// When it is active, in seconds of the pass.
fn window(item: &Item, cue: &Cue) -> String {
    match item.cue_end(cue) {
        Some(until) => format!("{:.3}–{until:.3} s", cue.from),
        None => format!("{:.3} s", cue.from),
    }
}

/// The same in frames, as the file has them.
fn frames(item: &Item, cue: &Cue) -> String {
    let Some(event) = item.cue_event(cue) else {
        return String::new();
    };
    match event.window.until() {
        until if until.is_finite() => format!("frames {}–{until}", event.window.start),
        _ => format!("frame {}", event.window.start),
    }
}

/// All fields, a line each; frames as the file has them.
fn help(item: &Item, cue: &Cue, told: &Told) -> String {
    let Some(event) = item.cue_event(cue) else {
        return String::new();
    };
    let clip = item.graph().map(|graph| graph.title(cue.clip));
    let mut lines = vec![
        format!("{}  {}", told.class, told.name),
        format!("of clip {}", clip.unwrap_or_default()),
        window(item, cue),
        match event.window.end {
            Some(end) => format!("from frame {} to {end}", event.window.start),
            None => format!("from frame {}, without an end", event.window.start),
        },
    ];
    match &event.kind {
        crate::model::clip_graph::EventKind::Other { fields, .. } => {
            lines.extend(
                fields
                    .iter()
                    .map(|(name, value)| format!("{name}: {value}")),
            );
        }
        _ => lines.push(told.what.clone()),
    }
    if cue.is_late && event.fire_if_ends_early {
        lines.push(format!("{LATE}, and fires then all the same"));
    } else if cue.is_late {
        lines.push(LATE.to_owned());
    }
    if event.self_only {
        lines.push("only for the player's own character".to_owned());
    }
    lines.join("\n")
}

/// Moves the playhead to where an event begins, and selects what it changes.
fn go_to(scene: &mut Scene, cue: &Cue) {
    let affected = scene.item.as_ref().and_then(|item| item.cue_affects(cue));
    scene.clock.seek(f64::from(cue.from));
    match affected {
        Some(Affected::Joint(joint)) => scene.selected_joint = Some(joint),
        Some(Affected::Submesh(submesh)) => scene.selected_submesh = Some(submesh),
        None => {}
    }
}
