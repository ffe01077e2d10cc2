//! Animations on tracks: what plays, what fades, what waits (spine-runtime-semantics §7). How it is applied to a pose is
//! in `super::apply`.

use std::collections::VecDeque;

use crate::model::spine::Rig;

use super::timeline::From;

/// An animation on a track.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Index of the animation; `None`: the empty one, which lets what it replaces fade out.
    pub animation: Option<usize>,
    /// Begins anew at its end.
    pub looped: bool,
    /// Seconds since it began.
    pub track_time: f64,
    /// Seconds of the entry before it, or of its own, until it begins.
    pub delay: f64,
    /// Share of its values.
    pub alpha: f64,
    /// Factor of the time that passes.
    pub time_scale: f64,
    /// Seconds since it began to replace the entry before it.
    pub mix_time: f64,
    /// Seconds in which it replaces the entry before it.
    pub mix_duration: f64,
    /// The part of the animation that is played begins here, in seconds.
    pub start: f64,
    /// And ends here.
    pub end: f64,
    /// Track time at which the track becomes empty.
    pub track_end: f64,
    /// Adds to what lower tracks have set, where a property can.
    pub additive: bool,
    /// Plays backwards.
    pub reverse: bool,
    pub(super) duration: f64,
    pub(super) animation_last: f64,
    pub(super) track_last: f64,
    pub(super) next_animation_last: f64,
    pub(super) next_track_last: f64,
    /// What its timelines were applied with, in all; 0 means that nobody sees it any more.
    pub(super) total_alpha: f64,
    pub(super) keep_hold: bool,
    /// By timeline.
    pub(super) modes: Vec<Mode>,
    /// By timeline: how far a bone has turned so far, and the last difference.
    pub(super) rotations: Vec<Option<(f64, f64)>>,
}

/// How one timeline of an entry is mixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mode {
    pub(super) from: From,
    /// Kept at full strength while the entry fades, because the next entry keys the same.
    pub(super) hold: bool,
    /// Index in the chain of the entry whose mix fades what is held.
    pub(super) fade: Option<usize>,
}

impl Entry {
    /// An animation of the rig (index), or the empty one.
    pub fn new(rig: &Rig, animation: Option<usize>, looped: bool) -> Self {
        let found = animation.and_then(|index| rig.animations.get(index));
        let duration = found.map_or(0.0, |animation| animation.duration);
        Self {
            animation,
            looped,
            track_time: 0.0,
            delay: 0.0,
            alpha: 1.0,
            time_scale: 1.0,
            mix_time: 0.0,
            mix_duration: 0.0,
            start: 0.0,
            end: duration,
            track_end: f64::INFINITY,
            additive: false,
            reverse: false,
            duration,
            animation_last: -1.0,
            track_last: -1.0,
            next_animation_last: -1.0,
            next_track_last: -1.0,
            total_alpha: 0.0,
            keep_hold: false,
            modes: Vec::new(),
            rotations: Vec::new(),
        }
    }

    /// Seconds of the animation, counted from its end where it plays backwards.
    pub fn animation_time(&self) -> f64 {
        let length = self.end - self.start;
        if !self.looped {
            (self.start + self.track_time).min(self.end)
        } else if length == 0.0 {
            self.start
        } else {
            self.start + self.track_time % length
        }
    }

    /// How far it has replaced the entry before it, 0 to 1.
    pub(super) fn mix(&self) -> f64 {
        if self.mix_duration == 0.0 {
            1.0
        } else {
            (self.mix_time / self.mix_duration).min(1.0)
        }
    }

    fn take_pending(&mut self) {
        self.animation_last = self.next_animation_last;
        self.track_last = self.next_track_last;
    }

    /// Track time at which it completes: its end, or that of the present loop.
    fn completes_at(&self) -> f64 {
        let length = self.end - self.start;
        if length == 0.0 {
            self.track_time
        } else if self.looped {
            length * (1.0 + (self.track_time / length).trunc())
        } else if self.track_time < length {
            length
        } else {
            self.track_time
        }
    }
}

/// One track.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    /// From the oldest that still fades to the one that plays, last.
    pub(super) chain: Vec<Entry>,
    queue: VecDeque<Entry>,
}

impl Track {
    pub(super) fn waits(&self) -> bool {
        !self.queue.is_empty()
    }

    fn begin(&mut self, entry: Entry) {
        if let Some(before) = self.chain.last_mut() {
            before.rotations.clear();
        }
        self.chain.push(Entry {
            mix_time: 0.0,
            ..entry
        });
    }

