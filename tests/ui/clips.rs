//! The list of clips of a graph, and the controls of what is made of clips.

use egui::accesskit::Role;
use egui::{Event, Pos2, Rect, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use rigscope::formats::league::hash::fnv1a;
use rigscope::model::clip_graph::{
    Animation, Blend, BlendKind, ClipEvent, ClipKind, ClipRef, EventKind, GraphClip, LOOPING,
    NameRef, Window,
};
use rigscope::model::{Character, ClipGraph};
use rigscope::pose::graph::Choice;
use rigscope::scene::{Item, Pick, Scene};
use rigscope::ui::title;

use super::bench::{Bench, bench, character, type_into};

fn to(name: &str) -> ClipRef {
    ClipRef::to(fnv1a(name))
}

fn clip(name: &str, kind: ClipKind) -> GraphClip {
    GraphClip {
        hash: fnv1a(name),
        name: Some(name.into()),
        kind,
        ..GraphClip::default()
    }
}

pub fn atomic(name: &str, file: usize, events: Vec<ClipEvent>) -> GraphClip {
    let animation = Animation {
        clip: Some(file),
        ..Animation::default()
    };
    GraphClip {
        events,
        flags: LOOPING,
        ..clip(name, ClipKind::Atomic(animation))
    }
}

fn event(name: &str, start: f32, end: Option<f32>, kind: EventKind) -> ClipEvent {
    ClipEvent {
        hash: fnv1a(name),
        name: Some(name.into()),
        window: Window { start, end },
        kind,
        ..ClipEvent::default()
    }
}

fn name(text: &str) -> NameRef {
    NameRef {
        hash: fnv1a(text),
        name: Some(text.into()),
    }
}

fn snap(victim: &str, target: &str) -> EventKind {
    EventKind::JointSnap {
        victim: name(victim),
        target: name(target),
        offset: glam::Vec3::ZERO,
    }
}

/// Of a clip of 30 frames in one second.
fn events() -> Vec<ClipEvent> {
    let visibility = EventKind::SubmeshVisibility {
        show: vec![name("Wings")],
        hide: vec![name("Hat")],
    };
    let sound = EventKind::Other {
        class: "SoundEventData".into(),
        fields: vec![("mSoundName".into(), "\"step\"".into())],
    };
    vec![
        event("Hold", 6.0, Some(18.0), snap("Head", "Root")),
        event("Lost", 6.0, Some(18.0), snap("Tail", "Root")),
        event("HatOff", 12.0, Some(24.0), visibility),
        event("Step", 15.0, None, sound),
    ]
}

/// `walk` and `dance` of the small character under names of a graph, and one composite of each kind; no clip names `idle`.
pub fn graph() -> ClipGraph {
    let numbered = |pairs: [(&str, f32); 2]| pairs.map(|(name, number)| (to(name), number));
    let kinds = [
        (
            "Both",
            ClipKind::Sequencer(["Walk", "Dance", "Walk", "Gone"].map(to).to_vec()),
        ),
        (
            "Choose",
            ClipKind::Selector(numbered([("Walk", 1.0), ("Dance", 3.0)]).to_vec()),
        ),
        (
            "Run",
            ClipKind::Parametric(numbered([("Walk", 0.0), ("Dance", 10.0)]).to_vec()),
        ),
        (
            "Together",
            ClipKind::Parallel(["Walk", "Dance"].map(to).to_vec()),
        ),
        (
            "Speed",
            ClipKind::ConditionFloat(numbered([("Walk", 0.0), ("Dance", 5.0)]).to_vec()),
        ),
        (
            "Cheer",
            ClipKind::ConditionBool {
                yes: to("Dance"),
                no: to("Walk"),
            },
        ),
        (
            "Round",
            ClipKind::Sequencer(["Choose", "Trip"].map(to).to_vec()),
        ),
        (
            "Trip",
            ClipKind::Sequencer(["Round", "Dance"].map(to).to_vec()),
        ),
    ];
    let mut dance = atomic("Dance", 1, Vec::new());
    dance.tick = Some(1.0 / 15.0);
    let mut clips = vec![atomic("Walk", 0, events()), dance];
    clips.extend(kinds.map(|(name, kind)| clip(name, kind)));
    let mut graph = ClipGraph {
        clips,
        blends: vec![Blend {
            from: fnv1a("Walk"),
            to: fnv1a("Dance"),
            kind: BlendKind::Time(0.5),
        }],
        ..ClipGraph::default()
    };
    graph.link();
    graph
}

pub fn with_graphs(graphs: Vec<ClipGraph>, size: Vec2) -> Harness<'static, Bench> {
    let mut character: Character = character();
    character.graphs = graphs;
    let mut scene = Scene::default();
    scene.show(character);
    scene.clock.playing = false;
    bench(size, 1.0, scene)
}

