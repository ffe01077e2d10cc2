//! Which parts of a composite clip play at a moment.

use super::{Item, Pick};
use crate::model::ClipGraph;
use crate::model::clip_graph::{ClipKind, ClipRef};
use crate::pose::graph::{Controls, Span, controls};

/// Clips that only choose another, one in the other.
const DEEPEST: usize = 64;

impl Item {
    /// For each child of a clip that is itself at work at a time of the pass, how much of it is seen, 0 to 1; `None` where
    /// it does not play. In the order of [`super::graph::Playable::children`].
    pub fn children_at_work(&self, clip: usize, seconds: f64) -> Vec<Option<f32>> {
        let Some(graph) = self.graph() else {
            return Vec::new();
        };
        let Some(of) = graph.clips.get(clip) else {
            return Vec::new();
        };
        let all = of.kind.children();
        let mut shares = vec![None; all.len()];
        let mut set = |place: usize, share: f32| {
            if let Some(found) = shares.get_mut(place) {
                *found = Some(share);
            }
        };
        match &of.kind {
            ClipKind::Parametric(pairs) => {
                let value = self.controls().value(clip, of);
                if let Some((below, above, share)) = controls::neighbours(pairs, value) {
                    if share > 0.0 {
                        set(above, share);
                    }
                    set(below, 1.0 - share);
                }
            }
            ClipKind::Parallel(_) => (0..all.len())
                .filter(|&place| all[place].0.clip.is_some())
                .for_each(|place| set(place, 1.0)),
            ClipKind::Sequencer(list) => (0..list.len())
                .filter(|&place| self.step_is_at_work(graph, list, place, seconds))
                .for_each(|place| set(place, 1.0)),
            _ => {
                if let Some(place) = chosen(graph, self.controls(), clip) {
                    set(place, 1.0);
                }
            }
        }
        shares
    }

    /// Whether a child of a sequencer plays. A clip that stands in the list several times runs as often, in order.
    fn step_is_at_work(
        &self,
        graph: &ClipGraph,
        list: &[ClipRef],
        place: usize,
        seconds: f64,
    ) -> bool {
        let leaf = |child: &ClipRef| child.clip.map(|clip| leaf(graph, self.controls(), clip));
        let Some(wanted) = list.get(place).and_then(leaf) else {
            return false;
        };
        let is_same = |child: &&ClipRef| leaf(child) == Some(wanted);
        let turn = list.iter().take(place).filter(is_same).count();
        let turns = list.iter().filter(is_same).count();
        let spans = || self.plan().spans.iter().filter(|span| span.clip == wanted);
        let active: Vec<&Span> = self.plan().active(seconds as f32).collect();
        let is_active = |span: &Span| active.iter().any(|one| std::ptr::eq(*one, span));
        match spans().count() == turns {
            true => spans().nth(turn).is_some_and(is_active),
            false => spans().any(is_active),
        }
    }

    /// The clips that controls change, of all that the picked clip may play, each once, in the order of its children.
    pub fn controlled_clips(&self, most: usize) -> Vec<usize> {
        let (Pick::Graph(picked), Some(graph)) = (self.picked(), self.graph()) else {
            return Vec::new();
        };
        let mut is_met = vec![false; graph.clips.len()];
        let mut found = Vec::new();
        let mut waiting = vec![picked];
        while let Some(at) = waiting.pop() {
            let Some(clip) = graph.clips.get(at) else {
                continue;
            };
            if std::mem::replace(&mut is_met[at], true) {
                continue;
            }
            let has_control = matches!(
                clip.kind,
                ClipKind::Selector(_)
                    | ClipKind::Parametric(_)
                    | ClipKind::ConditionFloat(_)
                    | ClipKind::ConditionBool { .. }
            );
            if has_control {
                found.push(at);
            }
            if found.len() >= most {
                break;
            }
            let children = clip.kind.children();
            waiting.extend(children.iter().rev().filter_map(|(child, _)| child.clip));
        }
        found
    }
}

/// The place of the child that a clip chooses; `None` of a clip that plays several.
fn chosen(graph: &ClipGraph, controls: &Controls, clip: usize) -> Option<usize> {
    let of = graph.clips.get(clip)?;
    match &of.kind {
        ClipKind::Selector(pairs) => controls.chosen(clip, pairs),
        ClipKind::ConditionFloat(pairs) => {
            controls::place_by_value(pairs, controls.value(clip, of))
        }
        ClipKind::ConditionBool { yes, no } => {
            let wanted = match controls.condition(clip) {
                true => [(0, yes), (1, no)],
                false => [(1, no), (0, yes)],
            };
            let there = wanted.into_iter().find(|(_, child)| child.clip.is_some());
            there.map(|(place, _)| place)
        }
        ClipKind::Other { children, .. } => children.iter().position(|child| child.clip.is_some()),
        _ => None,
    }
}

/// The clip that has a span in the plan: what a chain of choosing clips ends at.
fn leaf(graph: &ClipGraph, controls: &Controls, clip: usize) -> usize {
    let mut at = clip;
    for _ in 0..DEEPEST {
        let place = chosen(graph, controls, at);
        let children = graph.clips.get(at).map(|clip| clip.kind.children());
        match place.and_then(|place| children?.get(place)?.0.clip) {
            Some(child) => at = child,
            None => break,
        }
    }
    at
}
