//! What the panels have for The Temple of Elemental Evil.

use std::path::Path;

use egui::Vec2;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use rigscope::formats::{OpenOptions, Progress, open};
use rigscope::model::Character;
use rigscope::scene::Scene;
use rigscope::scene::toee::Unposed;
use rigscope::scene::worn::Fit;
use rigscope::ui::{Request, Tab};

use crate::bench::{Bench, bench, type_into};

fn character() -> Character {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/toee");
    let opened = open(&[folder], &OpenOptions::default(), &Progress::default());
    opened.unwrap().characters.remove(0)
}

fn tock() -> Harness<'static, Bench> {
    let mut scene = Scene::default();
    scene.show(character());
    scene.clock.playing = false;
    bench(Vec2::new(1280.0, 720.0), 1.0, scene)
}

fn click(harness: &mut Harness<'_, Bench>, name: &str) {
    harness.get_by_role_and_label(Role::Button, name).click();
    harness.run();
}

#[test]
fn bind_and_rest_pose_are_chosen_and_the_list_says_which() {
    let mut harness = tock();
    harness.get_by_role_and_label(Role::Button, "Bind pose");
    click(&mut harness, "Show the rest pose");
    click(&mut harness, "Rest pose");
    let item = harness.state().scene.item.as_ref().unwrap();
    assert_eq!((item.unposed, item.picks().2), (Unposed::Rest, None));
    click(&mut harness, "Show the bind pose");
    harness.get_by_role_and_label(Role::Button, "Bind pose");
    let other = crate::bench::open();
    assert!(other.query_by_label("Show the rest pose").is_none());
}

#[test]
fn travel_is_offered_for_clips_that_follow_a_movement() {
    let mut harness = tock();
    assert!(harness.query_by_label("Travel").is_none());
    click(&mut harness, "unarmed_unarmed_walk");
    click(&mut harness, "Travel");
    assert!(harness.state().scene.view.travel);
}

#[test]
fn helpers_are_hidden_from_the_list_of_joints_and_their_children_stay() {
    let mut harness = tock();
    harness.state_mut().shell.tab = Tab::Joints;
    harness.run();
    assert!(
        harness
            .query_by_role_and_label(Role::Button, "Bip01")
            .is_some()
    );
    click(&mut harness, "Helpers");
    assert!(!harness.state().scene.view.helpers);
    assert!(
        harness
            .query_by_role_and_label(Role::Button, "Bip01")
            .is_none()
    );
    harness.get_by_role_and_label(Role::Button, "Bip01 Pelvis");
    // A League character has none to hide.
    assert!(crate::bench::open().query_by_label("Helpers").is_none());
}

#[test]
fn events_of_a_clip_are_marked_on_the_time_line() {
    let mut harness = tock();
    type_into(&mut harness, "Filter clips", "rattack");
    click(&mut harness, "unarmed_unarmed_rattack");
    harness.get_by_label_contains("action  origin");
}

#[test]
fn things_to_wear_and_to_hold_are_asked_for_and_taken_off() {
    let mut harness = tock();
    click(&mut harness, "Wear…");
    click(&mut harness, "Hold…");
    click(&mut harness, "HandR_ref");
    let held = Fit::Held {
        on: "HandR_ref".into(),
    };
    let wanted = [
        Request::ChooseWorn(Fit::Worn),
        Request::ChooseWorn(held.clone()),
    ];
    assert_eq!(harness.state().requests, wanted);
    let item = harness.state_mut().scene.item.as_mut().unwrap();
    assert!(item.wear(character(), held));
    harness.run();
    harness.get_by_label("tock, held by HandR_ref").click();
    harness.run();
    let item = harness.state().scene.item.as_ref().unwrap();
    assert!(!item.worn()[0].shown);
    click(&mut harness, "Remove tock");
    let item = harness.state().scene.item.as_ref().unwrap();
    assert!(item.worn().is_empty());
}

#[test]
fn cloth_is_turned_off_and_on_where_there_is_any() {
    let mut harness = tock();
    let cloth =
        |harness: &Harness<'_, Bench>| harness.state().scene.item.as_ref().unwrap().cloth_on();
    assert!(cloth(&harness));
    harness.get_by_label("Cloth").click();
    harness.run();
    assert!(!cloth(&harness));
    harness.get_by_label("Cloth").click();
    harness.run();
    assert!(cloth(&harness));
    harness.state_mut().scene.clock.passes = 4;
    click(&mut harness, "Reset the cloth");
    assert_eq!(harness.state().scene.clock.passes, 0);
    assert!(crate::bench::open().query_by_label("Cloth").is_none());
}
