//! The joint index table of a current `.skl`, which is checked and never used for look-ups: tools write it unsorted or with
//! wrong hashes (league-formats §2).

use std::collections::HashSet;

use crate::formats::{ReadError, Reader};
use crate::model::{Finding, Joint};

use crate::formats::league::tally::Tally;
use crate::model::finding::counted;

const FIX: &str =
    "nothing: joints are never looked up in the table here, though other programs may do so";

/// Bytes of an entry.
const ENTRY: usize = 8;

/// An entry and its offset.
struct Entry {
    at: u64,
    joint: i16,
    hash: u32,
}

/// Compares the table with the joints; gives the offset of its end, `None` where it is not wholly in the file.
pub(super) fn check(
    reader: Reader<'_>,
    offset: i64,
    joints: &[Joint],
    findings: &mut Vec<Finding>,
) -> Option<usize> {
    match read(reader, offset, joints.len()) {
        Ok(entries) => {
            compare(&entries, joints, findings);
            Some(offset as usize + ENTRY * entries.len())
        }
        Err(error) => {
            let message = format!(
                "the joint index table is not in the file: expected {}, found {}",
                error.expected, error.found
            );
            let finding = Finding::note("league.joint-index-table-unreadable", message, FIX);
            findings.push(finding.at(24));
            None
        }
    }
}

fn read(mut reader: Reader<'_>, offset: i64, joints: usize) -> Result<Vec<Entry>, ReadError> {
    reader.seek(offset, "the offset of the joint index table")?;
    let count = reader.fits(joints, ENTRY, "entries of the joint index table")?;
    (0..count)
        .map(|_| {
            let at = reader.offset();
            let joint = reader.i16("joint id")?;
            reader.u16("padding")?;
            let hash = reader.u32("joint hash")?;
            Ok(Entry { at, joint, hash })
        })
        .collect()
}

fn compare(entries: &[Entry], joints: &[Joint], findings: &mut Vec<Finding>) {
    let (mut unsorted, mut wrong) = (Tally::default(), Tally::default());
    let mut seen = HashSet::with_capacity(entries.len());
    let mut last = 0;
    for (index, entry) in entries.iter().enumerate() {
        let joint = usize::try_from(entry.joint).ok();
        let joint = joint.and_then(|joint| joints.get(joint));
        let agrees = joint.is_some_and(|joint| joint.hash == Some(entry.hash));
        if !agrees || !seen.insert(entry.joint) {
            wrong.add((index, entry));
        }
        if entry.hash < last {
            unsorted.add((index, entry));
        }
        last = entry.hash;
    }
    unsorted.report(findings, |count, (index, entry)| {
        let message = format!(
            "the joint index table does not ascend by hash at {}, first at entry {index}",
            counted(count, "place", "places")
        );
        Finding::note("league.joint-index-table-unsorted", message, FIX).at(entry.at)
    });
    wrong.report(findings, |count, (index, entry)| {
        let message = format!(
            "in the joint index table {} with the joints; the first is entry {index}: joint {}, hash 0x{:08x}",
            counted(count, "entry disagrees", "entries disagree"),
            entry.joint,
            entry.hash,
        );
        Finding::note("league.joint-index-table-mismatch", message, FIX).at(entry.at)
    });
}
