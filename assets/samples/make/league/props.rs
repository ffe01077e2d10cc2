//! What Pip carries: a wrench in the right hand, a scarf.

use glam::{Vec2, Vec3};

use super::atlas;
use super::math::sin_cos;
use super::rig::Rig;
use super::shapes::{Joining, Shape, along, ellipsoid, join, on_superellipse, round};
use super::skin::{MeshBuilder, Weights, chain};

/// Points across and along a tail of the scarf.
const ACROSS: usize = 4;
const DOWN: usize = 10;
const TAIL_LENGTH: f32 = 38.0;

pub fn build(mesh: &mut MeshBuilder<'_>) {
    mesh.begin("Wrench_Mat");
    let held = mesh.rig.world("Weapon");
    for part in [handle(), grip(), jaw(), eye()] {
        mesh.add_rigid(&part.placed(held), "Weapon");
    }
    mesh.begin("Scarf");
    build_wrap(mesh);
    for tail in ["A", "B"] {
        build_tail(mesh, tail);
    }
}

/// The wrench lies along y, the grip at the origin, flat in y and z.
fn handle() -> Shape {
    let profile = [
        (-10.0, 1.2, 1.2),
        (-9.0, 1.5, 2.0),
        (8.0, 1.4, 2.0),
        (20.0, 1.4, 2.4),
        (23.5, 1.6, 3.6),
    ];
    let path = profile.map(|(y, thick, wide)| (Vec3::new(0.0, y, 0.0), thick, wide));
    let joining = Joining {
        squareness: 3.0,
        ..round(8)
    };
    join(&along(&path, Vec3::X, false, atlas::STEEL), joining)
}

fn grip() -> Shape {
    let profile = [
        (-7.6, 1.8, 2.2),
        (-7.0, 2.3, 2.8),
        (6.6, 2.3, 2.8),
        (7.2, 1.8, 2.2),
    ];
    let path = profile.map(|(y, thick, wide)| (Vec3::new(0.0, y, 0.0), thick, wide));
    let joining = Joining {
        squareness: 2.6,
        ..round(8)
    };
    join(&along(&path, Vec3::X, false, atlas::GRIP), joining)
}

fn jaw() -> Shape {
    let point = |index: usize| {
        let share = index as f32 / 10.0;
        let (across, ahead) = sin_cos(38.0 + 284.0 * share);
        let end = 1.0 - (2.0 * share - 1.0).abs();
        let wide = 2.2 + 1.5 * (end * 3.0).min(1.0);
        (Vec3::new(0.0, 29.0 + 6.0 * ahead, 6.0 * across), 2.1, wide)
    };
    let path: Vec<_> = (0..=10).map(point).collect();
    join(
        &along(&path, Vec3::X, false, atlas::STEEL),
        Joining {
            squareness: 3.2,
            ..round(7)
        },
    )
}

fn eye() -> Shape {
    let point = |index: usize| {
        let (across, ahead) = on_superellipse(index as f32 / 12.0, 2.0);
        (Vec3::new(0.0, -13.4 + 4.0 * ahead, 4.0 * across), 1.7, 1.6)
    };
    let path: Vec<_> = (0..12).map(point).collect();
    let joining = Joining {
        sides: 5,
        squareness: 2.6,
        endless: true,
    };
    join(&along(&path, Vec3::X, true, atlas::STEEL), joining)
}

fn build_wrap(mesh: &mut MeshBuilder<'_>) {
    let [spine, neck] = ["Spine3", "Neck"].map(|name| mesh.rig.joint(name));
    let weights = |_: Vec3| -> Weights { vec![(neck, 0.5), (spine, 0.5)] };
    for (turn, height, wide) in [(0.0, 93.5, 12.6), (14.0, 97.0, 11.4)] {
        let point = |index: usize| {
            let (x, z) = on_superellipse(index as f32 / 16.0, 2.0);
            let tilt = -1.4 * z + sin_cos(turn * 9.0 + index as f32 * 45.0).0 * 0.5;
            (
                Vec3::new(wide * x, height + tilt, 0.92 * wide * z),
                3.2,
                2.9,
            )
        };
        let path: Vec<_> = (0..16).map(point).collect();
        let rings = along(&path, Vec3::Y, true, atlas::CLOTH);
        mesh.add(
            &join(
                &rings,
                Joining {
                    endless: true,
                    ..round(7)
                },
            ),
            weights,
        );
    }
    let knot = Vec3::new(0.0, 94.5, -13.0);
    mesh.add(
        &ellipsoid(knot, Vec3::new(5.0, 4.4, 3.6), 5, round(8), atlas::CLOTH),
        weights,
    );
}

fn build_tail(mesh: &mut MeshBuilder<'_>, tail: &str) {
    let links = tail_links(mesh.rig, tail);
    let first = mesh.rig.world(&format!("Scarf_{tail}1")).translation;
    let side = first.x.signum();
    let mut shape = Shape::default();
    for down in 0..=DOWN {
        let share = down as f32 / DOWN as f32;
        for across in 0..=ACROSS {
            let x = across as f32 / ACROSS as f32 * 2.0 - 1.0;
            let half = 3.4 + 3.2 * share;
            shape.points.push(Vec3::new(
                side * (2.6 + 6.0 * share) + half * x,
                94.5 - TAIL_LENGTH * share,
                -13.5 - 8.0 * share - 1.2 * x * x,
            ));
            // Seen from behind.
            shape
                .uvs
                .push(atlas::TAIL.from + Vec2::new(0.5 + 0.5 * x, share));
        }
    }
    for down in 0..DOWN {
        for across in 0..ACROSS {
            let at = |down: usize, across: usize| (down * (ACROSS + 1) + across) as u32;
            let (a, b) = (at(down, across), at(down, across + 1));
            let (c, d) = (at(down + 1, across), at(down + 1, across + 1));
            shape.triangles.extend([[a, b, c], [b, d, c]]);
        }
    }
    mesh.add(&shape, |point| chain(&links, 6.0, first.y - point.y));
}

fn tail_links(rig: &Rig, tail: &str) -> [(usize, f32); 4] {
    let link = |number: usize| rig.joint(&format!("Scarf_{tail}{number}"));
    [
        (rig.joint("Spine3"), -20.0),
        (link(1), -2.0),
        (link(2), 12.0),
        (link(3), 24.0),
    ]
}
