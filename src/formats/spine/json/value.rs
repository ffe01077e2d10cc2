//! JSON whose values know where they stand and whose objects keep their order, which is the order of application.

use crate::formats::ReadError;

/// Arrays and objects within each other; a skeleton has about a dozen.
const DEEPEST: usize = 64;

/// A value and its place.
#[derive(Debug)]
pub(super) struct Value {
    /// Bytes from the start of the file.
    pub(super) at: u64,
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    Null,
    Bool(bool),
    Number(f64),
    String(String),
    Array(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Parses a whole file; a byte order mark is passed over.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, ReadError> {
        let mut parser = Parser { bytes, at: 0 };
        if bytes.starts_with(b"\xef\xbb\xbf") {
            parser.at = 3;
        }
        let value = parser.value(0)?;
        parser.white_space();
        match parser.peek() {
            None => Ok(value),
            Some(_) => Err(parser.error("the end of the file behind the skeleton")),
        }
    }

    /// The value of a key; of several the last. `None` for `null` too.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let Kind::Object(fields) = &self.kind else {
            return None;
        };
        let found = fields.iter().rev().find(|(name, _)| name == key);
        found
            .map(|(_, value)| value)
            .filter(|value| !matches!(value.kind, Kind::Null))
    }

    /// A refusal of this value.
    pub(super) fn error(&self, expected: impl Into<String>) -> ReadError {
        ReadError::new(self.at, expected, self.describe())
    }

    fn describe(&self) -> String {
        match &self.kind {
            Kind::Null => "null".into(),
            Kind::Bool(value) => value.to_string(),
            Kind::Number(value) => value.to_string(),
            Kind::String(text) => format!("{text:?}"),
            Kind::Array(items) => format!("a list of {}", items.len()),
            Kind::Object(fields) => format!("an object of {} fields", fields.len()),
        }
    }

    /// The way from here to the innermost value that begins at an offset: `.bones[3].x`.
    pub(super) fn path_to(&self, offset: u64) -> String {
        let mut path = String::new();
        let mut here = self;
        loop {
            // Children come in the order of the file: the last that begins before the offset holds it.
            let next = match &here.kind {
                Kind::Array(items) => {
                    let index = items.partition_point(|item| item.at <= offset);
                    index
                        .checked_sub(1)
                        .map(|index| (format!("[{index}]"), &items[index]))
                }
                Kind::Object(fields) => {
                    let index = fields.partition_point(|(_, value)| value.at <= offset);
                    let field = index.checked_sub(1).map(|index| &fields[index]);
                    field.map(|(key, value)| (format!(".{key}"), value))
                }
                _ => None,
            };
            match next {
                Some((step, value)) if here.at != offset => {
                    path.push_str(&step);
                    here = value;
                }
                _ => return path,
            }
        }
    }
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn white_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn error(&self, expected: &str) -> ReadError {
        let found = match self.peek() {
            None => "the end of the file".into(),
            Some(byte @ 0x20..0x7f) => format!("{:?}", char::from(byte)),
            Some(byte) => format!("byte 0x{byte:02x}"),
        };
        ReadError::new(self.at as u64, expected, found)
            .advise("export the skeleton again, or correct the JSON here")
    }

    /// Passes over one byte of punctuation.
    fn expect(&mut self, byte: u8, what: &str) -> Result<(), ReadError> {
        self.white_space();
        if self.peek() != Some(byte) {
            return Err(self.error(what));
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Result<Value, ReadError> {
        self.white_space();
        if depth > DEEPEST {
            return Err(self.error("lists and objects at most 64 within each other"));
        }
        let at = self.at as u64;
        let kind = match self.peek() {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.array(depth)?,
            Some(b'"') => Kind::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word()?,
        };
        Ok(Value { at, kind })
    }

    fn word(&mut self) -> Result<Kind, ReadError> {
        let words = [
            ("true", Kind::Bool(true)),
            ("false", Kind::Bool(false)),
            ("null", Kind::Null),
        ];
        for (word, kind) in words {
            if self.bytes[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(kind);
            }
        }
        Err(self.error("a value"))
    }

    fn number(&mut self) -> Result<Kind, ReadError> {
        let start = self.at;
        while matches!(
            self.peek(),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9' | b'e' | b'E')
        ) {
            self.at += 1;
        }
        let text = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
        match text.parse() {
            Ok(value) => Ok(Kind::Number(value)),
            Err(_) => {
                self.at = start;
                Err(self.error("a number"))
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Kind, ReadError> {
        self.expect(b'[', "a list")?;
        let mut items = Vec::new();
        self.white_space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Kind::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.white_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(Kind::Array(items));
                }
                _ => return Err(self.error("\",\" or the list's \"]\"")),
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Kind, ReadError> {
        self.expect(b'{', "an object")?;
        let mut fields = Vec::new();
        self.white_space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Kind::Object(fields));
        }
        loop {
            self.white_space();
            let key = self.string()?;
            self.expect(b':', "\":\" behind a key")?;
            fields.push((key, self.value(depth + 1)?));
            self.white_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Kind::Object(fields));
                }
                _ => return Err(self.error("\",\" or the object's \"}\"")),
            }
        }
    }

    fn string(&mut self) -> Result<String, ReadError> {
        if self.peek() != Some(b'"') {
            return Err(self.error("a string"));
        }
        self.at += 1;
        let mut text = Vec::new();
        loop {
            let rest = &self.bytes[self.at..];
            let Some(plain) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) else {
                self.at = self.bytes.len();
                return Err(self.error("the end of a string"));
            };
            text.extend_from_slice(&rest[..plain]);
            self.at += plain + 1;
            if rest[plain] == b'"' {
                return Ok(match String::from_utf8(text) {
                    Ok(text) => text,
                    Err(bad) => String::from_utf8_lossy(bad.as_bytes()).into_owned(),
                });
            }
            let escaped = self.escape()?;
            let mut buffer = [0; 4];
            text.extend_from_slice(escaped.encode_utf8(&mut buffer).as_bytes());
        }
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Result<char, ReadError> {
        let escaped = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.code_unit();
            }
            _ => return Err(self.error("an escaped character")),
        };
        self.at += 1;
        Ok(escaped)
    }

    /// Four hexadecimal digits, or two such groups that make one character. Half a pair is replaced.
    fn code_unit(&mut self) -> Result<char, ReadError> {
        let first = self.hex()?;
        if (0xd800..0xdc00).contains(&first) && self.bytes[self.at..].starts_with(b"\\u") {
            let before = self.at;
            self.at += 2;
            let second = self.hex()?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = before;
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Result<u32, ReadError> {
        let digits = self.bytes.get(self.at..self.at + 4);
        let text = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match text.and_then(|text| u32::from_str_radix(text, 16).ok()) {
            Some(unit) => {
                self.at += 4;
                Ok(unit)
            }
            None => Err(self.error("four hexadecimal digits")),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn objects_keep_their_order_and_values_their_place() {
        let text = br#" {"b": [1, -2.5e1, "\u00e9\ud83d\ude00\n"], "a": {"x": null}, "b2": true}"#;
        let value = Value::parse(text).unwrap();
        let Kind::Object(fields) = &value.kind else {
            panic!("no object");
        };
        let keys: Vec<_> = fields.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["b", "a", "b2"]);
        let Kind::Array(items) = &fields[0].1.kind else {
            panic!("no list");
        };
        assert!(matches!(items[1].kind, Kind::Number(-25.0)));
        assert!(matches!(&items[2].kind, Kind::String(text) if text == "é😀\n"));
        assert_eq!(value.path_to(items[1].at), ".b[1]");
        assert_eq!(value.path_to(fields[1].1.at), ".a");
        assert!(value.get("a").unwrap().get("x").is_none());
    }

    #[test]
    fn what_is_no_json_is_refused_at_its_byte() {
        for (text, at) in [
            ("", 0),
            ("{", 1),
            ("[1,]", 3),
            ("{\"a\" 1}", 5),
            ("[1] x", 4),
            ("\"abc", 4),
            ("[1.2.3]", 1),
            ("[\"\\u12\"]", 4),
        ] {
            assert_eq!(
                Value::parse(text.as_bytes()).unwrap_err().offset,
                at,
                "{text}"
            );
        }
        let deep = "[".repeat(100_000);
        assert!(Value::parse(deep.as_bytes()).is_err());
    }
}
