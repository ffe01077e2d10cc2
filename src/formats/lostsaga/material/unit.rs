//! One texture unit of a pass.

use super::nesting::Entry;
use super::pass::{flag, of, pair};
use crate::formats::lostsaga::words::{file_of, number};
use crate::formats::tally::Tally;

/// Words that are kept as they stand: a viewer shows what they do in part, or not.
const KEPT: [&str; 4] = ["custom_value", "wave_xform", "color_xform", "anim_texture"];

/// A texture and how it is laid on. The defaults are the game's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// A file's name, with its ending.
    pub texture: Option<String>,
    /// Which texture coordinates.
    pub tex_coord_set: u32,
    /// What happens between texels.
    pub filtering: Filtering,
    /// What lies beyond the edges.
    pub address: Address,
    /// The words behind `color_blend`, lower case: an operation and what it takes.
    pub color_blend: Vec<String>,
    /// The same of opacity.
    pub alpha_blend: Vec<String>,
    /// The texture is the engine's ramp of light, of which there is no file.
    pub use_light_texture: bool,
    /// Repeats a second along u and v.
    pub scroll: Option<[f32; 2]>,
    /// Turns a second.
    pub rotate: Option<f32>,
    /// Lines of other words.
    pub others: Vec<String>,
}

/// What happens between texels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "each says what it does")]
pub enum Filtering {
    None,
    #[default]
    Bilinear,
    Trilinear,
    Anisotropic,
}

impl Filtering {
    const ALL: [Self; 4] = [
        Self::None,
        Self::Bilinear,
        Self::Trilinear,
        Self::Anisotropic,
    ];

    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Bilinear => "bilinear",
            Self::Trilinear => "trilinear",
            Self::Anisotropic => "anisotropic",
        }
    }
}

/// What lies beyond a texture's edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Address {
    /// The texture again.
    #[default]
    Wrap,
    /// The texture, turned over.
    Mirror,
    /// Its edge.
    Clamp,
}

impl Address {
    const ALL: [Self; 3] = [Self::Wrap, Self::Mirror, Self::Clamp];

    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            Self::Wrap => "wrap",
            Self::Mirror => "mirror",
            Self::Clamp => "clamp",
        }
    }
}

pub(super) fn read(entry: Entry, unknown: &mut Tally<String>) -> Unit {
    let mut unit = Unit::default();
    for entry in entry.body {
        let word = entry.word();
        if unit.take(&word, &entry).is_none() {
            if !KEPT.contains(&word.as_str()) {
                unknown.add(entry.line.clone());
            }
            unit.others.push(entry.line);
        }
    }
    unit
}

impl Unit {
    /// The words of a line among the others.
    pub fn other(&self, word: &str) -> Option<&str> {
        let mut others = self.others.iter().map(String::as_str);
        let begins = |line: &&str| {
            let own = line.split_whitespace().next().unwrap_or_default();
            own.eq_ignore_ascii_case(word)
        };
        others.find(begins)
    }

    /// Takes one setting; `None` where it means nothing.
    fn take(&mut self, word: &str, entry: &Entry) -> Option<()> {
        let mut arguments = entry.arguments();
        match word {
            "texture" => self.texture = Some(file_of(entry.rest())?),
            "tex_coord_set" => self.tex_coord_set = arguments.next()?.parse().ok()?,
            "filtering" => {
                self.filtering = of(&Filtering::ALL, Filtering::word, arguments.next()?)?;
            }
            "tex_address_mode" => {
                self.address = of(&Address::ALL, Address::word, arguments.next()?)?
            }
            "color_blend" => self.color_blend = arguments.map(str::to_ascii_lowercase).collect(),
            "alpha_blend" => self.alpha_blend = arguments.map(str::to_ascii_lowercase).collect(),
            "use_light_texture" => self.use_light_texture = flag(arguments.next()?)?,
            "scroll_anim" => self.scroll = Some(pair(entry)?),
            "rotate_anim" => self.rotate = Some(number(&mut arguments)?),
            _ => return None,
        }
        Some(())
    }
}
