//! What stands beside meshes in a set: material texts, textures, and the text that ties a model together
//! (lostsaga-formats §8).

use std::collections::HashSet;
use std::path::PathBuf;

use super::names::file_name;
use crate::export::Piece;
use crate::formats::lostsaga::material::{self, Block, Cull, Pass, Technique, Unit};
use crate::formats::texture::dds;
use crate::model::{Finding, Image, Material, Texture};

/// Textures that were packed, each once.
#[derive(Default)]
pub(super) struct Textures {
    names: HashSet<String>,
    /// What was packed, and what it is called.
    packed: Vec<(*const Image, String)>,
    pub files: Vec<(PathBuf, Vec<u8>)>,
    pub findings: Vec<Finding>,
}

impl Textures {
    /// The material text of one file of a piece: a block for each of its submeshes.
    pub fn text(&mut self, piece: &Piece<'_>, submeshes: &[usize], is_skinned: bool) -> Vec<u8> {
        let blocks: Vec<Block> = submeshes
            .iter()
            .map(|&submesh| self.block(piece.materials.get(submesh), piece.textures, is_skinned))
            .collect();
        material::write(&blocks)
    }

    /// The texture, lit; both sides, for what was drawn on one side alone is seldom seen from the other.
    fn block(
        &mut self,
        material: Option<&Material>,
        textures: &[Texture],
        is_skinned: bool,
    ) -> Block {
        let texture = material.and_then(|material| textures.get(material.texture?));
        let unit = texture
            .and_then(|texture| self.pack(texture))
            .map(|name| Unit {
                texture: Some(name),
                ..Unit::default()
            });
        let pass = Pass {
            cull: Cull::None,
            shader_group: if is_skinned { "Animate" } else { "Static" }.to_owned(),
            units: unit.into_iter().collect(),
            ..Pass::default()
        };
        let technique = Technique {
            passes: vec![pass],
            others: Vec::new(),
        };
        Block {
            techniques: vec![technique],
            others: Vec::new(),
        }
    }

    /// The name of its file.
    fn pack(&mut self, texture: &Texture) -> Option<String> {
        let image = texture.image.as_ref();
        let known = image.and_then(|image| {
            let is_it =
                |(packed, _): &&(*const Image, String)| std::ptr::eq(*packed, image.as_ref());
            self.packed.iter().find(is_it)
        });
        if let Some((_, name)) = known {
            return Some(name.clone());
        }
        let bytes = match image.map(|image| dds::write_dxt3(image)) {
            Some(Ok(bytes)) => bytes,
            failed => {
                let reason = match failed {
                    Some(Err(error)) => error.to_string(),
                    _ => "its pixels could not be read".to_owned(),
                };
                let message = format!("the texture {} was left out: {reason}", texture.name);
                let fix = "put a .dds of the material's in the texture folder by hand";
                self.findings
                    .push(Finding::warning("export.texture-left-out", message, fix));
                return None;
            }
        };
        let stem = file_name(&texture.name);
        let name = self.free_name(&stem);
        self.files
            .push((PathBuf::from("texture").join(&name), bytes));
        self.packed
            .extend(image.map(|image| (std::ptr::from_ref(image.as_ref()), name.clone())));
        Some(name)
    }

    /// Names of files are one whatever their case.
    fn free_name(&mut self, stem: &str) -> String {
        let mut name = format!("{stem}.dds");
        let mut number = 1;
        while !self.names.insert(name.to_lowercase()) {
            number += 1;
            name = format!("{stem}_{number}.dds");
        }
        name
    }
}
