//! Pip's skeleton: left-handed space, Y up, facing +Z, the left side at −X (league-formats §9).
//!
//! A limb lies along −Y of its own joints, a spine along +Y, so that clips can state rotations without regard to the
//! bind pose, in which the arms are spread.

use glam::{Affine3A, Quat, Vec3};
use rigscope::formats::league::hash;
use rigscope::model::{Joint, Skeleton, Transform};

use super::math::{rounded, rx, ry, rz};

/// How far the arms are spread in the bind pose, in degrees.
pub const SPREAD: f32 = 38.0;
/// Shoulder to elbow, and elbow to wrist.
pub const UPPER_ARM: f32 = 17.0;
pub const FOREARM: f32 = 16.0;
/// Hip to knee, and knee to ankle.
pub const THIGH: f32 = 23.0;
pub const SHIN: f32 = 24.0;
/// Height of the ankle above the ground.
pub const ANKLE: f32 = 9.0;
/// Of the left hip; the right one is its mirror image.
pub const HIP: Vec3 = Vec3::new(-9.5, 56.0, 0.0);
const SHOULDER: Vec3 = Vec3::new(-14.5, 86.5, 0.0);
const ROOT: Vec3 = Vec3::new(0.0, 58.0, 0.0);
/// Where the wrench lies once it is dropped: beside the right foot.
const DROPPED: Vec3 = Vec3::new(54.0, 2.2, 10.0);

/// A side of the body.
#[derive(Clone, Copy)]
pub struct Side {
    /// How its joints' names begin.
    pub prefix: &'static str,
    /// −1 on the left, 1 on the right.
    pub sign: f32,
}

pub const SIDES: [Side; 2] = [
    Side {
        prefix: "L",
        sign: -1.0,
    },
    Side {
        prefix: "R",
        sign: 1.0,
    },
];

impl Side {
    /// The name of this side's joint.
    pub fn joint(self, name: &str) -> String {
        format!("{}_{name}", self.prefix)
    }

    /// A point of the left side on this side.
    pub fn of_left(self, point: Vec3) -> Vec3 {
        Vec3::new(-point.x * self.sign, point.y, point.z)
    }

    /// From the space of a hanging arm, its shoulder at the origin, to the bind pose.
    pub fn arm(self) -> Affine3A {
        Affine3A::from_rotation_translation(rz(self.sign * SPREAD), self.of_left(SHOULDER))
    }

    /// From the space of a hanging hand, its wrist at the origin, to the bind pose.
    pub fn hand(self) -> Affine3A {
        self.arm() * Affine3A::from_translation(Vec3::new(0.0, -UPPER_ARM - FOREARM, 0.0))
    }

    /// Where the fist holds something, in the hand's space.
    pub fn grip(self) -> Vec3 {
        Vec3::new(-self.sign * 3.4, -9.6, 0.0)
    }
}

/// The skeleton, and its joints by name.
pub struct Rig {
    pub skeleton: Skeleton,
    worlds: Vec<Affine3A>,
}

impl Rig {
    pub fn new() -> Self {
        let mut rig = Self {
            skeleton: Skeleton {
                rig_name: Some("pip".into()),
                asset_name: Some("assets/samples/league/pip.skn".into()),
                kind: "skl",
                ..Skeleton::default()
            },
            worlds: Vec::new(),
        };
        rig.add_trunk();
        for side in SIDES {
            rig.add_arm(side);
        }
        for side in SIDES {
            rig.add_leg(side);
        }
        rig.add_extras();
        rig.add_attachments();
        rig.add_stub();
        rig
    }

    /// Index of the joint of exactly this name.
    ///
    /// # Panics
    /// Where there is none: the sample's own code is wrong.
    pub fn joint(&self, name: &str) -> usize {
        let found = self
            .skeleton
            .joints
            .iter()
            .position(|joint| joint.name == name);
        found.unwrap_or_else(|| panic!("Pip has no joint {name:?}"))
    }

    /// The bind pose of a joint in file space.
    pub fn world(&self, name: &str) -> Affine3A {
        self.worlds[self.joint(name)]
    }

    fn add_trunk(&mut self) {
        let mut parent = None;
        for (name, height) in [
            ("Root", ROOT.y),
            ("Pelvis", 59.0),
            ("Spine1", 66.0),
            ("Spine2", 75.0),
            ("Spine3", 83.0),
            ("Neck", 93.0),
            ("Head", 98.0),
            ("Antenna1", 140.0),
            ("Antenna2", 148.0),
        ] {
            self.add(
                name,
                parent,
                Affine3A::from_translation(Vec3::new(0.0, height, 0.0)),
            );
            parent = Some(name);
        }
        for side in SIDES {
            let eye = side.of_left(Vec3::new(-8.2, 120.5, 20.0));
            self.add(
                &side.joint("Eye"),
                Some("Head"),
                Affine3A::from_translation(eye),
            );
        }
    }

