//! `.skl`, the legacy skeleton format "r3d2sklt" (league-formats §3).

use glam::Affine3A;

use crate::formats::{ReadError, Reader};
use crate::model::{Finding, Joint, Skeleton, Transform, transform};

use super::check::{self, Numbers, Records, StoredInfluences, named};
use super::whole;
use crate::formats::league::hash;
use crate::formats::league::tally::Tally;
use crate::model::finding::counted;

/// The first eight bytes.
pub(super) const MAGIC: &[u8] = b"r3d2sklt";
/// Bytes of a joint record.
const RECORD: usize = 88;
/// Volume scale below which a bind matrix cannot be inverted.
const SINGULAR: f32 = 1e-12;

/// Reads a file that begins with [`MAGIC`]. It stores each joint's bind matrix in file space; local transforms and
/// inverse binds follow from those.
pub(super) fn read(bytes: &[u8]) -> Result<(Skeleton, Vec<Finding>), ReadError> {
    let mut reader = Reader::new(bytes);
    reader.take(MAGIC.len(), "magic")?;
    let version_at = reader;
    let version = reader.u32("version")?;
    if !matches!(version, 1 | 2) {
        return Err(version_at
            .error("version 1 or 2", format!("version {version}"))
            .advise("save the rig with a tool that writes version 1 or 2, or the current format"));
    }
    reader.u32("skeleton id")?;
    let count = reader.u32("joint count")?;
    let count = reader.fits(count, RECORD, "joints")?;
    let mut findings = Vec::new();
    let mut skeleton = Skeleton {
        kind: "r3d2sklt",
        version,
        joints: read_joints(&mut reader, count, &mut findings)?,
        ..Skeleton::default()
    };
    let influences = if version == 1 {
        StoredInfluences {
            ids: (0..count as i64).collect(),
            ..StoredInfluences::default()
        }
    } else {
        read_influences(&mut reader, &mut findings)
    };
    skeleton.influences = check::settle_influences(influences, &skeleton.joints, &mut findings);
    whole::check(&skeleton, &mut findings);
    let broken = findings
        .iter()
        .any(|finding| finding.code == "league.influences-unreadable");
    if reader.remaining() > 0 && !broken {
        findings.push(check::trailing(reader.offset(), reader.remaining()));
    }
    Ok((skeleton, findings))
}

fn read_joints(
    reader: &mut Reader<'_>,
    count: usize,
    findings: &mut Vec<Finding>,
) -> Result<Vec<Joint>, ReadError> {
    let place = Records {
        at: reader.offset(),
        size: RECORD as u64,
    };
    let (mut numbers, mut unnamed) = (Numbers::default(), Tally::default());
    let mut joints = Vec::with_capacity(count);
    let mut parents = Vec::with_capacity(count);
    let mut worlds = Vec::with_capacity(count);
    for index in 0..count {
        let name = reader.fixed_string(32, "joint name")?;
        if name.is_empty() {
            unnamed.add(index);
        }
        parents.push(i64::from(reader.i32("joint parent")?));
        let mut radius = reader.f32("joint radius")?;
        numbers.mend_radius(index, &mut radius);
        let mut rows = [0.0; 12];
        for number in &mut rows {
            *number = reader.f32("bind matrix")?;
        }
        worlds.push(check::usable(&rows).then(|| transform::from_rows(rows)));
        joints.push(Joint {
            // No hash is stored (league-formats §3).
            hash: Some(hash::elf(&name)),
            name,
            parent: None,
            local: Transform::IDENTITY,
            inverse_bind: Affine3A::IDENTITY,
            radius,
        });
    }
    check::settle_parents(&mut joints, &parents, place, findings);
    let mut singular = Tally::default();
    let joints = derive_transforms(joints, &worlds, &mut numbers, &mut singular);
    unnamed.report(findings, |count, joint| {
        place.mark(joint, check::unnamed(count, joint))
    });
    numbers.report(&joints, place, findings);
    singular.report(findings, |count, joint| {
        let message = format!(
            "{} a bind matrix without an inverse and stand where their parents stand; the first is joint {}",
            counted(count, "joint has", "joints have"),
            named(&joints, joint),
        );
        let fix = "export the rig again without scales of zero";
        place.mark(joint, Finding::error("league.bind-matrix-singular", message, fix))
    });
    Ok(joints)
}

/// `local = inverse(world(parent)) · world`, `inverse bind = inverse(world)`. A joint whose matrix cannot be used stands
/// where its parent stands.
fn derive_transforms(
    joints: Vec<Joint>,
    stored: &[Option<Affine3A>],
    numbers: &mut Numbers,
    singular: &mut Tally<usize>,
) -> Vec<Joint> {
    let mut skeleton = Skeleton {
        joints,
        ..Skeleton::default()
    };
    let mut worlds = vec![(Affine3A::IDENTITY, Affine3A::IDENTITY); stored.len()];
    for index in skeleton.breadth_first() {
        let joint = &mut skeleton.joints[index];
        let (parent_world, joint_from_parent) = joint
            .parent
            .map_or((Affine3A::IDENTITY, Affine3A::IDENTITY), |parent| {
                worlds[parent]
            });
        worlds[index] = match stored[index] {
            Some(world) if world.matrix3.determinant().abs() > SINGULAR => (world, world.inverse()),
            Some(_) => {
                singular.add(index);
                (parent_world, joint_from_parent)
            }
            None => {
                numbers.replaced(index, "bind matrix");
                (parent_world, joint_from_parent)
            }
        };
        let (world, inverse) = worlds[index];
        let mut local = Transform::from_affine(&(joint_from_parent * world));
        numbers.mend(
            index,
            ["local translation", "local rotation", "local scale"],
            &mut local,
        );
        joint.local = local;
        joint.inverse_bind = inverse;
    }
    skeleton.joints
}

fn read_influences(reader: &mut Reader<'_>, findings: &mut Vec<Finding>) -> StoredInfluences {
    let at = reader.offset();
    let count = reader
        .u32("influence count")
        .and_then(|count| reader.fits(count, 4, "influences"));
    let first = reader.offset();
    let ids = count.and_then(|count| {
        (0..count)
            .map(|_| reader.u32("influence").map(i64::from))
            .collect()
    });
    match ids {
        Ok(ids) => StoredInfluences {
            ids,
            at: first,
            size: 4,
        },
        Err(error) => {
            findings.push(check::influences_unreadable(&error).at(at));
            StoredInfluences::default()
        }
    }
}
