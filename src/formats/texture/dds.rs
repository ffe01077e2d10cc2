//! DirectDraw surfaces (league-formats §11, Microsoft's description of `DDS_HEADER`): the largest level comes first.

use std::sync::Arc;

use crate::formats::{ReadError, Reader};
use crate::model::{Finding, Texture};

use super::block::BlockFormat;
use super::pixels::{self, Masks, PixelFormat};

pub use super::dds_write::write_dxt3;

const PIXELS_ALPHA_ONLY: u32 = 0x2;
const PIXELS_HAVE_ALPHA: u32 = 0x1;
const PIXELS_FOURCC: u32 = 0x4;
const PIXELS_LUMINANCE: u32 = 0x2_0000;
const CAPS2_CUBE_OR_VOLUME: u32 = 0x20_0200;

struct Header {
    header_size: u32,
    flags: u32,
    size: [u32; 2],
    mips: u32,
    pixel_flags: u32,
    fourcc: [u8; 4],
    bits: u32,
    masks: [u32; 4],
    caps2: u32,
    /// Of the extended header, where there is one.
    dxgi: Option<u32>,
    data_at: usize,
}

/// Reads a surface and decodes its largest level, of a cube or volume the first picture. A pixel format that is not
/// decoded gives a texture without image and a finding. Bytes behind the last level are ignored. Name and file of the
/// texture, and the files of the findings, are left to the caller.
///
/// # Errors
/// Refuses what is no `.dds`, sizes of nothing or beyond 16 384 a side or 2²⁶ pixels, and data that ends inside the
/// largest level.
pub fn read(bytes: &[u8]) -> Result<(Texture, Vec<Finding>), ReadError> {
    let header = read_header(bytes)?;
    pixels::check_size(header.size, 12)?;
    let mut findings = Vec::new();
    let mips = check_header(&header, &mut findings);
    let format = pixel_format(&header);
    let name = format
        .as_ref()
        .map_or_else(|| unknown_name(&header), |(_, name)| name.clone());
    let image = match format {
        None => {
            findings.push(
                Finding::warning(
                    "texture.format",
                    format!("pixel format {name} is not known: the texture is not shown"),
                    "convert it to BC1, BC3, BC7 or plain 32 bits",
                )
                .at(80),
            );
            None
        }
        Some((format, _)) => {
            let data = &bytes[header.data_at..];
            let level = largest_level(format, &header, mips, data, &mut findings)?;
            Some(Arc::new(format.decode(level, header.size)))
        }
    };
    let texture = Texture {
        name: String::new(),
        file: None,
        container: "dds",
        format: name,
        format_number: header.dxgi,
        flags: header.flags,
        size: header.size,
        mips,
        image,
    };
    Ok((texture, findings))
}

fn read_header(bytes: &[u8]) -> Result<Header, ReadError> {
    let mut reader = Reader::new(bytes);
    let magic = reader.take(4, "the magic \"DDS \"")?;
    if magic != b"DDS " {
        let found = format!("\"{}\"", magic.escape_ascii());
        return Err(ReadError::new(0, "\"DDS \"", found).advise("open a DirectDraw surface"));
    }
    let header_size = reader.u32("the header's size")?;
    let flags = reader.u32("the flags")?;
    let height = reader.u32("the height")?;
    let width = reader.u32("the width")?;
    reader.take(8, "pitch and depth")?;
    let mips = reader.u32("the level count")?;
    reader.take(44 + 4, "the reserved part")?;
    let pixel_flags = reader.u32("the pixel flags")?;
    let mut fourcc = [0; 4];
    fourcc.copy_from_slice(reader.take(4, "the pixel format")?);
    let bits = reader.u32("the bits of a pixel")?;
    let mut masks = [0; 4];
    for mask in &mut masks {
        *mask = reader.u32("a channel's mask")?;
    }
    reader.u32("the capabilities")?;
    let caps2 = reader.u32("the capabilities")?;
    reader.take(12, "the rest of the header")?;
    let mut dxgi = None;
    if pixel_flags & PIXELS_FOURCC != 0 && &fourcc == b"DX10" {
        dxgi = Some(reader.u32("the extended pixel format")?);
        reader.take(16, "the rest of the extended header")?;
    }
    Ok(Header {
        header_size,
        flags,
        size: [width, height],
        mips,
        pixel_flags,
        fourcc,
        bits,
        masks,
        caps2,
        dxgi,
        data_at: reader.offset() as usize,
    })
}

/// Names what is odd, and gives the number of levels: 0 is an old way to say 1.
fn check_header(header: &Header, findings: &mut Vec<Finding>) -> u32 {
    if header.header_size != 124 {
        let message = format!(
            "the file states a header of {} bytes; 124 is right",
            header.header_size
        );
        findings.push(Finding::warning("texture.header", message, "save the texture again").at(4));
    }
    if header.caps2 & CAPS2_CUBE_OR_VOLUME != 0 {
        let message = "a cube or volume: its first picture is shown";
        let advice = "nothing to do, unless a plain picture was meant";
        findings.push(Finding::note("texture.resource", message, advice).at(112));
    }
    let most = pixels::full_chain(header.size);
    if header.mips > most {
        let message = format!(
            "the file states {} levels; the size has {most}",
            header.mips
        );
        findings.push(Finding::warning("texture.mips", message, "save the texture again").at(28));
    }
    header.mips.clamp(1, most)
}

