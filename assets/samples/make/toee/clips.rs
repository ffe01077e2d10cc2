//! What Tock does: it idles, walks, turns either way, and strikes.

use std::f32::consts::PI;

use glam::Vec3;
use rigscope::formats::toee::FixedText;
use rigscope::formats::toee::ska::{Animation, Bone, Event, Ska, StreamSlot};

use super::pose::{Pose, standing};
use super::rig::{Rig, SIDES, Side};
use super::stream::stream;
use crate::league::math::{mix, rx, ry, rz, sin_cos, smooth, wave};

/// Frames a second at natural speed.
const FPS: f32 = 30.0;
/// Share of a step's cycle for which the foot is on the ground.
const STANCE: f32 = 0.6;
/// Half of how far a foot comes while it is on the ground.
const STRIDE: f32 = 6.5;
/// The same of a turn, in degrees: a cycle is a quarter.
const SWEEP: f32 = 90.0 * STANCE * 0.5;

/// What carries a clip, as files number it.
const TIME: u8 = 0;
const DISTANCE: u8 = 1;
const ROTATION: u8 = 2;

const FOOTSTEP: &str = "anim_obj.footstep()";

/// The skeleton with all clips.
pub fn build(rig: &Rig) -> Ska {
    let mut ska = Ska {
        bones: rig.bones.iter().map(bone).collect(),
        ..Ska::default()
    };
    let steps = |first: i16| {
        [
            (first, "script", FOOTSTEP),
            (first + 15, "script", FOOTSTEP),
        ]
    };
    let time = |frames: usize| (TIME, (frames - 1) as f32 / FPS, 0.0);
    let stride = 2.0 * STRIDE / STANCE;
    let header = animation("unarmed_unarmed_idle", 61, time(61), true, &[]);
    add(&mut ska, rig, header, |share| idle(rig, share));
    let drive = (DISTANCE, stride, stride);
    let header = animation("unarmed_unarmed_walk", 31, drive, true, &steps(1));
    add(&mut ska, rig, header, |share| walk(rig, share));
    for (name, sign) in [
        ("unarmed_unarmed_rturn", 1.0),
        ("unarmed_unarmed_lturn", -1.0),
    ] {
        let events = [steps(1), steps(31)].concat();
        let drive = (ROTATION, PI, sign * PI * 0.5);
        let header = animation(name, 61, drive, true, &events);
        add(&mut ska, rig, header, |share| turn(rig, share, sign));
    }
    let events = [
        (4, "script", "game.sound_local_obj ( 1, anim_obj )"),
        (14, "action", "origin"),
        (14, "script", "game.particles( 'tock-spark', anim_obj )"),
    ];
    let header = animation("unarmed_unarmed_rattack", 31, time(31), false, &events);
    add(&mut ska, rig, header, |share| strike(rig, share));
    ska
}

/// Adds an animation with a stream of its own. `pose` gets 0 at the first frame, 1 at the last.
fn add<'a>(ska: &mut Ska, rig: &'a Rig, mut animation: Animation, pose: impl Fn(f32) -> Pose<'a>) {
    let last = animation.streams[0].frames - 1;
    let at = |frame: u16| pose(f32::from(frame) / f32::from(last));
    let poses: Vec<Pose<'_>> = (0..=last).map(at).collect();
    animation.streams[0].stream = Some(ska.streams.len());
    ska.streams.push(stream(rig, &poses));
    ska.animations.push(animation);
}

fn bone(bone: &super::rig::Bone) -> Bone {
    let [scale, translation] =
        [bone.rest.scale, bone.rest.translation].map(|v| v.extend(0.0).to_array());
    Bone {
        flags: 0,
        parent: bone.parent.map_or(-1, |parent| parent as i16),
        name: FixedText::new(&bone.name),
        scale,
        rotation: bone.rest.rotation.to_array(),
        translation,
    }
}

/// All but the stream. `drive`: its number, units of it from the first frame to the last, and units a second.
fn animation(
    name: &str,
    frames: usize,
    (drive, length, per_second): (u8, f32, f32),
    loops: bool,
    events: &[(i16, &str, &str)],
) -> Animation {
    let event = |&(frame, kind, argument): &(i16, &str, &str)| Event {
        frame,
        kind: FixedText::new(kind),
        argument: FixedText::new(argument),
    };
    let mut animation = Animation {
        name: FixedText::new(name),
        drive,
        loopable: loops.into(),
        stream_count: 1,
        events: events.iter().map(event).collect(),
        ..Animation::default()
    };
    animation.streams[0] = StreamSlot {
        frames: frames as u16,
        variation: -1,
        rate: (frames - 1) as f32 / length,
        per_second,
        stream: None,
    };
    animation
}

/// The right forearm forward, so that the staff stands upright; the staff's lower end rests beside the foot.
fn hold_staff(pose: &mut Pose<'_>, lift: f32) {
    let right = SIDES[1];
    pose.turn(
        &right.bone("UpperArm"),
        rz(right.sign * 12.0) * rx(8.0 - lift),
    );
    pose.turn(&right.bone("Forearm"), rx(-98.0 + lift));
}

