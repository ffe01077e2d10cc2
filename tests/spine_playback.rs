//! Playing and jumping to a time show the same; what a pose is asked for twice it answers twice.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;
mod spine_golden_support;

use rigscope::formats::spine::{json, skel};
use rigscope::model::spine::{Atlas, Rig};
use rigscope::pose::spine::{Entry, Fired, Pictures, Playback, Player, Stepping, World};

/// Rigs with physics, sliders, paths, events and much else.
const RIGS: [(&str, &str); 5] = [
    ("t-physics.skel", "t-physics.atlas"),
    ("t-event.skel", "t-event.atlas"),
    ("celestial-circus-pro.skel", "celestial-circus-pma.atlas"),
    ("cloud-pot.skel", "cloud-pot-pma.atlas"),
    ("fuzz-001.skel", "fuzz-001.atlas"),
];

fn playback(rig: &Rig) -> Playback {
    let mut start = Player::new(rig, &[]);
    for (track, animation) in [0, rig.animations.len() - 1].into_iter().enumerate() {
        start
            .state
            .set(track, Entry::new(rig, Some(animation), true));
    }
    Playback::new(start, Stepping::default())
}

fn worlds(rig: &Rig, player: &Player) -> Vec<World> {
    (0..rig.bones.len())
        .filter_map(|bone| player.pose.world(bone))
        .collect()
}

#[test]
fn jumping_to_a_time_shows_what_playing_to_it_shows() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = common::Coverage::default();
    for (skeleton, atlas) in RIGS {
        let rig = spine_golden_support::load(&shared, skeleton, atlas).rig;
        let mut played = playback(&rig);
        let mut jumping = playback(&rig);
        let mut times = vec![(0.0, worlds(&rig, played.show(&rig, 0.0)))];
        for frame in 1..90 {
            // Frames of no even length.
            let seconds = f64::from(frame) * 0.0177 + f64::from(frame % 7) * 0.0031;
            let last = times.last().unwrap().0;
            if seconds > last {
                times.push((seconds, worlds(&rig, played.show(&rig, seconds))));
            }
        }
        for index in (0..times.len()).map(|index| index * 37 % times.len()) {
            let (seconds, wanted) = &times[index];
            let found = worlds(&rig, jumping.show(&rig, *seconds));
            coverage.equal(&format!("{skeleton} at {seconds}"), &found, wanted);
        }
        coverage.files += 1;
    }
    coverage.report("jumps");
}

/// Seconds of a step.
const STEP: f64 = 1.0 / 60.0;

/// A player taken step by step to a moment, with no help: it stands where `moves` say from their steps on.
fn by_hand(rig: &Rig, seconds: f64, moves: &[(u64, f64, f64)]) -> (Vec<World>, Vec<Fired>) {
    let mut player = playback(rig).shown().clone();
    let mut fired = Vec::new();
    let steps = ((seconds + 1e-9) / STEP) as u64;
    for step in 0..=steps {
        for (_, x, y) in moves.iter().filter(|(at, ..)| *at == step) {
            (player.pose.placement.x, player.pose.placement.y) = (*x, *y);
        }
        let whole = Stepping::default().seconds(step);
        if step < steps {
            player.step(rig, STEP);
        } else if seconds - whole > 1e-9 || step == 0 {
            player.step(rig, seconds - whole);
        } else {
            break;
        }
        fired.append(&mut player.fired);
    }
    (worlds(rig, &player), fired)
}

#[test]
fn any_order_of_seeking_shows_the_same_however_long_it_plays() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = common::Coverage::default();
    for (skeleton, atlas) in &RIGS[..2] {
        let rig = spine_golden_support::load(&shared, skeleton, atlas).rig;
        // Long enough that checkpoints have been thinned out.
        let moments = [
            70.0, 0.0, 69.99, 1.0, 3.3, 71.0, 0.01, 35.0, 34.99, 35.5, 8.0,
        ];
        let mut jumping = playback(&rig);
        for seconds in moments.into_iter().chain(moments.into_iter().rev()) {
            let found = worlds(&rig, jumping.show(&rig, seconds));
            let fired: Vec<Fired> = jumping.fired().cloned().collect();
            let (wanted, told) = by_hand(&rig, seconds, &[]);
            coverage.equal(&format!("{skeleton} at {seconds}"), &found, &wanted);
            coverage.equal(&format!("{skeleton} told by {seconds}"), &fired, &told);
        }
        coverage.files += 1;
    }
    coverage.report("rigs sought in disorder");
}

#[test]
fn a_moved_character_moves_the_same_way_whenever_it_is_played_again() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = common::Coverage::default();
    for (skeleton, atlas) in [RIGS[0], RIGS[3]] {
        let rig = spine_golden_support::load(&shared, skeleton, atlas).rig;
        let moves = [(30, 40.0, 0.0), (31, 80.0, -5.0), (90, 80.0, 60.0)];
        let mut moved = playback(&rig);
        for (step, x, y) in moves {
            moved.show(&rig, step as f64 * STEP + 0.004);
            moved.place(x, y);
        }
        for seconds in [2.5, 0.2, 0.51, 1.503, 0.5, 0.52, 1.49, 5.0, 0.0] {
            let found = worlds(&rig, moved.show(&rig, seconds));
            let (wanted, _) = by_hand(&rig, seconds, &moves);
            // Where a moment is a whole step, a move of that very moment shows at once, and without springs.
            if [30.0, 31.0, 90.0]
                .iter()
                .all(|step| (seconds / STEP - step).abs() > 1e-6)
            {
                coverage.equal(&format!("{skeleton} at {seconds}"), &found, &wanted);
            }
        }
        // The springs feel it: the bones differ by more than the way.
        let (still, _) = by_hand(&rig, 0.6, &[]);
        let swung = worlds(&rig, moved.show(&rig, 0.6));
        let felt =
            |(a, b): (&World, &World)| (a.x - b.x - 80.0).abs() > 1.0 || (a.a - b.a).abs() > 0.01;
        assert!(swung.iter().zip(&still).any(felt), "{skeleton}");
        coverage.files += 1;
    }
    coverage.report("moved rigs");
}

