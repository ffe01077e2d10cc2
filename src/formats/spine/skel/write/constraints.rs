//! Writes constraints.

use super::Result;
use super::output::Output;
use crate::formats::WriteError;
use crate::model::spine::{
    ConstraintKind, IkConstraint, PathConstraint, PhysicsConstraint, Rig, ScaleYMode,
    SliderConstraint, TransformConstraint,
};

pub(super) fn write(output: &mut Output, rig: &Rig) -> Result<()> {
    output.number(rig.constraints.len())?;
    for constraint in &rig.constraints {
        output.name(&constraint.name, "constraint")?;
        let skin = u8::from(constraint.skin_required);
        match &constraint.kind {
            ConstraintKind::Ik(ik) => write_ik(output, rig, skin, ik)?,
            ConstraintKind::Path(path) => write_path(output, rig, skin, path)?,
            ConstraintKind::Transform(transform) => {
                write_transform(output, rig, skin, transform)?;
            }
            ConstraintKind::Physics(physics) => write_physics(output, rig, skin, physics)?,
            ConstraintKind::Slider(slider) => write_slider(output, rig, skin, slider)?,
        }
    }
    Ok(())
}

/// One bit, if it is wanted.
pub(super) fn bit(flag: u8, wanted: bool) -> u8 {
    if wanted { flag } else { 0 }
}

/// The two flags of a mix: whether it is not 0, whether it is not 1 either.
pub(super) fn mix_flags(mix: f64, some: u8, stated: u8) -> u8 {
    bit(some, mix != 0.0) | bit(stated, mix != 0.0 && mix != 1.0)
}

fn write_ik(output: &mut Output, rig: &Rig, skin: u8, ik: &IkConstraint) -> Result<()> {
    output.byte(0);
    output.indices(&ik.bones, rig.bones.len(), "bone")?;
    output.index(ik.target, rig.bones.len(), "bone")?;
    let flags = skin
        | bit(2, ik.scale_y != ScaleYMode::None)
        | bit(4, !ik.bend_positive)
        | bit(8, ik.compress)
        | bit(16, ik.stretch)
        | mix_flags(ik.mix, 32, 64)
        | bit(128, ik.softness != 0.0);
    output.byte(flags);
    if ik.scale_y != ScaleYMode::None {
        output.byte(ik.scale_y as u8);
    }
    output.float_if(flags & 64 != 0, ik.mix);
    output.float_if(flags & 128 != 0, ik.softness);
    Ok(())
}

fn write_path(output: &mut Output, rig: &Rig, skin: u8, path: &PathConstraint) -> Result<()> {
    output.byte(1);
    output.indices(&path.bones, rig.bones.len(), "bone")?;
    output.index(path.slot, rig.slots.len(), "slot")?;
    let flags = skin
        | (path.position_mode as u8) << 1
        | (path.spacing_mode as u8) << 2
        | (path.rotate_mode as u8) << 4
        | bit(128, path.offset_rotation != 0.0);
    output.byte(flags);
    output.float_if(flags & 128 != 0, path.offset_rotation);
    output.float(path.position);
    output.float(path.spacing);
    output.float(path.mix_rotate);
    output.float(path.mix_x);
    output.float(path.mix_y);
    Ok(())
}

fn write_transform(
    output: &mut Output,
    rig: &Rig,
    skin: u8,
    transform: &TransformConstraint,
) -> Result<()> {
    output.byte(2);
    output.indices(&transform.bones, rig.bones.len(), "bone")?;
    output.index(transform.source, rig.bones.len(), "bone")?;
    let from = transform.properties.len();
    if from > 7 {
        return Err(WriteError(format!(
            "a transform constraint has {from} properties, and 7 at most can be written"
        )));
    }
    output.byte(
        skin | bit(2, transform.local_source)
            | bit(4, transform.local_target)
            | bit(8, transform.additive)
            | bit(16, transform.clamp)
            | (from as u8) << 5,
    );
    for from in &transform.properties {
        output.byte(from.property as u8);
        output.float(from.offset);
        let count = u8::try_from(from.to.len());
        output.byte(count.map_err(|_| WriteError("a property drives more than 255".into()))?);
        for to in &from.to {
            output.byte(to.property as u8);
            output.float(to.offset);
            output.float(to.max);
            output.float(to.scale);
        }
    }
    write_by_property(output, transform.offsets);
    write_by_property(output, transform.mixes);
    Ok(())
}

