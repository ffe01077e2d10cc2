//! A skeleton that names another one (lostsaga-formats §3).

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glam::Affine3A;

use super::from_row_vectors;
use super::skl::{self, Skl};
use crate::formats::siblings;
use crate::formats::sniff::Kind;
use crate::model::finding::counted;
use crate::model::{Finding, Link, LinkPair, Skeleton, Subject};

/// A bone this near to its parent has no length to compare with: the game's own pelvis has a millionth of a unit.
const NO_LENGTH: f32 = 1e-5;

/// Looks for the linked skeleton in the folder of the file, whatever the case of its name, and ties `skeleton` to it:
/// its inverse binds then take vertices from the other's rest pose.
///
/// It is looked for also where only named files are opened, for the file itself names it. Where there is none, none that can be read, or one of another number of bones, the client says so and drops the link.
pub fn link(skl: &Skl, skeleton: &mut Skeleton, path: &Path) -> Vec<Finding> {
    let Some(name) = skl.link.as_ref().filter(|name| !name.is_empty()) else {
        return Vec::new();
    };
    let name = name.text();
    let dropped = |message: String, fix: &str| {
        vec![Finding::warning("lostsaga.linked-skeleton", message, fix)]
    };
    let Some(found) = find(path, &name) else {
        let message = format!("linked skeleton {name:?} Not Exist: the client drops the link");
        let fix = "put it into the same folder, or export without a link";
        return dropped(message, fix);
    };
    let mut findings = Vec::new();
    let spelled = found.file_name().unwrap_or_default().to_string_lossy();
    if spelled != name.as_str() {
        let message = format!("the linked skeleton {name:?} is called {spelled:?}");
        let fix = "nothing for the game, which ignores case here; other tools may not";
        findings.push(Finding::warning(
            "lostsaga.linked-skeleton-case",
            message,
            fix,
        ));
    }
    let other = match read(&found) {
        Ok(other) => other,
        Err(reason) => {
            let message = format!("linked skeleton {name:?}: {reason}; it counts as Not Exist");
            findings.extend(dropped(message, "export the linked skeleton again"));
            return findings;
        }
    };
    let counts = (skl.bones.len(), other.bones.len());
    if counts.0 != counts.1 {
        let message = format!(
            "linked skeleton {name:?}: Not Same Biped Cnt({}/{}): the client drops the link",
            counts.0, counts.1
        );
        findings.extend(dropped(message, "link a skeleton of as many bones"));
        return findings;
    }
    let (mut other_skeleton, _) = skl::skeleton(&other);
    other_skeleton.name = crate::formats::open::stem(&found);
    other_skeleton.file = Some(found);
    findings.extend(tie(skl, skeleton, &other, &other_skeleton));
    let pairs = pairs(skl, skeleton, &other, &other_skeleton);
    for (joint, pair) in skeleton.joints.iter_mut().zip(&pairs) {
        joint.inverse_bind *= pair.offset;
    }
    skeleton.link = Some(Arc::new(Link {
        name,
        skeleton: Arc::new(other_skeleton),
        pairs,
    }));
    findings
}

/// The file of this name, spelled just so or else in another case, beside `path`. A name with a folder in it names none.
fn find(path: &Path, name: &str) -> Option<PathBuf> {
    let folder = siblings::folder_of(path);
    let called = |path: &PathBuf| path.file_name().is_some_and(|own| own == name);
    let nearly = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|own| own.eq_ignore_ascii_case(name))
    };
    let files = siblings::files_in(&folder);
    let exact = files.iter().find(|path| called(path));
    exact
        .or_else(|| files.iter().find(|path| nearly(path)))
        .cloned()
}

fn read(path: &Path) -> Result<Skl, String> {
    let size = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > Kind::LostSagaSkeleton.most_bytes() {
        return Err(format!("it has {size} bytes"));
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    skl::read(&bytes).map_err(|error| error.to_string())
}

fn pairs(skl: &Skl, own: &Skeleton, other_skl: &Skl, other: &Skeleton) -> Vec<LinkPair> {
    let bones = skl.bones.iter().zip(&other_skl.bones);
    let joints = own.joints.iter().zip(&other.joints);
    let pair = |((bone, other_bone), (joint, other_joint)): (
        (&skl::Bone, _),
        (&crate::model::Joint, &crate::model::Joint),
    )| {
        let other_bone: &skl::Bone = other_bone;
        let offset =
            from_row_vectors(&bone.object) * from_row_vectors(&other_bone.object).inverse();
        LinkPair {
            offset: match offset.is_finite() {
                true => offset,
                false => Affine3A::IDENTITY,
            },
            rate: rate(
                joint.local.translation.length(),
                other_joint.local.translation.length(),
            ),
        }
    };
    bones.zip(joints).map(pair).collect()
}

fn rate(own: f32, other: f32) -> f32 {
    let rate = own / other;
    if other < NO_LENGTH || !rate.is_finite() {
        1.0
    } else {
        rate
    }
}

/// What pairs disagree on.
fn tie(skl: &Skl, own: &Skeleton, other_skl: &Skl, other: &Skeleton) -> Vec<Finding> {
    let mut findings = Vec::new();
    let pairs = || own.joints.iter().zip(&other.joints).enumerate();
    let mut renamed = pairs().filter(|(_, (own, other))| own.name != other.name);
    if let Some((index, (own, other))) = renamed.next() {
        let message = format!(
            "{} of another name in the linked skeleton; the first is bone {index}, {:?} there {:?}: the client pairs by place alone",
            counted(1 + renamed.count(), "bone is", "bones are"),
            own.name,
            other.name
        );
        let fix = "put the bones of both into one order";
        let finding = Finding::warning("lostsaga.linked-pair-name-differs", message, fix);
        findings.push(finding.about(Subject::Joint(index)));
    }
    let mut flat = pairs().filter(|(_, (_, other))| other.local.translation.length() < NO_LENGTH);
    if let Some((index, (own, _))) = flat.next() {
        let message = format!(
            "{} at its parent's place in the linked skeleton, and no rate follows from that: 1 is used, where the client divides by nothing; the first is {:?}",
            counted(1 + flat.count(), "bone is", "bones are"),
            own.name
        );
        let fix = "nothing if such a bone never moves away from its parent";
        let finding = Finding::warning("lostsaga.linked-zero-length", message, fix);
        findings.push(finding.about(Subject::Joint(index)));
    }
    let is_flat = |bone: &skl::Bone| !from_row_vectors(&bone.object).inverse().is_finite();
    let bad = skl.bones.iter().zip(&other_skl.bones);
    let mut bad = bad.enumerate().filter(|(_, (_, other))| is_flat(other));
    if let Some((index, (bone, _))) = bad.next() {
        let message = format!(
            "{} an object matrix without an inverse in the linked skeleton, and no offset; the first is {:?}",
            counted(1 + bad.count(), "bone has", "bones have"),
            bone.name
        );
        let fix = "export the linked skeleton again";
        let finding = Finding::warning("lostsaga.linked-flat-matrix", message, fix);
        findings.push(finding.about(Subject::Joint(index)));
    }
    findings
}
