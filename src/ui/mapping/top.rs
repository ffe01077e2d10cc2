//! The rule, what stands beside the character, and the routes chosen by hand.

use egui::{Align, Button, ComboBox, Label, Layout, RichText, Ui};

use super::super::{Request, counted};
use crate::pose::mapping::MappingRule;
use crate::scene::{Compare, Item, Scene};

pub(super) fn show(ui: &mut Ui, scene: &mut Scene, requests: &mut Vec<Request>) {
    let compare = scene.view.compare;
    if let Some(item) = &mut scene.item {
        rules(ui, item);
        beside(ui, &mut scene.view.compare);
        routing(ui, item, requests);
    }
    if scene.view.compare != compare {
        scene.ask_fit();
    }
}

fn rules(ui: &mut Ui, item: &mut Item) {
    let helps = [
        "As the game does: joints that move vertices first, then influences, then any; one track to one joint",
        "The breadth-first two-pass walk of older extractors: influences first, level by level",
        "The last joint of a hash gets every track of it",
    ];
    ui.horizontal(|ui| {
        ui.label("Rule");
        for (rule, help) in MappingRule::ALL.into_iter().zip(helps) {
            let radio = ui
                .radio(item.rule() == rule, rule.word())
                .on_hover_text(help);
            if radio.clicked() {
                item.set_rule(rule);
            }
        }
    });
}

fn beside(ui: &mut Ui, compare: &mut Compare) {
    ui.horizontal(|ui| {
        ui.label("Beside it");
        let shown = ComboBox::from_id_salt("compare")
            .selected_text(compare.title())
            .show_ui(ui, |ui| {
                for one in Compare::ALL {
                    ui.selectable_value(compare, one, one.title());
                }
            });
        shown
            .response
            .accessible_name("Beside it")
            .on_hover_text("The same moment once more, mapped otherwise or in the bind pose");
    });
}

fn routing(ui: &mut Ui, item: &mut Item, requests: &mut Vec<Request>) {
    let routes = item.routing().map_or(0, |routing| routing.routes.len());
    let changed = item.routing().is_some_and(|routing| routing.changed);
    let path = item.routing_path();
    let state = match (routes, changed) {
        (0, false) => "no routes".into(),
        (_, false) => counted(routes, "route", "routes"),
        (_, true) => format!("{routes} unsaved"),
    };
    let place = match &path {
        Some(path) => format!("Beside the model, as {}", path.display()),
        None => "The skeleton lies in no folder that routes could be kept in".into(),
    };
    let button = |ui: &mut Ui, name: &str, enabled: bool, help: &str| {
        let button = ui.add_enabled(enabled, Button::new(name).small());
        let button = button.accessible_name(format!("{name} routing"));
        button
            .on_hover_text(help)
            .on_disabled_hover_text(help)
            .clicked()
    };
    ui.horizontal(|ui| {
        ui.label("By hand");
        // From the right: what is said of the routes takes the room that the buttons leave.
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if button(ui, "Clear", routes > 0, "Leave all tracks to the rule") {
                item.clear_routing();
            }
            if button(ui, "Reload", path.is_some(), &place) {
                requests.push(Request::ReloadRouting);
            }
            if button(ui, "Save", path.is_some() && changed, &place) {
                requests.push(Request::SaveRouting);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(state).weak()).truncate());
            });
        });
    });
}
