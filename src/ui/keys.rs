//! Shortcuts, and the sheet that lists them.

use std::path::PathBuf;

use egui::{Context, Event, Grid, Key, Modifiers, RichText, Window};

use super::{Request, Shell, timeline, toolbar};
use crate::pose::MappingRule;
use crate::scene::jump::Stop;
use crate::scene::{Scene, View};

/// Key and meaning, as the sheet shows them.
const SHEET: [(&str, &str); 34] = [
    ("Space", "Play or pause"),
    ("Left, Right", "One frame back or forward"),
    (
        "Shift + Left, Right",
        "Key of the selected joint before or after",
    ),
    ("Ctrl + Left, Right", "Event before or after"),
    ("Home, End", "Start or end of what is played"),
    ("I, O", "Play only from here on, or up to here"),
    ("Shift + I", "Play the whole clip again"),
    ("C", "Curves of the selected joint"),
    ("Drag", "Orbit"),
    ("Right drag, Shift + drag", "Pan (or middle drag)"),
    (
        "Alt or Ctrl + drag",
        "Move a Spine character; physics feels it",
    ),
    ("Wheel, pinch", "Zoom"),
    ("Click", "Select joint, submesh or slot"),
    ("F, double click", "Fit the whole animation"),
    ("1, 3, 7, 9", "Front, side, top, three-quarter"),
    ("S", "Mesh"),
    ("T", "Textures"),
    ("L", "Light (3D only)"),
    ("A", "Alpha of textures (3D only)"),
    ("W", "Wire (3D only)"),
    ("B", "Bones"),
    ("N", "Names: none, selected, all"),
    ("H", "Weights of the selected joint (3D only)"),
    ("X", "Bounds"),
    ("G", "Grid"),
    ("M", "Next mapping rule (3D only)"),
    ("J", "Joint snaps of the clip graph"),
    ("K", "Lines and ghosts of joint snaps"),
    ("V", "Submeshes that events show and hide"),
    ("Ctrl + O, Ctrl + Shift + O", "Open files, open a folder"),
    ("F5", "Read the files again"),
    ("Ctrl + E", "Export with all clips"),
    ("Ctrl + V", "Open a path from the clipboard"),
    ("Esc", "Clear selection, close this sheet"),
];

/// Takes the keys that mean something to the whole window. While a widget has the focus, the keys that widgets use
/// themselves are left to it; while text is typed, all are.
pub(super) fn handle(
    context: &Context,
    shell: &mut Shell,
    scene: &mut Scene,
    requests: &mut Vec<Request>,
) {
    let pressed = |modifiers, key| context.input_mut(|input| input.consume_key(modifiers, key));
    if pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::O) {
        requests.push(Request::ChooseFolder);
    }
    if pressed(Modifiers::COMMAND, Key::O) {
        requests.push(Request::ChooseFiles);
    }
    if pressed(Modifiers::NONE, Key::F5) {
        requests.push(Request::Reload);
    }
    let exportable = scene.item.is_some() && !scene.is_spine();
    if exportable && pressed(Modifiers::COMMAND, Key::E) {
        requests.push(Request::Export { all_clips: true });
    }
    if pressed(Modifiers::NONE, Key::F1) {
        shell.shortcuts_open = !shell.shortcuts_open;
    }
    if context.text_edit_focused() {
        return;
    }
    requests.extend(pasted(context).map(Request::Open));
    if pressed(Modifiers::NONE, Key::Questionmark) || pressed(Modifiers::SHIFT, Key::Questionmark) {
        shell.shortcuts_open = !shell.shortcuts_open;
    }
    let widget_has_focus = context.egui_wants_keyboard_input();
    // An open menu closes by the same key.
    let free = !widget_has_focus && !egui::Popup::is_any_open(context);
    if free && pressed(Modifiers::NONE, Key::Escape) {
        if shell.shortcuts_open {
            shell.shortcuts_open = false;
        } else {
            scene.clear_selection();
        }
    }
    if scene.item.is_none() {
        return;
    }
    if !widget_has_focus {
        time(&pressed, scene);
    }
    if pressed(Modifiers::NONE, Key::C) {
        shell.curves_open = !shell.curves_open;
    }
    view(&pressed, scene);
    if scene.is_spine() {
        return;
    }
    surfaces(&pressed, scene);
    let Some(item) = &mut scene.item else { return };
    if pressed(Modifiers::NONE, Key::J) {
        item.set_snaps(!item.snaps_on());
    }
    if pressed(Modifiers::NONE, Key::V) {
        item.set_events(!item.events_on());
    }
    if pressed(Modifiers::NONE, Key::M) {
        let here = MappingRule::ALL
            .iter()
            .position(|rule| *rule == item.rule())
            .unwrap_or(0);
        item.set_rule(MappingRule::ALL[(here + 1) % MappingRule::ALL.len()]);
    }
}

