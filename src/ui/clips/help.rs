//! What is told of a clip while the pointer is over its row.

use super::super::counted;
use super::tree::kind_title;
use crate::model::Clip;
use crate::model::clip_graph::{ClipGraph, ClipKind, GraphClip, LOOPING};
use crate::scene::graph::Playable;
use crate::scene::{Item, Pick};

/// An atomic clip whose animation file was not opened: it plays nothing.
pub(super) fn lacks_file(item: &Item, line: &Playable) -> bool {
    let Some(ClipKind::Atomic(animation)) = clip_of(item, line).map(|(_, clip)| &clip.kind) else {
        return false;
    };
    animation.clip.is_none()
}

fn clip_of<'a>(item: &'a Item, line: &Playable) -> Option<(&'a ClipGraph, &'a GraphClip)> {
    let (Pick::Graph(clip), Some(graph)) = (line.pick, item.graph()) else {
        return None;
    };
    Some((graph, graph.clips.get(clip)?))
}

/// What a parent says of its child at a place: its weight, its value, when it is chosen.
pub(super) fn number(item: &Item, parent: &Playable, place: usize) -> String {
    let number = parent.children.get(place).and_then(|child| child.number);
    let kind = clip_of(item, parent).map(|(_, clip)| &clip.kind);
    match (kind, number) {
        (Some(ClipKind::Selector(_)), Some(weight)) => format!("weight {weight}"),
        (Some(ClipKind::Parametric(_)), Some(value)) => format!("at {value}"),
        (Some(ClipKind::ConditionFloat(_)), Some(value)) => format!("from {value}"),
        (Some(ClipKind::ConditionBool { .. }), _) if place == 0 => "if yes".to_owned(),
        (Some(ClipKind::ConditionBool { .. }), _) => "if no".to_owned(),
        _ => String::new(),
    }
}

/// All about a line.
pub(super) fn of_line(item: &Item, line: &Playable) -> String {
    match (line.pick, clip_of(item, line)) {
        (_, Some((graph, clip))) => of_clip(item, graph, clip, line),
        (Pick::File(file), _) => match item.character.clips.get(file) {
            Some(clip) => of_file(item, file, clip),
            None => String::new(),
        },
        _ => String::new(),
    }
}

fn of_file(item: &Item, index: usize, clip: &Clip) -> String {
    let (name, fps) = (&clip.name, clip.fps);
    let animation = item.spine().and_then(|(_, rig)| rig.animations.get(index));
    if let Some(animation) = animation {
        let timelines = counted(animation.timelines.len(), "timeline", "timelines");
        return format!("{name}\n{timelines}, {fps} frames a second");
    }
    let (kind, version, tracks) = (clip.kind, clip.version, clip.tracks.len());
    format!("{name}\n{kind} version {version}, {tracks} tracks, {fps} frames a second")
}

fn of_clip(item: &Item, graph: &ClipGraph, clip: &GraphClip, line: &Playable) -> String {
    let mut lines = vec![line.name.clone()];
    let runs = if clip.flags & LOOPING == 0 {
        ""
    } else {
        ", runs in a loop"
    };
    lines.push(format!("{}{runs}", kind_title(line.kind)));
    match &clip.kind {
        ClipKind::Atomic(animation) => {
            let name = match (&animation.path, animation.path_hash) {
                (Some(path), _) => path.clone(),
                (None, Some(hash)) => format!("0x{hash:016x}"),
                (None, None) => "no file".to_owned(),
            };
            let file = animation
                .clip
                .and_then(|file| item.character.clips.get(file));
            lines.push(match file {
                Some(file) => {
                    let (kind, version, tracks) = (file.kind, file.version, file.tracks.len());
                    format!(
                        "{name}\n{kind} version {version}, {tracks} tracks, {} frames a second",
                        file.fps
                    )
                }
                None => format!("{name}\nThis file was not opened: the clip plays nothing"),
            });
        }
        ClipKind::Other { class, .. } => lines.push(format!("class {class}, not known")),
        _ => lines.push(counted(line.children.len(), "clip", "clips")),
    }
    if let Some(tick) = clip.tick {
        lines.push(format!("{tick} s a frame"));
    }
    let named = |name: &Option<String>, hash: u32| match name {
        Some(name) => name.clone(),
        None => format!("0x{hash:08x}"),
    };
    if let Some(hash) = clip.mask {
        let mask = graph.mask(hash).and_then(|mask| graph.masks.get(mask));
        let name = mask.map_or_else(|| named(&None, hash), |mask| named(&mask.name, hash));
        lines.push(format!("mask {name}"));
    }
    if let Some(hash) = clip.track {
        let track = graph.track(hash);
        lines.push(match track {
            Some(track) => {
                let name = named(&track.name, hash);
                format!("track {name}, priority {}", track.priority)
            }
            None => format!("track {}", named(&None, hash)),
        });
    }
    if !clip.events.is_empty() {
        lines.push(counted(clip.events.len(), "event", "events"));
    }
    lines.join("\n")
}
