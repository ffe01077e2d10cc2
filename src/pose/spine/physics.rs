//! Physics constraints: springs with inertia, wind and gravity, advanced in fixed steps (spine-runtime-semantics §11).

use std::f64::consts::TAU;

use crate::model::spine::{PhysicsConstraint, Rig, ScaleYMode};

use super::SpinePose;
use super::settings::{ConstraintPose, PhysicsPose};

/// What a world update does with physics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhysicsMode {
    /// Nothing: as if there were no physics.
    None,
    /// Starts anew from where the bones are.
    Reset,
    /// Advances to the skeleton's time.
    Update,
    /// Shows the present state without advancing.
    Pose,
}

/// One value on a spring.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Spring {
    offset: f64,
    lag: f64,
    velocity: f64,
}

impl Spring {
    fn step(&mut self, force: f64, step: &Step) {
        self.velocity += (force - self.offset * step.strength) * step.mass;
        self.offset += self.velocity * step.seconds;
        self.velocity *= step.damping;
    }

    /// The offset between the last step and the one before it: `part` of the step is still to come.
    fn at(&self, part: f64) -> f64 {
        self.offset - self.lag * part
    }
}

/// The constants of one fixed step.
struct Step {
    seconds: f64,
    strength: f64,
    mass: f64,
    damping: f64,
}

/// Where the springs of one constraint are, and what they last saw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PhysicsState {
    x: Spring,
    y: Spring,
    rotate: Spring,
    scale: Spring,
    /// The bone's position before physics moved it, of the last update.
    unmixed: (f64, f64),
    /// Its position after.
    placed: (f64, f64),
    /// The vector to its tip, after.
    tip: (f64, f64),
    remaining: f64,
    last_time: f64,
    fresh: bool,
}

impl Default for PhysicsState {
    fn default() -> Self {
        Self {
            x: Spring::default(),
            y: Spring::default(),
            rotate: Spring::default(),
            scale: Spring::default(),
            unmixed: (0.0, 0.0),
            placed: (0.0, 0.0),
            tip: (0.0, 0.0),
            remaining: 0.0,
            last_time: 0.0,
            fresh: true,
        }
    }
}

impl PhysicsState {
    /// Springs at rest, to start from wherever the bone is at the next update.
    pub(super) fn reset(&mut self, time: f64) {
        *self = Self {
            placed: self.placed,
            tip: self.tip,
            last_time: time,
            ..Self::default()
        };
    }

    /// As if the world had moved.
    pub(super) fn translate(&mut self, x: f64, y: f64) {
        for point in [&mut self.unmixed, &mut self.placed] {
            point.0 -= x;
            point.1 -= y;
        }
    }
}

/// Which values the constraint's data turn on.
struct Parts {
    x: bool,
    y: bool,
    rotate: bool,
    scale: bool,
}

impl SpinePose {
    pub(super) fn run_physics(
        &mut self,
        rig: &Rig,
        index: usize,
        data: &PhysicsConstraint,
        mode: PhysicsMode,
    ) {
        let Some(ConstraintPose::Physics(pose)) = self.applied.constraints.get(index).copied()
        else {
            return;
        };
        if pose.mix == 0.0 || mode == PhysicsMode::None {
            return;
        }
        self.modify_world(data.bone);
        let mut state = self.physics[index];
        if mode == PhysicsMode::Reset {
            state.reset(self.time);
        }
        let parts = Parts {
            x: data.x > 0.0,
            y: data.y > 0.0,
            rotate: data.rotate > 0.0 || data.shear_x > 0.0,
            scale: data.scale_x > 0.0,
        };
        let length = rig.bones[data.bone].length;
        let part = if mode == PhysicsMode::Pose {
            let part = (1.0 - state.remaining / step_seconds(data)).max(0.0);
            self.shift(data, &parts, &pose, &state, part);
            part
        } else {
            self.advance(rig, data, &parts, &pose, &mut state)
        };
        let world = &mut self.bones[data.bone].world;
        if parts.rotate {
            let turn = state.rotate.at(part) * pose.mix;
            let rotate = data.rotate.max(0.0) * turn;
            if data.shear_x > 0.0 {
                world.rotate_y_axis(rotate);
                world.rotate_x_axis(rotate + turn * data.shear_x);
            } else {
                world.rotate(rotate);
            }
        }
        if parts.scale {
            let factor = 1.0 + state.scale.at(part) * pose.mix * data.scale_x;
            world.a *= factor;
            world.c *= factor;
            let across = match data.scale_y {
                ScaleYMode::None => 1.0,
                ScaleYMode::Uniform => factor,
                ScaleYMode::Volume if factor.abs() >= 0.7 => 1.0 / factor.abs(),
                ScaleYMode::Volume => 4.0 - 3.67347 * factor.abs(),
            };
            world.b *= across;
            world.d *= across;
        }
        if mode != PhysicsMode::Pose {
            state.tip = (length * world.a, length * world.c);
        }
        self.physics[index] = state;
    }

    /// Moves the bone by its x and y springs.
    fn shift(
        &mut self,
        data: &PhysicsConstraint,
        parts: &Parts,
        pose: &PhysicsPose,
        state: &PhysicsState,
        part: f64,
    ) {
        let world = &mut self.bones[data.bone].world;
        if parts.x {
            world.x += state.x.at(part) * pose.mix * data.x;
        }
        if parts.y {
            world.y += state.y.at(part) * pose.mix * data.y;
        }
    }

