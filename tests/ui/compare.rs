//! The page that compares: what with, how the two are laid out, which joints differ and when.

use std::time::Duration;

use egui::accesskit::Role;
use egui::{Vec2, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use rigscope::pose::MappingRule;
use rigscope::scene::{Compare, Item, Layout, Pick, Scene};
use rigscope::ui::{Request, Tab};

use super::bench::{Bench, bench, character, clip, type_into};

fn page(scene: Scene) -> Harness<'static, Bench> {
    let mut harness = bench(Vec2::new(1280.0, 860.0), 1.0, scene);
    harness.state_mut().shell.tab = Tab::Compare;
    harness.run();
    harness
}

fn figure() -> Harness<'static, Bench> {
    let mut scene = Scene::default();
    scene.show(character());
    scene.clock.playing = false;
    page(scene)
}

fn choose(harness: &mut Harness<'_, Bench>, list: &str, entry: &str) {
    harness.get_by_role_and_label(Role::ComboBox, list).click();
    harness.run();
    harness.get_by_role_and_label(Role::Button, entry).click();
    harness.run();
}

/// Waits for the thread that measures.
#[track_caller]
fn measured(harness: &mut Harness<'_, Bench>) {
    for _ in 0..500 {
        harness.step();
        let measuring = &harness.state().scene.measuring;
        if measuring.result().is_some() && measuring.progress().is_none() {
            harness.run();
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("nothing was measured");
}

#[test]
fn another_rule_is_measured_and_a_row_leads_to_its_joint_and_worst_moment() {
    let mut harness = figure();
    harness.get_by_label_contains("Choose what to compare with");
    choose(&mut harness, "Compare with", "mapping naive");
    assert_eq!(
        harness.state().scene.view.compare,
        Compare::Rule(MappingRule::Naive)
    );
    measured(&mut harness);
    harness.get_by_label_contains("of 4 joints differ at");
    harness.state_mut().scene.clock.playing = true;
    harness.get_by_label("Angle").click();
    harness.run();
    harness.get_by_label("Head differs").click();
    harness.run();
    let scene = &harness.state().scene;
    assert_eq!(scene.selected_joint, Some(2));
    assert!(!scene.clock.playing);
    // It turns further with every frame; the last begins at 29 thirtieths.
    assert!(
        (scene.clock.seconds - 29.0 / 30.0).abs() < 0.01,
        "{}",
        scene.clock.seconds
    );
    let course = harness.get_by_label("Course of Head").rect();
    let middle = course.center();
    harness.drag_at(middle);
    harness.run();
    harness.drop_at(middle);
    harness.run();
    let seconds = harness.state().scene.clock.seconds;
    assert!((seconds - 0.5).abs() < 0.05, "{seconds}");
    type_into(&mut harness, "Search joints that differ", "nothing like it");
    assert!(harness.query_by_label("Head differs").is_none());
    choose(&mut harness, "Compare with", "nothing");
    assert_eq!(harness.state().scene.compare(), Compare::Off);
}

#[test]
fn another_clip_stands_beside_it_and_may_be_changed() {
    let mut harness = figure();
    choose(&mut harness, "Compare with", "clip dance");
    measured(&mut harness);
    harness.get_by_label("Head differs");
    let other = |harness: &Harness<'_, Bench>| {
        let other = harness.state().scene.other.as_ref();
        other.map(|other| other.item.picked())
    };
    assert_eq!(other(&harness), Some(Pick::File(1)));
    let list = "Clip of the other one";
    harness.get_by_role_and_label(Role::ComboBox, list).click();
    harness.run();
    // The first is the clip of the character itself, in the list at the left.
    let entries = harness.get_all_by_role_and_label(Role::Button, "walk");
    entries.last().unwrap().click();
    harness.run();
    assert_eq!(other(&harness), Some(Pick::File(0)));
    measured(&mut harness);
    harness.get_by_label_contains("All 4 joints are alike");
    choose(&mut harness, "Compare with", "bind pose");
    assert!(other(&harness).is_none());
    measured(&mut harness);
    harness.get_by_label("Spine differs");
}

#[test]
fn the_two_are_laid_out_in_three_ways_and_the_line_is_dragged() {
    let mut harness = figure();
    choose(&mut harness, "Compare with", "bind pose");
    measured(&mut harness);
    assert!(harness.query_by_label("Divider of the picture").is_none());
    harness.get_by_label("Ghost").click();
    harness.run();
    assert_eq!(harness.state().scene.view.layout, Layout::Ghost);
    harness.get_by_label("Wipe").click();
    harness.run();
    let line = harness
        .get_by_label("Divider of the picture")
        .rect()
        .center();
    let picture = harness.state().last.picture.unwrap();
    assert!((line.x - picture.center().x).abs() < 1.0);
    let camera = harness.state().scene.camera;
    harness.drag_at(line);
    harness.run();
    let left = pos2(picture.left() + picture.width() * 0.25, line.y);
    harness.hover_at(left);
    harness.run();
    harness.drop_at(left);
    harness.run();
    let scene = &harness.state().scene;
    assert!((scene.view.wipe - 0.25).abs() < 0.01, "{}", scene.view.wipe);
    assert_eq!(
        (scene.camera.yaw, scene.camera.pitch),
        (camera.yaw, camera.pitch)
    );
}

#[test]
fn other_files_and_other_characters_are_asked_for() {
    let mut harness = figure();
    harness.state_mut().around.characters = (vec!["figure".into(), "twin".into()], 0);
    harness.run();
    choose(&mut harness, "Compare with", "other files…");
    choose(&mut harness, "Compare with", "character twin");
    assert_eq!(
        harness.state().requests,
        [Request::ChooseCompared, Request::CompareWith(1)]
    );
}

#[test]
fn what_is_not_alike_besides_joints_is_listed_and_another_game_is_not_measured() {
    let mut harness = figure();
    let mut other = character();
    other.clips.push(clip("bow", 30, &[1]));
    other.skeletons[0].joints[1].name = "Waist".into();
    let mut other = Item::new(other);
    other.pick(Pick::File(0));
    harness
        .state_mut()
        .scene
        .compare_with(other, Some("other".into()));
    measured(&mut harness);
    harness.get_by_label_contains("Not alike besides").click();
    harness.run();
    // It goes over to the clip of the same name.
    let beside = |scene: &Scene| scene.other.as_ref().unwrap().item.picked();
    let scene = &mut harness.state_mut().scene;
    scene.pick(Pick::File(2));
    assert_eq!(beside(scene), Pick::File(2));
    measured(&mut harness);
    harness.get_by_label("joint Waist: only in the other");
    harness.get_by_label("clip bow: only in the other");
    let mut toee = character();
    toee.family = rigscope::model::Family::Toee;
    let scene = &mut harness.state_mut().scene;
    scene.compare_with(Item::new(toee), Some("other".into()));
    harness.run();
    harness.get_by_label_contains("of different games");
}

#[test]
fn a_spine_character_is_compared_with_its_setup_pose() {
    let mut harness = super::spine::open_at(0.5);
    harness.state_mut().shell.tab = Tab::Compare;
    harness.run();
    choose(&mut harness, "Compare with", "setup pose");
    let scene = &harness.state().scene;
    assert_eq!(scene.compare(), Compare::Other);
    assert_eq!(scene.other.as_ref().unwrap().item.picked(), Pick::Bind);
    measured(&mut harness);
}
