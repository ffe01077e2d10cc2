//! The names behind hashes that a command prints.

use super::Failure;
use super::args::NamesArg;
use crate::formats::league::bin::{list, names::Names};
use crate::model::{Character, Finding};

/// The embedded names and those of the person's list.
pub fn names(args: &NamesArg) -> Result<Names, Failure> {
    let mut names = Names::default();
    if let Some(path) = &args.hashes {
        let list = list::read(path)
            .map_err(|why| Failure::Argument(format!("--hashes {}: {why}", path.display())))?;
        names.add_list(&list);
    }
    Ok(names)
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
