//! The clips that are stored by frame: a walk and an idle.

use glam::Vec3;
use rigscope::model::{Clip, Curve, Track};

use super::math::{mix, rx, ry, rz, sin_cos, smooth, wave};
use super::pose::{Pose, by_frame, standing};
use super::rig::{Rig, SIDES, Side};

const WALK_FRAMES: usize = 33;
const IDLE_FRAMES: usize = 60;
/// Share of a step cycle for which a foot is on the ground.
const STANCE: f32 = 0.58;
/// Half of how far a foot comes while it is on the ground.
const STRIDE: f32 = 14.0;

/// A walk on the spot. As clips made for a rig and its older version do, it has a track for `Head` and one for `head`,
/// which no hash can tell apart.
pub fn walk(rig: &Rig) -> Clip {
    let poses: Vec<Pose<'_>> = (0..WALK_FRAMES)
        .map(|frame| walk_pose(rig, frame as f32 / WALK_FRAMES as f32))
        .collect();
    let mut clip = by_frame("walk", rig, &poses);
    let stub = &rig.skeleton.joints[rig.joint("head")];
    clip.tracks.push(Track {
        hash: stub.hash,
        translation: Some(Curve::Frames(vec![stub.local.translation])),
        rotation: Some(Curve::Frames(vec![stub.local.rotation])),
        scale: Some(Curve::Frames(vec![Vec3::ONE])),
        ..Track::default()
    });
    clip
}

fn walk_pose(rig: &Rig, phase: f32) -> Pose<'_> {
    let mut pose = Pose::rest(rig);
    // The left heel strikes at phase 0, the right one half a cycle later.
    let swing = wave(phase + 0.25);
    let bob = wave(2.0 * phase - 0.06);
    pose.shift("Root", Vec3::new(-1.8 * wave(phase), -3.2 + 1.1 * bob, 0.0));
    pose.turn("Pelvis", ry(7.0 * swing) * rz(3.0 * wave(phase)) * rx(3.0));
    pose.turn("Spine1", rx(2.0) * ry(-4.0 * swing));
    pose.turn(
        "Spine2",
        rx(2.0) * ry(-5.0 * swing) * rz(-2.0 * wave(phase)),
    );
    pose.turn("Spine3", ry(-4.0 * swing) * rz(-1.5 * wave(phase)));
    pose.turn("Neck", ry(3.0 * swing));
    pose.turn(
        "Head",
        rx(-4.0 + 2.0 * bob) * ry(3.0 * swing) * rz(3.5 * wave(phase - 0.05)),
    );
    for (side, offset) in [(SIDES[0], 0.0), (SIDES[1], 0.5)] {
        step(&mut pose, side, (phase + offset).fract());
        let forward = -side.sign * swing;
        let reach = if side.sign > 0.0 { 0.6 } else { 1.0 };
        pose.turn(&side.joint("Clavicle"), ry(4.0 * forward * side.sign));
        let open = rz(side.sign * (13.0 + 2.0 * bob));
        pose.turn(
            &side.joint("Shoulder"),
            rx(30.0 * forward * reach + 4.0) * open,
        );
        pose.turn(&side.joint("Elbow"), rx(-24.0 + 16.0 * forward * reach));
        pose.turn(&side.joint("Hand"), rx(-6.0 * forward));
    }
    trail(&mut pose, 17.0, 8.0, phase, 1.0);
    pose.turn(
        "Antenna1",
        rx(-5.0 + 7.0 * wave(2.0 * phase - 0.2)) * rz(5.0 * wave(phase - 0.2)),
    );
    pose.turn(
        "Antenna2",
        rx(-6.0 + 10.0 * wave(2.0 * phase - 0.35)) * rz(7.0 * wave(phase - 0.3)),
    );
    pose.turn("Key", rz(-360.0 * phase));
    pose
}

