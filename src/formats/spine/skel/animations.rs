//! Animations: which timelines there are (spine-skel-format, "Animations").

use super::Result;
use super::input::Input;
use super::keys::{Channel, deform_keys, ik_keys, key_count, keys, sequence_keys, shifts};
use crate::formats::spine::draw_order::Orders;
use crate::formats::tally::{Tally, counted};
use crate::model::Finding;
use crate::model::spine::{
    Animation, AttachmentKey, BoneTimeline, ConstraintKind, EventKey, Inherit, InheritKey,
    PathTimeline, PhysicsProperty, PhysicsTimeline, Rig, SliderTimeline, SlotTimeline, Timeline,
};

pub(super) fn read(
    input: &mut Input<'_>,
    rig: &mut Rig,
    findings: &mut Vec<Finding>,
) -> Result<()> {
    let mut reader = Animations {
        orders: Orders::default(),
        lost: Tally::default(),
        timelines: Vec::new(),
    };
    for _ in 0..input.count(13, "animations")? {
        let animation = reader.read(input, rig)?;
        rig.animations.push(animation);
    }
    reader.lost.report(findings, |count, (at, first)| {
        let message = format!(
            "{} an attachment that is not in its skin and cannot be played; the first names {first}",
            counted(count, "timeline names", "timelines name"),
        );
        let fix = "export the skeleton again";
        Finding::error("spine.timeline-attachment", message, fix).at(at)
    });
    Ok(())
}

struct Animations {
    orders: Orders,
    /// Timelines of attachments that are not there.
    lost: Tally<(u64, String)>,
    /// Of the animation being read.
    timelines: Vec<Timeline>,
}

impl Animations {
    fn read(&mut self, input: &mut Input<'_>, rig: &Rig) -> Result<Animation> {
        let name = input.name("the name of an animation")?;
        let stated = input.varint("number of timelines")? as usize;
        let lost = self.lost.count();
        self.slots(input, rig)?;
        self.bones(input, rig)?;
        self.ik(input, rig)?;
        self.transform(input, rig)?;
        self.path(input, rig)?;
        self.physics(input, rig)?;
        self.slider(input, rig)?;
        self.attachments(input, rig)?;
        self.draw_order(input, rig)?;
        if !input.is_early() {
            self.folders(input, rig)?;
        }
        self.events(input, rig)?;
        let found = self.timelines.len() + self.lost.count() - lost;
        input.compare("timelines", stated, found);
        let mut animation = Animation::new(name, std::mem::take(&mut self.timelines));
        if input.nonessential && !input.is_early() {
            animation.color = input.color("animation colour")?;
        }
        Ok(animation)
    }

    fn slots(&mut self, input: &mut Input<'_>, rig: &Rig) -> Result<()> {
        for _ in 0..input.count(3, "slots with timelines")? {
            let slot = input.index(rig.slots.len(), "the slot of a timeline")?;
            for _ in 0..input.count(3, "timelines of a slot")? {
                let timeline = slot_timeline(input)?;
                self.timelines.push(Timeline::Slot { slot, timeline });
            }
        }
        Ok(())
    }

    fn bones(&mut self, input: &mut Input<'_>, rig: &Rig) -> Result<()> {
        for _ in 0..input.count(3, "bones with timelines")? {
            let bone = input.index(rig.bones.len(), "the bone of a timeline")?;
            for _ in 0..input.count(3, "timelines of a bone")? {
                let timeline = bone_timeline(input)?;
                self.timelines.push(Timeline::Bone { bone, timeline });
            }
        }
        Ok(())
    }

    fn ik(&mut self, input: &mut Input<'_>, rig: &Rig) -> Result<()> {
        for _ in 0..input.count(3, "IK timelines")? {
            let is_ik = |kind: &ConstraintKind| matches!(kind, ConstraintKind::Ik(_));
            let constraint = constraint(input, rig, "an IK constraint", is_ik)?;
            let keys = ik_keys(input)?;
            self.timelines.push(Timeline::Ik { constraint, keys });
        }
        Ok(())
    }

    fn transform(&mut self, input: &mut Input<'_>, rig: &Rig) -> Result<()> {
        for _ in 0..input.count(3, "transform timelines")? {
            let is_transform = |kind: &ConstraintKind| matches!(kind, ConstraintKind::Transform(_));
            let constraint = constraint(input, rig, "a transform constraint", is_transform)?;
            let keys = keys(input, Channel::Float)?;
            self.timelines
                .push(Timeline::Transform { constraint, keys });
        }
        Ok(())
    }

