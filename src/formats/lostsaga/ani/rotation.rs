//! The three ways in which rotations are packed (lostsaga-formats §6).

use glam::Quat;

use crate::formats::{ReadError, Reader, writer::Writer};

const TEN_BITS: u32 = 1023;
const SIXTEEN_BITS: u32 = 65_535;

/// A rotation as stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rotation {
    /// Version 4000: x, y, z, w; not of unit length everywhere.
    Plain([f32; 4]),
    /// Version 4001: the number of the largest component, and the other three in ten bits each.
    SmallestThree(u32),
    /// Version 4002: x and y, z and w, in sixteen bits each; w is never negative.
    Halves([u32; 2]),
}

impl Rotation {
    /// Bytes of one in a version.
    pub(super) fn bytes(version: i32) -> usize {
        match version {
            4001 => 4,
            4002 => 8,
            _ => 16,
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>, version: i32) -> Result<Self, ReadError> {
        let what = "key rotation";
        Ok(match version {
            4001 => Self::SmallestThree(reader.u32(what)?),
            4002 => Self::Halves([reader.u32(what)?, reader.u32(what)?]),
            _ => Self::Plain(reader.vec4(what)?.to_array()),
        })
    }

    pub(super) fn write(self, writer: &mut Writer) {
        match self {
            Self::Plain(numbers) => numbers.iter().for_each(|&number| {
                writer.f32(number);
            }),
            Self::SmallestThree(word) => {
                writer.u32(word);
            }
            Self::Halves(words) => words.iter().for_each(|&word| {
                writer.u32(word);
            }),
        }
    }

    /// The version whose files store rotations so.
    pub fn version(self) -> i32 {
        match self {
            Self::Plain(_) => 4000,
            Self::SmallestThree(_) => 4001,
            Self::Halves(_) => 4002,
        }
    }

    /// x, y, z, w as they come out of the file: not normalised, and of a plain one not necessarily finite.
    pub fn unpack(self) -> Quat {
        let signed = |number: u32, most: u32| 2.0 * number as f32 / most as f32 - 1.0;
        Quat::from_array(match self {
            Self::Plain(numbers) => numbers,
            Self::SmallestThree(word) => {
                let fields = [word >> 20, word >> 10, word].map(|field| field & TEN_BITS);
                let [a, b, c] = fields.map(|field| signed(field, TEN_BITS));
                let largest = (1.0 - a * a - b * b - c * c).max(0.0).sqrt();
                match word >> 30 {
                    0 => [largest, a, b, c],
                    1 => [a, largest, b, c],
                    2 => [a, b, largest, c],
                    _ => [a, b, c, largest],
                }
            }
            Self::Halves([high, low]) => [
                signed(high >> 16, SIXTEEN_BITS),
                signed(high & SIXTEEN_BITS, SIXTEEN_BITS),
                signed(low >> 16, SIXTEEN_BITS),
                (low & SIXTEEN_BITS) as f32 / SIXTEEN_BITS as f32,
            ],
        })
    }

    /// Packs a rotation of unit length as a version stores it.
    pub fn pack(rotation: Quat, version: i32) -> Self {
        let unsigned = |number: f32, most: u32| {
            let share = (number.clamp(-1.0, 1.0) + 1.0) / 2.0;
            (share * most as f32).round() as u32
        };
        match version {
            4001 => {
                let numbers = rotation.to_array();
                let largest = (0..4).fold(0, |most, at| {
                    if numbers[at].abs() > numbers[most].abs() {
                        at
                    } else {
                        most
                    }
                });
                let side = if numbers[largest] < 0.0 { -1.0 } else { 1.0 };
                let others = (0..4).filter(|&at| at != largest);
                let word = others.fold(largest as u32, |word, at| {
                    word << 10 | unsigned(numbers[at] * side, TEN_BITS)
                });
                Self::SmallestThree(word)
            }
            4002 => {
                let rotation = if rotation.w < 0.0 {
                    -rotation
                } else {
                    rotation
                };
                let [x, y, z] =
                    [rotation.x, rotation.y, rotation.z].map(|it| unsigned(it, SIXTEEN_BITS));
                let w = (rotation.w.min(1.0) * SIXTEEN_BITS as f32).round() as u32;
                Self::Halves([x << 16 | y, z << 16 | w])
            }
            _ => Self::Plain(rotation.to_array()),
        }
    }
}
