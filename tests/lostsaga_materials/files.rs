//! Collision meshes, hidden textures, and the tree that files lie in.

use std::fs;
use std::path::{Path, PathBuf};

use glam::Vec3;
use rigscope::formats::lostsaga::collision::{self, Cms};
use rigscope::formats::lostsaga::lsc;
use rigscope::formats::lostsaga::resource_tree::{Folder, ResourceTree};
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::Family;

use super::codes;
use crate::common::{Coverage, damage, shared};

fn wedge() -> Cms {
    Cms {
        vertices: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z],
        faces: vec![[0, 1, 2], [0, 2, 3]],
        rest: Vec::new(),
    }
}

#[test]
fn a_collision_mesh_is_written_as_it_was_read_and_shown_as_a_mesh_of_its_own() {
    let bytes = collision::write(&wedge());
    assert_eq!(collision::read(&bytes).unwrap(), wedge());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wedge.cms");
    fs::write(&path, &bytes).unwrap();
    let opened = open(&[path], &OpenOptions::default(), &Progress::default()).unwrap();
    let character = &opened.characters[0];
    assert_eq!(character.family, Family::LostSaga);
    assert_eq!(character.meshes[0].name, "wedge.cms");
    assert_eq!(character.meshes[0].indices, [0, 1, 2, 0, 2, 3]);
    assert!(character.findings.is_empty(), "{:?}", character.findings);
}

#[test]
fn odd_collision_meshes_are_shown_in_part_or_refused() {
    let mut odd = wedge();
    odd.faces[0][1] = 9;
    odd.vertices[3].x = f32::NAN;
    odd.rest = vec![1, 2];
    let bytes = collision::write(&odd);
    let read = collision::read(&bytes).unwrap();
    assert_eq!(collision::write(&read), bytes);
    let (mesh, findings) = collision::mesh(&read);
    let wanted = [
        "lostsaga.not-finite",
        "lostsaga.index-out-of-range",
        "lostsaga.trailing-bytes",
    ];
    assert_eq!(codes(&findings), wanted);
    assert_eq!(mesh.indices, [0, 2, 3]);
    let mut other = collision::write(&wedge());
    other[4] = 0;
    assert_eq!(collision::read(&other).unwrap_err().offset, 4);
    let mut huge = collision::write(&wedge());
    huge[8..12].copy_from_slice(&i32::MAX.to_le_bytes());
    let error = collision::read(&huge).unwrap_err();
    assert_eq!((error.offset, error.code), (8, Some("lostsaga.bad-count")));
}

#[test]
fn every_prefix_and_changed_byte_of_a_collision_mesh_is_survived() {
    let mut coverage = Coverage::default();
    coverage.values += damage(&collision::write(&wedge()), |bytes| {
        if let Ok(file) = collision::read(bytes) {
            let (mesh, _) = collision::mesh(&file);
            let count = mesh.positions.len() as u32;
            assert!(mesh.indices.iter().all(|&index| index < count));
            assert!(mesh.positions.iter().all(|position| position.is_finite()));
        }
    });
    coverage.files += 1;
    coverage.report("damaged .cms");
}

#[test]
fn a_hidden_texture_is_read_as_the_surface_that_it_hides() {
    let every: Vec<u8> = (0..=255).collect();
    assert_eq!(lsc::decode(&lsc::encode(&every)), every);
    assert_eq!(
        lsc::decode(&[0b0000_1011]),
        [0b1001_1110],
        "NOT of the byte turned right by 3"
    );
    let Some(shared) = shared() else { return };
    let dds = shared.join("data/lostsaga/spiral-cube/resource/texture/red_block.dds");
    let dds = fs::read(dds).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let paths = ["plain.dds", "hidden.lsc"].map(|name| folder.path().join(name));
    fs::write(&paths[0], &dds).unwrap();
    fs::write(&paths[1], lsc::encode(&dds)).unwrap();
    let opened = open(&paths, &OpenOptions { only: true }, &Progress::default()).unwrap();
    let textures = &opened.characters[0].textures;
    assert_eq!(
        (textures[0].container, textures[1].container),
        ("dds", "lsc")
    );
    assert!(textures[0].image.is_some());
    assert_eq!(textures[0].image, textures[1].image);
}

fn touch(path: &Path) -> PathBuf {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, "x").unwrap();
    path.to_path_buf()
}

#[test]
fn files_of_the_tree_are_found_from_any_folder_in_it_whatever_their_case_and_slashes() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("Resource");
    let paint = touch(&root.join("TEXTURE/Paint.DDS"));
    let deep = touch(&root.join("texture2/none.dds"));
    for from in ["mesh/a.msh", "Model/AniModel/x/y.txt", "mesh/effect/b.msh"] {
        let mut tree = ResourceTree::around(&touch(&root.join(from)));
        assert_eq!(tree.root(), Some(root.as_path()), "{from}");
        let mut tried = Vec::new();
        let found = tree.find(Folder::Texture, "paint.dds", &mut tried);
        assert_eq!(
            (found, &tried[..]),
            (Some(paint.clone()), &[paint.clone()][..])
        );
        assert_eq!(tree.files(Folder::Texture), std::slice::from_ref(&paint));
        assert_eq!(
            tree.find(Folder::Texture, "..\\texture2\\none.dds", &mut tried),
            None
        );
        assert!(deep.is_file());
    }
}

#[test]
fn a_tree_may_be_called_anything_and_loose_files_lie_beside_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = touch(&folder.path().join("mine/mesh/a.msh"));
    let text = touch(&folder.path().join("mine/material/A.txt"));
    let mut tree = ResourceTree::around(&mesh);
    assert_eq!(tree.root(), Some(folder.path().join("mine").as_path()));
    assert_eq!(
        tree.find(Folder::Material, "a.TXT", &mut Vec::new()),
        Some(text)
    );
    let loose = touch(&folder.path().join("loose/a.msh"));
    let beside = touch(&folder.path().join("loose/a.txt"));
    let mut tree = ResourceTree::around(&loose);
    assert_eq!(tree.root(), None);
    let mut tried = Vec::new();
    assert_eq!(
        tree.find(Folder::Material, "sub\\a.txt", &mut tried),
        Some(beside)
    );
    assert_eq!(tree.find(Folder::Texture, "b.dds", &mut tried), None);
    assert_eq!(tried.len(), 2, "each place once: {tried:?}");
}

#[test]
fn a_picture_comes_back_from_a_surface_of_blocks_with_its_alpha() {
    use rigscope::formats::texture::dds;
    use rigscope::model::Image;
    let pixel = |index: u8| [index * 5, 255 - index * 5, 40, index * 5];
    let image = Image {
        width: 10,
        height: 5,
        rgba: (0..50).flat_map(|index| pixel(index / 4 * 4)).collect(),
    };
    let bytes = dds::write_dxt3(&image).unwrap();
    assert_eq!(bytes.len(), 128 + 3 * 2 * 16);
    let (texture, findings) = dds::read(&bytes).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!((texture.format.as_str(), texture.size), ("DXT3", [10, 5]));
    let back = texture.image.unwrap();
    let alphas = |rgba: &[u8]| -> Vec<u8> { rgba.iter().skip(3).step_by(4).copied().collect() };
    let pairs = alphas(&image.rgba).into_iter().zip(alphas(&back.rgba));
    let worst = pairs.map(|(a, b)| a.abs_diff(b)).max();
    assert!(worst <= Some(9), "{worst:?}: half of a sixteenth");
    let empty = Image {
        width: 0,
        height: 4,
        rgba: Vec::new(),
    };
    assert!(dds::write_dxt3(&empty).is_err());
}
