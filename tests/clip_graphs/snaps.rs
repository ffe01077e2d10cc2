//! Joint snaps: windows, offsets, chains, cycles, two on one victim, and what hangs on a victim.

use glam::{Affine3A, Vec3};
use rigscope::model::clip_graph::{ClipEvent, ClipKind};
use rigscope::model::transform::rows;
use rigscope::scene::Item;

use crate::hand::{atomic, character, clip, event, index, name, playing, snap, to, world};

const ASIDE: Vec3 = Vec3::new(3.0, -4.0, 5.0);

/// An item that plays the file `a` with these events.
fn with(events: Vec<ClipEvent>) -> Item {
    let mut only = atomic("only", 0);
    only.events = events;
    playing(character(vec![only]))
}

/// The worlds of all joints without snaps.
fn plain(item: &mut Item, seconds: f32) -> Vec<Affine3A> {
    item.set_snaps(false);
    item.set_time(f64::from(seconds));
    let worlds = item.pose().worlds.clone();
    item.set_snaps(true);
    item.set_time(f64::from(seconds));
    worlds
}

#[track_caller]
fn same(found: Affine3A, expected: Affine3A) {
    assert!(found.abs_diff_eq(expected, 1e-5), "{found:?}\n{expected:?}");
}

#[test]
fn a_window_begins_with_its_start_and_ends_before_its_end() {
    let mut item = with(vec![event(
        6.0,
        Some(12.0),
        snap("Prop", "Mark", Vec3::ZERO),
    )]);
    for (frame, active) in [
        (0.0, false),
        (5.9, false),
        (6.0, true),
        (11.9, true),
        (12.0, false),
        (29.0, false),
    ] {
        let plain = plain(&mut item, frame / 30.0);
        assert_eq!(item.active_snaps().len(), usize::from(active), "{frame}");
        let wanted = if active { index("Mark") } else { index("Prop") };
        same(world(&item, "Prop"), plain[wanted]);
    }
}

#[test]
fn without_an_end_that_comes_after_the_start_a_window_lasts_to_the_end_of_the_pass() {
    for (start, end) in [
        (10.0, None),
        (10.0, Some(-1.0)),
        (10.0, Some(10.0)),
        (10.0, Some(4.0)),
    ] {
        let mut item = with(vec![event(start, end, snap("Prop", "Mark", Vec3::ZERO))]);
        item.set_time(0.2);
        assert!(item.active_snaps().is_empty());
        for seconds in [0.34, 0.9, (item.duration() as f32)] {
            item.set_time(f64::from(seconds));
            assert_eq!(item.active_snaps().len(), 1, "{end:?} at {seconds}");
        }
        assert_eq!(item.active_snaps()[0].until, (item.duration() as f32));
    }
    let mut early = with(vec![event(-2.0, None, snap("Prop", "Mark", Vec3::ZERO))]);
    early.set_time(0.0);
    assert_eq!(early.active_snaps()[0].from, 0.0);
}

#[test]
fn the_offset_lies_in_the_targets_space_and_children_follow_the_victim() {
    let mut item = with(vec![event(0.0, None, snap("Prop", "Hand", ASIDE))]);
    let plain = plain(&mut item, 0.5);
    let held = plain[index("Hand")] * Affine3A::from_translation(ASIDE);
    same(world(&item, "Prop"), held);
    let tip = plain[index("Prop")].inverse() * plain[index("Tip")];
    same(world(&item, "Tip"), held * tip);
    assert_eq!(
        item.plain_worlds(),
        plain,
        "the ghosts stand at the plain places"
    );
    for joint in ["Root", "Hand", "Mark"] {
        assert_eq!(
            rows(&world(&item, joint)),
            rows(&plain[index(joint)]),
            "{joint} is left alone"
        );
    }
}

#[test]
fn chains_are_followed_whichever_event_comes_first() {
    let first = event(0.0, None, snap("Prop", "Mark", ASIDE));
    let second = event(0.0, None, snap("Mark", "Spot", Vec3::X));
    for events in [vec![first.clone(), second.clone()], vec![second, first]] {
        let mut item = with(events);
        let plain = plain(&mut item, 0.3);
        let mark = plain[index("Spot")] * Affine3A::from_translation(Vec3::X);
        same(world(&item, "Mark"), mark);
        same(
            world(&item, "Prop"),
            mark * Affine3A::from_translation(ASIDE),
        );
    }
}