    fn path(&mut self, input: &mut Input<'_>, rig: &Rig) -> Result<()> {
        for _ in 0..input.count(2, "path constraints with timelines")? {
            let is_path = |kind: &ConstraintKind| matches!(kind, ConstraintKind::Path(_));
            let constraint = constraint(input, rig, "a path constraint", is_path)?;
            for _ in 0..input.count(3, "timelines of a path constraint")? {
                let timeline = match input.byte("a path timeline")? {
                    0 => PathTimeline::Position(keys(input, Channel::Float)?),
                    1 => PathTimeline::Spacing(keys(input, Channel::Float)?),
                    2 => PathTimeline::Mix(keys(input, Channel::Float)?),
                    other => return Err(input.error("a path timeline below 3", other.to_string())),
                };
                self.timelines.push(Timeline::Path {
                    constraint,
                    timeline,
                });
            }
        }
        Ok(())
    }

    fn physics(&mut self, input: &mut Input<'_>, rig: &Rig) -> Result<()> {
        for _ in 0..input.count(2, "physics constraints with timelines")? {
            let constraint = physics_constraint(input, rig)?;
            for _ in 0..input.count(2, "timelines of a physics constraint")? {
                let timeline = physics_timeline(input)?;
                self.timelines.push(Timeline::Physics {
                    constraint,
                    timeline,
                });
            }
        }
        Ok(())
    }

    fn slider(&mut self, input: &mut Input<'_>, rig: &Rig) -> Result<()> {
        for _ in 0..input.count(2, "sliders with timelines")? {
            let is_slider = |kind: &ConstraintKind| matches!(kind, ConstraintKind::Slider(_));
            let constraint = constraint(input, rig, "a slider", is_slider)?;
            for _ in 0..input.count(3, "timelines of a slider")? {
                let timeline = match input.byte("a slider timeline")? {
                    0 => SliderTimeline::Time(keys(input, Channel::Float)?),
                    1 => SliderTimeline::Mix(keys(input, Channel::Float)?),
                    other => {
                        return Err(input.error("a slider timeline below 2", other.to_string()));
                    }
                };
                self.timelines.push(Timeline::Slider {
                    constraint,
                    timeline,
                });
            }
        }
        Ok(())
    }

    fn attachments(&mut self, input: &mut Input<'_>, rig: &Rig) -> Result<()> {
        for _ in 0..input.count(2, "skins with timelines")? {
            let skin = input.index(rig.skins.len(), "the skin of a timeline")?;
            for _ in 0..input.count(2, "slots with attachment timelines")? {
                let slot = input.index(rig.slots.len(), "the slot of a timeline")?;
                for _ in 0..input.count(3, "attachments with timelines")? {
                    self.attachment(input, rig, skin, slot)?;
                }
            }
        }
        Ok(())
    }

    fn attachment(
        &mut self,
        input: &mut Input<'_>,
        rig: &Rig,
        skin: usize,
        slot: usize,
    ) -> Result<()> {
        let at = input.offset();
        let placeholder = input.name_ref("the attachment of a timeline")?;
        let attachment = rig.skins[skin].attachment(slot, &placeholder);
        let kind = input.byte("an attachment timeline")?;
        let count = key_count(input, 1)?;
        // What the timeline belongs to does not matter for reading it.
        let target = attachment.unwrap_or(0);
        let timeline = match kind {
            0 => Timeline::Deform {
                slot,
                attachment: target,
                keys: deform_keys(input, count)?,
            },
            1 => Timeline::Sequence {
                slot,
                attachment: target,
                keys: sequence_keys(input, count)?,
            },
            other => return Err(input.error("an attachment timeline below 2", other.to_string())),
        };
        match attachment {
            Some(_) => self.timelines.push(timeline),
            None => self.lost.add((at, format!("{placeholder:?}"))),
        }
        Ok(())
    }

    fn draw_order(&mut self, input: &mut Input<'_>, rig: &Rig) -> Result<()> {
        let slots = rig.slots.len();
        let mut keys = Vec::new();
        for _ in 0..input.count(5, "draw order keys")? {
            let time = input.float("time of a key")?;
            let shifts = shifts(input, slots)?;
            let key = self.orders.key(time, shifts, slots);
            keys.push(key.map_err(|found| input.error("a draw order", found))?);
        }
        if !keys.is_empty() {
            self.timelines.push(Timeline::DrawOrder(keys));
        }
        Ok(())
    }

    fn folders(&mut self, input: &mut Input<'_>, rig: &Rig) -> Result<()> {
        for _ in 0..input.count(2, "draw order folders")? {
            let slots = input.indices(rig.slots.len(), "a slot of a folder")?;
            let mut keys = Vec::new();
            for _ in 0..key_count(input, 5)? {
                let time = input.float("time of a key")?;
                let shifts = shifts(input, slots.len())?;
                let key = self.orders.key(time, shifts, slots.len());
                keys.push(key.map_err(|found| input.error("a draw order", found))?);
            }
            self.timelines
                .push(Timeline::DrawOrderFolder { slots, keys });
        }
        Ok(())
    }

