//! The words of a material file, and what stands between them.

use std::fmt;

/// A word and what stands before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// White space, comments, and signs of no meaning.
    pub before: String,
    /// The word.
    pub token: Token,
}

/// A word, as it stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// A keyword in any case.
    Word(String),
    /// Digits with a sign and a point, perhaps.
    Number(String),
    /// Text in quotes.
    Text {
        /// `"` or `'`.
        quote: char,
        /// What stands between the quotes, escapes and all.
        raw: String,
        /// False where the line ends before the closing quote.
        is_closed: bool,
    },
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.before)?;
        match &self.token {
            Token::Word(text) | Token::Number(text) => f.write_str(text),
            Token::Text {
                quote,
                raw,
                is_closed,
            } => {
                write!(f, "{quote}{raw}")?;
                if *is_closed {
                    write!(f, "{quote}")
                } else {
                    Ok(())
                }
            }
        }
    }
}

/// Splits text into words. `escapes`: a backslash in quotes takes the next letter as it is, also a quote.
pub(super) fn split(text: &str, escapes: bool) -> (Vec<Piece>, String) {
    let mut pieces = Vec::new();
    let mut rest = text;
    loop {
        let skipped = skip(rest);
        let (before, at) = rest.split_at(skipped);
        let Some((token, length)) = token(at, escapes) else {
            return (pieces, before.to_owned());
        };
        pieces.push(Piece {
            before: before.to_owned(),
            token,
        });
        rest = &at[length..];
    }
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Bytes before the next word.
fn skip(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let Some(letter) = rest.chars().next() else {
            return at;
        };
        if rest.starts_with("//") || letter == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if is_word(letter) || letter == '"' || letter == '\'' || number_length(rest) > 0 {
            return at;
        } else {
            at += letter.len_utf8();
        }
    }
}

/// The word at the start of a text, and its bytes.
fn token(text: &str, escapes: bool) -> Option<(Token, usize)> {
    let first = text.chars().next()?;
    if first == '"' || first == '\'' {
        return Some(quoted(text, first, escapes));
    }
    let digits = number_length(text);
    if digits > 0 {
        return Some((Token::Number(text[..digits].to_owned()), digits));
    }
    let length = text.find(|letter| !is_word(letter)).unwrap_or(text.len());
    Some((Token::Word(text[..length].to_owned()), length))
}

fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let whole = digits(sign);
    let has_point = bytes.get(sign + whole) == Some(&b'.');
    let part = if has_point {
        digits(sign + whole + 1)
    } else {
        0
    };
    match (whole, part) {
        (0, 0) => 0,
        (_, 0) => sign + whole,
        _ => sign + whole + 1 + part,
    }
}

fn quoted(text: &str, quote: char, escapes: bool) -> (Token, usize) {
    let inside = &text[1..];
    let mut letters = inside.char_indices();
    let mut end = inside.len();
    let mut is_closed = false;
    while let Some((at, letter)) = letters.next() {
        if letter == quote || letter == '\n' {
            end = at;
            is_closed = letter == quote;
            break;
        }
        // An escaped line break still ends the text: nothing else would stop a missing quote.
        if escapes && letter == '\\' && !inside[at + 1..].starts_with('\n') {
            letters.next();
        }
    }
    let token = Token::Text {
        quote,
        raw: inside[..end].to_owned(),
        is_closed,
    };
    (token, 1 + end + usize::from(is_closed))
}
