//! Events and changes of the draw order that the tracks of a Spine character pass.

use super::Clock;
use super::marks::{Mark, MarkKind};
use super::spine::SpineItem;
use crate::model::spine::{Animation, EventKey, Rig, Timeline};
use crate::pose::spine::Entry;

/// More would lie on each other; a short animation beside a long one begins anew very often.
const MOST: usize = 4096;
/// Places nearer than this are one.
const TINY: f64 = 1e-9;

impl SpineItem {
    /// Appends what all tracks pass in the clock's present pass.
    pub(super) fn add_marks(&self, rig: &Rig, clock: &Clock, marks: &mut Vec<Mark>) {
        let state = &self.start().state;
        for entry in (0..state.track_count()).filter_map(|track| state.current(track)) {
            let animation = entry.animation.and_then(|index| rig.animations.get(index));
            let Some(animation) = animation else {
                continue;
            };
            for (seconds, kind, label) in keys(rig, animation) {
                let every_pass = entry.looped && animation.duration == clock.duration;
                let places = places(entry, animation.duration, seconds, clock);
                let room = MOST.saturating_sub(marks.len());
                marks.extend(places.take(room).map(|seconds| Mark {
                    seconds,
                    until: None,
                    kind,
                    label: label.clone(),
                    every_pass,
                }));
            }
        }
    }
}

/// Where a key of an entry lies on the time line of the present pass: several places where a short animation begins anew
/// within it. An entry that goes on after a reset is ahead of the clock by its track time.
pub(super) fn places(
    entry: &Entry,
    duration: f64,
    key: f64,
    clock: &Clock,
) -> impl Iterator<Item = f64> {
    let from = clock.passes as f64 * clock.duration;
    let ahead = entry.track_time;
    let begun = ahead > 0.0;
    let loops = entry.looped && duration > 0.0;
    let first = if loops {
        ((from + ahead - key - TINY) / duration).ceil().max(0.0)
    } else {
        0.0
    };
    let end = clock.duration;
    (0..if loops { MOST } else { 1 })
        .map(move |again| (first + again as f64) * duration + key - ahead)
        .skip_while(move |at| begun && *at <= 0.0)
        .map(move |at| at - from)
        // What happens at the very end is the end's, and not the next beginning's.
        .take_while(move |at| *at < end - TINY || key > 0.0 && *at <= end + TINY)
        .filter(|at| *at >= -TINY)
        .map(move |at| at.clamp(0.0, end))
}

/// Time, kind and label of what an animation passes.
fn keys(rig: &Rig, animation: &Animation) -> Vec<(f64, MarkKind, String)> {
    let mut found = Vec::new();
    for timeline in &animation.timelines {
        match timeline {
            Timeline::Event(keys) => {
                let mark = |key: &EventKey| (key.time, MarkKind::Event, key_words(rig, key));
                found.extend(keys.iter().map(mark));
            }
            Timeline::DrawOrder(keys) => found.extend(keys.iter().map(|key| {
                let words = "draw order".to_owned();
                (key.time, MarkKind::DrawOrder, words)
            })),
            Timeline::DrawOrderFolder { slots, keys } => found.extend(keys.iter().map(|key| {
                let words = format!("draw order of {} slots", slots.len());
                (key.time, MarkKind::DrawOrder, words)
            })),
            _ => {}
        }
    }
    found
}

fn key_words(rig: &Rig, key: &EventKey) -> String {
    let own = || Some(rig.events.get(key.event)?.string.as_str());
    let string = key.string.as_deref().or_else(own).unwrap_or_default();
    event_words(rig, key.event, key.int, key.float, string)
}

/// An event's name, and the numbers and text that are not empty.
pub fn event_words(rig: &Rig, event: usize, int: i32, float: f64, string: &str) -> String {
    let name = rig.events.get(event).map_or("", |event| &event.name);
    let name = if name.trim().is_empty() {
        "(no name)"
    } else {
        name
    };
    let mut words = name.to_owned();
    if int != 0 {
        words.push_str(&format!("  int {int}"));
    }
    if float != 0.0 {
        words.push_str(&format!("  float {float}"));
    }
    if !string.is_empty() {
        words.push_str(&format!("  {string:?}"));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(track_time: f64, looped: bool) -> Entry {
        let mut entry = Entry::new(&Rig::default(), None, looped);
        entry.track_time = track_time;
        entry
    }

    /// Places of a key in one pass of a clock that lasts 2 s.
    fn in_pass(passes: u64, entry: &Entry, duration: f64, key: f64) -> Vec<f64> {
        let clock = Clock {
            passes,
            duration: 2.0,
            ..Clock::default()
        };
        let places = places(entry, duration, key, &clock);
        places.map(|at| (at * 1e6).round() / 1e6).collect()
    }

    #[test]
    fn a_key_of_the_longest_animation_has_one_place_in_every_pass() {
        for passes in [0, 1, 700] {
            assert_eq!(in_pass(passes, &entry(0.0, true), 2.0, 0.5), [0.5]);
            assert_eq!(in_pass(passes, &entry(0.0, true), 2.0, 0.0), [0.0]);
        }
        // A key at the very end belongs to the end, and shows at the start of the pass that follows too.
        assert_eq!(in_pass(0, &entry(0.0, true), 2.0, 2.0), [2.0]);
        assert_eq!(in_pass(3, &entry(0.0, true), 2.0, 2.0), [0.0, 2.0]);
    }

    #[test]
    fn a_shorter_animation_begins_anew_within_a_pass_and_elsewhere_in_the_next() {
        let looped = entry(0.0, true);
        assert_eq!(in_pass(0, &looped, 0.8, 0.5), [0.5, 1.3]);
        assert_eq!(in_pass(1, &looped, 0.8, 0.5), [0.1, 0.9, 1.7]);
        assert_eq!(in_pass(0, &entry(0.0, false), 0.8, 0.5), [0.5]);
        assert!(in_pass(1, &entry(0.0, false), 0.8, 0.5).is_empty());
    }

    #[test]
    fn an_entry_that_goes_on_is_ahead_of_the_clock() {
        assert_eq!(in_pass(0, &entry(0.3, true), 2.0, 0.5), [0.2]);
        assert_eq!(in_pass(0, &entry(0.6, true), 2.0, 0.5), [1.9]);
        assert_eq!(in_pass(0, &entry(5.2, true), 2.0, 0.5), [1.3]);
        // It has been told at the reset.
        assert_eq!(in_pass(0, &entry(0.5, true), 2.0, 0.5), [2.0]);
    }

    #[test]
    fn an_animation_of_no_length_and_a_clock_of_none_are_no_trouble() {
        assert_eq!(in_pass(0, &entry(0.0, true), 0.0, 0.0), [0.0]);
        let still = Clock::default();
        assert_eq!(places(&entry(0.0, true), 1e-300, 0.0, &still).count(), 0);
        assert!(in_pass(0, &entry(0.0, true), 1e-300, 0.0).len() <= MOST);
    }
}
