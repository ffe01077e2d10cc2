//! Events on the time line, and submeshes that appear and vanish.

use rigscope::model::clip_graph::{ClipEvent, ClipKind, EventKind};
use rigscope::scene::{Item, Pick};

use crate::hand::{atomic, character, clip, event, playing, to, visibility, with_submeshes};

const SUBMESHES: [&str; 3] = ["Body", "Sword", "Wings"];

fn with(events: Vec<ClipEvent>) -> Item {
    let mut only = atomic("only", 0);
    only.events = events;
    playing(with_submeshes(character(vec![only]), &SUBMESHES))
}

fn shown(item: &mut Item, seconds: f32) -> [bool; 3] {
    item.set_time(f64::from(seconds));
    [0, 1, 2].map(|submesh| item.is_shown(submesh))
}

#[test]
fn an_event_with_an_end_takes_its_change_back_and_one_without_keeps_it() {
    let mut item = with(vec![
        event(6.0, Some(12.0), visibility(&[], &["SWORD"])),
        event(9.0, None, visibility(&[], &["Wings"])),
        event(15.0, Some(18.0), visibility(&["wings"], &["Body"])),
    ]);
    for (frame, expected) in [
        (0.0, [true, true, true]),
        (6.0, [true, false, true]),
        (10.0, [true, false, false]),
        (12.0, [true, true, false]),
        (16.0, [false, true, true]),
        (18.0, [true, true, false]),
        (29.0, [true, true, false]),
        (0.0, [true, true, true]),
    ] {
        assert_eq!(shown(&mut item, frame / 30.0), expected, "frame {frame}");
    }
}

#[test]
fn of_two_changes_the_later_start_wins() {
    let show = event(8.0, None, visibility(&["Sword"], &[]));
    let hide = event(4.0, None, visibility(&[], &["Sword"]));
    for events in [vec![show.clone(), hide.clone()], vec![hide, show]] {
        let mut item = with(events);
        assert!(!shown(&mut item, 5.0 / 30.0)[1]);
        assert!(shown(&mut item, 9.0 / 30.0)[1]);
    }
}

#[test]
fn what_a_person_ticks_stays_and_events_can_be_turned_off() {
    let mut item = with(vec![event(0.0, None, visibility(&["Body"], &["Sword"]))]);
    assert_eq!(shown(&mut item, 0.5), [true, false, true]);
    item.visible[0] = false;
    assert_eq!(shown(&mut item, 0.5), [false, false, true]);
    item.set_events(false);
    assert_eq!(shown(&mut item, 0.5), [false, true, true]);
    item.visible[0] = true;
    item.set_events(true);
    item.pick(Pick::File(0));
    assert_eq!(
        shown(&mut item, 0.5),
        [true, true, true],
        "a file has no events"
    );
}

#[test]
fn each_round_of_a_clip_in_a_sequence_starts_afresh() {
    let mut hides = atomic("hides", 0);
    hides.events = vec![event(15.0, None, visibility(&[], &["Sword"]))];
    let mut top = clip("top", ClipKind::Sequencer(vec![to("hides"), to("hides")]));
    top.events = vec![event(45.0, None, visibility(&[], &["Wings"]))];
    let clips = vec![top, hides];
    let mut item = playing(with_submeshes(character(clips), &SUBMESHES));
    for (seconds, expected) in [
        (0.4, [true, true, true]),
        (0.6, [true, false, true]),
        (1.1, [true, true, true]),
        (1.6, [true, false, false]),
    ] {
        assert_eq!(shown(&mut item, seconds), expected, "{seconds}");
    }
}

#[test]
fn the_time_line_has_every_event_with_its_times() {
    let other = |class: &str| EventKind::Other {
        class: class.into(),
        fields: vec![("mSoundName".into(), "clang".into())],
    };
    let mut slow = atomic("slow", 0);
    slow.tick = Some(1.0 / 15.0);
    slow.events = vec![
        event(12.0, Some(18.0), other("SoundEventData")),
        event(-2.0, None, other("ParticleEventData")),
        event(99.0, None, other("FadeEventData")),
    ];
    let top = clip("top", ClipKind::Sequencer(vec![to("a"), to("slow")]));
    let mut item = playing(character(vec![top, atomic("a", 0), slow]));
    item.set_time(0.0);
    let cues: Vec<(usize, f32, f32, bool)> = item
        .cues()
        .iter()
        .map(|cue| (cue.event, cue.from, cue.until, cue.is_late))
        .collect();
    assert_eq!(cues.len(), 3);
    let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-4, "{a} {b}");
    assert_eq!([cues[0].0, cues[1].0, cues[2].0], [1, 0, 2]);
    near(cues[0].1, 1.0);
    near(cues[0].2, 3.0);
    near(cues[1].1, 1.8);
    near(cues[1].2, 2.2);
    assert!(
        cues[2].3 && !cues[1].3,
        "it begins after its clip has ended"
    );
    for (seconds, active) in [(0.5, 0), (1.0, 1), (2.0, 2), (2.3, 1), (3.0, 1)] {
        let duration = item.duration() as f32;
        let count = item
            .cues()
            .iter()
            .filter(|cue| cue.is_active(seconds, duration))
            .count();
        assert_eq!(count, active, "{seconds}");
    }
}
