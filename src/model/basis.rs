//! The axes and unit a file's numbers are in.

use glam::{Affine3A, Mat3A, Vec3, Vec3A};

/// Where up, forward and the character's left are, and how long a unit is.
///
/// The viewer's own world is right-handed, Y up, the character facing +Z; [`Basis::world_from_file`] leads there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Basis {
    /// What the family is said to use, for people: `"left-handed, Y up, 1 unit ≈ 1 cm"`.
    pub description: &'static str,
    /// Columns are the world directions of the file's x, y and z axes. A negative determinant mirrors.
    pub world_from_file: Mat3A,
}

impl Basis {
    /// League of Legends: left-handed, Y up, facing +Z, the character's left at −X (league-formats §9).
    pub const LEAGUE: Self = Self {
        description: "left-handed, Y up, facing +Z, 1 unit is about 1 cm",
        world_from_file: Mat3A::from_cols(
            Vec3A::new(-1.0, 0.0, 0.0),
            Vec3A::new(0.0, 1.0, 0.0),
            Vec3A::new(0.0, 0.0, 1.0),
        ),
    };

    /// The Temple of Elemental Evil (toee-formats §7).
    pub const TOEE: Self = Self {
        description: "right-handed, Y up, facing +Z, 1 unit is 1 inch",
        world_from_file: Mat3A::IDENTITY,
    };

    /// Lost Saga: left-handed, Y up, facing −Z, the character's left at +X (lostsaga-formats §1).
    pub const LOST_SAGA: Self = Self {
        description: "left-handed, Y up, facing -Z, 1 unit is about 1 cm",
        world_from_file: Mat3A::from_cols(
            Vec3A::new(1.0, 0.0, 0.0),
            Vec3A::new(0.0, 1.0, 0.0),
            Vec3A::new(0.0, 0.0, -1.0),
        ),
    };

    /// Spine: flat, Y up.
    pub const SPINE: Self = Self {
        description: "flat, Y up, 1 unit is one pixel",
        world_from_file: Mat3A::IDENTITY,
    };

    /// The matrix at an item's root, before any placing of the item.
    pub fn root(&self) -> Affine3A {
        Affine3A {
            matrix3: self.world_from_file,
            translation: Vec3A::ZERO,
        }
    }

    /// True where the conversion mirrors, so that front faces turn their winding.
    pub fn mirrors(&self) -> bool {
        self.world_from_file.determinant() < 0.0
    }

    /// A file-space point in world space.
    pub fn to_world(&self, point: Vec3) -> Vec3 {
        (self.world_from_file * Vec3A::from(point)).into()
    }
}
