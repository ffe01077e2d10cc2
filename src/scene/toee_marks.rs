//! What a clip of The Temple of Elemental Evil says at its frames (toee-formats §9).

use super::Item;
use super::marks::{Mark, MarkKind};
use crate::model::ClipEvent;

/// More would lie on each other.
const MOST: usize = 4096;

impl Item {
    /// The events of the clip in use that have come by a moment of it, by time.
    pub fn clip_events(&self, until: f32) -> Vec<&ClipEvent> {
        let all = self.clip().map_or(&[][..], |clip| &clip.events);
        let mut come: Vec<&ClipEvent> = all.iter().filter(|event| event.seconds <= until).collect();
        come.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        come
    }

    /// Appends the events of the clip in use.
    pub(super) fn add_clip_marks(&self, marks: &mut Vec<Mark>) {
        let mark = |event: &ClipEvent| Mark {
            seconds: f64::from(event.seconds.max(0.0)),
            until: None,
            kind: MarkKind::Event,
            label: event_words(event),
            every_pass: true,
        };
        let events = self.clip().map_or(&[][..], |clip| &clip.events);
        marks.extend(events.iter().take(MOST).map(mark));
    }
}

/// What kind of event, and what it says. Scripts are shown, never run.
pub fn event_words(event: &ClipEvent) -> String {
    format!("{}  {}", event.name, event.text)
}
