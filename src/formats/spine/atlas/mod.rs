//! `.atlas`: where pictures lie on pages, in every spelling since the first (spine-runtime-semantics §17).

mod lines;
mod write;

use std::collections::HashSet;

use crate::formats::ReadError;
use crate::formats::tally::{Tally, counted};
use crate::model::Finding;
use crate::model::spine::{Atlas, AtlasPage, AtlasRegion, Filter};

use lines::{Line, lines};
pub use write::write;

const FIX: &str = "pack the atlas again";

/// True for text that begins like an atlas: a name, and soon after it a size or a place.
pub fn is_atlas(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    if head.iter().any(|&b| b < 0x20 && !b"\t\r\n".contains(&b)) {
        return false;
    }
    let text = String::from_utf8_lossy(head);
    let mut named = false;
    for line in lines(&text).filter(|line| !line.text.is_empty()).take(24) {
        match line.entry() {
            None => named = true,
            Some((key, values)) => {
                let numbers = values.split(',').filter_map(number).count();
                let wanted = match key {
                    "size" | "xy" => 2,
                    "bounds" => 4,
                    _ => continue,
                };
                return named && numbers == wanted;
            }
        }
    }
    false
}

/// Reads an atlas. What cannot be read of a page or a region is among the findings, and left at its default.
///
/// # Errors
/// Content that is no text, or without a single page.
pub fn read(bytes: &[u8]) -> Result<(Atlas, Vec<Finding>), ReadError> {
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        let error = ReadError::new(at as u64, "the text of an atlas", "a NUL byte");
        return Err(error.advise("open the .atlas that belongs to the skeleton"));
    }
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader::default();
    for line in lines(&text) {
        reader.read(&line);
    }
    reader.end_region();
    if reader.atlas.pages.is_empty() {
        let found = match text.trim().is_empty() {
            true => "an empty file",
            false => "nothing but entries",
        };
        let error = ReadError::new(0, "the image name of an atlas page", found);
        return Err(error.advise("export the atlas again"));
    }
    reader.check();
    Ok((reader.atlas, reader.findings))
}

/// A whole number; packers of old write some as `1.0`.
fn number(text: &str) -> Option<i32> {
    let text = text.trim();
    let whole = |value: f64| {
        (value.is_finite() && value.abs() <= f64::from(i32::MAX)).then_some(value.round() as i32)
    };
    text.parse().ok().or_else(|| whole(text.parse().ok()?))
}

/// Goes through an atlas line by line.
#[derive(Default)]
struct Reader {
    atlas: Atlas,
    findings: Vec<Finding>,
    /// Between a page's name and the blank line that ends it.
    in_page: bool,
    region: Option<OpenRegion>,
    odd: Tally<(u64, String)>,
}

/// A region whose entries are being read.
struct OpenRegion {
    region: AtlasRegion,
    has_original: bool,
    has_place: bool,
    at: u64,
}

impl Reader {
    fn read(&mut self, line: &Line<'_>) {
        match line.entry() {
            _ if line.text.is_empty() => {
                self.end_region();
                self.in_page = false;
            }
            Some((key, values)) => {
                let understood = match (&mut self.region, self.in_page) {
                    (Some(open), _) => open.entry(key, values),
                    (None, true) => self
                        .atlas
                        .pages
                        .last_mut()
                        .is_some_and(|page| page_entry(page, key, values)),
                    // Entries before the first page speak of nothing that is shown.
                    (None, false) => true,
                };
                if !understood {
                    self.odd.add((line.at, line.text.to_owned()));
                }
            }
            None if self.in_page => {
                self.end_region();
                self.region = Some(OpenRegion {
                    region: AtlasRegion {
                        page: self.atlas.pages.len().saturating_sub(1),
                        name: line.text.to_owned(),
                        index: -1,
                        ..AtlasRegion::default()
                    },
                    has_original: false,
                    has_place: false,
                    at: line.at,
                });
            }
            None => {
                self.in_page = true;
                self.atlas.pages.push(AtlasPage {
                    name: line.text.to_owned(),
                    ..AtlasPage::default()
                });
            }
        }
    }

    fn end_region(&mut self) {
        let Some(open) = self.region.take() else {
            return;
        };
        let mut region = open.region;
        if !open.has_original || (region.original_width, region.original_height) == (0, 0) {
            region.original_width = region.width;
            region.original_height = region.height;
        }
        if !open.has_place {
            let message = format!(
                "region {:?} has neither bounds nor xy and size",
                region.name
            );
            self.findings
                .push(Finding::error("spine.atlas-region", message, FIX).at(open.at));
        }
        self.atlas.regions.push(region);
    }

