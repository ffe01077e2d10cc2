//! What people are asked to choose in a dialog of the system, and what was chosen.

use std::path::PathBuf;

use super::dialog::{self, Choice};
use super::document::Purpose;
use super::export::Order;
use super::{App, Wake};
use crate::ui::Notice;

impl App {
    pub(super) fn choose(&mut self, kind: dialog::Kind, purpose: Purpose) {
        let Some(screen) = self.screen.as_ref().filter(|_| !self.dialog_open) else {
            return;
        };
        self.dialog_open = true;
        let wakes = self.wakes.clone();
        dialog::choose(kind, screen.window(), move |choice| {
            let _ = wakes.send_event(Wake::Chosen(choice, purpose));
        });
    }

    pub(super) fn choose_names(&mut self) {
        let Some(screen) = self.screen.as_ref().filter(|_| !self.dialog_open) else {
            return;
        };
        self.dialog_open = true;
        let wakes = self.wakes.clone();
        dialog::choose(dialog::Kind::Names, screen.window(), move |choice| {
            let _ = wakes.send_event(Wake::NamesChosen(choice));
        });
    }

    pub(super) fn ask_where_to_export(&mut self, all_clips: bool) {
        let (Some(screen), Some(item)) = (&self.screen, &self.document.scene.item) else {
            return;
        };
        if self.dialog_open || self.exporter.current().is_some() {
            return;
        }
        self.dialog_open = true;
        let order = Box::new(Order::new(item, all_clips));
        let wakes = self.wakes.clone();
        let name = order.file_name();
        dialog::save(&name, screen.window(), move |choice| {
            let _ = wakes.send_event(Wake::SaveAt(choice, order));
        });
    }

    pub(super) fn export(&mut self, order: Order, mut path: PathBuf) {
        if path.extension().is_none() {
            path.set_extension("glb");
        }
        self.shell.notice = None;
        let wakes = self.wakes.clone();
        self.exporter.start(order, path, move |notice| {
            let _ = wakes.send_event(Wake::Exported(notice));
        });
    }

    /// What was chosen; says `no_dialog` where none could be shown.
    pub(super) fn chosen(&mut self, choice: Choice, no_dialog: &str) -> Option<Vec<PathBuf>> {
        self.dialog_open = false;
        match choice {
            Choice::Paths(paths) => return Some(paths),
            Choice::Nothing => {}
            Choice::NoDialog => self.shell.notice = Some(Notice::note(no_dialog)),
        }
        None
    }
}
