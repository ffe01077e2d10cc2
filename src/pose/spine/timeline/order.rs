//! Timelines of the draw order (spine-runtime-semantics §13).

use crate::model::spine::DrawOrderKey;

use super::sample::key_at;
use super::{From, Mixing};

/// The order of the last key; `Some(None)`: the setup order; `None`: nothing changes.
fn order_at(keys: &[DrawOrderKey], time: f64, mixing: Mixing) -> Option<Option<&[usize]>> {
    match key_at(keys, time, |key| key.time).filter(|_| !mixing.out) {
        Some(index) => Some(keys[index].order()),
        None if mixing.from == From::Current => None,
        None => Some(None),
    }
}

pub(super) fn apply(draw_order: &mut Vec<usize>, keys: &[DrawOrderKey], time: f64, mixing: Mixing) {
    match order_at(keys, time, mixing) {
        None => {}
        Some(Some(order)) => {
            draw_order.clear();
            draw_order.extend_from_slice(order);
        }
        Some(None) => {
            for (place, slot) in draw_order.iter_mut().enumerate() {
                *slot = place;
            }
        }
    }
}

/// The folder's slots change places among themselves; all others stay.
pub(super) fn apply_folder(
    draw_order: &mut [usize],
    slots: &[usize],
    keys: &[DrawOrderKey],
    time: f64,
    mixing: Mixing,
) {
    let Some(order) = order_at(keys, time, mixing) else {
        return;
    };
    let places = draw_order.iter_mut().filter(|slot| slots.contains(slot));
    for (index, slot) in places.enumerate() {
        let from = order.map_or(index, |order| order[index]);
        *slot = slots[from];
    }
}
