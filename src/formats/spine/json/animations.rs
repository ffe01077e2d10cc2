//! Animations: which timelines there are.

use std::collections::HashMap;

use super::keys::{deform_keys, ik_keys, sequence_keys, time, transform_keys};
use super::value::Value;
use super::{Context, Result, timelines};
use crate::formats::spine::draw_order::Orders;
use crate::formats::tally::{Tally, counted};
use crate::model::Finding;
use crate::model::spine::{
    Animation, ConstraintKind, DrawOrderKey, EventKey, Rig, Shift, Timeline, WHITE,
};

pub(super) fn read(
    root: &Value,
    rig: &mut Rig,
    context: &Context<'_>,
    findings: &mut Vec<Finding>,
) -> Result<()> {
    let mut reader = Animations {
        context,
        orders: Orders::default(),
        lost: Tally::default(),
        timelines: Vec::new(),
    };
    for (name, value) in root.fields_at("animations")? {
        if name.is_empty() {
            return Err(value.error("an animation with a name"));
        }
        let animation = reader.read(name, value, rig)?;
        rig.animations.push(animation);
    }
    reader.lost.report(findings, |count, (at, first)| {
        let message = format!(
            "{} an attachment that is not in its skin and cannot be played; the first names {first:?}",
            counted(count, "timeline names", "timelines name"),
        );
        let fix = "export the skeleton again";
        Finding::error("spine.timeline-attachment", message, fix).at(at)
    });
    Ok(())
}

struct Animations<'a> {
    context: &'a Context<'a>,
    orders: Orders,
    /// Timelines of attachments that are not there.
    lost: Tally<(u64, String)>,
    /// Of the animation being read.
    timelines: Vec<Timeline>,
}

