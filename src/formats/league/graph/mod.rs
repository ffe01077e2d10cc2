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

use super::bin::{elsewhere, names};
use crate::model::{Character, ClipGraph, Finding};

/// Reads every graph in the character's bins, names what can be named, and finds the animation files; the graph that a
/// skin refers to comes first. To be called when all files are read and skins attached.
pub fn attach(character: &mut Character) {
    let bins = character.bins.clone();
    let elsewhere = elsewhere(&bins);
    let mut graphs: Vec<ClipGraph> = Vec::new();
    let mut findings: Vec<Finding> = Vec::new();
    for file in &bins {
        for object in file.bin.of_class(names::ANIMATION_GRAPH_DATA) {
            if file.bin.is_patch() && elsewhere.contains(&object.path) {
                continue;
            }
            let mut graph = read(object);
            graph.file = Some(file.path.clone());
            graphs.push(graph);
        }
    }
    if graphs.is_empty() {
        return;
    }
    let skin = character.skins.iter().find_map(|skin| skin.graph);
    graphs.sort_by_key(|graph| Some(graph.path_hash) != skin);
    let names = known::names(character, &graphs);
    for graph in &mut graphs {
        name(graph, &|hash| names.of(hash));
        files::find(graph, character);
        findings.extend(check::findings(graph));
    }
    character.graphs = graphs;
    character.findings.extend(findings);
}

/// Gives every hash that has no name yet the one that `of` knows for it.
pub fn name(graph: &mut ClipGraph, of: &impl Fn(u32) -> Option<String>) {
    for clip in &mut graph.clips {
        clip.name = clip.name.take().or_else(|| of(clip.hash));
        for event in &mut clip.events {
            event.name = event.name.take().or_else(|| of(event.hash));
            events::name(&mut event.kind, of);
        }
    }
    for mask in &mut graph.masks {
        mask.name = mask.name.take().or_else(|| of(mask.hash));
    }
    for track in &mut graph.tracks {
        track.name = track.name.take().or_else(|| of(track.hash));
    }
}
