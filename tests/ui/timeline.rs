//! The time line: ticks, jumps, loop range, typed times, its enlarged part, and curves.

use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers, Pos2, Rect, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use rigscope::model::{Character, ClipEvent, Curve};
use rigscope::scene::{Clock, Scene};

use super::bench::{Bench, bench, character};

/// The walk lasts a second, and says something at frames 6 and 24.
fn with_events() -> Character {
    let mut character = character();
    let event = |frame: u16| ClipEvent {
        frame: i32::from(frame),
        seconds: f32::from(frame) / 30.0,
        name: "script".into(),
        text: format!("at {frame}"),
    };
    character.clips[0].events = vec![event(6), event(24)];
    character
}

/// Paused, with `Spine` selected, whose rotation is keyed at every frame of the walk.
fn opened(size: Vec2, scale: f32) -> Harness<'static, Bench> {
    let mut scene = Scene::default();
    scene.show(with_events());
    scene.selected_joint = Some(1);
    scene.clock.playing = false;
    bench(size, scale, scene)
}

fn open() -> Harness<'static, Bench> {
    opened(Vec2::new(1280.0, 720.0), 1.0)
}

fn clock(harness: &Harness<'_, Bench>) -> Clock {
    harness.state().scene.clock
}

fn click(harness: &mut Harness<'_, Bench>, name: &str) {
    harness.get_by_label(name).click();
    harness.run();
}

fn press(harness: &mut Harness<'_, Bench>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
}

fn bar(harness: &Harness<'_, Bench>) -> Rect {
    harness
        .get_by_role_and_label(Role::Slider, "Time")
        .rect()
        .shrink2(Vec2::new(6.0, 0.0))
}

/// Presses and lets go on the bar, where a share of what is shown lies.
fn click_at(harness: &mut Harness<'_, Bench>, share: f32) {
    let bar = bar(harness);
    let at = Pos2::new(egui::lerp(bar.x_range(), share), bar.center().y);
    harness.drag_at(at);
    harness.run();
    harness.drop_at(at);
    harness.run();
}

fn drag(harness: &mut Harness<'_, Bench>, from: Pos2, to: Pos2) {
    harness.drag_at(from);
    harness.run();
    harness.hover_at(to);
    harness.run();
    harness.drop_at(to);
    harness.run();
}

#[track_caller]
fn assert_near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-6, "{found}, not {wanted}");
}

#[test]
fn lanes_count_the_keys_of_the_selected_joint_by_what_is_keyed() {
    let mut harness = open();
    harness.get_by_label("Rotation keys: 30");
    harness.get_by_label("Translation keys: 0");
    harness.get_by_label("Scale keys: 0");
    harness.state_mut().scene.selected_joint = None;
    harness.run();
    harness.get_by_label("Rotation keys: 0");
    assert!(harness.query_by_label("Shear keys: 0").is_none());
}

#[test]
fn buttons_and_keys_jump_to_the_next_and_the_previous_key_and_event() {
    let mut harness = open();
    click(&mut harness, "Next key");
    assert_near(clock(&harness).seconds, 1.0 / 30.0);
    press(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    assert_near(clock(&harness).seconds, 2.0 / 30.0);
    click(&mut harness, "Previous key");
    press(&mut harness, Modifiers::SHIFT, Key::ArrowLeft);
    assert_near(clock(&harness).seconds, 0.0);
    press(&mut harness, Modifiers::COMMAND, Key::ArrowRight);
    assert_near(clock(&harness).seconds, 0.2);
    click(&mut harness, "Next event");
    assert_near(clock(&harness).seconds, 0.8);
    // It wraps, as the clip does.
    click(&mut harness, "Next event");
    assert_near(clock(&harness).seconds, 0.2);
    press(&mut harness, Modifiers::COMMAND, Key::ArrowLeft);
    assert_near(clock(&harness).seconds, 0.8);
    click(&mut harness, "Previous event");
    assert_near(clock(&harness).seconds, 0.2);
    harness.state_mut().scene.clock.looping = false;
    click(&mut harness, "Previous event");
    assert_near(clock(&harness).seconds, 0.2);
}

#[test]
fn jumps_that_lead_nowhere_are_greyed_out() {
    let mut harness = open();
    let is_off = |harness: &Harness<'_, Bench>, name| {
        harness.get_by_label(name).accesskit_node().is_disabled()
    };
    for name in ["Next key", "Previous key", "Next event", "Previous event"] {
        assert!(!is_off(&harness, name), "{name}");
    }
    let scene = &mut harness.state_mut().scene;
    scene.selected_joint = Some(3);
    scene.pick_clip(Some(1));
    harness.run_steps(2);
    for name in ["Next key", "Previous key", "Next event", "Previous event"] {
        assert!(is_off(&harness, name), "{name}");
    }
}

