//! Timelines of constraints.

use crate::model::spine::{
    ConstraintKind, IkKey, PathTimeline, PhysicsConstraint, PhysicsProperty, PhysicsTimeline,
    SliderTimeline, Timeline,
};

use super::super::settings::{ConstraintPose, IkPose, PathPose, PhysicsPose};
use super::sample::{between, key_at, sample};
use super::{From, Mixing, Stage};

pub(super) fn apply(stage: &mut Stage<'_>, timeline: &Timeline, time: f64, mixing: Mixing) {
    if let Timeline::Physics {
        constraint,
        timeline: PhysicsTimeline::Value(property, keys),
    } = timeline
    {
        let value = sample(keys, time).map(|[value]| value);
        match constraint {
            Some(index) => physics(stage, *index, *property, value, mixing),
            None => physics_of_all(stage, *property, value, mixing),
        }
        return;
    }
    let constraint = match timeline {
        Timeline::Ik { constraint, .. }
        | Timeline::Transform { constraint, .. }
        | Timeline::Path { constraint, .. }
        | Timeline::Slider { constraint, .. } => *constraint,
        _ => return,
    };
    if !stage.active.constraints[constraint] {
        return;
    }
    let setup = &stage.setup.constraints[constraint];
    let target = &mut stage.target.constraints[constraint];
    match (timeline, setup, target) {
        (Timeline::Ik { keys, .. }, ConstraintPose::Ik(setup), ConstraintPose::Ik(target)) => {
            ik(setup, target, keys, time, mixing);
        }
        (
            Timeline::Transform { keys, .. },
            ConstraintPose::Transform(setup),
            ConstraintPose::Transform(target),
        ) => {
            let values = sample(keys, time);
            for (n, field) in target.iter_mut().enumerate() {
                *field = mix_or_add(setup[n], *field, values.map(|values| values[n]), mixing);
            }
        }
        (
            Timeline::Path { timeline, .. },
            ConstraintPose::Path(setup),
            ConstraintPose::Path(target),
        ) => path(setup, target, timeline, time, mixing),
        (
            Timeline::Slider { timeline, .. },
            ConstraintPose::Slider {
                time: setup_time,
                mix: setup_mix,
            },
            ConstraintPose::Slider {
                time: target_time,
                mix: target_mix,
            },
        ) => {
            let (keys, setup, field) = match timeline {
                SliderTimeline::Time(keys) => (keys, *setup_time, target_time),
                SliderTimeline::Mix(keys) => (keys, *setup_mix, target_mix),
            };
            let value = sample(keys, time).map(|[value]| value);
            *field = mix_or_add(setup, *field, value, mixing);
        }
        _ => {}
    }
}

/// `value`: `None` before the first key.
fn mix_or_add(setup: f64, current: f64, value: Option<f64>, mixing: Mixing) -> f64 {
    match value {
        None => mixing.before(setup, current),
        Some(value) => mixing.absolute_or_added(setup, current, value),
    }
}

/// The same for values that are never added.
fn mix(setup: f64, current: f64, value: Option<f64>, mixing: Mixing) -> f64 {
    match value {
        None => mixing.before(setup, current),
        Some(value) => mixing.absolute(setup, current, value),
    }
}

fn ik(setup: &IkPose, target: &mut IkPose, keys: &[IkKey], time: f64, mixing: Mixing) {
    let index = key_at(keys, time, |key| key.key.time);
    let values = index.map(|index| match keys.get(index + 1) {
        None => keys[index].key.values,
        Some(next) => between(&keys[index].key, &next.key, time),
    });
    target.mix = mix(setup.mix, target.mix, values.map(|v| v[0]), mixing);
    target.softness = mix(
        setup.softness,
        target.softness,
        values.map(|v| v[1]),
        mixing,
    );
    let flags = |from: &IkPose| (from.bend_positive, from.compress, from.stretch);
    let chosen = match index {
        Some(index) if !mixing.out => {
            let key = &keys[index];
            (key.bend_positive, key.compress, key.stretch)
        }
        Some(_) if mixing.from != From::Setup => return,
        None if mixing.from == From::Current => return,
        _ => flags(setup),
    };
    (target.bend_positive, target.compress, target.stretch) = chosen;
}

