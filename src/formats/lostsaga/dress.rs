//! Which material text a mesh wears, and which pictures (lostsaga-formats §8).

use std::fs;
use std::path::{Path, PathBuf};

use super::collision;
use super::material::{self, Block};
use super::resource_tree::{Folder, ResourceTree};
use super::surface::{Laid, lay};
use crate::formats::any_case::last_part;
use crate::formats::gather::{sniff_file, unreadable};
use crate::formats::open::stem;
use crate::formats::sniff::Kind;
use crate::formats::tally::counted;
use crate::formats::{OpenError, ReadError};
use crate::model::{Character, Finding, Material, Mesh, Start, Subject};

/// Material texts that a message names.
const MOST_NAMED: usize = 8;
/// Files of the material folder that are looked into where no text has the mesh's name.
const MOST_LOOKED_INTO: usize = 2048;

/// What a mesh lacks; gone once a person picks a text.
pub const MISSING: &str = "lostsaga.material-missing";
const GUESSED: &str = "lostsaga.texture-guessed";

/// Gives every mesh the materials of the text of its name. Collision meshes go to the end of the list. `read` reads a
/// picture and gives its index, or reports why not.
pub fn dress(
    character: &mut Character,
    read: &mut impl FnMut(&mut Character, &Path) -> Option<usize>,
) {
    collisions_last(character);
    for mesh in character.materials.len()..character.meshes.len() {
        character.materials.push(Vec::new());
        let file = character.meshes[mesh].file.clone().unwrap_or_default();
        if collision::is_collision(&character.meshes[mesh]) {
            character.materials[mesh] = unpainted(character, mesh, "a collision mesh is not seen");
            continue;
        }
        let name = format!("{}.txt", character.meshes[mesh].name);
        let mut tree = ResourceTree::around(&file);
        let mut looked_for = Vec::new();
        let text = tree.find(Folder::Material, &name, &mut looked_for);
        let text = text.filter(|text| is_material(text));
        let worn = match &text {
            Some(text) => put_on(character, mesh, text, &looked_for, read),
            None => {
                guess(character, mesh, &mut tree, looked_for, read);
                Ok(())
            }
        };
        if let Err(error) = worn {
            character.findings.push(error.to_finding());
            character.materials[mesh] = unpainted(character, mesh, "its material cannot be read");
        }
    }
}

/// Gives a mesh the materials of a text that a person picked, whatever its name.
///
/// # Errors
/// A text that cannot be read, or that is no material.
pub fn wear(
    character: &mut Character,
    mesh: usize,
    text: &Path,
    read: &mut impl FnMut(&mut Character, &Path) -> Option<usize>,
) -> Result<(), OpenError> {
    put_on(character, mesh, text, &[text.to_path_buf()], read)?;
    answer(character, mesh);
    Ok(())
}

/// Paints every submesh of a mesh with a picture that a person picked, and leaves the rest of its surfaces as it is.
pub fn paint_all(character: &mut Character, mesh: usize, texture: usize, picture: &Path) {
    for material in character.materials.get_mut(mesh).into_iter().flatten() {
        material.texture = Some(texture);
        material.missing = false;
        material.reason = format!("{} was picked by hand", picture.display());
        let stages = material.surface.iter_mut().flat_map(|it| &mut it.stages);
        if let Some(first) = stages.into_iter().next() {
            first.texture = Some(texture);
        }
    }
    answer(character, mesh);
}

/// A person has picked: what was said of a missing or guessed look holds no more.
fn answer(character: &mut Character, mesh: usize) {
    let mesh = character.meshes.get(mesh);
    let own = mesh.and_then(|mesh| mesh.file.clone());
    character.findings.retain(|finding| {
        let is_answered = matches!(finding.code, MISSING | GUESSED);
        !is_answered || finding.file != own
    });
}

/// The material texts of the tree that a mesh lies in, or beside it: what a person may pick from.
pub fn texts(mesh: &Path) -> Vec<PathBuf> {
    texts_of(&mut ResourceTree::around(mesh))
}

fn texts_of(tree: &mut ResourceTree) -> Vec<PathBuf> {
    let files = tree.files(Folder::Material).into_iter();
    let files = files.filter(|path| {
        path.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("txt"))
    });
    let files = files.take(MOST_LOOKED_INTO);
    files.filter(|path| is_material(path)).collect()
}

fn is_material(path: &Path) -> bool {
    sniff_file(path).is_ok_and(|kind| kind == Kind::LostSagaMaterial)
}

