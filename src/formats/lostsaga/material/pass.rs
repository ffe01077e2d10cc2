//! One pass of a technique.

use super::nesting::Entry;
use super::unit::{self, Unit};
use crate::formats::lostsaga::words::{number, numbers};
use crate::formats::tally::Tally;

/// Words of the game's own texts that say nothing of a surface alone.
const OF_NO_USE: [&str; 2] = ["shadow_cast", "light_iterate"];

/// How a surface is drawn once. The defaults are the game's.
#[derive(Clone, Debug, PartialEq)]
pub struct Pass {
    /// Which faces are left out.
    pub cull: Cull,
    /// The words behind `scene_blend`, lower case; none replaces what is there.
    pub scene_blend: Vec<String>,
    /// Which fragments are drawn; none draws them all.
    pub alpha_test: Option<AlphaTest>,
    /// Hides what is behind.
    pub depth_write: bool,
    /// Hidden by what is in front.
    pub depth_check: bool,
    /// Shaded by light.
    pub lighting: bool,
    /// The game's shader: `Animate`, `AnimateToonShade`, `AnimateOutLine`; empty where none is named.
    pub shader_group: String,
    /// Names of a shader's numbers, the word for their type, and the numbers.
    pub params: Vec<(String, String, Vec<f32>)>,
    /// Textures.
    pub units: Vec<Unit>,
    /// Lines of other words.
    pub others: Vec<String>,
}

impl Default for Pass {
    fn default() -> Self {
        Self {
            cull: Cull::default(),
            scene_blend: Vec::new(),
            alpha_test: None,
            depth_write: true,
            depth_check: true,
            lighting: true,
            shader_group: String::new(),
            params: Vec::new(),
            units: Vec::new(),
            others: Vec::new(),
        }
    }
}

impl Pass {
    /// The numbers of a `custom_param`, whatever the case of its name.
    pub fn param(&self, name: &str) -> Option<&[f32]> {
        let mut params = self.params.iter();
        let found = params.find(|(own, _, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, _, numbers)| numbers.as_slice())
    }
}

/// Which faces are left out: those whose corners run so on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cull {
    /// None.
    None,
    /// The fronts.
    Clockwise,
    /// The backs.
    #[default]
    CounterClockwise,
}

impl Cull {
    const ALL: [Self; 3] = [Self::None, Self::Clockwise, Self::CounterClockwise];

    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Clockwise => "clockwise",
            Self::CounterClockwise => "counter_clockwise",
        }
    }
}

/// Draws fragments whose alpha compares so with a reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlphaTest {
    /// How.
    pub compare: Compare,
    /// As written: 0 to 255, or with a point 0 to 1.
    pub reference: f32,
    /// Written with a point.
    pub is_fraction: bool,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each says what it does")]
pub enum Compare {
    Always,
    Never,
    Less,
    LessEqual,
    Equal,
    NotEqual,
    Greater,
    GreaterEqual,
}

impl Compare {
    const ALL: [Self; 8] = [
        Self::Always,
        Self::Never,
        Self::Less,
        Self::LessEqual,
        Self::Equal,
        Self::NotEqual,
        Self::Greater,
        Self::GreaterEqual,
    ];

    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Never => "never",
            Self::Less => "less",
            Self::LessEqual => "less_equal",
            Self::Equal => "equal",
            Self::NotEqual => "not_equal",
            Self::Greater => "greater",
            Self::GreaterEqual => "greater_equal",
        }
    }
}

pub(super) fn read(entry: Entry, unknown: &mut Tally<String>) -> Pass {
    let mut pass = Pass::default();
    for entry in entry.body {
        let word = entry.word();
        if word == "texture_unit" {
            pass.units.push(unit::read(entry, unknown));
        } else if pass.take(&word, &entry).is_none() {
            if !OF_NO_USE.contains(&word.as_str()) {
                unknown.add(entry.line.clone());
            }
            pass.others.push(entry.line);
        }
    }
    pass
}

impl Pass {
    /// Takes one setting; `None` where it means nothing.
    fn take(&mut self, word: &str, entry: &Entry) -> Option<()> {
        let mut arguments = entry.arguments();
        match word {
            "cull" => self.cull = of(&Cull::ALL, Cull::word, arguments.next()?)?,
            "scene_blend" => self.scene_blend = arguments.map(str::to_ascii_lowercase).collect(),
            "alpha_test" => {
                let compare = of(&Compare::ALL, Compare::word, arguments.next()?)?;
                let is_fraction = entry.line.contains('.');
                let reference = number(&mut arguments).unwrap_or(0.0);
                self.alpha_test = Some(AlphaTest {
                    compare,
                    reference,
                    is_fraction,
                });
            }
            "depth_write" => self.depth_write = flag(arguments.next()?)?,
            "depth_check" => self.depth_check = flag(arguments.next()?)?,
            "lighting" => self.lighting = flag(arguments.next()?)?,
            "shader_group" => self.shader_group = arguments.next()?.to_owned(),
            "custom_param" => {
                let (name, kind) = (arguments.next()?, arguments.next()?);
                let most = match kind.to_ascii_lowercase().as_str() {
                    "float" => 1,
                    "vector3" => 3,
                    _ => 4,
                };
                let values = (0..most).map_while(|_| number(&mut arguments)).collect();
                self.params.push((name.to_owned(), kind.to_owned(), values));
            }
            _ => return None,
        }
        Some(())
    }
}

/// The value that a word stands for, ignoring case.
pub(super) fn of<T: Copy>(all: &[T], word: fn(T) -> &'static str, text: &str) -> Option<T> {
    let is_it = |value: &&T| word(**value).eq_ignore_ascii_case(text);
    all.iter().find(is_it).copied()
}

/// Truth, as texts write it.
pub(super) fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Some(true),
        "false" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// Two numbers a second.
pub(super) fn pair(entry: &Entry) -> Option<[f32; 2]> {
    numbers(&mut entry.arguments())
}
