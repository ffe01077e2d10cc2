//! The cursor of a binary skeleton: big-endian numbers, variable-length counts, strings and references to them.

use crate::formats::spine::version::Layout;
use crate::formats::tally::{Tally, counted};
use crate::formats::{ReadError, Reader};
use crate::model::Finding;
use crate::model::spine::{Rgba, rgba};

type Result<T> = std::result::Result<T, ReadError>;

/// Where a file is read, and what all parts of it depend on.
pub(super) struct Input<'a> {
    reader: Reader<'a>,
    /// Which parts there are.
    pub(super) layout: Layout,
    /// The editor's data are there.
    pub(super) nonessential: bool,
    strings: Vec<String>,
    bad_numbers: Tally<(u64, String)>,
    bad_text: Tally<(u64, String)>,
    odd_counts: Tally<(u64, String)>,
}

impl<'a> Input<'a> {
    pub(super) fn new(bytes: &'a [u8], layout: Layout) -> Self {
        Self {
            reader: Reader::new(bytes),
            layout,
            nonessential: false,
            strings: Vec::new(),
            bad_numbers: Tally::default(),
            bad_text: Tally::default(),
            odd_counts: Tally::default(),
        }
    }

    pub(super) fn offset(&self) -> u64 {
        self.reader.offset()
    }

    pub(super) fn remaining(&self) -> usize {
        self.reader.remaining()
    }

    pub(super) fn is_early(&self) -> bool {
        self.layout == Layout::EarlyBeta
    }

    pub(super) fn error(&self, expected: impl Into<String>, found: impl Into<String>) -> ReadError {
        self.reader.error(expected, found)
    }

    pub(super) fn byte(&mut self, what: &str) -> Result<u8> {
        self.reader.u8(what)
    }

    pub(super) fn flag(&mut self, what: &str) -> Result<bool> {
        Ok(self.byte(what)? != 0)
    }

    pub(super) fn int(&mut self, what: &str) -> Result<i32> {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(self.reader.take(4, what)?);
        Ok(i32::from_be_bytes(bytes))
    }

    /// A single; what is not finite is 0 and counted.
    pub(super) fn float(&mut self, what: &str) -> Result<f64> {
        let at = self.offset();
        let value = f32::from_bits(self.int(what)? as u32);
        if value.is_finite() {
            return Ok(f64::from(value));
        }
        self.bad_numbers.add((at, format!("{what}: {value}")));
        Ok(0.0)
    }

    /// A single if a flag says that it is there.
    pub(super) fn float_if(&mut self, there: bool, otherwise: f64, what: &str) -> Result<f64> {
        if there {
            self.float(what)
        } else {
            Ok(otherwise)
        }
    }

    /// `count` singles.
    pub(super) fn floats(&mut self, count: usize, what: &str) -> Result<Vec<f64>> {
        self.reader.fits(count, 4, what)?;
        (0..count).map(|_| self.float(what)).collect()
    }

    pub(super) fn color(&mut self, what: &str) -> Result<Rgba> {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(self.reader.take(4, what)?);
        Ok(rgba(bytes))
    }

