//! A [`ClipGraph`] → the object of a property bin: the twin of the reader.

use super::super::bin::names;
use super::super::hash::fnv1a;
use super::read::FIRES_OWN_EVENTS;
use crate::model::ClipGraph;
use crate::model::clip_graph::{
    BlendKind, ClipEvent, ClipKind, ClipRef, EventKind, GraphClip, NameRef,
};
use crate::model::league::bin::{Field, Kind, List, Map, Object, Struct, Value};

/// The object. What has its class's default is left out, as the game does. Of clips and events of classes that are not
/// known only the common fields are written.
pub fn to_object(graph: &ClipGraph) -> Object {
    let clips = graph.clips.iter();
    let mut fields = vec![map(
        names::CLIP_DATA_MAP,
        Kind::Pointer,
        clips.map(|clip| (Value::Hash(clip.hash), pointer(self::clip(clip)))),
    )];
    if !graph.masks.is_empty() {
        let masks = graph.masks.iter().map(|mask| {
            let weights = mask.weights.iter().map(|&weight| Value::F32(weight));
            let weights = list(names::WEIGHT_LIST, Kind::F32, weights);
            (
                Value::Hash(mask.hash),
                embed(names::MASK_DATA, vec![weights]),
            )
        });
        fields.push(map(names::MASK_DATA_MAP, Kind::Embed, masks));
    }
    if !graph.tracks.is_empty() {
        let tracks = graph.tracks.iter().map(|track| {
            let mut fields = Vec::new();
            if let (1.., Ok(priority)) = (track.priority, u8::try_from(track.priority)) {
                fields.push(field(names::PRIORITY, Value::U8(priority)));
            }
            if let (1.., Ok(mode)) = (track.blend_mode, u8::try_from(track.blend_mode)) {
                fields.push(field(names::BLEND_MODE, Value::U8(mode)));
            }
            float(
                &mut fields,
                names::BLEND_WEIGHT,
                Some(track.weight).filter(|&weight| weight != 1.0),
            );
            (Value::Hash(track.hash), embed(names::TRACK_DATA, fields))
        });
        fields.push(map(names::TRACK_DATA_MAP, Kind::Embed, tracks));
    }
    if !graph.blends.is_empty() {
        let pairs = graph.blends.iter().map(|blend| {
            let (class, field) = match blend.kind {
                BlendKind::Time(seconds) => (
                    names::TIME_BLEND_DATA,
                    field(names::TIME, Value::F32(seconds)),
                ),
                BlendKind::Transition(clip) => (
                    names::TRANSITION_CLIP_BLEND_DATA,
                    field(names::CLIP_NAME, Value::Hash(clip.hash)),
                ),
            };
            let key = Value::U64(u64::from(blend.from) << 32 | u64::from(blend.to));
            let blend = Struct {
                class,
                fields: vec![field],
            };
            (key, pointer(blend))
        });
        let pairs = Value::Map(Box::new(Map {
            key: Kind::U64,
            value: Kind::Pointer,
            pairs: pairs.collect(),
        }));
        fields.push(field(names::BLEND_DATA_TABLE, pairs));
    }
    Object {
        path: graph.path_hash,
        class: names::ANIMATION_GRAPH_DATA,
        fields,
        ..Object::default()
    }
}

fn field(name: u32, value: Value) -> Field {
    Field { name, value }
}

fn pointer(inside: Struct) -> Value {
    Value::Pointer(Box::new(inside))
}

fn embed(class: u32, fields: Vec<Field>) -> Value {
    Value::Embed(Box::new(Struct { class, fields }))
}

fn list(name: u32, kind: Kind, items: impl Iterator<Item = Value>) -> Field {
    let items = items.collect();
    field(name, Value::List(Box::new(List { kind, items })))
}

fn map(name: u32, value: Kind, pairs: impl Iterator<Item = (Value, Value)>) -> Field {
    let map = Map {
        key: Kind::Hash,
        value,
        pairs: pairs.collect(),
    };
    field(name, Value::Map(Box::new(map)))
}

fn float(fields: &mut Vec<Field>, name: u32, number: Option<f32>) {
    fields.extend(number.map(|number| field(name, Value::F32(number))));
}

fn flag(fields: &mut Vec<Field>, name: u32, is_set: bool) {
    fields.extend(is_set.then(|| field(name, Value::Bool(true))));
}

fn clip(clip: &GraphClip) -> Struct {
    let mut fields = Vec::new();
    let class = kind(&clip.kind, &mut fields);
    float(&mut fields, names::TICK_DURATION, clip.tick);
    for (name, hash) in [
        (names::TRACK_DATA_NAME, clip.track),
        (names::MASK_DATA_NAME, clip.mask),
        (names::SYNC_GROUP_DATA_NAME, clip.sync_group),
    ] {
        fields.extend(hash.map(|hash| field(name, Value::Hash(hash))));
    }
    if clip.flags != 0 {
        fields.push(field(names::FLAGS, Value::U32(clip.flags)));
    }
    flag(&mut fields, FIRES_OWN_EVENTS, clip.own_events);
    if !clip.events.is_empty() {
        let events = clip
            .events
            .iter()
            .map(|event| (Value::Hash(event.hash), pointer(self::event(event))));
        fields.push(map(names::EVENT_DATA_MAP, Kind::Pointer, events));
    }
    Struct { class, fields }
}