#[test]
fn seconds_and_frame_can_both_be_typed() {
    let mut harness = open();
    for (field, text, seconds) in [
        ("Seconds", "0.5", 0.5),
        ("Frame", "6", 0.2),
        ("Seconds", "99", 1.0),
        ("Frame", "nonsense", 1.0),
        ("Seconds", "nan", 1.0),
        ("Frame", "-4", 0.0),
    ] {
        harness.get_by_label(field).focus();
        harness.run();
        harness.get_by_label(field).type_text(text);
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        let found = clock(&harness).seconds;
        assert!((found - seconds).abs() < 1e-6, "{field} {text}: {found}");
    }
    // Typed letters are no shortcuts.
    assert_eq!(clock(&harness).range(), None);
    assert!(!harness.state().shell.curves_open);
}

#[test]
fn a_part_is_looped_from_here_until_here_by_keys_and_buttons() {
    let mut harness = open();
    harness.state_mut().scene.clock.seek(0.21);
    press(&mut harness, Modifiers::NONE, Key::I);
    harness.state_mut().scene.clock.seek(0.59);
    press(&mut harness, Modifiers::NONE, Key::O);
    let (from, until) = clock(&harness).range().unwrap();
    assert_near(from, 0.2);
    assert_near(until, 0.6);
    press(&mut harness, Modifiers::NONE, Key::Home);
    assert_near(clock(&harness).seconds, 0.2);
    press(&mut harness, Modifiers::NONE, Key::End);
    assert_near(clock(&harness).seconds, 0.6);
    // Stepping and scrubbing are by hand: they lead out of it.
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    assert_near(clock(&harness).seconds, 19.0 / 30.0);
    press(&mut harness, Modifiers::SHIFT, Key::I);
    assert_eq!(clock(&harness).range(), None);

    harness.state_mut().scene.clock.seek(0.4);
    click(&mut harness, "Loop from here");
    harness.state_mut().scene.clock.seek(0.8);
    click(&mut harness, "Loop until here");
    let (from, until) = clock(&harness).range().unwrap();
    assert_near(from, 0.4);
    assert_near(until, 0.8);
    click(&mut harness, "Loop the whole clip");
    assert_eq!(clock(&harness).range(), None);
}

#[test]
fn handles_of_the_loop_range_are_dragged_to_whole_frames_and_with_shift_anywhere() {
    let mut harness = open();
    let place = |harness: &Harness<'_, Bench>, name| {
        let node = harness.get_by_role_and_label(Role::Slider, name);
        node.rect().center()
    };
    let points_a_second = bar(&harness).width();
    let end = place(&harness, "Loop until");
    drag(
        &mut harness,
        end,
        end - Vec2::new(points_a_second * 0.5, 0.0),
    );
    let (from, until) = clock(&harness).range().unwrap();
    assert_eq!(from, 0.0);
    let frame = until * 30.0;
    assert!(
        (frame - frame.round()).abs() < 1e-6 && (until - 0.5).abs() < 0.04,
        "{until}"
    );
    let start = place(&harness, "Loop from");
    drag(
        &mut harness,
        start,
        start + Vec2::new(points_a_second * 0.9, 0.0),
    );
    let (from, until) = clock(&harness).range().unwrap();
    assert_near(until - from, 1.0 / 30.0);
    assert_near(clock(&harness).seconds, 0.0);

    let end = place(&harness, "Loop until");
    harness.drag_at(end);
    harness.run();
    harness.event(egui::Event::ModifiersChanged(Modifiers::SHIFT));
    harness.hover_at(end + Vec2::new(points_a_second * 0.111, 0.0));
    harness.run();
    let (_, until) = clock(&harness).range().unwrap();
    assert!(
        (until * 30.0 - (until * 30.0).round()).abs() > 0.01,
        "{until}"
    );
}

