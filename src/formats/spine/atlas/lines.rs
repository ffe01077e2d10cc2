//! The lines of a text, whatever ends them.

/// A line without white space around it.
pub(super) struct Line<'a> {
    /// Bytes from the start of the text.
    pub(super) at: u64,
    pub(super) text: &'a str,
}

impl<'a> Line<'a> {
    /// `key: values`; `None` for a name.
    pub(super) fn entry(&self) -> Option<(&'a str, &'a str)> {
        let (key, values) = self.text.split_once(':')?;
        Some((key.trim(), values.trim()))
    }
}

/// Lines that end with LF, CRLF or CR alone; a byte order mark is no part of the first.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut at = mark;
    let mut ended = false;
    std::iter::from_fn(move || {
        if ended {
            return None;
        }
        let rest = text.get(at..)?;
        let end = rest.find(['\r', '\n']);
        let line = Line {
            at: at as u64,
            text: rest.get(..end.unwrap_or(rest.len()))?.trim(),
        };
        match end {
            Some(end) if rest[end..].starts_with("\r\n") => at += end + 2,
            Some(end) => at += end + 1,
            None => ended = true,
        }
        Some(line)
    })
}
