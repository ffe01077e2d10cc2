//! Wick's skeletons: left-handed space, Y up, facing −Z, the left side at +X (lostsaga-formats §1), about 1 cm a unit.
//!
//! Trunk and limbs lie along Y of their bones; the arms are spread at rest.

use glam::{Affine3A, Quat, Vec3};
use rigscope::formats::lostsaga::Text;
use rigscope::formats::lostsaga::skl::{Bone as StoredBone, NO_PARENT, Skl, VERSION};
use rigscope::model::Transform;

use crate::league::math::{rounded, rz};

/// How far the arms are spread, in degrees.
const SPREAD: f32 = 35.0;
/// Where a fist holds something, in the hand's space.
pub const GRIP: Vec3 = Vec3::new(0.0, -4.5, -1.0);

/// Lengths of a figure.
#[derive(Clone, Copy)]
pub struct Size {
    pub upper_arm: f32,
    pub forearm: f32,
    pub thigh: f32,
    pub calf: f32,
    pub ankle: f32,
    pub trunk: f32,
}

/// Of the one that meshes and clips are made for.
pub const SHORT: Size = Size {
    upper_arm: 12.0,
    forearm: 11.0,
    thigh: 16.0,
    calf: 16.0,
    ankle: 7.0,
    trunk: 22.0,
};

/// A side of the body.
#[derive(Clone, Copy)]
pub struct Side {
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
}

/// A bone.
pub struct Bone {
    pub name: String,
    pub parent: Option<usize>,
    /// Relative to the parent.
    pub rest: Transform,
}

/// The bones in file order, parents first.
pub struct Rig {
    pub size: Size,
    pub bones: Vec<Bone>,
}

impl Rig {
    pub fn short() -> Self {
        Self::new(SHORT)
    }

    /// With longer limbs, so that the length rates of a linked skeleton are not all 1.
    pub fn tall() -> Self {
        Self::new(Size {
            upper_arm: 15.0,
            forearm: 14.0,
            thigh: 24.0,
            calf: 24.0,
            ankle: 7.0,
            trunk: 30.0,
        })
    }

    fn new(size: Size) -> Self {
        let mut rig = Self {
            size,
            bones: Vec::new(),
        };
        let hips = size.thigh + size.calf + size.ankle;
        let half = size.trunk * 0.5;
        rig.add("Bip01", None, Vec3::Y * hips, Quat::IDENTITY);
        for (name, parent, up) in [
            ("Bip01 Pelvis", "Bip01", 1.0),
            ("Bip01 Spine", "Bip01 Pelvis", 5.0),
            ("Bip01 Spine1", "Bip01 Spine", half),
            ("Bip01 Head", "Bip01 Spine1", half),
        ] {
            rig.add(name, Some(parent), Vec3::Y * up, Quat::IDENTITY);
        }
        for side in SIDES {
            rig.add_limbs(side);
        }
        rig
    }

    fn add_limbs(&mut self, side: Side) {
        let size = self.size;
        let [upper, fore, hand] = ["UpperArm", "Forearm", "Hand"].map(|name| side.bone(name));
        let shoulder = Vec3::new(side.sign * 9.0, size.trunk * 0.5 - 5.0, 0.0);
        self.add(
            &upper,
            Some("Bip01 Spine1"),
            shoulder,
            rz(side.sign * SPREAD),
        );
        self.add(
            &fore,
            Some(&upper),
            Vec3::NEG_Y * size.upper_arm,
            Quat::IDENTITY,
        );
        self.add(
            &hand,
            Some(&fore),
            Vec3::NEG_Y * size.forearm,
            Quat::IDENTITY,
        );
        if side.sign < 0.0 {
            // The lamp stands upright in a hand whose arm is spread.
            let upright = rz(SPREAD);
            self.add("Bip01 Prop1", Some(&hand), GRIP, upright);
        }
        let [thigh, calf, foot] = ["Thigh", "Calf", "Foot"].map(|name| side.bone(name));
        let hip = Vec3::new(side.sign * 5.0, -1.0, 0.0);
        self.add(&thigh, Some("Bip01 Pelvis"), hip, Quat::IDENTITY);
        self.add(
            &calf,
            Some(&thigh),
            Vec3::NEG_Y * size.thigh,
            Quat::IDENTITY,
        );
        self.add(&foot, Some(&calf), Vec3::NEG_Y * size.calf, Quat::IDENTITY);
    }

