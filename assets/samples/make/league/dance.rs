//! The clip that is stored compressed: Pip throws the wrench down, dances, and gets it back.

use glam::{Affine3A, Quat, Vec3};
use rigscope::model::{Clip, Curve, Track, Transform};
use rigscope::pose::{MappingRule, mapping};

use super::clips::trail;
use super::math::{mix, rx, ry, rz, smooth, wave};
use super::pose::{FPS, Pose, moved, standing};
use super::rig::{Rig, SIDES};

const FRAMES: usize = 120;
const SECONDS: f32 = 4.0;
/// Frames from one key to the next. The wrench has a key at each: in the air it undoes whatever the arm does.
const KEY_STEP: usize = 4;
/// Seconds at which the wrench leaves the hand, lies, leaves the ground and is caught.
const THROWN: f32 = 0.8;
const LANDED: f32 = 1.2;
const LIFTED: f32 = 3.1;
const CAUGHT: f32 = 3.5;
/// How long it bounces once when it lands, in seconds.
const BOUNCE: f32 = 0.2;
/// Frames between which the graph's event holds the wrench where it lies: from its last bounce until it leaves the ground.
pub const SNAPPED: std::ops::Range<usize> = 42..93;
/// Keys beside the event's ends that still have the wrench on the ground: a cubic feels two neighbours.
const MARGIN: usize = 2;

pub fn dance(rig: &Rig) -> Clip {
    let poses: Vec<Pose<'_>> = (0..=FRAMES)
        .map(|frame| dance_pose(rig, frame as f32 / FPS))
        .collect();
    let moved = moved(rig, &poses).into_iter();
    let mut clip = Clip {
        name: "dance".into(),
        kind: "canm",
        version: 1,
        duration: SECONDS,
        fps: FPS,
        tracks: moved
            .map(|name| {
                let joint = rig.joint(name);
                let keys = poses.iter().step_by(KEY_STEP);
                track(rig, name, keys.map(|pose| pose.locals[joint]).collect())
            })
            .collect(),
        ..Clip::default()
    };
    let wrench = track(rig, "Weapon", wrench(rig, &clip));
    let lying = rig.skeleton.joints[rig.joint("Snap_Weapon2World")].local;
    clip.tracks.push(wrench);
    clip.tracks
        .push(track(rig, "Snap_Weapon2World", vec![lying]));
    clip
}

/// One joint's track of evenly spread keys.
fn track(rig: &Rig, name: &str, locals: Vec<Transform>) -> Track {
    Track {
        hash: rig.skeleton.joints[rig.joint(name)].hash,
        translation: Some(curve(
            locals.iter().map(|local| local.translation).collect(),
        )),
        rotation: Some(curve(locals.iter().map(|local| local.rotation).collect())),
        scale: Some(curve(locals.iter().map(|local| local.scale).collect())),
        ..Track::default()
    }
}

/// What the wrench does in its parent's space at every frame of a clip that moves the rest: on its way it undoes whatever
/// the keys make of the arm in between. While the event holds it on the ground, its own track leaves it in the hand.
fn wrench(rig: &Rig, clip: &Clip) -> Vec<Transform> {
    let skeleton = &rig.skeleton;
    let mapping = mapping::map(MappingRule::Game, skeleton, &[], &clip.tracks);
    let mut evaluated = rigscope::pose::Pose::bind(skeleton);
    let held = skeleton.joints[rig.joint("Weapon")].local;
    let local = |frame: usize| {
        let seconds = frame as f32 / FPS;
        evaluated.set(skeleton, Some((clip, &mapping)), seconds);
        let hand = evaluated.worlds[rig.joint("R_Hand")];
        if (SNAPPED.start + MARGIN < frame) && (frame + MARGIN < SNAPPED.end) {
            return held;
        }
        thrown(rig, hand * held.to_affine(), seconds).map_or(held, |world| Transform {
            scale: Vec3::ONE,
            ..Transform::from_affine(&(hand.inverse() * world))
        })
    };
    (0..=FRAMES).map(local).collect()
}

/// Evenly spread keys over the clip; one where nothing changes.
fn curve<T: Copy + PartialEq>(mut values: Vec<T>) -> Curve<T> {
    if values.iter().all(|value| *value == values[0]) {
        values.truncate(1);
    }
    let last = values.len().max(2) - 1;
    let ticks = (0..values.len())
        .map(|key| (key * 65_535 / last) as u16)
        .collect();
    Curve::Cubic {
        ticks,
        values,
        time_based: true,
    }
}

/// 0 while the wrench is held, 1 while it is not.
fn free_handed(seconds: f32) -> f32 {
    smooth(THROWN, LANDED, seconds) * (1.0 - smooth(LIFTED, CAUGHT, seconds))
}

