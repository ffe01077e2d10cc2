//! Lines and braces → entries within entries.

use std::str::SplitWhitespace;

use crate::formats::ReadError;

/// Material, technique, pass, unit, and as many again.
const DEEPEST: usize = 8;

/// A line, and what stands in the braces below it.
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub line: String,
    pub body: Vec<Entry>,
}

impl Entry {
    /// The first word, lower case.
    pub fn word(&self) -> String {
        let word = self.line.split_whitespace().next().unwrap_or_default();
        word.to_ascii_lowercase()
    }

    /// The words behind the first.
    pub fn arguments(&self) -> SplitWhitespace<'_> {
        let mut words = self.line.split_whitespace();
        words.next();
        words
    }

    /// What stands behind the first word.
    pub fn rest(&self) -> &str {
        let line = self.line.trim_start();
        let end = line.find(char::is_whitespace).unwrap_or(line.len());
        line[end..].trim()
    }
}

/// Nests lines by their braces, and counts the braces without a partner.
pub(super) fn nest(lines: &[String]) -> Result<(Vec<Entry>, usize), ReadError> {
    let mut faults = 0;
    // The entries of each level that is open; the last entry of a level owns the next level.
    let mut open: Vec<Vec<Entry>> = vec![Vec::new()];
    for line in lines {
        for piece in pieces(line) {
            match piece {
                "{" if open.len() > DEEPEST => {
                    let expected = format!("braces at most {DEEPEST} deep");
                    let found = format!("one more, after {:?}", last_line(&open));
                    return Err(ReadError::new(0, expected, found));
                }
                "{" => {
                    let level = open.last_mut();
                    if let Some(level) = level.filter(|level| level.is_empty()) {
                        level.push(Entry::default());
                        faults += 1;
                    }
                    open.push(Vec::new());
                }
                "}" if open.len() == 1 => faults += 1,
                "}" => close(&mut open),
                text => {
                    if let Some(level) = open.last_mut() {
                        let line = text.to_owned();
                        level.push(Entry {
                            line,
                            ..Entry::default()
                        });
                    }
                }
            }
        }
    }
    while open.len() > 1 {
        faults += 1;
        close(&mut open);
    }
    Ok((open.pop().unwrap_or_default(), faults))
}

/// Gives the last level to the entry that owns it.
fn close(open: &mut Vec<Vec<Entry>>) {
    let body = open.pop().unwrap_or_default();
    if let Some(owner) = open.last_mut().and_then(|level| level.last_mut()) {
        owner.body.extend(body);
    }
}

fn last_line(open: &[Vec<Entry>]) -> &str {
    let levels = open.iter().rev();
    let mut lasts = levels.filter_map(|level| level.last());
    lasts.next().map_or("", |entry| &entry.line)
}

/// A line's text and its braces, in order. In the game's own texts each brace has a line of its own.
fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let parts = line.split_inclusive(['{', '}']);
    parts.flat_map(|part| {
        let brace = part.len() - usize::from(part.ends_with(['{', '}']));
        let (text, brace) = part.split_at(brace);
        [text.trim(), brace]
            .into_iter()
            .filter(|piece| !piece.is_empty())
    })
}
