//! Which files belong together, from whatever is named.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cli_support;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cli_support::{clip, figure, rigscope_in, skeleton, write_figure};
use rigscope::formats::league::{anm, skl};
use rigscope::formats::{OpenOptions, Opened, Progress, open};
use rigscope::model::Character;
use rigscope::scene::Item;

fn open_all(paths: &[PathBuf], only: bool) -> Opened {
    open(paths, &OpenOptions { only }, &Progress::default())
        .unwrap_or_else(|error| panic!("{paths:?}: {error}"))
}

#[track_caller]
fn one(path: impl Into<PathBuf>) -> Character {
    let mut opened = open_all(&[path.into()], false);
    assert_eq!(opened.characters.len(), 1);
    opened.characters.remove(0)
}

/// Skeletons, meshes, clips, textures.
fn counts(character: &Character) -> [usize; 4] {
    [
        character.skeletons.len(),
        character.meshes.len(),
        character.clips.len(),
        character.textures.len(),
    ]
}

const WHOLE: [usize; 4] = [1, 1, 2, 2];

fn names(character: &Character) -> Vec<&str> {
    character
        .clips
        .iter()
        .map(|clip| clip.name.as_str())
        .collect()
}

#[test]
fn any_one_file_or_folder_of_a_set_opens_all_of_it() {
    let (_guard, folder) = figure();
    let named = [
        "",
        "figure.skl",
        "figure.skn",
        "animations/nod.anm",
        "animations",
        "figure_tx_cm.tex",
        ".",
        "animations/..",
        "animations/../figure.skn",
        "./figure.skl",
    ];
    for name in named {
        let character = one(folder.join(name));
        assert_eq!(counts(&character), WHOLE, "{name:?}");
        assert_eq!(character.name, "figure", "{name:?}");
        assert!(
            character
                .findings
                .iter()
                .all(|f| f.code.starts_with("league.")),
            "{name:?}"
        );
    }
}

#[test]
fn names_are_relative_to_where_the_person_is() {
    let (_guard, folder) = figure();
    let animations = folder.join("animations");
    let cases = [
        (&folder, "figure.skl"),
        (&folder, "./figure.skn"),
        (&folder, "."),
        (&folder, "animations/nod.anm"),
        (&folder, "./animations/../animations/nod.anm"),
        (&animations, "nod.anm"),
        (&animations, "./nod.anm"),
        (&animations, "../figure.skl"),
        (&animations, "."),
        (&animations, ".."),
        (&animations, "../animations"),
    ];
    for (here, name) in cases {
        let run = rigscope_in(here, &["inspect", name, "--json"]);
        assert_eq!(
            run.status,
            0,
            "{name} in {}: {}",
            here.display(),
            run.stderr
        );
        let document = run.json();
        let found = ["skeletons", "meshes", "clips", "textures"]
            .map(|list| document[list].as_array().unwrap().len());
        assert_eq!(found, WHOLE, "{name} in {}", here.display());
        let files = document["files"].as_array().unwrap();
        assert!(
            files
                .iter()
                .all(|file| Path::new(file.as_str().unwrap()).is_relative()),
            "{name}: {files:?}"
        );
    }
}

