//! Clips at the same time: the two that a parametric clip blends, and the layers of a parallel one.

use super::build::{Builder, MOST_NODES, fires_own_events};
use super::plan::{Action, Layer, Node, NodeId, Span};
use crate::model::clip_graph::{ClipKind, ClipRef, GraphClip, LOOPING};

impl Builder<'_> {
    /// Both neighbours run in step, so that feet that touch the ground at once stay together; the pass lasts as long as
    /// their mix. The events are those of the nearer one.
    pub fn mix(
        &mut self,
        index: usize,
        clip: &GraphClip,
        places: [usize; 2],
        share: f32,
        depth: usize,
    ) -> Option<NodeId> {
        let ClipKind::Parametric(pairs) = &clip.kind else {
            return None;
        };
        let own = self.spans.len();
        let open = places.map(|place| pairs.get(place).and_then(|pair| pair.0.clip));
        let a = open[0].and_then(|clip| self.clip(clip, depth + 1));
        let between = self.spans.len();
        let b = open[1].and_then(|clip| self.clip(clip, depth + 1));
        let (nodes, share) = match (a, b) {
            (Some(a), Some(b)) => ([a.node, b.node], share),
            (Some(one), None) | (None, Some(one)) => ([one.node; 2], 0.0),
            (None, None) => return None,
        };
        let lengths = nodes.map(|node| self.nodes[node].duration);
        let duration = lengths[0] + (lengths[1] - lengths[0]) * share;
        let nearer = if share < 0.5 { 0 } else { 1 };
        match nearer {
            0 => self.spans.truncate(between),
            _ => drop(self.spans.drain(own..between)),
        }
        if lengths[nearer] > 0.0 {
            self.move_spans(own, 0.0, duration / lengths[nearer]);
        }
        if fires_own_events(clip) {
            self.own_span(index, clip, own, duration);
        }
        let is_looping = clip.flags & LOOPING != 0;
        let shared = self.stated[nodes[0]].shared(self.stated[nodes[1]]);
        let node = self.push(duration, is_looping, Action::Mix { nodes, share });
        self.stated[node] = shared;
        Some(node)
    }

    /// All children at once, by the priority of their tracks; as long as the longest.
    pub fn layers(
        &mut self,
        index: usize,
        clip: &GraphClip,
        children: &[ClipRef],
        depth: usize,
    ) -> Option<NodeId> {
        let own = self.spans.len();
        let mut layers: Vec<Layer> = Vec::new();
        let mut made = Vec::new();
        let mut duration = 0.0_f32;
        for open in children.iter().filter_map(|child| child.clip) {
            let Some(child) = self.clip(open, depth + 1) else {
                continue;
            };
            self.lay(child.node, &mut layers);
            duration = duration.max(self.nodes[child.node].duration);
            made.push((child.node, child.first_span..self.spans.len()));
        }
        if layers.is_empty() {
            return None;
        }
        for (node, spans) in made {
            self.repeat_spans(node, spans, duration);
        }
        // The last round may be cut short, and so is what happens in it.
        for span in self.spans.iter_mut().skip(own) {
            span.end = span.end.min(duration);
        }
        // Stable: of one priority the later in the list lies over the earlier.
        layers.sort_by_key(|layer| layer.priority);
        self.own_span(index, clip, own, duration);
        let is_looping = clip.flags & LOOPING != 0;
        Some(self.push(duration, is_looping, Action::Layers(layers)))
    }

    /// Appends the layer of a child. One that is a parallel clip itself and states neither mask nor track is no layer: its
    /// own layers lie among the others, each by its track.
    fn lay(&mut self, child: NodeId, layers: &mut Vec<Layer>) {
        let of = self.stated[child];
        if let Node {
            duration,
            is_looping,
            action: Action::Layers(inner),
        } = &self.nodes[child]
            && of.mask.is_none()
            && of.track.is_none()
            && self.nodes.len() + inner.len() <= MOST_NODES
        {
            let (duration, is_looping, inner) = (*duration, *is_looping, inner.clone());
            for layer in inner {
                // Each still begins again with the clip that it is part of.
                let whole = Layer {
                    mask: None,
                    weight: 1.0,
                    ..layer
                };
                let node = self.push(duration, is_looping, Action::Layers(vec![whole]));
                layers.push(Layer { node, ..layer });
            }
            return;
        }
        let track = of.track.and_then(|track| self.graph.track(track));
        let weight = track.map_or(1.0, |track| track.weight);
        layers.push(Layer {
            node: child,
            mask: of.mask.and_then(|mask| self.graph.mask(mask)),
            weight: if weight.is_finite() {
                weight.clamp(0.0, 1.0)
            } else {
                1.0
            },
            priority: track.map_or(0, |track| track.priority),
        });
    }

    /// A looping clip beside a longer one plays its events again in each round.
    fn repeat_spans(&mut self, node: NodeId, spans: std::ops::Range<usize>, duration: f32) {
        let Node {
            duration: round,
            is_looping,
            ..
        } = self.nodes[node];
        if !is_looping || round <= 0.0 {
            return;
        }
        let one: Vec<Span> = self.spans[spans].to_vec();
        let mut start = round;
        while start < duration {
            if self.is_cut {
                return;
            }
            for span in &one {
                let again = Span {
                    start: span.start + start,
                    end: span.end + start,
                    ..*span
                };
                self.add_span(self.spans.len(), again);
            }
            start += round;
        }
    }

    /// Puts spans that count from a child's start where the child stands in its parent.
    pub fn move_spans(&mut self, first: usize, start: f32, stretch: f32) {
        for span in self.spans.iter_mut().skip(first) {
            span.start = start + span.start * stretch;
            span.end = start + span.end * stretch;
            span.tick *= stretch;
        }
    }
}
