//! Trunk, arms and legs.

use glam::{Affine3A, Vec3};

use super::atlas;
use super::math::{power, smooth};
use super::rig::{ANKLE, FOREARM, HIP, SHIN, SIDES, Side, THIGH, UPPER_ARM};
use super::shapes::{
    FLAT, Joining, Ring, Shape, along, ellipsoid, join, on_superellipse, patch, round, upright,
};
use super::skin::{MeshBuilder, Weights, chain, shared};

/// Height, half width, half depth, shift forward; from the neck down.
const TRUNK: [(f32, f32, f32, f32); 14] = [
    (97.0, 5.5, 5.5, 0.0),
    (94.0, 8.0, 7.5, 0.0),
    (91.5, 12.5, 10.0, 0.0),
    (88.0, 15.6, 12.2, 0.0),
    (83.0, 17.2, 13.8, 0.3),
    (77.0, 18.4, 15.2, 0.8),
    (71.0, 19.2, 16.2, 1.2),
    (67.4, 19.4, 16.4, 1.2),
    (66.4, 19.9, 16.9, 1.2),
    (62.6, 19.9, 16.7, 1.0),
    (61.6, 19.3, 16.0, 0.9),
    (57.0, 18.4, 14.8, 0.4),
    (52.5, 15.0, 12.0, 0.0),
    (49.5, 8.0, 7.0, 0.0),
];
const PALM: Vec3 = Vec3::new(4.8, 6.6, 6.6);
const PALM_CENTER: Vec3 = Vec3::new(0.0, -6.6, 0.0);
const PALM_SQUARENESS: f32 = 2.4;
/// A finger's middle line in the hand's space: towards the palm, and up.
const FIST: [(f32, f32); 5] = [
    (0.0, -9.0),
    (1.0, -13.6),
    (4.6, -15.3),
    (7.5, -12.4),
    (7.0, -9.6),
];
const OPEN_HAND: [(f32, f32); 5] = [
    (0.0, -9.0),
    (0.5, -13.2),
    (1.7, -17.2),
    (3.8, -20.2),
    (5.0, -21.4),
];
/// A thumb's middle line, in the hand's space with x towards the palm, and half its thickness.
const FIST_THUMB: [([f32; 3], f32); 5] = [
    ([0.0, -3.5, 4.0], 2.6),
    ([2.4, -5.2, 7.6], 2.7),
    ([5.6, -7.6, 8.4], 2.5),
    ([7.8, -9.8, 7.2], 2.1),
    ([8.4, -10.8, 6.4], 1.1),
];
const OPEN_THUMB: [([f32; 3], f32); 5] = [
    ([0.0, -3.5, 4.0], 2.6),
    ([1.6, -6.0, 7.4], 2.7),
    ([3.0, -9.4, 9.4], 2.6),
    ([4.0, -12.2, 10.2], 2.2),
    ([4.4, -13.4, 10.4], 1.2),
];

pub fn build(mesh: &mut MeshBuilder<'_>) {
    mesh.begin("Body");
    build_trunk(mesh);
    for side in SIDES {
        build_arm(mesh, side);
        build_hand(mesh, side);
        build_leg(mesh, side);
        build_boot(mesh, side);
    }
    build_key(mesh);
}

