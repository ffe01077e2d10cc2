//! When the parts of a pass begin, and where the frames of their files lie in it.

use super::clip_source::frames;
use crate::model::Clip;
use crate::pose::graph::{Action, Layer, NodeId, Plan, Play, Step};

/// Frames and steps of one pass together: more than can be sampled.
const MOST: usize = 1 << 22;

/// Moments in seconds of a pass.
#[derive(Default)]
pub(super) struct Schedule {
    /// Stored frames, and where cross-fades begin and end: the motion runs straight, or smoothly, between them.
    pub frames: Vec<f64>,
    /// Where one part gives way to another at once.
    pub steps: Vec<f64>,
}

impl Schedule {
    pub fn of(plan: &Plan, files: &[Clip]) -> Self {
        let mut walk = Walk {
            plan,
            files,
            schedule: Self::default(),
        };
        let all = Stretch {
            start: 0.0,
            rate: 1.0,
            until: f64::from(plan.duration),
        };
        if let Some(root) = plan.root {
            walk.node(root, all);
        }
        walk.schedule
    }

    fn is_full(&self) -> bool {
        self.frames.len() + self.steps.len() > MOST
    }
}

/// The part of the pass in which a node is seen.
#[derive(Clone, Copy)]
struct Stretch {
    /// Seconds of the pass at the node's own start.
    start: f64,
    /// Seconds of the pass in a second of the node's own.
    rate: f64,
    /// Seconds of the pass.
    until: f64,
}

impl Stretch {
    fn at(&self, own: f64) -> f64 {
        self.start + own * self.rate
    }

    fn shows(&self, time: f64) -> bool {
        time < self.until
    }
}

struct Walk<'a> {
    plan: &'a Plan,
    files: &'a [Clip],
    schedule: Schedule,
}

/// Follows what `pose::graph::evaluate` does.
impl Walk<'_> {
    fn node(&mut self, node: NodeId, seen: Stretch) {
        let plan = self.plan;
        let Some(node) = plan.nodes.get(node) else {
            return;
        };
        match &node.action {
            Action::Play(play) => self.play(*play, seen),
            Action::Sequence(steps) => self.sequence(steps, seen),
            Action::Mix { nodes, .. } => {
                for &child in nodes {
                    let own = self.duration(child);
                    if own > 0.0 {
                        let rate = seen.rate * f64::from(node.duration) / own;
                        self.node(child, Stretch { rate, ..seen });
                    }
                }
            }
            Action::Layers(layers) => layers.iter().for_each(|layer| self.layer(layer, seen)),
            // Only a pass that follows upon another begins so; it is never exported.
            Action::Fade { to, .. } => self.node(*to, seen),
        }
    }

    fn duration(&self, node: NodeId) -> f64 {
        let node = self.plan.nodes.get(node);
        node.map_or(0.0, |node| f64::from(node.duration))
    }

    fn play(&mut self, play: Play, seen: Stretch) {
        let Some(file) = play.clip.and_then(|clip| self.files.get(clip)) else {
            return;
        };
        let [start, rate] = [play.start, play.rate].map(f64::from);
        let all = frames(file).into_iter();
        let own = all.map(|frame| seen.at((frame - start) / rate));
        let shown = own.filter(|&time| time >= seen.start && seen.shows(time));
        self.schedule.frames.extend(shown);
    }

    fn sequence(&mut self, steps: &[Step], seen: Stretch) {
        let next = steps.iter().skip(1).map(|step| f64::from(step.start));
        let ends = next.chain([f64::INFINITY]);
        for (step, end) in steps.iter().zip(ends) {
            let start = seen.at(f64::from(step.start));
            if !seen.shows(start) || self.schedule.is_full() {
                return;
            }
            if step.fade > 0.0 {
                let end = seen.at(f64::from(step.start) + f64::from(step.fade));
                self.schedule.frames.extend([start, end]);
            } else {
                self.schedule.steps.push(start);
            }
            let until = seen.at(end).min(seen.until);
            let part = Stretch {
                start,
                until,
                ..seen
            };
            self.node(step.node, part);
        }
    }

    /// A looping child begins again until the longest has ended.
    fn layer(&mut self, layer: &Layer, seen: Stretch) {
        let own = self.duration(layer.node);
        let loops = self
            .plan
            .nodes
            .get(layer.node)
            .is_some_and(|node| node.is_looping);
        let mut round = 0.0;
        loop {
            let start = seen.at(round * own);
            if !seen.shows(start) || self.schedule.is_full() {
                return;
            }
            if round > 0.0 {
                self.schedule.steps.push(start);
            }
            let until = seen.at((round + 1.0) * own);
            let is_last = !loops || until <= start;
            let until = if is_last {
                seen.until
            } else {
                until.min(seen.until)
            };
            self.node(
                layer.node,
                Stretch {
                    start,
                    until,
                    ..seen
                },
            );
            if is_last {
                return;
            }
            round += 1.0;
        }
    }
}
