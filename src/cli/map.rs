//! `rigscope map`: which track moves which joint, by which rule, and what it would move by the others.

use std::fmt::Write;

use serde::Serialize;

use super::args::{MapArgs, SlerpArg};
use super::json::{self, FindingJson};
use super::{Failure, Outcome, hashes, open_item, print, print_json};
use crate::formats::league::bin::names::Names;
use crate::model::finding::counted;
use crate::model::{Severity, Skeleton};
use crate::pose::mapping::inspect::{self, Reach};
use crate::pose::mapping::{self, Mapping, MappingRule};
use crate::scene::Item;

/// Of joints of one hash so many are listed for each track: a real rig has two at most.
const MOST_CANDIDATES: usize = 32;
/// Candidates beside the chosen ones that are looked at in each clip.
const MOST_LOOKED_AT: usize = 256;

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
    orphan_stubs: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    routing: Option<String>,
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
    keys: Keys,
    #[serde(flatten)]
    reach: ReachJson,
    candidates: Vec<CandidateJson>,
    otherwise: Otherwise,
}

#[derive(Serialize)]
struct CandidateJson {
    joint: usize,
    name: String,
    path: String,
    claim: &'static str,
    orphan_stub: bool,
    chosen: bool,
    #[serde(flatten)]
    reach: ReachJson,
}

/// Values of each component: frames or keys, 1 where it never changes.
#[derive(Serialize)]
struct Keys {
    rotation: usize,
    translation: usize,
    scale: usize,
}

/// How far from the bind pose, over the clip; file unit.
#[derive(Clone, Copy, Default, Serialize)]
struct ReachJson {
    /// The joint in the world; `null` where there is none, or where it was not looked at.
    moved: Option<f32>,
    /// The track's translation from the joint's; the same.
    jump: Option<f32>,
}

impl From<Reach> for ReachJson {
    fn from(reach: Reach) -> Self {
        Self {
            moved: Some(reach.moved),
            jump: Some(reach.jump),
        }
    }
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
    let mut item = open_item(&args.input, args.clip.as_deref(), &args.graph)?;
    super::use_routing(&mut item, args.routing.as_deref())?;
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
    let names = hashes::names(&args.graph.names)?;
    item.set_rule(args.mapping.into());
    super::lostsaga::play(&mut item, SlerpArg::Exact, args.as_in_game)?;
    let clips = files(&item);
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
    super::report_errors(&item);
    Ok(if has_errors {
        Outcome::Findings
    } else {
        Outcome::Good
    })
}

/// The files that are mapped: all that a pass of the clip plays, or every one where none was named.
fn files(item: &Item) -> Vec<usize> {
    let mut files: Vec<usize> = Vec::new();
    for file in item.plan().files() {
        if !files.contains(&file) {
            files.push(file);
        }
    }
    match (files.is_empty(), item.picks().2) {
        (false, _) => files,
        (true, Some(file)) => vec![file],
        (true, None) => (0..item.character.clips.len()).collect(),
    }
}