fn build_trunk(mesh: &mut MeshBuilder<'_>) {
    let joints = ["Pelvis", "Spine1", "Spine2", "Spine3", "Neck"].map(|name| mesh.rig.joint(name));
    let clavicles = SIDES.map(|side| mesh.rig.joint(&side.joint("Clavicle")));
    let hips = SIDES.map(|side| mesh.rig.joint(&side.joint("Hip")));
    let weights = |point: Vec3| -> Weights {
        let [pelvis, spine1, spine2, spine3, neck] = joints;
        let links = [
            (pelvis, 0.0),
            (spine1, 66.0),
            (spine2, 75.0),
            (spine3, 83.0),
            (neck, 94.0),
        ];
        let weights = chain(&links, 5.0, point.y);
        let side = usize::from(point.x > 0.0);
        let shoulder = 0.6 * smooth(6.0, 15.0, point.x.abs()) * smooth(79.0, 88.0, point.y);
        let hip = 0.45 * smooth(60.0, 51.0, point.y) * smooth(0.0, 8.0, point.x.abs());
        match (shoulder > 0.0, hip > 0.0) {
            (true, _) => shared(weights, clavicles[side], shoulder),
            (_, true) => shared(weights, hips[side], hip),
            _ => weights,
        }
    };
    let joining = Joining {
        squareness: 2.3,
        ..round(18)
    };
    mesh.add(&join(&upright(&TRUNK, atlas::TORSO), joining), weights);
    let badge = patch(
        Joining {
            squareness: 3.0,
            ..round(16)
        },
        FLAT,
        atlas::BADGE,
        |x, y, depth| on_chest(-9.0 * x, 79.0 + 6.6 * y, 0.7 - 1.2 * depth),
    );
    mesh.add(&badge, weights);
    let buckle = patch(
        Joining {
            squareness: 4.0,
            ..round(12)
        },
        FLAT,
        atlas::BUCKLE,
        |x, y, depth| on_chest(-4.6 * x, 64.5 + 3.5 * y, 0.9 - 1.4 * depth),
    );
    mesh.add(&buckle, weights);
}

/// A point on the front of the trunk, `above` its surface.
fn on_chest(x: f32, y: f32, above: f32) -> Vec3 {
    let below = TRUNK
        .iter()
        .position(|&(height, ..)| height <= y)
        .unwrap_or(TRUNK.len() - 1)
        .max(1);
    let ((top, wide_a, deep_a, z_a), (bottom, wide_b, deep_b, z_b)) =
        (TRUNK[below - 1], TRUNK[below]);
    let share = (top - y) / (top - bottom);
    let between = |a: f32, b: f32| a + (b - a) * share;
    let (wide, deep, z) = (
        between(wide_a, wide_b),
        between(deep_a, deep_b),
        between(z_a, z_b),
    );
    let rest = 1.0 - power((x / wide).abs(), 2.3);
    Vec3::new(x, y, z + deep * power(rest.max(0.0), 1.0 / 2.3) + above)
}

fn build_arm(mesh: &mut MeshBuilder<'_>, side: Side) {
    let wrist = -UPPER_ARM - FOREARM;
    let profile = [
        (5.6, 3.0, 3.0, 0.0),
        (4.0, 5.8, 5.8, 0.0),
        (1.0, 7.6, 7.6, 0.0),
        (-4.0, 7.4, 7.4, 0.0),
        (-9.0, 6.6, 6.6, 0.0),
        (-13.5, 6.0, 6.1, 0.0),
        (-17.0, 5.8, 6.0, 0.0),
        (-20.5, 5.7, 5.7, 0.0),
        (-26.0, 5.4, 5.4, 0.0),
        (-28.2, 5.4, 5.4, 0.0),
        (-28.4, 7.4, 7.4, 0.0),
        (-32.0, 7.9, 7.9, 0.0),
        (wrist, 7.2, 7.2, 0.0),
        (wrist - 1.0, 4.0, 4.0, 0.0),
    ];
    let names = ["Clavicle", "Shoulder", "Elbow", "Hand"];
    let [clavicle, shoulder, elbow, hand] = names.map(|name| mesh.rig.joint(&side.joint(name)));
    let arm = side.arm();
    let to_arm = arm.inverse();
    let links = [
        (clavicle, 0.0),
        (shoulder, 0.5),
        (elbow, UPPER_ARM),
        (hand, -wrist),
    ];
    let shape = join(&upright(&profile, atlas::SLEEVE), round(11)).placed(arm);
    mesh.add(&shape, |point| {
        chain(&links, 4.5, -to_arm.transform_point3(point).y)
    });
}