#[test]
fn a_move_forgets_the_moves_that_were_made_for_later() {
    let Some(shared) = common::shared() else {
        return;
    };
    let rig = spine_golden_support::load(&shared, RIGS[0].0, RIGS[0].1).rig;
    let mut moved = playback(&rig);
    moved.show(&rig, 2.005);
    moved.place(30.0, 0.0);
    moved.show(&rig, 1.005);
    assert!(moved.will_move());
    moved.place(0.0, 0.0);
    assert!(!moved.will_move());
    let found = worlds(&rig, moved.show(&rig, 3.0));
    assert_eq!(found, by_hand(&rig, 3.0, &[]).0);
}

#[test]
fn events_are_the_same_however_a_moment_is_reached() {
    let Some(shared) = common::shared() else {
        return;
    };
    let rig = spine_golden_support::load(&shared, "t-event.skel", "t-event.atlas").rig;
    let told = |frames: u32, seconds: f64| -> Vec<Fired> {
        let mut start = Player::new(&rig, &[]);
        start.state.set(0, Entry::new(&rig, Some(0), true));
        let mut playback = Playback::new(start, Stepping::default());
        for frame in 1..=frames {
            playback.show(&rig, seconds * f64::from(frame) / f64::from(frames));
        }
        let fired: Vec<Fired> = playback.fired().cloned().collect();
        playback.show(&rig, seconds / 2.0);
        assert!(playback.fired().count() < fired.len());
        playback.show(&rig, seconds);
        assert_eq!(
            playback.fired().cloned().collect::<Vec<_>>(),
            fired,
            "after a step back"
        );
        fired
    };
    let fine = told(1000, 2.9);
    assert!(fine.len() > 10, "only {} events", fine.len());
    for frames in [1, 7, 150, 333] {
        assert_eq!(told(frames, 2.9), fine, "in {frames} frames");
    }
}

#[test]
fn whatever_the_readers_let_through_can_be_played() {
    let Some(shared) = common::shared() else {
        return;
    };
    let mut coverage = common::Coverage::default();
    for folder in ["spine", "spine-malformed", "spine-other-versions"] {
        for path in common::files_ending(&shared.join("data").join(folder), &["skel", "json"]) {
            let bytes = std::fs::read(&path).unwrap();
            let read = skel::read(&bytes).or_else(|_| json::read(&bytes));
            let Ok((rig, _)) = read else {
                continue;
            };
            let pictures = Pictures::new(&rig, &Atlas::default(), &[]);
            let skins: Vec<usize> = (0..rig.skins.len()).collect();
            for animation in 0..rig.animations.len() {
                let mut player = Player::new(&rig, &skins);
                player.state.set(0, Entry::new(&rig, Some(animation), true));
                for _ in 0..10 {
                    player.step(&rig, 0.1);
                }
                let drawn = player.pose.draw(&rig, &pictures);
                assert!(drawn.len() <= rig.slots.len(), "{}", path.display());
                coverage.values += 1;
            }
            coverage.files += 1;
        }
    }
    coverage.report("rigs played");
}

#[test]
fn a_queued_animation_begins_when_the_one_before_it_ends() {
    let Some(shared) = common::shared() else {
        return;
    };
    let rig = spine_golden_support::load(&shared, "t-event.skel", "t-event.atlas").rig;
    let duration = rig.animations[0].duration;
    let mut player = Player::new(&rig, &[]);
    player.state.set(0, Entry::new(&rig, Some(0), false));
    player.state.add(0, Entry::new(&rig, Some(1), true), 0.0);
    player.state.add(0, Entry::new(&rig, Some(0), true), 0.25);
    let mut began: Vec<(f64, Option<usize>)> = Vec::new();
    for step in 0..400 {
        player.step(&rig, 0.01);
        let playing = player.state.current(0).unwrap().animation;
        if began.last().is_none_or(|(_, before)| *before != playing) {
            began.push((f64::from(step + 1) * 0.01, playing));
        }
    }
    let wanted = [
        (0.0, Some(0)),
        (duration, Some(1)),
        (duration + 0.25, Some(0)),
    ];
    assert_eq!(began.len(), wanted.len(), "{began:?}");
    for ((found, animation), (seconds, wanted)) in began.iter().zip(wanted) {
        assert_eq!(*animation, wanted);
        assert!(
            (found - seconds).abs() <= 0.031,
            "{found}, wanted {seconds}"
        );
    }
    player.state.set_empty(&rig, 0, 0.1);
    (0..20).for_each(|_| player.step(&rig, 0.01));
    assert!(player.state.current(0).is_none(), "the track is empty");
}
