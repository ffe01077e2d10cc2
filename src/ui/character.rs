//! The left panel: what is open, its clips, and its submeshes or skins.

use egui::{
    Align, Button, Checkbox, CollapsingHeader, ComboBox, Label, Layout, RichText, ScrollArea, Ui,
};

use super::{
    Request, Shell, Surroundings, clips, counted, skins, spelled, theme, toee, tracks, worn,
};
use crate::model::Material;
use crate::scene::{Item, Scene};

/// For the heading of a list and one line in it, in points.
const ROOM_FOR_A_LINE: f32 = 64.0;
/// What both lists have at least, in points.
const LEAST_OF_LISTS: f32 = 260.0;
/// The same with the clips of a graph.
const LEAST_WITH_GRAPH: f32 = 390.0;
/// What stands above them. In a panel that is lower than all of it, everything scrolls together.
const ABOVE_LISTS: f32 = 140.0;
/// Share of the clips of a graph in what is left: they have controls.
const SHARE_OF_GRAPH: f32 = 0.6;

pub(super) fn show(
    ui: &mut Ui,
    shell: &mut Shell,
    scene: &mut Scene,
    around: &Surroundings,
    requests: &mut Vec<Request>,
) {
    let mut contents = |ui: &mut Ui, scene: &mut Scene, height: Option<f32>| {
        ui.add_space(4.0);
        heading(ui, shell, scene, around, requests);
        ui.separator();
        parts(ui, scene);
        if let Some(item) = &mut scene.item {
            let was_undressed = item.is_undressed();
            toee::show(ui, item, requests);
            worn::show(ui, item, requests);
            if was_undressed && !item.is_undressed() {
                scene.ask_fit();
            }
        }
        ui.separator();
        tracks::show(ui, scene);
        let height = height.unwrap_or(ui.available_height());
        ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
            lists(ui, shell, scene);
        });
    };
    let least = if has_graph(scene) {
        LEAST_WITH_GRAPH
    } else {
        LEAST_OF_LISTS
    };
    if ui.available_height() >= ABOVE_LISTS + least {
        return contents(ui, scene, None);
    }
    ScrollArea::vertical()
        .id_salt("character")
        .auto_shrink(false)
        .show(ui, |ui| contents(ui, scene, Some(least)));
}

fn has_graph(scene: &Scene) -> bool {
    let item = scene.item.as_ref();
    item.is_some_and(|item| item.graph().is_some())
}

/// Two lists share what is left; folding one leaves all of it to the other.
fn lists(ui: &mut Ui, shell: &mut Shell, scene: &mut Scene) {
    let spine = scene.is_spine();
    let has_mesh = scene
        .item
        .as_ref()
        .is_some_and(|item| item.mesh().is_some());
    let second_is_short = if spine { !skins::any(scene) } else { !has_mesh };
    let share = if has_graph(scene) {
        SHARE_OF_GRAPH
    } else {
        0.5
    };
    let half = ui.available_height() * share;
    let height = if second_is_short {
        half.max(ui.available_height() - ROOM_FOR_A_LINE)
    } else {
        half
    };
    let title = if spine { "Animations" } else { "Clips" };
    CollapsingHeader::new(title)
        .default_open(true)
        .show_unindented(ui, |ui| {
            clips::show(ui, &mut shell.clips, scene, height);
        });
    ui.separator();
    let title = if spine { "Skins" } else { "Submeshes" };
    CollapsingHeader::new(title)
        .default_open(true)
        .show_unindented(ui, |ui| {
            if spine {
                skins::list(ui, scene);
            } else {
                submeshes(ui, scene);
            }
        });
}

