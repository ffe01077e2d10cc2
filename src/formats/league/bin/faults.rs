//! What could not be read of a bin, and how far the fault reaches.

use crate::formats::{ReadError, Reader};
use crate::model::Finding;
use crate::model::finding::counted;

/// Faults beyond this many are counted, not told one by one.
const MOST_TOLD: usize = 8;
pub(super) const ADVICE: &str =
    "extract the bin again; it may be damaged, or newer than this program";

/// Part of a bin that could not be read.
pub(super) struct Fault {
    pub part: String,
    pub kept: String,
    pub error: ReadError,
}

/// What was wrong with a bin.
#[derive(Default)]
pub(super) struct Faults {
    /// The first ones: a made file could have a million.
    pub told: Vec<Fault>,
    pub count: usize,
    /// Bytes that were skipped.
    pub lost: u64,
    /// Where something ends that states a larger size than there are bytes. It was told, and what else ends there has run
    /// out for the same reason.
    cut: Option<u64>,
}

impl Faults {
    /// Notes a fault; `fault` is not called for one too many.
    pub fn add(&mut self, fault: impl FnOnce() -> Fault) {
        self.count += 1;
        if self.told.len() < MOST_TOLD {
            self.told.push(fault());
        }
    }

    /// Whether what ends where `reader` does was cut short, which was told.
    pub fn is_cut(&self, reader: &Reader<'_>) -> bool {
        self.cut == Some(end(reader))
    }

    /// Takes what states its size, or all that is left where that is less; then also the error, unless it was told.
    pub fn part<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        size: u32,
        whole: &'static str,
    ) -> Result<(Reader<'a>, Option<ReadError>), ReadError> {
        let mut at = *reader;
        let Err(error) = reader.part(size, whole).map(|part| at = part) else {
            return Ok((at, None));
        };
        // Less than the size, so it fits.
        let part = at.part(at.remaining() as u32, whole)?;
        *reader = at;
        let is_news = !self.is_cut(&part);
        self.cut = Some(end(&part));
        Ok((part, is_news.then_some(error)))
    }

    /// The findings, by their place in the file as they were met.
    pub fn findings(self) -> Vec<Finding> {
        let untold = self.count - self.told.len();
        let mut findings = Vec::new();
        for fault in self.told {
            let ReadError {
                offset,
                expected,
                found,
                advice,
                ..
            } = fault.error;
            let message = format!(
                "{} cannot be read: expected {expected}, found {found}; {}",
                fault.part, fault.kept
            );
            findings.push(Finding::error("league.bin-unreadable", message, advice).at(offset));
        }
        if untold > 0 {
            let message = format!("{} more cannot be read", counted(untold, "part", "parts"));
            findings.push(Finding::error("league.bin-unreadable", message, ADVICE));
        }
        findings
    }
}

fn end(reader: &Reader<'_>) -> u64 {
    reader.offset() + reader.remaining() as u64
}
