//! What a character is told to wear and to hold (toee-formats §8.1, §8.2).

use serde::Serialize;

use super::args::{Input, WornArgs};
use super::inspect::texture_of;
use super::{Failure, json, open_first};
use crate::model::finding::counted;
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

/// Puts everything on, in the order of the arguments, worn before held.
pub fn put_on(item: &mut Item, args: &WornArgs) -> Result<(), Failure> {
    let worn = args.wear.iter().map(|file| (file, Fit::Worn));
    let held = args.hold.iter();
    let held = held.map(|(on, file)| (file, Fit::Held { on: on.clone() }));
    for (file, fit) in worn.chain(held) {
        if !item.can_wear() {
            let message = "only characters with joints wear and hold models";
            return Err(Failure::Argument(message.into()));
        }
        if let Fit::Held { on } = &fit {
            let joints = item.skeleton().map_or(&[][..], |skeleton| &skeleton.joints);
            if !joints
                .iter()
                .any(|joint| joint.name.eq_ignore_ascii_case(on))
            {
                return Err(Failure::Argument(no_bone(item, on)));
            }
        }
        let input = Input {
            paths: vec![file.clone()],
            only: false,
        };
        if !item.wear(open_first(&input)?, fit) {
            let message = format!(
                "{} holds no mesh of {} to wear or hold",
                file.display(),
                item.character.family.title()
            );
            return Err(Failure::Argument(message));
        }
    }
    Ok(())
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
