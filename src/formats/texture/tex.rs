//! League's own texture container (league-formats §10): a short header, then the levels, smallest first.

use std::sync::Arc;

use crate::formats::{ReadError, Reader};
use crate::model::{Finding, Texture};

use super::block::BlockFormat;
use super::pixels::{self, Masks, PixelFormat};

pub use super::tex_write::{write_bc1, write_bgra8};

pub(super) const HEADER: usize = 12;
/// Smaller levels come before the largest.
pub(super) const MIP_CHAIN: u8 = 1;
/// Opaque blocks of 4×4 pixels.
pub(super) const FORMAT_BC1: u8 = 10;
/// Blue, green, red, alpha, 8 bits each.
pub(super) const FORMAT_BGRA8: u8 = 20;

const KNOWN_FLAGS: u8 = 0b11;

struct Header {
    size: [u32; 2],
    depth: u8,
    format: u8,
    resource: u8,
    flags: u8,
}

/// Reads a texture and decodes its largest level. A pixel format that is not decoded gives a texture without image and
/// a finding. Name and file of the texture, and the files of the findings, are left to the caller.
///
/// # Errors
/// Refuses what is no `.tex`, sizes of nothing or beyond 16 384 a side or 2²⁶ pixels, and data that ends inside the
/// largest level.
pub fn read(bytes: &[u8]) -> Result<(Texture, Vec<Finding>), ReadError> {
    let header = read_header(bytes)?;
    pixels::check_size(header.size, 4)?;
    let mut findings = Vec::new();
    note_oddities(&header, &mut findings);
    let data = bytes.get(HEADER..).unwrap_or_default();
    let mut mips = match header.flags & MIP_CHAIN {
        0 => 1,
        _ => pixels::full_chain(header.size),
    };
    let format = pixel_format(&header, mips, data.len());
    let image = match format {
        None => {
            findings.push(
                Finding::warning(
                    "texture.format",
                    format!(
                        "pixel format {} is not known: the texture is not shown",
                        header.format
                    ),
                    "convert it to a .dds, or to one of the formats 1, 2, 3, 10 to 14 and 20 to 22",
                )
                .at(9),
            );
            None
        }
        Some((format, _)) => {
            let level = largest_level(format, header.size, &mut mips, data, &mut findings)?;
            Some(Arc::new(format.decode(level, header.size)))
        }
    };
    let texture = Texture {
        name: String::new(),
        file: None,
        container: "tex",
        format: format.map_or_else(
            || format!("format {}", header.format),
            |(_, name)| name.into(),
        ),
        format_number: Some(header.format.into()),
        flags: header.flags.into(),
        size: header.size,
        mips,
        image,
    };
    Ok((texture, findings))
}

fn read_header(bytes: &[u8]) -> Result<Header, ReadError> {
    let mut reader = Reader::new(bytes);
    let magic = reader.take(4, "the magic \"TEX\\0\"")?;
    if magic != b"TEX\0" {
        let found = format!("\"{}\"", magic.escape_ascii());
        return Err(ReadError::new(0, "\"TEX\\0\"", found).advise("open a League texture"));
    }
    let width = reader.u16("the width")?;
    let height = reader.u16("the height")?;
    Ok(Header {
        size: [width.into(), height.into()],
        depth: reader.u8("the depth")?,
        format: reader.u8("the pixel format")?,
        resource: reader.u8("the resource type")?,
        flags: reader.u8("the flags")?,
    })
}

fn note_oddities(header: &Header, findings: &mut Vec<Finding>) {
    let advice = "nothing to do; if the texture looks wrong in the viewer alone, report it";
    if header.resource != 0 || header.depth > 1 {
        let message = format!(
            "not a plain picture: resource type {}, depth {}; its last picture is shown",
            header.resource, header.depth
        );
        findings.push(Finding::note("texture.resource", message, advice).at(8));
    }
    let unknown = header.flags & !KNOWN_FLAGS;
    if unknown != 0 {
        let message = format!("unknown flag bits {unknown:#x} are ignored");
        findings.push(Finding::note("texture.flags", message, advice).at(11));
    }
}

/// What a format number stands for, and its name for people. 10, 12 and 20 were checked against game files.
fn pixel_format(header: &Header, mips: u32, data: usize) -> Option<(PixelFormat, &'static str)> {
    use BlockFormat::{Bc1, Bc3, Bc5, Bc7, Etc1, Etc2Rgb, Etc2Rgba};
    use PixelFormat::{Block, Floats, HalfFloats};
    Some(match header.format {
        1 => (Block(Etc1), "ETC1"),
        // Sources disagree on which of the two numbers has alpha. The block's size cannot be mistaken: 16 bytes with
        // alpha, 8 without.
        2 | 3 if (data as u64) < chain_bytes(Block(Etc2Rgba), header.size, mips) => {
            (Block(Etc2Rgb), "ETC2")
        }
        2 | 3 => (Block(Etc2Rgba), "ETC2 EAC"),
        10 | 11 => (Block(Bc1), "BC1"),
        12 => (Block(Bc3), "BC3"),
        13 => (Block(Bc7), "BC7"),
        14 => (Block(Bc5 { signed: true }), "BC5 snorm"),
        FORMAT_BGRA8 => (PixelFormat::Masks(Masks::BGRA8), "BGRA8"),
        21 => (HalfFloats, "RGBA16F"),
        22 => (Floats, "RGBA32F"),
        _ => return None,
    })
}

fn chain_bytes(format: PixelFormat, size: [u32; 2], mips: u32) -> u64 {
    (0..mips)
        .map(|level| format.level_bytes(pixels::level_size(size, level)))
        .sum()
}

/// The last level of the file. A file that states a chain and holds just one level is shown too.
fn largest_level<'a>(
    format: PixelFormat,
    size: [u32; 2],
    mips: &mut u32,
    data: &'a [u8],
    findings: &mut Vec<Finding>,
) -> Result<&'a [u8], ReadError> {
    let largest = format.level_bytes(size);
    if *mips > 1 && data.len() as u64 == largest {
        findings.push(
            Finding::warning(
                "texture.mips",
                format!("the file states {mips} levels and holds one"),
                "save the texture again with its levels, or without the flag for them",
            )
            .at(11),
        );
        *mips = 1;
    }
    let needed = chain_bytes(format, size, *mips);
    if needed > data.len() as u64 {
        let expected = format!(
            "{needed} bytes for {} × {} in {mips} levels",
            size[0], size[1]
        );
        return Err(ReadError::new(
            HEADER as u64,
            expected,
            format!("{} bytes", data.len()),
        ));
    }
    // Both fit the file's length, as just seen.
    let (start, end) = ((needed - largest) as usize, needed as usize);
    if end < data.len() {
        findings.push(
            Finding::note(
                "texture.trailing",
                format!(
                    "{} bytes behind the largest level are ignored",
                    data.len() - end
                ),
                "nothing to do, unless the tool that wrote it meant something by them",
            )
            .at((HEADER + end) as u64),
        );
    }
    Ok(&data[start..end])
}
