//! A plan at one moment → local transforms. Depends on its arguments alone; what is kept is memory, never a result.

use super::plan::{Action, Layer, NodeId, Plan, Play, Step, inside};
use crate::model::clip_graph::Mask;
use crate::model::transform::unit_or_identity;
use crate::model::{Clip, Skeleton, Transform};
use crate::pose::Mapping;
use crate::pose::evaluate::{link_rate, put_tracks};

/// What a plan's indices refer to.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// Whose joints are moved.
    pub skeleton: &'a Skeleton,
    /// The character's clips.
    pub files: &'a [Clip],
    /// For each of `files` which track moves which joint; a clip without one leaves the bind pose.
    pub mappings: &'a [Option<Mapping>],
    /// The graph's masks.
    pub masks: &'a [Mask],
}

/// Local transforms of all joints, and how much of each is there.
#[derive(Clone, Debug, Default)]
pub struct LocalPose {
    /// Relative to the parent.
    pub locals: Vec<Transform>,
    /// From 0, where nothing moves the joint, to 1: of less than 1 what lies below is seen through, the clips that play
    /// beside a parallel clip too, and below all the bind pose.
    pub cover: Vec<f32>,
}

/// Memory that is used again in each call.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    spare: Vec<LocalPose>,
}

/// The local transforms at a time of the pass; times outside it give its first or last moment.
pub fn evaluate(
    plan: &Plan,
    sources: Sources<'_>,
    seconds: f32,
    scratch: &mut Scratch,
    pose: &mut LocalPose,
) {
    rest(sources.skeleton, pose);
    if let Some(root) = plan.root {
        let mut walk = Walk {
            plan,
            sources,
            scratch,
        };
        walk.node(root, inside(seconds, plan.duration), pose);
    }
    let joints = pose.locals.iter_mut().zip(&pose.cover);
    let joints = joints.zip(&sources.skeleton.joints).enumerate();
    for (index, ((local, &cover), joint)) in joints {
        *local = mix(&joint.local, local, cover);
        if cover > 0.0 {
            link_rate(sources.skeleton, index, local);
        }
    }
}

fn rest(skeleton: &Skeleton, pose: &mut LocalPose) {
    pose.locals.clear();
    pose.locals
        .extend(skeleton.joints.iter().map(|joint| joint.local));
    pose.cover.clear();
    pose.cover.resize(skeleton.joints.len(), 0.0);
}

struct Walk<'a> {
    plan: &'a Plan,
    sources: Sources<'a>,
    scratch: &'a mut Scratch,
}

