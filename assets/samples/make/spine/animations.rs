//! Dot idles, walks and waves; `look` is what the slider of that name plays.

use rigscope::model::spine::{
    Animation, AttachmentKind, BoneTimeline, Curve, DeformKey, DrawOrderKey, EventKey, Rig, Shift,
    SlotTimeline, Timeline, Vertices,
};

use super::bones::single;
use super::constraints::LOOK_REACH;
use super::timelines::{Score, eased, linear};

/// Index of the slider's animation.
pub const LOOK: usize = 3;

pub fn animations(rig: &Rig) -> Option<Vec<Animation>> {
    Some(vec![
        Animation::new("idle", idle(rig)),
        Animation::new("walk", walk(rig)?),
        Animation::new("wave", wave(rig)?),
        Animation::new("look", look(rig)),
    ])
}

/// A second from one side to the other.
fn look(rig: &Rig) -> Vec<Timeline> {
    let mut score = Score::new(rig);
    for (name, reach) in [("eyes", 15.0), ("mouth", 10.0)] {
        let keys = linear(&[(0.0, [-reach, 0.0]), (1.0, [reach, 0.0])]);
        score.bone(name, BoneTimeline::Translate(keys));
    }
    score.timelines
}

fn blink(score: &mut Score<'_>, times: &[f64]) {
    let mut keys = vec![(0.0, [1.0])];
    for time in times {
        let [open, shut] = [[1.0], [0.08]];
        keys.extend([
            (*time, open),
            (time + 0.07, shut),
            (time + 0.12, shut),
            (time + 0.2, open),
        ]);
    }
    score.bone("eyes", BoneTimeline::ScaleY(linear(&keys)));
}

/// The light runs over the visor.
fn shine(score: &mut Score<'_>, start: f64, end: f64) {
    let keys = linear(&[(0.0, [0.0, 0.0]), (start, [0.0, 0.0]), (end, [215.0, 0.0])]);
    score.bone("shine", BoneTimeline::Translate(keys));
}

/// Alpha is a byte in binary files: two fifths are a whole number of 255ths.
fn pulse(score: &mut Score<'_>, period: f64, count: usize) {
    let mut keys = vec![(0.0, [0.4])];
    for beat in 0..count {
        let start = beat as f64 * period;
        keys.extend([(start + period / 2.0, [1.0]), (start + period, [0.4])]);
    }
    score.slot("glow", SlotTimeline::Alpha(eased(&keys)));
}

/// The scarf's tail ripples: a wave that runs along it, over and over.
fn ripple(score: &mut Score<'_>, period: f64, waves: usize, height: f64) {
    let rig = score.rig;
    let Some(slot) = rig.slot("scarf-tail") else {
        return;
    };
    let default = &rig.skins[0];
    let Some(attachment) = default.attachment(slot, "scarf-tail") else {
        return;
    };
    let AttachmentKind::Mesh(mesh) = &rig.attachments[attachment].kind else {
        return;
    };
    let Vertices::Weighted(vertices) = &mesh.vertices else {
        return;
    };
    const STEPS: usize = 8;
    let mut keys = Vec::new();
    for step in 0..=STEPS * waves {
        let phase = step as f64 / STEPS as f64;
        let mut offsets = Vec::new();
        for (range, uv) in vertices.ranges().zip(&mesh.uvs) {
            let turn = std::f64::consts::TAU * (phase - uv[0] * 0.9);
            let across = single(height * uv[0] * turn.sin());
            offsets.extend(range.flat_map(|_| [0.0, across]));
        }
        keys.push(DeformKey {
            time: single(phase * period),
            start: 0,
            offsets,
            curve: Curve::Linear,
        });
    }
    score.timelines.push(Timeline::Deform {
        slot,
        attachment,
        keys,
    });
}

