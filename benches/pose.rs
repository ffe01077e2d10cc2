//! Skinning and posing on the CPU against plain baselines in the same run. `cargo bench` prints both; only their ratio
//! means anything on a shared machine.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glam::{Affine3A, Quat, Vec3, Vec4};
use rigscope::model::{Clip, Curve, Influence, Influences, Joint, Skeleton, Track, Transform};
use rigscope::pose::mapping::{MappingRule, map};
use rigscope::pose::palette::{PaletteRows, rows_of};
use rigscope::pose::skin_cpu::{self, SkinnedVertex};
use rigscope::pose::{Pose, sample};

const JOINTS: usize = 100;
const VERTICES: usize = 20_000;

fn palette() -> Vec<PaletteRows> {
    let turn = |joint: usize| {
        let angle = joint as f32 * 0.1;
        Affine3A::from_rotation_translation(
            Quat::from_rotation_y(angle),
            Vec3::new(angle, 1.0, -angle),
        )
    };
    (0..JOINTS).map(|joint| rows_of(&turn(joint))).collect()
}

fn influences() -> Influences {
    let mut influences = Influences::with_capacity(VERTICES, VERTICES * 4);
    for vertex in 0..VERTICES {
        influences.push((0..4).map(|slot| Influence {
            bone: ((vertex + slot * 7) % JOINTS) as u32,
            weight: 0.25,
        }));
    }
    influences
}

/// What anyone would write first: one float at a time, every influence's point summed.
fn skin_plainly(
    positions: &[Vec3],
    influences: &Influences,
    palette: &[PaletteRows],
    out: &mut Vec<[f32; 3]>,
) {
    out.clear();
    for (vertex, position) in positions.iter().enumerate() {
        let mut sum = [0.0_f32; 3];
        for influence in influences.of(vertex) {
            let rows = &palette[influence.bone as usize];
            for (axis, row) in rows.iter().enumerate() {
                let moved = row.x * position.x + row.y * position.y + row.z * position.z + row.w;
                sum[axis] += influence.weight * moved;
            }
        }
        out.push(sum);
    }
}

fn skinning(criterion: &mut Criterion) {
    let positions: Vec<Vec3> = (0..VERTICES)
        .map(|vertex| Vec3::splat(vertex as f32 * 1e-3))
        .collect();
    let normals = vec![Vec3::Y; VERTICES];
    let (influences, palette) = (influences(), palette());
    let mut group = criterion.benchmark_group("skin");
    group.throughput(Throughput::Elements(VERTICES as u64));
    let mut plain = Vec::new();
    group.bench_function("baseline: plain, positions only", |bencher| {
        bencher.iter(|| skin_plainly(black_box(&positions), &influences, &palette, &mut plain));
    });
    let mut posed: Vec<SkinnedVertex> = Vec::new();
    group.bench_function("twin: positions and normals", |bencher| {
        bencher.iter(|| {
            skin_cpu::skin(
                black_box(&positions),
                &normals,
                &influences,
                &palette,
                &mut posed,
            )
        });
    });
    group.finish();
}

fn chain() -> Skeleton {
    let joint = |index: usize| Joint {
        name: format!("joint {index}"),
        hash: Some(index as u32),
        parent: index.checked_sub(1),
        local: Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        },
        inverse_bind: Affine3A::IDENTITY,
        radius: 1.0,
    };
    Skeleton {
        joints: (0..JOINTS).map(joint).collect(),
        influences: (0..JOINTS).collect(),
        ..Skeleton::default()
    }
}

fn cubic_clip() -> Clip {
    let ticks: Vec<u16> = (0..64).map(|key| (key * 1040) as u16).collect();
    let track = |joint: usize| Track {
        hash: Some(joint as u32),
        rotation: Some(Curve::Cubic {
            values: ticks
                .iter()
                .map(|tick| Quat::from_rotation_x(f32::from(*tick) * 1e-5))
                .collect(),
            ticks: ticks.clone(),
            time_based: true,
        }),
        ..Track::default()
    };
    Clip {
        duration: 2.0,
        fps: 30.0,
        tracks: (0..JOINTS).map(track).collect(),
        ..Clip::default()
    }
}

/// A pose by walking up to the root for every joint, and a fresh list each time.
fn pose_plainly(skeleton: &Skeleton, clip: &Clip, seconds: f32) -> Vec<Affine3A> {
    let local = |joint: usize| {
        let mut local = skeleton.joints[joint].local;
        local.rotation = sample::sample_track(clip, &clip.tracks[joint], seconds)
            .rotation
            .unwrap_or(local.rotation);
        local.to_affine()
    };
    let world = |joint: usize| {
        let mut world = local(joint);
        let mut at = skeleton.joints[joint].parent;
        while let Some(parent) = at {
            world = local(parent) * world;
            at = skeleton.joints[parent].parent;
        }
        world
    };
    (0..skeleton.joints.len()).map(world).collect()
}

fn posing(criterion: &mut Criterion) {
    let (skeleton, clip) = (chain(), cubic_clip());
    let mapping = map(MappingRule::Game, &skeleton, &[], &clip.tracks);
    let mut pose = Pose::bind(&skeleton);
    let mut group = criterion.benchmark_group("pose");
    group.throughput(Throughput::Elements(JOINTS as u64));
    group.bench_function("baseline: every joint walks to its root", |bencher| {
        bencher.iter(|| pose_plainly(&skeleton, &clip, black_box(0.7)));
    });
    group.bench_function("parents first, lists refilled", |bencher| {
        bencher.iter(|| pose.set(&skeleton, Some((&clip, &mapping)), black_box(0.7)));
    });
    let mut rows: Vec<PaletteRows> = vec![[Vec4::ZERO; 3]; JOINTS];
    group.bench_function("palette", |bencher| {
        bencher.iter(|| {
            for (joint, rows) in rows.iter_mut().enumerate() {
                *rows = rows_of(&pose.skin_matrix(&skeleton, black_box(joint)));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, skinning, posing);
criterion_main!(benches);
