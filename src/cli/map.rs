//! `rigscope map`: which track moves which joint, by which rule, and what it would move by the others.

use std::fmt::Write;

use serde::Serialize;

use super::args::MapArgs;
use super::json::{self, FindingJson};
use super::{Failure, Outcome, hashes, open_item, print, print_json};
use crate::formats::league::bin::names::Names;
use crate::model::finding::counted;
use crate::model::{Severity, Skeleton};
use crate::pose::mapping::{self, Mapping, MappingRule};
use crate::scene::Item;

/// Of joints of one hash so many are listed for each track: a real rig has two at most.
const MOST_CANDIDATES: usize = 32;

#[derive(Serialize)]
struct Document {
    family: &'static str,
    files: Vec<String>,
    skeleton: String,
    #[serde(flatten)]
    first: Option<ClipMap>,
    /// The other clips, where no clip was named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    further: Vec<ClipMap>,
}

#[derive(Serialize)]
struct ClipMap {
    clip: String,
    rule: &'static str,
    mapping: Vec<Entry>,
    disagreements: Vec<usize>,
    unmoved_joints: Vec<usize>,
    findings: Vec<serde_json::Value>,
}

#[derive(Serialize)]
struct Entry {
    track: usize,
    hash: Option<String>,
    name: Option<String>,
    joint: Option<usize>,
    joint_name: Option<String>,
    rule: &'static str,
    reason: String,
    candidates: Vec<CandidateJson>,
    otherwise: Otherwise,
}

#[derive(Serialize)]
struct CandidateJson {
    joint: usize,
    name: String,
    path: String,
    claim: &'static str,
}

/// The joint by each rule.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Otherwise {
    game: Option<usize>,
    two_pass: Option<usize>,
    naive: Option<usize>,
}

pub fn run(args: &MapArgs) -> Result<Outcome, Failure> {
    let mut item = open_item(&args.input, args.clip.as_deref())?;
    if item.skeleton().is_none() {
        return Err(Failure::Argument(
            "no skeleton was found: name the .skl file too".into(),
        ));
    }
    if item.character.clips.is_empty() {
        return Err(Failure::Argument(
            "no clip was found: name an .anm file too".into(),
        ));
    }
    let names = hashes::names(&args.names)?;
    item.set_rule(args.mapping.into());
    let clips: Vec<usize> = match item.picks().2 {
        Some(clip) => vec![clip],
        None => (0..item.character.clips.len()).collect(),
    };
    let mut has_errors = false;
    let mut maps = Vec::new();
    let mut text = String::new();
    for clip in clips {
        item.pick_clip(Some(clip));
        has_errors |= item
            .findings()
            .any(|finding| finding.severity == Severity::Error);
        match args.json {
            true => maps.extend(clip_map(&item, &names)),
            false => write_text(&item, &mut text),
        }
    }
    if args.json {
        let mut maps = maps.into_iter();
        print_json(&Document {
            family: item.character.family.word(),
            files: json::files(&item.character),
            skeleton: item
                .skeleton()
                .map(|skeleton| skeleton.name.clone())
                .unwrap_or_default(),
            first: maps.next(),
            further: maps.collect(),
        })?;
    } else {
        print(&names.explain(&text))?;
    }
    Ok(if has_errors {
        Outcome::Findings
    } else {
        Outcome::Good
    })
}

fn clip_map(item: &Item, names: &Names) -> Option<ClipMap> {
    let (mapping, skeleton, clip) = (item.mapping()?, item.skeleton()?, item.clip()?);
    let by_rule =
        MappingRule::ALL.map(|rule| mapping::map(rule, skeleton, item.joint_skins(), &clip.tracks));
    let findings = mapping::findings(mapping, skeleton, clip);
    let unmoved = mapping
        .track_of_joint
        .iter()
        .enumerate()
        .filter(|(_, track)| track.is_none());
    Some(ClipMap {
        clip: clip.name.clone(),
        rule: mapping.rule.word(),
        mapping: (0..clip.tracks.len())
            .map(|track| entry(item, names, mapping, &by_rule, skeleton, track))
            .collect(),
        disagreements: item
            .disagreements()
            .iter()
            .map(|disagreement| disagreement.track)
            .collect(),
        unmoved_joints: unmoved.map(|(joint, _)| joint).collect(),
        findings: findings
            .iter()
            .map(|finding| hashes::explained(names, finding))
            .filter_map(|finding| serde_json::to_value(FindingJson::new(&finding)).ok())
            .collect(),
    })
}