/// Meshes that are seen come first: nobody who opens a folder wants to look at what things collide with.
fn collisions_last(character: &mut Character) {
    let start = character
        .start
        .mesh
        .and_then(|mesh| character.meshes.get(mesh));
    let start = start.and_then(|mesh| mesh.file.clone());
    character.meshes.sort_by_key(collision::is_collision);
    let is_start = |mesh: &Mesh| start.is_some() && mesh.file == start;
    character.start.mesh = character.meshes.iter().position(is_start);
    // Meshes are not called after their skeletons: among several of each, one has to be shown first.
    let several = character.skeletons.len() > 1 && !character.meshes.is_empty();
    if several && character.start == Start::default() {
        character.start.mesh = Some(0);
    }
}

/// One material without a texture for each submesh.
fn unpainted(character: &Character, mesh: usize, reason: &str) -> Vec<Material> {
    let submeshes = character.meshes.get(mesh).map(|mesh| &mesh.submeshes);
    let material = |name: &String| Material {
        name: name.clone(),
        reason: reason.to_owned(),
        ..Material::default()
    };
    let names = submeshes.into_iter().flatten().map(|submesh| &submesh.name);
    names.map(material).collect()
}

/// Gives a mesh the materials of a text: the n-th block belongs to the n-th submesh.
fn put_on(
    character: &mut Character,
    mesh: usize,
    text: &Path,
    looked_for: &[PathBuf],
    read: &mut impl FnMut(&mut Character, &Path) -> Option<usize>,
) -> Result<(), OpenError> {
    let blocks = read_text(character, text)?;
    let no_block = format!("{} has no block for it", text.display());
    let mut materials = unpainted(character, mesh, &no_block);
    let file = character
        .meshes
        .get(mesh)
        .and_then(|mesh| mesh.file.clone());
    let mut trees = vec![ResourceTree::around(text)];
    trees.extend(file.as_deref().map(ResourceTree::around));
    let mut findings = compare_counts(materials.len(), blocks.len());
    let mut shown_otherwise = Vec::new();
    let mut is_toon = false;
    for (index, (material, block)) in materials.iter_mut().zip(&blocks).enumerate() {
        material.looked_for = looked_for.to_vec();
        let laid = lay(block);
        is_toon |= laid.is_toon;
        for clause in &laid.approximated {
            if !shown_otherwise.contains(clause) {
                shown_otherwise.push(clause.clone());
            }
        }
        let missing = paint(character, material, laid, text, &mut trees, read);
        findings.extend(missing.map(|finding| finding.about(Subject::Submesh(index))));
    }
    for material in materials.iter_mut().skip(blocks.len()) {
        material.looked_for = looked_for.to_vec();
    }
    if is_toon {
        shown_otherwise.insert(
            0,
            "the engine's ramp of light is not a file: the viewer's own light stands for it".into(),
        );
    }
    if !shown_otherwise.is_empty() {
        let message = format!(
            "not all is drawn as in the game: {}",
            shown_otherwise.join("; ")
        );
        let fix = "nothing needs to be done; look at the details in the game";
        findings.push(Finding::note(
            "lostsaga.material-approximated",
            message,
            fix,
        ));
    }
    let findings = findings.into_iter().map(|finding| finding.in_file(text));
    character
        .findings
        .retain(|it| it.file.as_deref() != Some(text) || !is_of_wearing(it.code));
    character.findings.extend(findings);
    if let Some(place) = character.materials.get_mut(mesh) {
        *place = materials;
    }
    Ok(())
}

/// Findings that putting a text on makes anew.
fn is_of_wearing(code: &str) -> bool {
    matches!(
        code,
        "lostsaga.material-approximated" | "lostsaga.material-blocks" | "lostsaga.texture-missing"
    )
}

/// The game makes submeshes of the blocks and logs a difference.
fn compare_counts(submeshes: usize, blocks: usize) -> Vec<Finding> {
    if submeshes == blocks {
        return Vec::new();
    }
    let message = format!(
        "it has {} and the mesh {}; the n-th block is for the n-th submesh",
        counted(blocks, "block", "blocks"),
        counted(submeshes, "submesh", "submeshes")
    );
    let code = "lostsaga.material-blocks";
    vec![match blocks < submeshes {
        true => Finding::warning(code, message, "add a block for each submesh that has none"),
        false => Finding::note(code, message, "take the blocks out that no submesh has"),
    }]
}

