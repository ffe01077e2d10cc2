//! The bar on top of the window, and the bar of switches above the picture.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Align, Button, ComboBox, Layout, PopupCloseBehavior, Response, Theme, Ui};
use glam::Vec4;

use super::{Request, Shell, Surroundings, recents, samples};
use crate::model::Family;
use crate::scene::view::{Background, Names, Outline};
use crate::scene::{Item, Scene, Skinning, View, ViewOptions};

/// Below this width, in points, the bar has two lines.
const ROOM_FOR_ONE_LINE: f32 = 1160.0;

/// Below this width, in points, all switches follow each other in as many lines as they need.
const ROOM_FOR_TWO_SIDES: f32 = 600.0;

pub(super) fn show(
    ui: &mut Ui,
    shell: &mut Shell,
    scene: &mut Scene,
    around: &Surroundings,
    requests: &mut Vec<Request>,
) {
    if ui.available_width() < ROOM_FOR_TWO_SIDES {
        return flowing(ui, shell, scene, around, requests);
    }
    let one_line = ui.available_width() >= ROOM_FOR_ONE_LINE;
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        open_buttons(ui, shell, requests);
        export_menu(ui, scene, around, requests);
        if one_line && scene.item.is_some() {
            ui.separator();
            looks(ui, scene);
            ui.separator();
            pickers(ui, scene);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            at_the_right(ui, shell, scene);
        });
    });
    if !one_line && scene.item.is_some() {
        ui.horizontal_wrapped(|ui| {
            looks(ui, scene);
            pickers(ui, scene);
        });
    }
    ui.add_space(1.0);
}

fn flowing(
    ui: &mut Ui,
    shell: &mut Shell,
    scene: &mut Scene,
    around: &Surroundings,
    requests: &mut Vec<Request>,
) {
    ui.horizontal_wrapped(|ui| {
        open_buttons(ui, shell, requests);
        export_menu(ui, scene, around, requests);
        at_the_right(ui, shell, scene);
        if scene.item.is_some() {
            looks(ui, scene);
            pickers(ui, scene);
        }
    });
}

fn open_buttons(ui: &mut Ui, shell: &mut Shell, requests: &mut Vec<Request>) {
    let files = ui.button("Open files…").on_hover_text("Ctrl+O");
    if files.clicked() {
        requests.push(Request::ChooseFiles);
    }
    let folder = ui.button("Open folder…").on_hover_text("Ctrl+Shift+O");
    if folder.clicked() {
        requests.push(Request::ChooseFolder);
    }
    recents::menu(ui, shell, requests);
    samples::menu(ui, requests);
}

/// Nothing to export, nothing shown.
fn export_menu(ui: &mut Ui, scene: &Scene, around: &Surroundings, requests: &mut Vec<Request>) {
    if scene.item.is_none() {
        return;
    }
    let free = around.exporting.is_none() && !scene.is_spine();
    let help = if scene.is_spine() {
        "Spine characters are not exported: glTF has no slots"
    } else {
        "Mesh, skin, textures and clips as glTF binary (.glb), or by another ending as Lost Saga's .skl, .msh or .ani"
    };
    let menu = ui.add_enabled_ui(free, |ui| {
        ui.menu_button("Export…", |ui| {
            let mut choice = |ui: &mut Ui, on: bool, name: &str, all_clips| {
                if ui.add_enabled(on, Button::new(name)).clicked() {
                    requests.push(Request::Export { all_clips });
                    ui.close();
                }
            };
            let item = scene.item.as_ref();
            let one = item.is_some_and(|item| item.clip().is_some());
            choice(ui, true, "With all clips…", true);
            choice(ui, one, "With the clip that is played…", false);
        });
    });
    menu.response
        .on_hover_text(help)
        .on_disabled_hover_text(help);
}

