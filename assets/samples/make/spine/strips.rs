//! Weighted meshes along a chain of bones, and the cable's path.

use rigscope::model::spine::{BoneInfluence, Mesh, Path, Vertices, WHITE, WeightedVertices};

use super::bones::{Bones, CABLE, cable_length, single};

/// Pieces along a strip.
const PIECES: usize = 10;

/// A strip over a picture whose left edge lies at the root of the chain.
pub fn strip(bones: &Bones, chain: &[&str], path: &str, [width, height]: [f64; 2]) -> Mesh {
    let mut vertices = WeightedVertices::default();
    let mut uvs = Vec::new();
    // The hull: along the upper edge, and back along the lower one.
    let upper = (0..=PIECES).map(|piece| (piece, 0.0));
    let lower = (0..=PIECES).rev().map(|piece| (piece, 1.0));
    for (piece, down) in upper.chain(lower) {
        let share = piece as f64 / PIECES as f64;
        let across = height * (0.5 - down);
        vertices.push(influences(bones, chain, share, across));
        uvs.push([single(share), down]);
    }
    let last = 2 * PIECES + 1;
    let quad = |piece: usize| {
        let below = last - piece;
        [piece, piece + 1, below, piece + 1, below - 1, below]
    };
    Mesh {
        path: path.into(),
        color: WHITE,
        sequence: None,
        hull: last + 1,
        vertices: Vertices::Weighted(vertices),
        uvs,
        triangles: (0..PIECES).flat_map(quad).collect(),
        timeline_slots: Vec::new(),
        edges: Vec::new(),
        width,
        height,
    }
}

/// A point at a share of the whole chain: the bone that it lies on, and the one next to it near the joint.
fn influences(bones: &Bones, chain: &[&str], share: f64, across: f64) -> Vec<BoneInfluence> {
    let place = share * chain.len() as f64;
    let on = (place as usize).min(chain.len() - 1);
    let within = place - on as f64;
    let neighbour = if within < 0.5 {
        on.checked_sub(1)
    } else {
        Some(on + 1).filter(|next| *next < chain.len())
    };
    let away = if neighbour.is_some() {
        (0.5 - (0.5 - (within - 0.5).abs()).abs()).max(0.0)
    } else {
        0.0
    };
    let index = bones.index(chain[on]);
    let frame = bones.frames[index];
    let along = bones.list[index].length * within;
    let (sin, cos) = frame.degrees.to_radians().sin_cos();
    let world = [
        frame.at[0] + cos * along - sin * across,
        frame.at[1] + sin * along + cos * across,
    ];
    let influence = |place: usize, weight: f64| {
        let bone = bones.index(chain[place]);
        let [x, y] = bones.frames[bone].local(world);
        let weight = single(weight);
        BoneInfluence { bone, x, y, weight }
    };
    let mut list = vec![influence(on, 1.0 - away)];
    list.extend(
        neighbour
            .filter(|_| away > 0.0)
            .map(|next| influence(next, away)),
    );
    list
}

/// The cable's path: it begins at the hip and ends where the bone `cable-end` goes.
pub fn cable_path(bones: &Bones) -> Path {
    let [from, out, back, to] = CABLE;
    let mirrored = |point: [f64; 2], handle: [f64; 2]| [0, 1].map(|n| 2.0 * point[n] - handle[n]);
    let mut vertices = WeightedVertices::default();
    for (bone, points) in [
        ("hip", [mirrored(from, out), from, out]),
        ("cable-end", [back, to, mirrored(to, back)]),
    ] {
        let bone = bones.index(bone);
        for point in points {
            let [x, y] = bones.frames[bone].local(point);
            let weight = 1.0;
            vertices.push([BoneInfluence { bone, x, y, weight }]);
        }
    }
    let length = single(cable_length());
    Path {
        closed: false,
        constant_speed: true,
        vertices: Vertices::Weighted(vertices),
        lengths: vec![length, single(length * 2.0)],
        color: Path::COLOR,
    }
}
