//! A clip and its controls → the plan of one pass.

use super::controls::{self, Controls};
use super::plan::{Action, Node, NodeId, Plan, Play, Span};
use crate::model::Clip;
use crate::model::clip_graph::{Animation, ClipGraph, ClipKind, ClipRef, GraphClip, LOOPING};

/// Frames a second where neither graph nor file says (league-formats §7.2).
const FRAME_RATE: f32 = 30.0;
/// Composites inside composites. Those that only choose a child do not count.
const DEEPEST: usize = 64;
/// Parts of one pass. A few clips that each name the next one twice would else make billions.
pub(super) const MOST_NODES: usize = 4096;
/// Events of one pass, but for the first clip's. A clip of many events that plays many times would else make billions.
const MOST_EVENTS: usize = 1 << 16;
/// A tick this near to the file's own, relative, is the file's own written in few decimals.
const SAME_RATE: f32 = 1e-4;
/// A pass is not longer than a day, whatever ticks a file holds.
const LONGEST: f32 = 86_400.0;

/// The clip that another takes over from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// Index of the clip in its graph.
    pub clip: usize,
    /// How far its pass was.
    pub seconds: f32,
    /// Which pass it was.
    pub pass: u64,
}

/// The plan of one pass of a clip of the graph. `files` are the character's clips, which atomic clips refer to. With a
/// lead, the pass begins with the cross-fade or the transition clip that the graph's blend table has for the two.
pub fn plan(
    graph: &ClipGraph,
    files: &[Clip],
    clip: usize,
    controls: &Controls,
    lead: Option<Lead>,
) -> Plan {
    let before = lead.map(|lead| Controls {
        pass: lead.pass,
        ..controls.clone()
    });
    let mut builder = Builder {
        graph,
        files,
        controls: before.as_ref().unwrap_or(controls),
        nodes: Vec::new(),
        stated: Vec::new(),
        on_path: vec![false; graph.clips.len()],
        steps_left: MOST_NODES + graph.clips.len(),
        events: 0,
        is_cut: false,
        spans: Vec::new(),
    };
    let from = lead.and_then(|lead| Some((lead, builder.clip(lead.clip, 0)?.node)));
    // Only what comes fires events; what goes fires none any more.
    builder.spans.clear();
    builder.controls = controls;
    let root = match from {
        Some((lead, from)) => builder.taken_over(lead, from, clip),
        None => builder.clip(clip, 0).map(|made| made.node),
    };
    let Builder {
        nodes,
        mut spans,
        is_cut,
        ..
    } = builder;
    let duration = root.map_or(0.0, |root| nodes[root].duration);
    for span in &mut spans {
        span.end = span.end.min(duration);
    }
    Plan {
        nodes,
        root,
        duration,
        spans,
        is_cut,
    }
}

/// The plan of an animation file alone, without any graph.
pub fn plan_of_file(files: &[Clip], clip: usize) -> Plan {
    let duration = files.get(clip).map_or(0.0, |file| length(file.duration));
    let play = Play {
        clip: Some(clip),
        start: 0.0,
        rate: 1.0,
    };
    Plan {
        nodes: vec![Node {
            duration,
            is_looping: false,
            action: Action::Play(play),
        }],
        root: Some(0),
        duration,
        spans: Vec::new(),
        is_cut: false,
    }
}

pub(super) struct Builder<'a> {
    pub graph: &'a ClipGraph,
    files: &'a [Clip],
    pub controls: &'a Controls,
    pub nodes: Vec<Node>,
    /// For each of `nodes`.
    pub stated: Vec<Stated>,
    /// The clips that are being built: one that is met again inside itself is left out.
    on_path: Vec<bool>,
    steps_left: usize,
    /// Of the spans so far.
    events: usize,
    pub is_cut: bool,
    pub spans: Vec<Span>,
}

