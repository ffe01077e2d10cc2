//! What was found, worst first; a click leads to what is meant.

use egui::{Frame, Label, RichText, ScrollArea, Ui};

use super::theme;
use crate::model::{Finding, Subject};
use crate::scene::{Item, Scene};

/// More than these are left to the command line.
const MOST: usize = 300;

pub(super) fn show(ui: &mut Ui, scene: &mut Scene) {
    let Some(item) = &scene.item else { return };
    let findings = scene.findings();
    if findings.is_empty() {
        ui.label(RichText::new("Nothing odd was found.").weak());
        return;
    }
    let mut clicked = None;
    ScrollArea::vertical()
        .id_salt("findings")
        .auto_shrink(false)
        .show(ui, |ui| {
            for finding in findings.iter().take(MOST) {
                if one(ui, item, finding) {
                    let clip = clip_of(item, finding);
                    clicked = finding.subject.map(|subject| (subject, clip));
                }
            }
            if findings.len() > MOST {
                let more = findings.len() - MOST;
                ui.label(format!("{more} more: `rigscope check` lists all."));
            }
        });
    if let Some((subject, clip)) = clicked {
        if clip.is_some() {
            scene.pick_clip(clip);
        }
        go_to(scene, subject);
    }
}

/// The clip that a finding about a track speaks of, unless it is in use already.
fn clip_of(item: &Item, finding: &Finding) -> Option<usize> {
    let file = finding.file.as_ref()?;
    if !matches!(finding.subject, Some(Subject::Track(_))) {
        return None;
    }
    let clips = &item.character.clips;
    let clip = clips
        .iter()
        .position(|clip| clip.file.as_ref() == Some(file));
    let (.., current) = item.picks();
    clip.filter(|_| clip != current)
}

/// True once it was clicked and leads somewhere.
fn one(ui: &mut Ui, item: &Item, finding: &Finding) -> bool {
    let inner = Frame::group(ui.style()).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            let color = theme::severity(ui, finding.severity);
            let word = RichText::new(finding.severity.word()).strong().color(color);
            ui.label(word);
            ui.add(Label::new(RichText::new(finding.code).small().weak()).selectable(false));
        });
        ui.add(Label::new(&finding.message).wrap());
        ui.add(Label::new(RichText::new(format!("To do: {}", finding.fix)).weak()).wrap());
        if let Some(place) = place(finding) {
            let text = RichText::new(place).small().weak();
            let label = ui.add(Label::new(text).truncate());
            if let Some(file) = &finding.file {
                label.on_hover_text(file.display().to_string());
            }
        }
        finding.subject.is_some_and(|subject| {
            let title = item.subject_title(subject);
            ui.link(format!("Show {title}")).clicked()
        })
    });
    inner.inner
}

fn place(finding: &Finding) -> Option<String> {
    let file = finding.file.as_ref()?;
    let name = file
        .file_name()
        .unwrap_or(file.as_os_str())
        .to_string_lossy();
    Some(match finding.offset {
        Some(offset) => format!("{name}, byte {offset}"),
        None => name.into_owned(),
    })
}

/// Selects what a finding speaks of: the joint, the joint that a track moves, or the submesh that holds a vertex.
fn go_to(scene: &mut Scene, subject: Subject) {
    let Some(item) = &scene.item else { return };
    match subject {
        Subject::Joint(joint) => scene.selected_joint = Some(joint),
        Subject::Track(track) => {
            scene.selected_joint = item
                .mapping()
                .and_then(|mapping| mapping.tracks.get(track))
                .and_then(|mapped| mapped.joint.or(Some(mapped.candidates.first()?.joint)));
        }
        Subject::Submesh(submesh) => scene.selected_submesh = Some(submesh),
        Subject::Vertex(vertex) => {
            scene.selected_submesh = item.mesh().and_then(|mesh| {
                mesh.submeshes.iter().position(|submesh| {
                    let range = submesh.indices.start as usize..submesh.indices.end as usize;
                    mesh.indices
                        .get(range)
                        .is_some_and(|indices| indices.contains(&(vertex as u32)))
                })
            });
        }
    }
}
