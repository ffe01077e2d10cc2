//! Material texts that are picked by hand (lostsaga-formats §8).

use super::args::MaterialArgs;
use super::{Failure, find_name};
use crate::model::Family;
use crate::scene::Item;
use crate::scene::material::MeshAt;

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
        let all = meshes(item);
        let chosen: Vec<MeshAt> = match mesh {
            Some(name) => {
                let names: Vec<&str> = all.iter().map(|(_, name)| name.as_str()).collect();
                vec![all[find_name(name, &names, "mesh")?].0]
            }
            None => {
                let in_use = item.picks().1.map(MeshAt::Own);
                let takes = |mesh: &MeshAt| Some(*mesh) == in_use || item.lacks_material(*mesh);
                all.into_iter()
                    .map(|(mesh, _)| mesh)
                    .filter(takes)
                    .collect()
            }
        };
        for mesh in chosen {
            item.dress_mesh(mesh, text)?;
        }
    }
    Ok(())
}

/// Its own meshes, then those of other files that it wears, by name.
fn meshes(item: &Item) -> Vec<(MeshAt, String)> {
    let own = item.character.meshes.iter().enumerate();
    let own = own.map(|(index, mesh)| (MeshAt::Own(index), mesh.name.clone()));
    let worn = item.worn().iter().enumerate();
    let worn = worn.filter(|(_, worn)| worn.own_mesh().is_none());
    let worn = worn
        .filter_map(|(index, worn)| Some((MeshAt::Worn(index), worn.item.mesh()?.name.clone())));
    own.chain(worn).collect()
}
