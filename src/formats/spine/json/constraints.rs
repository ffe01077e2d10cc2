//! Constraints.

use super::value::Value;
use super::{Context, Result, words};
use crate::model::Finding;
use crate::model::spine::{
    Constraint, ConstraintKind, FromProperty, IkConstraint, PathConstraint, PhysicsConstraint,
    PhysicsGlobals, PositionMode, Rig, RotateMode, ScaleYMode, SliderConstraint, SliderSource,
    SpacingMode, ToProperty, TransformConstraint, TransformProperty,
};

pub(super) fn read(root: &Value, rig: &mut Rig, context: &Context<'_>) -> Result<()> {
    for value in root.list_at("constraints")? {
        let kind = match value.name_at("type")? {
            "ik" => ConstraintKind::Ik(ik(value, context)?),
            "transform" => ConstraintKind::Transform(transform(value, context)?),
            "path" => ConstraintKind::Path(path(value, context)?),
            "physics" => ConstraintKind::Physics(physics(value, context)?),
            "slider" => ConstraintKind::Slider(slider(value, context)?),
            other => {
                let mut error = value.error("a type: ik, transform, path, physics or slider");
                error.found = format!("{other:?}");
                return Err(error);
            }
        };
        rig.constraints.push(Constraint {
            name: value.name_at("name")?.to_owned(),
            skin_required: value.flag_at("skin", false)?,
            kind,
        });
    }
    Ok(())
}

fn scale_y(value: &Value) -> Result<ScaleYMode> {
    value.choice_at(
        "scaleY",
        &words::SCALE_Y,
        &ScaleYMode::ALL,
        ScaleYMode::None,
    )
}

fn ik(value: &Value, context: &Context<'_>) -> Result<IkConstraint> {
    Ok(IkConstraint {
        bones: context.bones.list(value, "bones")?,
        target: context.bones.at(value, "target")?,
        mix: value.number_at("mix", 1.0)?,
        softness: value.number_at("softness", 0.0)?,
        bend_positive: value.flag_at("bendPositive", true)?,
        compress: value.flag_at("compress", false)?,
        stretch: value.flag_at("stretch", false)?,
        scale_y: scale_y(value)?,
    })
}

/// The property that a word means.
fn property(word: &str, place: &Value) -> Result<TransformProperty> {
    let index = words::PROPERTY.iter().position(|known| *known == word);
    index
        .map(|index| TransformProperty::ALL[index])
        .ok_or_else(|| {
            let mut error = place.error(format!("one of {}", words::PROPERTY.join(", ")));
            error.found = format!("{word:?}");
            error
        })
}

fn transform(value: &Value, context: &Context<'_>) -> Result<TransformConstraint> {
    let mut properties = Vec::new();
    let mut driven = [false; 6];
    for (word, from) in value.fields_at("properties")? {
        let mut to = Vec::new();
        for (word, target) in from.fields_at("to")? {
            let property = property(word, target)?;
            driven[property as usize] = true;
            to.push(ToProperty {
                property,
                offset: target.number_at("offset", 0.0)?,
                max: target.number_at("max", 1.0)?,
                scale: target.number_at("scale", 1.0)?,
            });
        }
        properties.push(FromProperty {
            property: property(word, from)?,
            offset: from.number_at("offset", 0.0)?,
            to,
        });
    }
    let mut offsets = [0.0; 6];
    for (offset, key) in offsets.iter_mut().zip(words::OFFSETS) {
        *offset = value.number_at(key, 0.0)?;
    }
    Ok(TransformConstraint {
        bones: context.bones.list(value, "bones")?,
        source: context.bones.at(value, "source")?,
        local_source: value.flag_at("localSource", false)?,
        local_target: value.flag_at("localTarget", false)?,
        additive: value.flag_at("additive", false)?,
        clamp: value.flag_at("clamp", false)?,
        properties,
        offsets,
        mixes: mixes(value, driven)?,
    })
}

/// The setup mixes: 0 for what is not driven; the Y ones default to the X ones.
fn mixes(value: &Value, driven: [bool; 6]) -> Result<[f64; 6]> {
    use TransformProperty::{ScaleX, ScaleY, X, Y};
    let mut mixes = [0.0; 6];
    for property in TransformProperty::ALL {
        let index = property as usize;
        let otherwise = match property {
            Y if driven[X as usize] => mixes[X as usize],
            ScaleY if driven[ScaleX as usize] => mixes[ScaleX as usize],
            _ => 1.0,
        };
        if driven[index] {
            mixes[index] = value.number_at(words::MIXES[index], otherwise)?;
        }
    }
    Ok(mixes)
}

