//! JSON to be written. Objects keep their order.

use std::fmt::Write as _;

use crate::model::spine::Rgba;

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Json {
    /// In single precision, as short as reads back the same.
    Number(f64),
    /// In double precision.
    Double(f64),
    Whole(i64),
    Flag(bool),
    Text(String),
    List(Vec<Json>),
    Object(Object),
}

impl From<Object> for Json {
    fn from(object: Object) -> Self {
        Self::Object(object)
    }
}

impl From<usize> for Json {
    fn from(value: usize) -> Self {
        Self::Whole(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl Json {
    pub(super) fn list<T: Into<Self>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }

    pub(super) fn numbers<'a>(values: impl IntoIterator<Item = &'a f64>) -> Self {
        Self::List(values.into_iter().copied().map(Self::Number).collect())
    }

    /// Hexadecimal digits, two for each channel.
    pub(super) fn color(channels: &[f64]) -> Self {
        let mut text = String::new();
        for channel in channels {
            // Writing to a string cannot fail.
            let _ = write!(text, "{:02x}", (channel * 255.0).round() as u8);
        }
        Self::Text(text)
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::List(items) => items.is_empty(),
            Self::Object(object) => object.fields.is_empty(),
            _ => false,
        }
    }

    /// The text; down to `depth` levels each item has a line of its own.
    pub(super) fn render(&self, text: &mut String, depth: usize, indent: usize) {
        let _ = match self {
            Self::Number(value) => write!(text, "{}", *value as f32),
            Self::Double(value) => write!(text, "{value}"),
            Self::Whole(value) => write!(text, "{value}"),
            Self::Flag(value) => write!(text, "{value}"),
            Self::Text(value) => {
                quote(text, value);
                Ok(())
            }
            Self::List(items) => {
                let items = items.iter().map(|item| (None, item));
                render_all(text, ['[', ']'], items, depth, indent);
                Ok(())
            }
            Self::Object(object) => {
                let fields = object.fields.iter().map(|(key, value)| (Some(key), value));
                render_all(text, ['{', '}'], fields, depth, indent);
                Ok(())
            }
        };
    }
}

fn render_all<'a>(
    text: &mut String,
    brackets: [char; 2],
    items: impl Iterator<Item = (Option<&'a String>, &'a Json)>,
    depth: usize,
    indent: usize,
) {
    let new_line = |text: &mut String, indent: usize| {
        if depth > 0 {
            text.push('\n');
            text.extend(std::iter::repeat_n('\t', indent));
        }
    };
    text.push(brackets[0]);
    let mut any = false;
    for (key, value) in items {
        if any {
            text.push_str(if depth > 0 { "," } else { ", " });
        }
        any = true;
        new_line(text, indent + 1);
        if let Some(key) = key {
            quote(text, key);
            text.push_str(": ");
        }
        value.render(text, depth.saturating_sub(1), indent + 1);
    }
    if any {
        new_line(text, indent);
    }
    text.push(brackets[1]);
}

fn quote(text: &mut String, value: &str) {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            control if control < ' ' => {
                let _ = write!(text, "\\u{:04x}", u32::from(control));
            }
            other => text.push(other),
        }
    }
    text.push('"');
}

/// An object; what is at its default is left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Object {
    fields: Vec<(String, Json)>,
}

impl Object {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn put(&mut self, key: &str, value: impl Into<Json>) {
        self.fields.push((key.to_owned(), value.into()));
    }

    /// A list or an object, unless it is empty.
    pub(super) fn put_all(&mut self, key: &str, value: impl Into<Json>) {
        let value = value.into();
        if !value.is_empty() {
            self.put(key, value);
        }
    }

    pub(super) fn number(&mut self, key: &str, value: f64, usual: f64) {
        if value != usual {
            self.put(key, Json::Number(value));
        }
    }

    pub(super) fn flag(&mut self, key: &str, value: bool, usual: bool) {
        if value != usual {
            self.put(key, Json::Flag(value));
        }
    }

    pub(super) fn text(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    pub(super) fn color(&mut self, key: &str, value: Rgba, usual: Rgba) {
        if value != usual {
            self.put(key, Json::color(&value));
        }
    }

    pub(super) fn word(&mut self, key: &str, words: &[&str], value: usize, usual: usize) {
        if let Some(word) = words.get(value).filter(|_| value != usual) {
            self.put(key, *word);
        }
    }
}
