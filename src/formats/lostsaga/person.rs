//! Which meshes belong on one person: body, cap, hands and weapon are a file each (lostsaga-formats §8).

use std::collections::{HashMap, HashSet};
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
/// names begin like that of the mesh shown first. Only meshes whose bones the skeleton has are worn. Where no mesh was
/// named, one of those is shown first that belong to a person.
pub(in crate::formats) fn dress(character: &mut Character, set: &FileSet) {
    let first = (!character.skeletons.is_empty()).then_some(0);
    let Some(of_start) = character.start.skeleton.or(first) else {
        return;
    };
    let Some(shown) = character.mesh_for_skeleton(of_start) else {
        return;
    };
    let skeleton = character.skeleton_for_mesh(shown).unwrap_or(of_start);
    let Some(skeleton) = character.skeletons.get(skeleton) else {
        return;
    };
    let joints = names_of(skeleton);
    let meshes = character.meshes.iter().enumerate();
    let fitting = meshes.filter(|(_, mesh)| fits(mesh, &joints));
    let fitting: Vec<usize> = fitting.map(|(index, _)| index).collect();
    let lists = lists(set);
    let is_named = |mesh: usize| is_named(set, &character.meshes[mesh]);
    let is_chosen = (0..character.meshes.len()).any(is_named);
    let of_person = || first_of_person(&character.meshes, &fitting, &lists);
    let first = match is_chosen {
        true => shown,
        false => of_person().unwrap_or(shown),
    };
    let Some(own) = character.meshes.get(first) else {
        return;
    };
    let listed = lists.iter().find(|list| is_in(list, own));
    let is_with_first = |&mesh: &usize| {
        let other = &character.meshes[mesh];
        let by_text = listed.is_some_and(|list| is_in(list, other));
        let by_hand = is_named(first) && is_named(mesh);
        mesh == first || by_hand || by_text || begins_like(&other.name, &own.name)
    };
    let together = fitting.iter().copied().filter(is_with_first);
    let together: Vec<usize> = together.take(MOST).collect();
    if together.len() > 1 && together.contains(&first) {
        character.together = together;
        if first != shown {
            character.start.mesh = Some(first);
        }
    }
}

/// The first mesh that a model text lists with others, else the first of those that most others are called like.
fn first_of_person(meshes: &[Mesh], fitting: &[usize], lists: &[Vec<String>]) -> Option<usize> {
    let is_listed = |mesh: &usize| lists.iter().any(|list| is_in(list, &meshes[*mesh]));
    if let Some(listed) = fitting.iter().copied().find(is_listed) {
        return Some(listed);
    }
    let mut called: HashMap<String, usize> = HashMap::new();
    for &mesh in fitting {
        let who = who(&meshes[mesh].name);
        who.into_iter()
            .for_each(|who| *called.entry(lower(who)).or_default() += 1);
    }
    let count = |mesh: usize| who(&meshes[mesh].name).and_then(|who| called.get(&lower(who)));
    let most = called.values().copied().max().filter(|&most| most > 1)?;
    let mut all = fitting.iter().copied();
    all.find(|&mesh| count(mesh) == Some(&most))
}

fn names_of(skeleton: &Skeleton) -> HashSet<String> {
    skeleton.joints.iter().map(|it| lower(&it.name)).collect()
}

/// Half of its bones at least are the skeleton's.
fn fits(mesh: &Mesh, joints: &HashSet<String>) -> bool {
    let bones = mesh.bones.iter().filter(|bone| !bone.name.is_empty());
    let is_there = |name: &str| joints.contains(&lower(name));
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

/// `knight_cap` begins like `knight_body`.
fn begins_like(name: &str, first: &str) -> bool {
    let Some(who) = who(first) else {
        return false;
    };
    let rest = lower(name);
    let rest = rest.strip_prefix(&lower(who));
    rest.is_some_and(|rest| rest.starts_with('_'))
}

/// Whatever comes before the last underscore of a mesh's name is who wears it.
fn who(name: &str) -> Option<&str> {
    let (who, _) = name.rsplit_once('_')?;
    (!who.is_empty()).then_some(who)
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
