//! Which material a mesh wears, and what is said where there is none.

use std::fs;
use std::path::{Path, PathBuf};

use glam::{Vec2, Vec3};
use rigscope::formats::lostsaga::dress;
use rigscope::formats::texture::tga;
use rigscope::model::{Character, Family, Image, Influences, Mesh, Subject, Submesh};
use rigscope::scene::Item;
use rigscope::scene::material::MeshAt;

use super::codes;

/// A tree with the pictures `red.tga` and `knight.tga`.
pub fn tree() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("resource");
    for folder in ["mesh", "material", "Texture"] {
        fs::create_dir_all(root.join(folder)).unwrap();
    }
    for (name, rgba) in [
        ("red.tga", [255, 0, 0, 255]),
        ("Knight.tga", [9, 9, 9, 255]),
    ] {
        let image = Image {
            width: 1,
            height: 1,
            rgba: rgba.to_vec(),
        };
        let bytes = tga::write(&tga::of_rgba(&image).unwrap()).unwrap();
        fs::write(root.join("Texture").join(name), bytes).unwrap();
    }
    (folder, root)
}

/// A mesh of so many triangles, each a submesh.
pub fn mesh(root: &Path, name: &str, submeshes: u32) -> Mesh {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
    let positions: Vec<Vec3> = (0..submeshes).flat_map(|_| corners).collect();
    let submesh = |index: u32| Submesh {
        name: index.to_string(),
        vertices: index * 3..index * 3 + 3,
        indices: index * 3..index * 3 + 3,
    };
    Mesh {
        name: name.into(),
        file: Some(root.join("mesh").join(format!("{name}.msh"))),
        normals: vec![Vec3::Z; positions.len()],
        uvs: vec![Vec2::ZERO; positions.len()],
        indices: (0..submeshes * 3).collect(),
        influences: Influences {
            starts: vec![0; positions.len() + 1],
            entries: Vec::new(),
        },
        positions,
        submeshes: (0..submeshes).map(submesh).collect(),
        ..Mesh::default()
    }
}

fn naming(textures: &[&str]) -> String {
    let block = |name: &&str| {
        format!(
            "material\r\n{{\r\ntechnique\r\n{{\r\npass\r\n{{\r\ntexture_unit\r\n{{\r\ntexture {name}\r\n}}\r\n}}\r\n}}\r\n}}\r\n"
        )
    };
    textures.iter().map(block).collect()
}

pub fn dressed(mesh: Mesh) -> Character {
    let mut character = Character::empty(Family::LostSaga, "it");
    character.meshes.push(mesh);
    dress::dress(&mut character, &mut |character, path| {
        let image = fs::read(path).unwrap();
        let (mut texture, _) = tga::read(&image).unwrap();
        texture.name = path.file_stem().unwrap().to_string_lossy().into_owned();
        texture.file = Some(path.into());
        character.textures.push(texture);
        Some(character.textures.len() - 1)
    });
    character
}

fn worn(character: &Character) -> Vec<Option<&str>> {
    let name = |texture: usize| character.textures[texture].name.as_str();
    let materials = character.materials[0].iter();
    materials
        .map(|material| material.texture.map(name))
        .collect()
}

#[test]
fn the_nth_block_of_the_text_of_its_name_is_for_the_nth_submesh() {
    let (_folder, root) = tree();
    fs::write(
        root.join("material/BODY.txt"),
        naming(&["red.tga", "KNIGHT.TGA"]),
    )
    .unwrap();
    let character = dressed(mesh(&root, "body", 2));
    assert_eq!(worn(&character), [Some("red"), Some("Knight")]);
    assert!(character.findings.is_empty(), "{:?}", character.findings);
    let last = character.materials[0][0].looked_for.last().unwrap();
    assert_eq!(last, &root.join("Texture/red.tga"));
}

