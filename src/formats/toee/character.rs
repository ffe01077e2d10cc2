//! What belongs together, and which pictures a mesh wears.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use glam::Affine3A;

use super::data_root::DataRoot;
use super::ska::Ska;
use super::skm::Skm;
use super::{mdf, ska, skm, stages, tables};
use crate::formats::any_case::last_part;
use crate::formats::gather::unreadable;
use crate::formats::open::{claim, stem};
use crate::formats::sniff::Kind;
use crate::formats::{OpenError, ReadError};
use crate::model::{
    Character, Composition, Family, Finding, Joint, Material, Mesh, Skeleton, Subject, Transform,
    Wardrobe,
};

/// Adds the mesh of a file.
pub fn add_mesh(character: &mut Character, file: &Skm, path: &Path) -> Vec<Finding> {
    claim(character, Family::Toee);
    let (mut mesh, findings) = skm::mesh(file);
    mesh.name = stem(path);
    mesh.file = Some(path.into());
    character.meshes.push(mesh);
    findings
}

/// Adds the skeleton of a file and its clips.
pub fn add_skeleton(character: &mut Character, file: &Ska, path: &Path) -> Vec<Finding> {
    claim(character, Family::Toee);
    let (mut skeleton, mut findings) = ska::skeleton(file);
    let (clips, more) = ska::clips(file, &skeleton);
    findings.extend(more);
    skeleton.name = stem(path);
    skeleton.file = Some(path.into());
    character.skeletons.push(skeleton);
    for mut clip in clips {
        clip.file = Some(path.into());
        character.clips.push(clip);
    }
    findings
}

/// Gives every submesh its material, clips of several skeletons their skeleton's name in front, and meshes without any
/// skeleton one of their own bones. `read` reads a picture and gives its index, or reports why not.
pub fn dress(
    character: &mut Character,
    read: &mut impl FnMut(&mut Character, &Path) -> Option<usize>,
) {
    if character.skeletons.len() > 1 {
        for clip in &mut character.clips {
            let owner = clip.file.as_deref().map(stem).unwrap_or_default();
            clip.name = format!("{owner}/{}", clip.name);
        }
    }
    if character.skeletons.is_empty() {
        character.skeletons = character.meshes.iter().map(own_skeleton).collect();
        character.start.skeleton = character.start.mesh;
    }
    if let Some(mesh) = character.meshes.get(character.start.mesh.unwrap_or(0)) {
        let file = mesh.file.clone().unwrap_or_default();
        let tables = tables::attach(&mut character.wardrobe, &file);
        character.files.extend(tables);
    }
    let mut rack = Rack::default();
    for mesh in 0..character.meshes.len() {
        let file = character.meshes[mesh].file.clone().unwrap_or_default();
        let names = character.meshes[mesh].submeshes.iter();
        let names: Vec<String> = names.map(|submesh| submesh.name.clone()).collect();
        let mut root = DataRoot::above(&file);
        let mut materials = Vec::with_capacity(names.len());
        for (submesh, name) in names.into_iter().enumerate() {
            let (material, findings) = rack.material(character, &mut root, &file, &name, read);
            let findings = findings.into_iter();
            let findings = findings.map(|f| f.in_file(&file).about(Subject::Submesh(submesh)));
            character.findings.extend(findings);
            materials.push(material);
        }
        character.materials.push(materials);
    }
}

/// The bones of a mesh, where no skeleton lies beside it: it stands in its bind pose.
fn own_skeleton(mesh: &Mesh) -> Skeleton {
    let bind = |bone: usize| {
        let world = mesh.bones.get(bone).map(|bone| bone.inverse_bind.inverse());
        world
            .filter(Affine3A::is_finite)
            .unwrap_or(Affine3A::IDENTITY)
    };
    let joint = |(index, bone): (usize, &crate::model::MeshBone)| {
        let parent = bone.parent.map_or(Affine3A::IDENTITY, bind);
        let local = parent.inverse() * bind(index);
        Joint {
            name: bone.name.clone(),
            hash: None,
            parent: bone.parent,
            local: match local.is_finite() {
                true => Transform::from_affine(&local),
                false => Transform::IDENTITY,
            },
            inverse_bind: bone.inverse_bind,
            radius: 0.0,
        }
    };
    Skeleton {
        name: mesh.name.clone(),
        file: mesh.file.clone(),
        kind: "skm",
        version: 1,
        composition: Composition::Plain,
        joints: mesh.bones.iter().enumerate().map(joint).collect(),
        ..Skeleton::default()
    }
}

/// Materials that were read, by their path in the game.
#[derive(Default)]
struct Rack {
    /// By the data root and the lower-case name.
    known: HashMap<(Option<PathBuf>, String), Material>,
}

impl Rack {
    /// The material of a name in a mesh, and what is wrong with it, the first time that it is met.
    fn material(
        &mut self,
        character: &mut Character,
        root: &mut DataRoot,
        mesh: &Path,
        name: &str,
        read: &mut impl FnMut(&mut Character, &Path) -> Option<usize>,
    ) -> (Material, Vec<Finding>) {
        let key = (
            root.root().map(Path::to_path_buf),
            name.to_ascii_lowercase(),
        );
        if let Some(material) = self.known.get(&key) {
            return (material.clone(), Vec::new());
        }
        let mut material = Material {
            name: name.to_owned(),
            ..Material::default()
        };
        let findings = put_on(&mut material, character, root, mesh, read);
        self.known.insert(key, material.clone());
        (material, findings)
    }
}

