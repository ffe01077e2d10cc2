//! Constraints (spine-skel-format, "Constraints").

use super::Result;
use super::input::Input;
use crate::model::spine::{
    Constraint, ConstraintKind, FromProperty, IkConstraint, PathConstraint, PhysicsConstraint,
    PhysicsGlobals, PositionMode, Rig, RotateMode, ScaleYMode, SliderConstraint, SliderSource,
    SpacingMode, ToProperty, TransformConstraint, TransformProperty,
};

pub(super) fn read(input: &mut Input<'_>, rig: &mut Rig) -> Result<()> {
    for _ in 0..input.count(4, "constraints")? {
        let name = input.name("the name of a constraint")?;
        let read = input.choice(
            &[ik, path, transform, physics, slider] as &[Reader],
            "a type of constraint",
        )?;
        let (skin_required, kind) = read(input, rig)?;
        rig.constraints.push(Constraint {
            name,
            skin_required,
            kind,
        });
    }
    Ok(())
}

/// Reads the rest of a constraint: whether it needs a skin, and what it is.
type Reader = fn(&mut Input<'_>, &Rig) -> Result<(bool, ConstraintKind)>;

/// A mix with two flags: 0 without the first, 1 without the second.
pub(super) fn mix(input: &mut Input<'_>, flags: u8, some: u8, stated: u8) -> Result<f64> {
    match (flags & some != 0, flags & stated != 0) {
        (false, _) => Ok(0.0),
        (true, false) => Ok(1.0),
        (true, true) => input.float("mix"),
    }
}

fn ik(input: &mut Input<'_>, rig: &Rig) -> Result<(bool, ConstraintKind)> {
    let bones = input.indices(rig.bones.len(), "a bone of an IK constraint")?;
    let target = input.index(rig.bones.len(), "the target of an IK constraint")?;
    let flags = input.byte("flags of an IK constraint")?;
    let scale_y = match flags & 2 {
        0 => ScaleYMode::None,
        _ => input.choice(&ScaleYMode::ALL, "a Y scale mode")?,
    };
    let kind = IkConstraint {
        bones,
        target,
        mix: mix(input, flags, 32, 64)?,
        softness: input.float_if(flags & 128 != 0, 0.0, "softness")?,
        bend_positive: flags & 4 == 0,
        compress: flags & 8 != 0,
        stretch: flags & 16 != 0,
        scale_y,
    };
    Ok((flags & 1 != 0, ConstraintKind::Ik(kind)))
}

/// Six singles, each if its bit is set.
fn by_property(input: &mut Input<'_>, what: &str) -> Result<[f64; 6]> {
    let flags = input.byte(what)?;
    let mut values = [0.0; 6];
    for (bit, value) in values.iter_mut().enumerate() {
        *value = input.float_if(flags & 1 << bit != 0, 0.0, what)?;
    }
    Ok(values)
}

fn transform(input: &mut Input<'_>, rig: &Rig) -> Result<(bool, ConstraintKind)> {
    let bones = input.indices(rig.bones.len(), "a bone of a transform constraint")?;
    let source = input.index(rig.bones.len(), "the source of a transform constraint")?;
    let flags = input.byte("flags of a transform constraint")?;
    let mut properties = Vec::new();
    for _ in 0..flags >> 5 {
        properties.push(from_property(input)?);
    }
    let kind = TransformConstraint {
        bones,
        source,
        local_source: flags & 2 != 0,
        local_target: flags & 4 != 0,
        additive: flags & 8 != 0,
        clamp: flags & 16 != 0,
        properties,
        offsets: by_property(input, "offsets of a transform constraint")?,
        mixes: by_property(input, "mixes of a transform constraint")?,
    };
    Ok((flags & 1 != 0, ConstraintKind::Transform(kind)))
}

fn from_property(input: &mut Input<'_>) -> Result<FromProperty> {
    let property = input.choice(&TransformProperty::ALL, "a transform property")?;
    let offset = input.float("offset of a property")?;
    let mut to = Vec::new();
    for _ in 0..input.byte("number of driven properties")? {
        to.push(ToProperty {
            property: input.choice(&TransformProperty::ALL, "a transform property")?,
            offset: input.float("offset of a property")?,
            max: input.float("end of a property's range")?,
            scale: input.float("factor of a property")?,
        });
    }
    Ok(FromProperty {
        property,
        offset,
        to,
    })
}

fn path(input: &mut Input<'_>, rig: &Rig) -> Result<(bool, ConstraintKind)> {
    let bones = input.indices(rig.bones.len(), "a bone of a path constraint")?;
    let slot = input.index(rig.slots.len(), "the slot of a path constraint")?;
    let flags = input.byte("flags of a path constraint")?;
    let rotate_mode = RotateMode::ALL.get(usize::from(flags >> 4 & 3)).copied();
    let kind = PathConstraint {
        bones,
        slot,
        position_mode: PositionMode::ALL[usize::from(flags >> 1 & 1)],
        spacing_mode: SpacingMode::ALL[usize::from(flags >> 2 & 3)],
        rotate_mode: rotate_mode.ok_or_else(|| input.error("a rotate mode below 3", "3"))?,
        offset_rotation: input.float_if(flags & 128 != 0, 0.0, "offset of the rotation")?,
        position: input.float("position")?,
        spacing: input.float("spacing")?,
        mix_rotate: input.float("rotation mix")?,
        mix_x: input.float("X mix")?,
        mix_y: input.float("Y mix")?,
    };
    Ok((flags & 1 != 0, ConstraintKind::Path(kind)))
}

fn physics(input: &mut Input<'_>, rig: &Rig) -> Result<(bool, ConstraintKind)> {
    let bone = input.index(rig.bones.len(), "the bone of a physics constraint")?;
    let flags = input.byte("flags of a physics constraint")?;
    let mut kind = PhysicsConstraint::new(bone);
    kind.x = input.float_if(flags & 2 != 0, 0.0, "x")?;
    kind.y = input.float_if(flags & 4 != 0, 0.0, "y")?;
    kind.rotate = input.float_if(flags & 8 != 0, 0.0, "rotation")?;
    let scale_x = input.float_if(flags & 16 != 0, 0.0, "x scale")?;
    // The sign carries the mode (spine-skel-format, "Physics constraint").
    (kind.scale_y, kind.scale_x) = match scale_x {
        value if value < -2.0 => (ScaleYMode::Volume, -2.0 - value),
        value if value < 0.0 => (ScaleYMode::Uniform, -1.0 - value),
        value => (ScaleYMode::None, value),
    };
    kind.shear_x = input.float_if(flags & 32 != 0, 0.0, "x shear")?;
    kind.limit = input.float_if(flags & 64 != 0, kind.limit, "limit")?;
    kind.fps = f64::from(input.byte("steps a second")?);
    kind.inertia = input.float("inertia")?;
    kind.strength = input.float("strength")?;
    kind.damping = input.float("damping")?;
    kind.mass_inverse = input.float_if(flags & 128 != 0, 1.0, "inverse mass")?;
    kind.wind = input.float("wind")?;
    kind.gravity = input.float("gravity")?;
    let more = input.byte("flags of a physics constraint")?;
    kind.globals = PhysicsGlobals {
        inertia: more & 1 != 0,
        strength: more & 2 != 0,
        damping: more & 4 != 0,
        mass: more & 8 != 0,
        wind: more & 16 != 0,
        gravity: more & 32 != 0,
        mix: more & 64 != 0,
    };
    kind.mix = input.float_if(more & 128 != 0, 1.0, "mix")?;
    Ok((flags & 1 != 0, ConstraintKind::Physics(kind)))
}

fn slider(input: &mut Input<'_>, rig: &Rig) -> Result<(bool, ConstraintKind)> {
    let flags = input.byte("flags of a slider")?;
    let driven = flags & 64 != 0;
    let value = input.float_if(flags & 8 != 0, 0.0, "time or range of a slider")?;
    // The range of a driven slider is the editor's, and there only with its other data.
    let is_max = driven && input.nonessential;
    let mix = mix(input, flags, 16, 32)?;
    let source = match driven {
        false => None,
        true => Some(SliderSource {
            bone: input.index(rig.bones.len(), "the bone of a slider")?,
            property_offset: input.float("offset of a slider's property")?,
            property: input.choice(&TransformProperty::ALL, "a transform property")?,
            offset: input.float("offset of a slider")?,
            scale: input.float("factor of a slider")?,
            local: flags & 128 != 0,
        }),
    };
    let kind = SliderConstraint {
        animation: None,
        additive: flags & 4 != 0,
        looped: flags & 2 != 0,
        time: if is_max { 0.0 } else { value },
        mix,
        source,
        max: if is_max { value } else { 0.0 },
    };
    Ok((flags & 1 != 0, ConstraintKind::Slider(kind)))
}
