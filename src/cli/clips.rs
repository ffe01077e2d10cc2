//! Which clip is meant, in which of several graphs, and how it is controlled.

use std::path::Path;

use super::args::GraphArgs;
use super::{Failure, complain, find_name};
use crate::formats::league::hash::fnv1a;
use crate::model::clip_graph::{ClipKind, ClipRef, GraphClip};
use crate::model::{Character, ClipGraph};
use crate::pose::graph::controls::value_range;
use crate::pose::graph::{Choice, Controls};
use crate::scene::{Item, Pick};

/// Clips that are controlled in what is played: more are not looked through.
const MOST_CONTROLLED: usize = 1024;

/// Uses the graph that was asked for.
pub fn use_graph(item: &mut Item, args: &GraphArgs) -> Result<(), Failure> {
    let Some(wanted) = &args.graph else {
        return Ok(());
    };
    let graphs = &item.character.graphs;
    if graphs.is_empty() {
        let message = "no clip graph was found: name the bin of the animations too";
        return Err(Failure::Argument(message.into()));
    }
    let place = match wanted.parse::<usize>() {
        Ok(number) if number < graphs.len() => number,
        Ok(number) => {
            return Err(Failure::Argument(format!(
                "--graph {number}: the last of {} has the number {}",
                graphs.len(),
                graphs.len() - 1
            )));
        }
        Err(_) => named_graph(&item.character, wanted)?,
    };
    item.pick_graph(place);
    Ok(())
}

/// By its hash, else by the name of its file.
fn named_graph(character: &Character, wanted: &str) -> Result<usize, Failure> {
    let hash = hash(wanted);
    let graphs = &character.graphs;
    if let Some(place) = graphs.iter().position(|graph| graph.path_hash == hash) {
        return Ok(place);
    }
    let file = |graph: &ClipGraph| {
        let path = graph.file.as_deref();
        let whole = path.and_then(Path::file_name).unwrap_or_default();
        let stem = path.and_then(Path::file_stem).unwrap_or_default();
        match whole.eq_ignore_ascii_case(wanted) {
            true => wanted.to_owned(),
            false => stem.to_string_lossy().into_owned(),
        }
    };
    let files: Vec<String> = graphs.iter().map(file).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    find_name(wanted, &files, "clip graph")
}

/// The clip called `name`: of the graph in use first, then of a file's stem, then, unless a graph was asked for, of the
/// others, which is used from then on. A graph keeps hashes of names only, so a name that nobody thought of is known for
/// one by its hash; the clip is then called by it.
pub fn find(item: &mut Item, name: &str, args: &GraphArgs) -> Result<Pick, Failure> {
    if let Some(clip) = by_hash(item.graph(), name) {
        item.name_graph_clip(clip, name);
        return Ok(Pick::Graph(clip));
    }
    let files: Vec<&str> = item
        .character
        .clips
        .iter()
        .map(|clip| clip.name.as_str())
        .collect();
    let is_whole = |file: &&str| file.to_lowercase() == name.to_lowercase();
    if item.graph().is_none() || files.iter().any(is_whole) {
        return find_name(name, &files, "clip").map(Pick::File);
    }
    if args.graph.is_none()
        && let Some((graph, clip)) = in_others(&item.character, |graph| by_hash(Some(graph), name))
    {
        item.pick_graph(graph);
        item.name_graph_clip(clip, name);
        return Ok(Pick::Graph(clip));
    }
    let lines: Vec<&str> = item
        .playables()
        .iter()
        .map(|line| line.name.as_str())
        .collect();
    let failure = match find_name(name, &lines, "clip") {
        Ok(line) => return Ok(item.playables()[line].pick),
        Err(failure) => failure,
    };
    // A part of the name of a file that clips play under other names.
    if let Ok(file) = find_name(name, &files, "clip") {
        return Ok(Pick::File(file));
    }
    let by_part = |graph: &ClipGraph| {
        let titles: Vec<String> = (0..graph.clips.len())
            .map(|clip| graph.title(clip))
            .collect();
        let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
        find_name(name, &titles, "clip").ok()
    };
    match in_others(&item.character, by_part) {
        Some((graph, clip)) if args.graph.is_none() => {
            item.pick_graph(graph);
            Ok(Pick::Graph(clip))
        }
        _ => Err(failure),
    }
}

fn in_others(
    character: &Character,
    clip: impl Fn(&ClipGraph) -> Option<usize>,
) -> Option<(usize, usize)> {
    let mut graphs = character.graphs.iter().enumerate();
    graphs.find_map(|(place, graph)| Some((place, clip(graph)?)))
}

fn by_hash(graph: Option<&ClipGraph>, name: &str) -> Option<usize> {
    let hash = hash(name);
    let clips = &graph?.clips;
    clips.iter().position(|clip| clip.hash == hash)
}

