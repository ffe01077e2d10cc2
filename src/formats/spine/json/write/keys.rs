//! Keys of timelines.

use super::tree::{Json, Object};
use super::{Result, slot};
use crate::formats::spine::json::words;
use crate::model::spine::{Curve, DeformKey, DrawOrderKey, EventKey, IkKey, Key, Rig, SequenceKey};

/// A key with its time.
pub(super) fn timed(time: f64) -> Object {
    let mut key = Object::new();
    key.number("time", time, 0.0);
    key
}

fn curve<const N: usize>(object: &mut Object, curve: &Curve<N>) {
    match curve {
        Curve::Linear => {}
        Curve::Stepped => object.put("curve", "stepped"),
        Curve::Bezier(handles) => {
            let numbers = handles
                .iter()
                .flat_map(|it| [it.cx1, it.cy1, it.cx2, it.cy2]);
            object.put("curve", Json::List(numbers.map(Json::Number).collect()));
        }
    }
}

/// Keys whose values are written by `values`.
pub(super) fn keys<const N: usize>(
    keys: &[Key<N>],
    values: impl Fn(&mut Object, &[f64; N]),
) -> Json {
    Json::list(keys.iter().map(|key| {
        let mut object = timed(key.time);
        values(&mut object, &key.values);
        curve(&mut object, &key.curve);
        object
    }))
}

/// Keys with one number.
pub(super) fn value(list: &[Key<1>], usual: f64) -> Json {
    keys(list, |object, [value]| {
        object.number("value", *value, usual)
    })
}

/// Keys with x and y.
pub(super) fn xy(list: &[Key<2>], usual: f64) -> Json {
    keys(list, |object, [x, y]| {
        object.number("x", *x, usual);
        object.number("y", *y, usual);
    })
}

/// Keys with mixes, which are written in full: their defaults depend on each other.
pub(super) fn mixes<const N: usize>(list: &[Key<N>], names: [&str; N]) -> Json {
    keys(list, |object, values| {
        for (name, value) in names.into_iter().zip(values) {
            object.put(name, Json::Number(*value));
        }
    })
}

pub(super) fn ik(list: &[IkKey]) -> Json {
    Json::list(list.iter().map(|it| {
        let mut object = timed(it.key.time);
        let [mix, softness] = it.key.values;
        object.number("mix", mix, 1.0);
        object.number("softness", softness, 0.0);
        object.flag("bendPositive", it.bend_positive, true);
        object.flag("compress", it.compress, false);
        object.flag("stretch", it.stretch, false);
        curve(&mut object, &it.key.curve);
        object
    }))
}

pub(super) fn deform(list: &[DeformKey]) -> Json {
    Json::list(list.iter().map(|it| {
        let mut object = timed(it.time);
        if !it.offsets.is_empty() {
            if it.start != 0 {
                object.put("offset", it.start);
            }
            object.put("vertices", Json::numbers(&it.offsets));
        }
        curve(&mut object, &it.curve);
        object
    }))
}

/// A key without a delay would have that of the key before it, so that all are written.
pub(super) fn sequence(list: &[SequenceKey]) -> Json {
    Json::list(list.iter().map(|it| {
        let mut object = timed(it.time);
        object.word("mode", &words::SEQUENCE, it.mode as usize, 0);
        if it.index != 0 {
            object.put("index", it.index);
        }
        object.put("delay", Json::Number(it.delay));
        object
    }))
}

/// Draw order keys of a list of slots.
pub(super) fn orders(rig: &Rig, list: &[DrawOrderKey], slots: &[usize]) -> Result<Json> {
    let mut keys = Vec::new();
    for key in list {
        let mut offsets = Vec::new();
        for shift in key.shifts() {
            let mut offset = Object::new();
            let index = super::at(slots, shift.slot, "place in a draw order")?;
            offset.put("slot", slot(rig, *index)?);
            offset.put("offset", Json::Whole(shift.by.into()));
            offsets.push(offset);
        }
        let mut object = timed(key.time);
        object.put_all("offsets", Json::list(offsets));
        keys.push(object);
    }
    Ok(Json::list(keys))
}

pub(super) fn events(rig: &Rig, list: &[EventKey]) -> Result<Json> {
    let mut keys = Vec::new();
    for key in list {
        let event = super::at(&rig.events, key.event, "event")?;
        let mut object = timed(key.time);
        object.put("name", event.name.as_str());
        if key.int != event.int {
            object.put("int", Json::Whole(key.int.into()));
        }
        object.number("float", key.float, event.float);
        object.text("string", key.string.as_deref());
        if event.audio.is_some() {
            object.put("volume", Json::Number(key.volume));
            object.put("balance", Json::Number(key.balance));
        }
        keys.push(object);
    }
    Ok(Json::list(keys))
}
