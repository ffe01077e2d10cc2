//! All about one track: what it could move, what each rule has it move, and the choice by hand.

use egui::{ComboBox, Frame, Label, PopupCloseBehavior, RichText, ScrollArea, TextEdit, Ui};

use super::super::{spelled, theme};
use super::{Memory, distance, table};
use crate::model::{Severity, Skeleton, Track};
use crate::pose::mapping::inspect::{Choice, KeyCounts};
use crate::pose::mapping::{self, Mapping, MappingRule};
use crate::scene::Item;

/// Height of the list of all joints, points.
const JOINTS_HEIGHT: f32 = 180.0;

/// Where a person sends a track.
pub(super) enum Route {
    AsTheRuleSays,
    /// To a joint, or to none.
    To(Option<usize>),
}

/// Gives the track that a person has just routed, and where.
pub(super) fn show(
    ui: &mut Ui,
    memory: &mut Memory,
    item: &Item,
    selected: &mut Option<usize>,
) -> Option<(usize, Route)> {
    let (Some(mapping), Some(skeleton), Some(clip)) =
        (item.mapping(), item.skeleton(), item.clip())
    else {
        return None;
    };
    let Some((track, source)) = memory.track.and_then(|at| Some((at, clip.tracks.get(at)?))) else {
        let hint = "Click a track to see what it moves and what else it could move.";
        ui.add(Label::new(RichText::new(hint).weak()).wrap());
        return None;
    };
    let mut route = None;
    ScrollArea::vertical()
        .id_salt("track details")
        .min_scrolled_height(0.0)
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.add(Label::new(RichText::new(table::title(item, track)).strong()).truncate());
            let names = mapping.tracks[track].candidates.iter();
            let names = names.take(super::MOST_CANDIDATES).map(|one| one.joint);
            ui.add(Label::new(RichText::new(named(source, names, skeleton)).weak()).wrap());
            let keys = KeyCounts::of(source);
            let text = format!(
                "Keys: rotation {}, translation {}, scale {}",
                keys.rotation, keys.translation, keys.scale
            );
            ui.add(Label::new(RichText::new(text).weak()).wrap());
            route = moves(ui, memory, item, mapping, skeleton, track);
            let reason = mapping::explain(mapping, track, skeleton);
            ui.add(Label::new(RichText::new(sentence(&reason)).weak()).wrap());
            ui.add_space(4.0);
            candidates(ui, memory, item, skeleton, selected);
            ui.add_space(4.0);
            by_rule(ui, item, skeleton, track, selected);
        });
    route.map(|route| (track, route))
}

/// The track's hash, its own name where the file has it, and the names of the joints that answer to it.
fn named(track: &Track, joints: impl Iterator<Item = usize>, skeleton: &Skeleton) -> String {
    let hash = track.hash.map(|hash| format!("Hash 0x{hash:08x}"));
    let own = track.name.as_ref().map(|name| format!("named {name:?}"));
    let names: Vec<String> = joints
        .filter_map(|joint| skeleton.joints.get(joint))
        .map(|joint| format!("{:?}", joint.name))
        .collect();
    let answered = match names.len() {
        0 => "answered by no joint".into(),
        _ => format!("answered by {}", names.join(", ")),
    };
    let parts: Vec<String> = hash.into_iter().chain(own).chain([answered]).collect();
    parts.join(", ")
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}

/// The choice by hand.
fn moves(
    ui: &mut Ui,
    memory: &mut Memory,
    item: &Item,
    mapping: &Mapping,
    skeleton: &Skeleton,
    track: usize,
) -> Option<Route> {
    let mut route = None;
    let is_routed = item.route_of(track).is_some();
    let now = mapping.moved_by(track);
    let title = |joint: usize| {
        let name = skeleton.joints.get(joint).map(|joint| spelled(&joint.name));
        format!("{} ({joint})", name.unwrap_or_default())
    };
    ui.horizontal(|ui| {
        ui.label("Moves");
        let shown = now.map_or("nothing".into(), title);
        let width = (ui.available_width() - 96.0).clamp(70.0, 190.0);
        let combo = ComboBox::from_id_salt("moves")
            .selected_text(shown)
            .width(width)
            .truncate()
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .show_ui(ui, |ui| {
                ui.set_min_width(200.0);
                if ui
                    .selectable_label(!is_routed, "As the rule says")
                    .clicked()
                {
                    route = Some(Route::AsTheRuleSays);
                }
                if ui
                    .selectable_label(is_routed && now.is_none(), "Nothing")
                    .clicked()
                {
                    route = Some(Route::To(None));
                }
                let candidates = mapping.tracks[track].candidates.iter();
                for candidate in candidates.take(super::MOST_CANDIDATES) {
                    let joint = candidate.joint;
                    let chosen = is_routed && now == Some(joint);
                    if ui.selectable_label(chosen, title(joint)).clicked() {
                        route = Some(Route::To(Some(joint)));
                    }
                }
                ui.separator();
                if let Some(joint) = any_joint(ui, &mut memory.joint_search, skeleton) {
                    route = Some(Route::To(Some(joint)));
                }
                if route.is_some() {
                    ui.close();
                }
            });
        combo.response.accessible_name("Moves");
        ui.checkbox(&mut memory.every_clip, "every clip")
            .on_hover_text("Choose for every clip of this skeleton, not for this one alone");
    });
    route
}

