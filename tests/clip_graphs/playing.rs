//! What each kind of clip plays, and that time alone decides it.

use rigscope::model::clip_graph::{
    Animation, Blend, BlendKind, ClipKind, ClipRef, GraphClip, GraphTrack, LOOPING, Mask,
};
use rigscope::pose::graph::{Choice, Controls};
use rigscope::scene::{Item, Pick, Scene};

use crate::hand::{atomic, character, clip, index, place, playing, to};

use rigscope::formats::league::hash::fnv1a;

/// The three files as clips, below a composite that comes first.
fn under(kind: ClipKind) -> Item {
    playing(character(vec![
        clip("top", kind),
        atomic("a", 0),
        atomic("b", 1),
        atomic("c", 2),
    ]))
}

/// Where the root of a file's rig is at a time.
fn of_file(file: usize, seconds: f32) -> f32 {
    let mut item = playing(character(Vec::new()));
    item.pick(Pick::File(file));
    place(&mut item, "Root", seconds).x
}

fn root(item: &mut Item, seconds: f32) -> f32 {
    place(item, "Root", seconds).x
}

#[track_caller]
fn near(found: f32, expected: f32) {
    assert!((found - expected).abs() < 1e-3, "{found} for {expected}");
}

fn with_controls(item: &mut Item, change: impl FnOnce(&mut Controls)) {
    let mut controls = item.controls().clone();
    change(&mut controls);
    item.set_controls(controls);
}

#[test]
fn an_atomic_clip_plays_its_file_bit_for_bit() {
    for file in 0..3 {
        let mut item = playing(character(vec![atomic("one", file)]));
        let mut alone = playing(character(Vec::new()));
        alone.pick(Pick::File(file));
        assert_eq!(item.duration(), alone.duration());
        for step in 0..50 {
            let seconds = (item.duration() as f32) * step as f32 / 49.0;
            item.set_time(f64::from(seconds));
            alone.set_time(f64::from(seconds));
            assert_eq!(
                item.pose().worlds,
                alone.pose().worlds,
                "{file} at {seconds}"
            );
        }
    }
}

#[test]
fn start_and_end_frames_cut_the_file() {
    let animation = Animation {
        clip: Some(1),
        start_frame: Some(15.0),
        end_frame: Some(45.0),
        ..Animation::default()
    };
    let mut item = playing(character(vec![clip("cut", ClipKind::Atomic(animation))]));
    near(item.duration() as f32, 1.0);
    for seconds in [0.0, 0.4, 0.9] {
        near(root(&mut item, seconds), of_file(1, seconds + 0.5));
    }
}

#[test]
fn a_sequencer_plays_its_children_one_after_the_other() {
    let mut item = under(ClipKind::Sequencer(vec![to("a"), to("b"), to("a")]));
    near(item.duration() as f32, 4.0);
    near(root(&mut item, 0.5), of_file(0, 0.5));
    near(root(&mut item, 1.0), of_file(1, 0.0));
    near(root(&mut item, 2.5), of_file(1, 1.5));
    near(root(&mut item, 3.5), of_file(0, 0.5));
    assert_eq!(item.picks().2, Some(0), "the file that plays now is known");
}

#[test]
fn a_selector_plays_the_heaviest_child_or_the_chosen_one() {
    let pairs = vec![(to("a"), 4.0), (to("b"), 6.0), (to("missing"), 100.0)];
    let mut item = under(ClipKind::Selector(pairs));
    near(root(&mut item, 0.5), of_file(1, 0.5));
    with_controls(&mut item, |controls| {
        controls.choices.insert(0, Choice::Fixed(0));
    });
    near(item.duration() as f32, 1.0);
    near(root(&mut item, 0.5), of_file(0, 0.5));
    // What is missing cannot be chosen.
    with_controls(&mut item, |controls| {
        controls.choices.insert(0, Choice::Fixed(2));
    });
    near(root(&mut item, 0.5), of_file(0, 0.5));
    for weights in [[0.0, 0.0], [f32::NAN, -1.0]] {
        let pairs = vec![(to("b"), weights[0]), (to("a"), weights[1])];
        near(
            root(&mut under(ClipKind::Selector(pairs)), 0.5),
            of_file(1, 0.5),
        );
    }
}

