//! Constraints.

use super::tree::{Json, Object};
use super::{Result, at, bone, bones, slot};
use crate::formats::spine::json::words;
use crate::model::spine::{
    ConstraintKind, IkConstraint, PathConstraint, PhysicsConstraint, PositionMode, Rig,
    SliderConstraint, TransformConstraint,
};

pub(super) fn list(rig: &Rig) -> Result<Json> {
    let mut constraints = Vec::new();
    for it in &rig.constraints {
        let mut object = Object::new();
        object.put("type", it.kind.title());
        object.put("name", it.name.as_str());
        object.flag("skin", it.skin_required, false);
        match &it.kind {
            ConstraintKind::Ik(kind) => ik(&mut object, rig, kind)?,
            ConstraintKind::Transform(kind) => transform(&mut object, rig, kind)?,
            ConstraintKind::Path(kind) => path(&mut object, rig, kind)?,
            ConstraintKind::Physics(kind) => physics(&mut object, rig, kind)?,
            ConstraintKind::Slider(kind) => slider(&mut object, rig, kind)?,
        }
        constraints.push(object);
    }
    Ok(Json::list(constraints))
}

fn ik(object: &mut Object, rig: &Rig, ik: &IkConstraint) -> Result<()> {
    object.put("bones", bones(rig, &ik.bones)?);
    object.put("target", bone(rig, ik.target)?);
    object.number("mix", ik.mix, 1.0);
    object.number("softness", ik.softness, 0.0);
    object.flag("bendPositive", ik.bend_positive, true);
    object.flag("compress", ik.compress, false);
    object.flag("stretch", ik.stretch, false);
    object.word("scaleY", &words::SCALE_Y, ik.scale_y as usize, 0);
    Ok(())
}

fn transform(object: &mut Object, rig: &Rig, transform: &TransformConstraint) -> Result<()> {
    object.put("bones", bones(rig, &transform.bones)?);
    object.put("source", bone(rig, transform.source)?);
    object.flag("localSource", transform.local_source, false);
    object.flag("localTarget", transform.local_target, false);
    object.flag("additive", transform.additive, false);
    object.flag("clamp", transform.clamp, false);
    let mut properties = Object::new();
    for from in &transform.properties {
        let mut to = Object::new();
        for target in &from.to {
            let mut driven = Object::new();
            driven.number("offset", target.offset, 0.0);
            driven.number("max", target.max, 1.0);
            driven.number("scale", target.scale, 1.0);
            to.put(words::PROPERTY[target.property as usize], driven);
        }
        let mut driving = Object::new();
        driving.number("offset", from.offset, 0.0);
        driving.put("to", to);
        properties.put(words::PROPERTY[from.property as usize], driving);
    }
    object.put("properties", properties);
    for (key, offset) in words::OFFSETS.into_iter().zip(transform.offsets) {
        object.number(key, offset, 0.0);
    }
    for (key, mix) in words::MIXES.into_iter().zip(transform.mixes) {
        object.put(key, Json::Number(mix));
    }
    Ok(())
}

fn path(object: &mut Object, rig: &Rig, path: &PathConstraint) -> Result<()> {
    object.put("bones", bones(rig, &path.bones)?);
    object.put("slot", slot(rig, path.slot)?);
    let percent = PositionMode::Percent as usize;
    let position = path.position_mode as usize;
    object.word("positionMode", &words::POSITION, position, percent);
    object.word(
        "spacingMode",
        &words::SPACING,
        path.spacing_mode as usize,
        0,
    );
    object.word("rotateMode", &words::ROTATE, path.rotate_mode as usize, 0);
    object.number("rotation", path.offset_rotation, 0.0);
    object.number("position", path.position, 0.0);
    object.number("spacing", path.spacing, 0.0);
    object.number("mixRotate", path.mix_rotate, 1.0);
    object.number("mixX", path.mix_x, 1.0);
    object.number("mixY", path.mix_y, path.mix_x);
    Ok(())
}

fn physics(object: &mut Object, rig: &Rig, physics: &PhysicsConstraint) -> Result<()> {
    let usual = PhysicsConstraint::new(physics.bone);
    object.put("bone", bone(rig, physics.bone)?);
    object.number("x", physics.x, usual.x);
    object.number("y", physics.y, usual.y);
    object.number("rotate", physics.rotate, usual.rotate);
    object.number("scaleX", physics.scale_x, usual.scale_x);
    object.number("shearX", physics.shear_x, usual.shear_x);
    object.word("scaleY", &words::SCALE_Y, physics.scale_y as usize, 0);
    object.number("limit", physics.limit, usual.limit);
    object.number("fps", physics.fps, usual.fps);
    object.number("inertia", physics.inertia, usual.inertia);
    object.number("strength", physics.strength, usual.strength);
    object.number("damping", physics.damping, usual.damping);
    if physics.mass_inverse != 1.0 {
        // In full, so that its inverse is the same again. An inverse of 0 is that of a mass too great to move.
        let mass = 1.0 / physics.mass_inverse;
        object.put(
            "mass",
            Json::Double(if mass.is_finite() { mass } else { f64::MAX }),
        );
    }
    object.number("wind", physics.wind, usual.wind);
    object.number("gravity", physics.gravity, usual.gravity);
    object.number("mix", physics.mix, usual.mix);
    let globals = physics.globals;
    object.flag("inertiaGlobal", globals.inertia, false);
    object.flag("strengthGlobal", globals.strength, false);
    object.flag("dampingGlobal", globals.damping, false);
    object.flag("massGlobal", globals.mass, false);
    object.flag("windGlobal", globals.wind, false);
    object.flag("gravityGlobal", globals.gravity, false);
    object.flag("mixGlobal", globals.mix, false);
    Ok(())
}

fn slider(object: &mut Object, rig: &Rig, slider: &SliderConstraint) -> Result<()> {
    if let Some(animation) = slider.animation {
        let animation = at(&rig.animations, animation, "animation")?;
        object.put("animation", animation.name.as_str());
    }
    object.flag("additive", slider.additive, false);
    object.flag("loop", slider.looped, false);
    object.number("mix", slider.mix, 1.0);
    match &slider.source {
        None => object.number("time", slider.time, 0.0),
        Some(source) => {
            object.put("bone", bone(rig, source.bone)?);
            object.put("property", words::PROPERTY[source.property as usize]);
            object.flag("local", source.local, false);
            object.number("from", source.property_offset, 0.0);
            object.number("to", source.offset, 0.0);
            object.number("scale", source.scale, 1.0);
            if rig.nonessential {
                object.number("max", slider.max, 0.0);
            }
        }
    }
    Ok(())
}
