//! The panels, found by their accessible names as a screen reader finds them, without a window and without a GPU.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod bench;
mod bins;
mod clips;
#[path = "../common/mod.rs"]
mod common;
mod compare;
mod files;
mod league_events;
mod lostsaga;
mod mapping;
mod outlines;
mod room;
mod slot_picking;
mod spine;
mod spine_tracks;
mod timeline;
mod toee;

use bench::{Bench, bench, character, open, type_into};
use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use rigscope::model::{Finding, Subject};
use rigscope::pose::MappingRule;
use rigscope::scene::Scene;
use rigscope::scene::view::Names;
use rigscope::ui::{Exporting, Notice, Opening, Request, Tab, title};

#[test]
fn with_nothing_open_the_first_screen_says_what_to_do_and_offers_the_sample() {
    let mut harness = bench(Vec2::new(1280.0, 720.0), 1.0, Scene::default());
    harness.get_by_label_contains("Drop files or a folder");
    harness.get_by_label_contains("League of Legends");
    harness.get_by_label_contains("Spine 4.3: .skel");
    harness.get_by_label_contains("The Temple of Elemental Evil: .skm");
    harness.get_by_label_contains("Lost Saga: .skl");
    harness.get_by_label("Open the sample").click();
    harness.run();
    assert_eq!(harness.state().requests, [Request::OpenSample]);
    assert_eq!(harness.state().last.picture, None);
}

#[test]
fn under_wayland_the_first_screen_does_not_promise_dropping() {
    let mut harness = bench(Vec2::new(1280.0, 720.0), 1.0, Scene::default());
    harness.state_mut().around.dropping_works = false;
    harness.run();
    assert!(harness.query_by_label_contains("Drop files").is_none());
    harness.get_by_label_contains("dropping files does not work under Wayland");
}

#[test]
fn a_clip_is_picked_by_its_name_and_the_bind_pose_too() {
    let mut harness = open();
    harness.get_by_role_and_label(Role::Button, "dance").click();
    harness.run();
    let scene = &harness.state().scene;
    assert_eq!(scene.item.as_ref().unwrap().picks().2, Some(1));
    assert!((scene.clock.duration - 2.0).abs() < 1e-6);
    assert_eq!(
        title(scene),
        "Rigscope - figure - dance - mapping game - playing"
    );
    harness
        .get_by_role_and_label(Role::Button, "Bind pose")
        .click();
    harness.run();
    let scene = &harness.state().scene;
    assert_eq!(scene.item.as_ref().unwrap().picks().2, None);
    assert_eq!(
        title(scene),
        "Rigscope - figure - bind pose - mapping game - paused"
    );
}

#[test]
fn the_filter_leaves_the_clips_that_have_it_in_their_name() {
    let mut harness = open();
    type_into(&mut harness, "Filter clips", "DAN");
    assert!(
        harness
            .query_by_role_and_label(Role::Button, "dance")
            .is_some()
    );
    assert!(
        harness
            .query_by_role_and_label(Role::Button, "walk")
            .is_none()
    );
    // Typed letters are text, not shortcuts.
    assert!(harness.state().scene.view.textured);
    assert!(!harness.state().scene.view.bones);
}

#[test]
fn space_and_the_button_play_and_pause() {
    let mut harness = open();
    assert!(harness.state().scene.clock.playing);
    harness.key_press(Key::Space);
    harness.run();
    assert!(!harness.state().scene.clock.playing);
    harness.get_by_label("Play").click();
    harness.run();
    assert!(harness.state().scene.clock.playing);
    harness.get_by_label("Pause").click();
    harness.run();
    assert!(!harness.state().scene.clock.playing);
}

#[test]
fn after_a_click_the_space_bar_still_plays_and_pauses() {
    let mut harness = open();
    harness.get_by_role_and_label(Role::Button, "idle").click();
    harness.run();
    harness.key_press(Key::Space);
    harness.run();
    let scene = &harness.state().scene;
    assert!(!scene.clock.playing);
    assert_eq!(scene.item.as_ref().unwrap().picks().2, Some(2));
}

