//! The one way to speak about a file.

use std::path::PathBuf;

/// How bad a finding is. Ordered: a note is the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing, nothing wrong.
    Note,
    /// Odd; shown all the same.
    Warning,
    /// Something cannot be shown as meant.
    Error,
}

impl Severity {
    /// The word that JSON and people get.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The part of a model that a finding speaks of, so that a click leads there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Index of a joint.
    Joint(usize),
    /// Index of a track in its clip.
    Track(usize),
    /// Index of a submesh.
    Submesh(usize),
    /// Index of a vertex.
    Vertex(usize),
}

/// One thing found in a file, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Stable, for scripts: `"league.track-without-joint"`.
    pub code: &'static str,
    /// The file it was found in.
    pub file: Option<PathBuf>,
    /// Bytes from the start of the file.
    pub offset: Option<u64>,
    /// The joint, track, submesh or vertex meant.
    pub subject: Option<Subject>,
    /// One sentence on what was found.
    pub message: String,
    /// One sentence on what to do.
    pub fix: String,
}

impl Finding {
    /// A finding without file, offset or subject; chain [`Self::in_file`], [`Self::at`], [`Self::about`].
    pub fn new(
        severity: Severity,
        code: &'static str,
        message: impl Into<String>,
        fix: impl Into<String>,
    ) -> Self {
        Self {
            severity,
            code,
            file: None,
            offset: None,
            subject: None,
            message: message.into(),
            fix: fix.into(),
        }
    }

    /// A [`Severity::Note`].
    pub fn note(code: &'static str, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, message, fix)
    }

    /// A [`Severity::Warning`].
    pub fn warning(code: &'static str, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message, fix)
    }

    /// A [`Severity::Error`].
    pub fn error(code: &'static str, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message, fix)
    }

    /// Says where in the file.
    pub fn at(mut self, offset: u64) -> Self {
        self.offset = Some(offset);
        self
    }

    /// Says what it speaks of.
    pub fn about(mut self, subject: Subject) -> Self {
        self.subject = Some(subject);
        self
    }

    /// Says which file, unless it is said already.
    pub fn in_file(mut self, file: impl Into<PathBuf>) -> Self {
        self.file.get_or_insert_with(|| file.into());
        self
    }
}

/// A count with its noun: `1 track`, `2 tracks`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
