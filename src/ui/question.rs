//! The question before routes that were chosen by hand are lost.

use egui::{Context, Id, Modal, RichText};

use super::{Request, Surroundings, counted};

/// What would be lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaved {
    /// Routes that are not kept beside the skeleton.
    pub routes: usize,
    /// Whether they can be kept there.
    pub can_save: bool,
    /// Whether the window would close; else something else is opened.
    pub closes: bool,
}

/// What a person answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Keep the routes beside the skeleton, then go on.
    Save,
    /// Go on without them.
    Discard,
    /// Do nothing.
    Stay,
}

pub(super) fn show(context: &Context, around: &Surroundings, requests: &mut Vec<Request>) {
    let Some(unsaved) = &around.unsaved else {
        return;
    };
    let mut answer = None;
    let modal = Modal::new(Id::unique("unsaved routes")).show(context, |ui| {
        ui.set_max_width(380.0);
        let routes = counted(unsaved.routes, "route is", "routes are");
        ui.label(RichText::new("Routes chosen by hand").strong());
        let then = match unsaved.closes {
            true => "when the window closes",
            false => "when something else is opened",
        };
        ui.label(format!("{routes} not saved, and lost {then}."));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let save = ui.add_enabled(unsaved.can_save, egui::Button::new("Save beside the model"));
            let why = "The skeleton lies in no folder that routes could be kept in";
            if save.on_disabled_hover_text(why).clicked() {
                answer = Some(Answer::Save);
            }
            if ui.button("Do not save").clicked() {
                answer = Some(Answer::Discard);
            }
            if ui.button("Stay").clicked() {
                answer = Some(Answer::Stay);
            }
        });
    });
    if modal.should_close() {
        answer = answer.or(Some(Answer::Stay));
    }
    requests.extend(answer.map(Request::Answer));
}
