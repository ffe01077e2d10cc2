//! Path constraints: bones strung along a path (spine-runtime-semantics §10).

use crate::model::spine::{
    AttachmentKind, PathConstraint, PositionMode, Rig, RotateMode, SpacingMode,
};

use super::SpinePose;
use super::bones::{EPSILON, wrap_once};
use super::curve::{PathPoint, WorldPath, polyline};
use super::settings::{ConstraintPose, PathPose};

impl SpinePose {
    pub(super) fn run_path(&mut self, rig: &Rig, index: usize, constraint: &PathConstraint) {
        let Some(ConstraintPose::Path(pose)) = self.applied.constraints.get(index).copied() else {
            return;
        };
        if pose.mix_rotate == 0.0 && pose.mix_x == 0.0 && pose.mix_y == 0.0 {
            return;
        }
        let Some(path) = self.world_path(rig, constraint.slot) else {
            return;
        };
        let lengths: Vec<BoneLength> = constraint
            .bones
            .iter()
            .map(|&bone| {
                let setup = rig.bones[bone].length;
                let world = &self.bones[bone].world;
                BoneLength {
                    setup,
                    world: setup * world.a.hypot(world.c),
                }
            })
            .collect();
        let spaces = spaces(constraint, &pose, &lengths);
        let points = points(constraint, &pose, &path, &spaces);
        self.string_bones(rig, constraint, &pose, (&lengths, &spaces, &points));
    }

    fn world_path(&self, rig: &Rig, slot: usize) -> Option<WorldPath> {
        let attachment = &rig.attachments[self.applied.slots[slot].attachment?];
        let AttachmentKind::Path(path) = &attachment.kind else {
            return None;
        };
        let mut vertices = Vec::new();
        self.world_vertices(rig, slot, &path.vertices, &mut vertices);
        let stored = (!path.constant_speed).then_some(path.lengths.as_slice());
        WorldPath::new(&vertices, stored, path.closed)
    }

    /// The path that a slot shows as a line in world space, with `chords` for each of its Béziers; a closed one ends where
    /// it begins. Nothing where no path is shown, or while the slot's bone does not work.
    pub fn path_line(&self, rig: &Rig, slot: usize, chords: usize, out: &mut Vec<[f64; 2]>) {
        out.clear();
        let shown = self.applied.slots.get(slot);
        let shown = shown.and_then(|slot| rig.attachments.get(slot.attachment?));
        if let Some(AttachmentKind::Path(path)) = shown.map(|shown| &shown.kind)
            && self.is_bone_active(rig.slots[slot].bone)
        {
            let mut vertices = Vec::new();
            self.world_vertices(rig, slot, &path.vertices, &mut vertices);
            polyline(&vertices, path.closed, chords, out);
        }
    }

    fn string_bones(
        &mut self,
        rig: &Rig,
        constraint: &PathConstraint,
        pose: &PathPose,
        (lengths, spaces, points): (&[BoneLength], &[f64], &[PathPoint]),
    ) {
        let Some(start) = points.first() else {
            return;
        };
        let (mut x, mut y) = (start.x, start.y);
        let mut offset = constraint.offset_rotation;
        let tip = offset == 0.0 && constraint.rotate_mode == RotateMode::Chain;
        if offset != 0.0 {
            offset = offset.to_radians();
            let slot_bone = rig.slots[constraint.slot].bone;
            if self.bones[slot_bone].world.determinant() <= 0.0 {
                offset = -offset;
            }
        }
        let tangents = constraint.rotate_mode == RotateMode::Tangent;
        for (index, &bone) in constraint.bones.iter().enumerate() {
            self.modify_world(bone);
            let world = &mut self.bones[bone].world;
            world.x += (x - world.x) * pose.mix_x;
            world.y += (y - world.y) * pose.mix_y;
            // With tangents there is no point beyond the last bone: it is only asked where it stands.
            let next = points.get(index + 1).or(points.get(index));
            let Some(next) = next else { return };
            let (dx, dy) = (next.x - x, next.y - y);
            let length = lengths[index];
            if constraint.rotate_mode == RotateMode::ChainScale && length.world != 0.0 {
                let factor = (dx.hypot(dy) / length.world - 1.0) * pose.mix_rotate + 1.0;
                world.a *= factor;
                world.c *= factor;
            }
            (x, y) = (next.x, next.y);
            if pose.mix_rotate <= 0.0 {
                continue;
            }
            let mut angle = if tangents {
                points[index].angle
            } else if spaces.get(index + 1) == Some(&0.0) {
                next.angle
            } else {
                dy.atan2(dx)
            };
            angle -= world.c.atan2(world.a);
            if tip {
                let (sin, cos) = angle.sin_cos();
                x += (length.setup * (cos * world.a - sin * world.c) - dx) * pose.mix_rotate;
                y += (length.setup * (sin * world.a + cos * world.c) - dy) * pose.mix_rotate;
            } else {
                angle += offset;
            }
            world.rotate(wrap_once(angle) * pose.mix_rotate);
        }
    }
}

#[derive(Clone, Copy)]
struct BoneLength {
    setup: f64,
    world: f64,
}

/// How far each point lies behind the one before it, in the unit that [`points`] multiplies.
fn spaces(constraint: &PathConstraint, pose: &PathPose, lengths: &[BoneLength]) -> Vec<f64> {
    let tangents = constraint.rotate_mode == RotateMode::Tangent;
    let count = lengths.len() + usize::from(!tangents);
    let mut sum = 0.0;
    let mut space = |length: &BoneLength| match constraint.spacing_mode {
        SpacingMode::Percent => pose.spacing,
        _ if length.setup < EPSILON => pose.spacing,
        SpacingMode::Proportional => {
            sum += length.world;
            length.world
        }
        SpacingMode::Length => (length.setup + pose.spacing).max(0.0) * length.world / length.setup,
        SpacingMode::Fixed => pose.spacing * length.world / length.setup,
    };
    let mut spaces = vec![0.0];
    spaces.extend(lengths.iter().take(count.saturating_sub(1)).map(&mut space));
    if constraint.spacing_mode == SpacingMode::Proportional && sum > 0.0 {
        let factor = count as f64 / sum * pose.spacing;
        spaces.iter_mut().for_each(|space| *space *= factor);
    }
    spaces
}

fn points(
    constraint: &PathConstraint,
    pose: &PathPose,
    path: &WorldPath,
    spaces: &[f64],
) -> Vec<PathPoint> {
    let total = path.length();
    let mut distance = match constraint.position_mode {
        PositionMode::Fixed => pose.position,
        PositionMode::Percent => pose.position * total,
    };
    let unit = match constraint.spacing_mode {
        SpacingMode::Percent => total,
        SpacingMode::Proportional => total / spaces.len() as f64,
        SpacingMode::Length | SpacingMode::Fixed => 1.0,
    };
    let advance = |space: &f64| {
        distance += space * unit;
        path.at(distance)
    };
    spaces.iter().map(advance).collect()
}
