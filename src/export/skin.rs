//! The joints of one skin, and which of them an influence means.

use glam::Affine3A;
use serde_json::{Value, json};

use super::ExportError;
use super::axes::Axes;
use super::binary::{Binary, Component, Target, floats};
use super::piece::{Piece, SkinBone};
use crate::model::{Influence, Skeleton};

/// What vertices of one mesh hang at.
pub(super) struct Skin {
    /// In the skin's order, each with the inverse bind as it is stored (league-formats §12: computed ones are off by up
    /// to a unit).
    pub slots: Vec<(usize, Affine3A)>,
    /// For each bone of the mesh its slot; the number of slots where nothing moves it. `None` where bones are slots.
    slot_of_bone: Option<Vec<Option<usize>>>,
}

impl Skin {
    pub fn new(piece: &Piece<'_>, skeleton: &Skeleton) -> Self {
        match piece.bones {
            Some(bones) => Self::of_bones(piece, bones, skeleton.joints.len()),
            None => {
                let joints = skeleton.joints.iter().map(|joint| joint.inverse_bind);
                Self {
                    slots: joints.enumerate().collect(),
                    slot_of_bone: None,
                }
            }
        }
    }

    /// Bones that move no vertex have no slot. Bones of one joint share one where their inverse binds are the same.
    fn of_bones(piece: &Piece<'_>, bones: &[SkinBone], joints: usize) -> Self {
        let mut slots: Vec<(usize, Affine3A)> = Vec::new();
        let mut slot_of_bone = vec![None; bones.len()];
        let mut is_used = vec![false; bones.len()];
        for influence in &piece.influences.entries {
            if let Some(used) = is_used.get_mut(influence.bone as usize) {
                *used = true;
            }
        }
        for ((bone, slot), _) in bones
            .iter()
            .zip(&mut slot_of_bone)
            .zip(is_used)
            .filter(|(_, used)| *used)
        {
            let Some(joint) = bone.joint.filter(|&joint| joint < joints) else {
                continue;
            };
            let wanted = (joint, bone.inverse_bind);
            let known = slots.iter().position(|slot| *slot == wanted);
            *slot = Some(known.unwrap_or_else(|| {
                slots.push(wanted);
                slots.len() - 1
            }));
        }
        Self {
            slots,
            slot_of_bone: Some(slot_of_bone),
        }
    }

    /// The slot that stands still, which comes after all others.
    pub fn still(&self) -> usize {
        self.slots.len()
    }

    /// The influences of one vertex, by slot. What names no bone is left out.
    pub fn of_vertex(&self, piece: &Piece<'_>, vertex: usize) -> impl Iterator<Item = Influence> {
        let influences = piece.influences.of(vertex).iter();
        influences.filter_map(|influence| {
            let bone = influence.bone as usize;
            let slot = match &self.slot_of_bone {
                Some(slots) => slots.get(bone)?.unwrap_or(self.still()),
                None => Some(bone).filter(|&bone| bone < self.slots.len())?,
            };
            Some(Influence {
                bone: slot as u32,
                weight: influence.weight,
            })
        })
    }

    /// The joints that more than one slot hangs at, once for each slot beyond the first: glTF lets a skin name a node but
    /// once.
    pub fn twins(&self) -> Vec<(usize, usize)> {
        let is_known = |slot: usize| {
            let mut before = self.slots[..slot].iter();
            before.any(|(joint, _)| *joint == self.slots[slot].0)
        };
        let slots = (0..self.slots.len()).filter(|&slot| is_known(slot));
        slots.map(|slot| (slot, self.slots[slot].0)).collect()
    }

    /// `nodes` are those of the slots; `still` carries the vertices that nothing moves.
    pub fn write(
        &self,
        out: &mut Binary,
        axes: &Axes,
        nodes: &[usize],
        armature: usize,
        still: bool,
    ) -> Result<Value, ExportError> {
        let stored = self
            .slots
            .iter()
            .map(|(_, matrix)| match matrix.is_finite() {
                true => axes.matrix(matrix),
                false => Affine3A::IDENTITY,
            });
        let still = still.then_some(armature);
        let matrices: Vec<Affine3A> = stored.chain(still.map(|_| Affine3A::IDENTITY)).collect();
        let numbers = matrices.iter().flat_map(|matrix| {
            let columns = glam::Mat4::from(*matrix);
            columns.to_cols_array()
        });
        let accessor = out.list(
            &floats(numbers),
            matrices.len(),
            Component::F32,
            "MAT4",
            Target::None,
        )?;
        let joints: Vec<usize> = nodes.iter().copied().chain(still).collect();
        Ok(json!({"joints": joints, "inverseBindMatrices": accessor, "skeleton": armature}))
    }
}
