//! A clip graph at play in an item: which clip is picked and how it is controlled, and everything that follows.

use crate::formats::league;
use crate::model::clip_graph::{BoundGraph, ClipKind};
use crate::model::{Character, Clip, ClipGraph, Finding, Mesh, Routing, Skeleton, Transform};
use crate::pose::Pose;
use crate::pose::evaluate::local_at;
use crate::pose::graph::cues::{self, Change, Cue};
use crate::pose::graph::{
    self, Action, Controls, Lead, LocalPose, Plan, Scratch, Sources, seconds_of,
};
use crate::pose::mapping::{self, Mapping, MappingRule};
use crate::pose::snap::{ActiveSnap, Snapper};

/// What an item shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pick {
    /// The bind pose.
    #[default]
    Bind,
    /// An animation file by itself, with no event of any clip: its index among the character's clips.
    File(usize),
    /// A clip of the graph, with its events: its index in the graph.
    Graph(usize),
}

/// One line of the list of all that can be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Playable {
    /// The clip's name, or its hash where none is known; of an animation file that no clip names the file's stem.
    pub name: String,
    /// `"atomic"`, `"sequencer"` …; `"file"` for an animation file that no clip names.
    pub kind: &'static str,
    /// What to hand to [`super::Item::pick`].
    pub pick: Pick,
    /// The clips that it names, in the file's order.
    pub children: Vec<Child>,
    /// How long it lasts, where no control changes that and its file was opened.
    pub seconds: Option<f32>,
}

/// A clip in another.
#[derive(Clone, Debug, PartialEq)]
pub struct Child {
    /// Its name, or its hash.
    pub name: String,
    /// Index of its line; `None` where the graph has no such clip.
    pub line: Option<usize>,
    /// A selector's weight, the value of a parametric or a condition clip.
    pub number: Option<f32>,
}

/// Whatever can be played of a character: the clips of the graph, then the animation files that none of them names.
pub fn playables(graph: Option<&ClipGraph>, files: &[Clip]) -> Vec<Playable> {
    let mut lines = Vec::new();
    let mut is_named = vec![false; files.len()];
    for (index, clip) in graph
        .iter()
        .flat_map(|graph| graph.clips.iter().enumerate())
    {
        let child = |(child, number): (crate::model::clip_graph::ClipRef, Option<f32>)| Child {
            name: match (graph, child.clip) {
                (Some(graph), Some(clip)) => graph.title(clip),
                _ => format!("0x{:08x}", child.hash),
            },
            line: child.clip,
            number,
        };
        if let ClipKind::Atomic(animation) = &clip.kind
            && let Some(is_named) = animation.clip.and_then(|file| is_named.get_mut(file))
        {
            *is_named = true;
        }
        lines.push(Playable {
            name: graph.map(|graph| graph.title(index)).unwrap_or_default(),
            kind: clip.kind.word(),
            pick: Pick::Graph(index),
            children: clip.kind.children().into_iter().map(child).collect(),
            seconds: seconds_of(files, clip),
        });
    }
    let unnamed = files.iter().zip(is_named).enumerate();
    for (index, (file, _)) in unnamed.filter(|(_, (_, is_named))| !is_named) {
        lines.push(Playable {
            name: file.name.clone(),
            kind: "file",
            pick: Pick::File(index),
            children: Vec::new(),
            seconds: Some(file.duration),
        });
    }
    lines
}

/// The graph's part of an item. The parts of the item that it needs are handed in, so that it borrows none of them.
#[derive(Default)]
pub(super) struct Playing {
    /// Index among the character's graphs.
    pub graph: Option<usize>,
    pub pick: Pick,
    pub controls: Controls,
    pub lead: Option<Lead>,
    pub plan: Plan,
    pub cues: Vec<Cue>,
    pub lines: Vec<Playable>,
    pub findings: Vec<Finding>,
    /// That the plan is cut.
    pub cut: Option<Finding>,
    /// The graph's events, tied to skeleton and mesh.
    pub bound: BoundGraph,
    /// Another number after each change of the plan or of which track moves which joint.
    pub revision: u64,
    /// For each of the character's clips that the plan plays.
    mappings: Vec<Option<Mapping>>,
    /// The same by a rule alone, for comparing with it; none made yet for `None`.
    by_rule: (Option<MappingRule>, Vec<Option<Mapping>>),
    /// The latter is in use.
    uses_rule: bool,
    locals: LocalPose,
    scratch: Scratch,
    /// The changes of visibility at work at the moment last posed; the later wins.
    pub changes: Vec<Change>,
    pub active: Vec<ActiveSnap>,
    pub snapper: Snapper,
}

