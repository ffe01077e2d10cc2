//! Recents, a path that is typed, and reading what is shown again.

use std::path::PathBuf;

use egui::accesskit::Toggled;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use rigscope::scene::Scene;
use rigscope::ui::{Notice, Recent, Request};

use super::bench::{bench, open};

fn recents() -> Vec<Recent> {
    let recent = |name: &str, path: &str| Recent {
        name: name.into(),
        paths: vec![path.into()],
    };
    vec![
        recent("figure", "/characters/figure"),
        recent("Зверь", "/персонажи/зверь.skm"),
    ]
}

#[test]
fn a_recent_is_opened_from_the_list_and_the_list_is_cleared() {
    let mut harness = open();
    harness.get_by_label("Recent…").click();
    harness.run();
    harness.get_by_label("Nothing was opened yet.");
    assert!(harness.query_by_label("Clear list").is_none());
    harness.state_mut().shell.recents = recents();
    harness.run();
    harness
        .get_by_label_contains("/персонажи/зверь.skm")
        .click();
    harness.run();
    let expected = vec![PathBuf::from("/персонажи/зверь.skm")];
    assert_eq!(harness.state().requests, [Request::Open(expected)]);
    assert!(
        harness.query_by_label("Clear list").is_none(),
        "it is closed"
    );
    harness.get_by_label("Recent…").click();
    harness.run();
    harness.get_by_label("Clear list").click();
    harness.run();
    assert!(harness.state().shell.recents.is_empty());
}

#[test]
fn a_path_that_is_typed_is_opened_with_enter() {
    let mut harness = open();
    harness.get_by_label("Recent…").click();
    harness.run();
    harness.get_by_label("Path to open").focus();
    harness.run();
    harness
        .get_by_label("Path to open")
        .type_text("'/a b/c.skn'");
    harness.run();
    assert!(harness.state().requests.is_empty());
    harness.key_press(Key::Enter);
    harness.run();
    let expected = Request::Open(vec![PathBuf::from("/a b/c.skn")]);
    assert_eq!(harness.state().requests, [expected]);
}

#[test]
fn the_first_screen_lists_what_was_opened() {
    let mut harness = bench(Vec2::new(1280.0, 720.0), 1.0, Scene::default());
    harness.state_mut().shell.recents = recents();
    harness.run();
    harness.get_by_label_contains("/characters/figure").click();
    harness.run();
    let expected = Request::Open(vec![PathBuf::from("/characters/figure")]);
    assert_eq!(harness.state().requests, [expected]);
}

#[test]
fn what_has_files_is_read_again_by_button_and_key_and_followed_by_a_switch() {
    let mut harness = open();
    assert!(
        harness.query_by_label("Reload").is_none(),
        "the sample has none"
    );
    harness.state_mut().around.has_files = true;
    harness.run();
    harness.get_by_label("Reload").click();
    harness.run();
    harness.key_press_modifiers(Modifiers::NONE, Key::F5);
    harness.run();
    assert_eq!(harness.state().requests, [Request::Reload, Request::Reload]);
    let follow = harness.get_by_label("Follow");
    assert_eq!(follow.accesskit_node().toggled(), Some(Toggled::True));
    follow.click();
    harness.run();
    assert!(!harness.state().shell.follow_files);
}

#[test]
fn a_brief_notice_goes_by_itself_and_others_stay() {
    let mut harness = open();
    harness.state_mut().scene.clock.playing = false;
    harness.state_mut().shell.notice = Some(Notice::brief("2 tracks of walk differ"));
    harness.run_steps(4);
    harness.get_by_label_contains("2 tracks of walk differ");
    // A step is a quarter of a second.
    harness.run_steps(40);
    assert_eq!(harness.state().shell.notice, None);
    let stays = Notice::failed("Not reloaded", "walk.anm is half a file");
    harness.state_mut().shell.notice = Some(stays.clone());
    harness.run_steps(60);
    assert_eq!(harness.state().shell.notice, Some(stays));
}

#[test]
fn the_widths_of_the_panels_are_those_that_were_set() {
    let mut harness = bench(Vec2::new(1280.0, 720.0), 1.0, {
        let mut scene = Scene::default();
        scene.show(super::bench::character());
        scene
    });
    let shell = &harness.state().shell;
    let (before, picture) = (shell.character_width, harness.state().last.picture.unwrap());
    assert!((before - 252.0).abs() < 24.0, "{before}");
    assert!((picture.left() - before).abs() < 24.0);
    harness.state_mut().shell.character_open = false;
    harness.run();
    assert_eq!(
        harness.state().shell.character_width,
        before,
        "kept while it is folded"
    );
}