/// The hash of a name; a name that is itself a hash, as `inspect` prints it, stands for it.
fn hash(name: &str) -> u32 {
    let digits = name.strip_prefix("0x").filter(|digits| digits.len() == 8);
    let hash = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    hash.unwrap_or_else(|| fnv1a(name))
}

/// The controls of the graph in use as they were typed. Says on stderr which of them what is picked does not look at.
pub fn controls(item: &Item, args: &GraphArgs) -> Result<Controls, Failure> {
    let mut controls = item.controls().clone();
    if args.set.is_empty() {
        return Ok(controls);
    }
    let Some(graph) = item.graph() else {
        return Err(Failure::Argument(
            "--set controls clips of a clip graph; none is open".into(),
        ));
    };
    let looked_at = item.controlled_clips(MOST_CONTROLLED);
    for (name, value) in &args.set {
        let clip = controlled(graph, name)?;
        set(graph, clip, value, &mut controls)?;
        if !looked_at.contains(&clip) && item.picked() != Pick::Bind {
            complain(&format!(
                "--set {name}: {} changes nothing, for what is played holds no such clip",
                graph.title(clip)
            ));
        }
    }
    Ok(controls)
}

/// Puts the controls that were typed on an item.
pub fn use_controls(item: &mut Item, args: &GraphArgs) -> Result<(), Failure> {
    let controls = controls(item, args)?;
    item.set_controls(controls);
    Ok(())
}

/// The clip of a graph that has a control and is called `name`.
fn controlled(graph: &ClipGraph, name: &str) -> Result<usize, Failure> {
    let has_control = |clip: &GraphClip| {
        matches!(
            clip.kind,
            ClipKind::Selector(_)
                | ClipKind::Parametric(_)
                | ClipKind::ConditionFloat(_)
                | ClipKind::ConditionBool { .. }
        )
    };
    let found = by_hash(Some(graph), name).and_then(|place| Some((place, graph.clips.get(place)?)));
    match found {
        Some((place, clip)) if has_control(clip) => return Ok(place),
        Some((_, clip)) => {
            return Err(Failure::Argument(format!(
                "--set {name}: nothing of it can be set, it is of the kind {}; parametric and condition clips and \
                 selectors can",
                clip.kind.word()
            )));
        }
        None => {}
    }
    let places: Vec<usize> = (0..graph.clips.len())
        .filter(|&place| has_control(&graph.clips[place]))
        .collect();
    let titles: Vec<String> = places.iter().map(|&place| graph.title(place)).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let place = find_name(name, &titles, "clip that can be set")?;
    Ok(places[place])
}

fn set(
    graph: &ClipGraph,
    place: usize,
    value: &str,
    controls: &mut Controls,
) -> Result<(), Failure> {
    let clip = &graph.clips[place];
    let title = graph.title(place);
    let refused = |wanted: &str| {
        Err(Failure::Argument(format!(
            "--set {title}={value}: {title} takes {wanted}"
        )))
    };
    match &clip.kind {
        ClipKind::Parametric(_) | ClipKind::ConditionFloat(_) => {
            let (low, high) = value_range(clip);
            match value.parse::<f32>() {
                Ok(number) if number.is_finite() => {
                    if number < low || number > high {
                        complain(&format!(
                            "--set {title}={value}: its clips reach from {low} to {high}, beyond plays the nearest"
                        ));
                    }
                    controls.values.insert(place, number);
                }
                _ => return refused(&format!("a number from {low} to {high}")),
            }
        }
        ClipKind::ConditionBool { .. } => {
            let holds = match value.to_ascii_lowercase().as_str() {
                "yes" | "true" | "on" | "1" => true,
                "no" | "false" | "off" | "0" => false,
                _ => return refused("yes or no"),
            };
            controls.conditions.insert(place, holds);
        }
        ClipKind::Selector(pairs) => {
            controls.choices.insert(place, choice(graph, pairs, value)?);
        }
        _ => {}
    }
    Ok(())
}

/// The words of the window's list, or a child's name.
fn choice(graph: &ClipGraph, pairs: &[(ClipRef, f32)], value: &str) -> Result<Choice, Failure> {
    let there = |place: &usize| pairs[*place].0.clip.is_some();
    let places: Vec<usize> = (0..pairs.len()).filter(there).collect();
    let wanted = hash(value);
    if let Some(&place) = places.iter().find(|place| pairs[**place].0.hash == wanted) {
        return Ok(Choice::Fixed(place));
    }
    match value.to_ascii_lowercase().as_str() {
        "heaviest" => return Ok(Choice::Heaviest),
        "weighted" => return Ok(Choice::Weighted),
        _ => {}
    }
    let title = |place: &usize| pairs[*place].0.clip.map(|clip| graph.title(clip));
    let titles: Vec<String> = places.iter().filter_map(title).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let found = find_name(value, &titles, "child of the selector")?;
    Ok(Choice::Fixed(places[found]))
}
