//! Tracks that name their joints and heed case, several of which may move one joint (lostsaga-formats §2, §6, §7).

use std::sync::Arc;

use super::{Blended, Mapping, MappingRule, Reason, TrackMapping, claims, track_title};
use crate::model::finding::counted;
use crate::model::{Finding, Names, Skeleton, Subject, Track};
use crate::pose::names::{Match, NameTable, listed, with_nearest};

/// Whether joints of a skeleton are found by exact name.
pub(super) fn applies(skeleton: &Skeleton) -> bool {
    skeleton.names != Names::AnyCase
}

/// The joint of exactly the track's name, else what the skeleton's rule for names says. Tracks without keys or weight move
/// nothing. The first track of a joint gives its place; later ones are blended over it by their weights. All rules agree.
pub(super) fn map(
    rule: MappingRule,
    skeleton: &Skeleton,
    joint_skins: &[bool],
    tracks: &[Track],
) -> Mapping {
    let table = NameTable::new(skeleton);
    let mut track_of_joint = vec![None; skeleton.joints.len()];
    let mut weight_of_joint = vec![0.0_f32; skeleton.joints.len()];
    let mut blended = Vec::new();
    let none: Arc<[super::Candidate]> = Arc::new([]);
    let choose = |(index, track): (usize, &Track)| {
        let (joint, reason) = find(&table, track);
        if let Some(joint) = joint {
            let weight = track.weight.unwrap_or(1.0);
            weight_of_joint[joint] += weight;
            match track_of_joint[joint] {
                None => track_of_joint[joint] = Some(index),
                Some(_) => blended.push(Blended {
                    joint,
                    track: index,
                    share: (weight / weight_of_joint[joint]).clamp(0.0, 1.0),
                }),
            }
        }
        TrackMapping {
            joint,
            reason,
            candidates: none.clone(),
        }
    };
    let chosen = tracks.iter().enumerate().map(choose).collect();
    blended.sort_by_key(|over: &Blended| over.joint);
    Mapping {
        rule,
        tracks: chosen,
        track_of_joint,
        blended,
        claims: claims(skeleton, joint_skins),
    }
}

fn find(table: &NameTable<'_>, track: &Track) -> (Option<usize>, Reason) {
    if track.is_weightless() {
        return (None, Reason::Weightless);
    }
    if track.rotation.is_none() && track.translation.is_none() {
        return (None, Reason::NoKeys);
    }
    let name = track.name.as_deref().unwrap_or_default();
    match table.find(name) {
        None => (None, Reason::NoJoint),
        Some((joint, Match::Exact)) => (Some(joint), Reason::ExactName),
        Some((joint, Match::OtherCase)) => (Some(joint), Reason::OtherCase),
        Some((joint, Match::FirstJoint)) => (Some(joint), Reason::FirstJoint),
    }
}

/// Tracks that the game sends elsewhere or nowhere, and joints of several tracks. What has no keys or no weight, the clip's
/// file says of itself.
pub(super) fn findings(mapping: &Mapping, skeleton: &Skeleton, tracks: &[Track]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let of = |reasons: &[Reason]| -> Vec<usize> {
        let is = |track: &usize| reasons.contains(&mapping.tracks[*track].reason);
        (0..mapping.tracks.len()).filter(is).collect()
    };
    let mut warn = |code, tracks: &[usize], message: String, fix: &str| {
        let finding = Finding::warning(code, message, fix);
        findings.push(finding.about(Subject::Track(tracks[0])));
    };
    let cased = of(&[Reason::OtherCase]);
    if let Some(first) = cased.first() {
        let message = format!(
            "{} only found by ignoring case; the first is track {first}: {}. That works here and in the web tools; in the game the track moves bone 0",
            counted(cased.len(), "track's bone is", "tracks' bones are"),
            listed(cased.iter().map(|&track| track_title(&tracks[track])))
        );
        let fix = "spell it as the skeleton does";
        warn("lostsaga.track-case-mismatch", &cased, message, fix);
    }
    let lost = of(&[Reason::NoJoint, Reason::FirstJoint]);
    if let Some(&first) = lost.first() {
        let table = NameTable::new(skeleton);
        let title = |&track: &usize| {
            let name = tracks[track].name.as_deref().unwrap_or_default();
            with_nearest(name, table.nearest(name))
        };
        let here = match mapping.tracks[first].reason {
            Reason::FirstJoint => "and so here",
            _ => "and nothing here",
        };
        let message = format!(
            "the skeleton lacks the bones of {} of {} tracks; the first is track {first}: {}. In the game such a track moves bone 0, {here}",
            lost.len(),
            tracks.len(),
            listed(lost.iter().map(title))
        );
        let fix = "open the skeleton that the clip was made for, or rename the track's bone";
        warn("lostsaga.track-without-bone", &lost, message, fix);
    }
    let over: Vec<usize> = mapping.blended.iter().map(|over| over.track).collect();
    if let Some(&first) = over.first() {
        let message = format!(
            "{} a bone that an earlier track moves, and the two are blended by their weights; the first is track {first}, {}",
            counted(over.len(), "track moves", "tracks move"),
            track_title(&tracks[first])
        );
        let fix = "leave one track for each bone";
        warn("lostsaga.two-tracks-of-one-bone", &over, message, fix);
    }
    findings
}
