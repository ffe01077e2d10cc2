//! Files and folders as the program opens them.

use std::path::{Path, PathBuf};

use rigscope::formats::lostsaga::{Text, ani, msh, skl};
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::{Character, Family};
use rigscope::scene::Item;

use super::{chain, data, file_named, opened, swing, track, triangle};
use crate::common::{Coverage, files_below};

#[test]
fn every_file_is_opened_or_refused_with_a_reason() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for path in files_below(&data) {
        let options = OpenOptions { only: true };
        if let Err(error) = open(std::slice::from_ref(&path), &options, &Progress::default()) {
            let is_text = path.extension().is_some_and(|it| it == "txt" || it == "md");
            let bears_kind = error.to_finding().code.starts_with("lostsaga.");
            assert!(is_text || bears_kind, "{error}");
        }
        coverage.files += 1;
        coverage.values += 1;
    }
    coverage.report("Lost Saga files opened");
}

#[test]
fn a_persons_set_is_one_character_wherever_its_files_lie() {
    let Some(data) = data() else { return };
    let named = [
        "normal_reconstructed.skl",
        "lights_camera_action_30fps_w_music.ani",
    ];
    let mut paths: Vec<PathBuf> = named.iter().map(|name| file_named(&data, name)).collect();
    paths.push(data.join("shovel-knight"));
    let character = opened(&paths, false);
    assert_eq!(character.family, Family::LostSaga);
    let counts = |it: &Character| (it.skeletons.len(), it.meshes.len(), it.clips.len());
    assert_eq!(counts(&character), (1, 2, 1));
    assert_eq!(character.materials.len(), 2);
}

/// A `resource` tree in a mix of cases, with a second skeleton and a clip of another rig.
fn tree() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("Resource");
    for name in ["Skeleton", "mesh", "ANIMATION"] {
        std::fs::create_dir_all(root.join(name)).unwrap();
    }
    let mut other = chain();
    other.bones[1].name = Text::new("neck");
    let stranger = ani::Ani {
        tracks: vec![track("wheel", &[(0, [0.0, 0.0, 0.0, 1.0])])],
        ..swing()
    };
    for (name, bytes) in [
        ("Skeleton/another.skl", skl::write(&other).unwrap()),
        ("Skeleton/chain.SKL", skl::write(&chain()).unwrap()),
        ("mesh/triangle.msh", msh::write(&triangle()).unwrap()),
        ("mesh/other.msh", msh::write(&triangle()).unwrap()),
        ("ANIMATION/swing.ani", ani::write(&swing()).unwrap()),
        ("ANIMATION/stranger.ani", ani::write(&stranger).unwrap()),
    ] {
        std::fs::write(root.join(name), bytes).unwrap();
    }
    (folder, root)
}

fn names(character: &Character) -> [Vec<&str>; 3] {
    [
        character
            .skeletons
            .iter()
            .map(|it| it.name.as_str())
            .collect(),
        character.meshes.iter().map(|it| it.name.as_str()).collect(),
        character.clips.iter().map(|it| it.name.as_str()).collect(),
    ]
}

#[test]
fn a_mesh_of_a_tree_brings_the_skeleton_with_its_bones_and_the_clips_that_move_them() {
    let (_folder, root) = tree();
    let character = opened(&[root.join("mesh/triangle.msh")], false);
    assert_eq!(
        names(&character),
        [vec!["chain"], vec!["triangle"], vec!["swing"]]
    );
    let character = opened(&[root.join("ANIMATION/swing.ani")], false);
    assert_eq!(names(&character), [vec!["chain"], vec![], vec!["swing"]]);
    let only = opened(&[root.join("mesh/triangle.msh")], true);
    assert_eq!(names(&only), [vec![], vec!["triangle"], vec![]]);
    let mut findings = only.findings.iter();
    let alone = findings.find(|finding| finding.code == "lostsaga.no-skeleton");
    assert!(alone.unwrap().message.contains("root, middle, tip"));
    let stored = only.meshes[0].positions.clone();
    let item = Item::new(only);
    let posed = item.posed_vertices();
    assert!(
        posed
            .iter()
            .zip(stored)
            .all(|(now, then)| now.position == then.to_array())
    );
}

#[test]
fn a_tree_that_is_named_is_one_character() {
    let (_folder, root) = tree();
    let progress = Progress::default();
    for path in [root.clone(), root.parent().map(Path::to_path_buf).unwrap()] {
        let opened = open(&[path], &OpenOptions::default(), &progress).unwrap();
        assert_eq!(opened.characters.len(), 1);
        let [skeletons, meshes, clips] = names(&opened.characters[0]);
        assert_eq!((skeletons.len(), meshes.len(), clips.len()), (2, 2, 2));
    }
}

#[test]
fn events_in_a_text_beside_a_clip_replace_its_own() {
    let (_folder, root) = tree();
    let clip = root.join("ANIMATION/swing.ani");
    let events = |only: bool| {
        let character = opened(std::slice::from_ref(&clip), only);
        let events = character.clips[0].events.iter();
        let events: Vec<(f32, String, String)> = events
            .map(|it| (it.seconds, it.name.clone(), it.text.clone()))
            .collect();
        (events, character.findings.len())
    };
    let own = vec![(0.5, "auto_sound".to_owned(), "whoosh".to_owned())];
    assert_eq!(events(false).0, own);
    let text = "4000\r\n2\r\n250\r\n9\r\nhide_mesh\r\n4\r\ncape\r\n750.5\r\n0\r\n0\r\n";
    std::fs::write(root.join("ANIMATION/Swing.ANT"), text).unwrap();
    let beside = vec![
        (0.25, "hide_mesh".to_owned(), "cape".to_owned()),
        (0.7505, String::new(), String::new()),
    ];
    assert_eq!(events(false), (beside, 0));
    assert_eq!(events(true).0, own);
    std::fs::write(root.join("ANIMATION/Swing.ANT"), "4000\n7\n").unwrap();
    let (kept, findings) = events(false);
    assert_eq!((kept, findings), (own, 1));
}

#[test]
fn files_with_a_wrong_token_are_refused_as_what_they_are_called() {
    let (_folder, root) = tree();
    let refusal = |name: &str, token: &[u8; 4]| {
        let path = root.join(name);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[..4].copy_from_slice(token);
        std::fs::write(&path, bytes).unwrap();
        let options = OpenOptions { only: true };
        let error = open(&[path], &options, &Progress::default()).unwrap_err();
        error.to_finding().code
    };
    assert_eq!(refusal("mesh/triangle.msh", b"MSX\0"), "lostsaga.bad-token");
    assert_eq!(
        refusal("ANIMATION/swing.ani", b"ANJ\0"),
        "lostsaga.bad-token"
    );
    assert_eq!(
        refusal("Skeleton/chain.SKL", b"SKX\0"),
        "lostsaga.bad-token"
    );
    let nonsense = root.join("nonsense.skl");
    std::fs::write(&nonsense, [0x5A; 40]).unwrap();
    let options = OpenOptions { only: true };
    let error = open(&[nonsense], &options, &Progress::default()).unwrap_err();
    assert_eq!(error.to_finding().code, "file.unknown");
}
