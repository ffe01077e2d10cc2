//! What is opened, followed and remembered.

use std::path::PathBuf;

use egui::Theme;
use winit::event_loop::ActiveEventLoop;

use super::document::{Done, Purpose};
use super::reload::Reason;
use super::settings::{Settings, remember};
use super::{App, THIS_IS_THE_SAMPLE, Wake};
use crate::ui::Notice;

impl App {
    pub(super) fn open(&mut self, paths: Vec<PathBuf>) {
        let wake = self.wake_when_loaded();
        self.document.open(paths, wake);
        self.shell.notice = None;
        self.ask_redraw();
    }

    pub(super) fn open_sample(&mut self) {
        let wake = self.wake_when_loaded();
        self.document.open_sample(wake);
        self.shell.notice = Some(Notice::note(THIS_IS_THE_SAMPLE));
        self.ask_redraw();
    }

    /// Opens what was chosen, for what it was chosen for.
    pub(super) fn bring(
        &mut self,
        paths: Vec<PathBuf>,
        purpose: Purpose,
        event_loop: &ActiveEventLoop,
    ) {
        if purpose == Purpose::Show {
            return self.take(paths, event_loop);
        }
        let wake = self.wake_when_loaded();
        self.document.open_for(paths, purpose, wake);
    }

    pub(super) fn reload(&mut self, reason: Reason) {
        let wake = self.wake_when_loaded();
        self.document.reload(reason, wake);
    }

    /// Follows the files of what is shown, if that is wanted.
    pub(super) fn follow(&mut self) {
        let (paths, since) = self.document.followed();
        if !self.shell.follow_files || paths.is_empty() {
            return self.watch.rest();
        }
        let wakes = self.wakes.clone();
        self.watch.follow(paths, since, move |seen| {
            let _ = wakes.send_event(Wake::Changed(seen));
        });
    }

    fn remember_opened(&mut self) {
        let paths = self.document.paths.iter().map(std::path::absolute);
        let Ok(paths) = paths.collect::<Result<Vec<PathBuf>, _>>() else {
            return;
        };
        if let Some(name) = self.document.names.first().filter(|_| !paths.is_empty()) {
            remember(&mut self.shell.recents, name.clone(), paths);
        }
        self.save_settings();
    }

    pub(super) fn save_settings(&mut self) {
        let Some(screen) = &self.screen else { return };
        let dark = screen.egui().theme() == Theme::Dark;
        let now = Settings::of(&self.shell, &self.document.scene, dark, screen.points());
        self.store.save(now);
    }

    pub(super) fn show_loaded(&mut self) {
        match self.document.poll() {
            Some(Done::Opened) => {
                self.forget_picture();
                self.follow();
                self.remember_opened();
            }
            Some(Done::Changed(notice)) => {
                self.forget_picture();
                self.follow();
                self.shell.notice = notice.or(self.shell.notice.take());
            }
            Some(Done::Failed(notice)) => self.shell.notice = Some(notice),
            None => {}
        }
        if let Some(reason) = self.document.postponed.take() {
            self.reload(reason);
        }
    }

    pub(super) fn wake_when_loaded(&self) -> impl FnOnce() + Send + 'static {
        let wakes = self.wakes.clone();
        move || {
            // The loop is gone only when nobody waits any more.
            let _ = wakes.send_event(Wake::Loaded);
        }
    }
}