/// How a clip lies among those that play beside it: the hashes of its mask and its track, where it states them.
#[derive(Clone, Copy, Default)]
pub(super) struct Stated {
    pub mask: Option<u32>,
    pub track: Option<u32>,
}

impl Stated {
    /// What both state alike.
    pub fn shared(self, other: Self) -> Self {
        Self {
            mask: self.mask.filter(|_| self.mask == other.mask),
            track: self.track.filter(|_| self.track == other.track),
        }
    }
}

/// A clip that was built.
pub(super) struct Made {
    pub node: NodeId,
    /// Its spans are those from here on; their times count from its own start.
    pub first_span: usize,
}

impl Builder<'_> {
    /// A clip, and what it plays. `None` where nothing of it can be played.
    pub fn clip(&mut self, clip: usize, depth: usize) -> Option<Made> {
        if depth > DEEPEST || self.nodes.len() >= MOST_NODES {
            self.is_cut = true;
            return None;
        }
        let first_span = self.spans.len();
        let mut entered = Vec::new();
        let node = self.follow(clip, depth, &mut entered);
        for clip in entered.into_iter().rev() {
            self.on_path[clip] = false;
            if let Some(node) = node {
                self.state(node, &self.graph.clips[clip]);
            }
        }
        node.map(|node| Made { node, first_span })
    }

    /// What a clip on the way to its node says of itself. Of mask and track the outermost clip that states one decides.
    fn state(&mut self, node: NodeId, clip: &GraphClip) {
        let stated = &mut self.stated[node];
        stated.mask = clip.mask.or(stated.mask);
        stated.track = clip.track.or(stated.track);
        // One of a single child has no node of its own, and loops all the same.
        let has_a_pass = matches!(clip.kind, ClipKind::Sequencer(_) | ClipKind::Parametric(_));
        if has_a_pass && clip.flags & LOOPING != 0 {
            self.nodes[node].is_looping = true;
        }
    }

    /// Follows the clips that do nothing but choose another, as deep as they go.
    fn follow(&mut self, clip: usize, depth: usize, entered: &mut Vec<usize>) -> Option<NodeId> {
        let mut at = clip;
        loop {
            let graph = self.graph;
            let clip = graph.clips.get(at)?;
            if self.on_path[at] {
                return None;
            }
            if self.steps_left == 0 {
                self.is_cut = true;
                return None;
            }
            self.steps_left -= 1;
            self.on_path[at] = true;
            entered.push(at);
            let child = |place: Option<usize>, pairs: &[(ClipRef, f32)]| pairs.get(place?)?.0.clip;
            at = match &clip.kind {
                ClipKind::Atomic(animation) => return self.atomic(at, clip, animation),
                ClipKind::Selector(pairs) => child(self.controls.chosen(at, pairs), pairs)?,
                ClipKind::ConditionFloat(pairs) => {
                    let value = self.controls.value(at, clip);
                    child(controls::place_by_value(pairs, value), pairs)?
                }
                ClipKind::ConditionBool { yes, no } => match self.controls.condition(at) {
                    true => yes.clip.or(no.clip)?,
                    false => no.clip.or(yes.clip)?,
                },
                ClipKind::Other { children, .. } => self.first_open(children)?,
                ClipKind::Sequencer(children) => match children[..] {
                    [only] if clip.events.is_empty() => only.clip?,
                    _ => return self.sequence(at, clip, children, depth),
                },
                ClipKind::Parametric(pairs) => {
                    let value = self.controls.value(at, clip);
                    match controls::neighbours(pairs, value)? {
                        (only, other, _) if only == other && !fires_own_events(clip) => {
                            pairs.get(only)?.0.clip?
                        }
                        (a, b, share) => return self.mix(at, clip, [a, b], share, depth),
                    }
                }
                ClipKind::Parallel(children) => return self.layers(at, clip, children, depth),
            };
        }
    }

    fn first_open(&self, children: &[ClipRef]) -> Option<usize> {
        let mut there = children.iter().filter_map(|child| child.clip);
        there.find(|&child| self.on_path.get(child) == Some(&false))
    }

    pub fn push(&mut self, duration: f32, is_looping: bool, action: Action) -> NodeId {
        self.nodes.push(Node {
            duration: length(duration),
            is_looping,
            action,
        });
        self.stated.push(Stated::default());
        self.nodes.len() - 1
    }

    fn atomic(&mut self, index: usize, clip: &GraphClip, animation: &Animation) -> Option<NodeId> {
        let (span, play) = timing(self.files, index, clip, animation);
        self.add_span(self.spans.len(), span);
        let is_looping = clip.flags & LOOPING != 0;
        Some(self.push(span.end, is_looping, Action::Play(play)))
    }

    /// Its own events count in ticks of its own.
    pub fn own_span(&mut self, index: usize, clip: &GraphClip, at: usize, duration: f32) {
        let span = Span {
            clip: index,
            start: 0.0,
            end: duration,
            tick: positive(clip.tick).unwrap_or(1.0 / FRAME_RATE),
            first_frame: 0.0,
            plays: None,
        };
        self.add_span(at, span);
    }

    /// Adds a span, unless the pass has too many events already.
    pub fn add_span(&mut self, at: usize, span: Span) {
        let clip = self.graph.clips.get(span.clip);
        let events = clip.map_or(0, |clip| clip.events.len());
        let has_room = events == 0 || self.events == 0 || self.events + events <= MOST_EVENTS;
        if has_room && self.spans.len() < MOST_NODES {
            self.events += events;
            self.spans.insert(at, span);
        } else {
            self.is_cut = true;
        }
    }
}

