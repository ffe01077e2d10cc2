//! What both skeleton readers check, mend and say about joints (league-formats §2, §3).

use std::collections::HashSet;

use glam::{Quat, Vec3};

use crate::formats::ReadError;
use crate::model::{Finding, Joint, Subject, Transform};

use crate::formats::league::tally::Tally;
use crate::model::finding::counted;

/// Beyond this a distance or a scale is taken for damage: rigs are a few hundred units tall.
const HUGE: f32 = 1e6;

/// Where the joint records lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Records {
    /// Offset of the first.
    pub(super) at: u64,
    /// Bytes of one.
    pub(super) size: u64,
}

impl Records {
    /// Adds a joint and its record's offset to a finding.
    pub(super) fn mark(self, joint: usize, finding: Finding) -> Finding {
        finding
            .at(self.at + self.size * joint as u64)
            .about(Subject::Joint(joint))
    }
}

/// `6 "Head"`, for messages.
pub(super) fn named(joints: &[Joint], joint: usize) -> String {
    match joints.get(joint) {
        Some(found) => format!("{joint} {:?}", found.name),
        None => joint.to_string(),
    }
}

/// True for numbers that a palette survives.
pub(in crate::formats::league) fn usable(numbers: &[f32]) -> bool {
    numbers.iter().all(|number| number.abs() <= HUGE)
}

