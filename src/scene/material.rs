//! Materials that a person picks for a mesh whose files name none (lostsaga-formats §8).

use std::path::{Path, PathBuf};

use super::Item;
use super::item::texture_image;
use crate::formats::OpenError;
use crate::formats::lostsaga::dress;
use crate::formats::open::read_texture;
use crate::model::{Character, Family};

impl Item {
    /// Gives a mesh the materials of a text, whatever that is called. Other families than Lost Saga have no such texts:
    /// nothing happens there, and where there is no such mesh.
    ///
    /// # Errors
    /// A text that cannot be read, or that is no material. The mesh keeps what it wears.
    pub fn pick_material(&mut self, mesh: usize, text: &Path) -> Result<(), OpenError> {
        if self.character.family != Family::LostSaga || mesh >= self.character.meshes.len() {
            return Ok(());
        }
        let mut read = |character: &mut Character, path: &Path| match read_texture(character, path)
        {
            Ok(texture) => Some(texture),
            Err(error) => {
                character.findings.push(error.to_finding());
                None
            }
        };
        self.keep_as_read();
        dress::wear(&mut self.character, mesh, text, &mut read)?;
        self.texts.retain(|(other, _)| *other != mesh);
        self.texts.push((mesh, text.to_path_buf()));
        let further = self.character.textures.iter().skip(self.textures.len());
        let further = further.map(|texture| texture_image(texture, &self.textures));
        let further: Vec<_> = further.collect();
        self.textures.extend(further);
        self.revision += 1;
        Ok(())
    }

    /// The material texts that lie where a mesh's would: what there is to pick from.
    pub fn material_texts(&self, mesh: usize) -> Vec<PathBuf> {
        let is_of_family = self.character.family == Family::LostSaga;
        let mesh = self.character.meshes.get(mesh).filter(|_| is_of_family);
        let file = mesh.and_then(|mesh| mesh.file.as_deref());
        file.map(dress::texts).unwrap_or_default()
    }

    /// Whether a mesh is still without the material that its files should name.
    pub fn lacks_material(&self, mesh: usize) -> bool {
        let file = self.character.meshes.get(mesh).map(|mesh| &mesh.file);
        let mut findings = self.character.findings.iter();
        findings.any(|finding| finding.code == dress::MISSING && Some(&finding.file) == file)
    }
}
