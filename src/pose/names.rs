//! Joints by name, for families whose names heed case (lostsaga-formats §2).

use std::collections::HashMap;

use crate::model::{Names, Skeleton};

/// Names longer than this get no suggestion, which is a help and not worth a wait.
const LONGEST_COMPARED: usize = 64;
/// Names that a sentence lists; what comes after is counted.
const MOST_LISTED: usize = 8;

/// How a name found its joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// Letter by letter.
    Exact,
    /// But for the case.
    OtherCase,
    /// Not at all, and the first joint stands in, as in the game.
    FirstJoint,
}

/// The joints of a skeleton by their names.
pub struct NameTable<'a> {
    skeleton: &'a Skeleton,
    exact: HashMap<&'a str, usize>,
    lower: HashMap<String, usize>,
}

impl<'a> NameTable<'a> {
    /// Of two joints of a name the first counts.
    pub fn new(skeleton: &'a Skeleton) -> Self {
        let (mut exact, mut lower) = (HashMap::new(), HashMap::new());
        for (index, joint) in skeleton.joints.iter().enumerate() {
            exact.entry(joint.name.as_str()).or_insert(index);
            lower
                .entry(joint.name.to_ascii_lowercase())
                .or_insert(index);
        }
        Self {
            skeleton,
            exact,
            lower,
        }
    }

    /// The joint of a name, by the skeleton's own rule.
    pub fn find(&self, name: &str) -> Option<(usize, Match)> {
        if let Some(&joint) = self.exact.get(name) {
            return Some((joint, Match::Exact));
        }
        match self.skeleton.names {
            Names::ExactElseFirstJoint => {
                let has_any = !self.skeleton.joints.is_empty();
                has_any.then_some((0, Match::FirstJoint))
            }
            Names::AnyCase | Names::ExactFirst => {
                let joint = self.lower.get(&name.to_ascii_lowercase())?;
                Some((*joint, Match::OtherCase))
            }
        }
    }

    /// The joint's name that takes the fewest changes to become `name`, ignoring case.
    pub fn nearest(&self, name: &str) -> Option<&'a str> {
        let wanted = name.to_ascii_lowercase();
        let joints = self.skeleton.joints.iter();
        let near = joints.filter_map(|joint| {
            let changes = changes(&wanted, &joint.name.to_ascii_lowercase())?;
            Some((changes, joint.name.as_str()))
        });
        near.min_by_key(|(changes, _)| *changes).map(|near| near.1)
    }
}

/// Letters to insert, take out or replace to make one of the other.
fn changes(a: &str, b: &str) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len().max(b.len()) > LONGEST_COMPARED {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (line, from) in a.iter().enumerate() {
        let mut diagonal = line;
        row[0] = line + 1;
        for (column, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row.last().copied()
}

/// Names in a sentence: the first few, and how many more there are.
pub fn listed(names: impl Iterator<Item = String>) -> String {
    let mut names = names.fuse();
    let shown: Vec<String> = names.by_ref().take(MOST_LISTED).collect();
    match names.count() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// A name that was not found, and the one that may have been meant.
pub fn with_nearest(name: &str, nearest: Option<&str>) -> String {
    match nearest {
        Some(nearest) => format!("{name:?} (nearest {nearest:?})"),
        None => format!("{name:?}"),
    }
}
