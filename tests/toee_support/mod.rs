//! What the tests of The Temple of Elemental Evil share.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs
)]

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common;

/// The folder of real files.
pub fn data() -> Option<PathBuf> {
    common::shared().map(|shared| shared.join("data/toee"))
}

/// Every file below the data folder whose name ends like this, ignoring case.
pub fn files_named(data: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let ends = |path: &PathBuf| {
        let name = path.to_string_lossy().to_lowercase();
        endings.iter().any(|ending| name.ends_with(ending))
    };
    common::files_below(data).into_iter().filter(ends).collect()
}

/// Every golden whose file name ends like this, with its name below the goldens' folder.
pub fn goldens(ending: &str) -> Vec<(String, Value)> {
    let Some(shared) = common::shared() else {
        return Vec::new();
    };
    let folder = shared.join("goldens/toee");
    let files = common::files_below(&folder).into_iter();
    let files = files.filter(|path| path.to_string_lossy().to_lowercase().ends_with(ending));
    let golden = |path: PathBuf| {
        let name = path.strip_prefix(shared.join("goldens")).unwrap();
        let name = name.to_string_lossy().into_owned();
        let golden = common::golden(&shared, &name);
        (name, golden)
    };
    files.map(golden).collect()
}

/// The checksum that the goldens give.
pub fn crc32(bytes: &[u8]) -> u64 {
    let crc = bytes.iter().fold(!0_u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xEDB8_8320 * (crc & 1))
        })
    });
    u64::from(!crc)
}

pub fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .or_else(|| value.as_str()?.parse().ok())
        .unwrap_or_else(|| panic!("no number: {value}"))
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

pub fn list(value: &Value) -> &[Value] {
    value
        .as_array()
        .unwrap_or_else(|| panic!("no list: {value}"))
}

pub fn index(value: &Value) -> usize {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("no index: {value}")) as usize
}

mod cloth;
mod cloth_commands;
mod cloth_odd;
mod commands;
pub mod curtain;
mod damage;
mod meshes;
mod opening;
mod pictures;
mod playback;
mod skeletons;
mod skins;
mod surfaces;
mod texts;