fn path(
    setup: &PathPose,
    target: &mut PathPose,
    timeline: &PathTimeline,
    time: f64,
    mixing: Mixing,
) {
    match timeline {
        PathTimeline::Position(keys) => {
            let value = sample(keys, time).map(|[value]| value);
            target.position = mix_or_add(setup.position, target.position, value, mixing);
        }
        PathTimeline::Spacing(keys) => {
            let value = sample(keys, time).map(|[value]| value);
            target.spacing = mix(setup.spacing, target.spacing, value, mixing);
        }
        PathTimeline::Mix(keys) => {
            let values = sample(keys, time);
            let fields = [
                (setup.mix_rotate, &mut target.mix_rotate),
                (setup.mix_x, &mut target.mix_x),
                (setup.mix_y, &mut target.mix_y),
            ];
            for (n, (setup, field)) in fields.into_iter().enumerate() {
                *field = mix_or_add(setup, *field, values.map(|values| values[n]), mixing);
            }
        }
    }
}

fn physics_of_all(
    stage: &mut Stage<'_>,
    property: PhysicsProperty,
    value: Option<f64>,
    mixing: Mixing,
) {
    for index in 0..stage.rig.constraints.len() {
        if let ConstraintKind::Physics(data) = &stage.rig.constraints[index].kind
            && reached_by_all(data, property)
        {
            physics(stage, index, property, value, mixing);
        }
    }
}

fn reached_by_all(data: &PhysicsConstraint, property: PhysicsProperty) -> bool {
    match property {
        PhysicsProperty::Inertia => data.globals.inertia,
        PhysicsProperty::Strength => data.globals.strength,
        PhysicsProperty::Damping => data.globals.damping,
        PhysicsProperty::Mass => data.globals.mass,
        PhysicsProperty::Wind => data.globals.wind,
        PhysicsProperty::Gravity => data.globals.gravity,
        PhysicsProperty::Mix => data.globals.mix,
    }
}

fn physics(
    stage: &mut Stage<'_>,
    index: usize,
    property: PhysicsProperty,
    value: Option<f64>,
    mixing: Mixing,
) {
    if !stage.active.constraints[index] {
        return;
    }
    let (ConstraintPose::Physics(setup), ConstraintPose::Physics(target)) = (
        &stage.setup.constraints[index],
        &mut stage.target.constraints[index],
    ) else {
        return;
    };
    match property {
        // Masses are keyed and mixed; their inverses are used.
        PhysicsProperty::Mass => {
            let (setup, current) = (1.0 / setup.mass_inverse, 1.0 / target.mass_inverse);
            target.mass_inverse = 1.0 / mix(setup, current, value, mixing);
        }
        PhysicsProperty::Wind => target.wind = mix_or_add(setup.wind, target.wind, value, mixing),
        PhysicsProperty::Gravity => {
            target.gravity = mix_or_add(setup.gravity, target.gravity, value, mixing);
        }
        _ => {
            let (setup, field) = plain_field(setup, target, property);
            *field = mix(setup, *field, value, mixing);
        }
    }
}

fn plain_field<'a>(
    setup: &PhysicsPose,
    target: &'a mut PhysicsPose,
    property: PhysicsProperty,
) -> (f64, &'a mut f64) {
    match property {
        PhysicsProperty::Inertia => (setup.inertia, &mut target.inertia),
        PhysicsProperty::Strength => (setup.strength, &mut target.strength),
        PhysicsProperty::Damping => (setup.damping, &mut target.damping),
        PhysicsProperty::Mass => (setup.mass_inverse, &mut target.mass_inverse),
        PhysicsProperty::Wind => (setup.wind, &mut target.wind),
        PhysicsProperty::Gravity => (setup.gravity, &mut target.gravity),
        PhysicsProperty::Mix => (setup.mix, &mut target.mix),
    }
}