fn clip_map(item: &Item, names: &Names) -> Option<ClipMap> {
    let (mapping, skeleton, clip) = (item.mapping()?, item.skeleton()?, item.clip()?);
    let findings = item.mapping_findings();
    let reaches = inspect::reaches(mapping, skeleton, clip);
    let mut left_to_look_at = MOST_LOOKED_AT;
    let stubs = item.orphan_stubs().iter().enumerate();
    let routing = item.routing().and_then(|routing| routing.file.as_deref());
    let unmoved = mapping
        .track_of_joint
        .iter()
        .enumerate()
        .filter(|(_, track)| track.is_none());
    Some(ClipMap {
        clip: clip.name.clone(),
        rule: mapping.rule.word(),
        mapping: (0..clip.tracks.len())
            .zip(reaches)
            .filter_map(|(track, reach)| entry(item, names, track, reach, &mut left_to_look_at))
            .collect(),
        disagreements: item
            .disagreements()
            .iter()
            .map(|disagreement| disagreement.track)
            .collect(),
        unmoved_joints: unmoved.map(|(joint, _)| joint).collect(),
        orphan_stubs: stubs
            .filter(|(_, stub)| **stub)
            .map(|(joint, _)| joint)
            .collect(),
        routing: routing.map(json::path),
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
    track: usize,
    reach: Option<Reach>,
    left_to_look_at: &mut usize,
) -> Option<Entry> {
    let (mapping, skeleton, clip) = (item.mapping()?, item.skeleton()?, item.clip()?);
    let (mapped, source) = (mapping.tracks.get(track)?, clip.tracks.get(track)?);
    let now = mapping.moved_by(track);
    let mut reach_at = |joint: usize| match reach {
        Some(reach) if now == Some(joint) => reach.into(),
        _ if *left_to_look_at == 0 => ReachJson::default(),
        _ => {
            *left_to_look_at -= 1;
            inspect::reach(mapping, skeleton, clip, track, joint).into()
        }
    };
    let candidate = |candidate: &mapping::Candidate| CandidateJson {
        joint: candidate.joint,
        name: skeleton.joints[candidate.joint].name.clone(),
        path: skeleton.path(candidate.joint),
        claim: candidate.claim.word(),
        orphan_stub: item.orphan_stubs().get(candidate.joint) == Some(&true),
        chosen: now == Some(candidate.joint),
        reach: reach_at(candidate.joint),
    };
    let candidates = mapped.candidates.iter().take(MOST_CANDIDATES);
    let candidates = candidates.map(candidate).collect();
    let by = |rule| item.mapping_by(rule)?.moved_by(track);
    let keys = inspect::KeyCounts::of(source);
    Some(Entry {
        track,
        hash: source.hash.map(json::hash),
        name: name_of(item, names, skeleton, mapping, track),
        joint: mapped.joint,
        joint_name: mapped
            .joint
            .map(|joint| skeleton.joints[joint].name.clone()),
        rule: mapped.reason.word(),
        reason: mapping::explain(mapping, track, skeleton),
        keys: Keys {
            rotation: keys.rotation,
            translation: keys.translation,
            scale: keys.scale,
        },
        reach: reach.map(ReachJson::from).unwrap_or_default(),
        candidates,
        otherwise: Otherwise {
            game: by(MappingRule::Game),
            two_pass: by(MappingRule::TwoPass),
            naive: by(MappingRule::Naive),
        },
    })
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
    let reaches = inspect::reaches(mapping, skeleton, clip);
    for ((index, track), reach) in clip.tracks.iter().enumerate().zip(reaches) {
        let keys = inspect::KeyCounts::of(track);
        let reach = reach.map_or(String::new(), |reach| {
            format!("; moved {:.1}, jump {:.1}", reach.moved, reach.jump)
        });
        let joint = mapping.tracks[index].joint;
        let target = joint.map_or("-".to_owned(), |joint| {
            format!("{joint} {}", skeleton.joints[joint].name)
        });
        let _ = writeln!(
            text,
            "  {index:>4}  {:<24} → {target:<28} {:<12} {}; keys R {} T {} S {}{reach}",
            mapping::track_title(track),
            mapping.tracks[index].reason.word(),
            mapping::explain(mapping, index, skeleton),
            keys.rotation,
            keys.translation,
            keys.scale
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
    for (joint, _) in item
        .orphan_stubs()
        .iter()
        .enumerate()
        .filter(|(_, stub)| **stub)
    {
        let _ = writeln!(
            text,
            "  joint {joint} {:?} is an orphan stub: it has the hash of a skinned joint, stands at the world's origin and skins nothing",
            skeleton.joints[joint].name
        );
    }
    for finding in item.mapping_findings() {
        let _ = writeln!(
            text,
            "  {}: {}; {}",
            finding.severity.word(),
            finding.message,
            finding.fix
        );
    }
}
