//! The real window on a display of its own, driven by keys and pointer.
//!
//! Needs Xvfb, openbox, xdotool and ImageMagick's `import`; `./scripts/setup` installs them.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;
mod desktop;

use std::path::{Path, PathBuf};

use desktop::drop::Drag;
use desktop::{Desktop, Running, wait_for};
use rigscope::formats::league::hash::fnv1a;
use rigscope::formats::league::{bin, graph};
use rigscope::model::ClipGraph;
use rigscope::model::clip_graph::{Animation, ClipKind, GraphClip};
use rigscope::model::league::bin::Bin;

/// The bundled sample and, where the folder of real files is there, a real character.
fn characters() -> Vec<PathBuf> {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/league");
    let real = common::shared().map(|shared| shared.join("data/league/aatrox"));
    let found: Vec<PathBuf> = [Some(sample), real]
        .into_iter()
        .flatten()
        .filter(|folder| folder.is_dir())
        .collect();
    assert!(!found.is_empty(), "no character to show");
    eprintln!("covered: {} characters", found.len());
    found
}

#[test]
fn it_plays_pauses_scrubs_and_changes_clip_and_rule() {
    let desktop = Desktop::start(1280, 800);
    for folder in characters() {
        let mut window = Running::start(&desktop, &[&folder]);
        window.wait_for_title("- mapping game - playing");
        let first = window.middle();
        window.wait_for_change("a clip plays", &first);

        window.key("space");
        window.wait_for_title("paused");
        let paused = window.wait_for_rest("paused");
        let idle = window.processor_time(2.0);
        assert!(idle < 0.1, "{idle} s of processor time in 2 s at rest");

        // The time line lies above the keys and the controls, at the bottom.
        let [_, _, width, height] = window.place();
        window.click(width * 3 / 10, height - 105);
        let scrubbed = window.wait_for_change("scrubbed", &paused);
        window.wait_for_title("paused");

        window.key("m");
        window.wait_for_title("mapping two-pass");
        window.key("m");
        window.wait_for_title("mapping naive");
        window.key("m");
        window.wait_for_title("mapping game");

        window.key("b");
        window.wait_for_change("bones", &scrubbed);
        pick_idle_clip(&mut window);
        let other = window.wait_for_rest("another clip");
        window.key("space");
        window.wait_for_title("playing");
        window.wait_for_change("the other clip plays", &other);
        window.key("alt+F4");
        assert!(window.end().success());
    }
}

/// Types into the filter, then clicks down the list until the title names what is left in it.
fn pick_idle_clip(window: &mut Running<'_>) {
    window.click(120, 223);
    window.tool(&["type", "--delay", "120", "idle"]);
    let clicked = (246..340).step_by(24).any(|y| {
        window.click(70, y);
        window.title().to_lowercase().contains("idle")
    });
    assert!(
        clicked,
        "no click in the filtered list picked a clip: {}",
        window.title()
    );
}

#[test]
fn it_survives_every_size_and_being_minimised() {
    let desktop = Desktop::start(1280, 800);
    let folder = characters().remove(0);
    let mut window = Running::start(&desktop, &[&folder]);
    window.wait_for_title("playing");
    for (width, height) in [(200, 150), (1, 1), (3000, 2000), (900, 600)] {
        window.resize(width, height);
        // The manager may keep a window larger than it wants to be; what counts is that the program lives on.
        window.processor_time(0.6);
    }
    wait_for("the last size", || {
        let [_, _, width, height] = window.place();
        (width == 900 && height == 600).then_some(())
    });
    let at_last = window.middle();
    window.wait_for_change("it plays after resizing", &at_last);

    let name = window.window().to_owned();
    window.tool(&["windowminimize", &name]);
    wait_for("the window to be hidden", || {
        let hidden = window.tool(&["search", "--onlyvisible", "--name", "^Rigscope"]);
        hidden.is_none_or(|found| found.is_empty()).then_some(())
    });
    // It may finish the frame that it is at.
    window.processor_time(0.5);
    let hidden = window.processor_time(1.5);
    assert!(
        hidden < 0.15,
        "{hidden} s of processor time in 1.5 s while hidden"
    );
    window.activate();
    let restored = window.middle();
    window.wait_for_change("it plays after being restored", &restored);
    window.key("alt+F4");
    assert!(window.end().success());
}

