//! The mapping page: every track, all about one of them, and routes by hand.

use egui::accesskit::Role;
use egui::{Key, Rect, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use rigscope::pose::MappingRule;
use rigscope::scene::{Compare, Item, Scene};
use rigscope::ui::{Request, Tab};

use super::bench::{Bench, bench, character, type_into};

fn page(size: Vec2) -> Harness<'static, Bench> {
    let mut character = character();
    // Under the root, at the origin, and without vertices: an orphan stub.
    character.skeletons[0].file = Some("/there/figure.skl".into());
    let mut scene = Scene::default();
    scene.show(character);
    scene.clock.playing = false;
    let mut harness = bench(size, 1.0, scene);
    harness.state_mut().shell.tab = Tab::Mapping;
    harness.run();
    harness
}

fn item<'a>(harness: &'a Harness<'_, Bench>) -> &'a Item {
    harness.state().scene.item.as_ref().unwrap()
}

fn choose(harness: &mut Harness<'_, Bench>, list: &str, entry: &str) {
    harness.get_by_role_and_label(Role::ComboBox, list).click();
    harness.run();
    harness.get_by_role_and_label(Role::Button, entry).click();
    harness.run();
}

#[test]
fn a_track_shows_its_keys_its_candidates_and_what_each_rule_says() {
    let mut harness = page(Vec2::new(1280.0, 720.0));
    harness
        .get_by_role_and_label(Role::Button, "Track 2, 0x00000003")
        .click();
    harness.run();
    harness.get_by_label("Keys: rotation 30, translation 0, scale 0");
    harness.get_by_label("Hash 0x00000003, answered by \"Head\", \"head\"");
    harness.get_by_label("orphan stub");
    harness.get_by_label("chosen");
    assert_eq!(
        harness
            .get_all_by_label_contains("translation jumps")
            .count(),
        2
    );
    // Once as a candidate, and by the rules that choose it.
    assert_eq!(
        harness
            .get_all_by_role_and_label(Role::Link, "Head (2)")
            .count(),
        2
    );
    assert_eq!(
        harness
            .get_all_by_role_and_label(Role::Link, "head (3)")
            .count(),
        3
    );
    harness.get_by_label_contains("Is the last joint of this hash".trim_start_matches("Is "));
}

#[test]
fn the_list_is_narrowed_to_tracks_of_one_sort_or_name() {
    let mut harness = page(Vec2::new(1280.0, 720.0));
    let tracks = |harness: &Harness<'_, Bench>| {
        let rows = [
            "Track 0, 0x00000001",
            "Track 1, 0x00000002",
            "Track 2, 0x00000003",
        ];
        rows.map(|row| harness.query_by_role_and_label(Role::Button, row).is_some())
    };
    assert_eq!(tracks(&harness), [true, true, true]);
    choose(&mut harness, "Tracks shown", "several joints");
    assert_eq!(tracks(&harness), [false, false, true]);
    choose(&mut harness, "Tracks shown", "no joint");
    assert_eq!(tracks(&harness), [false, false, false]);
    choose(&mut harness, "Tracks shown", "all");
    type_into(&mut harness, "Search tracks", "spi");
    assert_eq!(tracks(&harness), [false, true, false]);
}

#[test]
fn a_track_is_routed_by_hand_to_a_candidate_to_any_joint_to_none_and_back_to_the_rule() {
    let mut harness = page(Vec2::new(1280.0, 720.0));
    let moved = |harness: &Harness<'_, Bench>| item(harness).mapping().unwrap().moved_by(2);
    assert_eq!(moved(&harness), Some(2));
    let picture = harness.state().last.picture;
    choose(&mut harness, "Moves", "head (3)");
    assert_eq!(moved(&harness), Some(3));
    harness.get_by_label("1 unsaved");
    harness.run();
    assert_eq!(
        harness.state().last.picture,
        picture,
        "the panel keeps its width"
    );
    choose(&mut harness, "Moves", "Nothing");
    assert_eq!(moved(&harness), None);
    harness
        .get_by_role_and_label(Role::ComboBox, "Moves")
        .click();
    harness.run();
    type_into(&mut harness, "Search all joints", "spi");
    harness.get_by_label("Route to Spine (1)").click();
    harness.run();
    assert_eq!(moved(&harness), Some(1));
    // The spine's own track has lost it.
    assert_eq!(item(&harness).mapping().unwrap().moved_by(1), None);
    harness.get_by_label("Save routing").click();
    harness.get_by_label("Reload routing").click();
    harness.run();
    assert_eq!(
        harness.state().requests,
        [Request::SaveRouting, Request::ReloadRouting]
    );
    choose(&mut harness, "Moves", "As the rule says");
    assert_eq!(moved(&harness), Some(2));
    choose(&mut harness, "Moves", "Nothing");
    harness.get_by_label("Clear routing").click();
    harness.run();
    assert_eq!(moved(&harness), Some(2));
}

#[test]
fn what_stands_beside_the_character_is_chosen_and_the_view_holds_both() {
    let mut harness = page(Vec2::new(1280.0, 720.0));
    choose(&mut harness, "Beside it", "mapping naive");
    let scene = &harness.state().scene;
    assert_eq!(scene.view.compare, Compare::Rule(MappingRule::Naive));
    assert!(scene.fit_is_wanted());
    choose(&mut harness, "Beside it", "off");
    assert_eq!(harness.state().scene.view.compare, Compare::Off);
}

#[test]
fn an_orphan_stub_is_marked_in_the_tree() {
    let mut harness = page(Vec2::new(1280.0, 720.0));
    harness.state_mut().shell.tab = Tab::Joints;
    harness.run();
    let stub = harness.get_by_role_and_label(Role::Button, "head, orphan stub");
    stub.hover();
    harness.run();
    harness.get_by_label_contains("stands at the world's origin");
    harness.get_by_role_and_label(Role::Button, "Head");
}

#[test]
fn the_page_finds_room_in_small_windows() {
    for (width, height) in [(1280.0, 720.0), (1000.0, 600.0), (980.0, 470.0)] {
        let mut harness = page(Vec2::new(width, height));
        harness
            .get_by_role_and_label(Role::Button, "Track 0, 0x00000001")
            .click();
        harness.run();
        let window = Rect::from_min_size(Default::default(), Vec2::new(width, height));
        let names = [
            "Search tracks",
            "Save routing",
            "Reload routing",
            "Clear routing",
            "Track 0, 0x00000001",
            "every clip",
        ];
        let mut places: Vec<(String, Rect)> = Vec::new();
        for name in names {
            let node = harness.get_all_by_label(name).next().unwrap();
            places.push((name.into(), node.rect()));
        }
        for name in ["Beside it", "Tracks shown", "Moves"] {
            let node = harness.get_by_role_and_label(Role::ComboBox, name);
            places.push((name.into(), node.rect()));
        }
        for (index, (one, place)) in places.iter().enumerate() {
            assert!(
                window.expand(1.0).contains_rect(*place),
                "{one} is cut off at {width}×{height}: {place}"
            );
            for (other, there) in &places[index + 1..] {
                let apart = !place.shrink(1.0).intersects(there.shrink(1.0));
                assert!(apart, "{one} lies on {other} at {width}×{height}");
            }
        }
        harness.key_press(Key::Escape);
    }
}
