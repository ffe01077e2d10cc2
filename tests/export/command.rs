//! `rigscope export`.

use std::fs;
use std::path::Path;

use super::cli_support::{Run, figure, rigscope};
use super::viewer::Viewer;

fn export(folder: &Path, output: &Path, more: &[&str]) -> Run {
    let mut args = vec![
        "export",
        folder.to_str().unwrap(),
        "-o",
        output.to_str().unwrap(),
    ];
    args.extend(more);
    rigscope(&args)
}

fn clips(output: &Path) -> Vec<String> {
    let viewer = Viewer::open(&fs::read(output).unwrap());
    viewer
        .animations
        .into_iter()
        .map(|animation| animation.name)
        .collect()
}

#[test]
fn all_clips_are_exported_or_those_that_are_named_and_the_error_is_stated() {
    let (_guard, folder) = figure();
    let output = folder.join("new/figure.GLB");
    let run = export(&folder, &output, &[]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(run.stderr, "");
    assert_eq!(clips(&output), ["nod", "still"]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{}", run.stdout);
    assert!(lines[0].starts_with("nod: 1.000 s, "), "{}", lines[0]);
    assert!(
        lines.iter().all(|line| line.contains(", worst error 0.00")),
        "{lines:?}"
    );
    assert!(lines[2].contains("figure.GLB: 2 clips"), "{}", lines[2]);
    for (named, expected) in [
        (
            &["--clip", "STILL", "--clip", "no", "--clip", "still"][..],
            &["still", "nod"][..],
        ),
        (
            &["--clip", "nod", "--snap", "off", "--mapping", "naive"],
            &["nod"],
        ),
    ] {
        let run = export(&folder, &output, named);
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert_eq!(clips(&output), expected);
    }
}

#[test]
fn many_clips_are_announced_one_after_the_other() {
    let (_guard, folder) = figure();
    let animations = folder.join("animations");
    for name in ["a", "b", "c"] {
        fs::copy(
            animations.join("nod.anm"),
            animations.join(name).with_extension("anm"),
        )
        .unwrap();
    }
    let run = export(&folder, &folder.join("figure.glb"), &[]);
    assert_eq!(run.status, 0);
    assert_eq!(run.stderr.lines().count(), 5, "{}", run.stderr);
    assert!(run.stderr.contains("clip 2 of 5: b"), "{}", run.stderr);
}

#[test]
fn a_refused_export_leaves_the_file_that_was_there_and_nothing_else() {
    let (_guard, folder) = figure();
    let output = folder.join("figure.glb");
    fs::write(&output, "mine").unwrap();
    let before = fs::read_dir(&folder).unwrap().count();
    export(&folder, &output, &["--clip", "walk"]).assert_refused("nod");
    export(&folder, &output, &["--clip", "i", "--clip", "?"]).assert_refused("\"?\"");
    export(&folder, &folder.join("figure.fbx"), &[]).assert_refused(".glb");
    let skin = folder.join("figure.skn");
    export(&skin, &output, &["--only", "--clip", "nod"]).assert_refused(".skl");
    let occupied = folder.join("animations.glb");
    fs::create_dir(&occupied).unwrap();
    export(&folder, &occupied, &[]).assert_refused("animations.glb");
    assert_eq!(fs::read_to_string(&output).unwrap(), "mine");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), before + 1);
}

#[test]
fn findings_of_severity_error_give_status_1_and_the_file_all_the_same() {
    let (_guard, folder) = figure();
    let clip = folder.join("animations/nod.anm");
    let bytes = fs::read(&clip).unwrap();
    fs::write(&clip, &bytes[..bytes.len() / 2]).unwrap();
    let output = folder.join("figure.glb");
    let run = export(&folder, &output, &[]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stderr.contains("nod.anm"), "{}", run.stderr);
    assert!(clips(&output).contains(&"still".to_owned()));
}

#[test]
fn a_mesh_alone_is_exported_as_it_stands_and_a_skeleton_alone_too() {
    let (_guard, folder) = figure();
    let output = folder.join("figure.glb");
    let run = export(&folder.join("figure.skn"), &output, &["--only"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let viewer = Viewer::open(&fs::read(&output).unwrap());
    assert_eq!((viewer.primitives.len(), viewer.joints.len()), (2, 0));
    let run = export(&folder.join("figure.skl"), &output, &["--only"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let viewer = Viewer::open(&fs::read(&output).unwrap());
    assert_eq!((viewer.primitives.len(), viewer.nodes.len()), (0, 5));
}

#[test]
fn spine_characters_are_refused_with_a_reason() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/spine");
    let guard = tempfile::tempdir().unwrap();
    let output = guard.path().join("dot.glb");
    export(&sample, &output, &[]).assert_refused("Spine characters are not exported");
    assert!(!output.exists());
}
