//! What moves Dot's bones beside her animations.

use rigscope::model::spine::{
    Constraint, ConstraintKind, FromProperty, IkConstraint, PathConstraint, PhysicsConstraint,
    PositionMode, Rig, RotateMode, ScaleYMode, SliderConstraint, SliderSource, SpacingMode,
    ToProperty, TransformConstraint, TransformProperty,
};

use super::animations::LOOK;
use super::bones::{CABLE_BONES, SCARF_BONES, single};

/// How far the bone `look` goes to either side.
pub const LOOK_REACH: f64 = 20.0;

pub fn bone(rig: &Rig, name: &str) -> usize {
    rig.bone(name)
        .unwrap_or_else(|| panic!("there is no bone {name}"))
}

pub fn constraints(rig: &Rig) -> Vec<Constraint> {
    let mut all = vec![
        named("look", look(rig)),
        named("leg-left", leg(rig, "left")),
        named("leg-right", leg(rig, "right")),
        named("gauge", gauge(rig)),
        named("cable", cable(rig)),
        named("antenna", sway(rig, "antenna", 0.6, 110.0, 0.0)),
    ];
    for name in SCARF_BONES {
        all.push(named(name, sway(rig, name, 0.5, 55.0, 14.0)));
    }
    all
}

fn named(name: &str, kind: ConstraintKind) -> Constraint {
    Constraint {
        name: name.into(),
        skin_required: false,
        kind,
    }
}

fn leg(rig: &Rig, side: &str) -> ConstraintKind {
    ConstraintKind::Ik(IkConstraint {
        bones: ["thigh", "shin"]
            .map(|part| bone(rig, &format!("{part}-{side}")))
            .to_vec(),
        target: bone(rig, &format!("foot-{side}")),
        mix: 1.0,
        softness: 4.0,
        bend_positive: false,
        compress: false,
        stretch: false,
        scale_y: ScaleYMode::None,
    })
}

/// The gauge's needle follows the right foot: to either side at a long step.
fn gauge(rig: &Rig) -> ConstraintKind {
    let foot = bone(rig, "foot-right");
    let mut mixes = [0.0; 6];
    mixes[TransformProperty::Rotate as usize] = 1.0;
    ConstraintKind::Transform(TransformConstraint {
        bones: vec![bone(rig, "needle")],
        source: foot,
        local_source: true,
        local_target: true,
        additive: true,
        clamp: true,
        properties: vec![FromProperty {
            property: TransformProperty::X,
            offset: rig.bones[foot].x - 70.0,
            to: vec![ToProperty {
                property: TransformProperty::Rotate,
                offset: 70.0,
                max: -70.0,
                scale: -1.0,
            }],
        }],
        offsets: [0.0; 6],
        mixes,
    })
}

fn cable(rig: &Rig) -> ConstraintKind {
    ConstraintKind::Path(PathConstraint {
        bones: CABLE_BONES.map(|name| bone(rig, name)).to_vec(),
        slot: rig.slot("cable-path").unwrap_or_default(),
        position_mode: PositionMode::Percent,
        spacing_mode: SpacingMode::Length,
        rotate_mode: RotateMode::Chain,
        offset_rotation: 0.0,
        position: 0.0,
        spacing: 0.0,
        mix_rotate: 1.0,
        mix_x: 1.0,
        mix_y: 1.0,
    })
}

fn sway(rig: &Rig, name: &str, inertia: f64, strength: f64, gravity: f64) -> ConstraintKind {
    ConstraintKind::Physics(PhysicsConstraint {
        rotate: 1.0,
        inertia: single(inertia),
        strength,
        damping: single(0.88),
        gravity,
        ..PhysicsConstraint::new(bone(rig, name))
    })
}

/// Where the bone `look` goes, the face follows.
fn look(rig: &Rig) -> ConstraintKind {
    ConstraintKind::Slider(SliderConstraint {
        animation: Some(LOOK),
        additive: false,
        looped: false,
        time: 0.0,
        mix: 1.0,
        source: Some(SliderSource {
            bone: bone(rig, "look"),
            property: TransformProperty::X,
            property_offset: -LOOK_REACH,
            offset: 0.0,
            scale: single(0.5 / LOOK_REACH),
            local: true,
        }),
        max: 0.0,
    })
}
