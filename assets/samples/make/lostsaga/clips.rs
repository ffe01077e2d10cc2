//! What Wick does: it idles, walks, and bows. Each clip is stored in another of the format's three ways.

use glam::{Quat, Vec3};
use rigscope::formats::lostsaga::Text;
use rigscope::formats::lostsaga::ani::{Ani, Event, Key, Rotation, Track};
use rigscope::model::Transform;

use super::rig::{Rig, SIDES, Side, rounded_turn};
use crate::league::math::{rounded, rx, ry, rz, smooth, wave};

/// Each clip by the name of its file.
pub fn all(rig: &Rig) -> [(&'static str, Ani); 3] {
    let walk = [
        (0.0, "motion_sound", "step_left.wav"),
        (480.0, "motion_sound", "step_right.wav"),
    ];
    let bow = [
        (700.0, "hide_mesh", "wick_cap"),
        (1500.0, "show_mesh", "wick_cap"),
    ];
    [
        ("wick_idle", clip(rig, 4001, 2400, 24, &[], idle)),
        ("wick_walk", clip(rig, 4000, 960, 24, &walk, self::walk)),
        ("wick_bow", clip(rig, 4002, 2000, 40, &bow, self::bow)),
    ]
}

/// A pose under construction: local transforms of all bones.
struct Pose<'a> {
    rig: &'a Rig,
    locals: Vec<Transform>,
}

impl Pose<'_> {
    /// Turns a bone away from its rest.
    fn turn(&mut self, bone: &str, by: Quat) {
        let local = &mut self.locals[self.rig.bone(bone)];
        local.rotation = by * local.rotation;
    }

    /// Bends a leg: the thigh forward, the knee back, and the sole level.
    fn leg(&mut self, side: Side, forward: f32, bend: f32) {
        self.turn(&side.bone("Thigh"), rx(forward));
        self.turn(&side.bone("Calf"), rx(-bend));
        self.turn(&side.bone("Foot"), rx(bend - forward));
    }

    /// Lowers or raises the root until the lower ankle stands where it does at rest.
    fn ground(&mut self) {
        let worlds = self.rig.worlds(&self.locals);
        let ankle = |side: Side| worlds[self.rig.bone(&side.bone("Foot"))].translation.y;
        let lowest = ankle(SIDES[0]).min(ankle(SIDES[1]));
        self.locals[0].translation.y -= lowest - self.rig.size.ankle;
    }
}

/// Samples a pose; `pose` gets 0 at the start, 1 at the end.
fn clip(
    rig: &Rig,
    version: i32,
    total: i32,
    steps: i32,
    events: &[(f32, &str, &str)],
    pose: impl Fn(&mut Pose<'_>, f32),
) -> Ani {
    let at = |step: i32| {
        let locals = rig.rest();
        let mut posed = Pose { rig, locals };
        pose(&mut posed, step as f32 / steps as f32);
        posed.ground();
        posed.locals
    };
    let poses: Vec<Vec<Transform>> = (0..=steps).map(at).collect();
    let track = |bone: usize| {
        let key = |(step, locals): (usize, &Vec<Transform>)| {
            let local = locals[bone];
            let turn = Quat::from_array(rounded_turn(local.rotation));
            Key {
                rotation: Rotation::pack(turn.normalize(), version),
                translation: rounded(local.translation).to_array(),
                time: total * step as i32 / steps,
            }
        };
        let mut keys: Vec<Key> = poses.iter().enumerate().map(key).collect();
        let first = keys[0];
        let moves =
            |key: &Key| (key.rotation, key.translation) != (first.rotation, first.translation);
        if !keys.iter().any(moves) {
            keys.truncate(1);
        }
        Track {
            bone: Text::new(&rig.bones[bone].name),
            weight: 1.0,
            keys,
        }
    };
    let event = |&(time, kind, info): &(f32, &str, &str)| Event {
        kind: Text::new(kind),
        info: Text::new(info),
        time,
    };
    // Tracks need not be in the skeleton's order: the last bone comes first.
    Ani {
        version,
        events: events.iter().map(event).collect(),
        total,
        tracks: (0..rig.bones.len()).rev().map(track).collect(),
        trailing: Vec::new(),
    }
}

/// Arms hang; the right forearm is raised, so that the lamp stands before the body.
fn carry(pose: &mut Pose<'_>, sway: f32) {
    let [left, right] = SIDES;
    pose.turn(&left.bone("UpperArm"), rz(-22.0));
    pose.turn(&left.bone("Forearm"), rx(12.0 + sway));
    pose.turn(&right.bone("UpperArm"), rz(20.0));
    pose.turn(&right.bone("Forearm"), rx(80.0 + sway));
    pose.turn("Bip01 Prop1", rx(-80.0 - sway));
}

fn idle(pose: &mut Pose<'_>, share: f32) {
    let breath = wave(share);
    carry(pose, 2.0 * breath);
    pose.turn("Bip01 Spine1", rx(1.5 * breath));
    pose.turn("Bip01 Head", ry(18.0 * wave(share + 0.05)));
    for side in SIDES {
        pose.leg(side, 3.0 + breath, 6.0 + 2.0 * breath);
    }
}

fn walk(pose: &mut Pose<'_>, share: f32) {
    // The left heel strikes at 0.
    let swing = wave(share + 0.25);
    carry(pose, 6.0 * swing);
    pose.turn("Bip01 Pelvis", ry(5.0 * swing));
    pose.turn("Bip01 Spine", ry(-8.0 * swing) * rx(-4.0));
    pose.turn("Bip01 Head", ry(4.0 * swing) * rx(4.0));
    pose.turn(&SIDES[0].bone("UpperArm"), rx(-26.0 * swing));
    for side in SIDES {
        let phase = if side.sign > 0.0 { share } else { share + 0.5 };
        let lift = wave(phase - 0.5).max(0.0);
        pose.leg(side, 28.0 * wave(phase + 0.25) + 6.0, 8.0 + 44.0 * lift);
    }
    pose.locals[0].translation += Vec3::X * 0.6 * wave(share);
}

/// The cap is off while Wick is down.
fn bow(pose: &mut Pose<'_>, share: f32) {
    let down = smooth(0.1, 0.4, share) - smooth(0.65, 0.95, share);
    carry(pose, 0.0);
    pose.turn("Bip01 Spine", rx(-22.0 * down));
    pose.turn("Bip01 Spine1", rx(-26.0 * down));
    pose.turn("Bip01 Head", rx(-16.0 * down));
    pose.turn(
        &SIDES[0].bone("UpperArm"),
        rx(70.0 * down) * rz(-20.0 * down),
    );
    pose.turn(&SIDES[0].bone("Forearm"), rx(60.0 * down));
    pose.turn("Bip01 Prop1", rx(30.0 * down));
    for side in SIDES {
        pose.leg(side, 3.0, 6.0);
    }
}