    /// Advances what fades. Older entries that nobody sees any more are dropped.
    fn advance_mix(&mut self, seconds: f64) -> bool {
        let mut changed = false;
        let mut finished = true;
        let mut at = 0;
        while at + 1 < self.chain.len() {
            self.chain[at].take_pending();
            let (from, to) = (&self.chain[at], &self.chain[at + 1]);
            if to.next_track_last != -1.0 && to.mix_time >= to.mix_duration {
                if from.total_alpha == 0.0 || to.mix_duration == 0.0 {
                    if from.total_alpha == 0.0 {
                        for newer in &mut self.chain[at + 1..] {
                            newer.keep_hold = true;
                        }
                    }
                    self.chain.remove(at);
                    changed = true;
                } else {
                    at += 1;
                }
            } else {
                let time_scale = from.time_scale;
                self.chain[at].track_time += seconds * time_scale;
                self.chain[at + 1].mix_time += seconds;
                finished = false;
                at += 1;
            }
        }
        if finished && self.chain.len() > 1 {
            self.chain.drain(..self.chain.len() - 1);
            changed = true;
        }
        changed
    }
}

/// Animations on tracks; higher tracks are applied over lower ones.
#[derive(Clone, Debug, Default)]
pub struct AnimationState {
    pub(super) tracks: Vec<Track>,
    pub(super) changed: bool,
}

impl AnimationState {
    /// Nothing plays.
    pub fn new() -> Self {
        Self::default()
    }

    fn track(&mut self, track: usize) -> &mut Track {
        if self.tracks.len() <= track {
            self.tracks.resize_with(track + 1, Track::default);
        }
        self.changed = true;
        &mut self.tracks[track]
    }

    /// Plays an entry now; what played on the track fades out over the entry's `mix_duration`.
    pub fn set(&mut self, track: usize, entry: Entry) {
        let track = self.track(track);
        track.queue.clear();
        let unseen = |before: &mut Entry| {
            before.next_track_last == -1.0 && before.animation == entry.animation
        };
        track.chain.pop_if(unseen);
        track.begin(entry);
    }

    /// Plays an entry after the last that waits or plays: `delay` seconds after that began, or, if not above 0, that much
    /// after the moment at which it completes and the mix would end.
    pub fn add(&mut self, track: usize, mut entry: Entry, delay: f64) {
        let track = self.track(track);
        let Some(last) = track.queue.back().or(track.chain.last()) else {
            entry.delay = delay.max(0.0);
            track.begin(entry);
            return;
        };
        entry.delay = if delay > 0.0 {
            delay
        } else {
            (delay + last.completes_at() - entry.mix_duration).max(0.0)
        };
        track.queue.push_back(entry);
    }

    /// Lets what plays on a track fade to the setup pose, over some seconds.
    pub fn set_empty(&mut self, rig: &Rig, track: usize, mix_duration: f64) {
        let entry = Entry {
            mix_duration,
            track_end: mix_duration,
            ..Entry::new(rig, None, false)
        };
        self.set(track, entry);
    }

    /// Empties all tracks at once, and leaves the pose as it is.
    pub fn clear(&mut self) {
        self.tracks.clear();
        self.changed = true;
    }

    /// Number of tracks, with empty ones between others.
    pub fn track_count(&self) -> usize {
        self.tracks.len()
    }

    /// The entry that plays on a track.
    pub fn current(&self, track: usize) -> Option<&Entry> {
        self.tracks.get(track)?.chain.last()
    }

    /// The same, to be changed.
    pub fn current_mut(&mut self, track: usize) -> Option<&mut Entry> {
        self.tracks.get_mut(track)?.chain.last_mut()
    }

    /// Lets time pass on all tracks.
    pub fn update(&mut self, seconds: f64) {
        for track in &mut self.tracks {
            let Some(current) = track.chain.last_mut() else {
                continue;
            };
            current.take_pending();
            let mut passed = seconds * current.time_scale;
            if current.delay > 0.0 {
                current.delay -= passed;
                if current.delay > 0.0 {
                    continue;
                }
                passed = -current.delay;
                current.delay = 0.0;
            }
            let (track_last, time_scale) = (current.track_last, current.time_scale);
            let over = track.queue.front().map(|next| track_last - next.delay);
            if let Some(over) = over.filter(|over| *over >= 0.0)
                && let Some(mut next) = track.queue.pop_front()
            {
                next.delay = 0.0;
                if time_scale != 0.0 {
                    next.track_time += (over / time_scale + seconds) * next.time_scale;
                }
                current.track_time += passed;
                track.begin(next);
                for entry in &mut track.chain[1..] {
                    entry.mix_time += seconds;
                }
                self.changed = true;
                continue;
            }
            let ended = over.is_none() && track_last >= current.track_end;
            if ended && track.chain.len() == 1 {
                track.chain.clear();
                self.changed = true;
                continue;
            }
            self.changed |= track.advance_mix(seconds);
            if let Some(current) = track.chain.last_mut() {
                current.track_time += passed;
            }
        }
    }
}
