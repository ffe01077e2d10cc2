//! Events and cross-fades against what the game's engine does.

use rigscope::model::{Clip, ClipEvent, Drive, DriveKind};
use rigscope::pose::toee::events::{Raised, raised};
use rigscope::pose::toee::{Fade, Movement};
use rigscope::pose::{Mapping, Pose};

use super::skeletons::{compare_world, map, open};
use super::{data, goldens, index, list, number, text};
use crate::common::Coverage;

/// What fires in which step: step, frame, type, argument.
type Fired = Vec<(usize, i64, String, String)>;

#[test]
fn events_fire_in_their_golden_steps() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for (name, golden) in goldens(".events.json") {
        let (_, clips) = open(&data.join(text(&golden["ska"])));
        for case in list(&golden["clips"]) {
            let clip = &clips[index(&case["i"])];
            let drive = clip.drive.unwrap();
            let by = number(&case["step"][drive.kind.word()]) as f32;
            let steps = index(&case["steps"]);
            let found = fired(clip, by, steps);
            let wanted: Fired = list(&case["fired"])
                .iter()
                .map(|event| {
                    let frame = event["frame"].as_i64().unwrap();
                    let (kind, action) = (text(&event["type"]), text(&event["action"]));
                    (index(&event["step"]), frame, kind.into(), action.into())
                })
                .collect();
            coverage.equal(&format!("{name}: {}", clip.name), found, wanted);
        }
        coverage.files += 1;
    }
    coverage.report("event goldens");
}

/// Steps through a clip as the engine does, ends that repeat included.
fn fired(clip: &Clip, by: f32, steps: usize) -> Fired {
    let drive = clip.drive.unwrap();
    let loops = clip.loops.unwrap();
    let last = i64::from(clip.frame_count.unwrap()) - 1;
    let mut at = 0.0_f32;
    let mut fired = Vec::new();
    for step in 0..steps {
        raised(clip, at, by, |what| {
            fired.push(match what {
                Raised::Event(event) => {
                    let ClipEvent {
                        frame, name, text, ..
                    } = event.clone();
                    (step, i64::from(frame), name, text)
                }
                Raised::End => (step, last, "end".into(), String::new()),
            });
        });
        at += by;
        if at > drive.length && loops {
            at -= drive.length;
        }
        at = at.min(drive.length);
    }
    fired
}

#[test]
fn a_cross_fade_has_its_golden_weights_and_matrices() {
    let Some(data) = data() else { return };
    let mut coverage = Coverage::default();
    for (name, golden) in goldens(".crossfade.json") {
        let (skeleton, clips) = open(&data.join(text(&golden["ska"])));
        let mappings: Vec<Mapping> = clips.iter().map(|clip| map(&skeleton, clip)).collect();
        let find = |key: &str| {
            clips
                .iter()
                .position(|clip| clip.name == text(&golden[key]))
        };
        let mut fade = Fade::default();
        fade.start(find("a").unwrap());
        let mut pose = Pose::bind(&skeleton);
        for step in 0..index(&golden["steps"]) {
            if step == index(&golden["step_b"]) {
                fade.start(find("b").unwrap());
            }
            fade.advance(&clips, Movement::natural(1.0 / 30.0), |_| {});
            let Some(sample) = list(&golden["samples"])
                .iter()
                .find(|s| index(&s["step"]) == step)
            else {
                continue;
            };
            let name = format!("{name} at step {step}");
            let running = list(&sample["running"]);
            coverage.equal(&name, fade.running().len(), running.len());
            for (found, golden) in fade.running().iter().zip(running) {
                coverage.near(&name, found.weight, number(&golden["weight"]), 1e-4);
                coverage.near(&name, found.at, number(&golden["time"]), 1e-4);
            }
            fade.pose(&mut pose, &skeleton, &clips, |clip| mappings.get(clip));
            for golden in list(&sample["bones"]) {
                let joint = index(&golden["i"]);
                let name = format!("{name}, joint {joint}");
                compare_world(&name, &pose.worlds[joint], &golden["world"], &mut coverage);
            }
        }
        coverage.files += 1;
    }
    coverage.report("cross-fade goldens");
}

fn clip(kind: DriveKind, per_second: f32, loops: bool, frames: &[i32]) -> Clip {
    Clip {
        drive: Some(Drive {
            kind,
            rate: 10.0,
            per_second,
            length: 1.0,
        }),
        loops: Some(loops),
        frame_count: Some(11),
        events: frames
            .iter()
            .map(|&frame| ClipEvent {
                frame,
                ..ClipEvent::default()
            })
            .collect(),
        ..Clip::default()
    }
}

/// Frames of the events of a whole playing, -1 for the end.
fn raised_in(clips: &[Clip], steps: usize, movement: Movement) -> Vec<(usize, i32)> {
    let mut fade = Fade::default();
    fade.start(0);
    let mut all = Vec::new();
    for step in 0..steps {
        fade.advance(clips, movement, |what| {
            all.push(match what {
                Raised::Event(event) => (step, event.frame),
                Raised::End => (step, -1),
            });
        });
    }
    all
}

#[test]
fn what_lies_at_the_end_of_a_clip_fires_once() {
    let clips = [clip(DriveKind::Time, 1.0, false, &[0, 3, 10])];
    let all = raised_in(&clips, 20, Movement::natural(0.25));
    assert_eq!(all, [(0, 0), (1, 3), (4, 10), (4, -1)]);
}

#[test]
fn a_clip_that_repeats_fires_in_every_round() {
    let clips = [clip(DriveKind::Time, 1.0, true, &[3])];
    let all = raised_in(&clips, 12, Movement::natural(0.25));
    assert_eq!(all, [(1, 3), (5, 3), (9, 3)]);
}

#[test]
fn distance_and_rotation_go_at_their_own_speed_or_with_the_movement() {
    let walk = [clip(DriveKind::Distance, 2.0, true, &[5])];
    let natural = raised_in(&walk, 3, Movement::natural(0.125));
    assert_eq!(natural, [(2, 5)]);
    let led = Movement {
        distance: Some(0.5),
        ..Movement::natural(0.125)
    };
    assert_eq!(raised_in(&walk, 2, led), [(1, 5)]);
    let turn = [clip(DriveKind::Rotation, -2.0, true, &[5])];
    assert_eq!(raised_in(&turn, 3, Movement::natural(0.125)), [(2, 5)]);
    let led = Movement {
        rotation: Some(-0.5),
        ..Movement::natural(0.125)
    };
    assert_eq!(raised_in(&turn, 2, led), [(1, 5)]);
}

#[test]
fn scrubbing_shows_one_clip_at_once_and_at_most_ten_run() {
    let clips = [clip(DriveKind::Time, 1.0, true, &[])];
    let mut fade = Fade::default();
    (0..15).for_each(|_| fade.start(0));
    assert_eq!(fade.running().len(), 10);
    fade.switch(0, 0.75);
    assert_eq!(fade.running().len(), 1);
    assert_eq!(
        (fade.running()[0].weight, fade.running()[0].at),
        (1.0, 0.75)
    );
    fade.advance(&clips, Movement::natural(0.5), |_| {});
    assert_eq!(fade.running()[0].at, 0.25);
}
