//! `.tga`, all kinds: true colour, grey and colour-mapped, plain and run-length coded, all four origins
//! (toee-formats §10).

mod packets;
mod write;

use std::ops::Range;
use std::sync::Arc;

use super::pixels::check_size;
use crate::formats::{ReadError, Reader};
use crate::model::{Finding, Image, Texture};
use packets::Packets;

pub use write::{of_rgba, write};

/// Bit 4 of the descriptor: rows run from right to left.
const RIGHT_TO_LEFT: u8 = 0x10;
/// Bit 5 of the descriptor: the first row is the top one.
const TOP_FIRST: u8 = 0x20;
/// The two bits for rows stored interleaved, which no program of this century writes.
const INTERLEAVED: u8 = 0xC0;
/// A cut picture is shown if at least one part in so many of it is there: what is allocated stays in proportion to the
/// file.
const LEAST_SHARE: u64 = 16;
/// Most pixels that one packet of a run-length code stands for.
const LONGEST_RUN: u64 = 128;

/// A file as stored, so that [`write()`] gives the same bytes again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tga {
    /// Free text between header and colour map.
    pub id: Vec<u8>,
    /// 1 where a colour map is stored, also if the picture does not use it.
    pub map_kind: u8,
    /// 1 colour-mapped, 2 true colour, 3 grey; 9, 10 and 11 the same run-length coded.
    pub kind: u8,
    /// The index that the first stored colour answers to.
    pub map_first: u16,
    /// Colours stored.
    pub map_length: u16,
    /// Bits of one colour: 15, 16, 24 or 32.
    pub map_bits: u8,
    /// Where the picture lies on a screen; of no meaning here.
    pub place: [u16; 2],
    /// Pixels across and down.
    pub size: [u16; 2],
    /// Bits of one pixel.
    pub bits: u8,
    /// Alpha bits, and where the first pixel lies.
    pub descriptor: u8,
    /// The stored colours.
    pub map: Vec<u8>,
    /// Pixels as stored, coded or not.
    pub pixels: Vec<u8>,
    /// All that follows the pixels: developer area, extensions, the footer of version 2.
    pub tail: Vec<u8>,
}

/// Whether a file begins like a TGA. The format has no magic: every field of the header must make sense.
pub fn is_tga(bytes: &[u8]) -> bool {
    let Ok(header) = read_header(&mut Reader::new(bytes)) else {
        return false;
    };
    check_header(&header).is_ok()
}

/// Reads a TGA as 8-bit RGBA, rows from the top. 24-bit pixels are opaque; 32-bit ones keep their fourth byte as alpha,
/// whatever the descriptor says of it.
///
/// A picture that is cut off is shown as far as it goes, the rest transparent, with a finding.
///
/// # Errors
/// A header that makes no sense, a missing colour map, and files that hold next to nothing of their picture.
pub fn read(bytes: &[u8]) -> Result<(Texture, Vec<Finding>), ReadError> {
    let Parsed {
        tga,
        rgba,
        findings,
        ..
    } = parse(bytes)?;
    let [width, height] = tga.size.map(u32::from);
    let texture = Texture {
        name: String::new(),
        file: None,
        container: "tga",
        format: tga.format(),
        format_number: Some(tga.kind.into()),
        flags: tga.descriptor.into(),
        size: [width, height],
        mips: 1,
        image: Some(Arc::new(Image {
            width,
            height,
            rgba,
        })),
    };
    Ok((texture, findings))
}

/// Reads a TGA with all that is needed to write it again.
///
/// # Errors
/// As [`read`].
pub fn read_stored(bytes: &[u8]) -> Result<Tga, ReadError> {
    let Parsed {
        mut tga, pixels, ..
    } = parse(bytes)?;
    tga.tail = bytes.get(pixels.end..).unwrap_or_default().to_vec();
    tga.pixels = bytes.get(pixels).unwrap_or_default().to_vec();
    Ok(tga)
}