fn path(value: &Value, context: &Context<'_>) -> Result<PathConstraint> {
    let mix_x = value.number_at("mixX", 1.0)?;
    Ok(PathConstraint {
        bones: context.bones.list(value, "bones")?,
        slot: context.slots.at(value, "slot")?,
        position_mode: value.choice_at(
            "positionMode",
            &words::POSITION,
            &PositionMode::ALL,
            PositionMode::Percent,
        )?,
        spacing_mode: value.choice_at(
            "spacingMode",
            &words::SPACING,
            &SpacingMode::ALL,
            SpacingMode::Length,
        )?,
        rotate_mode: value.choice_at(
            "rotateMode",
            &words::ROTATE,
            &RotateMode::ALL,
            RotateMode::Tangent,
        )?,
        offset_rotation: value.number_at("rotation", 0.0)?,
        position: value.number_at("position", 0.0)?,
        spacing: value.number_at("spacing", 0.0)?,
        mix_rotate: value.number_at("mixRotate", 1.0)?,
        mix_x,
        mix_y: value.number_at("mixY", mix_x)?,
    })
}

fn physics(value: &Value, context: &Context<'_>) -> Result<PhysicsConstraint> {
    let usual = PhysicsConstraint::new(context.bones.at(value, "bone")?);
    let mass = value.get("mass").map(Value::double).transpose()?;
    let mass_inverse = mass.map_or(1.0, |mass| f64::from((1.0 / mass) as f32));
    Ok(PhysicsConstraint {
        x: value.number_at("x", usual.x)?,
        y: value.number_at("y", usual.y)?,
        rotate: value.number_at("rotate", usual.rotate)?,
        scale_x: value.number_at("scaleX", usual.scale_x)?,
        shear_x: value.number_at("shearX", usual.shear_x)?,
        scale_y: scale_y(value)?,
        limit: value.number_at("limit", usual.limit)?,
        fps: value.number_at("fps", usual.fps)?,
        inertia: value.number_at("inertia", usual.inertia)?,
        strength: value.number_at("strength", usual.strength)?,
        damping: value.number_at("damping", usual.damping)?,
        mass_inverse: if mass_inverse.is_finite() {
            mass_inverse
        } else {
            0.0
        },
        wind: value.number_at("wind", usual.wind)?,
        gravity: value.number_at("gravity", usual.gravity)?,
        mix: value.number_at("mix", usual.mix)?,
        globals: PhysicsGlobals {
            inertia: value.flag_at("inertiaGlobal", false)?,
            strength: value.flag_at("strengthGlobal", false)?,
            damping: value.flag_at("dampingGlobal", false)?,
            mass: value.flag_at("massGlobal", false)?,
            wind: value.flag_at("windGlobal", false)?,
            gravity: value.flag_at("gravityGlobal", false)?,
            mix: value.flag_at("mixGlobal", false)?,
        },
        ..usual
    })
}

fn slider(value: &Value, context: &Context<'_>) -> Result<SliderConstraint> {
    let source = match value.get("bone") {
        None => None,
        Some(bone) => Some(SliderSource {
            bone: context.bones.value(bone)?,
            property: property(value.name_at("property")?, value)?,
            property_offset: value.number_at("from", 0.0)?,
            offset: value.number_at("to", 0.0)?,
            scale: value.number_at("scale", 1.0)?,
            local: value.flag_at("local", false)?,
        }),
    };
    let driven = source.is_some();
    Ok(SliderConstraint {
        animation: None,
        additive: value.flag_at("additive", false)?,
        looped: value.flag_at("loop", false)?,
        time: match driven {
            true => 0.0,
            false => value.number_at("time", 0.0)?,
        },
        mix: value.number_at("mix", 1.0)?,
        source,
        max: match driven {
            true => value.number_at("max", 0.0)?,
            false => 0.0,
        },
    })
}

/// Sliders name animations, which are known only at the end.
pub(super) fn resolve_sliders(
    root: &Value,
    rig: &mut Rig,
    findings: &mut Vec<Finding>,
) -> Result<()> {
    for (index, value) in root.list_at("constraints")?.iter().enumerate() {
        let name = value.text_at("animation")?.unwrap_or_default();
        let animation = rig.animation(name);
        let Some(Constraint {
            name: slider_name,
            kind: ConstraintKind::Slider(slider),
            ..
        }) = rig.constraints.get_mut(index)
        else {
            continue;
        };
        slider.animation = animation;
        if animation.is_none() {
            let message =
                format!("slider {slider_name:?} moves animation {name:?}, which is not there");
            let fix = "export the skeleton again";
            findings.push(Finding::error("spine.slider-animation", message, fix).at(value.at));
        }
    }
    Ok(())
}
