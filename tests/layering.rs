//! The direction of dependency, enforced: `formats → model ← pose ← scene ← gpu, ui, cli` (see ARCHITECTURE.md).

mod common;

use std::collections::BTreeSet;
use std::path::Path;

/// For each module the modules of this crate that it may use. `model` is everyone's.
const MAY_USE: [(&str, &[&str]); 10] = [
    ("model", &[]),
    ("formats", &["model"]),
    ("pose", &["model"]),
    ("export", &["model", "formats", "pose"]),
    ("scene", &["model", "formats", "pose"]),
    // Of the scene the frame packet only: checked below.
    ("gpu", &["model", "pose", "scene"]),
    ("ui", &["model", "pose", "scene"]),
    (
        "app",
        &["model", "formats", "pose", "export", "scene", "gpu", "ui"],
    ),
    (
        "cli",
        &["model", "formats", "pose", "export", "scene", "gpu", "app"],
    ),
    ("main", &["cli"]),
];

/// Crates that belong to one layer.
const OWNED_CRATES: [(&str, &[&str]); 10] = [
    ("wgpu", &["gpu", "app"]),
    ("winit", &["app"]),
    ("egui_wgpu", &["gpu", "app"]),
    ("egui", &["gpu", "ui", "app"]),
    ("egui_plot", &["ui"]),
    ("rfd", &["app"]),
    ("clap", &["cli"]),
    ("directories", &["app"]),
    ("fontdb", &["gpu"]),
    ("skrifa", &["gpu"]),
];

/// The source without comments and without unit tests, which may use what they test with.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let text = text
        .split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap_or_default()
        .to_owned();
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The module a file belongs to: `formats` for `src/formats/open.rs`, `app` for `src/app.rs`.
fn module(path: &Path) -> String {
    let below = path
        .strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
        .unwrap();
    below
        .components()
        .next()
        .unwrap()
        .as_os_str()
        .to_str()
        .unwrap()
        .trim_end_matches(".rs")
        .to_owned()
}

fn sources() -> Vec<std::path::PathBuf> {
    let files = common::files_ending(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &["rs"]);
    assert!(files.len() > 30, "the sources were not found");
    files
        .into_iter()
        .filter(|path| module(path) != "lib")
        .collect()
}

/// Names that follow `prefix` in the code: `crate::model::Mesh` and `crate::{model, pose}`.
fn used_after(code: &str, prefix: &str) -> BTreeSet<String> {
    let word = |text: &str| {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect::<String>()
    };
    let mut used = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            None => used.extend([word(rest)]),
            Some(list) => {
                let mut depth = 0;
                let mut start = true;
                for (index, letter) in list.char_indices() {
                    match letter {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = true,
                        _ if start && !letter.is_whitespace() => {
                            used.extend([word(&list[index..])]);
                            start = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    used
}

#[test]
fn modules_use_only_what_lies_below_them() {
    for path in sources() {
        let own = module(&path);
        let (_, allowed) = MAY_USE
            .iter()
            .find(|(name, _)| *name == own)
            .unwrap_or_else(|| {
                panic!(
                    "{}: module {own} is not in the table of layers",
                    path.display()
                )
            });
        let code = code(&path);
        for prefix in ["crate::", "rigscope::"] {
            for used in used_after(&code, prefix) {
                assert!(
                    used == own || allowed.contains(&used.as_str()),
                    "{}: {own} may not use {used}, only {allowed:?}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn the_gpu_sees_of_the_scene_only_the_frame_packet() {
    for path in sources().into_iter().filter(|path| module(path) == "gpu") {
        for used in used_after(&code(&path), "crate::scene::") {
            assert_eq!(used, "frame", "{}", path.display());
        }
    }
}

#[test]
fn the_model_uses_no_crate_but_glam_and_does_no_io() {
    for path in sources().into_iter().filter(|path| module(path) == "model") {
        let code = code(&path);
        for banned in [
            "std::fs", "std::io", "serde", "wgpu", "egui", "image::", "bytemuck",
        ] {
            assert!(!code.contains(banned), "{}: {banned}", path.display());
        }
    }
}

#[test]
fn libraries_stay_in_their_layer() {
    for path in sources() {
        let own = module(&path);
        let code = code(&path);
        for (library, layers) in OWNED_CRATES {
            let uses = used_after(&code, "use ").contains(library)
                || code.contains(&format!(" {library}::"));
            assert!(
                !uses || layers.contains(&own.as_str()),
                "{}: {library} belongs to {layers:?}",
                path.display()
            );
        }
    }
}

#[test]
fn files_are_short_enough_to_hold_one_idea() {
    for path in sources() {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(
            lines <= 600,
            "{} has {lines} lines: split it",
            path.display()
        );
    }
}