    /// What is odd about the atlas as a whole.
    fn check(&mut self) {
        std::mem::take(&mut self.odd).report(&mut self.findings, |count, (at, text)| {
            let message = format!(
                "{} not understood and left out; the first is {text:?}",
                counted(count, "entry is", "entries are"),
            );
            Finding::warning("spine.atlas-entry", message, FIX).at(at)
        });
        if self.atlas.regions.is_empty() {
            let message = "the atlas has no region, so nothing can be drawn with it";
            self.findings.push(Finding::error(
                "spine.atlas-empty",
                message,
                "export the atlas again",
            ));
        }
        let (mut repeated, mut outside) = (Tally::default(), Tally::default());
        let mut seen = HashSet::with_capacity(self.atlas.regions.len());
        for region in &self.atlas.regions {
            // Numbered regions share a name by rule.
            if !seen.insert((region.name.as_str(), region.index)) {
                repeated.add(region.name.clone());
            }
            let [width, height] = region.packed_size().map(i64::from);
            let size = self.atlas.pages[region.page].size;
            let [right, bottom] = [i64::from(region.x) + width, i64::from(region.y) + height];
            let fits = |[page_width, page_height]: [u32; 2]| {
                right <= i64::from(page_width) && bottom <= i64::from(page_height)
            };
            if region.x < 0 || region.y < 0 || !size.is_none_or(fits) {
                outside.add(region.name.clone());
            }
        }
        repeated.report(&mut self.findings, |count, name| {
            let message = format!(
                "{} the name of an earlier one and cannot be found; the first is {name:?}",
                counted(count, "region has", "regions have"),
            );
            Finding::note("spine.atlas-repeated", message, FIX)
        });
        outside.report(&mut self.findings, |count, name| {
            let message = format!(
                "{} beyond the size of the page; the first is {name:?}",
                counted(count, "region reaches", "regions reach"),
            );
            Finding::warning("spine.atlas-outside", message, FIX)
        });
    }
}

/// Four numbers at most, all of which must be numbers.
fn numbers(values: &str) -> Option<Vec<i32>> {
    values.split(',').take(4).map(number).collect()
}

fn truth(text: &str) -> Option<bool> {
    match text.trim() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// Takes an entry of a page; false if its value is not understood. Keys that say nothing of the picture are passed over.
fn page_entry(page: &mut AtlasPage, key: &str, values: &str) -> bool {
    match key {
        "size" => {
            let size = numbers(values).unwrap_or_default();
            let [width, height] = size[..] else {
                return false;
            };
            match (u32::try_from(width), u32::try_from(height)) {
                (Ok(width @ 1..), Ok(height @ 1..)) => page.size = Some([width, height]),
                // Some packers state zeros: the image's own size is meant.
                (Ok(_), Ok(_)) => {}
                _ => return false,
            }
        }
        "filter" => {
            let mut names = values.split(',').map(str::trim);
            let min = names.next().and_then(filter);
            let (Some(min), Some(mag)) = (min, names.next().map_or(min, filter)) else {
                return false;
            };
            (page.min_filter, page.mag_filter) = (min, mag);
        }
        "repeat" => {
            let (x, y) = match values.trim() {
                "none" => (false, false),
                "x" => (true, false),
                "y" => (false, true),
                "xy" => (true, true),
                _ => return false,
            };
            (page.repeat_x, page.repeat_y) = (x, y);
        }
        "pma" => match truth(values) {
            Some(value) => page.premultiplied = Some(value),
            None => return false,
        },
        _ => {}
    }
    true
}

fn filter(name: &str) -> Option<Filter> {
    write::FILTERS
        .iter()
        .find(|(_, known)| known.eq_ignore_ascii_case(name))
        .map(|&(filter, _)| filter)
}

impl OpenRegion {
    /// Takes an entry; false if its value is not understood.
    fn entry(&mut self, key: &str, values: &str) -> bool {
        if key == "rotate" {
            let degrees = match truth(values) {
                Some(turned) => Some(if turned { 90 } else { 0 }),
                None => number(values).map(|degrees| degrees.rem_euclid(360)),
            };
            return match degrees {
                Some(degrees @ (0 | 90 | 180 | 270)) => {
                    self.region.degrees = degrees as u16;
                    true
                }
                _ => false,
            };
        }
        let Some(found) = numbers(values) else {
            return false;
        };
        let region = &mut self.region;
        match (key, &found[..]) {
            ("bounds", &[x, y, width, height]) if width >= 0 && height >= 0 => {
                (region.x, region.y, region.width, region.height) = (x, y, width, height);
                self.has_place = true;
            }
            ("xy", &[x, y]) => {
                (region.x, region.y) = (x, y);
                self.has_place = true;
            }
            ("size", &[width, height]) if width >= 0 && height >= 0 => {
                (region.width, region.height) = (width, height);
            }
            ("offsets", &[x, y, width, height]) => {
                (region.offset_x, region.offset_y) = (x, y);
                (region.original_width, region.original_height) = (width, height);
                self.has_original = true;
            }
            ("offset", &[x, y]) => (region.offset_x, region.offset_y) = (x, y),
            ("orig", &[width, height]) => {
                (region.original_width, region.original_height) = (width, height);
                self.has_original = true;
            }
            ("index", &[index]) => region.index = index,
            ("bounds" | "xy" | "size" | "offsets" | "offset" | "orig" | "index", _) => {
                return false;
            }
            _ => region.values.push((key.to_owned(), found)),
        }
        true
    }
}
