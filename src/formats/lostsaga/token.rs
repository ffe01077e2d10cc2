//! What a file is, by its first four bytes (lostsaga-formats §1).

use std::path::Path;

use crate::formats::sniff::Kind;
use crate::formats::{ReadError, Reader};

/// `SKL` and a zero.
pub const SKL: [u8; 4] = *b"SKL\0";
/// `MSH` and a zero.
pub const MSH: [u8; 4] = *b"MSH\0";
/// `ANI` and a zero.
pub const ANI: [u8; 4] = *b"ANI\0";

/// `CMS` and a zero.
pub const CMS: [u8; 4] = *b"CMS\0";

/// Consumes a token.
pub(super) fn read(reader: &mut Reader<'_>, wanted: [u8; 4]) -> Result<(), ReadError> {
    let at = *reader;
    let found = reader.take(4, "the token")?;
    match found == wanted {
        true => Ok(()),
        false => Err(refusal(&at, wanted, found)),
    }
}

fn refusal(at: &Reader<'_>, wanted: [u8; 4], found: &[u8]) -> ReadError {
    let expected = format!("the token {}", wanted[..3].escape_ascii());
    let error = at.error(expected, format!("\"{}\"", found.escape_ascii()));
    error
        .advise("open a file of this game; another one may have been given its name")
        .coded(super::BAD_TOKEN)
}

/// Content of no known kind whose name, or whose layout, says that it is a file of this game with a wrong token.
pub fn wrong(path: &Path, head: &[u8]) -> Option<(Kind, ReadError)> {
    let ends = |ending: &str| {
        path.extension()
            .is_some_and(|own| own.eq_ignore_ascii_case(ending))
    };
    let (kind, wanted) = if ends("msh") {
        (Kind::LostSagaMesh, MSH)
    } else if ends("ani") {
        (Kind::LostSagaClip, ANI)
    } else if ends("skl") && continues_like_skl(head) {
        (Kind::LostSagaSkeleton, SKL)
    } else {
        return None;
    };
    let found = head.get(..4).unwrap_or(head);
    Some((kind, refusal(&Reader::new(head), wanted, found)))
}

/// A version, a number of bones, and the first bone's name: League's skeletons have the same ending.
fn continues_like_skl(head: &[u8]) -> bool {
    let mut reader = Reader::new(head);
    let name = |reader: &mut Reader<'_>| {
        reader.seek(8_usize, "bones").ok()?;
        let bones = reader.i32("bones").ok()?;
        let length = usize::try_from(reader.i32("name").ok()?).ok()?;
        let name = reader.take(length, "name").ok()?;
        let is_name = !name.is_empty() && name.iter().all(|byte| (b' '..=b'~').contains(byte));
        (bones > 0 && is_name).then_some(())
    };
    name(&mut reader).is_some()
}