impl Playing {
    /// Another character, skeleton or mesh. `skin_graph` is the hash of the graph that the mesh's skin plays by, which is
    /// used where none has been picked.
    pub fn rebind(
        &mut self,
        character: &Character,
        skin_graph: Option<u32>,
        skeleton: Option<&Skeleton>,
        mesh: Option<&Mesh>,
        joint_skins: &[bool],
    ) {
        let graphs = &character.graphs;
        let of_skin = || {
            graphs
                .iter()
                .position(|graph| Some(graph.path_hash) == skin_graph)
        };
        let graph = self.graph.or_else(of_skin).or(Some(0));
        self.graph = graph.filter(|&graph| graph < graphs.len());
        let graph = self.graph.and_then(|graph| character.graphs.get(graph));
        self.lines = playables(graph, &character.clips);
        (self.bound, self.findings) = match (graph, skeleton) {
            (Some(graph), Some(skeleton)) => {
                league::graph::bind(graph, skeleton, joint_skins, mesh)
            }
            _ => Default::default(),
        };
        self.snapper.clear();
        self.active.clear();
    }

    /// Plans a pass again, after pick or controls changed.
    pub fn replan(&mut self, character: &Character) {
        let graph = self.graph.and_then(|graph| character.graphs.get(graph));
        let files = &character.clips;
        self.plan = match (self.pick, graph) {
            (Pick::Graph(clip), Some(graph)) => {
                graph::plan(graph, files, clip, &self.controls, self.lead)
            }
            (Pick::File(file), _) => graph::plan_of_file(files, file),
            _ => Plan::default(),
        };
        self.cut = match (self.pick, graph) {
            (Pick::Graph(clip), Some(graph)) if self.plan.is_cut => Some(cut(graph, clip)),
            _ => None,
        };
        self.cues = match graph {
            Some(graph) => cues::cues(&self.plan, graph),
            None => Vec::new(),
        };
    }

    /// Maps the tracks of every file that the plan plays, with routes chosen by hand over the rule.
    pub fn remap(
        &mut self,
        (rule, routing): (MappingRule, Option<&Routing>),
        character: &Character,
        skeleton: Option<&Skeleton>,
        joint_skins: &[bool],
    ) {
        self.by_rule.0 = None;
        self.revision += 1;
        let mapped = |skeleton: &Skeleton, clip: &Clip| {
            let by_rule = mapping::map(rule, skeleton, joint_skins, &clip.tracks);
            match routing {
                Some(routing) => mapping::route(&by_rule, routing, skeleton, clip).0,
                None => by_rule,
            }
        };
        map_files(&self.plan, character, skeleton, mapped, &mut self.mappings);
    }

    /// Poses by [`Self::remap`]'s mapping from now on.
    pub fn use_own_mapping(&mut self) {
        self.uses_rule = false;
    }

    /// Poses by a rule alone from now on.
    pub fn use_rule(
        &mut self,
        rule: MappingRule,
        character: &Character,
        skeleton: &Skeleton,
        joint_skins: &[bool],
    ) {
        self.uses_rule = true;
        if self.by_rule.0 != Some(rule) {
            let mapped = |skeleton: &Skeleton, clip: &Clip| {
                mapping::map(rule, skeleton, joint_skins, &clip.tracks)
            };
            let skeleton = Some(skeleton);
            map_files(&self.plan, character, skeleton, mapped, &mut self.by_rule.1);
            self.by_rule.0 = Some(rule);
        }
    }

