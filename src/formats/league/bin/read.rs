//! Whole property bins (league-formats §7). What cannot be read costs what holds it, not the
//! file.

use super::container::{OBJECT, Values};
use super::faults::{ADVICE, Fault, Faults};
use crate::formats::{ReadError, Reader};
use crate::model::Finding;
use crate::model::finding::counted;
use crate::model::league::bin::{Bin, Numbering, Object, Patch};

/// A thousand times as many as were seen.
const MOST_LINKED: u32 = 1 << 15;

/// Reads a property bin or a patch of one. An object, a class, a list or a map that is damaged keeps what lies
/// before the damage, and a finding says where it is.
///
/// # Errors
/// Where the head cannot be read, so that nothing is known of the objects.
pub fn read(bytes: &[u8]) -> Result<(Bin, Vec<Finding>), ReadError> {
    let current = read_as(bytes, Numbering::Current)?;
    if current.faults.count == 0 {
        return Ok(current.told());
    }
    // Nothing in the file says which numbers its kinds have: those by which more of it can be read. One reading is let go
    // before the next, for either may be large.
    let lost = current.lost();
    drop(current);
    match read_as(bytes, Numbering::Old) {
        Ok(old) if old.lost() < lost => return Ok(old.told()),
        _ => {}
    }
    read_as(bytes, Numbering::Current).map(Attempt::told)
}

/// A bin and what was wrong with it.
struct Attempt {
    bin: Bin,
    faults: Faults,
    findings: Vec<Finding>,
}

impl Attempt {
    fn lost(&self) -> (u64, usize) {
        (self.faults.lost, self.faults.count)
    }

    fn told(mut self) -> (Bin, Vec<Finding>) {
        if self.bin.numbering == Numbering::Old {
            self.findings.push(Finding::note(
                "league.bin-old-kinds",
                "the kinds of values have the numbers that they had before file paths were hashed",
                "nothing to do; tools of today may refuse the file",
            ));
        }
        self.findings.extend(self.faults.findings());
        (self.bin, self.findings)
    }
}

fn read_as(bytes: &[u8], numbering: Numbering) -> Result<Attempt, ReadError> {
    let mut reader = Reader::new(bytes);
    let mut attempt = Attempt {
        bin: Bin {
            numbering,
            ..Bin::default()
        },
        faults: Faults::default(),
        findings: Vec::new(),
    };
    let mut values = Values::new(numbering, &reader);
    head(&mut reader, &mut attempt)?;
    let whole = objects(&mut reader, &mut values, &mut attempt)?;
    let has_patches = attempt.bin.is_patch() && attempt.bin.version >= 3;
    if whole && (!has_patches || patches(&mut reader, &mut values, &mut attempt)) {
        report_rest(&reader, &mut attempt.findings);
    }
    attempt.faults = values.faults;
    Ok(attempt)
}

/// Up to the linked bins.
fn head(reader: &mut Reader<'_>, attempt: &mut Attempt) -> Result<(), ReadError> {
    let bin = &mut attempt.bin;
    let mut start = *reader;
    let mut found = reader.take(4, "PROP or PTCH")?;
    if found == b"PTCH" {
        bin.patch_version = Some(reader.u32("the patch's version")?);
        let count = reader.u32("the number of deleted objects")?;
        for _ in 0..reader.fits(count, 4, "deleted objects")? {
            bin.deletions.push(reader.u32("a deleted object")?);
        }
        start = *reader;
        found = reader.take(4, "PROP or PTCH")?;
    }
    if found != b"PROP" {
        return Err(start.error("PROP", format!("{:?}", String::from_utf8_lossy(found))));
    }
    let before = reader.offset();
    bin.version = reader.u32("the version")?;
    if !(1..=3).contains(&bin.version) {
        let message = format!(
            "version {}: only 1 to 3 are known, and it is read like 3",
            bin.version
        );
        attempt
            .findings
            .push(Finding::warning("league.bin-version", message, ADVICE).at(before));
    }
    if bin.version != 1 {
        let before = *reader;
        let count = reader.u32("the number of linked bins")?;
        if count > MOST_LINKED {
            let expected = format!("at most {MOST_LINKED} linked bins");
            return Err(before.error(expected, count.to_string()));
        }
        for _ in 0..reader.fits(count, 2, "linked bins")? {
            let length = reader.u16("the length of a linked bin's path")?;
            let path = reader.string(length, "a linked bin's path")?;
            bin.linked.push(path);
        }
    }
    Ok(())
}

