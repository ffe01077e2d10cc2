//! `.mdf`, materials as text (toee-formats §11).

mod settings;
mod tokens;

use super::text::{bytes_of, text_of};
use crate::formats::ReadError;
use crate::model::Finding;

pub use settings::{FrameBlend, MOST_STAGES, Settings, Stage, StageBlend, UvSource};
pub use tokens::{Piece, Token};

/// Which shader a material is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shader {
    /// One texture.
    #[default]
    Textured,
    /// Up to four textures.
    General,
    /// Depth alone, not seen.
    Clipper,
}

impl Shader {
    /// The word in the file, lower case.
    pub fn word(self) -> &'static str {
        match self {
            Self::Textured => "textured",
            Self::General => "general",
            Self::Clipper => "clipper",
        }
    }
}

/// A file as stored: its words with all that stands between them, so that a material can be changed and written without
/// touching the rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mdf {
    /// By the first line.
    pub shader: Shader,
    /// The first line as it stands.
    pub head: String,
    /// In file order.
    pub pieces: Vec<Piece>,
    /// White space and comments after the last word.
    pub end: String,
}

/// Whether a file begins like a material.
pub fn is_mdf(bytes: &[u8]) -> bool {
    let line = bytes
        .split(|&byte| byte == b'\n')
        .next()
        .unwrap_or_default();
    line.len() < 64 && shader_of(&text_of(line)).is_some()
}

/// Reads a material.
///
/// # Errors
/// A first line that names no shader.
pub fn read(bytes: &[u8]) -> Result<(Mdf, Vec<Finding>), ReadError> {
    let text = text_of(bytes);
    let head_end = text.find('\n').unwrap_or(text.len());
    let (head, rest) = text.split_at(head_end);
    let Some(shader) = shader_of(head) else {
        let found: String = head.trim().chars().take(40).collect();
        let error = ReadError::new(
            0,
            "a first line Textured, General or Clipper",
            format!("{found:?}"),
        );
        return Err(error.advise("open a .mdf file"));
    };
    let (pieces, end) = tokens::split(rest, shader == Shader::General);
    let mdf = Mdf {
        shader,
        head: head.to_owned(),
        pieces,
        end,
    };
    let (_, findings) = mdf.settings();
    Ok((mdf, findings))
}

/// Writes a material as it was stored.
pub fn write(mdf: &Mdf) -> Vec<u8> {
    let pieces = mdf.pieces.iter().map(Piece::to_string);
    bytes_of(&format!(
        "{}{}{}",
        mdf.head,
        pieces.collect::<String>(),
        mdf.end
    ))
}

fn shader_of(line: &str) -> Option<Shader> {
    // Control bytes are white space: a lone first line may end with a NUL or ^Z.
    let word = line.trim_matches(|c: char| c.is_whitespace() || c.is_control());
    [Shader::Textured, Shader::General, Shader::Clipper]
        .into_iter()
        .find(|shader| word.eq_ignore_ascii_case(shader.word()))
}
