//! Text files of the game: single bytes, no encoding of more than one.

/// The text of a file, one character a byte, so that [`bytes_of`] gives the same bytes again.
pub(super) fn text_of(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// The bytes of a text. Characters that are no single byte become `?`.
pub(super) fn bytes_of(text: &str) -> Vec<u8> {
    let byte = |letter: char| u8::try_from(u32::from(letter)).unwrap_or(b'?');
    text.chars().map(byte).collect()
}
