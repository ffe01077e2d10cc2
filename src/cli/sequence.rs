//! Pictures to files: one PNG, numbered PNGs, or an animated GIF.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, RgbaImage};

use super::Failure;
use crate::model::Image;

/// What pictures are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One file a picture.
    Png,
    /// One file for all.
    Gif,
}

impl Kind {
    /// By the ending of the name.
    pub fn of(output: &Path) -> Result<Self, Failure> {
        let ending = output.extension().unwrap_or_default().to_ascii_lowercase();
        match ending.to_str() {
            Some("png") => Ok(Self::Png),
            Some("gif") => Ok(Self::Gif),
            _ => Err(Failure::Argument(format!(
                "the ending of {output:?} names no kind of picture: let it end in .png or .gif"
            ))),
        }
    }
}

/// One picture of an animation.
pub struct Frame {
    /// The picture, or why there is none.
    pub image: Result<Image, Failure>,
    /// Seconds for which it stands.
    pub delay: f64,
}

/// Writes an animation and says where: `OUT.gif` as one file, `OUT.png` as `OUT-0001.png` and so on.
pub fn write(
    output: &Path,
    frames: impl ExactSizeIterator<Item = Frame>,
) -> Result<String, Failure> {
    if Kind::of(output)? == Kind::Gif {
        let count = frames.len();
        write_gif(output, frames)?;
        return Ok(format!("{} ({count} frames)", output.display()));
    }
    let digits = frames.len().to_string().len().max(4);
    let count = frames.len();
    let mut last = output.to_path_buf();
    for (index, frame) in frames.enumerate() {
        last = numbered(output, index + 1, digits);
        write_png(&last, &frame.image?)?;
    }
    Ok(format!(
        "{} to {} ({count} frames)",
        numbered(output, 1, digits).display(),
        last.display()
    ))
}

fn numbered(output: &Path, number: usize, digits: usize) -> PathBuf {
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    output.with_file_name(format!("{stem}-{number:0digits$}.png"))
}

fn failure(path: &Path, error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Failure {
    Failure::Write {
        what: path.display().to_string(),
        error: std::io::Error::other(error),
    }
}

/// Writes one picture as a PNG, making folders as needed.
pub fn write_png(path: &Path, image: &Image) -> Result<(), Failure> {
    create_folder(path)?;
    let (width, height) = (image.width, image.height);
    image::save_buffer_with_format(
        path,
        &image.rgba,
        width,
        height,
        image::ColorType::Rgba8,
        image::ImageFormat::Png,
    )
    .map_err(|error| failure(path, error))
}

fn write_gif(path: &Path, frames: impl Iterator<Item = Frame>) -> Result<(), Failure> {
    create_folder(path)?;
    let file = File::create(path).map_err(|error| failure(path, error))?;
    let mut encoder = GifEncoder::new_with_speed(BufWriter::new(file), 10);
    encoder
        .set_repeat(Repeat::Infinite)
        .map_err(|error| failure(path, error))?;
    // A GIF counts hundredths of a second: what one frame loses by rounding, the next one gets.
    let (mut shown, mut ends) = (0.0, 0.0_f64);
    for frame in frames {
        let Image {
            width,
            height,
            rgba,
        } = frame.image?;
        let buffer = RgbaImage::from_raw(width, height, rgba)
            .ok_or_else(|| failure(path, "a picture of the wrong size was drawn"))?;
        ends += frame.delay * 100.0;
        // Browsers slow delays under two hundredths down to ten: never ask for less.
        let hundredths = (ends - shown).round().clamp(2.0, 6000.0);
        shown += hundredths;
        let delay = Delay::from_numer_denom_ms(hundredths as u32 * 10, 1);
        encoder
            .encode_frame(image::Frame::from_parts(buffer, 0, 0, delay))
            .map_err(|error| failure(path, error))?;
    }
    Ok(())
}

fn create_folder(path: &Path) -> Result<(), Failure> {
    match path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        Some(folder) => std::fs::create_dir_all(folder).map_err(|error| failure(folder, error)),
        None => Ok(()),
    }
}