/// One leg; at phase 0 its heel strikes.
fn step(pose: &mut Pose<'_>, side: Side, phase: f32) {
    let (forward, lift, pitch) = if phase < STANCE {
        let share = phase / STANCE;
        let strike = -16.0 * (1.0 - smooth(0.0, 0.22, share));
        (
            mix(STRIDE, -STRIDE, share),
            0.0,
            strike + 30.0 * smooth(0.62, 1.0, share),
        )
    } else {
        let share = (phase - STANCE) / (1.0 - STANCE);
        let lift = 6.0 * wave(share * 0.5);
        let pitch = mix(30.0, -16.0, smooth(0.0, 0.9, share));
        (mix(-STRIDE, STRIDE, smooth(0.0, 1.0, share)), lift, pitch)
    };
    let mut ankle = standing(side, forward, -0.6);
    ankle.y += lift + tiptoe(pitch);
    pose.stand(side, ankle, pitch);
    // The toes stay flat while the heel leaves the ground.
    let flat = if phase < STANCE {
        pitch
    } else {
        pitch * (1.0 - smooth(STANCE, 0.75, phase))
    };
    pose.turn(&side.joint("Toe"), rx(-flat.max(0.0)));
}

/// How much higher the ankle must be so that neither ball nor heel of a pitched foot sinks into the ground.
pub fn tiptoe(pitch: f32) -> f32 {
    let (sin, cos) = sin_cos(pitch);
    let (ball, heel) = (9.0, -7.5);
    let sole = -8.6;
    let lowest = (sole * cos - ball * sin).min(sole * cos - heel * sin);
    (sole - lowest).max(0.0)
}

/// Lets the tails of the scarf stream behind by an angle in degrees, and flutter.
pub fn trail(pose: &mut Pose<'_>, angle: f32, flutter: f32, phase: f32, beats: f32) {
    for (tail, side, late) in [("A", 1.0, 0.0), ("B", -1.0, 0.3)] {
        for link in 1..=3 {
            let at = beats * phase - late - 0.16 * link as f32;
            let share = [1.0, 0.55, 0.35][link - 1];
            let lift = rx(angle * share + flutter * wave(2.0 * at));
            let spread = rz(side * (4.0 * share + 0.5 * flutter * wave(at)));
            pose.turn(&format!("Scarf_{tail}{link}"), lift * spread);
        }
    }
}

/// Breathing, a look to either side and a blink.
pub fn idle(rig: &Rig) -> Clip {
    let poses: Vec<Pose<'_>> = (0..IDLE_FRAMES)
        .map(|frame| idle_pose(rig, frame as f32 / IDLE_FRAMES as f32))
        .collect();
    by_frame("idle", rig, &poses)
}

fn idle_pose(rig: &Rig, phase: f32) -> Pose<'_> {
    let mut pose = Pose::rest(rig);
    let breath = wave(phase);
    let late = wave(phase - 0.1);
    pose.shift("Root", Vec3::new(0.8 * breath, -1.6 + 0.7 * late, 0.0));
    pose.turn("Pelvis", rz(-0.8 * breath));
    pose.turn("Spine2", rx(-1.2 * breath));
    pose.turn("Spine3", rx(-1.4 * late));
    pose.scale(
        "Spine2",
        Vec3::new(1.0 + 0.012 * breath, 1.0, 1.0 + 0.02 * breath),
    );
    pose.turn(
        "Head",
        ry(20.0 * wave(phase - 0.05)) * rx(2.0 * late) * rz(5.0 * wave(phase + 0.1)),
    );
    for side in SIDES {
        pose.stand(side, standing(side, -side.sign * 1.5, 0.5), 0.0);
        pose.turn(
            &side.joint("Shoulder"),
            rz(side.sign * (13.0 + 1.5 * late)) * rx(2.0),
        );
        pose.turn(&side.joint("Elbow"), rx(-18.0 - 2.0 * breath));
        let open = 1.0 - 0.92 * (1.0 - (30.0 * (phase - 0.55).abs()).min(1.0));
        pose.scale(&side.joint("Eye"), Vec3::new(1.0, open, 1.0));
    }
    trail(&mut pose, 4.0, 2.5, phase, 1.0);
    pose.turn("Antenna1", rz(4.0 * wave(phase - 0.15)));
    pose.turn("Antenna2", rz(7.0 * wave(phase - 0.25)));
    pose.turn("Key", rz(-180.0 * phase));
    pose
}