fn time(pressed: &impl Fn(Modifiers, Key) -> bool, scene: &mut Scene) {
    let fps = timeline::frames_per_second(scene);
    // A key without a modifier answers to one with Shift too: what is more is asked for first.
    for (modifiers, stop) in [
        (Modifiers::SHIFT, Stop::Key),
        (Modifiers::COMMAND, Stop::Event),
    ] {
        for (key, forward) in [(Key::ArrowLeft, false), (Key::ArrowRight, true)] {
            if pressed(modifiers, key) {
                scene.jump(stop, forward);
            }
        }
    }
    if pressed(Modifiers::SHIFT, Key::I) {
        scene.clock.set_range(None);
    }
    if pressed(Modifiers::NONE, Key::I) {
        scene.clock.play_from(timeline::on_frame(&scene.clock, fps));
    }
    if pressed(Modifiers::NONE, Key::O) {
        scene
            .clock
            .play_until(timeline::on_frame(&scene.clock, fps));
    }
    if pressed(Modifiers::NONE, Key::Space) {
        scene.clock.toggle_playing();
    }
    if pressed(Modifiers::NONE, Key::ArrowLeft) {
        scene.clock.step(-1, fps);
    }
    if pressed(Modifiers::NONE, Key::ArrowRight) {
        scene.clock.step(1, fps);
    }
    if pressed(Modifiers::NONE, Key::Home) {
        scene.clock.seek(scene.clock.bounds().0);
    }
    if pressed(Modifiers::NONE, Key::End) {
        scene.clock.seek(scene.clock.bounds().1);
    }
}

fn view(pressed: &impl Fn(Modifiers, Key) -> bool, scene: &mut Scene) {
    if pressed(Modifiers::NONE, Key::F) {
        scene.ask_fit();
    }
    let looks = [
        (Key::Num1, View::Front),
        (Key::Num3, View::Side),
        (Key::Num7, View::Top),
        (Key::Num9, View::ThreeQuarter),
    ];
    for (key, view) in looks {
        if pressed(Modifiers::NONE, key) {
            toolbar::look(scene, view);
        }
    }
    let options = &mut scene.view;
    if pressed(Modifiers::NONE, Key::N) {
        options.names = toolbar::next_names(options.names);
    }
    let switches = [
        (Key::S, &mut options.mesh),
        (Key::T, &mut options.textured),
        (Key::B, &mut options.bones),
        (Key::X, &mut options.bounds),
        (Key::G, &mut options.grid),
    ];
    flip(pressed, switches);
}

/// What flat characters do not have.
fn surfaces(pressed: &impl Fn(Modifiers, Key) -> bool, scene: &mut Scene) {
    let options = &mut scene.view;
    let switches = [
        (Key::L, &mut options.lit),
        (Key::A, &mut options.blend),
        (Key::W, &mut options.wire),
        (Key::H, &mut options.weights),
        (Key::K, &mut options.snaps),
    ];
    flip(pressed, switches);
}

fn flip<const N: usize>(
    pressed: &impl Fn(Modifiers, Key) -> bool,
    switches: [(Key, &mut bool); N],
) {
    for (key, on) in switches {
        if pressed(Modifiers::NONE, key) {
            *on = !*on;
        }
    }
}

/// A widget that was clicked does not keep the keyboard: after a click on a clip, the space bar plays and pauses. Fields
/// that take text do, and so does whatever was reached with the Tab key.
pub(super) fn give_back_focus(context: &Context) {
    let clicked = context.input(|input| input.pointer.any_released());
    if clicked
        && !context.text_edit_focused()
        && let Some(focused) = context.memory(|memory| memory.focused())
    {
        context.memory_mut(|memory| memory.surrender_focus(focused));
    }
}

/// Paths pasted while no text is typed: one a line, in quotes or as file addresses if need be.
fn pasted(context: &Context) -> Option<Vec<PathBuf>> {
    let text = context.input(|input| {
        input.events.iter().find_map(|event| match event {
            Event::Paste(text) => Some(text.clone()),
            _ => None,
        })
    })?;
    let paths = paths(&text);
    (!paths.is_empty()).then_some(paths)
}

/// Paths in a text: one a line, in quotes or as file addresses if need be.
pub(super) fn paths(text: &str) -> Vec<PathBuf> {
    text.lines().filter_map(path_of).collect()
}

fn path_of(line: &str) -> Option<PathBuf> {
    let line = line.trim().trim_matches(['"', '\'']);
    let path = match line.strip_prefix("file://") {
        Some(address) => unescaped(address.strip_prefix("localhost").unwrap_or(address)),
        None => line.to_owned(),
    };
    (!path.is_empty()).then(|| PathBuf::from(path))
}

/// An address with `%C3%A9` for é as plain text; as it is where that gives no text.
fn unescaped(address: &str) -> String {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let [first, tail @ ..] = rest {
        let digits = tail.get(..2).filter(|_| *first == b'%');
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| address.to_owned())
}

/// The sheet of shortcuts.
pub(super) fn sheet(context: &Context, open: &mut bool) {
    Window::new("Shortcuts")
        .open(open)
        .collapsible(false)
        .resizable(false)
        .vscroll(true)
        .default_height(620.0)
        .anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0])
        .show(context, |ui| {
            Grid::new("keys")
                .num_columns(2)
                .striped(true)
                .show(ui, |ui| {
                    for (key, meaning) in SHEET {
                        ui.label(RichText::new(key).strong());
                        ui.label(meaning);
                        ui.end_row();
                    }
                });
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_lines_become_paths_without_quotes_and_schemes() {
        let path = |line| path_of(line).map(|path| path.display().to_string());
        assert_eq!(path(" \"/a b/c.skn\" ").as_deref(), Some("/a b/c.skn"));
        assert_eq!(path("file:///a/b").as_deref(), Some("/a/b"));
        assert_eq!(path("  "), None);
        let korean = path("file:///a/%ED%81%90%20b/%C3%A9.skn");
        assert_eq!(korean.as_deref(), Some("/a/큐 b/é.skn"));
        assert_eq!(
            path("file://localhost/100%/%FF").as_deref(),
            Some("/100%/%FF")
        );
    }
}
