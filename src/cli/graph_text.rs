//! Clip graphs for people: clips with their children and events.

use std::fmt::Write;

use super::json;
use crate::model::clip_graph::{ClipEvent, ClipGraph, ClipKind, EventKind, GraphClip, NameRef};
use crate::model::finding::counted;
use crate::scene::Item;

/// Writes every graph. Writing to a string cannot fail, so results of `write!` are let go here.
pub fn write(item: &Item, text: &mut String) {
    for (number, graph) in item.character.graphs.iter().enumerate() {
        let file = graph.file.as_deref().map(json::path).unwrap_or_default();
        let _ = writeln!(
            text,
            "  clip graph {number}, {file}: {}, {}, {}, {}",
            counted(graph.clips.len(), "clip", "clips"),
            counted(graph.masks.len(), "mask", "masks"),
            counted(graph.tracks.len(), "track", "tracks"),
            counted(graph.blends.len(), "blend", "blends")
        );
        for (index, clip) in graph.clips.iter().enumerate() {
            write_clip(item, graph, index, clip, text);
        }
    }
}

fn write_clip(item: &Item, graph: &ClipGraph, index: usize, clip: &GraphClip, text: &mut String) {
    let what = match &clip.kind {
        ClipKind::Atomic(animation) => {
            let file = animation
                .clip
                .and_then(|file| item.character.clips.get(file));
            file.map_or("a file that was not opened", |file| &file.name)
                .to_owned()
        }
        kind => {
            let child = |(child, number): (crate::model::clip_graph::ClipRef, Option<f32>)| {
                let name = match child.clip {
                    Some(clip) => graph.title(clip),
                    None => format!("0x{:08x} (missing)", child.hash),
                };
                number.map_or_else(|| name.clone(), |number| format!("{name} ({number})"))
            };
            let children: Vec<String> = kind.children().into_iter().map(child).collect();
            children.join(", ")
        }
    };
    let _ = writeln!(
        text,
        "    {} ({}): {what}",
        graph.title(index),
        clip.kind.word()
    );
    for event in &clip.events {
        let until = event.window.until();
        let until = if until.is_finite() {
            until.to_string()
        } else {
            "the end".into()
        };
        let _ = writeln!(
            text,
            "      {} from frame {} to {until}: {}",
            event.kind.word(),
            event.window.start,
            details(event)
        );
    }
}

fn details(event: &ClipEvent) -> String {
    let names = |names: &[NameRef]| {
        let names: Vec<String> = names.iter().map(NameRef::title).collect();
        names.join(", ")
    };
    match &event.kind {
        EventKind::JointSnap {
            victim,
            target,
            offset,
        } if *offset == glam::Vec3::ZERO => format!("{} → {}", victim.title(), target.title()),
        EventKind::JointSnap {
            victim,
            target,
            offset,
        } => format!(
            "{} → {}, {:?} aside",
            victim.title(),
            target.title(),
            offset.to_array()
        ),
        EventKind::SubmeshVisibility { show, hide } => match (show.is_empty(), hide.is_empty()) {
            (false, true) => format!("shows {}", names(show)),
            (true, _) => format!("hides {}", names(hide)),
            (false, false) => format!("shows {}, hides {}", names(show), names(hide)),
        },
        EventKind::Other { fields, .. } => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("{name} {value}"))
                .collect();
            fields.join(", ")
        }
    }
}
