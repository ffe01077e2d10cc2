//! What the left panel has for The Temple of Elemental Evil alone.

use egui::{RichText, Ui};

use crate::scene::Item;
use crate::scene::toee::Unposed;

/// Which pose is shown while no clip plays. Nothing where there is one only.
pub(super) fn show(ui: &mut Ui, item: &mut Item) {
    if item.pairing().is_none() {
        return;
    }
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