/// How long an atomic clip lasts, and what it plays. Pose and events run by one clock: a frame of the file lasts a tick
/// (league-formats §7.2).
fn timing(files: &[Clip], index: usize, clip: &GraphClip, animation: &Animation) -> (Span, Play) {
    let file = animation.clip.and_then(|file| files.get(file));
    let fps = file
        .map(|file| file.fps)
        .filter(|fps| fps.is_finite() && *fps > 0.0)
        .unwrap_or(FRAME_RATE);
    let rate = match positive(clip.tick) {
        Some(tick) if (tick * fps - 1.0).abs() > SAME_RATE => 1.0 / (tick * fps),
        _ => 1.0,
    };
    let all = file.map_or(0.0, |file| length(file.duration));
    let seconds = |frame: Option<f32>| positive(frame).map(|frame| frame / fps);
    let start = seconds(animation.start_frame).unwrap_or(0.0).min(all);
    let end = seconds(animation.end_frame).filter(|&end| end > start);
    let span = Span {
        clip: index,
        start: 0.0,
        end: length((end.unwrap_or(all).min(all) - start) / rate),
        tick: 1.0 / (fps * rate),
        first_frame: start * fps,
        plays: animation.clip.filter(|_| file.is_some()),
    };
    let play = Play {
        clip: animation.clip,
        start,
        rate,
    };
    (span, play)
}

/// Seconds of an atomic clip whose file is among `files`; `None` of all others.
pub fn seconds_of(files: &[Clip], clip: &GraphClip) -> Option<f32> {
    let ClipKind::Atomic(animation) = &clip.kind else {
        return None;
    };
    let (span, _) = timing(files, 0, clip, animation);
    span.plays.map(|_| span.end)
}

/// A sequencer's own events always fire, a parametric clip's only where it says so (league-formats §7.2).
pub(super) fn fires_own_events(clip: &GraphClip) -> bool {
    clip.own_events && !clip.events.is_empty()
}

fn positive(number: Option<f32>) -> Option<f32> {
    number.filter(|number| number.is_finite() && *number > 0.0)
}

/// A length of time that can be played: what is no number, or negative, is none.
pub(super) fn length(seconds: f32) -> f32 {
    if seconds.is_nan() {
        0.0
    } else {
        seconds.clamp(0.0, LONGEST)
    }
}
