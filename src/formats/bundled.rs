//! The sample that the program carries in itself, so that it has something to show wherever it runs.

use std::path::PathBuf;

use super::Opened;
use super::open::{parse_into, parse_texture};
use super::sniff::{self, Kind};
use crate::formats::league;
use crate::model::{Character, Family};

/// What the paths of the bundled files begin with. There is no such folder.
pub const FOLDER: &str = "sample";

macro_rules! sample_files {
    ($($file:literal),* $(,)?) => {
        [$(($file, include_bytes!(concat!("../../assets/samples/league/", $file)) as &[u8])),*]
    };
}

/// Path below the sample's folder, and content.
const LEAGUE: [(&str, &[u8]); 10] = sample_files![
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
    let content = |path: &std::path::Path| {
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
