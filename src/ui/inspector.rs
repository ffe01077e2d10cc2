//! The right panel: joints, findings, and what else there is of the character's family.

use egui::Ui;

use super::{
    Request, Shell, Surroundings, bins, clip_events, compare, findings, joints, league_events,
    mapping, saga, slots,
};
use crate::model::Family;
use crate::scene::Scene;

/// A page of the right panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The joint tree and the selected joint.
    #[default]
    Joints,
    /// Which track moves which joint.
    Mapping,
    /// The events of the clip that is played.
    Events,
    /// All that the property bins hold.
    Bins,
    /// Lost Saga: what the game makes of names, rotations and linked skeletons.
    Game,
    /// Slots in their draw order, constraints and events of a Spine character.
    Slots,
    /// What is beside the character, and how far the two are apart.
    Compare,
    /// What was found.
    Findings,
}

pub(super) fn show(
    ui: &mut Ui,
    shell: &mut Shell,
    scene: &mut Scene,
    around: &Surroundings,
    requests: &mut Vec<Request>,
) {
    let spine = scene.is_spine();
    // The page that was last turned to may be one that this character does not have.
    let family = scene.item.as_ref().map(|item| item.character.family);
    let has_bins = family == Some(Family::League);
    let is_saga = family == Some(Family::LostSaga);
    match (shell.tab, spine) {
        (Tab::Mapping | Tab::Events | Tab::Bins | Tab::Game, true) => shell.tab = Tab::Slots,
        (Tab::Bins, false) if !has_bins => shell.tab = Tab::Mapping,
        (Tab::Game, false) if !is_saga => shell.tab = Tab::Mapping,
        (Tab::Slots, false) => shell.tab = Tab::Mapping,
        _ => {}
    }
    let own: &[(Tab, &str)] = if spine {
        &[(Tab::Slots, "Slots")]
    } else if has_bins {
        &[
            (Tab::Mapping, "Mapping"),
            (Tab::Events, "Events"),
            (Tab::Bins, "Bins"),
        ]
    } else if is_saga {
        &[
            (Tab::Mapping, "Mapping"),
            (Tab::Events, "Events"),
            (Tab::Game, "Game"),
        ]
    } else {
        &[(Tab::Mapping, "Mapping"), (Tab::Events, "Events")]
    };
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        // All pages in one line, so that nothing jumps when their number does.
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 4.0;
        for &(tab, name) in [(Tab::Joints, "Joints")].iter().chain(own) {
            ui.selectable_value(&mut shell.tab, tab, name)
                .accessible_name(name);
        }
        ui.selectable_value(&mut shell.tab, Tab::Compare, "Compare")
            .accessible_name("Compare");
        let count = format!("Findings ({})", scene.findings().len());
        ui.selectable_value(&mut shell.tab, Tab::Findings, count)
            .accessible_name("Findings");
    });
    ui.separator();
    match shell.tab {
        Tab::Joints => joints::show(ui, &mut shell.joints, scene),
        Tab::Mapping => mapping::show(ui, &mut shell.mapping, scene, requests),
        Tab::Events if clip_events::has(scene) => clip_events::show(ui, scene),
        Tab::Events => league_events::show(ui, scene),
        Tab::Game => saga::show(ui, scene),
        Tab::Bins => bins::show(ui, &mut shell.bins, scene, requests),
        Tab::Slots => slots::show(ui, &mut shell.slots, scene),
        Tab::Compare => compare::show(ui, &mut shell.compare, scene, around, requests),
        Tab::Findings => findings::show(ui, scene),
    }
}
