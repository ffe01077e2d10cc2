//! What a clip of a graph plays under given controls: a tree of what runs when, for one pass.

use crate::model::clip_graph::Window;

/// Index of a node in [`Plan::nodes`].
pub type NodeId = usize;

/// One pass of one clip. Made once for a clip and its controls; then every moment is a pure function of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Children come before their parents.
    pub nodes: Vec<Node>,
    /// `None` where nothing of the clip can be played.
    pub root: Option<NodeId>,
    /// Seconds of the pass.
    pub duration: f32,
    /// Which clip of the graph runs when: what events go by. In the order of their starts within each branch.
    pub spans: Vec<Span>,
    /// The clip had more parts, or lay deeper, than is played; the rest is left out.
    pub is_cut: bool,
}

/// A part of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Seconds.
    pub duration: f32,
    /// It begins again where its parent lasts longer.
    pub is_looping: bool,
    /// What runs.
    pub action: Action,
}

/// What a node does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// An animation file runs.
    Play(Play),
    /// One node after the other, by their starts.
    Sequence(Vec<Step>),
    /// Two nodes in step, blended.
    Mix {
        /// The nodes.
        nodes: [NodeId; 2],
        /// Of the second, 0 to 1.
        share: f32,
    },
    /// All at once, the later over the earlier.
    Layers(Vec<Layer>),
    /// One gives way to another.
    Fade {
        /// What ends.
        from: NodeId,
        /// How far it was, seconds.
        from_seconds: f32,
        /// What begins.
        to: NodeId,
        /// How long both are seen.
        seconds: f32,
    },
}

/// An animation file that runs by one clock with its clip's events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Play {
    /// Index among the character's clips; `None` is the bind pose.
    pub clip: Option<usize>,
    /// Seconds of the file at the clip's start.
    pub start: f32,
    /// Seconds of the file in a second of the clip.
    pub rate: f32,
}

/// A part of a sequence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// What runs.
    pub node: NodeId,
    /// Seconds from the sequence's start.
    pub start: f32,
    /// Seconds over which the step before, held at its end, gives way.
    pub fade: f32,
}

/// One of several that play at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layer {
    /// What runs.
    pub node: NodeId,
    /// Index of the mask that it plays through.
    pub mask: Option<usize>,
    /// How strongly it overrides what lies below, 0 to 1.
    pub weight: f32,
    /// Of its track: the layers are in the order of it.
    pub priority: i32,
}

/// A clip of the graph at work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Index of the clip in its graph.
    pub clip: usize,
    /// Seconds of the pass at which it begins, inclusive.
    pub start: f32,
    /// Seconds of the pass at which it ends, exclusive.
    pub end: f32,
    /// Seconds of the pass for a frame of the clip's events.
    pub tick: f32,
    /// The frame at its start.
    pub first_frame: f32,
    /// Index among the character's clips of the animation file that it plays, of an atomic clip.
    pub plays: Option<usize>,
}

impl Span {
    /// The frame of the clip's events at a time of the pass.
    pub fn frame(&self, seconds: f32) -> f32 {
        if self.tick > 0.0 {
            let frames = f64::from(seconds - self.start) / f64::from(self.tick);
            whole_if_near(f64::from(self.first_frame) + frames) as f32
        } else {
            self.first_frame
        }
    }

    /// The time of the pass at which a window begins, wherever that lies.
    pub fn begins(&self, window: &Window) -> f32 {
        self.start + (window.start - self.first_frame) * self.tick
    }

    /// The time of the pass at a frame of the clip's events, inside the span.
    pub fn seconds(&self, frame: f32) -> f32 {
        let at = self.start + (frame - self.first_frame) * self.tick;
        // An infinite frame is the end; with a tick of 0 it would be no number.
        if at.is_nan() {
            self.end
        } else {
            at.clamp(self.start, self.end)
        }
    }
}

impl Plan {
    /// What is at work at a time of the pass. The last moment of the pass still belongs to what ends with it.
    pub fn active(&self, seconds: f32) -> impl Iterator<Item = &Span> {
        let seconds = inside(seconds, self.duration);
        let at_end = seconds >= self.duration;
        self.spans.iter().filter(move |span| {
            span.start <= seconds && (seconds < span.end || at_end && span.end >= self.duration)
        })
    }

    /// The animation file that a time of the pass shows: of several at once the last. Index among the character's clips.
    pub fn playing(&self, seconds: f32) -> Option<usize> {
        let by_span = || self.active(seconds).filter_map(|span| span.plays).last();
        match self.root.and_then(|root| self.nodes.get(root)) {
            Some(Node {
                action: Action::Play(play),
                ..
            }) => play.clip,
            _ => by_span(),
        }
    }

    /// Every animation file that is played, one perhaps several times. Indices among the character's clips.
    pub fn files(&self) -> impl Iterator<Item = usize> + '_ {
        self.nodes.iter().filter_map(|node| match node.action {
            Action::Play(play) => play.clip,
            _ => None,
        })
    }
}

/// Ticks and times are rounded to single precision; that must not take a time off the frame at which an event begins.
fn whole_if_near(frame: f64) -> f64 {
    let whole = frame.round();
    if (frame - whole).abs() <= rounding(whole) {
        whole
    } else {
        frame
    }
}

/// By how much a frame may be off that was made from seconds.
pub(super) fn rounding(frame: f64) -> f64 {
    (frame.abs() * 4.0 * f64::from(f32::EPSILON)).max(1e-4)
}

/// A time inside a pass; what is no number is the start.
pub(super) fn inside(seconds: f32, duration: f32) -> f32 {
    seconds.max(0.0).min(duration.max(0.0))
}
