//! The names behind hashes that a command prints.

use std::fs;
use std::path::Path;

use super::Failure;
use super::args::NamesArg;
use crate::formats::league::bin::names::Names;
use crate::model::{Character, Finding};

/// Larger lists are refused: what is read of one takes several times its size.
const MOST_BYTES: u64 = 32 << 20;

/// The embedded names and those of the person's list.
pub fn names(args: &NamesArg) -> Result<Names, Failure> {
    let mut names = Names::default();
    if let Some(path) = &args.hashes {
        names.add_list(&read(path)?);
    }
    Ok(names)
}

fn read(path: &Path) -> Result<String, Failure> {
    let refuse = |why: String| Failure::Argument(format!("--hashes {}: {why}", path.display()));
    let metadata = fs::metadata(path)
        .map_err(|error| refuse(format!("it cannot be read ({error}); check the path")))?;
    if !metadata.is_file() {
        return Err(refuse("it is no file; name a text file".into()));
    }
    if metadata.len() > MOST_BYTES {
        return Err(refuse(format!(
            "the list has {} MiB, and at most {} are read; keep the lines that you need",
            metadata.len() >> 20,
            MOST_BYTES >> 20
        )));
    }
    let bytes = fs::read(path).map_err(|error| refuse(format!("it cannot be read ({error})")))?;
    String::from_utf8(bytes).map_err(|_| refuse("it is no text; save the list as UTF-8".into()))
}

/// The same with a character's own names.
pub fn with_character(names: &Names, character: &Character) -> Names {
    let mut names = names.clone();
    names.add_character(character);
    names
}

/// A finding whose hashes are explained.
pub fn explained(names: &Names, finding: &Finding) -> Finding {
    Finding {
        message: names.explain(&finding.message),
        ..finding.clone()
    }
}