    fn add(&mut self, name: &str, parent: Option<&str>, at: Vec3, turn: Quat) {
        let parent = parent.map(|parent| self.bone(parent));
        self.bones.push(Bone {
            name: name.into(),
            parent,
            rest: Transform {
                translation: rounded(at),
                rotation: turn,
                scale: Vec3::ONE,
            },
        });
    }

    /// Index of the bone of exactly this name.
    ///
    /// # Panics
    /// Where there is none: the sample's own code is wrong.
    pub fn bone(&self, name: &str) -> usize {
        let found = self.bones.iter().position(|bone| bone.name == name);
        found.unwrap_or_else(|| panic!("Wick has no bone {name:?}"))
    }

    /// Where bones stand in model space, from their local transforms.
    pub fn worlds(&self, locals: &[Transform]) -> Vec<Affine3A> {
        let mut worlds: Vec<Affine3A> = Vec::with_capacity(locals.len());
        for (bone, local) in self.bones.iter().zip(locals) {
            let above = bone
                .parent
                .map_or(Affine3A::IDENTITY, |parent| worlds[parent]);
            worlds.push(above * local.to_affine());
        }
        worlds
    }

    pub fn rest(&self) -> Vec<Transform> {
        self.bones.iter().map(|bone| bone.rest).collect()
    }

    /// A bone's place at rest.
    pub fn at(&self, name: &str) -> Affine3A {
        self.worlds(&self.rest())[self.bone(name)]
    }

    /// The skeleton as a file, linked to another or, with an empty name, to none.
    pub fn file(&self, link: &str) -> Skl {
        let worlds = self.worlds(&self.rest());
        let name = |bone: usize| Text::new(&self.bones[bone].name);
        let stored = |(index, bone): (usize, &Bone)| {
            let (world, inverse) = (worlds[index], worlds[index].inverse());
            let children = self.bones.iter().enumerate();
            let children = children.filter(|(_, child)| child.parent == Some(index));
            StoredBone {
                name: name(index),
                position: bone.rest.translation.to_array(),
                rotation: bone.rest.rotation.to_array(),
                inverse_position: rounded(inverse.translation.into()).to_array(),
                inverse_rotation: rounded_turn(Quat::from_mat3a(&inverse.matrix3)),
                object: row_vectors(&world),
                parent: bone.parent.map_or_else(|| Text::new(NO_PARENT), name),
                children: children.map(|(child, _)| name(child)).collect(),
            }
        };
        Skl {
            version: VERSION,
            bones: self.bones.iter().enumerate().map(stored).collect(),
            link: Some(Text::new(link)),
            trailing: Vec::new(),
        }
    }
}

/// A matrix for row vectors, row after row, in 65 536ths.
fn row_vectors(matrix: &Affine3A) -> [f32; 16] {
    let round = |number: f32| (number * 65_536.0).round() / 65_536.0;
    let mut rows = [0.0; 16];
    for (column, row) in matrix
        .to_cols_array_2d()
        .iter()
        .zip(rows.chunks_exact_mut(4))
    {
        row[..3].copy_from_slice(&column.map(round));
    }
    rows[15] = 1.0;
    rows
}

/// In 65 536ths, so that the last bits of a computation never reach a file.
pub fn rounded_turn(turn: Quat) -> [f32; 4] {
    let positive = if turn.w < 0.0 { -turn } else { turn };
    let steps = positive.to_array();
    steps.map(|number| (number * 65_536.0).round() / 65_536.0)
}
