//! Pictures and how surfaces use them.

use std::path::PathBuf;
use std::sync::Arc;

use super::Surface;

/// A decoded picture: straight-alpha RGBA, 8 bits a channel, rows from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// `width · height · 4` bytes.
    pub rgba: Vec<u8>,
}

/// A texture file and what it held.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// The file's stem.
    pub name: String,
    /// Where it was read from.
    pub file: Option<PathBuf>,
    /// `"dds"` or `"tex"`: by content, whatever the name says.
    pub container: &'static str,
    /// The pixel format for people: `"DXT1"`, `"BC3"`, `"format 17"`.
    pub format: String,
    /// The file's number for the pixel format, where it is a number.
    pub format_number: Option<u32>,
    /// The file's flag word.
    pub flags: u32,
    /// Pixels across and down, as the header states.
    pub size: [u32; 2],
    /// Levels stored.
    pub mips: u32,
    /// The largest level; `None` where the pixel format is not decoded.
    pub image: Option<Arc<Image>>,
}

/// What one submesh is painted with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Material {
    /// The submesh's name, until a file names materials of their own.
    pub name: String,
    /// Index of a texture of the [`super::Character`].
    pub texture: Option<usize>,
    /// A file that it cannot be drawn without is missing: it is painted with the marker pattern.
    pub missing: bool,
    /// How it is drawn; `None` where no file says so: both sides, lit, and its alpha is opacity where a person asks for it.
    pub surface: Option<Surface>,
    /// Not drawn until an event or a person shows it.
    pub hidden: bool,
    /// Why this texture, or why none: one sentence.
    pub reason: String,
    /// Every file that was considered, in order.
    pub looked_for: Vec<PathBuf>,
}