fn dance_pose(rig: &Rig, seconds: f32) -> Pose<'_> {
    let mut pose = Pose::rest(rig);
    let beat = seconds * 2.0;
    let bounce = wave(0.5 * beat + 0.25).abs();
    let sway = wave(0.5 * beat);
    let free = free_handed(seconds);
    let spin = 360.0 * smooth(1.5, 2.7, seconds);
    pose.shift("Root", Vec3::new(4.0 * sway, -6.5 + 4.0 * bounce, 0.0));
    pose.turn("Root", ry(spin));
    pose.turn("Pelvis", rz(-7.0 * sway) * ry(8.0 * wave(0.5 * beat + 0.1)));
    pose.turn("Spine1", rz(4.0 * sway));
    pose.turn("Spine2", rz(5.0 * sway) * rx(3.0 * wave(beat)));
    pose.turn("Spine3", rz(4.0 * sway) * ry(-8.0 * wave(0.5 * beat + 0.1)));
    pose.turn("Neck", rz(-4.0 * sway));
    pose.turn(
        "Head",
        rz(-13.0 * sway) * rx(9.0 * wave(beat + 0.1)) * ry(12.0 * free * wave(0.5 * beat)),
    );
    arms(&mut pose, seconds, free, sway);
    for side in SIDES {
        let stamp = (side.sign * wave(0.5 * beat + 0.25)).max(0.0) * mix(0.6, 1.0, free);
        let mut ankle = standing(side, 1.0, 3.0);
        ankle.y += 6.0 * stamp * stamp;
        pose.stand(side, ankle, 0.0);
        let wink = if side.sign < 0.0 {
            1.0
        } else {
            smooth(0.0, 0.12, (seconds - 2.85).abs())
        };
        pose.scale(&side.joint("Eye"), Vec3::new(1.0, mix(0.1, 1.0, wink), 1.0));
    }
    let whirl = smooth(1.4, 1.9, seconds) * (1.0 - smooth(2.4, 3.0, seconds));
    trail(&mut pose, 12.0 + 38.0 * whirl, 8.0, seconds / SECONDS, 4.0);
    pose.turn(
        "Antenna1",
        rz(12.0 * wave(0.5 * beat - 0.12)) * rx(8.0 * wave(beat - 0.1)),
    );
    pose.turn(
        "Antenna2",
        rz(16.0 * wave(0.5 * beat - 0.2)) * rx(10.0 * wave(beat - 0.2)),
    );
    pose.turn("Key", rz(-720.0 * seconds / SECONDS));
    pose
}

fn arms(pose: &mut Pose<'_>, seconds: f32, free: f32, sway: f32) {
    let beat = seconds * 2.0;
    // A swing back and a throw sideways; later a hand held out to catch.
    let windup = smooth(0.3, 0.6, seconds) * (1.0 - smooth(0.62, 0.85, seconds));
    let catch = smooth(2.9, 3.3, seconds) * (1.0 - smooth(3.5, 3.95, seconds));
    for side in SIDES {
        let right = side.sign > 0.0;
        let pump = wave(0.5 * beat + if right { 0.0 } else { 0.5 });
        let mut forward = rx(mix(-20.0, -8.0, free) - 16.0 * pump);
        let mut aside = mix(18.0, 112.0 + 22.0 * pump, free * (1.0 - catch));
        let mut bend = mix(-55.0, -30.0 - 20.0 * pump, free);
        if right {
            forward *= rx(-40.0 * windup);
            aside += 30.0 * windup + 24.0 * catch;
            bend += 20.0 * windup + 15.0 * catch;
        }
        pose.turn(
            &side.joint("Clavicle"),
            rz(side.sign * (12.0 * free + 2.0 * sway * side.sign)),
        );
        pose.turn(&side.joint("Shoulder"), forward * rz(side.sign * aside));
        let elbow = rx(bend * (1.0 - 0.7 * free)) * rz(side.sign * 35.0 * free);
        pose.turn(&side.joint("Elbow"), elbow);
        pose.turn(
            &side.joint("Hand"),
            rz(side.sign * 18.0 * free * wave(beat)),
        );
        let opened = if right { free } else { 0.0 };
        for finger in ["Index", "Middle", "Little"] {
            pose.turn(&side.joint(finger), rz(side.sign * 62.0 * opened));
        }
        pose.turn(
            &side.joint("Thumb"),
            rz(side.sign * 30.0 * opened) * ry(side.sign * 20.0 * opened),
        );
    }
}

/// Where the wrench is while no hand holds it: on its way to its place on the ground, there, and on its way back.
fn thrown(rig: &Rig, held: Affine3A, seconds: f32) -> Option<Affine3A> {
    if seconds <= THROWN || seconds >= CAUGHT {
        return None;
    }
    let held = Transform::from_affine(&held);
    let lying = Transform::from_affine(&rig.world("Snap_Weapon2World"));
    let (flight, share) = if seconds < LIFTED {
        (22.0, ((seconds - THROWN) / (LANDED - THROWN)).min(1.0))
    } else {
        (40.0, 1.0 - smooth(LIFTED, CAUGHT, seconds))
    };
    let bounce = ((seconds - LANDED) / BOUNCE).clamp(0.0, 1.0);
    let height = 4.0 * (flight * share * (1.0 - share) + 3.5 * bounce * (1.0 - bounce));
    // It comes down flat.
    let turned = smooth(0.0, 0.7, share);
    let turns = if seconds < LIFTED { -1.0 } else { 1.0 };
    let whirl = rx(360.0 * turns * turned);
    let rotation = between(held.rotation, lying.rotation, turned) * whirl;
    let place = held.translation.lerp(lying.translation, share) + Vec3::Y * height;
    Some(Affine3A::from_rotation_translation(rotation, place))
}

/// The normalised mix over the shorter arc.
fn between(a: Quat, b: Quat, share: f32) -> Quat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    (a * (1.0 - share) + b * share).normalize()
}