struct Parsed {
    /// All but pixels and tail, which are not copied for those who want the picture.
    tga: Tga,
    rgba: Vec<u8>,
    /// Where the stored pixels lie.
    pixels: Range<usize>,
    findings: Vec<Finding>,
}

fn parse(bytes: &[u8]) -> Result<Parsed, ReadError> {
    let mut reader = Reader::new(bytes);
    let mut tga = read_header(&mut reader)?;
    check_header(&tga)?;
    let id_length = bytes.first().copied().unwrap_or(0);
    tga.id = reader.take(id_length.into(), "image id")?.to_vec();
    let map_bytes = if tga.map_kind == 1 {
        usize::from(tga.map_length) * usize::from(tga.map_bits).div_ceil(8)
    } else {
        0
    };
    tga.map = reader.take(map_bytes, "colour map")?.to_vec();
    check_share(&tga, &reader)?;
    let start = reader.offset() as usize;
    let rest = bytes.get(start..).unwrap_or_default();
    let (rgba, used, decoded) = decode(&tga, rest);
    let mut findings = Vec::new();
    let count = rgba.len() / 4;
    if decoded < count {
        let message = format!("the picture is cut off: {decoded} of {count} pixels are there");
        let fix = "export the picture again; what is missing is transparent";
        findings.push(Finding::error("texture.cut", message, fix).at(bytes.len() as u64));
    }
    Ok(Parsed {
        tga,
        rgba,
        pixels: start..start + used,
        findings,
    })
}

fn read_header(reader: &mut Reader<'_>) -> Result<Tga, ReadError> {
    reader.u8("length of the image id")?;
    Ok(Tga {
        map_kind: reader.u8("kind of colour map")?,
        kind: reader.u8("kind of picture")?,
        map_first: reader.u16("first colour")?,
        map_length: reader.u16("number of colours")?,
        map_bits: reader.u8("bits of a colour")?,
        place: [reader.u16("x origin")?, reader.u16("y origin")?],
        size: [reader.u16("width")?, reader.u16("height")?],
        bits: reader.u8("bits of a pixel")?,
        descriptor: reader.u8("descriptor")?,
        ..Tga::default()
    })
}

fn check_header(tga: &Tga) -> Result<(), ReadError> {
    let wrong = |offset, expected: &str, found: String| {
        Err(ReadError::new(offset, expected, found).advise("export the picture as a plain TGA"))
    };
    if tga.map_kind > 1 {
        return wrong(1, "colour map kind 0 or 1", tga.map_kind.to_string());
    }
    let depths: &[u8] = match tga.kind & !8 {
        1 => &[8, 15, 16],
        2 => &[15, 16, 24, 32],
        3 => &[8, 16],
        _ => return wrong(2, "picture kind 1, 2, 3, 9, 10 or 11", tga.kind.to_string()),
    };
    if !depths.contains(&tga.bits) {
        let expected = format!("one of {depths:?} bits a pixel for kind {}", tga.kind);
        return wrong(16, &expected, tga.bits.to_string());
    }
    let has_map = tga.map_kind == 1 && tga.map_length > 0;
    if tga.is_mapped() && !has_map {
        return wrong(1, "a colour map", "none".into());
    }
    if has_map && ![15, 16, 24, 32].contains(&tga.map_bits) {
        let expected = "colours of 15, 16, 24 or 32 bits";
        return wrong(7, expected, tga.map_bits.to_string());
    }
    if tga.descriptor & INTERLEAVED != 0 {
        return wrong(
            17,
            "rows that are not interleaved",
            "interleaved rows".into(),
        );
    }
    check_size(tga.size.map(u32::from), 12)
}

/// Before the picture's memory is taken.
fn check_share(tga: &Tga, reader: &Reader<'_>) -> Result<(), ReadError> {
    let pixels = tga.pixel_count() as u64;
    let pixel = tga.pixel_size() as u64;
    let whole = match tga.is_coded() {
        true => pixels.div_ceil(LONGEST_RUN) * (1 + pixel),
        false => pixels * pixel,
    };
    if reader.remaining() as u64 >= whole.div_ceil(LEAST_SHARE) {
        return Ok(());
    }
    Err(reader.error(
        format!(
            "{} × {} pixels in at least {whole} bytes",
            tga.size[0], tga.size[1]
        ),
        format!("{} bytes to the end of the file", reader.remaining()),
    ))
}

