//! What the left panel has for The Temple of Elemental Evil alone.

use egui::{Align, Button, Checkbox, Layout, RichText, ScrollArea, Ui};

use super::{Request, spelled};
use crate::scene::Item;
use crate::scene::toee::Unposed;
use crate::scene::worn::{Fit, Worn};

/// What the list of things that are worn may take, in points, before it scrolls.
const MOST_ROOM: f32 = 90.0;

pub(super) fn show(ui: &mut Ui, item: &mut Item, requests: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        if item.has_own_bind_pose() {
            unposed(ui, item);
        }
        if item.has_cloth() {
            cloth(ui, item);
        }
    });
    if item.can_wear() {
        worn(ui, item, requests);
    }
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

/// What it wears and holds, and the way to more.
fn worn(ui: &mut Ui, item: &mut Item, requests: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        ui.label("Worn");
        let wear = ui.small_button("Wear…");
        let help = "Add-meshes (.skm): hair, helmets, armour, on the bones of this character";
        if wear.on_hover_text(help).clicked() {
            requests.push(Request::ChooseWorn(Fit::Worn));
        }
        ui.menu_button("Hold…", |ui| {
            for name in holding(item) {
                if ui.button(spelled(name)).clicked() {
                    let on = name.to_owned();
                    requests.push(Request::ChooseWorn(Fit::Held { on }));
                    ui.close();
                }
            }
        })
        .response
        .on_hover_text("Weapons and shields (.skm), by one of these bones");
    });
    let mut off = None;
    ScrollArea::vertical()
        .id_salt("worn")
        .max_height(MOST_ROOM)
        .min_scrolled_height(0.0)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for (index, worn) in item.worn_mut().iter_mut().enumerate() {
                if row(ui, worn) {
                    off = Some(index);
                }
            }
        });
    if let Some(index) = off {
        item.take_off(index);
    }
}

/// The bones that things are made to be held by (toee-formats §8.2).
fn holding(item: &Item) -> impl Iterator<Item = &str> {
    let joints = item.skeleton().map_or(&[][..], |skeleton| &skeleton.joints);
    joints
        .iter()
        .map(|joint| joint.name.as_str())
        .filter(|name| {
            let name = name.to_ascii_lowercase();
            name.ends_with("_ref") || name.ends_with(" forearm")
        })
}

/// True once it is to be taken off.
fn row(ui: &mut Ui, worn: &mut Worn) -> bool {
    let name = spelled(&worn.item.character.name).to_owned();
    let title = match &worn.fit {
        Fit::Worn => name.clone(),
        Fit::Held { on } => format!("{name}, held by {on}"),
    };
    let mut is_off = false;
    ui.horizontal(|ui| {
        ui.add(Checkbox::new(&mut worn.shown, &title));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let off = ui.small_button("Remove");
            is_off = off.accessible_name(format!("Remove {name}")).clicked();
        });
    });
    is_off
}
