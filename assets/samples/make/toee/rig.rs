//! Tock's skeleton: right-handed space, Y up, facing +Z, the right side at −X (toee-formats §7), in inches.
//!
//! A limb lies along −Y of its own bone, the trunk along +Y. The mesh is bound with spread arms; the rest pose, from which
//! clips start, lets them hang.

use glam::{Affine3A, Quat, Vec3};
use rigscope::model::Transform;

use crate::league::math::{rounded, rx, rz};

/// How far the arms are spread where the mesh is bound, in degrees.
pub const SPREAD: f32 = 50.0;
/// Shoulder to elbow, and elbow to wrist.
pub const UPPER_ARM: f32 = 8.0;
pub const FOREARM: f32 = 7.5;
/// Hip to knee, and knee to ankle.
pub const THIGH: f32 = 9.5;
pub const CALF: f32 = 9.5;
/// Height of the ankle above the ground.
pub const ANKLE: f32 = 4.0;
/// Of the left hip; the right one is its mirror image.
pub const HIP: Vec3 = Vec3::new(4.6, 22.5, 0.0);
/// The bone whose vertices are cloth.
pub const CLOTH: &str = "#ClothBone";
/// Of what keeps cloth off the legs.
const LEG_RADIUS: f32 = 4.4;
/// The same of the trunk's lower end.
const HIP_RADIUS: f32 = 6.6;
const SHOULDER: Vec3 = Vec3::new(9.0, 37.5, 0.0);
/// Bones of things that are held have this scale in the game's own files (toee-formats §8.2).
const REF_SCALE: f32 = 0.27;

/// A side of the body.
#[derive(Clone, Copy)]
pub struct Side {
    /// The letter in its bones' names.
    pub letter: &'static str,
    /// 1 on the left, −1 on the right.
    pub sign: f32,
}

pub const SIDES: [Side; 2] = [
    Side {
        letter: "L",
        sign: 1.0,
    },
    Side {
        letter: "R",
        sign: -1.0,
    },
];

impl Side {
    /// The name of this side's bone.
    pub fn bone(self, name: &str) -> String {
        format!("Bip01 {} {name}", self.letter)
    }

    /// A point of the left side on this side.
    pub fn of_left(self, point: Vec3) -> Vec3 {
        Vec3::new(point.x * self.sign, point.y, point.z)
    }

    /// From the space of a hanging arm, its shoulder at the origin, to where the mesh is bound.
    pub fn arm(self) -> Affine3A {
        Affine3A::from_rotation_translation(rz(self.sign * SPREAD), self.of_left(SHOULDER))
    }

    /// The same of a hanging hand, its wrist at the origin.
    pub fn hand(self) -> Affine3A {
        self.arm() * Affine3A::from_translation(Vec3::new(0.0, -UPPER_ARM - FOREARM, 0.0))
    }
}

/// Where a fist holds something, in the hand's space.
pub const GRIP: Vec3 = Vec3::new(0.0, -3.2, 0.6);

/// A bone.
pub struct Bone {
    pub name: String,
    pub parent: Option<usize>,
    /// In file space, where the mesh is bound.
    pub bind: Affine3A,
    /// At rest, relative to the parent.
    pub rest: Transform,
}

/// The bones in the skeleton's order.
pub struct Rig {
    pub bones: Vec<Bone>,
}

impl Rig {
    pub fn new() -> Self {
        let mut rig = Self { bones: Vec::new() };
        rig.add_trunk();
        for side in SIDES {
            rig.add_arm(side);
        }
        for side in SIDES {
            rig.add_leg(side);
        }
        rig.add_cloth();
        for side in SIDES {
            let upper = rig.bone(&side.bone("UpperArm"));
            rig.bones[upper].rest.rotation = rz(side.sign * 11.0);
            let fore = rig.bone(&side.bone("Forearm"));
            rig.bones[fore].rest.rotation = rx(-14.0);
        }
        rig
    }

    /// Index of the bone of exactly this name.
    ///
    /// # Panics
    /// Where there is none: the sample's own code is wrong.
    pub fn bone(&self, name: &str) -> usize {
        let found = self.bones.iter().position(|bone| bone.name == name);
        found.unwrap_or_else(|| panic!("Tock has no bone {name:?}"))
    }

