//! Which track moves which joint, by which rule, and where the rules differ.

use egui::{Button, Frame, Label, RichText, ScrollArea, TextEdit, Ui};

use super::{counted, spelled, theme};
use crate::model::{Severity, Skeleton};
use crate::pose::mapping::{self, Disagreement, MappingRule};
use crate::scene::{Item, Scene};

/// Share of the page's height that disagreements may take.
const DISAGREEMENTS_SHARE: f32 = 0.42;

/// What the page remembers.
#[derive(Debug, Default)]
pub(super) struct Memory {
    filter: String,
}

pub(super) fn show(ui: &mut Ui, memory: &mut Memory, scene: &mut Scene) {
    let mut selected = scene.selected_joint;
    let Some(item) = &mut scene.item else { return };
    rules(ui, item);
    ui.separator();
    let (Some(skeleton), Some(_)) = (item.skeleton(), item.clip()) else {
        let text = "Tracks are mapped when a skeleton and a clip are there.";
        ui.label(RichText::new(text).weak());
        return;
    };
    let height = ui.available_height() * DISAGREEMENTS_SHARE;
    disagreements(ui, item, skeleton, height, &mut selected);
    ui.separator();
    tracks(ui, memory, item, skeleton, &mut selected);
    scene.selected_joint = selected;
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

fn disagreements(
    ui: &mut Ui,
    item: &Item,
    skeleton: &Skeleton,
    height: f32,
    selected: &mut Option<usize>,
) {
    let all = item.disagreements();
    if all.is_empty() {
        ui.label(RichText::new("All three rules agree on this clip.").weak());
        return;
    }
    let tracks = counted(all.len(), "track", "tracks");
    ui.label(
        RichText::new(format!("The rules differ at {tracks}"))
            .strong()
            .color(theme::severity(ui, Severity::Warning)),
    );
    ScrollArea::vertical()
        .id_salt("disagreements")
        .min_scrolled_height(0.0)
        .max_height(height)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for disagreement in all {
                one_disagreement(ui, item, skeleton, disagreement, selected);
            }
        });
}

fn one_disagreement(
    ui: &mut Ui,
    item: &Item,
    skeleton: &Skeleton,
    disagreement: &Disagreement,
    selected: &mut Option<usize>,
) {
    Frame::group(ui.style()).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(title(item, disagreement.track)).strong());
        for (index, rule) in MappingRule::ALL.into_iter().enumerate() {
            let joint = disagreement.joints[index];
            ui.horizontal(|ui| {
                let word = RichText::new(format!("{:<8}", rule.word())).monospace();
                ui.label(if rule == item.rule() {
                    word.color(theme::accent(ui))
                } else {
                    word
                });
                match joint.and_then(|at| Some((at, skeleton.joints.get(at)?))) {
                    Some((at, joint)) => {
                        let link = ui.link(format!("{} ({at})", spelled(&joint.name)));
                        if link.clicked() {
                            *selected = Some(at);
                        }
                    }
                    None => {
                        ui.label("moves nothing");
                    }
                }
            });
            let reason = RichText::new(&disagreement.reasons[index]).small().weak();
            ui.add(Label::new(reason).wrap());
        }
    });
}

fn title(item: &Item, track: usize) -> String {
    let title = item
        .clip()
        .and_then(|clip| clip.tracks.get(track))
        .map(mapping::track_title);
    format!("Track {track}, {}", title.unwrap_or_default())
}

fn tracks(
    ui: &mut Ui,
    memory: &mut Memory,
    item: &Item,
    skeleton: &Skeleton,
    selected: &mut Option<usize>,
) {
    let (Some(mapping), Some(clip)) = (item.mapping(), item.clip()) else {
        return;
    };
    let joint_name = |track: usize| {
        let joint = mapping.tracks.get(track)?.joint?;
        Some((joint, spelled(&skeleton.joints.get(joint)?.name)))
    };
    ui.add(
        TextEdit::singleline(&mut memory.filter)
            .hint_text(format!(
                "Search {}",
                counted(clip.tracks.len(), "track", "tracks")
            ))
            .desired_width(f32::INFINITY),
    )
    .accessible_name("Search tracks");
    let wanted = memory.filter.trim().to_lowercase();
    let found = |track: &usize| {
        wanted.is_empty()
            || mapping::track_title(&clip.tracks[*track])
                .to_lowercase()
                .contains(&wanted)
            || joint_name(*track).is_some_and(|(_, name)| name.to_lowercase().contains(&wanted))
    };
    let rows: Vec<usize> = (0..clip.tracks.len()).filter(found).collect();
    let row_height = ui.spacing().interact_size.y;
    ScrollArea::vertical()
        .id_salt("tracks")
        .min_scrolled_height(0.0)
        .auto_shrink(false)
        .show_rows(ui, row_height, rows.len(), |ui, range| {
            for &track in &rows[range] {
                let joint = joint_name(track);
                let rule = mapping.tracks[track].reason.word();
                let shown = joint.map_or("moves nothing", |(_, name)| name);
                let text = format!("{track:>3}  {shown}");
                let button =
                    Button::selectable(joint.is_some_and(|(at, _)| *selected == Some(at)), text)
                        .right_text(RichText::new(rule).small().weak())
                        .truncate();
                let row = ui
                    .add_sized([ui.available_width(), row_height], button)
                    .accessible_name(title(item, track))
                    .on_hover_text(format!(
                        "{}\n{}",
                        title(item, track),
                        mapping::explain(mapping, track, skeleton)
                    ));
                if row.clicked()
                    && let Some((at, _)) = joint
                {
                    *selected = Some(at);
                }
            }
        });
}