fn heading(
    ui: &mut Ui,
    shell: &mut Shell,
    scene: &Scene,
    around: &Surroundings,
    requests: &mut Vec<Request>,
) {
    let Some(item) = &scene.item else { return };
    let (names, shown) = &around.characters;
    if names.len() > 1 {
        let combo = ComboBox::from_id_salt("characters")
            .selected_text(names.get(*shown).map_or("", |name| spelled(name)))
            .width(ui.available_width())
            .truncate()
            .show_ui(ui, |ui| {
                for (index, name) in names.iter().enumerate() {
                    if ui
                        .selectable_label(index == *shown, spelled(name))
                        .clicked()
                    {
                        requests.push(Request::ShowCharacter(index));
                    }
                }
            });
        combo.response.accessible_name("Opened characters");
    } else {
        ui.add(Label::new(RichText::new(spelled(&item.character.name)).heading()).truncate());
    }
    let family = item.character.family;
    let title = |ui: &mut Ui| {
        let label = Label::new(RichText::new(family.title()).weak()).truncate();
        ui.add(label).on_hover_text(family.basis().description);
    };
    if !around.has_files {
        return title(ui);
    }
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            files(ui, &mut shell.follow_files, requests);
            ui.with_layout(Layout::left_to_right(Align::Center), title);
        });
    });
}

/// Reading the files again, right to left.
fn files(ui: &mut Ui, follow: &mut bool, requests: &mut Vec<Request>) {
    let help = "Reads the files again whenever they change";
    ui.toggle_value(follow, "Follow").on_hover_text(help);
    let reload = ui
        .button("Reload")
        .on_hover_text("Reads the files again (F5)");
    if reload.clicked() {
        requests.push(Request::Reload);
    }
}

fn parts(ui: &mut Ui, scene: &mut Scene) {
    skeleton(ui, scene);
    match &mut scene.item {
        Some(item) if item.spine().is_some() => skins::atlas(ui, item),
        _ => mesh(ui, scene),
    }
}

fn skeleton(ui: &mut Ui, scene: &mut Scene) {
    let Some(item) = &scene.item else { return };
    let all = item.character.skeletons.iter();
    let names: Vec<&str> = all.map(|skeleton| skeleton.name.as_str()).collect();
    let picked = pick(ui, "Skeleton", &names, item.picks().0);
    let counts = item.skeleton().map(|skeleton| {
        let joints = skeleton.joints.len();
        match item.spine() {
            Some((_, rig)) => [
                counted(joints, "bone", "bones"),
                counted(rig.slots.len(), "slot", "slots"),
                counted(rig.constraints.len(), "constraint", "constraints"),
            ]
            .join(", "),
            None => [
                counted(joints, "joint", "joints"),
                counted(skeleton.influences.len(), "influence", "influences"),
            ]
            .join(", "),
        }
    });
    ui.label(RichText::new(counts.unwrap_or_default()).small().weak());
    if picked.is_some() {
        scene.pick_skeleton(picked);
    }
}

fn mesh(ui: &mut Ui, scene: &mut Scene) {
    let Some(item) = &scene.item else { return };
    let all = item.character.meshes.iter();
    let names: Vec<&str> = all.map(|mesh| mesh.name.as_str()).collect();
    let picked = pick(ui, "Mesh", &names, item.picks().1);
    let counts = item.mesh().map(|mesh| {
        let vertices = counted(mesh.positions.len(), "vertex", "vertices");
        let triangles = counted(mesh.indices.len() / 3, "triangle", "triangles");
        let submeshes = counted(mesh.submeshes.len(), "submesh", "submeshes");
        format!("{vertices}, {triangles}, {submeshes}")
    });
    ui.label(RichText::new(counts.unwrap_or_default()).small().weak());
    if picked.is_some() {
        scene.pick_mesh(picked);
    }
}

/// A name where there is no choice, a box where there is; gives what was picked.
fn pick(ui: &mut Ui, title: &str, names: &[&str], current: Option<usize>) -> Option<usize> {
    let mut picked = None;
    let shown = current.and_then(|index| names.get(index)).copied();
    ui.horizontal(|ui| {
        ui.label(title);
        if names.len() < 2 {
            ui.add(Label::new(RichText::new(shown.unwrap_or("none")).strong()).truncate());
            return;
        }
        let combo = ComboBox::from_id_salt(title)
            .selected_text(shown.unwrap_or("none"))
            .width(ui.available_width())
            .truncate()
            .show_ui(ui, |ui| {
                for (index, name) in names.iter().enumerate() {
                    if ui.selectable_label(Some(index) == current, *name).clicked() {
                        picked = Some(index);
                    }
                }
            });
        combo.response.accessible_name(title);
    });
    picked
}

