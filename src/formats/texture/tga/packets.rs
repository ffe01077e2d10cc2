//! The stream of stored pixels, coded in runs or not.

/// Walks over pixels.
pub(super) struct Packets<'a> {
    bytes: &'a [u8],
    at: usize,
    pixel: usize,
    is_coded: bool,
    /// Pixels that follow as they are before the next packet's head.
    plain: usize,
}

impl<'a> Packets<'a> {
    /// `pixel` is the size of one, at least 1.
    pub(super) fn new(bytes: &'a [u8], pixel: usize, is_coded: bool) -> Self {
        Self {
            bytes,
            at: 0,
            pixel,
            is_coded,
            plain: 0,
        }
    }

    /// Bytes walked over.
    pub(super) fn used(&self) -> usize {
        self.at
    }

    /// The next pixel and how often it stands there; `None` at the end of the bytes.
    pub(super) fn next_pixel(&mut self) -> Option<(&'a [u8], usize)> {
        if !self.is_coded {
            return Some((self.take()?, 1));
        }
        if self.plain == 0 {
            let head = *self.bytes.get(self.at)?;
            let count = usize::from(head & 0x7F) + 1;
            if head & 0x80 != 0 {
                let pixel = self.bytes.get(self.at + 1..self.at + 1 + self.pixel)?;
                self.at += 1 + self.pixel;
                return Some((pixel, count));
            }
            self.at += 1;
            self.plain = count;
        }
        let pixel = self.take()?;
        self.plain -= 1;
        Some((pixel, 1))
    }

    fn take(&mut self) -> Option<&'a [u8]> {
        let pixel = self.bytes.get(self.at..self.at + self.pixel)?;
        self.at += self.pixel;
        Some(pixel)
    }
}
