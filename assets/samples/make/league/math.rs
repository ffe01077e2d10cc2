//! Trigonometry in double precision, so that single-precision results do not depend on the platform's library.

use glam::{Quat, Vec3};

/// Sine and cosine of an angle in degrees.
pub fn sin_cos(degrees: f32) -> (f32, f32) {
    let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
    (sin as f32, cos as f32)
}

/// A sine whose argument counts whole turns.
pub fn wave(turns: f32) -> f32 {
    sin_cos(turns * 360.0).0
}

/// A rotation about x in degrees: up goes to forward.
pub fn rx(degrees: f32) -> Quat {
    let (sin, cos) = sin_cos(degrees * 0.5);
    Quat::from_xyzw(sin, 0.0, 0.0, cos)
}

/// A rotation about y in degrees: forward goes to the figure's right.
pub fn ry(degrees: f32) -> Quat {
    let (sin, cos) = sin_cos(degrees * 0.5);
    Quat::from_xyzw(0.0, sin, 0.0, cos)
}

/// A rotation about z in degrees: the figure's right goes up.
pub fn rz(degrees: f32) -> Quat {
    let (sin, cos) = sin_cos(degrees * 0.5);
    Quat::from_xyzw(0.0, 0.0, sin, cos)
}

/// `base` to the power `exponent`.
pub fn power(base: f32, exponent: f32) -> f32 {
    f64::from(base).powf(f64::from(exponent)) as f32
}

/// The angle in degrees at which a triangle's sides `a` and `b` meet, opposite `c`.
pub fn corner_angle(a: f32, b: f32, c: f32) -> f32 {
    let cos = (a * a + b * b - c * c) / (2.0 * a * b);
    f64::from(cos.clamp(-1.0, 1.0)).acos().to_degrees() as f32
}

/// 0 below `from`, 1 above `to`, smooth in between.
pub fn smooth(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The mix of two numbers.
pub fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// Rounded to a 1024th, so that the last bits of a computation never reach a file.
pub fn rounded(v: Vec3) -> Vec3 {
    (v * 1024.0).round() / 1024.0
}
