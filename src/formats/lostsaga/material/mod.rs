//! Material texts: how the submeshes of a mesh are drawn (lostsaga-formats §8). Blocks hold techniques, those passes, and
//! those texture units; a viewer's share of their words is read, and the others are kept as lines.

mod nesting;
mod pass;
mod unit;
mod write;

use nesting::Entry;

use super::words::lines;
use crate::formats::ReadError;
use crate::formats::tally::{Tally, counted};
use crate::model::Finding;

pub use pass::{AlphaTest, Compare, Cull, Pass};
pub use unit::{Address, Filtering, Unit};
pub use write::write;

const COMMENT: &str = "//";

/// What one submesh is drawn with: the n-th block of a text belongs to the n-th submesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// Ways of drawing it; the game takes the first that the hardware can do.
    pub techniques: Vec<Technique>,
    /// Lines of other words.
    pub others: Vec<String>,
}

/// A way of drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Technique {
    /// Drawn one over the other.
    pub passes: Vec<Pass>,
    /// Lines of other words.
    pub others: Vec<String>,
}

/// Whether a file begins like a material text: the first line is `material`, and a brace follows.
pub fn is_material(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    let mut lines = lines(head, COMMENT).into_iter();
    let first = lines.next().unwrap_or_default();
    let Some((word, rest)) = first.split_at_checked("material".len()) else {
        return false;
    };
    let brace = |text: &str| text.trim_start().starts_with('{');
    let is_word_end = rest.is_empty() || brace(rest) || rest.starts_with(char::is_whitespace);
    word.eq_ignore_ascii_case("material")
        && is_word_end
        && (brace(rest) || rest.ends_with('{') || lines.next().is_some_and(|line| brace(&line)))
}

/// Reads the blocks of a text.
///
/// # Errors
/// A text without any block; braces nested deeper than any material's.
pub fn read(bytes: &[u8]) -> Result<(Vec<Block>, Vec<Finding>), ReadError> {
    let (entries, faults) = nesting::nest(&lines(bytes, COMMENT))?;
    let mut unknown = Tally::default();
    let mut blocks = Vec::new();
    for entry in entries {
        match entry.word().as_str() {
            "material" => blocks.push(block(entry, &mut unknown)),
            _ => unknown.add(entry.line),
        }
    }
    if blocks.is_empty() {
        let error = ReadError::new(0, "a material block", "none");
        return Err(error.advise("open a material text of the game"));
    }
    let mut findings = Vec::new();
    if faults > 0 {
        let braces = counted(faults, "brace is", "braces are");
        let message =
            format!("{braces} without a partner; what is read may be less than what was meant");
        let fix = "give each opening brace its closing one, each on a line of its own";
        findings.push(Finding::warning("lostsaga.material-braces", message, fix));
    }
    unknown.report(&mut findings, |count, first| {
        let lines = counted(count, "line is", "lines are");
        let message = format!("{lines} not known here and passed over; the first is {first:?}");
        let fix = "check the spelling; the game may know more words than this viewer";
        Finding::note("lostsaga.unknown-material-word", message, fix)
    });
    Ok((blocks, findings))
}

fn block(entry: Entry, unknown: &mut Tally<String>) -> Block {
    let mut block = Block::default();
    for entry in entry.body {
        match entry.word().as_str() {
            "technique" => block.techniques.push(technique(entry, unknown)),
            _ => keep(entry, &mut block.others, unknown),
        }
    }
    block
}

fn technique(entry: Entry, unknown: &mut Tally<String>) -> Technique {
    let mut technique = Technique::default();
    for entry in entry.body {
        match entry.word().as_str() {
            "pass" => technique.passes.push(pass::read(entry, unknown)),
            _ => keep(entry, &mut technique.others, unknown),
        }
    }
    technique
}

/// Keeps the line of a word without meaning here.
fn keep(entry: Entry, others: &mut Vec<String>, unknown: &mut Tally<String>) {
    unknown.add(entry.line.clone());
    others.push(entry.line);
}
