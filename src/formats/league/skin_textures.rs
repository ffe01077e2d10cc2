//! Which texture a submesh wears by its skin's bin (league-formats §7.1).

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::hash::fnv1a;
use super::skin_bin::{Diffuse, NoDiffuse, diffuse};
use super::tree::{Tree, either_ending, fit_texture};
use crate::model::league::bin::{BinFile, BinName};
use crate::model::league::skin::Skin;

/// Different textures of one mesh that are looked for on the disk: a made file could name a million.
const MOST_LOCATED: usize = 2000;

/// The texture that the game takes.
pub(super) struct Wish {
    pub texture: BinName,
    /// By which of the bin's rules.
    pub rule: String,
}

/// A skin, prepared to be asked about many submeshes.
pub(super) struct Wardrobe {
    bins: Vec<Arc<BinFile>>,
    skin: Skin,
    /// The bin's file name.
    file: String,
    /// For each submesh's name, by FNV-1a, the first of its overrides.
    overrides: HashMap<u32, usize>,
    hidden: HashSet<u32>,
    diffuse: HashMap<u32, Result<Diffuse, NoDiffuse>>,
    trees: Vec<Tree>,
    located: HashMap<BinName, Option<PathBuf>>,
}

impl Wardrobe {
    /// `trees` are where the bin's paths may begin.
    pub fn new(bins: &[Arc<BinFile>], skin: &Skin, trees: Vec<Tree>) -> Self {
        let file = bins.get(skin.bin).and_then(|bin| bin.path.file_name());
        let mut overrides = HashMap::new();
        for (index, found) in skin.overrides.iter().enumerate() {
            let submesh = match &found.submesh {
                Some(BinName::Text(name)) => fnv1a(name),
                Some(BinName::Hash(hash)) => *hash,
                _ => continue,
            };
            overrides.entry(submesh).or_insert(index);
        }
        Self {
            bins: bins.to_vec(),
            file: file.unwrap_or_default().to_string_lossy().into_owned(),
            overrides,
            hidden: skin.hidden.iter().map(|name| fnv1a(name)).collect(),
            skin: skin.clone(),
            diffuse: HashMap::new(),
            trees,
            located: HashMap::new(),
        }
    }

    /// Whether a submesh is hidden at first.
    pub fn hides(&self, submesh: &str) -> bool {
        self.hidden.contains(&fnv1a(submesh))
    }

    /// The game's choice for a submesh: its override's material, its override's texture, the mesh's material, the mesh's
    /// texture.
    ///
    /// # Errors
    /// Why none of them names a texture.
    pub fn wish(&mut self, submesh: &str) -> Result<Wish, String> {
        let Self {
            bins,
            skin,
            file,
            overrides,
            diffuse: known,
            ..
        } = self;
        let own = overrides.get(&fnv1a(submesh));
        let own = own.map(|&index| &skin.overrides[index]);
        let own = own.map(|found| (found.material, &found.texture, "its override's"));
        let meshs = (skin.material, &skin.texture, "the mesh's");
        let mut failed = Vec::new();
        for (material, texture, whose) in own.into_iter().chain([meshs]) {
            let mut look_up = |material| {
                let found = known
                    .entry(material)
                    .or_insert_with(|| diffuse(bins, material));
                (material, found.clone())
            };
            match material.map(&mut look_up) {
                Some((_, Ok(found))) => {
                    return Ok(Wish {
                        rule: format!("by {file}: {whose} material, sampler {:?}", found.sampler),
                        texture: found.texture,
                    });
                }
                Some((material, Err(NoDiffuse::NotAtHand))) => failed.push(format!(
                    "{whose} material {material:#010x} is in no bin at hand"
                )),
                Some((_, Err(NoDiffuse::NoSampler))) => {
                    failed.push(format!("{whose} material has no texture"));
                }
                None => {}
            }
            if let Some(texture) = texture {
                let instead = match failed.is_empty() {
                    true => String::new(),
                    false => format!(" ({})", failed.join("; ")),
                };
                return Ok(Wish {
                    rule: format!("by {file}: {whose} texture{instead}"),
                    texture: texture.clone(),
                });
            }
        }
        failed.push("it names no texture for the submesh".into());
        Err(format!("{file}: {}", failed.join("; ")))
    }

    /// The texture's file: in the tree around the mesh or the bin, else beside the mesh by its name.
    pub fn locate(&mut self, texture: &BinName, beside: &[PathBuf]) -> Option<PathBuf> {
        if self.located.len() >= MOST_LOCATED {
            return None;
        }
        let trees = &mut self.trees;
        let known = self.located.entry(texture.clone());
        known
            .or_insert_with(|| locate(texture, trees, beside))
            .clone()
    }
}

/// For people, and to look for: the texture's path with either ending.
pub(super) fn paths(texture: &BinName) -> Vec<PathBuf> {
    match texture {
        BinName::Text(path) => either_ending(path).into_iter().map(PathBuf::from).collect(),
        BinName::Hash(hash) => vec![format!("{hash:08x}").into()],
        BinName::File(hash) => vec![format!("{hash:016x}").into()],
    }
}

/// The texture's file: in the tree around the mesh or the bin, else beside the mesh by its name.
pub(super) fn locate(texture: &BinName, trees: &mut [Tree], beside: &[PathBuf]) -> Option<PathBuf> {
    let mut in_tree = |path: &str| trees.iter_mut().find_map(|tree| tree.find_texture(path));
    let found = match texture {
        BinName::Text(path) => in_tree(path),
        _ => None,
    };
    found.or_else(|| {
        let fits = beside.iter().map(|file| (fit_texture(texture, file), file));
        let best = fits
            .filter(|(fit, _)| *fit > 0)
            .rev()
            .max_by_key(|(fit, file)| {
                // Of twins the one that the bin names.
                (*fit, has_stated_ending(texture, file))
            });
        best.map(|(_, file)| file.clone())
    })
}

fn has_stated_ending(texture: &BinName, file: &Path) -> bool {
    match (texture, file.extension()) {
        (BinName::Text(path), Some(ending)) => Path::new(path)
            .extension()
            .is_some_and(|stated| stated.eq_ignore_ascii_case(ending)),
        _ => false,
    }
}
