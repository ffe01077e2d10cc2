//! Parallel clips in parallel clips: what is seen through the inner one, and where its layers lie.

use rigscope::formats::league::hash::fnv1a;
use rigscope::model::clip_graph::{ClipKind, GraphClip, GraphTrack, LOOPING, Mask};
use rigscope::scene::Item;

use crate::hand::{atomic, character, clip, index, playing, to};

/// Files of one second for `a`, two for `b`, of which the hand's `x` is told.
fn of_file(file: usize, seconds: f32) -> f32 {
    let (frames, from, reach) = [(30.0, 0.0, 10.0), (60.0, 100.0, 20.0)][file];
    from + reach * seconds * 30.0 / (frames - 1.0)
}

/// Plays the first of these clips, in a graph with a mask that lets half of the hand through, and tracks of a low, a
/// middle and a high priority; the high one is of half weight.
fn graph_of(clips: Vec<GraphClip>) -> Item {
    let mut graphed = character(clips);
    let graph = &mut graphed.graphs[0];
    let mut weights = vec![0.0; 6];
    weights[index("Hand")] = 0.5;
    graph.masks.push(Mask {
        hash: fnv1a("half"),
        name: None,
        weights,
    });
    for (name, priority, weight) in [("low", 1, 1.0), ("middle", 5, 1.0), ("high", 9, 0.5)] {
        graph.tracks.push(GraphTrack {
            hash: fnv1a(name),
            name: None,
            priority,
            blend_mode: 0,
            weight,
        });
    }
    playing(graphed)
}

fn on(track: &str, mut clip: GraphClip) -> GraphClip {
    clip.track = Some(fnv1a(track));
    clip
}

fn through(mask: &str, mut clip: GraphClip) -> GraphClip {
    clip.mask = Some(fnv1a(mask));
    clip
}

#[track_caller]
fn hand_is(item: &mut Item, seconds: f32, expected: f32) {
    item.set_time(f64::from(seconds));
    let hand = item.pose().locals[index("Hand")].translation.x;
    assert!((hand - expected).abs() < 1e-3, "{hand} for {expected}");
}

#[test]
fn half_of_a_clip_in_an_inner_parallel_clip_lets_half_of_the_outer_be_seen() {
    let (a, b) = (of_file(0, 0.5), of_file(1, 0.5));
    let top = || clip("top", ClipKind::Parallel(vec![to("a"), to("inner")]));
    let inner = || clip("inner", ClipKind::Parallel(vec![to("b")]));
    // By a mask, by a track's weight, and with the inner one a layer of its own.
    for (inner, b_clip) in [
        (inner(), through("half", atomic("b", 1))),
        (inner(), on("high", atomic("b", 1))),
        (on("middle", inner()), through("half", atomic("b", 1))),
        (on("middle", inner()), on("high", atomic("b", 1))),
    ] {
        let mut item = graph_of(vec![top(), inner, atomic("a", 0), b_clip]);
        hand_is(&mut item, 0.5, (a + b) * 0.5);
    }
    // Half of the half.
    let inner = through("half", inner());
    let mut item = graph_of(vec![
        top(),
        inner,
        atomic("a", 0),
        through("half", atomic("b", 1)),
    ]);
    hand_is(&mut item, 0.5, a + (b - a) * 0.25);
    // With nothing below, the bind pose is seen.
    let mut item = graph_of(vec![
        clip("top", ClipKind::Parallel(vec![to("inner")])),
        clip("inner", ClipKind::Parallel(vec![to("b")])),
        through("half", atomic("b", 1)),
    ]);
    hand_is(&mut item, 0.5, (1.0 + b) * 0.5);
}

#[test]
fn clips_of_an_inner_parallel_clip_lie_among_the_outers_by_their_tracks() {
    let (a, b) = (of_file(0, 0.5), of_file(1, 0.5));
    let top = || clip("top", ClipKind::Parallel(vec![to("inner"), to("a")]));
    let inner = || clip("inner", ClipKind::Parallel(vec![to("b"), to("c")]));
    let with = |inner: GraphClip, b_track: &str| {
        graph_of(vec![
            top(),
            inner,
            on("middle", atomic("a", 0)),
            on(b_track, atomic("b", 1)),
            atomic("c", 2),
        ])
    };
    hand_is(&mut with(inner(), "low"), 0.5, a);
    hand_is(&mut with(inner(), "high"), 0.5, (a + b) * 0.5);
    // One that states a track lies by that, with all that it holds.
    hand_is(&mut with(on("low", inner()), "high"), 0.5, a);
}

#[test]
fn clips_of_a_looping_inner_parallel_clip_begin_again_together() {
    let inner = |flags: u32| GraphClip {
        flags,
        ..clip("inner", ClipKind::Parallel(vec![to("a")]))
    };
    let top = || clip("top", ClipKind::Parallel(vec![to("long"), to("inner")]));
    for (flags, at) in [(LOOPING, 0.25), (0, 1.0)] {
        let mut item = graph_of(vec![
            top(),
            inner(flags),
            on("low", atomic("long", 1)),
            on("middle", atomic("a", 0)),
        ]);
        let expected = if flags == 0 { 10.0 } else { of_file(0, at) };
        hand_is(&mut item, 1.25, expected);
    }
}
