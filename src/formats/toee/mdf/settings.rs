//! What the words of a material mean (toee-formats §11).

use super::{Mdf, Shader, Token};
use crate::formats::tally::{Tally, counted};
use crate::model::Finding;

/// Textures that a material has room for.
pub const MOST_STAGES: usize = 4;

/// How a material is drawn. The defaults are the game's.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Which shader.
    pub shader: Shader,
    /// How it is put over what is drawn already.
    pub blend: FrameBlend,
    /// RGBA.
    pub color: [u8; 4],
    /// RGBA.
    pub specular: [u8; 4],
    /// The exponent of highlights.
    pub specular_power: f32,
    /// Both sides are drawn.
    pub two_sided: bool,
    /// Textures are filtered; else the nearest texel is taken.
    pub filtered: bool,
    /// Hidden by what is in front.
    pub depth_test: bool,
    /// Hides what is behind.
    pub depth_write: bool,
    /// Seen at all.
    pub color_write: bool,
    /// Shaded by light.
    pub lit: bool,
    /// Textures end at their edges instead of repeating.
    pub clamp: bool,
    /// Normals are made anew from the posed faces.
    pub recalculate_normals: bool,
    /// For better hardware only.
    pub high_quality: bool,
    /// The texture of the gloss, if any.
    pub gloss_map: Option<String>,
    /// Clipper: drawn as wire.
    pub wire: bool,
    /// Clipper: drawn as outline.
    pub outline: bool,
    /// One for each texture.
    pub stages: [Stage; MOST_STAGES],
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            shader: Shader::default(),
            blend: FrameBlend::default(),
            color: [255; 4],
            specular: [0; 4],
            specular_power: 50.0,
            two_sided: false,
            filtered: false,
            depth_test: true,
            depth_write: true,
            color_write: true,
            lit: true,
            clamp: false,
            recalculate_normals: false,
            high_quality: false,
            gloss_map: None,
            wire: false,
            outline: false,
            stages: Default::default(),
        }
    }
}

/// One texture and how it is laid on.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Its path below the data root, as written but for escapes.
    pub texture: Option<String>,
    /// The same with its escapes: where a bare backslash was meant for a slash, this is the path.
    pub as_written: Option<String>,
    /// How it is combined with the stages before.
    pub blend: StageBlend,
    /// Where its coordinates come from.
    pub uv: UvSource,
    /// Texture repeats a second, in u and v.
    pub speed: [f32; 2],
}

impl Default for Stage {
    fn default() -> Self {
        Self {
            texture: None,
            as_written: None,
            blend: StageBlend::default(),
            uv: UvSource::default(),
            speed: [1.0, 0.0],
        }
    }
}

/// Declares an enum of keywords.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// The word in the file, lower case.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            fn of(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

words!(
    /// How a material is put over what is drawn already.
    FrameBlend {
        /// It replaces.
        None = "none",
        /// By its alpha.
        #[default]
        Alpha = "alpha",
        /// It is added.
        Add = "add",
        /// It is added, by its alpha.
        AlphaAdd = "alphaadd",
    }
);

words!(
    /// How a stage is combined with what the stages before it made.
    StageBlend {
        /// Multiplied.
        #[default]
        Modulate = "modulate",
        /// Added.
        Add = "add",
        /// Mixed by its own alpha.
        TextureAlpha = "texturealpha",
        /// Mixed by the alpha so far.
        CurrentAlpha = "currentalpha",
        /// Added, times the alpha so far.
        CurrentAlphaAdd = "currentalphaadd",
    }
);

words!(
    /// Where a stage's texture coordinates come from.
    UvSource {
        /// The mesh.
        #[default]
        Mesh = "mesh",
        /// The normal: a picture of the surroundings.
        Environment = "environment",
        /// The mesh, moving straight.
        Drift = "drift",
        /// The mesh, moving in circles.
        Swirl = "swirl",
        /// The mesh, in waves.
        Wavey = "wavey",
    }
);

impl Mdf {
    /// What the words mean. Words that mean nothing are passed over, and among the findings.
    pub fn settings(&self) -> (Settings, Vec<Finding>) {
        let mut words = Words {
            mdf: self,
            next: 0,
            unknown: Tally::default(),
        };
        let mut settings = Settings {
            shader: self.shader,
            ..Settings::default()
        };
        while let Some(token) = words.take() {
            match token {
                Token::Word(word) => words.apply(&word.to_ascii_lowercase(), &mut settings),
                Token::Number(text) | Token::Text { raw: text, .. } => {
                    words.unknown.add(text.clone())
                }
            }
        }
        let mut findings = Vec::new();
        words.unknown.report(&mut findings, |count, first| {
            let message = format!(
                "{} no meaning here and passed over; the first is {first:?}",
                counted(count, "word has", "words have")
            );
            Finding::note("toee.unknown-material-word", message, "check the spelling")
        });
        (settings, findings)
    }
}

