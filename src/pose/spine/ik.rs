//! Inverse kinematics for one and two bones (spine-runtime-semantics §8).

use std::f64::consts::PI;

use crate::model::spine::{IkConstraint, Inherit, Rig, ScaleYMode};

use super::SpinePose;
use super::bones::{EPSILON, World, wrap_degrees_once};
use super::settings::{ConstraintPose, IkPose};

impl SpinePose {
    pub(super) fn run_ik(&mut self, rig: &Rig, index: usize, ik: &IkConstraint) {
        let Some(ConstraintPose::Ik(pose)) = self.applied.constraints.get(index).copied() else {
            return;
        };
        if pose.mix == 0.0 {
            return;
        }
        let target = &self.bones[ik.target].world;
        let target = (target.x, target.y);
        match ik.bones[..] {
            [bone] => self.one_bone_ik(rig, bone, target, &pose, ik.scale_y),
            [parent, child] => {
                self.two_bone_ik(rig, parent, child, target, &pose, ik.scale_y);
            }
            _ => {}
        }
    }

    fn one_bone_ik(
        &mut self,
        rig: &Rig,
        bone: usize,
        target: (f64, f64),
        pose: &IkPose,
        mode: ScaleYMode,
    ) {
        self.modify_local(bone);
        let Some(parent) = self.parent_world(bone) else {
            return;
        };
        let world = self.bones[bone].world;
        let local = self.applied.bones[bone];
        let mut rotation = -local.shear_x - local.rotation;
        let direct = (target.0 - world.x, target.1 - world.y);
        let mut reach = match local.inherit {
            Inherit::OnlyTranslation => (
                direct.0 * self.placement.scale_x.signum(),
                direct.1 * self.placement.scale_y.signum(),
            ),
            inherit => {
                let mut frame = parent;
                if inherit == Inherit::NoRotationOrReflection {
                    let (sx, sy) = (self.placement.scale_x, self.placement.scale_y);
                    let square = parent.a * parent.a + parent.c * parent.c;
                    let factor = parent.determinant().abs() / square.max(EPSILON);
                    let (sa, sc) = (parent.a / sx, parent.c / sy);
                    frame.b = -sc * factor * sx;
                    frame.d = sa * factor * sy;
                    rotation += sc.atan2(sa).to_degrees();
                }
                if frame.determinant().abs() <= EPSILON {
                    (0.0, 0.0)
                } else {
                    let (x, y) = frame.unapply_vector(target.0 - parent.x, target.1 - parent.y);
                    (x - local.x, y - local.y)
                }
            }
        };
        rotation += reach.1.atan2(reach.0).to_degrees();
        if local.scale_x < 0.0 {
            rotation += 180.0;
        }
        let local = &mut self.applied.bones[bone];
        local.rotation += wrap_degrees_once(rotation) * pose.mix;
        if !pose.compress && !pose.stretch {
            return;
        }
        if matches!(
            local.inherit,
            Inherit::NoScale | Inherit::NoScaleOrReflection
        ) {
            reach = direct;
        }
        let length = rig.bones[bone].length * local.scale_x;
        let distance = reach.0.hypot(reach.1);
        let wanted = (pose.compress && distance < length) || (pose.stretch && distance > length);
        if length > EPSILON && wanted {
            let factor = (distance / length - 1.0) * pose.mix + 1.0;
            local.scale_x *= factor;
            local.scale_y *= scale_y_factor(mode, factor);
        }
    }