#[test]
fn weights_are_relative_and_one_pass_of_one_seed_is_always_the_same() {
    let pairs = vec![(to("a"), 6.0), (to("b"), 4.0), (to("c"), 0.0)];
    let mut item = under(ClipKind::Selector(pairs));
    with_controls(&mut item, |controls| {
        controls.choices.insert(0, Choice::Weighted);
    });
    let passes = 2000;
    let mut drawn = Vec::new();
    for pass in 0..passes {
        item.set_pass(pass);
        item.set_time(0.0);
        drawn.push(item.picks().2.unwrap());
    }
    let a = drawn.iter().filter(|&&file| file == 0).count();
    assert!((1100..1300).contains(&a), "{a} of {passes}");
    assert!(!drawn.contains(&2), "a weight of 0 is never drawn");
    for pass in (0..passes).rev() {
        item.set_pass(pass);
        item.set_time(0.0);
        assert_eq!(item.picks().2, Some(drawn[pass as usize]), "pass {pass}");
    }
}

#[test]
fn a_parametric_clip_blends_the_two_children_beside_its_value() {
    let pairs = vec![(to("b"), 100.0), (to("a"), 0.0), (to("missing"), 50.0)];
    let mut item = under(ClipKind::Parametric(pairs));
    near(root(&mut item, 0.5), of_file(0, 0.5));
    for (value, share) in [
        (0.0, 0.0),
        (25.0, 0.25),
        (50.0, 0.5),
        (100.0, 1.0),
        (900.0, 1.0),
        (-5.0, 0.0),
    ] {
        with_controls(&mut item, |controls| {
            controls.values.insert(0, value);
        });
        let length = 1.0 + share;
        near(item.duration() as f32, length);
        // In step: at a third of the pass both are at a third.
        let part = 1.0 / 3.0;
        let (a, b) = (of_file(0, part), of_file(1, 2.0 * part));
        near(root(&mut item, length * part), a + (b - a) * share);
    }
}

#[test]
fn a_parametric_clip_starts_at_the_value_nearest_to_nothing() {
    let turn = vec![(to("a"), -90.0), (to("b"), 0.0), (to("a"), 90.0)];
    near(
        root(&mut under(ClipKind::Parametric(turn)), 0.5),
        of_file(1, 0.5),
    );
    let speed = vec![(to("a"), 250.0), (to("b"), 400.0)];
    near(
        root(&mut under(ClipKind::Parametric(speed)), 0.5),
        of_file(0, 0.5),
    );
}

#[test]
fn conditions_choose_a_child() {
    let speeds = vec![(to("a"), 0.0), (to("a"), 280.0), (to("b"), 395.0)];
    let mut item = under(ClipKind::ConditionFloat(speeds));
    for (value, file) in [(0.0, 0), (394.0, 0), (395.0, 1), (1e9, 1), (f32::NAN, 0)] {
        with_controls(&mut item, |controls| {
            controls.values.insert(0, value);
        });
        near(root(&mut item, 0.5), of_file(file, 0.5));
    }
    let mut item = under(ClipKind::ConditionBool {
        yes: to("a"),
        no: to("b"),
    });
    near(root(&mut item, 0.5), of_file(1, 0.5));
    with_controls(&mut item, |controls| {
        controls.conditions.insert(0, true);
    });
    near(root(&mut item, 0.5), of_file(0, 0.5));
}

