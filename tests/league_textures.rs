//! `.dds` and `.tex` of the game: golden pictures, damage, and our own encoder.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::{Coverage, files_ending, golden, shared};
use proptest::prelude::*;
use rigscope::formats::ReadError;
use rigscope::formats::texture::{dds, tex};
use rigscope::model::{Finding, Image, Texture};
use serde_json::Value;

fn read(bytes: &[u8]) -> Result<(Texture, Vec<Finding>), ReadError> {
    if bytes.starts_with(b"DDS ") {
        dds::read(bytes)
    } else {
        tex::read(bytes)
    }
}

#[test]
fn every_game_texture_is_the_golden_picture() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for (path, expected) in golden(&shared, "league/tex.json").as_object().unwrap() {
        let bytes = std::fs::read(shared.join("data/league").join(path)).unwrap();
        let (texture, findings) = read(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
        let number = |key: &str| expected.get(key).and_then(Value::as_u64).map(|n| n as u32);
        coverage.equal(
            path,
            Some(texture.container),
            expected["container"].as_str(),
        );
        coverage.equal(path, Some(texture.size[0]), number("w"));
        coverage.equal(path, Some(texture.size[1]), number("h"));
        coverage.equal(path, Some(texture.mips), number("mips"));
        coverage.equal(path, texture.format_number, number("format"));
        if let Some(name) = expected["fourcc"].as_str() {
            coverage.equal(path, texture.format.as_str(), name);
        }
        if let Some(flags) = number("flags") {
            coverage.equal(path, texture.flags, flags);
        }
        let image = texture.image.unwrap();
        check_pixels(&mut coverage, path, &image, expected);
        assert_eq!(findings, [], "{path}");
        coverage.files += 1;
    }
    coverage.report("league/tex.json");
}

fn check_pixels(coverage: &mut Coverage, path: &str, image: &Image, expected: &Value) {
    let pixels: Vec<[u8; 4]> = image.rgba.as_chunks::<4>().0.to_vec();
    let mean: [f32; 4] = std::array::from_fn(|channel| {
        let sum: u64 = pixels.iter().map(|pixel| u64::from(pixel[channel])).sum();
        (sum as f64 / pixels.len() as f64) as f32
    });
    coverage.all_near(path, &mean, &expected["mean"], 1.0);
    for sample in expected["samples"].as_array().unwrap() {
        let sample: Vec<u32> = sample
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_u64().unwrap() as u32)
            .collect();
        let pixel = pixels[(sample[1] * image.width + sample[0]) as usize];
        for channel in 0..4 {
            coverage.near(path, pixel[channel].into(), sample[2 + channel].into(), 1.0);
        }
    }
}

#[test]
fn every_texture_of_the_data_is_read() {
    let Some(shared) = shared() else { return };
    let mut coverage = Coverage::default();
    for path in files_ending(&shared.join("data/league"), &["dds", "tex"]) {
        let (texture, _) = read(&std::fs::read(&path).unwrap())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let image = texture.image.unwrap();
        let pixels = image.width as usize * image.height as usize;
        coverage.equal("pixels", image.rgba.len(), pixels * 4);
        coverage.files += 1;
    }
    coverage.report("league textures");
}

#[test]
fn a_picture_survives_writing_with_levels_that_are_means() {
    let rgba = (0..5 * 3 * 4).map(|byte| (byte * 4) as u8).collect();
    let image = Image {
        width: 5,
        height: 3,
        rgba,
    };
    let bytes = tex::write_bgra8(&image).unwrap();
    let (texture, findings) = tex::read(&bytes).unwrap();
    assert_eq!(
        (texture.mips, texture.flags, texture.format_number),
        (3, 1, Some(20))
    );
    assert_eq!(*texture.image.unwrap(), image);
    assert_eq!(findings, []);
    let grey = Image {
        width: 2,
        height: 2,
        rgba: [[0; 4], [255; 4], [255; 4], [0; 4]].concat(),
    };
    let bytes = tex::write_bgra8(&grey).unwrap();
    assert_eq!(bytes[12..16], [128; 4], "the smallest level comes first");
}

#[test]
fn a_picture_that_is_none_is_not_written() {
    let refused = |width, height, bytes| {
        let image = Image {
            width,
            height,
            rgba: vec![0; bytes],
        };
        tex::write_bgra8(&image).unwrap_err().to_string()
    };
    assert!(refused(0, 1, 0).contains("0 × 1"));
    assert!(refused(70_000, 1, 280_000).contains("65535"));
    assert!(refused(2, 2, 15).contains("15 bytes"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_picture_survives_writing(width in 1u32..20, height in 1u32..20, seed in any::<u8>()) {
        let rgba = (0..width * height * 4).map(|byte| (byte as u8).wrapping_mul(37).wrapping_add(seed)).collect();
        let image = Image { width, height, rgba };
        let (texture, findings) = tex::read(&tex::write_bgra8(&image).unwrap()).unwrap();
        prop_assert_eq!(&*texture.image.unwrap(), &image);
        prop_assert_eq!(findings, vec![]);
    }
}
