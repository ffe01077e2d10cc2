//! The value of keys at a time (spine-runtime-semantics §5).

use crate::model::spine::{Curve, Handles, Key};

/// Index of the last key whose time has come; `None` before the first.
pub(in super::super) fn key_at<T>(
    keys: &[T],
    time: f64,
    time_of: impl Fn(&T) -> f64,
) -> Option<usize> {
    keys.partition_point(|key| time_of(key) <= time)
        .checked_sub(1)
}

/// The value at a time; `None` before the first key. The last key holds.
pub(super) fn sample<const N: usize>(keys: &[Key<N>], time: f64) -> Option<[f64; N]> {
    let index = key_at(keys, time, |key| key.time)?;
    Some(match keys.get(index + 1) {
        None => keys[index].values,
        Some(next) => between(&keys[index], next, time),
    })
}

/// The same for keys that hold a [`Key`].
pub(super) fn between<const N: usize>(key: &Key<N>, next: &Key<N>, time: f64) -> [f64; N] {
    match &key.curve {
        Curve::Stepped => key.values,
        Curve::Linear => {
            let share = (time - key.time) / (next.time - key.time);
            std::array::from_fn(|n| key.values[n] + (next.values[n] - key.values[n]) * share)
        }
        Curve::Bezier(handles) => std::array::from_fn(|n| {
            let (start, end) = ((key.time, key.values[n]), (next.time, next.values[n]));
            on_bezier(start, &handles[n], end, time)
        }),
    }
}

/// A Bézier is not solved: it is a polyline through the cubic's points at tenths of the parameter.
pub(super) fn on_bezier(start: (f64, f64), handles: &Handles, end: (f64, f64), time: f64) -> f64 {
    let point = |tenths: u32| {
        let t = f64::from(tenths) / 10.0;
        let u = 1.0 - t;
        let weights = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
        let cubic = |p: [f64; 4]| {
            let sum: f64 = weights.iter().zip(p).map(|(weight, p)| weight * p).sum();
            // The points are stored as singles.
            f64::from(sum as f32)
        };
        (
            cubic([start.0, handles.cx1, handles.cx2, end.0]),
            cubic([start.1, handles.cy1, handles.cy2, end.1]),
        )
    };
    let mut from = start;
    for tenths in 1..10 {
        let to = point(tenths);
        if to.0 > time || (to.0 == time && tenths > 1) {
            return along(from, to, time);
        }
        from = to;
    }
    along(from, end, time)
}

fn along(from: (f64, f64), to: (f64, f64), time: f64) -> f64 {
    from.1 + (time - from.0) / (to.0 - from.0) * (to.1 - from.1)
}
