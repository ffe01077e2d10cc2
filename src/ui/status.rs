//! The line at the bottom: who draws, how much, and what was found.

use egui::{Align, Layout, RichText, Ui};

use super::{Shell, Surroundings, Tab, counted, theme};
use crate::model::Severity;
use crate::scene::{Item, Scene};

pub(super) fn show(ui: &mut Ui, shell: &mut Shell, scene: &Scene, around: &Surroundings) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(rate) = around.frames_per_second.filter(|_| scene.is_moving()) {
                let decimals = if rate < 9.95 { 1 } else { 0 };
                let text = format!("{rate:>4.decimals$} frames/s");
                ui.label(RichText::new(text).monospace().small());
            }
            findings(ui, shell, scene);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = RichText::new(sentence(scene, around)).small();
                ui.add(egui::Label::new(text).truncate());
            });
        });
    });
}

fn sentence(scene: &Scene, around: &Surroundings) -> String {
    let mut parts = Vec::new();
    if !around.adapter.is_empty() {
        parts.push(around.adapter.clone());
    }
    if scene.item.is_some() {
        parts.push(skinning(scene, around).into());
    }
    if let Some((_, rig)) = scene.item.as_ref().and_then(Item::spine) {
        parts.push(counted(rig.slots.len(), "slot", "slots"));
        parts.push(counted(rig.bones.len(), "bone", "bones"));
    } else if let Some(item) = &scene.item {
        let vertices = item.mesh().map_or(0, |mesh| mesh.positions.len());
        let joints = item.skeleton().map_or(0, |skeleton| skeleton.joints.len());
        parts.push(counted(vertices, "vertex", "vertices"));
        parts.push(counted(joints, "joint", "joints"));
    }
    if !around.dropping_works {
        parts.push(
            "dropping files does not work under Wayland: use Open, paste a path, or the command line"
                .into(),
        );
    }
    parts.join("  ·  ")
}

/// Who skins, and why.
fn skinning(scene: &Scene, around: &Surroundings) -> &'static str {
    use crate::scene::Skinning;
    if around.lacks_compute {
        return "skinned on the CPU (the adapter has no compute shaders)";
    }
    match (scene.view.skinning, around.software_adapter) {
        (Skinning::Auto, true) => "skinned on the CPU (the adapter is a software one)",
        (Skinning::Auto, false) => "skinned by the compute shader",
        (Skinning::Gpu, _) => "skinned by the compute shader (as chosen)",
        (Skinning::Cpu, _) => "skinned on the CPU (as chosen)",
    }
}

fn findings(ui: &mut Ui, shell: &mut Shell, scene: &Scene) {
    if scene.item.is_none() {
        return;
    }
    let mut any = false;
    // Right to left: the worst comes to stand at the left.
    for (severity, one, many) in [
        (Severity::Note, "note", "notes"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Error, "error", "errors"),
    ] {
        let count = scene.count(severity);
        if count == 0 {
            continue;
        }
        any = true;
        let text = RichText::new(counted(count, one, many))
            .small()
            .color(theme::severity(ui, severity));
        if ui.add(egui::Button::new(text).frame(false)).clicked() {
            shell.turn_to(Tab::Findings);
        }
    }
    if !any {
        ui.label(RichText::new("no findings").small().weak());
    }
}
