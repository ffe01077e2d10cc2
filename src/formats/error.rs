//! Why a file could not be read, for people.

use std::fmt;
use std::path::PathBuf;

use crate::model::Finding;

/// A reader's refusal. The file's name is added by whoever opened it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Bytes from the start of the file.
    pub offset: u64,
    /// What should have been there.
    pub expected: String,
    /// What was there.
    pub found: String,
    /// What to try.
    pub advice: String,
    /// The kind of refusal for scripts, where a family tells several apart: `"lostsaga.truncated"`.
    pub code: Option<&'static str>,
}

impl ReadError {
    /// A refusal with the usual advice.
    pub fn new(offset: u64, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            offset,
            expected: expected.into(),
            found: found.into(),
            advice: "extract or export the file again; it may be cut off or damaged".into(),
            code: None,
        }
    }

    /// Says which kind of refusal it is, unless it is said already.
    pub fn coded(mut self, code: &'static str) -> Self {
        self.code.get_or_insert(code);
        self
    }

    /// Replaces the advice.
    pub fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice = advice.into();
        self
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "at byte {}: expected {}, found {}; {}",
            self.offset, self.expected, self.found, self.advice
        )?;
        self.code.map_or(Ok(()), |code| write!(f, " ({code})"))
    }
}

impl std::error::Error for ReadError {}

/// The code of a refusal whose family does not tell several kinds apart.
const REFUSED: &str = "file.refused";
/// How the message of every refusal begins.
const NOT_READABLE: &str = "not a readable";

/// Whether a finding says that a file was refused by its reader.
pub fn is_refusal(finding: &Finding) -> bool {
    finding.code == REFUSED || finding.message.starts_with(NOT_READABLE)
}

/// Why a path shows nothing.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The path does not exist, is not readable, or ends early.
    #[error("{path:?}: {reason}; {advice}")]
    Unreadable {
        /// As given.
        path: PathBuf,
        /// One clause.
        reason: String,
        /// One clause.
        advice: String,
    },
    /// The file is of a known kind and refused by its reader.
    #[error("{path:?}: not a readable {kind}: {error}")]
    Refused {
        /// As given.
        path: PathBuf,
        /// The kind it was taken for, for people.
        kind: &'static str,
        /// The reader's refusal.
        error: Box<ReadError>,
    },
    /// The content is of no kind that is read.
    #[error("{path:?}: {found}; {advice}")]
    Unknown {
        /// As given.
        path: PathBuf,
        /// What the content looks like.
        found: String,
        /// One clause.
        advice: String,
    },
    /// A reader failed in a way that it must not.
    #[error("opening failed by a fault of this program; please report the files")]
    Abandoned,
    /// Whoever waited for it stopped it.
    #[error("opening was cancelled")]
    Cancelled,
}

impl OpenError {
    /// The same as a finding of severity error, for a file among others.
    pub fn to_finding(&self) -> Finding {
        match self {
            Self::Unreadable {
                path,
                reason,
                advice,
            } => Finding::error("file.unreadable", reason.clone(), advice.clone()).in_file(path),
            Self::Refused { path, kind, error } => Finding::error(
                error.code.unwrap_or(REFUSED),
                format!(
                    "{NOT_READABLE} {kind}: expected {}, found {}",
                    error.expected, error.found
                ),
                error.advice.clone(),
            )
            .in_file(path)
            .at(error.offset),
            Self::Unknown {
                path,
                found,
                advice,
            } => Finding::error("file.unknown", found.clone(), advice.clone()).in_file(path),
            Self::Abandoned => Finding::error(
                "file.abandoned",
                "opening failed by a fault of this program",
                "please report the files",
            ),
            Self::Cancelled => {
                Finding::note("file.cancelled", "opening was cancelled", "open it again")
            }
        }
    }
}

/// Why a model cannot be written in a format: one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(pub String);
