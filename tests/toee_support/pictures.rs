//! `.tga`: golden pixels, every kind, round trips, damage.

use rigscope::formats::texture::tga::{self, Tga};

use super::{crc32, data, files_named, goldens, index, list, number, text};
use crate::common::{Coverage, damage};

#[test]
fn pictures_have_their_golden_pixels() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for (_, golden) in goldens("tga.json") {
        for picture in list(&golden["textures"]) {
            let file = text(&picture["file"]);
            let (texture, findings) = tga::read(&std::fs::read(data.join(file)).unwrap()).unwrap();
            assert!(findings.is_empty(), "{file}: {findings:?}");
            let image = texture.image.unwrap();
            let size = [image.width as usize, image.height as usize];
            coverage.equal(
                file,
                size,
                [index(&picture["width"]), index(&picture["height"])],
            );
            let corner = |pixel: &[u8]| pixel.iter().map(|&c| f32::from(c)).collect::<Vec<_>>();
            let (first, last) = (&image.rgba[..4], &image.rgba[image.rgba.len() - 4..]);
            coverage.all_near(file, &corner(first), &picture["first_pixel"], 0.0);
            coverage.all_near(file, &corner(last), &picture["last_pixel"], 0.0);
            coverage.equal(
                file,
                crc32(&image.rgba),
                number(&picture["rgba_crc32"]) as u64,
            );
            coverage.files += 1;
        }
    }
    coverage.report("tga goldens");
}

#[test]
fn pictures_are_written_as_they_were_stored() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for path in files_named(&data, &[".tga"]) {
        let bytes = std::fs::read(&path).unwrap();
        let stored = tga::read_stored(&bytes).unwrap();
        let name = path.display().to_string();
        coverage.equal(&name, tga::write(&stored).unwrap() == bytes, true);
        coverage.files += 1;
    }
    coverage.report("tga round trips");
}

/// Two by two: red, green below; blue, white at the bottom.
fn quad(kind: u8, bits: u8, pixels: &[u8]) -> Tga {
    Tga {
        kind,
        size: [2, 2],
        bits,
        descriptor: 0x20,
        pixels: pixels.to_vec(),
        ..Tga::default()
    }
}

fn rgba(tga: &Tga) -> Vec<u8> {
    let (texture, findings) = tga::read(&tga::write(tga).unwrap()).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    texture.image.unwrap().rgba.clone()
}

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const WHITE: [u8; 4] = [255; 4];
const CLEAR: [u8; 4] = [0; 4];

#[test]
fn true_colour_of_every_depth_is_read() {
    let want = [RED, GREEN, BLUE, WHITE].concat();
    let bgr = [0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255];
    assert_eq!(rgba(&quad(2, 24, &bgr)), want);
    let bgra = [
        0, 0, 255, 255, 0, 255, 0, 255, 255, 0, 0, 255, 255, 255, 255, 255,
    ];
    assert_eq!(rgba(&quad(2, 32, &bgra)), want);
    let five = [0x00, 0x7C, 0xE0, 0x03, 0x1F, 0x00, 0xFF, 0x7F];
    assert_eq!(rgba(&quad(2, 15, &five)), want);
    assert_eq!(
        rgba(&quad(2, 16, &five)),
        want,
        "no alpha unless the descriptor says so"
    );
    let with_alpha = Tga {
        descriptor: 0x21,
        ..quad(2, 16, &[0x00, 0xFC, 0xE0, 0x83, 0x1F, 0x80, 0x00, 0x00])
    };
    assert_eq!(rgba(&with_alpha), [RED, GREEN, BLUE, CLEAR].concat());
}

#[test]
fn grey_and_colour_maps_are_read() {
    assert_eq!(
        rgba(&quad(3, 8, &[0, 85, 170, 255])),
        [
            0, 0, 0, 255, 85, 85, 85, 255, 170, 170, 170, 255, 255, 255, 255, 255
        ]
    );
    assert_eq!(
        rgba(&quad(3, 16, &[9, 1, 8, 2, 7, 3, 6, 4]))[..8],
        [9, 9, 9, 1, 8, 8, 8, 2]
    );
    let mapped = Tga {
        map_kind: 1,
        map_first: 5,
        map_length: 3,
        map_bits: 24,
        map: vec![0, 0, 255, 0, 255, 0, 255, 0, 0],
        ..quad(1, 8, &[5, 6, 7, 4])
    };
    // An index outside the map shows nothing.
    assert_eq!(rgba(&mapped), [RED, GREEN, BLUE, CLEAR].concat());
    let wide = Tga {
        bits: 16,
        pixels: vec![5, 0, 6, 0, 7, 0, 5, 0],
        ..mapped
    };
    assert_eq!(rgba(&wide), [RED, GREEN, BLUE, RED].concat());
}

