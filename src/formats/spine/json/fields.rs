//! Typed access to JSON values, with the defaults that the format leaves out.

use super::Result;
use super::value::{Kind, Value};
use crate::model::spine::{Rgb, Rgba, channel};

impl Value {
    /// The items of a list.
    pub(super) fn list(&self, what: &str) -> Result<&[Self]> {
        match &self.kind {
            Kind::Array(items) => Ok(items),
            _ => Err(self.error(format!("a list of {what}"))),
        }
    }

    /// The fields of an object, in the file's order.
    pub(super) fn fields(&self, what: &str) -> Result<&[(String, Self)]> {
        match &self.kind {
            Kind::Object(fields) => Ok(fields),
            _ => Err(self.error(format!("an object with {what}"))),
        }
    }

    /// The items of a list under a key; none without the key.
    pub(super) fn list_at(&self, key: &str) -> Result<&[Self]> {
        self.get(key).map_or(Ok(&[]), |value| value.list(key))
    }

    /// The fields of an object under a key; none without the key.
    pub(super) fn fields_at(&self, key: &str) -> Result<&[(String, Self)]> {
        self.get(key).map_or(Ok(&[]), |value| value.fields(key))
    }

    pub(super) fn text(&self, what: &str) -> Result<&str> {
        match &self.kind {
            Kind::String(text) => Ok(text),
            _ => Err(self.error(what)),
        }
    }

    /// A string under a key.
    pub(super) fn text_at(&self, key: &str) -> Result<Option<&str>> {
        self.get(key).map(|value| value.text(key)).transpose()
    }

    /// A string that must be there and not be empty.
    pub(super) fn name_at(&self, key: &str) -> Result<&str> {
        match self.text_at(key)? {
            Some(name) if !name.is_empty() => Ok(name),
            _ => Err(self.error(format!("{key:?} with a name"))),
        }
    }

    pub(super) fn flag_at(&self, key: &str, otherwise: bool) -> Result<bool> {
        match self.get(key) {
            None => Ok(otherwise),
            Some(Self {
                kind: Kind::Bool(value),
                ..
            }) => Ok(*value),
            Some(other) => Err(other.error("true or false")),
        }
    }

    /// A number in full precision.
    pub(super) fn double(&self) -> Result<f64> {
        match self.kind {
            Kind::Number(value) if value.is_finite() => Ok(value),
            _ => Err(self.error("a number")),
        }
    }

    /// A number in the precision of the binary format, so that both give the same.
    pub(super) fn number(&self) -> Result<f64> {
        let value = self.double()? as f32;
        match value.is_finite() {
            true => Ok(f64::from(value)),
            false => Err(self.error("a number that fits a single")),
        }
    }

    pub(super) fn number_at(&self, key: &str, otherwise: f64) -> Result<f64> {
        self.get(key).map_or(Ok(otherwise), Self::number)
    }

    pub(super) fn numbers(&self, what: &str) -> Result<Vec<f64>> {
        self.list(what)?.iter().map(Self::number).collect()
    }

    /// A whole number from 0 to `most`.
    pub(super) fn whole(&self, most: usize) -> Result<usize> {
        match self.kind {
            Kind::Number(value) if value >= 0.0 && value <= most as f64 && value.fract() == 0.0 => {
                Ok(value as usize)
            }
            _ => Err(self.error(format!("a whole number from 0 to {most}"))),
        }
    }

    pub(super) fn whole_at(&self, key: &str, otherwise: usize) -> Result<usize> {
        let most = u32::MAX as usize;
        self.get(key)
            .map_or(Ok(otherwise), |value| value.whole(most))
    }

    /// A signed word under a key; a fraction is cut off.
    pub(super) fn int_at(&self, key: &str, otherwise: i32) -> Result<i32> {
        let Some(value) = self.get(key) else {
            return Ok(otherwise);
        };
        let number = value.double()?;
        match number.abs() <= f64::from(i32::MAX) + 1.0 {
            true => Ok(number as i32),
            false => Err(value.error("a number of 32 bits")),
        }
    }

    /// One of an enumeration's words.
    pub(super) fn choice_at<T: Copy>(
        &self,
        key: &str,
        words: &[&str],
        all: &[T],
        otherwise: T,
    ) -> Result<T> {
        let Some(value) = self.get(key) else {
            return Ok(otherwise);
        };
        let text = value.text(key)?;
        let index = words
            .iter()
            .position(|word| word.eq_ignore_ascii_case(text));
        let found = index.and_then(|index| all.get(index)).copied();
        found.ok_or_else(|| value.error(format!("one of {}", words.join(", "))))
    }

    /// Hexadecimal `RRGGBBAA` or `RRGGBB`.
    pub(super) fn color(&self) -> Result<Rgba> {
        let text = self.text("a colour")?;
        let digits = text.strip_prefix('#').unwrap_or(text);
        let mut color = [1.0; 4];
        let fits = digits.is_ascii() && matches!(digits.len(), 6 | 8);
        for (index, value) in color.iter_mut().enumerate().take(digits.len() / 2) {
            let pair = digits.get(index * 2..index * 2 + 2).filter(|_| fits);
            match pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
                Some(byte) => *value = channel(byte),
                None => return Err(self.error("a colour of six or eight hexadecimal digits")),
            }
        }
        match fits {
            true => Ok(color),
            false => Err(self.error("a colour of six or eight hexadecimal digits")),
        }
    }

    pub(super) fn color_at(&self, key: &str, otherwise: Rgba) -> Result<Rgba> {
        self.get(key).map_or(Ok(otherwise), Self::color)
    }

    /// A colour without its alpha.
    pub(super) fn rgb(&self) -> Result<Rgb> {
        let [red, green, blue, _] = self.color()?;
        Ok([red, green, blue])
    }
}
