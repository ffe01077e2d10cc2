//! Lines, dots and names: grid, axes, skeleton, bounds.

use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::frame::{FramePacket, Label, Segment};
use super::view::{Background, Names, ViewOptions};
use super::{Item, Scene};
use crate::model::Bounds;

const SKINNING_JOINT: [u8; 4] = [92, 200, 255, 255];
const OTHER_JOINT: [u8; 4] = [190, 190, 190, 150];
pub(super) const SELECTED_JOINT: [u8; 4] = [255, 190, 60, 255];
pub(super) const SLOT_NAME: [u8; 4] = [235, 238, 242, 255];
const BOUNDS: [u8; 4] = [255, 220, 120, 200];
const AXES: [(Vec3, [u8; 4]); 3] = [
    (Vec3::X, [224, 82, 82, 255]),
    (Vec3::Y, [110, 196, 90, 255]),
    (Vec3::Z, [86, 140, 240, 255]),
];

/// Adds what the view asks for.
pub(super) fn add(scene: &Scene, packet: &mut FramePacket) {
    let scale = packet.pixels_per_point.max(0.1);
    if scene.view.grid {
        grid(scene, scale, packet);
    }
    let Some(item) = &scene.item else { return };
    if scene.view.bounds {
        bounds(item, scale, packet);
    }
    super::overlay_spine::add(scene, item, scale, packet);
    super::stated_rest::add(scene, item, scale, packet);
    joints(item, &scene.view, scene.selected_joint, packet);
    names(item, scene, packet);
    if scene.view.slots {
        slots(item, packet);
    }
}

/// The skeleton, or the selected joint alone.
pub(super) fn joints(
    item: &Item,
    view: &ViewOptions,
    selected: Option<usize>,
    packet: &mut FramePacket,
) {
    let scale = packet.pixels_per_point.max(0.1);
    if view.bones {
        bones(item, view, selected, scale, packet);
    } else if let Some(joint) = selected {
        dot(item, joint, SELECTED_JOINT, 9.0 * scale, packet);
    }
}

pub(super) fn segment(from: Vec3, to: Vec3, color: [u8; 4], width: f32) -> Segment {
    Segment {
        from: from.to_array(),
        width,
        to: to.to_array(),
        color,
    }
}

/// Twenty lines each way, spaced so that the grid reaches beyond what is shown, with the axes at the origin.
fn grid(scene: &Scene, scale: f32, packet: &mut FramePacket) {
    let light = scene.view.background == Background::Light;
    let color: [u8; 4] = if light {
        [60, 66, 76, 70]
    } else {
        [150, 160, 176, 60]
    };
    let spacing = 10f32.powf((scene.camera.scene_radius.max(1e-6) * 0.5).log10().round());
    let reach = spacing * 10.0;
    packet.fade_distance = reach;
    // Every fifth line is thick: the pattern repeats, so that it can go on for ever.
    let ground = scene.ground();
    let shift = ground.map(|far| far - (far / (spacing * 5.0)).round() * spacing * 5.0);
    let mut line = |from: Vec3, to: Vec3, width: f32| {
        let line = segment(from + shift, to + shift, color, width);
        packet.segments.push(line);
    };
    for step in -10..=10 {
        let at = step as f32 * spacing;
        let width = if step % 5 == 0 { 1.6 } else { 1.0 } * scale;
        line(Vec3::new(at, 0.0, -reach), Vec3::new(at, 0.0, reach), width);
        line(Vec3::new(-reach, 0.0, at), Vec3::new(reach, 0.0, at), width);
    }
    for (axis, color) in AXES {
        let end = ground + axis * spacing * 2.0;
        packet
            .segments
            .push(segment(ground, end, color, 2.5 * scale));
    }
}

fn bounds(item: &Item, scale: f32, packet: &mut FramePacket) {
    // The processor may have skinned the vertices of this frame already.
    let skinned = packet.instances.first().map(|instance| &instance.skinned);
    let bounds = match skinned.filter(|skinned| !skinned.is_empty()) {
        Some(skinned) => item.bounds_of(skinned),
        None => item.bounds_of(&item.posed_vertices()),
    };
    let worn = item.worn().iter().filter(|worn| worn.is_drawn());
    let bounds = worn.fold(bounds, |bounds, worn| {
        bounds.union(worn.item.bounds_of(&worn.item.posed_vertices()))
    });
    if bounds.is_empty() {
        return;
    }
    let corners = bounds.corners();
    for from in 0..8_usize {
        for bit in [1, 2, 4].into_iter().filter(|bit| from & bit == 0) {
            packet.overlay.push(segment(
                corners[from],
                corners[from | bit],
                BOUNDS,
                1.5 * scale,
            ));
        }
    }
}

