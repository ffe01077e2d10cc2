//! A person's set: body and cap over the game's skeleton, textured, as the window and the command line show it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rigscope::scene::Item;
use rigscope::scene::material::MeshAt;

use super::sample::{opened, together};
use crate::common::{files_below, shared};
use crate::gpu_support::picture;

/// The set in one tree, as a person would lay it out.
fn set(shared: &Path) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("resource");
    let data = shared.join("data/lostsaga");
    let put = |from: &Path, below: &str| {
        let to = root.join(below).join(from.file_name().unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
    };
    for kind in ["mesh", "material", "texture"] {
        for file in files_below(&data.join("shovel-knight/resource").join(kind)) {
            put(&file, kind);
        }
    }
    for (from, kind) in [
        ("human-skeleton-reconstructed", "skeleton"),
        ("dance/resource/animation", "animation"),
    ] {
        files_below(&data.join(from))
            .iter()
            .for_each(|file| put(file, kind));
    }
    put(&data.join("game-weapons/shadowranger_weapon.msh"), "mesh");
    (folder, root)
}

#[test]
fn body_cap_and_weapon_dance_textured_once_their_materials_are_picked() {
    let Some(shared) = shared() else { return };
    let (_folder, root) = set(&shared);
    let mut item = Item::new(opened(&root));
    let names = ["shovel_knight_body", "shovel_knight_cap"];
    for (name, text) in names.iter().zip(["patriot_body.txt", "patriot_cap.txt"]) {
        let mut meshes = item.character.meshes.iter();
        let mesh = meshes.position(|mesh| mesh.name == *name).unwrap();
        assert!(item.lacks_material(MeshAt::Own(mesh)));
        let text = root.join("material").join(text);
        item.pick_material(mesh, &text).unwrap();
        let material = &item.character.materials[mesh][0];
        assert!(material.texture.is_some() && !material.missing);
        assert!(material.surface.as_ref().unwrap().outline.is_some());
    }
    let all = [names[0], names[1], "shadowranger_weapon"];
    for seconds in [0.0, 5.017, 9.0, 12.345] {
        let packet = together(&item.character, &all, "lights", seconds);
        let image = picture(&packet, 320, 320);
        let pixels = image.rgba.as_chunks::<4>().0;
        let count = |is_it: fn([i32; 4]) -> bool| {
            let pixels = pixels.iter().map(|pixel| pixel.map(i32::from));
            pixels.filter(|pixel| is_it(*pixel)).count()
        };
        let blue = count(|[red, _, blue, _]| blue > 90 && blue > red + 40);
        let gold = count(|[red, _, blue, _]| red > 120 && red > blue + 60);
        assert!(blue > 6000, "{blue} pixels of armour at {seconds}");
        assert!(gold > 100, "{gold} pixels of trim at {seconds}");
    }
}

fn rigscope(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rigscope"))
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn a_material_is_picked_on_the_command_line_for_one_mesh_or_for_all_without() {
    let Some(shared) = shared() else { return };
    let (_folder, root) = set(&shared);
    let path = |name: &str| root.join(name).display().to_string();
    let (body, text) = (
        path("mesh/shovel_knight_body.msh"),
        path("material/patriot_body.txt"),
    );
    let (_, plain, _) = rigscope(&["inspect", &body]);
    assert!(
        plain.contains("is a guess") && plain.contains(&text),
        "{plain}"
    );
    let (_, picked, _) = rigscope(&["inspect", &body, "--material", &text]);
    assert!(picked.contains("the first texture of"), "{picked}");
    assert!(!picked.contains("is a guess"), "{picked}");
    let cap = format!("cap={}", path("material/patriot_cap.txt"));
    let (_, named, _) = rigscope(&["inspect", &path(""), "--material", &cap]);
    assert_eq!(named.matches("the first texture of").count(), 1, "{named}");
    let (status, _, error) = rigscope(&["inspect", &body, "--material", &path("none.txt")]);
    assert_eq!(status, Some(2), "{error}");
    let (status, _, error) = rigscope(&["inspect", &body, "--material", &format!("hat={text}")]);
    assert_eq!(status, Some(2));
    assert!(error.contains("no mesh named \"hat\""), "{error}");
    let pip = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/league/pip.skn");
    let pip = pip.display().to_string();
    let (status, _, error) = rigscope(&["inspect", &pip, "--material", &text]);
    assert_eq!(status, Some(2));
    assert!(error.contains("Lost Saga"), "{error}");
}
