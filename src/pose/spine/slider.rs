//! Sliders: an animation as a function of a bone's value (spine-runtime-semantics §12).

use crate::model::spine::{Rig, SliderConstraint};

use super::SpinePose;
use super::cache::animated_bones;
use super::settings::ConstraintPose;
use super::timeline::{From, Mixing, apply};
use super::transform::{local_value, world_value};

/// Sliders read a bone's value as it is.
const NO_OFFSETS: [f64; 6] = [0.0; 6];

impl SpinePose {
    pub(super) fn run_slider(&mut self, rig: &Rig, index: usize, slider: &SliderConstraint) {
        let Some(ConstraintPose::Slider { time, mix }) =
            self.applied.constraints.get(index).copied()
        else {
            return;
        };
        let Some(animation) = slider.animation.and_then(|index| rig.animations.get(index)) else {
            return;
        };
        if mix == 0.0 {
            return;
        }
        let mut time = time;
        if let Some(source) = &slider.source {
            if !self.active.bones[source.bone] {
                return;
            }
            let value = if source.local {
                self.need_local(source.bone);
                local_value(
                    &self.applied.bones[source.bone],
                    source.property,
                    &NO_OFFSETS,
                )
            } else {
                let world = &self.bones[source.bone].world;
                world_value(world, source.property, &NO_OFFSETS, self.placement)
            };
            time = source.offset + (value - source.property_offset) * source.scale;
            time = if slider.looped {
                animation.duration + time % animation.duration
            } else {
                time.max(0.0)
            };
            self.applied.constraints[index] = ConstraintPose::Slider { time, mix };
        }
        for bone in animated_bones(rig, slider.animation) {
            if self.active.bones[bone] {
                self.modify_local(bone);
            }
        }
        if slider.looped && animation.duration > 0.0 {
            time %= animation.duration;
        }
        let mixing = Mixing {
            alpha: mix,
            from: From::Current,
            add: slider.additive,
            out: false,
        };
        let mut stage = self.stage(rig, true);
        for timeline in &animation.timelines {
            apply(&mut stage, timeline, time, mixing);
        }
    }
}
