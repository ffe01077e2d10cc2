//! Cloth of numbers that make no sense: nothing panics, and every place stays a number.

use glam::{Affine3A, Vec3};
use rigscope::formats::toee::{ska, skm};
use rigscope::model::{Influence, Influences, Mesh, Skeleton};
use rigscope::pose::Pose;
use rigscope::pose::palette::{PaletteRows, rows_of};
use rigscope::pose::toee::cloth::{cloth_joint, shapes};
use rigscope::pose::toee::{Cloth, Draping, Pairing, Surroundings};

use super::curtain::{item_of, places, sheet, skeleton};
use crate::gpu_support::Dice;

fn parts(mesh: &skm::Skm) -> (Mesh, Skeleton, Pairing) {
    let (mesh, (skeleton, _)) = (skm::mesh(mesh).0, ska::skeleton(&skeleton()));
    let pairing = Pairing::new(&mesh.bones, &skeleton);
    (mesh, skeleton, pairing)
}

fn cloth(mesh: &Mesh, skeleton: &Skeleton, pairing: &Pairing) -> Option<Cloth> {
    Draping::new(mesh, pairing, skeleton, &shapes(skeleton).0).cloth
}

/// Lets cloth move for a while under palettes and worlds that differ from step to step.
fn all_stay_finite(
    cloth: &Cloth,
    mut palette: impl FnMut(usize) -> Vec<PaletteRows>,
    mut worlds: impl FnMut(usize) -> Vec<Affine3A>,
    seconds: &[f64],
) {
    let mut state = cloth.reset(&palette(0));
    let mut around = Surroundings::default();
    for (step, &seconds) in seconds.iter().enumerate() {
        cloth.look_around(&palette(step), &worlds(step), &mut around);
        cloth.step(&mut state, &around, seconds);
        assert!(
            state.places().iter().all(|at| at.is_finite()),
            "step {step}"
        );
    }
}

#[test]
fn numbers_that_are_none_move_nothing_beyond_all_bounds() {
    let (mesh, skeleton, pairing) = parts(&sheet(5, 5));
    let cloth = cloth(&mesh, &skeleton, &pairing).unwrap();
    let worlds = Pose::bind(&skeleton).worlds;
    let odd = [f32::NAN, f32::INFINITY, 1e38, -1e30, 0.0];
    let joint = |step: usize| {
        let mut world = Affine3A::from_scale(Vec3::splat(odd[step % 5]));
        world.translation = Vec3::splat(odd[step / 5 % 5]).into();
        world
    };
    let steps = [1.0 / 60.0; 50];
    all_stay_finite(
        &cloth,
        |step| vec![rows_of(&joint(step)); 2],
        |step| match step % 3 {
            0 => vec![joint(step); 5],
            _ => worlds.clone(),
        },
        &steps,
    );
    // A palette without rows moves nothing either.
    all_stay_finite(&cloth, |_| Vec::new(), |_| Vec::new(), &steps);
}

#[test]
fn no_time_moves_nothing_and_much_time_is_cut() {
    let (mesh, skeleton, pairing) = parts(&sheet(5, 5));
    let cloth = cloth(&mesh, &skeleton, &pairing).unwrap();
    let palette = vec![rows_of(&Affine3A::IDENTITY); 2];
    let start = cloth.reset(&palette);
    let mut around = Surroundings::default();
    cloth.look_around(&palette, &[], &mut around);
    let after = |seconds: f64| {
        let mut state = start.clone();
        cloth.step(&mut state, &around, seconds);
        state
    };
    for seconds in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
        assert_eq!(after(seconds), start, "{seconds}");
    }
    assert_ne!(after(0.001), start);
    // Five sub-steps of 5 ms are the most (toee-formats §12).
    assert_eq!(after(0.025), after(1e6));
    assert_eq!(after(0.025), after(f64::INFINITY));
    assert_ne!(after(0.024), after(0.025));
}

