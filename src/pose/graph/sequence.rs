//! Clips one after the other: sequencers, and a clip that takes over from another.

use super::build::{Builder, Lead, Stated, length};
use super::plan::{Action, NodeId, Step, inside};
use crate::model::clip_graph::{BlendKind, ClipRef, GraphClip, LOOPING};

/// A sequence under construction.
#[derive(Default)]
struct Row {
    steps: Vec<Step>,
    seconds: f32,
    /// The hash of the clip that the next one follows.
    last: Option<u32>,
}

impl Builder<'_> {
    /// A sequencer: its children by the blends between them.
    pub fn sequence(
        &mut self,
        index: usize,
        clip: &GraphClip,
        children: &[ClipRef],
        depth: usize,
    ) -> Option<NodeId> {
        let first_span = self.spans.len();
        let mut row = Row::default();
        for child in children {
            self.follow_with(child, depth, &mut row);
        }
        if row.steps.is_empty() {
            return None;
        }
        self.own_span(index, clip, first_span, row.seconds);
        let is_looping = clip.flags & LOOPING != 0;
        let stated = row.steps.iter().map(|step| self.stated[step.node]);
        let shared = stated.reduce(Stated::shared).unwrap_or_default();
        let node = self.push(row.seconds, is_looping, Action::Sequence(row.steps));
        self.stated[node] = shared;
        Some(node)
    }

    /// A clip that takes over from the node `from`, which was left as the lead says.
    pub fn taken_over(&mut self, lead: Lead, from: NodeId, clip: usize) -> Option<NodeId> {
        let hash = |index: usize| self.graph.clips.get(index).map(|clip| clip.hash);
        let mut row = Row {
            last: hash(lead.clip),
            ..Row::default()
        };
        let child = ClipRef {
            hash: hash(clip)?,
            clip: Some(clip),
        };
        self.follow_with(&child, 0, &mut row);
        let first = *row.steps.first()?;
        let to = match row.steps[..] {
            [only] => only.node,
            _ => self.push(row.seconds, false, Action::Sequence(row.steps)),
        };
        if first.fade <= 0.0 {
            return Some(to);
        }
        let action = Action::Fade {
            from,
            from_seconds: inside(lead.seconds, self.nodes[from].duration),
            to,
            seconds: first.fade,
        };
        Some(self.push(self.nodes[to].duration, false, action))
    }

    /// Appends a child, after the transition clip that the blend table may have for it.
    fn follow_with(&mut self, child: &ClipRef, depth: usize, row: &mut Row) {
        let Some(clip) = child.clip else { return };
        if let Some(BlendKind::Transition(between)) = self.between(row.last, child.hash)
            && let Some(transition) = between.clip
        {
            self.append(between.hash, transition, depth, row);
        }
        self.append(child.hash, clip, depth, row);
    }

    /// Appends a clip, unless nothing of it can be played.
    fn append(&mut self, hash: u32, clip: usize, depth: usize, row: &mut Row) {
        let fade = match self.between(row.last, hash) {
            Some(BlendKind::Time(seconds)) => length(seconds),
            _ => 0.0,
        };
        let Some(made) = self.clip(clip, depth + 1) else {
            return;
        };
        self.move_spans(made.first_span, row.seconds, 1.0);
        row.steps.push(Step {
            node: made.node,
            start: row.seconds,
            fade,
        });
        row.seconds += self.nodes[made.node].duration;
        row.last = Some(hash);
    }

    fn between(&self, from: Option<u32>, to: u32) -> Option<BlendKind> {
        let from = from.filter(|_| !self.controls.cuts)?;
        self.graph.blend(from, to)
    }
}