    fn add_trunk(&mut self) {
        self.add_at("origin", None, Vec3::ZERO);
        self.add_at("Bip01", None, Vec3::new(0.0, 24.0, 0.0));
        self.add_at("Bip01 Footsteps", Some("Bip01"), Vec3::ZERO);
        let mut parent = "Bip01";
        for (name, height) in [
            ("Bip01 Pelvis", 24.0),
            ("Bip01 Spine", 27.5),
            ("Bip01 Spine1", 32.5),
            ("Bip01 Neck", 40.0),
            ("Bip01 Head", 42.0),
        ] {
            self.add_at(name, Some(parent), Vec3::new(0.0, height, 0.0));
            parent = name;
        }
        self.add_ref("Head_ref", parent, Vec3::new(0.0, 52.0, 0.0));
        self.add_ref("Chest_ref", "Bip01 Spine1", Vec3::new(0.0, 35.0, 6.0));
        self.add_at("Key", Some("Bip01 Spine1"), Vec3::new(0.0, 34.0, -6.0));
    }

    fn add_arm(&mut self, side: Side) {
        let name = |part: &str| side.bone(part);
        self.add(&name("UpperArm"), Some("Bip01 Spine1"), side.arm());
        let elbow = side.arm() * Affine3A::from_translation(Vec3::NEG_Y * UPPER_ARM);
        self.add(&name("Forearm"), Some(&name("UpperArm")), elbow);
        self.add(&name("Hand"), Some(&name("Forearm")), side.hand());
        let held = side.hand() * Affine3A::from_translation(GRIP);
        let reference = format!("Hand{}_ref", side.letter);
        self.add(&reference, Some(&name("Hand")), held);
        self.shrink(&reference);
        if side.sign < 0.0 {
            self.add("Staff", Some(&name("Hand")), held);
        }
    }

    fn add_leg(&mut self, side: Side) {
        let hip = side.of_left(HIP);
        let mut parent = "Bip01 Pelvis".to_owned();
        for (part, down) in [("Thigh", 0.0), ("Calf", THIGH), ("Foot", THIGH + CALF)] {
            let name = side.bone(part);
            self.add_at(&name, Some(&parent), hip - Vec3::Y * down);
            parent = name;
        }
        let sole = Vec3::new(hip.x, 0.0, 1.0);
        self.add_ref(&format!("Foot{}_ref", side.letter), &parent, sole);
    }

    /// The bone that makes cloth, and what cloth does not go through: the lengths of the legs, the knees and the hips.
    fn add_cloth(&mut self) {
        self.add_at(CLOTH, Some("Bip01 Pelvis"), Vec3::new(0.0, 24.0, 0.0));
        // A cylinder goes along its bone's z, a leg downward.
        let down = Affine3A::from_quat(rx(90.0));
        let legs = SIDES.iter().flat_map(|&side| {
            let hip = side.of_left(HIP);
            [("Thigh", 0.0, THIGH), ("Calf", THIGH, CALF)].map(|(part, below, height)| {
                let at = hip - Vec3::Y * below;
                (
                    side.bone(part),
                    Affine3A::from_translation(at) * down,
                    height,
                )
            })
        });
        for (index, (parent, bind, height)) in legs.enumerate() {
            let name = format!("#Cylinder[{index}]={{{LEG_RADIUS:.6},{height:.6}}}");
            self.add(&name, Some(&parent), bind);
        }
        for (index, side) in SIDES.into_iter().enumerate() {
            let name = format!("#Sphere[{index}]={{{LEG_RADIUS:.6}}}");
            let knee = side.of_left(HIP) - Vec3::Y * THIGH;
            self.add_at(&name, Some(&side.bone("Calf")), knee);
        }
        let name = format!("#Sphere[2]={{{HIP_RADIUS:.6}}}");
        self.add_at(&name, Some("Bip01 Pelvis"), Vec3::Y * HIP.y);
    }

    fn add_ref(&mut self, name: &str, parent: &str, at: Vec3) {
        self.add_at(name, Some(parent), at);
        self.shrink(name);
    }

    fn shrink(&mut self, name: &str) {
        let bone = self.bone(name);
        self.bones[bone].rest.scale = Vec3::splat(REF_SCALE);
    }

    fn add_at(&mut self, name: &str, parent: Option<&str>, at: Vec3) {
        self.add(name, parent, Affine3A::from_translation(at));
    }

    fn add(&mut self, name: &str, parent: Option<&str>, bind: Affine3A) {
        let parent = parent.map(|parent| self.bone(parent));
        let above = parent.map_or(Affine3A::IDENTITY, |parent| self.bones[parent].bind);
        let local = Transform::from_affine(&(above.inverse() * bind));
        self.bones.push(Bone {
            name: name.into(),
            parent,
            bind,
            rest: Transform {
                translation: rounded(local.translation),
                rotation: rounded_rotation(local.rotation),
                scale: Vec3::ONE,
            },
        });
    }
}

fn rounded_rotation(rotation: Quat) -> Quat {
    let positive = if rotation.w < 0.0 {
        -rotation
    } else {
        rotation
    };
    let steps = positive
        .to_array()
        .map(|number| (number * 65_536.0).round() / 65_536.0);
    Quat::from_array(steps)
}