#[test]
fn an_enlarged_part_is_scrubbed_moved_and_left() {
    let mut harness = open();
    harness.state_mut().scene.clock.seek(0.5);
    click(&mut harness, "Enlarge the time line");
    click_at(&mut harness, 0.0);
    assert!((clock(&harness).seconds - 0.25).abs() < 0.01);
    click_at(&mut harness, 1.0);
    assert!((clock(&harness).seconds - 0.75).abs() < 0.01);
    // The bar below moves what is shown.
    let whole = harness.get_by_role_and_label(Role::Slider, "Shown part");
    assert!((whole.accesskit_node().numeric_value().unwrap() - 0.25).abs() < 1e-6);
    let whole = whole.rect();
    drag(&mut harness, whole.center(), whole.right_center());
    click_at(&mut harness, 0.0);
    assert!((clock(&harness).seconds - 0.5).abs() < 0.01);
    click(&mut harness, "Reduce the time line");
    click_at(&mut harness, 0.0);
    assert_near(clock(&harness).seconds, 0.0);
    let all = harness.get_by_label("Show the whole clip");
    assert!(all.accesskit_node().is_disabled());
}

#[test]
fn the_wheel_enlarges_around_the_pointer_and_a_right_drag_moves() {
    let mut harness = open();
    let bar = bar(&harness);
    let at = |share: f32| Pos2::new(egui::lerp(bar.x_range(), share), bar.center().y);
    let wheel = |harness: &mut Harness<'_, Bench>, delta| {
        harness.hover_at(at(0.5));
        harness.run();
        harness.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        harness.run();
    };
    let first = |harness: &Harness<'_, Bench>| {
        let part = harness.get_by_role_and_label(Role::Slider, "Shown part");
        part.accesskit_node().numeric_value().unwrap()
    };
    wheel(&mut harness, Vec2::new(0.0, 3.0));
    let from = first(&harness);
    assert!(from > 0.02 && from < 0.48, "{from}");
    click_at(&mut harness, 0.5);
    assert!((clock(&harness).seconds - 0.5).abs() < 0.01);
    let button = |pressed, pos| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Secondary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    harness.hover_at(at(0.5));
    harness.event(button(true, at(0.5)));
    harness.run();
    harness.hover_at(at(0.55));
    harness.run();
    harness.event(button(false, at(0.55)));
    harness.run();
    assert!(first(&harness) < from);
    assert!(
        (clock(&harness).seconds - 0.5).abs() < 0.01,
        "the playhead stays"
    );
    click(&mut harness, "Show the whole clip");
    assert_near(first(&harness), 0.0);
}

#[test]
fn curves_are_unfolded_by_button_and_key_and_show_another_channel() {
    let mut harness = open();
    assert!(harness.query_by_label("Curve of rotation").is_none());
    click(&mut harness, "Curves");
    for name in [
        "Curve of translation",
        "Curve of scale",
        "Curve of rotation",
    ] {
        click(&mut harness, name);
        let node = harness.get_by_label(name).accesskit_node();
        assert_eq!(node.toggled(), Some(Toggled::True), "{name}");
    }
    // Of a quarter of a turn about z at the playhead.
    harness.state_mut().scene.clock.seek(0.5);
    harness.run_steps(4);
    let half = 1.5f64 / 2.0;
    let z = format!("Component z: {:>10.4}", half.sin());
    harness.get_by_label(&format!("Component w: {:>10.4}", half.cos()));
    // What is left out keeps its place and its number.
    let before = harness.get_by_label(&z).rect();
    click(&mut harness, &z);
    assert_eq!(harness.get_by_label(&z).rect(), before);
    press(&mut harness, Modifiers::NONE, Key::C);
    assert!(harness.query_by_label("Curve of scale").is_none());
}

#[test]
fn the_playhead_is_dragged_on_the_curves_too() {
    let mut harness = open();
    harness.state_mut().shell.curves_open = true;
    harness.run();
    let bar = bar(&harness);
    let above = |share: f32| Pos2::new(egui::lerp(bar.x_range(), share), bar.top() - 50.0);
    drag(&mut harness, above(0.2), above(0.7));
    assert!((clock(&harness).seconds - 0.7).abs() < 0.01);
}

