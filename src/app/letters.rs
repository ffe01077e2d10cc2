//! Letters that are shown and that the bundled fonts lack: a font of the system is looked for on another thread, and
//! added when it is there. As long as all is Latin, Greek or Cyrillic, no font is looked at.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use egui::epaint::text::{FallbackRequest, FontInsert, FontProvider};

use crate::gpu::FontFinder;

/// Letters that come so close after each other are looked for together.
const TOGETHER: Duration = Duration::from_millis(30);

/// What asks for fonts, and what was found so far.
pub(super) struct Letters {
    /// Answers egui that there is no such font, and has it looked for.
    pub provider: Arc<dyn FontProvider>,
    /// All fonts that were found.
    pub fonts: Vec<FontInsert>,
}

impl Letters {
    /// `tell` is called from another thread with the fonts for letters that were asked for.
    pub fn new(tell: impl Fn(Vec<FontInsert>) + Send + 'static) -> Self {
        let (letters, asked) = channel();
        std::thread::spawn(move || find(&asked, tell));
        let letters = Mutex::new(letters);
        let ask = move |request: &FallbackRequest<'_>| {
            let asks = letters.lock().ok()?;
            for letter in request.cluster.chars().filter(|it| !it.is_control()) {
                // The thread ends with the channel alone.
                let _ = asks.send(letter);
            }
            None
        };
        Self {
            provider: Arc::new(ask),
            fonts: Vec::new(),
        }
    }
}

fn find(asked: &Receiver<char>, tell: impl Fn(Vec<FontInsert>)) {
    let mut finder = FontFinder::default();
    let mut tried = BTreeSet::new();
    while let Ok(first) = asked.recv() {
        let mut letters = BTreeSet::from([first]);
        while let Ok(more) = asked.recv_timeout(TOGETHER) {
            letters.insert(more);
        }
        letters.retain(|letter| tried.insert(*letter));
        let fonts = finder.find(&letters);
        if !fonts.is_empty() {
            tell(fonts);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    #[test]
    fn a_letter_without_a_font_is_asked_for_once_and_latin_never() {
        let (told, asked) = channel();
        let told = Mutex::new(told);
        let letters = Letters::new(|_| ());
        let provider = letters.provider.clone();
        let listen = move |request: &FallbackRequest<'_>| {
            told.lock()
                .unwrap()
                .send(request.cluster.to_owned())
                .unwrap();
            provider.font_for(request)
        };
        let context = egui::Context::default();
        context.add_font_provider(Arc::new(listen));
        let pass = |text: &'static str| {
            let mut output = context.run_ui(Default::default(), |ui| drop(ui.label(text)));
            output.textures_delta.clear();
        };
        pass("plain, Ελληνικά, Русский");
        assert!(asked.try_recv().is_err());
        pass("큐브 큐");
        let letters: Vec<String> = asked.try_iter().collect();
        assert_eq!(letters, ["큐", "브"]);
        pass("큐브 큐");
        assert!(asked.try_recv().is_err());
    }
}
