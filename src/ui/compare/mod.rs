//! What is beside the character, how the two are laid out, and where they are apart.

mod choice;
mod course;
mod table;

use std::time::Duration;

use egui::{RichText, Ui};

use super::{Request, Surroundings};
use crate::scene::difference::{Difference, PassDifference};
use crate::scene::{Compare, Scene};
use table::Order;

/// Until a measurement under way is looked at again.
const SOON: Duration = Duration::from_millis(80);
/// Share of the page's height for what is not alike besides joints in motion.
const LIST_SHARE: f32 = 0.25;

/// What the page remembers.
#[derive(Debug, Default)]
pub(super) struct Memory {
    order: Order,
    search: String,
}

pub(super) fn show(
    ui: &mut Ui,
    memory: &mut Memory,
    scene: &mut Scene,
    around: &Surroundings,
    requests: &mut Vec<Request>,
) {
    choice::show(ui, scene, around, requests);
    if scene.compare() == Compare::Off {
        let text = "Choose what to compare with: both are shown under one camera and one clock, and the joints that \
                    differ are listed here.";
        ui.add_space(4.0);
        ui.label(RichText::new(text).weak());
        return;
    }
    ui.separator();
    if !scene.can_measure() {
        let text = "The two are of different games: they can be looked at, but not measured.";
        ui.label(RichText::new(text).weak());
        return;
    }
    if scene.measure() {
        ui.ctx().request_repaint_after(SOON);
    }
    // Rows change what is selected while they are read.
    let measuring = std::mem::take(&mut scene.measuring);
    match (measuring.progress(), measuring.result()) {
        (Some(_), _) => {}
        (None, Some(difference)) => numbers(ui, memory, scene, difference),
        (None, None) => {
            ui.label(RichText::new("Not measured.").weak());
        }
    }
    scene.measuring = measuring;
    match scene.measuring.progress() {
        Some(done) => progress(ui, scene, done),
        None if ui.small_button("Measure again").clicked() => scene.measuring.forget(),
        None => {}
    }
}

fn progress(ui: &mut Ui, scene: &mut Scene, (done, total): (usize, usize)) {
    ui.horizontal(|ui| {
        ui.label(format!("Measuring, {done} of {total} moments"));
        if ui.small_button("Stop measuring").clicked() {
            scene.measuring.cancel();
        }
    });
}

fn numbers(ui: &mut Ui, memory: &mut Memory, scene: &mut Scene, difference: &Difference) {
    let Some(pass) = difference.passes.first() else {
        return;
    };
    summary(ui, difference, pass);
    let besides = table::besides(difference, pass);
    let list = match besides.is_empty() {
        true => 0.0,
        false => ui.available_height() * LIST_SHARE,
    };
    let details = course::HEIGHT + list + 2.0 * ui.spacing().interact_size.y;
    table::show(ui, memory, scene, (difference, pass), details);
    let shown = pass.differing(difference.tolerance);
    let mut shown = shown.filter(|joint| Some(joint.a) == scene.selected_joint);
    if let Some(joint) = shown.next() {
        course::show(ui, scene, pass, joint, difference.tolerance);
    }
    table::others(ui, &besides, list);
}

fn summary(ui: &mut Ui, difference: &Difference, pass: &PassDifference) {
    let differing = pass.differing(difference.tolerance).count();
    let of = pass.joints.len();
    let moments = super::counted(pass.times.len(), "moment", "moments");
    let text = match differing {
        0 => format!("All {of} joints are alike at {moments}."),
        _ => format!("{differing} of {of} joints differ at {moments}."),
    };
    ui.label(RichText::new(text).strong());
    let [a, b] = pass.durations;
    if (a - b).abs() > 1e-4 && a > 0.0 && b > 0.0 {
        let text = format!("One lasts {a:.3} s, the other {b:.3} s: measured while both last.");
        ui.label(RichText::new(text).weak());
    }
}
