//! `.skl`, the current skeleton format (league-formats §2). [`read`] takes the legacy one too.

pub(super) mod check;
mod index_table;
mod legacy;
mod whole;
mod write;

use crate::formats::{ReadError, Reader};
use crate::model::{Finding, Joint, Skeleton, Transform};

use super::hash;
use crate::formats::league::tally::Tally;
use crate::model::finding::counted;
use check::{Numbers, Records, named};

pub use write::write;

/// Second word of every current file.
pub(super) const TOKEN: u32 = 0x22FD_4FC3;
/// Bytes of a joint record.
pub(super) const RECORD: usize = 100;
/// Longest name that is read, with its NUL. Without a limit, many joints could each name the same megabytes.
pub(super) const NAME_LIMIT: usize = 256;

/// Reads a skeleton, current or legacy, told apart by content.
///
/// Distances are in the file's unit, matrices take file space to joint space. Parents and influences in the result are
/// always in range and free of cycles; what had to be changed for that is among the findings. The stored inverse bind
/// matrices are kept although they are not exact inverses (league-formats §2.1).
///
/// # Errors
/// Where no joint can be shown: unknown content or version, or joint records outside the file.
pub fn read(bytes: &[u8]) -> Result<(Skeleton, Vec<Finding>), ReadError> {
    if bytes.starts_with(legacy::MAGIC) {
        return legacy::read(bytes);
    }
    let reader = Reader::new(bytes);
    let header = Header::read(reader)?;
    let mut file = Current {
        reader,
        header,
        end: 64,
        findings: Vec::new(),
    };
    file.check_header();
    let mut skeleton = Skeleton {
        kind: "skl",
        version: file.header.version,
        joints: file.read_joints()?,
        ..Skeleton::default()
    };
    let index_table = i64::from(file.header.index_table);
    let checked = index_table::check(reader, index_table, &skeleton.joints, &mut file.findings);
    file.end = file.end.max(checked.unwrap_or(0));
    let influences = file.read_influences();
    skeleton.influences =
        check::settle_influences(influences, &skeleton.joints, &mut file.findings);
    skeleton.rig_name = file.read_label(file.header.rig_name, "rig name");
    skeleton.asset_name = file.read_label(file.header.asset_name, "asset name");
    whole::check(&skeleton, &mut file.findings);
    file.check_end();
    Ok((skeleton, file.findings))
}

/// The first 64 bytes. Offsets are from the start of the file.
#[derive(Clone, Copy)]
struct Header {
    size: u32,
    version: u32,
    flags: u16,
    joint_count: u16,
    influence_count: u32,
    joints: i32,
    index_table: i32,
    influences: i32,
    rig_name: i32,
    asset_name: i32,
}

impl Header {
    fn read(mut reader: Reader<'_>) -> Result<Self, ReadError> {
        let size = reader.u32("file size")?;
        let token_at = reader;
        let token = reader.u32("skeleton token")?;
        if token != TOKEN {
            return Err(token_at
                .error(
                    format!("the skeleton token 0x{TOKEN:08x}, or \"r3d2sklt\" at byte 0"),
                    format!("0x{token:08x}"),
                )
                .advise("open a League .skl file"));
        }
        let header = Self {
            size,
            version: reader.u32("version")?,
            flags: reader.u16("flags")?,
            joint_count: reader.u16("joint count")?,
            influence_count: reader.u32("influence count")?,
            joints: reader.i32("offset of the joints")?,
            index_table: reader.i32("offset of the joint index table")?,
            influences: reader.i32("offset of the influences")?,
            rig_name: reader.i32("offset of the rig name")?,
            asset_name: reader.i32("offset of the asset name")?,
        };
        reader.take(24, "rest of the header")?;
        Ok(header)
    }
}

/// A file being read.
struct Current<'a> {
    reader: Reader<'a>,
    header: Header,
    findings: Vec<Finding>,
    /// Behind the last byte that belongs to anything read so far.
    end: usize,
}

/// What a joint record says beyond what goes into a [`Joint`] as it is.
struct Record {
    id: i16,
    parent: i16,
    /// Absolute; may lie anywhere.
    name_at: i64,
}

