//! What the left panel has for The Temple of Elemental Evil alone.

use std::path::Path;

use egui::{Button, RichText, ScrollArea, Ui};

use super::{Request, spelled};
use crate::model::Family;
use crate::model::wardrobe::BODIES;
use crate::scene::Item;
use crate::scene::toee::Unposed;

/// What a menu of a table's entries may take, in points, before it scrolls.
const MOST_OF_MENU: f32 = 320.0;

pub(super) fn show(ui: &mut Ui, item: &mut Item, requests: &mut Vec<Request>) {
    if item.character.family != Family::Toee {
        return;
    }
    ui.horizontal(|ui| {
        if item.has_own_bind_pose() {
            unposed(ui, item);
        }
        if item.has_cloth() {
            cloth(ui, item);
        }
    });
    let slots = item.material_slots();
    if !item.character.wardrobe.is_empty() {
        body(ui, item);
    }
    for (slot, file) in slots {
        self::slot(ui, item, slot, file.as_deref(), requests);
    }
}

/// Which of the tables' bodies it is.
fn body(ui: &mut Ui, item: &mut Item) {
    ui.horizontal(|ui| {
        ui.label("Body");
        let named = item.character.wardrobe.body;
        let title = named.and_then(|body| BODIES.get(body)).copied();
        let help = "The tables' race and gender: it says which of their materials, hair and add-meshes fit";
        ui.menu_button(title.unwrap_or("not known"), |ui| {
            for (index, name) in BODIES.into_iter().enumerate() {
                if ui.button(name).clicked() {
                    item.name_body(index);
                    ui.close();
                }
            }
        })
        .response
        .on_hover_text(help);
    });
}

/// One slot: what fills it, and what else could.
fn slot(
    ui: &mut Ui,
    item: &mut Item,
    slot: &'static str,
    file: Option<&Path>,
    requests: &mut Vec<Request>,
) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(slot).weak());
        let title = file.map_or("not drawn".to_owned(), stem);
        let menu = ui.menu_button(title, |ui| {
            if ui.button("From a file…").clicked() {
                requests.push(Request::ChooseMaterial(slot));
                ui.close();
            }
            if file.is_some() && ui.button("Nothing").clicked() {
                item.empty_slot(slot);
                ui.close();
            }
            let wardrobe = &item.character.wardrobe;
            let offers = wardrobe.materials.iter().filter(|offer| offer.slot == slot);
            let offers: Vec<_> = offers
                .filter(|offer| wardrobe.is_for_body(offer.id))
                .collect();
            entries(ui, offers.len(), |ui, index| {
                let offer = offers[index];
                let name = format!("{} {}", offer.id, stem_of(&offer.path));
                if ui.button(name).clicked() {
                    let found = item.resolve_offer(&offer.path, &offer.table);
                    // What is not there is asked for too: opening says so.
                    let path = found.unwrap_or_else(|wanted| wanted);
                    requests.push(Request::FillSlot(slot, path));
                    ui.close();
                }
            });
        });
        menu.response
            .on_hover_text("A slot that the game fills with the material of what is worn");
    });
}

/// The add-meshes and the hair that tables and folders offer.
pub(super) fn offers(ui: &mut Ui, item: &Item, requests: &mut Vec<Request>) {
    let wardrobe = &item.character.wardrobe;
    let meshes = wardrobe.add_meshes.iter();
    let meshes: Vec<_> = meshes.filter(|it| wardrobe.is_for_body(it.id)).collect();
    if meshes.is_empty() && wardrobe.hair.is_empty() {
        return;
    }
    let menu = ui.menu_button("Tables…", |ui| {
        entries(ui, meshes.len() + wardrobe.hair.len(), |ui, index| {
            let offer = meshes.get(index);
            let hair = wardrobe.hair.get(index.saturating_sub(meshes.len()));
            let name = match (offer, hair) {
                (Some(offer), _) => {
                    let first = offer.paths.first().map_or("", String::as_str);
                    format!("{} {}", offer.id, stem_of(first))
                }
                (None, Some(hair)) => format!("hair {}", stem(&hair.path)),
                (None, None) => return,
            };
            if ui.button(spelled(&name)).clicked() {
                let of_offer = offer.map(|offer| {
                    let found = offer.paths.iter().map(|path| {
                        let found = item.resolve_offer(path, &offer.table);
                        found.unwrap_or_else(|wanted| wanted)
                    });
                    found.collect()
                });
                let paths = of_offer.or_else(|| Some(vec![hair?.path.clone()]));
                requests.push(Request::Wear(paths.unwrap_or_default()));
                ui.close();
            }
        });
    });
    let help = "Add-meshes of rules/addmesh.mes and hair for this body";
    menu.response.on_hover_text(help);
}

/// The entries of a long menu.
fn entries(ui: &mut Ui, count: usize, mut each: impl FnMut(&mut Ui, usize)) {
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical()
        .max_height(MOST_OF_MENU)
        .show_rows(ui, height, count, |ui, rows| {
            rows.for_each(|index| each(ui, index));
        });
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// The same of a path as the game writes it.
fn stem_of(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    stem(Path::new(name))
}

/// Whether cloth hangs.
fn cloth(ui: &mut Ui, item: &mut Item) {
    ui.horizontal(|ui| {
        let mut is_on = item.cloth_on();
        let help = "Simulate cloth, from the start of the clip on; else it follows its other bones";
        let tick = ui.checkbox(&mut is_on, "Cloth").on_hover_text(help);
        if tick.changed() {
            item.set_cloth(is_on);
        }
        let again = ui.add_enabled(is_on, Button::new("Reset").small());
        let again = again.accessible_name("Reset the cloth");
        let help = "Play it anew from the start of the clip";
        if again.on_hover_text(help).clicked() {
            item.reset_cloth();
        }
    });
}

/// Which pose is shown while no clip plays.
fn unposed(ui: &mut Ui, item: &mut Item) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Without a clip").weak());
        for (pose, name, title, help) in [
            (
                Unposed::Bind,
                "Bind",
                "Show the bind pose",
                "The pose that the mesh was modelled in",
            ),
            (
                Unposed::Rest,
                "Rest",
                "Show the rest pose",
                "The pose that clips start from: the skeleton's own",
            ),
        ] {
            ui.selectable_value(&mut item.unposed, pose, name)
                .accessible_name(title)
                .on_hover_text(help);
        }
    });
}
