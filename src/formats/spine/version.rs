//! Which editor a skeleton comes from, told before anything else is read.

use crate::formats::ReadError;
use crate::formats::spine::json;

/// What is read, for people.
const READ: &str = "a Spine 4.3 skeleton";
/// The first 4.3 beta known to have the final binary layout (spine-binary-corrections §1).
const FINAL_LAYOUT_BETA: u32 = 75;
/// Longest text that is taken for a version.
const LONGEST: usize = 32;

/// The binary layouts of 4.3 (spine-binary-corrections §1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Of 4.3.75-beta and everything later.
    Final,
    /// Of betas before it: without icon sizes, influence totals, timeline slots, draw order folders, animation colours
    /// and the slots of linked meshes' sources.
    EarlyBeta,
}

/// An editor version: `4.3.39-beta`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Version<'a> {
    text: &'a str,
    numbers: [u32; 3],
}

impl<'a> Version<'a> {
    /// `None` for text that is no version.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        if text.is_empty() || text.len() > LONGEST {
            return None;
        }
        let mut parts = text.split(['.', '-', '+', ' ']);
        let major = parts.next()?.parse().ok()?;
        let minor = parts.next()?.parse().ok()?;
        let patch = parts.next().and_then(|part| part.parse().ok()).unwrap_or(0);
        Some(Self {
            text,
            numbers: [major, minor, patch],
        })
    }

    /// The layouts to try for a binary file, likeliest first; empty for other versions than 4.3.
    pub(super) fn layouts(&self) -> &'static [Layout] {
        match self.numbers {
            [4, 3, patch] if self.is_beta() && patch < FINAL_LAYOUT_BETA => {
                &[Layout::EarlyBeta, Layout::Final]
            }
            [4, 3, _] => &[Layout::Final],
            _ => &[],
        }
    }

    fn is_beta(&self) -> bool {
        self.text.to_ascii_lowercase().contains("beta")
    }

    /// Refuses every version but 4.3.
    pub(super) fn check(&self, offset: u64) -> Result<(), ReadError> {
        if self.numbers[..2] == [4, 3] {
            return Ok(());
        }
        let advice = match self.numbers {
            [major, minor, _] if (major, minor) > (4, 3) => {
                "export it with Spine 4.3 (a version can be chosen in the editor's export settings)"
            }
            _ => "open the project in Spine 4.3 and export it again",
        };
        Err(ReadError::new(offset, READ, format!("Spine {}", self.text)).advise(advice))
    }
}

/// The version of a binary skeleton of any age and where it stands; `None` if the bytes are no binary skeleton.
///
/// Since 4.0 eight bytes of hash come first, up to 3.8 a string with the hash.
pub(super) fn of_binary(bytes: &[u8]) -> Option<(Version<'_>, u64)> {
    let short_string = |at: usize| {
        let length = usize::from(*bytes.get(at)?);
        if !(1..=LONGEST + 1).contains(&length) {
            return None;
        }
        std::str::from_utf8(bytes.get(at + 1..at + length)?).ok()
    };
    let version = |at: usize| Some((Version::parse(short_string(at)?)?, at as u64));
    let modern = version(8);
    modern.or_else(|| version(1 + short_string(0)?.len()))
}

/// Refuses binary content that is no 4.3 skeleton, with the version found.
pub(super) fn check_binary(bytes: &[u8]) -> Result<Version<'_>, ReadError> {
    if let Some((version, offset)) = of_binary(bytes) {
        version.check(offset)?;
        return Ok(version);
    }
    let (found, advice) = if bytes.is_empty() {
        ("an empty file".into(), "export or download it again")
    } else if bytes.len() < 10 {
        (
            format!("{} bytes in all", bytes.len()),
            "export or download it again; it is cut off",
        )
    } else if json::is_json(bytes) {
        ("JSON".into(), "read it as Spine JSON")
    } else {
        let head: Vec<String> = bytes[..10].iter().map(|b| format!("{b:02x}")).collect();
        (
            format!("{} where hash and version should be", head.join(" ")),
            "open a .skel or .json that the Spine editor exported",
        )
    };
    Err(ReadError::new(0, READ, found).advise(advice))
}
