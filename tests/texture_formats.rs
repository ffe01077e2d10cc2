//! One small case for each pixel format of `.dds` and `.tex`, odd and damaged headers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use proptest::prelude::*;
use rigscope::formats::ReadError;
use rigscope::formats::texture::{dds, tex};
use rigscope::formats::writer::Writer;
use rigscope::model::{Finding, Texture};

fn read(bytes: &[u8]) -> Result<(Texture, Vec<Finding>), ReadError> {
    if bytes.starts_with(b"DDS ") {
        dds::read(bytes)
    } else {
        tex::read(bytes)
    }
}

/// A `.tex` of 4×4 pixels in one level.
fn tex_of(format: u8, data: &[u8]) -> Vec<u8> {
    let mut writer = Writer::new();
    writer
        .bytes(b"TEX\0")
        .u16(4)
        .u16(4)
        .u8(1)
        .u8(format)
        .u8(0)
        .u8(0)
        .bytes(data);
    writer.finish()
}

struct Dds<'a> {
    size: [u32; 2],
    mips: u32,
    pixel_flags: u32,
    fourcc: &'a [u8; 4],
    bits: u32,
    masks: [u32; 4],
    dxgi: Option<u32>,
}

impl Dds<'_> {
    const PLAIN: Dds<'static> = Dds {
        size: [4, 4],
        mips: 0,
        pixel_flags: 4,
        fourcc: b"DX10",
        bits: 0,
        masks: [0; 4],
        dxgi: None,
    };

    fn with(&self, data: &[u8]) -> Vec<u8> {
        let mut writer = Writer::new();
        writer
            .bytes(b"DDS ")
            .u32(124)
            .u32(0x1007)
            .u32(self.size[1])
            .u32(self.size[0]);
        writer.u32(0).u32(0).u32(self.mips).zeros(44);
        writer
            .u32(32)
            .u32(self.pixel_flags)
            .bytes(self.fourcc)
            .u32(self.bits);
        self.masks.iter().for_each(|&mask| {
            writer.u32(mask);
        });
        writer.u32(0x1000).u32(0).zeros(12);
        if let Some(dxgi) = self.dxgi {
            writer.u32(dxgi).u32(3).u32(0).u32(1).u32(0);
        }
        writer.bytes(data);
        writer.finish()
    }
}

fn fourcc(letters: &[u8; 4], data: &[u8]) -> Vec<u8> {
    Dds {
        fourcc: letters,
        ..Dds::PLAIN
    }
    .with(data)
}

fn dxgi(format: u32, data: &[u8]) -> Vec<u8> {
    Dds {
        dxgi: Some(format),
        ..Dds::PLAIN
    }
    .with(data)
}

fn masked(pixel_flags: u32, bits: u32, masks: [u32; 4], pixel: &[u8]) -> Vec<u8> {
    let data = pixel.repeat(16);
    Dds {
        pixel_flags,
        fourcc: &[0; 4],
        bits,
        masks,
        ..Dds::PLAIN
    }
    .with(&data)
}

#[track_caller]
fn shows(bytes: &[u8], format: &str, first_pixels: &[[u8; 4]]) {
    let (texture, findings) = read(bytes).unwrap();
    assert_eq!(texture.format, format);
    let image = texture.image.unwrap();
    assert_eq!(image.rgba.len(), 64);
    for (index, expected) in first_pixels.iter().enumerate() {
        assert_eq!(
            &image.rgba[4 * index..4 * index + 4],
            expected,
            "{format}: pixel {index}"
        );
    }
    assert_eq!(findings, []);
}

/// Red, blue, and between them; pixels 0 to 3 are entries 0 to 3.
const RED_TO_BLUE: [u8; 8] = [0x00, 0xF8, 0x1F, 0x00, 0b1110_0100, 0, 0, 0];
/// The same with the order turned around: the third entry is the middle, the fourth transparent.
const BLUE_TO_RED: [u8; 8] = [0x1F, 0x00, 0x00, 0xF8, 0b1110_0100, 0, 0, 0];
const OPAQUE: [[u8; 4]; 4] = [
    [255, 0, 0, 255],
    [0, 0, 255, 255],
    [170, 0, 85, 255],
    [85, 0, 170, 255],
];
/// Entries 0, 1, 2, 6 and 7 in the first five pixels.
const RAMP_INDICES: [u8; 6] = [0b1000_1000, 0b0111_1100, 0, 0, 0, 0];