/// Finds and reads the textures of a surface. Gives what is missing.
fn paint(
    character: &mut Character,
    material: &mut Material,
    laid: Laid,
    text: &Path,
    trees: &mut [ResourceTree],
    read: &mut impl FnMut(&mut Character, &Path) -> Option<usize>,
) -> Option<Finding> {
    let mut surface = laid.surface;
    let mut lost = None;
    material.reason = format!("{} names no texture", text.display());
    for (index, (stage, name)) in surface.stages.iter_mut().zip(&laid.textures).enumerate() {
        let mut tried = Vec::new();
        let picture = trees
            .iter_mut()
            .find_map(|tree| tree.find(Folder::Texture, name, &mut tried));
        tried.dedup();
        stage.texture = picture
            .as_deref()
            .and_then(|picture| read(character, picture));
        if picture.is_none() && lost.is_none() {
            lost = Some(missing_texture(name, &tried));
        }
        if index == 0 {
            material.texture = stage.texture;
            material.missing = stage.texture.is_none();
            material.reason = match (&picture, stage.texture) {
                (Some(picture), None) => format!("{} cannot be read", picture.display()),
                (None, _) => format!("the texture {name} of {} is missing", text.display()),
                _ => format!("the first texture of {}", text.display()),
            };
        }
        material.looked_for.extend(tried);
    }
    material.surface = Some(surface);
    lost
}

fn missing_texture(name: &str, tried: &[PathBuf]) -> Finding {
    let message = format!(
        "the texture {name} is missing; it is not at {}",
        listed(tried, " nor at ")
    );
    let fix = "put it into the `texture` folder beside the `material` folder";
    Finding::warning("lostsaga.texture-missing", message, fix)
}

fn listed(paths: &[PathBuf], between: &str) -> String {
    let shown: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    shown.join(between)
}

fn read_text(character: &mut Character, path: &Path) -> Result<Vec<Block>, OpenError> {
    let refused = |error: ReadError| OpenError::Refused {
        path: path.into(),
        kind: Kind::LostSagaMaterial.title(),
        error: Box::new(error),
    };
    let metadata = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if metadata.len() > Kind::LostSagaMaterial.most_bytes() {
        let found = format!("{} bytes", metadata.len());
        return Err(refused(ReadError::new(0, "a short text", found)));
    }
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    let (blocks, findings) = material::read(&bytes).map_err(refused)?;
    if !character.files.iter().any(|file| file == path) {
        character.files.push(path.into());
        let findings = findings.into_iter().map(|finding| finding.in_file(path));
        character.findings.extend(findings);
    }
    Ok(blocks)
}

/// Says that no text has the mesh's name, and paints it with a picture that is likely its own, if there is one.
fn guess(
    character: &mut Character,
    mesh: usize,
    tree: &mut ResourceTree,
    looked_for: Vec<PathBuf>,
    read: &mut impl FnMut(&mut Character, &Path) -> Option<usize>,
) {
    let file = character.meshes[mesh].file.clone().unwrap_or_default();
    let name = character.meshes[mesh].name.clone();
    let texts = texts_of(tree);
    let fix = match texts.len() {
        0 => "put its material text into the `material` folder".to_owned(),
        count => format!(
            "pick one with --material: {}{}",
            listed(&texts[..count.min(MOST_NAMED)], ", "),
            if count > MOST_NAMED {
                ", and others"
            } else {
                ""
            }
        ),
    };
    let message = format!(
        "no material text is called {name}.txt, and the game refuses a mesh without one; it is not at {}",
        listed(&looked_for, " nor at ")
    );
    let finding = Finding::warning(MISSING, message, fix);
    character.findings.push(finding.in_file(&file));
    let mut materials = unpainted(
        character,
        mesh,
        &format!("no material text is called {name}.txt"),
    );
    let picture = likely_picture(&name, &tree.files(Folder::Texture));
    let texture = picture
        .as_deref()
        .and_then(|picture| read(character, picture));
    if let (Some(picture), Some(_)) = (&picture, texture) {
        let shown = picture.file_name().unwrap_or_default().to_string_lossy();
        let message =
            format!("{shown} is a guess by its name: nothing says that the mesh wears it");
        let fix = "pick the mesh's material text with --material";
        let finding = Finding::warning(GUESSED, message, fix);
        character.findings.push(finding.in_file(&file));
    }
    for material in &mut materials {
        material.looked_for.clone_from(&looked_for);
        if let (Some(picture), Some(_)) = (&picture, texture) {
            material.texture = texture;
            material.reason = format!(
                "{} by a guess: its name begins the mesh's",
                picture.display()
            );
            material.looked_for.push(picture.clone());
        }
    }
    character.materials[mesh] = materials;
}

/// The picture whose name is the mesh's, or the longest beginning of it up to an underscore.
fn likely_picture(mesh: &str, pictures: &[PathBuf]) -> Option<PathBuf> {
    let mesh = last_part(mesh).to_ascii_lowercase();
    let fits = |picture: &&PathBuf| {
        let name = stem(picture).to_ascii_lowercase();
        let rest = mesh.strip_prefix(&name).filter(|_| !name.is_empty());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
            && sniff_file(picture).is_ok_and(Kind::is_texture)
    };
    let longest = |picture: &&PathBuf| stem(picture).len();
    pictures.iter().filter(fits).max_by_key(longest).cloned()
}
