//! The events of a graph → joints and submeshes. Bins name both by FNV-1a, which ignores case, or in full
//! (league-formats §1, §7.2).

use std::collections::HashMap;

use glam::Vec3;

use super::super::hash::fnv1a;
use crate::model::clip_graph::{
    BoundClip, BoundGraph, BoundSnap, BoundVisibility, EventKind, NameRef,
};
use crate::model::finding::counted;
use crate::model::{ClipGraph, Finding, Mesh, Skeleton};

/// Submeshes that all visibility events together name.
const MOST_ENTRIES: usize = 1 << 20;

/// Units by which a snap may set a joint aside: a whole map has 15 000, and sums of a thousand such are still numbers.
const FURTHEST: f32 = 1e6;

/// Ties a graph to a skeleton and a mesh. `joint_skins` says for each joint whether it moves any vertex; empty where no
/// mesh is at hand. An event that names what is not there is left out, with a note.
pub fn bind(
    graph: &ClipGraph,
    skeleton: &Skeleton,
    joint_skins: &[bool],
    mesh: Option<&Mesh>,
) -> (BoundGraph, Vec<Finding>) {
    let mut binder = Binder {
        joints: joints_by_hash(skeleton, joint_skins),
        submeshes: submeshes_by_hash(mesh),
        skeleton,
        lost_snaps: Lost::default(),
        lost_submeshes: Lost::default(),
        odd_offsets: Lost::default(),
        entries_left: MOST_ENTRIES,
    };
    let clips = (0..graph.clips.len()).map(|clip| binder.clip(graph, clip));
    let bound = BoundGraph {
        clips: clips.collect(),
    };
    let mut findings = binder.findings(mesh.is_some());
    for finding in &mut findings {
        finding.file.clone_from(&graph.file);
        finding.offset = graph.offset;
    }
    (bound, findings)
}

/// For each hash its joints: those that move vertices first, then those in the influence list, then in file order.
fn joints_by_hash(skeleton: &Skeleton, joint_skins: &[bool]) -> HashMap<u32, Vec<usize>> {
    let mut is_influence = vec![false; skeleton.joints.len()];
    for &joint in &skeleton.influences {
        if let Some(is_influence) = is_influence.get_mut(joint) {
            *is_influence = true;
        }
    }
    let mut by_hash: HashMap<u32, Vec<usize>> = HashMap::new();
    for (index, joint) in skeleton.joints.iter().enumerate() {
        by_hash.entry(fnv1a(&joint.name)).or_default().push(index);
    }
    let skins = |joint: usize| joint_skins.get(joint).copied().unwrap_or_default();
    for joints in by_hash.values_mut() {
        joints.sort_by_key(|&joint| (!skins(joint), !is_influence[joint]));
    }
    by_hash
}

fn submeshes_by_hash(mesh: Option<&Mesh>) -> HashMap<u32, Vec<usize>> {
    let mut by_hash: HashMap<u32, Vec<usize>> = HashMap::new();
    let submeshes = mesh.map(|mesh| mesh.submeshes.as_slice());
    for (index, submesh) in submeshes.unwrap_or_default().iter().enumerate() {
        by_hash.entry(fnv1a(&submesh.name)).or_default().push(index);
    }
    by_hash
}

struct Binder<'a> {
    skeleton: &'a Skeleton,
    joints: HashMap<u32, Vec<usize>>,
    submeshes: HashMap<u32, Vec<usize>>,
    /// The joints that snaps name and that are missing.
    lost_snaps: Lost,
    /// The same for submeshes.
    lost_submeshes: Lost,
    /// The joints that are set aside to where nothing can be.
    odd_offsets: Lost,
    /// Submeshes that events may still name. Where many of one name meet many events, only the first of them count.
    entries_left: usize,
}

/// Names that lead nowhere: how many, and the first with its clip.
#[derive(Default)]
struct Lost {
    count: usize,
    first: Option<(String, String)>,
}