fn submeshes(ui: &mut Ui, scene: &mut Scene) {
    let highlighted = scene.selected_submesh;
    let mut select = None;
    // For what events make of them at this moment.
    scene.pose_now();
    let Some(item) = &mut scene.item else { return };
    let Some(mesh) = item.mesh() else {
        ui.label(RichText::new("No mesh was found.").weak());
        return;
    };
    let names: Vec<String> = mesh
        .submeshes
        .iter()
        .map(|submesh| spelled(&submesh.name).to_owned())
        .collect();
    ui.horizontal(|ui| {
        if ui.small_button("Show all").clicked() {
            item.visible.fill(true);
        }
        if ui.small_button("Hide all").clicked() {
            item.visible.fill(false);
        }
    });
    ScrollArea::vertical()
        .id_salt("submeshes")
        .min_scrolled_height(0.0)
        .auto_shrink([false, false])
        .show(ui, |ui| {
            for (index, name) in names.iter().enumerate() {
                let selected = highlighted == Some(index);
                if submesh_row(ui, item, index, name, selected) {
                    select = Some(index);
                }
            }
        });
    if let Some(index) = select {
        scene.selected_submesh = if highlighted == Some(index) {
            None
        } else {
            Some(index)
        };
    }
}

/// True once its name was clicked.
fn submesh_row(ui: &mut Ui, item: &mut Item, index: usize, name: &str, selected: bool) -> bool {
    let (texture, help) = texture_of(item, index);
    let mut clicked = false;
    ui.horizontal(|ui| {
        if let Some(visible) = item.visible.get_mut(index) {
            ui.add(Checkbox::without_text(visible))
                .accessible_name(format!("Show {name}"));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let solo = ui
                .small_button("Solo")
                .accessible_name(format!("Show only {name}"))
                .on_hover_text("Show only this one");
            if solo.clicked() {
                for (other, visible) in item.visible.iter_mut().enumerate() {
                    *visible = other == index;
                }
            }
            let size = [ui.available_width(), ui.spacing().interact_size.y];
            let button = Button::selectable(selected, name).right_text("").truncate();
            let row = ui.add_sized(size, button).accessible_name(name);
            clicked = row.on_hover_text(&help).clicked();
        });
    });
    let text = match item.event_on_submesh(index) {
        Some((event, shown)) => {
            let verb = if shown { "shown" } else { "hidden" };
            let text = RichText::new(format!("{verb} by event {event}")).small();
            text.color(theme::accent(ui))
        }
        None => RichText::new(texture).small().weak(),
    };
    ui.horizontal(|ui| {
        ui.add_space(30.0);
        ui.add(Label::new(text).truncate()).on_hover_text(help);
    });
    clicked
}

/// The texture's name, and why it is this one.
fn texture_of(item: &Item, submesh: usize) -> (String, String) {
    let (_, mesh, _) = item.picks();
    let material: Option<&Material> = mesh
        .and_then(|mesh| item.character.materials.get(mesh))
        .and_then(|materials| materials.get(submesh));
    let Some(material) = material else {
        return (
            "no texture".into(),
            "Nothing names a texture for it.".into(),
        );
    };
    let texture = material
        .texture
        .and_then(|texture| item.character.textures.get(texture));
    let mut help = material.reason.clone();
    if let Some(texture) = texture {
        let [width, height] = texture.size;
        help.push_str(&format!(
            "\n{} {}, {width} × {height}",
            texture.container, texture.format
        ));
    }
    if !material.looked_for.is_empty() {
        help.push_str("\nLooked for:");
        for path in &material.looked_for {
            let name = path.file_name().unwrap_or(path.as_os_str());
            help.push_str(&format!("\n  {}", name.to_string_lossy()));
        }
    }
    let name = texture.map_or("no texture".into(), |texture| texture.name.clone());
    (name, help)
}