/// Reads every object; false where the file ends before they do.
fn objects(
    reader: &mut Reader<'_>,
    values: &mut Values,
    attempt: &mut Attempt,
) -> Result<bool, ReadError> {
    let count = reader.u32("the number of objects")?;
    let count = reader.fits(count, 4, "classes of objects")?;
    let mut classes = *reader;
    reader.take(4 * count, "the objects' classes")?;
    let objects = &mut attempt.bin.objects;
    objects.reserve_exact(count.min(reader.remaining() / 10));
    for index in 0..count {
        let mut object = Object {
            class: classes.u32("an object's class")?,
            offset: reader.offset(),
            ..Object::default()
        };
        let size = match reader.u32("the size of an object") {
            Ok(size) => size,
            Err(error) => {
                left_out(values, reader, format!("object {index} of {count}"), error);
                return Ok(false);
            }
        };
        let told = values.faults.told.len();
        let mut path = None;
        object.fields = values.sized(reader, size, OBJECT, |values, part, fields| {
            path = Some(part.u32("an object's path")?);
            values.fields(part, fields, 0)
        })?;
        object.path = path.unwrap_or_default();
        if values.faults.told.len() > told {
            let at = format!("object {index} of {count} (path {:#010x})", object.path);
            place(values, told, &at);
        }
        if path.is_some() {
            attempt.bin.objects.push(object);
        }
        if values.faults.is_cut(reader) {
            let behind = count - index - 1;
            if let (1.., Some(fault)) = (behind, values.faults.told.get_mut(told)) {
                let behind = counted(behind, "object is", "objects are");
                fault.kept += &format!(", and the last {behind} left out");
            }
            return Ok(false);
        }
    }
    Ok(true)
}

/// Says where those faults lie that came after the first `told`.
fn place(values: &mut Values, told: usize, at: &str) {
    for fault in values.faults.told.iter_mut().skip(told) {
        fault.part = match fault.part.as_str() {
            "the object" => at.to_owned(),
            inside => format!("{inside} in {at}"),
        };
    }
}

/// Notes that the file ends here for all that follows.
fn left_out(values: &mut Values, reader: &Reader<'_>, part: String, error: ReadError) {
    values.faults.lost += reader.remaining() as u64;
    values.faults.add(|| Fault {
        part,
        kept: "it and all behind it are left out".into(),
        error,
    });
}

/// Reads the values that a patch replaces; false where the file ends before they do.
fn patches(reader: &mut Reader<'_>, values: &mut Values, attempt: &mut Attempt) -> bool {
    let count = match reader.u32("the number of patched values") {
        Ok(count) => count,
        Err(error) => {
            values.faults.lost += reader.remaining() as u64;
            values.faults.add(|| Fault {
                part: "the list of patched values".into(),
                kept: "it is left out".into(),
                error,
            });
            return false;
        }
    };
    for index in 0..count {
        let head = reader
            .u32("a patched object's path")
            .and_then(|object| Ok((object, reader.u32("the size of a patched value")?)))
            .and_then(|(object, size)| Ok((object, reader.part(size, "the patched value")?)));
        let (object, mut part) = match head {
            Ok(head) => head,
            Err(error) => {
                let part = format!("patched value {index} of {count}");
                left_out(values, reader, part, error);
                return false;
            }
        };
        let told = values.faults.told.len();
        match read_patch(&mut part, values, object) {
            Ok(patch) => attempt.bin.patches.push(patch),
            Err(error) => {
                values.faults.lost += part.remaining() as u64;
                values.faults.add(|| Fault {
                    part: "the object".into(),
                    kept: "it is left out".into(),
                    error,
                });
            }
        }
        if values.faults.told.len() > told {
            let at = format!("patched value {index} of {count} (object {object:#010x})");
            place(values, told, &at);
        }
    }
    true
}

fn read_patch(
    reader: &mut Reader<'_>,
    values: &mut Values,
    object: u32,
) -> Result<Patch, ReadError> {
    let kind = values.kind(reader)?;
    let length = reader.u16("the length of a patched value's path")?;
    let path = reader.string(length, "a patched value's path")?;
    let value = values.value(reader, kind, 0)?;
    Ok(Patch {
        object,
        path,
        value,
    })
}

fn report_rest(reader: &Reader<'_>, findings: &mut Vec<Finding>) {
    let left = reader.remaining();
    if left > 0 {
        let message = format!(
            "{} behind the last object",
            counted(left, "byte is", "bytes are")
        );
        findings.push(Finding::warning("league.bin-rest", message, ADVICE).at(reader.offset()));
    }
}
