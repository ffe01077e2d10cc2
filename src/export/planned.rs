//! A clip as a graph plays it: composites, ticks, and joints that events snap.

use std::cell::RefCell;

use super::ClipSource;
use super::schedule::Schedule;
use crate::model::clip_graph::BoundGraph;
use crate::pose::graph::cues::{snap_windows, snaps_at};
use crate::pose::graph::{LocalPose, Plan, Scratch, Sources, evaluate};
use crate::pose::snap::{ActiveSnap, Snapper};

/// What sampling uses again and again: memory, never a result.
#[derive(Default)]
struct Memory {
    scratch: Scratch,
    locals: LocalPose,
    active: Vec<ActiveSnap>,
    snapper: Snapper,
}

impl<'a> ClipSource<'a> {
    /// One pass of a clip. `snaps` are the events of its graph; without them every joint follows its parents.
    pub fn planned(
        name: String,
        plan: Plan,
        sources: Sources<'a>,
        snaps: Option<&'a BoundGraph>,
    ) -> Self {
        let Schedule { frames, mut steps } = Schedule::of(&plan, sources.files);
        let windows = snaps
            .into_iter()
            .flat_map(|bound| snap_windows(&plan, bound));
        steps.extend(windows.flat_map(|window| [window.from, window.until].map(f64::from)));
        let memory = RefCell::new(Memory::default());
        Self {
            name,
            duration: f64::from(plan.duration),
            moved: moved(&plan, sources),
            frames,
            steps,
            events: Vec::new(),
            sample: Box::new(move |seconds, pose| {
                let Memory {
                    scratch,
                    locals,
                    active,
                    snapper,
                } = &mut *memory.borrow_mut();
                let (skeleton, seconds) = (sources.skeleton, seconds as f32);
                evaluate(&plan, sources, seconds, scratch, locals);
                pose.set_locals(skeleton, &locals.locals);
                if let Some(bound) = snaps {
                    snaps_at(&plan, bound, seconds, active);
                    snapper.apply(skeleton, active, pose);
                }
            }),
        }
    }
}

/// For each joint whether any file of the pass moves it.
fn moved(plan: &Plan, sources: Sources<'_>) -> Vec<bool> {
    let mut moved = vec![false; sources.skeleton.joints.len()];
    let mappings = plan
        .files()
        .filter_map(|file| sources.mappings.get(file)?.as_ref());
    for mapping in mappings {
        for (moved, track) in moved.iter_mut().zip(&mapping.track_of_joint) {
            *moved |= track.is_some();
        }
    }
    moved
}
