//! What a character is told to wear and to hold (toee-formats §8.1, §8.2, §8.4).

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::args::{Input, WornArgs};
use super::inspect::texture_of;
use super::{Failure, find_name, json, open_first};
use crate::formats::{check_mesh, open_material};
use crate::model::finding::counted;
use crate::model::wardrobe::BODIES;
use crate::scene::Item;
use crate::scene::worn::{Fit, Worn};

/// One thing that is worn or held.
#[derive(Serialize)]
pub struct WornJson {
    name: String,
    files: Vec<String>,
    /// The bone that holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    held_by: Option<String>,
    /// Of its mesh.
    bone_count: usize,
    /// Those that follow a joint of the wearer's; of what is held none does.
    paired_bone_count: usize,
    vertex_count: usize,
    textures: Vec<Option<String>>,
}

impl WornJson {
    fn new(worn: &Worn) -> Self {
        let (item, character) = (&worn.item, &worn.item.character);
        let bones = item.mesh().map_or(0, |mesh| mesh.bones.len());
        let follows = |bone: &usize| worn.joint_of(*bone).is_some();
        let materials = character.materials.iter().flatten();
        Self {
            name: character.name.clone(),
            files: json::files(character),
            held_by: match &worn.fit {
                Fit::Worn => None,
                Fit::Held { on } => Some(on.clone()),
            },
            bone_count: bones,
            paired_bone_count: (0..bones).filter(follows).count(),
            vertex_count: item.mesh().map_or(0, |mesh| mesh.positions.len()),
            textures: materials.map(|it| texture_of(character, it)).collect(),
        }
    }
}

/// All that is worn and held.
pub fn json(item: &Item) -> Vec<WornJson> {
    item.worn().iter().map(WornJson::new).collect()
}

/// A line for each, for people.
pub fn lines(item: &Item) -> String {
    let line = |worn: &Worn| {
        let it = WornJson::new(worn);
        let vertices = counted(it.vertex_count, "vertex", "vertices");
        match it.held_by {
            Some(bone) => format!("  held by {bone}: {}, {vertices}\n", it.name),
            None => format!(
                "  worn: {}, {vertices}, {} of {} on a joint\n",
                it.name,
                it.paired_bone_count,
                counted(it.bone_count, "bone", "bones")
            ),
        }
    };
    item.worn().iter().map(line).collect()
}

/// Puts everything on, in the order of the arguments: first what fills slots, then what is worn, then what is held.
pub fn put_on(item: &mut Item, args: &WornArgs) -> Result<(), Failure> {
    item.character.wardrobe.helmet = args.helmet;
    if let Some(body) = &args.body {
        let body = BODIES.iter().position(|known| known == body);
        item.set_body(body.unwrap_or(0));
    }
    for (slot, what) in &args.slot {
        fill(item, slot, what)?;
    }
    match args.with.is_empty() {
        true => item.wear_together(),
        false => item.take_off_own(),
    }
    let names: Vec<String> = item
        .character
        .meshes
        .iter()
        .map(|it| it.name.clone())
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for name in &args.with {
        let mesh = find_name(name, &names, "mesh")?;
        check_joints(item)?;
        item.wear_own(mesh);
    }
    for what in &args.wear {
        for file in files_to_wear(item, what)? {
            wear(item, file, Fit::Worn)?;
        }
    }
    if let Some(hair) = args.hair {
        wear(item, hair_file(item, hair)?, Fit::Worn)?;
    }
    for (on, file) in &args.hold {
        let joints = item.skeleton().map_or(&[][..], |skeleton| &skeleton.joints);
        let is_there = joints.iter().any(|it| it.name.eq_ignore_ascii_case(on));
        if item.can_wear() && !is_there {
            return Err(Failure::Argument(no_bone(item, on)));
        }
        wear(item, file.clone(), Fit::Held { on: on.clone() })?;
    }
    Ok(())
}

fn check_joints(item: &Item) -> Result<(), Failure> {
    if item.can_wear() {
        return Ok(());
    }
    let message = "only characters with joints wear and hold models";
    Err(Failure::Argument(message.into()))
}

