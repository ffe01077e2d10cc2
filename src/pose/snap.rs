//! Joint snaps (league-formats §8): one joint's world becomes another's, exactly and at every time, by overriding
//! worlds. No joint changes its parent, no clip is rewritten.

use glam::{Affine3A, Vec3};

use super::Pose;
use crate::model::Skeleton;

/// A snap at work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActiveSnap {
    /// Index of its clip in the graph.
    pub clip: usize,
    /// Index of the event in its clip.
    pub event: usize,
    /// Index of the joint that is moved.
    pub victim: usize,
    /// Index of the joint whose world it gets.
    pub target: usize,
    /// In the target's space, file unit.
    pub offset: Vec3,
    /// Seconds of the pass, inclusive.
    pub from: f32,
    /// Seconds of the pass, exclusive.
    pub until: f32,
    /// Seconds of the pass at which the file has it begin: may lie before the pass.
    pub begins: f32,
}

/// Overrides the worlds of victims and of all that hangs on them. Keeps its memory from one call to the next.
#[derive(Clone, Debug, Default)]
pub struct Snapper {
    /// For each joint the place in `snaps` of the one that moves it.
    snap_of: Vec<Option<usize>>,
    resolved: Vec<bool>,
    /// In which walk a joint was last met.
    met: Vec<u32>,
    walk: Vec<Link>,
    /// The worlds without any snap; empty where there is none at work.
    plain: Vec<Affine3A>,
    worlds: Vec<Affine3A>,
}

/// One step on the way from a joint to what its world depends on.
#[derive(Clone, Copy, Debug)]
struct Link {
    joint: usize,
    /// Where its world comes from: the place of a snap, or `None` for its parent.
    snap: Option<usize>,
}

impl Snapper {
    /// Overrides worlds of a pose that is composed without snaps. Of two snaps of one victim the later in the list wins.
    ///
    /// A target's world is resolved with the snaps, so that chains are followed; a joint that is met again while it is
    /// being resolved uses its plain place below its parent.
    pub fn apply(&mut self, skeleton: &Skeleton, snaps: &[ActiveSnap], pose: &mut Pose) {
        let joints = skeleton.joints.len().min(pose.worlds.len());
        self.plain.clear();
        self.snap_of.clear();
        self.snap_of.resize(joints, None);
        let mut is_idle = true;
        for (place, snap) in snaps.iter().enumerate() {
            if snap.victim < joints && snap.target < joints {
                self.snap_of[snap.victim] = Some(place);
                is_idle = false;
            }
        }
        if is_idle {
            return;
        }
        self.plain.extend_from_slice(&pose.worlds);
        self.worlds.clear();
        self.worlds.extend_from_slice(&pose.worlds);
        self.resolved.clear();
        self.resolved.resize(joints, false);
        self.met.clear();
        self.met.resize(joints, 0);
        for (joint, walk) in (0..joints).zip(1..) {
            if !self.resolved[joint] {
                self.worlds[joint] = self.resolve(joint, walk, skeleton, snaps, pose);
            }
        }
        pose.worlds[..joints].copy_from_slice(&self.worlds[..joints]);
    }

    /// For each joint its world without any snap. Empty where no snap is at work.
    pub fn plain(&self) -> &[Affine3A] {
        &self.plain
    }

    /// Forgets the snaps last applied.
    pub fn clear(&mut self) {
        self.plain.clear();
    }

    /// Each joint depends on one other at most: a victim on its target, any other on its parent. So the way to a root is
    /// a line, which is walked down and multiplied up again. Worlds found on the way are kept, unless the line met itself:
    /// then they hold for this joint only.
    fn resolve(
        &mut self,
        joint: usize,
        number: u32,
        skeleton: &Skeleton,
        snaps: &[ActiveSnap],
        pose: &Pose,
    ) -> Affine3A {
        self.walk.clear();
        let mut met_itself = false;
        let mut at = Some(joint);
        let mut world = Affine3A::IDENTITY;
        while let Some(joint) = at {
            if self.resolved[joint] {
                world = self.worlds[joint];
                break;
            }
            let again = std::mem::replace(&mut self.met[joint], number) == number;
            met_itself |= again;
            let snap = self.snap_of[joint].filter(|_| !again);
            self.walk.push(Link { joint, snap });
            at = match snap {
                Some(place) => Some(snaps[place].target),
                None => skeleton.joints[joint]
                    .parent
                    .filter(|&parent| parent != joint && parent < self.resolved.len()),
            };
        }
        while let Some(Link { joint, snap }) = self.walk.pop() {
            world = match snap {
                Some(place) => world * Affine3A::from_translation(snaps[place].offset),
                None => world * pose.locals[joint].to_affine(),
            };
            if !met_itself {
                self.resolved[joint] = true;
                self.worlds[joint] = world;
            }
        }
        world
    }
}
