//! Which meshes belong on one person: body, cap, hands and weapon are a file each (lostsaga-formats §8).

use std::fs;

use super::{collision, model_text};
use crate::formats::gather::FileSet;
use crate::formats::sniff::Kind;
use crate::model::{Character, Mesh, Skeleton};

/// A person wears no more than this; a folder of a whole game must not end up on one.
const MOST: usize = 32;
/// Bytes of the longest model text that is looked into.
const LONGEST_TEXT: u64 = 1 << 20;

/// Puts together what one person wears: the meshes that were named together, or that a model text lists together, or whose
/// names begin like that of the mesh shown first. Only meshes whose bones the skeleton has are worn.
pub(in crate::formats) fn dress(character: &mut Character, set: &FileSet) {
    let first = (!character.skeletons.is_empty()).then_some(0);
    let Some(skeleton) = character.start.skeleton.or(first) else {
        return;
    };
    let Some(shown) = character.mesh_for_skeleton(skeleton) else {
        return;
    };
    let skeleton = character.skeleton_for_mesh(shown).unwrap_or(skeleton);
    let (Some(skeleton), Some(first)) = (
        character.skeletons.get(skeleton),
        character.meshes.get(shown),
    ) else {
        return;
    };
    let lists = lists(set);
    let listed = lists.iter().find(|list| is_in(list, first));
    let is_with_first = |mesh: &Mesh| {
        let together = is_named(set, first) && is_named(set, mesh);
        let by_text = listed.is_some_and(|list| is_in(list, mesh));
        together || by_text || begins_like(&mesh.name, &first.name)
    };
    let mut together: Vec<usize> = vec![shown];
    for (index, mesh) in character.meshes.iter().enumerate() {
        let is_other = index != shown && together.len() < MOST;
        if is_other && fits(mesh, skeleton) && is_with_first(mesh) {
            together.push(index);
        }
    }
    if together.len() > 1 && fits(first, skeleton) {
        character.together = together;
    }
}

/// Half of its bones at least are the skeleton's.
fn fits(mesh: &Mesh, skeleton: &Skeleton) -> bool {
    let mut joints: Vec<String> = skeleton.joints.iter().map(|it| lower(&it.name)).collect();
    joints.sort_unstable();
    let bones = mesh.bones.iter().filter(|bone| !bone.name.is_empty());
    let is_there = |name: &str| joints.binary_search(&lower(name)).is_ok();
    let found = bones.clone().filter(|bone| is_there(&bone.name)).count();
    found > 0 && 2 * found >= bones.count() && !collision::is_collision(mesh)
}

fn lower(name: &str) -> String {
    name.to_ascii_lowercase()
}

fn is_named(set: &FileSet, mesh: &Mesh) -> bool {
    let mut files = set.files.iter();
    files.any(|found| found.named && Some(&found.path) == mesh.file.as_ref())
}

/// The names of the meshes that each model text of a set lists, in small letters.
fn lists(set: &FileSet) -> Vec<Vec<String>> {
    let texts = set.files.iter();
    let texts = texts.filter(|found| found.kind == Kind::LostSagaModel);
    let list = |path| {
        let size = fs::metadata(path).map_or(0, |metadata| metadata.len());
        let bytes = fs::read(path).ok().filter(|_| size <= LONGEST_TEXT)?;
        let (model, _) = model_text::read(&bytes).ok()?;
        Some(model.meshes.iter().map(|name| lower(name)).collect())
    };
    texts.filter_map(|found| list(&found.path)).collect()
}

fn is_in(list: &[String], mesh: &Mesh) -> bool {
    list.contains(&lower(&mesh.name))
}

/// `knight_cap` begins like `knight_body`: whatever comes before the last underscore is who wears it.
fn begins_like(name: &str, first: &str) -> bool {
    let Some((who, _)) = first.rsplit_once('_').filter(|(who, _)| !who.is_empty()) else {
        return false;
    };
    let rest = lower(name);
    let rest = rest.strip_prefix(&lower(who));
    rest.is_some_and(|rest| rest.starts_with('_'))
}

#[cfg(test)]
mod tests {
    use super::begins_like;

    #[test]
    fn who_wears_a_mesh_is_told_by_what_its_name_begins_with() {
        assert!(begins_like("Shovel_Knight_cap", "shovel_knight_body"));
        assert!(begins_like("wick_hand_l", "wick_body"));
        assert!(!begins_like("shovel_cap", "shovel_knight_body"));
        assert!(!begins_like("wicker_cap", "wick_body"));
        assert!(!begins_like("drop_wick_lamp", "wick_body"));
        assert!(!begins_like("_cap", "_body") && !begins_like("cap", "body"));
    }
}