    fn add_arm(&mut self, side: Side) {
        let name = |part: &str| side.joint(part);
        let (arm, hand) = (side.arm(), side.hand());
        let clavicle = side.of_left(Vec3::new(-4.0, 88.0, 0.0));
        self.add(
            &name("Clavicle"),
            Some("Spine3"),
            Affine3A::from_translation(clavicle),
        );
        self.add(&name("Shoulder"), Some(&name("Clavicle")), arm);
        let elbow = arm * Affine3A::from_translation(Vec3::new(0.0, -UPPER_ARM, 0.0));
        self.add(&name("Elbow"), Some(&name("Shoulder")), elbow);
        self.add(&name("Hand"), Some(&name("Elbow")), hand);
        for (finger, at) in [
            ("Thumb", Vec3::new(0.0, -4.5, 5.5)),
            ("Index", Vec3::new(0.0, -10.0, 4.6)),
            ("Middle", Vec3::new(0.0, -10.5, 0.0)),
            ("Little", Vec3::new(0.0, -10.0, -4.6)),
        ] {
            let world = hand * Affine3A::from_translation(at);
            self.add(&name(finger), Some(&name("Hand")), world);
        }
    }

    fn add_leg(&mut self, side: Side) {
        let hip = side.of_left(HIP);
        let mut parent = "Pelvis".to_owned();
        for (name, offset) in [
            ("Hip", Vec3::ZERO),
            ("Knee", Vec3::new(0.0, -THIGH, 0.0)),
            ("Foot", Vec3::new(0.0, -THIGH - SHIN, 0.0)),
            ("Toe", Vec3::new(0.0, -THIGH - SHIN - 5.0, 9.0)),
        ] {
            let name = side.joint(name);
            self.add(
                &name,
                Some(&parent),
                Affine3A::from_translation(hip + offset),
            );
            parent = name;
        }
    }

    fn add_extras(&mut self) {
        self.add(
            "Key",
            Some("Spine2"),
            Affine3A::from_translation(Vec3::new(0.0, 78.0, -14.0)),
        );
        for (tail, x) in [("A", 5.0), ("B", -5.0)] {
            let mut parent = "Spine3".to_owned();
            for link in 0..3 {
                let name = format!("Scarf_{tail}{}", link + 1);
                let at = Vec3::new(x, 93.0 - 12.0 * link as f32, -12.0 - 2.5 * link as f32);
                self.add(&name, Some(&parent), Affine3A::from_translation(at));
                parent = name;
            }
        }
    }

    fn add_attachments(&mut self) {
        let right = SIDES[1];
        let held = Affine3A::from_rotation_translation(rx(68.0), right.grip());
        self.add("Weapon", Some("R_Hand"), right.hand() * held);
        let tip = self.world("Weapon") * Affine3A::from_translation(Vec3::new(0.0, 30.0, 0.0));
        self.add("Buffbone_Glb_Weapon_1", Some("Weapon"), tip);
        let overhead = Affine3A::from_translation(Vec3::new(0.0, 172.0, 0.0));
        self.add("C_Buffbone_Glb_Overhead_Loc", None, overhead);
        let flat = ry(-35.0) * rz(90.0);
        let dropped = Affine3A::from_rotation_translation(flat, DROPPED);
        self.add("Snap_Weapon2World", None, dropped);
    }

    /// The leftover of an older rig, `head` beside `Head`: it hangs from the root, at the world's origin, and skins
    /// nothing. It comes last, so that a table keyed by hash keeps it and not the real one.
    fn add_stub(&mut self) {
        self.add("head", Some("Root"), Affine3A::IDENTITY);
    }

    fn add(&mut self, name: &str, parent: Option<&str>, world: Affine3A) {
        let parent = parent.map(|parent| self.joint(parent));
        let parent_world = parent.map_or(Affine3A::IDENTITY, |parent| self.worlds[parent]);
        let mut local = Transform::from_affine(&(parent_world.inverse() * world));
        local.scale = Vec3::ONE;
        local.translation = rounded(local.translation);
        local.rotation = rounded_rotation(local.rotation);
        let world = parent_world * local.to_affine();
        let mut inverse = Transform::from_affine(&world.inverse());
        inverse.scale = Vec3::ONE;
        self.worlds.push(world);
        self.skeleton.joints.push(Joint {
            name: name.into(),
            hash: Some(hash::elf(name)),
            parent,
            local,
            inverse_bind: inverse.to_affine(),
            radius: 2.1,
        });
    }
}

fn rounded_rotation(rotation: Quat) -> Quat {
    let positive = if rotation.w < 0.0 {
        -rotation
    } else {
        rotation
    };
    let [x, y, z, w] = positive
        .to_array()
        .map(|number| (number * 65_536.0).round() / 65_536.0);
    Quat::from_xyzw(x, y, z, w)
}
