//! What a character wears and holds beside its own mesh.

use egui::{Checkbox, ScrollArea, Ui};

use super::{Request, person, spelled, toee};
use crate::model::Family;
use crate::scene::Item;
use crate::scene::material::MeshAt;
use crate::scene::worn::{Fit, Worn};

/// What the list of things that are worn may take, in points, before it scrolls.
const MOST_ROOM: f32 = 90.0;
/// What a menu may take.
const MOST_OF_MENU: f32 = 320.0;

/// What it wears and holds, and the way to more.
pub(super) fn show(ui: &mut Ui, item: &mut Item, requests: &mut Vec<Request>) {
    let is_person = item.character.family == Family::LostSaga;
    let is_made_of_parts =
        is_person || item.character.family == Family::Toee || item.character.meshes.len() > 1;
    let wears = is_made_of_parts || !item.worn().is_empty();
    if !item.can_wear() || !wears {
        return;
    }
    ui.horizontal(|ui| {
        ui.label("Worn");
        let wear = ui.small_button("Wear…");
        let help =
            "Meshes of other files, as hair, helmets and armour, on the bones of this character";
        if wear.on_hover_text(help).clicked() {
            requests.push(Request::ChooseWorn(Fit::Worn));
        }
        ui.menu_button("Hold…", |ui| {
            ScrollArea::vertical()
                .max_height(MOST_OF_MENU)
                .show(ui, |ui| {
                    for name in holding(item) {
                        if ui.button(spelled(name)).clicked() {
                            let on = name.to_owned();
                            requests.push(Request::ChooseWorn(Fit::Held { on }));
                            ui.close();
                        }
                    }
                });
        })
        .response
        .on_hover_text("Weapons and shields, by one of these bones");
        if !is_person {
            own_meshes(ui, item);
        }
        toee::offers(ui, item, requests);
    });
    if is_person {
        person::meshes(ui, item, requests);
    }
    let is_listed = |worn: &Worn| !is_person || worn.own_mesh().is_none();
    let mut off = None;
    ScrollArea::vertical()
        .id_salt("worn")
        .max_height(MOST_ROOM)
        .min_scrolled_height(0.0)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for index in 0..item.worn().len() {
                if !is_listed(&item.worn()[index]) {
                    continue;
                }
                ui.horizontal(|ui| {
                    if row(ui, &mut item.worn_mut()[index]) {
                        off = Some(index);
                    }
                    if is_person {
                        let name = item.worn()[index].item.character.name.clone();
                        person::material(ui, item, MeshAt::Worn(index), &name, requests);
                    }
                });
            }
        });
    if let Some(index) = off {
        item.take_off(index);
    }
}

/// The bones that things are made to be held by (toee-formats §8.2); where none is, all.
fn holding(item: &Item) -> Vec<&str> {
    let joints = item.skeleton().map_or(&[][..], |skeleton| &skeleton.joints);
    let names = || joints.iter().map(|joint| joint.name.as_str());
    let is_made_for_it = |name: &&str| {
        let name = name.to_ascii_lowercase();
        name.ends_with("_ref") || name.ends_with(" forearm")
    };
    let made_for_it: Vec<&str> = names().filter(is_made_for_it).collect();
    match made_for_it.is_empty() {
        true => names().collect(),
        false => made_for_it,
    }
}

/// Its other meshes, to be shown too: a body and what is worn may be opened together.
fn own_meshes(ui: &mut Ui, item: &mut Item) {
    let (_, in_use, _) = item.picks();
    let is_shown = |mesh: usize| {
        let mut worn = item.worn().iter();
        Some(mesh) == in_use || worn.any(|worn| worn.own_mesh() == Some(mesh))
    };
    let others = (0..item.character.meshes.len()).filter(|&mesh| !is_shown(mesh));
    let others: Vec<usize> = others.collect();
    if others.is_empty() {
        return;
    }
    let mut chosen = None;
    let menu = ui.menu_button("Add…", |ui| {
        ScrollArea::vertical()
            .max_height(MOST_OF_MENU)
            .show(ui, |ui| {
                for &mesh in &others {
                    if ui
                        .button(spelled(&item.character.meshes[mesh].name))
                        .clicked()
                    {
                        chosen = Some(mesh);
                        ui.close();
                    }
                }
            });
    });
    let help = "Show another one of these meshes too, on the same skeleton";
    menu.response.on_hover_text(help);
    if let Some(mesh) = chosen {
        item.wear_own(mesh);
    }
}

/// True once it is to be taken off.
fn row(ui: &mut Ui, worn: &mut Worn) -> bool {
    let name = spelled(&worn.item.character.name).to_owned();
    let title = match &worn.fit {
        Fit::Worn => name.clone(),
        Fit::Held { on } => format!("{name}, held by {on}"),
    };
    ui.add(Checkbox::new(&mut worn.shown, &title));
    let off = ui.small_button("Remove");
    off.accessible_name(format!("Remove {name}")).clicked()
}