fn looks(ui: &mut Ui, scene: &mut Scene) {
    let views = [
        (View::Front, "Front", "1"),
        (View::Side, "Side", "3"),
        (View::Top, "Top", "7"),
        (View::ThreeQuarter, "Three-quarter", "9"),
    ];
    for (view, name, key) in views {
        if ui.button(name).on_hover_text(key).clicked() {
            look(scene, view);
        }
    }
    if ui
        .button("Fit")
        .on_hover_text("Shows the whole animation (F, or double click)")
        .clicked()
    {
        scene.ask_fit();
    }
}

/// Turns the camera and fits the picture.
pub(super) fn look(scene: &mut Scene, view: View) {
    scene.camera.look(view);
    scene.ask_fit();
}

const BACKGROUNDS: [(&str, Background); 5] = [
    ("Dark", Background::Dark),
    ("Light", Background::Light),
    ("Black", Background::Plain(Vec4::new(0.0, 0.0, 0.0, 1.0))),
    ("White", Background::Plain(Vec4::ONE)),
    ("Green", Background::Plain(Vec4::new(0.0, 0.69, 0.25, 1.0))),
];

fn pickers(ui: &mut Ui, scene: &mut Scene) {
    let background = &mut scene.view.background;
    let shown = BACKGROUNDS
        .iter()
        .find(|(_, choice)| choice == background)
        .map_or("Own", |(name, _)| name);
    let combo = ComboBox::from_id_salt("background")
        .selected_text(shown)
        .width(68.0)
        .show_ui(ui, |ui| {
            for (name, choice) in BACKGROUNDS {
                ui.selectable_value(background, choice, name);
            }
        });
    combo
        .response
        .accessible_name("Background")
        .on_hover_text("Background");
    skinning(ui, &mut scene.view.skinning);
}

fn skinning(ui: &mut Ui, skinning: &mut Skinning) {
    let combo = ComboBox::from_id_salt("skinning")
        .selected_text(format!("Skinning {}", skinning.word()))
        .width(108.0)
        .show_ui(ui, |ui| {
            for choice in Skinning::ALL {
                ui.selectable_value(skinning, choice, choice.word());
            }
        });
    combo
        .response
        .accessible_name("Skinning")
        .on_hover_text("Who moves the vertices: the compute shader or its Rust twin");
}

fn at_the_right(ui: &mut Ui, shell: &mut Shell, scene: &mut Scene) {
    if ui.button("Shortcuts").on_hover_text("F1 or ?").clicked() {
        shell.shortcuts_open = !shell.shortcuts_open;
    }
    let dark = ui.visuals().dark_mode;
    let (name, theme, background) = if dark {
        ("Light theme", Theme::Light, Background::Light)
    } else {
        ("Dark theme", Theme::Dark, Background::Dark)
    };
    if ui.button(name).clicked() {
        ui.ctx().set_theme(theme);
        // A background that was chosen on purpose stays.
        if matches!(scene.view.background, Background::Dark | Background::Light) {
            scene.view.background = background;
        }
    }
    if scene.item.is_some() {
        ui.toggle_value(&mut shell.inspector_open, "Inspector");
        ui.toggle_value(&mut shell.character_open, "Character");
    }
}

/// The switches above the picture.
pub(super) fn view_bar(ui: &mut Ui, scene: &mut Scene) {
    egui::Frame::new()
        .fill(ui.visuals().panel_fill)
        .inner_margin(4)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_wrapped(|ui| switches(ui, scene));
        });
}