#[test]
fn one_vertex_falls_as_gravity_and_damping_have_it() {
    // One free vertex and nothing to hold it.
    let mut lone = sheet(2, 2);
    lone.triangles.clear();
    let (mesh, skeleton, pairing) = parts(&lone);
    let cloth = cloth(&mesh, &skeleton, &pairing).unwrap();
    assert_eq!(
        (
            cloth.anchor_count(),
            cloth.free_count(),
            cloth.spring_count()
        ),
        (0, 2, 0)
    );
    let mut state = cloth.reset(&[]);
    let start = state.places()[0];
    // 200 × 0.015 = 3 sub-steps of 5 ms; each falls by 2400 h² more than 2^−h of the one before.
    cloth.step(&mut state, &Surroundings::default(), 0.015);
    let (mut speed, mut fallen) = (0.0_f64, 0.0);
    for _ in 0..3 {
        speed = speed * (-0.005_f64).exp2() + 2400.0 * 0.005 * 0.005;
        fallen += speed;
    }
    let found = f64::from(start.y - state.places()[0].y);
    assert!((found - fallen).abs() < 1e-4, "{found} {fallen}");
    for _ in 0..100 {
        cloth.step(&mut state, &Surroundings::default(), 0.015);
    }
    assert_eq!(state.places()[0], start.with_y(0.0));
}

#[test]
fn springs_without_length_and_cloth_without_hold_are_survived() {
    let mut point = sheet(4, 4);
    point
        .vertices
        .iter_mut()
        .for_each(|it| it.position = [1.0, 5.0, 1.0, 0.0]);
    let mut loose = sheet(4, 4);
    loose.vertices.iter_mut().for_each(|it| it.bones = [0; 6]);
    let mut flat = sheet(4, 4);
    flat.triangles
        .iter_mut()
        .for_each(|it| it.vertices[1] = it.vertices[0]);
    let mut huge = sheet(4, 4);
    huge.vertices
        .iter_mut()
        .for_each(|it| it.position[0] *= 3e5);
    for (what, mesh) in [
        ("point", point),
        ("loose", loose),
        ("flat", flat),
        ("huge", huge),
    ] {
        let mut item = item_of(&mesh, &skeleton(), "sway");
        assert!(item.has_cloth(), "{what}");
        for seconds in [0.1, 0.5, 1.0, 2.0] {
            item.set_time(seconds);
            assert!(places(&item).iter().all(|at| at.is_finite()), "{what}");
        }
        if what == "loose" {
            let lowest = places(&item).iter().fold(f32::MAX, |low, at| low.min(at.y));
            assert!((0.0..30.0).contains(&lowest), "{lowest}");
        }
    }
    // Held everywhere, it is no cloth.
    let mut firm = sheet(4, 4);
    firm.vertices.iter_mut().for_each(|it| it.bones = [1; 6]);
    let item = item_of(&firm, &skeleton(), "sway");
    assert!(!item.has_cloth());
    let code = "toee.cloth-bone-without-vertices";
    assert!(item.findings().any(|finding| finding.code == code));
}

#[test]
fn any_cloth_on_any_joints_stays_finite() {
    let mut dice = Dice::new(5);
    let (_, skeleton, pairing) = parts(&sheet(2, 2));
    assert_eq!(cloth_joint(&skeleton), Some(4));
    for _ in 0..150 {
        let count = 3 + dice.below(20);
        let size = [1.0, 50.0, 1e6][dice.below(3) as usize];
        let mut mesh = Mesh {
            positions: (0..count).map(|_| dice.vector(size)).collect(),
            indices: (0..30).map(|_| dice.below(count)).collect(),
            influences: Influences::default(),
            ..Mesh::default()
        };
        for _ in 0..count {
            let entries = (0..dice.below(3)).map(|bone| Influence {
                bone,
                weight: [0.5, 1.0, 1e-30][bone as usize % 3],
            });
            mesh.influences.push(entries.collect::<Vec<_>>());
        }
        let Some(cloth) = cloth(&mesh, &skeleton, &pairing) else {
            continue;
        };
        let joints: Vec<Affine3A> = (0..8).map(|_| dice.joint()).collect();
        let seconds: Vec<f64> = (0..20).map(|_| f64::from(dice.between(0.0, 0.1))).collect();
        all_stay_finite(
            &cloth,
            |step| vec![rows_of(&joints[step % 8]), rows_of(&joints[step / 2 % 8])],
            |step| vec![joints[step % 8]; 5],
            &seconds,
        );
    }
}
