//! What plays in an item: picks, controls, and what events do at a moment.

use glam::Affine3A;

use super::Item;
use super::graph::{Pick, Playable, playables};
use crate::model::{ClipGraph, Family, Finding};
use crate::pose::graph::cues::Cue;
use crate::pose::graph::{Action, Choice, Controls, Lead, Plan};
use crate::pose::snap::ActiveSnap;

impl Item {
    /// The clip graph in use.
    pub fn graph(&self) -> Option<&ClipGraph> {
        self.character.graphs.get(self.playing.graph?)
    }

    /// Uses another of the character's graphs, in the bind pose; one out of range changes nothing.
    pub fn pick_graph(&mut self, graph: usize) {
        if graph < self.character.graphs.len() {
            self.playing.graph = Some(graph);
            self.playing.controls = Controls::default();
            self.bind_graph();
            self.pick(Pick::Bind);
        }
    }

    /// Calls a clip of the graph, so far known by its hash alone, by a name that has this hash.
    pub fn name_graph_clip(&mut self, clip: usize, name: &str) {
        let graph = self
            .playing
            .graph
            .and_then(|graph| self.character.graphs.get_mut(graph));
        if let Some(clip) = graph.and_then(|graph| graph.clips.get_mut(clip)) {
            clip.name.get_or_insert_with(|| name.to_owned());
        }
    }

    /// Lists what can be played anew, after names of the graph's clips were found.
    pub(super) fn name_lines(&mut self) {
        if self.spine.is_none() {
            let graph = self
                .playing
                .graph
                .and_then(|graph| self.character.graphs.get(graph));
            self.playing.lines = playables(graph, &self.character.clips);
            self.revision += 1;
        }
    }

    /// Everything that can be played: the graph's clips, then the files that none of them names. Of a Spine character its
    /// animations.
    pub fn playables(&self) -> &[Playable] {
        &self.playing.lines
    }

    /// What is picked.
    pub fn picked(&self) -> Pick {
        match self.spine {
            Some(_) => self.clip.map_or(Pick::Bind, Pick::File),
            None => self.playing.pick,
        }
    }

    /// The line of [`Self::playables`] that is picked; `None` for the bind pose, and for a file that clips name.
    pub fn picked_line(&self) -> Option<usize> {
        let picked = self.picked();
        self.playables().iter().position(|line| line.pick == picked)
    }

    /// The name of what is picked.
    pub fn picked_name(&self) -> Option<String> {
        match self.picked() {
            Pick::Bind => None,
            Pick::File(file) => self.character.clips.get(file).map(|clip| clip.name.clone()),
            Pick::Graph(clip) => Some(self.graph()?.title(clip)),
        }
    }

    /// What a character is first shown with: the first line that moves anything.
    pub fn first_pick(&self) -> Pick {
        let graph = self.graph();
        let moves = |pick: &Pick| match (*pick, graph) {
            (Pick::Graph(clip), Some(graph)) => {
                let controls = Controls::default();
                let files = &self.character.clips;
                let plan = crate::pose::graph::plan(graph, files, clip, &controls, None);
                plan.files().next().is_some()
            }
            _ => true,
        };
        let mut picks = self.playables().iter().map(|line| line.pick);
        picks.find(moves).unwrap_or_default()
    }

    /// Plays something else. What does not exist is the bind pose.
    pub fn pick(&mut self, pick: Pick) {
        let exists = match pick {
            Pick::Bind => true,
            Pick::File(file) => file < self.character.clips.len(),
            Pick::Graph(clip) => self.graph().is_some_and(|graph| clip < graph.clips.len()),
        };
        let pick = if exists { pick } else { Pick::Bind };
        self.revision += 1;
        let animation = match pick {
            Pick::File(file) => Some(file),
            _ => None,
        };
        if self.spine.is_some() {
            self.clip = animation;
            return self.pick_animation(0, animation);
        }
        self.fading = None;
        self.playing.pick = pick;
        self.playing.lead = None;
        self.playing.controls.pass = 0;
        if let Pick::File(file) = pick {
            self.clip = Some(file);
            self.follow_clip();
        }
        self.remap();
    }

    /// The same, with the cross-fade or transition clip that the graph has for the two. `seconds` and `pass` say how far
    /// what gives way had come.
    pub fn fade_to(&mut self, pick: Pick, seconds: f32, pass: u64) {
        if self.character.family == Family::Toee {
            let clip = match pick {
                Pick::File(file) => Some(file),
                _ => None,
            };
            return self.fade_to_clip(clip, seconds);
        }
        let before = self.playing.pick;
        self.pick(pick);
        if let (Pick::Graph(clip), Pick::Graph(_), None) = (before, self.playing.pick, &self.spine)
        {
            self.playing.lead = Some(Lead {
                clip,
                seconds,
                pass,
            });
            self.remap();
        }
    }

    /// Length of a pass of what is picked, in seconds; of a Spine character the longest of what its tracks play.
    pub fn duration(&self) -> f64 {
        match self.spine() {
            Some((spine, rig)) => spine.duration(rig),
            None => f64::from(self.playing.plan.duration),
        }
    }