#[test]
fn a_parallel_clip_lays_the_higher_track_over_the_lower_through_its_mask() {
    let mut masked = atomic("b", 1);
    masked.mask = Some(fnv1a("mask"));
    masked.track = Some(fnv1a("high"));
    // Listed first, and still on top by its priority.
    let top = clip("top", ClipKind::Parallel(vec![to("b"), to("a"), to("c")]));
    let mut item = with_mask_and_track(vec![top, atomic("a", 0), masked, atomic("c", 2)], 0.5);
    near(item.duration() as f32, 2.0);
    let (a, b) = (of_file(0, 0.5), of_file(1, 0.5));
    near(root(&mut item, 0.5), a);
    let below = |item: &Item| item.pose().locals[index("Hand")].translation.x;
    item.set_time(0.5);
    near(below(&item), a + (b - a) * 0.25);
    // The third moves the mark alone, and leaves the rest to the others; when it is over it stays at its end.
    near(place(&mut item, "Mark", 0.25).x, 50.0 * 7.5 / 14.0);
    near(place(&mut item, "Mark", 1.5).x, 50.0);
    item.character.graphs[0].clips[3].flags = LOOPING;
    item.pick(Pick::Graph(0));
    near(place(&mut item, "Mark", 1.25).x, 50.0 * 7.5 / 14.0);
}

/// A hand's mask at half and a track of some weight on top, in a graph of these clips.
fn with_mask_and_track(clips: Vec<GraphClip>, weight: f32) -> Item {
    let mut graphed = character(clips);
    let graph = &mut graphed.graphs[0];
    let mut weights = vec![0.0; 6];
    weights[index("Hand")] = 0.5;
    graph.masks.push(Mask {
        hash: fnv1a("mask"),
        name: None,
        weights,
    });
    graph.tracks.push(GraphTrack {
        hash: fnv1a("high"),
        name: None,
        priority: 3,
        blend_mode: 0,
        weight,
    });
    playing(graphed)
}

#[test]
fn a_composite_in_a_parallel_clip_lies_by_the_mask_and_track_of_what_it_plays() {
    let masked = || {
        let mut clip = atomic("b", 1);
        clip.mask = Some(fnv1a("mask"));
        clip.track = Some(fnv1a("high"));
        clip
    };
    let side = |kind: ClipKind| {
        let top = clip("top", ClipKind::Parallel(vec![to("side"), to("a")]));
        let inner = clip("inner", ClipKind::Selector(vec![(to("b"), 1.0)]));
        vec![top, clip("side", kind), atomic("a", 0), masked(), inner]
    };
    let (yes, no) = (to("b"), ClipRef::default());
    for kind in [
        ClipKind::Selector(vec![(to("b"), 1.0), (to("a"), 0.5)]),
        ClipKind::Selector(vec![(to("inner"), 1.0)]),
        ClipKind::ConditionFloat(vec![(to("b"), 0.0)]),
        ClipKind::ConditionBool { yes, no },
        ClipKind::Sequencer(vec![to("b")]),
        ClipKind::Sequencer(vec![to("b"), to("inner")]),
        ClipKind::Parametric(vec![(to("b"), 0.0), (to("inner"), 1.0)]),
    ] {
        let word = format!("{kind:?}");
        let mut item = with_mask_and_track(side(kind), 1.0);
        let (a, b) = (of_file(0, 0.5), of_file(1, 0.5));
        assert!((root(&mut item, 0.5) - a).abs() < 1e-3, "{word}");
        let hand = item.pose().locals[index("Hand")].translation.x;
        assert!((hand - (a + b) * 0.5).abs() < 1e-3, "{word}: {hand}");
    }
    // What its clips do not share is none of the whole: listed first, it lies below.
    let free = clip("free", ClipKind::Sequencer(vec![to("b"), to("a")]));
    let top = clip("top", ClipKind::Parallel(vec![to("free"), to("c")]));
    let mut item = with_mask_and_track(
        vec![top, free, atomic("a", 0), masked(), atomic("c", 2)],
        1.0,
    );
    near(root(&mut item, 0.5), of_file(1, 0.5));
    // A parallel clip in another leaves to it what no mask of its own lets through.
    let inner = clip("inner", ClipKind::Parallel(vec![to("b")]));
    let top = clip("top", ClipKind::Parallel(vec![to("a"), to("inner")]));
    let mut item = with_mask_and_track(vec![top, inner, atomic("a", 0), masked()], 1.0);
    near(root(&mut item, 0.5), of_file(0, 0.5));
    // Its own mask counts before that of its clips.
    let mut clips = side(ClipKind::Selector(vec![(to("b"), 1.0)]));
    clips[1].mask = Some(fnv1a("no such mask"));
    near(
        root(&mut with_mask_and_track(clips, 1.0), 0.5),
        of_file(1, 0.5),
    );
}

