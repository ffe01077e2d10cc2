//! What the tables in `rules` offer a body to wear, and which body it is (toee-formats §8.1, §8.4).

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::data_root::DataRoot;
use super::mes::{self, Mes};
use crate::formats::sniff::Kind;
use crate::model::wardrobe::{AddMeshOffer, BODIES, Hair, HairSize, MaterialOffer, Wardrobe};

/// Materials that the game fills in at run time, and the number of what a naked body has there.
pub const SLOTS: [(&str, u32); 4] = [("HEAD", 0), ("GLOVES", 200), ("CHEST", 500), ("BOOTS", 800)];

/// Races in file names of hair, in the order of [`BODIES`].
const RACES: [&str; 7] = ["hu", "el", "ho", "dw", "gn", "he", "hl"];
/// Those that take hair of humans where there is none of their own.
const HUMAN_HAIR: [&str; 4] = ["el", "gn", "he", "hl"];

/// The slot that a material's name stands for, in any case.
pub fn slot_of(name: &str) -> Option<&'static str> {
    let mut slots = SLOTS.iter().map(|(slot, _)| *slot);
    slots.find(|slot| slot.eq_ignore_ascii_case(name))
}

/// The number of what a naked body has in a slot.
pub fn base_of(slot: &str, body: usize) -> Option<u32> {
    let mut slots = SLOTS.iter();
    let (_, base) = slots.find(|(name, _)| name.eq_ignore_ascii_case(slot))?;
    Some(base + body as u32)
}

/// Adds what one table offers; tables of other things offer nothing.
pub fn take(wardrobe: &mut Wardrobe, table: &Mes, path: &Path) {
    let file = Arc::new(path.to_path_buf());
    for (id, text) in table.entries() {
        let in_slots = slots_in(text);
        let offers = in_slots.into_iter().map(|(slot, path)| MaterialOffer {
            id,
            slot,
            path,
            table: file.clone(),
        });
        let before = wardrobe.materials.len();
        wardrobe.materials.extend(offers);
        if wardrobe.materials.len() > before {
            continue;
        }
        let meshes = text.split(';').map(str::trim);
        let meshes = meshes.filter(|path| path.to_ascii_lowercase().ends_with(".skm"));
        let paths: Vec<String> = meshes.map(str::to_owned).collect();
        if !paths.is_empty() {
            wardrobe.add_meshes.push(AddMeshOffer {
                id,
                paths,
                table: file.clone(),
            });
        }
    }
}