impl Tga {
    fn is_mapped(&self) -> bool {
        self.kind & !8 == 1
    }

    fn is_coded(&self) -> bool {
        self.kind & 8 != 0
    }

    fn pixel_count(&self) -> usize {
        usize::from(self.size[0]) * usize::from(self.size[1])
    }

    fn pixel_size(&self) -> usize {
        usize::from(self.bits).div_ceil(8)
    }

    fn format(&self) -> String {
        let color = |bits| match bits {
            15 | 16 => "A1R5G5B5",
            24 => "BGR8",
            _ => "BGRA8",
        };
        let plain = match (self.kind & !8, self.bits) {
            (1, _) => format!("{} colours of {}", self.map_length, color(self.map_bits)),
            (2, bits) => color(bits).to_owned(),
            (_, 8) => "grey".to_owned(),
            _ => "grey and alpha".to_owned(),
        };
        if self.is_coded() {
            format!("{plain}, run-length coded")
        } else {
            plain
        }
    }

    /// Straight RGBA of one stored pixel.
    fn color(&self, stored: &[u8]) -> [u8; 4] {
        match (self.kind & !8, stored) {
            (1, _) => {
                let index = stored
                    .iter()
                    .rev()
                    .fold(0, |i, &byte| i << 8 | usize::from(byte));
                let size = usize::from(self.map_bits).div_ceil(8);
                let place = index.checked_sub(usize::from(self.map_first));
                let at = place.map(|place| place * size..(place + 1) * size);
                let entry = at.and_then(|at| self.map.get(at)).unwrap_or_default();
                self.true_color(entry)
            }
            (2, _) => self.true_color(stored),
            (_, &[grey]) => [grey, grey, grey, 255],
            (_, &[grey, alpha]) => [grey, grey, grey, alpha],
            _ => [0; 4],
        }
    }

    fn true_color(&self, stored: &[u8]) -> [u8; 4] {
        match *stored {
            [low, high] => {
                let bits = u16::from_le_bytes([low, high]);
                let five = |shift: u16| {
                    let value = (bits >> shift & 31) as u8;
                    value << 3 | value >> 2
                };
                // The top bit is alpha only where the descriptor says that there is any.
                let is_clear = self.descriptor & 15 != 0 && bits >> 15 == 0;
                [five(10), five(5), five(0), if is_clear { 0 } else { 255 }]
            }
            [blue, green, red] => [red, green, blue, 255],
            [blue, green, red, alpha] => [red, green, blue, alpha],
            _ => [0; 4],
        }
    }

    /// The place of the `index`th stored pixel in rows from the top.
    fn place_of(&self, index: usize) -> usize {
        let [width, height] = self.size.map(usize::from);
        let (column, row) = (index % width, index / width);
        let column = match self.descriptor & RIGHT_TO_LEFT {
            0 => column,
            _ => width - 1 - column,
        };
        let row = match self.descriptor & TOP_FIRST {
            0 => height - 1 - row,
            _ => row,
        };
        row * width + column
    }
}

/// The picture, the bytes it took, and the pixels that were there.
fn decode(tga: &Tga, stored: &[u8]) -> (Vec<u8>, usize, usize) {
    let count = tga.pixel_count();
    let mut rgba = vec![0; count * 4];
    let mut packets = Packets::new(stored, tga.pixel_size(), tga.is_coded());
    let mut decoded = 0;
    while decoded < count
        && let Some((pixel, repeats)) = packets.next_pixel()
    {
        let color = tga.color(pixel);
        for _ in 0..repeats.min(count - decoded) {
            let at = tga.place_of(decoded) * 4;
            rgba[at..at + 4].copy_from_slice(&color);
            decoded += 1;
        }
    }
    (rgba, packets.used(), decoded)
}