/// Looks for a material's file and its pictures, and reads them. Gives what is wrong with them.
fn put_on(
    material: &mut Material,
    character: &mut Character,
    root: &mut DataRoot,
    mesh: &Path,
    read: &mut impl FnMut(&mut Character, &Path) -> Option<usize>,
) -> Vec<Finding> {
    let mut name = material.name.clone();
    let mut by_table = String::new();
    if let Some(slot) = tables::slot_of(&name) {
        match naked(&character.wardrobe, slot) {
            Some(path) => {
                by_table = format!("by the tables {path} fills the slot {slot}: ");
                name = path;
            }
            None => {
                *material = unfilled(&name);
                return Vec::new();
            }
        }
    }
    let file = look_for(&name, root, mesh, &mut material.looked_for);
    let settings = match &file {
        Some(file) => read_material(character, file).map_err(|error| error.to_finding()),
        None => {
            let what = format!("the material {name}");
            let code = "toee.material-missing";
            Err(stages::missing(code, &what, &material.looked_for))
        }
    };
    let file = file.unwrap_or_default();
    let findings = match settings {
        Ok(settings) => stages::lay_on(
            material,
            &settings,
            &file,
            |path, looked_for| look_for(path, root, &file, looked_for),
            |picture| read(character, picture),
        ),
        Err(finding) => {
            material.missing = true;
            material.reason.clone_from(&finding.message);
            vec![finding]
        }
    };
    material.reason.insert_str(0, &by_table);
    findings
}

/// A slot that nothing fills: it is not drawn (toee-formats §8.4).
pub fn unfilled(slot: &str) -> Material {
    Material {
        name: slot.to_owned(),
        hidden: true,
        reason: format!("{slot} is a slot that the game fills with what is worn"),
        ..Material::default()
    }
}

/// A material that a table names and that is not at `wanted`: it is drawn as a missing one.
pub fn absent(slot: &str, path: &str, wanted: PathBuf) -> Character {
    let mut character = Character::empty(Family::Toee, slot);
    let tried = vec![wanted];
    let finding = stages::missing(
        "toee.material-missing",
        &format!("the material {path}"),
        &tried,
    );
    character.materials.push(vec![Material {
        name: slot.to_owned(),
        missing: true,
        reason: finding.message.clone(),
        looked_for: tried,
        ..Material::default()
    }]);
    character.findings.push(finding);
    character
}

/// The path of what a naked body has in a slot, where tables say which body it is.
fn naked(wardrobe: &Wardrobe, slot: &str) -> Option<String> {
    let id = tables::base_of(slot, wardrobe.body?)?;
    Some(wardrobe.material(slot, id)?.path.clone())
}

/// Reads the material of a file, for a slot, into a character that has nothing else.
pub(in crate::formats) fn read_filling(
    character: &mut Character,
    file: &Path,
    read: &mut impl FnMut(&mut Character, &Path) -> Option<usize>,
) -> Result<(), OpenError> {
    let settings = read_material(character, file)?;
    let mut root = DataRoot::above(file);
    let mut material = Material {
        name: stem(file),
        looked_for: vec![file.into()],
        ..Material::default()
    };
    let find = |path: &str, tried: &mut Vec<PathBuf>| look_for(path, &mut root, file, tried);
    let findings = stages::lay_on(&mut material, &settings, file, find, |picture| {
        read(character, picture)
    });
    let findings = findings.into_iter().map(|finding| finding.in_file(file));
    character.findings.extend(findings);
    character.materials.push(vec![material]);
    Ok(())
}

/// The file that a path of the game names: below the data root, else, for loose files, beside the file that names it.
fn look_for(
    path: &str,
    root: &mut DataRoot,
    beside: &Path,
    looked_for: &mut Vec<PathBuf>,
) -> Option<PathBuf> {
    if let Some(found) = root.find(path) {
        looked_for.push(found.clone());
        return Some(found);
    }
    looked_for.push(root.wanted(path));
    let folder = beside.parent().unwrap_or(Path::new(""));
    let found = root.find_in(folder, last_part(path));
    looked_for.push(
        found
            .clone()
            .unwrap_or_else(|| folder.join(last_part(path))),
    );
    found
}

fn read_material(character: &mut Character, path: &Path) -> Result<mdf::Settings, OpenError> {
    let refused = |error: ReadError| OpenError::Refused {
        path: path.into(),
        kind: Kind::ToeeMaterial.title(),
        error: error.into(),
    };
    let metadata = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if metadata.len() > Kind::ToeeMaterial.most_bytes() {
        let found = format!("{} bytes", metadata.len());
        return Err(refused(ReadError::new(0, "a short text", found)));
    }
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    let (material, findings) = mdf::read(&bytes).map_err(refused)?;
    if !character.files.iter().any(|file| file == path) {
        character.files.push(path.into());
        let findings = findings.into_iter().map(|finding| finding.in_file(path));
        character.findings.extend(findings);
    }
    Ok(material.settings().0)
}
