//! The system's file dialogs. They block, so they wait on a thread of their own.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rfd::AsyncFileDialog;
use winit::window::Window;

/// What is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Files,
    Folder,
    Names,
}

/// How the dialog ended.
#[derive(Debug)]
pub(super) enum Choice {
    Paths(Vec<PathBuf>),
    /// Closed without choosing.
    Nothing,
    /// It was over before anybody could have seen it.
    NoDialog,
}

/// Said for [`Choice::NoDialog`].
pub(super) const NO_DIALOG: &str = "No file dialog could be shown. Install zenity or xdg-desktop-portal, or open \
     otherwise: drop files here, copy a path and press Ctrl+V, or name it on the command line.";

/// Said for [`Choice::NoDialog`] where a list of names was asked for.
pub(super) const NO_LIST_DIALOG: &str = "No file dialog could be shown. Install zenity or xdg-desktop-portal, or drop \
     the list here, or copy its path and press Ctrl+V.";

/// Said for [`Choice::NoDialog`] where a place to export to was asked for.
pub(super) const NO_SAVE_DIALOG: &str = "No file dialog could be shown. Install zenity or xdg-desktop-portal, or      export on the command line: rigscope export PATH -o OUT.glb";

/// Nobody closes a dialog sooner.
const QUICKEST: Duration = Duration::from_millis(300);

/// Shows the dialog and calls `done` from another thread.
pub(super) fn choose(kind: Kind, window: &Window, done: impl FnOnce(Choice) + Send + 'static) {
    let title = match kind {
        Kind::Files | Kind::Folder => "Open a character",
        Kind::Names => "Choose a list of names for hashes",
    };
    let dialog = AsyncFileDialog::new().set_title(title).set_parent(window);
    let asked = Instant::now();
    // The dialog is made here, because some systems want that on the main thread, and waited for there.
    match kind {
        Kind::Files => {
            let choice = dialog.pick_files();
            std::thread::spawn(move || done(ended(pollster::block_on(choice), asked)));
        }
        Kind::Names => {
            let choice = dialog.add_filter("Lists", &["txt"]).pick_file();
            std::thread::spawn(move || {
                let choice = pollster::block_on(choice).map(|file| vec![file]);
                done(ended(choice, asked));
            });
        }
        Kind::Folder => {
            let choice = dialog.pick_folder();
            std::thread::spawn(move || {
                let choice = pollster::block_on(choice).map(|folder| vec![folder]);
                done(ended(choice, asked));
            });
        }
    }
}

/// Asks for a place to export to, offering `name`, and calls `done` from another thread.
pub(super) fn save(name: &str, window: &Window, done: impl FnOnce(Choice) + Send + 'static) {
    let asked = Instant::now();
    let choice = AsyncFileDialog::new()
        .set_title("Export")
        .set_file_name(name)
        .add_filter("glTF binary", &["glb"])
        .add_filter("Lost Saga: skeleton", &["skl"])
        .add_filter("Lost Saga: mesh", &["msh"])
        .add_filter("Lost Saga: clips", &["ani"])
        .set_parent(window)
        .save_file();
    std::thread::spawn(move || {
        let choice = pollster::block_on(choice).map(|file| vec![file]);
        done(ended(choice, asked));
    });
}

fn ended(choice: Option<Vec<rfd::FileHandle>>, asked: Instant) -> Choice {
    match choice {
        Some(files) if !files.is_empty() => {
            Choice::Paths(files.iter().map(|file| file.path().to_owned()).collect())
        }
        _ if asked.elapsed() < QUICKEST => Choice::NoDialog,
        _ => Choice::Nothing,
    }
}
