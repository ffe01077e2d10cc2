//! What floats above the picture: progress of opening and exporting, notices, the invitation to drop.

use egui::{Align2, Area, Frame, Id, Order, ProgressBar, Rect, RichText, ScrollArea, Ui};

use super::{Request, Shell, Surroundings, theme};
use crate::model::Severity;

/// How a notice is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// Worth knowing.
    Note,
    /// The same, and goes by itself.
    Brief,
    /// Something did not work: what, in two words.
    Error(&'static str),
}

/// Seconds that a brief notice stays.
const BRIEF: f64 = 8.0;

/// One message that stays until it is closed or replaced, unless it is brief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// How it is meant.
    pub kind: NoticeKind,
    /// Sentences for people.
    pub text: String,
}

impl Notice {
    /// Something could not be opened.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            kind: NoticeKind::Error("Not opened"),
            text: text.into(),
        }
    }

    /// Something else than opening did not work: what, in two words.
    pub fn failed(what: &'static str, text: impl Into<String>) -> Self {
        Self {
            kind: NoticeKind::Error(what),
            text: text.into(),
        }
    }

    /// Worth knowing for a moment.
    pub fn brief(text: impl Into<String>) -> Self {
        Self {
            kind: NoticeKind::Brief,
            text: text.into(),
        }
    }

    /// Worth knowing.
    pub fn note(text: impl Into<String>) -> Self {
        Self {
            kind: NoticeKind::Note,
            text: text.into(),
        }
    }
}

pub(super) fn show(
    ui: &Ui,
    middle: Rect,
    shell: &mut Shell,
    around: &Surroundings,
    requests: &mut Vec<Request>,
) {
    forget_brief(ui, shell);
    let hovering = ui.ctx().input(|input| !input.raw.hovered_files.is_empty());
    if hovering {
        float(ui, "drop", Align2::CENTER_CENTER, middle.center(), |ui| {
            ui.heading("Drop to open");
        });
    }
    let top = middle.center_top() + egui::vec2(0.0, 12.0);
    let width = (middle.width() - 48.0).clamp(80.0, 460.0);
    if let Some(opening) = &around.opening {
        float(ui, "opening", Align2::CENTER_TOP, top, |ui| {
            let (done, total) = opening.files;
            let title = format!("Opening, {done} of {total} files");
            if progress(ui, width, &title, opening.files, &opening.current) {
                requests.push(Request::CancelOpening);
            }
        });
    } else if let Some(exporting) = &around.exporting {
        float(ui, "exporting", Align2::CENTER_TOP, top, |ui| {
            let (done, total) = exporting.clips;
            let title = format!("Exporting, {done} of {total} clips");
            if progress(ui, width, &title, exporting.clips, &exporting.current) {
                requests.push(Request::CancelExport);
            }
        });
    } else if let Some(notice) = shell.notice.clone() {
        // Errors must be seen; a note leaves the character's head free.
        let bottom = middle.center_bottom() - egui::vec2(0.0, 12.0);
        let (pivot, at) = match notice.kind {
            NoticeKind::Error(_) => (Align2::CENTER_TOP, top),
            NoticeKind::Note | NoticeKind::Brief => (Align2::CENTER_BOTTOM, bottom),
        };
        float(ui, "notice", pivot, at, |ui| {
            ui.set_max_width(width);
            if banner(ui, &notice, middle.height() * 0.5) {
                shell.notice = None;
            }
        });
    }
}

/// Takes a brief notice away when its time is over.
fn forget_brief(ui: &Ui, shell: &mut Shell) {
    let text = match &shell.notice {
        Some(notice) if notice.kind == NoticeKind::Brief => notice.text.clone(),
        _ => return shell.brief = None,
    };
    let now = ui.input(|input| input.time);
    let until = match &shell.brief {
        Some((shown, until)) if *shown == text => *until,
        _ => now + BRIEF,
    };
    if now >= until {
        (shell.notice, shell.brief) = (None, None);
        return;
    }
    shell.brief = Some((text, until));
    let rest = std::time::Duration::from_secs_f64(until - now);
    ui.ctx().request_repaint_after(rest);
}

fn float(ui: &Ui, name: &str, pivot: Align2, at: egui::Pos2, add: impl FnOnce(&mut Ui)) {
    Area::new(Id::unique(name))
        .order(Order::Foreground)
        .pivot(pivot)
        .fixed_pos(at)
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).inner_margin(10).show(ui, add);
        });
}

/// True once it was cancelled.
fn progress(
    ui: &mut Ui,
    width: f32,
    title: &str,
    (done, total): (usize, usize),
    current: &str,
) -> bool {
    ui.set_width(width);
    let cancel = ui.horizontal(|ui| {
        ui.spinner();
        ui.label(title);
        let right_to_left = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right_to_left, |ui| ui.button("Cancel").clicked())
            .inner
    });
    ui.add(ProgressBar::new(done as f32 / total.max(1) as f32).desired_height(6.0));
    ui.add(egui::Label::new(RichText::new(current).small().weak()).truncate());
    cancel.inner
}

/// True once it was closed.
fn banner(ui: &mut Ui, notice: &Notice, height: f32) -> bool {
    let (severity, title) = match notice.kind {
        NoticeKind::Note | NoticeKind::Brief => (Severity::Note, "Note"),
        NoticeKind::Error(what) => (Severity::Error, what),
    };
    ui.label(
        RichText::new(title)
            .strong()
            .color(theme::severity(ui, severity)),
    );
    ScrollArea::vertical()
        .max_height(height.max(40.0))
        .min_scrolled_height(0.0)
        .show(ui, |ui| ui.add(egui::Label::new(&notice.text).wrap()));
    ui.button("Close").clicked()
}