impl Animations<'_> {
    /// The groups come in the order of the binary format, whatever theirs in the file.
    fn read(&mut self, name: &str, value: &Value, rig: &Rig) -> Result<Animation> {
        for (slot, timelines) in value.fields_at("slots")? {
            let slot = self.context.slots.find(slot, timelines)?;
            for (name, keys) in timelines.fields("timelines")? {
                let timeline = timelines::slot(name, keys)?;
                self.timelines.push(Timeline::Slot { slot, timeline });
            }
        }
        for (bone, timelines) in value.fields_at("bones")? {
            let bone = self.context.bones.find(bone, timelines)?;
            for (name, keys) in timelines.fields("timelines")? {
                let timeline = timelines::bone(name, keys)?;
                self.timelines.push(Timeline::Bone { bone, timeline });
            }
        }
        for kind in ["ik", "transform", "path", "physics", "slider"] {
            for (name, value) in value.fields_at(kind)? {
                self.constraint(kind, name, value, rig)?;
            }
        }
        for (skin, slots) in value.fields_at("attachments")? {
            let skin = self.context.skins.find(skin, slots)?;
            for (slot, attachments) in slots.fields("slots")? {
                let slot = self.context.slots.find(slot, attachments)?;
                for (placeholder, value) in attachments.fields("attachments")? {
                    self.attachment(skin, slot, placeholder, value, rig)?;
                }
            }
        }
        self.draw_order(value, rig)?;
        self.events(value, rig)?;
        let mut animation = Animation::new(name, std::mem::take(&mut self.timelines));
        animation.color = value.color_at("color", WHITE)?;
        Ok(animation)
    }

    /// The timelines of one constraint; of physics the empty name means all.
    fn constraint(&mut self, kind: &str, name: &str, value: &Value, rig: &Rig) -> Result<()> {
        let for_all = kind == "physics" && name.is_empty();
        let constraint = match for_all {
            true => None,
            false => Some(self.context.constraints_of(kind).find(name, value)?),
        };
        let found = constraint.and_then(|index| rig.constraints.get(index));
        match (found.map(|found| &found.kind), constraint) {
            (Some(ConstraintKind::Ik(_)), Some(constraint)) => {
                let keys = ik_keys(value)?;
                self.timelines.push(Timeline::Ik { constraint, keys });
            }
            (Some(ConstraintKind::Transform(_)), Some(constraint)) => {
                let keys = transform_keys(value)?;
                self.timelines
                    .push(Timeline::Transform { constraint, keys });
            }
            (Some(ConstraintKind::Path(_)), Some(constraint)) => {
                for (name, keys) in value.fields("timelines")? {
                    let timeline = timelines::path(name, keys)?;
                    self.timelines.push(Timeline::Path {
                        constraint,
                        timeline,
                    });
                }
            }
            (Some(ConstraintKind::Slider(_)), Some(constraint)) => {
                for (name, keys) in value.fields("timelines")? {
                    let timeline = timelines::slider(name, keys)?;
                    self.timelines.push(Timeline::Slider {
                        constraint,
                        timeline,
                    });
                }
            }
            _ => {
                for (name, keys) in value.fields("timelines")? {
                    let timeline = timelines::physics(name, keys)?;
                    self.timelines.push(Timeline::Physics {
                        constraint,
                        timeline,
                    });
                }
            }
        }
        Ok(())
    }

    fn attachment(
        &mut self,
        skin: usize,
        slot: usize,
        placeholder: &str,
        value: &Value,
        rig: &Rig,
    ) -> Result<()> {
        let Some(attachment) = rig.skins[skin].attachment(slot, placeholder) else {
            self.lost.add((value.at, placeholder.to_owned()));
            return Ok(());
        };
        for (name, keys) in value.fields("timelines")? {
            self.timelines.push(match name.as_str() {
                "deform" => Timeline::Deform {
                    slot,
                    attachment,
                    keys: deform_keys(keys)?,
                },
                "sequence" => Timeline::Sequence {
                    slot,
                    attachment,
                    keys: sequence_keys(keys)?,
                },
                _ => return Err(keys.error("\"deform\" or \"sequence\"")),
            });
        }
        Ok(())
    }

    fn draw_order(&mut self, value: &Value, rig: &Rig) -> Result<()> {
        let slots: Vec<usize> = (0..rig.slots.len()).collect();
        let keys = self.order_keys(value.list_at("drawOrder")?, &slots)?;
        if !keys.is_empty() {
            self.timelines.push(Timeline::DrawOrder(keys));
        }
        for folder in value.list_at("drawOrderFolder")? {
            let slots = self.context.slots.list(folder, "slots")?;
            let keys = self.order_keys(folder.list_at("keys")?, &slots)?;
            if !keys.is_empty() {
                self.timelines
                    .push(Timeline::DrawOrderFolder { slots, keys });
            }
        }
        Ok(())
    }

    /// Draw order keys of a list of slots.
    fn order_keys(&mut self, list: &[Value], slots: &[usize]) -> Result<Vec<DrawOrderKey>> {
        let places: HashMap<usize, usize> = slots.iter().copied().zip(0..).collect();
        let mut keys = Vec::with_capacity(list.len());
        for key in list {
            let mut shifts = Vec::new();
            for offset in key.list_at("offsets")? {
                let slot = self.context.slots.at(offset, "slot")?;
                let place = places.get(&slot).copied();
                shifts.push(Shift {
                    slot: place.ok_or_else(|| offset.error("a slot of the folder"))?,
                    by: offset.int_at("offset", 0)?,
                });
            }
            shifts.sort_by_key(|shift| shift.slot);
            let made = self.orders.key(time(key)?, shifts, slots.len());
            keys.push(made.map_err(|found| {
                let mut error = key.error("a draw order");
                error.found = found;
                error
            })?);
        }
        Ok(keys)
    }

    fn events(&mut self, value: &Value, rig: &Rig) -> Result<()> {
        let mut keys = Vec::new();
        for key in value.list_at("events")? {
            let index = self.context.events.at(key, "name")?;
            let event = &rig.events[index];
            let (mut volume, mut balance) = (event.volume, event.balance);
            if event.audio.is_some() {
                volume = key.number_at("volume", event.volume)?;
                // The editor's runtime takes the event's volume here (spine-binary-corrections, "Reference quirk").
                balance = key.number_at("balance", event.volume)?;
            }
            keys.push(EventKey {
                time: time(key)?,
                event: index,
                int: key.int_at("int", event.int)?,
                float: key.number_at("float", event.float)?,
                string: key.text_at("string")?.map(str::to_owned),
                volume,
                balance,
            });
        }
        if !keys.is_empty() {
            self.timelines.push(Timeline::Event(keys));
        }
        Ok(())
    }
}
