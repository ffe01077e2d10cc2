//! Events of a clip graph, for the time line and for lists of them (league-formats §7.2, §8).

use super::Item;
use super::marks::{Mark, MarkKind};
use crate::formats::league::hash::fnv1a;
use crate::model::clip_graph::{ClipEvent, EventKind, NameRef};
use crate::pose::graph::cues::Cue;

/// More would lie on each other.
const MOST: usize = 4096;
/// Names of one list that are spelled out.
const MOST_NAMES: usize = 24;

/// An event of the pass, for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// What sort of thing happens.
    pub kind: MarkKind,
    /// The event's name, else its hash.
    pub name: String,
    /// The former.
    pub has_name: bool,
    /// The word for its class.
    pub class: String,
    /// What it does, in a line: the joints of a snap, the submeshes that appear and vanish, all fields of others.
    pub what: String,
    /// A joint or submesh that it names is not there: it does nothing.
    pub is_lost: bool,
}

/// What an event changes of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affected {
    /// A joint is held by another: its index.
    Joint(usize),
    /// A submesh appears or vanishes: its index.
    Submesh(usize),
}

impl Item {
    /// The event that a cue of the pass is of.
    pub fn cue_event(&self, cue: &Cue) -> Option<&ClipEvent> {
        self.graph()?.clips.get(cue.clip)?.events.get(cue.event)
    }

    /// When a cue ends, in seconds of the pass; `None` of a moment: what is but told, and has no end of its own.
    pub fn cue_end(&self, cue: &Cue) -> Option<f64> {
        let event = self.cue_event(cue)?;
        let lasts = match event.kind {
            EventKind::Other { .. } => event.window.until().is_finite(),
            _ => true,
        };
        (lasts && !cue.is_late).then_some(f64::from(cue.until))
    }

    /// A cue in words.
    pub fn tell_cue(&self, cue: &Cue) -> Option<Told> {
        let event = self.cue_event(cue)?;
        let (what, is_lost) = match &event.kind {
            EventKind::JointSnap {
                victim,
                target,
                offset,
            } => {
                let joints = [victim, target].map(|name| self.joint_words(name));
                let mut what = format!("{} held by {}", joints[0].0, joints[1].0);
                if *offset != glam::Vec3::ZERO {
                    what.push_str(&format!("  offset {:?}", offset.to_array()));
                }
                (what, joints.iter().any(|joint| joint.1))
            }
            EventKind::SubmeshVisibility { show, hide } => self.visibility_words(show, hide),
            EventKind::Other { fields, .. } => {
                let words = fields.iter().map(|(name, value)| format!("{name} {value}"));
                (words.collect::<Vec<_>>().join("  "), false)
            }
        };
        Some(Told {
            kind: kind(&event.kind),
            name: name_of(event),
            has_name: event.name.is_some(),
            class: event.kind.word().to_owned(),
            what,
            is_lost,
        })
    }

    /// What a cue changes of the picture: the victim of a snap, the first submesh that appears or vanishes.
    pub fn cue_affects(&self, cue: &Cue) -> Option<Affected> {
        let bound = self.playing.bound.clips.get(cue.clip)?;
        let mut snaps = bound.snaps.iter();
        if let Some(snap) = snaps.find(|snap| snap.event == cue.event) {
            return Some(Affected::Joint(snap.victim));
        }
        let mut all = bound.visibility.iter();
        let change = all.find(|change| change.event == cue.event)?;
        let mut submeshes = change.hide.iter().chain(&change.show);
        submeshes.next().copied().map(Affected::Submesh)
    }

    /// The event that shows or hides a submesh at the moment last posed, and which of the two; `None` where none does, or
    /// where a person has decided otherwise.
    pub fn event_on_submesh(&self, submesh: usize) -> Option<(String, bool)> {
        if !self.events_on || self.visible.get(submesh) != self.initial.get(submesh) {
            return None;
        }
        let changes = self.playing.changes.iter().rev();
        let mut decides = changes.filter_map(|&(_, clip, place)| {
            let change = self.playing.bound.clips.get(clip)?.visibility.get(place)?;
            let shows = change.show.contains(&submesh);
            (shows || change.hide.contains(&submesh)).then_some((clip, change.event, shows))
        });
        let (clip, event, shows) = decides.next()?;
        let event = self.graph()?.clips.get(clip)?.events.get(event)?;
        Some((name_of(event), shows))
    }

    /// Appends the events of a pass.
    pub(super) fn add_cue_marks(&self, marks: &mut Vec<Mark>) {
        for cue in self.cues().iter().take(MOST) {
            let Some(told) = self.tell_cue(cue) else {
                continue;
            };
            let mut label = format!("{} {}", told.class, told.name);
            for (words, there) in [(told.what.as_str(), true), (LATE, cue.is_late)] {
                if there && !words.is_empty() {
                    label.push_str("  ");
                    label.push_str(words);
                }
            }
            marks.push(Mark {
                seconds: f64::from(cue.from),
                until: self.cue_end(cue),
                kind: told.kind,
                label,
                every_pass: false,
            });
        }
    }

    /// A joint's name, and whether there is none.
    fn joint_words(&self, name: &NameRef) -> (String, bool) {
        let joints = self.skeleton().map(|skeleton| skeleton.joints.iter());
        let mut joints = joints.into_iter().flatten();
        match joints.find(|joint| fnv1a(&joint.name) == name.hash) {
            Some(joint) => (name.name.clone().unwrap_or(joint.name.clone()), false),
            None => (format!("{} (joint absent)", name.title()), true),
        }
    }

    fn visibility_words(&self, show: &[NameRef], hide: &[NameRef]) -> (String, bool) {
        let mut any_there = false;
        let mut list = |names: &[NameRef]| {
            let mut words = Vec::new();
            for name in names.iter().take(MOST_NAMES) {
                let submeshes = self.mesh().map(|mesh| mesh.submeshes.iter());
                let mut submeshes = submeshes.into_iter().flatten();
                match submeshes.find(|submesh| fnv1a(&submesh.name) == name.hash) {
                    Some(submesh) => {
                        any_there = true;
                        words.push(submesh.name.clone());
                    }
                    None => words.push(format!("{} (absent)", name.title())),
                }
            }
            if names.len() > MOST_NAMES {
                words.push(format!("and {} more", names.len() - MOST_NAMES));
            }
            words.join(", ")
        };
        let mut parts = Vec::new();
        for (verb, names) in [("hides", hide), ("shows", show)] {
            if !names.is_empty() {
                parts.push(format!("{verb} {}", list(names)));
            }
        }
        (parts.join("; "), !any_there)
    }
}

/// Of an event that begins only after its clip has ended.
pub const LATE: &str = "begins after its clip has ended";

/// The event's name, else its hash.
fn name_of(event: &ClipEvent) -> String {
    match &event.name {
        Some(name) => name.clone(),
        None => format!("0x{:08x}", event.hash),
    }
}

fn kind(kind: &EventKind) -> MarkKind {
    match kind {
        EventKind::JointSnap { .. } => MarkKind::Snap,
        EventKind::SubmeshVisibility { .. } => MarkKind::Visibility,
        EventKind::Other { .. } => match kind.word() {
            "Particle" => MarkKind::Particle,
            "Sound" => MarkKind::Sound,
            _ => MarkKind::Event,
        },
    }
}
