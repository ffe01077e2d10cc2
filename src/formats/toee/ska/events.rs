//! What animations say at their frames (toee-formats §3.4).

use super::{ANIMATION, Places, Ska};
use crate::formats::tally::{Tally, counted};
use crate::formats::toee::FixedText;
use crate::formats::toee::skm::read_text;
use crate::formats::{ReadError, Reader};
use crate::model::Finding;

/// Bytes of an event.
pub(super) const EVENT: usize = 178;

/// One event as stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// The frame at which it fires.
    pub frame: i16,
    /// What kind of event.
    pub kind: FixedText<48>,
    /// What it says.
    pub argument: FixedText<128>,
}

/// Reads the events of all animations. Together they may not take more room than the file has: in every known file each
/// animation has its own.
pub(super) fn read(
    bytes: &[u8],
    animations_at: usize,
    ska: &mut Ska,
    places: &mut [Places],
    findings: &mut Vec<Finding>,
) {
    let mut room = bytes.len() / EVENT;
    let mut missing = Tally::default();
    for (index, (animation, places)) in ska.animations.iter_mut().zip(places).enumerate() {
        let at = animations_at + index * ANIMATION + places.event_offset as usize;
        let there = bytes.len().saturating_sub(at) / EVENT;
        let stated = usize::from(places.event_count);
        let kept = stated.min(there).min(room);
        room -= kept;
        if kept < stated {
            missing.add((index, stated - kept));
        }
        let mut reader = Reader::new(bytes);
        if kept > 0 && reader.seek(at, "events").is_ok() {
            let events = (0..kept).map(|_| read_event(&mut reader));
            animation.events = events.filter_map(Result::ok).collect();
        }
    }
    missing.report(findings, |count, (animation, events)| {
        let message = format!(
            "{} events past the end of the file; the first is animation {animation}, which lacks {events}",
            counted(count, "animation has", "animations have")
        );
        let fix = "extract or export the file again; these events are missing";
        Finding::error("toee.events-cut", message, fix)
    });
}

fn read_event(reader: &mut Reader<'_>) -> Result<Event, ReadError> {
    Ok(Event {
        frame: reader.i16("event frame")?,
        kind: read_text(reader, "event type")?,
        argument: read_text(reader, "event argument")?,
    })
}
