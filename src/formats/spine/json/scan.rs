//! Finds the version in a JSON skeleton without reading the rest.

use super::value;

/// What the outside of a JSON file says.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// `skeleton.spine`, and where it stands.
    pub(super) version: Option<(String, u64)>,
    /// There are bones, and slots or a header.
    pub(super) is_skeleton: bool,
}

/// Goes over the file once, strings and brackets only.
pub(super) fn scan(bytes: &[u8]) -> Scan {
    let mut found = Scan::default();
    let start = if bytes.starts_with(b"\xef\xbb\xbf") {
        3
    } else {
        0
    };
    let rest = &bytes[start..];
    if rest.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        return found;
    }
    let (mut bones, mut more, mut in_header) = (false, false, false);
    let mut depth = 0_usize;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let Some(end) = end_of_string(bytes, at) else {
                    break;
                };
                let text = &bytes[at + 1..end];
                let is_key = next_byte(bytes, end + 1) == Some(b':');
                match (depth, is_key) {
                    (1, true) => {
                        in_header = text == b"skeleton";
                        bones |= text == b"bones";
                        more |= in_header || text == b"slots";
                    }
                    (2, true) if in_header && text == b"spine" => {
                        found.version = value_text(bytes, end + 1);
                    }
                    _ => {}
                }
                at = end;
            }
            _ => {}
        }
        at += 1;
    }
    found.is_skeleton = bones && more;
    found
}

/// The offset of the quotation mark that ends a string.
fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

fn next_byte(bytes: &[u8], at: usize) -> Option<u8> {
    bytes
        .get(at..)?
        .iter()
        .copied()
        .find(|byte| !byte.is_ascii_whitespace())
}

/// The string behind a key's colon.
fn value_text(bytes: &[u8], behind_key: usize) -> Option<(String, u64)> {
    let quote = |byte: &u8| *byte == b'"';
    let start = behind_key + bytes.get(behind_key..)?.iter().position(quote)?;
    let end = end_of_string(bytes, start)?;
    let string = value::Value::parse(bytes.get(start..=end)?).ok()?;
    match string.kind {
        value::Kind::String(text) => Some((text, start as u64)),
        _ => None,
    }
}
