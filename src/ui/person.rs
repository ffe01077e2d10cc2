//! A person's set in Lost Saga: which meshes are worn, and what each is painted with.

use egui::{Checkbox, Label, RichText, ScrollArea, Ui};

use super::{Request, spelled, theme};
use crate::model::{Finding, Severity};
use crate::scene::Item;
use crate::scene::material::MeshAt;

/// What the list of meshes may take, in points, before it scrolls.
const MOST_ROOM: f32 = 92.0;
/// What a menu may take.
const MOST_OF_MENU: f32 = 320.0;
/// Files that a menu says were looked for.
const MOST_LISTED: usize = 12;

/// A tick box for each mesh that was opened: those that are ticked stand on one skeleton.
pub(super) fn meshes(ui: &mut Ui, item: &mut Item, requests: &mut Vec<Request>) {
    let count = item.character.meshes.len();
    if count == 0 {
        return;
    }
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical()
        .id_salt("person")
        .max_height(MOST_ROOM)
        .min_scrolled_height(0.0)
        .auto_shrink([false, true])
        .show_rows(ui, height, count, |ui, rows| {
            for mesh in rows {
                ui.horizontal(|ui| row(ui, item, mesh, requests));
            }
        });
}

fn row(ui: &mut Ui, item: &mut Item, mesh: usize, requests: &mut Vec<Request>) {
    let name = spelled(&item.character.meshes[mesh].name).to_owned();
    let ticked = item.is_own_worn(mesh);
    let mut is_worn = ticked;
    ui.add(Checkbox::without_text(&mut is_worn))
        .accessible_name(format!("Wear {name}"));
    if is_worn != ticked {
        item.set_own_worn(mesh, is_worn);
    }
    let is_in_use = item.picks().1 == Some(mesh) || item.is_own_worn(mesh);
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        if is_in_use {
            material(ui, item, MeshAt::Own(mesh), &name, requests);
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            if is_drawn(item, mesh) != ticked {
                let verb = if ticked { "hidden" } else { "shown" };
                let text = RichText::new(format!("{verb} by event")).small();
                ui.label(text.color(theme::accent(ui)));
            }
            let findings = findings_of(item, mesh);
            let text = RichText::new(&name);
            let text = match findings.iter().map(|finding| finding.severity).max() {
                Some(worst) if worst > Severity::Note => text.color(theme::severity(ui, worst)),
                _ if is_in_use => text,
                _ => text.weak(),
            };
            ui.add(Label::new(text).truncate()).on_hover_ui(|ui| {
                ui.label(&name);
                for finding in findings.iter().take(MOST_LISTED) {
                    let color = theme::severity(ui, finding.severity);
                    ui.label(RichText::new(&finding.message).color(color));
                }
            });
        });
    });
}

/// What was found in the mesh's file.
fn findings_of(item: &Item, mesh: usize) -> Vec<&Finding> {
    let file = item
        .character
        .meshes
        .get(mesh)
        .and_then(|it| it.file.as_ref());
    let is_of_it = |finding: &&Finding| file.is_some() && finding.file.as_ref() == file;
    item.findings().filter(is_of_it).collect()
}

/// Whether a mesh is in the picture, ticks and events taken together.
fn is_drawn(item: &Item, mesh: usize) -> bool {
    if item.picks().1 == Some(mesh) {
        return (0..item.visible.len()).any(|submesh| item.is_shown(submesh));
    }
    let mut worn = item.worn().iter();
    worn.any(|worn| worn.own_mesh() == Some(mesh) && worn.is_drawn())
}

/// What a mesh is painted with: what was looked for, what there is to pick from, or any file.
pub(super) fn material(
    ui: &mut Ui,
    item: &Item,
    at: MeshAt,
    name: &str,
    requests: &mut Vec<Request>,
) {
    let lacks = item.lacks_material(at);
    let title = RichText::new("Material…").small();
    let title = match lacks {
        true => title.color(theme::severity(ui, Severity::Warning)),
        false => title,
    };
    let menu = ui.menu_button(title, |ui| {
        ScrollArea::vertical()
            .max_height(MOST_OF_MENU)
            .show(ui, |ui| {
                if ui.button("From a file…").clicked() {
                    requests.push(Request::ChooseMeshMaterial(at));
                    ui.close();
                }
                for text in item.material_texts(at) {
                    let file = text.file_name().unwrap_or_default().to_string_lossy();
                    if ui.button(spelled(&file)).clicked() {
                        requests.push(Request::DressMesh(at, text.clone()));
                        ui.close();
                    }
                }
                let looked_for = item.looked_for(at);
                if !looked_for.is_empty() {
                    ui.label(RichText::new("Looked for").weak());
                }
                for file in looked_for.iter().take(MOST_LISTED) {
                    ui.label(RichText::new(file.display().to_string()).small());
                }
            });
    });
    let help = match lacks {
        true => "No material text has this mesh's name: pick one, or a picture",
        false => "Its material text: pick another one, or a picture",
    };
    let label = match lacks {
        true => format!("Material of {name}, missing"),
        false => format!("Material of {name}"),
    };
    menu.response.accessible_name(label).on_hover_text(help);
}
