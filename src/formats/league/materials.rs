//! Which texture each submesh wears. A skin's bin says it for certain; where there is none, or the file it names is not at
//! hand, the words in a texture's file name are matched against the words in a submesh's name.

use std::path::{Path, PathBuf};

use super::skin_textures::{self, Wardrobe, Wish};
use super::tree::Tree;
use crate::model::{Character, Finding, Material, Subject};

/// Words that say nothing about a part of the body.
const NOISE: [&str; 16] = [
    "tx", "cm", "mat", "base", "skin", "rg", "diffuse", "texture", "color", "colour", "d", "l",
    "r", "a", "b", "body",
];
/// Words that mark pictures which are no colour maps of a character.
const NOT_A_COLOR_MAP: [&str; 13] = [
    "loadscreen",
    "mask",
    "normal",
    "nm",
    "gradient",
    "splash",
    "circle",
    "square",
    "icon",
    "hud",
    "particle",
    "ramp",
    "matcap",
];
/// What artists call weapons, where the texture only says `weapon`.
const WEAPONS: [&str; 20] = [
    "sword", "blade", "scissors", "needle", "axe", "bow", "gun", "rifle", "pistol", "mace",
    "hammer", "staff", "spear", "lance", "dagger", "knife", "kama", "kunai", "glaive", "scythe",
];

/// More names than this are counted in a sentence, not listed.
const MOST_NAMED: usize = 12;

/// Where textures may lie.
#[derive(Clone, Copy, Debug)]
pub struct AtHand<'a> {
    /// Texture files that belong to the character.
    pub beside: &'a [PathBuf],
    /// Whether paths out of bins may be looked for in the folders above the mesh and the bin.
    pub in_tree: bool,
}

/// Gives every submesh of every mesh a material. `read` reads a texture and gives its index, or reports why not.
pub fn assign(
    character: &mut Character,
    at_hand: &AtHand<'_>,
    mut read: impl FnMut(&mut Character, &Path) -> Option<usize>,
) {
    for mesh in 0..character.meshes.len() {
        let owner = words(&character.meshes[mesh].name);
        let candidates = candidates(at_hand.beside, &owner);
        let names: Vec<String> = character.meshes[mesh]
            .submeshes
            .iter()
            .map(|submesh| submesh.name.clone())
            .collect();
        let mut wardrobe = wardrobe(character, mesh, at_hand);
        let mut materials = Vec::with_capacity(names.len());
        for name in names {
            let mut by_words =
                |character: &mut Character| guess(character, &name, &owner, &candidates, &mut read);
            let mut material = match wardrobe
                .as_mut()
                .map(|wardrobe| (wardrobe.wish(&name), wardrobe))
            {
                None => by_words(character),
                Some((Err(why), _)) => instead(why, Vec::new(), by_words(character)),
                Some((Ok(wish), wardrobe)) => {
                    match wardrobe.locate(&wish.texture, at_hand.beside) {
                        Some(path) => wear(character, &path, wish.rule, &mut read),
                        None => not_at_hand(&wish, by_words(character)),
                    }
                }
            };
            material.hidden = wardrobe
                .as_ref()
                .is_some_and(|wardrobe| wardrobe.hides(&name));
            material.name = name;
            materials.push(material);
        }
        report_bare(character, mesh, &materials);
        character.materials.push(materials);
    }
}

/// What the mesh's skin says; `None` without a skin. Its paths may begin in the folders above the mesh and the bin.
fn wardrobe(character: &Character, mesh: usize, at_hand: &AtHand<'_>) -> Option<Wardrobe> {
    let skin = character.skin_of_mesh(mesh)?;
    let mesh = character.meshes[mesh].file.as_deref();
    let bin = character.bins.get(skin.bin).map(|bin| bin.path.as_path());
    let folders = [mesh, bin].into_iter().flatten().filter_map(Path::parent);
    let trees = match at_hand.in_tree {
        true => folders.map(Tree::around).collect(),
        false => Vec::new(),
    };
    Some(Wardrobe::new(&character.bins, skin, trees))
}

/// The guess in place of the texture that the bin names.
fn not_at_hand(wish: &Wish, guessed: Material) -> Material {
    let paths = skin_textures::paths(&wish.texture);
    let named = paths.first().map(|path| path.display().to_string());
    let why = format!(
        "{}, {}, is not at hand",
        wish.rule,
        named.unwrap_or_default()
    );
    instead(why, paths, guessed)
}

/// The guess, and why the bin's word was of no use.
fn instead(why: String, mut looked_for: Vec<PathBuf>, guessed: Material) -> Material {
    looked_for.extend(guessed.looked_for);
    Material {
        reason: format!("{why}; {}", guessed.reason),
        looked_for,
        ..guessed
    }
}

