//! What is opened, followed and remembered.

use std::path::{Path, PathBuf};

use egui::Theme;
use winit::event_loop::ActiveEventLoop;

use super::document::{Done, Purpose};
use super::reload::Reason;
use super::settings::{Settings, remember};
use super::{App, THIS_IS_THE_SAMPLE, Wake};
use crate::model::Family;
use crate::scene::material::MeshAt;
use crate::ui::Notice;

impl App {
    pub(super) fn open(&mut self, paths: Vec<PathBuf>) {
        let wake = self.wake_when_loaded();
        self.document.open(paths, wake);
        self.shell.notice = None;
        self.ask_redraw();
    }

    /// That of a family; of the one used last where none is named.
    pub(super) fn open_sample(&mut self, family: Option<Family>) {
        let wake = self.wake_when_loaded();
        let family = family.unwrap_or_else(|| self.document.family());
        self.document.open_sample(family, wake);
        self.shell.notice = Some(Notice::note(THIS_IS_THE_SAMPLE));
        self.ask_redraw();
    }

    /// Small files that are read at once.
    pub(super) fn dress_mesh(&mut self, at: MeshAt, file: &Path) {
        let item = self.document.scene.item.as_mut();
        let failed = item.and_then(|item| item.dress_mesh(at, file).err());
        self.shell.notice = failed.map(|error| Notice::error(error.to_string()));
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
        if let (Purpose::Dress(at), Some(path)) = (&purpose, paths.first()) {
            return self.dress_mesh(*at, path);
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
