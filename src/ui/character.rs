//! The left panel: what is open, its clips, and its submeshes or skins.

use egui::{
    Align, Button, Checkbox, CollapsingHeader, ComboBox, Label, Layout, RichText, ScrollArea,
    TextEdit, Ui,
};

use super::{Request, Shell, Surroundings, counted, rest_pose, skins, spelled, toee, tracks};
use crate::model::{Clip, Material};
use crate::scene::{Item, Scene};

/// For the heading of a list and one line in it, in points.
const ROOM_FOR_A_LINE: f32 = 64.0;
/// In a panel lower than this, in points, everything scrolls together.
const ROOM_FOR_LISTS: f32 = 400.0;
/// What both lists have then.
const LEAST_OF_LISTS: f32 = 260.0;

/// What the panel remembers.
#[derive(Debug, Default)]
pub(super) struct Memory {
    filter: String,
}

pub(super) fn show(
    ui: &mut Ui,
    shell: &mut Shell,
    scene: &mut Scene,
    around: &Surroundings,
    requests: &mut Vec<Request>,
) {
    let mut contents = |ui: &mut Ui, height: Option<f32>| {
        ui.add_space(4.0);
        heading(ui, scene, around, requests);
        ui.separator();
        parts(ui, scene);
        if let Some(item) = &mut scene.item {
            toee::show(ui, item, requests);
        }
        ui.separator();
        tracks::show(ui, scene);
        let height = height.unwrap_or(ui.available_height());
        ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
            lists(ui, shell, scene);
        });
    };
    if ui.available_height() >= ROOM_FOR_LISTS {
        return contents(ui, None);
    }
    ScrollArea::vertical()
        .id_salt("character")
        .auto_shrink(false)
        .show(ui, |ui| contents(ui, Some(LEAST_OF_LISTS)));
}

/// Two lists share what is left; folding one leaves all of it to the other.
fn lists(ui: &mut Ui, shell: &mut Shell, scene: &mut Scene) {
    let spine = scene.is_spine();
    let second_is_short = spine && !skins::any(scene);
    let half = ui.available_height() * 0.5;
    let height = if second_is_short {
        half.max(ui.available_height() - ROOM_FOR_A_LINE)
    } else {
        half
    };
    let title = if spine { "Animations" } else { "Clips" };
    CollapsingHeader::new(title)
        .default_open(true)
        .show_unindented(ui, |ui| {
            clips(ui, &mut shell.character.filter, scene, height);
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

fn heading(ui: &mut Ui, scene: &Scene, around: &Surroundings, requests: &mut Vec<Request>) {
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
    ui.label(RichText::new(family.title()).weak())
        .on_hover_text(family.basis().description);
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

fn clips(ui: &mut Ui, filter: &mut String, scene: &mut Scene, height: f32) {
    let Some(item) = &scene.item else { return };
    let all = &item.character.clips;
    ui.add(
        TextEdit::singleline(filter)
            .hint_text(format!("Filter {}", counted(all.len(), "clip", "clips")))
            .desired_width(f32::INFINITY),
    )
    .accessible_name("Filter clips");
    let wanted = filter.to_lowercase();
    let found = all
        .iter()
        .enumerate()
        .filter(|(_, clip)| clip.name.to_lowercase().contains(&wanted))
        .map(|(index, _)| Some(index));
    let (track, current) = tracks::picked(item);
    let rest = if track == 0 {
        rest_pose(scene)
    } else {
        tracks::EMPTY
    };
    let bind = wanted.is_empty() || rest.to_lowercase().contains(&wanted);
    let rows: Vec<Option<usize>> = bind.then_some(None).into_iter().chain(found).collect();
    let mut picked = None;
    let row_height = ui.spacing().interact_size.y;
    ScrollArea::vertical()
        .id_salt("clips")
        .max_height((height - 50.0).max(20.0))
        .min_scrolled_height(0.0)
        .auto_shrink([false, true])
        .show_rows(ui, row_height, rows.len(), |ui, range| {
            for &row in &rows[range] {
                if clip_row(ui, item, row, rest, current == row) {
                    picked = Some(row);
                }
            }
        });
    if rows.is_empty() {
        ui.label(RichText::new("No clip has this in its name.").weak());
    }
    if let Some(clip) = picked {
        scene.pick_animation(track, clip);
    }
}

fn clip_row(ui: &mut Ui, item: &Item, row: Option<usize>, rest: &str, selected: bool) -> bool {
    let width = ui.available_width();
    let clip = row.and_then(|index| item.character.clips.get(index));
    let (name, length, help) = match clip {
        None => (rest, String::new(), String::new()),
        Some(clip) => (
            spelled(&clip.name),
            format!("{:.2} s", clip.duration),
            clip_help(item, row, clip),
        ),
    };
    let button = Button::selectable(selected, name)
        .right_text(RichText::new(length).weak().monospace())
        .truncate()
        .min_size(egui::vec2(width, ui.spacing().interact_size.y));
    let response = ui.add_sized([width, ui.spacing().interact_size.y], button);
    let response = response.accessible_name(name);
    let clicked = response.clicked();
    if !help.is_empty() {
        response.on_hover_text(help);
    }
    clicked
}

fn clip_help(item: &Item, row: Option<usize>, clip: &Clip) -> String {
    let (name, fps) = (&clip.name, clip.fps);
    let animation = item.spine().and_then(|(_, rig)| rig.animations.get(row?));
    if let Some(animation) = animation {
        let timelines = counted(animation.timelines.len(), "timeline", "timelines");
        return format!("{name}\n{timelines}, {fps} frames a second");
    }
    let (kind, version, tracks) = (clip.kind, clip.version, clip.tracks.len());
    format!("{name}\n{kind} version {version}, {tracks} tracks, {fps} frames a second")
}

fn submeshes(ui: &mut Ui, scene: &mut Scene) {
    let highlighted = scene.selected_submesh;
    let mut select = None;
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
    ui.horizontal(|ui| {
        ui.add_space(30.0);
        let text = RichText::new(texture).small().weak();
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
