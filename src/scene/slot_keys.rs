//! Which slots have just been keyed: a function of the animations that play and of their times alone.

use crate::model::spine::{Animation, DrawOrderKey, Rig, SlotTimeline, Timeline};
use crate::pose::spine::SpinePose;

/// Seconds of the animation for which a key is seen, counted from its time.
pub const WINDOW: f64 = 0.25;
/// Times nearer than this are one: playing in steps adds up rounding.
const TINY: f64 = 1e-6;

/// What a key changes of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// What it shows.
    Attachment,
    /// Its colours.
    Color,
    /// The frame of what it shows.
    Sequence,
    /// The vertices of what it shows.
    Deform,
    /// Its place.
    DrawOrder,
}

impl KeyKind {
    /// All of them; `ALL[kind as usize] == kind`.
    pub const ALL: [Self; 5] = [
        Self::Attachment,
        Self::Color,
        Self::Sequence,
        Self::Deform,
        Self::DrawOrder,
    ];

    /// For people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Attachment => "attachment",
            Self::Color => "colour",
            Self::Sequence => "sequence",
            Self::Deform => "deform",
            Self::DrawOrder => "draw order",
        }
    }
}

/// The keys of one slot that have just fired.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SlotMark {
    /// Seconds since the last key, by kind.
    ages: [Option<f64>; KeyKind::ALL.len()],
}

impl SlotMark {
    /// What fired, and how many seconds of the animation ago.
    pub fn fired(&self) -> impl Iterator<Item = (KeyKind, f64)> + '_ {
        let kinds = KeyKind::ALL.into_iter().zip(self.ages);
        kinds.filter_map(|(kind, age)| Some((kind, age?)))
    }

    /// 1 at a key, and 0 when it is no longer seen.
    pub fn strength(&self) -> f32 {
        let youngest = self.fired().map(|(_, age)| age).fold(WINDOW, f64::min);
        (1.0 - youngest / WINDOW) as f32
    }

    fn add(&mut self, kind: KeyKind, age: f64) {
        let place = &mut self.ages[kind as usize];
        *place = Some(place.map_or(age, |other| other.min(age)));
    }
}

/// The marks of all slots.
#[derive(Clone, Debug, Default)]
pub struct SlotMarks {
    marks: Vec<SlotMark>,
}

impl SlotMarks {
    /// Looks at what plays: indices of animations, and the seconds that each of them shows. Keys of attachments that no
    /// slot of the pose shows mark nothing. Does not allocate once it has room for the slots.
    pub fn look(
        &mut self,
        rig: &Rig,
        pose: &SpinePose,
        playing: impl IntoIterator<Item = (usize, f64)>,
    ) {
        self.marks.clear();
        self.marks.resize(rig.slots.len(), SlotMark::default());
        for (animation, seconds) in playing {
            if let Some(animation) = rig.animations.get(animation) {
                self.look_at(rig, pose, animation, seconds);
            }
        }
    }

    /// Of one slot; of a slot that is not there, none.
    pub fn of(&self, slot: usize) -> SlotMark {
        self.marks.get(slot).copied().unwrap_or_default()
    }

    fn look_at(&mut self, rig: &Rig, pose: &SpinePose, animation: &Animation, seconds: f64) {
        for timeline in &animation.timelines {
            match timeline {
                Timeline::Slot { slot, timeline } => {
                    let (kind, age) = slot_age(timeline, seconds);
                    self.mark(*slot, kind, age);
                }
                Timeline::Deform {
                    slot,
                    attachment,
                    keys,
                } => {
                    let age = last(keys, |key| key.time, seconds).map(|(_, age)| age);
                    self.mark_shown(rig, pose, (*slot, *attachment), KeyKind::Deform, age);
                }
                Timeline::Sequence {
                    slot,
                    attachment,
                    keys,
                } => {
                    let age = last(keys, |key| key.time, seconds).map(|(_, age)| age);
                    self.mark_shown(rig, pose, (*slot, *attachment), KeyKind::Sequence, age);
                }
                Timeline::DrawOrder(keys) => {
                    self.mark_moved(keys, rig.slots.len(), seconds, Some);
                }
                Timeline::DrawOrderFolder { slots, keys } => {
                    let slot = |place: usize| slots.get(place).copied();
                    self.mark_moved(keys, slots.len(), seconds, slot);
                }
                _ => {}
            }
        }
    }

    fn mark(&mut self, slot: usize, kind: KeyKind, age: Option<f64>) {
        if let (Some(mark), Some(age)) = (self.marks.get_mut(slot), age) {
            mark.add(kind, age);
        }
    }

