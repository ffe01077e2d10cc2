//! Wick's shape, and which bones move it. Vertices stand in model space at rest, the lamp too: where the hand is.

use glam::{Affine3A, Vec3};
use rigscope::formats::lostsaga::Text;
use rigscope::formats::lostsaga::collision::Cms;
use rigscope::formats::lostsaga::msh::{Msh, SKINNED, Submesh, Weights as Stored, component};

use super::paint;
use super::rig::{Rig, SIDES, Side};
use crate::league::math::rounded;
use crate::league::shapes::{FLAT, Joining, Shape, along, ellipsoid, join, patch, round, upright};
use crate::league::skin::{Weights, chain, settled};

/// A mesh, and what its file is called.
pub struct Named {
    pub name: &'static str,
    pub file: Msh,
}

struct Builder<'a> {
    rig: &'a Rig,
    msh: Msh,
}

impl<'a> Builder<'a> {
    fn new(rig: &'a Rig) -> Self {
        use component::{INDICES, NORMAL, POSITION, UV0, WEIGHTS};
        Self {
            rig,
            msh: Msh {
                version: 2000,
                kind: SKINNED,
                mask: POSITION | NORMAL | UV0 | WEIGHTS | INDICES,
                ..Msh::default()
            },
        }
    }

    /// What is added from here on has a material of its own.
    fn begin(&mut self) {
        self.msh.submeshes.push(Submesh {
            first_vertex: self.msh.positions.len() as i32,
            first_index: self.msh.triangles.len() as i32 * 3,
            ..Submesh::default()
        });
    }

    /// The place of a bone in the mesh's own list, which has bones in the order in which they are met.
    fn place(&mut self, bone: usize) -> f32 {
        let name = Text::new(&self.rig.bones[bone].name);
        let known = self.msh.bones.iter().position(|own| *own == name);
        let place = known.unwrap_or_else(|| {
            self.msh.bones.push(name);
            self.msh.bones.len() - 1
        });
        place as f32
    }

    /// Adds a shape whose points have the weights that `weights` gives for their place.
    fn add(&mut self, shape: &Shape, weights: impl Fn(Vec3) -> Weights) {
        let first = self.msh.positions.len() as u16;
        let points = shape.points.iter().zip(shape.normals()).zip(&shape.uvs);
        for ((&point, normal), uv) in points {
            self.msh.positions.push(rounded(point).to_array());
            self.msh.normals.push(rounded(normal).to_array());
            self.msh.uvs.push(uv.to_array());
            let mut stored = Stored::default();
            for (slot, (bone, weight)) in settled(weights(point)).into_iter().enumerate() {
                stored.bones[slot] = self.place(bone);
                stored.weights[slot] = weight;
            }
            self.msh.weights.push(stored);
        }
        let triangles = shape.triangles.iter();
        let triangles = triangles.map(|corners| corners.map(|corner| first + corner as u16));
        self.msh.triangles.extend(triangles);
    }

    fn add_rigid(&mut self, shape: &Shape, bone: &str) {
        let bone = self.rig.bone(bone);
        self.add(shape, |_| vec![(bone, 1.0)]);
    }

    fn finish(mut self, name: &'static str) -> Named {
        let msh = &mut self.msh;
        msh.vertex_count = msh.positions.len();
        let starts: Vec<(i32, i32)> = msh
            .submeshes
            .iter()
            .map(|it| (it.first_vertex, it.first_index))
            .collect();
        for (index, submesh) in msh.submeshes.iter_mut().enumerate() {
            let end = (msh.positions.len() as i32, msh.triangles.len() as i32 * 3);
            let (vertex, corner) = starts.get(index + 1).copied().unwrap_or(end);
            submesh.vertices = vertex - submesh.first_vertex;
            submesh.triangles = (corner - submesh.first_index) / 3;
        }
        let points = || msh.positions.iter().copied().map(Vec3::from);
        let least = points().fold(Vec3::INFINITY, Vec3::min);
        let most = points().fold(Vec3::NEG_INFINITY, Vec3::max);
        msh.bounds = [least.to_array(), most.to_array()];
        msh.radius = (most - least).length() * 0.5;
        let file = self.msh;
        Named { name, file }
    }
}

/// Everything but what is worn.
pub fn body(rig: &Rig) -> Named {
    let mut builder = Builder::new(rig);
    builder.begin();
    builder.trunk();
    builder.head();
    for side in SIDES {
        builder.arm(side);
        builder.leg(side);
    }
    builder.finish("wick_body")
}

