//! One bone: its local pose, its world matrix, and the way from each to the other (spine-runtime-semantics §3, §4).

use crate::model::spine::Inherit;

/// Below this a determinant or length is zero (spine-runtime-semantics §0).
pub(super) const EPSILON: f64 = 1e-5;
/// Below this a squared length is zero.
pub(super) const EPSILON_SQUARED: f64 = 1e-10;

/// Where the whole skeleton stands. Bones that do not inherit from their parent still inherit this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// World units, right.
    pub x: f64,
    /// World units, up.
    pub y: f64,
    /// Factor of world x; negative mirrors.
    pub scale_x: f64,
    /// Factor of world y; negative mirrors.
    pub scale_y: f64,
}

impl Default for Placement {
    fn default() -> Self {
        Self {
            x: 0.0,
            y: 0.0,
            scale_x: 1.0,
            scale_y: 1.0,
        }
    }
}

impl Placement {
    /// Whether the scales mirror.
    pub(super) fn reflects(self) -> bool {
        (self.scale_x < 0.0) != (self.scale_y < 0.0)
    }
}

/// A bone relative to its parent. Angles in degrees, counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Local {
    /// Along the parent's x axis.
    pub x: f64,
    /// Along the parent's y axis.
    pub y: f64,
    /// Of both axes.
    pub rotation: f64,
    /// Of the x axis.
    pub scale_x: f64,
    /// Of the y axis.
    pub scale_y: f64,
    /// Added to the rotation of the x axis.
    pub shear_x: f64,
    /// Added to the rotation of the y axis.
    pub shear_y: f64,
    /// What the parent hands down.
    pub inherit: Inherit,
}

/// A bone in world space: `(x, y) → (a x + b y + world x, c x + d y + world y)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct World {
    /// x of the x axis.
    pub a: f64,
    /// x of the y axis.
    pub b: f64,
    /// y of the x axis.
    pub c: f64,
    /// y of the y axis.
    pub d: f64,
    /// x of the origin.
    pub x: f64,
    /// y of the origin.
    pub y: f64,
}

impl World {
    /// Positive unless the bone is mirrored.
    pub fn determinant(self) -> f64 {
        self.a * self.d - self.b * self.c
    }

    /// A point of the bone in world space.
    pub fn apply(self, x: f64, y: f64) -> (f64, f64) {
        (
            self.a * x + self.b * y + self.x,
            self.c * x + self.d * y + self.y,
        )
    }

    /// Undoes the axes (not the origin) on a vector; infinite where the axes are parallel.
    pub(super) fn unapply_vector(self, x: f64, y: f64) -> (f64, f64) {
        let inverse = 1.0 / self.determinant();
        (
            (self.d * x - self.b * y) * inverse,
            (self.a * y - self.c * x) * inverse,
        )
    }

    /// Turns both axes by an angle in radians.
    pub(super) fn rotate(&mut self, radians: f64) {
        self.rotate_x_axis(radians);
        self.rotate_y_axis(radians);
    }

    /// Turns the x axis by an angle in radians.
    pub(super) fn rotate_x_axis(&mut self, radians: f64) {
        (self.a, self.c) = turned(self.a, self.c, radians);
    }

    /// Turns the y axis by an angle in radians.
    pub(super) fn rotate_y_axis(&mut self, radians: f64) {
        (self.b, self.d) = turned(self.b, self.d, radians);
    }
}

fn turned(x: f64, y: f64, radians: f64) -> (f64, f64) {
    let (sin, cos) = radians.sin_cos();
    (cos * x - sin * y, sin * x + cos * y)
}

/// Brings an angle in degrees into (-180, 180].
pub(super) fn wrap_degrees(angle: f64) -> f64 {
    let wrapped = angle % 360.0;
    if wrapped > 180.0 {
        wrapped - 360.0
    } else if wrapped <= -180.0 {
        wrapped + 360.0
    } else {
        wrapped
    }
}

/// Brings an angle in degrees nearer to 0 by at most one turn, so that an angle further out stays out.
pub(super) fn wrap_degrees_once(angle: f64) -> f64 {
    if angle > 180.0 {
        angle - 360.0
    } else if angle < -180.0 {
        angle + 360.0
    } else {
        angle
    }
}

/// Brings an angle in radians, less than a turn out, into ±π.
pub(super) fn wrap_once(angle: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    if angle > PI {
        angle - TAU
    } else if angle < -PI {
        angle + TAU
    } else {
        angle
    }
}