    /// Marks the slots in which a timeline of an attachment works (spine-runtime-semantics §14).
    fn mark_shown(
        &mut self,
        rig: &Rig,
        pose: &SpinePose,
        (slot, attachment): (usize, usize),
        kind: KeyKind,
        age: Option<f64>,
    ) {
        if age.is_none() {
            return;
        }
        for slot in rig.timeline_slots(slot, attachment) {
            let shown = pose.applied().slots.get(slot);
            let shown = shown.and_then(|slot| slot.attachment);
            if shown.map(|shown| rig.timeline_attachment(shown)) == Some(attachment) {
                self.mark(slot, kind, age);
            }
        }
    }

    /// Marks the slots that change places at the last key of `count` slots (spine-runtime-semantics §13).
    fn mark_moved(
        &mut self,
        keys: &[DrawOrderKey],
        count: usize,
        seconds: f64,
        slot: impl Fn(usize) -> Option<usize>,
    ) {
        let Some((index, age)) = last(keys, |key| key.time, seconds) else {
            return;
        };
        let order = |key: Option<&DrawOrderKey>, place: usize| {
            let order = key.and_then(DrawOrderKey::order);
            order.map_or(Some(place), |order| order.get(place).copied())
        };
        let before = index.checked_sub(1).and_then(|index| keys.get(index));
        for place in 0..count {
            let after = order(keys.get(index), place);
            if after != order(before, place)
                && let Some(slot) = after.and_then(&slot)
            {
                self.mark(slot, KeyKind::DrawOrder, Some(age));
            }
        }
    }
}

fn slot_age(timeline: &SlotTimeline, seconds: f64) -> (KeyKind, Option<f64>) {
    let (kind, found) = match timeline {
        SlotTimeline::Attachment(keys) => {
            (KeyKind::Attachment, last(keys, |key| key.time, seconds))
        }
        SlotTimeline::Rgba(keys) => (KeyKind::Color, last(keys, |key| key.time, seconds)),
        SlotTimeline::Rgb(keys) => (KeyKind::Color, last(keys, |key| key.time, seconds)),
        SlotTimeline::Rgba2(keys) => (KeyKind::Color, last(keys, |key| key.time, seconds)),
        SlotTimeline::Rgb2(keys) => (KeyKind::Color, last(keys, |key| key.time, seconds)),
        SlotTimeline::Alpha(keys) => (KeyKind::Color, last(keys, |key| key.time, seconds)),
    };
    (kind, found.map(|(_, age)| age))
}

