//! The events of a clip (league-formats §7.2).

use glam::Vec3;

use super::super::bin::names::{self, embedded};
use super::read::{hash, number, spelled};
use crate::model::clip_graph::{ClipEvent, EventKind, NameRef, Window};
use crate::model::league::bin::{Struct, Value};

/// Letters of one value that are shown.
const LONGEST: usize = 200;
/// Values inside values that are shown.
const DEEPEST: usize = 6;
/// The fields that every event has, and that are not shown among its own.
const COMMON: [u32; 5] = [
    names::NAME,
    names::START_FRAME,
    names::END_FRAME,
    names::FIRE_IF_ANIMATION_ENDS_EARLY,
    names::IS_SELF_ONLY,
];

/// The events in a clip's map.
pub(super) fn read(clip: &Struct) -> Vec<ClipEvent> {
    let pairs = clip.field(names::EVENT_DATA_MAP).map(Value::as_pairs);
    let event = |(key, value): &(Value, Value)| event(key, value.as_struct()?);
    pairs.unwrap_or_default().iter().filter_map(event).collect()
}

fn event(key: &Value, fields: &Struct) -> Option<ClipEvent> {
    let truth = |field: u32| {
        let value = fields.field(field).and_then(Value::as_bool);
        value.unwrap_or_default()
    };
    let frame = |field: u32| number(fields, field).filter(|frame| frame.is_finite());
    Some(ClipEvent {
        hash: hash(key)?,
        name: fields
            .field(names::NAME)
            .and_then(spelled)
            .or_else(|| spelled(key)),
        window: Window {
            start: frame(names::START_FRAME).unwrap_or(0.0),
            end: frame(names::END_FRAME),
        },
        fire_if_ends_early: truth(names::FIRE_IF_ANIMATION_ENDS_EARLY),
        self_only: truth(names::IS_SELF_ONLY),
        kind: kind(fields),
    })
}

fn kind(fields: &Struct) -> EventKind {
    let joint = |field: u32| fields.field(field).and_then(reference).unwrap_or_default();
    let submeshes = |field: u32| {
        let items = fields.field(field).map(Value::as_items);
        items.unwrap_or_default().iter().filter_map(reference)
    };
    match fields.class {
        names::JOINT_SNAP_EVENT_DATA => EventKind::JointSnap {
            victim: joint(names::JOINT_NAME_TO_OVERRIDE),
            target: joint(names::JOINT_NAME_TO_SNAP_TO),
            offset: fields
                .field(names::OFFSET)
                .and_then(Value::as_vec3)
                .map(Vec3::from_array)
                .unwrap_or(Vec3::ZERO),
        },
        names::SUBMESH_VISIBILITY_EVENT_DATA => EventKind::SubmeshVisibility {
            show: submeshes(names::SHOW_SUBMESH_LIST).collect(),
            hide: submeshes(names::HIDE_SUBMESH_LIST).collect(),
        },
        class => EventKind::Other {
            class: title(class),
            fields: fields
                .fields
                .iter()
                .filter(|field| !COMMON.contains(&field.name))
                .map(|field| (title(field.name), shown(&field.value)))
                .collect(),
        },
    }
}

fn reference(value: &Value) -> Option<NameRef> {
    Some(NameRef {
        hash: hash(value)?,
        name: spelled(value),
    })
}

fn title(hash: u32) -> String {
    embedded(hash).map_or_else(|| format!("0x{hash:08x}"), str::to_owned)
}

/// A value for people. Hashes are written so that [`name`] finds them again.
fn shown(value: &Value) -> String {
    let mut text = String::new();
    write(value, 0, &mut text);
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

fn write(value: &Value, depth: usize, text: &mut String) {
    if depth > DEEPEST || text.len() > 4 * LONGEST {
        return text.push('…');
    }
    let list = |items: &[Value], text: &mut String| {
        for (index, item) in items.iter().enumerate() {
            if text.len() > 4 * LONGEST {
                break;
            }
            text.push_str(if index == 0 { "" } else { ", " });
            write(item, depth + 1, text);
        }
    };
    match value {
        Value::String(string) => text.push_str(string),
        Value::Bool(yes) | Value::Flag(yes) => text.push_str(if *yes { "yes" } else { "no" }),
        Value::F32(number) => text.push_str(&number.to_string()),
        Value::Hash(hash) | Value::Link(hash) => text.push_str(&title(*hash)),
        Value::File(hash) => text.push_str(&format!("0x{hash:016x}")),
        Value::Vec2(numbers) => text.push_str(&format!("{numbers:?}")),
        Value::Vec3(numbers) => text.push_str(&format!("{numbers:?}")),
        Value::Vec4(numbers) => text.push_str(&format!("{numbers:?}")),
        Value::Mat4(numbers) => text.push_str(&format!("{numbers:?}")),
        Value::Rgba(numbers) => text.push_str(&format!("{numbers:?}")),
        Value::List(items) | Value::List2(items) => list(&items.items, text),
        Value::Option(_, Some(inside)) => write(inside, depth + 1, text),
        Value::Pointer(inside) | Value::Embed(inside) => {
            for (index, field) in inside.fields.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { "; " });
                text.push_str(&title(field.name));
                text.push(' ');
                write(&field.value, depth + 1, text);
            }
        }
        Value::Map(map) => {
            for (index, (key, item)) in map.pairs.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { "; " });
                write(key, depth + 1, text);
                text.push(' ');
                write(item, depth + 1, text);
            }
        }
        Value::None | Value::Option(_, None) => text.push_str("nothing"),
        whole => text.push_str(&whole.as_i64().unwrap_or_default().to_string()),
    }
}

/// Names joints and submeshes, and the hashes in shown values.
pub(super) fn name(kind: &mut EventKind, of: &impl Fn(u32) -> Option<String>) {
    let name = |reference: &mut NameRef| {
        if reference.name.is_none() {
            reference.name = of(reference.hash);
        }
    };
    match kind {
        EventKind::JointSnap { victim, target, .. } => [victim, target].into_iter().for_each(name),
        EventKind::SubmeshVisibility { show, hide } => show.iter_mut().chain(hide).for_each(name),
        EventKind::Other { fields, .. } => {
            let hash = |text: &str| u32::from_str_radix(text.strip_prefix("0x")?, 16).ok();
            for (_, text) in fields {
                if let Some(name) = hash(text).filter(|_| text.len() == 10).and_then(of) {
                    *text = name;
                }
            }
        }
    }
}