/// The left arm before the body from a time on, or where it lies in the setup.
fn left_arm(rig: &Rig, time: f64, before: bool) -> Option<DrawOrderKey> {
    let count = rig.slots.len();
    let mut shifts = Vec::new();
    if before {
        // Behind the right arm, which lies foremost.
        let place = rig.slot("arm-right")?;
        for (name, behind) in [("arm-left", 2), ("forearm-left", 1)] {
            let slot = rig.slot(name)?;
            let by = i32::try_from(place - behind - slot).ok()?;
            shifts.push(Shift { slot, by });
        }
    }
    DrawOrderKey::new(single(time), shifts, count)
}

fn idle(rig: &Rig) -> Vec<Timeline> {
    let mut score = Score::new(rig);
    let breath = |low: f64| [(0.0, [0.0, 0.0]), (1.5, [0.0, low]), (3.0, [0.0, 0.0])];
    score.shift("hip", &breath(-5.0));
    score.turn("torso", &[(0.0, 0.0), (1.5, -1.5), (3.0, 0.0)]);
    score.turn("head", &[(0.0, 0.0), (0.9, 3.0), (2.1, -3.0), (3.0, 0.0)]);
    score.turn("arm-right", &[(0.0, 0.0), (1.5, 5.0), (3.0, 0.0)]);
    score.turn("arm-left", &[(0.0, 0.0), (1.5, -5.0), (3.0, 0.0)]);
    let (left, right) = ([-LOOK_REACH, 0.0], [LOOK_REACH, 0.0]);
    score.shift(
        "look",
        &[
            (0.0, [0.0, 0.0]),
            (0.5, [0.0, 0.0]),
            (0.8, left),
            (1.4, left),
            (1.8, right),
            (2.4, right),
            (2.8, [0.0, 0.0]),
        ],
    );
    score.shift(
        "cable-end",
        &[
            (0.0, [0.0, 0.0]),
            (0.75, [14.0, 8.0]),
            (2.25, [-14.0, -10.0]),
            (3.0, [0.0, 0.0]),
        ],
    );
    blink(&mut score, &[0.55, 1.5, 1.75]);
    shine(&mut score, 1.9, 2.9);
    pulse(&mut score, 1.5, 2);
    ripple(&mut score, 1.5, 2, 5.0);
    score.timelines
}

/// Seconds of two steps.
const WALK: f64 = 0.8;
const STRIDE: f64 = 54.0;

fn walk(rig: &Rig) -> Option<Vec<Timeline>> {
    let mut score = Score::new(rig);
    for (name, late, middle) in [("foot-right", 0.0, 12.0), ("foot-left", 0.5, -18.0)] {
        step(&mut score, name, late, middle);
    }
    let times = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| share * WALK);
    let bob = |low: [f64; 2], high: [f64; 2]| {
        let values = [low, high, low, high, low];
        std::array::from_fn::<_, 5, _>(|n| (times[n], values[n]))
    };
    score.shift("hip", &bob([4.0, -13.0], [4.0, -3.0]));
    let turn = |values: [f64; 5]| std::array::from_fn::<_, 5, _>(|n| (times[n], values[n]));
    score.turn("torso", &turn([-6.0, -4.0, -6.0, -4.0, -6.0]));
    score.turn("head", &turn([5.0, 2.0, 5.0, 2.0, 5.0]));
    score.turn("arm-right", &turn([-34.0, 4.0, 46.0, 4.0, -34.0]));
    score.turn("forearm-right", &turn([6.0, 18.0, 34.0, 18.0, 6.0]));
    score.turn("arm-left", &turn([20.0, -4.0, -44.0, -4.0, 20.0]));
    score.turn("forearm-left", &turn([28.0, 14.0, 4.0, 14.0, 28.0]));
    score.shift("cable-end", &bob([-8.0, -10.0], [-14.0, 12.0]));
    score.shift("look", &[(0.0, [LOOK_REACH * 0.4, 0.0])]);
    pulse(&mut score, WALK / 2.0, 2);
    ripple(&mut score, WALK, 1, 9.0);
    let orders = [(0.0, true), (0.25, false), (0.75, true)];
    let orders = orders.map(|(share, before)| left_arm(rig, share * WALK, before));
    let orders = orders.into_iter().collect::<Option<_>>()?;
    score.timelines.push(Timeline::DrawOrder(orders));
    let events = [(0.0, "right"), (0.5, "left")].map(|(share, foot)| EventKey {
        time: single(share * WALK),
        event: 0,
        int: 0,
        float: 0.0,
        string: (foot != "right").then(|| foot.to_owned()),
        volume: 1.0,
        balance: 0.0,
    });
    score.timelines.push(Timeline::Event(events.to_vec()));
    Some(score.timelines)
}

