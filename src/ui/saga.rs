//! What the game makes of a Lost Saga character: rotations and names, stated rest poses, linked skeletons, its limits.

use egui::{Button, Label, RichText, ScrollArea, Ui};

use super::{counted, spelled, theme};
use crate::model::{Family, Link, Mesh, Severity, Skeleton, Slerp};
use crate::scene::stated_rest::{self, Apart};
use crate::scene::{Item, Scene};

/// Faces and vertices that modders advise not to go beyond (lostsaga-formats §4).
const MANY: usize = 20_000;
/// Vertices that indices of two bytes reach (lostsaga-formats §4).
const MOST_VERTICES: usize = 65_536;
/// Bones that tools take (lostsaga-formats §3).
const MOST_BONES: usize = 4096;

pub(super) fn show(ui: &mut Ui, scene: &mut Scene) {
    let Some(item) = &mut scene.item else { return };
    if item.character.family != Family::LostSaga {
        return;
    }
    choices(ui, item);
    ui.separator();
    stated(ui, scene);
    ui.separator();
    if let Some(item) = &scene.item {
        limits(ui, item);
    }
    ui.separator();
    link(ui, scene);
}

/// How rotations run and names are bound.
fn choices(ui: &mut Ui, item: &mut Item) {
    ui.horizontal_wrapped(|ui| {
        ui.label("Rotations");
        for (slerp, name, help) in [
            (Slerp::Exact, "Exact", "The shorter arc at even speed"),
            (
                Slerp::Game,
                "As the client",
                "Its own approximation, whose errors add up along chains of bones",
            ),
        ] {
            let choice = ui.selectable_label(item.slerp() == slerp, name);
            let choice = choice.accessible_name(format!("{name} rotations"));
            if choice.on_hover_text(help).clicked() {
                item.set_slerp(slerp);
            }
        }
    });
    let mut as_in_game = item.is_as_in_game();
    let help = "Names that no bone bears exactly are bound to bone 0, as the client does; else they are found ignoring case";
    ui.checkbox(&mut as_in_game, "Unknown names on bone 0, as in game")
        .on_hover_text(help);
    item.set_as_in_game(as_in_game);
}

/// Object matrices against local transforms.
fn stated(ui: &mut Ui, scene: &mut Scene) {
    let Some(item) = &scene.item else { return };
    let apart = stated_rest::all_apart(item);
    if apart.is_empty() {
        return;
    }
    let help = "Where the file's object matrices put the joints at rest, beside where the local transforms put them";
    ui.checkbox(&mut scene.view.stated_rest, "Object matrices as ghosts")
        .on_hover_text(help);
    let Some(skeleton) = item.skeleton() else {
        return;
    };
    let mut far: Vec<&Apart> = apart.iter().collect();
    far.sort_by(|a, b| b.distance.total_cmp(&a.distance));
    let off = far.iter().filter(|one| one.distance > stated_rest::NEAR);
    let text = match off.clone().count() {
        0 => "All joints are where both put them.".to_owned(),
        count => format!(
            "{} elsewhere; farthest:",
            counted(count, "joint is", "joints are")
        ),
    };
    ui.label(RichText::new(text).small().weak());
    for one in off.take(3) {
        ui.label(RichText::new(words(skeleton, one)).small());
    }
    let selected = scene.selected_joint.and_then(|joint| apart.get(joint));
    if let Some(one) = selected {
        let text = format!("Selected: {}", words(skeleton, one));
        ui.label(RichText::new(text).small());
    }
}

fn words(skeleton: &Skeleton, one: &Apart) -> String {
    let joint = skeleton.joints.get(one.joint);
    let name = joint.map_or("", |joint| joint.name.as_str());
    let (distance, angle) = (one.distance, one.angle.to_degrees());
    format!("{}: {distance:.3} units, {angle:.2}°", spelled(name))
}

/// Counts beside what the client, its tools and its modders can do with.
fn limits(ui: &mut Ui, item: &Item) {
    if let Some(skeleton) = item.skeleton() {
        let bones = skeleton.joints.len();
        let text = format!("{bones} of {MOST_BONES} bones");
        limit(ui, "Skeleton", text, 10 * bones > 9 * MOST_BONES);
    }
    let worn = item.worn().iter().filter_map(|worn| worn.item.mesh());
    for mesh in item.mesh().into_iter().chain(worn) {
        let (vertices, faces) = size(mesh);
        let text = format!(
            "{vertices} of {MOST_VERTICES} vertices, {faces} faces (at most {MANY} are advised)"
        );
        let is_near = vertices > MANY || faces > MANY;
        limit(ui, spelled(&mesh.name), text, is_near);
    }
}

