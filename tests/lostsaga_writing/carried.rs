//! The command line: which files, under which names, and what is refused.

use std::fs;
use std::path::Path;

use super::cli_support::{figure, rigscope};
use super::{common, sample};

fn export(source: &Path, output: &str, more: &[&str]) -> super::cli_support::Run {
    let mut args = vec!["export", source.to_str().unwrap(), "-o", output];
    args.extend(more);
    rigscope(&args)
}

#[test]
fn files_of_the_game_come_out_byte_for_byte() {
    let source = sample("lostsaga/resource/model/animodel/wick.txt");
    let folder = tempfile::tempdir().unwrap();
    let run = export(
        &source,
        &format!("{}/", folder.path().display()),
        &["--with", "wick_cap"],
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    let mut same = 0;
    for path in common::files_ending(folder.path(), &["skl", "msh", "ani"]) {
        let below = path.strip_prefix(folder.path()).unwrap();
        let stored = fs::read(sample("lostsaga").join(below)).unwrap();
        assert!(fs::read(&path).unwrap() == stored, "{}", path.display());
        same += 1;
    }
    assert_eq!(same, 6, "{}", run.stdout);
}

#[test]
fn the_ending_says_what_is_written() {
    let (_guard, source) = figure();
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| format!("{}/new/{name}", folder.path().display());
    for name in ["a.skl", "a.MSH"] {
        assert_eq!(export(&source, &place(name), &[]).status, 0);
    }
    assert_eq!(
        export(&source, &place("one.ani"), &["--clip", "nod"]).status,
        0
    );
    let run = export(&source, &place("all.ani"), &[]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    for said in ["nod: 1.000 s, ", "all_nod.ani: ", "all_still.ani: "] {
        assert!(run.stdout.contains(said), "{}", run.stdout);
    }
    let files = common::files_below(folder.path());
    let names: Vec<&str> = files
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap())
        .collect();
    let mut names = names;
    names.sort_unstable();
    assert_eq!(
        names,
        ["a.MSH", "a.skl", "all_nod.ani", "all_still.ani", "one.ani"]
    );
}

#[test]
fn a_set_has_materials_textures_and_a_model_text_that_opens_it() {
    let (_guard, source) = figure();
    let folder = tempfile::tempdir().unwrap();
    // A folder that is there already needs no mark at its end.
    let run = export(&source, folder.path().to_str().unwrap(), &[]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let text = folder.path().join("resource/model/animodel/figure.txt");
    let inspected = rigscope(&["inspect", text.to_str().unwrap(), "--json"]).json();
    let shown = inspected.to_string();
    for name in [
        "figure.skl",
        "figure.msh",
        "nod.ani",
        "still.ani",
        "figure_tx_cm.dds",
    ] {
        assert!(shown.contains(name), "{name}: {shown}");
    }
    let checked = rigscope(&["check", folder.path().to_str().unwrap()]);
    assert_eq!(checked.status, 0, "{}", checked.stdout);
}

#[test]
fn what_cannot_be_written_is_refused_in_a_sentence() {
    let (_guard, source) = figure();
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| format!("{}/{name}", folder.path().display());
    export(&source, &place("a.fbx"), &[]).assert_refused(".skl");
    export(&source, &place("a.glb"), &["--axes", "keep"]).assert_refused("--axes keep");
    export(&source, &place("a.ani"), &["--clip", "walk"]).assert_refused("nod");
    for name in ["a.skl", "new/"] {
        let spine = export(&sample("spine"), &place(name), &[]);
        spine.assert_refused("Lost Saga has no slots");
    }
    let mesh = source.join("figure.skn");
    for (name, about) in [("a.skl", "a skeleton"), ("a.ani", "a skeleton")] {
        export(&mesh, &place(name), &["--only"]).assert_refused(about);
    }
    export(&source.join("figure.skl"), &place("a.msh"), &["--only"]).assert_refused("a mesh");
    assert_eq!(common::files_below(folder.path()).len(), 0);
    let own = source.join("figure.skl");
    let before = fs::read(&own).unwrap();
    export(&source, own.to_str().unwrap(), &[]).assert_refused("not written over");
    assert!(fs::read(&own).unwrap() == before);
}

#[test]
fn a_mesh_alone_is_static() {
    let (_guard, source) = figure();
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("box.msh");
    let run = export(
        &source.join("figure.skn"),
        output.to_str().unwrap(),
        &["--only"],
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    let written = rigscope::formats::lostsaga::msh::read(&fs::read(&output).unwrap()).unwrap();
    assert_eq!((written.kind, written.mask), (0, 0x121));
    assert!(written.bones.is_empty());
}