#[test]
fn bc1_has_four_colours_or_three_and_transparent_black() {
    shows(&fourcc(b"DXT1", &RED_TO_BLUE), "DXT1", &OPAQUE);
    shows(&tex_of(10, &RED_TO_BLUE), "BC1", &OPAQUE);
    shows(&tex_of(11, &RED_TO_BLUE), "BC1", &OPAQUE);
    shows(&dxgi(71, &RED_TO_BLUE), "BC1", &OPAQUE);
    let three = [
        [0, 0, 255, 255],
        [255, 0, 0, 255],
        [128, 0, 128, 255],
        [0, 0, 0, 0],
    ];
    shows(&fourcc(b"DXT1", &BLUE_TO_RED), "DXT1", &three);
}

#[test]
fn bc2_has_four_bits_of_alpha_and_always_four_colours() {
    let alpha = [0xF0, 0x84, 0, 0, 0, 0, 0, 0];
    let block = [alpha, BLUE_TO_RED].concat();
    let expected = [
        [0, 0, 255, 0],
        [255, 0, 0, 255],
        [85, 0, 170, 68],
        [170, 0, 85, 136],
    ];
    shows(&fourcc(b"DXT3", &block), "DXT3", &expected);
    shows(&fourcc(b"DXT2", &block), "DXT2", &expected);
    shows(&dxgi(74, &block), "BC2", &expected);
}

#[test]
fn bc3_has_a_ramp_of_alpha_and_always_four_colours() {
    let block = [&[210, 0][..], &RAMP_INDICES, &BLUE_TO_RED].concat();
    let expected = [
        [0, 0, 255, 210],
        [255, 0, 0, 0],
        [85, 0, 170, 180],
        [170, 0, 85, 60],
        [0, 0, 255, 30],
    ];
    shows(&fourcc(b"DXT5", &block), "DXT5", &expected);
    shows(&fourcc(b"DXT4", &block), "DXT4", &expected);
    shows(&tex_of(12, &block), "BC3", &expected);
    shows(&dxgi(77, &block), "BC3", &expected);
}

#[test]
fn a_rising_ramp_has_four_steps_and_both_extremes() {
    let block = [&[0, 200][..], &RAMP_INDICES].concat();
    let expected = [0, 200, 40, 0, 255].map(|red| [red, 0, 0, 255]);
    shows(&fourcc(b"ATI1", &block), "ATI1", &expected);
}

#[test]
fn bc7_is_decoded() {
    // Mode 6: one pair of 7-bit endpoints, all bits set, so every pixel is white.
    let mut block = [0xFF; 16];
    block[0] = 0b1100_0000;
    block[8..].fill(0);
    block[8] = 0x01;
    let expected = [[255; 4]; 4];
    shows(&tex_of(13, &block), "BC7", &expected);
    shows(&dxgi(98, &block), "BC7", &expected);
}

#[test]
fn bc4_and_bc5_fill_red_and_green() {
    let ramp = [&[210, 0][..], &RAMP_INDICES].concat();
    let falling = [210, 0, 180, 60, 30].map(|red| [red, 0, 0, 255]);
    shows(&fourcc(b"ATI1", &ramp), "ATI1", &falling);
    shows(&fourcc(b"BC4U", &ramp), "BC4U", &[[210, 0, 0, 255]]);
    shows(&dxgi(80, &ramp), "BC4", &[[210, 0, 0, 255]]);
    let two = [ramp.clone(), vec![100, 0, 0, 0, 0, 0, 0, 0]].concat();
    shows(&fourcc(b"ATI2", &two), "ATI2", &[[210, 100, 0, 255]]);
    shows(&fourcc(b"BC5U", &two), "BC5U", &[[210, 100, 0, 255]]);
    shows(&dxgi(83, &two), "BC5", &[[210, 100, 0, 255]]);
}

#[test]
fn signed_ramps_run_from_minus_one_to_one() {
    // −127 and −128 are both −1; 127 is 1.
    let lowest = [0x80, 0x81, 0, 0, 0, 0, 0, 0];
    let highest = [0x7F, 0, 0, 0, 0, 0, 0, 0];
    let block = [lowest, highest].concat();
    shows(&tex_of(14, &block), "BC5 snorm", &[[0, 255, 0, 255]]);
    shows(&fourcc(b"BC5S", &block), "BC5S", &[[0, 255, 0, 255]]);
    shows(&dxgi(84, &block), "BC5 snorm", &[[0, 255, 0, 255]]);
    shows(&fourcc(b"BC4S", &[0; 8]), "BC4S", &[[128, 0, 0, 255]]);
    shows(&dxgi(81, &highest), "BC4 snorm", &[[255, 0, 0, 255]]);
}

#[test]
fn etc_blocks_are_told_apart_by_their_size() {
    // Individual mode, both halves 0x8 grey, table 0, every pixel the +2 step.
    let grey = [0x88, 0x88, 0x88, 0, 0, 0, 0, 0];
    shows(&tex_of(1, &grey), "ETC1", &[[138, 138, 138, 255]]);
    // EAC alpha: base 100, multiplier 0.
    let alpha = [100, 0, 0, 0, 0, 0, 0, 0];
    let with_alpha = [alpha, grey].concat();
    for format in [2, 3] {
        shows(&tex_of(format, &grey), "ETC2", &[[138, 138, 138, 255]]);
        shows(
            &tex_of(format, &with_alpha),
            "ETC2 EAC",
            &[[138, 138, 138, 100]],
        );
    }
}

