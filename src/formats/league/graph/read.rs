//! An `AnimationGraphData` object → [`ClipGraph`]. Fields are read by name and coerced: they changed kind over the years
//! (league-formats §7).

use std::collections::HashSet;

use super::super::bin::names::{self, embedded};
use super::super::hash::fnv1a;
use super::events;
use crate::model::ClipGraph;
use crate::model::clip_graph::{
    Animation, Blend, BlendKind, ClipKind, ClipRef, GraphClip, GraphTrack, Mask,
};
use crate::model::league::bin::{BinName, Object, Struct, Value};

/// Makes a parametric clip's own events fire; its name is not known (league-formats §7.2).
pub(super) const FIRES_OWN_EVENTS: u32 = 0x69de_8fca;
/// Values inside values that are searched for clips of a class that is not known.
const DEEPEST: usize = 16;

/// Reads one graph. References between its clips are resolved; what has a hash only has no name yet.
pub fn read(object: &Object) -> ClipGraph {
    let pairs = |field: u32| object.field(field).map(Value::as_pairs).unwrap_or_default();
    let clips = pairs(names::CLIP_DATA_MAP);
    let keys: HashSet<u32> = clips.iter().filter_map(|(key, _)| hash(key)).collect();
    let mut graph = ClipGraph {
        offset: Some(object.offset),
        path_hash: object.path,
        clips: clips
            .iter()
            .filter_map(|(key, value)| clip(key, value.as_struct()?, &keys))
            .collect(),
        blends: pairs(names::BLEND_DATA_TABLE)
            .iter()
            .filter_map(|(key, value)| blend(key.as_u64()?, value.as_struct()?))
            .collect(),
        masks: pairs(names::MASK_DATA_MAP)
            .iter()
            .filter_map(|(key, value)| mask(key, value.as_struct()?))
            .collect(),
        tracks: pairs(names::TRACK_DATA_MAP)
            .iter()
            .filter_map(|(key, value)| track(key, value.as_struct()?))
            .collect(),
        ..ClipGraph::default()
    };
    graph.link();
    graph
}

/// The hash of a name in whichever way it is stored.
pub(super) fn hash(value: &Value) -> Option<u32> {
    match value.as_name()? {
        BinName::Text(text) => Some(fnv1a(&text)),
        BinName::Hash(hash) => Some(hash),
        BinName::File(_) => None,
    }
}

