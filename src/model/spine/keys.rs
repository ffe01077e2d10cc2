//! Keys of timelines, and the curves between them.

use super::{Inherit, SequenceMode};

/// The handles of a cubic Bézier segment of one channel: absolute times and values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handles {
    /// Time of the first handle.
    pub cx1: f64,
    /// Value of the first handle.
    pub cy1: f64,
    /// Time of the second handle.
    pub cx2: f64,
    /// Value of the second handle.
    pub cy2: f64,
}

/// How a key of `N` channels leads to the next. Of the last key it is [`Curve::Linear`] and means nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Curve<const N: usize> {
    /// Straight.
    #[default]
    Linear,
    /// The value is held.
    Stepped,
    /// One cubic for each channel.
    Bezier([Handles; N]),
}

/// A key of `N` channels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key<const N: usize> {
    /// Seconds.
    pub time: f64,
    /// One for each channel.
    pub values: [f64; N],
    /// To the next key.
    pub curve: Curve<N>,
}

impl<const N: usize> Key<N> {
    /// A key with a straight way to the next.
    pub fn linear(time: f64, values: [f64; N]) -> Self {
        Self {
            time,
            values,
            curve: Curve::Linear,
        }
    }
}

/// Keys in order of time, at least one.
pub type Keys<const N: usize> = Vec<Key<N>>;

/// Another mode of inheritance from a time on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InheritKey {
    /// Seconds.
    pub time: f64,
    /// The mode.
    pub inherit: Inherit,
}

/// Another attachment from a time on.
#[derive(Clone, Debug, PartialEq)]
pub struct AttachmentKey {
    /// Seconds.
    pub time: f64,
    /// Placeholder, looked up in the skins; `None` empties the slot.
    pub placeholder: Option<String>,
}

/// A key of an inverse kinematics constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IkKey {
    /// Time, mix, softness, and the curve of these two.
    pub key: Key<2>,
    /// From this time on.
    pub bend_positive: bool,
    /// From this time on.
    pub compress: bool,
    /// From this time on.
    pub stretch: bool,
}

/// A key of a deform timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct DeformKey {
    /// Seconds.
    pub time: f64,
    /// Number of the deform's numbers that come before `offsets` and are 0.
    pub start: usize,
    /// Added to the setup: x and y for each vertex, or for each influence of weighted ones. What follows is 0.
    /// `start + offsets.len()` is at most [`super::Vertices::deform_len`].
    pub offsets: Vec<f64>,
    /// Of the share from 0 to 1 towards the next key.
    pub curve: Curve<1>,
}

/// A key of a sequence timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequenceKey {
    /// Seconds.
    pub time: f64,
    /// In which order frames follow.
    pub mode: SequenceMode,
    /// The first frame.
    pub index: usize,
    /// Seconds for each frame.
    pub delay: f64,
}

/// A slot that changes its place in the draw order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// Its place in the setup order of all slots, or of the folder's.
    pub slot: usize,
    /// Places towards the front (positive) or the back.
    pub by: i32,
}

/// A key of a draw order timeline, or of a folder's.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawOrderKey {
    /// Seconds.
    pub time: f64,
    shifts: Vec<Shift>,
    order: Option<Vec<usize>>,
}

impl DrawOrderKey {
    /// Makes the order of `count` slots from the slots that are shifted (no shifts: the setup order). `None` if a slot
    /// is out of range, does not come after the one before it, or lands outside or on a place that is taken.
    pub fn new(time: f64, shifts: Vec<Shift>, count: usize) -> Option<Self> {
        if shifts.is_empty() {
            return Some(Self {
                time,
                shifts,
                order: None,
            });
        }
        let mut order = vec![None; count];
        let mut unmoved: Vec<usize> = Vec::with_capacity(count);
        let mut next = 0;
        for shift in &shifts {
            if shift.slot < next || shift.slot >= count {
                return None;
            }
            unmoved.extend(next..shift.slot);
            next = shift.slot + 1;
            let place = usize::try_from(shift.slot as i64 + i64::from(shift.by)).ok()?;
            let place = order.get_mut(place).filter(|place| place.is_none())?;
            *place = Some(shift.slot);
        }
        unmoved.extend(next..count);
        let mut unmoved = unmoved.into_iter();
        let order = order
            .into_iter()
            .map(|taken| taken.or_else(|| unmoved.next()))
            .collect::<Option<_>>();
        order.is_some().then_some(Self {
            time,
            shifts,
            order,
        })
    }

    /// What the file lists.
    pub fn shifts(&self) -> &[Shift] {
        &self.shifts
    }

    /// All slots (or places in the folder's list) from back to front; `None`: the setup order.
    pub fn order(&self) -> Option<&[usize]> {
        self.order.as_deref()
    }
}

/// An event that happens.
#[derive(Clone, Debug, PartialEq)]
pub struct EventKey {
    /// Seconds.
    pub time: f64,
    /// Index of the event.
    pub event: usize,
    /// For the game.
    pub int: i32,
    /// For the game.
    pub float: f64,
    /// For the game; `None`: the event's own.
    pub string: Option<String>,
    /// Of the sound, if the event has one.
    pub volume: f64,
    /// Of the sound, if the event has one: −1 left to 1 right.
    pub balance: f64,
}