fn build_hand(mesh: &mut MeshBuilder<'_>, side: Side) {
    let hand = side.hand();
    let inward = -side.sign;
    let joining = Joining {
        squareness: PALM_SQUARENESS,
        ..round(10)
    };
    let palm = ellipsoid(PALM_CENTER, PALM, 6, joining, atlas::GLOVE);
    mesh.add_rigid(&palm.placed(hand), &side.joint("Hand"));
    // On the outside, a little to the front, so that it is seen from both.
    let middle = 0.5 - 0.19 * side.sign;
    let letter = patch(round(12), FLAT, atlas::letter(side.sign), |x, y, depth| {
        let (x, z) = on_superellipse(middle + 0.115 * x, PALM_SQUARENESS);
        let narrowing = power(
            1.0 - power((y * 0.68).abs(), PALM_SQUARENESS),
            1.0 / PALM_SQUARENESS,
        );
        let out = 1.10 - 0.16 * depth;
        PALM_CENTER + PALM * Vec3::new(x * narrowing * out, y * 0.68, z * narrowing * out)
    });
    mesh.add_rigid(&letter.placed(hand), &side.joint("Hand"));
    // The right hand curls about the grip, the left one hangs open.
    let (curl, thumb) = if side.sign > 0.0 {
        (FIST, FIST_THUMB)
    } else {
        (OPEN_HAND, OPEN_THUMB)
    };
    for (finger, z, thick) in [
        ("Index", 4.6, 2.5),
        ("Middle", 0.0, 2.6),
        ("Little", -4.6, 2.4),
    ] {
        let thickness = [0.95, 1.02, 1.02, 0.95, 0.6].map(|share| share * thick);
        let path: Vec<_> = curl
            .into_iter()
            .zip(thickness)
            .map(|((x, y), half)| (Vec3::new(inward * x, y, z), half, half))
            .collect();
        let rings = along(&path, Vec3::Z, false, atlas::GLOVE);
        build_finger(mesh, side, finger, &rings, hand);
    }
    let thumb = thumb.map(|([x, y, z], half)| (Vec3::new(inward * x, y, z), half, half));
    build_finger(
        mesh,
        side,
        "Thumb",
        &along(&thumb, Vec3::Y, false, atlas::GLOVE),
        hand,
    );
}

fn build_finger(
    mesh: &mut MeshBuilder<'_>,
    side: Side,
    name: &str,
    rings: &[Ring],
    hand: Affine3A,
) {
    let joints = ["Hand", name].map(|name| mesh.rig.joint(&side.joint(name)));
    let root = hand.transform_point3(rings[0].center);
    let shape = join(rings, round(6)).placed(hand);
    mesh.add(&shape, |point| {
        chain(
            &[(joints[0], 0.0), (joints[1], 2.0)],
            2.5,
            point.distance(root),
        )
    });
}

fn build_leg(mesh: &mut MeshBuilder<'_>, side: Side) {
    let profile = [
        (4.0, 6.0, 6.0, 0.0),
        (1.0, 8.6, 9.0, 0.0),
        (-4.0, 9.0, 9.6, 0.2),
        (-10.0, 8.4, 9.0, 0.2),
        (-16.0, 7.6, 8.0, 0.2),
        (-19.5, 7.2, 7.6, 0.3),
        (-23.0, 7.1, 7.6, 0.4),
        (-26.5, 7.0, 7.2, 0.2),
        (-38.0, 6.8, 6.8, 0.0),
        (-40.0, 6.0, 6.0, 0.0),
    ];
    let [pelvis, hip, knee] = leg_joints(mesh, side, ["Hip", "Knee"]);
    let at = side.of_left(HIP);
    let shape =
        join(&upright(&profile, atlas::TROUSERS), round(12)).placed(Affine3A::from_translation(at));
    let links = [(pelvis, -10.0), (hip, -2.0), (knee, THIGH)];
    mesh.add(&shape, |point| chain(&links, 4.5, at.y - point.y));
}