/// The name itself, where it is stored in full.
pub(super) fn spelled(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

pub(super) fn number(fields: &Struct, field: u32) -> Option<f32> {
    fields.field(field)?.as_f32()
}

fn hash_in(fields: &Struct, field: u32) -> Option<u32> {
    fields.field(field).and_then(hash).filter(|&hash| hash != 0)
}

fn clip(key: &Value, fields: &Struct, keys: &HashSet<u32>) -> Option<GraphClip> {
    let truth = |field: u32| fields.field(field).and_then(Value::as_bool);
    let flags = fields.field(names::FLAGS).and_then(Value::as_u32);
    Some(GraphClip {
        hash: hash(key)?,
        name: spelled(key),
        kind: kind(fields, keys),
        events: events::read(fields),
        tick: number(fields, names::TICK_DURATION),
        track: hash_in(fields, names::TRACK_DATA_NAME),
        mask: hash_in(fields, names::MASK_DATA_NAME),
        sync_group: hash_in(fields, names::SYNC_GROUP_DATA_NAME),
        flags: flags.unwrap_or_default(),
        own_events: truth(FIRES_OWN_EVENTS).unwrap_or_default(),
    })
}

fn kind(fields: &Struct, keys: &HashSet<u32>) -> ClipKind {
    let list = |field: u32| fields.field(field).map(Value::as_items).unwrap_or_default();
    let children = || {
        let names = list(names::CLIP_NAME_LIST).iter();
        names.filter_map(hash).map(ClipRef::to).collect()
    };
    // Pairs leave out numbers that are 0.
    let pairs = |field: u32, wanted: u32| {
        let pair = |pair: &Struct| {
            let clip = hash(pair.field(names::CLIP_NAME)?)?;
            Some((ClipRef::to(clip), number(pair, wanted).unwrap_or(0.0)))
        };
        list(field)
            .iter()
            .filter_map(Value::as_struct)
            .filter_map(pair)
            .collect()
    };
    let one = |field: u32| ClipRef::to(hash_in(fields, field).unwrap_or_default());
    match fields.class {
        names::ATOMIC_CLIP_DATA => ClipKind::Atomic(animation(fields)),
        names::SEQUENCER_CLIP_DATA => ClipKind::Sequencer(children()),
        names::PARALLEL_CLIP_DATA => ClipKind::Parallel(children()),
        names::SELECTOR_CLIP_DATA => {
            ClipKind::Selector(pairs(names::SELECTOR_PAIR_DATA_LIST, names::PROBABILITY))
        }
        names::PARAMETRIC_CLIP_DATA => {
            ClipKind::Parametric(pairs(names::PARAMETRIC_PAIR_DATA_LIST, names::VALUE))
        }
        names::CONDITION_FLOAT_CLIP_DATA => {
            ClipKind::ConditionFloat(pairs(names::CONDITION_FLOAT_PAIR_DATA_LIST, names::VALUE))
        }
        names::CONDITION_BOOL_CLIP_DATA => ClipKind::ConditionBool {
            yes: one(names::TRUE_CONDITION_CLIP_NAME),
            no: one(names::FALSE_CONDITION_CLIP_NAME),
        },
        class => ClipKind::Other {
            class: embedded(class).map_or_else(|| format!("0x{class:08x}"), str::to_owned),
            children: any_children(fields, keys),
        },
    }
}

fn animation(fields: &Struct) -> Animation {
    let resource = fields.field(names::ANIMATION_RESOURCE_DATA_FIELD);
    let path = resource
        .and_then(Value::as_struct)
        .and_then(|resource| resource.field(names::ANIMATION_FILE_PATH))
        .and_then(Value::as_name);
    let (path, path_hash) = match path {
        Some(BinName::Text(path)) => (Some(path), None),
        Some(BinName::File(hash)) => (None, Some(hash)),
        _ => (None, None),
    };
    Animation {
        path,
        path_hash,
        clip: None,
        start_frame: number(fields, names::CLIP_START_FRAME),
        end_frame: number(fields, names::CLIP_END_FRAME),
    }
}

/// Every clip that a class of unknown fields names, what it falls back to first (league-formats §7.2).
fn any_children(fields: &Struct, keys: &HashSet<u32>) -> Vec<ClipRef> {
    let mut found = Vec::new();
    found.extend(hash_in(fields, names::DEFAULT_CLIP_NAME).filter(|hash| keys.contains(hash)));
    search(fields, keys, 0, &mut found);
    let mut seen = HashSet::new();
    found.retain(|&hash| seen.insert(hash));
    found.into_iter().map(ClipRef::to).collect()
}

fn search(fields: &Struct, keys: &HashSet<u32>, depth: usize, found: &mut Vec<u32>) {
    // Tracks and masks are often called like a clip.
    const OTHER_NAMES: [u32; 4] = [
        names::TRACK_DATA_NAME,
        names::MASK_DATA_NAME,
        names::SYNC_GROUP_DATA_NAME,
        names::EVENT_DATA_MAP,
    ];
    for field in &fields.fields {
        if !OTHER_NAMES.contains(&field.name) {
            search_value(&field.value, keys, depth, found);
        }
    }
}

fn search_value(value: &Value, keys: &HashSet<u32>, depth: usize, found: &mut Vec<u32>) {
    if depth > DEEPEST {
        return;
    }
    match value {
        Value::Hash(hash) if keys.contains(hash) => found.push(*hash),
        Value::Pointer(inside) | Value::Embed(inside) => search(inside, keys, depth + 1, found),
        Value::Option(_, Some(inside)) => search_value(inside, keys, depth + 1, found),
        Value::List(list) | Value::List2(list) => list
            .items
            .iter()
            .for_each(|item| search_value(item, keys, depth + 1, found)),
        Value::Map(map) => map
            .pairs
            .iter()
            .for_each(|(_, item)| search_value(item, keys, depth + 1, found)),
        _ => {}
    }
}

/// The key holds both clips: the one that ends above, the one that begins below (league-formats §7.2).
fn blend(key: u64, fields: &Struct) -> Option<Blend> {
    let kind = match fields.class {
        names::TRANSITION_CLIP_BLEND_DATA => {
            BlendKind::Transition(ClipRef::to(hash(fields.field(names::CLIP_NAME)?)?))
        }
        names::TIME_BLEND_DATA => BlendKind::Time(number(fields, names::TIME).unwrap_or(0.0)),
        _ => return None,
    };
    Some(Blend {
        from: (key >> 32) as u32,
        to: key as u32,
        kind,
    })
}

fn mask(key: &Value, fields: &Struct) -> Option<Mask> {
    let weights = fields.field(names::WEIGHT_LIST).map(Value::as_items);
    Some(Mask {
        hash: hash(key)?,
        name: spelled(key),
        weights: weights
            .unwrap_or_default()
            .iter()
            .map(|weight| weight.as_f32().filter(|weight| weight.is_finite()))
            .map(|weight| weight.unwrap_or(0.0).clamp(0.0, 1.0))
            .collect(),
    })
}

fn track(key: &Value, fields: &Struct) -> Option<GraphTrack> {
    let whole = |field: u32| fields.field(field).and_then(Value::as_i64);
    let priority = whole(names::PRIORITY).unwrap_or(0);
    Some(GraphTrack {
        hash: hash(key)?,
        name: spelled(key),
        priority: priority.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
        blend_mode: whole(names::BLEND_MODE)
            .and_then(|mode| mode.try_into().ok())
            .unwrap_or(0),
        weight: number(fields, names::BLEND_WEIGHT)
            .filter(|weight| weight.is_finite())
            .unwrap_or(1.0),
    })
}