    /// Takes the whole steps up to the skeleton's time. Gives the part of a step that was taken too far.
    fn advance(
        &mut self,
        rig: &Rig,
        data: &PhysicsConstraint,
        parts: &Parts,
        pose: &PhysicsPose,
        state: &mut PhysicsState,
    ) -> f64 {
        let seconds = step_seconds(data);
        let delta = (self.time - state.last_time).max(0.0);
        let before = state.remaining;
        state.remaining += delta;
        state.last_time = self.time;
        let at = (self.bones[data.bone].world.x, self.bones[data.bone].world.y);
        let mut part = 0.0;
        if state.fresh {
            state.fresh = false;
            state.unmixed = at;
        } else {
            let step = Step {
                seconds,
                strength: pose.strength,
                mass: seconds * pose.mass_inverse,
                damping: pose.damping.powf(60.0 * seconds),
            };
            let limit = data.limit * delta;
            let limit = (
                limit * self.placement.scale_x.abs(),
                limit * self.placement.scale_y.abs(),
            );
            let mut left = state.remaining;
            if parts.x || parts.y {
                left = self.move_springs(parts, pose, state, (at, limit, &step));
                part = (1.0 - left / seconds).max(0.0);
                self.shift(data, parts, pose, state, part);
            }
            if parts.rotate || parts.scale {
                let late = (1.0 - before / seconds).max(0.0);
                left = self.turn_springs(rig, data, (parts, pose), state, (late, limit, &step));
                part = (1.0 - left / seconds).max(0.0);
            }
            state.remaining = left;
        }
        let world = &self.bones[data.bone].world;
        state.placed = (world.x, world.y);
        part
    }

    /// The springs of x and y. Gives the time that is left after the last whole step.
    fn move_springs(
        &self,
        parts: &Parts,
        pose: &PhysicsPose,
        state: &mut PhysicsState,
        (at, limit, step): ((f64, f64), (f64, f64), &Step),
    ) -> f64 {
        if parts.x {
            state.x.offset += limited((state.unmixed.0 - at.0) * pose.inertia, limit.0);
            state.unmixed.0 = at.0;
        }
        if parts.y {
            state.y.offset += limited((state.unmixed.1 - at.1) * pose.inertia, limit.1);
            state.unmixed.1 = at.1;
        }
        let mut left = state.remaining;
        if left < step.seconds {
            return left;
        }
        let start = (state.x.offset, state.y.offset);
        let (wind, gravity) = (
            pose.wind * self.reference_scale,
            pose.gravity * self.reference_scale,
        );
        let force = (
            (wind * self.wind.0 + gravity * self.gravity.0) * self.placement.scale_x,
            (wind * self.wind.1 + gravity * self.gravity.1) * self.placement.scale_y,
        );
        while left >= step.seconds {
            state.x.step(force.0, step);
            state.y.step(-force.1, step);
            left -= step.seconds;
        }
        state.x.lag = state.x.offset - start.0;
        state.y.lag = state.y.offset - start.1;
        left
    }

    /// The springs of rotation and scale, pulled by the way the bone's tip has come. `late`: the part of a step that
    /// the last update had taken too far. Gives the time that is left.
    fn turn_springs(
        &self,
        rig: &Rig,
        data: &PhysicsConstraint,
        (parts, pose): (&Parts, &PhysicsPose),
        state: &mut PhysicsState,
        (late, limit, step): (f64, (f64, f64), &Step),
    ) -> f64 {
        let world = &self.bones[data.bone].world;
        let length = rig.bones[data.bone].length;
        let angle = world.c.atan2(world.a);
        let dx = limited(state.placed.0 - world.x, limit.0);
        let dy = limited(state.placed.1 - world.y, limit.1);
        let scale_x = world.a.hypot(world.c);
        let turn_mix = (data.rotate + data.shear_x) * pose.mix;
        let (mut direction, bone_length) = if parts.rotate {
            let shown = state.rotate.at(late) * turn_mix;
            let pulled = (dy + state.tip.1).atan2(dx + state.tip.0) - angle - shown;
            let wrapped = pulled - (pulled / TAU - 0.5).ceil() * TAU;
            state.rotate.offset += wrapped * pose.inertia;
            let shown = state.rotate.at(late) * turn_mix;
            (angle + shown, length * scale_x)
        } else {
            (angle, length * scale_x - state.scale.lag * late)
        };
        if parts.scale && bone_length > 0.0 {
            let (sin, cos) = direction.sin_cos();
            state.scale.offset += (dx * cos + dy * sin) * pose.inertia / bone_length;
        }
        let mut left = state.remaining;
        if left < step.seconds {
            return left;
        }
        let force = (
            pose.wind * self.wind.0 + pose.gravity * self.gravity.0,
            pose.wind * self.wind.1 + pose.gravity * self.gravity.1,
        );
        let lever = length / self.reference_scale;
        let start = (state.rotate.offset, state.scale.offset);
        while left >= step.seconds {
            left -= step.seconds;
            let (sin, cos) = direction.sin_cos();
            if parts.scale {
                state.scale.step(force.0 * cos - force.1 * sin, step);
            }
            if parts.rotate {
                state
                    .rotate
                    .step(-(force.0 * sin + force.1 * cos) * lever, step);
                direction = state.rotate.offset * turn_mix + angle;
            }
        }
        state.rotate.lag = state.rotate.offset - start.0;
        state.scale.lag = state.scale.offset - start.1;
        left
    }
}

/// Seconds of one fixed step. The editor offers far fewer than a thousand a second; a damaged file may ask for more.
fn step_seconds(data: &PhysicsConstraint) -> f64 {
    1.0 / data.fps.min(1000.0)
}

fn limited(value: f64, limit: f64) -> f64 {
    value.max(-limit).min(limit)
}
