//! Names in fields of fixed width.

use std::fmt;

use crate::formats::reader::text;

/// A field of `N` bytes that holds a name, a NUL, and then whatever lay in the exporter's memory (toee-formats §2.3).
/// What lies behind the NUL is kept, so that a file can be written as it was, and is otherwise of no account.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FixedText<const N: usize>(pub [u8; N]);

impl<const N: usize> FixedText<N> {
    /// A name with zeros behind it; cut so that one zero stays.
    pub fn new(name: &str) -> Self {
        let mut field = [0; N];
        let kept = name.len().min(N.saturating_sub(1));
        field[..kept].copy_from_slice(&name.as_bytes()[..kept]);
        Self(field)
    }

    /// The name: up to the first NUL, or the whole field.
    pub fn text(&self) -> String {
        let end = self.0.iter().position(|&byte| byte == 0).unwrap_or(N);
        text(&self.0[..end])
    }
}

impl<const N: usize> Default for FixedText<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> fmt::Debug for FixedText<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}