fn switches(ui: &mut Ui, scene: &mut Scene) {
    let surfaces = !scene.is_spine();
    let item = scene.item.as_ref();
    let graph = item.is_some_and(|item| item.graph().is_some());
    let has_helpers = item.is_some_and(Item::has_helpers);
    let may_travel = item.is_some_and(|item| item.character.family == Family::Toee);
    let can_travel = item.is_some_and(Item::can_travel);
    let view = &mut scene.view;
    switch(ui, &mut view.mesh, "Mesh", "The surface (S)");
    switch(
        ui,
        &mut view.textured,
        "Textures",
        "Textures, else plain grey (T)",
    );
    if surfaces {
        switch(
            ui,
            &mut view.lit,
            "Light",
            "Shading, else the texture as it is (L)",
        );
        switch(
            ui,
            &mut view.blend,
            "Alpha",
            "The texture's alpha is opacity, else it is ignored (A)",
        );
        switch(ui, &mut view.wire, "Wire", "Edges of triangles (W)");
    }
    switch(
        ui,
        &mut view.bones,
        "Bones",
        "The skeleton, to click on (B)",
    );
    if has_helpers {
        let help = "Joints that only the game's engine has a use for";
        switch(ui, &mut view.helpers, "Helpers", help);
    }
    let names = match view.names {
        Names::Hidden => "Names",
        Names::Selected => "Names: selected",
        Names::All => "Names: all",
    };
    let button = Button::selectable(view.names != Names::Hidden, names);
    let help = "Names of joints: none, the selected one and its parents, all (N)";
    if ui
        .add(button)
        .accessible_name("Names")
        .on_hover_text(help)
        .clicked()
    {
        view.names = next_names(view.names);
    }
    if surfaces {
        switch(
            ui,
            &mut view.weights,
            "Weights",
            "How much the selected joint moves each vertex (H)",
        );
    }
    if !surfaces {
        outlines(ui, view);
    }
    if graph {
        switch(
            ui,
            &mut view.snaps,
            "Snap lines",
            "Snapped joints: a line to what holds them, and where they would be (K)",
        );
    }
    switch(ui, &mut view.bounds, "Bounds", "The box of this moment (X)");
    switch(ui, &mut view.grid, "Grid", "Grid and axes (G)");
    if may_travel {
        // It keeps its place where the clip goes nowhere: the picture must not jump from one clip to the next.
        let help = "The character moves over the grid at the clip's own speed, by clips that follow a movement";
        let button = Button::selectable(view.travel, "Travel");
        let button = ui.add_enabled(can_travel, button).on_hover_text(help);
        view.travel ^= button.on_disabled_hover_text(help).clicked();
    }
}

const OUTLINES: [(Outline, &str, &str); Outline::ALL.len()] = [
    (Outline::Regions, "Regions", "Rectangles of pictures"),
    (Outline::Meshes, "Meshes", "Edges of triangles"),
    (Outline::Hulls, "Hulls", "The loops around meshes"),
    (
        Outline::Clipping,
        "Clipping",
        "Polygons that cut; dashed where what lies inside is cut away",
    ),
    (Outline::Paths, "Paths", "With their control handles"),
    (Outline::Points, "Points", "With their direction"),
    (Outline::Boxes, "Bounding boxes", "For hits in the game"),
    (
        Outline::Constraints,
        "Constraints",
        "The bones that constraints act on, and what these follow",
    ),
];

/// Tick boxes behind a button: what is drawn as lines over a Spine character.
fn outlines(ui: &mut Ui, view: &mut ViewOptions) {
    let button = Button::selectable(view.outlines.any() || view.slots, "Outlines…");
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (response, _) = MenuButton::from_button(button).config(stays).ui(ui, |ui| {
        for (outline, name, help) in OUTLINES {
            ui.checkbox(view.outlines.switch(outline), name)
                .on_hover_text(help);
        }
        ui.separator();
        ui.checkbox(&mut view.slots, "Slot names")
            .on_hover_text("Where slots are drawn");
        if ui
            .small_button("None")
            .accessible_name("No outlines")
            .clicked()
        {
            (view.outlines, view.slots) = Default::default();
        }
    });
    response
        .accessible_name("Outlines")
        .on_hover_text("Lines over attachments and constraints");
}

/// None, selected, all, and round again.
pub(super) fn next_names(names: Names) -> Names {
    match names {
        Names::Hidden => Names::Selected,
        Names::Selected => Names::All,
        Names::All => Names::Hidden,
    }
}

fn switch(ui: &mut Ui, on: &mut bool, name: &str, help: &str) -> Response {
    ui.toggle_value(on, name).on_hover_text(help)
}