    /// Seconds of a pass on the time line; see [`super::spine::SpineItem::pass`].
    pub fn pass(&self) -> f64 {
        match self.spine() {
            Some((spine, rig)) => spine.pass(rig),
            None => self.duration(),
        }
    }

    /// Frames a second by which people count what is picked: by the tick of the clip that the graph says (league-formats
    /// §7.2), else by the file's own rate, else 30.
    pub fn frame_rate(&self) -> f32 {
        if let Some(rate) = self.counted_by {
            return rate;
        }
        let stated = match (self.picked(), self.graph()) {
            (Pick::Graph(picked), Some(graph)) => {
                let plan = self.plan();
                let root = plan.root.and_then(|root| plan.nodes.get(root));
                let is_one = matches!(root.map(|root| &root.action), Some(Action::Play(_)));
                let mut spans = plan.spans.iter().filter(|span| span.plays.is_some());
                let tick = match spans.find(|span| is_one || span.clip == picked) {
                    Some(span) => Some(span.tick),
                    None => graph.clips.get(picked).and_then(|clip| clip.tick),
                };
                tick.map_or(0.0, |tick| 1.0 / tick)
            }
            _ => self.clip().map_or(0.0, |clip| clip.fps),
        };
        if !stated.is_finite() || stated <= 0.0 {
            return 30.0;
        }
        // Ticks are written in few decimals: 0.033333 means thirty frames a second.
        let whole = stated.round();
        if (stated - whole).abs() <= whole * 1e-4 {
            whole
        } else {
            stated
        }
    }

    /// What a pass consists of.
    pub fn plan(&self) -> &Plan {
        &self.playing.plan
    }

    /// The events of a pass, by their start.
    pub fn cues(&self) -> &[Cue] {
        &self.playing.cues
    }

    /// The controls of the graph's clips.
    pub fn controls(&self) -> &Controls {
        &self.playing.controls
    }

    /// Plays by other controls.
    pub fn set_controls(&mut self, controls: Controls) {
        if self.playing.controls != controls {
            self.playing.controls = controls;
            self.revision += 1;
            self.remap();
        }
    }

    /// Begins another pass; true where it may be another than the one before.
    pub fn set_pass(&mut self, pass: u64) -> bool {
        if self.playing.controls.pass == pass {
            return false;
        }
        self.playing.controls.pass = pass;
        let by_chance = |choice: &Choice| *choice == Choice::Weighted;
        let differs = self.playing.lead.take().is_some()
            || self.playing.controls.choices.values().any(by_chance);
        if differs {
            self.remap();
        }
        differs
    }

    /// Whether joint snaps are made.
    pub fn snaps_on(&self) -> bool {
        self.snaps_on
    }

    /// Makes joint snaps, or lets every victim follow its parents.
    pub fn set_snaps(&mut self, on: bool) {
        self.revision += u64::from(self.snaps_on != on);
        self.snaps_on = on;
    }

    /// Whether events show and hide submeshes.
    pub fn events_on(&self) -> bool {
        self.events_on
    }

    /// Lets events show and hide submeshes, or leaves all to [`Item::visible`].
    pub fn set_events(&mut self, on: bool) {
        self.revision += u64::from(self.events_on != on);
        self.events_on = on;
    }

    /// Counts changes of what is played, so that a picture knows when it is out of date.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The snaps of the moment last posed; of two of one victim the later wins.
    pub fn active_snaps(&self) -> &[ActiveSnap] {
        &self.playing.active
    }

    /// For each joint its world at the moment last posed as it were without snaps. Empty where none is active.
    pub fn plain_worlds(&self) -> &[Affine3A] {
        self.playing.snapper.plain()
    }

    /// Whether a submesh is drawn at the moment last posed: as its tick says where a person has changed it, else as the
    /// clip's events say.
    pub fn is_shown(&self, submesh: usize) -> bool {
        let wanted = self.visible.get(submesh).copied().unwrap_or(true);
        match (self.initial.get(submesh), self.by_events.get(submesh)) {
            (Some(&initial), Some(&now)) if self.events_on && wanted == initial => now,
            _ => wanted,
        }
    }

    /// What graph, skeleton and mesh in use say of each other.
    pub fn graph_findings(&self) -> &[Finding] {
        &self.playing.findings
    }

    /// Ties the graph to skeleton and mesh again, after either changed.
    pub(super) fn bind_graph(&mut self) {
        self.initial.clone_from(&self.visible);
        self.by_events.clear();
        let skeleton = self
            .skeleton
            .and_then(|index| self.character.skeletons.get(index));
        let mesh = self.mesh.and_then(|index| self.character.meshes.get(index));
        let skin = self.mesh.and_then(|mesh| self.character.skin_of_mesh(mesh));
        let wanted = skin.and_then(|skin| skin.graph);
        self.playing
            .rebind(&self.character, wanted, skeleton, mesh, &self.joint_skins);
    }

    /// Maps the tracks of all that the pass plays by the rule in use and the routes chosen by hand.
    pub(super) fn map_playing(&mut self) {
        let routing = self.routing().cloned();
        let skeleton = self
            .skeleton
            .and_then(|index| self.character.skeletons.get(index));
        let by = (self.rule(), routing.as_ref());
        self.playing
            .remap(by, &self.character, skeleton, &self.joint_skins);
    }
}