/// `HEAD:path CHEST:path`: a path goes on to the next slot's name, for it may hold blanks.
fn slots_in(text: &str) -> Vec<(&'static str, String)> {
    let upper = text.to_ascii_uppercase();
    let is_free = |at: usize| !upper[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
    let mut starts: Vec<(usize, &'static str)> = Vec::new();
    for (slot, _) in SLOTS {
        let found = upper.match_indices(slot).filter(|(at, _)| {
            is_free(*at) && upper[at + slot.len()..].trim_start().starts_with(':')
        });
        starts.extend(found.map(|(at, _)| (at, slot)));
    }
    starts.sort_unstable();
    let ends = starts.iter().skip(1).map(|(at, _)| *at);
    let ends = ends.chain([text.len()]);
    let pairs = starts.iter().zip(ends).map(|((at, slot), end)| {
        let path = text[at + slot.len()..end].trim_start();
        (*slot, path.trim_start_matches(':').trim().to_owned())
    });
    pairs.filter(|(_, path)| !path.is_empty()).collect()
}

/// Adds what the tables of a game offer in whose folder a mesh lies, and finds out which body the mesh is: naked bodies
/// have their materials beside them.
pub(super) fn attach(wardrobe: &mut Wardrobe, mesh: &Path) -> Vec<PathBuf> {
    let mut root = DataRoot::above(mesh);
    let mut tables: Vec<PathBuf> = Vec::new();
    tables.extend(root.find("rules/materials.mes"));
    tables.extend(root.find("rules/addmesh.mes"));
    let further = root.list("rules/addmeshes").into_iter();
    tables.extend(further.filter(|path| has_ending(path, "mes")));
    let is_known = |path: &PathBuf| {
        let materials = wardrobe.materials.iter().map(|offer| &offer.table);
        let meshes = wardrobe.add_meshes.iter().map(|offer| &offer.table);
        materials.chain(meshes).any(|table| **table == *path)
    };
    tables.retain(|path| !is_known(path));
    tables.retain(|path| {
        let table = read(path);
        if let Some(table) = &table {
            take(wardrobe, table, path);
        }
        table.is_some()
    });
    wardrobe.body = wardrobe.body.or_else(|| body_of(wardrobe, mesh));
    if let Some(body) = wardrobe.body {
        wardrobe.hair = hair(&mut root, body);
    }
    tables
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

fn read(path: &Path) -> Option<Mes> {
    let bytes = fs::metadata(path).ok()?.len();
    if bytes > Kind::ToeeTable.most_bytes() {
        return None;
    }
    Some(mes::read(&fs::read(path).ok()?).ok()?.0)
}

/// The body whose naked materials lie in the folder of a mesh.
fn body_of(wardrobe: &Wardrobe, mesh: &Path) -> Option<usize> {
    let folder = mesh.parent()?.file_name()?.to_string_lossy();
    (0..BODIES.len()).find(|&body| {
        let offers = SLOTS.iter().filter_map(|(slot, base)| {
            let offer = wardrobe.material(slot, base + body as u32)?;
            offer.path.rsplit(['/', '\\']).nth(1)
        });
        let mut folders = offers;
        folders.any(|other| other.eq_ignore_ascii_case(&folder))
    })
}

/// The hair that fits a body: its own, and where that is wanting a human's.
pub fn hair(root: &mut DataRoot, body: usize) -> Vec<Hair> {
    let (race, is_female) = (RACES[(body / 2).min(RACES.len() - 1)], body % 2 == 1);
    let sex = if is_female { "female" } else { "male" };
    let folder = format!("art/meshes/hair/{sex}");
    let mut own: Vec<Hair> = Vec::new();
    let mut human: Vec<Hair> = Vec::new();
    for style in root.list(&folder) {
        let files = fs::read_dir(&style).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = files.map(|entry| entry.path()).collect();
        files.sort();
        for path in files {
            match hair_of(&path, is_female) {
                Some((of, hair)) if of == race => own.push(hair),
                Some((of, hair)) if of == RACES[0] => human.push(hair),
                _ => {}
            }
        }
    }
    if HUMAN_HAIR.contains(&race) {
        let looks = |hair: &Hair| (hair.style, hair.color, hair.size);
        human.retain(|hair| !own.iter().any(|own| looks(own) == looks(hair)));
        own.append(&mut human);
    }
    own.sort_by_key(|hair| (hair.style, hair.color, hair.size));
    own
}

/// `<race>_<m|f>_s<style>_c<colour>_<size>.skm`.
fn hair_of(path: &Path, is_female: bool) -> Option<(String, Hair)> {
    let name = path.file_stem()?.to_str()?.to_ascii_lowercase();
    let parts: Vec<&str> = name.split('_').collect();
    let [race, sex, style, color, size] = parts[..] else {
        return None;
    };
    let fits = has_ending(path, "skm") && sex == if is_female { "f" } else { "m" };
    let size = HairSize::ALL.into_iter().find(|it| it.word() == size)?;
    let number = |text: &str, letter: char| text.strip_prefix(letter)?.parse().ok();
    let hair = Hair {
        style: number(style, 's')?,
        color: number(color, 'c')?,
        size,
        path: path.into(),
    };
    fits.then(|| (race.to_owned(), hair))
}

/// The file that a table's path names: below the data root of a mesh, else below that of the table.
///
/// # Errors
/// Where it would be.
pub fn resolve(path: &str, mesh: &Path, table: &Path) -> Result<PathBuf, PathBuf> {
    let mut root = DataRoot::above(mesh);
    if let Some(found) = root.find(path) {
        return Ok(found);
    }
    let mut of_table = DataRoot::of_table(table);
    of_table.find(path).ok_or_else(|| match root.root() {
        Some(_) => root.wanted(path),
        None => of_table.wanted(path),
    })
}