    /// A variable-length unsigned number of at most five bytes.
    pub(super) fn varint(&mut self, what: &str) -> Result<u32> {
        let start = self.reader;
        let mut value = 0_u32;
        for shift in (0..35).step_by(7) {
            let byte = self.byte(what)?;
            value |= u32::from(byte & 0x7f).wrapping_shl(shift);
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(start.error(
            format!("{what} in at most five bytes"),
            "a fifth byte that announces a sixth",
        ))
    }

    /// A variable-length number whose lowest bit is the sign.
    pub(super) fn signed_varint(&mut self, what: &str) -> Result<i32> {
        let value = self.varint(what)?;
        Ok((value >> 1) as i32 ^ -((value & 1) as i32))
    }

    /// A number of things of at least `size` bytes each, all of which lie before the end.
    pub(super) fn count(&mut self, size: usize, what: &str) -> Result<usize> {
        let start = self.reader;
        let count = self.varint(what)?;
        if (count as usize).saturating_mul(size) > self.remaining() {
            return Err(start.error(
                format!("a number of {what} that fits the file"),
                format!("{count}, with {} bytes to the end", self.remaining()),
            ));
        }
        Ok(count as usize)
    }

    /// An index below `count`.
    pub(super) fn index(&mut self, count: usize, what: &str) -> Result<usize> {
        let start = self.reader;
        let index = self.varint(what)? as usize;
        if index < count {
            return Ok(index);
        }
        Err(start.error(format!("{what} below {count}"), index.to_string()))
    }

    /// A list of indices below `count`.
    pub(super) fn indices(&mut self, count: usize, what: &str) -> Result<Vec<usize>> {
        let length = self.count(1, what)?;
        (0..length).map(|_| self.index(count, what)).collect()
    }

    /// One of an enumeration's values, from a byte.
    pub(super) fn choice<T: Copy>(&mut self, all: &[T], what: &str) -> Result<T> {
        let start = self.reader;
        let byte = self.byte(what)?;
        let found = all.get(usize::from(byte)).copied();
        found.ok_or_else(|| start.error(format!("{what} below {}", all.len()), byte.to_string()))
    }

    /// A string; `None` is written as a length of 0.
    pub(super) fn string(&mut self, what: &str) -> Result<Option<String>> {
        let length = self.count(1, what)?;
        let Some(length) = length.checked_sub(1) else {
            return Ok(None);
        };
        let at = self.offset();
        let bytes = self.reader.take(length, what)?;
        let text = String::from_utf8_lossy(bytes).into_owned();
        if text.as_bytes() != bytes {
            self.bad_text.add((at, text.clone()));
        }
        Ok(Some(text))
    }

    /// A string that may not be empty.
    pub(super) fn name(&mut self, what: &str) -> Result<String> {
        let start = self.reader;
        let name = self.string(what)?;
        name.filter(|name| !name.is_empty())
            .ok_or_else(|| start.error(what, "an empty string"))
    }

    /// The table that [`Self::string_ref`] refers to.
    pub(super) fn read_strings(&mut self) -> Result<()> {
        let count = self.count(1, "strings")?;
        for _ in 0..count {
            let string = self.name("a string of the table")?;
            self.strings.push(string);
        }
        Ok(())
    }

    /// A reference into the table of strings; 0 is `None`.
    pub(super) fn string_ref(&mut self, what: &str) -> Result<Option<String>> {
        let start = self.reader;
        let index = self.varint(what)? as usize;
        let Some(index) = index.checked_sub(1) else {
            return Ok(None);
        };
        match self.strings.get(index) {
            Some(string) => Ok(Some(string.clone())),
            None => Err(start.error(
                format!("{what} among {} strings", self.strings.len()),
                format!("string {index}"),
            )),
        }
    }

    /// A reference that may not be `None`.
    pub(super) fn name_ref(&mut self, what: &str) -> Result<String> {
        let start = self.reader;
        self.string_ref(what)?
            .ok_or_else(|| start.error(what, "no string"))
    }

    /// Counts a stated number that does not hold, although nothing depends on it.
    pub(super) fn compare(&mut self, what: &str, stated: usize, found: usize) {
        if stated != found {
            let at = self.offset();
            let text = format!("{stated} {what} stated, {found} found");
            self.odd_counts.add((at, text));
        }
    }

    /// What was odd about numbers and texts.
    pub(super) fn report(self, findings: &mut Vec<Finding>) {
        self.bad_numbers.report(findings, |count, (at, first)| {
            let message = format!(
                "{} not finite and used as 0; the first is the {first}",
                counted(count, "number is", "numbers are"),
            );
            let fix = "export the skeleton again; the pose is not the editor's";
            Finding::error("spine.bad-number", message, fix).at(at)
        });
        self.bad_text.report(findings, |count, (at, first)| {
            let message = format!(
                "{} no UTF-8; the first reads {first:?}",
                counted(count, "string is", "strings are"),
            );
            let fix = "export the skeleton again if names do not match";
            Finding::warning("spine.bad-text", message, fix).at(at)
        });
        self.odd_counts.report(findings, |count, (at, first)| {
            let message = format!(
                "{} not hold; the first: {first}",
                counted(count, "stated number does", "stated numbers do"),
            );
            let fix = "export the skeleton again if anything looks wrong";
            Finding::warning("spine.odd-count", message, fix).at(at)
        });
    }
}
