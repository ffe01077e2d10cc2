//! `.mes`, tables of numbered text: `{id}{text}`, with `//` comments between (toee-formats §1, §8).

use super::text::{bytes_of, text_of};
use crate::formats::ReadError;
use crate::formats::tally::{Tally, counted};
use crate::model::Finding;

/// Bytes in which a table's first entry is looked for.
const MOST_COMMENTS: usize = 4096;

/// A file as stored: what stands between braces, and what stands between those. Comments and white space are kept, so that
/// a table can be changed and written without touching the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mes {
    /// In file order.
    pub fields: Vec<Field>,
    /// What follows the last field.
    pub end: String,
}

/// What stands between two braces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// Comments and white space before it.
    pub before: String,
    /// Without its braces.
    pub text: String,
}

/// Whether a file begins like a table: nothing but comments before a number in braces.
pub fn is_mes(bytes: &[u8]) -> bool {
    let text = text_of(&bytes[..bytes.len().min(MOST_COMMENTS)]);
    let Some(open) = next_brace(&text, 0) else {
        return false;
    };
    let (before, rest) = text.split_at(open);
    let is_comment = |line: &str| line.trim().is_empty() || line.trim_start().starts_with("//");
    let id = rest[1..].split('}').next().unwrap_or_default().trim();
    before.lines().all(is_comment) && id.parse::<u32>().is_ok() && rest.contains("}")
}

/// Reads a table.
///
/// # Errors
/// Content without a single field, or with NUL bytes.
pub fn read(bytes: &[u8]) -> Result<(Mes, Vec<Finding>), ReadError> {
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        let error = ReadError::new(at as u64, "the text of a table", "a NUL byte");
        return Err(error.advise("open a .mes file"));
    }
    let text = text_of(bytes);
    let mut mes = Mes::default();
    let mut findings = Vec::new();
    let mut at = 0;
    while let Some(open) = next_brace(&text, at) {
        let Some(length) = text[open + 1..].find('}') else {
            let message = "a field has no closing brace; it is left out";
            let fix = "close the last field of the table";
            let offset = text[..open].chars().count() as u64;
            findings.push(Finding::error("toee.open-field", message, fix).at(offset));
            break;
        };
        let close = open + 1 + length;
        mes.fields.push(Field {
            before: text[at..open].to_owned(),
            text: text[open + 1..close].to_owned(),
        });
        at = close + 1;
    }
    mes.end = text[at..].to_owned();
    if mes.fields.is_empty() {
        return Err(ReadError::new(0, "fields in braces", "none").advise("open a .mes file"));
    }
    check(&mes, &mut findings);
    Ok((mes, findings))
}

/// Writes a table as it was stored.
pub fn write(mes: &Mes) -> Vec<u8> {
    let fields = mes.fields.iter();
    let mut text: String = fields
        .map(|field| format!("{}{{{}}}", field.before, field.text))
        .collect();
    text.push_str(&mes.end);
    bytes_of(&text)
}

impl Mes {
    /// Each number with its text, in file order. Numbers may repeat: the game takes the last.
    pub fn entries(&self) -> impl Iterator<Item = (u32, &str)> {
        let pairs = self.fields.chunks_exact(2);
        pairs.filter_map(|pair| Some((pair[0].text.trim().parse().ok()?, pair[1].text.as_str())))
    }

    /// The text of a number.
    pub fn get(&self, id: u32) -> Option<&str> {
        self.entries()
            .filter(|entry| entry.0 == id)
            .last()
            .map(|entry| entry.1)
    }
}

/// The next opening brace that is not in a comment.
fn next_brace(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let rest = &text[at..];
        let brace = rest.find('{')?;
        match rest.find("//") {
            Some(comment) if comment < brace => {
                at += comment + rest[comment..].find('\n')?;
            }
            _ => return Some(at + brace),
        }
    }
}

fn check(mes: &Mes, findings: &mut Vec<Finding>) {
    let mut bad = Tally::default();
    for pair in mes.fields.chunks(2) {
        if pair.len() < 2 || pair[0].text.trim().parse::<u32>().is_err() {
            bad.add(pair[0].text.clone());
        }
    }
    bad.report(findings, |count, first| {
        let message = format!(
            "{} not a number with a text and left out; the first begins {first:?}",
            counted(count, "pair of fields is", "pairs of fields are")
        );
        Finding::warning(
            "toee.bad-table-entry",
            message,
            "write each entry as {number}{text}",
        )
    });
}