fn leg_joints(mesh: &MeshBuilder<'_>, side: Side, names: [&str; 2]) -> [usize; 3] {
    let [upper, lower] = names.map(|name| mesh.rig.joint(&side.joint(name)));
    [mesh.rig.joint("Pelvis"), upper, lower]
}

fn build_boot(mesh: &mut MeshBuilder<'_>, side: Side) {
    let at = Affine3A::from_translation(side.of_left(HIP) - Vec3::Y * (THIGH + SHIN + ANKLE));
    let shaft = [
        (20.5, 6.0, 6.0, 0.0),
        (21.2, 8.2, 8.2, 0.0),
        (19.6, 8.9, 8.9, 0.0),
        (16.4, 8.7, 8.7, 0.0),
        (15.6, 7.8, 7.8, 0.0),
        (11.0, 7.4, 7.5, 0.0),
        (7.0, 7.3, 7.6, 0.2),
        (3.0, 6.6, 6.8, 0.5),
    ];
    let [_, knee, foot] = leg_joints(mesh, side, ["Knee", "Foot"]);
    let shape = join(&upright(&shaft, atlas::BOOT_SHAFT), round(12)).placed(at);
    mesh.add(&shape, |point| {
        chain(&[(knee, 0.0), (foot, -ANKLE)], 4.0, -point.y)
    });
    // Along the sole: forward, middle, half width, half height.
    let sole = [
        (-8.6, 4.6, 3.4, 3.0),
        (-7.0, 4.7, 6.0, 4.4),
        (-2.0, 5.2, 7.4, 5.1),
        (4.0, 5.0, 7.7, 4.9),
        (9.0, 4.7, 8.2, 4.6),
        (13.5, 4.5, 8.0, 4.4),
        (17.0, 4.1, 6.4, 3.8),
        (18.8, 3.8, 3.6, 2.4),
    ];
    let path = sole.map(|(z, y, wide, high)| (Vec3::new(0.0, y, z), wide, high));
    let rings = along(&path, Vec3::X, false, atlas::BOOT);
    let joining = Joining {
        squareness: 2.7,
        ..round(12)
    };
    let shape = join(&rings, joining)
        .painted_by_height(atlas::BOOT, 10.5, 0.0)
        .placed(at);
    let toe = mesh.rig.joint(&side.joint("Toe"));
    mesh.add(&shape, |point| {
        chain(&[(foot, -9.0), (toe, 9.0)], 4.0, point.z)
    });
}

/// The key that winds Pip up, on the back.
fn build_key(mesh: &mut MeshBuilder<'_>) {
    let at = mesh.rig.world("Key");
    let shaft = [
        (2.0, 1.0),
        (1.0, 2.2),
        (-2.5, 2.2),
        (-3.0, 1.5),
        (-9.0, 1.5),
        (-10.0, 1.0),
    ];
    let path = shaft.map(|(z, half)| (Vec3::new(0.0, 0.0, z), half, half));
    let shape = join(&along(&path, Vec3::X, false, atlas::BRASS), round(6));
    mesh.add_rigid(&shape.placed(at), "Key");
    for side in SIDES {
        mesh.add_rigid(&wing(side.sign * 5.4).placed(at), "Key");
    }
}

fn wing(x: f32) -> Shape {
    let point = |index: usize| {
        let (across, up) = on_superellipse(index as f32 / 10.0, 2.0);
        (Vec3::new(x + 4.4 * across, 3.8 * up, -9.5), 1.5, 1.5)
    };
    let path: Vec<_> = (0..10).map(point).collect();
    join(
        &along(&path, Vec3::Z, true, atlas::BRASS),
        Joining {
            endless: true,
            ..round(5)
        },
    )
}