    fn events(&mut self, input: &mut Input<'_>, rig: &Rig) -> Result<()> {
        let mut keys = Vec::new();
        for _ in 0..input.count(11, "event keys")? {
            let time = input.float("time of a key")?;
            let index = input.index(rig.events.len(), "the event of a key")?;
            let event = &rig.events[index];
            let mut key = EventKey {
                time,
                event: index,
                int: input.signed_varint("int")?,
                float: input.float("float")?,
                string: input.string("string")?,
                volume: event.volume,
                balance: event.balance,
            };
            if event.audio.is_some() {
                key.volume = input.float("volume")?;
                key.balance = input.float("balance")?;
            }
            keys.push(key);
        }
        if !keys.is_empty() {
            self.timelines.push(Timeline::Event(keys));
        }
        Ok(())
    }
}

/// The constraint of a timeline, which must be of its kind.
fn constraint(
    input: &mut Input<'_>,
    rig: &Rig,
    what: &str,
    fits: impl Fn(&ConstraintKind) -> bool,
) -> Result<usize> {
    let index = input.index(rig.constraints.len(), "the constraint of a timeline")?;
    let found = &rig.constraints[index].kind;
    match fits(found) {
        true => Ok(index),
        false => Err(input.error(what, format!("constraint {index}: {}", found.title()))),
    }
}

/// 0 stands for all, other numbers are one too high.
fn physics_constraint(input: &mut Input<'_>, rig: &Rig) -> Result<Option<usize>> {
    let index = input.index(rig.constraints.len() + 1, "the constraint of a timeline")?;
    let Some(index) = index.checked_sub(1) else {
        return Ok(None);
    };
    match &rig.constraints[index].kind {
        ConstraintKind::Physics(_) => Ok(Some(index)),
        other => Err(input.error(
            "a physics constraint",
            format!("constraint {index}: {}", other.title()),
        )),
    }
}

fn slot_timeline(input: &mut Input<'_>) -> Result<SlotTimeline> {
    Ok(match input.byte("a slot timeline")? {
        0 => {
            let mut keys = Vec::new();
            for _ in 0..key_count(input, 5)? {
                keys.push(AttachmentKey {
                    time: input.float("time of a key")?,
                    placeholder: input.string_ref("the attachment of a key")?,
                });
            }
            SlotTimeline::Attachment(keys)
        }
        1 => SlotTimeline::Rgba(keys(input, Channel::Byte)?),
        2 => SlotTimeline::Rgb(keys(input, Channel::Byte)?),
        3 => SlotTimeline::Rgba2(keys(input, Channel::Byte)?),
        4 => SlotTimeline::Rgb2(keys(input, Channel::Byte)?),
        5 => SlotTimeline::Alpha(keys(input, Channel::Byte)?),
        other => return Err(input.error("a slot timeline below 6", other.to_string())),
    })
}

fn bone_timeline(input: &mut Input<'_>) -> Result<BoneTimeline> {
    let kind = input.byte("a bone timeline")?;
    if kind == 10 {
        let mut keys = Vec::new();
        for _ in 0..key_count(input, 5)? {
            keys.push(InheritKey {
                time: input.float("time of a key")?,
                inherit: input.choice(&Inherit::ALL, "a bone's inheritance")?,
            });
        }
        return Ok(BoneTimeline::Inherit(keys));
    }
    let float = Channel::Float;
    Ok(match kind {
        0 => BoneTimeline::Rotate(keys(input, float)?),
        1 => BoneTimeline::Translate(keys(input, float)?),
        2 => BoneTimeline::TranslateX(keys(input, float)?),
        3 => BoneTimeline::TranslateY(keys(input, float)?),
        4 => BoneTimeline::Scale(keys(input, float)?),
        5 => BoneTimeline::ScaleX(keys(input, float)?),
        6 => BoneTimeline::ScaleY(keys(input, float)?),
        7 => BoneTimeline::Shear(keys(input, float)?),
        8 => BoneTimeline::ShearX(keys(input, float)?),
        9 => BoneTimeline::ShearY(keys(input, float)?),
        other => return Err(input.error("a bone timeline below 11", other.to_string())),
    })
}

fn physics_timeline(input: &mut Input<'_>) -> Result<PhysicsTimeline> {
    let property = match input.byte("a physics timeline")? {
        0 => PhysicsProperty::Inertia,
        1 => PhysicsProperty::Strength,
        2 => PhysicsProperty::Damping,
        4 => PhysicsProperty::Mass,
        5 => PhysicsProperty::Wind,
        6 => PhysicsProperty::Gravity,
        7 => PhysicsProperty::Mix,
        8 => {
            let count = key_count(input, 4)?;
            return Ok(PhysicsTimeline::Reset(input.floats(count, "reset times")?));
        }
        other => return Err(input.error("a physics timeline below 9, but 3", other.to_string())),
    };
    Ok(PhysicsTimeline::Value(
        property,
        keys(input, Channel::Float)?,
    ))
}
