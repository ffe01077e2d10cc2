//! Where things are: nothing is cut off, lies on anything else, or moves by itself.

use egui::{Pos2, Rect, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use rigscope::scene::Scene;

use super::bench::{Bench, bench, character, open};

#[test]
fn the_picture_has_room_at_every_size_and_no_panel_lies_on_another() {
    let sizes = [
        (1280.0, 720.0, 1.0),
        (1920.0, 1080.0, 1.0),
        (1920.0, 1080.0, 2.0),
        (960.0, 540.0, 1.5),
        (700.0, 500.0, 1.0),
        (200.0, 150.0, 1.0),
    ];
    for (width, height, scale) in sizes {
        let mut scene = Scene::default();
        scene.show(character());
        let harness = bench(Vec2::new(width, height), scale, scene);
        let window = Rect::from_min_size(Pos2::ZERO, Vec2::new(width, height));
        let picture = harness.state().last.picture.unwrap();
        assert!(window.contains_rect(picture), "{width}×{height}: {picture}");
        assert!(
            picture.width() >= (width - 20.0).min(380.0) && picture.height() >= height * 0.5,
            "{width}×{height}: {picture}"
        );
        for name in [
            "Time",
            "Filter clips",
            "Search joints",
            "Open files…",
            "Loop",
        ] {
            let Some(node) = harness.query_by_label(name) else {
                continue;
            };
            assert!(
                !picture.intersects(node.rect().shrink(1.0)),
                "{name} lies on the picture at {width}×{height}"
            );
            assert!(
                window.expand(1.0).contains_rect(node.rect()),
                "{name} is cut off at {width}×{height}"
            );
        }
    }
}

#[test]
fn nothing_lies_on_anything_else_in_a_narrow_window_with_a_long_clip() {
    for width in [330.0, 420.0, 500.0, 620.0] {
        let mut character = character();
        character.clips[0].duration = 1e6;
        let mut scene = Scene::default();
        scene.show(character);
        let mut harness = bench(Vec2::new(width, 600.0), 1.0, scene);
        harness.state_mut().around.has_files = true;
        harness.run();
        let names = [
            "Open files…",
            "Recent…",
            "Reload",
            "Follow",
            "Export…",
            "Shortcuts",
            "Light theme",
            "Character",
            "Front",
            "Fit",
            "Go to start",
            "Go to end",
            "Speed",
            "Loop",
        ];
        let places: Vec<(&str, Rect)> = names
            .into_iter()
            .flat_map(|name| {
                harness
                    .query_all_by_label(name)
                    .map(move |node| (name, node))
            })
            .map(|(name, node)| (name, node.rect()))
            .collect();
        assert!(places.len() > 7, "{places:?}");
        for (index, (one, place)) in places.iter().enumerate() {
            assert!(place.right() <= width + 1.0, "{one} is cut off at {width}");
            for (other, there) in &places[index + 1..] {
                let apart = !place.shrink(1.0).intersects(there.shrink(1.0));
                assert!(apart, "{one} lies on {other} at {width}");
            }
        }
    }
}

#[test]
fn nothing_moves_while_time_passes() {
    let mut harness = open();
    harness.state_mut().scene.selected_joint = Some(2);
    harness.run();
    let places = |harness: &Harness<'_, Bench>| {
        ["Loop", "Play", "Step forward", "Search joints", "World now"]
            .map(|name| harness.query_by_label(name).map(|node| node.rect()))
    };
    harness.state_mut().scene.clock.playing = false;
    harness.run();
    let before = places(&harness);
    for seconds in [0.1, 0.333, 0.98] {
        harness.state_mut().scene.clock.seek(seconds);
        harness.run();
        assert_eq!(places(&harness), before, "at {seconds} s");
    }
    assert!(before.iter().all(Option::is_some));
}