fn kind(kind: &ClipKind, fields: &mut Vec<Field>) -> u32 {
    let hashes = |list: &[ClipRef]| -> Vec<Value> {
        list.iter().map(|clip| Value::Hash(clip.hash)).collect()
    };
    let pairs = |list: &[(ClipRef, f32)], class: u32, name: u32| -> Vec<Value> {
        let pair = |(clip, number): &(ClipRef, f32)| {
            let mut fields = vec![field(names::CLIP_NAME, Value::Hash(clip.hash))];
            float(
                &mut fields,
                name,
                Some(*number).filter(|&number| number != 0.0),
            );
            embed(class, fields)
        };
        list.iter().map(pair).collect()
    };
    match kind {
        ClipKind::Atomic(animation) => {
            let path = match (&animation.path, animation.path_hash) {
                (Some(path), _) => Some(Value::String(path.clone())),
                (None, hash) => hash.map(Value::File),
            };
            let path = path.map(|path| field(names::ANIMATION_FILE_PATH, path));
            let resource = embed(names::ANIMATION_RESOURCE_DATA, path.into_iter().collect());
            fields.push(field(names::ANIMATION_RESOURCE_DATA_FIELD, resource));
            float(fields, names::CLIP_START_FRAME, animation.start_frame);
            float(fields, names::CLIP_END_FRAME, animation.end_frame);
            names::ATOMIC_CLIP_DATA
        }
        ClipKind::Sequencer(children) => {
            fields.push(list(
                names::CLIP_NAME_LIST,
                Kind::Hash,
                hashes(children).into_iter(),
            ));
            names::SEQUENCER_CLIP_DATA
        }
        ClipKind::Parallel(children) => {
            fields.push(list(
                names::CLIP_NAME_LIST,
                Kind::Hash,
                hashes(children).into_iter(),
            ));
            names::PARALLEL_CLIP_DATA
        }
        ClipKind::Selector(children) => {
            let pairs = pairs(children, names::SELECTOR_PAIR_DATA, names::PROBABILITY);
            fields.push(list(
                names::SELECTOR_PAIR_DATA_LIST,
                Kind::Embed,
                pairs.into_iter(),
            ));
            names::SELECTOR_CLIP_DATA
        }
        ClipKind::Parametric(children) => {
            let pairs = pairs(children, names::PARAMETRIC_PAIR_DATA, names::VALUE);
            fields.push(list(
                names::PARAMETRIC_PAIR_DATA_LIST,
                Kind::Embed,
                pairs.into_iter(),
            ));
            names::PARAMETRIC_CLIP_DATA
        }
        ClipKind::ConditionFloat(children) => {
            let pairs = pairs(children, names::CONDITION_FLOAT_PAIR_DATA, names::VALUE);
            let name = names::CONDITION_FLOAT_PAIR_DATA_LIST;
            fields.push(list(name, Kind::Embed, pairs.into_iter()));
            names::CONDITION_FLOAT_CLIP_DATA
        }
        ClipKind::ConditionBool { yes, no } => {
            fields.push(field(
                names::TRUE_CONDITION_CLIP_NAME,
                Value::Hash(yes.hash),
            ));
            fields.push(field(
                names::FALSE_CONDITION_CLIP_NAME,
                Value::Hash(no.hash),
            ));
            names::CONDITION_BOOL_CLIP_DATA
        }
        ClipKind::Other { class, .. } => class_hash(class),
    }
}

fn class_hash(class: &str) -> u32 {
    let number = class.strip_prefix("0x");
    let number = number.and_then(|number| u32::from_str_radix(number, 16).ok());
    number.unwrap_or_else(|| fnv1a(class))
}

fn event(event: &ClipEvent) -> Struct {
    let mut fields = Vec::new();
    let name = event.name.clone().map(Value::String);
    fields.extend(name.map(|name| field(names::NAME, name)));
    let start = Some(event.window.start).filter(|&start| start != 0.0);
    float(&mut fields, names::START_FRAME, start);
    float(&mut fields, names::END_FRAME, event.window.end);
    flag(
        &mut fields,
        names::FIRE_IF_ANIMATION_ENDS_EARLY,
        event.fire_if_ends_early,
    );
    flag(&mut fields, names::IS_SELF_ONLY, event.self_only);
    let reference = |name: &NameRef| match &name.name {
        Some(text) => Value::String(text.clone()),
        None => Value::Hash(name.hash),
    };
    let class = match &event.kind {
        EventKind::JointSnap {
            victim,
            target,
            offset,
        } => {
            fields.push(field(names::JOINT_NAME_TO_OVERRIDE, reference(victim)));
            fields.push(field(names::JOINT_NAME_TO_SNAP_TO, reference(target)));
            if *offset != glam::Vec3::ZERO {
                fields.push(field(names::OFFSET, Value::Vec3(offset.to_array())));
            }
            names::JOINT_SNAP_EVENT_DATA
        }
        EventKind::SubmeshVisibility { show, hide } => {
            for (name, submeshes) in [
                (names::SHOW_SUBMESH_LIST, show),
                (names::HIDE_SUBMESH_LIST, hide),
            ] {
                let hashes = submeshes.iter().map(|submesh| Value::Hash(submesh.hash));
                if !submeshes.is_empty() {
                    fields.push(list(name, Kind::Hash, hashes));
                }
            }
            names::SUBMESH_VISIBILITY_EVENT_DATA
        }
        EventKind::Other { class, .. } => class_hash(class),
    };
    Struct { class, fields }
}