#[test]
fn a_looping_composite_of_one_clip_repeats_beside_a_longer_one() {
    for kind in [
        ClipKind::Sequencer(vec![to("c")]),
        ClipKind::Parametric(vec![(to("c"), 0.0)]),
    ] {
        for loops in [true, false] {
            let mut short = clip("short", kind.clone());
            short.flags = if loops { LOOPING } else { 0 };
            let top = clip("top", ClipKind::Parallel(vec![to("b"), to("short")]));
            let mut item = playing(character(vec![top, short, atomic("b", 1), atomic("c", 2)]));
            let place = place(&mut item, "Mark", 1.25).x;
            near(place, if loops { 50.0 * 7.5 / 14.0 } else { 50.0 });
        }
    }
}

fn blended(blends: Vec<Blend>, clips: Vec<GraphClip>) -> Item {
    let mut graphed = character(clips);
    graphed.graphs[0].blends = blends;
    graphed.graphs[0].link();
    playing(graphed)
}

fn blend(from: &str, into: &str, kind: BlendKind) -> Blend {
    Blend {
        from: fnv1a(from),
        to: fnv1a(into),
        kind,
    }
}

#[test]
fn a_sequence_cross_fades_as_its_blend_table_says() {
    let top = clip("top", ClipKind::Sequencer(vec![to("a"), to("b")]));
    let blends = vec![
        blend("a", "b", BlendKind::Time(0.5)),
        blend("b", "a", BlendKind::Time(9.0)),
    ];
    let mut item = blended(blends, vec![top, atomic("a", 0), atomic("b", 1)]);
    near(item.duration() as f32, 3.0);
    let (end, at) = (of_file(0, 1.0), of_file(1, 0.125));
    near(root(&mut item, 1.125), end + (at - end) * 0.25);
    near(root(&mut item, 1.5), of_file(1, 0.5));
    with_controls(&mut item, |controls| controls.cuts = true);
    near(root(&mut item, 1.125), at);
}

#[test]
fn a_transition_clip_plays_between_two_clips() {
    let top = clip("top", ClipKind::Sequencer(vec![to("a"), to("b")]));
    let blends = vec![
        blend("a", "b", BlendKind::Transition(to("between"))),
        blend("a", "between", BlendKind::Time(0.2)),
        blend("between", "b", BlendKind::Time(0.4)),
    ];
    let clips = vec![top, atomic("a", 0), atomic("b", 1), atomic("between", 0)];
    let mut item = blended(blends, clips);
    near(item.duration() as f32, 4.0);
    near(root(&mut item, 1.5), of_file(0, 0.5));
    let (end, at) = (of_file(0, 1.0), of_file(1, 0.1));
    near(root(&mut item, 2.1), end + (at - end) * 0.25);
    // One that is missing is a cut.
    let top = clip("top", ClipKind::Sequencer(vec![to("a"), to("b")]));
    let blends = vec![blend("a", "b", BlendKind::Transition(to("nowhere")))];
    let mut item = blended(blends, vec![top, atomic("a", 0), atomic("b", 1)]);
    near(item.duration() as f32, 3.0);
    near(root(&mut item, 1.0), of_file(1, 0.0));
}

#[test]
fn a_picked_clip_takes_over_from_the_playing_one_and_only_in_its_first_pass() {
    let mut graphed = character(vec![atomic("a", 0), atomic("b", 1)]);
    graphed.graphs[0].blends = vec![blend("a", "b", BlendKind::Time(0.5))];
    let mut scene = Scene::default();
    scene.show(graphed);
    assert_eq!(scene.item.as_ref().unwrap().picked(), Pick::Graph(0));
    scene.clock.seek(0.4);
    scene.fade_to(Pick::Graph(1));
    let item = scene.item.as_mut().unwrap();
    let (from, into) = (of_file(0, 0.65), of_file(1, 0.25));
    near(root(item, 0.25), from + (into - from) * 0.5);
    near(root(item, 0.0), of_file(0, 0.4));
    near(root(item, 0.6), of_file(1, 0.6));
    scene.clock.advance(2.25);
    scene.pose_now();
    assert_eq!(scene.clock.passes, 1);
    near(
        scene.item.as_ref().unwrap().pose().worlds[0].translation.x,
        into,
    );
}

