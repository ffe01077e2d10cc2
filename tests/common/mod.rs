//! What every test file needs: the optional folder of real game files beside the checkout, and its golden values.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs
)]

use std::path::{Path, PathBuf};

use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::scene::Scene;

/// The folder of real files and goldens, `../shared` or `$RIGSCOPE_SHARED`; `None` (said aloud) where there is none.
pub fn shared() -> Option<PathBuf> {
    let folder = std::env::var_os("RIGSCOPE_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"),
        PathBuf::from,
    );
    let there = folder.join("data").is_dir();
    if !there {
        eprintln!(
            "NOT COVERED: no folder of real files at {}",
            folder.display()
        );
    }
    there.then_some(folder)
}

/// Reads one golden document, path below `goldens/`.
pub fn golden(shared: &Path, path: &str) -> serde_json::Value {
    let path = shared.join("goldens").join(path);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// Every file below a folder, sorted.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path)
            } else {
                files.push(path)
            }
        }
    }
    files.sort();
    files
}

/// Files below a folder with one of these endings, ignoring case.
pub fn files_ending(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let ends = |path: &PathBuf| {
        path.extension().is_some_and(|ending| {
            endings
                .iter()
                .any(|wanted| ending.eq_ignore_ascii_case(wanted))
        })
    };
    files_below(folder).into_iter().filter(ends).collect()
}

/// What a window shows of the first character of a file or folder, paused.
pub fn paused(path: &Path) -> Scene {
    let paths = [path.to_path_buf()];
    let opened = open(&paths, &OpenOptions::default(), &Progress::default()).unwrap();
    let mut scene = Scene::default();
    scene.show(opened.characters.into_iter().next().unwrap());
    scene.clock.playing = false;
    scene
}

/// Counts what a golden test compared, and fails where it compared nothing.
#[derive(Default)]
pub struct Coverage {
    pub files: usize,
    pub values: usize,
}

impl Coverage {
    /// One number within a tolerance.
    #[track_caller]
    pub fn near(&mut self, what: &str, found: f32, expected: f64, tolerance: f64) {
        let difference = (f64::from(found) - expected).abs();
        assert!(
            difference <= tolerance,
            "{what}: found {found}, expected {expected}, off by {difference}"
        );
        self.values += 1;
    }

    /// Numbers within a tolerance; lengths must agree.
    #[track_caller]
    pub fn all_near(
        &mut self,
        what: &str,
        found: &[f32],
        expected: &serde_json::Value,
        tolerance: f64,
    ) {
        let expected = expected
            .as_array()
            .unwrap_or_else(|| panic!("{what}: the golden is no list"));
        assert_eq!(found.len(), expected.len(), "{what}: number of values");
        for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
            self.near(
                &format!("{what}[{index}]"),
                *found,
                expected.as_f64().unwrap(),
                tolerance,
            );
        }
    }

    /// Anything that must be equal.
    #[track_caller]
    pub fn equal<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, found: T, expected: T) {
        assert_eq!(found, expected, "{what}");
        self.values += 1;
    }

    /// Says what was covered; fails where nothing was.
    #[track_caller]
    pub fn report(&self, what: &str) {
        println!(
            "{what}: compared {} files, {} values",
            self.files, self.values
        );
        assert!(self.files > 0 && self.values > 0, "{what}: covered nothing");
    }
}

/// Hands over every prefix of a file, and the file with every byte changed in three ways. Gives how many there were.
pub fn damage(bytes: &[u8], survive: impl Fn(&[u8])) -> usize {
    for length in 0..bytes.len() {
        survive(&bytes[..length]);
    }
    for at in 0..bytes.len() {
        for changed in [bytes[at] ^ 0xFF, 0xFF, 0x00] {
            let mut damaged = bytes.to_vec();
            damaged[at] = changed;
            survive(&damaged);
        }
    }
    4 * bytes.len()
}

/// The same for every small file of an ending below a folder; fails where there is none.
pub fn damage_small_files(folder: &Path, ending: &str, survive: impl Fn(&[u8])) {
    let mut coverage = Coverage::default();
    for path in files_ending(folder, &[ending]) {
        let bytes = std::fs::read(&path).unwrap();
        if bytes.len() < 5000 {
            coverage.values += damage(&bytes, &survive);
            coverage.files += 1;
        }
    }
    coverage.report(&format!("damaged .{ending}"));
}
