//! Materials that a person picks for a mesh whose files name none (lostsaga-formats §8).

use std::path::{Path, PathBuf};

use super::Item;
use super::item::texture_image;
use crate::formats::OpenError;
use crate::formats::gather::sniff_file;
use crate::formats::lostsaga::dress;
use crate::formats::open::read_texture;
use crate::formats::sniff::Kind;
use crate::model::{Character, Family};

/// A mesh of somebody's set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeshAt {
    /// One of the character's own: its index.
    Own(usize),
    /// One that is worn, of another file: its place in [`Item::worn`].
    Worn(usize),
}

impl Item {
    /// Gives a mesh the materials of a text, whatever that is called, or paints all of it with a picture. Other families
    /// than Lost Saga have no such texts: nothing happens there, and where there is no such mesh.
    ///
    /// # Errors
    /// A file that cannot be read, or that is neither material nor picture. The mesh keeps what it wears.
    pub fn dress_mesh(&mut self, at: MeshAt, file: &Path) -> Result<(), OpenError> {
        self.revision += 1;
        match at {
            MeshAt::Own(mesh) => self.pick_material(mesh, file),
            MeshAt::Worn(place) => match self.worn.get_mut(place) {
                Some(worn) => worn.item.pick_material(worn.item.mesh.unwrap_or(0), file),
                None => Ok(()),
            },
        }
    }

    /// The same for one of its own meshes.
    ///
    /// # Errors
    /// As [`Self::dress_mesh`].
    pub fn pick_material(&mut self, mesh: usize, file: &Path) -> Result<(), OpenError> {
        if self.character.family != Family::LostSaga || mesh >= self.character.meshes.len() {
            return Ok(());
        }
        self.keep_as_read();
        if sniff_file(file).is_ok_and(Kind::is_texture) {
            let texture = read_texture(&mut self.character, file)?;
            dress::paint_all(&mut self.character, mesh, texture, file);
        } else {
            let mut read = |character: &mut Character, path: &Path| {
                let texture = read_texture(character, path);
                let refused = texture.as_ref().err().map(OpenError::to_finding);
                character.findings.extend(refused);
                texture.ok()
            };
            dress::wear(&mut self.character, mesh, file, &mut read)?;
        }
        self.texts.retain(|(other, _)| *other != mesh);
        self.texts.push((mesh, file.to_path_buf()));
        let further = self.character.textures.iter().skip(self.textures.len());
        let further = further.map(|texture| texture_image(texture, &self.textures));
        let further: Vec<_> = further.collect();
        self.textures.extend(further);
        self.revision += 1;
        self.dress_worn(mesh);
        Ok(())
    }

    /// What is worn of its own meshes looks as they do.
    fn dress_worn(&mut self, mesh: usize) {
        let Some(materials) = self.character.materials.get(mesh) else {
            return;
        };
        let mut worn = self.worn.iter_mut();
        if let Some(worn) = worn.find(|worn| worn.own_mesh() == Some(mesh)) {
            let item = &mut worn.item;
            item.character.materials = vec![materials.clone()];
            item.character.textures.clone_from(&self.character.textures);
            item.textures.clone_from(&self.textures);
        }
    }

    /// The item that a mesh is shown by, and the mesh's index there.
    fn item_of(&self, at: MeshAt) -> Option<(&Self, usize)> {
        match at {
            MeshAt::Own(mesh) => Some((self, mesh)),
            MeshAt::Worn(worn) => {
                let item = &self.worn.get(worn)?.item;
                Some((item, item.mesh?))
            }
        }
    }

    /// The material texts that lie where a mesh's would: what there is to pick from.
    pub fn material_texts(&self, at: MeshAt) -> Vec<PathBuf> {
        let found = self.item_of(at);
        let found = found.filter(|(item, _)| item.character.family == Family::LostSaga);
        let file = found.and_then(|(item, mesh)| item.character.meshes.get(mesh)?.file.as_deref());
        file.map(dress::texts).unwrap_or_default()
    }

    /// Every file that was looked at for a mesh's materials and textures, in order, each once.
    pub fn looked_for(&self, at: MeshAt) -> Vec<&Path> {
        let mut files: Vec<&Path> = Vec::new();
        let materials = self.item_of(at);
        let materials = materials.and_then(|(item, mesh)| item.character.materials.get(mesh));
        for file in materials
            .into_iter()
            .flatten()
            .flat_map(|it| &it.looked_for)
        {
            if !files.contains(&file.as_path()) {
                files.push(file);
            }
        }
        files
    }

    /// Whether a mesh is still without the material that its files should name.
    pub fn lacks_material(&self, at: MeshAt) -> bool {
        let Some((item, mesh)) = self.item_of(at) else {
            return false;
        };
        let file = item.character.meshes.get(mesh).map(|mesh| &mesh.file);
        let mut findings = item.character.findings.iter();
        findings.any(|finding| finding.code == dress::MISSING && Some(&finding.file) == file)
    }
}
