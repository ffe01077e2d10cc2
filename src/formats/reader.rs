//! A bounded little-endian cursor whose errors know where they are.

use glam::{Quat, Vec2, Vec3, Vec4};

use super::ReadError;

/// Reads a whole file that is held in memory. Never reads past the end and never allocates more than the file holds.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// What ends where the bytes end.
    whole: &'static str,
}

impl<'a> Reader<'a> {
    /// A cursor at the start.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            whole: "the file",
        }
    }

    /// Bytes from the start of the file.
    pub fn offset(&self) -> u64 {
        self.at as u64
    }

    /// Length of the whole file.
    pub fn file_len(&self) -> usize {
        self.bytes.len()
    }

    /// Bytes between the cursor and the end.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Moves the cursor to an absolute offset, which may be the end itself. `what` names the offset in the error.
    pub fn seek(
        &mut self,
        offset: impl TryInto<usize> + Copy + ToString,
        what: &str,
    ) -> Result<(), ReadError> {
        match offset.try_into() {
            Ok(offset) if offset <= self.bytes.len() => {
                self.at = offset;
                Ok(())
            }
            _ => Err(self.error(
                format!("{what} inside {}'s {} bytes", self.whole, self.bytes.len()),
                format!("offset {}", offset.to_string()),
            )),
        }
    }

    /// The next `count` bytes.
    pub fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], ReadError> {
        if count > self.remaining() {
            let left = self.remaining();
            return Err(self.error(
                format!("{what} ({count} bytes)"),
                format!("{left} bytes to the end of {}", self.whole),
            ));
        }
        let taken = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(taken)
    }

    /// A cursor over the next `count` bytes alone, whose offsets still count from the start of the file; this one goes on
    /// behind them. `whole` names the part in errors: `"the object"`.
    pub fn part(&mut self, count: u32, whole: &'static str) -> Result<Self, ReadError> {
        let at = self.at;
        self.take(count as usize, whole)?;
        Ok(Self {
            bytes: &self.bytes[..self.at],
            at,
            whole,
        })
    }

    /// Checks that `count` items of `size` bytes lie before the end, and gives the count as a `usize`.
    /// Call before allocating for them.
    pub fn fits(
        &self,
        count: impl TryInto<usize> + Copy + ToString,
        size: usize,
        what: &str,
    ) -> Result<usize, ReadError> {
        let checked: Option<usize> = count.try_into().ok();
        match checked.and_then(|count| count.checked_mul(size).map(|bytes| (count, bytes))) {
            Some((count, bytes)) if bytes <= self.remaining() => Ok(count),
            _ => Err(self.error(
                format!("{} {what} of {size} bytes", count.to_string()),
                format!("{} bytes to the end of {}", self.remaining(), self.whole),
            )),
        }
    }

    /// An error at the cursor.
    pub fn error(&self, expected: impl Into<String>, found: impl Into<String>) -> ReadError {
        ReadError::new(self.offset(), expected, found)
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], ReadError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, what)?);
        Ok(array)
    }

    /// One byte.
    pub fn u8(&mut self, what: &str) -> Result<u8, ReadError> {
        self.array::<1>(what).map(|[byte]| byte)
    }

    /// Two bytes, unsigned.
    pub fn u16(&mut self, what: &str) -> Result<u16, ReadError> {
        self.array(what).map(u16::from_le_bytes)
    }

    /// Two bytes, signed.
    pub fn i16(&mut self, what: &str) -> Result<i16, ReadError> {
        self.array(what).map(i16::from_le_bytes)
    }

    /// Four bytes, unsigned.
    pub fn u32(&mut self, what: &str) -> Result<u32, ReadError> {
        self.array(what).map(u32::from_le_bytes)
    }

    /// Four bytes, signed.
    pub fn i32(&mut self, what: &str) -> Result<i32, ReadError> {
        self.array(what).map(i32::from_le_bytes)
    }

    /// Eight bytes, unsigned.
    pub fn u64(&mut self, what: &str) -> Result<u64, ReadError> {
        self.array(what).map(u64::from_le_bytes)
    }

    /// Four bytes, IEEE-754 single. May be NaN or infinite: the caller decides.
    pub fn f32(&mut self, what: &str) -> Result<f32, ReadError> {
        self.array(what).map(f32::from_le_bytes)
    }

    /// Two floats.
    pub fn vec2(&mut self, what: &str) -> Result<Vec2, ReadError> {
        Ok(Vec2::new(self.f32(what)?, self.f32(what)?))
    }

    /// Three floats.
    pub fn vec3(&mut self, what: &str) -> Result<Vec3, ReadError> {
        Ok(Vec3::new(self.f32(what)?, self.f32(what)?, self.f32(what)?))
    }

    /// Four floats.
    pub fn vec4(&mut self, what: &str) -> Result<Vec4, ReadError> {
        Ok(Vec4::new(
            self.f32(what)?,
            self.f32(what)?,
            self.f32(what)?,
            self.f32(what)?,
        ))
    }

    /// Four floats x, y, z, w; not normalised.
    pub fn quat(&mut self, what: &str) -> Result<Quat, ReadError> {
        self.vec4(what).map(Quat::from_vec4)
    }

    /// Text of a length that is known.
    pub fn string(&mut self, length: u16, what: &str) -> Result<String, ReadError> {
        self.take(length.into(), what).map(text)
    }

    /// A name in a field of fixed width, up to its first NUL; what follows the NUL is ignored.
    pub fn fixed_string(&mut self, width: usize, what: &str) -> Result<String, ReadError> {
        let field = self.take(width, what)?;
        let end = field.iter().position(|&byte| byte == 0).unwrap_or(width);
        Ok(text(&field[..end]))
    }

    /// A name up to a NUL, which is consumed. Must end inside the file.
    pub fn c_string(&mut self, what: &str) -> Result<String, ReadError> {
        let rest = &self.bytes[self.at..];
        match rest.iter().position(|&byte| byte == 0) {
            Some(end) => {
                self.at += end + 1;
                Ok(text(&rest[..end]))
            }
            None => Err(self.error(
                format!("{what} that ends with a NUL"),
                "the end of the file",
            )),
        }
    }
}

/// Names are ASCII by rule; a modder's other bytes are read as Latin-1, so that nothing is lost.
pub(super) fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}
