//! A character that moves over the ground as its clip was made for, so that its feet do not slide (toee-formats §3.5).

use glam::{Affine3A, Vec3};

use super::{Item, Scene};
use crate::model::{Clip, DriveKind, Family};

/// After so many units the ground begins again where it is drawn: grids repeat long before, and single precision holds.
const AROUND: f64 = 100_000.0;

/// How far a character has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Travel {
    /// File units, the way that the character faces.
    pub forward: f64,
    /// Radians, to the right.
    pub right: f64,
}

impl Travel {
    /// Since a clip was begun, at its natural speed; nowhere by a clip that follows time. The game advances a clip by the
    /// length of a distance alone, whatever its sign (toee-formats §9); rotations keep theirs (toee-formats §3.5).
    pub fn of(clip: &Clip, seconds: f64) -> Self {
        // Nowhere is zero, of either sign.
        let units = |per_second: f32| f64::from(per_second) * seconds + 0.0;
        match clip.drive.map(|drive| (drive.kind, drive.per_second)) {
            Some((DriveKind::Distance, speed)) => Self {
                forward: units(speed.abs()),
                ..Self::default()
            },
            Some((DriveKind::Rotation, speed)) => Self {
                right: units(speed),
                ..Self::default()
            },
            _ => Self::default(),
        }
    }
}

impl Travel {
    /// From where it began to where it has come, file space.
    pub fn matrix(self) -> Affine3A {
        Affine3A::from_rotation_y(-self.turned())
            * Affine3A::from_translation(Vec3::Z * self.along())
    }

    /// The way in single precision, around again where it is long.
    fn along(self) -> f32 {
        (self.forward % AROUND) as f32
    }

    /// Radians to the right without whole turns.
    fn turned(self) -> f32 {
        (self.right % std::f64::consts::TAU) as f32
    }
}

impl Item {
    /// Poses it at a moment of its clip, at the place that it has come to `total` seconds after the clip was begun.
    pub fn set_time_on_the_way(&mut self, seconds: f64, total: f64) -> Travel {
        self.set_own_time(seconds);
        let clip = self.clip();
        let travel = clip.map_or(Travel::default(), |clip| Travel::of(clip, total));
        let way = travel.matrix();
        for world in &mut self.pose.worlds {
            *world = way * *world;
        }
        self.pose_worn(seconds);
        travel
    }

    /// Whether what plays follows a distance or a rotation.
    pub fn can_travel(&self) -> bool {
        let drive = self.clip().and_then(|clip| clip.drive);
        drive.is_some_and(|drive| drive.kind != DriveKind::Time)
    }
}

impl Scene {
    /// How far the character has come since its clip was begun; nowhere unless the view asks for it.
    pub fn travel(&self) -> Travel {
        let clip = self.item.as_ref().and_then(Item::clip);
        let clip = clip.filter(|_| self.view.travel);
        clip.map_or(Travel::default(), |clip| {
            Travel::of(clip, self.clock.total())
        })
    }

    /// Where the origin of the ground is, world space. The camera goes along with the character, so it is the ground that
    /// moves in the picture.
    pub fn ground(&self) -> Vec3 {
        let along = self.travel().along();
        let root = self.item.as_ref().map(|item| item.world_from_file());
        root.map_or(Vec3::ZERO, |root| {
            root.transform_vector3(Vec3::NEG_Z * along)
        })
    }

    /// Turns the character as far as it has come.
    pub(super) fn place(&mut self) {
        let turned = self.travel().turned();
        if let Some(item) = &mut self.item
            && item.character.family == Family::Toee
        {
            item.placing = Affine3A::from_rotation_y(-turned);
        }
    }
}