#[test]
fn scrubbing_in_any_order_gives_what_playing_gives() {
    let top = clip(
        "top",
        ClipKind::Sequencer(vec![to("mix"), to("all"), to("a")]),
    );
    let mix = clip(
        "mix",
        ClipKind::Parametric(vec![(to("a"), 0.0), (to("b"), 1.0)]),
    );
    let all = clip("all", ClipKind::Parallel(vec![to("b"), to("c")]));
    let blends = vec![
        blend("mix", "all", BlendKind::Time(0.3)),
        blend("all", "a", BlendKind::Time(0.3)),
    ];
    let clips = vec![
        top,
        mix,
        all,
        atomic("a", 0),
        atomic("b", 1),
        atomic("c", 2),
    ];
    let mut item = blended(blends, clips);
    with_controls(&mut item, |controls| {
        controls.values.insert(1, 0.4);
    });
    let count = 60;
    let time = |step: usize| step as f32 / (count - 1) as f32;
    let length = item.duration() as f32;
    let mut poses = Vec::new();
    for step in 0..count {
        item.set_time(f64::from(length * time(step)));
        poses.push(item.pose().worlds.clone());
    }
    for step in (0..count).map(|step| step * 37 % count) {
        item.set_time(f64::from(length * time(step)));
        assert_eq!(item.pose().worlds, poses[step], "{step}");
    }
}

#[test]
fn cycles_missing_names_and_strange_numbers_play_what_is_left() {
    let own = under(ClipKind::Sequencer(vec![to("top"), to("missing")]));
    assert_eq!(own.duration(), 0.0);
    let mut half = under(ClipKind::Sequencer(vec![to("top"), to("missing"), to("a")]));
    near(half.duration() as f32, 1.0);
    near(root(&mut half, 0.5), of_file(0, 0.5));
    for kind in [
        ClipKind::Selector(vec![(to("top"), 1.0)]),
        ClipKind::ConditionBool {
            yes: to("top"),
            no: ClipRef::to(0),
        },
        ClipKind::Parametric(vec![(to("top"), f32::NAN), (to("top"), 1.0)]),
        ClipKind::Parametric(Vec::new()),
        ClipKind::ConditionFloat(Vec::new()),
        ClipKind::Selector(Vec::new()),
        ClipKind::Parallel(Vec::new()),
        ClipKind::Parallel(vec![to("top"), to("top")]),
        ClipKind::Other {
            class: "Unknown".into(),
            children: vec![to("top"), to("missing")],
        },
        ClipKind::Atomic(Animation {
            clip: Some(99),
            start_frame: Some(f32::NAN),
            end_frame: Some(f32::INFINITY),
            ..Animation::default()
        }),
    ] {
        let mut item = under(kind.clone());
        for seconds in [-1.0, 0.0, 0.5, f32::NAN, f32::INFINITY] {
            item.set_time(f64::from(seconds));
            assert!(
                item.pose().worlds.iter().all(|world| world.is_finite()),
                "{kind:?}"
            );
        }
    }
    let mut other = under(ClipKind::Other {
        class: "Unknown".into(),
        children: vec![to("top"), to("b")],
    });
    near(root(&mut other, 0.5), of_file(1, 0.5));
    for tick in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e-30, 1e30] {
        let mut strange = atomic("strange", 0);
        strange.tick = Some(tick);
        let mut item = playing(character(vec![strange]));
        assert!(
            (item.duration() as f32).is_finite() && (item.duration() as f32) >= 0.0,
            "{tick}"
        );
        item.set_time(item.duration() * 0.5);
        assert!(
            item.pose().worlds.iter().all(|world| world.is_finite()),
            "{tick}"
        );
    }
}

