//! Skins: which attachment a placeholder of a slot stands for.

use super::{Rgba, rgba};

/// An attachment under its name in a skin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkinEntry {
    /// Index of the slot.
    pub slot: usize,
    /// The name that slots and timelines use; the attachment's own name may be another.
    pub placeholder: String,
    /// Index into [`super::Rig::attachments`].
    pub attachment: usize,
}

/// One skin.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    /// Never empty; the default skin is called `default`.
    pub name: String,
    /// Editor colour (nonessential).
    pub color: Rgba,
    /// Skin-required bones that this skin sets to work (with all their ancestors).
    pub bones: Vec<usize>,
    /// Skin-required constraints that this skin sets to work.
    pub constraints: Vec<usize>,
    /// In the file's order, the entries of one slot side by side.
    pub entries: Vec<SkinEntry>,
}

impl Skin {
    /// Editor colour of a skin that states none.
    pub const COLOR: Rgba = rgba([0xfe, 0x9e, 0x4f, 0xff]);

    /// A skin without entries.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            color: Self::COLOR,
            bones: Vec::new(),
            constraints: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// The attachment (index into [`super::Rig::attachments`]) under a slot's placeholder, in this skin alone.
    pub fn attachment(&self, slot: usize, placeholder: &str) -> Option<usize> {
        self.entries
            .iter()
            .find(|entry| entry.slot == slot && entry.placeholder == placeholder)
            .map(|entry| entry.attachment)
    }

    /// All entries of one slot.
    pub fn of_slot(&self, slot: usize) -> impl Iterator<Item = &SkinEntry> {
        self.entries.iter().filter(move |entry| entry.slot == slot)
    }

    /// Takes over what another skin has: bones and constraints are united, entries copied in order and the later wins
    /// (spine-runtime-semantics §14).
    pub fn merge(&mut self, other: &Self) {
        for &bone in &other.bones {
            if !self.bones.contains(&bone) {
                self.bones.push(bone);
            }
        }
        for &constraint in &other.constraints {
            if !self.constraints.contains(&constraint) {
                self.constraints.push(constraint);
            }
        }
        for entry in &other.entries {
            let same = |mine: &&mut SkinEntry| {
                mine.slot == entry.slot && mine.placeholder == entry.placeholder
            };
            match self.entries.iter_mut().find(same) {
                Some(mine) => mine.attachment = entry.attachment,
                None => self.entries.push(entry.clone()),
            }
        }
    }
}