impl Current<'_> {
    fn check_header(&mut self) {
        let header = self.header;
        if header.size as usize != self.reader.file_len() {
            let message = format!(
                "the header states {} bytes, the file has {}",
                header.size,
                self.reader.file_len()
            );
            let fix = "extract it again if it was cut off; saving it with a current tool corrects the number";
            let finding = Finding::warning("league.skl-size", message, fix);
            self.findings.push(finding.at(0));
        }
        if header.version != 0 {
            let message = format!(
                "version {} is unknown; it is read as version 0",
                header.version
            );
            let fix = "compare the joints with the game's; report the file if they are wrong";
            let finding = Finding::warning("league.skl-version", message, fix);
            self.findings.push(finding.at(8));
        }
        if header.flags != 0 {
            let message = format!(
                "flags 0x{:04X} have no known meaning and are ignored",
                header.flags
            );
            let finding = Finding::note("league.unknown-flags", message, "nothing");
            self.findings.push(finding.at(12));
        }
    }

    fn read_joints(&mut self) -> Result<Vec<Joint>, ReadError> {
        let mut reader = self.reader;
        reader.seek(self.header.joints, "the offset of the joints")?;
        let count = reader.fits(self.header.joint_count, RECORD, "joints")?;
        let place = Records {
            at: reader.offset(),
            size: RECORD as u64,
        };
        let mut joints = Vec::with_capacity(count);
        let mut records = Vec::with_capacity(count);
        let mut numbers = Numbers::default();
        for index in 0..count {
            let (joint, record) = read_record(&mut reader, index, &mut numbers)?;
            joints.push(joint);
            records.push(record);
        }
        self.end = self.end.max(reader.offset() as usize);
        self.read_names(&mut joints, &records, place);
        self.check_ids(&records, place);
        numbers.report(&joints, place, &mut self.findings);
        let parents: Vec<i64> = records.iter().map(|record| record.parent.into()).collect();
        check::settle_parents(&mut joints, &parents, place, &mut self.findings);
        Ok(joints)
    }

    /// A joint whose name cannot be read is called by its number and keeps its hash, so clips still move it.
    fn read_names(&mut self, joints: &mut [Joint], records: &[Record], place: Records) {
        let (mut unreadable, mut unnamed) = (Tally::default(), Tally::default());
        let mut hashes = Tally::default();
        for (index, (joint, record)) in joints.iter_mut().zip(records).enumerate() {
            let Some(name) = self.string_at(record.name_at) else {
                joint.name = format!("joint {index}");
                unreadable.add((index, record.name_at));
                continue;
            };
            joint.name = name;
            if joint.name.is_empty() {
                unnamed.add(index);
            } else if joint.name.is_ascii() && joint.hash != Some(hash::elf(&joint.name)) {
                hashes.add(index);
            }
        }
        let findings = &mut self.findings;
        unreadable.report(findings, |count, (joint, at)| {
            let joints = counted(count, "joint has", "joints have");
            let message = format!(
                "{joints} no readable name; the first is joint {joint}, whose name should be at byte {at}. \
                 They are called by their numbers"
            );
            let fix = "extract the file again; clips still find these joints by their hashes";
            place.mark(joint, Finding::error("league.joint-name-unreadable", message, fix))
        });
        unnamed.report(findings, |count, joint| {
            place.mark(joint, check::unnamed(count, joint))
        });
        hashes.report(findings, |count, joint| {
            let message = format!(
                "{} another hash than that of the name; the first is joint {}: stored 0x{:08x}, by name 0x{:08x}. \
                 Clips are matched by the stored one",
                counted(count, "joint stores", "joints store"),
                named(joints, joint),
                joints[joint].hash.unwrap_or_default(),
                hash::elf(&joints[joint].name),
            );
            let fix = "save the rig again with a tool that hashes the lower-case name";
            place.mark(joint, Finding::warning("league.joint-hash", message, fix))
        });
    }

    fn check_ids(&mut self, records: &[Record], place: Records) {
        let mut odd = Tally::default();
        for (index, record) in records.iter().enumerate() {
            if usize::try_from(record.id) != Ok(index) {
                odd.add((index, record.id));
            }
        }
        odd.report(&mut self.findings, |count, (joint, id)| {
            let message = format!(
                "{} an id other than the place in the table; the first is joint {joint} with id {id}. \
                 Parents and influences are taken as places in the table",
                counted(count, "joint has", "joints have"),
            );
            let fix = "number the joints in the order in which they are stored";
            place.mark(joint, Finding::warning("league.joint-id", message, fix))
        });
    }

    /// As stored; empty where the list is not wholly in the file.
    fn read_influences(&mut self) -> check::StoredInfluences {
        let mut reader = self.reader;
        let count = reader
            .seek(self.header.influences, "the offset of the influences")
            .and_then(|()| reader.fits(self.header.influence_count, 2, "influences"));
        let at = reader.offset();
        let ids = count.and_then(|count| {
            (0..count)
                .map(|_| reader.u16("influence").map(i64::from))
                .collect()
        });
        match ids {
            Ok(ids) => {
                if self.header.influence_count > 0 {
                    self.end = self.end.max(reader.offset() as usize);
                }
                check::StoredInfluences { ids, at, size: 2 }
            }
            Err(error) => {
                self.findings
                    .push(check::influences_unreadable(&error).at(28));
                check::StoredInfluences::default()
            }
        }
    }

    /// The rig's or the asset's name. Offsets of 0 and −1 stand for none.
    fn read_label(&mut self, offset: i32, what: &str) -> Option<String> {
        if offset == 0 || offset == -1 {
            return None;
        }
        let label = self.string_at(offset.into());
        if label.is_none() {
            let message = format!("the {what} at byte {offset} is not a string in the file");
            let finding = Finding::note("league.rig-name-unreadable", message, "nothing");
            self.findings.push(finding);
        }
        label.filter(|label| !label.is_empty())
    }

    fn string_at(&mut self, at: i64) -> Option<String> {
        let mut reader = self.reader;
        reader.seek(at, "a name").ok()?;
        let start = reader.offset() as usize;
        let window = reader.take(reader.remaining().min(NAME_LIMIT), "a name");
        let mut window = Reader::new(window.ok()?);
        let name = window.c_string("a name").ok()?;
        self.end = self.end.max(start + window.offset() as usize);
        Some(name)
    }

    fn check_end(&mut self) {
        // Every block is padded to 4 bytes.
        let end = self.end.next_multiple_of(4);
        if end < self.reader.file_len() {
            let extra = self.reader.file_len() - end;
            self.findings.push(check::trailing(end as u64, extra));
        }
    }
}

