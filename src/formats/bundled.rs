//! The samples that the program carries in itself, so that it has something to show wherever it runs.

use std::fs;
use std::path::{Path, PathBuf};

use super::open::{parse_into, parse_texture};
use super::sniff::{self, Kind};
use super::{OpenError, OpenOptions, Opened, Progress};
use crate::formats::league;
use crate::model::{Character, Family};

/// What the paths of the bundled files begin with. There is no such folder.
pub const FOLDER: &str = "sample";

macro_rules! sample_files {
    ($folder:literal, $($file:literal),* $(,)?) => {
        &[$((
            $file,
            include_bytes!(concat!("../../assets/samples/", $folder, "/", $file)) as &[u8],
        )),*]
    };
}

/// Path below the sample's folder, and content.
type Files = &'static [(&'static str, &'static [u8])];

const LEAGUE: Files = sample_files![
    "league",
    "pip.skl",
    "pip.skn",
    "pip_animations_skin0.bin",
    "pip_skin0.bin",
    "animations/dance.anm",
    "animations/idle.anm",
    "animations/walk.anm",
    "pip_base_scarf_tx_cm.tex",
    "pip_base_tx_cm.tex",
    "pip_base_wrench_tx_cm.tex",
];
const SPINE: Files = sample_files!["spine", "dot.skel", "dot.atlas", "dot.png"];
const TOEE: Files = sample_files![
    "toee",
    "art/meshes/tock/tock.skm",
    "art/meshes/tock/tock.ska",
    "art/meshes/tock/tock.mdf",
    "art/meshes/tock/tock.tga",
    "art/meshes/tock/tock_glow.tga",
    "art/meshes/tock/tock_orb.mdf",
];
const LOST_SAGA: Files = sample_files![
    "lostsaga",
    "resource/animation/wick_bow.ani",
    "resource/animation/wick_idle.ani",
    "resource/animation/wick_walk.ani",
    "resource/material/wick_body.txt",
    "resource/material/wick_cap.txt",
    "resource/material/wick_lamp.txt",
    "resource/mesh/wick.cms",
    "resource/mesh/wick_body.msh",
    "resource/mesh/wick_cap.msh",
    "resource/mesh/wick_lamp.msh",
    "resource/model/animodel/wick.txt",
    "resource/skeleton/wick.skl",
    "resource/skeleton/wick_tall.skl",
    "resource/texture/wick.dds",
    "resource/texture/wick_glow.lsc",
];

/// The sample of a family. League's is read from memory; the others', whose files find each other on a disk, are put into
/// `folder` first, where they are not there yet.
///
/// # Errors
/// Where a file cannot be put there.
pub fn sample(family: Family, folder: &Path, progress: &Progress) -> Result<Opened, OpenError> {
    let files = match family {
        Family::League => return Ok(league()),
        Family::Spine => SPINE,
        Family::Toee => TOEE,
        Family::LostSaga => LOST_SAGA,
    };
    let home = folder.join(family.word());
    for (name, bytes) in files {
        progress.check()?;
        put(&home.join(name), bytes)?;
    }
    super::open(&[home], &OpenOptions::default(), progress)
}

/// Writes a file that is not there, or is another.
fn put(path: &Path, bytes: &[u8]) -> Result<(), OpenError> {
    let size = fs::metadata(path).map_or(0, |metadata| metadata.len());
    if size == bytes.len() as u64 && fs::read(path).is_ok_and(|own| own == bytes) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| OpenError::Unreadable {
        path: path.into(),
        reason: format!("the sample cannot be put there ({error})"),
        advice: "make room, or make the folder writable".into(),
    })
}

/// The League sample, as if its folder had been opened.
pub fn league() -> Opened {
    let mut character = Character::empty(Family::League, "pip");
    let mut textures = Vec::new();
    for (name, bytes) in LEAGUE {
        let path = PathBuf::from(FOLDER).join(name);
        match sniff::kind(bytes) {
            Some(Kind::Tex | Kind::Dds) => textures.push(path),
            Some(kind) => {
                if let Err(error) = parse_into(&mut character, kind, &path, false, bytes) {
                    character.findings.push(error.to_finding());
                }
            }
            None => {}
        }
    }
    let content = |path: &Path| {
        let name = path.strip_prefix(FOLDER).ok()?.to_str()?;
        LEAGUE
            .iter()
            .find(|(file, _)| *file == name)
            .map(|(_, bytes)| *bytes)
    };
    let at_hand = league::materials::AtHand {
        beside: &textures,
        in_tree: false,
    };
    league::skin_bin::attach(&mut character);
    league::materials::assign(&mut character, &at_hand, |character, path| {
        let index = parse_texture(character, path, content(path)?);
        index
            .map_err(|error| character.findings.push(error.to_finding()))
            .ok()
    });
    league::graph::attach(&mut character);
    Opened {
        characters: vec![character],
        unknown: Vec::new(),
    }
}
