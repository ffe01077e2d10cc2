//! Mixing a rotation so that a limb keeps turning the way it began (spine-runtime-semantics §7).

use super::super::bones::wrap_degrees;
use super::super::timeline::{From, Mixing, Stage};

/// `value`: the keyed rotation, `None` before the first key. `memory`: how far the bone has turned in all, and the last
/// difference.
pub(super) fn mix(
    stage: &mut Stage<'_>,
    bone: usize,
    value: Option<f64>,
    mixing: Mixing,
    memory: &mut Option<(f64, f64)>,
) {
    if !stage.active.bones[bone] {
        return;
    }
    let setup = stage.setup.bones[bone].rotation;
    let field = &mut stage.target.bones[bone].rotation;
    let (from, to) = match (value, mixing.from) {
        (None, From::Setup) => {
            *field = setup;
            return;
        }
        (None, From::Current) => return,
        (None, From::First) => (*field, setup),
        (Some(value), From::Setup) => (setup, setup + value),
        (Some(value), _) => (*field, setup + value),
    };
    let difference = wrap_degrees(to - from);
    let (turned, before) = memory.unwrap_or((0.0, difference));
    let total = if difference == 0.0 {
        turned
    } else {
        whole_turn(turned, before, difference)
    };
    *memory = Some((total, difference));
    *field = from + total * mixing.alpha;
}

fn whole_turn(turned: f64, before: f64, difference: f64) -> f64 {
    let sign = |value: f64| {
        if value > 0.0 {
            1.0
        } else if value < 0.0 {
            -1.0
        } else {
            0.0
        }
    };
    let whole = turned - turned % 360.0;
    let mut total = difference + whole;
    let forwards = difference >= 0.0;
    let mut kept = turned >= 0.0;
    if before.abs() <= 90.0 && sign(before) != sign(difference) {
        if (turned - whole).abs() > 180.0 {
            total += 360.0 * sign(turned);
            kept = forwards;
        } else if whole != 0.0 {
            total -= 360.0 * sign(turned);
        } else {
            kept = forwards;
        }
    }
    if kept != forwards {
        total += 360.0 * sign(turned);
    }
    total
}
