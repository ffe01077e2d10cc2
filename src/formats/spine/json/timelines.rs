//! Timelines of one slot, bone or constraint.

use super::keys::{key_list, keys, path_mix_keys, time, value_keys, xy_keys};
use super::value::Value;
use super::{Result, words};
use crate::model::spine::{
    AttachmentKey, BoneTimeline, Inherit, InheritKey, PathTimeline, PhysicsProperty,
    PhysicsTimeline, SliderTimeline, SlotTimeline,
};

/// A refusal of a timeline whose name is not known.
fn unknown<T>(name: &str, value: &Value, of: &str) -> Result<T> {
    let mut error = value.error(format!("a timeline of a {of}"));
    error.found = format!("{name:?}");
    Err(error)
}

fn color_at<'a>(key: &'a Value, name: &str) -> Result<&'a Value> {
    key.get(name)
        .ok_or_else(|| key.error(format!("a key with {name:?}")))
}

pub(super) fn slot(name: &str, value: &Value) -> Result<SlotTimeline> {
    Ok(match name {
        "attachment" => {
            let mut keys = Vec::new();
            for key in key_list(value)? {
                let placeholder = key.text_at("name")?;
                keys.push(AttachmentKey {
                    time: time(key)?,
                    placeholder: placeholder.map(str::to_owned),
                });
            }
            SlotTimeline::Attachment(keys)
        }
        "rgba" => SlotTimeline::Rgba(keys(value, |key| color_at(key, "color")?.color())?),
        "rgb" => SlotTimeline::Rgb(keys(value, |key| color_at(key, "color")?.rgb())?),
        "rgba2" => SlotTimeline::Rgba2(keys(value, |key| {
            let [r, g, b, a] = color_at(key, "light")?.color()?;
            let dark = color_at(key, "dark")?.rgb()?;
            Ok([r, g, b, a, dark[0], dark[1], dark[2]])
        })?),
        "rgb2" => SlotTimeline::Rgb2(keys(value, |key| {
            let [r, g, b] = color_at(key, "light")?.rgb()?;
            let dark = color_at(key, "dark")?.rgb()?;
            Ok([r, g, b, dark[0], dark[1], dark[2]])
        })?),
        "alpha" => SlotTimeline::Alpha(value_keys(value, 0.0)?),
        _ => return unknown(name, value, "slot"),
    })
}

pub(super) fn bone(name: &str, value: &Value) -> Result<BoneTimeline> {
    Ok(match name {
        "rotate" => BoneTimeline::Rotate(value_keys(value, 0.0)?),
        "translate" => BoneTimeline::Translate(xy_keys(value, 0.0)?),
        "translatex" => BoneTimeline::TranslateX(value_keys(value, 0.0)?),
        "translatey" => BoneTimeline::TranslateY(value_keys(value, 0.0)?),
        "scale" => BoneTimeline::Scale(xy_keys(value, 1.0)?),
        "scalex" => BoneTimeline::ScaleX(value_keys(value, 1.0)?),
        "scaley" => BoneTimeline::ScaleY(value_keys(value, 1.0)?),
        "shear" => BoneTimeline::Shear(xy_keys(value, 0.0)?),
        "shearx" => BoneTimeline::ShearX(value_keys(value, 0.0)?),
        "sheary" => BoneTimeline::ShearY(value_keys(value, 0.0)?),
        "inherit" => {
            let mut keys = Vec::new();
            for key in key_list(value)? {
                let normal = Inherit::Normal;
                keys.push(InheritKey {
                    time: time(key)?,
                    inherit: key.choice_at("inherit", &words::INHERIT, &Inherit::ALL, normal)?,
                });
            }
            BoneTimeline::Inherit(keys)
        }
        _ => return unknown(name, value, "bone"),
    })
}

pub(super) fn path(name: &str, value: &Value) -> Result<PathTimeline> {
    Ok(match name {
        "position" => PathTimeline::Position(value_keys(value, 0.0)?),
        "spacing" => PathTimeline::Spacing(value_keys(value, 0.0)?),
        "mix" => PathTimeline::Mix(path_mix_keys(value)?),
        _ => return unknown(name, value, "path constraint"),
    })
}

pub(super) fn physics(name: &str, value: &Value) -> Result<PhysicsTimeline> {
    let property = match name {
        "reset" => {
            let times = key_list(value)?.iter().map(time);
            return Ok(PhysicsTimeline::Reset(times.collect::<Result<_>>()?));
        }
        "inertia" => PhysicsProperty::Inertia,
        "strength" => PhysicsProperty::Strength,
        "damping" => PhysicsProperty::Damping,
        "mass" => PhysicsProperty::Mass,
        "wind" => PhysicsProperty::Wind,
        "gravity" => PhysicsProperty::Gravity,
        "mix" => PhysicsProperty::Mix,
        _ => return unknown(name, value, "physics constraint"),
    };
    let otherwise = match property {
        PhysicsProperty::Mix => 1.0,
        _ => 0.0,
    };
    Ok(PhysicsTimeline::Value(
        property,
        value_keys(value, otherwise)?,
    ))
}

pub(super) fn slider(name: &str, value: &Value) -> Result<SliderTimeline> {
    Ok(match name {
        "time" => SliderTimeline::Time(value_keys(value, 1.0)?),
        "mix" => SliderTimeline::Mix(value_keys(value, 1.0)?),
        _ => return unknown(name, value, "slider"),
    })
}