impl Lost {
    fn add(&mut self, clip: impl Fn() -> String, name: &NameRef) {
        self.count += 1;
        self.first.get_or_insert_with(|| (clip(), name.title()));
    }
}

impl Binder<'_> {
    fn clip(&mut self, graph: &ClipGraph, clip: usize) -> BoundClip {
        let mut bound = BoundClip::default();
        for (event, found) in graph.clips[clip].events.iter().enumerate() {
            match &found.kind {
                EventKind::JointSnap {
                    victim,
                    target,
                    offset,
                } => match (self.joint(victim), self.joint(target)) {
                    (Some(victim_joint), Some(target)) => {
                        let is_place = offset.is_finite() && offset.abs().max_element() <= FURTHEST;
                        if !is_place {
                            self.odd_offsets.add(|| graph.title(clip), victim);
                        }
                        bound.snaps.push(BoundSnap {
                            event,
                            victim: victim_joint,
                            target,
                            offset: if is_place { *offset } else { Vec3::ZERO },
                            window: found.window,
                        });
                    }
                    (victim_joint, _) => {
                        let missing = match victim_joint {
                            None => victim,
                            Some(_) => target,
                        };
                        self.lost_snaps.add(|| graph.title(clip), missing);
                    }
                },
                EventKind::SubmeshVisibility { show, hide } => {
                    let show = self.submeshes(show, || graph.title(clip));
                    let hide = self.submeshes(hide, || graph.title(clip));
                    bound.visibility.push(BoundVisibility {
                        event,
                        show,
                        hide,
                        window: found.window,
                    });
                }
                EventKind::Other { .. } => {}
            }
        }
        bound
    }

    /// A name in full means the joint that is spelled so, where several differ in case.
    fn joint(&self, name: &NameRef) -> Option<usize> {
        let joints = self.joints.get(&name.hash)?;
        let spelled =
            |&&joint: &&usize| Some(&self.skeleton.joints[joint].name) == name.name.as_ref();
        joints.iter().find(spelled).or(joints.first()).copied()
    }

    fn submeshes(&mut self, names: &[NameRef], clip: impl Fn() -> String) -> Vec<usize> {
        let mut found = Vec::new();
        for name in names {
            match self.submeshes.get(&name.hash) {
                Some(submeshes) => {
                    let few = submeshes.iter().take(self.entries_left.max(1));
                    found.extend(few);
                    self.entries_left = self.entries_left.saturating_sub(submeshes.len());
                }
                None => self.lost_submeshes.add(&clip, name),
            }
        }
        found
    }

    fn findings(&self, has_mesh: bool) -> Vec<Finding> {
        let mut findings = Vec::new();
        if let Some((clip, joint)) = &self.lost_snaps.first {
            let snaps = counted(self.lost_snaps.count, "joint snap", "joint snaps");
            findings.push(Finding::note(
                "league.snap-without-joint",
                format!("{snaps} cannot be made: the first, in {clip}, names the joint {joint}, which the skeleton lacks"),
                "nothing to do where the graph is another skin's; else open the skeleton that the graph was made for",
            ));
        }
        if let Some((clip, joint)) = &self.odd_offsets.first {
            let snaps = counted(
                self.odd_offsets.count,
                "joint snap sets its joint",
                "joint snaps set their joints",
            );
            findings.push(Finding::warning(
                "league.snap-offset",
                format!("{snaps} aside by more than {FURTHEST} units or by no number: the first, in {clip}, the joint {joint}"),
                "snapped without the offset; correct it in the event",
            ));
        }
        if let (Some((clip, submesh)), true) = (&self.lost_submeshes.first, has_mesh) {
            let events = counted(
                self.lost_submeshes.count,
                "visibility event names",
                "visibility events name",
            );
            findings.push(Finding::note(
                "league.visibility-without-submesh",
                format!("{events} a submesh that the mesh lacks: the first, in {clip}, {submesh}"),
                "nothing to do where the graph is another skin's; else compare the names of the mesh's submeshes",
            ));
        }
        findings
    }
}