/// A bit for each number that is not 0, and these numbers.
fn write_by_property(output: &mut Output, values: [f64; 6]) {
    let bits = values.iter().enumerate();
    output.byte(bits.fold(0, |flags, (index, &value)| {
        flags | bit(1 << index, value != 0.0)
    }));
    for value in values {
        output.float_if(value != 0.0, value);
    }
}

fn write_physics(
    output: &mut Output,
    rig: &Rig,
    skin: u8,
    physics: &PhysicsConstraint,
) -> Result<()> {
    output.byte(3);
    output.index(physics.bone, rig.bones.len(), "bone")?;
    // The sign carries the mode (spine-skel-format, "Physics constraint"); some pairs cannot be told
    // (spine-binary-corrections §21).
    let scale_x = match physics.scale_y {
        ScaleYMode::None => physics.scale_x,
        ScaleYMode::Uniform if physics.scale_x > 1.0 => {
            return Err(WriteError(
                "physics with uniform scale above 1 cannot be written".into(),
            ));
        }
        ScaleYMode::Uniform => -1.0 - physics.scale_x,
        ScaleYMode::Volume => -2.0 - physics.scale_x,
    };
    let flags = skin
        | bit(2, physics.x != 0.0)
        | bit(4, physics.y != 0.0)
        | bit(8, physics.rotate != 0.0)
        | bit(16, scale_x != 0.0)
        | bit(32, physics.shear_x != 0.0)
        | bit(64, physics.limit != 5000.0)
        | bit(128, physics.mass_inverse != 1.0);
    output.byte(flags);
    output.float_if(flags & 2 != 0, physics.x);
    output.float_if(flags & 4 != 0, physics.y);
    output.float_if(flags & 8 != 0, physics.rotate);
    output.float_if(flags & 16 != 0, scale_x);
    output.float_if(flags & 32 != 0, physics.shear_x);
    output.float_if(flags & 64 != 0, physics.limit);
    output.byte(physics.fps.round().clamp(1.0, 255.0) as u8);
    output.float(physics.inertia);
    output.float(physics.strength);
    output.float(physics.damping);
    output.float_if(flags & 128 != 0, physics.mass_inverse);
    output.float(physics.wind);
    output.float(physics.gravity);
    let globals = physics.globals;
    output.byte(
        bit(1, globals.inertia)
            | bit(2, globals.strength)
            | bit(4, globals.damping)
            | bit(8, globals.mass)
            | bit(16, globals.wind)
            | bit(32, globals.gravity)
            | bit(64, globals.mix)
            | bit(128, physics.mix != 1.0),
    );
    output.float_if(physics.mix != 1.0, physics.mix);
    Ok(())
}

fn write_slider(output: &mut Output, rig: &Rig, skin: u8, slider: &SliderConstraint) -> Result<()> {
    output.byte(4);
    let value = match (&slider.source, output.nonessential) {
        (None, _) => slider.time,
        (Some(_), true) => slider.max,
        (Some(_), false) => 0.0,
    };
    let local = slider.source.as_ref().is_some_and(|source| source.local);
    let flags = skin
        | bit(2, slider.looped)
        | bit(4, slider.additive)
        | bit(8, value != 0.0)
        | mix_flags(slider.mix, 16, 32)
        | bit(64, slider.source.is_some())
        | bit(128, local);
    output.byte(flags);
    output.float_if(flags & 8 != 0, value);
    output.float_if(flags & 32 != 0, slider.mix);
    if let Some(source) = &slider.source {
        output.index(source.bone, rig.bones.len(), "bone")?;
        output.float(source.property_offset);
        output.byte(source.property as u8);
        output.float(source.offset);
        output.float(source.scale);
    }
    Ok(())
}