/// The track's own name, else its joint's, else that which a person's list has for its hash.
fn name_of(
    item: &Item,
    names: &Names,
    skeleton: &Skeleton,
    mapping: &Mapping,
    track: usize,
) -> Option<String> {
    let source = item.clip()?.tracks.get(track)?;
    json::track_name(source, mapping.tracks[track].joint, skeleton)
        .or_else(|| names.of_joint(source.hash?))
        .map(str::to_owned)
}

fn entry(
    item: &Item,
    names: &Names,
    mapping: &Mapping,
    by_rule: &[Mapping; 3],
    skeleton: &Skeleton,
    track: usize,
) -> Entry {
    let mapped = &mapping.tracks[track];
    let candidate = |candidate: &mapping::Candidate| CandidateJson {
        joint: candidate.joint,
        name: skeleton.joints[candidate.joint].name.clone(),
        path: skeleton.path(candidate.joint),
        claim: candidate.claim.word(),
    };
    let source = item.clip().and_then(|clip| clip.tracks.get(track));
    Entry {
        track,
        hash: source.and_then(|source| source.hash).map(json::hash),
        name: name_of(item, names, skeleton, mapping, track),
        joint: mapped.joint,
        joint_name: mapped
            .joint
            .map(|joint| skeleton.joints[joint].name.clone()),
        rule: mapped.reason.word(),
        reason: mapping::explain(mapping, track, skeleton),
        candidates: mapped
            .candidates
            .iter()
            .take(MOST_CANDIDATES)
            .map(candidate)
            .collect(),
        otherwise: Otherwise {
            game: by_rule[0].moved_by(track),
            two_pass: by_rule[1].moved_by(track),
            naive: by_rule[2].moved_by(track),
        },
    }
}

fn write_text(item: &Item, text: &mut String) {
    let (Some(mapping), Some(skeleton), Some(clip)) =
        (item.mapping(), item.skeleton(), item.clip())
    else {
        return;
    };
    let mapped = mapping
        .tracks
        .iter()
        .filter(|track| track.joint.is_some())
        .count();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} on {}: {mapped} of {} move a joint (rule {})",
        clip.name,
        skeleton.name,
        counted(clip.tracks.len(), "track", "tracks"),
        mapping.rule.word()
    );
    for (index, track) in clip.tracks.iter().enumerate() {
        let joint = mapping.tracks[index].joint;
        let target = joint.map_or("-".to_owned(), |joint| {
            format!("{joint} {}", skeleton.joints[joint].name)
        });
        let _ = writeln!(
            text,
            "  {index:>4}  {:<24} → {target:<28} {:<12} {}",
            mapping::track_title(track),
            mapping.tracks[index].reason.word(),
            mapping::explain(mapping, index, skeleton)
        );
    }
    for disagreement in item.disagreements() {
        let _ = writeln!(text, "  the rules differ at track {}:", disagreement.track);
        for ((rule, joint), reason) in MappingRule::ALL
            .iter()
            .zip(disagreement.joints)
            .zip(&disagreement.reasons)
        {
            let target = joint.map_or("nothing".to_owned(), |joint| {
                format!("{} ({joint})", skeleton.joints[joint].name)
            });
            let _ = writeln!(text, "    {:<9} moves {target}: {reason}", rule.word());
        }
    }
    for finding in mapping::findings(mapping, skeleton, clip) {
        let _ = writeln!(
            text,
            "  {}: {}; {}",
            finding.severity.word(),
            finding.message,
            finding.fix
        );
    }
}