#[test]
fn ten_thousand_clips_inside_each_other_play_and_so_do_clips_that_double_forever() {
    let deep = 10_000;
    let next = |index: usize| to(&format!("c{}", index + 1));
    type Kind = fn(ClipRef) -> ClipKind;
    let kinds: [Kind; 6] = [
        |next| ClipKind::Sequencer(vec![next]),
        |next| ClipKind::Selector(vec![(next, 1.0)]),
        |next| ClipKind::ConditionFloat(vec![(next, 1.0)]),
        |next| ClipKind::ConditionBool {
            yes: next,
            no: next,
        },
        |next| ClipKind::Parametric(vec![(next, 1.0)]),
        |next| ClipKind::Other {
            class: "Unknown".into(),
            children: vec![next],
        },
    ];
    for kind in kinds {
        let mut clips: Vec<GraphClip> = (0..deep)
            .map(|index| clip(&format!("c{index}"), kind(next(index))))
            .collect();
        clips.push(atomic(&format!("c{deep}"), 0));
        let mut item = playing(character(clips));
        near(root(&mut item, 0.5), of_file(0, 0.5));
        assert_eq!(said_to_be_cut(&item), None);
    }
    for kind in [
        |next| ClipKind::Sequencer(vec![next, next]),
        |next| ClipKind::Parallel(vec![next, next]),
    ] as [Kind; 2]
    {
        let mut clips: Vec<GraphClip> = (0..deep)
            .map(|index| clip(&format!("c{index}"), kind(next(index))))
            .collect();
        clips.push(atomic(&format!("c{deep}"), 0));
        let mut item = playing(character(clips));
        item.set_time(0.5);
        assert!(item.plan().is_cut && item.plan().nodes.len() < 10_000);
        let said = said_to_be_cut(&item).unwrap();
        assert!(said.contains("c0 plays only in part"), "{said}");
        item.pick(Pick::Graph(deep));
        assert_eq!(said_to_be_cut(&item), None, "the last plays whole");
    }
}

fn said_to_be_cut(item: &Item) -> Option<&str> {
    let found = item
        .findings()
        .find(|found| found.code == "league.clip-cut");
    found.map(|finding| finding.message.as_str())
}

#[test]
fn a_hundred_thousand_events_that_play_again_and_again_are_cut_short() {
    use crate::hand::{event, snap, visibility, with_submeshes};
    let mut busy = atomic("busy", 0);
    busy.flags = LOOPING;
    busy.events = (0..100_000)
        .map(|index| {
            let start = (100_000 - index) as f32 * -0.01;
            match index % 2 {
                0 => event(start, None, snap("Prop", "Mark", glam::Vec3::ONE)),
                _ => event(start, None, visibility(&["Body"], &["Sword"])),
            }
        })
        .collect();
    let top = clip("top", ClipKind::Parallel(vec![to("busy"); 1000]));
    let names: Vec<String> = (0..500).map(|_| "Body".to_owned()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut item = playing(with_submeshes(character(vec![top, busy]), &names));
    item.set_time(0.5);
    assert!(item.plan().is_cut);
    assert!(item.active_snaps().len() < 200_000 && item.cues().len() < 200_000);
}

#[test]
fn the_list_has_the_graphs_clips_and_the_files_that_none_of_them_plays() {
    let top = clip(
        "top",
        ClipKind::Selector(vec![(to("a"), 2.0), (to("gone"), 3.0)]),
    );
    let item = playing(character(vec![top, atomic("a", 0)]));
    let lines: Vec<(&str, &str, Pick)> = item
        .playables()
        .iter()
        .map(|line| (line.name.as_str(), line.kind, line.pick))
        .collect();
    assert_eq!(
        lines,
        [
            ("top", "selector", Pick::Graph(0)),
            ("a", "atomic", Pick::Graph(1)),
            ("b", "file", Pick::File(1)),
            ("c", "file", Pick::File(2)),
        ]
    );
    let children = &item.playables()[0].children;
    assert_eq!((children[0].line, children[0].number), (Some(1), Some(2.0)));
    assert_eq!(children[1].line, None);
    assert_eq!(item.picked_line(), Some(0));
}