#[test]
fn a_target_that_hangs_on_a_victim_is_where_the_snap_takes_it() {
    // The prop goes to the mark; the spot goes to the tip, which hangs on the prop.
    let mut item = with(vec![
        event(0.0, None, snap("Spot", "Tip", Vec3::ZERO)),
        event(0.0, None, snap("Prop", "Mark", Vec3::ZERO)),
    ]);
    let plain = plain(&mut item, 0.4);
    let tip = plain[index("Prop")].inverse() * plain[index("Tip")];
    same(world(&item, "Spot"), plain[index("Mark")] * tip);
}

#[test]
fn in_a_cycle_the_joint_that_is_met_again_keeps_its_plain_place() {
    let mut pair = with(vec![
        event(0.0, None, snap("Mark", "Spot", Vec3::X)),
        event(0.0, None, snap("Spot", "Mark", Vec3::Y)),
    ]);
    let worlds = plain(&mut pair, 0.4);
    let moved = |joint: &str, by: Vec3| worlds[index(joint)] * Affine3A::from_translation(by);
    same(world(&pair, "Mark"), moved("Mark", Vec3::X + Vec3::Y));
    same(world(&pair, "Spot"), moved("Spot", Vec3::X + Vec3::Y));
    let mut own = with(vec![event(0.0, None, snap("Prop", "Prop", ASIDE))]);
    let worlds = plain(&mut own, 0.4);
    same(
        world(&own, "Prop"),
        worlds[index("Prop")] * Affine3A::from_translation(ASIDE),
    );
    // Its own child: the child hangs on the victim's plain place.
    let mut child = with(vec![event(0.0, None, snap("Prop", "Tip", Vec3::ZERO))]);
    let worlds = plain(&mut child, 0.4);
    same(world(&child, "Prop"), worlds[index("Tip")]);
    // A parent that goes to its grandchild, which goes to the parent's child.
    let mut knot = with(vec![
        event(0.0, None, snap("Hand", "Tip", Vec3::ONE)),
        event(0.0, None, snap("Tip", "Prop", Vec3::ONE)),
        event(0.0, None, snap("Root", "Tip", Vec3::ONE)),
    ]);
    knot.set_time(0.4);
    assert!(knot.pose().worlds.iter().all(|world| world.is_finite()));
}

#[test]
fn of_two_snaps_of_one_victim_the_later_start_wins_then_the_later_in_the_file() {
    let mark = |start| event(start, None, snap("Prop", "Mark", ASIDE));
    let spot = |start| event(start, None, snap("Prop", "Spot", Vec3::ZERO));
    for (events, winner) in [
        (vec![spot(6.0), mark(3.0)], "Spot"),
        (vec![mark(3.0), spot(6.0)], "Spot"),
        (vec![mark(3.0), spot(3.0)], "Spot"),
        (vec![spot(3.0), mark(3.0)], "Mark"),
        // Both began before the pass: still by their starts.
        (vec![spot(-1.0), mark(-2.0)], "Spot"),
    ] {
        let mut item = with(events);
        let plain = plain(&mut item, 0.5);
        let aside = if winner == "Mark" { ASIDE } else { Vec3::ZERO };
        same(
            world(&item, "Prop"),
            plain[index(winner)] * Affine3A::from_translation(aside),
        );
    }
}

#[test]
fn a_snap_that_names_a_missing_joint_is_left_out_with_a_note() {
    let mut item = with(vec![
        event(0.0, None, snap("Weapon", "Mark", ASIDE)),
        event(0.0, None, snap("Prop", "Nowhere", ASIDE)),
        event(0.0, None, snap("prop", "MARK", Vec3::ZERO)),
    ]);
    let plain = plain(&mut item, 0.5);
    assert_eq!(item.active_snaps().len(), 1, "names ignore case");
    same(world(&item, "Prop"), plain[index("Mark")]);
    let finding = &item.graph_findings()[0];
    assert_eq!(finding.code, "league.snap-without-joint");
    assert!(finding.message.starts_with("2 joint snaps"), "{finding:?}");
}

#[test]
fn of_joints_that_differ_in_case_the_spelled_one_is_meant_and_else_the_one_that_moves_vertices() {
    let mut character = character(vec![atomic("only", 0)]);
    // A stub of the mark's name, before it and no influence.
    let mut stub = character.skeletons[0].joints[index("Mark")].clone();
    stub.name = "mark".into();
    stub.local.translation = Vec3::splat(70.0);
    character.skeletons[0].joints.push(stub);
    character.skeletons[0].influences = vec![0, 1, 2, 3, 4, 5];
    character.skeletons[0].joints.swap(4, 6);
    character.skeletons[0].influences[4] = 6;
    let mut by = |spelled: Option<&str>| {
        let mut target = name("mark");
        target.name = spelled.map(str::to_owned);
        let kind = rigscope::model::clip_graph::EventKind::JointSnap {
            victim: name("Prop"),
            target,
            offset: Vec3::ZERO,
        };
        character.graphs[0].clips[0].events = vec![event(0.0, None, kind)];
        let mut item = playing(character.clone());
        item.set_time(0.5);
        item.active_snaps()[0].target
    };
    assert_eq!(by(None), 6, "by hash the influence");
    assert_eq!(by(Some("mark")), 4, "in full the one of this spelling");
    assert_eq!(by(Some("Mark")), 6);
    assert_eq!(by(Some("MARK")), 6, "a spelling that nobody has");
}

