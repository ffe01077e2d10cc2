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