#[test]
fn blanks_umlauts_and_capitals_are_nothing_special() {
    let guard = tempfile::tempdir().unwrap();
    let folder = guard.path().join("Größe 大きい\u{1F600} of a folder");
    write_figure(&folder);
    fs::rename(folder.join("animations"), folder.join("ANIMATIONS")).unwrap();
    fs::rename(folder.join("figure.skl"), folder.join("Fïgure 2.SKL")).unwrap();
    for name in ["", "Fïgure 2.SKL", "figure.skn", "ANIMATIONS/nod.anm"] {
        assert_eq!(counts(&one(folder.join(name))), WHOLE, "{name}");
    }
    let run = rigscope_in(&folder, &["pose", "Fïgure 2.SKL", "--clip", "nod"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
}

#[test]
fn a_skin_without_clips_of_its_own_borrows_the_base_skins() {
    let guard = tempfile::tempdir().unwrap();
    let skins = guard.path().join("skins");
    write_figure(&skins.join("base"));
    write_figure(&skins.join("skin07"));
    fs::remove_dir_all(skins.join("skin07/animations")).unwrap();
    for name in ["skin07", "skin07/figure.skl", "skin07/figure.skn"] {
        assert_eq!(names(&one(skins.join(name))), ["nod", "still"], "{name}");
    }
    let inside = rigscope_in(&skins.join("skin07"), &["inspect", "figure.skl", "--json"]);
    assert_eq!(inside.json()["clips"].as_array().unwrap().len(), 2);
    let here = rigscope_in(&skins.join("skin07"), &["inspect", ".", "--json"]);
    assert_eq!(here.json()["clips"].as_array().unwrap().len(), 2);
    // In the whole tree each keeps its own, and none is read twice.
    let tree = open_all(std::slice::from_ref(&skins), false);
    let found: Vec<usize> = tree.characters.iter().map(|c| c.clips.len()).collect();
    assert_eq!(found, [2, 0]);
    assert_eq!(
        open_all(&[skins.join("skin07")], true).characters[0]
            .clips
            .len(),
        0
    );
}

#[test]
fn content_decides_and_never_the_name() {
    let (_guard, folder) = figure();
    for (name, other) in [
        ("figure.skl", "figure.dds"),
        ("figure.skn", "figure.anm"),
        ("animations/nod.anm", "animations/nod.skn"),
        ("figure_tx_cm.tex", "figure_tx_cm.skl"),
        ("animations/still.anm", "animations/still"),
    ] {
        fs::rename(folder.join(name), folder.join(other)).unwrap();
    }
    for name in [
        "",
        "figure.dds",
        "figure.anm",
        "animations/nod.skn",
        "animations/still",
    ] {
        assert_eq!(counts(&one(folder.join(name))), WHOLE, "{name}");
    }
}

#[test]
fn what_is_named_is_shown_first_and_beats_a_namesake() {
    let (_guard, folder) = figure();
    let mut other = skeleton();
    other.joints.truncate(3);
    fs::write(folder.join("another.skl"), skl::write(&other).unwrap()).unwrap();
    let joints = |paths: &[&str]| {
        let paths: Vec<PathBuf> = paths.iter().map(|path| folder.join(path)).collect();
        let item = Item::new(open_all(&paths, false).characters.remove(0));
        assert_eq!(item.character.skeletons.len(), 2);
        item.skeleton().unwrap().joints.len()
    };
    assert_eq!(
        joints(&["figure.skn"]),
        4,
        "the mesh's namesake, though another comes first"
    );
    assert_eq!(joints(&[""]), 4);
    assert_eq!(joints(&["another.skl"]), 3);
    assert_eq!(joints(&["another.skl", "figure.skn"]), 3);
    assert_eq!(joints(&["figure.skn", "another.skl"]), 3);
    assert_eq!(joints(&["figure.skl", "another.skl"]), 4);
    assert_eq!(
        joints(&["", "another.skl"]),
        3,
        "named in a folder that is named too"
    );
}

#[test]
fn what_is_named_twice_is_read_once() {
    let (_guard, folder) = figure();
    let join = |name: &str| folder.join(name);
    let cases: [&[PathBuf]; 5] = [
        &[folder.clone(), folder.clone()],
        &[folder.clone(), join("figure.skl")],
        &[join("animations/nod.anm"), folder.clone()],
        &[join("figure.skl"), join("animations/../figure.skl")],
        &[folder.clone(), join("animations")],
    ];
    for paths in cases {
        for only in [false, true] {
            let opened = open_all(paths, only);
            assert_eq!(opened.characters.len(), 1, "{paths:?}");
            let files = &opened.characters[0].files;
            let mut once: Vec<PathBuf> = files
                .iter()
                .map(|file| file.canonicalize().unwrap())
                .collect();
            once.sort();
            once.dedup();
            assert_eq!(once.len(), files.len(), "{paths:?}: {files:?}");
        }
    }
    let clip = open_all(&[folder.clone(), join("animations/still.anm")], false);
    let start = clip.characters[0].start.clip.unwrap();
    assert_eq!(clip.characters[0].clips[start].name, "still");
}

#[cfg(unix)]
#[test]
fn links_are_followed_where_a_person_would_and_never_in_circles() {
    use std::os::unix::fs::symlink;
    let (guard, folder) = figure();
    // Around in a circle, and to the whole disk.
    symlink(&folder, folder.join("again")).unwrap();
    symlink("/", folder.join("disk")).unwrap();
    symlink(folder.join("lost"), folder.join("dangling.anm")).unwrap();
    symlink(folder.join("loop.skl"), folder.join("loop.skl")).unwrap();
    assert_eq!(counts(&one(&folder)), WHOLE);
    assert_eq!(counts(&one(folder.join("figure.skl"))), WHOLE);
    // A link to a folder, to a file, and to a clip's folder.
    let linked = guard.path().join("linked");
    symlink(&folder, &linked).unwrap();
    for name in [
        "",
        "figure.skl",
        "animations/nod.anm",
        "again/again/figure.skn",
    ] {
        assert_eq!(counts(&one(linked.join(name))), WHOLE, "{name}");
    }
    let clips = guard.path().join("clips");
    symlink(folder.join("animations"), &clips).unwrap();
    assert_eq!(
        counts(&one(clips.join("nod.anm"))),
        WHOLE,
        "the folder above the link is another"
    );
    let borrower = guard.path().join("borrower");
    write_figure(&borrower);
    fs::remove_dir_all(borrower.join("animations")).unwrap();
    symlink(folder.join("animations"), borrower.join("animations")).unwrap();
    for name in ["", "figure.skl"] {
        assert_eq!(counts(&one(borrower.join(name))), WHOLE, "{name}");
    }
    let error = open(
        &[folder.join("loop.skl")],
        &OpenOptions::default(),
        &Progress::default(),
    );
    assert!(error.is_err());
}

#[test]
fn what_is_named_with_a_folder_of_one_character_is_that_characters_whatever_lies_beside_it() {
    let (guard, folder) = figure();
    let apart = guard.path().join("apart");
    fs::create_dir(&apart).unwrap();
    fs::copy(folder.join("figure.skl"), apart.join("other.skl")).unwrap();
    fs::copy(folder.join("figure.skn"), apart.join("other.skn")).unwrap();
    fs::write(apart.join("jump.anm"), anm::write_v5(&clip(9.0)).unwrap()).unwrap();
    for paths in [
        [folder.clone(), apart.join("jump.anm")],
        [apart.join("jump.anm"), folder.clone()],
    ] {
        let opened = open_all(&paths, false);
        assert_eq!(opened.characters.len(), 1, "{paths:?}");
        let mut found = names(&opened.characters[0]);
        found.sort_unstable();
        assert_eq!(found, ["jump", "nod", "still"], "{paths:?}");
        assert_eq!(opened.characters[0].skeletons[0].name, "figure");
    }
}

#[test]
fn clips_apart_join_the_body_they_are_named_with() {
    let (guard, folder) = figure();
    let apart = guard.path().join("apart");
    fs::create_dir(&apart).unwrap();
    fs::write(apart.join("jump.anm"), anm::write_v5(&clip(9.0)).unwrap()).unwrap();
    for paths in [
        [folder.clone(), apart.clone()],
        [apart.clone(), folder.join("figure.skl")],
        [folder.join("figure.skn"), apart.join("jump.anm")],
    ] {
        let opened = open_all(&paths, false);
        assert_eq!(opened.characters.len(), 1, "{paths:?}");
        let mut found = names(&opened.characters[0]);
        found.sort_unstable();
        assert_eq!(found, ["jump", "nod", "still"], "{paths:?}");
    }
    assert_eq!(counts(&one(&apart)), [0, 0, 1, 0]);
}

#[test]
fn a_texture_that_cannot_be_read_is_named_once_however_many_submeshes_want_it() {
    let (_guard, folder) = figure();
    fs::remove_file(folder.join("figure_hat_tx_cm.tex")).unwrap();
    fs::write(folder.join("figure_tx_cm.tex"), b"TEX\0").unwrap();
    let character = one(&folder);
    assert_eq!(character.materials[0].len(), 2);
    let refused = character
        .findings
        .iter()
        .filter(|f| f.code == "file.refused")
        .count();
    assert_eq!(refused, 1, "{:?}", character.findings);
}

#[test]
fn folders_nested_without_end_are_left_out_aloud() {
    let (_guard, folder) = figure();
    let deep: PathBuf = (0..40).fold(folder.clone(), |path, _| path.join("deeper"));
    fs::create_dir_all(&deep).unwrap();
    let character = one(&folder);
    assert_eq!(counts(&character), WHOLE);
    assert!(
        character
            .findings
            .iter()
            .any(|f| f.message.contains("nested")),
        "{:?}",
        character.findings
    );
}

#[test]
fn a_tree_of_five_hundred_characters_is_gathered_in_little_time() {
    let guard = tempfile::tempdir().unwrap();
    let skeleton = skl::write(&skeleton()).unwrap();
    let clip = anm::write_v5(&clip(1.0)).unwrap();
    for index in 0..500 {
        let folder = guard.path().join(format!("champion{index:03}/skins/base"));
        fs::create_dir_all(folder.join("animations")).unwrap();
        fs::write(folder.join("figure.skl"), &skeleton).unwrap();
        for name in 0..10 {
            fs::write(folder.join(format!("animations/{name}.anm")), &clip).unwrap();
        }
    }
    let begun = Instant::now();
    let opened = open_all(&[guard.path().into()], false);
    let took = begun.elapsed();
    assert_eq!(opened.characters.len(), 500);
    assert!(opened.characters.iter().all(|c| counts(c) == [1, 0, 10, 0]));
    // Under a second on two cores; the bound only catches what grows with the square of the files.
    assert!(took < Duration::from_secs(20), "{took:?}");
    // One of them does not look at the rest.
    let begun = Instant::now();
    let one = one(guard.path().join("champion250/skins/base/animations/3.anm"));
    assert_eq!(counts(&one), [1, 0, 10, 0]);
    assert!(begun.elapsed() < Duration::from_secs(2));
}