#[test]
fn the_clips_of_one_graph_do_not_touch_each_other() {
    let mut snapped = atomic("snapped", 0);
    snapped.events = vec![event(0.0, None, snap("Prop", "Mark", ASIDE))];
    let mut item = playing(character(vec![snapped, atomic("free", 0)]));
    item.set_time(0.5);
    let held = item.pose().worlds.clone();
    item.pick(rigscope::scene::Pick::Graph(1));
    item.set_time(0.5);
    let free = item.pose().worlds.clone();
    let mut fresh = playing(character(vec![atomic("free", 0)]));
    fresh.set_time(0.5);
    assert_eq!(free, fresh.pose().worlds);
    assert_ne!(free, held);
    assert_eq!(item.character.skeletons[0], crate::hand::skeleton());
}

#[test]
fn a_snap_in_a_sequence_lasts_as_long_as_its_own_clip() {
    let mut snapped = atomic("snapped", 0);
    snapped.events = vec![event(15.0, None, snap("Prop", "Mark", ASIDE))];
    let sequence = clip("both", ClipKind::Sequencer(vec![to("snapped"), to("free")]));
    let mut item = playing(character(vec![sequence, snapped, atomic("free", 1)]));
    assert!(((item.duration() as f32) - 3.0).abs() < 1e-5);
    for (seconds, active) in [(0.4, 0), (0.5, 1), (0.99, 1), (1.0, 0), (2.9, 0)] {
        item.set_time(seconds);
        assert_eq!(item.active_snaps().len(), active, "{seconds}");
    }
}

#[test]
fn slow_ticks_move_windows_and_pose_together() {
    let mut slow = atomic("slow", 0);
    slow.tick = Some(0.1);
    slow.events = vec![event(6.0, Some(12.0), snap("Prop", "Mark", Vec3::ZERO))];
    let mut item = playing(character(vec![slow]));
    assert!(
        ((item.duration() as f32) - 3.0).abs() < 1e-5,
        "{}",
        (item.duration() as f32)
    );
    for (seconds, active) in [(0.59, 0), (0.61, 1), (1.19, 1), (1.21, 0)] {
        item.set_time(seconds);
        assert_eq!(item.active_snaps().len(), active, "{seconds}");
    }
    let slowed = crate::hand::place(&mut item, "Hand", 1.5);
    let mut fast = playing(character(vec![atomic("fast", 0)]));
    let usual = crate::hand::place(&mut fast, "Hand", 0.5);
    assert!(slowed.distance(usual) < 1e-4, "{slowed} {usual}");
}

#[test]
fn a_window_may_begin_and_end_between_two_frames_and_its_edges_are_exact() {
    for (start, end) in [(5.5_f32, 9.5_f32), (0.5, 12.25), (17.1, 19.9), (3.3, 3.7)] {
        let mut item = with(vec![event(
            start,
            Some(end),
            snap("Prop", "Mark", Vec3::ZERO),
        )]);
        let mut is_snapped = |frame: f64| {
            item.set_time(frame / 30.0);
            !item.active_snaps().is_empty()
        };
        let [start, end] = [start, end].map(f64::from);
        let found = [start - 0.01, start, end - 0.01, end].map(&mut is_snapped);
        assert_eq!(found, [false, true, true, false], "{start} to {end}");
    }
}

#[test]
fn an_offset_to_where_nothing_can_be_is_left_out_and_said() {
    let far = |x: f32| snap("Prop", "Mark", Vec3::new(x, 0.0, 0.0));
    for x in [f32::MAX, -3e38, f32::INFINITY, f32::NAN, 1.1e6] {
        let mut item = with(vec![event(0.0, None, far(x))]);
        item.set_time(0.5);
        same(world(&item, "Prop"), world(&item, "Mark"));
        let finding = &item.graph_findings()[0];
        assert_eq!(finding.code, "league.snap-offset", "{x}");
        assert!(finding.message.contains("1 joint snap sets"), "{finding:?}");
    }
    let mut item = with(vec![event(0.0, None, far(9e5))]);
    item.set_time(0.5);
    assert!(item.graph_findings().is_empty());
    assert!(world(&item, "Prop").translation.x > 8e5);
}