pub fn open() -> Harness<'static, Bench> {
    with_graphs(vec![graph()], Vec2::new(1280.0, 1100.0))
}

pub fn item<'a>(harness: &'a Harness<'_, Bench>) -> &'a Item {
    harness.state().scene.item.as_ref().unwrap()
}

pub fn click(harness: &mut Harness<'_, Bench>, label: &str) {
    harness.get_by_label(label).click();
    harness.run();
}

pub fn pick(harness: &mut Harness<'_, Bench>, name: &str) {
    harness.get_by_role_and_label(Role::Button, name).click();
    harness.run();
}

pub fn seek(harness: &mut Harness<'_, Bench>, seconds: f64) {
    harness.state_mut().scene.clock.seek(seconds);
    harness.run();
}

fn is_listed(harness: &Harness<'_, Bench>, name: &str) -> bool {
    harness
        .query_by_role_and_label(Role::Button, name)
        .is_some()
}

/// Presses the pointer at a share of a widget's width.
fn press(harness: &mut Harness<'_, Bench>, label: &str, share: f32) {
    let rect = harness.get_by_label(label).rect();
    let at = Pos2::new(egui::lerp(rect.x_range(), share), rect.center().y);
    for pressed in [true, false] {
        harness.event(Event::PointerMoved(at));
        harness.event(Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        });
        harness.run();
    }
}

#[test]
fn clips_of_the_graph_are_picked_by_their_names_and_files_that_none_names_come_after_them() {
    let mut harness = open();
    assert_eq!(item(&harness).picked(), Pick::Graph(0));
    let title_has = |harness: &Harness<'_, Bench>, clip: &str| {
        let title = title(&harness.state().scene);
        assert!(title.contains(&format!(" - {clip} - ")), "{title}");
    };
    title_has(&harness, "Walk");
    for name in ["Both", "Dance", "Cheer"] {
        pick(&mut harness, name);
        title_has(&harness, name);
    }
    assert!(
        !is_listed(&harness, "walk"),
        "the file of a clip is no line"
    );
    type_into(&mut harness, "Filter clips", "idle");
    harness.get_by_label("Files that no clip names");
    pick(&mut harness, "idle");
    assert_eq!(item(&harness).picked(), Pick::File(2));
    title_has(&harness, "idle");
}

#[test]
fn the_filters_leave_clips_by_name_and_by_kind() {
    let mut harness = open();
    type_into(&mut harness, "Filter clips", "sequence");
    for (name, wanted) in [
        ("Both", true),
        ("Round", true),
        ("Walk", false),
        ("Run", false),
    ] {
        assert_eq!(is_listed(&harness, name), wanted, "{name}");
    }
    let mut harness = open();
    click(&mut harness, "Kinds of clips shown");
    click(&mut harness, "condition");
    for (name, wanted) in [
        ("Speed", true),
        ("Cheer", true),
        ("Walk", false),
        ("Run", false),
    ] {
        assert_eq!(is_listed(&harness, name), wanted, "{name}");
    }
}