fn idle(rig: &Rig, share: f32) -> Pose<'_> {
    let mut pose = Pose::rest(rig);
    let breath = wave(share);
    pose.shift("Bip01", Vec3::new(0.0, -0.9 + 0.25 * breath, 0.0));
    pose.turn("Bip01 Spine1", rx(-1.5 * breath));
    pose.turn(
        "Bip01 Head",
        ry(24.0 * wave(share + 0.05)) * rx(2.0 * wave(2.0 * share)),
    );
    for side in SIDES {
        pose.stand(side, standing(side, -0.6 * side.sign), 8.0 * side.sign, 0.0);
    }
    pose.turn(&SIDES[0].bone("UpperArm"), rz(13.0 + 1.5 * breath));
    pose.turn(&SIDES[0].bone("Forearm"), rx(-18.0 - 2.0 * breath));
    hold_staff(&mut pose, breath);
    pose.turn("Key", rz(-360.0 * share));
    pose
}

fn walk(rig: &Rig, share: f32) -> Pose<'_> {
    let mut pose = Pose::rest(rig);
    // The left heel strikes at 0, the right one half a cycle later.
    let swing = wave(share + 0.25);
    let bob = wave(2.0 * share - 0.06);
    pose.shift("Bip01", Vec3::new(0.5 * wave(share), -1.7 + 0.4 * bob, 0.0));
    pose.turn("Bip01 Pelvis", ry(-6.0 * swing));
    pose.turn("Bip01 Spine", ry(7.0 * swing) * rx(3.0));
    pose.turn("Bip01 Spine1", ry(6.0 * swing));
    pose.turn("Bip01 Head", ry(-6.0 * swing) * rx(-3.0 + 2.0 * bob));
    for (side, late) in [(SIDES[0], 0.0), (SIDES[1], 0.5)] {
        let (along, lift, pitch) = step((share + late).fract());
        let mut ankle = standing(side, STRIDE * along);
        ankle.y += lift;
        pose.stand(side, ankle, 4.0 * side.sign, pitch);
    }
    pose.turn(&SIDES[0].bone("UpperArm"), rz(12.0) * rx(26.0 * swing));
    pose.turn(&SIDES[0].bone("Forearm"), rx(-22.0 + 12.0 * swing));
    hold_staff(&mut pose, 6.0 * swing);
    pose.turn("Key", rz(-180.0 * share * 2.0));
    pose
}

/// How far forward a foot is, 1 to −1, how high, and its pitch; at phase 0 it comes down, and stays flat on the ground.
fn step(phase: f32) -> (f32, f32, f32) {
    if phase < STANCE {
        return (mix(1.0, -1.0, phase / STANCE), 0.0, 0.0);
    }
    let share = (phase - STANCE) / (1.0 - STANCE);
    let lift = 3.2 * wave(share * 0.5);
    let pitch = 22.0 * wave(share) * (1.0 - 0.4 * share);
    (mix(-1.0, 1.0, smooth(0.0, 1.0, share)), lift, pitch)
}

/// Half a turn on the spot in two cycles of steps; `sign` 1 to the right, −1 to the left.
fn turn(rig: &Rig, share: f32, sign: f32) -> Pose<'_> {
    let mut pose = Pose::rest(rig);
    let phase = (2.0 * share).fract();
    pose.shift("Bip01", Vec3::new(0.0, -1.6 + 0.3 * wave(2.0 * phase), 0.0));
    pose.turn("Bip01 Spine", ry(-6.0 * sign));
    pose.turn("Bip01 Head", ry(-14.0 * sign));
    for (side, late) in [(SIDES[0], 0.0), (SIDES[1], 0.5)] {
        let (along, lift, pitch) = step((phase + late).fract());
        // The body turns away over a foot on the ground: in the body's space the foot turns back.
        let yaw = -sign * SWEEP * along;
        let (sin, cos) = sin_cos(yaw);
        let at = standing(side, 0.0);
        let ankle = Vec3::new(at.x * cos, at.y + lift, -at.x * sin);
        pose.stand(side, ankle, yaw, 0.4 * pitch);
    }
    pose.turn(&SIDES[0].bone("UpperArm"), rz(16.0) * rx(-6.0 * sign));
    hold_staff(&mut pose, 0.0);
    pose.turn("Key", rz(-360.0 * share));
    pose
}

/// The staff is raised behind the head and brought down.
fn strike(rig: &Rig, share: f32) -> Pose<'_> {
    let mut pose = Pose::rest(rig);
    let raised = smooth(0.0, 0.3, share) - smooth(0.36, 0.48, share);
    let down = smooth(0.36, 0.48, share) - smooth(0.6, 1.0, share);
    pose.shift(
        "Bip01",
        Vec3::new(0.0, -1.0 - 1.6 * down, 1.5 * down - raised),
    );
    pose.turn(
        "Bip01 Spine",
        rx(14.0 * down - 8.0 * raised) * ry(10.0 * raised - 12.0 * down),
    );
    pose.turn("Bip01 Spine1", rx(10.0 * down - 6.0 * raised));
    pose.turn("Bip01 Head", rx(-12.0 * down + 6.0 * raised));
    for side in SIDES {
        let forward = if side.sign > 0.0 { 2.5 } else { -2.0 };
        pose.stand(side, standing(side, forward), 8.0 * side.sign, 0.0);
    }
    arms(&mut pose, SIDES[1], raised, down);
    pose.turn(
        &SIDES[0].bone("UpperArm"),
        rz(16.0 + 20.0 * raised) * rx(14.0 * down),
    );
    pose.turn("Key", rz(-360.0 * share));
    pose
}

fn arms(pose: &mut Pose<'_>, side: Side, raised: f32, down: f32) {
    let upper = rz(side.sign * 12.0) * rx(8.0 - 120.0 * raised - 50.0 * down);
    pose.turn(&side.bone("UpperArm"), upper);
    pose.turn(
        &side.bone("Forearm"),
        rx(-98.0 + 20.0 * raised + 70.0 * down),
    );
}
