//! The tracks of an animation state → a pose (spine-runtime-semantics §7).

mod modes;
mod rotation;

use crate::model::spine::{Rig, SlotTimeline, Timeline};

use super::SpinePose;
use super::events::{Fired, Span, fire, reset_by};
use super::state::{AnimationState, Entry, Track};
use super::timeline::{From, Mixing, Stage, apply, key_at, rotation_at};

/// What has shown an attachment in a slot so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// Nobody.
    Unkeyed,
    /// An animation that fades: the setup's returns unless another keys the slot.
    Fading,
    /// An animation that plays.
    Playing,
}

/// One call of [`AnimationState::apply`].
struct Run<'a> {
    rig: &'a Rig,
    stage: Stage<'a>,
    shown: Vec<Shown>,
    resets: Vec<Option<usize>>,
}

/// How all timelines of an entry are applied.
#[derive(Clone, Copy)]
struct Strength {
    /// Of timelines that are not held.
    alpha: f64,
    /// Of those that are.
    hold: f64,
    /// The entry fades.
    out: bool,
    /// The whole pose comes from it: every timeline starts from the setup.
    alone: bool,
}

impl AnimationState {
    /// Sets the pose to what all tracks say, and tells the events that were passed.
    pub fn apply(&mut self, rig: &Rig, pose: &mut SpinePose, fired: &mut Vec<Fired>) {
        if self.changed {
            modes::find(rig, &mut self.tracks);
            self.changed = false;
        }
        let mut run = Run {
            rig,
            shown: vec![Shown::Unkeyed; rig.slots.len()],
            stage: pose.stage(rig, false),
            resets: Vec::new(),
        };
        for (index, track) in self.tracks.iter_mut().enumerate() {
            run.track(index, track, fired);
        }
        run.return_to_setup();
        let resets = run.resets;
        for reset in resets {
            pose.reset_physics_of(reset);
        }
    }
}

impl Run<'_> {
    fn track(&mut self, index: usize, track: &mut Track, fired: &mut Vec<Fired>) {
        let Some(current) = track.chain.len().checked_sub(1) else {
            return;
        };
        if track.chain[current].delay > 0.0 {
            return;
        }
        let mut alpha = track.chain[current].alpha;
        if current > 0 {
            for from in 0..current {
                self.fading(&mut track.chain, from);
            }
            alpha *= track.chain[current].mix();
        } else if track.chain[current].track_time >= track.chain[current].track_end
            && !track.waits()
        {
            alpha = 0.0;
        }
        let strength = Strength {
            alpha,
            hold: alpha,
            out: false,
            alone: index == 0 && alpha == 1.0,
        };
        let span = self.entry(&mut track.chain, current, strength);
        let entry = &track.chain[current];
        if let Some(animation) = entry
            .animation
            .and_then(|index| self.rig.animations.get(index))
        {
            fire(self.rig, animation, index, span, fired);
        }
    }

    /// Applies an entry that the next one replaces.
    fn fading(&mut self, chain: &mut [Entry], from: usize) {
        let own = if from > 0 { chain[from].mix() } else { 1.0 };
        let to = &chain[from + 1];
        let mix = to.mix();
        let alpha = chain[from].alpha * own;
        let keep = 1.0 - mix * to.alpha;
        let faded = alpha * (1.0 - mix);
        let strength = Strength {
            alpha: faded,
            hold: if keep > 0.0 { faded / keep } else { alpha },
            out: true,
            alone: false,
        };
        self.entry(chain, from, strength);
    }

    /// Applies all timelines of an entry, and notes what it has shown.
    fn entry(&mut self, chain: &mut [Entry], index: usize, strength: Strength) -> Span {
        let mixes: Vec<f64> = chain.iter().map(Entry::mix).collect();
        let entry = &mut chain[index];
        let reached = entry.animation_time();
        let span = Span {
            from: entry.animation_last,
            to: reached,
            backwards: entry.reverse.then_some(entry.duration),
        };
        let time = if entry.reverse {
            entry.duration - reached
        } else {
            reached
        };
        // The reference looks for resets between the time that was reached and the time that is shown, which for a
        // reversed entry lie in opposite directions: it resets again and again.
        let resets = Span {
            to: time,
            backwards: None,
            ..span
        };
        entry.next_animation_last = reached;
        entry.next_track_last = entry.track_time;
        entry.total_alpha = 0.0;
        let animation = entry
            .animation
            .and_then(|index| self.rig.animations.get(index));
        for (number, timeline) in animation.iter().flat_map(|it| &it.timelines).enumerate() {
            let Some(mode) = entry.modes.get(number) else {
                continue;
            };
            let alpha = if strength.out && mode.hold {
                strength.hold * (1.0 - mode.fade.map_or(0.0, |fade| mixes[fade]))
            } else {
                strength.alpha
            };
            entry.total_alpha += alpha;
            let mixing = Mixing {
                alpha,
                from: if strength.alone {
                    From::Setup
                } else {
                    mode.from
                },
                add: entry.additive && !strength.alone,
                out: strength.out,
            };
            if let Some(reset) = reset_by(timeline, resets) {
                self.resets.push(reset);
            }
            self.timeline(timeline, time, mixing, &mut entry.rotations, number);
        }
        span
    }

    fn timeline(
        &mut self,
        timeline: &Timeline,
        time: f64,
        mixing: Mixing,
        rotations: &mut Vec<Option<(f64, f64)>>,
        number: usize,
    ) {
        if let Timeline::Slot {
            slot,
            timeline: SlotTimeline::Attachment(keys),
        } = timeline
        {
            let key = key_at(keys, time, |key| key.time);
            let placeholder = key.map(|index| keys[index].placeholder.as_deref());
            return self.attachment(*slot, placeholder, mixing);
        }
        let turns = mixing.alpha != 1.0 && !mixing.add;
        if let Some((bone, value)) = rotation_at(timeline, time).filter(|_| turns) {
            if rotations.len() <= number {
                rotations.resize(number + 1, None);
            }
            return rotation::mix(&mut self.stage, bone, value, mixing, &mut rotations[number]);
        }
        let draws = matches!(
            timeline,
            Timeline::DrawOrder(_) | Timeline::DrawOrderFolder { .. }
        );
        if !(mixing.out && draws && mixing.from == From::Current) {
            apply(&mut self.stage, timeline, time, mixing);
        }
    }

    /// `key`: the keyed placeholder, `None` before the first key.
    fn attachment(&mut self, slot: usize, key: Option<Option<&str>>, mixing: Mixing) {
        if !self.stage.slot_works(slot) || (mixing.out && self.shown[slot] == Shown::Playing) {
            return;
        }
        let setup = self.stage.setup.slots[slot].attachment;
        let attachment = match key {
            None if mixing.from == From::Current => return,
            None => setup,
            Some(None) if mixing.out => setup,
            Some(placeholder) => self.stage.wardrobe.find_optional(slot, placeholder),
        };
        self.stage.target.slots[slot].show(self.rig, attachment);
        if !mixing.out {
            self.shown[slot] = Shown::Playing;
        } else if matches!(key, Some(Some(_))) {
            self.shown[slot] = Shown::Fading;
        }
    }

    /// What only fading animations have shown goes.
    fn return_to_setup(&mut self) {
        for (slot, shown) in self.shown.iter().enumerate() {
            if *shown == Shown::Fading {
                let setup = self.stage.setup.slots[slot].attachment;
                self.stage.target.slots[slot].show(self.rig, setup);
            }
        }
    }
}
