//! What a game plays under a name: single clips, and clips made of clips (league-formats §7.2).

use std::collections::HashMap;
use std::path::PathBuf;

use glam::Vec3;

/// All the clips that a game knows by name for one character.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipGraph {
    /// Where it was read from.
    pub file: Option<PathBuf>,
    /// Bytes from the start of the file.
    pub offset: Option<u64>,
    /// The hash of its path, by which a skin refers to it.
    pub path_hash: u32,
    /// In file order. References between them are by index, see [`ClipGraph::link`].
    pub clips: Vec<GraphClip>,
    /// Sorted by `from`, then `to`, after [`ClipGraph::link`].
    pub blends: Vec<Blend>,
    /// Which joints a clip that plays beside another moves.
    pub masks: Vec<Mask>,
    /// Which of several clips that play at once wins.
    pub tracks: Vec<GraphTrack>,
}

/// One entry of a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphClip {
    /// The hash of its name.
    pub hash: u32,
    /// Its name, where one was found that gives the hash.
    pub name: Option<String>,
    /// What it plays.
    pub kind: ClipKind,
    /// What happens beside the motion, in file order.
    pub events: Vec<ClipEvent>,
    /// Seconds a frame, for pose and events alike; `None` is the animation file's own rate.
    pub tick: Option<f32>,
    /// The hash of the track it plays on.
    pub track: Option<u32>,
    /// The hash of the mask it plays through.
    pub mask: Option<u32>,
    /// The hash of the group in which clips keep step.
    pub sync_group: Option<u32>,
    /// The file's flag word.
    pub flags: u32,
    /// A parametric clip whose own events fire.
    pub own_events: bool,
}

/// The bit of [`GraphClip::flags`] that is set on clips that run in a loop.
pub const LOOPING: u32 = 2;

/// A clip named by another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClipRef {
    /// The hash of its name.
    pub hash: u32,
    /// Its index in the graph; `None` where there is no such clip.
    pub clip: Option<usize>,
}

impl ClipRef {
    /// A reference that [`ClipGraph::link`] has yet to resolve.
    pub fn to(hash: u32) -> Self {
        Self { hash, clip: None }
    }
}

/// What a clip plays.
#[derive(Clone, Debug, PartialEq)]
pub enum ClipKind {
    /// An animation file.
    Atomic(Animation),
    /// Its children one after the other.
    Sequencer(Vec<ClipRef>),
    /// One of its children, by relative weight.
    Selector(Vec<(ClipRef, f32)>),
    /// The two children beside a value, blended.
    Parametric(Vec<(ClipRef, f32)>),
    /// All its children at once, by mask and track.
    Parallel(Vec<ClipRef>),
    /// The child of the greatest value that is not above the condition's.
    ConditionFloat(Vec<(ClipRef, f32)>),
    /// One child or the other.
    ConditionBool {
        /// Played where the condition holds.
        yes: ClipRef,
        /// Played where it does not.
        no: ClipRef,
    },
    /// A class that is not known: its first child that can be played is.
    Other {
        /// The name, or the hash, of its class.
        class: String,
        /// Every clip that it names.
        children: Vec<ClipRef>,
    },
}

impl Default for ClipKind {
    fn default() -> Self {
        Self::Atomic(Animation::default())
    }
}

