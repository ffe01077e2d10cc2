//! What is seen while nothing is open.

use egui::{Align, Button, Layout, RichText, Ui, Vec2};

use super::{Request, Shell, Surroundings, recents};

/// A family of files, what belongs to it, and whether it is read yet.
const FAMILIES: [(&str, &str, bool); 4] = [
    ("League of Legends", ".skn, .skl, .anm, .dds, .tex", true),
    ("Spine 4.3", ".skel, .json, .atlas, .png", true),
    (
        "The Temple of Elemental Evil",
        ".skm, .ska, .mdf, .tga",
        true,
    ),
    ("Lost Saga", ".skl, .msh, .ani, .dds", true),
];

pub(super) fn show(ui: &mut Ui, shell: &Shell, around: &Surroundings, requests: &mut Vec<Request>) {
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            let above = ((ui.available_height() - 330.0) * 0.42).max(8.0);
            ui.add_space(above);
            ui.with_layout(Layout::top_down(Align::Center), |ui| {
                ui.label(RichText::new("Rigscope").size(30.0).strong());
                ui.label("Shows a game character as the game shows it, and says why.");
                ui.add_space(14.0);
                let invitation = if around.dropping_works {
                    "Drop files or a folder of a character here. Any one file finds the others."
                } else {
                    "Open files or a folder of a character. Any one file finds the others."
                };
                ui.label(RichText::new(invitation).strong());
                ui.add_space(10.0);
                buttons(ui, requests);
                ui.add_space(18.0);
                if !shell.recents.is_empty() {
                    recents::list(ui, &shell.recents, requests);
                    ui.add_space(18.0);
                }
                families(ui);
                ui.add_space(14.0);
                let more = "Ctrl+V opens a path from the clipboard. F1 lists all shortcuts.";
                ui.label(RichText::new(more).weak());
            });
        });
}

fn buttons(ui: &mut Ui, requests: &mut Vec<Request>) {
    let choices = [
        ("Open the sample", Request::OpenSample),
        ("Open files…", Request::ChooseFiles),
        ("Open folder…", Request::ChooseFolder),
    ];
    let size = Vec2::new(150.0, 32.0);
    for (name, request) in choices {
        // The top bar has buttons of the same names; a screen reader tells these apart by where they stand.
        if ui.add(Button::new(name).min_size(size)).clicked() {
            requests.push(request);
        }
    }
}

fn families(ui: &mut Ui) {
    for (name, files, read) in FAMILIES {
        let line = if read {
            RichText::new(format!("{name}: {files}"))
        } else {
            RichText::new(format!("{name}: not read yet")).weak()
        };
        ui.label(line);
    }
}