#[test]
fn a_lost_device_is_made_again_with_all_that_was_open() {
    let desktop = Desktop::start(1280, 800);
    let folder = characters().remove(0);
    let mut command = desktop.program(&[&folder]);
    command.env("RIGSCOPE_LOSE_DEVICE_AFTER", "4");
    let mut window = Running::start_with(&desktop, command);
    let title = window.wait_for_title("playing");
    window.processor_time(6.0);
    let after = window.middle();
    window.wait_for_change("it plays after the loss", &after);
    assert_eq!(window.title(), title);
    window.key("alt+F4");
    let (status, said) = window.end_and_said();
    assert!(status.success(), "{said}");
    assert!(said.contains("the graphics device was lost"), "{said}");
}

#[test]
fn a_bad_file_keeps_what_was_open_and_a_good_one_replaces_it() {
    let desktop = Desktop::start(1280, 800);
    let folder = characters().remove(0);
    let mut window = Running::start(&desktop, &[&folder]);
    let title = window.wait_for_title("playing");
    window.key("space");
    let paused_title = window.wait_for_title("paused");
    assert_eq!(title.replace("playing", "paused"), paused_title);
    let before = window.wait_for_rest("before the bad file");

    let bad = desktop.home.path().join("bad.skn");
    std::fs::write(&bad, "this is no mesh").unwrap();
    desktop.answer(&bad);
    window.key("ctrl+o");
    window.wait_for_change("a notice about the bad file", &before);
    assert_eq!(window.title(), paused_title);

    let good = desktop.home.path().join("good");
    std::fs::create_dir(&good).unwrap();
    for file in common::files_ending(&folder, &["skl", "skn", "anm"]) {
        let name = file.file_name().unwrap();
        std::fs::copy(&file, good.join(name)).unwrap();
    }
    desktop.answer(&common::files_ending(&good, &["skn"])[0]);
    window.key("ctrl+o");
    window.wait_for_title("playing");
    window.key("alt+F4");
    assert!(window.end().success());
}

#[test]
fn what_is_shown_is_exported_to_where_the_dialog_says() {
    let desktop = Desktop::start(1280, 800);
    let folder = characters().remove(0);
    let mut window = Running::start(&desktop, &[&folder]);
    window.wait_for_title("playing");
    window.key("space");
    window.wait_for_title("paused");
    let before = window.wait_for_rest("before the export");
    let output = desktop.home.path().join("exported");
    desktop.answer(&output);
    window.key("ctrl+e");
    let glb = output.with_extension("glb");
    let bytes = wait_for("an exported file", || std::fs::read(&glb).ok());
    assert_eq!(&bytes[..4], b"glTF");
    window.wait_for_change("a notice about the export", &before);
    window.wait_for_title("paused");
    window.key("alt+F4");
    assert!(window.end().success());
}

#[test]
fn files_dropped_together_are_opened_together_and_files_carried_away_are_not() {
    let desktop = Desktop::start(1280, 800);
    let folder = characters().remove(0);
    let mut window = Running::start(&desktop, &[&folder]);
    window.wait_for_title("playing");
    window.key("space");
    let title = window.wait_for_title("paused");
    let before = window.wait_for_rest("before anything is dropped");

    let apart = desktop.home.path().join("kept apart");
    let mut files = Vec::new();
    for file in common::files_ending(&folder, &["skl", "skn"]) {
        let ending = file.extension().unwrap().to_owned();
        let own = apart.join(&ending).join("dropped").with_extension(&ending);
        std::fs::create_dir_all(own.parent().unwrap()).unwrap();
        std::fs::copy(&file, &own).unwrap();
        files.push(own);
    }
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let [left, top, width, height] = window.place();
    let middle = ((left + width / 2) as u16, (top + height / 2) as u16);

    let drag = Drag::over(&desktop.name, window.window(), middle, &files);
    window.wait_for_change("the invitation to drop", &before);
    drag.leave();
    wait_for("the picture as it was", || {
        (window.middle() == before).then_some(())
    });
    assert_eq!(window.title(), title);

    Drag::over(&desktop.name, window.window(), middle, &files).drop_there();
    window.wait_for_title("Rigscope - dropped - bind pose");
    window.key("alt+F4");
    assert!(window.end().success());
}