#[test]
fn nothing_on_the_time_line_moves_with_clip_joint_time_or_range() {
    let mut harness = open();
    harness.state_mut().shell.curves_open = true;
    harness.run();
    let places = |harness: &Harness<'_, Bench>| {
        let names = [
            "Time",
            "Play",
            "Frame",
            "Loop",
            "Curve of scale",
            "Shown part",
            "Speed",
        ];
        names.map(|name| {
            let mut all = harness.query_all_by_label(name);
            all.next().map(|node| node.rect())
        })
    };
    let before = places(&harness);
    assert!(before.iter().all(Option::is_some), "{before:?}");
    type Change = fn(&mut Scene);
    let changes: [(&str, Change); 5] = [
        ("time", |scene| scene.clock.seek(0.777)),
        ("no joint", |scene| scene.selected_joint = None),
        ("a joint without keys", |scene| {
            scene.selected_joint = Some(3)
        }),
        ("a part", |scene| scene.clock.set_range(Some((0.1, 0.4)))),
        ("a clip of the same length", |scene| {
            scene.pick_clip(Some(0));
            scene.clock.playing = false;
        }),
    ];
    for (what, change) in changes {
        change(&mut harness.state_mut().scene);
        harness.run_steps(4);
        assert_eq!(places(&harness), before, "{what}");
    }
}

#[test]
fn all_controls_lie_apart_inside_windows_of_every_size_and_scale() {
    for (width, height, scale) in [
        (1280.0, 720.0, 1.0),
        (1280.0, 720.0, 2.0),
        (3840.0, 2160.0, 1.0),
        (1920.0, 1080.0, 2.0),
        (1000.0, 640.0, 1.5),
        (700.0, 500.0, 1.0),
    ] {
        let mut harness = opened(Vec2::new(width, height), scale);
        harness.state_mut().shell.curves_open = true;
        harness.run_steps(4);
        let names = [
            "Go to start",
            "Previous event",
            "Previous key",
            "Step back",
            "Play",
            "Step forward",
            "Next key",
            "Next event",
            "Go to end",
            "Seconds",
            "Frame",
            "Curves",
            "Reduce the time line",
            "Enlarge the time line",
            "Show the whole clip",
            "Loop from here",
            "Loop until here",
            "Loop the whole clip",
            "Loop",
            "Time",
            "Shown part",
        ];
        let places: Vec<(&str, Rect)> = names
            .iter()
            .filter_map(|name| Some((*name, harness.query_by_label(name)?.rect())))
            .collect();
        assert!(
            places.len() >= if width >= 1280.0 { 21 } else { 8 },
            "{width}: {places:?}"
        );
        for (index, (one, place)) in places.iter().enumerate() {
            let window = Rect::from_min_size(Pos2::ZERO, Vec2::new(width, height));
            assert!(
                window.expand(1.0).contains_rect(*place),
                "{one} at {width}×{height}"
            );
            for (other, there) in &places[index + 1..] {
                let apart = !place.shrink(1.0).intersects(there.shrink(1.0));
                assert!(apart, "{one} lies on {other} at {width}×{height}");
            }
        }
        let picture = harness.state().last.picture.unwrap();
        assert!(
            picture.height() >= height * 0.35,
            "{width}×{height}: {picture}"
        );
    }
}

#[test]
fn a_clip_of_ten_thousand_keys_and_events_is_drawn_with_few_shapes() {
    let shapes = |keys: usize| {
        let mut character = with_events();
        let clip = &mut character.clips[0];
        clip.duration = 10_000.0 / 30.0;
        let turns = |at: usize| glam::Quat::from_rotation_z(at as f32 * 0.01);
        clip.tracks[1].rotation = Some(Curve::Frames((0..keys).map(turns).collect()));
        clip.events = (0..keys.min(4096))
            .map(|at| ClipEvent {
                frame: at as i32,
                seconds: at as f32 / 30.0,
                name: "script".into(),
                text: String::new(),
            })
            .collect();
        let mut scene = Scene::default();
        scene.show(character);
        scene.selected_joint = Some(1);
        scene.clock.playing = false;
        let mut harness = bench(Vec2::new(1280.0, 720.0), 1.0, scene);
        harness.state_mut().shell.curves_open = true;
        harness.run_steps(8);
        harness.output().shapes.len()
    };
    let (few, many) = (shapes(10), shapes(10_000));
    // Less than one more for each point of the line's width, for keys and events together.
    assert!(many < few + 1800, "{many} shapes, {few} for ten keys");
}
