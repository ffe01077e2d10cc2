//! Clip graphs as JSON: clips with their children and events, and the events and snaps of a moment.

use serde::Serialize;

use super::json;
use crate::model::clip_graph::{
    BlendKind, ClipEvent, ClipGraph, ClipKind, EventKind, GraphClip, NameRef,
};
use crate::scene::{Item, Pick};

/// One event in a pass.
#[derive(Serialize)]
pub struct EventJson {
    /// When it begins, in seconds of the pass.
    time: f32,
    /// When it ends.
    until: f32,
    active: bool,
    name: String,
    clip: String,
    #[serde(flatten)]
    what: WhatJson,
}

/// One joint held by another's world.
#[derive(Serialize)]
pub struct SnapJson {
    joint: usize,
    to: usize,
    from: f32,
    until: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<[f32; 3]>,
}

/// The events of the pass that have begun at a time. `None` where no clip of a graph is picked.
pub fn events(item: &Item, seconds: f32) -> Option<Vec<EventJson>> {
    let graph = item.graph()?;
    let Pick::Graph(_) = item.picked() else {
        return None;
    };
    let begun = item.cues().iter().filter(|cue| cue.from <= seconds);
    let event = |cue: &crate::pose::graph::cues::Cue| {
        let event = graph.clips.get(cue.clip)?.events.get(cue.event)?;
        Some(EventJson {
            time: cue.from,
            until: cue.until,
            active: cue.is_active(seconds, item.duration() as f32),
            name: title(event),
            clip: graph.title(cue.clip),
            what: WhatJson::of(event),
        })
    };
    Some(begun.filter_map(event).collect())
}

/// The snaps at work at the moment last posed. `None` where no clip of a graph is picked.
pub fn snaps(item: &Item) -> Option<Vec<SnapJson>> {
    let Pick::Graph(_) = item.picked() else {
        return None;
    };
    let all = item.active_snaps();
    // Of two on one victim the later wins: the earlier does nothing.
    let wins = |&(place, snap): &(usize, &crate::pose::snap::ActiveSnap)| {
        let mut later = all.iter().skip(place + 1);
        !later.any(|other| other.victim == snap.victim)
    };
    let winning = all.iter().enumerate().filter(wins);
    Some(
        winning
            .map(|(_, snap)| SnapJson {
                joint: snap.victim,
                to: snap.target,
                from: snap.from,
                until: snap.until,
                offset: (snap.offset != glam::Vec3::ZERO).then(|| snap.offset.to_array()),
            })
            .collect(),
    )
}

/// A graph.
#[derive(Serialize)]
pub struct GraphJson {
    file: Option<String>,
    path_hash: String,
    clips: Vec<GraphClipJson>,
    masks: Vec<MaskJson>,
    tracks: Vec<GraphTrackJson>,
    blends: usize,
    blend_transitions: usize,
}

#[derive(Serialize)]
struct GraphClipJson {
    index: usize,
    hash: String,
    name: Option<String>,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The stem of the animation file that was opened for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    plays: Option<String>,
    children: Vec<ChildJson>,
    events: Vec<StoredEventJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tick: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_frame: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_frame: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    track: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mask: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sync_group: Option<String>,
    flags: u32,
}

#[derive(Serialize)]
struct ChildJson {
    hash: String,
    /// `None` where the graph has no such clip.
    clip: Option<usize>,
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<f32>,
}

#[derive(Serialize)]
struct StoredEventJson {
    hash: String,
    name: Option<String>,
    start_frame: f32,
    end_frame: Option<f32>,
    fire_if_ends_early: bool,
    self_only: bool,
    #[serde(flatten)]
    what: WhatJson,
}

#[derive(Serialize)]
struct WhatJson {
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    victim: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    show: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hide: Vec<String>,
    #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
    fields: serde_json::Map<String, serde_json::Value>,
}

#[derive(Serialize)]
struct MaskJson {
    hash: String,
    name: Option<String>,
    weights: usize,
}

#[derive(Serialize)]
struct GraphTrackJson {
    hash: String,
    name: Option<String>,
    priority: i32,
    blend_mode: u32,
    weight: f32,
}

