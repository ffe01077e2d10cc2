//! What a clip says at its moments (toee-formats §9, lostsaga-formats §6).

use super::Item;
use super::lostsaga_events::mesh_event;
use super::marks::{Mark, MarkKind};
use crate::model::{ClipEvent, Family};

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
            kind: self.kind_of(event),
            label: match self.character.family {
                Family::LostSaga => {
                    format!("{} at {}", event_words(event), self.moment_words(event))
                }
                _ => event_words(event),
            },
            every_pass: true,
        };
        let events = self.clip().map_or(&[][..], |clip| &clip.events);
        marks.extend(events.iter().take(MOST).map(mark));
    }

    fn kind_of(&self, event: &ClipEvent) -> MarkKind {
        match self.character.family {
            Family::LostSaga if mesh_event(event).is_some() => MarkKind::Visibility,
            Family::LostSaga if event.name.contains("sound") => MarkKind::Sound,
            _ => MarkKind::Event,
        }
    }

    /// When an event is: in milliseconds where its file counts so, and in frames.
    pub fn moment_words(&self, event: &ClipEvent) -> String {
        match self.character.family {
            Family::LostSaga => {
                let frame = event.seconds * self.frame_rate();
                format!("{:.0} ms, frame {frame:.1}", event.seconds * 1000.0)
            }
            _ => format!("{:.3} s, frame {}", event.seconds, event.frame),
        }
    }
}

/// What kind of event, and what it says. Scripts are shown, never run.
pub fn event_words(event: &ClipEvent) -> String {
    format!("{}  {}", event.name, event.text)
}
