//! The samples that the program carries in itself.

use egui::Ui;

use super::Request;
use crate::model::Family;

/// What each family's own sample is called.
const NAMES: [(Family, &str); 4] = [
    (Family::League, "Pip"),
    (Family::Spine, "Dot"),
    (Family::Toee, "Tock"),
    (Family::LostSaga, "Wick"),
];

/// A menu with the sample of each family.
pub(super) fn menu(ui: &mut Ui, requests: &mut Vec<Request>) {
    let menu = ui.menu_button("Sample", |ui| {
        for (family, name) in NAMES {
            if ui.button(format!("{name}, {}", family.title())).clicked() {
                requests.push(Request::OpenSampleOf(family));
                ui.close();
            }
        }
    });
    menu.response
        .on_hover_text("Open a small character that comes with the program");
}