    fn two_bone_ik(
        &mut self,
        rig: &Rig,
        parent: usize,
        child: usize,
        target: (f64, f64),
        pose: &IkPose,
        mode: ScaleYMode,
    ) {
        let normal = |bone: usize| self.applied.bones[bone].inherit == Inherit::Normal;
        if !normal(parent) || !normal(child) {
            return;
        }
        self.modify_local(parent);
        self.modify_local(child);
        let Some(outer) = self.parent_world(parent) else {
            return;
        };
        let (p, c) = (self.applied.bones[parent], self.applied.bones[child]);
        let uniform = (p.scale_x.abs() - p.scale_y.abs()).abs() <= EPSILON;
        let flat = !uniform || pose.stretch;
        let child_y = if flat { 0.0 } else { c.y };
        self.applied.bones[child].y = child_y;
        let child_origin = self.bones[parent].world.apply(c.x, child_y);
        let from_parent = |point: (f64, f64)| {
            let (x, y) = invert_or_zero(&outer, point.0 - outer.x, point.1 - outer.y);
            (x - p.x, y - p.y)
        };
        let joint = from_parent(child_origin);
        let first = joint.0.hypot(joint.1);
        if first < EPSILON {
            let pose = IkPose {
                compress: false,
                ..*pose
            };
            self.one_bone_ik(rig, parent, target, &pose, ScaleYMode::None);
            self.applied.bones[child].rotation = 0.0;
            return;
        }
        let mut limb = Limb {
            first,
            second: rig.bones[child].length * c.scale_x.abs(),
            scale: (p.scale_x.abs(), p.scale_y.abs()),
            target: from_parent(target),
            bend: if pose.bend_positive { 1.0 } else { -1.0 },
        };
        limb.soften(pose.softness, c.scale_x.abs());
        let (parent_angle, child_angle, overreach) = if uniform {
            limb.circle()
        } else {
            let (parent_angle, child_angle) = limb.ellipse();
            (parent_angle, child_angle, None)
        };
        if let Some(overreach) = overreach.filter(|_| pose.stretch) {
            let factor = (overreach - 1.0) * pose.mix + 1.0;
            self.applied.bones[parent].scale_x *= factor;
            self.applied.bones[parent].scale_y *= scale_y_factor(mode, factor);
        }
        // Negative scales turn the bone's own frame over before the angles are measured in it.
        let parent_offset = if p.scale_x < 0.0 { 180.0 } else { 0.0 };
        let child_offset = if c.scale_x < 0.0 { 180.0 } else { 0.0 };
        let sign = if (p.scale_x < 0.0) != (p.scale_y < 0.0) {
            -1.0
        } else {
            1.0
        };
        let skew = child_y.atan2(c.x) * sign;
        let turn = (parent_angle - skew).to_degrees() + parent_offset - p.rotation;
        self.applied.bones[parent].rotation += wrap_degrees_once(turn) * pose.mix;
        let turn =
            ((child_angle + skew).to_degrees() - c.shear_x) * sign + child_offset - c.rotation;
        self.applied.bones[child].rotation += wrap_degrees_once(turn) * pose.mix;
    }
}

/// What the y scale is multiplied by when the x scale is multiplied by `factor`.
fn scale_y_factor(mode: ScaleYMode, factor: f64) -> f64 {
    match mode {
        ScaleYMode::None => 1.0,
        ScaleYMode::Uniform => factor,
        // 1/s, flattened where it would grow out of bounds.
        ScaleYMode::Volume if factor < 0.7 => 1.0 / (0.25 + 0.642857 * factor),
        ScaleYMode::Volume => 1.0 / factor,
    }
}

fn invert_or_zero(world: &World, x: f64, y: f64) -> (f64, f64) {
    if world.determinant().abs() <= EPSILON {
        (0.0, 0.0)
    } else {
        world.unapply_vector(x, y)
    }
}

/// Two bones and a target, seen from the first bone's origin in its parent's space.
struct Limb {
    /// Distance of the joint.
    first: f64,
    /// Length of the second bone in the first's space.
    second: f64,
    /// Absolute scale of the first bone.
    scale: (f64, f64),
    target: (f64, f64),
    /// 1 or -1.
    bend: f64,
}

impl Limb {
    fn squared_distance(&self) -> f64 {
        self.target.0 * self.target.0 + self.target.1 * self.target.1
    }