impl WhatJson {
    fn of(event: &ClipEvent) -> Self {
        let mut what = Self {
            kind: event.kind.word().to_owned(),
            victim: None,
            target: None,
            offset: None,
            show: Vec::new(),
            hide: Vec::new(),
            fields: serde_json::Map::new(),
        };
        match &event.kind {
            EventKind::JointSnap {
                victim,
                target,
                offset,
            } => {
                what.victim = Some(victim.title());
                what.target = Some(target.title());
                what.offset = (*offset != glam::Vec3::ZERO).then(|| offset.to_array());
            }
            EventKind::SubmeshVisibility { show, hide } => {
                what.show = show.iter().map(NameRef::title).collect();
                what.hide = hide.iter().map(NameRef::title).collect();
            }
            EventKind::Other { fields, .. } => {
                let fields = fields.iter().cloned();
                what.fields = fields.map(|(name, value)| (name, value.into())).collect();
            }
        }
        what
    }
}

fn title(event: &ClipEvent) -> String {
    event.name.clone().unwrap_or_else(|| json::hash(event.hash))
}

impl GraphJson {
    /// Of every graph of an item.
    pub fn all(item: &Item) -> Vec<Self> {
        let graphs = item.character.graphs.iter();
        graphs.map(|graph| Self::new(item, graph)).collect()
    }

    fn new(item: &Item, graph: &ClipGraph) -> Self {
        let transitions = graph.blends.iter();
        let transitions =
            transitions.filter(|blend| matches!(blend.kind, BlendKind::Transition(_)));
        Self {
            file: graph.file.as_deref().map(json::path),
            path_hash: json::hash(graph.path_hash),
            clips: (0..graph.clips.len())
                .map(|clip| clip_json(item, graph, clip))
                .collect(),
            masks: graph
                .masks
                .iter()
                .map(|mask| MaskJson {
                    hash: json::hash(mask.hash),
                    name: mask.name.clone(),
                    weights: mask.weights.len(),
                })
                .collect(),
            tracks: graph
                .tracks
                .iter()
                .map(|track| GraphTrackJson {
                    hash: json::hash(track.hash),
                    name: track.name.clone(),
                    priority: track.priority,
                    blend_mode: track.blend_mode,
                    weight: track.weight,
                })
                .collect(),
            blends: graph.blends.len(),
            blend_transitions: transitions.count(),
        }
    }
}

fn clip_json(item: &Item, graph: &ClipGraph, index: usize) -> GraphClipJson {
    let clip: &GraphClip = &graph.clips[index];
    let animation = match &clip.kind {
        ClipKind::Atomic(animation) => Some(animation),
        _ => None,
    };
    let file = |file: usize| item.character.clips.get(file).map(|clip| clip.name.clone());
    let hash = |animation: &crate::model::clip_graph::Animation| {
        animation.path_hash.map(|hash| format!("0x{hash:016x}"))
    };
    GraphClipJson {
        index,
        hash: json::hash(clip.hash),
        name: clip.name.clone(),
        kind: clip.kind.word(),
        class: match &clip.kind {
            ClipKind::Other { class, .. } => Some(class.clone()),
            _ => None,
        },
        file: animation.and_then(|animation| animation.path.clone().or_else(|| hash(animation))),
        plays: animation.and_then(|animation| file(animation.clip?)),
        children: clip
            .kind
            .children()
            .into_iter()
            .map(|(child, number)| ChildJson {
                hash: json::hash(child.hash),
                clip: child.clip,
                name: child
                    .clip
                    .and_then(|clip| graph.clips.get(clip)?.name.clone()),
                number,
            })
            .collect(),
        events: clip
            .events
            .iter()
            .map(|event| StoredEventJson {
                hash: json::hash(event.hash),
                name: event.name.clone(),
                start_frame: event.window.start,
                end_frame: event.window.end,
                fire_if_ends_early: event.fire_if_ends_early,
                self_only: event.self_only,
                what: WhatJson::of(event),
            })
            .collect(),
        tick: clip.tick,
        start_frame: animation.and_then(|animation| animation.start_frame),
        end_frame: animation.and_then(|animation| animation.end_frame),
        track: clip.track.map(json::hash),
        mask: clip.mask.map(json::hash),
        sync_group: clip.sync_group.map(json::hash),
        flags: clip.flags,
    }
}
