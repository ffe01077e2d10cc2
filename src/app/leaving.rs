//! What would lose routes that were chosen by hand waits for an answer; and lists of names, which are read on a thread.

use std::path::{Path, PathBuf};

use winit::event_loop::ActiveEventLoop;

use super::{App, Wake};
use crate::formats::gather::sniff_file;
use crate::model::Family;
use crate::scene::names::NameList;
use crate::ui::{Answer, Notice, Unsaved};

/// What was asked for.
#[derive(Debug)]
pub(super) enum Leaving {
    Close,
    Open(Vec<PathBuf>),
    OpenSample(Option<Family>),
}

impl App {
    /// Does at once what loses nothing; else a question comes first.
    pub(super) fn leave(&mut self, leaving: Leaving, event_loop: &ActiveEventLoop) {
        if self.document.unsaved_routes() > 0 {
            self.leaving = Some(leaving);
            return self.ask_redraw();
        }
        self.go(leaving, event_loop);
    }

    fn go(&mut self, leaving: Leaving, event_loop: &ActiveEventLoop) {
        match leaving {
            Leaving::Close => {
                self.save_settings();
                event_loop.exit();
            }
            Leaving::Open(paths) => self.open(paths),
            Leaving::OpenSample(family) => self.open_sample(family),
        }
    }

    /// What the question is about, while it is asked.
    pub(super) fn unsaved(&self) -> Option<Unsaved> {
        let leaving = self.leaving.as_ref()?;
        Some(Unsaved {
            routes: self.document.unsaved_routes(),
            can_save: self.document.can_save_routes(),
            closes: matches!(leaving, Leaving::Close),
        })
    }

    pub(super) fn answer(&mut self, answer: Answer, event_loop: &ActiveEventLoop) {
        let Some(leaving) = self.leaving.take() else {
            return;
        };
        match answer {
            Answer::Stay => {}
            Answer::Discard => self.go(leaving, event_loop),
            Answer::Save => match self.document.save_all_routings() {
                Ok(()) if self.document.unsaved_routes() == 0 => self.go(leaving, event_loop),
                Ok(()) => {
                    let why = "other skeletons have routes too: pick each and save them on the Mapping page";
                    self.shell.notice = Some(Notice::failed("Not all saved", why));
                }
                Err(why) => self.shell.notice = Some(Notice::failed("Not saved", why)),
            },
        }
    }

    /// Opens what was dropped, pasted or chosen; text files that are nothing else are lists of names.
    pub(super) fn take(&mut self, paths: Vec<PathBuf>, event_loop: &ActiveEventLoop) {
        let (lists, others): (Vec<PathBuf>, Vec<PathBuf>) =
            paths.into_iter().partition(|path| is_list(path));
        if let Some(list) = lists.into_iter().next_back() {
            self.read_names(list);
        }
        if !others.is_empty() {
            self.leave(Leaving::Open(others), event_loop);
        }
    }

    /// Reads a list of names on another thread.
    pub(super) fn read_names(&self, path: PathBuf) {
        let wakes = self.wakes.clone();
        std::thread::spawn(move || {
            let read = NameList::read(&path);
            let read = read.map_err(|why| format!("{}: {why}", path.display()));
            let _ = wakes.send_event(Wake::Named(Box::new(read)));
        });
    }

    pub(super) fn use_names(&mut self, read: Result<NameList, String>) {
        self.shell.notice = Some(match read {
            Ok(list) => {
                let said = format!(
                    "{} names of {} are known from now on.",
                    list.count, list.title
                );
                self.document.scene.use_names(list);
                Notice::note(said)
            }
            Err(why) => Notice::failed("No hash list", why),
        });
    }
}

/// Atlases end in `.txt` too.
fn is_list(path: &Path) -> bool {
    let is_text = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("txt"));
    is_text && path.is_file() && sniff_file(path).is_err()
}
