//! The buffer of the binary encoder, the twin of [`super::super::input`].

use std::collections::HashMap;

use crate::formats::WriteError;
use crate::model::spine::Rgba;

type Result<T> = std::result::Result<T, WriteError>;

/// Grows as it is written; strings that are referred to are gathered on the way.
pub(super) struct Output {
    bytes: Vec<u8>,
    strings: Vec<String>,
    indices: HashMap<String, u32>,
    /// Write the editor's data too.
    pub(super) nonessential: bool,
}

impl Output {
    pub(super) fn new(nonessential: bool) -> Self {
        Self {
            bytes: Vec::new(),
            strings: Vec::new(),
            indices: HashMap::new(),
            nonessential,
        }
    }

    /// What was written, and the strings that it refers to.
    pub(super) fn finish(self) -> (Vec<u8>, Vec<String>) {
        (self.bytes, self.strings)
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(super) fn flag(&mut self, value: bool) {
        self.byte(u8::from(value));
    }

    pub(super) fn int(&mut self, value: i32) {
        self.raw(&value.to_be_bytes());
    }

    pub(super) fn float(&mut self, value: f64) {
        self.raw(&(value as f32).to_be_bytes());
    }

    pub(super) fn float_if(&mut self, wanted: bool, value: f64) {
        if wanted {
            self.float(value);
        }
    }

    /// A share of 255, rounded.
    pub(super) fn channel(&mut self, value: f64) {
        self.byte((value * 255.0).round() as u8);
    }

    pub(super) fn color(&mut self, color: Rgba) {
        color.into_iter().for_each(|value| self.channel(value));
    }

    /// The editor's colour, if its data are wanted.
    pub(super) fn editor_color(&mut self, color: Rgba) {
        if self.nonessential {
            self.color(color);
        }
    }

    pub(super) fn varint(&mut self, value: u32) {
        let mut rest = value;
        while rest > 0x7f {
            self.byte(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.byte(rest as u8);
    }

    pub(super) fn signed_varint(&mut self, value: i32) {
        self.varint((value << 1 ^ value >> 31) as u32);
    }

    /// A count or an index.
    pub(super) fn number(&mut self, value: usize) -> Result<()> {
        let number = u32::try_from(value);
        self.varint(number.map_err(|_| WriteError(format!("{value} does not fit 32 bits")))?);
        Ok(())
    }

    /// An index that must be below `count`.
    pub(super) fn index(&mut self, value: usize, count: usize, what: &str) -> Result<()> {
        if value >= count {
            return Err(WriteError(format!("{what} {value} is not one of {count}")));
        }
        self.number(value)
    }

    /// A list of indices that must be below `count`.
    pub(super) fn indices(&mut self, values: &[usize], count: usize, what: &str) -> Result<()> {
        self.number(values.len())?;
        values
            .iter()
            .try_for_each(|&value| self.index(value, count, what))
    }

    pub(super) fn string(&mut self, text: Option<&str>) -> Result<()> {
        let Some(text) = text else {
            self.varint(0);
            return Ok(());
        };
        self.number(text.len().saturating_add(1))?;
        self.raw(text.as_bytes());
        Ok(())
    }

    /// A string that may not be empty.
    pub(super) fn name(&mut self, name: &str, what: &str) -> Result<()> {
        match name.is_empty() {
            true => Err(WriteError(format!("a {what} has no name"))),
            false => self.string(Some(name)),
        }
    }

    /// A reference to a string of the table; it cannot refer to an empty one.
    pub(super) fn string_ref(&mut self, text: Option<&str>) -> Result<()> {
        let Some(text) = text else {
            self.varint(0);
            return Ok(());
        };
        if text.is_empty() {
            return Err(WriteError("an attachment has an empty name".into()));
        }
        let next = self.strings.len() as u32 + 1;
        let index = match self.indices.get(text) {
            Some(&index) => index,
            None => {
                self.indices.insert(text.to_owned(), next);
                self.strings.push(text.to_owned());
                next
            }
        };
        self.varint(index);
        Ok(())
    }
}