#[test]
fn arrows_step_whole_frames_and_home_and_end_go_to_the_ends() {
    let mut harness = open();
    harness.key_press(Key::ArrowRight);
    harness.run();
    let clock = harness.state().scene.clock;
    assert!((clock.seconds - 1.0 / 30.0).abs() < 1e-9);
    assert!(!clock.playing);
    harness.key_press(Key::End);
    harness.run();
    assert_eq!(harness.state().scene.clock.seconds, 1.0);
    harness.key_press(Key::ArrowLeft);
    harness.run();
    assert!((harness.state().scene.clock.seconds - 29.0 / 30.0).abs() < 1e-9);
    harness.key_press(Key::Home);
    harness.run();
    assert_eq!(harness.state().scene.clock.seconds, 0.0);
}

#[test]
fn the_time_line_is_scrubbed_by_dragging_while_playing() {
    let mut harness = open();
    let bar = harness.get_by_role_and_label(Role::Slider, "Time").rect();
    let at = |part: f32| Pos2::new(egui::lerp(bar.x_range(), part), bar.center().y);
    harness.drag_at(at(0.25));
    harness.run();
    assert!((harness.state().scene.clock.seconds - 0.25).abs() < 0.01);
    harness.hover_at(at(0.75));
    harness.run();
    let clock = harness.state().scene.clock;
    assert!((clock.seconds - 0.75).abs() < 0.01);
    assert!(clock.playing);
    let node = harness.get_by_role_and_label(Role::Slider, "Time");
    assert!((node.accesskit_node().numeric_value().unwrap() - 0.75).abs() < 0.01);
    harness.drop_at(at(0.75));
    harness.run();
}

#[test]
fn submeshes_are_hidden_shown_and_shown_alone() {
    let mut harness = open();
    let visible =
        |harness: &Harness<'_, Bench>| harness.state().scene.item.as_ref().unwrap().visible.clone();
    let hat = harness.get_by_label("Show Hat");
    assert_eq!(hat.accesskit_node().toggled(), Some(Toggled::True));
    hat.click();
    harness.run();
    assert_eq!(visible(&harness), [true, false]);
    harness.get_by_label("Show only Hat").click();
    harness.run();
    assert_eq!(visible(&harness), [false, true]);
    harness.get_by_label("Hide all").click();
    harness.run();
    assert_eq!(visible(&harness), [false, false]);
    harness.get_by_label("Show all").click();
    harness.run();
    assert_eq!(visible(&harness), [true, true]);
}

#[test]
fn the_mapping_page_switches_the_rule_and_says_where_the_rules_differ() {
    let mut harness = open();
    harness.get_by_label("Mapping").click();
    harness.run();
    harness.get_by_label("The rules differ at 1 track");
    harness
        .get_by_role_and_label(Role::RadioButton, "naive")
        .click();
    harness.run();
    let scene = &harness.state().scene;
    assert_eq!(scene.item.as_ref().unwrap().rule(), MappingRule::Naive);
    assert!(title(scene).contains("mapping naive"));
    // The stub that the naive rule moves.
    for scrolls in [true, false] {
        let stub = harness
            .get_all_by_role_and_label(Role::Link, "head (3)")
            .next()
            .unwrap();
        match scrolls {
            true => stub.scroll_to_me(),
            false => stub.click(),
        }
        harness.run();
    }
    assert_eq!(harness.state().scene.selected_joint, Some(3));
    harness.key_press(Key::M);
    harness.run();
    let rule = harness.state().scene.item.as_ref().unwrap().rule();
    assert_eq!(rule, MappingRule::Game);
}

#[test]
fn a_track_of_the_mapping_page_leads_to_its_joint() {
    let mut harness = open();
    harness.get_by_label("Mapping").click();
    harness.run();
    harness
        .get_by_role_and_label(Role::Button, "Track 1, 0x00000002")
        .click();
    harness.run();
    assert_eq!(harness.state().scene.selected_joint, Some(1));
}

#[test]
fn a_finding_leads_to_its_joint() {
    let mut harness = open();
    harness.get_by_label("1 warning").click();
    harness.run();
    assert_eq!(harness.state().shell.tab, Tab::Findings);
    harness.get_by_label("the head is odd");
    harness.get_by_label("figure.skl, byte 64");
    harness.get_by_label("Show joint 2 Head").click();
    harness.run();
    assert_eq!(harness.state().scene.selected_joint, Some(2));
}

