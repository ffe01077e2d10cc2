//! Short ways to write timelines.

use rigscope::model::spine::{BoneTimeline, Curve, Handles, Key, Rig, SlotTimeline, Timeline};

use super::bones::single;
use super::constraints::bone;

/// Keys that come to rest at each: time and values.
pub fn eased<const N: usize>(keys: &[(f64, [f64; N])]) -> Vec<Key<N>> {
    let mut made = linear(keys);
    for index in 1..made.len() {
        let (from, to) = (made[index - 1], made[index]);
        let third = (to.time - from.time) * 0.4;
        made[index - 1].curve = Curve::Bezier(std::array::from_fn(|channel| Handles {
            cx1: single(from.time + third),
            cy1: from.values[channel],
            cx2: single(to.time - third),
            cy2: to.values[channel],
        }));
    }
    made
}

/// Keys with straight ways between them.
pub fn linear<const N: usize>(keys: &[(f64, [f64; N])]) -> Vec<Key<N>> {
    let key = |(time, values): &(f64, [f64; N])| Key::linear(single(*time), values.map(single));
    keys.iter().map(key).collect()
}

/// What moves in a rig.
pub struct Score<'a> {
    pub rig: &'a Rig,
    pub timelines: Vec<Timeline>,
}

impl<'a> Score<'a> {
    pub fn new(rig: &'a Rig) -> Self {
        Self {
            rig,
            timelines: Vec::new(),
        }
    }

    pub fn bone(&mut self, name: &str, timeline: BoneTimeline) {
        let bone = bone(self.rig, name);
        self.timelines.push(Timeline::Bone { bone, timeline });
    }

    /// Degrees from the setup.
    pub fn turn(&mut self, name: &str, keys: &[(f64, f64)]) {
        let keys: Vec<_> = keys.iter().map(|&(time, angle)| (time, [angle])).collect();
        self.bone(name, BoneTimeline::Rotate(eased(&keys)));
    }

    /// Distance from the setup.
    pub fn shift(&mut self, name: &str, keys: &[(f64, [f64; 2])]) {
        self.bone(name, BoneTimeline::Translate(eased(keys)));
    }

    pub fn slot(&mut self, name: &str, timeline: SlotTimeline) {
        let slot = self.rig.slot(name);
        let slot = slot.unwrap_or_else(|| panic!("there is no slot {name}"));
        self.timelines.push(Timeline::Slot { slot, timeline });
    }
}