fn read_record(
    reader: &mut Reader<'_>,
    index: usize,
    numbers: &mut Numbers,
) -> Result<(Joint, Record), ReadError> {
    reader.u16("joint flags")?;
    let id = reader.i16("joint id")?;
    let parent = reader.i16("joint parent")?;
    reader.u16("joint padding")?;
    let hash = reader.u32("joint hash")?;
    let mut radius = reader.f32("joint radius")?;
    let mut local = read_transform(reader)?;
    let mut inverse = read_transform(reader)?;
    let name_field = reader.offset() as i64;
    let name_at = name_field + i64::from(reader.i32("joint name offset")?);
    numbers.mend_radius(index, &mut radius);
    numbers.mend(
        index,
        ["local translation", "local rotation", "local scale"],
        &mut local,
    );
    numbers.mend(
        index,
        [
            "inverse bind translation",
            "inverse bind rotation",
            "inverse bind scale",
        ],
        &mut inverse,
    );
    let joint = Joint {
        name: String::new(),
        hash: Some(hash),
        parent: None,
        local,
        inverse_bind: inverse.to_affine(),
        radius,
    };
    let record = Record {
        id,
        parent,
        name_at,
    };
    Ok((joint, record))
}

/// Stored as translation, scale, rotation; means T·R·S.
fn read_transform(reader: &mut Reader<'_>) -> Result<Transform, ReadError> {
    let translation = reader.vec3("translation")?;
    let scale = reader.vec3("scale")?;
    let rotation = reader.quat("rotation")?;
    Ok(Transform {
        translation,
        rotation,
        scale,
    })
}