/// A walk over the words.
struct Words<'a> {
    mdf: &'a Mdf,
    next: usize,
    unknown: Tally<String>,
}

impl<'a> Words<'a> {
    fn take(&mut self) -> Option<&'a Token> {
        let piece = self.mdf.pieces.get(self.next)?;
        self.next += 1;
        Some(&piece.token)
    }

    fn number(&mut self) -> Option<f32> {
        match &self.mdf.pieces.get(self.next)?.token {
            Token::Number(text) => {
                self.next += 1;
                text.parse().ok()
            }
            _ => None,
        }
    }

    fn word(&mut self) -> Option<String> {
        match &self.mdf.pieces.get(self.next)?.token {
            Token::Word(word) => {
                self.next += 1;
                Some(word.to_ascii_lowercase())
            }
            _ => None,
        }
    }

    /// A text as it stands, which is still to be taken.
    fn raw(&self) -> Option<String> {
        match &self.mdf.pieces.get(self.next)?.token {
            Token::Text { raw, .. } => Some(raw.clone()),
            _ => None,
        }
    }

    fn text(&mut self) -> Option<String> {
        match &self.mdf.pieces.get(self.next)?.token {
            Token::Text { raw, .. } => {
                self.next += 1;
                Some(match self.mdf.shader {
                    Shader::General => unescaped(raw),
                    _ => raw.clone(),
                })
            }
            _ => None,
        }
    }

    fn color(&mut self) -> [u8; 4] {
        std::array::from_fn(|_| self.number().unwrap_or(0.0).clamp(0.0, 255.0) as u8)
    }

    fn apply(&mut self, word: &str, settings: &mut Settings) {
        match (self.mdf.shader, word) {
            (Shader::Clipper, "wire") => settings.wire = true,
            (Shader::Clipper, "zfill") => settings.depth_write = true,
            (Shader::Clipper, "outline") => settings.outline = true,
            (Shader::Clipper, _) => self.unknown.add(word.to_owned()),
            (Shader::Textured, "clamp") => settings.clamp = true,
            (Shader::Textured, "texture") => settings.stages[0].texture = self.text(),
            (_, "color") => settings.color = self.color(),
            (_, "colorfillonly") => settings.depth_write = false,
            (_, "notlit" | "notlite") => settings.lit = false,
            (_, "disablez") => settings.depth_test = false,
            (_, "double") => settings.two_sided = true,
            (Shader::General, _) => self.apply_general(word, settings),
            (Shader::Textured, _) => self.unknown.add(word.to_owned()),
        }
    }

    fn apply_general(&mut self, word: &str, settings: &mut Settings) {
        match word {
            "highquality" => settings.high_quality = true,
            "glossmap" => settings.gloss_map = self.text(),
            "specular" => settings.specular = self.color(),
            "specularpower" => settings.specular_power = self.number().unwrap_or(50.0),
            "linearfiltering" => settings.filtered = true,
            "recalculatenormals" => settings.recalculate_normals = true,
            "zfillonly" => settings.color_write = false,
            "materialblendtype" => {
                let word = self.word();
                match word.as_deref().and_then(FrameBlend::of) {
                    Some(blend) => settings.blend = blend,
                    None => self.unknown.add(word.unwrap_or_default()),
                }
            }
            "speed" => {
                let speed = self.number().unwrap_or(0.0);
                settings
                    .stages
                    .iter_mut()
                    .for_each(|stage| stage.speed = [speed; 2]);
            }
            _ => self.apply_stage(word, settings),
        }
    }

    /// Words that are followed by the number of a stage.
    fn apply_stage(&mut self, word: &str, settings: &mut Settings) {
        if !["texture", "uvtype", "blendtype", "speedu", "speedv"].contains(&word) {
            return self.unknown.add(word.to_owned());
        }
        let index = self.number().unwrap_or(0.0);
        let mut beyond = Stage::default();
        let stage = match settings.stages.get_mut(index as usize) {
            Some(stage) if index >= 0.0 => stage,
            _ => {
                self.unknown.add(format!("{word} {index}"));
                &mut beyond
            }
        };
        match word {
            "texture" => {
                stage.as_written = self.raw();
                stage.texture = self.text();
            }
            "speedu" => stage.speed[0] = self.number().unwrap_or(0.0),
            "speedv" => stage.speed[1] = self.number().unwrap_or(0.0),
            "uvtype" => match self.word().as_deref().and_then(UvSource::of) {
                Some(uv) => stage.uv = uv,
                None => self.unknown.add(word.to_owned()),
            },
            _ => match self.word().as_deref().and_then(StageBlend::of) {
                Some(blend) => stage.blend = blend,
                None => self.unknown.add(word.to_owned()),
            },
        }
    }
}

/// A backslash takes the next letter as it is.
fn unescaped(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut letters = raw.chars();
    while let Some(letter) = letters.next() {
        text.extend(match letter {
            '\\' => letters.next(),
            _ => Some(letter),
        });
    }
    text
}
