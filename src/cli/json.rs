//! What several commands print alike as JSON. Keys are stable: the contract only grows.

use std::path::Path;

use serde::Serialize;

use crate::model::{Character, Finding, Skeleton, Track};
use crate::pose::Mapping;

/// A finding.
#[derive(Serialize)]
pub struct FindingJson<'a> {
    severity: &'static str,
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    message: &'a str,
    fix: &'a str,
}

impl<'a> FindingJson<'a> {
    /// Of one finding.
    pub fn new(finding: &'a Finding) -> Self {
        Self {
            severity: finding.severity.word(),
            code: finding.code,
            file: finding.file.as_deref().map(path),
            offset: finding.offset,
            message: &finding.message,
            fix: &finding.fix,
        }
    }

    /// Of several.
    pub fn all(findings: impl IntoIterator<Item = &'a Finding>) -> Vec<Self> {
        findings.into_iter().map(Self::new).collect()
    }
}

/// Where a track went.
#[derive(Serialize)]
pub struct TrackJson<'a> {
    track: usize,
    hash: Option<String>,
    name: Option<&'a str>,
    joint: Option<usize>,
    rule: &'static str,
}

impl<'a> TrackJson<'a> {
    /// All tracks of a mapping.
    pub fn all(mapping: &Mapping, skeleton: &'a Skeleton, tracks: &'a [Track]) -> Vec<Self> {
        let entry = |(index, track): (usize, &'a Track)| {
            let mapped = &mapping.tracks[index];
            Self {
                track: index,
                hash: track.hash.map(hash),
                name: track_name(track, mapped.joint, skeleton),
                joint: mapped.joint,
                rule: mapped.reason.word(),
            }
        };
        tracks.iter().enumerate().map(entry).collect()
    }
}

/// The name in the file, else that of the joint it went to: a hash alone says nothing to a person.
pub fn track_name<'a>(
    track: &'a Track,
    joint: Option<usize>,
    skeleton: &'a Skeleton,
) -> Option<&'a str> {
    let joints_name = || {
        joint
            .and_then(|joint| skeleton.joints.get(joint))
            .map(|joint| joint.name.as_str())
    };
    track.name.as_deref().or_else(joints_name)
}

/// A joint hash, as people write it.
pub fn hash(hash: u32) -> String {
    format!("0x{hash:08x}")
}

/// A path as text; bytes that are no text are replaced.
pub fn path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The files of a character.
pub fn files(character: &Character) -> Vec<String> {
    character.files.iter().map(|file| path(file)).collect()
}