/// The last key up to a time, and how long ago it was; `None` where that is too long.
fn last<T>(keys: &[T], time: impl Fn(&T) -> f64, seconds: f64) -> Option<(usize, f64)> {
    let index = keys
        .partition_point(|key| time(key) <= seconds + TINY)
        .checked_sub(1)?;
    let age = (seconds - time(keys.get(index)?)).max(0.0);
    (age + TINY < WINDOW).then_some((index, age))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::spine::{
        Attachment, AttachmentKey, AttachmentKind, Bone, Curve, DeformKey, Key, Mesh, Shift, Skin,
        SkinEntry, Slot, Vertices, WHITE,
    };

    fn mesh() -> Mesh {
        Mesh {
            path: String::new(),
            color: WHITE,
            sequence: None,
            hull: 0,
            vertices: Vertices::Plain(vec![[0.0, 0.0]]),
            uvs: vec![[0.0, 0.0]],
            triangles: Vec::new(),
            timeline_slots: vec![1],
            edges: Vec::new(),
            width: 0.0,
            height: 0.0,
        }
    }

    /// Three slots; the first two show the first mesh, whose timelines work in both; nothing shows the second mesh.
    fn rig() -> Rig {
        let slot = |name: &str, shown: Option<&str>| Slot {
            attachment: shown.map(Into::into),
            ..Slot::new(name, 0)
        };
        let attachment = || Attachment {
            name: "mesh".into(),
            kind: AttachmentKind::Mesh(mesh()),
        };
        let entry = |slot| SkinEntry {
            slot,
            placeholder: "mesh".into(),
            attachment: 0,
        };
        let skin = Skin {
            entries: vec![entry(0), entry(1)],
            ..Skin::new("default")
        };
        let deform = |attachment, time| Timeline::Deform {
            slot: 0,
            attachment,
            keys: vec![DeformKey {
                time,
                start: 0,
                offsets: Vec::new(),
                curve: Curve::Linear,
            }],
        };
        let key = |time, placeholder| AttachmentKey { time, placeholder };
        let order = |time, shifts| DrawOrderKey::new(time, shifts, 3).unwrap();
        let swap = vec![Shift { slot: 0, by: 1 }];
        let timelines = vec![
            Timeline::Slot {
                slot: 2,
                timeline: SlotTimeline::Attachment(vec![key(0.0, None), key(1.0, None)]),
            },
            Timeline::Slot {
                slot: 2,
                timeline: SlotTimeline::Alpha(vec![Key::linear(1.1, [1.0])]),
            },
            Timeline::DrawOrder(vec![
                order(2.0, swap.clone()),
                order(3.0, swap),
                order(4.0, Vec::new()),
            ]),
            deform(0, 5.0),
            deform(1, 5.0),
            Timeline::DrawOrderFolder {
                slots: vec![0, 2],
                keys: vec![DrawOrderKey::new(6.0, vec![Shift { slot: 0, by: 1 }], 2).unwrap()],
            },
        ];
        Rig {
            bones: vec![Bone::new("root", None)],
            slots: vec![
                slot("a", Some("mesh")),
                slot("b", Some("mesh")),
                slot("c", None),
            ],
            skins: vec![skin],
            default_skin: Some(0),
            attachments: vec![attachment(), attachment()],
            animations: vec![Animation::new("all", timelines)],
            ..Rig::default()
        }
    }

    /// By slot what has fired at a time.
    fn fired(seconds: f64) -> [Vec<KeyKind>; 3] {
        let rig = rig();
        let mut marks = SlotMarks::default();
        marks.look(&rig, &SpinePose::new(&rig, &[]), [(0, seconds)]);
        [0, 1, 2].map(|slot| marks.of(slot).fired().map(|(kind, _)| kind).collect())
    }

    #[test]
    fn a_key_is_seen_from_its_time_on_for_a_quarter_of_a_second() {
        use KeyKind::{Attachment, Color};
        for (seconds, expected) in [
            (0.0, vec![Attachment]),
            (0.3, vec![]),
            (0.99, vec![]),
            (1.0, vec![Attachment]),
            (1.05, vec![Attachment]),
            (1.2, vec![Attachment, Color]),
            (1.3, vec![Color]),
            (1.36, vec![]),
        ] {
            assert_eq!(fired(seconds), [vec![], vec![], expected], "{seconds}");
        }
    }

    #[test]
    fn a_mark_fades_with_the_time_since_the_youngest_key() {
        let rig = rig();
        let pose = SpinePose::new(&rig, &[]);
        let mut marks = SlotMarks::default();
        let mut strength = |seconds| {
            marks.look(&rig, &pose, [(0, seconds)]);
            marks.of(2).strength()
        };
        assert_eq!(strength(1.0), 1.0);
        assert!((strength(1.05) - 0.8).abs() < 1e-6);
        assert!((strength(1.2) - 0.6).abs() < 1e-6, "the colour's key");
        assert_eq!(strength(1.5), 0.0);
    }

    #[test]
    fn draw_order_keys_mark_the_slots_that_change_places() {
        let moved = || vec![KeyKind::DrawOrder];
        assert_eq!(fired(2.1), [moved(), moved(), vec![]]);
        assert_eq!(fired(3.1), [vec![], vec![], vec![]], "the same order again");
        assert_eq!(fired(4.1), [moved(), moved(), vec![]], "back to the setup");
        assert_eq!(fired(6.1), [moved(), vec![], moved()], "of a folder");
    }

    #[test]
    fn deform_keys_mark_the_slots_that_show_what_is_deformed() {
        let deformed = || vec![KeyKind::Deform];
        assert_eq!(fired(5.1), [deformed(), deformed(), vec![]]);
        let mut rig = rig();
        rig.slots[0].attachment = None;
        let mut marks = SlotMarks::default();
        marks.look(&rig, &SpinePose::new(&rig, &[]), [(0, 5.1)]);
        assert_eq!(marks.of(0), SlotMark::default());
        assert_ne!(marks.of(1), SlotMark::default());
    }

    #[test]
    fn several_animations_mark_together_and_none_marks_nothing() {
        let rig = rig();
        let pose = SpinePose::new(&rig, &[]);
        let mut marks = SlotMarks::default();
        marks.look(&rig, &pose, [(0, 1.0), (0, 2.0), (99, 1.0)]);
        let kinds = |slot| {
            marks
                .of(slot)
                .fired()
                .map(|(kind, _)| kind)
                .collect::<Vec<_>>()
        };
        assert_eq!(kinds(0), [KeyKind::DrawOrder]);
        assert_eq!(kinds(2), [KeyKind::Attachment]);
        marks.look(&rig, &pose, []);
        assert!((0..4).all(|slot| marks.of(slot) == SlotMark::default()));
    }
}
