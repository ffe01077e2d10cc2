//! Names as the game can take them: unique, and short enough for its buffers (lostsaga-formats §1, §2).

use std::collections::HashSet;

use crate::formats::lostsaga::skl::NO_PARENT;
use crate::model::Finding;
use crate::model::finding::counted;

/// Bytes that the client's buffers hold.
const LONGEST: usize = 259;
/// Names that a sentence lists.
const MOST_LISTED: usize = 5;

/// Gives out names, each once.
#[derive(Default)]
pub(super) struct NamesGiven {
    taken: HashSet<String>,
    renamed: Vec<String>,
    foreign: Vec<String>,
}

impl NamesGiven {
    /// The name itself, or the nearest that the game tells from those given before.
    pub fn give(&mut self, wanted: &str) -> String {
        let plain = match wanted {
            "" => "bone",
            wanted => wanted,
        };
        let mut name = cut(plain, LONGEST).to_owned();
        let mut number = 1;
        while name == NO_PARENT || self.taken.contains(&name) {
            number += 1;
            let ending = format!("_{number}");
            name = format!("{}{ending}", cut(plain, LONGEST - ending.len()));
        }
        if name != wanted {
            self.renamed.push(format!("{wanted:?} → {name:?}"));
        }
        if !name.is_ascii() {
            self.foreign.push(format!("{name:?}"));
        }
        self.taken.insert(name.clone());
        name
    }

    pub fn findings(&self) -> Vec<Finding> {
        let renamed = (!self.renamed.is_empty()).then(|| {
            let message = format!(
                "{} in Lost Saga, whose names are unique and shorter than 260 bytes: {}",
                counted(
                    self.renamed.len(),
                    "joint has another name",
                    "joints have other names"
                ),
                listed(&self.renamed)
            );
            let fix = "rename the joints before exporting if other files name them";
            Finding::note("export.joint-renamed", message, fix)
        });
        let foreign = (!self.foreign.is_empty()).then(|| {
            let message = format!(
                "{} other letters than ASCII, which no known file of Lost Saga has; they were written as UTF-8: {}",
                counted(self.foreign.len(), "joint name has", "joint names have"),
                listed(&self.foreign)
            );
            let fix = "rename the joints with plain letters";
            Finding::warning("export.name-not-ascii", message, fix)
        });
        renamed.into_iter().chain(foreign).collect()
    }
}

/// The first few of a list, and whether there are more.
pub(super) fn listed(names: &[String]) -> String {
    let first: Vec<&str> = names.iter().take(MOST_LISTED).map(String::as_str).collect();
    let more = if first.len() < names.len() {
        " …"
    } else {
        ""
    };
    format!("{}{more}", first.join(", "))
}

/// As much as fits, in whole letters.
fn cut(name: &str, bytes: usize) -> &str {
    &name[..name.floor_char_boundary(bytes)]
}

/// A name that every system takes for a file.
pub(super) fn file_name(name: &str) -> String {
    let odd = |letter: char| letter.is_control() || "/\\:*?\"<>|".contains(letter);
    let letters = name
        .chars()
        .map(|letter| if odd(letter) { '_' } else { letter });
    let name: String = letters.collect();
    match name.trim_matches(['.', ' ']) {
        "" => "unnamed".to_owned(),
        name => cut(name, 200).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_and_long_names_get_names_of_their_own() {
        let mut given = NamesGiven::default();
        let long = "ü".repeat(200);
        let names =
            ["hip", "hip", "hip_2", "", "NoParent", &long, &long].map(|name| given.give(name));
        assert_eq!(
            names[..5],
            ["hip", "hip_2", "hip_2_2", "bone", "NoParent_2"]
        );
        assert!(names.iter().all(|name| name.len() <= LONGEST));
        let unique: HashSet<&String> = names.iter().collect();
        assert_eq!(unique.len(), names.len());
        let codes: Vec<&str> = given
            .findings()
            .iter()
            .map(|finding| finding.code)
            .collect();
        assert_eq!(codes, ["export.joint-renamed", "export.name-not-ascii"]);
    }

    #[test]
    fn names_of_files_lead_nowhere_else() {
        for (name, expected) in [("../a:b", "_a_b"), ("..", "unnamed"), ("walk", "walk")] {
            assert_eq!(file_name(name), expected);
        }
    }
}
