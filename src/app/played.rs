//! What an item can play, as clips to export. Evaluated beside the item, which is left as it is.

use crate::export::ClipSource;
use crate::formats::league;
use crate::model::clip_graph::{BoundGraph, EventKind, NameRef};
use crate::model::finding::counted;
use crate::model::{Clip, ClipEvent, Finding, Skeleton};
use crate::pose::graph::cues::{Cue, cues, snap_windows};
use crate::pose::graph::{self, Plan, Sources};
use crate::pose::{Mapping, mapping};
use crate::scene::{Item, Pick};

/// So many names are told of clips that are left out.
const MOST_NAMES: usize = 5;

/// Clips of an item, planned, and all that their evaluation needs.
pub(super) struct Played<'a> {
    item: &'a Item,
    skeleton: &'a Skeleton,
    plans: Vec<(String, Plan, Pick)>,
    /// For each of the character's clips that a plan plays.
    mappings: Vec<Option<Mapping>>,
    /// The events of the graph, where snaps are made.
    bound: Option<BoundGraph>,
    /// Names of clips that play no file at hand.
    empty: Vec<String>,
}

impl<'a> Played<'a> {
    /// Each of `picks` once more by itself, under the item's controls.
    pub fn of(item: &'a Item, skeleton: &'a Skeleton, picks: &[Pick]) -> Self {
        let named = picks.iter().filter_map(|&pick| plan(item, pick));
        let (plans, empty): (Vec<_>, Vec<_>) =
            named.partition(|(_, plan, _)| plan.files().next().is_some());
        let mut mappings = vec![None; item.character.clips.len()];
        for file in plans.iter().flat_map(|(_, plan, _)| plan.files()) {
            let clip = item.character.clips.get(file);
            if let (Some(place @ None), Some(clip)) = (mappings.get_mut(file), clip) {
                *place = Some(mapped(item, skeleton, clip));
            }
        }
        let bound = item.graph().filter(|_| item.snaps_on()).map(|graph| {
            let (skins, mesh) = (item.joint_skins(), item.mesh());
            // What it finds is among the item's findings already.
            league::graph::bind(graph, skeleton, skins, mesh).0
        });
        Self {
            item,
            skeleton,
            plans,
            mappings,
            bound,
            empty: empty.into_iter().map(|(name, ..)| name).collect(),
        }
    }

    /// In the order of the picks.
    pub fn sources(&self) -> Vec<ClipSource<'_>> {
        let graph = self.item.graph();
        let sources = Sources {
            skeleton: self.skeleton,
            files: &self.item.character.clips,
            mappings: &self.mappings,
            masks: graph.map_or(&[], |graph| &graph.masks),
        };
        let source = |(name, plan, pick): &(String, Plan, Pick)| {
            let bound = self.bound.as_ref();
            let source = ClipSource::planned(name.clone(), plan.clone(), sources, bound);
            let events = self.events(plan, *pick);
            ClipSource { events, ..source }
        };
        self.plans.iter().map(source).collect()
    }

    /// What a clip says: the events of its file, or of its graph in words.
    fn events(&self, plan: &Plan, pick: Pick) -> Vec<ClipEvent> {
        match (pick, self.item.graph()) {
            (Pick::File(file), _) => {
                let clip = self.item.character.clips.get(file);
                clip.map_or(Vec::new(), |clip| clip.events.clone())
            }
            (Pick::Graph(_), Some(graph)) => {
                let cues = cues(plan, graph).into_iter().filter(|cue| !cue.is_late);
                let event = |cue: Cue| {
                    let event = graph.clips.get(cue.clip)?.events.get(cue.event)?;
                    Some(ClipEvent {
                        frame: event.window.start as i32,
                        seconds: cue.from,
                        name: event.kind.word().to_owned(),
                        text: words(&event.kind),
                    })
                };
                cues.filter_map(event).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The joints that any of these clips snaps at any moment. Those that only clips that are not exported snap keep their
    /// parents (league-formats §8, the open bug).
    pub fn victims(&self) -> Vec<usize> {
        let windows = self.bound.iter().flat_map(|bound| {
            let plans = self.plans.iter();
            plans.flat_map(|(_, plan, _)| snap_windows(plan, bound))
        });
        let mut victims: Vec<usize> = windows.map(|window| window.victim).collect();
        victims.sort_unstable();
        victims.dedup();
        victims
    }

    /// Clips that are left out because none of their files was opened.
    pub fn finding(&self) -> Option<Finding> {
        let mut names: Vec<&str> = self.empty.iter().map(String::as_str).collect();
        names.truncate(MOST_NAMES);
        let more = if self.empty.len() > MOST_NAMES {
            " …"
        } else {
            ""
        };
        let count = counted(self.empty.len(), "clip plays", "clips play");
        (!names.is_empty()).then(|| {
            Finding::warning(
                "export.clip-without-file",
                format!(
                    "{count} no animation file that is at hand and was left out: {}{more}",
                    names.join(", ")
                ),
                "open their .anm files too",
            )
        })
    }
}

fn plan(item: &Item, pick: Pick) -> Option<(String, Plan, Pick)> {
    let files = &item.character.clips;
    match pick {
        Pick::Bind => None,
        Pick::File(file) => {
            let name = files.get(file)?.name.clone();
            Some((name, graph::plan_of_file(files, file), pick))
        }
        Pick::Graph(clip) => {
            let graph = item.graph()?;
            let plan = graph::plan(graph, files, clip, item.controls(), None);
            Some((graph.title(clip), plan, pick))
        }
    }
}

/// As the item maps what it plays.
fn mapped(item: &Item, skeleton: &Skeleton, clip: &Clip) -> Mapping {
    let by_rule = mapping::map(item.rule(), skeleton, item.joint_skins(), &clip.tracks);
    match item.routing() {
        Some(routing) => mapping::route(&by_rule, routing, skeleton, clip).0,
        None => by_rule,
    }
}

/// What an event of a graph does, for a format that has but words.
fn words(kind: &EventKind) -> String {
    let name = |name: &NameRef| {
        name.name
            .clone()
            .unwrap_or_else(|| format!("{:08x}", name.hash))
    };
    let names = |word: &str, list: &[NameRef]| {
        let names: Vec<String> = list.iter().map(name).collect();
        (!names.is_empty()).then(|| format!("{word} {}", names.join(" ")))
    };
    match kind {
        EventKind::JointSnap { victim, target, .. } => {
            format!("{} to {}", name(victim), name(target))
        }
        EventKind::SubmeshVisibility { show, hide } => {
            let parts = [names("show", show), names("hide", hide)]
                .into_iter()
                .flatten();
            parts.collect::<Vec<_>>().join(" ")
        }
        EventKind::Other { fields, .. } => {
            let fields = fields.iter().map(|(name, value)| format!("{name} {value}"));
            fields.collect::<Vec<_>>().join(" ")
        }
    }
}