/// `(la, lb, lc, ld)`: the axes of a bone with x axis at `x_degrees` and y axis at `90° + y_degrees`.
fn axes(local: &Local, x_degrees: f64, y_degrees: f64) -> (f64, f64, f64, f64) {
    let (sin_x, cos_x) = x_degrees.to_radians().sin_cos();
    let (sin_y, cos_y) = (90.0 + y_degrees).to_radians().sin_cos();
    (
        cos_x * local.scale_x,
        cos_y * local.scale_y,
        sin_x * local.scale_x,
        sin_y * local.scale_y,
    )
}

/// The world matrix of a bone under its parent's, or under the skeleton's placement (spine-runtime-semantics §3).
pub(super) fn world_from_local(local: &Local, parent: Option<&World>, place: Placement) -> World {
    let (sx, sy) = (place.scale_x, place.scale_y);
    let rotated = |degrees: f64| axes(local, degrees + local.shear_x, degrees + local.shear_y);
    let scaled = |(la, lb, lc, ld): (f64, f64, f64, f64), x, y| World {
        a: la * sx,
        b: lb * sx,
        c: lc * sy,
        d: ld * sy,
        x,
        y,
    };
    let Some(parent) = parent else {
        return scaled(
            rotated(local.rotation),
            local.x * sx + place.x,
            local.y * sy + place.y,
        );
    };
    let (x, y) = parent.apply(local.x, local.y);
    match local.inherit {
        Inherit::Normal => {
            let (la, lb, lc, ld) = rotated(local.rotation);
            World {
                a: parent.a * la + parent.b * lc,
                b: parent.a * lb + parent.b * ld,
                c: parent.c * la + parent.d * lc,
                d: parent.c * lb + parent.d * ld,
                x,
                y,
            }
        }
        Inherit::OnlyTranslation => scaled(rotated(local.rotation), x, y),
        Inherit::NoRotationOrReflection => {
            let (mut pa, mut pc) = (parent.a / sx, parent.c / sy);
            let (pb, pd, rotation);
            let square = pa * pa + pc * pc;
            if square > EPSILON_SQUARED {
                let factor = (pa * parent.d / sy - parent.b / sx * pc).abs() / square;
                (pb, pd) = (pc * factor, pa * factor);
                rotation = local.rotation - pc.atan2(pa).to_degrees();
            } else {
                (pa, pc, pb, pd) = (0.0, 0.0, parent.b, parent.d);
                rotation = local.rotation - 90.0 + pd.atan2(pb).to_degrees();
            }
            let (la, lb, lc, ld) = rotated(rotation);
            let axes = (
                pa * la - pb * lc,
                pa * lb - pb * ld,
                pc * la + pd * lc,
                pc * lb + pd * ld,
            );
            scaled(axes, x, y)
        }
        Inherit::NoScale | Inherit::NoScaleOrReflection => {
            let (za, zc) = unscaled_direction(local.rotation, parent, place);
            let sign = reflection_sign(local.inherit, parent, place);
            let (zb, zd) = (-zc * sign, za * sign);
            let (la, lb, lc, ld) = axes(local, local.shear_x, local.shear_y);
            let axes = (
                za * la + zb * lc,
                za * lb + zb * ld,
                zc * la + zd * lc,
                zc * lb + zd * ld,
            );
            scaled(axes, x, y)
        }
    }
}

/// `(za, zc)`: the unit direction of a bone that takes no scale from its parent, before its own shear.
fn unscaled_direction(rotation: f64, parent: &World, place: Placement) -> (f64, f64) {
    let (sin, cos) = rotation.to_radians().sin_cos();
    let za = (parent.a * cos + parent.b * sin) / place.scale_x;
    let zc = (parent.c * cos + parent.d * sin) / place.scale_y;
    let inverse = 1.0 / za.hypot(zc);
    (za * inverse, zc * inverse)
}

/// -1 where a bone that takes its parent's reflection is reflected.
fn reflection_sign(inherit: Inherit, parent: &World, place: Placement) -> f64 {
    if inherit == Inherit::NoScale && (parent.determinant() < 0.0) != place.reflects() {
        -1.0
    } else {
        1.0
    }
}

