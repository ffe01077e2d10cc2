//! What animations set: local bones, slots, constraints' values, the draw order (spine-runtime-semantics §1).

use crate::model::spine::{Bone, Constraint, ConstraintKind, PhysicsConstraint, Rgb, Rgba, Rig};

use super::bones::Local;
use super::skins::Wardrobe;

/// One slot.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotPose {
    /// Light.
    pub color: Rgba,
    /// Dark; only slots whose setup has one.
    pub dark: Option<Rgb>,
    /// Index into [`Rig::attachments`].
    pub attachment: Option<usize>,
    /// Frame of the attachment's sequence; `None`: the sequence's setup frame.
    pub frame: Option<usize>,
    /// Offsets of the attachment's vertices, x and y for each vertex, or for each influence of weighted ones. Empty: all
    /// are 0.
    pub deform: Vec<f64>,
}

impl SlotPose {
    /// Shows another attachment. Frame and deform are those of the attachment, and go with it, unless both attachments
    /// answer to the same timelines (spine-runtime-semantics §14).
    pub(super) fn show(&mut self, rig: &Rig, attachment: Option<usize>) {
        if self.attachment == attachment {
            return;
        }
        let deformable = |index: usize| {
            let vertices = rig.attachments[index].vertices().is_some() || rig.mesh(index).is_some();
            vertices.then(|| rig.timeline_attachment(index))
        };
        let (before, after) = (
            self.attachment.and_then(deformable),
            attachment.and_then(deformable),
        );
        if before.is_none() || before != after {
            self.deform.clear();
        }
        self.attachment = attachment;
        self.frame = None;
    }
}

/// Values of an inverse kinematics constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IkPose {
    /// Share of the result.
    pub mix: f64,
    /// Distance from full stretch at which the turn slows down.
    pub softness: f64,
    /// The sense in which two bones bend.
    pub bend_positive: bool,
    /// A single bone shrinks to a near target.
    pub compress: bool,
    /// Bones grow to a far target.
    pub stretch: bool,
}

/// Values of a path constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathPose {
    /// Of the first bone.
    pub position: f64,
    /// Between bones.
    pub spacing: f64,
    /// Share of the rotation.
    pub mix_rotate: f64,
    /// Share of the x position.
    pub mix_x: f64,
    /// Share of the y position.
    pub mix_y: f64,
}

/// Values of a physics constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhysicsPose {
    /// Share of the bone's movement that becomes an offset.
    pub inertia: f64,
    /// Pull back to the setup.
    pub strength: f64,
    /// Share of the velocity that is left after a sixtieth of a second.
    pub damping: f64,
    /// 1 / mass.
    pub mass_inverse: f64,
    /// Along the skeleton's wind.
    pub wind: f64,
    /// Along the skeleton's gravity.
    pub gravity: f64,
    /// Share of the result.
    pub mix: f64,
}

/// The values of a constraint that animations set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstraintPose {
    /// Inverse kinematics.
    Ik(IkPose),
    /// Shares of a transform constraint, by [`crate::model::spine::TransformProperty`].
    Transform([f64; 6]),
    /// A path constraint.
    Path(PathPose),
    /// A physics constraint.
    Physics(PhysicsPose),
    /// A slider.
    Slider {
        /// Seconds.
        time: f64,
        /// Share of the result.
        mix: f64,
    },
}

/// All that animations set of one skeleton.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// By bone.
    pub bones: Vec<Local>,
    /// By slot.
    pub slots: Vec<SlotPose>,
    /// By constraint.
    pub constraints: Vec<ConstraintPose>,
    /// Slots from back to front.
    pub draw_order: Vec<usize>,
}

impl Settings {
    /// The setup pose in the skins that are worn.
    pub(super) fn setup(rig: &Rig, skins: &Wardrobe) -> Self {
        let slot = |(index, slot): (usize, &crate::model::spine::Slot)| SlotPose {
            color: slot.color,
            dark: slot.dark,
            attachment: skins.find_optional(index, slot.attachment.as_deref()),
            frame: None,
            deform: Vec::new(),
        };
        Self {
            bones: rig.bones.iter().map(local).collect(),
            slots: rig.slots.iter().enumerate().map(slot).collect(),
            constraints: rig.constraints.iter().map(constraint).collect(),
            draw_order: (0..rig.slots.len()).collect(),
        }
    }

    /// Takes over all values, without allocating where it has room.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.bones.clone_from(&other.bones);
        self.slots.clone_from(&other.slots);
        self.constraints.clone_from(&other.constraints);
        self.draw_order.clone_from(&other.draw_order);
    }
}

fn local(bone: &Bone) -> Local {
    Local {
        x: bone.x,
        y: bone.y,
        rotation: bone.rotation,
        scale_x: bone.scale_x,
        scale_y: bone.scale_y,
        shear_x: bone.shear_x,
        shear_y: bone.shear_y,
        inherit: bone.inherit,
    }
}

fn constraint(constraint: &Constraint) -> ConstraintPose {
    match &constraint.kind {
        ConstraintKind::Ik(ik) => ConstraintPose::Ik(IkPose {
            mix: ik.mix,
            softness: ik.softness,
            bend_positive: ik.bend_positive,
            compress: ik.compress,
            stretch: ik.stretch,
        }),
        ConstraintKind::Transform(transform) => ConstraintPose::Transform(transform.mixes),
        ConstraintKind::Path(path) => ConstraintPose::Path(PathPose {
            position: path.position,
            spacing: path.spacing,
            mix_rotate: path.mix_rotate,
            mix_x: path.mix_x,
            mix_y: path.mix_y,
        }),
        ConstraintKind::Physics(physics) => ConstraintPose::Physics(physics_pose(physics)),
        ConstraintKind::Slider(slider) => ConstraintPose::Slider {
            time: slider.time,
            mix: slider.mix,
        },
    }
}

fn physics_pose(physics: &PhysicsConstraint) -> PhysicsPose {
    PhysicsPose {
        inertia: physics.inertia,
        strength: physics.strength,
        damping: physics.damping,
        mass_inverse: physics.mass_inverse,
        wind: physics.wind,
        gravity: physics.gravity,
        mix: physics.mix,
    }
}
