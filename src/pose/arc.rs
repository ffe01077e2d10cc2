//! Rotations between two rotations.

use glam::{DQuat, Quat};

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