#[test]
fn a_composite_unfolds_to_its_children_and_marks_what_is_missing_and_what_plays_now() {
    let mut harness = open();
    click(&mut harness, "Unfold Both");
    let missing = format!("0x{:08x} in Both (missing)", fnv1a("Gone"));
    let missing = harness.get_by_label(&missing);
    assert!(missing.accesskit_node().is_disabled());
    let children =
        |harness: &Harness<'_, Bench>, label: &str| harness.query_all_by_label(label).count();
    // It is not picked: nothing in it plays.
    assert_eq!(children(&harness, "Walk in Both"), 2);
    pick(&mut harness, "Both");
    assert_eq!(children(&harness, "Walk in Both, now"), 1);
    assert_eq!(children(&harness, "Walk in Both"), 1);
    let first = harness.get_by_label("Walk in Both, now").rect().top();
    // The walk lasts one second, the dance four.
    seek(&mut harness, 2.0);
    harness.get_by_label("Dance in Both, now");
    assert_eq!(children(&harness, "Walk in Both"), 2);
    seek(&mut harness, 5.5);
    assert!(harness.get_by_label("Walk in Both, now").rect().top() > first);
    click(&mut harness, "Dance in Both");
    assert_eq!(item(&harness).picked(), Pick::Graph(1));
}

#[test]
fn shares_of_a_parametric_clip_are_told_and_a_cycle_ends() {
    let mut harness = open();
    pick(&mut harness, "Run");
    click(&mut harness, "Unfold Run");
    press(&mut harness, "Value of Run", 0.5);
    harness.get_by_label("Walk in Run 50 %, now");
    harness.get_by_label("Dance in Run 50 %, now");
    let mut harness = open();
    type_into(&mut harness, "Filter clips", "Round");
    click(&mut harness, "Unfold Round");
    click(&mut harness, "Unfold Trip in Round");
    let again = harness.get_by_label("Round in Trip (again)");
    assert!(!again.accesskit_node().is_disabled());
    assert!(harness.query_by_label("Unfold Round in Trip").is_none());
}

#[test]
fn a_slider_blends_the_neighbours_of_its_value_while_time_stays() {
    let mut harness = open();
    pick(&mut harness, "Run");
    harness.get_by_label("plays Walk");
    seek(&mut harness, 0.5);
    assert_eq!(harness.state().scene.clock.duration, 1.0);
    press(&mut harness, "Value of Run", 0.5);
    harness.get_by_label("Walk 50 %, Dance 50 %");
    assert_eq!(item(&harness).controls().values[&4], 5.0);
    let clock = harness.state().scene.clock;
    assert_eq!((clock.seconds, clock.duration), (0.5, 2.5));
    press(&mut harness, "Value of Run", 1.0);
    harness.get_by_label("plays Dance");
    assert_eq!(harness.state().scene.clock.duration, 4.0);
}

#[test]
fn conditions_and_choices_play_another_child_at_once() {
    let mut harness = open();
    let duration = |harness: &Harness<'_, Bench>| harness.state().scene.clock.duration;
    pick(&mut harness, "Speed");
    assert_eq!(duration(&harness), 1.0);
    press(&mut harness, "Value of Speed", 1.0);
    harness.get_by_label("plays Dance");
    assert_eq!(duration(&harness), 4.0);

    pick(&mut harness, "Cheer");
    assert_eq!(duration(&harness), 1.0);
    click(&mut harness, "Condition of Cheer");
    assert_eq!(duration(&harness), 4.0);
    assert!(item(&harness).controls().conditions[&7]);

    pick(&mut harness, "Choose");
    assert_eq!(duration(&harness), 4.0, "the heavier");
    click(&mut harness, "Choice of Choose");
    click(&mut harness, "Walk  (weight 1)");
    assert_eq!(duration(&harness), 1.0);
    click(&mut harness, "Choice of Choose");
    click(&mut harness, "by weight");
    assert_eq!(item(&harness).controls().choices[&3], Choice::Weighted);
    // What is nested in the picked clip is controlled too.
    pick(&mut harness, "Round");
    harness.get_by_label("Choice of Choose");
    pick(&mut harness, "Walk");
    assert!(harness.query_by_label("Choice of Choose").is_none());
}