/// Mends transforms and counts what was odd about their numbers.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    bad: Tally<(usize, &'static str)>,
    not_unit: Tally<(usize, &'static str, f32)>,
    scale: Tally<(usize, &'static str, Vec3)>,
}

impl Numbers {
    /// Puts the identity's part where a part of a transform is NaN, infinite or huge. `parts` names translation,
    /// rotation and scale.
    pub(super) fn mend(
        &mut self,
        joint: usize,
        parts: [&'static str; 3],
        transform: &mut Transform,
    ) {
        if !usable(&transform.translation.to_array()) {
            self.replaced(joint, parts[0]);
            transform.translation = Vec3::ZERO;
        }
        if !usable(&transform.rotation.to_array()) {
            self.replaced(joint, parts[1]);
            transform.rotation = Quat::IDENTITY;
        }
        if !usable(&transform.scale.to_array()) {
            self.replaced(joint, parts[2]);
            transform.scale = Vec3::ONE;
        }
        let length = transform.rotation.length();
        if (length - 1.0).abs() > 1e-3 {
            self.not_unit.add((joint, parts[1], length));
        }
        if transform.scale.min_element() <= 0.0 {
            self.scale.add((joint, parts[2], transform.scale));
        }
    }

    /// Puts 0 where a radius is NaN, infinite or huge.
    pub(super) fn mend_radius(&mut self, joint: usize, radius: &mut f32) {
        if !usable(&[*radius]) {
            self.replaced(joint, "radius");
            *radius = 0.0;
        }
    }

    /// Counts a part that the caller replaced.
    pub(super) fn replaced(&mut self, joint: usize, part: &'static str) {
        self.bad.add((joint, part));
    }

    pub(super) fn report(self, joints: &[Joint], place: Records, findings: &mut Vec<Finding>) {
        self.bad.report(findings, |count, (joint, part)| {
            let message = format!(
                "{} of joints held a number that is not finite or beyond 1e6 and were replaced by the identity's; \
                 the first is the {part} of joint {}",
                counted(count, "part", "parts"),
                named(joints, joint),
            );
            let fix = "extract or export the rig again; the pose around these joints is not the game's";
            place.mark(joint, Finding::error("league.bad-number", message, fix))
        });
        self.not_unit
            .report(findings, |count, (joint, part, length)| {
                let message = format!(
                    "{} not of unit length and used at unit length; \
                 the first is the {part} of joint {}, of length {length}",
                    counted(count, "rotation is", "rotations are"),
                    named(joints, joint),
                );
                let fix = "normalise the rotations in the rig";
                place.mark(
                    joint,
                    Finding::warning("league.rotation-not-unit", message, fix),
                )
            });
        self.scale.report(findings, |count, (joint, part, scale)| {
            let message = format!(
                "{} zero or negative on an axis; the first is the {part} of joint {}: {scale}",
                counted(count, "scale is", "scales are"),
                named(joints, joint),
            );
            let fix = "nothing if the rig mirrors or hides parts on purpose";
            place.mark(joint, Finding::note("league.joint-scale", message, fix))
        });
    }
}

/// Sets every joint's parent from the stored numbers (−1: root). One that names no other joint becomes a root, and a
/// cycle is broken at its lowest joint, so that afterwards every joint hangs from a root.
pub(super) fn settle_parents(
    joints: &mut [Joint],
    stored: &[i64],
    place: Records,
    findings: &mut Vec<Finding>,
) {
    let (mut outside, mut selves) = (Tally::default(), Tally::default());
    let count = joints.len();
    for (index, (joint, &parent)) in joints.iter_mut().zip(stored).enumerate() {
        joint.parent = match usize::try_from(parent) {
            Ok(parent) if parent == index => {
                selves.add(index);
                None
            }
            Ok(parent) if parent < count => Some(parent),
            _ => {
                if parent != -1 {
                    outside.add((index, parent));
                }
                None
            }
        };
    }
    let cycles = break_cycles(joints);
    let fix = "correct the parents in the rig; until then these joints are shown as roots";
    outside.report(findings, |count, (joint, parent)| {
        let message = format!(
            "{} a parent that does not exist; the first is joint {} with parent {parent}",
            counted(count, "joint names", "joints name"),
            named(joints, joint),
        );
        place.mark(joint, Finding::error("league.joint-parent", message, fix))
    });
    selves.report(findings, |count, joint| {
        let message = format!(
            "{} as parent; the first is joint {}",
            counted(count, "joint names itself", "joints name themselves"),
            named(joints, joint),
        );
        place.mark(
            joint,
            Finding::error("league.joint-self-parent", message, fix),
        )
    });
    cycles.report(findings, |count, (joint, length)| {
        let message = format!(
            "{} of parents, broken at the lowest joint; the first has {length} joints and was broken at joint {}",
            counted(count, "cycle", "cycles"),
            named(joints, joint),
        );
        place.mark(joint, Finding::error("league.joint-cycle", message, fix))
    });
}

/// Cuts each cycle at its lowest joint; gives that joint and the cycle's length.
fn break_cycles(joints: &mut [Joint]) -> Tally<(usize, usize)> {
    let mut cycles = Tally::default();
    let mut walked_from = vec![usize::MAX; joints.len()];
    for start in 0..joints.len() {
        let mut at = Some(start);
        while let Some(joint) = at.filter(|&joint| walked_from[joint] == usize::MAX) {
            walked_from[joint] = start;
            at = joints[joint].parent;
        }
        // Back on this walk's own trail: `met` lies on a cycle that no earlier walk has seen.
        if let Some(met) = at.filter(|&joint| walked_from[joint] == start) {
            let (mut lowest, mut length) = (met, 1);
            let mut next = joints[met].parent;
            while let Some(joint) = next.filter(|&joint| joint != met) {
                lowest = lowest.min(joint);
                length += 1;
                next = joints[joint].parent;
            }
            joints[lowest].parent = None;
            cycles.add((lowest, length));
        }
    }
    cycles
}

/// The influence list as the file has it.
#[derive(Debug, Default)]
pub(super) struct StoredInfluences {
    pub(super) ids: Vec<i64>,
    /// Offset of the first.
    pub(super) at: u64,
    /// Bytes of one.
    pub(super) size: u64,
}

/// The finding for a list that is not in the file.
pub(super) fn influences_unreadable(error: &ReadError) -> Finding {
    Finding::error(
        "league.influences-unreadable",
        format!(
            "the influence list cannot be read: expected {}, found {}; no vertex can be tied to a joint through it",
            error.expected, error.found
        ),
        "extract the file again; until then the mesh is shown in its bind pose",
    )
}

/// The finding for joints with empty names.
pub(super) fn unnamed(count: usize, joint: usize) -> Finding {
    let joints = counted(count, "joint has", "joints have");
    let message = format!("{joints} an empty name; the first is joint {joint}");
    let fix = "name the joints in the rig if clips are to move them";
    Finding::note("league.joint-unnamed", message, fix)
}

/// The finding for bytes that belong to no block.
pub(super) fn trailing(at: u64, extra: usize) -> Finding {
    let extra = counted(extra, "byte", "bytes");
    let message = format!("{extra} behind the last block belong to nothing and are ignored");
    let fix = "nothing if the model looks right; otherwise extract the file again";
    Finding::note("league.trailing-bytes", message, fix).at(at)
}

/// Joint indices in range. Vertices refer to places in the list, so an entry without a joint is not dropped but
/// replaced by joint 0.
pub(super) fn settle_influences(
    stored: StoredInfluences,
    joints: &[Joint],
    findings: &mut Vec<Finding>,
) -> Vec<usize> {
    if joints.is_empty() {
        return Vec::new();
    }
    let (mut outside, mut twice) = (Tally::default(), Tally::default());
    let mut seen = HashSet::with_capacity(stored.ids.len());
    let mut influences = Vec::with_capacity(stored.ids.len());
    for (entry, &id) in stored.ids.iter().enumerate() {
        let joint = usize::try_from(id).ok().filter(|&id| id < joints.len());
        match joint {
            None => outside.add((entry, id)),
            Some(joint) if !seen.insert(joint) => twice.add((entry, joint)),
            Some(_) => {}
        }
        influences.push(joint.unwrap_or(0));
    }
    let offset = |entry: usize| stored.at + stored.size * entry as u64;
    outside.report(findings, |count, (entry, id)| {
        let message = format!(
            "{} of the influence list no joint; the first is entry {entry}: joint {id} of {}. \
             Vertices that refer to them follow joint 0",
            counted(count, "entry names", "entries name"),
            joints.len(),
        );
        let fix = "export rig and mesh together again";
        Finding::error("league.influence-out-of-range", message, fix).at(offset(entry))
    });
    twice.report(findings, |count, (entry, joint)| {
        let message = format!(
            "{} of the influence list a joint that is listed before; the first is entry {entry}: joint {}",
            counted(count, "entry repeats", "entries repeat"),
            named(joints, joint),
        );
        let fix = "nothing: vertices may refer to either entry";
        let finding = Finding::warning("league.influence-duplicate", message, fix);
        finding.at(offset(entry)).about(Subject::Joint(joint))
    });
    influences
}
