//! Slots that the game fills with materials at run time, filled here (toee-formats §8.4).

use std::path::{Path, PathBuf};

use super::Item;
use crate::formats::open_material;
use crate::formats::toee::character::{absent, unfilled};
use crate::formats::toee::tables::{self, slot_of};
use crate::formats::{OpenError, toee};
use crate::model::finding::counted;
use crate::model::wardrobe::{Hair, HairSize, MaterialOffer};
use crate::model::{Character, Family, Finding, Material, Texture};

/// What a person put into a slot.
#[derive(Clone, Debug)]
pub(super) struct Filled {
    slot: &'static str,
    /// The material, read into a character that has nothing else.
    filling: Character,
}

impl Item {
    /// The slots of its mesh and of all that it wears, and what fills each: a material file. None in other families, whose
    /// materials may be called the same.
    pub fn material_slots(&self) -> Vec<(&'static str, Option<PathBuf>)> {
        let mut slots: Vec<(&'static str, Option<PathBuf>)> = Vec::new();
        if self.character.family != Family::Toee {
            return slots;
        }
        let worn = self.worn().iter().flat_map(|worn| worn.item.materials());
        for material in self.materials().iter().chain(worn) {
            let Some(slot) = slot_of(&material.name) else {
                continue;
            };
            if !slots.iter().any(|(known, _)| *known == slot) {
                let file = material.looked_for.first();
                let is_filled = material.surface.is_some() || material.missing;
                slots.push((slot, file.filter(|_| is_filled).cloned()));
            }
        }
        slots
    }

    /// Puts a material into a slot, here and in all that is worn; see [`crate::formats::open_material`]. False where there
    /// is no such slot, or no material.
    pub fn fill_slot(&mut self, slot: &str, filling: Character) -> bool {
        let is_there = |slot: &'static str| self.material_slots().iter().any(|it| it.0 == slot);
        let Some(slot) = slot_of(slot).filter(|slot| is_there(slot)) else {
            return false;
        };
        if filling.materials.iter().flatten().next().is_none() {
            return false;
        }
        self.filled.retain(|filled| filled.slot != slot);
        self.filled.push(Filled { slot, filling });
        self.dress_again();
        self.revision += 1;
        true
    }

    /// Leaves a slot unfilled, and so not drawn.
    pub fn empty_slot(&mut self, slot: &str) {
        let Some(slot) = slot_of(slot) else { return };
        self.filled.retain(|filled| filled.slot != slot);
        self.put_in(slot, &unfilled(slot), &[]);
        for worn in &mut self.worn {
            worn.item.put_in(slot, &unfilled(slot), &[]);
        }
        self.revision += 1;
    }

    /// Puts what fills slots into the materials again, after the mesh or what is worn changed.
    pub(super) fn dress_again(&mut self) {
        let filled = std::mem::take(&mut self.filled);
        for Filled { slot, filling } in &filled {
            let Some(material) = filling.materials.iter().flatten().next() else {
                continue;
            };
            self.put_in(slot, material, &filling.textures);
            for worn in &mut self.worn {
                worn.item.put_in(slot, material, &filling.textures);
            }
        }
        self.filled = filled;
    }

    /// What is wrong with slots and what fills them.
    pub(super) fn slot_findings(&self) -> impl Iterator<Item = &Finding> {
        let of_fillings = self.filled.iter().flat_map(|it| &it.filling.findings);
        of_fillings.chain(&self.unfilled)
    }

    /// Finds out which slots nothing fills.
    pub(super) fn find_unfilled(&mut self) {
        let slots = self.material_slots();
        let empty = slots.iter().filter(|(_, file)| file.is_none());
        let empty: Vec<&str> = empty.map(|(slot, _)| *slot).collect();
        self.unfilled = (!empty.is_empty()).then(|| {
            let message = format!(
                "nothing fills {}, which {} not drawn: {}",
                counted(empty.len(), "slot", "slots"),
                if empty.len() == 1 { "is" } else { "are" },
                empty.join(", ")
            );
            let fix =
                "choose a material for it, in the window or by --slot, as --slot CHEST=FILE.mdf";
            let file = self.mesh().and_then(|mesh| mesh.file.clone());
            Finding::note("toee.slot-not-filled", message, fix).in_file(file.unwrap_or_default())
        });
    }

    /// The materials of the mesh in use.
    fn materials(&self) -> &[Material] {
        let materials = self
            .mesh
            .and_then(|mesh| self.character.materials.get(mesh));
        materials.map_or(&[], Vec::as_slice)
    }

    /// Replaces the material of every submesh of a slot.
    fn put_in(&mut self, slot: &'static str, material: &Material, textures: &[Texture]) {
        self.keep_as_read();
        let mut material = Material {
            name: slot.to_owned(),
            ..material.clone()
        };
        let mut adopt = |texture: &mut Option<usize>| {
            *texture = texture.and_then(|index| Some(self.adopt_texture(textures.get(index)?)));
        };
        adopt(&mut material.texture);
        for stage in material.surface.iter_mut().flat_map(|it| &mut it.stages) {
            adopt(&mut stage.texture);
        }
        let of_slot = |known: &Material| slot_of(&known.name) == Some(slot);
        for known in self.character.materials.iter_mut().flatten() {
            if of_slot(known) {
                *known = material.clone();
            }
        }
        let shows = |known: &Material| of_slot(known).then_some(!material.hidden);
        let shown: Vec<Option<bool>> = self.materials().iter().map(shows).collect();
        for list in [&mut self.visible, &mut self.initial] {
            for (visible, shown) in list.iter_mut().zip(&shown) {
                *visible = shown.unwrap_or(*visible);
            }
        }
        self.find_unfilled();
    }

    /// The index of a texture here; one of the same file is there once.
    fn adopt_texture(&mut self, texture: &Texture) -> usize {
        let is_same = |known: &Texture| {
            known.file.is_some() && known.file == texture.file && known.image == texture.image
        };
        if let Some(known) = self.character.textures.iter().position(is_same) {
            return known;
        }
        self.character.textures.push(texture.clone());
        self.textures
            .push(super::item::texture_image(texture, &self.textures));
        self.character.textures.len() - 1
    }

    /// Says which of the tables' bodies it is: what they offer depends on it.
    pub fn name_body(&mut self, body: usize) {
        let mut root = toee::data_root::DataRoot::above(&self.mesh_file());
        self.character.wardrobe.body = Some(body);
        self.character.wardrobe.hair = tables::hair(&mut root, body);
    }

    /// The same, and gives empty slots, and those that show another body's skin, what the naked body has there.
    pub fn set_body(&mut self, body: usize) {
        let before = self.character.wardrobe.body;
        self.name_body(body);
        for (slot, file) in self.material_slots() {
            let skin = before.and_then(|before| self.naked(slot, before));
            let skin = skin.and_then(|offer| self.resolve_offer(&offer.path, &offer.table).ok());
            if file.is_some() && file != skin {
                continue;
            }
            let offer = self.naked(slot, body).cloned();
            if let Some(filling) = offer.and_then(|offer| self.read_offer(&offer).ok()) {
                self.fill_slot(slot, filling);
            }
        }
    }

    /// What a naked body has in a slot.
    fn naked(&self, slot: &str, body: usize) -> Option<&MaterialOffer> {
        let id = tables::base_of(slot, body)?;
        self.character.wardrobe.material(slot, id)
    }

    /// Whether slots are all that it is made of and none is filled: there is nothing to see yet.
    pub fn is_undressed(&self) -> bool {
        let slots = self.material_slots();
        !slots.is_empty() && !self.visible.contains(&true)
    }

    /// Whether a submesh of the mesh in use is a slot.
    pub(super) fn is_slot(&self, submesh: usize) -> bool {
        let material = self.materials().get(submesh);
        self.character.family == Family::Toee
            && material.is_some_and(|material| slot_of(&material.name).is_some())
    }

    /// The material that a table offers. One that is not there is drawn as a missing one.
    ///
    /// # Errors
    /// Where the file is no material.
    pub fn read_offer(&self, offer: &MaterialOffer) -> Result<Character, OpenError> {
        match self.resolve_offer(&offer.path, &offer.table) {
            Ok(file) => open_material(&file),
            Err(wanted) => Ok(absent(offer.slot, &offer.path, wanted)),
        }
    }

    /// The file of a material or mesh that a table names.
    ///
    /// # Errors
    /// Where it would be.
    pub fn resolve_offer(&self, path: &str, table: &Path) -> Result<PathBuf, PathBuf> {
        tables::resolve(path, &self.mesh_file(), table)
    }

    /// Hair of its body.
    pub fn find_hair(&self, style: u32, color: u32, size: HairSize) -> Option<&Hair> {
        self.character.wardrobe.find_hair(style, color, size)
    }

    fn mesh_file(&self) -> PathBuf {
        let file = self.mesh().and_then(|mesh| mesh.file.clone());
        file.unwrap_or_default()
    }
}