#[test]
fn the_joint_page_searches_and_explains_the_selected_joint() {
    let mut harness = open();
    type_into(&mut harness, "Search joints", "spi");
    assert!(
        harness
            .query_by_role_and_label(Role::Button, "Root")
            .is_none()
    );
    harness.get_by_role_and_label(Role::Button, "Spine").click();
    harness.run();
    assert_eq!(harness.state().scene.selected_joint, Some(1));
    harness.get_by_label_contains("Moved by track 1, 0x00000002");
    harness
        .get_by_role_and_label(Role::Link, "Root (0)")
        .click();
    harness.run();
    assert_eq!(harness.state().scene.selected_joint, Some(0));
    harness.key_press(Key::Escape);
    harness.run();
}

#[test]
fn a_joint_selected_elsewhere_is_unfolded_in_the_tree() {
    let mut harness = open();
    harness.get_by_label("Unfold Root").click();
    harness.run();
    assert!(
        harness
            .query_by_role_and_label(Role::Button, "Head")
            .is_none()
    );
    harness.state_mut().scene.selected_joint = Some(2);
    harness.run();
    harness.get_by_role_and_label(Role::Button, "Head");
}

#[test]
fn switches_and_their_keys_change_what_is_drawn() {
    let mut harness = open();
    harness.get_by_role_and_label(Role::Button, "Bones").click();
    harness.key_press(Key::W);
    harness.key_press(Key::N);
    harness.run();
    let view = harness.state().scene.view;
    assert!(view.bones && view.wire);
    assert_eq!(view.names, Names::Selected);
    let yaw = harness.state().scene.camera.yaw;
    harness.key_press(Key::Num3);
    harness.run();
    assert!(harness.state().scene.camera.yaw > yaw);
}

#[test]
fn the_pointer_orbits_pans_and_zooms_the_picture() {
    let mut harness = open();
    let middle = harness.state().last.picture.unwrap().center();
    let before = harness.state().scene.camera;
    harness.drag_at(middle);
    harness.run();
    harness.hover_at(middle + Vec2::new(40.0, 10.0));
    harness.run();
    harness.drop_at(middle + Vec2::new(40.0, 10.0));
    harness.run();
    let after = harness.state().scene.camera;
    assert_ne!((before.yaw, before.pitch), (after.yaw, after.pitch));
    assert_eq!(before.target, after.target);
    harness.hover_at(middle);
    harness.run();
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: Vec2::new(0.0, 3.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    harness.run();
    assert!(harness.state().scene.camera.distance < after.distance);
}

#[test]
fn a_click_on_a_joint_in_the_picture_selects_it_at_every_scale() {
    for scale in [1.0, 1.25, 1.5, 2.0] {
        let mut scene = Scene::default();
        scene.show(character());
        scene.view.bones = true;
        scene.clock.playing = false;
        let mut harness = bench(Vec2::new(1280.0, 720.0), scale, scene);
        let rect = harness.state().last.picture.unwrap();
        let pixels = [rect.width() * scale, rect.height() * scale];
        let scene = &mut harness.state_mut().scene;
        scene.fit_now(pixels[0] / pixels[1]);
        let camera = scene.camera.matrices(pixels[0] / pixels[1]);
        let item = scene.item.as_ref().unwrap();
        let head = item
            .world_from_file()
            .transform_point3a(item.pose().worlds[2].translation);
        let (at, _) = camera.project(head.into(), pixels.into()).unwrap();
        let at = rect.min + Vec2::new(at.x, at.y) / scale;
        harness.drag_at(at);
        harness.run();
        harness.drop_at(at);
        harness.run();
        assert_eq!(harness.state().scene.selected_joint, Some(2), "at {scale}");
    }
}

#[test]
fn a_pasted_path_is_opened_unless_text_is_typed() {
    let mut harness = open();
    harness.event(egui::Event::Paste("\"/some where/a.skn\"".into()));
    harness.run();
    assert_eq!(
        harness.state().requests,
        [Request::Open(vec!["/some where/a.skn".into()])]
    );
    harness.get_by_label("Filter clips").focus();
    harness.run();
    harness.event(egui::Event::Paste("idle".into()));
    harness.run();
    assert_eq!(harness.state().requests.len(), 1);
    assert!(
        harness
            .query_by_role_and_label(Role::Button, "walk")
            .is_none()
    );
}

#[test]
fn opening_is_asked_for_by_keys_and_stopped_by_a_button() {
    let mut harness = open();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::O);
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    harness.run();
    let requests = &harness.state().requests;
    assert!(requests.contains(&Request::ChooseFiles) && requests.contains(&Request::ChooseFolder));
    harness.state_mut().around.opening = Some(Opening {
        files: (3, 40),
        current: "run.anm".into(),
    });
    // The spinner turns for ever.
    harness.run_steps(4);
    harness.get_by_label("Opening, 3 of 40 files");
    harness.get_by_label("Cancel").click();
    harness.run_steps(4);
    let requests = &harness.state().requests;
    assert_eq!(requests.last(), Some(&Request::CancelOpening));
}