/// The sample's rig and dance, and a graph whose clip of that has a name that nobody would think of.
fn with_a_clip_of_unknown_name(folder: &Path) -> u32 {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/league");
    for (from, to) in [
        ("pip.skl", "pip.skl"),
        ("animations/dance.anm", "dance.anm"),
    ] {
        std::fs::copy(sample.join(from), folder.join(to)).unwrap();
    }
    let hash = fnv1a("Zyxwv_Qwrt");
    let animation = Animation {
        path: Some("dance.anm".into()),
        ..Animation::default()
    };
    let graph = ClipGraph {
        clips: vec![GraphClip {
            hash,
            kind: ClipKind::Atomic(animation),
            ..GraphClip::default()
        }],
        ..ClipGraph::default()
    };
    let bin = Bin {
        version: 3,
        objects: vec![graph::to_object(&graph)],
        ..Bin::default()
    };
    std::fs::write(folder.join("graph.bin"), bin::write(&bin).unwrap()).unwrap();
    hash
}

#[test]
fn a_dropped_text_file_is_a_list_of_names_and_leaves_open_what_is() {
    let desktop = Desktop::start(1280, 800);
    let folder = desktop.home.path().join("figure");
    std::fs::create_dir_all(&folder).unwrap();
    let hash = with_a_clip_of_unknown_name(&folder);
    let list = desktop.home.path().join("names.txt");
    std::fs::write(&list, format!("{hash:08x} Zyxwv_Qwrt\n")).unwrap();
    let mut window = Running::start(&desktop, &[&folder]);
    // Of what the file's name suggests the clip has none; by its hash it is told.
    window.wait_for_title(&format!("- 0x{hash:08x} -"));
    let [left, top, width, height] = window.place();
    let middle = ((left + width / 2) as u16, (top + height / 2) as u16);
    Drag::over(&desktop.name, window.window(), middle, &[&list]).drop_there();
    window.wait_for_title("- Zyxwv_Qwrt -");
    window.key("alt+F4");
    assert!(window.end().success());
}

#[test]
fn when_the_display_goes_the_program_ends_without_a_panic() {
    let desktop = Desktop::start(1000, 700);
    let folder = characters().remove(0);
    let mut window = Running::start(&desktop, &[&folder]);
    window.wait_for_title("playing");
    desktop.stop_server();
    let (status, said) = window.end_and_said();
    assert!(status.code().is_some(), "ended by a signal: {status}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn the_first_screen_is_there_when_nothing_is_named_or_nothing_can_be_opened() {
    let desktop = Desktop::start(1000, 700);
    let missing = Path::new("/nonexistent/character");
    let mut window = Running::start(&desktop, &[missing]);
    let rested = window.wait_for_rest("the first screen with a notice");
    let idle = window.processor_time(2.0);
    assert!(idle < 0.1, "{idle} s of processor time in 2 s at rest");
    assert_eq!(window.title(), "Rigscope");
    window.key("F1");
    window.wait_for_change("the sheet of shortcuts", &rested);
    window.key("alt+F4");
    assert!(window.end().success());
}

#[test]
fn without_an_adapter_it_says_what_to_install_and_ends_with_3() {
    let desktop = Desktop::start(640, 480);
    let output = desktop
        .program(&[])
        .env("VK_ICD_FILENAMES", "/nonexistent")
        .env("VK_DRIVER_FILES", "/nonexistent")
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("no usable graphics adapter"), "{said}");
    assert!(said.contains("mesa-vulkan-drivers"), "{said}");
}

#[test]
fn without_a_display_it_says_so_and_ends_with_2() {
    let desktop = Desktop::start(640, 480);
    let output = desktop.program(&[]).env_remove("DISPLAY").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("no display"), "{said}");
}