fn joint_position(item: &Item, world: &Affine3A, joint: usize) -> Option<Vec3> {
    if item.skeleton().is_some_and(|skeleton| skeleton.is_circular) {
        return None;
    }
    let position: Vec3 = world
        .transform_point3a(item.pose().worlds.get(joint)?.translation)
        .into();
    position.is_finite().then_some(position)
}

fn dot(item: &Item, joint: usize, color: [u8; 4], width: f32, packet: &mut FramePacket) {
    if let Some(at) = joint_position(item, &item.world_from_file(), joint) {
        packet.overlay.push(segment(at, at, color, width));
    }
}

/// A line from each joint to its parent, thick at joints that move vertices, with the selected joint's line to its
/// parent and its children in another colour.
fn bones(
    item: &Item,
    view: &ViewOptions,
    selected: Option<usize>,
    scale: f32,
    packet: &mut FramePacket,
) {
    let Some(skeleton) = item.skeleton() else {
        return;
    };
    let world = item.world_from_file();
    let skins = |joint: usize| item.joint_skins().get(joint).copied().unwrap_or(true);
    for (index, joint) in skeleton.joints.iter().enumerate() {
        if view.hides(item, index) {
            continue;
        }
        let Some(at) = joint_position(item, &world, index) else {
            continue;
        };
        let color = if skins(index) {
            SKINNING_JOINT
        } else {
            OTHER_JOINT
        };
        if let Some(parent) = joint
            .parent
            .filter(|&parent| !view.hides(item, parent))
            .and_then(|parent| joint_position(item, &world, parent))
        {
            let near_selected =
                selected == Some(index) || selected.is_some() && joint.parent == selected;
            let (color, width) = if near_selected {
                (SELECTED_JOINT, 3.0)
            } else {
                (color, 1.8)
            };
            packet
                .overlay
                .push(segment(parent, at, color, width * scale));
        }
        let size = if skins(index) { 6.0 } else { 4.0 };
        packet.overlay.push(segment(at, at, color, size * scale));
    }
    if let Some(joint) = selected {
        dot(item, joint, SELECTED_JOINT, 10.0 * scale, packet);
    }
}

fn names(item: &Item, scene: &Scene, packet: &mut FramePacket) {
    let Some(skeleton) = item.skeleton() else {
        return;
    };
    let world = item.world_from_file();
    let mut label = |joint: usize, color: [u8; 4]| {
        if let Some(at) = joint_position(item, &world, joint) {
            let Some(text) = item.labels.get(joint).cloned() else {
                return;
            };
            packet.labels.push(Label { at, text, color });
        }
    };
    match scene.view.names {
        Names::Hidden => {}
        Names::All => {
            let own_color = |joint| {
                if scene.selected_joint == Some(joint) {
                    SELECTED_JOINT
                } else {
                    [235, 238, 242, 255]
                }
            };
            let shown = |joint: &usize| !scene.view.hides(item, *joint);
            let joints = (0..skeleton.joints.len()).filter(shown);
            joints.for_each(|joint| label(joint, own_color(joint)));
        }
        Names::Selected => {
            let mut at = scene
                .selected_joint
                .filter(|&joint| joint < skeleton.joints.len());
            let mut steps = 0;
            while let Some(joint) = at {
                label(
                    joint,
                    if steps == 0 {
                        SELECTED_JOINT
                    } else {
                        [210, 214, 220, 255]
                    },
                );
                steps += 1;
                at = skeleton.joints[joint]
                    .parent
                    .filter(|_| steps <= skeleton.joints.len());
            }
        }
    }
}

/// The name of each slot in the middle of what it draws.
fn slots(item: &Item, packet: &mut FramePacket) {
    let Some((spine, rig)) = item.spine() else {
        return;
    };
    let world = item.world_from_file();
    for drawn in spine.draw(rig) {
        if spine.is_hidden(drawn.slot) || drawn.positions.is_empty() {
            continue;
        }
        let corners = drawn.positions.iter();
        let at = Bounds::of(corners.map(|[x, y]| Vec3::new(*x as f32, *y as f32, 0.0))).center();
        packet.labels.push(Label {
            at: world.transform_point3(at),
            text: Arc::from(rig.slots[drawn.slot].name.as_str()),
            color: SLOT_NAME,
        });
    }
}
