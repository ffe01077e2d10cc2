//! Draw order keys within bounds.

use crate::model::spine::{DrawOrderKey, Shift};

/// Places in all draw orders of a file together. A key of seven bytes makes a list of all slots: without a bound, a
/// small file could ask for gigabytes.
const PLACES: usize = 16 << 20;

/// Makes draw order keys and counts their places.
#[derive(Debug, Default)]
pub(super) struct Orders {
    places: usize,
}

impl Orders {
    /// A key of `count` slots, or what is wrong with it.
    pub(super) fn key(
        &mut self,
        time: f64,
        shifts: Vec<Shift>,
        count: usize,
    ) -> Result<DrawOrderKey, String> {
        if !shifts.is_empty() {
            self.places = self.places.saturating_add(count);
        }
        if self.places > PLACES {
            return Err(format!("more than {PLACES} places in all draw orders"));
        }
        let listed = shifts.len();
        DrawOrderKey::new(time, shifts, count).ok_or_else(|| {
            format!("{listed} shifts that are out of order, out of range or meet in one place")
        })
    }
}
