//! The head: a shell, a screen for a face, ears with the letters of their sides, an antenna.

use glam::{Affine3A, Vec3};

use super::atlas;
use super::math::power;
use super::rig::SIDES;
use super::shapes::{
    DOMED, FLAT, Joining, along, ellipsoid, join, on_superellipse, patch, round, upright,
};
use super::skin::{MeshBuilder, chain};

const CENTER: Vec3 = Vec3::new(0.0, 120.0, 0.0);
const HALF: Vec3 = Vec3::new(27.0, 22.5, 23.0);
const SQUARENESS: f32 = 2.5;
const SCREEN_SQUARENESS: f32 = 3.4;
const SCREEN_CENTER: f32 = 118.5;
const SCREEN_HALF: (f32, f32) = (20.0, 13.4);

pub fn build(mesh: &mut MeshBuilder<'_>) {
    mesh.begin("Head");
    let joining = Joining {
        squareness: SQUARENESS,
        ..round(24)
    };
    mesh.add_rigid(&ellipsoid(CENTER, HALF, 11, joining, atlas::SHELL), "Head");
    build_ears(mesh);
    build_antenna(mesh);
    mesh.begin("Face");
    build_screen(mesh);
    build_eyes(mesh);
}

/// A point on the front of the shell, `above` its surface.
fn on_front(x: f32, y: f32, above: f32) -> Vec3 {
    let rest = |share: f32| {
        power(
            (1.0 - power(share.abs(), SQUARENESS)).max(0.0),
            1.0 / SQUARENESS,
        )
    };
    let narrowing = rest((y - CENTER.y) / HALF.y);
    let z = HALF.z * narrowing * rest(x / (HALF.x * narrowing));
    Vec3::new(x, y, CENTER.z + z + above)
}

fn build_screen(mesh: &mut MeshBuilder<'_>) {
    let (wide, high) = SCREEN_HALF;
    let joining = Joining {
        squareness: SCREEN_SQUARENESS,
        ..round(24)
    };
    let screen = patch(joining, DOMED, atlas::SCREEN, |x, y, depth| {
        on_front(-wide * x, SCREEN_CENTER + high * y, 1.0 - 2.0 * depth)
    });
    mesh.add_rigid(&screen, "Head");
    let frame = |index: usize| {
        let (x, y) = on_superellipse(index as f32 / 24.0, SCREEN_SQUARENESS);
        (on_front(wide * x, SCREEN_CENTER + high * y, 0.4), 1.6, 1.3)
    };
    let path: Vec<_> = (0..24).map(frame).collect();
    let rings = along(&path, Vec3::Z, true, atlas::RIM);
    mesh.add_rigid(
        &join(
            &rings,
            Joining {
                endless: true,
                ..round(5)
            },
        ),
        "Head",
    );
}

fn build_eyes(mesh: &mut MeshBuilder<'_>) {
    for side in SIDES {
        let name = side.joint("Eye");
        let middle = mesh.rig.world(&name).translation;
        let eye = patch(
            Joining {
                squareness: 2.4,
                ..round(14)
            },
            FLAT,
            atlas::EYE,
            |x, y, depth| on_front(middle.x - 3.6 * x, middle.y + 5.4 * y, 1.7 - 0.8 * depth),
        );
        mesh.add_rigid(&eye, &name);
    }
}

fn build_ears(mesh: &mut MeshBuilder<'_>) {
    for side in SIDES {
        let profile = [(-3.0, 8.0), (-0.5, 9.4), (3.0, 9.4), (5.0, 8.6), (5.6, 7.0)];
        let at = Vec3::new(side.sign * (HALF.x - 1.5), 119.0, 0.0);
        let path = profile.map(|(x, half)| (Vec3::new(side.sign * x, 0.0, 0.0), half, half));
        let place = Affine3A::from_translation(at);
        let ear = join(&along(&path, Vec3::Z, false, atlas::EAR), round(14));
        mesh.add_rigid(&ear.placed(place), "Head");
        let letter = patch(round(12), FLAT, atlas::letter(side.sign), |x, y, depth| {
            Vec3::new(
                side.sign * (6.4 - 0.9 * depth),
                6.4 * y,
                side.sign * 6.4 * x,
            )
        });
        mesh.add_rigid(&letter.placed(place), "Head");
    }
}

fn build_antenna(mesh: &mut MeshBuilder<'_>) {
    let profile = [
        (157.0, 1.0, 1.0, 0.0),
        (152.0, 1.2, 1.2, 0.0),
        (148.0, 1.2, 1.2, 0.0),
        (144.6, 1.4, 1.4, 0.0),
        (144.4, 4.2, 4.2, 0.0),
        (142.4, 5.4, 5.4, 0.0),
        (140.5, 5.6, 5.6, 0.0),
    ];
    let links = ["Antenna1", "Antenna2"].map(|name| mesh.rig.joint(name));
    let head = mesh.rig.joint("Head");
    let links = [(head, 0.0), (links[0], 145.0), (links[1], 149.0)];
    let rod = join(&upright(&profile, atlas::ANTENNA), round(8));
    mesh.add(&rod, |point| chain(&links, 2.5, point.y));
    let bulb = ellipsoid(
        Vec3::new(0.0, 159.0, 0.0),
        Vec3::splat(4.4),
        7,
        round(12),
        atlas::BULB,
    );
    mesh.add_rigid(&bulb, "Antenna2");
}