#[test]
fn run_length_codes_are_read_across_rows() {
    let coded = quad(10, 24, &[0x82, 0, 0, 255, 0x00, 255, 255, 255]);
    assert_eq!(rgba(&coded), [RED, RED, RED, WHITE].concat());
    let plain = quad(11, 8, &[0x03, 1, 2, 3, 4]);
    assert_eq!(rgba(&plain)[12..], [4, 4, 4, 255]);
    // A run longer than the picture ends with it.
    assert_eq!(rgba(&quad(11, 8, &[0xFF, 7]))[12..], [7, 7, 7, 255]);
}

#[test]
fn all_four_origins_are_honoured() {
    let stored = quad(3, 8, &[1, 2, 3, 4]);
    let seen = |descriptor| {
        let picture = rgba(&Tga {
            descriptor,
            ..stored.clone()
        });
        picture.chunks(4).map(|pixel| pixel[0]).collect::<Vec<_>>()
    };
    assert_eq!(seen(0x20), [1, 2, 3, 4], "from the top left");
    assert_eq!(seen(0x00), [3, 4, 1, 2], "from the bottom left");
    assert_eq!(seen(0x30), [2, 1, 4, 3], "from the top right");
    assert_eq!(seen(0x10), [4, 3, 2, 1], "from the bottom right");
}

#[test]
fn a_cut_picture_is_shown_as_far_as_it_goes_with_a_finding() {
    let bytes = tga::write(&quad(2, 24, &[0, 0, 255, 0, 255, 0, 255])).unwrap();
    let (texture, findings) = tga::read(&bytes).unwrap();
    assert_eq!(
        texture.image.unwrap().rgba,
        [RED, GREEN, CLEAR, CLEAR].concat()
    );
    assert_eq!(findings[0].code, "texture.cut");
    assert_eq!(findings[0].offset, Some(bytes.len() as u64));
    assert!(
        findings[0].message.contains("2 of 4"),
        "{}",
        findings[0].message
    );
}

#[test]
fn headers_that_make_no_sense_are_refused_at_their_place() {
    let refused = |change: fn(&mut Tga)| {
        let mut tga = quad(2, 24, &[0; 12]);
        change(&mut tga);
        tga::read(&tga::write(&tga).unwrap()).unwrap_err().offset
    };
    assert_eq!(refused(|tga| tga.kind = 4), 2);
    assert_eq!(refused(|tga| tga.kind = 1), 16);
    assert_eq!(refused(|tga| (tga.kind, tga.bits) = (1, 8)), 1);
    assert_eq!(refused(|tga| tga.map_kind = 2), 1);
    assert_eq!(refused(|tga| tga.bits = 17), 16);
    assert_eq!(refused(|tga| tga.descriptor = 0x40), 17);
    assert_eq!(refused(|tga| tga.size = [0, 2]), 12);
    assert_eq!(refused(|tga| tga.size = [60_000, 2]), 12);
    assert_eq!(refused(|tga| tga.size = [8192, 4096]), 18);
    assert!(tga::read(b"short").is_err());
}

#[test]
fn damaged_pictures_neither_panic_nor_grow() {
    let survive = |bytes: &[u8]| {
        if let Ok((texture, _)) = tga::read(bytes) {
            let pixels = texture.image.unwrap().rgba.len();
            assert!(pixels <= bytes.len() * 128 * 16 * 4);
        }
    };
    let tried = damage(
        &tga::write(&quad(10, 24, &[0x82, 0, 0, 9, 0, 1, 2, 3])).unwrap(),
        survive,
    ) + damage(&tga::write(&quad(2, 32, &[7; 16])).unwrap(), survive);
    assert!(tried > 100);
}