#[test]
fn whole_pixels_are_read_in_any_order_and_width() {
    let bgra = [1, 2, 3, 4];
    let masks = [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000];
    shows(&tex_of(20, &bgra.repeat(16)), "BGRA8", &[[3, 2, 1, 4]]);
    shows(&masked(0x41, 32, masks, &bgra), "RGBA32", &[[3, 2, 1, 4]]);
    shows(&masked(0x40, 32, masks, &bgra), "RGB32", &[[3, 2, 1, 255]]);
    shows(
        &masked(0x41, 32, [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000], &bgra),
        "RGBA32",
        &[[1, 2, 3, 4]],
    );
    shows(
        &masked(0x40, 24, masks, &bgra[..3]),
        "RGB24",
        &[[3, 2, 1, 255]],
    );
    shows(
        &masked(0x40, 16, [0xF800, 0x07E0, 0x1F, 0], &[0x1F, 0xF8]),
        "RGB16",
        &[[255, 0, 255, 255]],
    );
    shows(
        &masked(0x41, 16, [0xF00, 0xF0, 0xF, 0xF000], &[0x0F, 0x8F]),
        "RGBA16",
        &[[255, 0, 255, 136]],
    );
    shows(
        &masked(0x2_0000, 8, [0xFF, 0, 0, 0], &[77]),
        "L8",
        &[[77, 77, 77, 255]],
    );
    shows(
        &masked(0x2_0001, 16, [0xFF, 0, 0, 0xFF00], &[77, 5]),
        "LA16",
        &[[77, 77, 77, 5]],
    );
    shows(
        &masked(0x2, 8, [0, 0, 0, 0xFF], &[77]),
        "A8",
        &[[0, 0, 0, 77]],
    );
    shows(&dxgi(28, &bgra.repeat(16)), "RGBA8", &[[1, 2, 3, 4]]);
    shows(&dxgi(29, &bgra.repeat(16)), "RGBA8", &[[1, 2, 3, 4]]);
    shows(&dxgi(87, &bgra.repeat(16)), "BGRA8", &[[3, 2, 1, 4]]);
    shows(&dxgi(88, &bgra.repeat(16)), "BGRX8", &[[3, 2, 1, 255]]);
    shows(&dxgi(61, &[9; 16]), "R8", &[[9, 0, 0, 255]]);
    shows(&dxgi(65, &[9; 16]), "A8", &[[0, 0, 0, 9]]);
}

#[test]
fn floats_are_clamped_to_what_a_screen_shows() {
    let values = [0.5f32, 2.0, -1.0, f32::NAN];
    let single: Vec<u8> = values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    let half: Vec<u8> = values
        .iter()
        .flat_map(|&value| half::f16::from_f32(value).to_le_bytes())
        .collect();
    let expected = [[128, 255, 0, 0]];
    shows(&tex_of(21, &half.repeat(16)), "RGBA16F", &expected);
    shows(&tex_of(22, &single.repeat(16)), "RGBA32F", &expected);
    shows(&dxgi(10, &half.repeat(16)), "RGBA16F", &expected);
    shows(&dxgi(2, &single.repeat(16)), "RGBA32F", &expected);
    shows(
        &fourcc(&[113, 0, 0, 0], &half.repeat(16)),
        "RGBA16F",
        &expected,
    );
    shows(
        &fourcc(&[116, 0, 0, 0], &single.repeat(16)),
        "RGBA32F",
        &expected,
    );
}

#[test]
fn an_image_that_ends_inside_a_block_shows_the_block_s_corner() {
    let bytes = Dds {
        size: [2, 3],
        fourcc: b"DXT1",
        ..Dds::PLAIN
    }
    .with(&RED_TO_BLUE);
    let image = dds::read(&bytes).unwrap().0.image.unwrap();
    assert_eq!((image.width, image.height), (2, 3));
    assert_eq!(
        image.rgba[..16],
        [
            255, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0, 255, 255, 0, 0, 255
        ]
    );
    assert_eq!(image.rgba.len(), 24);
}

#[track_caller]
fn found(bytes: &[u8], code: &str) -> Texture {
    let (texture, findings) = read(bytes).unwrap();
    let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [code]);
    texture
}

