//! Tock's shape, and which bones move it.

use glam::{Affine3A, Vec3};
use rigscope::formats::toee::FixedText;
use rigscope::formats::toee::skm::{Bone, Skm, Triangle, Vertex};
use rigscope::model::transform::rows;

use super::paint;
use super::rig::{ANKLE, CALF, CLOTH, FOREARM, HIP, Rig, SIDES, Side, THIGH, UPPER_ARM};
use crate::league::math::rounded;
use crate::league::shapes::{
    FLAT, Joining, Shape, Strip, along, ellipsoid, join, patch, round, upright,
};
use crate::league::skin::{Weights, chain};

/// Materials of the mesh, as the file spells them.
const MATERIALS: [&str; 2] = [
    "art\\meshes\\tock\\tock.mdf",
    "art/meshes/tock/tock_orb.mdf",
];
const BODY: u16 = 0;
const ORB: u16 = 1;

struct Builder<'a> {
    rig: &'a Rig,
    /// For each bone of the skeleton its place among the mesh's own.
    place: Vec<Option<u16>>,
    skm: Skm,
}

/// The mesh, with its own list of bones: those that move something and their parents, in another order than the
/// skeleton's, so that nothing but names pairs them.
pub fn build(rig: &Rig) -> Skm {
    let mut builder = Builder::new(rig);
    builder.trunk();
    builder.skirt();
    builder.head();
    for side in SIDES {
        builder.arm(side);
        builder.leg(side);
    }
    builder.key();
    builder.staff();
    builder.skm
}

impl<'a> Builder<'a> {
    fn new(rig: &'a Rig) -> Self {
        let mut builder = Self {
            rig,
            place: vec![None; rig.bones.len()],
            skm: Skm {
                materials: MATERIALS.iter().map(|path| FixedText::new(path)).collect(),
                ..Skm::default()
            },
        };
        let mut waiting = vec![rig.bone("Bip01")];
        while let Some(bone) = waiting.pop() {
            builder.add_bone(bone);
            let is_kept = |&child: &usize| {
                let bone = &rig.bones[child];
                let is_helper = bone.name.ends_with("_ref") || bone.name.ends_with("Footsteps");
                bone.parent.is_some() && !is_helper
            };
            let children =
                (0..rig.bones.len()).filter(|&child| rig.bones[child].parent == Some(bone));
            // The last child comes first.
            waiting.extend(children.filter(is_kept));
        }
        builder
    }

    fn add_bone(&mut self, index: usize) {
        let bone = &self.rig.bones[index];
        let parent = bone.parent.and_then(|parent| self.place[parent]);
        self.place[index] = Some(self.skm.bones.len() as u16);
        // Names are paired whatever their case.
        let name = match bone.name.as_str() {
            "Staff" => "STAFF",
            name => name,
        };
        self.skm.bones.push(Bone {
            flags: 0,
            parent: parent.map_or(-1, |parent| parent as i16),
            name: FixedText::new(name),
            world_inverse: rows(&bone.bind.inverse()),
        });
    }

    /// Adds a shape whose points have the weights that `weights` gives for their place.
    fn add(&mut self, material: u16, shape: &Shape, weights: impl Fn(Vec3) -> Weights) {
        let first = self.skm.vertices.len() as u16;
        let points = shape.points.iter().zip(shape.normals()).zip(&shape.uvs);
        for ((&point, normal), uv) in points {
            let mut vertex = Vertex {
                position: rounded(point).extend(0.0).to_array(),
                normal: rounded(normal).extend(0.0).to_array(),
                uv: [uv.x, 1.0 - uv.y],
                ..Vertex::default()
            };
            for (place, (bone, weight)) in weights(point).into_iter().enumerate() {
                vertex.bones[place] = self.place[bone].unwrap_or_default();
                vertex.weights[place] = weight;
                vertex.count += 1;
            }
            self.skm.vertices.push(vertex);
        }
        let triangle = |corners: &[u32; 3]| Triangle {
            material,
            vertices: corners.map(|corner| first + corner as u16),
        };
        self.skm
            .triangles
            .extend(shape.triangles.iter().map(triangle));
    }

    fn add_rigid(&mut self, material: u16, shape: &Shape, bone: &str) {
        let bone = self.rig.bone(bone);
        self.add(material, shape, |_| vec![(bone, 1.0)]);
    }