impl Walk<'_> {
    /// Fills `pose`, which is at rest.
    fn node(&mut self, node: NodeId, seconds: f32, pose: &mut LocalPose) {
        let plan = self.plan;
        let Some(node) = plan.nodes.get(node) else {
            return;
        };
        match &node.action {
            Action::Play(play) => self.play(*play, seconds, pose),
            Action::Sequence(steps) => self.sequence(steps, seconds, pose),
            Action::Mix { nodes, share } => {
                let part = if node.duration > 0.0 {
                    seconds / node.duration
                } else {
                    0.0
                };
                let at = |node: NodeId| part * self.duration(node);
                let [a, b] = nodes.map(at);
                self.node(nodes[0], a, pose);
                if *share > 0.0 {
                    self.give_way(nodes[1], b, pose, *share);
                }
            }
            Action::Layers(layers) => layers
                .iter()
                .for_each(|layer| self.layer(layer, seconds, pose)),
            Action::Fade {
                from,
                from_seconds,
                to,
                seconds: length,
            } => {
                if seconds >= *length {
                    return self.node(*to, seconds, pose);
                }
                let left = self.round(*from, from_seconds + seconds);
                self.node(*from, left, pose);
                self.give_way(*to, seconds, pose, seconds / length);
            }
        }
    }

    fn duration(&self, node: NodeId) -> f32 {
        self.plan.nodes.get(node).map_or(0.0, |node| node.duration)
    }

    /// A time inside a node: a looping one begins again, another stays at its end.
    fn round(&self, node: NodeId, seconds: f32) -> f32 {
        match self.plan.nodes.get(node) {
            Some(node) if node.is_looping && node.duration > 0.0 => {
                seconds.rem_euclid(node.duration)
            }
            _ => inside(seconds, self.duration(node)),
        }
    }

    fn sequence(&mut self, steps: &[Step], seconds: f32, pose: &mut LocalPose) {
        let place = steps.partition_point(|step| step.start <= seconds);
        let place = place.saturating_sub(1);
        let Some(step) = steps.get(place) else { return };
        let own = inside(seconds - step.start, self.duration(step.node));
        let before = place.checked_sub(1).and_then(|before| steps.get(before));
        match before {
            Some(before) if own < step.fade => {
                self.node(before.node, self.duration(before.node), pose);
                self.give_way(step.node, own, pose, own / step.fade);
            }
            _ => self.node(step.node, own, pose),
        }
    }

    fn layer(&mut self, layer: &Layer, seconds: f32, pose: &mut LocalPose) {
        let seconds = self.round(layer.node, seconds);
        let mask = layer.mask.and_then(|mask| self.sources.masks.get(mask));
        let weight = |joint: usize| match mask {
            Some(mask) => layer.weight * mask.weights.get(joint).copied().unwrap_or(0.0),
            None => layer.weight,
        };
        self.beside(layer.node, seconds, |other| lay_over(pose, other, weight));
    }

    /// Lets `pose` give way to a node, by its share.
    fn give_way(&mut self, node: NodeId, seconds: f32, pose: &mut LocalPose, share: f32) {
        self.beside(node, seconds, |other| cross(pose, other, share));
    }

    /// Hands over the pose of a node by itself.
    fn beside(&mut self, node: NodeId, seconds: f32, then: impl FnOnce(&LocalPose)) {
        let mut other = self.scratch.spare.pop().unwrap_or_default();
        rest(self.sources.skeleton, &mut other);
        self.node(node, seconds, &mut other);
        then(&other);
        self.scratch.spare.push(other);
    }

    fn play(&self, play: Play, seconds: f32, pose: &mut LocalPose) {
        let Sources {
            files, mappings, ..
        } = self.sources;
        let file = play.clip.and_then(|clip| files.get(clip));
        let mapping = play
            .clip
            .and_then(|clip| mappings.get(clip))
            .and_then(Option::as_ref);
        let (Some(file), Some(mapping)) = (file, mapping) else {
            return;
        };
        // In double precision: a slow tick must not take a whole frame off its place.
        let at = f64::from(play.start) + f64::from(seconds) * f64::from(play.rate);
        let joints = pose.locals.iter_mut().zip(&mut pose.cover);
        for (joint, (local, cover)) in joints.enumerate() {
            if put_tracks(file, mapping, joint, at as f32, local) {
                *cover = 1.0;
            }
        }
    }
}

/// Lays a pose over another, each joint by its weight. What neither covers whole stays open for what lies below both.
fn lay_over(pose: &mut LocalPose, above: &LocalPose, weight: impl Fn(usize) -> f32) {
    let joints = pose.locals.iter_mut().zip(&mut pose.cover);
    let over = above.locals.iter().zip(&above.cover);
    for (joint, ((local, cover), (above, &above_cover))) in joints.zip(over).enumerate() {
        let share = (weight(joint) * above_cover).clamp(0.0, 1.0);
        if share > 0.0 {
            let both = share + *cover * (1.0 - share);
            *local = mix(
                local,
                above,
                if *cover >= 1.0 { share } else { share / both },
            );
            *cover = if *cover >= 1.0 { 1.0 } else { both };
        }
    }
}

/// From a pose to another, by the share of the other.
fn cross(pose: &mut LocalPose, to: &LocalPose, share: f32) {
    let joints = pose.locals.iter_mut().zip(&mut pose.cover);
    for ((local, cover), (to, &to_cover)) in joints.zip(to.locals.iter().zip(&to.cover)) {
        let both = *cover + (to_cover - *cover) * share;
        if *cover == to_cover {
            *local = mix(local, to, share);
        } else if both > 0.0 {
            *local = mix(local, to, share * to_cover / both);
            *cover = both;
        }
    }
}

/// Translation and scale run straight, the rotation takes the shorter arc. A share of 0 or 1 changes no bit.
pub fn mix(a: &Transform, b: &Transform, share: f32) -> Transform {
    if share >= 1.0 {
        return *b;
    }
    if share > 0.0 {
        return Transform {
            translation: a.translation.lerp(b.translation, share),
            rotation: unit_or_identity(a.rotation).slerp(unit_or_identity(b.rotation), share),
            scale: a.scale.lerp(b.scale, share),
        };
    }
    *a
}
