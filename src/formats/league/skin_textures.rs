//! Which texture a submesh wears by its skin's bin (league-formats §7.1).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::skin_bin::{NoDiffuse, diffuse, override_of};
use super::tree::{Tree, either_ending, fit_texture};
use crate::model::league::bin::{BinFile, BinName};
use crate::model::league::skin::Skin;

/// The texture that the game takes.
pub(super) struct Wish {
    pub texture: BinName,
    /// By which of the bin's rules.
    pub rule: String,
}

/// The game's choice for a submesh: its override's material, its override's texture, the mesh's material, the mesh's
/// texture.
///
/// # Errors
/// Why none of them names a texture.
pub(super) fn wish(bins: &[Arc<BinFile>], skin: &Skin, submesh: &str) -> Result<Wish, String> {
    let file = bins
        .get(skin.bin)
        .and_then(|bin| bin.path.file_name())
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let found = override_of(skin, submesh);
    let own = found.map(|found| (found.material, &found.texture, "its override's"));
    let meshs = (skin.material, &skin.texture, "the mesh's");
    let mut failed = Vec::new();
    for (material, texture, whose) in own.into_iter().chain([meshs]) {
        match material.map(|material| (material, diffuse(bins, material))) {
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