#[test]
fn with_cross_fade_a_clip_gives_way_slowly_and_without_it_at_once() {
    let start = |cross_fade: bool| {
        let mut harness = open();
        let tick = harness.get_by_label("Cross-fade");
        assert_eq!(
            tick.accesskit_node().toggled(),
            Some(egui::accesskit::Toggled::True)
        );
        if !cross_fade {
            click(&mut harness, "Cross-fade");
        }
        seek(&mut harness, 0.9);
        let before = item(&harness).pose().worlds[1];
        pick(&mut harness, "Dance");
        harness.state_mut().scene.pose_now();
        (before, item(&harness).pose().worlds[1])
    };
    let (before, faded) = start(true);
    assert!(faded.abs_diff_eq(before, 1e-5), "nothing leaps");
    let (before, cut) = start(false);
    assert!(!cut.abs_diff_eq(before, 0.1), "{cut} {before}");

    let mut plain = graph();
    plain.blends.clear();
    let harness = with_graphs(vec![plain], Vec2::new(1280.0, 720.0));
    assert!(
        harness
            .get_by_label("Cross-fade")
            .accesskit_node()
            .is_disabled()
    );
}

#[test]
fn one_of_several_graphs_is_picked() {
    let mut other = graph();
    other.path_hash = 7;
    other.clips.truncate(1);
    other.clips[0].name = Some("Stroll".into());
    other.link();
    let mut harness = with_graphs(vec![graph(), other], Vec2::new(1280.0, 720.0));
    click(&mut harness, "Clip graph");
    click(&mut harness, "1: graph 0x00000007");
    assert!(is_listed(&harness, "Stroll") && !is_listed(&harness, "Both"));
    assert_eq!(item(&harness).picked_name().as_deref(), Some("Stroll"));
    assert_eq!(harness.state().scene.clock.duration, 1.0);
}

#[test]
fn the_time_line_counts_the_frames_of_the_clips_tick() {
    let mut harness = open();
    pick(&mut harness, "Dance");
    seek(&mut harness, 2.0);
    let frame = harness.get_by_label("Frame").accesskit_node();
    assert_eq!(frame.numeric_value(), Some(30.0));
    harness.get_by_label("/ 60");
    harness.key_press(egui::Key::ArrowRight);
    harness.run();
    let seconds = harness.state().scene.clock.seconds;
    assert!((seconds - 31.0 / 15.0).abs() < 1e-6, "{seconds}");
    pick(&mut harness, "Walk");
    harness.get_by_label("/ 30");
}

#[test]
fn what_lies_below_the_clips_does_not_move_as_controls_come_and_go() {
    let mut harness = with_graphs(vec![graph()], Vec2::new(1280.0, 720.0));
    let place = |harness: &Harness<'_, Bench>| harness.get_by_label("Submeshes").rect().top();
    let before = place(&harness);
    for name in ["Both", "Choose", "Run"] {
        pick(&mut harness, name);
        assert!((place(&harness) - before).abs() < 0.5, "{name}");
    }
}

#[test]
fn list_and_controls_have_room_in_small_windows() {
    for (width, height) in [(1280.0, 720.0), (1000.0, 620.0), (1280.0, 460.0)] {
        let mut second = graph();
        second.path_hash = 7;
        let mut harness = with_graphs(vec![graph(), second], Vec2::new(width, height));
        type_into(&mut harness, "Filter clips", "Run");
        pick(&mut harness, "Run");
        let window = Rect::from_min_size(Pos2::ZERO, Vec2::new(width, height));
        let picture = harness.state().last.picture.unwrap();
        let names = [
            "Cross-fade",
            "Clip graph",
            "Kinds of clips shown",
            "Filter clips",
            "Unfold Run",
            "Value of Run",
            "Exact value of Run",
        ];
        let places = names.map(|name| harness.get_by_label(name).rect());
        for (index, place) in places.iter().enumerate() {
            let name = names[index];
            assert!(window.contains_rect(*place), "{name} at {width}×{height}");
            assert!(!picture.intersects(place.shrink(1.0)), "{name} at {width}");
            for other in &places[index + 1..] {
                let apart = !place.shrink(1.0).intersects(other.shrink(1.0));
                assert!(apart, "{name} at {width}×{height}");
            }
        }
    }
}
