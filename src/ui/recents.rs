//! What was opened lately, and a field for a path.

use std::path::PathBuf;

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, Key, PopupCloseBehavior, RichText, TextEdit, Ui};

use super::{Request, Shell, keys, spelled};

/// Something that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recent {
    /// The character that was shown first.
    pub name: String,
    /// What was opened.
    pub paths: Vec<PathBuf>,
}

/// Letters of a path that find room in one line.
const LONGEST: usize = 56;

/// A button that opens the list.
pub(super) fn menu(ui: &mut Ui, shell: &mut Shell, requests: &mut Vec<Request>) {
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = Button::new("Recent…");
    let (response, _) = MenuButton::from_button(button).config(stays).ui(ui, |ui| {
        ui.set_min_width(300.0);
        if typed(ui, &mut shell.typed_path, requests) | list(ui, &shell.recents, requests) {
            ui.close();
        }
        ui.separator();
        if !shell.recents.is_empty() && ui.small_button("Clear list").clicked() {
            shell.recents.clear();
        }
    });
    response.on_hover_text("What was opened lately, or a path to type or paste");
}

/// True once something was picked.
pub(super) fn list(ui: &mut Ui, recents: &[Recent], requests: &mut Vec<Request>) -> bool {
    let mut is_picked = false;
    for recent in recents {
        let text = format!("{}   {}", spelled(&recent.name), place(recent));
        let all: Vec<String> = recent
            .paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let button = ui
            .add(Button::new(text).frame(false))
            .on_hover_text(all.join("\n"));
        if button.clicked() {
            requests.push(Request::Open(recent.paths.clone()));
            is_picked = true;
        }
    }
    if recents.is_empty() {
        ui.label(RichText::new("Nothing was opened yet.").weak());
    }
    is_picked
}

fn typed(ui: &mut Ui, text: &mut String, requests: &mut Vec<Request>) -> bool {
    let field = TextEdit::singleline(text)
        .hint_text("Path of a file or folder")
        .desired_width(f32::INFINITY);
    let response = ui.add(field).accessible_name("Path to open");
    let is_done = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let paths = keys::paths(text);
    if !is_done || paths.is_empty() {
        return false;
    }
    requests.push(Request::Open(paths));
    text.clear();
    true
}

/// Where it lies: the end of the path says more than its start.
fn place(recent: &Recent) -> String {
    let path = recent.paths.first().map(|path| path.display().to_string());
    let path = path.unwrap_or_default();
    let more = match recent.paths.len() {
        0 | 1 => String::new(),
        all => format!(" and {} more", all - 1),
    };
    let letters = path.chars().count();
    let end: String = path.chars().skip(letters.saturating_sub(LONGEST)).collect();
    let dots = if letters > LONGEST { "…" } else { "" };
    format!("{dots}{end}{more}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_path_the_end_is_shown_whatever_its_letters() {
        let long = format!("/{}/캐릭터.skn", "é".repeat(200));
        let recent = |paths: Vec<PathBuf>| Recent {
            name: String::new(),
            paths,
        };
        let shown = place(&recent(vec![long.into(), "/b".into()]));
        assert!(
            shown.starts_with("…éé") && shown.ends_with("/캐릭터.skn and 1 more"),
            "{shown}"
        );
        assert_eq!(place(&recent(vec!["/a".into()])), "/a");
        assert_eq!(place(&recent(Vec::new())), "");
    }
}