    /// Draws the target nearer as the limb comes close to straight.
    fn soften(&mut self, softness: f64, child_scale: f64) {
        if softness <= 0.0 {
            return;
        }
        let softness = softness * self.scale.0 * (child_scale + 1.0) / 2.0;
        let distance = self.squared_distance().sqrt();
        let over = distance - self.first - self.second * self.scale.0 + softness;
        if over > 0.0 {
            let k = (over / (2.0 * softness)).min(1.0) - 1.0;
            let k = (over - softness * (1.0 - k * k)) / distance;
            self.target.0 -= k * self.target.0;
            self.target.1 -= k * self.target.1;
        }
    }

    /// With one scale for both axes the second bone's tip runs on a circle. Angles of both bones in radians, and how
    /// many times its length the limb would need where the target is out of reach.
    fn circle(&self) -> (f64, f64, Option<f64>) {
        let second = self.second * self.scale.0;
        let squared = self.squared_distance();
        let cos =
            (squared - self.first * self.first - second * second) / (2.0 * self.first * second);
        let (cos, child, overreach) = if cos < -1.0 {
            (-1.0, PI * self.bend, None)
        } else if cos > 1.0 {
            (1.0, 0.0, Some(squared.sqrt() / (self.first + second)))
        } else if cos.is_nan() {
            // A second bone without length, and softness that puts the target just there.
            (1.0, 0.0, None)
        } else {
            (cos, cos.acos() * self.bend, None)
        };
        let (along, across) = (self.first + second * cos, second * child.sin());
        let (tx, ty) = self.target;
        let parent = (ty * along - tx * across).atan2(tx * along + ty * across);
        (parent, child, overreach)
    }

    /// With two scales it runs on an ellipse.
    fn ellipse(&self) -> (f64, f64) {
        let (a, b) = (self.scale.0 * self.second, self.scale.1 * self.second);
        let (aa, bb, squared) = (a * a, b * b, self.squared_distance());
        let angle = self.target.1.atan2(self.target.0);
        let c0 = bb * self.first * self.first + aa * squared - aa * bb;
        let (c1, c2) = (-2.0 * bb * self.first, bb - aa);
        let discriminant = c1 * c1 - 4.0 * c2 * c0;
        if discriminant >= 0.0 {
            let root = discriminant.sqrt();
            let q = -(c1 + if c1 < 0.0 { -root } else { root }) / 2.0;
            let (r0, r1) = (q / c2, c0 / q);
            let r = if r0.abs() < r1.abs() { r0 } else { r1 };
            let rest = squared - r * r;
            if rest >= 0.0 {
                let y = rest.sqrt() * self.bend;
                return (
                    angle - y.atan2(r),
                    (y / self.scale.1).atan2((r - self.first) / self.scale.0),
                );
            }
        }
        self.ellipse_out_of_reach(a, b, angle)
    }

    /// The nearest or the farthest point of the ellipse, whichever is closer to the target's distance.
    fn ellipse_out_of_reach(&self, a: f64, b: f64, angle: f64) -> (f64, f64) {
        let at = |q: f64, x: f64, y: f64| (q, x, y, x * x + y * y);
        let mut near = at(PI, self.first - a, 0.0);
        let mut far = at(0.0, self.first + a, 0.0);
        let cos = -a * self.first / (a * a - b * b);
        if (-1.0..=1.0).contains(&cos) {
            let q = cos.acos();
            let third = at(q, a * q.cos() + self.first, b * q.sin());
            if third.3 < near.3 {
                near = third;
            }
            if third.3 > far.3 {
                far = third;
            }
        }
        let (q, x, y, _) = if self.squared_distance() <= (near.3 + far.3) / 2.0 {
            near
        } else {
            far
        };
        (angle - (y * self.bend).atan2(x), q * self.bend)
    }
}
