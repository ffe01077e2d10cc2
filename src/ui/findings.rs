//! What was found, worst first; a click leads to what is meant.

use std::path::{Path, PathBuf};

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
                    clicked = finding
                        .subject
                        .map(|subject| (subject, finding.file.clone()));
                }
            }
            if findings.len() > MOST {
                let more = findings.len() - MOST;
                ui.label(format!("{more} more: `rigscope check` lists all."));
            }
        });
    if let Some((subject, file)) = clicked {
        if let Some(file) = file {
            pick_file(scene, subject, &file);
        }
        go_to(scene, subject);
    }
}

/// Uses the skeleton, mesh or clip that a finding speaks of, unless it is in use already.
fn pick_file(scene: &mut Scene, subject: Subject, file: &Path) {
    let Some(item) = &scene.item else { return };
    let (skeleton, mesh, clip) = item.picks();
    let all = &item.character;
    let is_file = |other: &Option<PathBuf>| other.as_deref() == Some(file);
    match subject {
        Subject::Joint(_) => {
            let found = all.skeletons.iter().position(|one| is_file(&one.file));
            if found.is_some() && found != skeleton {
                scene.pick_skeleton(found);
            }
        }
        Subject::Submesh(_) | Subject::Vertex(_) => {
            let found = all.meshes.iter().position(|one| is_file(&one.file));
            if found.is_some() && found != mesh {
                scene.pick_mesh(found);
            }
        }
        Subject::Track(_) => {
            let found = all.clips.iter().position(|one| is_file(&one.file));
            if found.is_some() && found != clip {
                scene.pick_clip(found);
            }
        }
    }
}

/// What a finding's subject is called, in the file that the finding speaks of.
fn subject_title(item: &Item, subject: Subject, file: Option<&Path>) -> String {
    let all = &item.character;
    let is_file = |other: &Option<PathBuf>| file.is_some() && other.as_deref() == file;
    match subject {
        Subject::Joint(joint) => {
            let named = all.skeletons.iter().find(|one| is_file(&one.file));
            let name = named
                .or(item.skeleton())
                .and_then(|skeleton| skeleton.joints.get(joint))
                .map(|joint| joint.name.as_str());
            format!("joint {joint} {}", name.unwrap_or_default())
        }
        Subject::Track(track) => format!("track {track}"),
        Subject::Submesh(submesh) => {
            let named = all.meshes.iter().find(|one| is_file(&one.file));
            let name = named
                .or(item.mesh())
                .and_then(|mesh| mesh.submeshes.get(submesh))
                .map(|submesh| submesh.name.as_str());
            format!("submesh {submesh} {}", name.unwrap_or_default())
        }
        Subject::Vertex(vertex) => format!("vertex {vertex}"),
    }
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
            let title = subject_title(item, subject, finding.file.as_deref());
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
        Subject::Joint(joint) => {
            let joints = item.skeleton().map_or(0, |skeleton| skeleton.joints.len());
            scene.selected_joint = Some(joint).filter(|&joint| joint < joints);
        }
        Subject::Track(track) => {
            scene.selected_joint = item
                .mapping()
                .and_then(|mapping| mapping.tracks.get(track))
                .and_then(|mapped| mapped.joint.or(Some(mapped.candidates.first()?.joint)));
        }
        Subject::Submesh(submesh) => {
            let submeshes = item.mesh().map_or(0, |mesh| mesh.submeshes.len());
            scene.selected_submesh = Some(submesh).filter(|&submesh| submesh < submeshes);
        }
        Subject::Vertex(vertex) => {
            scene.selected_submesh = item.mesh().and_then(|mesh| mesh.submesh_of(vertex));
        }
    }
}
