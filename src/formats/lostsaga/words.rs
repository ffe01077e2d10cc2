//! Lines of the game's texts, as words.

use std::str::SplitWhitespace;

use crate::formats::reader::text;

/// The lines of a text without their comments and the white space around them; empty ones are left out. `comment` is what a
/// comment begins with.
pub(super) fn lines(bytes: &[u8], comment: &str) -> Vec<String> {
    let whole = text(bytes);
    let whole = whole.trim_start_matches('\u{feff}');
    let bare = |line: &str| {
        let end = line.find(comment).unwrap_or(line.len());
        // Control bytes are white space: a text may end with a NUL or ^Z.
        let blank = |c: char| c.is_whitespace() || c.is_control();
        line[..end].trim_matches(blank).to_owned()
    };
    let lines = whole.lines().map(bare);
    lines.filter(|line| !line.is_empty()).collect()
}

/// The next number of a line; `None` for another word and for what is not finite.
pub(super) fn number(words: &mut SplitWhitespace<'_>) -> Option<f32> {
    let number: f32 = words.next()?.parse().ok()?;
    number.is_finite().then_some(number)
}

/// So many numbers.
pub(super) fn numbers<const N: usize>(words: &mut SplitWhitespace<'_>) -> Option<[f32; N]> {
    let mut found = [0.0; N];
    for place in &mut found {
        *place = number(words)?;
    }
    Some(found)
}

/// What a file is called in a text: the rest of the line, which may be in quotes.
pub(super) fn file_of(rest: &str) -> Option<String> {
    let name = rest.trim().trim_matches('"').trim();
    (!name.is_empty()).then(|| name.to_owned())
}
