//! Names and counts as all files of the game store them (lostsaga-formats §1).

use std::fmt;

use crate::formats::reader::text;
use crate::formats::writer::Writer;
use crate::formats::{ReadError, Reader, WriteError};

/// Bytes of the longest name that is read. The client's own buffers hold 260 (lostsaga-formats §1).
const LONGEST: i32 = 1000;
/// From this length on a name does not fit in the client's buffers.
pub(super) const UNSAFE: usize = 260;
/// No file that is read is larger, and so a count that would need more is no count.
const LARGEST_FILE: usize = 24 << 20;

/// A name: bytes without an end mark, compared byte by byte.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Text(pub Vec<u8>);

impl Text {
    /// The bytes of a name.
    pub fn new(name: &str) -> Self {
        Self(name.as_bytes().to_vec())
    }

    /// For people, and for comparing: ASCII as it is, other bytes without loss.
    pub fn text(&self) -> String {
        text(&self.0)
    }

    /// Without any byte.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn read(reader: &mut Reader<'_>, what: &str) -> Result<Self, ReadError> {
        let at = *reader;
        let length = reader.i32(what)?;
        if length > LONGEST {
            let expected = format!("{what} of at most {LONGEST} bytes");
            let error = at.error(expected, format!("a length of {length}"));
            return Err(error.coded(super::BAD_COUNT));
        }
        // A length below zero stands for nothing, as in the client.
        let length = usize::try_from(length).unwrap_or(0);
        reader.take(length, what).map(|bytes| Self(bytes.to_vec()))
    }

    pub(super) fn write(&self, writer: &mut Writer) -> Result<(), WriteError> {
        if self.0.len() > LONGEST as usize {
            return Err(WriteError(format!("a name has at most {LONGEST} bytes")));
        }
        writer.i32(self.0.len() as i32).bytes(&self.0);
        Ok(())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

/// A signed count of items that take at least `size` bytes each, checked against the bytes that are left.
pub(super) fn read_count(
    reader: &mut Reader<'_>,
    size: usize,
    what: &str,
) -> Result<usize, ReadError> {
    let at = *reader;
    let stored = reader.i32(what)?;
    let count = usize::try_from(stored).ok();
    let bytes = count.and_then(|count| count.checked_mul(size));
    if bytes.is_none_or(|bytes| bytes > LARGEST_FILE) {
        let error = at.error(format!("a number of {what}"), stored.to_string());
        return Err(error.coded(super::BAD_COUNT));
    }
    reader.fits(stored, size, what)
}

/// A count for an encoder.
pub(super) fn write_count(writer: &mut Writer, count: usize) -> Result<(), WriteError> {
    let count = i32::try_from(count)
        .map_err(|_| WriteError("a list is too long for the format".to_owned()))?;
    writer.i32(count);
    Ok(())
}

/// Names that the client's buffers do not hold.
pub(super) fn is_unsafe(name: &Text) -> bool {
    name.0.len() >= UNSAFE
}
