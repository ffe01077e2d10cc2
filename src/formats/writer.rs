//! A little-endian buffer for the encoders, with places to fill in later.

use glam::{Quat, Vec2, Vec3, Vec4};

/// Grows as it is written.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// Nothing written.
    pub fn new() -> Self {
        Self::default()
    }

    /// What was written.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    /// Bytes written so far.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// True before the first byte.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// One byte.
    pub fn u8(&mut self, value: u8) -> &mut Self {
        self.bytes(&[value])
    }

    /// Two bytes.
    pub fn u16(&mut self, value: u16) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Two bytes, signed.
    pub fn i16(&mut self, value: i16) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Four bytes.
    pub fn u32(&mut self, value: u32) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Eight bytes.
    pub fn u64(&mut self, value: u64) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Four bytes, signed.
    pub fn i32(&mut self, value: i32) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// IEEE-754 single.
    pub fn f32(&mut self, value: f32) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Two floats.
    pub fn vec2(&mut self, value: Vec2) -> &mut Self {
        self.bytes(bytemuck::must_cast_slice(
            &value.to_array().map(f32::to_le_bytes),
        ))
    }

    /// Three floats.
    pub fn vec3(&mut self, value: Vec3) -> &mut Self {
        self.bytes(bytemuck::must_cast_slice(
            &value.to_array().map(f32::to_le_bytes),
        ))
    }

    /// Four floats.
    pub fn vec4(&mut self, value: Vec4) -> &mut Self {
        self.bytes(bytemuck::must_cast_slice(
            &value.to_array().map(f32::to_le_bytes),
        ))
    }

    /// x, y, z, w.
    pub fn quat(&mut self, value: Quat) -> &mut Self {
        self.bytes(bytemuck::must_cast_slice(
            &value.to_array().map(f32::to_le_bytes),
        ))
    }

    /// `text` and NULs up to `width` bytes; cut so that at least one NUL stays.
    pub fn fixed_string(&mut self, text: &str, width: usize) -> &mut Self {
        let kept = text.len().min(width.saturating_sub(1));
        self.bytes(&text.as_bytes()[..kept]);
        self.zeros(width - kept)
    }

    /// `count` zero bytes.
    pub fn zeros(&mut self, count: usize) -> &mut Self {
        self.bytes.resize(self.bytes.len() + count, 0);
        self
    }

    /// Zero bytes up to the next multiple of `alignment`.
    pub fn align(&mut self, alignment: usize) -> &mut Self {
        self.bytes
            .resize(self.bytes.len().next_multiple_of(alignment), 0);
        self
    }

    /// Overwrites four bytes written earlier: an offset or a size that is known only now.
    pub fn patch_u32(&mut self, at: usize, value: u32) -> &mut Self {
        if let Some(place) = self.bytes.get_mut(at..at + 4) {
            place.copy_from_slice(&value.to_le_bytes());
        }
        self
    }
}
