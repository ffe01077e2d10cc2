//! What is shown differently while two animations play: submeshes, slots, the order in which slots are drawn.

use std::collections::HashMap;

use super::apart::Tolerance;
use super::change::{Part, or_none};
use super::pairs::{Pairs, pair};
use crate::model::spine::Rig;
use crate::pose::spine::SlotPose;
use crate::scene::Item;

/// Something that is shown differently for a while.
#[derive(Clone, Debug, PartialEq)]
pub struct StateDifference {
    /// What kind of thing.
    pub part: Part,
    /// Its name; empty for the draw order.
    pub name: String,
    /// What of it; stable, for scripts.
    pub field: &'static str,
    /// Seconds: when it differs most, first.
    pub time: f64,
    /// At how many of the moments it differs.
    pub moments: usize,
    /// By how much at most, of what can be measured: a share of full colour, file units of vertices.
    pub amount: Option<f32>,
    /// In the first at that time, for people.
    pub a: String,
    /// In the second at that time, for people.
    pub b: String,
}

/// What the two have in common, and the differences found so far.
pub(super) struct States {
    submeshes: Pairs,
    slots: Pairs,
    tolerance: Tolerance,
    found: Vec<StateDifference>,
    places: HashMap<(Part, usize, &'static str), usize>,
    vertices: [Vec<f64>; 2],
}

impl States {
    pub fn new(a: &Item, b: &Item, tolerance: Tolerance) -> Self {
        Self {
            submeshes: pair(&submesh_names(a), &submesh_names(b)),
            slots: pair(&slot_names(a), &slot_names(b)),
            tolerance,
            found: Vec::new(),
            places: HashMap::new(),
            vertices: Default::default(),
        }
    }

    /// Looks at both items as they are posed now.
    pub fn look(&mut self, a: &Item, b: &Item, time: f64) {
        self.look_at_submeshes(a, b, time);
        if let (Some((spine_a, rig_a)), Some((spine_b, rig_b))) = (a.spine(), b.spine()) {
            let poses = [&spine_a.shown().pose, &spine_b.shown().pose];
            let slots = std::mem::take(&mut self.slots);
            for &(one, other) in &slots.both {
                let slot_a = poses[0].applied().slots.get(one);
                let Some((slot_a, slot_b)) = slot_a.zip(poses[1].applied().slots.get(other)) else {
                    continue;
                };
                let place = (one, rig_a.slots[one].name.as_str());
                if self.look_at_slot(place, (rig_a, slot_a), (rig_b, slot_b), time) {
                    let [mut at_a, mut at_b] = std::mem::take(&mut self.vertices);
                    poses[0].slot_vertices(rig_a, spine_a.pictures(), one, &mut at_a);
                    poses[1].slot_vertices(rig_b, spine_b.pictures(), other, &mut at_b);
                    self.look_at_vertices(place, [&at_a, &at_b], time);
                    self.vertices = [at_a, at_b];
                }
            }
            let orders = poses.map(|pose| pose.applied().draw_order.as_slice());
            self.look_at_order(&slots, rig_a, orders, time);
            self.slots = slots;
        }
    }

    fn look_at_submeshes(&mut self, a: &Item, b: &Item, time: f64) {
        let (Some(mesh), submeshes) = (a.mesh(), std::mem::take(&mut self.submeshes)) else {
            return;
        };
        for &(one, other) in &submeshes.both {
            let (shown_a, shown_b) = (a.is_shown(one), b.is_shown(other));
            if shown_a != shown_b {
                let word = |shown: bool| if shown { "shown" } else { "hidden" }.to_owned();
                let name = mesh.submeshes.get(one).map_or("", |submesh| &submesh.name);
                self.note((Part::Submesh, one, name, "visible"), time, None, || {
                    (word(shown_a), word(shown_b))
                });
            }
        }
        self.submeshes = submeshes;
    }