#[test]
fn an_unknown_pixel_format_is_named_and_leaves_the_texture_without_image() {
    let texture = found(&tex_of(17, &[]), "texture.format");
    assert_eq!(
        (texture.format.as_str(), texture.format_number),
        ("format 17", Some(17))
    );
    assert_eq!(texture.image, None);
    assert_eq!(
        found(&dxgi(95, &[0; 16]), "texture.format").format,
        "DXGI 95"
    );
    assert_eq!(
        found(&fourcc(b"YUY2", &[0; 32]), "texture.format").format,
        "YUY2"
    );
    assert_eq!(
        found(&masked(0x40, 32, [0; 4], &[0; 4]), "texture.format").image,
        None
    );
}

#[test]
fn odd_headers_are_shown_with_a_finding() {
    let levels = Dds {
        mips: 3,
        fourcc: b"DXT1",
        ..Dds::PLAIN
    }
    .with(&RED_TO_BLUE);
    assert!(found(&levels, "texture.mips").image.is_some());
    let more = Dds {
        mips: 40,
        fourcc: b"DXT1",
        ..Dds::PLAIN
    }
    .with(&RED_TO_BLUE.repeat(3));
    assert_eq!(found(&more, "texture.mips").mips, 3);
    let mut header = fourcc(b"DXT1", &RED_TO_BLUE);
    header[4] = 100;
    found(&header, "texture.header");
    let mut cube = fourcc(b"DXT1", &RED_TO_BLUE);
    cube[113] = 0x02;
    found(&cube, "texture.resource");
    let mut one_level = tex_of(10, &RED_TO_BLUE);
    one_level[11] = 1;
    assert_eq!(found(&one_level, "texture.mips").mips, 1);
    let mut volume = tex_of(10, &RED_TO_BLUE);
    volume[10] = 3;
    found(&volume, "texture.resource");
    let mut flags = tex_of(10, &RED_TO_BLUE);
    flags[11] = 0x80;
    found(&flags, "texture.flags");
    found(&tex_of(10, &RED_TO_BLUE.repeat(2)), "texture.trailing");
}

#[test]
fn bytes_behind_a_dds_are_ignored_in_silence() {
    shows(
        &fourcc(b"DXT1", &[RED_TO_BLUE, [9; 8]].concat()),
        "DXT1",
        &OPAQUE,
    );
}

#[test]
fn files_that_cannot_be_shown_are_refused_with_what_was_needed_and_found() {
    let refused = |bytes: &[u8]| read(bytes).unwrap_err();
    let cut = refused(&tex_of(10, &RED_TO_BLUE[..7]));
    assert_eq!((cut.offset, cut.found.as_str()), (12, "7 bytes"));
    assert!(cut.expected.contains("8 bytes"), "{}", cut.expected);
    assert!(
        refused(&fourcc(b"DXT1", &RED_TO_BLUE[..7]))
            .expected
            .contains("8 bytes")
    );
    let huge = Dds {
        size: [60_000, 2],
        fourcc: b"DXT1",
        ..Dds::PLAIN
    }
    .with(&[]);
    assert!(
        refused(&huge).expected.contains("16384"),
        "{}",
        refused(&huge).expected
    );
    let many = Dds {
        size: [16_384, 16_384],
        fourcc: b"DXT1",
        ..Dds::PLAIN
    }
    .with(&[]);
    assert!(refused(&many).found.contains("16384 × 16384"));
    let none = Dds {
        size: [0, 4],
        fourcc: b"DXT1",
        ..Dds::PLAIN
    }
    .with(&[]);
    assert!(refused(&none).found.contains("0 × 4"));
    assert!(dds::read(b"TEX\0").unwrap_err().expected.contains("DDS"));
    assert!(tex::read(b"DDS ").unwrap_err().expected.contains("TEX"));
    assert!(tex::read(b"TEX").is_err() && dds::read(b"").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_block_of_any_format_decodes(format in prop::sample::select(vec![1u8, 2, 3, 10, 12, 13, 14, 20, 21, 22]), data in prop::collection::vec(any::<u8>(), 256)) {
        let (texture, _) = tex::read(&tex_of(format, &data)).unwrap();
        prop_assert_eq!(texture.image.unwrap().rgba.len(), 64);
    }

    #[test]
    fn a_damaged_header_is_read_or_refused(at in 0usize..148, value in any::<u8>(), cut in 0usize..200) {
        for bytes in [dxgi(71, &RED_TO_BLUE), fourcc(b"DXT5", &[7; 16]), masked(0x41, 32, [1, 2, 4, 8], &[9; 4]), tex_of(12, &[5; 16])] {
            let mut bytes = bytes;
            if let Some(byte) = bytes.get_mut(at) {
                *byte = value;
            }
            bytes.truncate(bytes.len().saturating_sub(cut % 64));
            let whole = |(texture, _): (Texture, _)| texture.image.is_none_or(|image| image.rgba.len() == image.width as usize * image.height as usize * 4);
            prop_assert!(read(&bytes).map_or(true, whole));
        }
    }
}