#[test]
fn more_blocks_than_submeshes_are_a_note_and_fewer_a_warning() {
    let (_folder, root) = tree();
    for (blocks, severity) in [(3, "note"), (1, "warning")] {
        fs::write(
            root.join("material/body.txt"),
            naming(&vec!["red.tga"; blocks]),
        )
        .unwrap();
        let character = dressed(mesh(&root, "body", 2));
        assert_eq!(codes(&character.findings), ["lostsaga.material-blocks"]);
        assert_eq!(character.findings[0].severity.word(), severity);
        assert_eq!(worn(&character)[1].is_some(), blocks > 1);
    }
}

#[test]
fn a_missing_texture_is_named_with_every_place_where_it_was_looked_for() {
    let (_folder, root) = tree();
    fs::write(
        root.join("material/body.txt"),
        naming(&["red.tga", "lost.dds"]),
    )
    .unwrap();
    let character = dressed(mesh(&root, "body", 2));
    assert_eq!(codes(&character.findings), ["lostsaga.texture-missing"]);
    let finding = &character.findings[0];
    assert_eq!(finding.subject, Some(Subject::Submesh(1)));
    let material = &character.materials[0][1];
    assert!(material.missing, "painted with the marker pattern");
    for place in ["Texture/lost.dds", "material/lost.dds", "mesh/lost.dds"] {
        let place = root.join(place);
        assert!(material.looked_for.contains(&place), "{place:?}");
        assert!(finding.message.contains(&place.display().to_string()));
    }
}

#[test]
fn without_a_text_of_its_name_the_texts_are_listed_and_a_picture_is_guessed_aloud() {
    let (_folder, root) = tree();
    fs::write(root.join("material/patriot.txt"), naming(&["red.tga"])).unwrap();
    fs::write(root.join("material/readme.txt"), "hello").unwrap();
    let character = dressed(mesh(&root, "knight_body", 1));
    let wanted = ["lostsaga.material-missing", "lostsaga.texture-guessed"];
    assert_eq!(codes(&character.findings), wanted);
    let missing = &character.findings[0];
    assert!(missing.fix.contains("patriot.txt") && !missing.fix.contains("readme"));
    assert!(missing.message.contains("knight_body.txt"));
    assert_eq!(worn(&character), [Some("Knight")]);
    // Nothing is guessed of a picture whose name only looks alike.
    let character = dressed(mesh(&root, "knights", 1));
    assert_eq!(codes(&character.findings), ["lostsaga.material-missing"]);
    assert_eq!(worn(&character), [None]);
}

#[test]
fn a_text_that_a_person_picks_takes_the_place_of_the_guess() {
    let (_folder, root) = tree();
    let text = root.join("material/patriot.txt");
    fs::write(&text, naming(&["red.tga"])).unwrap();
    let mut item = Item::new(dressed(mesh(&root, "knight_body", 1)));
    assert!(item.lacks_material(MeshAt::Own(0)));
    assert_eq!(
        item.material_texts(MeshAt::Own(0)),
        std::slice::from_ref(&text)
    );
    item.pick_material(0, &text).unwrap();
    assert_eq!(worn(&item.character), [Some("red")]);
    assert!(
        item.character.findings.is_empty(),
        "{:?}",
        item.character.findings
    );
    assert!(!item.lacks_material(MeshAt::Own(0)));
    let (mut palette, mut instances) = (Vec::new(), Vec::new());
    item.add_to_frame(&mut palette, &mut instances, Default::default());
    let surface = instances[0].parts[0].surface.as_ref().unwrap();
    let stage = surface.stages[0].as_ref().unwrap();
    assert_eq!(stage.texture.as_ref().unwrap().image.rgba, [255, 0, 0, 255]);
    let readme = root.join("material/readme.txt");
    fs::write(&readme, "hello").unwrap();
    assert!(item.pick_material(0, &readme).is_err());
    assert_eq!(
        worn(&item.character),
        [Some("red")],
        "it keeps what it wears"
    );
    item.pick_material(7, &text).unwrap();
}
