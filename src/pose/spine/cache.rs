//! The order of work: which bones must be placed before which constraint, and which again after it
//! (spine-runtime-semantics §2).

use crate::model::spine::{
    AttachmentKind, ConstraintKind, PathConstraint, Rig, Timeline, Vertices,
};

use super::skins::{Active, Wardrobe};

/// One entry of the update cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Place this bone.
    Bone(usize),
    /// Run this constraint.
    Constraint(usize),
}

/// Lists the work of a world update. `children`: of each bone. `shown`: the attachment of each slot.
pub(super) fn order_of_work(
    rig: &Rig,
    wardrobe: &Wardrobe,
    active: &Active,
    children: &[Vec<usize>],
    shown: impl Fn(usize) -> Option<usize>,
) -> Vec<Work> {
    let mut sorter = Sorter {
        rig,
        active,
        children,
        sorted: active.bones.iter().map(|active| !active).collect(),
        work: Vec::new(),
    };
    for (index, constraint) in rig.constraints.iter().enumerate() {
        if !active.constraints[index] {
            continue;
        }
        if let ConstraintKind::Path(path) = &constraint.kind {
            let attachments = wardrobe.attachments(path.slot).chain(shown(path.slot));
            for attachment in attachments {
                sorter.sort_path(path, attachment);
            }
        }
        sorter.sort_constraint(index, &constraint.kind);
    }
    for bone in 0..rig.bones.len() {
        sorter.sort_bone(bone);
    }
    sorter.work
}

struct Sorter<'a> {
    rig: &'a Rig,
    active: &'a Active,
    children: &'a [Vec<usize>],
    sorted: Vec<bool>,
    work: Vec<Work>,
}

impl Sorter<'_> {
    /// Parents first; nothing twice.
    fn sort_bone(&mut self, bone: usize) {
        let mut line = Vec::new();
        let mut next = Some(bone);
        while let Some(bone) = next.filter(|&bone| !self.sorted[bone]) {
            line.push(bone);
            next = self.rig.bones[bone].parent;
        }
        for bone in line.into_iter().rev() {
            self.sorted[bone] = true;
            self.work.push(Work::Bone(bone));
        }
    }

    /// All below a bone must be placed again.
    fn reset_below(&mut self, bone: usize) {
        let mut open = vec![bone];
        while let Some(bone) = open.pop() {
            for &child in &self.children[bone] {
                if self.active.bones[child] && self.sorted[child] {
                    self.sorted[child] = false;
                    open.push(child);
                }
            }
        }
    }

    /// The bones that a path hangs on.
    fn sort_path(&mut self, constraint: &PathConstraint, attachment: usize) {
        let Some(AttachmentKind::Path(path)) =
            self.rig.attachments.get(attachment).map(|it| &it.kind)
        else {
            return;
        };
        match &path.vertices {
            Vertices::Plain(_) => self.sort_bone(self.rig.slots[constraint.slot].bone),
            Vertices::Weighted(vertices) => {
                for influence in vertices.influences() {
                    self.sort_bone(influence.bone);
                }
            }
        }
    }

    fn sort_constraint(&mut self, index: usize, kind: &ConstraintKind) {
        match kind {
            ConstraintKind::Ik(ik) => {
                let Some(&first) = ik.bones.first() else {
                    return;
                };
                self.sort_bone(ik.target);
                self.sort_bone(first);
                self.work.push(Work::Constraint(index));
                self.sorted[first] = false;
                self.reset_below(first);
            }
            ConstraintKind::Transform(transform) => {
                if !transform.local_source {
                    self.sort_bone(transform.source);
                }
                if !transform.local_target {
                    transform
                        .bones
                        .iter()
                        .for_each(|&bone| self.sort_bone(bone));
                }
                self.work.push(Work::Constraint(index));
                self.after(&transform.bones, !transform.local_target);
            }
            ConstraintKind::Path(path) => {
                path.bones.iter().for_each(|&bone| self.sort_bone(bone));
                self.work.push(Work::Constraint(index));
                self.after(&path.bones, true);
            }
            ConstraintKind::Physics(physics) => {
                self.sort_bone(physics.bone);
                self.work.push(Work::Constraint(index));
                self.reset_below(physics.bone);
            }
            ConstraintKind::Slider(slider) => {
                if let Some(source) = slider.source.as_ref().filter(|source| !source.local) {
                    self.sort_bone(source.bone);
                }
                self.work.push(Work::Constraint(index));
                for bone in animated_bones(self.rig, slider.animation) {
                    self.sorted[bone] = false;
                    self.reset_below(bone);
                }
            }
        }
    }

    /// A constraint has changed `bones`: what hangs below them follows, they themselves are placed or not.
    fn after(&mut self, bones: &[usize], placed: bool) {
        bones.iter().for_each(|&bone| self.reset_below(bone));
        for &bone in bones {
            self.sorted[bone] = placed;
        }
    }
}

/// The bones that an animation has timelines for, each once.
pub(super) fn animated_bones(rig: &Rig, animation: Option<usize>) -> Vec<usize> {
    let animation = animation.and_then(|index| rig.animations.get(index));
    let mut bones = Vec::new();
    for timeline in animation.iter().flat_map(|animation| &animation.timelines) {
        if let Timeline::Bone { bone, .. } = timeline
            && !bones.contains(bone)
        {
            bones.push(*bone);
        }
    }
    bones
}