/// A list of all joints to search in.
fn any_joint(ui: &mut Ui, search: &mut String, skeleton: &Skeleton) -> Option<usize> {
    let field = TextEdit::singleline(search).hint_text("Search all joints");
    ui.add(field).accessible_name("Search all joints");
    let wanted = search.trim().to_lowercase();
    let found = |joint: &usize| {
        skeleton.joints[*joint]
            .name
            .to_lowercase()
            .contains(&wanted)
    };
    let rows: Vec<usize> = (0..skeleton.joints.len()).filter(found).collect();
    let mut clicked = None;
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical()
        .id_salt("all joints")
        .max_height(JOINTS_HEIGHT)
        .auto_shrink([false, true])
        .show_rows(ui, height, rows.len(), |ui, range| {
            for &joint in &rows[range] {
                let name = spelled(&skeleton.joints[joint].name);
                let row = ui.selectable_label(false, format!("{joint:>3}  {name}"));
                let row = row.accessible_name(format!("Route to {name} ({joint})"));
                if row.clicked() {
                    clicked = Some(joint);
                }
            }
        });
    clicked
}

fn candidates(
    ui: &mut Ui,
    memory: &Memory,
    item: &Item,
    skeleton: &Skeleton,
    selected: &mut Option<usize>,
) {
    let Some((_, _, choices)) = &memory.choices else {
        return;
    };
    if choices.is_empty() {
        return;
    }
    ui.label(RichText::new("What it would do to each joint of its hash").strong());
    for choice in choices {
        Frame::group(ui.style()).inner_margin(4).show(ui, |ui| {
            ui.set_width(ui.available_width());
            one_choice(ui, item, skeleton, choice, selected);
        });
    }
}

fn one_choice(
    ui: &mut Ui,
    item: &Item,
    skeleton: &Skeleton,
    choice: &Choice,
    selected: &mut Option<usize>,
) {
    let joint = choice.candidate.joint;
    ui.horizontal_wrapped(|ui| {
        link(ui, skeleton, joint, selected);
        let claim = choice.candidate.claim.sentence();
        ui.label(RichText::new(claim).small().weak());
        if item.orphan_stubs().get(joint) == Some(&true) {
            let stub = RichText::new("orphan stub").small();
            ui.label(stub.color(theme::severity(ui, Severity::Warning)))
                .on_hover_text(super::super::joints::STUB_HELP);
        }
        if choice.is_chosen {
            ui.label(RichText::new("chosen").small().color(theme::accent(ui)));
        }
    });
    let reach = choice.reach;
    let text = format!(
        "moves {} units at most, translation jumps {}",
        distance(reach.moved),
        distance(reach.jump)
    );
    let help = "Over the whole clip: the joint from its place in the bind pose, and the track's translation from the \
                joint's bind translation. A track jumps least at the joint that it was made for.";
    ui.add(Label::new(RichText::new(text).small()).wrap())
        .on_hover_text(help);
}

fn by_rule(
    ui: &mut Ui,
    item: &Item,
    skeleton: &Skeleton,
    track: usize,
    selected: &mut Option<usize>,
) {
    ui.label(RichText::new("What each rule has it move").strong());
    for rule in MappingRule::ALL {
        let Some(mapping) = item.mapping_by(rule) else {
            continue;
        };
        ui.horizontal(|ui| {
            let word = RichText::new(format!("{:<8}", rule.word())).monospace();
            ui.label(if rule == item.rule() {
                word.color(theme::accent(ui))
            } else {
                word
            });
            match mapping.moved_by(track) {
                Some(joint) => link(ui, skeleton, joint, selected),
                None => {
                    ui.label("moves nothing");
                }
            }
        });
        let reason = sentence(&mapping::explain(mapping, track, skeleton));
        ui.add(Label::new(RichText::new(reason).small().weak()).wrap());
    }
}

fn link(ui: &mut Ui, skeleton: &Skeleton, joint: usize, selected: &mut Option<usize>) {
    let name = skeleton.joints.get(joint).map(|joint| spelled(&joint.name));
    let text = format!("{} ({joint})", name.unwrap_or_default());
    if ui.link(text).clicked() {
        *selected = Some(joint);
    }
}
