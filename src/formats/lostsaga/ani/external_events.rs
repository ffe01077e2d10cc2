//! `.ant`, events in a text beside a clip (lostsaga-formats §6).

use super::Event;
use crate::formats::ReadError;
use crate::formats::lostsaga::{BAD_COUNT, TRUNCATED, Text};

/// Reads the events, which replace those of the clip. One value a line: version, count, then for each event its time, the
/// length of its type and the type, the length of its info and the info; a text of length 0 has no line.
///
/// # Errors
/// `lostsaga.bad-count`, `lostsaga.truncated`.
pub fn read(bytes: &[u8]) -> Result<Vec<Event>, ReadError> {
    let mut lines = Lines { bytes, at: 0 };
    lines.number::<i32>("version")?;
    let count = lines.number::<i32>("count of events")?;
    // Three lines an event, of two bytes each, at least.
    let most = (bytes.len() - lines.at) / 6 + 1;
    let count = usize::try_from(count).ok().filter(|&count| count <= most);
    let Some(count) = count else {
        let expected = format!("at most {most} events");
        return Err(ReadError::new(lines.at as u64, expected, "another count").coded(BAD_COUNT));
    };
    (0..count).map(|_| lines.event()).collect()
}

struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Lines<'_> {
    fn event(&mut self) -> Result<Event, ReadError> {
        let time = self.number("time of an event")?;
        Ok(Event {
            time,
            kind: self.text("type of an event")?,
            info: self.text("info of an event")?,
        })
    }

    fn line(&mut self, what: &str) -> Result<&[u8], ReadError> {
        let rest = &self.bytes[self.at..];
        if rest.is_empty() {
            let error = ReadError::new(self.at as u64, what, "the end of the file");
            return Err(error.coded(TRUNCATED));
        }
        let end = rest.iter().position(|&byte| byte == b'\n');
        self.at += end.map_or(rest.len(), |end| end + 1);
        let line = &rest[..end.unwrap_or(rest.len())];
        Ok(line.strip_suffix(b"\r").unwrap_or(line))
    }

    fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, ReadError> {
        let at = self.at as u64;
        let line = self.line(what)?;
        let number = std::str::from_utf8(line).ok();
        let number = number.and_then(|line| line.trim().parse().ok());
        number.ok_or_else(|| {
            let shown = &line[..line.len().min(40)];
            let found = format!("\"{}\"", shown.escape_ascii());
            ReadError::new(at, format!("a number: {what}"), found).coded(BAD_COUNT)
        })
    }

    fn text(&mut self, what: &str) -> Result<Text, ReadError> {
        let length: i32 = self.number(what)?;
        match length > 0 {
            true => Ok(Text(self.line(what)?.to_vec())),
            false => Ok(Text::default()),
        }
    }
}
