//! Joints of one hash: tracks on stubs, heads at crotches, tracks that only their order tells apart.

use std::collections::HashMap;

use crate::model::{Clip, Finding, Skeleton, Subject, Track};
use crate::pose::mapping::{Claim, Mapping, Reason, orphan_stubs, track_title};
use crate::pose::sample;

pub(super) fn findings(mapping: &Mapping, skeleton: &Skeleton, clip: &Clip) -> Vec<Finding> {
    let mut findings = Vec::new();
    let twins = mapping.tracks.iter().enumerate();
    let twins: Vec<usize> = twins
        .filter(|(_, mapped)| mapped.candidates.len() > 1)
        .map(|(track, _)| track)
        .collect();
    if twins.is_empty() {
        return findings;
    }
    let case = Case {
        mapping,
        skeleton,
        clip,
        is_stub: orphan_stubs(skeleton, &mapping.claims),
    };
    for &track in &twins {
        findings.extend(case.on_stub(track));
        findings.extend(case.at_stubs_place(track));
    }
    findings.extend(case.shared_hashes());
    findings
}

struct Case<'a> {
    mapping: &'a Mapping,
    skeleton: &'a Skeleton,
    clip: &'a Clip,
    is_stub: Vec<bool>,
}

impl Case<'_> {
    fn track(&self, track: usize) -> &Track {
        &self.clip.tracks[track]
    }

    fn name(&self, joint: usize) -> String {
        format!("{:?} (joint {joint})", self.skeleton.joints[joint].name)
    }

    /// What people call it: "head", or the joint's own name.
    fn noun(&self, joint: usize) -> String {
        let name = &self.skeleton.joints[joint].name;
        match name.to_ascii_lowercase().contains("head") {
            true => "head".into(),
            false => name.clone(),
        }
    }

    fn place_of_stub(&self, stub: usize) -> &'static str {
        match self.is_stub[stub] {
            true => "the crotch, where the stub stands at the world's origin",
            false => "the stub's place",
        }
    }

    /// The track moves a joint that skins nothing while the skinned one of its hash stands still.
    fn on_stub(&self, index: usize) -> Option<Finding> {
        let mapped = &self.mapping.tracks[index];
        let (stub, best) = (self.mapping.moved_by(index)?, mapped.candidates.first()?);
        let skinned = best.joint;
        // Under `game` a second track goes to the stub by right, because the first has the better joint.
        let skinned_is_still = self.mapping.track_of_joint[skinned].is_none();
        let on_stub = self.mapping.claims[stub] == Claim::Neither;
        if !(best.claim < Claim::Neither && on_stub && skinned_is_still) {
            return None;
        }
        let noun = self.noun(skinned);
        let finding = Finding::warning(
            "league.track-on-stub",
            format!(
                "{noun} stands still, the fault behind a {noun} at crotch: track {index}, {}, moves the stub {}, which skins nothing, while the skinned {} of \
                 the same hash keeps to its bind pose. The {noun}'s motion goes to {}",
                track_title(self.track(index)),
                self.name(stub),
                self.name(skinned),
                self.place_of_stub(stub),
            ),
            "use the mapping rule `game`, or rename or remove the stub joint",
        );
        Some(finding.about(Subject::Track(index)))
    }

    /// The track moves the skinned joint, but what it says is the stub's.
    fn at_stubs_place(&self, index: usize) -> Option<Finding> {
        let joint = self.mapping.moved_by(index)?;
        let mapped = &self.mapping.tracks[index];
        if self.mapping.claims[joint] == Claim::Neither {
            return None;
        }
        let away = self.distance(index, joint)?;
        // The stub that the translations fit best.
        let stubs = mapped.candidates.iter().rev();
        let stubs = stubs.take_while(|candidate| candidate.claim == Claim::Neither);
        let fits = stubs.take(MOST_STUBS).filter_map(|candidate| {
            let distance = self.distance(index, candidate.joint)?;
            fits_better(distance, away).then_some((candidate.joint, distance))
        });
        let (stub, _) = fits.min_by(|a, b| a.1.total_cmp(&b.1))?;
        let noun = self.noun(joint);
        let cure = match self.mapping.tracks[index].reason {
            Reason::BestClaim(_) => {
                let left = match self.mapping.track_of_joint[stub] {
                    Some(other) => format!("track {other} then takes"),
                    None => "the bind pose is then kept by".into(),
                };
                format!(
                    "route track {index} to {} by hand on the Mapping page; {left} {}",
                    self.name(stub),
                    self.name(joint)
                )
            }
            _ => {
                "use the mapping rule `game`, or route the track by hand on the Mapping page".into()
            }
        };
        let finding = Finding::warning(
            "league.head-at-crotch",
            format!(
                "{noun} at crotch: by rule {} the {noun} goes to {}: track {index}, {}, holds {} {away:.1} units from \
                 its bind translation, and fits the stub {} of the same hash",
                self.mapping.rule.word(),
                self.place_of_stub(stub),
                track_title(self.track(index)),
                self.name(joint),
                self.name(stub),
            ),
            cure,
        );
        Some(finding.about(Subject::Track(index)))
    }

    /// From the track's first translation to a joint's bind translation.
    fn distance(&self, track: usize, joint: usize) -> Option<f32> {
        let start = sample::sample_track(self.clip, self.track(track), 0.0).translation?;
        Some(start.distance(self.skeleton.joints[joint].local.translation))
    }

    /// Two tracks and two joints of one hash: only the order in the file pairs them. Where the values speak for the
    /// other pairing (each track stays nearer to the other joint's bind translation), that is said.
    fn shared_hashes(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut first_of_hash: HashMap<u32, usize> = HashMap::new();
        for (second, mapped) in self.mapping.tracks.iter().enumerate() {
            let Some(hash) = self.track(second).hash else {
                continue;
            };
            let first = *first_of_hash.entry(hash).or_insert(second);
            let by_hand = |track: usize| self.mapping.tracks[track].reason == Reason::ByHand;
            if first == second || mapped.candidates.len() < 2 || by_hand(first) || by_hand(second) {
                continue;
            }
            if let (Some(joint), Some(other)) = (mapped.joint, self.mapping.tracks[first].joint) {
                findings.push(self.shared_hash([first, second], [other, joint]));
            }
        }
        findings
    }

    fn shared_hash(&self, [first, second]: [usize; 2], [other, joint]: [usize; 2]) -> Finding {
        let sum = |a: Option<f32>, b: Option<f32>| Some(a? + b?);
        let as_mapped = sum(self.distance(first, other), self.distance(second, joint));
        let swapped = sum(self.distance(first, joint), self.distance(second, other));
        let is_suspicious = as_mapped
            .zip(swapped)
            .is_some_and(|(mapped, swapped)| fits_better(swapped, mapped));
        let subject = Subject::Track(second);
        if joint == other {
            let name = self.name(joint);
            return Finding::note(
                "league.tracks-share-hash",
                format!("tracks {first} and {second} have one hash, and by rule {} both go to {name}: the later track overwrites the earlier", self.mapping.rule.word()),
                "use the mapping rule `game`, which gives one track to one joint",
            )
            .about(subject);
        }
        let message = format!(
            "tracks {first} and {second} have one hash, and so do {} and {}: only the order of the tracks tells which \
             is whose{}",
            self.name(other),
            self.name(joint),
            match is_suspicious {
                true => "; their translations fit the other way round",
                false => "",
            },
        );
        let fix = "give the joints names that differ in more than case, or put the skinned joint's track first";
        match is_suspicious {
            true => Finding::warning("league.tracks-look-swapped", message, fix),
            false => Finding::note("league.tracks-share-hash", message, fix),
        }
        .about(subject)
    }
}

/// Of joints of one hash so many stubs are compared: a real rig has one.
const MOST_STUBS: usize = 8;

/// Whether a distance is less than another beyond what chance would do.
fn fits_better(distance: f32, than: f32) -> bool {
    distance * 2.0 + 1.0 < than
}
