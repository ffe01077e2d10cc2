//! Rotations between two rotations.

use glam::{DQuat, Quat};

use crate::model::transform::unit_or_identity;

/// The rotation at a share of the way from `a` to `b`, on the shorter arc at even speed.
///
/// Neither is normalised, and so neither is the result: some games draw quaternions as they are stored
/// (toee-formats §4). In `f64`, because chains of fifty joints add up what is lost.
pub fn shorter_arc(a: Quat, b: Quat, share: f32) -> Quat {
    let (a, b) = (a.as_dquat(), b.as_dquat());
    let dot = a.dot(b);
    let (b, dot) = if dot < 0.0 { (-b, -dot) } else { (b, dot) };
    let share = f64::from(share);
    let angle = dot.min(1.0).acos();
    let sine = angle.sin();
    let mixed: DQuat = if sine > 1e-6 {
        a * (((1.0 - share) * angle).sin() / sine) + b * ((share * angle).sin() / sine)
    } else {
        a * (1.0 - share) + b * share
    };
    mixed.as_quat()
}

/// What a rotation lacks of unit length after the client's approximate normalising (lostsaga-formats §6).
const SHORT: f32 = 3.6e-4;

/// The rotation at a share of the way from `a` to `b`, both of unit length, as the client of Lost Saga approximates it: on
/// the chord, by a share that is bent to make the speed even, and normalised nearly (lostsaga-formats §6).
pub fn game_arc(a: Quat, b: Quat, share: f32) -> Quat {
    let dot = a.dot(b);
    let (b, dot) = if dot < 0.0 { (-b, -dot) } else { (b, dot) };
    let flat = 1.0 - 0.822_796_9 * dot;
    let k = 0.585_492_2 * flat * flat;
    let bent = |share: f32| share * (k * share * (2.0 * share - 3.0) + 1.0 + k);
    let share = match share <= 0.5 {
        true => bent(share),
        false => 1.0 - bent(1.0 - share),
    };
    let mixed = a * (1.0 - share) + b * share;
    unit_or_identity(mixed) * (1.0 - SHORT)
}
