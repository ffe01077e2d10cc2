//! What to compare with, and how the two are laid out.

use egui::{ComboBox, Slider, Ui};

use super::super::{Request, Surroundings, spelled};
use crate::scene::{Compare, Layout, Pick, Scene};

/// What a person picks.
enum Choice {
    Own(Compare),
    Pick(Pick),
    Character(usize),
    Files,
}

pub(super) fn show(
    ui: &mut Ui,
    scene: &mut Scene,
    around: &Surroundings,
    requests: &mut Vec<Request>,
) {
    let chosen = ui.horizontal(|ui| {
        ui.label("With");
        with(ui, scene, around)
    });
    match chosen.inner {
        Some(Choice::Own(Compare::Off)) => scene.stop_comparing(),
        Some(Choice::Own(compare)) => {
            scene.other = None;
            scene.view.compare = compare;
            scene.ask_fit();
        }
        Some(Choice::Pick(pick)) => scene.compare_with_pick(pick),
        Some(Choice::Character(index)) => requests.push(Request::CompareWith(index)),
        Some(Choice::Files) => requests.push(Request::ChooseCompared),
        None => {}
    }
    if scene.compare() != Compare::Off {
        other_clip(ui, scene);
        layouts(ui, scene);
    }
}

fn with(ui: &mut Ui, scene: &Scene, around: &Surroundings) -> Option<Choice> {
    let title = match (scene.compare(), &scene.other) {
        (Compare::Off, _) => "nothing".to_owned(),
        (Compare::Other, Some(other)) => other.title(),
        (compare, _) => compare.title(),
    };
    let mut chosen = None;
    let combo = ComboBox::from_id_salt("compare with")
        .selected_text(title)
        .width(ui.available_width() - 12.0)
        .truncate()
        .show_ui(ui, |ui| chosen = choices(ui, scene, around));
    combo.response.accessible_name("Compare with");
    chosen
}

fn choices(ui: &mut Ui, scene: &Scene, around: &Surroundings) -> Option<Choice> {
    let compare = scene.compare();
    let mut chosen = None;
    let mut offer = |ui: &mut Ui, is_shown: bool, name: &str, choice: Choice| {
        if ui.selectable_label(is_shown, name).clicked() {
            chosen = Some(choice);
        }
    };
    let off = Choice::Own(Compare::Off);
    offer(ui, compare == Compare::Off, "nothing", off);
    if scene.is_spine() {
        offer(ui, false, "setup pose", Choice::Pick(Pick::Bind));
    } else {
        for own in Compare::ALL.into_iter().skip(1) {
            offer(ui, compare == own, &own.title(), Choice::Own(own));
        }
    }
    offer(ui, false, "other files…", Choice::Files);
    let (names, shown) = &around.characters;
    for (index, name) in names.iter().enumerate().filter(|(index, _)| index != shown) {
        let name = format!("character {}", spelled(name));
        offer(ui, false, &name, Choice::Character(index));
    }
    for line in scene.item.iter().flat_map(|item| item.playables()) {
        let name = format!("clip {}", spelled(&line.name));
        offer(ui, false, &name, Choice::Pick(line.pick));
    }
    chosen
}

/// What the other one plays.
fn other_clip(ui: &mut Ui, scene: &mut Scene) {
    let Some(other) = scene.other.as_mut() else {
        return;
    };
    let item = &mut other.item;
    let name = item.picked_name().unwrap_or_else(|| "no clip".into());
    let mut pick = item.picked();
    ui.horizontal(|ui| {
        ui.label("plays");
        let combo = ComboBox::from_id_salt("other clip")
            .selected_text(name)
            .width(ui.available_width() - 12.0)
            .truncate()
            .show_ui(ui, |ui| {
                ui.selectable_value(&mut pick, Pick::Bind, "no clip");
                for line in item.playables() {
                    ui.selectable_value(&mut pick, line.pick, spelled(&line.name));
                }
            });
        combo.response.accessible_name("Clip of the other one");
    });
    if pick != item.picked() {
        item.pick(pick);
        other.follows = false;
    }
}

fn layouts(ui: &mut Ui, scene: &mut Scene) {
    let before = scene.view.layout;
    ui.horizontal_wrapped(|ui| {
        for layout in Layout::ALL {
            ui.selectable_value(&mut scene.view.layout, layout, layout.title());
        }
    });
    if scene.view.layout != before {
        scene.ask_fit();
    }
    if scene.view.layout == Layout::Wipe {
        let slider = Slider::new(&mut scene.view.wipe, 0.0..=1.0).show_value(false);
        ui.add(slider.text("Divider"));
    }
}
