//! Skeletons that are linked to others.

use std::path::{Path, PathBuf};

use rigscope::formats::lostsaga::{Text, skl};
use rigscope::model::Finding;

use super::{chain, codes, codes_but_for_material, opened, playing, swing, triangle, written};

/// The chain at another size.
fn scaled(by: f32) -> skl::Skl {
    let mut file = chain();
    for bone in &mut file.bones {
        bone.position[1] *= by;
        bone.inverse_position[1] *= by;
        bone.object[13] *= by;
    }
    file
}

fn write(folder: &Path, name: &str, file: &skl::Skl) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, skl::write(file).unwrap()).unwrap();
    path
}

/// The findings of a half-size chain that is linked to `other`, which lies beside it.
fn findings(other: &skl::Skl) -> Vec<Finding> {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "other.skl", other);
    let mut own = scaled(0.5);
    own.link = Some(Text::new("other.skl"));
    let path = write(folder.path(), "own.skl", &own);
    opened(&[path], true).findings
}

#[test]
fn a_linked_skeleton_plays_the_others_clips_at_its_own_size() {
    let mut own = scaled(0.5);
    own.link = Some(Text::new("Large.SKL"));
    let (folder, paths) = written(&own, &triangle(), &swing());
    write(folder.path(), "large.skl", &chain());
    let mut item = playing(&paths);
    assert_eq!(
        codes_but_for_material(&item),
        ["lostsaga.linked-skeleton-case"]
    );
    let link = item.link().unwrap();
    assert_eq!(link.skeleton.name, "large");
    assert!(link.pairs.iter().all(|pair| pair.rate == 0.5));
    item.set_time(1.0);
    // The clip says two units above the parent, which is one here; joints without a track have no rate.
    let heights: Vec<f32> = item
        .pose()
        .locals
        .iter()
        .map(|it| it.translation.y)
        .collect();
    assert_eq!(heights, [1.0, 1.0, 1.0]);
    // The mesh was modelled on the large one.
    item.pick_clip(None);
    item.set_time(0.0);
    let posed: Vec<f32> = item
        .posed_vertices()
        .iter()
        .map(|it| it.position[1])
        .collect();
    assert_eq!(posed, [1.0, 2.0, 3.0]);
}

#[test]
fn a_link_that_leads_nowhere_is_dropped_in_the_clients_words() {
    let folder = tempfile::tempdir().unwrap();
    let mut own = chain();
    for name in ["nowhere.skl", "../own.skl", "own"] {
        own.link = Some(Text::new(name));
        let path = write(folder.path(), "own.skl", &own);
        let character = opened(&[path], true);
        assert!(character.skeletons[0].link.is_none());
        assert_eq!(codes(&character.findings), ["lostsaga.linked-skeleton"]);
        assert!(character.findings[0].message.contains("Not Exist"));
    }
    own.link = Some(Text::new("broken.skl"));
    std::fs::write(folder.path().join("broken.skl"), b"SKL\0").unwrap();
    let path = write(folder.path(), "own.skl", &own);
    let found = opened(&[path], true).findings;
    assert!(found[0].message.contains("lostsaga.truncated"), "{found:?}");
}

#[test]
fn a_skeleton_that_is_linked_to_itself_is_its_own_size() {
    let folder = tempfile::tempdir().unwrap();
    let mut own = chain();
    own.link = Some(Text::new("own.skl"));
    let path = write(folder.path(), "own.skl", &own);
    let character = opened(&[path], true);
    assert!(character.findings.is_empty());
    let link = character.skeletons[0].link.clone().unwrap();
    assert!(link.pairs.iter().all(|pair| pair.rate == 1.0));
    assert!(link.skeleton.link.is_none());
}

#[test]
fn pairs_that_do_not_fit_are_named() {
    let mut other = chain();
    other.bones.pop();
    other.bones[1].children.clear();
    let found = findings(&other);
    assert_eq!(codes(&found), ["lostsaga.linked-skeleton"]);
    assert!(found[0].message.contains("Not Same Biped Cnt(3/2)"));
    let mut other = chain();
    other.bones[2].name = Text::new("end");
    other.bones[1].children[0] = Text::new("end");
    assert_eq!(
        codes(&findings(&other)),
        ["lostsaga.linked-pair-name-differs"]
    );
    let mut other = chain();
    other.bones[1].position[1] = 1e-6;
    assert_eq!(codes(&findings(&other)), ["lostsaga.linked-zero-length"]);
    let mut other = chain();
    other.bones[1].object = [0.0; 16];
    assert_eq!(codes(&findings(&other)), ["lostsaga.linked-flat-matrix"]);
}
