//! Clip graphs (league-formats §7.2): property bins → [`ClipGraph`]s with names for their hashes, tied to the character's
//! animation files, joints and submeshes.

mod bind;
mod check;
mod events;
mod files;
mod known;
mod read;
mod write;

pub use bind::bind;
pub use read::read;
pub use write::to_object;

use super::bin::names;
use crate::model::league::bin::{Object, Value};
use crate::model::{Character, ClipGraph, Finding};
use known::Names;

/// Reads every graph in the character's bins, names what can be named, and finds the animation files; the graph that a
/// skin refers to comes first. To be called when all files are read.
pub fn attach(character: &mut Character) {
    let bins = character.bins.clone();
    let mut graphs: Vec<ClipGraph> = Vec::new();
    let mut findings: Vec<Finding> = Vec::new();
    for file in &bins {
        for object in file.bin.of_class(names::ANIMATION_GRAPH_DATA) {
            let mut graph = read(object);
            graph.file = Some(file.path.clone());
            graphs.push(graph);
        }
    }
    if graphs.is_empty() {
        return;
    }
    let objects = || bins.iter().flat_map(|file| &file.bin.objects);
    let skin = objects().find_map(graph_of_skin);
    graphs.sort_by_key(|graph| Some(graph.path_hash) != skin);
    let names = known::names(character, &graphs);
    for graph in &mut graphs {
        name(graph, &names);
        files::find(graph, character);
        findings.extend(check::findings(graph));
    }
    character.graphs = graphs;
    character.findings.extend(findings);
}

/// The path hash of the graph that a skin plays by (league-formats §7.1).
fn graph_of_skin(object: &Object) -> Option<u32> {
    if object.class != names::SKIN_CHARACTER_DATA_PROPERTIES {
        return None;
    }
    let animation = object.field(names::SKIN_ANIMATION_PROPERTIES)?;
    let link = animation.as_struct()?.field(names::ANIMATION_GRAPH_DATA);
    link.and_then(Value::as_u32)
}

/// Gives every hash its name, where one is known.
fn name(graph: &mut ClipGraph, names: &Names) {
    let of = |hash: u32| names.of(hash);
    for clip in &mut graph.clips {
        clip.name = clip.name.take().or_else(|| of(clip.hash));
        for event in &mut clip.events {
            event.name = event.name.take().or_else(|| of(event.hash));
            events::name(&mut event.kind, &of);
        }
    }
    for mask in &mut graph.masks {
        mask.name = mask.name.take().or_else(|| of(mask.hash));
    }
    for track in &mut graph.tracks {
        track.name = track.name.take().or_else(|| of(track.hash));
    }
}
