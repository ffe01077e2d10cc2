//! The numbers of the kinds, now and before (league-formats §7).

use crate::model::league::bin::{Kind, Numbering};

/// Kinds that bear the same number in both.
const SIMPLE: [Kind; 18] = [
    Kind::None,
    Kind::Bool,
    Kind::I8,
    Kind::U8,
    Kind::I16,
    Kind::U16,
    Kind::I32,
    Kind::U32,
    Kind::I64,
    Kind::U64,
    Kind::F32,
    Kind::Vec2,
    Kind::Vec3,
    Kind::Vec4,
    Kind::Mat4,
    Kind::Rgba,
    Kind::String,
    Kind::Hash,
];
/// From 0x80, or in old files right behind the simple ones.
const OTHERS: [Kind; 8] = [
    Kind::List,
    Kind::List2,
    Kind::Pointer,
    Kind::Embed,
    Kind::Link,
    Kind::Option,
    Kind::Map,
    Kind::Flag,
];
const FILE: u8 = 18;
const FIRST_OTHER: u8 = 0x80;

/// The kind behind a number.
pub(super) fn kind_of(number: u8, numbering: Numbering) -> Option<Kind> {
    let simple = SIMPLE.get(usize::from(number)).copied();
    let first = match numbering {
        Numbering::Current => FIRST_OTHER,
        Numbering::Old => FILE,
    };
    let other = || OTHERS.get(usize::from(number.checked_sub(first)?)).copied();
    match (number, numbering) {
        (FILE, Numbering::Current) => Some(Kind::File),
        _ => simple.or_else(other),
    }
}

/// The number of a kind; `None` for file paths in old files, which had none.
pub(super) fn number_of(kind: Kind, numbering: Numbering) -> Option<u8> {
    (0..=u8::MAX).find(|&number| kind_of(number, numbering) == Some(kind))
}

/// Fewest bytes that a value of a kind takes.
pub(super) fn least_bytes(kind: Kind) -> usize {
    match kind {
        Kind::None => 0,
        Kind::Bool | Kind::I8 | Kind::U8 | Kind::Flag => 1,
        Kind::I16 | Kind::U16 | Kind::String | Kind::Option => 2,
        Kind::I32 | Kind::U32 | Kind::F32 | Kind::Rgba | Kind::Hash | Kind::Link => 4,
        Kind::Pointer => 4,
        Kind::I64 | Kind::U64 | Kind::Vec2 | Kind::File => 8,
        Kind::List | Kind::List2 => 9,
        Kind::Embed | Kind::Map => 10,
        Kind::Vec3 => 12,
        Kind::Vec4 => 16,
        Kind::Mat4 => 64,
    }
}