    /// Poses a skeleton at a time of the pass; `snaps` makes the snaps that are active then.
    pub fn pose(
        &mut self,
        character: &Character,
        skeleton: &Skeleton,
        seconds: f32,
        snaps: bool,
        pose: &mut Pose,
    ) {
        self.find_locals(character, skeleton, seconds, self.uses_rule);
        pose.set_locals(skeleton, &self.locals.locals);
        match snaps {
            true => cues::snaps_at(&self.plan, &self.bound, seconds, &mut self.active),
            false => self.active.clear(),
        }
        self.snapper.apply(skeleton, &self.active, pose);
    }

    /// Fills `locals` with a time of the pass.
    fn find_locals(
        &mut self,
        character: &Character,
        skeleton: &Skeleton,
        seconds: f32,
        by_rule: bool,
    ) {
        let graph = self.graph.and_then(|graph| character.graphs.get(graph));
        let sources = Sources {
            skeleton,
            files: &character.clips,
            mappings: match by_rule {
                true => &self.by_rule.1,
                false => &self.mappings,
            },
            masks: graph
                .map(|graph| graph.masks.as_slice())
                .unwrap_or_default(),
        };
        graph::evaluate(
            &self.plan,
            sources,
            seconds,
            &mut self.scratch,
            &mut self.locals,
        );
    }

    /// The track of a file that moves a joint, by [`Self::remap`]'s mapping. Files that the plan does not play have none.
    pub fn track_of(&self, file: usize, joint: usize) -> Option<usize> {
        let mapping = self.mappings.get(file)?.as_ref()?;
        mapping.track_of_joint.get(joint).copied().flatten()
    }

    /// One joint relative to its parent at a time of the pass, by [`Self::remap`]'s mapping.
    pub fn local(
        &mut self,
        character: &Character,
        skeleton: &Skeleton,
        joint: usize,
        seconds: f32,
    ) -> Option<Transform> {
        let root = self.plan.root.and_then(|root| self.plan.nodes.get(root));
        let Some(Action::Play(play)) = root.map(|root| &root.action) else {
            self.find_locals(character, skeleton, seconds, false);
            return self.locals.locals.get(joint).copied();
        };
        // A file alone: the other joints need not be posed.
        let rest = skeleton.joints.get(joint)?.local;
        let file = play.clip.and_then(|file| character.clips.get(file));
        let mapping = play.clip.and_then(|file| self.mappings.get(file)?.as_ref());
        let at = f64::from(play.start) + f64::from(seconds) * f64::from(play.rate);
        let clip = file.zip(mapping);
        Some(clip.map_or(rest, |clip| local_at(skeleton, joint, clip, at as f32)))
    }

    /// Which submeshes are shown at a time of the pass.
    pub fn visible(&mut self, seconds: f32, initial: &[bool], visible: &mut Vec<bool>) {
        let changes = &mut self.changes;
        cues::visible_at(&self.plan, &self.bound, seconds, initial, changes, visible);
    }
}

fn cut(graph: &ClipGraph, clip: usize) -> Finding {
    let mut finding = Finding::warning(
        "league.clip-cut",
        format!(
            "{} plays only in part: it has more parts and events than are played at once, or lies deeper",
            graph.title(clip)
        ),
        "play the clips inside it by themselves, or part it in the graph",
    );
    finding.file.clone_from(&graph.file);
    finding.offset = graph.offset;
    finding
}

/// A mapping for each of the character's clips that a plan plays.
fn map_files(
    plan: &Plan,
    character: &Character,
    skeleton: Option<&Skeleton>,
    mapped: impl Fn(&Skeleton, &Clip) -> Mapping,
    mappings: &mut Vec<Option<Mapping>>,
) {
    mappings.clear();
    mappings.resize(character.clips.len(), None);
    let Some(skeleton) = skeleton else { return };
    for file in plan.files() {
        if let (Some(place), Some(clip)) = (mappings.get_mut(file), character.clips.get(file))
            && place.is_none()
        {
            *place = Some(mapped(skeleton, clip));
        }
    }
}