/// A texture that was chosen, if it can be read.
fn wear(
    character: &mut Character,
    path: &Path,
    rule: String,
    read: &mut impl FnMut(&mut Character, &Path) -> Option<usize>,
) -> Material {
    let texture = read(character, path);
    Material {
        texture,
        reason: match texture {
            Some(_) => rule,
            None => format!("{} was chosen but cannot be read: {rule}", path.display()),
        },
        looked_for: vec![path.into()],
        ..Material::default()
    }
}

/// A texture by the words in its name.
fn guess(
    character: &mut Character,
    submesh: &str,
    owner: &[String],
    candidates: &[Candidate<'_>],
    read: &mut impl FnMut(&mut Character, &Path) -> Option<usize>,
) -> Material {
    let (choice, reason) = choose(submesh, owner, candidates);
    let material =
        choice.map(|choice| wear(character, candidates[choice].path, reason.clone(), read));
    let looked_for = candidates.iter().map(|candidate| candidate.path.into());
    Material {
        looked_for: looked_for.collect(),
        ..material.unwrap_or(Material {
            reason,
            ..Material::default()
        })
    }
}

/// One finding for all submeshes of a mesh that stay without a texture.
fn report_bare(character: &mut Character, mesh: usize, materials: &[Material]) {
    let bare: Vec<usize> = (0..materials.len())
        .filter(|&index| materials[index].texture.is_none())
        .collect();
    let Some(&first) = bare.first() else { return };
    let looked_for = &materials[first].looked_for;
    let tried = match looked_for.len() {
        0 => "no texture lies beside the mesh".to_owned(),
        count => {
            let names = looked_for.iter().map(|path| path.display().to_string());
            format!("looked at {}", listed(names, count))
        }
    };
    let names = bare
        .iter()
        .map(|&index| format!("{:?}", materials[index].name));
    let finding = Finding::note(
        "league.no-texture",
        format!(
            "shown without a texture: {}; {tried}",
            listed(names, bare.len())
        ),
        "put the texture beside the mesh, its name holding the submesh's name or none but the character's",
    )
    .about(Subject::Submesh(first));
    let file = character.meshes[mesh].file.clone().unwrap_or_default();
    character.findings.push(finding.in_file(file));
}

/// The first few of `count` names, and how many more.
fn listed(names: impl Iterator<Item = String>, count: usize) -> String {
    let named: Vec<String> = names.take(MOST_NAMED).collect();
    match count.saturating_sub(named.len()) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

struct Candidate<'a> {
    path: &'a Path,
    /// What is left of the file name without noise and the character's own name.
    words: Vec<String>,
}

fn candidates<'a>(beside: &'a [PathBuf], owner: &[String]) -> Vec<Candidate<'a>> {
    let mut candidates: Vec<Candidate<'a>> = Vec::new();
    for path in beside {
        let stem = first_part(path);
        let mut all = words(&stem);
        let unfit = all.iter().any(|word| {
            NOT_A_COLOR_MAP
                .iter()
                .any(|mark| word.contains(mark) && mark.len() > 2 || word == mark)
        });
        let is_hash = stem.len() == 16 && stem.bytes().all(|byte| byte.is_ascii_hexdigit());
        // The same picture as .dds and .tex: one will do.
        let twin = candidates
            .iter()
            .any(|other| first_part(other.path).eq_ignore_ascii_case(&stem));
        if unfit || is_hash || twin {
            continue;
        }
        all.retain(|word| is_telling(word) && !is_owners(word, owner) && word != "main");
        candidates.push(Candidate { path, words: all });
    }
    candidates
}

/// Game files carry a second ending for the patch they came with: `gwen_base_main_tx_cm.gwen.dds`.
fn first_part(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}

/// Index of the texture for one submesh, and why.
fn choose(
    submesh: &str,
    owner: &[String],
    candidates: &[Candidate<'_>],
) -> (Option<usize>, String) {
    let mut own = words(submesh);
    own.retain(|word| is_telling(word) && !is_owners(word, owner));
    let score = |candidate: &Candidate<'_>| {
        let hits = candidate
            .words
            .iter()
            .filter(|word| own.iter().any(|own| alike(own, word)))
            .count();
        // More of its words unmatched is worse: `main` before `main_doll` for `Body`.
        (hits, usize::MAX - candidate.words.len())
    };
    let best = (0..candidates.len())
        .max_by_key(|&index| (score(&candidates[index]), std::cmp::Reverse(index)));
    match best {
        None => (None, "no texture lies beside the mesh".into()),
        Some(best) if score(&candidates[best]).0 > 0 => (
            Some(best),
            format!(
                "the file's name shares {:?} with the submesh's",
                candidates[best].words.join(" ")
            ),
        ),
        Some(_) => match candidates
            .iter()
            .position(|candidate| candidate.words.is_empty())
        {
            Some(whole) => (
                Some(whole),
                "the file's name holds no part's name: it is taken for the whole body".into(),
            ),
            // A lone `body` texture is noise-free already; what is left names another part.
            None => (
                None,
                "every texture beside the mesh is named after another part".into(),
            ),
        },
    }
}

