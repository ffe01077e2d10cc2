//! Keys that happen when the time passes them: events and physics resets (spine-runtime-semantics §5, §6).

use crate::model::spine::{Animation, EventKey, PhysicsTimeline, Rig, Timeline};

/// An event that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Fired {
    /// The track that played it.
    pub track: usize,
    /// Index of the event.
    pub event: usize,
    /// Of its key, in seconds of the animation.
    pub time: f64,
    /// For the game.
    pub int: i32,
    /// For the game.
    pub float: f64,
    /// For the game: the key's, or the event's own.
    pub string: String,
    /// Of the sound, if the event has one.
    pub volume: f64,
    /// Of the sound, if the event has one: −1 left to 1 right.
    pub balance: f64,
}

/// The way that an animation's clock has gone since it was last applied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// Seconds, exclusive; -1 before the first time.
    pub(super) from: f64,
    /// Seconds, inclusive; before `from` if the animation began anew between them.
    pub(super) to: f64,
    /// Seconds count from the end of an animation of this duration.
    pub(super) backwards: Option<f64>,
}

impl Span {
    /// Indices of the keys that were passed, in the order of passing.
    fn passed<T>(&self, keys: &[T], time_of: impl Fn(&T) -> f64) -> Vec<usize> {
        let within = |from: f64, to: f64| {
            let passed = |index: &usize| {
                let time = time_of(&keys[*index]);
                let time = self.backwards.map_or(time, |duration| duration - time);
                from < time && time <= to
            };
            (0..keys.len()).filter(passed).collect::<Vec<usize>>()
        };
        let in_order = |mut indices: Vec<usize>| {
            if self.backwards.is_some() {
                indices.reverse();
            }
            indices
        };
        if self.from > self.to {
            let mut passed = in_order(within(self.from, f64::INFINITY));
            passed.extend(in_order(within(-1.0, self.to)));
            passed
        } else {
            in_order(within(self.from, self.to))
        }
    }
}

/// Tells the events of an animation that a span of time passes.
pub(super) fn fire(
    rig: &Rig,
    animation: &Animation,
    track: usize,
    span: Span,
    fired: &mut Vec<Fired>,
) {
    for timeline in &animation.timelines {
        if let Timeline::Event(keys) = timeline {
            let passed = span.passed(keys, |key| key.time);
            fired.extend(passed.iter().map(|&index| told(rig, track, &keys[index])));
        }
    }
}

fn told(rig: &Rig, track: usize, key: &EventKey) -> Fired {
    let own = || rig.events.get(key.event).map(|event| event.string.clone());
    Fired {
        track,
        event: key.event,
        time: key.time,
        int: key.int,
        float: key.float,
        string: key.string.clone().or_else(own).unwrap_or_default(),
        volume: key.volume,
        balance: key.balance,
    }
}

/// The physics constraints that a timeline resets in a span of time: `Some(None)` for all.
pub(super) fn reset_by(timeline: &Timeline, span: Span) -> Option<Option<usize>> {
    let Timeline::Physics {
        constraint,
        timeline: PhysicsTimeline::Reset(times),
    } = timeline
    else {
        return None;
    };
    let passed = span.passed(times, |time| *time);
    (!passed.is_empty()).then_some(*constraint)
}
