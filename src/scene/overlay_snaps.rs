//! Joint snaps at work: a line from where the victim would be to where it is held, and its un-snapped place as a ghost.

use glam::{Affine3A, Vec3};

use super::Scene;
use super::frame::{FramePacket, Segment};

const TIE: [u8; 4] = [255, 110, 190, 255];
const GHOST: [u8; 4] = [255, 110, 190, 110];

/// Adds every snap that is active at the moment last posed.
pub(super) fn add(scene: &Scene, packet: &mut FramePacket) {
    let Some(item) = scene.item.as_ref().filter(|_| scene.view.snaps) else {
        return;
    };
    let (Some(skeleton), plain) = (item.skeleton(), item.plain_worlds()) else {
        return;
    };
    if plain.is_empty() {
        return;
    }
    let scale = packet.pixels_per_point.max(0.1);
    let world = item.world_from_file();
    let place = |worlds: &[Affine3A], joint: usize| -> Option<Vec3> {
        let place = world.transform_point3a(worlds.get(joint)?.translation);
        place.is_finite().then(|| place.into())
    };
    let worlds = &item.pose().worlds;
    // The victim and what hangs on it, as they would be.
    for (index, joint) in skeleton.joints.iter().enumerate() {
        let snaps = item.active_snaps();
        let is_victim = snaps.iter().any(|snap| snap.victim == index);
        let hangs = snaps.iter().any(|snap| joint.parent == Some(snap.victim));
        if let (true, Some(parent), Some(at)) = (
            is_victim || hangs,
            joint.parent.and_then(|parent| place(plain, parent)),
            place(plain, index),
        ) {
            packet.overlay.push(segment(parent, at, GHOST, 1.8 * scale));
        }
    }
    for snap in item.active_snaps() {
        if let (Some(ghost), Some(held), Some(target)) = (
            place(plain, snap.victim),
            place(worlds, snap.victim),
            place(worlds, snap.target),
        ) {
            packet
                .overlay
                .push(segment(ghost, ghost, GHOST, 9.0 * scale));
            packet.overlay.push(segment(ghost, held, TIE, 1.8 * scale));
            packet.overlay.push(segment(held, target, TIE, 1.8 * scale));
            packet
                .overlay
                .push(segment(target, target, TIE, 9.0 * scale));
        }
    }
}

fn segment(from: Vec3, to: Vec3, color: [u8; 4], width: f32) -> Segment {
    Segment {
        from: from.to_array(),
        width,
        to: to.to_array(),
        color,
    }
}