/// A cap with a peak.
pub fn cap(rig: &Rig) -> Named {
    let mut builder = Builder::new(rig);
    builder.begin();
    let head = rig.at("Bip01 Head");
    let profile = [
        (25.0, 1.5, 1.5, 0.5),
        (24.0, 8.0, 8.0, 0.5),
        (20.5, 11.5, 11.0, 0.5),
        (18.0, 10.4, 10.0, 0.0),
        (15.5, 10.4, 10.0, 0.0),
        (15.0, 8.0, 8.0, 0.0),
    ];
    let crown = join(&upright(&profile, paint::CAP), round(12));
    builder.add_rigid(&crown.placed(head), "Bip01 Head");
    let peak = ellipsoid(
        Vec3::new(0.0, 16.0, -9.5),
        Vec3::new(7.5, 0.8, 5.5),
        4,
        round(10),
        paint::DARK,
    );
    builder.add_rigid(&peak.placed(head), "Bip01 Head");
    builder.finish("wick_cap")
}

/// A pole with a lamp on it; the glass is a submesh of its own.
pub fn lamp(rig: &Rig) -> Named {
    let mut builder = Builder::new(rig);
    let hand = rig.at("Bip01 Prop1");
    let rod = |stops: &[(f32, f32)], strip| {
        let path: Vec<_> = stops
            .iter()
            .map(|&(y, half)| (Vec3::Y * y, half, half))
            .collect();
        join(&along(&path, Vec3::X, false, strip), round(7)).placed(hand)
    };
    builder.begin();
    let pole = [(-26.0, 0.8), (-25.0, 1.1), (30.0, 1.0), (31.0, 0.8)];
    builder.add_rigid(&rod(&pole, paint::BOOTS), "Bip01 Prop1");
    for stops in [
        [(29.5, 1.5), (30.5, 3.8), (31.5, 4.2), (32.0, 3.6)],
        [(41.5, 4.4), (42.0, 4.8), (45.0, 2.0), (46.5, 0.8)],
    ] {
        builder.add_rigid(&rod(&stops, paint::BRASS), "Bip01 Prop1");
    }
    builder.begin();
    let glass = [(31.8, 3.2), (33.0, 3.9), (40.5, 3.9), (41.7, 3.4)];
    builder.add_rigid(&rod(&glass, paint::GLASS), "Bip01 Prop1");
    builder.finish("wick_lamp")
}

/// What Wick takes up, for collisions.
pub fn bulk() -> Cms {
    let (near, far) = (Vec3::new(-12.0, 0.0, -10.0), Vec3::new(12.0, 92.0, 10.0));
    let corner = |index: usize| {
        let pick = |bit: usize, a: f32, b: f32| if index & bit == 0 { a } else { b };
        Vec3::new(
            pick(1, near.x, far.x),
            pick(2, near.y, far.y),
            pick(4, near.z, far.z),
        )
    };
    // Four corners a side, counter-clockwise in the raw numbers as seen from outside.
    let sides = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
    ];
    let faces = sides
        .iter()
        .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
    Cms {
        vertices: (0..8).map(corner).collect(),
        faces: faces.collect(),
        rest: Vec::new(),
    }
}

