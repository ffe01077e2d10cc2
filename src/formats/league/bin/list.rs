//! A person's list of names for hashes: a text file.

use std::fs;
use std::path::Path;

/// Larger lists are refused: what is read of one takes several times its size.
const MOST_BYTES: u64 = 32 << 20;

/// The text of a list.
///
/// # Errors
/// A sentence on why it cannot be read, and what to do.
pub fn read(path: &Path) -> Result<String, String> {
    let metadata = fs::metadata(path)
        .map_err(|error| format!("it cannot be read ({error}); check the path"))?;
    if !metadata.is_file() {
        return Err("it is no file; name a text file".into());
    }
    if metadata.len() > MOST_BYTES {
        return Err(format!(
            "the list has {} MiB, and at most {} are read; keep the lines that you need",
            metadata.len() >> 20,
            MOST_BYTES >> 20
        ));
    }
    let bytes = fs::read(path).map_err(|error| format!("it cannot be read ({error})"))?;
    String::from_utf8(bytes).map_err(|_| "it is no text; save the list as UTF-8".into())
}
