//! `.anm` animations, all four kinds (league-formats §5), told apart by magic and version.

mod blocks;
mod checks;
mod compressed;
mod frames;
mod legacy;
pub mod packed_quaternion;
mod row_order;
mod write_compressed;
mod write_v5;

use crate::formats::{ReadError, Reader};
use crate::model::{Clip, Finding};

pub use write_compressed::write_compressed;
pub use write_v5::write_v5;

/// Reads an animation. Tracks come in file order; equal hashes stay separate tracks.
/// Name and file of the clip, and the files of the findings, are left to the caller.
///
/// # Errors
/// Refuses a file without the magic of an animation, of an unknown version, or that holds not one whole frame or key.
pub fn read(bytes: &[u8]) -> Result<(Clip, Vec<Finding>), ReadError> {
    let mut reader = Reader::new(bytes);
    let magic = reader.take(8, "the magic of an animation")?;
    let version = reader.u32("the version of an animation")?;
    let mut findings = Vec::new();
    let mut clip = match (magic, version) {
        (b"r3d2anmd", 3) => legacy::read(bytes, &mut findings)?,
        (b"r3d2anmd", 4 | 5) => frames::read(bytes, version, &mut findings)?,
        (b"r3d2canm", 1..=3) => compressed::read(bytes, version, &mut findings)?,
        (b"r3d2anmd", _) => return Err(unknown_version("r3d2anmd", version, "3, 4 and 5")),
        (b"r3d2canm", _) => return Err(unknown_version("r3d2canm", version, "1, 2 and 3")),
        _ => {
            let found = format!("\"{}\"", magic.escape_ascii());
            return Err(ReadError::new(0, "\"r3d2anmd\" or \"r3d2canm\"", found)
                .advise("this is no League animation; open a .anm file"));
        }
    };
    checks::tracks(&mut clip, &mut findings);
    Ok((clip, findings))
}

fn unknown_version(magic: &str, version: u32, supported: &str) -> ReadError {
    ReadError::new(
        8,
        format!("version {supported} of {magic}"),
        format!("version {version}"),
    )
    .advise("convert it with the tool that wrote it to one of the supported versions")
}