fn size(mesh: &Mesh) -> (usize, usize) {
    (mesh.positions.len(), mesh.indices.len() / 3)
}

fn limit(ui: &mut Ui, name: &str, text: String, is_near: bool) {
    let line = RichText::new(format!("{name}: {text}")).small();
    let line = match is_near {
        true => line.color(theme::severity(ui, Severity::Warning)),
        false => line.weak(),
    };
    ui.add(Label::new(line).wrap());
}

/// The linked skeleton: its name, or why there is none; and how joints are paired.
fn link(ui: &mut Ui, scene: &mut Scene) {
    let Some(item) = &scene.item else { return };
    let Some(skeleton) = item.skeleton() else {
        return;
    };
    let Some(link) = item.link() else {
        return unlinked(ui, item, skeleton);
    };
    ui.label(format!("{} is linked to {}", skeleton.name, link.name));
    let own = skeleton.joints.iter().zip(&link.skeleton.joints);
    let renamed = own.filter(|(own, linked)| own.name != linked.name).count();
    let text = match renamed {
        0 => format!(
            "{}, all of one name",
            counted(link.pairs.len(), "pair", "pairs")
        ),
        _ => format!(
            "{}, {} of two names",
            counted(link.pairs.len(), "pair", "pairs"),
            renamed
        ),
    };
    ui.label(RichText::new(text).small().weak());
    let mut selected = scene.selected_joint;
    let is_beside = scene.shows_linked();
    let mut beside = is_beside;
    let help = "Stands the linked skeleton beside this one, playing the same clip, and shows the bones of both";
    ui.toggle_value(&mut beside, "Linked skeleton beside")
        .on_hover_text(help);
    table(ui, skeleton, link, &mut selected);
    if beside != is_beside {
        scene.show_linked(beside);
    }
    scene.selected_joint = selected;
}

/// No link, or what the client logs as it drops one.
fn unlinked(ui: &mut Ui, item: &Item, skeleton: &Skeleton) {
    let findings = item.character.findings.iter();
    let mut dropped =
        findings.filter(|it| it.code == "lostsaga.linked-skeleton" && it.file == skeleton.file);
    let Some(dropped) = dropped.next() else {
        let text = "The skeleton names no linked one.";
        ui.label(RichText::new(text).weak());
        return;
    };
    let text = RichText::new(&dropped.message);
    let text = text.color(theme::severity(ui, dropped.severity));
    ui.add(Label::new(text).wrap());
    ui.add(Label::new(RichText::new(format!("To do: {}", dropped.fix)).weak()).wrap());
}

/// A row for each pair: both names, the rate of their lengths, and the offset.
fn table(ui: &mut Ui, skeleton: &Skeleton, link: &Link, selected: &mut Option<usize>) {
    let body = ui.spacing().interact_size.y;
    let small = ui.text_style_height(&egui::TextStyle::Small);
    let height = body + ui.spacing().item_spacing.y + small;
    ui.label(
        RichText::new("Own bone, linked bone; rate, offset")
            .small()
            .weak(),
    );
    ScrollArea::vertical()
        .id_salt("linked")
        .min_scrolled_height(0.0)
        .auto_shrink(false)
        .show_rows(ui, height, link.pairs.len(), |ui, rows| {
            for index in rows {
                pair(ui, skeleton, link, index, selected);
            }
        });
}

fn pair(ui: &mut Ui, skeleton: &Skeleton, link: &Link, index: usize, selected: &mut Option<usize>) {
    let (Some(own), Some(other), Some(pair)) = (
        skeleton.joints.get(index),
        link.skeleton.joints.get(index),
        link.pairs.get(index),
    ) else {
        return;
    };
    let differ = own.name != other.name;
    let sign = if differ { "≠" } else { "=" };
    let line = format!("{} {sign} {}", spelled(&own.name), spelled(&other.name));
    let text = RichText::new(&line);
    let text = match differ {
        true => text.color(theme::severity(ui, Severity::Warning)),
        false => text,
    };
    let is_selected = *selected == Some(index);
    let size = [ui.available_width(), ui.spacing().interact_size.y];
    let button = Button::selectable(is_selected, text)
        .right_text("")
        .truncate();
    let button = ui.add_sized(size, button).accessible_name(&line);
    if button.on_hover_text(&line).clicked() {
        *selected = (!is_selected).then_some(index);
    }
    let offset = pair.offset.translation;
    let (_, rotation, _) = pair.offset.to_scale_rotation_translation();
    let turn = rotation.to_axis_angle().1.to_degrees();
    let said = format!(
        "  × {:.4}, offset {:.2} {:.2} {:.2}, {turn:.1}°",
        pair.rate, offset.x, offset.y, offset.z
    );
    ui.add(Label::new(RichText::new(said).small().weak()).truncate());
}
