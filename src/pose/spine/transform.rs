//! Transform constraints: values of one bone drive values of others (spine-runtime-semantics §9).

use std::f64::consts::FRAC_PI_2;

use crate::model::spine::{TransformConstraint, TransformProperty};

use super::SpinePose;
use super::bones::{Local, Placement, World, wrap_once};
use super::settings::ConstraintPose;

impl SpinePose {
    pub(super) fn run_transform(&mut self, index: usize, constraint: &TransformConstraint) {
        let Some(ConstraintPose::Transform(mixes)) = self.applied.constraints.get(index).copied()
        else {
            return;
        };
        if mixes.iter().all(|mix| *mix == 0.0) {
            return;
        }
        if constraint.local_source {
            self.need_local(constraint.source);
        }
        for &bone in &constraint.bones {
            if constraint.local_target {
                self.modify_local(bone);
            } else {
                self.modify_world(bone);
            }
            for from in &constraint.properties {
                // Read anew for every bone: the source may hang below one of them.
                let value = if constraint.local_source {
                    let local = &self.applied.bones[constraint.source];
                    local_value(local, from.property, &constraint.offsets)
                } else {
                    let world = &self.bones[constraint.source].world;
                    world_value(world, from.property, &constraint.offsets, self.placement)
                };
                let value = value - from.offset;
                for to in &from.to {
                    let mix = mixes[to.property as usize];
                    if mix == 0.0 {
                        continue;
                    }
                    let (offset, max) = (to.offset, to.max);
                    let mut wanted = offset + value * to.scale;
                    if constraint.clamp {
                        wanted = wanted.clamp(offset.min(max), offset.max(max));
                    }
                    if constraint.local_target {
                        let local = &mut self.applied.bones[bone];
                        apply_local(local, to.property, wanted, mix, constraint.additive);
                    } else {
                        let world = &mut self.bones[bone].world;
                        let change = (wanted, mix, constraint.additive);
                        apply_world(world, to.property, change, self.placement);
                    }
                }
            }
        }
    }
}

/// A value of a bone's local pose.
pub(super) fn local_value(local: &Local, property: TransformProperty, offsets: &[f64; 6]) -> f64 {
    let value = match property {
        TransformProperty::Rotate => local.rotation,
        TransformProperty::X => local.x,
        TransformProperty::Y => local.y,
        TransformProperty::ScaleX => local.scale_x,
        TransformProperty::ScaleY => local.scale_y,
        TransformProperty::ShearY => local.shear_y,
    };
    value + offsets[property as usize]
}

/// A value of a bone's world matrix, freed of the skeleton's scale.
pub(super) fn world_value(
    world: &World,
    property: TransformProperty,
    offsets: &[f64; 6],
    place: Placement,
) -> f64 {
    let (sx, sy) = (place.scale_x, place.scale_y);
    let offset = offsets[property as usize];
    let moved = || {
        world.apply(
            offsets[TransformProperty::X as usize],
            offsets[TransformProperty::Y as usize],
        )
    };
    match property {
        TransformProperty::Rotate => {
            let mirrored = world.determinant() * sx * sy <= 0.0;
            let angle = (world.c / sy).atan2(world.a / sx).to_degrees();
            let angle = angle + if mirrored { -offset } else { offset };
            if angle < 0.0 { angle + 360.0 } else { angle }
        }
        TransformProperty::X => moved().0 / sx,
        TransformProperty::Y => moved().1 / sy,
        TransformProperty::ScaleX => (world.a / sx).hypot(world.c / sy) + offset,
        TransformProperty::ScaleY => (world.b / sx).hypot(world.d / sy) + offset,
        TransformProperty::ShearY => {
            let x_axis = (world.c / sy).atan2(world.a / sx);
            let y_axis = (world.d / sy).atan2(world.b / sx);
            (y_axis - x_axis).to_degrees() - 90.0 + offset
        }
    }
}

fn apply_local(
    local: &mut Local,
    property: TransformProperty,
    wanted: f64,
    mix: f64,
    additive: bool,
) {
    let mix_in = |field: &mut f64| {
        let change = if additive { wanted } else { wanted - *field };
        *field += change * mix;
    };
    let mix_scale = |field: &mut f64| {
        if additive {
            *field *= 1.0 + (wanted - 1.0) * mix;
        } else if *field != 0.0 {
            *field += (wanted - *field) * mix;
        }
    };
    match property {
        TransformProperty::Rotate => mix_in(&mut local.rotation),
        TransformProperty::X => mix_in(&mut local.x),
        TransformProperty::Y => mix_in(&mut local.y),
        TransformProperty::ScaleX => mix_scale(&mut local.scale_x),
        TransformProperty::ScaleY => mix_scale(&mut local.scale_y),
        TransformProperty::ShearY => mix_in(&mut local.shear_y),
    }
}

fn apply_world(
    world: &mut World,
    property: TransformProperty,
    (wanted, mix, additive): (f64, f64, bool),
    place: Placement,
) {
    let (sx, sy) = (place.scale_x, place.scale_y);
    let scale_factor = |x: f64, y: f64| {
        if additive {
            return 1.0 + (wanted - 1.0) * mix;
        }
        let length = x.hypot(y);
        if length == 0.0 {
            1.0
        } else {
            1.0 + (wanted - length) * mix / length
        }
    };
    // The axes without the skeleton's scale, which is multiplied back below.
    let mut axes = World {
        a: world.a / sx,
        b: world.b / sx,
        c: world.c / sy,
        d: world.d / sy,
        ..*world
    };
    match property {
        TransformProperty::Rotate => {
            let present = if additive { 0.0 } else { axes.c.atan2(axes.a) };
            axes.rotate(wrap_once(wanted.to_radians() - present) * mix);
        }
        TransformProperty::X => {
            let change = if additive {
                wanted
            } else {
                wanted - world.x / sx
            };
            axes.x += change * mix * sx;
        }
        TransformProperty::Y => {
            let change = if additive {
                wanted
            } else {
                wanted - world.y / sy
            };
            axes.y += change * mix * sy;
        }
        TransformProperty::ScaleX => {
            let factor = scale_factor(axes.a, axes.c);
            axes.a *= factor;
            axes.c *= factor;
        }
        TransformProperty::ScaleY => {
            let factor = scale_factor(axes.b, axes.d);
            axes.b *= factor;
            axes.d *= factor;
        }
        TransformProperty::ShearY => {
            let present = axes.d.atan2(axes.b);
            let wanted = (wanted + 90.0).to_radians();
            let turn = if additive {
                wanted - FRAC_PI_2
            } else {
                wrap_once(wanted - (present - axes.c.atan2(axes.a)))
            };
            let (sin, cos) = (present + turn * mix).sin_cos();
            let length = axes.b.hypot(axes.d);
            (axes.b, axes.d) = (cos * length, sin * length);
        }
    }
    *world = World {
        a: axes.a * sx,
        b: axes.b * sx,
        c: axes.c * sy,
        d: axes.d * sy,
        ..axes
    };
}