impl ClipKind {
    /// The word in JSON and in lists.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Atomic(_) => "atomic",
            Self::Sequencer(_) => "sequencer",
            Self::Selector(_) => "selector",
            Self::Parametric(_) => "parametric",
            Self::Parallel(_) => "parallel",
            Self::ConditionFloat(_) => "condition-float",
            Self::ConditionBool { .. } => "condition-bool",
            Self::Other { .. } => "other",
        }
    }

    /// The clips that it names, in file order, with the number that the file gives each: a selector's weight, the value
    /// of a parametric or a condition clip.
    pub fn children(&self) -> Vec<(ClipRef, Option<f32>)> {
        let plain = |list: &[ClipRef]| list.iter().map(|&child| (child, None)).collect();
        match self {
            Self::Atomic(_) => Vec::new(),
            Self::Sequencer(list) | Self::Parallel(list) => plain(list),
            Self::Other { children, .. } => plain(children),
            Self::Selector(pairs) | Self::Parametric(pairs) | Self::ConditionFloat(pairs) => pairs
                .iter()
                .map(|&(child, number)| (child, Some(number)))
                .collect(),
            Self::ConditionBool { yes, no } => plain(&[*yes, *no]),
        }
    }

    fn references(&mut self) -> Vec<&mut ClipRef> {
        match self {
            Self::Atomic(_) => Vec::new(),
            Self::Sequencer(list) | Self::Parallel(list) => list.iter_mut().collect(),
            Self::Other { children, .. } => children.iter_mut().collect(),
            Self::Selector(pairs) | Self::Parametric(pairs) | Self::ConditionFloat(pairs) => {
                pairs.iter_mut().map(|(child, _)| child).collect()
            }
            Self::ConditionBool { yes, no } => vec![yes, no],
        }
    }
}

/// The animation file of an atomic clip, and the part of it that is played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Animation {
    /// Its path in the game, where the graph spells it.
    pub path: Option<String>,
    /// The hash of its path, where the graph has but that.
    pub path_hash: Option<u64>,
    /// Index among the character's clips; `None` where no such file was opened.
    pub clip: Option<usize>,
    /// First frame played, in frames of the file.
    pub start_frame: Option<f32>,
    /// Frame at which it ends, in frames of the file.
    pub end_frame: Option<f32>,
}

/// A joint or a submesh, named by a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameRef {
    /// The hash of the name.
    pub hash: u32,
    /// The name, where the graph spells it.
    pub name: Option<String>,
}

impl NameRef {
    /// For people: the name, else the hash.
    pub fn title(&self) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None => format!("0x{:08x}", self.hash),
        }
    }
}

/// Something that happens while a clip plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipEvent {
    /// The hash of its key in the clip's map.
    pub hash: u32,
    /// Its name, where the file spells it.
    pub name: Option<String>,
    /// Frames of the clip from which, and up to which, it is active.
    pub window: Window,
    /// Fires too where the clip ends before it.
    pub fire_if_ends_early: bool,
    /// Only for the player's own character.
    pub self_only: bool,
    /// What it does.
    pub kind: EventKind,
}

/// Frames from `start`, inclusive, to `end`, exclusive. Without an end, or with one that is negative or not after the
/// start, it lasts to the end of the pass (league-formats §8). Edges may lie between two frames, at 5.5 as well as at 5; a
/// moment that is an edge but for the rounding of its seconds, a ten-thousandth of a frame, is the edge.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Window {
    /// May be negative: active from the first moment.
    pub start: f32,
    /// See above.
    pub end: Option<f32>,
}

impl Window {
    /// Where it ends; infinite for the end of the pass.
    pub fn until(&self) -> f32 {
        let end = self.end.filter(|&end| end >= 0.0 && end > self.start);
        end.unwrap_or(f32::INFINITY)
    }

    /// Whether a frame lies inside.
    pub fn holds(&self, frame: f32) -> bool {
        self.start <= frame && frame < self.until()
    }
}

/// What an event does.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// One joint's world becomes another's (league-formats §8).
    JointSnap {
        /// The joint that is moved.
        victim: NameRef,
        /// The joint whose world it gets.
        target: NameRef,
        /// In the target's space, file unit.
        offset: Vec3,
    },
    /// Submeshes appear and vanish.
    SubmeshVisibility {
        /// Made visible.
        show: Vec<NameRef>,
        /// Made invisible.
        hide: Vec<NameRef>,
    },
    /// Shown on the time line only.
    Other {
        /// The name, or the hash, of its class.
        class: String,
        /// Name and value of each field, for people.
        fields: Vec<(String, String)>,
    },
}

impl Default for EventKind {
    fn default() -> Self {
        Self::Other {
            class: String::new(),
            fields: Vec::new(),
        }
    }
}