/// The local pose that gives a world matrix (spine-runtime-semantics §4). Keeps `inherit`.
pub(super) fn local_from_world(
    world: &World,
    inherit: Inherit,
    parent: Option<&World>,
    place: Placement,
) -> Local {
    let (sx, sy) = (place.scale_x, place.scale_y);
    let (wa, wb, wc, wd) = (world.a / sx, world.b / sx, world.c / sy, world.d / sy);
    let Some(parent) = parent else {
        let mut local = decompose(wa, wb, wc, wd, 0.0, inherit);
        local.x = (world.x - place.x) / sx;
        local.y = (world.y - place.y) / sy;
        return local;
    };
    let determinant = parent.determinant();
    let mut local = match inherit {
        Inherit::Normal => {
            let (a, c) = parent.unapply_vector(world.a, world.c);
            let (b, d) = parent.unapply_vector(world.b, world.d);
            decompose(a, b, c, d, 0.0, inherit)
        }
        Inherit::OnlyTranslation => decompose(wa, wb, wc, wd, 0.0, inherit),
        Inherit::NoRotationOrReflection => {
            let (pa, pc) = (parent.a / sx, parent.c / sy);
            let s = 1.0 / (pa * pa + pc * pc);
            let e = 1.0 / (determinant / (sx * sy)).abs();
            decompose(
                (pa * wa + pc * wc) * s,
                (pa * wb + pc * wd) * s,
                (pa * wc - pc * wa) * e,
                (pa * wd - pc * wb) * e,
                pc.atan2(pa).to_degrees(),
                inherit,
            )
        }
        Inherit::NoScale | Inherit::NoScaleOrReflection => {
            let flip = if determinant < 0.0 { -1.0 } else { 1.0 };
            let tx = (parent.d * world.a - parent.b * world.c) * flip;
            let ty = (parent.a * world.c - parent.c * world.a) * flip;
            let rotation = ty.atan2(tx).to_degrees();
            let (za, zc) = unscaled_direction(rotation, parent, place);
            let sign = reflection_sign(inherit, parent, place);
            let mut local = decompose_sheared(
                za * wa + zc * wc,
                za * wb + zc * wd,
                (za * wc - zc * wa) * sign,
                (za * wd - zc * wb) * sign,
                inherit,
            );
            local.rotation = rotation;
            local
        }
    };
    (local.x, local.y) = parent.unapply_vector(world.x - parent.x, world.y - parent.y);
    local
}

/// Rotation takes the x axis, so that it has no shear; `offset` in degrees is added to the rotation.
fn decompose(a: f64, b: f64, c: f64, d: f64, offset: f64, inherit: Inherit) -> Local {
    let (x_square, y_square) = (a * a + c * c, b * b + d * d);
    let mut local = Local {
        x: 0.0,
        y: 0.0,
        rotation: offset,
        scale_x: 0.0,
        scale_y: y_square.sqrt(),
        shear_x: 0.0,
        shear_y: 0.0,
        inherit,
    };
    if x_square > EPSILON_SQUARED {
        let angle = c.atan2(a).to_degrees();
        local.rotation = angle + offset;
        local.scale_x = x_square.sqrt();
        if y_square > EPSILON_SQUARED {
            take_y_axis(&mut local, (a, b, c, d), angle);
        }
    } else if y_square > EPSILON_SQUARED {
        local.rotation = d.atan2(b).to_degrees() - 90.0 + offset;
    }
    local
}

/// The rotation is known and taken out already: the angle of the x axis is its shear.
fn decompose_sheared(a: f64, b: f64, c: f64, d: f64, inherit: Inherit) -> Local {
    let (x_square, y_square) = (a * a + c * c, b * b + d * d);
    let mut local = Local {
        x: 0.0,
        y: 0.0,
        rotation: 0.0,
        scale_x: 0.0,
        scale_y: y_square.sqrt(),
        shear_x: 0.0,
        shear_y: 0.0,
        inherit,
    };
    if x_square > EPSILON_SQUARED {
        local.shear_x = c.atan2(a).to_degrees();
        local.scale_x = x_square.sqrt();
    }
    if y_square > EPSILON_SQUARED {
        take_y_axis(&mut local, (a, b, c, d), 0.0);
    }
    local
}

/// Sets the y axis's shear, and its scale's sign by the reflection. `angle`: the rotation already taken, in degrees.
fn take_y_axis(local: &mut Local, (a, b, c, d): (f64, f64, f64, f64), angle: f64) {
    let y_angle = d.atan2(b).to_degrees();
    local.shear_y = if a * d - b * c < 0.0 {
        local.scale_y = -local.scale_y;
        wrap_degrees(y_angle + 90.0 - angle)
    } else {
        wrap_degrees(y_angle - 90.0 - angle)
    };
}