    /// Height, half width, half depth, shift forward.
    fn trunk(&mut self) {
        let profile = [
            (41.0, 2.6, 2.6, 0.0),
            (40.0, 4.2, 3.8, 0.0),
            (38.5, 7.2, 4.8, 0.0),
            (35.0, 7.8, 5.6, 0.3),
            (31.0, 7.0, 5.4, 0.2),
            (28.0, 6.2, 4.8, 0.0),
            (25.0, 6.8, 5.2, 0.0),
            (20.5, 8.0, 6.0, 0.0),
            (19.8, 6.0, 4.4, 0.0),
        ];
        let names = ["Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Neck"];
        let heights = [0.0, 27.5, 32.5, 40.0];
        let links: Vec<(usize, f32)> = names
            .iter()
            .zip(heights)
            .map(|(name, at)| (self.rig.bone(name), at))
            .collect();
        let shape = join(&upright(&profile, paint::TUNIC), round(12));
        self.add(BODY, &shape, |point| chain(&links, 2.5, point.y));
        let belt = [
            (27.6, 5.2, 4.0, 0.0),
            (27.2, 6.7, 5.3, 0.0),
            (25.4, 7.1, 5.6, 0.0),
            (25.0, 5.6, 4.2, 0.0),
        ];
        let belt = join(&upright(&belt, paint::LEATHER), round(12));
        self.add(BODY, &belt, |point| chain(&links, 2.5, point.y));
    }

    /// Cloth from the belt down, which hangs by its first ring. Where nothing simulates it, it follows the pelvis.
    fn skirt(&mut self) {
        const SIDES: usize = 16;
        let profile = [
            (25.4, 7.6, 6.1, 0.0),
            (23.2, 8.6, 7.0, 0.0),
            (21.0, 9.4, 7.7, 0.0),
            (18.8, 10.1, 8.3, 0.0),
            (16.6, 10.7, 8.8, 0.0),
            (14.4, 11.2, 9.2, 0.0),
        ];
        let mut shape = join(&upright(&profile, paint::TUNIC), round(SIDES));
        // Without the lids.
        let points = profile.len() * SIDES;
        shape.points.truncate(points);
        shape.uvs.truncate(points);
        let is_wall = |corners: &[u32; 3]| corners.iter().all(|&corner| (corner as usize) < points);
        shape.triangles.retain(is_wall);
        let [cloth, pelvis] = [CLOTH, "Bip01 Pelvis"].map(|name| self.rig.bone(name));
        self.add(BODY, &shape, |point| match point.y > 25.0 {
            true => vec![(pelvis, 1.0)],
            false => vec![(cloth, 0.75), (pelvis, 0.25)],
        });
    }

    fn head(&mut self) {
        let helmet = [
            (55.0, 0.8, 0.8, 0.0),
            (54.0, 3.0, 3.0, 0.0),
            (51.5, 5.0, 5.2, 0.0),
            (47.5, 5.8, 6.0, 0.0),
            (43.5, 5.4, 5.6, 0.2),
            (42.6, 3.4, 3.6, 0.2),
        ];
        let helmet = join(&upright(&helmet, paint::HELMET), round(12));
        self.add_rigid(BODY, &helmet, "Bip01 Head");
        let visor = Joining {
            squareness: 3.0,
            ..round(10)
        };
        let visor = ellipsoid(
            Vec3::new(0.0, 47.0, 4.2),
            Vec3::new(4.2, 1.5, 2.6),
            4,
            visor,
            paint::FACE,
        );
        self.add_rigid(BODY, &visor, "Bip01 Head");
        for side in SIDES {
            let at = side.of_left(Vec3::new(1.8, 47.0, 6.5));
            let eye = ellipsoid(at, Vec3::new(0.9, 0.9, 0.5), 3, round(6), paint::GLOW);
            self.add_rigid(BODY, &eye, "Bip01 Head");
        }
    }

    fn arm(&mut self, side: Side) {
        let names = ["UpperArm", "Forearm", "Hand"].map(|name| self.rig.bone(&side.bone(name)));
        let wrist = UPPER_ARM + FOREARM;
        let links = [(names[0], 0.0), (names[1], UPPER_ARM), (names[2], wrist)];
        let profile = [
            (2.0, 1.6, 1.6, 0.0),
            (0.8, 2.7, 2.7, 0.0),
            (-4.0, 2.4, 2.4, 0.0),
            (-7.0, 2.2, 2.2, 0.0),
            (-9.0, 2.2, 2.2, 0.0),
            (-wrist + 2.0, 2.0, 2.0, 0.0),
            (-wrist, 1.6, 1.6, 0.0),
        ];
        let (arm, to_arm) = (side.arm(), side.arm().inverse());
        let shape = join(&upright(&profile, paint::STEEL), round(8)).placed(arm);
        self.add(BODY, &shape, |point| {
            chain(&links, 2.0, -to_arm.transform_point3(point).y)
        });
        let pad = ellipsoid(
            Vec3::new(0.8 * side.sign, 0.6, 0.0),
            Vec3::new(3.6, 3.2, 3.8),
            5,
            round(10),
            paint::BRASS,
        );
        self.add_rigid(BODY, &pad.placed(arm), &side.bone("UpperArm"));
        let fist = ellipsoid(
            Vec3::new(0.0, -2.6, 0.3),
            Vec3::new(1.9, 2.6, 2.4),
            4,
            round(8),
            paint::LEATHER,
        );
        self.add_rigid(BODY, &fist.placed(side.hand()), &side.bone("Hand"));
        self.letter(side);
    }

