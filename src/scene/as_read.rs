//! What the files of a character say of its surfaces, kept from before a person dressed it otherwise: files that are read
//! again are compared with that.

use std::mem::swap;

use super::Item;
use crate::model::{Character, Finding, Material};

/// What dressing changes of a character.
#[derive(Clone, Debug)]
pub(super) struct AsRead {
    materials: Vec<Vec<Material>>,
    /// How many textures there were; those of other dresses come behind them.
    textures: usize,
    findings: Vec<Finding>,
}

impl Item {
    /// Keeps what is about to be changed, once.
    pub(super) fn keep_as_read(&mut self) {
        let character = &self.character;
        self.as_read.get_or_insert_with(|| AsRead {
            materials: character.materials.clone(),
            textures: character.textures.len(),
            findings: character.findings.clone(),
        });
    }

    /// Looks at the character as its files have it.
    pub(super) fn as_read<R>(&mut self, look: impl FnOnce(&Character) -> R) -> R {
        let Some(mut kept) = self.as_read.take() else {
            return look(&self.character);
        };
        let character = &mut self.character;
        let further = character.textures.split_off(kept.textures);
        swap(&mut character.materials, &mut kept.materials);
        swap(&mut character.findings, &mut kept.findings);
        let result = look(character);
        swap(&mut character.materials, &mut kept.materials);
        swap(&mut character.findings, &mut kept.findings);
        character.textures.extend(further);
        self.as_read = Some(kept);
        result
    }
}