fn largest_level<'a>(
    format: PixelFormat,
    header: &Header,
    mips: u32,
    data: &'a [u8],
    findings: &mut Vec<Finding>,
) -> Result<&'a [u8], ReadError> {
    let [width, height] = header.size;
    let needed = format.level_bytes(header.size);
    let level = usize::try_from(needed)
        .ok()
        .and_then(|needed| data.get(..needed));
    let Some(level) = level else {
        let expected = format!("{needed} bytes for {width} × {height} pixels");
        let found = format!("{} bytes", data.len());
        return Err(ReadError::new(header.data_at as u64, expected, found));
    };
    let sizes = (0..mips).map(|mip| format.level_bytes(pixels::level_size(header.size, mip)));
    let all: u64 = sizes.sum();
    if all > data.len() as u64 {
        let message = format!(
            "the smaller levels are cut off: {all} bytes needed, {} there",
            data.len()
        );
        let advice = "extract or save the texture again; the largest level is whole";
        findings.push(Finding::warning("texture.mips", message, advice).at(header.data_at as u64));
    }
    Ok(level)
}

/// What the header's pixel format stands for, and its name for people.
fn pixel_format(header: &Header) -> Option<(PixelFormat, String)> {
    if let Some(dxgi) = header.dxgi {
        return dxgi_format(dxgi).map(|(format, name)| (format, name.into()));
    }
    if header.pixel_flags & PIXELS_FOURCC == 0 {
        return masks_format(header);
    }
    use BlockFormat::{Bc1, Bc2, Bc3, Bc4, Bc5};
    let format = match &header.fourcc {
        b"DXT1" => PixelFormat::Block(Bc1),
        b"DXT2" | b"DXT3" => PixelFormat::Block(Bc2),
        b"DXT4" | b"DXT5" => PixelFormat::Block(Bc3),
        b"ATI1" | b"BC4U" => PixelFormat::Block(Bc4 { signed: false }),
        b"BC4S" => PixelFormat::Block(Bc4 { signed: true }),
        b"ATI2" | b"BC5U" => PixelFormat::Block(Bc5 { signed: false }),
        b"BC5S" => PixelFormat::Block(Bc5 { signed: true }),
        // Direct3D 9 put its own format numbers in place of letters.
        [113, 0, 0, 0] => return Some((PixelFormat::HalfFloats, "RGBA16F".into())),
        [116, 0, 0, 0] => return Some((PixelFormat::Floats, "RGBA32F".into())),
        _ => return None,
    };
    Some((format, unknown_name(header)))
}

/// The letters as they are.
fn unknown_name(header: &Header) -> String {
    match header.dxgi {
        Some(dxgi) => format!("DXGI {dxgi}"),
        None if header.pixel_flags & PIXELS_FOURCC != 0 => header.fourcc.escape_ascii().to_string(),
        None => format!("{} bits", header.bits),
    }
}

fn dxgi_format(dxgi: u32) -> Option<(PixelFormat, &'static str)> {
    use BlockFormat::{Bc1, Bc2, Bc3, Bc4, Bc5, Bc7};
    use PixelFormat::{Block, Floats, HalfFloats};
    let one_byte = |channels| PixelFormat::Masks(Masks { bytes: 1, channels });
    Some(match dxgi {
        2 => (Floats, "RGBA32F"),
        10 => (HalfFloats, "RGBA16F"),
        27..=29 => (PixelFormat::Masks(Masks::RGBA8), "RGBA8"),
        61 => (one_byte([0xFF, 0, 0, 0]), "R8"),
        65 => (one_byte([0, 0, 0, 0xFF]), "A8"),
        70..=72 => (Block(Bc1), "BC1"),
        73..=75 => (Block(Bc2), "BC2"),
        76..=78 => (Block(Bc3), "BC3"),
        79 | 80 => (Block(Bc4 { signed: false }), "BC4"),
        81 => (Block(Bc4 { signed: true }), "BC4 snorm"),
        82 | 83 => (Block(Bc5 { signed: false }), "BC5"),
        84 => (Block(Bc5 { signed: true }), "BC5 snorm"),
        87 | 90 | 91 => (PixelFormat::Masks(Masks::BGRA8), "BGRA8"),
        88 | 92 | 93 => (PixelFormat::Masks(Masks::BGRX8), "BGRX8"),
        97..=99 => (Block(Bc7), "BC7"),
        _ => return None,
    })
}

/// Whole pixels of 8, 16, 24 or 32 bits in any order.
fn masks_format(header: &Header) -> Option<(PixelFormat, String)> {
    let bytes = match header.bits {
        8 | 16 | 24 | 32 => header.bits as usize / 8,
        _ => return None,
    };
    let has_alpha = header.pixel_flags & (PIXELS_HAVE_ALPHA | PIXELS_ALPHA_ONLY) != 0;
    let [red, green, blue, alpha] = header.masks;
    let alpha = if has_alpha { alpha } else { 0 };
    let (channels, letters) = if header.pixel_flags & PIXELS_ALPHA_ONLY != 0 {
        ([0, 0, 0, alpha], "A")
    } else if header.pixel_flags & PIXELS_LUMINANCE != 0 {
        ([red, red, red, alpha], if alpha != 0 { "LA" } else { "L" })
    } else {
        (
            [red, green, blue, alpha],
            if alpha != 0 { "RGBA" } else { "RGB" },
        )
    };
    if channels == [0; 4] {
        return None;
    }
    let format = PixelFormat::Masks(Masks { bytes, channels });
    Some((format, format!("{letters}{}", header.bits)))
}