impl EventKind {
    /// The word in JSON and on the time line.
    pub fn word(&self) -> &str {
        match self {
            Self::JointSnap { .. } => "JointSnap",
            Self::SubmeshVisibility { .. } => "SubmeshVisibility",
            Self::Other { class, .. } => class.strip_suffix("EventData").unwrap_or(class),
        }
    }
}

/// How one clip gives way to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// The hash of the clip that ends.
    pub from: u32,
    /// The hash of the clip that begins.
    pub to: u32,
    /// What happens in between.
    pub kind: BlendKind,
}

/// What happens between two clips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BlendKind {
    /// A cross-fade of this many seconds.
    Time(f32),
    /// A clip of its own.
    Transition(ClipRef),
}

/// How much a clip moves each joint.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mask {
    /// The hash of its name.
    pub hash: u32,
    /// Its name, where one was found.
    pub name: Option<String>,
    /// One for each joint of the skeleton, by index; joints beyond the list have 0.
    pub weights: Vec<f32>,
}

/// What several clips that play at once are ordered by.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphTrack {
    /// The hash of its name.
    pub hash: u32,
    /// Its name, where one was found.
    pub name: Option<String>,
    /// The higher lies over the lower.
    pub priority: i32,
    /// The file's number; its meaning is not known, every track overrides what lies below it.
    pub blend_mode: u32,
    /// How strongly it overrides, 0 to 1.
    pub weight: f32,
}

impl ClipGraph {
    /// Resolves every reference between clips, and sorts the blends. Of two clips of one hash the first is meant.
    pub fn link(&mut self) {
        let mut by_hash = HashMap::new();
        for (index, clip) in self.clips.iter().enumerate() {
            by_hash.entry(clip.hash).or_insert(index);
        }
        let resolve =
            |reference: &mut ClipRef| reference.clip = by_hash.get(&reference.hash).copied();
        for clip in &mut self.clips {
            clip.kind.references().into_iter().for_each(resolve);
        }
        for blend in &mut self.blends {
            if let BlendKind::Transition(clip) = &mut blend.kind {
                resolve(clip);
            }
        }
        self.blends.sort_by_key(|blend| (blend.from, blend.to));
    }

    /// How one clip gives way to another, by their hashes; `None` for a cut.
    pub fn blend(&self, from: u32, to: u32) -> Option<BlendKind> {
        let found = self
            .blends
            .binary_search_by_key(&(from, to), |blend| (blend.from, blend.to));
        found
            .ok()
            .and_then(|at| self.blends.get(at))
            .map(|blend| blend.kind)
    }

    /// The mask of this hash.
    pub fn mask(&self, hash: u32) -> Option<usize> {
        self.masks.iter().position(|mask| mask.hash == hash)
    }

    /// The track of this hash.
    pub fn track(&self, hash: u32) -> Option<&GraphTrack> {
        self.tracks.iter().find(|track| track.hash == hash)
    }

    /// For people: a clip's name, else its hash.
    pub fn title(&self, clip: usize) -> String {
        match self.clips.get(clip) {
            Some(GraphClip {
                name: Some(name), ..
            }) => name.clone(),
            Some(clip) => format!("0x{:08x}", clip.hash),
            None => String::new(),
        }
    }
}

/// A graph's events tied to one skeleton and one mesh: names have become indices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoundGraph {
    /// For each clip of the graph.
    pub clips: Vec<BoundClip>,
}

/// The events of one clip that do something to skeleton and mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoundClip {
    /// In file order.
    pub snaps: Vec<BoundSnap>,
    /// In file order.
    pub visibility: Vec<BoundVisibility>,
}

/// A joint snap whose joints are both there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundSnap {
    /// Index of the event in its clip.
    pub event: usize,
    /// Index of the joint that is moved.
    pub victim: usize,
    /// Index of the joint whose world it gets.
    pub target: usize,
    /// In the target's space, file unit.
    pub offset: Vec3,
    /// When.
    pub window: Window,
}

/// A change of what is visible.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundVisibility {
    /// Index of the event in its clip.
    pub event: usize,
    /// Indices of submeshes.
    pub show: Vec<usize>,
    /// Indices of submeshes.
    pub hide: Vec<usize>,
    /// When.
    pub window: Window,
}