    /// The letter of a side on the front of its shoulder's pad, upright where the arm hangs.
    fn letter(&mut self, side: Side) {
        let middle = Vec3::new(0.8 * side.sign, 0.6, 3.7);
        let letter = patch(round(10), FLAT, paint::letter(side.sign), |x, y, depth| {
            let bulge = 0.5 * (1.0 - 0.6 * (x * x + y * y));
            middle + Vec3::new(2.3 * x, 2.3 * y, bulge - 0.8 * depth)
        });
        // The patches of the League sample are for left-handed numbers.
        let letter = letter.turned_over().placed(side.arm());
        self.add_rigid(BODY, &letter, &side.bone("UpperArm"));
    }

    fn leg(&mut self, side: Side) {
        let [thigh, calf, foot] =
            ["Thigh", "Calf", "Foot"].map(|name| self.rig.bone(&side.bone(name)));
        let pelvis = self.rig.bone("Bip01 Pelvis");
        let hip = side.of_left(HIP);
        let profile = [
            (1.5, 2.4, 2.6, 0.0),
            (-1.0, 3.4, 3.6, 0.0),
            (-6.0, 3.0, 3.2, 0.0),
            (-9.5, 2.7, 2.9, 0.1),
            (-13.0, 2.6, 2.7, 0.0),
            (-THIGH - CALF + 1.0, 2.3, 2.4, 0.0),
        ];
        let links = [(pelvis, -9.0), (thigh, -1.0), (calf, THIGH)];
        let shape = join(&upright(&profile, paint::LEATHER), round(8))
            .placed(Affine3A::from_translation(hip));
        self.add(BODY, &shape, |point| chain(&links, 2.2, hip.y - point.y));
        let shin = [
            (8.6, 2.8, 3.0, 0.2),
            (8.0, 3.3, 3.5, 0.2),
            (2.0, 2.9, 3.1, 0.0),
            (1.0, 2.5, 2.6, 0.0),
        ];
        let at = Affine3A::from_translation(Vec3::new(hip.x, ANKLE, 0.0));
        let greave = join(&upright(&shin, paint::STEEL), round(8)).placed(at);
        self.add(BODY, &greave, |_| vec![(calf, 1.0)]);
        let sole = [
            (-3.4, 1.6, 1.4),
            (-2.6, 2.5, 2.0),
            (1.5, 2.8, 2.2),
            (5.0, 2.9, 1.8),
            (6.6, 1.8, 1.2),
        ];
        let path = sole.map(|(z, wide, high)| (Vec3::new(0.0, high - ANKLE, z), wide, high));
        let joining = Joining {
            squareness: 2.6,
            ..round(8)
        };
        let boot = join(&along(&path, Vec3::X, false, paint::STEEL), joining).placed(at);
        self.add(BODY, &boot, |_| vec![(foot, 1.0)]);
    }

    /// The key that winds Tock up, on the back.
    fn key(&mut self) {
        let at = self.rig.bones[self.rig.bone("Key")].bind;
        let shaft = [(1.5, 0.9), (-2.0, 0.9), (-3.0, 0.9)];
        let path = shaft.map(|(z, half)| (Vec3::new(0.0, 0.0, z), half, half));
        let shape = join(&along(&path, Vec3::X, false, paint::BRASS), round(6));
        self.add_rigid(BODY, &shape.placed(at), "Key");
        for side in SIDES {
            let wing = Vec3::new(2.6 * side.sign, 0.0, -3.4);
            let wing = ellipsoid(wing, Vec3::new(2.4, 1.7, 0.6), 4, round(8), paint::BRASS);
            self.add_rigid(BODY, &wing.placed(at), "Key");
        }
    }

    /// Along the hand's z: upright where the forearm points forward.
    fn staff(&mut self) {
        let at = self.rig.bones[self.rig.bone("Staff")].bind;
        let rod = |stops: &[(f32, f32)], strip: Strip| {
            let path: Vec<_> = stops
                .iter()
                .map(|&(z, half)| (Vec3::new(0.0, 0.0, z), half, half))
                .collect();
            join(&along(&path, Vec3::X, false, strip), round(7)).placed(at)
        };
        let wood = rod(
            &[(-18.0, 0.7), (-17.0, 0.9), (16.0, 0.9), (17.0, 0.7)],
            paint::WOOD,
        );
        self.add_rigid(BODY, &wood, "Staff");
        let collar = rod(
            &[(15.0, 1.0), (15.4, 1.5), (17.0, 1.9), (17.4, 1.2)],
            paint::BRASS,
        );
        self.add_rigid(BODY, &collar, "Staff");
        let orb = ellipsoid(
            Vec3::new(0.0, 0.0, 19.6),
            Vec3::splat(2.6),
            6,
            round(10),
            paint::GLOW,
        );
        self.add_rigid(ORB, &orb.placed(at), "Staff");
    }
}
