//! The skins that are worn: which attachment a placeholder stands for, which bones and constraints work
//! (spine-runtime-semantics §2, §14).

use crate::model::spine::{ConstraintKind, Rig, Skin};

/// The skins worn, merged, over the default skin.
#[derive(Clone, Debug, Default)]
pub(super) struct Wardrobe {
    worn: Option<Skin>,
    /// By slot: what its placeholders stand for; the first of a name counts.
    slots: Vec<Vec<(String, usize)>>,
}

impl Wardrobe {
    /// Wears skins (indices), in order: the later wins. None: the default skin alone.
    pub(super) fn new(rig: &Rig, skins: &[usize]) -> Self {
        let mut chosen = skins.iter().filter_map(|&index| rig.skins.get(index));
        let worn = chosen.next().map(|first| {
            let mut merged = first.clone();
            chosen.for_each(|skin| merged.merge(skin));
            merged
        });
        let default = rig.default_skin.and_then(|index| rig.skins.get(index));
        let mut slots = vec![Vec::new(); rig.slots.len()];
        for skin in worn.iter().chain(default) {
            for entry in &skin.entries {
                if let Some(slot) = slots.get_mut(entry.slot) {
                    slot.push((entry.placeholder.clone(), entry.attachment));
                }
            }
        }
        Self { worn, slots }
    }

    /// The attachment that a slot's placeholder stands for.
    pub(super) fn find(&self, slot: usize, placeholder: &str) -> Option<usize> {
        let (_, attachment) = self
            .slots
            .get(slot)?
            .iter()
            .find(|(name, _)| name == placeholder)?;
        Some(*attachment)
    }

    /// The same for a placeholder that may be none.
    pub(super) fn find_optional(&self, slot: usize, placeholder: Option<&str>) -> Option<usize> {
        self.find(slot, placeholder?)
    }

    /// Every attachment that a slot may show.
    pub(super) fn attachments(&self, slot: usize) -> impl Iterator<Item = usize> {
        let entries = self.slots.get(slot).into_iter().flatten();
        entries.map(|(_, attachment)| *attachment)
    }
}

/// What works and what rests. Timelines leave alone what rests.
#[derive(Clone, Debug, Default)]
pub(super) struct Active {
    pub(super) bones: Vec<bool>,
    pub(super) constraints: Vec<bool>,
}

impl Active {
    pub(super) fn new(rig: &Rig, wardrobe: &Wardrobe) -> Self {
        let mut bones: Vec<bool> = rig.bones.iter().map(|bone| !bone.skin_required).collect();
        for &bone in wardrobe.worn.iter().flat_map(|skin| &skin.bones) {
            let mut next = Some(bone);
            while let Some(bone) = next {
                bones[bone] = true;
                next = rig.bones[bone].parent;
            }
        }
        let source_works = |kind: &ConstraintKind| match kind {
            ConstraintKind::Ik(ik) => bones[ik.target],
            ConstraintKind::Transform(transform) => bones[transform.source],
            ConstraintKind::Path(path) => bones[rig.slots[path.slot].bone],
            ConstraintKind::Physics(physics) => bones[physics.bone],
            ConstraintKind::Slider(_) => true,
        };
        let listed = |index: usize| {
            let worn = wardrobe.worn.as_ref();
            worn.is_some_and(|skin| skin.constraints.contains(&index))
        };
        let constraints = rig
            .constraints
            .iter()
            .enumerate()
            .map(|(index, constraint)| {
                source_works(&constraint.kind) && (!constraint.skin_required || listed(index))
            })
            .collect();
        Self { bones, constraints }
    }
}
