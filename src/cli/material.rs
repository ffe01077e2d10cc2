//! Material texts that are picked by hand (lostsaga-formats §8).

use super::args::MaterialArgs;
use super::{Failure, find_name};
use crate::model::Family;
use crate::scene::Item;

/// Gives each text to the mesh that is named with it; one that is given alone to the mesh in use and to every mesh
/// without a material of its own.
pub fn pick(item: &mut Item, args: &MaterialArgs) -> Result<(), Failure> {
    if !args.material.is_empty() && item.character.family != Family::LostSaga {
        let message = "only meshes of Lost Saga wear a material text that is picked";
        return Err(Failure::Argument(message.into()));
    }
    let alone = args.material.iter().filter(|(mesh, _)| mesh.is_none());
    let named = args.material.iter().filter(|(mesh, _)| mesh.is_some());
    for (mesh, text) in alone.chain(named) {
        let meshes = match mesh {
            Some(name) => {
                let meshes = item.character.meshes.iter();
                let names: Vec<&str> = meshes.map(|mesh| mesh.name.as_str()).collect();
                vec![find_name(name, &names, "mesh")?]
            }
            None => {
                let in_use = item.picks().1;
                let all = 0..item.character.meshes.len();
                let takes = |mesh: &usize| Some(*mesh) == in_use || item.lacks_material(*mesh);
                all.filter(takes).collect()
            }
        };
        for mesh in meshes {
            item.pick_material(mesh, text)?;
        }
    }
    Ok(())
}