fn wear(item: &mut Item, file: PathBuf, fit: Fit) -> Result<(), Failure> {
    check_joints(item)?;
    check_mesh(&file)?;
    let input = Input {
        paths: vec![file.clone()],
        only: false,
    };
    if item.wear(open_first(&input)?, fit) {
        return Ok(());
    }
    Err(Failure::Argument(format!(
        "{} holds no mesh of {} to wear or hold",
        file.display(),
        item.character.family.title()
    )))
}

/// The number that stands for something in a table; a file of that name comes first.
fn number(what: &Path) -> Option<u32> {
    let number = what.to_str()?.parse().ok();
    number.filter(|_| !what.exists())
}

fn fill(item: &mut Item, slot: &str, what: &Path) -> Result<(), Failure> {
    let filling = match number(what) {
        None => open_material(what)?,
        Some(id) => {
            let offer = item.character.wardrobe.material(slot, id).cloned();
            let offer =
                offer.ok_or_else(|| no_entry(item, &format!("material {id} for {slot}")))?;
            item.read_offer(&offer)?
        }
    };
    if item.fill_slot(slot, filling) {
        return Ok(());
    }
    let slots: Vec<&str> = item
        .material_slots()
        .iter()
        .map(|(slot, _)| *slot)
        .collect();
    Err(Failure::Argument(match slots.is_empty() {
        true => format!("no mesh here has a slot {slot:?}: none has any"),
        false => format!(
            "no mesh here has a slot {slot:?}; there are: {}",
            slots.join(", ")
        ),
    }))
}

/// The file itself, or those of a table's number.
fn files_to_wear(item: &Item, what: &Path) -> Result<Vec<PathBuf>, Failure> {
    let Some(id) = number(what) else {
        return Ok(vec![what.to_path_buf()]);
    };
    let offer = item.character.wardrobe.add_mesh(id);
    let offer = offer.ok_or_else(|| no_entry(item, &format!("add-mesh {id}")))?;
    let files = item.character.wardrobe.worn_of(offer);
    let file = |path: &str| {
        let found = item.resolve_offer(path, &offer.table);
        found.map_err(|wanted| {
            let message = format!("add-mesh {id} is not there: {}", wanted.display());
            Failure::Argument(message)
        })
    };
    files.map(file).collect()
}

fn hair_file(item: &Item, (style, color): (u32, u32)) -> Result<PathBuf, Failure> {
    let wardrobe = &item.character.wardrobe;
    let hair = item.find_hair(style, color, wardrobe.hair_size());
    hair.map(|hair| hair.path.clone()).ok_or_else(|| {
        let whose = match wardrobe.body.and_then(|body| BODIES.get(body)) {
            Some(body) => format!("the body {body}; it has: {}", known_hair(item)),
            None => "a body that nobody has named: say which it is by --body".to_owned(),
        };
        Failure::Argument(format!(
            "there is no hair of style {style} and colour {color} below art/meshes/hair for {whose}"
        ))
    })
}

/// Styles and colours of the body's hair, as they are typed.
fn known_hair(item: &Item) -> String {
    let hair = item.character.wardrobe.hair.iter();
    let mut looks: Vec<String> = hair
        .map(|hair| format!("{},{}", hair.style, hair.color))
        .collect();
    looks.dedup();
    match looks.is_empty() {
        true => "none".to_owned(),
        false => looks.join(" "),
    }
}

fn no_entry(item: &Item, what: &str) -> Failure {
    let is_empty = item.character.wardrobe.is_empty();
    Failure::Argument(match is_empty {
        true => {
            format!("no table offers {what}: name rules/materials.mes or rules/addmesh.mes too")
        }
        false => format!("no table offers {what}"),
    })
}

fn no_bone(item: &Item, wanted: &str) -> String {
    let joints = item.skeleton().map_or(&[][..], |skeleton| &skeleton.joints);
    let made_for_it = joints.iter().map(|joint| joint.name.as_str());
    let made_for_it = made_for_it.filter(|name| name.to_ascii_lowercase().ends_with("_ref"));
    let names: Vec<&str> = made_for_it.collect();
    match names.is_empty() {
        true => format!("there is no bone {wanted:?}"),
        false => format!(
            "there is no bone {wanted:?}; made to hold things: {}",
            names.join(", ")
        ),
    }
}
