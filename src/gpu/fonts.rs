//! Fonts of the system for letters that the bundled ones lack: names of files and joints are in any script. Nothing is
//! fetched from anywhere; a letter that no font has stays a box.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use egui::FontFamily;
use egui::epaint::text::{
    FallbackRequest, FontData, FontInsert, FontPriority, FontProvider, InsertFontFamily,
};
use fontdb::{Database, FaceInfo, ID, Style};
use skrifa::{FontRef, MetadataProvider};

/// Fonts added for one set of letters: each is held in memory whole, and some have tens of megabytes.
const MOST_FONTS: usize = 6;

/// What looks for fonts, and remembers which the system has. Looking takes some tenths of a second the first time.
#[derive(Default)]
pub struct FontFinder {
    system: Option<Database>,
}

impl std::fmt::Debug for FontFinder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FontFinder").finish_non_exhaustive()
    }
}

impl FontFinder {
    /// Fonts that together have as many of the letters as the system can show, to be added after all others.
    pub fn find(&mut self, letters: &BTreeSet<char>) -> Vec<FontInsert> {
        let system = self.system.get_or_insert_with(|| {
            let mut system = Database::new();
            system.load_system_fonts();
            system
        });
        let mut missing = letters.clone();
        let mut fonts = Vec::new();
        while !missing.is_empty() && fonts.len() < MOST_FONTS {
            let Some(face) = best(system, &missing) else {
                break;
            };
            missing.retain(|&letter| !has(system, face, letter));
            fonts.extend(insert(system, face));
        }
        fonts
    }
}

/// Looks for fonts as they are asked for, and whoever asks waits: for pictures without a window.
pub fn system_fonts() -> Arc<dyn FontProvider> {
    let finder = Mutex::new(FontFinder::default());
    Arc::new(move |request: &FallbackRequest<'_>| {
        let letters: BTreeSet<char> = request.cluster.chars().take(1).collect();
        let fonts = finder.lock().ok()?.find(&letters);
        fonts.into_iter().next()
    })
}

/// The face that has the most of the letters; of several the plainest.
fn best(fonts: &Database, letters: &BTreeSet<char>) -> Option<ID> {
    let plainness = |face: &FaceInfo| {
        let named_sans = face.families.iter().any(|(name, _)| name.contains("Sans"));
        (
            face.style != Style::Normal,
            face.monospaced,
            face.weight.0.abs_diff(400),
            !named_sans,
        )
    };
    let faces = fonts.faces().filter_map(|face| {
        let number = count(fonts, face.id, letters);
        (number > 0).then(|| (Reverse(number), plainness(face), face.id))
    });
    let best = faces.min_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    best.map(|(_, _, face)| face)
}

fn count(fonts: &Database, face: ID, letters: &BTreeSet<char>) -> usize {
    let of_data = |data: &[u8], index| {
        let Ok(font) = FontRef::from_index(data, index) else {
            return 0;
        };
        let (map, outlines) = (font.charmap(), font.outline_glyphs());
        // Fonts of pictures have no outlines, and would be drawn as nothing.
        let is_drawn = |letter: &&char| {
            map.map(**letter)
                .is_some_and(|glyph| outlines.get(glyph).is_some())
        };
        letters.iter().filter(is_drawn).count()
    };
    fonts.with_face_data(face, of_data).unwrap_or(0)
}

fn has(fonts: &Database, face: ID, letter: char) -> bool {
    count(fonts, face, &BTreeSet::from([letter])) > 0
}

fn insert(fonts: &Database, face: ID) -> Option<FontInsert> {
    let name = &fonts.face(face)?.post_script_name;
    let (bytes, index) = fonts.with_face_data(face, |data, index| (data.to_vec(), index))?;
    let families = [FontFamily::Proportional, FontFamily::Monospace];
    let last = |family| InsertFontFamily {
        family,
        priority: FontPriority::Lowest,
    };
    let data = FontData {
        index,
        ..FontData::from_owned(bytes)
    };
    Some(FontInsert::new(name, data, families.map(last).to_vec()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    /// The fonts that egui brings, as if they were the system's.
    fn finder() -> FontFinder {
        let mut system = Database::new();
        for data in egui::FontDefinitions::default().font_data.values() {
            system.load_font_data(data.font.as_ref().as_ref().to_vec());
        }
        assert!(system.len() > 2);
        FontFinder {
            system: Some(system),
        }
    }

    /// A bundled font without Cyrillic letters.
    fn bundled_icons() -> Arc<FontData> {
        let all = egui::FontDefinitions::default().font_data;
        let mut fonts = all.into_iter();
        let is_icons = |name: &str| name.contains("icons");
        fonts.find(|(name, _)| is_icons(name)).unwrap().1
    }

    fn names(fonts: &[FontInsert]) -> Vec<&str> {
        fonts.iter().map(|font| font.name.as_str()).collect()
    }

    #[test]
    fn a_font_is_found_that_has_the_letters_and_none_where_no_font_has() {
        let mut finder = finder();
        let latin = finder.find(&BTreeSet::from(['a', 'ж']));
        assert_eq!(names(&latin), ["Ubuntu-Light"]);
        assert!(finder.find(&BTreeSet::from(['\u{10FFFD}'])).is_empty());
        assert!(finder.find(&BTreeSet::new()).is_empty());
    }

    #[test]
    fn what_is_added_is_drawn() {
        let context = egui::Context::default();
        let nothing = egui::FontDefinitions {
            font_data: Default::default(),
            families: Default::default(),
        };
        let mut definitions = nothing;
        let icons = bundled_icons();
        definitions.font_data.insert("Icons".into(), icons);
        for family in [FontFamily::Proportional, FontFamily::Monospace] {
            definitions.families.insert(family, vec!["Icons".into()]);
        }
        context.set_fonts(definitions);
        let has = |letter| {
            let font = egui::FontId::proportional(12.0);
            context.fonts_mut(|fonts| fonts.has_glyph(&font, letter))
        };
        let pass = || {
            let mut output = context.run_ui(Default::default(), |_| ());
            output.textures_delta.clear();
        };
        pass();
        assert!(!has('ж'));
        for font in finder().find(&BTreeSet::from(['ж'])) {
            context.add_font(font);
        }
        pass();
        assert!(has('ж'));
    }
}