/// Lower-case runs of letters and digits; `WeaponLeft` counts as two.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous = ' ';
    for letter in text.chars() {
        let starts_word = letter.is_ascii_uppercase() && previous.is_ascii_lowercase();
        if !letter.is_ascii_alphanumeric() || starts_word {
            words.push(String::new());
        }
        if let (true, Some(word)) = (letter.is_ascii_alphanumeric(), words.last_mut()) {
            word.push(letter.to_ascii_lowercase());
        }
        previous = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

fn is_telling(word: &str) -> bool {
    let bare = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    !bare.is_empty() && !NOISE.contains(&bare) && bare != "v"
}

/// Part of the character's own name: `twistedfate` of `twistedfate2012`.
fn is_owners(word: &str, owner: &[String]) -> bool {
    owner.iter().any(|own| {
        own == word
            || word.len() > 3 && own.starts_with(word)
            || own.len() > 3 && word.starts_with(own.as_str())
    })
}

fn alike(own: &str, texture: &str) -> bool {
    let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
    singular(own) == singular(texture)
        || texture == "weapon"
            && WEAPONS
                .iter()
                .any(|weapon| singular(own) == singular(weapon))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texture_of(mesh: &str, submesh: &str, files: &[&str]) -> Option<String> {
        let paths: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        let owner = words(mesh);
        let candidates = candidates(&paths, &owner);
        choose(submesh, &owner, &candidates)
            .0
            .map(|index| candidates[index].path.display().to_string())
    }

    #[test]
    fn submeshes_wear_the_texture_that_shares_their_name_and_else_the_whole_bodys() {
        let gwen = [
            "g_base_main_doll_tx_cm.g.dds",
            "g_base_main_tx_cm.g.dds",
            "g_base_main_weapon_tx_cm.g.dds",
            "g_base_smears_tx_cm.g.dds",
        ];
        for (submesh, file) in [
            ("Doll", 0),
            ("Body", 1),
            ("Scissors", 2),
            ("Needle", 2),
            ("Scissors_A_Smear", 2),
        ] {
            let found = texture_of("g_base.g", submesh, &gwen);
            if submesh == "Scissors_A_Smear" {
                // Two words speak for two textures; either is a fair guess, none is not.
                assert!(found.is_some());
            } else {
                assert_eq!(found.as_deref(), Some(gwen[file]), "{submesh}");
            }
        }
        let fiddle = ["F_Base_Body_TX_CM.x.dds", "F_Base_Weapon_TX_CM.x.dds"];
        assert_eq!(
            texture_of("F_Base.x", "Weapon", &fiddle).as_deref(),
            Some(fiddle[1])
        );
        assert_eq!(
            texture_of("F_Base.x", "Lantern", &fiddle).as_deref(),
            Some(fiddle[0])
        );
    }

    #[test]
    fn a_texture_that_cannot_be_read_is_named_in_the_reason() {
        let mut character = Character::empty(crate::model::Family::League, "hero");
        character.meshes.push(crate::model::Mesh {
            name: "hero".into(),
            submeshes: vec![crate::model::Submesh {
                name: "Body".into(),
                vertices: 0..0,
                indices: 0..0,
            }],
            ..crate::model::Mesh::default()
        });
        let at_hand = AtHand {
            beside: &["hero_tx_cm.dds".into()],
            in_tree: false,
        };
        assign(&mut character, &at_hand, |_, _| None);
        let material = &character.materials[0][0];
        assert_eq!(material.texture, None);
        assert!(
            material
                .reason
                .starts_with("hero_tx_cm.dds was chosen but cannot be read"),
            "{}",
            material.reason
        );
    }

    #[test]
    fn a_lone_texture_of_another_part_is_not_painted_over_the_body() {
        assert_eq!(
            texture_of(
                "hero",
                "Hero_Base_Body_Mat",
                &["Hero_Base_Weapon_TX_CM.dds"]
            ),
            None
        );
        assert_eq!(
            texture_of("hero2012", "hr", &["hero_base_2012_cm.dds"]).as_deref(),
            Some("hero_base_2012_cm.dds")
        );
        assert_eq!(
            texture_of(
                "hero",
                "Body",
                &["heroloadscreen.dds", "0762f3030ab021e1.tex"]
            ),
            None
        );
    }
}