    /// True where both show the same.
    fn look_at_slot(
        &mut self,
        (index, name): (usize, &str),
        (rig_a, a): (&Rig, &SlotPose),
        (rig_b, b): (&Rig, &SlotPose),
        time: f64,
    ) -> bool {
        let shown_a = attachment_name(rig_a, a);
        let shown_b = attachment_name(rig_b, b);
        if shown_a != shown_b {
            self.note((Part::Slot, index, name, "attachment"), time, None, || {
                (or_none(shown_a), or_none(shown_b))
            });
        } else if a.frame != b.frame {
            let frame = |frame: Option<usize>| frame.map_or("setup".into(), |it| it.to_string());
            self.note((Part::Slot, index, name, "frame"), time, None, || {
                (frame(a.frame), frame(b.frame))
            });
        }
        let dark = |slot: &SlotPose| slot.dark.unwrap_or_default();
        let light_apart = farthest(&a.color, &b.color);
        let dark_apart = farthest(&dark(a), &dark(b));
        let limit = self.tolerance.distance;
        if light_apart > limit {
            let place = (Part::Slot, index, name, "color");
            self.note(place, time, Some(light_apart), || {
                (channels(&a.color), channels(&b.color))
            });
        }
        if dark_apart > limit || a.dark.is_some() != b.dark.is_some() {
            let place = (Part::Slot, index, name, "dark");
            let word = |slot: &SlotPose| slot.dark.map_or("none".into(), |dark| channels(&dark));
            self.note(place, time, Some(dark_apart), || (word(a), word(b)));
        }
        shown_a == shown_b
    }

    fn look_at_vertices(&mut self, (index, name): (usize, &str), at: [&[f64]; 2], time: f64) {
        let [a, b] = at.map(|numbers| numbers.len() / 2);
        let apart = |(a, b): (&[f64], &[f64])| (a[0] - b[0]).hypot(a[1] - b[1]);
        let both = at[0].chunks_exact(2).zip(at[1].chunks_exact(2));
        let worst = both.map(apart).fold(0.0, f64::max) as f32;
        if a == b && worst > self.tolerance.distance {
            let place = (Part::Slot, index, name, "vertices");
            self.note(place, time, Some(worst), || {
                (format!("{a} vertices"), format!("{b} vertices"))
            });
        }
    }

    /// Of the slots that both have: one that only one has does not move the others.
    fn look_at_order(&mut self, slots: &Pairs, rig: &Rig, orders: [&[usize]; 2], time: f64) {
        let of_b: HashMap<usize, usize> = slots.both.iter().map(|&(a, b)| (b, a)).collect();
        let is_common = |slot: &usize| slots.both.binary_search_by_key(slot, |pair| pair.0).is_ok();
        let a = orders[0].iter().copied().filter(|slot| is_common(slot));
        let b = orders[1].iter().filter_map(|slot| of_b.get(slot).copied());
        if !a.clone().eq(b.clone()) {
            let place = (Part::DrawOrder, 0, "", "order");
            self.note(place, time, None, || (names(rig, a), names(rig, b)));
        }
    }

    fn note(
        &mut self,
        (part, index, name, field): (Part, usize, &str, &'static str),
        time: f64,
        amount: Option<f32>,
        words: impl FnOnce() -> (String, String),
    ) {
        let place = *self
            .places
            .entry((part, index, field))
            .or_insert(self.found.len());
        match self.found.get_mut(place) {
            Some(known) => {
                known.moments += 1;
                if amount > known.amount {
                    (known.amount, known.time) = (amount, time);
                    (known.a, known.b) = words();
                }
            }
            None => {
                let (a, b) = words();
                self.found.push(StateDifference {
                    part,
                    name: name.to_owned(),
                    field,
                    time,
                    moments: 1,
                    amount,
                    a,
                    b,
                });
            }
        }
    }

    /// All that differed, in the order of things.
    pub fn found(mut self) -> Vec<StateDifference> {
        self.found.sort_by_key(|state| state.part);
        self.found
    }
}

fn submesh_names(item: &Item) -> Vec<&str> {
    let submeshes = item.mesh().map(|mesh| mesh.submeshes.as_slice());
    let submeshes = submeshes.unwrap_or_default().iter();
    submeshes.map(|submesh| submesh.name.as_str()).collect()
}

fn slot_names(item: &Item) -> Vec<&str> {
    let slots = item.spine().map(|(_, rig)| rig.slots.as_slice());
    let slots = slots.unwrap_or_default().iter();
    slots.map(|slot| slot.name.as_str()).collect()
}

fn attachment_name<'a>(rig: &'a Rig, slot: &SlotPose) -> Option<&'a str> {
    let attachment = rig.attachments.get(slot.attachment?)?;
    Some(&attachment.name)
}

fn farthest(a: &[f64], b: &[f64]) -> f32 {
    let apart = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    apart.fold(0.0, f64::max) as f32
}

fn channels(color: &[f64]) -> String {
    let channels: Vec<String> = color
        .iter()
        .map(|channel| format!("{channel:.3}"))
        .collect();
    channels.join(" ")
}

fn names(rig: &Rig, order: impl Iterator<Item = usize>) -> String {
    let slots = order.filter_map(|slot| rig.slots.get(slot));
    let names: Vec<&str> = slots.map(|slot| slot.name.as_str()).collect();
    names.join(", ")
}