#[test]
fn exporting_is_asked_for_with_one_clip_or_all_and_stopped_by_a_button() {
    let mut harness = open();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    harness.run();
    harness.get_by_label("Export…").click();
    harness.run();
    harness.key_press(Key::Escape);
    harness.run();
    assert!(harness.query_by_label("With all clips…").is_none());
    harness.get_by_label("Export…").click();
    harness.run();
    harness
        .get_by_label("With the clip that is played…")
        .click();
    harness.run();
    let asked = [true, false].map(|all_clips| Request::Export { all_clips });
    assert_eq!(harness.state().requests, asked);
    harness.state_mut().around.exporting = Some(Exporting {
        clips: (2, 9),
        current: "dance".into(),
    });
    harness.run_steps(4);
    harness.get_by_label("Exporting, 2 of 9 clips");
    harness.get_by_label("Cancel").click();
    harness.run_steps(4);
    let last = harness.state().requests.last();
    assert_eq!(last, Some(&Request::CancelExport));
}

#[test]
fn without_a_clip_only_the_whole_is_exported_and_with_nothing_open_nothing() {
    let mut harness = open();
    harness
        .get_by_role_and_label(Role::Button, "Bind pose")
        .click();
    harness.run();
    harness.get_by_label("Export…").click();
    harness.run();
    let one = harness.get_by_label("With the clip that is played…");
    assert!(one.accesskit_node().is_disabled());
    harness.get_by_label("With all clips…").click();
    harness.run();
    let all = Request::Export { all_clips: true };
    assert_eq!(harness.state().requests, [all]);
    let mut harness = bench(Vec2::new(1280.0, 720.0), 1.0, Scene::default());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    harness.run();
    assert!(harness.query_by_label("Export…").is_none());
    assert_eq!(harness.state().requests, []);
}

#[test]
fn a_failure_is_told_in_a_notice_that_closes_and_what_was_open_stays() {
    let mut harness = open();
    harness.state_mut().shell.notice = Some(Notice::error("bad.skn: expected a magic"));
    harness.run();
    harness.get_by_label_contains("expected a magic");
    assert!(harness.state().scene.item.is_some());
    harness.get_by_label("Close").click();
    harness.run();
    assert_eq!(harness.state().shell.notice, None);
}

#[test]
fn the_sheet_of_shortcuts_opens_and_closes() {
    let mut harness = open();
    harness.key_press(Key::F1);
    harness.run();
    harness.get_by_label("Play or pause");
    harness.key_press(Key::Escape);
    harness.run();
    assert!(harness.query_by_label("Play or pause").is_none());
}

#[test]
fn other_characters_are_offered_when_several_were_opened() {
    let mut harness = open();
    harness.state_mut().around.characters = (vec!["figure".into(), "other".into()], 0);
    harness.run();
    harness.get_by_label("Opened characters").click();
    harness.run();
    harness.get_by_role_and_label(Role::Button, "other").click();
    harness.run();
    assert_eq!(harness.state().requests, [Request::ShowCharacter(1)]);
}

#[test]
fn a_finding_leads_into_the_skeleton_that_it_speaks_of() {
    let mut character = character();
    let mut other = character.skeletons[0].clone();
    other.file = Some("other.skl".into());
    other.joints[2].name = "Tail".into();
    character.skeletons.push(other);
    let odd = Finding::error("test.tail", "the tail is odd", "look at it");
    character.findings = vec![odd.about(Subject::Joint(2)).in_file("other.skl")];
    let mut scene = Scene::default();
    scene.show(character);
    let mut harness = bench(Vec2::new(1280.0, 720.0), 1.0, scene);
    harness.state_mut().shell.tab = Tab::Findings;
    harness.run();
    harness.get_by_label("Show joint 2 Tail").click();
    harness.run();
    let scene = &harness.state().scene;
    assert_eq!(scene.item.as_ref().unwrap().picks().0, Some(1));
    assert_eq!(scene.selected_joint, Some(2));
}