impl Builder<'_> {
    /// Height above the hips, half width, half depth, shift along z.
    fn trunk(&mut self) {
        let rig = self.rig;
        let hips = rig.at("Bip01").translation.y;
        let profile = [
            (27.5, 3.0, 3.0, 0.0),
            (26.5, 6.5, 5.0, 0.0),
            (23.0, 10.0, 7.0, 0.0),
            (16.0, 9.5, 7.6, -0.6),
            (9.0, 9.0, 7.4, -0.6),
            (3.0, 9.6, 7.6, 0.0),
            (-4.0, 11.0, 8.6, 0.0),
            (-6.0, 10.4, 8.0, 0.0),
            (-5.0, 6.0, 5.0, 0.0),
        ];
        let names = ["Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Head"];
        let heights = names.map(|name| rig.at(name).translation.y);
        let links: Vec<(usize, f32)> = names
            .iter()
            .map(|name| rig.bone(name))
            .zip(heights)
            .collect();
        let place = Affine3A::from_translation(Vec3::Y * hips);
        let shape = join(&upright(&profile, paint::COAT), round(12)).placed(place);
        self.add(&shape, |point| chain(&links, 2.5, point.y));
        for height in [21.0, 15.5, 10.0] {
            let at = Vec3::new(0.0, height, -7.6);
            let button = ellipsoid(at, Vec3::splat(1.1), 3, round(6), paint::BRASS).placed(place);
            self.add(&button, |point| chain(&links, 2.5, point.y));
        }
    }

    fn head(&mut self) {
        let head = self.rig.at("Bip01 Head");
        let squarish = Joining {
            squareness: 2.4,
            ..round(14)
        };
        let skull = ellipsoid(
            Vec3::Y * 11.5,
            Vec3::new(10.0, 11.0, 9.6),
            7,
            squarish,
            paint::SKIN,
        );
        self.add_rigid(&skull.placed(head), "Bip01 Head");
        for side in SIDES {
            let at = Vec3::new(3.6 * side.sign, 11.5, -9.2);
            let eye = ellipsoid(at, Vec3::new(1.3, 2.0, 0.9), 4, round(7), paint::DARK);
            self.add_rigid(&eye.placed(head), "Bip01 Head");
        }
        let nose = ellipsoid(
            Vec3::new(0.0, 8.5, -10.2),
            Vec3::splat(1.5),
            4,
            round(7),
            paint::SKIN,
        );
        self.add_rigid(&nose.placed(head), "Bip01 Head");
    }

    fn arm(&mut self, side: Side) {
        let rig = self.rig;
        let names = ["UpperArm", "Forearm", "Hand"].map(|name| side.bone(name));
        let wrist = rig.size.upper_arm + rig.size.forearm;
        let places = [0.0, rig.size.upper_arm, wrist];
        let links: Vec<(usize, f32)> = names
            .iter()
            .map(|name| rig.bone(name))
            .zip(places)
            .collect();
        let arm = rig.at(&names[0]);
        let to_arm = arm.inverse();
        let profile = [
            (3.0, 2.0, 2.0, 0.0),
            (1.5, 4.2, 4.2, 0.0),
            (-6.0, 3.6, 3.6, 0.0),
            (-10.5, 3.3, 3.3, 0.0),
            (-13.5, 3.3, 3.3, 0.0),
            (1.5 - wrist, 3.9, 3.9, 0.0),
            (-wrist, 3.0, 3.0, 0.0),
        ];
        let sleeve = join(&upright(&profile, paint::COAT), round(9)).placed(arm);
        self.add(&sleeve, |point| {
            chain(&links, 2.5, -to_arm.transform_point3(point).y)
        });
        let hand = rig.at(&names[2]);
        let fist = ellipsoid(
            Vec3::new(0.0, -3.6, -0.4),
            Vec3::new(3.0, 4.0, 3.4),
            5,
            round(9),
            paint::SKIN,
        );
        self.add_rigid(&fist.placed(hand), &names[2]);
        // On the front of the sleeve, as a viewer reads it: x of the picture is the figure's left.
        let letter = patch(round(10), FLAT, paint::letter(side.sign), |x, y, depth| {
            let bulge = 0.6 * (1.0 - 0.6 * x * x) - 0.8 * depth;
            Vec3::new(2.6 * x, 2.6 * y - 4.0, -3.6 - bulge)
        });
        self.add_rigid(&letter.placed(arm), &names[0]);
    }

    fn leg(&mut self, side: Side) {
        let rig = self.rig;
        let [thigh, calf, foot] = ["Thigh", "Calf", "Foot"].map(|name| side.bone(name));
        let pelvis = rig.bone("Bip01 Pelvis");
        let hip = rig.at(&thigh);
        let down = rig.size.thigh + rig.size.calf;
        let profile = [
            (2.0, 3.0, 3.2, 0.0),
            (-2.0, 4.6, 5.0, 0.0),
            (-12.0, 4.0, 4.4, 0.0),
            (-15.0, 3.8, 4.1, 0.0),
            (-18.0, 3.7, 4.0, 0.0),
            (2.0 - down, 3.4, 3.6, 0.0),
        ];
        let links = [
            (pelvis, -9.0),
            (rig.bone(&thigh), -1.0),
            (rig.bone(&calf), rig.size.thigh),
        ];
        let shape = join(&upright(&profile, paint::TROUSERS), round(9)).placed(hip);
        let top = hip.translation.y;
        self.add(&shape, |point| chain(&links, 2.5, top - point.y));
        let sole = [
            (5.0, 2.0, 2.2),
            (4.0, 3.8, 3.6),
            (-2.0, 4.2, 3.8),
            (-8.0, 4.2, 3.0),
            (-10.5, 2.4, 1.8),
        ];
        let ankle = rig.size.ankle;
        let path = sole.map(|(z, wide, high)| (Vec3::new(0.0, high - ankle, z), wide, high));
        let joining = Joining {
            squareness: 2.6,
            ..round(9)
        };
        let boot = join(&along(&path, Vec3::X, false, paint::BOOTS), joining);
        self.add_rigid(&boot.placed(rig.at(&foot)), &foot);
    }
}
