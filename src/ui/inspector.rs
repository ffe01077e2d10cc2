//! The right panel: joints, mapping, findings.

use egui::Ui;

use super::{Shell, findings, joints, mapping};
use crate::scene::Scene;

/// A page of the right panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The joint tree and the selected joint.
    #[default]
    Joints,
    /// Which track moves which joint.
    Mapping,
    /// What was found.
    Findings,
}

pub(super) fn show(ui: &mut Ui, shell: &mut Shell, scene: &mut Scene) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let count = scene.findings().len();
        let pages = [
            (Tab::Joints, "Joints".to_owned(), "Joints"),
            (Tab::Mapping, "Mapping".to_owned(), "Mapping"),
            (Tab::Findings, format!("Findings ({count})"), "Findings"),
        ];
        for (tab, text, name) in pages {
            ui.selectable_value(&mut shell.tab, tab, text)
                .accessible_name(name);
        }
    });
    ui.separator();
    match shell.tab {
        Tab::Joints => joints::show(ui, &mut shell.joints, scene),
        Tab::Mapping => mapping::show(ui, &mut shell.mapping, scene),
        Tab::Findings => findings::show(ui, scene),
    }
}
