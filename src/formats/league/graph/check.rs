//! What is odd about a graph: clips that are missing, files that are not there, clips inside themselves.

use std::collections::HashSet;

use crate::model::clip_graph::{BlendKind, ClipKind};
use crate::model::finding::counted;
use crate::model::{ClipGraph, Finding};

/// The findings on one graph, each with how many there are and the first of them.
pub(super) fn findings(graph: &ClipGraph) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(repeated(graph));
    findings.extend(missing_files(graph));
    findings.extend(missing_children(graph));
    findings.extend(cycles(graph));
    findings.extend(unknown_classes(graph));
    for finding in &mut findings {
        finding.file.clone_from(&graph.file);
        finding.offset = graph.offset;
    }
    findings
}

fn repeated(graph: &ClipGraph) -> Option<Finding> {
    let mut seen = HashSet::new();
    let is_again = |&index: &usize| !seen.insert(graph.clips[index].hash);
    let again: Vec<usize> = (0..graph.clips.len()).filter(is_again).collect();
    let clips = counted(again.len(), "clip has", "clips have");
    let first = graph.title(*again.first()?);
    Some(Finding::warning(
        "league.clip-repeated",
        format!("{clips} the key of an earlier one: the first is {first}"),
        "other clips and blends mean the first of one key; give each clip a key of its own",
    ))
}

fn missing_files(graph: &ClipGraph) -> Option<Finding> {
    let missing: Vec<(usize, String)> = graph
        .clips
        .iter()
        .enumerate()
        .filter_map(|(index, clip)| match &clip.kind {
            ClipKind::Atomic(animation) if animation.clip.is_none() => {
                let hash = || {
                    animation
                        .path_hash
                        .map(|hash| format!("the file 0x{hash:016x}"))
                };
                let path = animation.path.clone().or_else(hash);
                Some((index, path.unwrap_or_else(|| "no file at all".into())))
            }
            _ => None,
        })
        .collect();
    let (first, path) = missing.first()?;
    let clips = counted(missing.len(), "clip plays", "clips play");
    Some(Finding::note(
        "league.clip-without-file",
        format!(
            "{clips} an animation file that was not opened: the first is {}, with {path}",
            graph.title(*first)
        ),
        "put the .anm files into the folder animations beside the skeleton, or name them too",
    ))
}

fn missing_children(graph: &ClipGraph) -> Option<Finding> {
    let mut missing = Vec::new();
    for (index, clip) in graph.clips.iter().enumerate() {
        let children = clip.kind.children().into_iter();
        // A condition without a clip for one side names no clip at all.
        let lost = children.filter(|(child, _)| child.clip.is_none() && child.hash != 0);
        missing.extend(lost.map(|(child, _)| (graph.title(index), child.hash)));
    }
    for blend in &graph.blends {
        if let BlendKind::Transition(clip) = blend.kind
            && clip.clip.is_none()
        {
            missing.push(("the blend table".into(), clip.hash));
        }
    }
    let (parent, child) = missing.first()?;
    let names = counted(missing.len(), "name leads", "names lead");
    Some(Finding::warning(
        "league.clip-missing",
        format!("{names} to no clip of the graph: the first, in {parent}, is 0x{child:08x}"),
        "the clip is left out where it would play; add it to the graph, or take its name away",
    ))
}

/// Clips that play themselves. Without recursion: a graph may be as deep as a file is long.
fn cycles(graph: &ClipGraph) -> Option<Finding> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let children: Vec<Vec<usize>> = graph
        .clips
        .iter()
        .map(|clip| {
            let children = clip.kind.children().into_iter();
            children.filter_map(|(child, _)| child.clip).collect()
        })
        .collect();
    let mut states = vec![State::New; graph.clips.len()];
    let mut inside = Vec::new();
    for root in 0..graph.clips.len() {
        if states[root] != State::New {
            continue;
        }
        states[root] = State::Open;
        let mut path = vec![(root, 0)];
        while let Some((clip, next)) = path.last_mut() {
            let clip = *clip;
            let child = children[clip].get(*next).copied();
            *next += 1;
            match child {
                None => {
                    states[clip] = State::Done;
                    path.pop();
                }
                Some(child) if states[child] == State::Open => inside.push((clip, child)),
                Some(child) if states[child] == State::New => {
                    states[child] = State::Open;
                    path.push((child, 0));
                }
                Some(_) => {}
            }
        }
    }
    let &(parent, child) = inside.first()?;
    let names = counted(inside.len(), "name leads", "names lead");
    Some(Finding::warning(
        "league.clip-cycle",
        format!(
            "{names} back to a clip that is playing already: the first is {} inside {}",
            graph.title(child),
            graph.title(parent)
        ),
        "the inner one is left out where it would play; take its name away",
    ))
}

fn unknown_classes(graph: &ClipGraph) -> Option<Finding> {
    let unknown: Vec<(usize, &str)> = graph
        .clips
        .iter()
        .enumerate()
        .filter_map(|(index, clip)| match &clip.kind {
            ClipKind::Other { class, .. } => Some((index, class.as_str())),
            _ => None,
        })
        .collect();
    let (first, class) = unknown.first()?;
    let clips = counted(unknown.len(), "clip is", "clips are");
    Some(Finding::note(
        "league.clip-class-unknown",
        format!(
            "{clips} of a class whose rules are not known: the first, {}, is a {class}",
            graph.title(*first)
        ),
        "the first clip that it names is played; pick another child by hand",
    ))
}
