//! Playing and jumping to a time show the same; what a pose is asked for twice it answers twice.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;
mod spine_golden_support;

use rigscope::model::spine::Rig;
use rigscope::pose::spine::{Entry, Fired, Playback, Player, World};

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
    Playback::new(start)
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
fn events_are_told_once_while_playing_and_not_after_a_step_back() {
    let Some(shared) = common::shared() else {
        return;
    };
    let rig = spine_golden_support::load(&shared, "t-event.skel", "t-event.atlas").rig;
    let told = |frames: u32, seconds: f64| -> Vec<Fired> {
        let mut start = Player::new(&rig, &[]);
        start.state.set(0, Entry::new(&rig, Some(0), true));
        let mut playback = Playback::new(start);
        let time = |frame: u32| seconds * f64::from(frame) / f64::from(frames);
        let fired = (1..=frames).flat_map(|frame| playback.show(&rig, time(frame)).fired.clone());
        let fired = fired.collect();
        assert!(playback.show(&rig, seconds / 2.0).fired.is_empty());
        fired
    };
    let fine = told(1000, 2.9);
    assert!(fine.len() > 10, "only {} events", fine.len());
    for frames in [1, 7, 150, 333] {
        assert_eq!(told(frames, 2.9), fine, "in {frames} frames");
    }
}