/// A foot on the ground for one half of the time, and in the air for the other.
fn step(score: &mut Score<'_>, name: &str, late: f64, middle: f64) {
    const KEYS: usize = 16;
    let (mut places, mut turns) = (Vec::new(), Vec::new());
    for key in 0..=KEYS {
        let share = key as f64 / KEYS as f64;
        let phase = (share + late).fract();
        let (x, y, angle) = if phase < 0.5 {
            let gone = phase * 2.0;
            let strike = (1.0 - gone * 5.0).max(0.0);
            let push = ((gone - 0.7) / 0.3).max(0.0);
            (1.0 - 2.0 * gone, push * 12.0, strike * 16.0 - push * 32.0)
        } else {
            let gone = phase * 2.0 - 1.0;
            let eased = gone * gone * (3.0 - 2.0 * gone);
            let lift = 4.0 * gone * (1.0 - gone);
            let angle = if gone < 0.25 {
                -32.0 - gone * 40.0
            } else {
                -42.0 + (gone - 0.25) / 0.75 * 58.0
            };
            (2.0 * eased - 1.0, 12.0 * (1.0 - gone) + lift * 24.0, angle)
        };
        places.push((share * WALK, [middle + x * STRIDE, y]));
        turns.push((share * WALK, [angle]));
    }
    score.bone(name, BoneTimeline::Translate(linear(&places)));
    score.bone(name, BoneTimeline::Rotate(linear(&turns)));
}

fn wave(rig: &Rig) -> Option<Vec<Timeline>> {
    let mut score = Score::new(rig);
    score.turn(
        "arm-right",
        &[(0.0, 0.0), (0.4, -96.0), (1.7, -96.0), (2.2, 0.0)],
    );
    score.turn(
        "forearm-right",
        &[
            (0.0, 0.0),
            (0.4, -90.0),
            (0.65, -36.0),
            (0.9, -84.0),
            (1.15, -36.0),
            (1.4, -84.0),
            (1.7, -70.0),
            (2.2, 0.0),
        ],
    );
    score.turn(
        "arm-left",
        &[(0.0, 0.0), (0.4, -22.0), (1.7, -22.0), (2.2, 0.0)],
    );
    score.turn(
        "forearm-left",
        &[(0.0, 0.0), (0.4, -104.0), (1.7, -104.0), (2.2, 0.0)],
    );
    score.turn("torso", &[(0.0, 0.0), (0.4, -4.0), (1.7, -4.0), (2.2, 0.0)]);
    score.turn(
        "head",
        &[(0.0, 0.0), (0.5, 9.0), (1.0, 4.0), (1.5, 9.0), (2.2, 0.0)],
    );
    score.shift(
        "hip",
        &[
            (0.0, [0.0, 0.0]),
            (0.4, [5.0, -4.0]),
            (1.7, [5.0, -4.0]),
            (2.2, [0.0, 0.0]),
        ],
    );
    score.shift(
        "look",
        &[
            (0.0, [0.0, 0.0]),
            (0.4, [-LOOK_REACH * 0.6, 0.0]),
            (1.7, [-LOOK_REACH * 0.6, 0.0]),
            (2.2, [0.0, 0.0]),
        ],
    );
    blink(&mut score, &[0.45, 1.6]);
    shine(&mut score, 0.5, 1.3);
    pulse(&mut score, 1.1, 2);
    ripple(&mut score, 1.1, 2, 5.0);
    let orders = [(0.0, false), (0.2, true), (1.95, false)];
    let orders = orders.map(|(time, before)| left_arm(rig, time, before));
    let orders = orders.into_iter().collect::<Option<_>>()?;
    score.timelines.push(Timeline::DrawOrder(orders));
    Some(score.timelines)
}
